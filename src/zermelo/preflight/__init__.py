"""Checks of a game before a search: facets, plays that do not end, methods that change it; and the cause of an error."""
