"""Which pieces are proved, which only measured, and what saves most."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from experiments.knowledge import never_more, solves
from experiments.knowledge.never_more import PAIRS, costly, found_pairs, positions_in
from experiments.knowledge.solves import middle, pieces_in, ratios
from experiments.markdown import names, number
from experiments.study import Row
from zermelo.solver.options import ORDERING


def answer(rows: Sequence[Row]) -> str:
    """From the solves and the random positions."""
    solved, samples = solves.measured(rows), never_more.measured(rows)
    said = [
        _proved_said(samples),
        _ordering_said(solved, samples),
        _forced_said(samples),
        _table_said(solved),
        _best_said(solved),
    ]
    return " ".join(filter(None, said))


def _proved_said(samples: Sequence[Row]) -> str:
    """What is proved never to cost a node, and whether the figures contradict it."""
    proved = [pair for pair in PAIRS if pair.proved]
    refuted = [pair.piece for pair in proved if costly(samples, pair)]
    kept = _quoted(pair.piece for pair in proved if pair.piece not in refuted)
    said = (
        f"Proved never to cost a node in alpha-beta with a fixed order and no table, once the range of rewards is known: "
        f"{kept}"
    )
    if not refuted:
        return f"{said}, and on none of {positions_in(samples):,} random positions did one of them."
    return f"{said}. The figures contradict the proof for {_quoted(refuted)}: one of them is wrong."


def _ordering_said(solved: Sequence[Row], samples: Sequence[Row]) -> str:
    """Of killers and history: what was measured."""
    said: list[str] = []
    for pair in PAIRS:
        if pair.piece not in ORDERING:
            continue
        alone = ratios(solved, pair.piece, "alone").values()
        fewer = sum(compared["fewer"] for _, compared in found_pairs(samples, pair))
        said.append(
            f"`{pair.piece}` saves nodes in {fewer:,} of these positions and costs some in {costly(samples, pair):,}, and "
            f"beside a table takes {number(min(alone))} to {number(max(alone))} times the nodes"
        )
    return f"Killer moves and history only change the order, so for them there are figures and no proof: {'; '.join(said)}."


def _forced_said(samples: Sequence[Row]) -> str:
    """Where forced moves cost nodes, as nothing is proved of them."""
    dear = [pair for pair in PAIRS if not pair.proved and pair.piece == "forced" and costly(samples, pair)]
    ways = [
        f"{costly(samples, pair)} positions "
        + ("beside " + _quoted(pair.beside) if pair.beside else "where the range is not known")
        for pair in dear
    ]
    return f"Where the proof of `forced` does not hold, it costs nodes: in {names(ways)}." if ways else ""


def _table_said(solved: Sequence[Row]) -> str:
    """With a table: whether what is proved without one costs nodes, alone or, where that is proved too, added last."""
    proved = dict.fromkeys(pair.piece for pair in PAIRS if pair.proved)
    unproved = {pair.piece for pair in PAIRS if not pair.proved and "bounds" in pair.beside}
    dear = [
        f"`{piece}` in {game} ({'alone' if how == 'alone' else 'added to all others'}, {number(ratio)} times)"
        for piece in proved
        for how in ("alone", "left out")
        for game, ratio in ratios(solved, piece, how).items()
        if ratio > 1 and not (how == "left out" and piece in unproved)
    ]
    if not dear:
        return "With a table nothing of it is proved, though in no game here did one of them cost nodes there."
    return f"With a table nothing of it is proved, and some cost nodes: {names(dear)}."


def _best_said(solved: Sequence[Row]) -> str:
    """Which piece leaves the fewest nodes beside the table."""
    alone = {piece: middle(ratios(solved, piece, "alone").values()) for piece in pieces_in(solved) if piece != "table"}
    best, piece = min((value, piece) for piece, value in alone.items() if value)
    return (
        f"Most is saved by `{piece}`: beside the table it leaves {number(best)} of the nodes, in the median of "
        f"{len(ratios(solved, piece, 'alone'))} games."
    )


def _quoted(pieces: Iterable[str]) -> str:
    """Names as code, each once."""
    return names([f"`{piece}`" for piece in dict.fromkeys(pieces)])
