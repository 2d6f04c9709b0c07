"""What a worker answers: a request as plain data, and plain data back."""

from __future__ import annotations

import contextlib
import functools
import random
import threading
import time
import weakref
from collections.abc import Callable, Mapping
from typing import Any, Final, Unpack

from zermelo.core.constants import MAX_ACTIONS
from zermelo.core.errors import BadGame, BadOption, BadPosition
from zermelo.core.facets import has_distances
from zermelo.core.game import Game
from zermelo.core.positions import AsState
from zermelo.core.stable_text import SCHEMA
from zermelo.core.supervision import LEAST_SECONDS
from zermelo.games.catalogue import game_named
from zermelo.pictures.search_tree import search_tree
from zermelo.play.analysis import Analyst
from zermelo.play.engine import Engine
from zermelo.play.record import Record
from zermelo.play.review import judge
from zermelo.preflight.faults import failures_of
from zermelo.solver.options import OBJECTIVES, SearchOptions
from zermelo.solver.progress import Progress
from zermelo.solver.result import Result
from zermelo.web.messages import MOST_SECONDS

Request = dict[str, Any]
Answer = dict[str, Any]
Report = Callable[[Progress], None]

MOST_CELLS: Final = 1024
MOST_SIDE: Final = 64
"""Larger boards are shown as text."""

MOST_ACTIONS: Final = 4096
"""Of a game that is served."""

GAMES: Final = 4
"""Games that are kept between requests."""

KEPT: Final = 2
"""Games whose engines, with their tables, are kept between requests."""

MOST_COMPILED: Final = 24
"""Games that a process compiles: their code stays in memory."""

MOST_IMAGES: Final = 64
"""Of a position that is searched by interpreted code: those of a large board in many dimensions take seconds to compare."""

MOST_EVENTS: Final = 100_000
"""Of a search that is drawn."""

LONGEST_WAIT: Final = 5.0
"""Seconds for a game to be compiled, before it is interpreted."""

COMPILING: Final = threading.Lock()
"""One game at a time: each takes a processor, and much address space."""


class Jobs:
    """Answers, one at a time. `options` are those of all searches: memory, tables, threads."""

    def __init__(self, **options: Unpack[SearchOptions]) -> None:
        self.options = options
        self.game = functools.lru_cache(maxsize=GAMES)(_game)
        self.worn = False
        """Whether a fresh process should take over."""

        @functools.lru_cache(maxsize=KEPT)
        def players(name: str) -> Players:
            return Players(self.game(name), options)

        self.players = players

    def answer(self, job: str, request: Request, report: Report) -> Answer:
        """The answer to one request; the game in it is called as it was asked for, by which it can be asked for again.

        Raises ZermeloError for what cannot be answered.
        """
        told = self._told(job, request, report)
        return told | {"game": request["game"]} if "game" in told else told

    def _told(self, job: str, request: Request, report: Report) -> Answer:
        began, game = time.monotonic(), self.game(request["game"])
        with failures_of(game):
            record = Record.played(game, request["moves"], request["position"])
        if job == "position":
            return position(record)
        if job == "guess":
            return guess(record)
        if job == "tree":
            return tree(record, request, self.options)
        players = self.players(request["game"])
        self.worn = self.players.cache_info().misses >= MOST_COMPILED
        player = players.within(request["seconds"] - (time.monotonic() - began))
        left = max(request["seconds"] - (time.monotonic() - began), LEAST_SECONDS)
        return {"values": values, "best": best, "review": review}[job](
            player, record, request | {"seconds": left}, report
        )


class WebPlayer:
    """The engine of a game, and its analysts by objective."""

    def __init__(self, game: Game[Any], **options: Unpack[SearchOptions]) -> None:
        self.engine = Engine(game, **options)
        objectives = OBJECTIVES if has_distances(game) else OBJECTIVES[:1]
        self.analysts = {
            objective: Analyst(game, objective=objective, seconds=MOST_SECONDS, **options) for objective in objectives
        }
        self.objective = objectives[-1]
        """That tells most."""

    def analyst(self, objective: str | None = None) -> Analyst:
        """That for this objective. Raises BadOption."""
        found = self.analysts.get(objective or self.objective)
        if found is None:
            raise BadOption(f"The objective {objective!r} is not for this game; {' and '.join(self.analysts)} will do.")
        return found

    def prepare(self) -> None:
        """Compile all."""
        for solver in (*self.engine.solvers, *(analyst.solver for analyst in self.analysts.values())):
            solver.prepare()


class Players:
    """Two of one game: until the code of the compiled one is ready, the interpreted one answers."""

    def __init__(self, game: Game[Any], options: SearchOptions) -> None:
        left_out = ("symmetry",) if game.symmetry_count > MOST_IMAGES else ()
        plain: SearchOptions = {**options, "compiled": False, "without": left_out}
        self.compiled, self.interpreted = WebPlayer(game, **options), WebPlayer(game, **plain)
        self._ready = threading.Event()
        threading.Thread(target=_prepare, args=(weakref.ref(self), self._ready), daemon=True).start()

    def within(self, seconds: float) -> WebPlayer:
        """The one that can answer in so many seconds: up to half of them are for waiting."""
        try:
            return self.compiled if self._ready.wait(min(max(seconds / 2, 0), LONGEST_WAIT)) else self.interpreted
        except KeyboardInterrupt:  # the client does not want to wait
            return self.interpreted


def _prepare(players: weakref.ref[Players], ready: threading.Event) -> None:
    """Compile for them, if they are still there when it is their turn."""
    with COMPILING:
        wanted = players()
        if wanted is not None:
            with contextlib.suppress(Exception):  # what cannot be compiled says so when it is asked
                wanted.compiled.prepare()
    ready.set()


def _game(name: str) -> Game[Any]:
    game = game_named(name)
    with failures_of(game):
        if game.action_count > min(MOST_ACTIONS, MAX_ACTIONS):
            raise BadGame(f"{name} has {game.action_count} actions; up to {MOST_ACTIONS} are served.")
    return game


def position(record: Record) -> Answer:
    """The board, and what can be done."""
    game, state = record.game, record.state
    with failures_of(game):
        legal = [] if record.over else list(game.actions(state))
        moves = {action: game.action_name(action) for action in legal}
        return {
            "schema": SCHEMA,
            "game": str(game),
            "position": _text_of(record),
            "text": game.render(state),
            "players": game.players,
            "names": [record.name(player) for player in range(game.players)],
            "mover": record.mover,
            "over": record.over,
            "chance": record.chance,
            "rewards": list(record.rewards()) if record.over else None,
            "outcome": record.outcome() if record.over else None,
            "moves": list(moves.values()),
            "cells": _cells(record, moves),
            "history": [{"move": name, "mover": record.before(ply).mover} for ply, name in enumerate(record.names())],
        }


def _text_of(record: Record) -> str | None:
    """The position on a line from which play can go on, None where only moves tell it."""
    game, text = record.game, record.game.position_text(record.state)
    try:
        return text if game.parse_position(text) == record.state else None
    except BadPosition:
        return None


def _cells(record: Record, moves: dict[int, str]) -> list[Answer]:
    cells = record.game.picture(record.state, record.mover)
    if len(cells) > MOST_CELLS or any(
        not 0 <= place < MOST_SIDE for cell in cells for place in (cell.row, cell.column)
    ):
        return []
    return [
        {
            "layer": cell.layer,
            "row": cell.row,
            "column": cell.column,
            "mark": cell.mark,
            "player": None if cell.player < 0 else cell.player,
            "moves": [moves[action] for action in cell.actions if action in moves],
        }
        for cell in cells
    ]


def values(player: WebPlayer, record: Record, request: Request, report: Report) -> Answer:
    """What every move is worth."""
    analyst = player.analyst(request["objective"])
    found = analyst.analysis(AsState(record.state), seconds=request["seconds"], progress=report)
    answer = found.to_dict()
    for move, told in zip(found.moves, answer["moves"], strict=True):
        told["words"] = move.words(found.stakes)
        told["tone"] = found.stakes.tone(move.lower, move.upper)
    name = record.name(record.mover)
    return answer | {"spoken": found.sentence(name), "brief": found.sentence(name, distances=False)}


def best(player: WebPlayer, record: Record, request: Request, report: Report) -> Answer:
    """A move to play, or a throw."""
    game, engine, seed = record.game, player.engine, request["seed"]
    if record.over:
        raise BadPosition("The game is over: there is no move.")
    if seed is not None:
        engine.random.seed(seed)
    if record.chance:
        with failures_of(game):
            return _chosen(game.action_name(record.throw(engine.random)), "chance", None)
    choice = engine.choose(record.state, strength=request["strength"], seconds=request["seconds"], progress=report)
    return _chosen(game.action_name(choice.action), "search" if choice.result else "random", choice.result)


def guess(record: Record) -> Answer:
    """A legal move at random, where no search came to an end in time."""
    with failures_of(record.game):
        return _chosen(record.game.action_name(record.throw(random.Random())), "random", None)


def _chosen(move: str, by: str, result: Result | None) -> Answer:
    told = {} if result is None else result.to_dict()
    fields = ("value", "kind", "lower", "upper", "distance", "seconds", "stopped")
    sentence = None if result is None else result.sentence()
    nodes = None if result is None else result.counters["nodes"]
    return {"schema": SCHEMA, "move": move, "by": by, "sentence": sentence, "nodes": nodes} | {
        name: told.get(name) for name in fields
    }


def review(player: WebPlayer, record: Record, request: Request, report: Report) -> Answer:
    """The moves that were played, judged."""
    return judge(player.analyst(), record, seconds=request["seconds"], progress=report).to_dict()


def tree(record: Record, request: Request, kept: Mapping[str, object]) -> Answer:
    """A search, drawn."""
    from zermelo.pictures.document import document

    names = ("algorithm", "objective", "depth", "deepening", "table", "seconds")
    options: dict[str, Any] = {name: request[name] for name in names}
    options |= {"memory": kept["memory"], "without": tuple(request["without"])}
    found = search_tree(record.game, AsState(record.state), most=MOST_EVENTS, compiled=False, **options)
    return document(found, request["most"])
