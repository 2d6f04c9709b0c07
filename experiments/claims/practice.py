"""Claims of the practice tasks: take-away games, captures, proofs of play."""

from __future__ import annotations

import itertools
import random
import tempfile

from experiments.claims.claim import BARE, Judged, claim, verdict
from experiments.measuring import search
from zermelo.certificates import certify
from zermelo.games.capture_game import capture
from zermelo.games.impartial.heaps import nim, subtraction
from zermelo.games.in_a_row.mnk import mnk
from zermelo.games.uniform_tree import tree


@claim("take-three", 5, "Taking one to three stones, the player to move loses on multiples of four alone.")
def take_three() -> Judged:
    """Heaps searched."""
    heaps = range(1, 61)
    wrong = sum(
        (search(subtraction(heap, 1, 2, 3), algorithm="negamax", without="all", compiled=False).value < 0)
        != (heap % 4 == 0)
        for heap in heaps
    )
    return Judged(
        verdict(wrong == 0),
        f"Of heaps of 1 to {max(heaps)} stones {wrong} are otherwise.",
        {"heaps": len(heaps), "wrong": wrong},
    )


@claim("nim-needs-no-search", 5, "The exclusive or of the heaps says who wins Nim.")
def nim_needs_no_search() -> Judged:
    """Small heaps searched."""
    heaps = [heaps for heaps in itertools.combinations_with_replacement(range(6), 3) if any(heaps)]
    wrong = 0
    for sizes in heaps:
        won = search(nim(*sizes), algorithm="negamax", without="all", compiled=False).value > 0
        wrong += won != (sizes[0] ^ sizes[1] ^ sizes[2] != 0)
    why = f"In {wrong} of {len(heaps)} positions of three heaps of up to five the search says otherwise."
    return Judged(verdict(wrong == 0), why, {"positions": len(heaps), "wrong": wrong})


@claim("quiescence", 5, "Going on with captures at the horizon mends the values that captures spoil.")
def quiescence() -> Judged:
    """Every position of a line of seven cells, at depth 1."""
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
        f"Of {len(texts)} positions one ply misvalues {wrong['plain']} without and {wrong['quiescence']} with it: it "
        "mends what it can "
        "see, and captures are not all that goes wrong."
    )
    fewer, none = wrong["quiescence"] < wrong["plain"], wrong["quiescence"] == 0
    return Judged(verdict(fewer, none), why, dict(wrong))


@claim("order-keeps-the-value", 5, "The order of moves changes the work, never the value.")
def order_keeps_the_value() -> Judged:
    """Trees in three orders."""
    differ, works = 0, 0
    seeds = range(20)
    for seed in seeds:
        found = [
            search(tree(3, 5, seed, order), algorithm="alpha-beta", **BARE) for order in ("best", "random", "worst")
        ]
        differ += len({result.value for result in found}) > 1
        works += len({result.counters["nodes"] for result in found}) > 1
    why = f"Of {len(seeds)} trees in three orders each, {differ} have different values and {works} different work."
    return Judged(verdict(differ == 0), why, {"trees": len(seeds), "values differ": differ, "work differs": works})


@claim("testing-every-line", 3, "On 4x4 there are too many lines to show that a way of playing never loses.")
def testing_every_line() -> Judged:
    """A certificate of the draw for both sides, checked by the checker that shares no code with the search."""
    with tempfile.TemporaryDirectory() as folder:
        made = certify(mnk(4, 4, 4), folder=folder).certificates
    positions = sum(certificate.positions for certificate in made)
    accepted = sum(certificate.verdict.verified for certificate in made)
    why = (
        f"Two certificates, of {positions:,} positions together, show for either side how not to lose, whatever is "
        "played; "
        f"{accepted} of {len(made)} are accepted by checkers that share no code with the search."
    )
    return Judged(verdict(accepted < 2), why, {"positions": positions, "accepted": accepted})
