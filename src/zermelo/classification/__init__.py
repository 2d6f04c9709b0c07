"""Recommends a technique for a game, described by hand or measured, and estimates the work of a solve.

game --> sample: random plays --> Description --> technique.choose --> Choice
'-> estimate: solve late positions, extend the growth of the work to the start --> Estimate
"""

from zermelo.classification.classify import Classification, classify
from zermelo.classification.estimate import Estimate, Step

__all__ = ["Classification", "Estimate", "Step", "classify"]
