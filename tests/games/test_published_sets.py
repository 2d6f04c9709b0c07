"""Games of winning sets whose winners others have published, each with its source."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest

from zermelo import Game, solve
from zermelo.games import clique, lines, polyomino, sets

Sets = Iterable[Iterable[Any]]


class Claim(NamedTuple):
    """A game, its value for the first player, and who published it."""

    game: Game[Any]
    value: int
    source: str


def graph(points: int, shape: list[tuple[int, int]], **options: Any) -> Game[Any]:
    """Players take edges between all points; a winning set is a copy of a graph, given by its edges."""
    edges = [frozenset(edge) for edge in itertools.combinations(range(points), 2)]
    size = 1 + max(map(max, shape))
    copies = {
        frozenset(frozenset((places[one], places[other])) for one, other in shape)
        for places in itertools.permutations(range(points), size)
    }
    return sets(len(edges), [[str(edges.index(edge) + 1) for edge in copy] for copy in copies], **options)


def path(points: int) -> list[tuple[int, int]]:
    """A path through so many points."""
    return [(point, point + 1) for point in range(points - 1)]


def star(rays: int) -> list[tuple[int, int]]:
    """A star with so many rays."""
    return [(0, ray) for ray in range(1, rays + 1)]


def affine_plane(order: int) -> Sets:
    """The lines of the affine plane of a prime order; cell x * order + y + 1 is the point (x, y)."""
    numbers = range(order)
    upright = [[x * order + y + 1 for y in numbers] for x in numbers]
    others = [[x * order + (m * x + b) % order + 1 for x in numbers] for m in numbers for b in numbers]
    return [*upright, *others]


def affine_plane_of_order_4() -> Sets:
    """Its lines, over the field of four elements 0, 1, 2 and 3 = 2 + 1."""
    times = [[0, 0, 0, 0], [0, 1, 2, 3], [0, 2, 3, 1], [0, 3, 1, 2]]
    upright = [[x * 4 + y + 1 for y in range(4)] for x in range(4)]
    return [*upright, *([x * 4 + (times[m][x] ^ b) + 1 for x in range(4)] for m in range(4) for b in range(4))]


def difference_set(size: int, base: list[int]) -> Sets:
    """The shifts of a difference set: the lines of a projective plane."""
    return [[(place + shift) % size + 1 for place in base] for shift in range(size)]


def transversal(square: list[str]) -> Sets:
    """Blocks of a row, a column and a symbol of a Latin square, each numbered in a group of its own."""
    order = len(square)
    return [
        [row + 1, order + column + 1, 2 * order + "0123".index(symbol) + 1]
        for row, symbols in enumerate(square)
        for column, symbol in enumerate(symbols)
    ]


def progressions(last: int, length: int) -> Sets:
    """The arithmetic progressions of this length in 1, ..., last."""
    return [
        [start + step * place for place in range(length)]
        for step in range(1, last)
        for start in range(1, last - step * (length - 1) + 1)
    ]


def sums(last: int, count: int, *, distinct: bool) -> Sets:
    """{x1, ..., xk, y} with x1 + ... + xk = y <= last."""
    choose = itertools.combinations if distinct else itertools.combinations_with_replacement
    return [{*some, sum(some)} for some in choose(range(1, last + 1), count) if sum(some) <= last]


GARDNER = "Gardner, The Colossal Book of Mathematics, 2001, chapter 22; von Broemssen, OEIS A380597 and A380598, 2025"
CARROLL = "Carroll and Dougherty, Tic-tac-toe on a finite plane, Mathematics Magazine 77, 2004"
DESIGNS = "Tic-tac-toe on designs, 2024, arXiv 2402.11118"
GASARCH = "Gasarch, Kruskal, Lu, Weaver and Wilkinson, Ramsey game numbers"
HAMILTON = "Stojakovic and Trkulja, Hamiltonian Maker-Breaker games on small graphs, 2019, arXiv 1708.07579"
RADO = "Gaiser and Horn, Maker-Breaker Rado games for equations with radicals, 2023, arXiv 2309.09145"
SNAKY = "Harborth and Seemann, Snaky is a paving winner, 1997, in Halupczok and Schlage-Puchta, Achieving Snaky, 2007"
TORUS = "Optimal games of tic tac torus, codegolf.stackexchange.com; Carroll and Dougherty, 2004 (the plane of order 3)"
WALL = "Clark, Fisk and Goren, A variation on the game Set, Involve 9, 2016"
CHVATAL = "Chvatal and Erdos, 1978, in Glazik and Srivastav, 2018, arXiv 1812.01382"
BOX = "Chvatal and Erdos, Biased positional games, 1978"

CLAIMS: dict[str, Claim] = {
    # --- polyominoes ------------------------------------------------------------------------------------------------
    "an el on 2x2 with a stone beforehand": Claim(
        sets(4, [[1, 2, 3], [1, 2, 4], [1, 3, 4], [2, 3, 4]], x=[1]), 1, "Wikipedia, Harary's generalized tic-tac-toe"
    ),
    "snaky on 6x6, weak": Claim(polyomino("snaky", 6, 6, weak=True), -1, SNAKY),
    "fatty on 6x6": Claim(polyomino("fatty", 6, 6), 0, GARDNER),
    "knobby on 4x4": Claim(polyomino("knobby", 4, 4), 0, GARDNER),
    # --- graphs -----------------------------------------------------------------------------------------------------
    "Sim": Claim(clique(6, 3, misere=True), -1, "Slany, Graph Ramsey games, 1999, arXiv cs/9911004"),
    "triangles on 4 points": Claim(clique(4, 3), 0, GASARCH),
    "triangles on 5 points": Claim(clique(5, 3), 1, GASARCH),
    "paths of 5 points on 5": Claim(graph(5, path(5)), 1, GASARCH),
    "stars of 3 rays on 4 points": Claim(graph(4, star(3)), 0, GASARCH),
    "stars of 3 rays on 5 points": Claim(graph(5, star(3)), 1, GASARCH),
    "stars of 4 rays on 6 points": Claim(graph(6, star(4)), 0, GASARCH),
    "Hamiltonian paths on 4 points, weak": Claim(graph(4, path(4), weak=True), -1, HAMILTON),
    "Hamiltonian paths on 5 points, weak": Claim(graph(5, path(5), weak=True), 1, HAMILTON),
    "Hamiltonian cycles on 5 points, weak": Claim(graph(5, [*path(5), (4, 0)], weak=True), -1, HAMILTON),
    "Hamiltonian cycles on 6 points, weak": Claim(graph(6, [*path(6), (5, 0)], weak=True), -1, HAMILTON),
    "triangles on 6 points, 1:1, weak": Claim(clique(6, 3, weak=True), 1, CHVATAL),
    "triangles on 6 points, 1:5, weak": Claim(clique(6, 3, weak=True, bias="1:5"), -1, CHVATAL),
    # --- planes and designs -----------------------------------------------------------------------------------------
    "the torus of 3x3": Claim(lines("3x3", 3, torus=True), 1, TORUS),
    "the torus of 3x3, misere": Claim(lines("3x3", 3, torus=True, misere=True), 1, WALL),
    "the affine plane of order 2": Claim(sets(4, affine_plane(2)), 1, CARROLL),
    "the affine plane of order 3": Claim(sets(9, affine_plane(3)), 1, CARROLL),
    "the affine plane of order 4": Claim(sets(16, affine_plane_of_order_4()), 1, CARROLL),
    "the affine plane of order 4, weak": Claim(sets(16, affine_plane_of_order_4(), weak=True), 1, DESIGNS),
    "the affine plane of order 5": Claim(sets(25, affine_plane(5)), 0, CARROLL),
    "the projective plane of order 2": Claim(sets(7, difference_set(7, [0, 1, 3])), 1, CARROLL),
    "the projective plane of order 3": Claim(sets(13, difference_set(13, [0, 1, 3, 9])), 0, CARROLL),
    "the projective plane of order 3, weak": Claim(sets(13, difference_set(13, [0, 1, 3, 9]), weak=True), -1, DESIGNS),
    "the projective plane of order 4": Claim(sets(21, difference_set(21, [0, 1, 4, 14, 16])), 0, CARROLL),
    "a transversal design of order 2": Claim(sets(6, transversal(["01", "10"])), 0, DESIGNS),
    "a transversal design of order 3": Claim(sets(9, transversal(["012", "120", "201"])), 1, DESIGNS),
    "a transversal design of order 4": Claim(sets(12, transversal(["0123", "1230", "2301", "3012"])), 1, DESIGNS),
    # --- numbers ----------------------------------------------------------------------------------------------------
    "progressions of 3 numbers up to 9, misere": Claim(
        sets(9, progressions(9, 3), misere=True),
        -1,
        "Adams-Watters, Games of Ramsey and van der Waerden, math-fun list",
    ),
    "sums of 2 different numbers up to 6, weak": Claim(sets(6, sums(6, 2, distinct=True), weak=True), -1, RADO),
    "sums of 2 different numbers up to 7, weak": Claim(sets(7, sums(7, 2, distinct=True), weak=True), 1, RADO),
    "sums of 3 different numbers up to 11, weak": Claim(sets(11, sums(11, 3, distinct=True), weak=True), -1, RADO),
    "sums of 3 different numbers up to 12, weak": Claim(sets(12, sums(12, 3, distinct=True), weak=True), 1, RADO),
    "sums of 3 numbers up to 4, weak": Claim(sets(4, sums(4, 3, distinct=False), weak=True), -1, RADO),
    "sums of 3 numbers up to 5, weak": Claim(sets(5, sums(5, 3, distinct=False), weak=True), 1, RADO),
    # --- boxes: n disjoint sets of k cells; Breaker takes one cell, so he wins if p (1 + 1/2 + ... + 1/n) < k -----------
    "boxes of 4 cells, 2:1": Claim(sets("ABCD/EFGH/IJKL", weak=True, bias="2:1"), -1, BOX),
    "boxes of 3 cells, 3:1": Claim(sets("ABC/DEF/GHI", weak=True, bias="3:1"), 1, BOX),
    # --- k in a row -------------------------------------------------------------------------------------------------
    "3x3, weak": Claim(lines("3x3", 3, weak=True), 1, "Beck, Combinatorial Games: Tic-Tac-Toe Theory, 2008, section 3"),
    "4x4, weak": Claim(
        lines("4x4", 4, weak=True), -1, "Beck, Combinatorial Games: Tic-Tac-Toe Theory, 2008, section 3"
    ),
}


@pytest.mark.sampled(every=5)
@pytest.mark.parametrize("name", CLAIMS)
def test_winners_are_those_that_are_published(name: str) -> None:
    claim = CLAIMS[name]
    assert solve(claim.game, line=False).value == claim.value


# The smallest square board on which the first player wins, and in how many of the own moves (GARDNER).
HARARY = {
    "elam": (1, 1),
    "domino": (2, 2),
    "el": (3, 3),
    "tic": (4, 3),
    "elly": (4, 4),
    "tippy": (3, 5),
    "knobby": (5, 4),
}
"""The pentominoes that win, and skinny, take longer: see the study of polyominoes."""


@pytest.mark.sampled("elam", "domino", "el", "tic", "tippy")
@pytest.mark.parametrize("animal", HARARY)
def test_animals_are_won_on_the_published_boards(animal: str) -> None:
    board, moves = HARARY[animal]
    for side in range(1, board):
        assert solve(polyomino(animal, side, side), line=False).value == 0
    found = solve(polyomino(animal, board, board), objective="distance", line=False)
    assert (found.value, found.distance) == (1, 2 * moves - 1)


@pytest.mark.long
def test_tippy_is_won_sooner_on_a_larger_board() -> None:
    """In five moves on 3x3, and in four on 5x5 (Wikipedia, Harary's generalized tic-tac-toe)."""
    assert solve(polyomino("tippy", 5, 5), objective="distance", line=False).distance == 7


def test_the_first_turn_may_take_fewer_cells_than_the_others() -> None:
    """As in Diptarama, Yoshinaka and Shinohara, QBF encoding of generalized tic-tac-toe, CEUR-WS 1719, 2016: GTTT(2,1)."""
    assert solve(polyomino("domino", 2, 2, bias="2:2", opening=1), line=False).value == -1
    assert solve(polyomino("domino", 2, 2, bias="2:2"), line=False).value == 1
