"""What both proof-number searches ask of a position: does the player to move score at least `bound`?

The answer is a pair of numbers: *proof* 0 for yes, *disproof* 0 for no, the other number then being NEVER; else the least
number of positions that must be settled for either answer (Allis 1994).
"""

from __future__ import annotations

from typing import Any, TypeVar

from zermelo.core.constants import NONE
from zermelo.core.game import Game
from zermelo.search.parts.counters import HITS, PROBES, ROOT_LOWER, ROOT_UPPER, TO_THE_END
from zermelo.search.parts.entry import ABSENT, EXACT, LOWER, UPPER, is_complete, kind_of, to_data
from zermelo.search.parts.frontier import NEVER, disproof_of, proof_of, to_numbers
from zermelo.search.parts.observers import LEAVE, SEARCHED, UNDECIDED
from zermelo.search.parts.quiescence import quiescence
from zermelo.search.parts.search import Search
from zermelo.search.parts.walk import begin_root, is_whole

State = TypeVar("State")


def question_of(game: Game[State], search: Search, state: State, bound: int) -> Any:
    """What the table keeps the answer under: a row belongs to a position and a bound.

    So a position that either player may come to, each with another question, is never confused with itself.
    """
    key, _ = search.table.key_of(game, state)
    return key + (bound,)


def answered(score: int, bound: int) -> tuple[int, int]:
    """The numbers of a position whose score, or bound on it, settles the question."""
    return (0, NEVER) if score >= bound else (NEVER, 0)


def first_numbers(
    game: Game[State], search: Search, state: State, question: Any, ply: int, depth: int, bound: int
) -> tuple[int, int]:
    """The numbers of a position before its moves are looked at: an answer, what the table knows, or 1 and 1."""
    search.enter(ply, bound - 1, bound)
    if game.terminal(state):
        return answered(search.terminal_score(game, state, ply), bound)
    if depth == 0:
        return answered(quiescence(game, search, state, ply, bound - 1, bound), bound)
    known, proof, disproof = recalled(search, question, ply, depth)
    if known or ply == 0:
        return proof, disproof
    settled, score = search.proven_bound(game, state, bound - 1, bound)
    if not settled:
        return proof, disproof
    search.leave_proved(ply, score)
    return answered(score, bound)


def recalled(search: Search, question: Any, ply: int, depth: int) -> tuple[bool, int, int]:
    """Whether the table knows numbers of a question, or an answer; and which. 1 and 1 if not."""
    if search.table.remembers:
        search.counters[PROBES] += 1
    data, numbers = search.table.probe(question)
    if kind_of(data) == EXACT:
        return True, proof_of(numbers), disproof_of(numbers)
    unfit = search.control[TO_THE_END] != 0 and not is_complete(data)  # a limit may have had a part in it
    if data == ABSENT or ply == 0 or unfit or not search.serves(data, depth):
        return False, 1, 1
    search.use_entry(HITS, data, ply, 0, NONE)
    return (True, 0, NEVER) if kind_of(data) == LOWER else (True, NEVER, 0)


def remember(search: Search, question: Any, depth: int, proof: int, disproof: int) -> None:
    """Keep what has been found of a question: an answer, or the numbers so far."""
    kind = LOWER if proof == 0 else UPPER if disproof == 0 else EXACT
    search.table.put(question, to_numbers(proof, disproof), to_data(0, depth, is_whole(search), kind, NONE))


def bracket(search: Search, alpha: int, beta: int) -> tuple[int, int]:
    """Begin with the root: the scores between which its own is known to lie, in [alpha, beta]."""
    begin_root(search)
    return max(alpha, int(search.root[ROOT_LOWER])), min(beta, int(search.root[ROOT_UPPER]))


def middle(lower: int, upper: int) -> int:
    """The bound to ask for next: half way, a win before a draw. Who moves wins more often than loses."""
    return (lower + upper + 2) // 2


def narrowed(search: Search, lower: int, upper: int, bound: int, reached: bool) -> tuple[int, int]:
    """The bracket once it is known whether the root's score reaches `bound`."""
    lower, upper = (bound, upper) if reached else (lower, bound - 1)
    search.prove(lower, upper)
    return lower, upper


def leave_question(search: Search, ply: int, bound: int, proof: int, disproof: int) -> None:
    """A node is left: undecided, or with the answer whether its score is at least `bound`."""
    reason = UNDECIDED if proof > 0 and disproof > 0 else SEARCHED
    search.observer.note(LEAVE, ply, reason, bound if proof == 0 else bound - 1, NONE)
