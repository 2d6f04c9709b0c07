"""Searches drawn: what is drawn is what the search counted, nothing overlaps, no name breaks a file."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from tests.support.games import random_position
from zermelo import Game, analyze, board, check, classify, grundy, match, prove_play, review, search_tree, solve
from zermelo.cli import main
from zermelo.core.errors import BadOption, NotSupported
from zermelo.display.markup import columns_of
from zermelo.display.svg import to_board
from zermelo.games import capture, connect, einstein, lines, mnk, nim, tree
from zermelo.pictures import document, to_page, to_svg, to_text
from zermelo.pictures.layout import tidy
from zermelo.pictures.nodes import _rounded
from zermelo.pictures.search_tree import SearchTree
from zermelo.pictures.words import not_searched
from zermelo.search import ALGORITHMS

GAMES: tuple[Game[Any], ...] = (
    mnk(3, 3, 3),
    connect(3, 3, 3),
    capture(5, 2),
    nim(2, 3),
    einstein(2, 1),
    lines((3, 2), 2, players=3),
)
DRAWN = tuple(ALGORITHMS)
ALL = 1_000_000
SVG = "{http://www.w3.org/2000/svg}"


def position(game: Game[Any], rng: random.Random) -> Any:
    """One that is late enough for a small tree."""
    return random_position(game, rng, range(4, 7) if game.action_count in (3, 9) else range(3))


def searched(name: str, without: str, count: int) -> Iterator[SearchTree]:
    """Trees of `count` random positions of games that the algorithm takes."""
    rng, found = random.Random(f"{name} {without}"), 0
    while found < count:
        game = GAMES[rng.randrange(len(GAMES))]
        try:
            yield search_tree(game, position(game, rng), algorithm=name, compiled=False, without=without)
        except NotSupported:
            continue
        found += 1


def elements(svg: str, *classes: str) -> list[ET.Element]:
    """The elements that have all these classes."""
    return [element for element in ET.fromstring(svg).iter() if {*classes} <= {*element.get("class", "").split()}]


@pytest.mark.long
@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("without", ["", "all"])
def test_visits_and_cuts_that_are_drawn_are_those_that_the_search_counted(name: str, without: str) -> None:
    for number, found in enumerate(searched(name, without, 100)):
        counters, doc = found.result.counters, document(found, ALL)
        cuts = [node["cut"] for node in doc["nodes"] if node["cut"]]
        visits = counters["nodes"] - sum(node["played"] for node in doc["nodes"])
        assert (doc["drawn"], len(doc["nodes"]), len(cuts)) == (visits, visits, counters["cutoffs"])
        assert not any(node["hidden"] for node in doc["nodes"])
        assert sum(node["reason"] == "table" for node in doc["nodes"]) == counters["hits"] + counters["transposed"]
        assert sum(node["reason"] == "bound" for node in doc["nodes"]) == counters["bounds"]
        if number % 5:
            continue
        svg = to_svg(found, ALL)
        assert len(elements(svg, "node")) == visits
        assert len(elements(svg, "cut", "window")) == counters["cutoffs"]
        assert len(elements(svg, "cut", "table")) == counters["hits"] + counters["transposed"]
        assert len(elements(svg, "cut", "bound")) == counters["bounds"]
        assert len(elements(svg, "edge")) == visits - len(found.roots) + counters["cutoffs"]


@pytest.mark.long
@pytest.mark.parametrize("name", ["minimax", "alpha-beta", "paranoid", "best-reply"])
def test_values_are_those_of_the_player_at_the_root(name: str) -> None:
    """Whoever moves: as plain minimax has it, where the window lets it be known."""
    for number, found in enumerate(searched(name, "all", 40)):
        game, doc, seen = found.game, document(found, ALL), 0
        if game.players > 2 or game.has_chance:
            continue
        for node, told in zip(found.nodes, doc["nodes"], strict=True):
            alpha, beta = (float(told[bound]) for bound in ("alpha", "beta"))
            value = int(told["value"])
            if game.terminal(node.state):
                true = game.reward(node.state)
            elif alpha < value < beta:
                true = solve(game, node.state, algorithm="informed-minimax", compiled=False, line=False).value
            else:
                continue
            assert value == (true if told["max"] else -true), (number, told)
            seen += 1
        assert seen > 0


def test_a_cut_says_why_as_the_player_at_the_root_sees_it() -> None:
    for name in ("alpha-beta", "paranoid", "best-reply", "mtdf"):
        for found in searched(name, "all", 20):
            for node in document(found, ALL)["nodes"]:
                if node["cut"] is None:
                    continue
                value, sign, _, bound = node["cut"]["why"].split(maxsplit=3)
                assert (sign == "≥") == node["max"]
                assert int(value) >= int(bound) if node["max"] else int(value) <= int(bound)
                assert bound == node["cut"]["beta"]


def test_a_cut_is_explained_in_the_words_of_the_textbook() -> None:
    rest = "The other moves cannot change the result"
    told = {
        node["cut"]["sentence"]
        for without in ("all", "")
        for node in document(search_tree(mnk(3, 3, 3), "b2 b1 a1 c3 a3", compiled=False, without=without), ALL)["nodes"]
        if node["cut"]
    }
    assert told >= {
        f"Beta cut-off: after a2 the value is 0, at least β = -1. {rest.replace('moves', 'move')}: b3 is not searched.",
        f"Alpha cut-off: after c1 the value is -1, at most α = -1. {rest}: c2 and b3 are not searched.",
    }
    assert not_searched("abcdefghij").endswith("a, b, c, d, e, f, g, h and 2 more are not searched.")
    assert not_searched(()) == "It was the last move, so nothing is left to cut."


@pytest.mark.long
def test_expected_rewards_are_decimals() -> None:
    """As fractions they were longer than the node."""
    for algorithm in ("expectiminimax", "star1", "star2"):
        found = search_tree(einstein(3, 2), algorithm=algorithm, depth=6, compiled=False)
        scores = {node[name] for node in document(found, ALL)["nodes"] for name in ("alpha", "beta", "value")}
        assert all(re.fullmatch(r"-?\d+(\.\d{1,3})?|[+-]inf", score) for score in scores)
        assert any("." in score for score in scores)
    assert [_rounded(Fraction(*pair)) for pair in ((-1, 9999), (1, 2), (-2, 3), (20, 1))] == [
        "0",
        "0.5",
        "-0.667",
        "20",
    ]


@pytest.mark.long
def test_what_is_left_out_is_counted_and_deep() -> None:
    for name in ("alpha-beta", "mtdf", "negascout"):
        found = search_tree(mnk(3, 3, 3), "b2 a1 c3", algorithm=name, compiled=False, without="all")
        nodes = list(found.nodes)
        for most in (1, 2, 3, 10, 50, 100, len(nodes) - 1, len(nodes), ALL):
            doc = document(found, most)
            told = doc["nodes"]
            assert doc["drawn"] == len(told) == min(max(most, len(found.roots)), len(nodes))
            assert doc["drawn"] + sum(node["hidden"] for node in told) == len(nodes)
            assert [node["id"] for node in told] == [*range(len(told))]
            assert all(node["parent"] is None or node["parent"] < node["id"] for node in told)
            deepest = max(node["ply"] for node in told)
            for ply in range(deepest):
                assert sum(node["ply"] == ply for node in told) == sum(node.ply == ply for node in nodes)
            assert len(elements(to_svg(found, most), "more")) == sum(node["hidden"] > 0 for node in told)
    for most in (0, True, None):
        with pytest.raises(BadOption, match="most"):
            document(found, most)  # pyright: ignore[reportArgumentType]


def test_a_search_that_went_on_is_told_to_be_incomplete() -> None:
    begun = search_tree(mnk(3, 3, 3), "b2 a1", algorithm="alpha-beta", compiled=False, most=50)
    assert not document(begun)["complete"]
    assert "The search continued" in to_svg(begun)
    assert "The search continued" in to_text(begun)


# --- layout -----------------------------------------------------------------------------------------------------------
def random_tree(rng: random.Random, size: int) -> tuple[list[list[int]], list[float]]:
    children: list[list[int]] = [[] for _ in range(size)]
    for node in range(1, size):
        children[rng.randrange(max(0, node - rng.choice((1, 3, 30))), node)].append(node)
    return children, [rng.uniform(10, 60) for _ in range(size)]


def test_nothing_overlaps_children_come_in_order_and_parents_stand_in_the_middle() -> None:
    rng = random.Random(1)
    for _ in range(300):
        children, widths = random_tree(rng, rng.randrange(1, 80))
        places = tidy(children, widths, 5.0)
        levels: list[list[int]] = [[0]]
        while levels[-1]:
            levels.append([child for node in levels[-1] for child in children[node]])
        for level in levels:
            for left, right in pairwise(level):
                assert places[right] - places[left] >= (widths[left] + widths[right]) / 2 + 5.0 - 1e-6
        for node, below in enumerate(children):
            if below:
                assert places[node] == pytest.approx((places[below[0]] + places[below[-1]]) / 2)
        assert min(place - width / 2 for place, width in zip(places, widths, strict=True)) == pytest.approx(0)


def test_subtrees_are_as_narrow_as_can_be() -> None:
    """Worked out by hand: a deep subtree goes under a flat one."""
    assert tidy([[1, 2], [], [3, 4, 5], [], [], []], [10.0] * 6, 0.0) == [10.0, 5.0, 15.0, 5.0, 15.0, 25.0]
    assert tidy([[1, 2], [3, 4], [5, 6], [], [], [], []], [10.0] * 7, 0.0) == [20.0, 10.0, 30.0, 5.0, 15.0, 25.0, 35.0]


@pytest.mark.long
def test_deep_trees_are_laid_out_in_no_time() -> None:
    depth = 20_000
    places = tidy([*([node + 1] for node in range(depth)), []], [10.0] * (depth + 1), 5.0)
    assert {*places} == {5.0}


class Chain(Game[int]):
    """One move after the other, for a long time."""

    action_count = 2
    max_length = 1200

    def initial(self) -> int:
        return 0

    def legal(self, state: int, action: int) -> bool:
        return action == 0

    def apply(self, state: int, action: int) -> int:
        return state + 1

    def terminal(self, state: int) -> bool:
        return state == self.max_length

    def reward(self, state: int) -> int:
        return -1


@pytest.mark.long
def test_a_search_of_a_thousand_plies_is_drawn() -> None:
    found = search_tree(Chain(), 0, algorithm="alpha-beta", compiled=False)
    assert found.roots[0].size == 1201
    assert document(found, ALL)["drawn"] == 1201
    assert len(elements(to_svg(found, ALL), "node")) == 1201
    assert all(columns_of(line) <= 60 for line in to_text(found, ALL, width=60).splitlines())
    assert to_page(found, ALL)


# --- files ------------------------------------------------------------------------------------------------------------
NAMES = (
    '<b>&"x"</b>',
    "]]>",
    "</script><script>alert(1)</script>",
    "\\n\\",
    "🙂" * 40,
    "a\x00b\x1b[31m\ud800",
    "x" * 300,
)


class Hostile(Game[int]):
    """Has moves of such names."""

    action_count = len(NAMES)
    max_length = 2

    def initial(self) -> int:
        return 0

    def legal(self, state: int, action: int) -> bool:
        return True

    def apply(self, state: int, action: int) -> int:
        return state * 10 + action + 1

    def terminal(self, state: int) -> bool:
        return state > 9

    def reward(self, state: int) -> int:
        return state % 3 - 1

    def action_name(self, action: int) -> str:
        return NAMES[action]

    def __str__(self) -> str:
        return NAMES[2]


@pytest.fixture(scope="module")
def hostile() -> SearchTree:
    return search_tree(Hostile(), 0, algorithm="alpha-beta", compiled=False)


class Page(HTMLParser):
    """What a page loads, and its document."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.addresses: list[str] = []
        self.scripts: list[str] = []
        self._inside = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "srcset", "data", "action")]
        assert not any(name.startswith("on") or name == "style" for name, _ in attrs)
        self._inside = tag == "script"
        if self._inside:
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self._inside:
            self.scripts[-1] += data

    def handle_endtag(self, tag: str) -> None:
        self._inside = False


def test_no_name_breaks_a_file(hostile: SearchTree) -> None:
    svg = to_svg(hostile, ALL)
    assert {element.tag for element in ET.fromstring(svg).iter()} <= {
        SVG + tag for tag in ("svg", "title", "desc", "style", "rect", "text", "g", "line", "path", "polygon")
    }
    assert len(elements(svg, "node")) == hostile.result.counters["nodes"]
    page = Page(to_page(hostile, ALL))
    assert len(page.scripts) == 3
    assert json.loads(page.scripts[1])["nodes"][1]["move"] == NAMES[0]
    text = to_text(hostile, ALL)
    assert "\x1b" not in text
    assert "\x00" not in text
    text.encode()
    svg.encode()
    to_page(hostile).encode()


def test_a_page_asks_for_nothing(hostile: SearchTree) -> None:
    found = search_tree(mnk(3, 3, 3), "b2 a1 c3", algorithm="mtdf", compiled=False)
    text = to_page(found)
    page = Page(text)
    assert page.addresses == ["data:,"]
    imports = json.loads(page.scripts[0])["imports"]
    assert {*imports} == {"preact", "d3-hierarchy", "zermelo/searchtree"}
    assert all(address.startswith("data:text/javascript;base64,") for address in imports.values())
    assert "default-src 'none'" in text
    assert not re.findall(r"(?:src|href)=[\"']?(?:https?:)?//|url\(|@import", text)
    assert json.loads(page.scripts[1]) == document(found)


def test_pictures_say_what_they_are() -> None:
    found = search_tree(mnk(3, 3, 3), "b2 a1 c3", algorithm="negascout", compiled=False, without="all", table=False)
    svg = ET.fromstring(to_svg(found, ALL))
    assert svg.get("role") == "img"
    assert [child.tag for child in svg][:2] == [f"{SVG}title", f"{SVG}desc"]
    texts = " ".join(element.text or "" for element in svg.iter(f"{SVG}text"))
    for words in ("≥ β", "cut", "end", "O to move: maximises", "X to move: minimises", "best move"):
        assert words in texts, words
    assert any(node.best for node in found.nodes)
    assert len(elements(to_svg(found, ALL), "edge", "best")) > 0


def test_searches_again_are_dashed_and_passes_have_titles() -> None:
    rng = random.Random(2)
    again = 0
    for _ in range(6):
        state = position(mnk(3, 3, 3), rng)
        found = search_tree(mnk(3, 3, 3), state, algorithm="negascout", compiled=False, without="all", table=False)
        marked = elements(to_svg(found, ALL), "edge", "again")
        assert len(marked) == sum(node.again for node in found.nodes)
        assert all(element.get("stroke-dasharray") for element in marked)
        again += len(marked)
    assert again > 0
    passes = search_tree(mnk(3, 3, 3), "b2 a1", algorithm="mtdf", compiled=False, without="all")
    titles = [element.text or "" for element in elements(to_svg(passes, ALL), "pass")]
    assert len(titles) == len(passes.roots) > 1
    assert re.fullmatch(r"pass 1, window \[-?\d, -?\d\]", titles[0])
    deeper = search_tree(connect(4, 3, 3), algorithm="negamax", depth=3, deepening=True, compiled=False)
    assert [title.split(",")[0] for title in document(deeper)["titles"]] == ["depth 1", "depth 2", "depth 3"]


def test_a_node_that_best_first_search_leaves_for_better_ones_is_put_aside() -> None:
    drawn = str(search_tree("nim(1,2)", algorithm="pns", compiled=False))
    assert drawn.splitlines()[-1].split() == ["└─", "1:1:", "?", "[0,", "1]", "put", "aside"]


def test_each_kind_of_player_has_a_shape() -> None:
    chance = to_svg(search_tree(einstein(2, 1), algorithm="expectiminimax", compiled=False), ALL)
    assert elements(chance, "node", "diamond")
    crowd = to_svg(search_tree(lines((3, 2), 2, players=3), algorithm="maxn", compiled=False), ALL)
    for shape in ("square", "round", "hexagon"):
        assert elements(crowd, "node", shape)
    duel = to_svg(search_tree(lines((3, 2), 2, players=3), algorithm="paranoid", compiled=False), ALL)
    assert not elements(duel, "node", "hexagon")
    assert "another player to move" in duel


def test_text_fits_narrow_terminals_and_poor_encodings() -> None:
    found = search_tree(mnk(3, 3, 3), "b2 a1 c3", algorithm="alpha-beta", compiled=False, without="all")
    for width in (30, 40, 80):
        assert all(columns_of(line) <= width for line in to_text(found, ALL, width=width).splitlines())
    wide = to_text(found, ALL, width=200)
    assert "├─" in wide
    assert wide.count("✕") == found.result.counters["cutoffs"]
    assert sum(bool(re.search(r"\[\S+, \S+\] (X|O|end|table|bound)$", line)) for line in wide.splitlines()) == sum(
        1 for _ in found.nodes
    )
    plain = to_text(found, ALL, width=200, encoding="ascii")
    assert plain.isascii()
    assert ">= beta" in plain
    assert to_text(found, width=200, encoding="no such").isascii()


def test_the_same_search_makes_the_same_files() -> None:
    for make in (to_svg, to_page, to_text):
        made = [
            make(search_tree(tree(3, 4, 7), algorithm="aspiration", compiled=False, seconds=None)) for _ in range(2)
        ]
        assert made[0] == made[1]


@pytest.mark.usefixtures("plain")
def test_ipython_shows_what_print_shows() -> None:
    """IPython looks for the method in the dictionary of the class that has `__repr__`, and not in its bases."""

    class Printer:
        def text(self, shown: str) -> None:
            self.shown = shown

    game = mnk(3, 3, 3)
    for found in (
        *(solve(game), analyze(game), classify(game), board(game, "b2"), check(nim(1, 2), plays=1), grundy("nim(1,2)")),
        *(search_tree(game, "b2 a1 c3", algorithm="alpha-beta", compiled=False), review(game, "b2 a1 c3")),
        *(match(nim(1, 2), ("perfect", "random"), games=2), prove_play(nim(1, 2), "perfect")),
    ):
        printer = Printer()
        vars(type(found))["_repr_pretty_"](found, printer, False)
        assert printer.shown.startswith(str(found))


def test_things_show_themselves_in_notebooks() -> None:
    found = search_tree(mnk(3, 3, 3), "b2 a1 c3", algorithm="alpha-beta", compiled=False)
    assert found._repr_svg_() == to_svg(found)
    shown = solve(Hostile(), 0, algorithm="minimax", compiled=False)._repr_html_()
    ET.fromstring(f"<div>{shown}</div>".replace("\x00", ""))
    assert "<script" not in shown
    game = mnk(3, 3, 3)
    board = to_board(game, game.parse_position("b2 a1"))
    assert board is not None
    assert [element.get("class") for element in elements(board, "p0") + elements(board, "p1")] == ["p0", "p1"]
    assert len(elements(board, "stroke")) == 2
    assert len(elements(board, "place")) == 9
    assert len(elements(game._repr_svg_() or "", "place")) == 9
    assert game._repr_html_() is None
    assert (Hostile()._repr_svg_(), Hostile()._repr_html_()) == (
        None,
        "<pre>&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;\n0</pre>",
    )


# --- the command ------------------------------------------------------------------------------------------------------
ASKED = ("tree", "mnk(3,3,3)", "b2", "a1", "c3", "--interpreted")


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(
    ("name", "begins"), [("a.svg", "<svg"), ("a.html", "<!doctype html>"), ("A.TXT", "With best play")]
)
def test_a_file_is_what_its_name_says(name: str, begins: str, tmp_path: Path) -> None:
    ran = CliRunner().invoke(main, [*ASKED, "-o", str(tmp_path / name), "--most", "9"])
    assert (ran.exit_code, ran.stderr) == (0, ""), ran.output
    assert (tmp_path / name).read_text("utf-8").startswith(begins)
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_the_tree_is_told_on_the_terminal_or_as_json() -> None:
    shown = CliRunner(env={"COLUMNS": "40"}).invoke(main, [*ASKED, "--no-table", "--without", "all", "--depth", "3"])
    assert shown.exit_code == 0
    assert "cutoffs" in shown.stdout
    assert all(columns_of(line) <= 40 for line in shown.stdout.splitlines())
    told = CliRunner().invoke(main, [*ASKED, "--algorithm", "mtdf", "--objective", "distance", "--json", "--most", "7"])
    assert json.loads(told.stdout)["drawn"] == 7
    assert json.loads(told.stdout)["objective"] == "distance"
    spent = CliRunner().invoke(main, ["tree", "mnk(3,3,3)", "--interpreted", "--without", "all", "--nodes", "20"])
    assert spent.exit_code == 3


@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ([*ASKED, "-o", "tree.png"], "has no known ending; the choices are .svg, .html and .txt"),
        ([*ASKED, "-o", "nowhere/at/all/a.svg"], "There is no folder"),
        ([*ASKED, "--algorithm", "sprague-grundy"], "sprague-grundy"),
        ([*ASKED, "--algorithm", "fast"], "There is no algorithm 'fast'"),
        ([*ASKED, "--most", "0"], "most = 0"),
        ([*ASKED, "--objective", "fun"], "There is no objective"),
        (["tree", "mnk(3,3,3)", "a1", "a1"], "a1"),
        (["tree", "lines(3x3,3,players=3)", "--algorithm", "best-reply", "--interpreted"], "lets players pass"),
    ],
)
def test_what_cannot_be_drawn_is_refused(asked: list[str], told: str) -> None:
    ran = CliRunner().invoke(main, asked)
    assert (ran.exit_code, told in ran.stderr) == (2, True), ran.output
    assert len(ran.stderr.splitlines()) == 1


def test_a_file_that_cannot_be_made_leaves_the_one_that_is_there(tmp_path: Path) -> None:
    there = tmp_path / "a.svg"
    there.write_text("old")
    assert CliRunner().invoke(main, [*ASKED, "-o", str(there), "--most", "0"]).exit_code == 2
    assert there.read_text() == "old"
    assert [*tmp_path.iterdir()] == [there]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="requires /dev/full")
def test_an_error_of_a_full_disk_names_the_file(tmp_path: Path) -> None:
    (tmp_path / "full.svg").symlink_to("/dev/full")
    for asked in ([*ASKED, "-o"], ["match", "random", "random", "--game", "nim(1,2)", "--games", "2", "-o"]):
        ran = CliRunner().invoke(main, [*asked, str(tmp_path / "full.svg")])
        assert ran.exit_code == 2
        assert "full.svg' cannot be written: No space left on device." in " ".join(ran.output.split())


def test_importing_the_command_line_loads_no_pictures() -> None:
    code = "import sys, zermelo.cli, zermelo; print('zermelo.pictures' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"
