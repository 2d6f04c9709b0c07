"""`zermelo verify` and `zermelo table verify` on several paths: a line for each, a summary, the exit code of the worst."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tests import EXAMPLES
from tests.support.games import TAKE_FILE
from zermelo import Oracle, ZermeloError, certify, tabulate, verify
from zermelo.cli import main
from zermelo.games import mnk, nim
from zermelo.games.catalogue import game_named


def checked(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["verify", *map(str, arguments)])


def tables_checked(*arguments: str | Path) -> Result:
    return CliRunner().invoke(main, ["table", "verify", *map(str, arguments)])


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


@pytest.mark.long
def test_a_folder_is_checked_file_by_file(there: Path) -> None:
    shown = checked(there / "proofs")
    first, second, last = shown.stdout.splitlines()
    assert (shown.exit_code, last) == (0, "2 checked: 2 verified.")
    assert first.startswith(f"{there / 'proofs' / 'nim-1-2-first-wins.zcert'}: VERIFIED: ")
    assert second.startswith(f"{there / 'proofs' / 'nim-2-2-second-wins.zcert'}: VERIFIED: ")


@pytest.mark.long
def test_files_and_folders_go_together(there: Path) -> None:
    first, _ = sorted((there / "proofs").iterdir())
    shown = checked(first, there / "proofs")
    assert (shown.exit_code, shown.stdout.splitlines()[-1]) == (0, "3 checked: 3 verified.")


def test_each_command_names_the_other(there: Path) -> None:
    """Certificates are checked by one, tables by the other."""
    for shown, told in (
        (checked(there / "table"), "holds no certificate (*.zcert); `zermelo table verify` verifies tablebases."),
        (checked(there), "holds no certificate (*.zcert); `zermelo table verify` verifies tablebases."),
        (tables_checked(there / "proofs"), "is no tablebase; `zermelo verify` checks certificates."),
        (tables_checked(there / "proofs" / "nim-1-2-first-wins.zcert"), "`zermelo verify` checks certificates."),
    ):
        assert (shown.exit_code, shown.stdout) == (2, "")
        assert told in " ".join(shown.stderr.split())


@pytest.mark.long
def test_tables_in_a_folder_are_found(there: Path) -> None:
    shown = tables_checked(there)
    assert (shown.exit_code, shown.stdout.startswith("CONSISTENT: ")) == (0, False)
    assert shown.stdout.startswith(f"{there / 'table'}: CONSISTENT: ")


@pytest.mark.usefixtures("plain")
def test_folders_with_exported_positions_are_not_checked(there: Path) -> None:
    before = tables_checked(there).stdout
    Oracle("nim(1,2)").export(there / "positions", format="numpy")
    assert tables_checked(there).stdout == before
    assert "is no tablebase" in tables_checked(there / "positions").stderr


@pytest.mark.long
def test_missing_rules_are_told_as_missing(tmp_path: Path) -> None:
    game, rules = game_named(str(EXAMPLES / "hexapawn.py")), EXAMPLES / "rules" / "hexapawn.py"
    made = certify(game, folder=tmp_path / "proofs", rules=rules, compiled=False)
    path = made.certificates[0].path
    shown = checked(path)
    assert shown.exit_code == 2
    assert shown.stdout.startswith("RULES MISSING: ")
    assert "--rules" in shown.stdout
    told = json.loads(checked(path, "--json").stdout)
    assert [each["verdict"] for each in told["verdicts"]] == ["rules missing"]
    assert checked(path, "--rules", rules).exit_code == 0


@pytest.mark.long
def test_one_alone_is_told_without_its_name(there: Path) -> None:
    for shown, word in (
        (tables_checked(there / "table"), "CONSISTENT: "),
        (checked(there / "proofs" / "nim-1-2-first-wins.zcert"), "VERIFIED: "),
    ):
        assert shown.exit_code == 0
        assert shown.stdout.startswith(word)
        assert shown.stdout.count("\n") == 1


@pytest.mark.long
def test_the_exit_code_is_that_of_the_worst(there: Path) -> None:
    rejected(there / "proofs" / "nim-1-2-first-wins.zcert")
    shown = checked(there / "proofs")
    assert (shown.exit_code, shown.stdout.splitlines()[-1]) == (1, "2 checked: 1 verified, 1 rejected.")
    (there / "proofs" / "a.zcert").write_bytes(b"no certificate")
    shown = checked(there / "proofs")
    assert (shown.exit_code, shown.stdout.splitlines()[-1]) == (2, "3 checked: 1 verified, 1 rejected, 1 malformed.")


@pytest.mark.long
def test_an_inconsistent_table_is_told_among_others(there: Path) -> None:
    scores = there / "table" / "scores"
    scores.write_bytes(bytes([scores.read_bytes()[0] ^ 1]) + scores.read_bytes()[1:])
    tabulate(mnk(2, 2, 2), folder=there / "whole", compiled=False)
    shown = tables_checked(there / "table", there / "whole")
    assert shown.exit_code == 2
    assert f"{there / 'table'}: UNREADABLE: '{scores}' is damaged" in shown.stdout
    assert shown.stdout.splitlines()[-1] == "2 checked: 1 consistent, 1 unreadable."


def test_one_of_several_that_is_not_there_is_told_in_its_line(there: Path) -> None:
    nothing = there / "nothing"
    for shown, kind in (
        (checked(nothing, there / "proofs" / "nim-1-2-first-wins.zcert"), "file"),
        (tables_checked(nothing, there / "table"), "folder"),
    ):
        assert shown.exit_code == 2
        assert shown.stdout.splitlines()[0] == f"{nothing}: UNREADABLE: There is no {kind} '{nothing}'."


@pytest.mark.long
def test_verdicts_as_data(there: Path) -> None:
    (there / "proofs" / "a.zcert").write_bytes(b"no certificate")
    shown = checked(there / "proofs", there / "nothing", "--json")
    told = json.loads(shown.stdout)
    assert (shown.exit_code, told["schema"]) == (2, 1)
    assert [each["verdict"] for each in told["verdicts"]] == [
        "malformed",
        "verified",
        "verified",
        "unreadable",
    ]
    assert told["verdicts"][0]["path"] == str(there / "proofs" / "a.zcert")
    assert all(each["text"] for each in told["verdicts"])
    missing = checked(there / "nothing", "--json")
    assert (missing.exit_code, json.loads(missing.stdout)["verdicts"][0]["verdict"]) == (2, "unreadable")
    alone = json.loads(tables_checked(there / "table", "--json").stdout)
    assert [each["verdict"] for each in alone["verdicts"]] == ["consistent"]


@pytest.fixture
def tables(tmp_path: Path) -> Path:
    """Of two games of one's own, and of one that comes with zermelo."""
    (tmp_path / "tables").mkdir()
    for name, text in (("take", TAKE_FILE), ("leave", TAKE_FILE.replace("Take", "Leave"))):
        (tmp_path / f"{name}.py").write_text(text)
        tabulate(f"{tmp_path / name}.py", folder=tmp_path / "tables" / name, compiled=False)
    tabulate(mnk(2, 2, 2), folder=tmp_path / "tables" / "mnk", compiled=False)
    return tmp_path


@pytest.mark.usefixtures("plain")
def test_a_table_of_another_game_is_not_called_damaged(tables: Path) -> None:
    shown = tables_checked(tables / "tables", "--game", f"{tables}/take.py:Take")
    assert shown.exit_code == 2
    told = " ".join(shown.stdout.split())
    assert (
        f"{tables}/tables/leave: OF ANOTHER GAME: the tablebase is of Leave; give that game with --game to check it."
        in told
    )
    assert f"{tables}/tables/take: CONSISTENT: Take" in told
    assert "3 checked: 2 consistent, 1 another game." in told
    verdicts = json.loads(tables_checked(tables / "tables", "--json").stdout)["verdicts"]
    assert [each["verdict"] for each in verdicts] == ["another game", "consistent", "another game"]


@pytest.mark.long
def test_each_table_is_checked_by_its_own_game(tables: Path) -> None:
    named = ("--game", f"{tables}/leave.py", "--game", f"{tables}/take.py:Take")
    shown = tables_checked(tables / "tables", *named)
    assert (shown.exit_code, shown.stdout.splitlines()[-1]) == (0, "3 checked: 3 consistent.")
    alone = tables_checked(tables / "tables" / "take", *named)
    assert alone.stdout.startswith("CONSISTENT: Take")


@pytest.mark.long
def test_of_two_games_of_one_name_it_is_the_one_with_the_code(tables: Path) -> None:
    (tables / "other.py").write_text(TAKE_FILE.replace("stones=10", "stones=9"))
    for named in (("other.py", "take.py"), ("take.py", "other.py")):
        words = [word for name in named for word in ("--game", f"{tables}/{name}")]
        assert tables_checked(tables / "tables" / "take", *words).exit_code == 0
    shown = tables_checked(tables / "tables" / "take", "--game", f"{tables}/other.py")
    assert (shown.exit_code, "does not match" in " ".join(shown.stderr.split())) == (2, True)


def test_one_that_is_of_another_game_than_the_one_named_is_refused(tables: Path) -> None:
    shown = tables_checked(tables / "tables" / "take", "--game", f"{tables}/leave.py")
    assert shown.exit_code == 2
    assert shown.stdout.startswith("OF ANOTHER GAME: the tablebase is of Take; ")


def test_an_empty_folder_is_told_as_data_too(tmp_path: Path) -> None:
    told = json.loads(checked(tmp_path, "--json").stdout)["verdicts"]
    assert [each["verdict"] for each in told] == ["unreadable"]
    assert "There is nothing to verify in" in told[0]["text"]


@pytest.mark.parametrize("more", [(), ("--json",)])
def test_no_name_is_no_folder(more: tuple[str, ...], there: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(there)
    shown = checked("", *more)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert "'' is not the name of a file or a folder" in shown.stderr


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nothing", "There is no file '{}'."),
        ("nothing/in/it.zcert", "There is no file '{}'."),
        ("empty", "There is nothing to verify in '{}': it holds no certificate (*.zcert); "),
        ("file\n", "There is no file "),
    ],
)
def test_what_is_not_there_is_refused(name: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    shown = checked(tmp_path / name)
    assert (shown.exit_code, shown.stdout) == (2, "")
    assert f"Error: {told.format(tmp_path / name)}" in shown.stderr


@pytest.mark.long
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
