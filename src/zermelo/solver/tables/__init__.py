"""Tables of positions on disk: opened, and looked into. `zermelo.tablebase` makes them."""
