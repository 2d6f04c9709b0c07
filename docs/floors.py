"""Draw the packages of zermelo on floors: each imports only from the floors below it.

    python docs/floors.py        writes docs/pictures/floors.svg

The floors are the layers of the contract in pyproject.toml, which `lint-imports` checks. The arrows are the imports
themselves, those inside functions included, but not those that the contract allows to go up. An arrow that follows from
others is left out: cli imports core, and so does everything that cli imports.
"""

from __future__ import annotations

import functools
import tomllib
from collections.abc import Iterator, Set
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).parents[1]
PICTURE: Final = ROOT / "docs/pictures/floors.svg"

WIDTH, HEIGHT, ACROSS, UP, MARGIN = 112, 32, 128, 76, 14
"""Pixels: the size of a box, the distance from one to the next, and the margin around them all."""


def layers() -> list[list[str]]:
    """The packages of each layer, the highest first."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    (found,) = (contract["layers"] for contract in contracts if contract["type"] == "layers")
    return [[name.strip().removeprefix("zermelo.") for name in layer.split("|")] for layer in found]


class Imports:
    """Which package imports which."""

    def __init__(self, packages: list[str]) -> None:
        """`packages`: those of the highest floor first."""
        graph = grimp.build_graph("zermelo", exclude_type_checking_imports=True)
        self.below = {
            one: {
                other
                for other in packages[place + 1 :]
                if graph.direct_import_exists(importer=f"zermelo.{one}", imported=f"zermelo.{other}", as_packages=True)
            }
            for place, one in enumerate(packages)
        }
        self.reached = functools.cache(self._reached)

    def _reached(self, package: str) -> Set[str]:
        """All that a package imports, directly or through others."""
        return self.below[package].union(*map(self.reached, self.below[package]))

    def arrows(self) -> Iterator[tuple[str, str]]:
        """The imports that do not follow from others."""
        for one in self.below:
            for other in sorted(self.below[one]):
                if not any(other in self.reached(between) for between in self.below[one]):
                    yield one, other


def drawn() -> str:
    """The picture, as SVG."""
    floors = layers()
    most = max(map(len, floors))
    width, height = 2 * MARGIN + (most - 1) * ACROSS + WIDTH, 2 * MARGIN + (len(floors) - 1) * UP + HEIGHT
    places = {
        package: (MARGIN + ((most - len(floor)) / 2 + column) * ACROSS, MARGIN + row * UP)
        for row, floor in enumerate(floors)
        for column, package in enumerate(floor)
    }
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {height:g}" width="{width:g}" height="{height:g}"'
        ' font-family="sans-serif" text-anchor="middle">',
        "<title>The packages of zermelo: each imports only from the floors below it</title>",
        '<marker id="head" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0 0L8 4L0 8z" fill="#555"/></marker>',
        f'<rect width="{width:g}" height="{height:g}" fill="#fff"/>',
    ]
    for one, other in Imports([*places]).arrows():
        (x, y), (to_x, to_y) = places[one], places[other]
        middle = WIDTH / 2
        parts.append(
            f'<path d="M{x + middle:g} {y + HEIGHT:g}L{to_x + middle:g} {to_y:g}" stroke="#555" marker-end="url(#head)"/>'
        )
    for package, (x, y) in places.items():
        parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="4" fill="#eef3fa" stroke="#345"/>'
            f'<text x="{x + WIDTH / 2:g}" y="{y + 20:g}" font-size="14">{package}</text>'
        )
    return "\n".join([*parts, "</svg>\n"])


if __name__ == "__main__":
    PICTURE.write_text(drawn())
    print(f"Drawn: {PICTURE.relative_to(ROOT)}")
