"""Claims of the practice tasks about take-away games, captures and the order of moves; a claim about proofs of play."""

from __future__ import annotations

import itertools
import random
import tempfile

from experiments.claims.claim import BARE, Judged, claim, verdict
from experiments.measuring import search
from zermelo import certify
from zermelo.games import capture, mnk, nim, subtraction, tree


@claim(
    "take-three", 5, "If players take one to three stones, the player to move loses exactly at the multiples of four."
)
def take_three() -> Judged:
    """Search heaps of 1 to 60 stones."""
    heaps = range(1, 61)
    wrong = sum(
        (search(subtraction(heap, 1, 2, 3), algorithm="negamax", without="all", compiled=False).value < 0)
        != (heap % 4 == 0)
        for heap in heaps
    )
    why = f"Heaps searched: 1 to {max(heaps)} stones. Exceptions: {wrong}."
    return Judged(verdict(wrong == 0), why, {"heaps": len(heaps), "wrong": wrong})


@claim("nim-needs-no-search", 5, "The exclusive or of the heaps shows who wins Nim, without a search.")
def nim_needs_no_search() -> Judged:
    """Search small positions."""
    heaps = [heaps for heaps in itertools.combinations_with_replacement(range(6), 3) if any(heaps)]
    wrong = 0
    for sizes in heaps:
        won = search(nim(*sizes), algorithm="negamax", without="all", compiled=False).value > 0
        wrong += won != (sizes[0] ^ sizes[1] ^ sizes[2] != 0)
    why = f"Positions searched, of three heaps of up to five stones: {len(heaps)}. Exceptions: {wrong}."
    return Judged(verdict(wrong == 0), why, {"positions": len(heaps), "wrong": wrong})


@claim("quiescence", 5, "Searching captures past the depth limit corrects values that pending captures make wrong.")
def quiescence() -> Judged:
    """Search a sample of positions on a line of seven cells at depth 1, with and without quiescence."""
    game = capture(7, 2)
    lines = ("".join(marks) for marks in itertools.product("x.o", repeat=7))
    few = [line for line in lines if 1 <= line.count("x") <= 2 and 1 <= line.count("o") <= 2]
    texts = random.Random(0).sample([line for line in few if not game.terminal(game.parse_position(line))], 120)
    true = [search(game, text, compiled=False).value for text in texts]
    wrong = {
        name: sum(
            search(game, text, depth=1, without=without, compiled=False).value != value
            for text, value in zip(texts, true, strict=True)
        )
        for name, without in (("plain", "quiescence"), ("quiescence", ""))
    }
    why = (
        f"Wrong values at depth 1, of {len(texts)} positions of `{game}`: {wrong['plain']} without such a search, "
        f"{wrong['quiescence']} with it."
    )
    fewer, none = wrong["quiescence"] < wrong["plain"], wrong["quiescence"] == 0
    return Judged(verdict(fewer, none), why, dict(wrong))


@claim("order-keeps-the-value", 5, "The order of moves changes the number of nodes, but never the value.")
def order_keeps_the_value() -> Judged:
    """Search the same trees in three orders."""
    values_differ, nodes_differ = 0, 0
    seeds = range(20)
    for seed in seeds:
        found = [
            search(tree(3, 5, seed, order), algorithm="alpha-beta", **BARE) for order in ("best", "random", "worst")
        ]
        values_differ += len({result.value for result in found}) > 1
        nodes_differ += len({result.counters["nodes"] for result in found}) > 1
    why = (
        f"Trees, each searched in three orders: {len(seeds)}. With different values: {values_differ}. With different "
        f"numbers of nodes: {nodes_differ}."
    )
    figures = {"trees": len(seeds), "values differ": values_differ, "nodes differ": nodes_differ}
    return Judged(verdict(values_differ == 0), why, figures)


@claim("testing-every-line", 3, "On 4x4, there are too many lines of play to show that a way of playing never loses.")
def testing_every_line() -> Judged:
    """Make a certificate of the draw for each player; have both checked by checkers that share no code with the search."""
    with tempfile.TemporaryDirectory() as folder:
        made = certify(mnk(4, 4, 4), folder=folder).certificates
    positions = sum(certificate.positions for certificate in made)
    accepted = sum(certificate.verdict.verified for certificate in made)
    why = (
        "A certificate shows how one player never loses, whatever the other plays. Positions in the certificates of both "
        f"players: {positions:,}. Accepted by checkers that share no code with the search: {accepted} of {len(made)}."
    )
    return Judged(verdict(accepted < 2), why, {"positions": positions, "accepted": accepted})
