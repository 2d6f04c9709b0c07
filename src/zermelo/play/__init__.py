"""What is done with answers: analysis, engines, matches, reviews, play against every line."""
