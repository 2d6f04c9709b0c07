"""The jobs of a worker: each takes the fields of a request and returns the fields of its answer, as plain data."""

from __future__ import annotations

import functools
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final, Unpack

from zermelo.core.constants import MAX_ACTIONS
from zermelo.core.errors import BadGame, BadOption, BadPosition
from zermelo.core.facets import has_distances
from zermelo.core.game import Game
from zermelo.core.positions import AsState
from zermelo.core.stable_text import SCHEMA
from zermelo.core.supervision import LEAST_SECONDS
from zermelo.display.derived.board import fields_beside
from zermelo.display.svg import drawn
from zermelo.display.text_board import labels
from zermelo.games.catalogue import game_named
from zermelo.pictures.search_tree import drawable, search_tree
from zermelo.play.analysis import Analyst
from zermelo.play.engine import Engine
from zermelo.play.record import MOST_CELLS, Record
from zermelo.play.review import judge
from zermelo.preflight.faults import failures_of
from zermelo.solver.budget import Interpreting
from zermelo.solver.options import OBJECTIVES, SearchOptions
from zermelo.solver.progress import Progress
from zermelo.solver.result import Result
from zermelo.web.dominoes import with_dominoes
from zermelo.web.messages import MOST_SECONDS
from zermelo.web.offer import place_view
from zermelo.web.proofs import has_pairs, prove, why
from zermelo.web.response_types import Best, WhereView
from zermelo.web.sources import Stamps, sources

Request = dict[str, Any]
Answer = dict[str, Any]
Report = Callable[[Progress], None]

MOST_ACTIONS: Final = 4096
"""The most actions that a game may have."""

KEPT_GAMES: Final = 4
"""How many games are kept between requests."""

KEPT_PLAYERS: Final = 2
"""How many games have their engines, with transposition tables, kept between requests."""

MOST_COMPILED: Final = 24
"""How many games a process compiles before a fresh one takes over: compiled code stays in memory."""

MOST_EVENTS: Final = 100_000
"""How many events of a search are recorded to draw it."""


class Jobs:
    """Answers requests, one at a time. `options` are the options of all searches: memory, tables."""

    def __init__(self, **options: Unpack[SearchOptions]) -> None:
        self.options = options
        self.game = functools.lru_cache(maxsize=KEPT_GAMES)(self._load)
        self.worn = False
        """Whether a fresh process should take over."""
        self.sources: Stamps = {}
        """The files from which games have been loaded."""

        @functools.lru_cache(maxsize=KEPT_PLAYERS)
        def player(name: str) -> WebPlayer:
            return WebPlayer(self.game(name), **options)

        self.player = player

    def _load(self, name: str) -> Game[Any]:
        try:
            return _game(name)
        finally:
            self.sources = sources()  # also if the file has an error: it may have imported others that have none

    def answer(self, job: str, request: Request, report: Report) -> Answer:
        """The answer to a request. It names the game as the request did, so that the name can be used again.

        Raises ZermeloError if the request cannot be answered.
        """
        answer = self._answer(job, request, report)
        return answer | {"game": request["game"]} if "game" in answer else answer

    def _answer(self, job: str, request: Request, report: Report) -> Answer:
        began, game = time.monotonic(), self.game(request["game"])
        with failures_of(game):
            record = Record.played(game, request["moves"], request["position"])
        if job == "position":
            return position(record, places=request["places"], svg=request["svg"])
        if job == "why":
            return why(record)
        if job == "tree":
            return tree(record, request, report, self.options)
        player = self.player(request["game"])
        self.worn = self.player.cache_info().misses >= MOST_COMPILED
        left = max(request["seconds"] - (time.monotonic() - began), LEAST_SECONDS)
        if job == "prove":
            return prove(record, request | {"seconds": left}, self.options)
        return {"values": values, "best": best, "review": review}[job](
            player, record, request | {"seconds": left}, report
        )


class WebPlayer:
    """The engine of a game, and an analyst for each objective.

    A request has an answer in its time, so the time to compile counts: until the code is ready, the interpreter answers.
    """

    def __init__(self, game: Game[Any], **options: Unpack[SearchOptions]) -> None:
        self.engine = Engine(game, **options)
        objectives = OBJECTIVES if has_distances(game) else OBJECTIVES[:1]
        self.analysts = {
            objective: Analyst(game, objective=objective, seconds=MOST_SECONDS, **options) for objective in objectives
        }
        for searcher in (self.engine, *self.analysts.values()):
            searcher.wall = True
        self.objective = objectives[-1]
        """The default objective: distance if the game has it."""

    def compile_ahead(self) -> None:
        """Compile, in the background, all that the engine and the analysts may need, unless it has been compiled."""
        for solver in (*(analyst.solver for analyst in self.analysts.values()), *self.engine.solvers):
            solver.compile_ahead()

    def analyst(self, objective: str | None = None) -> Analyst:
        """The analyst for this objective, or for the default one. Raises BadOption."""
        found = self.analysts.get(objective or self.objective)
        if found is None:
            raise BadOption(f"This game has no objective {objective!r}. Use {' or '.join(self.analysts)}.")
        return found


def _game(name: str) -> Game[Any]:
    game = game_named(name)
    with failures_of(game):
        if game.action_count > min(MOST_ACTIONS, MAX_ACTIONS):
            raise BadGame(f"{name} has {game.action_count} actions; the server takes games of at most {MOST_ACTIONS}.")
    return game


def position(record: Record, *, places: int, svg: bool) -> Answer:
    """The answer to `position`: the board, the player to move and the legal moves. `places`: for how many of the last moves
    to say to which cells they went. `svg`: whether to draw the board, too.
    """
    game, state = record.game, record.state
    with failures_of(game):
        legal = [] if record.over else list(game.actions(state))
        moves = {action: game.action_name(action) for action in legal}
        cells = with_dominoes(record, record.cells())
        owners = Counter(tuple(cell.actions) for cell in cells)
        placed = len(record.moves) - places
        fields = fields_beside(game, state, drawn=bool(cells))
        return {
            "schema": SCHEMA,
            "game": str(game),
            "title": game.title(),
            "rules": game.rules(),
            "position": _text_of(record),
            "text": game.render(state),
            "fields": [{"name": name, "value": text} for name, text in fields],
            "players": game.players,
            "names": [record.name(player) for player in range(game.players)],
            "mover": record.mover,
            "over": record.over,
            "chance": record.chance,
            "rewards": list(record.rewards()) if record.over else None,
            "outcome": record.outcome() if record.over else None,
            "moves": list(moves.values()),
            "algorithms": drawable(game),
            "pairs": has_pairs(game),
            "cells": [
                place_view(cell)
                | {
                    "name": game.action_name(cell.actions[0])
                    if len(cell.actions) == owners[tuple(cell.actions)] == 1
                    else None,
                    "moves": [moves[action] for action in cell.actions if action in moves],
                }
                for cell in cells
            ],
            "svg": drawn(game, state, cells, fields) if svg and cells else None,
            "labels": [label._asdict() for label in labels(game, cells)],
            "history": [
                {
                    "move": name,
                    "mover": record.before(ply).mover,
                    "place": _place(record, ply) if ply >= placed else None,
                }
                for ply, name in enumerate(record.names())
            ],
        }


def _text_of(record: Record) -> str | None:
    """The position on one line, as requests take it; None if reading that line does not give the same state again."""
    game, text = record.game, record.game.position_text(record.state)
    try:
        return text if game.parse_position(text) == record.state else None
    except BadPosition:
        return None


def _place(record: Record, ply: int) -> Answer | None:
    """The cell to which a move went: one that it changed and did not leave empty, or else one that it belongs to alone."""
    game, earlier, later = record.game, record.before(ply), record.before(ply + 1)
    before = game.picture(earlier.state, earlier.mover)
    content = {cell.where: (cell.mark, cell.player) for cell in before}
    after = game.picture(later.state, earlier.mover) if len(before) <= MOST_CELLS else []
    changed = [cell for cell in after if cell.mark and content.get(cell.where, "") != (cell.mark, cell.player)]
    own = [cell for cell in before if cell.actions == (record.moves[ply],)]
    found = next(iter(changed if len(changed) == 1 else own or changed), None)
    return None if found is None else {name: getattr(found, name) for name in WhereView.__struct_fields__}


def values(player: WebPlayer, record: Record, request: Request, report: Report) -> Answer:
    """The answer to `values`: the value of every move."""
    analyst = player.analyst(request["objective"])
    found = analyst.analysis(AsState(record.state), seconds=request["seconds"], progress=report)
    preparing = analyst.waited and found.stopped == "seconds"
    if not preparing and found.nodes > Interpreting().nodes:  # the engine will need native code, too
        player.compile_ahead()
    answer = found.to_dict()
    for move, fields in zip(found.moves, answer["moves"], strict=True):
        fields["words"] = move.words(found.scale)
        fields["tone"] = found.scale.tone(move.lower, move.upper)
    name = record.name(record.mover)
    spoken, brief = found.sentence(name), found.sentence(name, distances=False)
    return answer | {"spoken": spoken, "brief": brief, "preparing": preparing}


def best(player: WebPlayer, record: Record, request: Request, report: Report) -> Answer:
    """The answer to `best`: a move to play; at a chance node, a random outcome."""
    game, engine, seed = record.game, player.engine, request["seed"]
    if record.over:
        raise BadPosition("The game is over: there is no move to play.")
    if seed is not None:
        engine.random.seed(seed)
    if record.chance:
        with failures_of(game):
            return _chosen(record, record.throw(engine.random), "chance")
    choice = engine.choose(record.state, strength=request["strength"], seconds=request["seconds"], progress=report)
    return _chosen(record, choice.action, "search" if choice.result else "random", choice.result)


def _chosen(record: Record, action: int, by: str, result: Result | None = None) -> Answer:
    known: dict[str, Any] = {}
    if result is not None:
        words = result.scale.verb(result.value) if result.kind == "exact" else None
        known = result.to_dict() | {"spoken": result.sentence(record.name(record.mover)), "words": words}
        known |= {"nodes": result.counters["nodes"]}
    fields = list(Best.__struct_fields__)
    return {name: known.get(name) for name in fields} | {
        "schema": SCHEMA,
        "move": record.game.action_name(action),
        "by": by,
    }


def review(player: WebPlayer, record: Record, request: Request, report: Report) -> Answer:
    """The answer to `review`: each move that was played, and what it was worth."""
    return judge(player.analyst(), record, seconds=request["seconds"], progress=report).to_dict()


def tree(record: Record, request: Request, report: Report, defaults: Mapping[str, object]) -> Answer:
    """The answer to `tree`: a search tree to draw."""
    from zermelo.pictures.document import document

    names = ("algorithm", "objective", "depth", "deepening", "table", "seconds")
    options: dict[str, Any] = {name: request[name] for name in names}
    options |= {"memory": defaults["memory"], "without": tuple(request["without"])}
    found = search_tree(
        record.game, AsState(record.state), most=MOST_EVENTS, progress=report, compiled=False, **options
    )
    return document(found, request["most"])
