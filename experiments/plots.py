"""Plots as SVG, byte for byte the same for the same figures. No other module needs Matplotlib."""

from __future__ import annotations

import io
import textwrap
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Final

from experiments.lean import lean
from zermelo.core.errors import NotSupported

Series = Mapping[str, Sequence[tuple[float, float]]]
"""The points of each curve, by its name."""

MARKERS: Final = "osD^vPX*<>hp"
DASHES: Final = ("-", "--", "-.", ":")
HATCHES: Final = ("", "//", "..", "xx", "\\\\", "oo")
COLOURS: Final = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#b8860b", "#000000")
"""Distinct for people with colour blindness (Okabe and Ito 2008); markers and dashes differ too."""

SETTINGS: Final = {
    "svg.hashsalt": "zermelo",
    "svg.fonttype": "none",
    "font.family": "sans-serif",
    "font.size": 10,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "axes.axisbelow": True,
    "axes.spines.top": False,
    "axes.spines.right": False,
}

SIZE: Final = (7.2, 4.2)
"""In inches; a page shows about 100 pixels to an inch."""

INSIDE: Final = 7
"""How many names fit between the curves; if there are more, the legend is beside the plot."""


LABEL: Final = 30
"""Characters in a line of an axis label."""


def check_plots() -> None:
    """Raises NotSupported if Matplotlib or markdown-it-py is not installed."""
    if not (find_spec("matplotlib") and find_spec("markdown_it")):
        raise NotSupported("Reports need Matplotlib and markdown-it-py: pip install -e '.[experiments]'.")


def curves(
    series: Series, *, x: str, y: str, log_x: bool = False, log_y: bool = False, marks: bool = True, title: str = ""
) -> str:
    """A plot with a curve for each name."""

    def draw(axes: Any) -> None:
        for number, (name, points) in enumerate(series.items()):
            axes.plot(
                [place for place, _ in points],
                [height for _, height in points],
                label=name,
                color=COLOURS[number % len(COLOURS)],
                marker=MARKERS[number % len(MARKERS)] if marks else None,
                linestyle=DASHES[number % len(DASHES)],
                markersize=5,
            )
        if log_x:
            axes.set_xscale("log")
        elif all(isinstance(place, int) for points in series.values() for place, _ in points):
            axes.xaxis.get_major_locator().set_params(integer=True)
        if log_y:
            axes.set_yscale("log")

    return _drawn(draw, x, y, title, legend=len(series) > 1)


def bars(
    groups: Mapping[str, Mapping[str, float]], *, y: str, x: str = "", log_y: bool = False, title: str = ""
) -> str:
    """A bar chart with a group for each name in `groups`, and in it a bar for each name in the group."""
    names = list(dict.fromkeys(name for group in groups.values() for name in group))
    width = 0.8 / max(len(names), 1)

    def draw(axes: Any) -> None:
        for number, name in enumerate(names):
            there = [(place, group[name]) for place, group in enumerate(groups.values()) if name in group]
            axes.bar(
                [place + (number - (len(names) - 1) / 2) * width for place, _ in there],
                [height for _, height in there],
                width,
                label=name,
                color=COLOURS[number % len(COLOURS)],
                hatch=HATCHES[number % len(HATCHES)],
                edgecolor="white",
            )
        turned = sum(max(map(len, name.split("\n"))) for name in groups) > 60
        axes.set_xticks(
            range(len(groups)), list(groups), rotation=30 if turned else 0, ha="right" if turned else "center"
        )
        axes.grid(visible=False, axis="x")
        axes.margins(y=0.2)  # for the legend
        if log_y:
            axes.set_yscale("log")

    return _drawn(draw, x, y, title, legend=len(names) > 1, below=True)


def stacked(groups: Mapping[str, Mapping[str, float]], *, x: str, title: str = "") -> str:
    """A horizontal bar for each name in `groups`, the first on top, made of a part for each name in the group."""
    names = list(dict.fromkeys(name for group in groups.values() for name in group))

    def draw(axes: Any) -> None:
        ends = dict.fromkeys(groups, 0.0)
        for number, name in enumerate(names):
            axes.barh(
                list(groups),
                [group.get(name, 0.0) for group in groups.values()],
                left=list(ends.values()),
                label=name,
                color=COLOURS[number % len(COLOURS)],
                hatch=HATCHES[number % len(HATCHES)],
                edgecolor="white",
            )
            ends = {key: end + groups[key].get(name, 0.0) for key, end in ends.items()}
        axes.invert_yaxis()
        axes.grid(visible=False, axis="y")

    return _drawn(draw, x, "", title, legend=True, below=True)


def _drawn(draw: Callable[[Any], None], x: str, y: str, title: str, *, legend: bool, below: bool = False) -> str:
    """A figure with one pair of axes, as SVG; with `below`, its legend is under the plot, where it covers nothing."""
    check_plots()
    import matplotlib as mpl
    from matplotlib.figure import Figure

    drawing: Any = mpl
    with drawing.rc_context(SETTINGS):
        figure: Any = Figure(figsize=SIZE, layout="constrained")
        axes = figure.add_subplot()
        draw(axes)
        axes.set(xlabel=x, ylabel=textwrap.fill(y, LABEL), title=title)
        if legend and below:
            figure.legend(loc="outside lower center", ncols=4, fontsize=8.5, frameon=False)
        elif legend and len(axes.get_legend_handles_labels()[1]) > INSIDE:
            figure.legend(fontsize=8.5, frameon=False, loc="outside right upper")
        elif legend:
            axes.legend(fontsize=8.5, frameon=False)
        written = io.StringIO()
        figure.savefig(written, format="svg", metadata={"Date": None, "Creator": None})
    return lean(written.getvalue())
