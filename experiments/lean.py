"""Make the SVG files that Matplotlib writes smaller, to about a fifth, without a visible difference.

Matplotlib writes each number with six decimals, and repeats fonts, styles and paths at each text, marker and hatching. Here
numbers are rounded to a tenth of a point, repeated definitions are shared, and unused names, groups and metadata are
removed.
"""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

SVG: Final = "{http://www.w3.org/2000/svg}"
LINK: Final = "{http://www.w3.org/1999/xlink}href"

COARSE: Final = 10
"""Steps per point for what is drawn once; a page shows a point as one and a half pixels."""

FINE: Final = 100
"""Steps per point for markers and hatchings."""

SPELLED_OUT: Final = 3
"""Up to this many equal parts of a path are written out."""

Subpath = tuple[tuple[int, int], str]
"""The start of a part of a path, in steps, and its commands relative to the start."""


def lean(svg: str) -> str:
    """The same picture in a smaller file."""
    root = ET.fromstring(svg)  # noqa: S314  (it was drawn here)
    for metadata in root.findall(f"{SVG}metadata"):
        root.remove(metadata)
    names = map(_name, itertools.count())
    _round(root, COARSE)
    _share_patterns(root, names)
    _share_styles(root, names)
    _rename(root, names)
    _unwrap(root)
    for element in root.iter():
        element.text = (element.text or "").strip() and element.text
        element.tail = "\n"
    ET.register_namespace("", SVG[1:-1])
    ET.register_namespace("xlink", LINK[1:].partition("}")[0])
    return ET.tostring(root, encoding="unicode", short_empty_elements=True).replace(" />", "/>").rstrip() + "\n"


def _name(number: int) -> str:
    """The name with this number: a, b, ... z, aa, ab, ..."""
    before, last = divmod(number, 26)
    return (_name(before - 1) if before else "") + chr(ord("a") + last)


# --- numbers ----------------------------------------------------------------------------------------------------------
def _round(element: ET.Element, steps: int) -> None:
    """Round all numbers in an element and its children."""
    steps = FINE if element.tag in (f"{SVG}defs", f"{SVG}pattern") else steps
    for name in ("x", "y"):
        if name in element.attrib and element.tag != f"{SVG}pattern":
            element.set(name, _number(round(float(element.get(name, "0")) * steps), steps))
    if "d" in element.attrib:
        element.set("d", _path(_subpaths(element.get("d", ""), steps), steps))
    turned = element.get("transform", "")
    if turned.startswith("rotate(-0 "):
        del element.attrib["transform"]
    elif turned:
        element.set(
            "transform", re.sub(r"-?\d+\.\d+", lambda match: f"{float(match[0]):.1f}".removesuffix(".0"), turned)
        )
    for inner in element:
        _round(inner, steps)


def _number(value: int, steps: int) -> str:
    """A number of steps, in points."""
    return re.sub(r"^(-?)0\.", r"\1.", f"{value / steps:.{len(str(steps)) - 1}f}".rstrip("0").rstrip(".")) or "0"


def _subpaths(path: str, steps: int) -> list[Subpath]:
    """The parts of a path given in absolute coordinates, each from a move of the pen."""
    found = list[Subpath]()
    begun = at = (0, 0)
    for letter, numbers in re.findall(r"([MLQCz])([^MLQCz]*)", path):
        values = [round(float(text) * steps) for text in numbers.split()]
        points = list(zip(values[::2], values[1::2], strict=True))
        if letter == "M":
            begun = at = points[0]
            found.append((begun, ""))
            continue
        if letter == "z":
            command, at = "z", begun
        elif letter == "L" and at[1] == points[0][1]:
            command, at = f"h{_number(points[0][0] - at[0], steps)}", points[0]
        elif letter == "L" and at[0] == points[0][0]:
            command, at = f"v{_number(points[0][1] - at[1], steps)}", points[0]
        else:
            command, at = letter.lower() + _joined(points, at, steps), points[-1]
        found[-1] = found[-1][0], found[-1][1] + command
    return found


def _joined(points: Sequence[tuple[int, int]], at: tuple[int, int], steps: int) -> str:
    """Points relative to a point."""
    numbers = " ".join(_number(value - here, steps) for point in points for value, here in zip(point, at, strict=True))
    return numbers.replace(" -", "-")


def _path(parts: Sequence[Subpath], steps: int) -> str:
    """A path with these parts."""
    return "".join(f"M{_joined([begun], (0, 0), steps)}{commands}" for begun, commands in parts)


# --- what is repeated -------------------------------------------------------------------------------------------------
def _share_patterns(root: ET.Element, names: Iterator[str]) -> None:
    """Share the paths of equal hatchings, and within a path its equal parts."""
    known = dict[tuple[str, str], str]()
    for pattern in root.iter(f"{SVG}pattern"):
        for place, path in enumerate(pattern):
            drawn = path.get("d", ""), path.get("style", "")
            if not drawn[0]:
                continue
            if drawn in known:
                pattern[place] = ET.Element(f"{SVG}use", {LINK: f"#{known[drawn]}"})
                continue
            known[drawn] = next(names)
            pattern[place] = _repeated(path, names)
            pattern[place].set("id", known[drawn])


def _repeated(path: ET.Element, names: Iterator[str]) -> ET.Element:
    """A group that draws one part of a path repeatedly, if its parts are equal; otherwise the path."""
    parts = list(_absolute(path.get("d", "")))
    for size in (1, 2):  # a ring is two circles
        chunks = [parts[place : place + size] for place in range(0, len(parts), size)]
        shapes = {tuple((_less(begun, chunk[0][0]), commands) for begun, commands in chunk) for chunk in chunks}
        if len(shapes) == 1 and len(chunks) > SPELLED_OUT:
            break
    else:
        return path
    name, (first, *others) = next(names), [chunk[0][0] for chunk in chunks]
    group = ET.Element(f"{SVG}g", {"style": path.get("style", "")})
    ET.SubElement(group, f"{SVG}path", {"id": name, "d": _path(chunks[0], FINE)})
    for other in others:
        x, y = _less(other, first)
        shift = {key: _number(value, FINE) for key, value in (("x", x), ("y", y)) if value}
        ET.SubElement(group, f"{SVG}use", {LINK: f"#{name}", **shift})
    return group


def _absolute(path: str) -> Iterator[Subpath]:
    """The parts of a path written by `_path`: all but their starts is relative."""
    for x, y, commands in re.findall(r"M(-?[\d.]+) ?(-?[\d.]+)([^M]*)", path):
        yield (round(float(x) * FINE), round(float(y) * FINE)), commands


def _less(one: tuple[int, int], other: tuple[int, int]) -> tuple[int, int]:
    return one[0] - other[0], one[1] - other[1]


def _share_styles(root: ET.Element, names: Iterator[str]) -> None:
    """Turn each style that several elements have into a class."""
    for element in root.iter():
        if "style" in element.attrib:
            element.set("style", element.get("style", "").replace(": ", ":").replace("; ", ";"))
    number_of = Counter(element.get("style", "") for element in root.iter() if "style" in element.attrib)
    classes = {style: next(names) for style, number in number_of.items() if number > 1}
    for element in root.iter():
        style = element.get("style", "")
        if style in classes:
            del element.attrib["style"]
            element.set("class", classes[style])
    (sheet,) = root.iter(f"{SVG}style")
    sheet.text = (sheet.text or "") + "".join(f"\n.{name}{{{style}}}" for style, name in classes.items())


# --- what is not used --------------------------------------------------------------------------------------------
def _rename(root: ET.Element, names: Iterator[str]) -> None:
    """Give short names to elements that are referred to, and remove other names."""
    used = [element.get(LINK, "").removeprefix("#") for element in root.iter() if LINK in element.attrib]
    used += [
        name for element in root.iter() for value in element.attrib.values() for name in re.findall(r"#(\w+)\)", value)
    ]
    text = "".join(element.text or "" for element in root.iter(f"{SVG}style"))
    short = {name: next(names) for name in dict.fromkeys([*used, *re.findall(r"url\(#(\w+)\)", text)])}
    for element in root.iter():
        if element.get("id") in short:
            element.set("id", short[element.attrib["id"]])
        else:
            element.attrib.pop("id", None)
        for key, value in element.attrib.items():
            if key == LINK:
                element.set(key, f"#{short[value[1:]]}")
            elif "url(#" in value:
                element.set(key, re.sub(r"#(\w+)\)", lambda match: f"#{short[match[1]]})", value))
    for sheet in root.iter(f"{SVG}style"):
        sheet.text = re.sub(r"url\(#(\w+)\)", lambda match: f"url(#{short[match[1]]})", sheet.text or "")


def _unwrap(element: ET.Element) -> None:
    """Replace groups without attributes by their children."""
    inner = list[ET.Element]()
    for child in element:
        _unwrap(child)
        inner += list(child) if child.tag == f"{SVG}g" and not child.attrib else [child]
    element[:] = inner
