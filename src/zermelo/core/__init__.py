"""The contract `Game`, the board type `Bits`, errors, and what every other part shares."""
