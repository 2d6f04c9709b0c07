"""k in a row on boards of any shape: the families mnk, connect and lines, and the knowledge that helps to solve them."""
