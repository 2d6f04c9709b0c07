"""SVG elements for the shapes and texts of a picture."""

from __future__ import annotations

from typing import Final

from zermelo.display.markup import columns_of, escaped

TALL: Final = 26.0
"""The height of a shape."""


def shape_at(shape: str, x: float, y: float, wide: float) -> str:
    """An outline around (x, y)."""
    w, h = wide / 2, TALL / 2
    common = 'class="shape" fill="none" stroke="currentColor" stroke-width="1.8"'
    if shape == "square":
        return f'<rect {common} x="{num(x - w)}" y="{num(y - h)}" width="{num(wide)}" height="{num(TALL)}" rx="1"/>'
    if shape == "round":
        return (
            f'<rect {common} x="{num(x - w)}" y="{num(y - h)}" width="{num(wide)}" height="{num(TALL)}" rx="{num(h)}"/>'
        )
    corners = {
        "diamond": [(-w - 9, 0), (0, -h - 2), (w + 9, 0), (0, h + 2)],
        "hexagon": [(-w - 4, 0), (-w + 5, -h), (w - 5, -h), (w + 4, 0), (w - 5, h), (-w + 5, h)],
        "octagon": [(-w, -6), (-w + 7, -h), (w - 7, -h), (w, -6), (w, 6), (w - 7, h), (-w + 7, h), (-w, 6)],
    }[shape]
    return f'<polygon {common} points="{" ".join(f"{num(x + dx)},{num(y + dy)}" for dx, dy in corners)}"/>'


def cross(x: float, y: float, r: float) -> str:
    """A cross at (x, y), reaching `r` to each side."""
    path = f"M{num(x - r)} {num(y - r)}l{num(2 * r)} {num(2 * r)}m0 {num(-2 * r)}l{num(-2 * r)} {num(2 * r)}"
    return f'<path d="{path}" stroke="currentColor" stroke-width="2.4" fill="none"/>'


def text_at(x: float, y: float, text: str, size: float, weight: str = "400", anchor: str = "middle") -> str:
    """A line of text whose `anchor` is at (x, y)."""
    return (
        f'<text x="{num(x)}" y="{num(y)}" font-size="{num(size)}" font-weight="{weight}" text-anchor="{anchor}">'
        f"{escaped(text)}</text>"
    )


def width_of(text: str, size: float) -> float:
    """The approximate width of a text."""
    return columns_of(text) * size * 0.58


def num(number: float) -> str:
    """A number as text, without superfluous digits."""
    return f"{number:.1f}".removesuffix(".0")
