"""Tables of all positions of a game (tablebases): count positions ply by ply, make tables, look values up, verify tables."""
