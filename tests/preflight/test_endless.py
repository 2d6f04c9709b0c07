"""Every command on classes whose plays do not end, or end later than max_length: refused with the line of play, and soon."""

from __future__ import annotations

import re
import signal
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support import endless_games
from tests.support.endless_games import ENDLESS, Take
from zermelo import check, solve
from zermelo.cli import main
from zermelo.core.errors import ZermeloError
from zermelo.web.jobs import Jobs

FILE = Path(endless_games.__file__)
BOT = "def choose(game, state):\n    return next(iter(game.actions(state)))\n"

COMMANDS = {
    "solve": [],
    "analyze": [],
    "play": ["--as", "none"],
    "tree": [],
    "match": ["BOT:choose", "BOT:choose", "--games", "2", "--game"],
    "prove-play": ["--engine", "BOT:choose"],
    "judge": ["--agent", "BOT:choose", "--number", "2"],
    "export": ["-o", "HERE/positions", "--format", "numpy"],
    "classify": [],
    "table count": [],
    "table make": ["-o", "HERE/table"],
    "check": [],
    "grundy": [],
    "certify": ["--certify", "-o", "HERE/proofs"],
}
IMPARTIAL = ("grundy",)
TWO_PLAYERS = ("match", "prove-play", "judge", "export", "table make", "certify", "tree")
"""Refused for other reasons where there are more players or dice."""

REFUSED = re.compile(
    r"after \S.*, the play is longer than max_length = \d+ plies|"
    r"returns to|no move is legal|more players|chance|players|is more than"
)
WALL_SECONDS = 60
"""Far more than the ten that a command may take: this machine may be busy, and a hang is longer."""


@contextmanager
def at_most(seconds: int) -> Generator[None]:
    """Raises TimeoutError instead of hanging."""

    def late(*_: object) -> None:
        raise TimeoutError("it hangs")

    before = signal.signal(signal.SIGALRM, late)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def test_the_game_that_they_are_made_of_is_in_order() -> None:
    assert check(Take(), compiled=False).ok
    assert solve(Take(), compiled=False).exact


@pytest.mark.sampled(every=15)
@pytest.mark.parametrize("game", ENDLESS, ids=lambda game: game.__name__)
@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_refuses_with_the_line_of_play(command: str, game: type[Take], tmp_path: Path) -> None:
    if command in IMPARTIAL and not game.impartial:
        pytest.skip("it is for impartial games")
    bot = tmp_path / "bot.py"
    bot.write_text(BOT)
    words = [word.replace("BOT", str(bot)).replace("HERE", str(tmp_path)) for word in COMMANDS[command]]
    name = ["solve"] if command == "certify" else command.split()
    with at_most(WALL_SECONDS):
        named = f"{FILE}:{game.__name__}"
        shown = CliRunner().invoke(main, [*name, *words, named] if command == "match" else [*name, named, *words])
    assert not isinstance(shown.exception, TimeoutError), "it hangs"
    if command == "check":
        assert shown.exit_code == 1, shown.output
        assert re.search(r"fault +(length|cyclic|chance|terminal) at \S+", shown.stdout), shown.output
        return
    assert shown.exit_code == 2, shown.output
    told = " ".join(shown.stderr.split())
    assert REFUSED.search(told), told
    special = game.players > 2 or game.has_chance
    if not (special and command in TWO_PLAYERS) and command != "certify":
        assert re.search(r"is longer than max_length|returns to|no move is legal", told), told


@pytest.mark.parametrize("game", ENDLESS, ids=lambda game: game.__name__)
@pytest.mark.parametrize("job", ["values", "best", "review", "tree"])
def test_the_page_refuses_too(job: str, game: type[Take]) -> None:
    request = {"game": f"{FILE}:{game.__name__}", "position": None, "moves": [], "seconds": 2.0, "objective": None}
    request |= {"strength": 1.0, "seed": 1} | ({"objective": "outcome"} if job == "tree" else {})
    request |= {"algorithm": "minimax", "depth": None, "deepening": False, "table": True, "without": [], "most": 100}
    if job == "review":
        request["moves"] = ["0"]
    with at_most(WALL_SECONDS), pytest.raises(ZermeloError) as refused:
        Jobs(memory=1 << 24).answer(job, request, lambda _progress: None)
    assert REFUSED.search(str(refused.value)), refused.value
