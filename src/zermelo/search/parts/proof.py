"""Proof and disproof numbers: what proof-number search and df-pn share.

The question about a position is: does the player to move score at least `bound`? A proof number of 0 means yes, a
disproof number of 0 means no, and the other number is then NEVER, which is infinity. While the question is open, the
proof number is the least number of positions that must be settled for a yes, the disproof number that for a no (Allis
1994).
"""

from __future__ import annotations

from typing import Any, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.search.parts.counters import HITS, PROBES, ROOT_LOWER, ROOT_UPPER, TO_THE_END
from zermelo.search.parts.entry import ABSENT, EXACT, LOWER, UPPER, bound_type_of, is_complete, to_data
from zermelo.search.parts.frontier import NEVER, disproof_of, proof_of, to_numbers
from zermelo.search.parts.observers import LEAVE, SEARCHED, UNDECIDED
from zermelo.search.parts.quiescence import quiescence
from zermelo.search.parts.search import Search
from zermelo.search.parts.walk import begin_root, nothing_truncated

State = TypeVar("State")


def question_of(game: Game[State], search: Search, state: State, bound: int) -> Any:
    """The key under which the table stores the numbers: position and bound.

    So two questions about the same position, such as one for each player, have separate rows.
    """
    key, _ = search.table.key_of(game, state)
    return key + (bound,)


def answered(score: int, bound: int) -> tuple[int, int]:
    """The numbers of a position whose score, or a bound on it, answers the question."""
    return (0, NEVER) if score >= bound else (NEVER, 0)


def first_numbers(
    game: Game[State], search: Search, state: State, question: Any, ply: int, depth: int, bound: int
) -> tuple[int, int]:
    """The initial numbers of a position: an answer, the numbers in the table, or 1 and 1."""
    search.enter(ply, bound - 1, bound)
    if game.terminal(state):
        return answered(search.terminal_score(game, state, ply), bound)
    if depth == 0:
        return answered(quiescence(game, search, state, ply, bound - 1, bound), bound)
    known, proof, disproof = probe_numbers(search, question, ply, depth)
    if known or ply == 0:
        return proof, disproof
    settled, score = search.proven_bound(game, state, bound - 1, bound)
    if not settled:
        return proof, disproof
    search.leave_proved(ply, score)
    return answered(score, bound)


def probe_numbers(search: Search, question: Any, ply: int, depth: int) -> tuple[bool, int, int]:
    """Whether the table has numbers or an answer for a question, and the numbers; 1 and 1 if it has neither."""
    if search.table.remembers:
        search.counters[PROBES] += 1
    data, numbers = search.table.probe(question)
    if bound_type_of(data) == EXACT:
        return True, proof_of(numbers), disproof_of(numbers)
    unfit = search.control[TO_THE_END] != 0 and not is_complete(data)  # it may depend on a depth limit
    if data == ABSENT or ply == 0 or unfit or not search.serves(data, depth):
        return False, 1, 1
    search.use_entry(HITS, data, ply, 0, NONE)
    return (True, 0, NEVER) if bound_type_of(data) == LOWER else (True, NEVER, 0)


def store_numbers(search: Search, question: Any, depth: int, proof: int, disproof: int) -> None:
    """Store the numbers of a question in the table: LOWER stands for yes, UPPER for no, EXACT for numbers so far."""
    bound = LOWER if proof == 0 else UPPER if disproof == 0 else EXACT
    search.table.put(question, to_numbers(proof, disproof), to_data(0, depth, nothing_truncated(search), bound, NONE))


def root_bounds(search: Search, alpha: int, beta: int) -> tuple[int, int]:
    """Begin the search of the root. Returns the bounds on its score known so far, within [alpha, beta]."""
    begin_root(search)
    return max(alpha, int(search.root[ROOT_LOWER])), min(beta, int(search.root[ROOT_UPPER]))


def next_bound(lower: int, upper: int) -> int:
    """The bound to ask about next: half way, rounded up, because the player to move wins more often than it loses."""
    return (lower + upper + 2) // 2


def narrow(search: Search, lower: int, upper: int, bound: int, reached: bool) -> tuple[int, int]:
    """The bounds on the root's score, once it is known whether it reaches `bound`."""
    lower, upper = (bound, upper) if reached else (lower, bound - 1)
    search.prove(lower, upper)
    return lower, upper


def leave_question(search: Search, ply: int, bound: int, proof: int, disproof: int) -> None:
    """Note that a node is left: undecided, or with the answer to whether its score is at least `bound`."""
    reason = UNDECIDED if proof > 0 and disproof > 0 else SEARCHED
    search.observer.note(LEAVE, ply, reason, bound if proof == 0 else bound - 1, NONE)
