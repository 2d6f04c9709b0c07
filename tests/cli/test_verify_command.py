"""`zermelo verify` on several files and folders: a line for each, a summary, the exit code of the worst."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from zermelo import ZermeloError, certify, mnk, nim, tabulate, verify
from zermelo.cli import main
from zermelo.games.catalogue import game_named

OWN_GAME = """
from zermelo import Game


class Take(Game[int]):
    max_length, action_count = 4, 2

    def initial(self) -> int:
        return 4

    def actions(self, state):
        return range(min(2, state))

    def apply(self, state, action):
        return state - 1 - action

    def terminal(self, state):
        return state == 0

    def reward(self, state):
        return -1
"""
OWN_RULES = """
def start(game):
    return (4, 0)


def to_move(state):
    return state[1]


def moves(state):
    return list(range(min(2, state[0])))


def apply(state, move):
    return (state[0] - 1 - move, 1 - state[1])


def result(state):
    return None if state[0] else (-1, 1)[state[1]]
"""


def checked(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments)])


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two certificates, in a folder, and a table beside it."""
    place = tmp_path_factory.mktemp("made")
    for game in (nim(1, 2), nim(2, 2)):
        certify(game, folder=place / "proofs", compiled=False)
    tabulate(mnk(2, 2, 2), folder=place / "table", compiled=False)
    return place


@pytest.fixture
def there(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "there"))


def rejected(path: Path) -> None:
    """Another claim, under digests that are right: of the game in which the other player wins."""
    import hashlib

    magic, head, _, stream = path.read_bytes().split(b"\n", 3)
    head = head.replace(b"[1,2]", b"[1,1]")
    digest = hashlib.sha256(magic + b"\n" + head + b"\n").hexdigest().encode()
    path.write_bytes(b"\n".join((magic, head, digest, stream)))


def test_a_folder_is_checked_file_by_file(there: Path) -> None:
    shown = checked(there / "proofs")
    first, second, last = shown.stdout.splitlines()
    assert (shown.exit_code, last) == (0, "2 checked: 2 verified.")
    assert first.startswith(f"{there / 'proofs' / 'nim-1-2-first-wins.zcert'}: VERIFIED: ")
    assert second.startswith(f"{there / 'proofs' / 'nim-2-2-second-wins.zcert'}: VERIFIED: ")


def test_files_folders_and_tables_go_together(there: Path) -> None:
    files = sorted((there / "proofs").iterdir())
    shown = checked(*files, there / "table")
    assert (shown.exit_code, shown.stdout.splitlines()[-1]) == (0, "3 checked: 2 verified, 1 consistent.")
    assert f"{there / 'table'}: CONSISTENT: " in shown.stdout


def test_tables_in_a_folder_are_found(there: Path) -> None:
    shown = checked(there)
    assert (shown.exit_code, shown.stdout.startswith("CONSISTENT: ")) == (0, False)
    assert shown.stdout.startswith(f"{there / 'table'}: CONSISTENT: ")


def test_missing_rules_are_told_as_missing(tmp_path: Path) -> None:
    (tmp_path / "own.py").write_text(OWN_GAME)
    (tmp_path / "rules.py").write_text(OWN_RULES)
    game = game_named(f"{tmp_path / 'own.py'}:Take")
    made = certify(game, folder=tmp_path / "proofs", rules=tmp_path / "rules.py", compiled=False)
    path = made.certificates[0].path
    shown = checked(path)
    assert shown.exit_code == 2
    assert shown.stdout.startswith("RULES MISSING: ")
    assert "--rules" in shown.stdout
    told = json.loads(checked(path, "--json").stdout)
    assert [each["verdict"] for each in told["verdicts"]] == ["rules missing"]
    assert checked(path, "--rules", tmp_path / "rules.py").exit_code == 0


def test_one_alone_is_told_without_its_name(there: Path) -> None:
    for path, word in (
        (there / "table", "CONSISTENT: "),
        (there / "proofs" / "nim-1-2-first-wins.zcert", "VERIFIED: "),
    ):
        shown = checked(path)
        assert shown.exit_code == 0
        assert shown.stdout.startswith(word)
        assert shown.stdout.count("\n") == 1


def test_the_exit_code_is_that_of_the_worst(there: Path) -> None:
    rejected(there / "proofs" / "nim-1-2-first-wins.zcert")
    shown = checked(there / "proofs")
    assert (shown.exit_code, shown.stdout.splitlines()[-1]) == (1, "2 checked: 1 verified, 1 rejected.")
    (there / "proofs" / "a.zcert").write_bytes(b"no certificate")
    shown = checked(there / "proofs")
    assert (shown.exit_code, shown.stdout.splitlines()[-1]) == (2, "3 checked: 1 verified, 1 rejected, 1 malformed.")


def test_an_inconsistent_table_is_told_among_others(there: Path) -> None:
    scores = there / "table" / "scores"
    scores.write_bytes(bytes([scores.read_bytes()[0] ^ 1]) + scores.read_bytes()[1:])
    shown = checked(there / "table", there / "proofs")
    assert shown.exit_code == 2
    assert f"{there / 'table'}: UNREADABLE: '{scores}' is damaged" in shown.stdout
    assert shown.stdout.splitlines()[-1] == "3 checked: 2 verified, 1 unreadable."


def test_one_of_several_that_is_not_there_is_told_in_its_line(there: Path) -> None:
    shown = checked(there / "nothing", there / "table")
    assert shown.exit_code == 2
    assert shown.stdout.splitlines()[0] == f"{there / 'nothing'}: UNREADABLE: There is no file '{there / 'nothing'}'."


def test_verdicts_as_data(there: Path) -> None:
    (there / "proofs" / "a.zcert").write_bytes(b"no certificate")
    shown = checked(there / "proofs", there / "table", there / "nothing", "--json")
    told = json.loads(shown.stdout)
    assert (shown.exit_code, told["schema"]) == (2, 1)
    assert [each["verdict"] for each in told["verdicts"]] == [
        "malformed",
        "verified",
        "verified",
        "consistent",
        "unreadable",
    ]
    assert told["verdicts"][0]["path"] == str(there / "proofs" / "a.zcert")
    assert all(each["text"] for each in told["verdicts"])
    missing = checked(there / "nothing", "--json")
    assert (missing.exit_code, json.loads(missing.stdout)["verdicts"][0]["verdict"]) == (2, "unreadable")
    alone = json.loads(checked(there / "table", "--json").stdout)
    assert [each["verdict"] for each in alone["verdicts"]] == ["consistent"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nothing", "There is no file '{}'."),
        ("nothing/in/it.zcert", "There is no file '{}'."),
        ("empty", "There is nothing to verify in '{}': no certificate (*.zcert), and no table."),
        ("file\n", "There is no file "),
    ],
)
def test_what_is_not_there_is_refused(name: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    shown = checked(tmp_path / name)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert f"Error: {told.format(tmp_path / name)}" in shown.stderr


@pytest.mark.parametrize("content", [b"", b"\x00" * 1000, b"ZCERT1\n", "ä".encode("utf-16")])
def test_what_is_no_certificate_is_malformed(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(content)
    shown = checked(tmp_path / "file")
    assert (shown.exit_code, shown.stdout[:10], shown.stderr) == (2, "MALFORMED:", "")


def test_python_is_refused_what_is_no_file(tmp_path: Path) -> None:
    for path, told in ((tmp_path, "is a folder; name a file"), (tmp_path / "nothing", "There is no file")):
        with pytest.raises(ZermeloError, match=told):
            verify(path)
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ZermeloError, match=r"There is no file .*rules\.py"):
        verify(tmp_path / "file", tmp_path / "rules.py")
