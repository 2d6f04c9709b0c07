"""The tests, in folders that follow the package. No test imports from another one: what they share is in `support`."""

from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent
EXAMPLES: Final = ROOT / "examples"
DATA: Final = ROOT / "tests" / "data"
