"""Analysis, engines, matches, reviews, and tests of an engine against every line of play."""
