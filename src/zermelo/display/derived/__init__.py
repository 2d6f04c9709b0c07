"""What can be derived for a game that does not say it itself: its board, and the names of its moves."""
