"""What is looked at before a search: facets, plays that do not end, games that change; and whose fault an error is."""
