"""Which technique for a game, and how long it takes: described by hand, or measured.

game --> sample: random plays --> Description --> technique.choose --> Choice
'-> estimate: solve later positions, see how the work grows towards the start --> Estimate
"""

from zermelo.classification.classify import Classification, classify
from zermelo.classification.estimate import Estimate, Step

__all__ = ["Classification", "Estimate", "Step", "classify"]
