"""Task 15 with zermelo. Prints: the technique (column 1), and of NOT_APPLICABLE the broken assumption (column 2)."""

import sys

from zermelo import classify

for line in sys.stdin:
    told = dict(word.split("=") for word in line.split())
    choice = classify(
        hidden_information=told["hidden"] == "yes",
        players=int(told["players"]),
        zero_sum=told["zero_sum"] == "yes",
        chance=told["chance"] == "yes",
        closed_form=told["closed_form"] == "yes",
        branching=int(told["branching"]),
        depth=int(told["depth"]),
        evaluation=told["evaluation"],
    ).choice
    print(" ".join([choice.technique, choice.broken.replace(" ", "-")]).rstrip())
