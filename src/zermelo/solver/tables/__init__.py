"""Reading tables of positions on disk (tablebases). `zermelo.tablebase` makes them."""
