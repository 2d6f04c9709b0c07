"""The `Game` contract, the `Bits` board type, the errors, and helpers that all other packages share."""
