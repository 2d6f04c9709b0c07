"""`Oracle`: the exact value of every action of a game, for people who train or judge agents."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Generic, TypeVar, Unpack, cast, overload

import numpy as np
from numpy.typing import NDArray

from zermelo.core.errors import BadMove, BadOption, BadPosition, NotSupported, at
from zermelo.core.facets import has_distances
from zermelo.core.game import Game, player_at
from zermelo.core.integers import check_at_least
from zermelo.core.options import check_names
from zermelo.core.positions import AsState, state_of
from zermelo.core.reward_scale import Reward, RewardScale
from zermelo.core.supervision import Allowance, working_time
from zermelo.core.wording import counted, shown, unknown
from zermelo.games.catalogue import as_game
from zermelo.play.action_values import ActionValues
from zermelo.play.analysis import check_choice
from zermelo.play.best_response import MOST_POSITIONS, BestResponse, best_response, mean_loss
from zermelo.play.engine import as_player
from zermelo.play.export import Export, export_positions
from zermelo.play.game_lines import PastGame, action_of, choices_in, read_game
from zermelo.play.match import Match, match
from zermelo.play.players import Agent, Player
from zermelo.play.record import SIDES
from zermelo.play.review import judged, number
from zermelo.play.scores import Scores
from zermelo.play.value_finder import SearchLimits, ValueFinder
from zermelo.play.weights import Weight
from zermelo.preflight.facets import check_facets
from zermelo.preflight.faults import failures_of
from zermelo.solver.many import Positions
from zermelo.solver.options import Objective, Options, OracleOptions, names_for
from zermelo.solver.solver import Solver
from zermelo.tablebase.table import tables_in

State = TypeVar("State")

BOTH = "both"


class Oracle(Generic[State]):
    """Knows the value of every action of a game for two players, with chance or without, by searches to the end.

    A *position* is a state, a string, or None for the initial position, as for `solve`. Methods that take positions take
    one, or a list of several, or an int64 array with the words of a state in each row (`zermelo.core.words.pack`). Only a
    list or an array means several: a tuple is a state.

    Values are for the player to move. Nothing is estimated: with a budget of `nodes` or `seconds`, some values are only
    bounded, and the bounds are proved. What is found in one call makes the next ones faster.

        >>> oracle = Oracle("mnk(3,3,3)")
        >>> oracle.values("a1").value  # only the centre draws
        array([nan, -1., -1., -1.,  0., -1., -1., -1., -1.])
        >>> oracle.optimal_actions("a1"), oracle.is_blunder("a1", "c3")
        ((4,), True)
    """

    def __init__(
        self,
        game: Game[State] | str,
        *,
        objective: Objective | None = None,
        nodes: int | None = None,
        seconds: float | None = None,
        tables: str | os.PathLike[str] | None = None,
        **options: Unpack[OracleOptions],
    ) -> None:
        """With the objective "distance", the default without chance, optimal actions also win soonest or lose latest; with
        "outcome", all that keep the value of the position are optimal.

        `nodes` limits the search of each position after an action, `seconds` those of each call together, without
        compiling. `tables`: a folder that is a table of positions, or holds such folders; positions in it are not searched.

        If plays may return to a position, the oracle makes a table of all positions of the game when it is first asked.

        Raises NotSupported for more than two players, BadOption, and what `solve` raises.
        """
        game = as_game(game)
        known = (*names_for("oracle"), "objective", "nodes", "seconds", "tables")
        check_names(options, known, where="of an oracle, which searches to the end of the game")
        checked = Options(nodes=nodes, seconds=seconds, tables=tables, without=options.get("without", ""))
        with failures_of(game):
            check_facets(checked.reduced(game), seconds=seconds)
        if game.players > 2:
            raise NotSupported(f"{game} has {game.players} players; an oracle needs a game for two.")
        self.game = game
        default: Objective = "distance" if has_distances(game) else "outcome"
        self.objective: Objective = default if objective is None else objective
        self.nodes = nodes
        self.seconds = seconds
        self.solver: Solver[State] = Solver(game, objective=self.objective, line=False, **options)
        with failures_of(game):
            self.finder = ValueFinder(self.solver, () if tables is None else tables_in(tables, game))

    @property
    def note(self) -> str:
        """Why the searches were interpreted, if the game cannot be compiled; otherwise empty."""
        return self.finder.note

    # --- values ------------------------------------------------------------------------------------------------------
    def values(self, positions: Any = None) -> ActionValues:
        """The value of every action: arrays of the shape (actions,) for one position, (n, actions) for n positions.

        Ctrl-C ends the searches, and the rest has the bounds of the game. Raises BadPosition, with the index of the
        position if there are several, also if the game is over or chance moves. Raises BadTable for a table that does not
        agree with itself.
        """
        with failures_of(self.game):
            found = self.finder.values(self._states(positions), self.budget())
            return found if is_several(positions) else found[0]

    @overload
    def optimal_actions(  # pyright: ignore[reportOverlappingOverload]
        self, positions: list[Any] | NDArray[np.int64]
    ) -> list[tuple[int, ...]]: ...
    @overload
    def optimal_actions(self, positions: Any = None) -> tuple[int, ...]: ...
    def optimal_actions(self, positions: Any = None) -> list[tuple[int, ...]] | tuple[int, ...]:
        """The numbers of the actions that are proved optimal; a list of these for several positions.

        With a budget there may be others: `values(...).all_optimal` says where all are known.
        """
        masks = np.atleast_2d(self.values(positions).optimal)
        found: list[tuple[int, ...]] = [tuple(np.flatnonzero(mask).tolist()) for mask in masks]
        return found if is_several(positions) else found[0]

    @overload
    def is_blunder(  # pyright: ignore[reportOverlappingOverload]
        self, positions: list[Any] | NDArray[np.int64], actions: Any
    ) -> NDArray[np.int8]: ...
    @overload
    def is_blunder(self, positions: Any, actions: Any) -> bool | None: ...
    def is_blunder(self, positions: Any, actions: Any) -> NDArray[np.int8] | bool | None:
        """Whether an action gives up the value of the position: another one gets more. None if that is not proved.

        Each action is given by number or by name. For several positions there is an action for each, and the answer is an
        int8 array: 1 for a blunder, 0 for none, -1 if it is not proved. Raises BadMove for an action that is not legal.
        """
        with failures_of(self.game):
            states = self._states(positions)
            chosen = self._chosen(states, actions) if is_several(positions) else [self._legal(states[0], actions)]
            values, places = self.finder.values(states, self.budget()), (np.arange(len(states)), chosen)
            verdicts = np.where(values.blunders[places], 1, np.where(values.keeping[places], 0, -1)).astype(np.int8)
            return verdicts if is_several(positions) else {1: True, 0: False}.get(int(verdicts[0]))

    # --- agents ------------------------------------------------------------------------------------------------------
    def score(
        self,
        what: Player | Agent | str | Iterable[Any],
        *,
        side: str = BOTH,
        games: int = 100,
        against: Player | Agent | str = "random",
        seed: int = 0,
        progress: Callable[[str], None] | None = None,
    ) -> Scores:
        """Judge moves by their values: those of an agent that plays some games, or those of games that have been played.

        - An agent is a string for `engine_named`, such as "perfect" or "mybot.py:choose"; a `Player`; or a function that
          gets the game and a state, and returns an action, a dict with weights of actions, or an array with a probability
          for each action. It plays `games` games `against` another agent, and moves first in every other one; `seed` is for
          both. Only its own moves are judged.
        - Games are given as an iterable. Each is a line as `zermelo match -o FILE` writes it, such as "(b2) a1 c3 1-0"; a
          list of moves by name or number; or a game of a match (`match(...).games`). They begin in the initial position.
          Openings and throws are not judged.

        `side` is "first", "second" or "both": whose moves are judged. `seconds` of the oracle is the limit for all searches
        together. After it, or after Ctrl-C, the verdicts found so far are returned. `progress` is called with a line of
        text.

        Raises BadMove with the number of the game, BadOption, and what the players raise.
        """
        if side not in (*SIDES, BOTH):
            raise BadOption(unknown("side", side, (*SIDES, BOTH)))
        with failures_of(self.game):
            if isinstance(what, str | Player) or callable(what):
                played = self._match(what, against, games, seed, progress)
                names, missing = played.names, len(played.games) < games
                past = [(read_game(self.game, each), SIDES[each.first]) for each in played.games]
            else:
                names, missing, past = (None, None), False, [(game, BOTH) for game in self._read(what)]
            choices = [
                choice
                for count, (game, own) in enumerate(past, start=1)
                for choice in choices_in(game, count)
                if {side, own} <= {choice.side, BOTH}
            ]
            began, started = working_time(), time.monotonic()
            moves, stopped = judged(
                self.game, choices, partial(self.finder.values, budget=self.budget(progress)), progress
            )
            if stopped == "complete" and self.nodes is not None and any(move.blunder is None for move in moves):
                stopped = "nodes"
            return Scores(
                str(self.game),
                *names,
                side,
                self.objective,
                RewardScale.of(self.game, self.game.initial()),
                len(past),
                moves,
                "interrupted" if missing else stopped,
                seconds := working_time() - began,
                max(time.monotonic() - started - seconds, 0.0),
            )

    def best_response(
        self,
        agent: Player | Agent | str,
        side: str,
        *,
        limit: int = MOST_POSITIONS,
        progress: Callable[[str], None] | None = None,
    ) -> BestResponse:
        """The least that an agent gets as the "first" or "second" player, from an opponent that knows its policy.

        The agent is given as for `score`, and asked once in each position. Of a player that searches, the move that it
        chooses then is its policy. Rewards are exact: ints or Fractions, or floats if the policy has floats. At most
        `limit` positions are visited; Ctrl-C raises KeyboardInterrupt.

        Raises BadMove for an answer that is no policy; NotSupported if more positions can be reached, or if plays may return
        to a position; BadOption if a budget does not suffice to find the game value; and what the agent raises.
        """
        if side not in SIDES:
            raise BadOption(unknown("side", side, SIDES))
        check_at_least("limit", limit, 1)
        game, player = self.game, as_player(agent, self.game)
        if game.cyclic:
            raise NotSupported(
                f"Plays of {game} can return to a position, so a best response may go round for ever, and is not computed. "
                f"Use score, or prove_play for a player that never draws lots."
            )
        with failures_of(game):
            mover = SIDES.index(side) ^ player_at(game, game.initial(), 0)
            value = self._game_value()
            found = best_response(game, player.policy(), mover, limit=limit, progress=progress)
        return BestResponse(str(game), player.name, side, value if side == "first" else -value, *found)

    def exploitability(
        self, agent: Player | Agent | str, *, limit: int = MOST_POSITIONS, progress: Callable[[str], None] | None = None
    ) -> Weight:
        """How much less than the game value an agent gets against best responses, as the mean of both sides (Johanson et
        al. 2011). It is 0 for a perfect agent.

        It equals the exploitability that OpenSpiel computes, half of the NashConv (Lanctot et al. 2019). The parameters and
        the errors are those of `best_response`.
        """
        player = as_player(agent, self.game)
        return mean_loss([self.best_response(player, side, limit=limit, progress=progress) for side in SIDES])

    # --- files -------------------------------------------------------------------------------------------------------
    def export(
        self,
        folder: str | os.PathLike[str],
        *,
        format: str = "parquet",  # noqa: A002  (the usual name)
        sample: int | None = None,
        seed: int = 0,
        progress: Callable[[str], None] | None = None,
    ) -> Export:
        """Write solved positions for training to `folder`, which must be new or empty.

        They are all positions that play can reach and in which a player moves or, with `sample`, that number of different
        ones from random plays with this `seed`. `format` is "parquet", one file, which needs pyarrow, or "numpy", a file for
        each column. The file manifest.json describes the columns. Values that the budget does not suffice to prove are
        bounded; `seconds` of the oracle is the limit for all searches together. Ctrl-C leaves the folder as it was.

        Raises BadOption, also if the disk is full; NotSupported for a game with more than a million positions unless
        `sample` is given, and if pyarrow is not installed.
        """
        if sample is None and self.nodes is None and self.seconds is None and not self.finder.tables:
            self.finder.wants_table = True  # one pass over the game instead of a search for each position
        return export_positions(self, folder, kind=format, sample=sample, seed=seed, progress=progress)

    # --- positions and actions as they are given ---------------------------------------------------------------------
    def _states(self, positions: Any) -> list[State]:
        """The states of one position or of several. Raises BadPosition if it is not one in which a player moves."""
        if not is_several(positions):
            state = state_of(self.game, positions)
            check_choice(self.game, positions, state)
            return [state]
        given, states = Positions(self.game, positions), list[State]()
        for index in range(len(given)):
            state = None if index in given.refused else given.read(index)
            if state is None:
                raise BadPosition(f"Position {index}: {given.refused[index]}")
            with at(f"Position {index}"):
                check_choice(self.game, AsState(state), state)
            states.append(state)
        return states

    def _chosen(self, states: Sequence[State], actions: Any) -> list[int]:
        """The numbers of the actions that are given for several states. Raises BadMove, BadOption."""
        given = cast("list[Any]", actions)
        if not isinstance(actions, list | tuple | np.ndarray) or len(given) != len(states):
            count = counted(len(states), "position")
            raise BadOption(f"actions must be a list with an action for each of the {count}.")
        chosen: list[int] = []
        for index, (state, action) in enumerate(zip(states, given, strict=True)):
            with at(f"Position {index}"):
                chosen.append(self._legal(state, action))
        return chosen

    def _legal(self, state: State, action: Any) -> int:
        """The number of an action that is given by number or by name. Raises BadMove if it is not legal."""
        found = action_of(self.game, action)
        if not self.game.legal(state, found):
            name, where = self.game.action_name(found), self.game.position_text(state)
            raise BadMove(f"{name} is not legal in {where!r}.")
        return found

    def _read(self, games: Any) -> list[PastGame]:
        """The games that are given. Raises BadMove with the number of the game, BadOption."""
        if not isinstance(games, Iterable):
            raise BadOption(f"{shown(games)} is neither an agent nor a list of games.")
        past: list[PastGame] = []
        for game in cast("Iterable[Any]", games):
            with at(f"Game {len(past) + 1}"):
                past.append(read_game(self.game, game))
        return past

    def _match(self, agent: Any, against: Any, games: int, seed: int, progress: Callable[[str], None] | None) -> Match:
        """The games that an agent plays. After Ctrl-C they are fewer."""
        check_at_least("seed", seed, 0)
        sides = (
            as_player(agent, self.game, seed=seed, remembers=True),
            as_player(against, self.game, seed=seed + 1, remembers=True),
        )

        def on_game(*outcomes: int) -> None:
            if progress:
                progress(f"{sum(outcomes):,} of {games:,} games played")

        return match(self.game, sides, games=games, seed=seed, progress=on_game)

    # --- searches ----------------------------------------------------------------------------------------------------
    def budget(self, progress: Callable[[str], None] | None = None) -> SearchLimits:
        return SearchLimits(self.nodes, Allowance(self.seconds), progress)

    def _game_value(self) -> Reward:
        """The value of the initial position, for the player who moves first. Raises BadOption if it exceeds the budget."""
        lower, upper, _, stopped = self.finder.bounds([self.game.initial()], self.budget())
        if stopped == "interrupted":
            raise KeyboardInterrupt
        if lower[0] != upper[0]:
            raise NotFound(f"The value of {self.game} was not found within the budget of nodes or seconds; give more.")
        return number(lower[0])


def is_several(positions: Any) -> bool:
    """Whether several positions are given: a list, or an array. Anything else is one position."""
    return isinstance(positions, list | np.ndarray)


class NotFound(BadOption):
    """A value was not found within the budget."""
