"""k in a row on boards of any shape: the families mnk, connect and lines, and what can be known of their positions."""
