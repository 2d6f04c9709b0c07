"""`zermelo solve --cluster`: what it prints, and what it refuses."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zermelo.cli import main


def solve(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["solve", *arguments])


def refusal(code: int, *arguments: str) -> str:
    result = solve(*arguments)
    assert (result.exit_code, result.stdout) == (code, ""), result.output
    return " ".join(result.stderr.partition("Error: ")[2].split())


@pytest.mark.long
def test_the_result(tmp_path: Path) -> None:
    result = solve("mnk(3,3,3)", "a1", "--cluster", "serial", "--json", "--certify", "-o", str(tmp_path))
    fields = json.loads(result.stdout)
    assert (fields["value"], fields["kind"], fields["algorithm"], fields["certified"]) == (0, "exact", "jobs", True)
    assert fields["best"] == ["b2"]


@pytest.mark.long
def test_etc_is_for_the_workers() -> None:
    def nodes(*given: str) -> int:
        result = solve("connect(4,4,4)", "--cluster", "serial", "--interpreted", "--json", *given)
        return json.loads(result.stdout)["counters"]["nodes"]

    assert nodes("--etc") < nodes("--no-etc")


def test_lanes_are_for_the_workers() -> None:
    result = solve("mnk(3,3,3)", "--cluster", "processes:1", "--lanes", "2", "--json")
    assert json.loads(result.stdout)["value"] == 0
    assert "--lanes is an option of --cluster" in refusal(2, "mnk(3,3,3)", "--lanes", "2")
    assert "lanes = 0 is not an integer of 1 or more" in refusal(2, "mnk(3,3,3)", "--cluster", "serial", "--lanes", "0")


def test_a_spent_budget_has_its_own_exit_code(tmp_path: Path) -> None:
    log = tmp_path / "log"
    result = solve(
        "connect(7,6,4)", "--cluster", "serial", "--seconds", "0.3", "--interpreted", "--checkpoint", str(log)
    )
    assert result.exit_code == 3, result.output
    assert "from -1 to 1 (proved bounds), for the player to move" in result.stdout
    assert (log / "log.jsonl").exists()


CONFLICTS = (
    *("--algorithm mtdf", "--objective distance", "--depth 3", "--deepening", "--no-table", "--nodes 10"),
    *("--without bounds", "--all-moves", "--seed 0", "--checkpoint-every 5"),
)


@pytest.mark.parametrize("given", CONFLICTS)
def test_options_that_a_cluster_does_not_take(given: str) -> None:
    assert refusal(2, "mnk(3,3,3)", "--cluster", "serial", *given.split()) == (
        f"--cluster cannot be combined with {given.split()[0]}; it takes --checkpoint, --seconds, --etc, --memory, "
        "--compiled, --threads, --lanes, --certify and --rules."
    )


REFUSED = {
    "nowhere": "cluster = 'nowhere' is none of 'serial', 'processes', 'processes:4', 'ray' or 'ray:ADDRESS'.",
    "processes:0": "cluster = 'processes:0': the number of processes must be 1 to 1024.",
    "processes:-1": "cluster = 'processes:-1' is none of 'serial', 'processes', 'processes:4', 'ray' or 'ray:ADDRESS'.",
    "processes:9999": "cluster = 'processes:9999': the number of processes must be 1 to 1024.",
    "": "cluster = '' is none of 'serial', 'processes', 'processes:4', 'ray' or 'ray:ADDRESS'.",
}


@pytest.mark.parametrize("where", REFUSED)
def test_places_that_are_none(where: str) -> None:
    assert refusal(2, "mnk(3,3,3)", "--cluster", where) == REFUSED[where]


GAMES = {
    "einstein(3,2)": "it has chance",
    "lines(3x3,3,players=3)": "it has 3 players",
    "examples/three_mens_morris.py": "its plays may return to a position",
}


@pytest.mark.parametrize("game", GAMES)
def test_games_that_a_cluster_does_not_solve(game: str) -> None:
    assert GAMES[game] in refusal(2, game, "--cluster", "serial")


def test_without_ray(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    said = "Ray is not installed; `pip install 'zermelo[cluster]'` installs it."
    assert refusal(5, "mnk(3,3,3)", "--cluster", "ray") == said


def test_a_log_of_another_game(tmp_path: Path) -> None:
    assert solve("mnk(3,3,3)", "--cluster", "serial", "--checkpoint", str(tmp_path)).exit_code == 0
    message = refusal(2, "mnk(4,3,3)", "--cluster", "serial", "--checkpoint", str(tmp_path))
    assert "belongs to other work: its game is 'mnk(3,3,3)', and should be 'mnk(4,3,3)'" in message


# --- positions in shards ------------------------------------------------------------------------------------------------
def ran(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


@pytest.mark.long
def test_a_census_a_table_and_its_verification(tmp_path: Path) -> None:
    folder = str(tmp_path / "table")
    alone = ran("table", "count", "nim(2,3)", "--json", "--interpreted")
    together = ran("table", "count", "nim(2,3)", "--json", "--interpreted", "--cluster", "serial", "--shards", "3")
    assert json.loads(together.stdout)["plies"] == json.loads(alone.stdout)["plies"]
    made = ran("table", "make", "nim(2,3)", "-o", folder, "--cluster", "serial", "--interpreted")
    assert (made.exit_code, "value 1 (computed)" in made.stdout) == (0, True)
    verified = ran("table", "verify", folder, "--cluster", "serial")
    assert (verified.exit_code, verified.stdout.startswith("CONSISTENT: nim(2,3)")) == (0, True)


def test_a_census_that_is_stopped_has_its_own_exit_code(tmp_path: Path) -> None:
    asked = ("table", "count", "connect(5,5,4)", "--checkpoint", str(tmp_path), "--cluster", "serial", "--interpreted")
    stopped = ran(*asked, "--seconds", "0.5")
    assert stopped.exit_code == 3, stopped.output
    assert "Stopped: time limit reached." in stopped.stdout


OPTIONS = {
    "table count mnk(3,3,3) --shards 2": "--shards is an option of --cluster; give both, or neither.",
    "table make mnk(3,3,3) --shards 2": "--shards is an option of --cluster; give both, or neither.",
    "table count mnk(3,3,3) --cluster serial --checkpoint-every 2": (
        "--cluster cannot be combined with --checkpoint-every: each job is noted as soon as it is done."
    ),
    "table count mnk(3,3,3) --cluster serial --shards 0": "shards = 0 is not an integer of 1 or more.",
    "table count mnk(3,3,3) --cluster nowhere": (
        "cluster = 'nowhere' is none of 'serial', 'processes', 'processes:4', 'ray' or 'ray:ADDRESS'."
    ),
}


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize("command", OPTIONS)
def test_options_that_make_no_sense(command: str) -> None:
    result = ran(*command.split())
    assert (result.exit_code, result.stdout) == (2, ""), result.output
    assert " ".join(result.stderr.partition("Error: ")[2].split()) == OPTIONS[command]
