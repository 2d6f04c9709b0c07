"""What is on the cells of a derived board, and the cells between which a move goes."""

from __future__ import annotations

from typing import Any

from zermelo.core.derived.fields import Field, Kind

Contents = tuple[Kind | None, ...]
"""What is on each cell; None if it is empty. The cells of several boards follow each other."""

Layers = tuple[tuple[Field, ...], ...]
"""The fields with the pieces of each board. Several boards lie side by side."""

Route = tuple[int, ...]
"""The cells between which a move goes: the one it leaves, if any, and those it reaches. Captured pieces do not count."""


def layers_of(fields: tuple[Field, ...], states: list[Any]) -> Layers:
    """The boards: fields share one if no cell has pieces of two of them in any of these states."""
    layers: list[list[Field]] = []
    occupied: list[list[set[int]]] = []
    for field in fields:
        cells = [{cell for cell, _ in field.read(state)} for state in states]
        for layer, others in zip(layers, occupied, strict=True):
            if all(own.isdisjoint(other) for own, other in zip(cells, others, strict=True)):
                layer.append(field)
                others[:] = [own | other for own, other in zip(cells, others, strict=True)]
                break
        else:
            layers.append([field])
            occupied.append(cells)
    return tuple(
        tuple(layer) if len(layer) == 1 else tuple(_named(field, states) for field in layer) for layer in layers
    )


def _named(field: Field, states: list[Any]) -> Field:
    """A field whose pieces have its name, and that of the item unless they are all alike."""
    alike = len({kind for state in states for _, kind in field.read(state)}) == 1

    def read(state: Any) -> list[tuple[int, Kind]]:
        return [(cell, field.name if alike else f"{field.name} {kind}") for cell, kind in field.read(state)]

    return field._replace(read=read)


def contents_of(layers: Layers, size: int, state: Any) -> Contents:
    """What is on each cell of boards of this size."""
    contents: list[Kind | None] = [None] * (size * len(layers))
    for number, layer in enumerate(layers):
        for field in layer:
            for cell, kind in field.read(state):
                contents[number * size + cell] = kind
    return tuple(contents)


def changed_cells(before: Contents, after: Contents) -> Route:
    """The cells that a move changes."""
    return tuple(cell for cell, (kind, other) in enumerate(zip(before, after, strict=True)) if kind != other)


def ends(before: Contents, after: Contents) -> Route:
    """The route of a move that changes the board like this."""
    changed = changed_cells(before, after)
    left = [cell for cell in changed if after[cell] is None]
    filled = [cell for cell in changed if before[cell] is None]
    reached = filled or [cell for cell in changed if after[cell] is not None]
    if filled and len(left) > 1:
        moved = [cell for cell in left if before[cell] in {after[there] for there in filled}]
        left = moved or left
    return (*left, *reached)
