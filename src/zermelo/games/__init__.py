"""The games that come with zermelo, one module for each family; `catalogue` finds a game by its name."""
