"""The mark of tests for which `make proofs` must have built the proofs and the program."""

import pytest

from zermelo.certificates.proved import PROGRAM

needs_program = pytest.mark.skipif(not PROGRAM.exists(), reason="the proved checker has not been built: `make proofs`")
