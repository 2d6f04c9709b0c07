"""Analysis, engines, matches, reviews, scores by exact values, and tests of an engine against every line of play."""
