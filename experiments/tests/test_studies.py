"""Every quick case is measured and reported, committed pages match their rows, and no case is measured twice."""

from __future__ import annotations

import json
import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from experiments import CONCLUDED, STUDIES, __main__, plots, study_named
from experiments.__main__ import main
from experiments.claims.claim import CLAIMS, verdict
from experiments.markdown import number, percent, seconds, table
from experiments.pages import anchor, contents, to_html
from experiments.plots import bars, curves, stacked
from experiments.rows import read
from experiments.study import TIMED, Case, Report, Row, Study
from experiments.wording import joined
from experiments.writing import Conducted, conduct, rewrite, write_answers
from tests import ROOT
from zermelo.core.errors import BadOption, NotSupported

RESULTS = ROOT / "docs" / "results"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, words)


# --- all of them, in short --------------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results")
    shown = run("--all", "--quick", "--out", str(folder))
    assert shown.exit_code == 0, shown.output
    return folder


def test_every_quick_case_is_measured_and_reported(quick: Path) -> None:
    for name in STUDIES:
        _, rows = read(quick / f"{name}.jsonl")
        assert len(rows) == sum(case.quick for case in study_named(name).cases(0)) > 0
        assert (quick / f"{name}.md").read_text().startswith(f"# {study_named(name).title}\n")
        assert (quick / f"{name}.html").read_text().count("<img") == len(list(quick.glob(f"{name}*.svg")))
    for row in read(quick / "claims.jsonl")[1]:
        assert row["verdict"] in ("true", "false", "conditional")
    perfect = [row for row in read(quick / "selfplay.jsonl")[1] if row["stage"] == "perfect"]
    assert all(row.get("draws", row["games"]) == row["games"] and not row.get("lost") for row in perfect)
    assert len(re.findall(r"^\| \[", (quick / "README.md").read_text(), re.MULTILINE)) == len(STUDIES)
    assert not (quick / "index.html").exists()


def test_pages_need_nothing_else(quick: Path) -> None:
    for page in quick.glob("*.html"):
        text = page.read_text()
        assert not re.findall(r'(?:src|href)="(?!data:|https?://|#|[\w-]+\.md")[^"]*"', text)
        assert "<script" not in text
        assert not re.findall(r'src="http', text)


# --- what is committed ------------------------------------------------------------------------------------------------
def copied(name: str, folder: Path) -> Conducted:
    """A study whose pages were written into a folder, from the committed rows."""
    for end in (".jsonl", ".head.json"):
        shutil.copy(RESULTS / f"{name}{end}", folder)
    return rewrite(study_named(name), folder)


@pytest.mark.parametrize("name", STUDIES)
def test_the_committed_page_is_written_from_the_committed_rows(name: str, tmp_path: Path) -> None:
    """If it fails after a change of a page: `python -m experiments NAME --pages --out docs/results`."""
    study, report, rows, _ = copied(name, tmp_path)
    written = [f"{name}.md", *(f"{picture}.svg" for picture in report.pictures)]
    assert (tmp_path / f"{name}.md").read_text() == (RESULTS / f"{name}.md").read_text()
    assert sorted(path.name for path in tmp_path.glob("*.[ms][dv]*")) == sorted(written)
    assert [row["case"] for row in rows] == [case.name for case in study.cases(0)]


def test_the_committed_answers_are_those_of_the_committed_rows(tmp_path: Path) -> None:
    for name in CONCLUDED:
        shutil.copy(RESULTS / f"{name}.md", tmp_path)
    write_answers([copied(name, tmp_path) for name in STUDIES], tmp_path)
    assert (tmp_path / "README.md").read_text() == (RESULTS / "README.md").read_text()


@pytest.mark.parametrize("name", STUDIES)
def test_a_page_has_links_to_its_sections(name: str) -> None:
    page = (RESULTS / f"{name}.md").read_text()
    links = re.findall(r"^ *- \[.+\]\(#(.+)\)$", page, re.MULTILINE)
    assert links == [anchor(title) for title in re.findall(r"^##+ (.+)$", page, re.MULTILINE)]
    assert len({*links}) == len(links) >= 2
    body = to_html("", re.sub(r"!\[.*", "", page), {})
    assert re.findall(r'<h[2-6] id="(.*?)"', body) == re.findall(r'<a href="#(.*?)"', body)


@pytest.mark.parametrize("name", [*STUDIES, *CONCLUDED])
def test_a_page_says_at_which_commit_it_was_measured(name: str) -> None:
    head, _ = read(RESULTS / f"{name}.jsonl")
    last = (RESULTS / f"{name}.md").read_text().splitlines()[-1]
    assert re.fullmatch("[0-9a-f]{40}", head["commit"])
    assert last.startswith(f"*Measured on {head['date']} at commit {head['commit'][:10]}: ")


@pytest.mark.parametrize("path", sorted(RESULTS.glob("*.jsonl")), ids=lambda path: path.name)
def test_every_line_of_a_file_of_rows_is_a_row(path: Path) -> None:
    rows = [json.loads(line) for line in path.read_text().split("\n")[:-1]]
    assert all({"case", TIMED} <= set(row) for row in rows)
    assert path.stem in CONCLUDED or len(rows) == len(study_named(path.stem).cases(0))


@pytest.mark.parametrize("name", STUDIES)
def test_figures_in_reports_are_rounded(name: str) -> None:
    figures = re.findall(r"\d+\.\d+", (RESULTS / f"{name}.md").read_text())
    assert [figure for figure in figures if len(figure.replace(".", "").lstrip("0")) > 5] == []


def test_thirty_claims_are_judged() -> None:
    assert len(CLAIMS) >= 30
    assert {claim.text for claim in CLAIMS.values()} == {1, 2, 3, 4, 5}
    assert [verdict(True, True), verdict(True, False), verdict(False)] == ["true", "conditional", "false"]


# --- rows are measured once -------------------------------------------------------------------------------------------
class Measured:
    """A study of three cases that records which of them were measured; the second is interrupted this many times."""

    def __init__(self, interruptions: int = 0) -> None:
        self.done: list[str] = []
        self.interruptions = interruptions

    def study(self) -> Study:
        return Study("sample", "What?", "How.", self.cases, self.report)

    def cases(self, seed: int) -> list[Case]:
        return [
            Case("one", lambda: self.measure("one", seed), quick=True),
            Case("two", lambda: self.measure("two", seed)),
            Case("three", lambda: self.measure("three", seed), quick=True),
        ]

    def measure(self, name: str, seed: int) -> Row:
        if name == "two" and self.interruptions:
            self.interruptions -= 1
            raise KeyboardInterrupt
        self.done.append(name)
        return {"figure": len(name) + seed, TIMED: {"seconds": 0.5}}

    @staticmethod
    def report(rows: Sequence[Row]) -> Report:
        return Report(details=f"{sum(row['figure'] for row in rows)} in all.")


def test_a_study_that_is_interrupted_resumes(tmp_path: Path) -> None:
    measured = Measured(interruptions=1)
    with pytest.raises(KeyboardInterrupt):
        conduct(measured.study(), tmp_path)
    assert [json.loads(line)["case"] for line in (tmp_path / "sample.jsonl").read_text().splitlines()] == ["one"]
    _, report, measured_rows, answer = conduct(measured.study(), tmp_path)
    assert measured.done == ["one", "two", "three"]
    assert report.details == "11 in all."
    assert answer == (None, "*No answer has been written yet.*")
    head, rows = read(tmp_path / "sample.jsonl")
    assert measured_rows == rows
    assert (head["seed"], [row["figure"] for row in rows]) == (0, [3, 3, 5])
    assert all(row[TIMED]["took"] >= 0 for row in rows)


def test_a_quick_one_is_part_of_a_whole_one(tmp_path: Path) -> None:
    measured = Measured()
    conduct(measured.study(), tmp_path, quick=True)
    assert measured.done == ["one", "three"]
    conduct(measured.study(), tmp_path)
    assert measured.done == ["one", "three", "two"]
    _, rows = read(tmp_path / "sample.jsonl")
    assert [row["case"] for row in rows] == ["one", "two", "three"]


@pytest.mark.parametrize(
    "harm",
    [
        lambda text: text[:-9],  # the last line was not written whole
        lambda text: text.replace('"three"', '"other"'),  # a case that there is not
    ],
)
def test_what_is_lost_is_measured_again(harm: Callable[[str], str], tmp_path: Path) -> None:
    measured, path = Measured(), tmp_path / "sample.jsonl"
    conduct(measured.study(), tmp_path)
    path.write_text(harm(path.read_text()))
    conduct(measured.study(), tmp_path)
    assert measured.done == ["one", "two", "three", "three"]


@pytest.mark.parametrize("text", ["{}\n", "[]\n[]\n", "no rows\n", '{"schema": 1}\n', "\0" * 50, "\xff\n", "[" * 99999])
def test_a_file_of_anything_else_is_not_overwritten(text: str, tmp_path: Path) -> None:
    for name in ("sample.jsonl", "sample.head.json"):
        path = tmp_path / name
        path.write_text(text, encoding="latin-1")
        with pytest.raises(BadOption, match="does not hold rows of sample with seed 0: choose another folder"):
            conduct(Measured().study(), tmp_path)
        assert path.read_text(encoding="latin-1") == text
        path.unlink()


@pytest.mark.parametrize("line", ["[]", '{"case": "two"}', '{"case": "two", "timed": {}}', "[" * 99999])
def test_rows_that_are_none_are_measured_again(line: str, tmp_path: Path) -> None:
    measured, path = Measured(), tmp_path / "sample.jsonl"
    conduct(measured.study(), tmp_path)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([lines[0], line, lines[2]]) + "\n")
    conduct(measured.study(), tmp_path)
    assert measured.done == ["one", "two", "three", "two"]


def test_rows_of_another_version_are_not_used(tmp_path: Path) -> None:
    measured, head = Measured(), tmp_path / "sample.head.json"
    conduct(measured.study(), tmp_path)
    with pytest.raises(BadOption, match="with seed 1"):
        conduct(measured.study(), tmp_path, seed=1)
    head.write_text(json.dumps(json.loads(head.read_text()) | {"source": "older"}))
    measured.interruptions = 1
    with pytest.raises(KeyboardInterrupt):
        conduct(measured.study(), tmp_path)
    conduct(measured.study(), tmp_path)
    assert len(measured.done) == 6


def test_rows_of_another_version_are_gone_before_the_head_says_that_they_are_of_this_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured, head = Measured(), tmp_path / "sample.head.json"
    conduct(measured.study(), tmp_path)
    head.write_text(json.dumps(json.loads(head.read_text()) | {"source": "older"}))

    def fails(path: Path, _text: str) -> None:
        raise OSError(28, "No space left on device", str(path))

    monkeypatch.setattr("experiments.rows.put", fails)
    with pytest.raises(OSError, match="No space left"):
        conduct(measured.study(), tmp_path)
    monkeypatch.undo()
    conduct(measured.study(), tmp_path)
    assert len(measured.done) == 6


def test_pages_are_written_again_from_any_rows(tmp_path: Path) -> None:
    measured, head = Measured(), tmp_path / "sample.head.json"
    with pytest.raises(BadOption, match="There are no rows of sample in"):
        rewrite(measured.study(), tmp_path)
    conduct(measured.study(), tmp_path, quick=True)
    head.write_text(json.dumps(json.loads(head.read_text()) | {"source": "older", "commit": None}))
    (tmp_path / "sample.md").unlink()
    assert rewrite(measured.study(), tmp_path).report.details == "8 in all."
    assert measured.done == ["one", "three"]
    page = (tmp_path / "sample.md").read_text()
    assert ": 2 cases in " in page
    assert page.endswith("`python -m experiments sample --quick` measures them again.*\n")
    assert "commit" not in page


# --- the command ------------------------------------------------------------------------------------------------------
def test_experiments_are_listed() -> None:
    shown = run()
    assert shown.exit_code == 0
    assert [line.split()[0] for line in shown.stdout.splitlines()] == list(STUDIES)


def test_one_case_is_measured_and_printed() -> None:
    shown = run("claims", "--only", "take-three")
    assert shown.exit_code == 0, shown.output
    row = json.loads(shown.stdout)
    assert (row["case"], row["verdict"], row["figures"]["wrong"]) == ("take-three", "true", 0)


def test_what_was_measured_is_printed_as_json(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(__main__, "study_named", lambda _name: Measured().study())
    printed = json.loads(run("sample", "--quick", "--json", "--out", str(tmp_path)).stdout)
    (sample,) = printed["experiments"]
    assert (sample["experiment"], sample["answer"]) == ("sample", None)
    assert (sample["page"], sample["rows"]) == (str(tmp_path / "sample.html"), read(tmp_path / "sample.jsonl")[1])
    monkeypatch.setattr(__main__, "STUDIES", ("sample",))
    whole = json.loads(run("--all", "--json", "--out", str(tmp_path)).stdout)
    assert [row["case"] for row in whole["experiments"][0]["rows"]] == ["one", "two", "three"]
    assert (tmp_path / "README.md").read_text().count("| [What?](sample.md) | ") == 1
    assert json.loads(run("--all", "--pages", "--json", "--out", str(tmp_path)).stdout) == whole


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["speed"], "There is no experiment 'speed'; there are claims, "),
        (["speed"], f"are {joined(STUDIES)}; `python -m experiments` lists them with their questions."),
        (["chian"], "There is no experiment 'chian'; did you mean chain? There are claims, "),
        (["claims", "--all"], "name none beside it"),
        (["--only", "take-two"], "There is no case 'take-two'; did you mean take-three? There are"),
        (["claims", "--seed", "-1"], "seed"),
        (["claims", "--out", "/dev/null/x"], "The operating system reports"),
    ],
)
def test_bad_arguments_are_refused(words: list[str], message: str) -> None:
    shown = run(*words)
    assert shown.exit_code == 2
    assert message in shown.stderr
    assert "Traceback" not in shown.stderr


def test_without_matplotlib_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(plots, "find_spec", lambda _name: None)
    with pytest.raises(NotSupported, match=r"pip install -e '\.\[experiments\]'"):
        conduct(Measured().study(), tmp_path)


def test_an_unknown_study_is_refused() -> None:
    with pytest.raises(BadOption):
        study_named("nothing")


# --- tables and plots -------------------------------------------------------------------------------------------------
def test_numbers_are_formatted_for_people() -> None:
    values = (0, 7, 1234567, 0.0, 0.123456, 2.0, 12.3456, 999.7, 1234.5, 123456.0, -3.0)
    texts = ["0", "7", "1,234,567", "0", "0.123", "2.00", "12.3", "1,000", "1,234", "123,456", "-3.00"]
    assert list(map(number, values)) == texts
    assert (number(7033.2, 4), number(119.96, 4)) == ("7,033", "120.0")
    assert [seconds(value) for value in (75.0, 1.234, 0.0456, 0.0000123)] == ["75.0 s", "1.23 s", "45.6 ms", "12.3 µs"]


def test_shares_are_whole_only_where_they_are_exact() -> None:
    shares = [percent(part, 100_000) for part in (0, 1, 50_000, 99_999, 100_000)]
    assert shares == ["0 %", "under 0.1 %", "50.0 %", "over 99.9 %", "100 %"]
    assert (percent(0.123), percent(0, 0)) == ("12.3 %", "none")


def test_tables_set_figures_flush_right() -> None:
    assert table(["a", "b"], [["x|y", 1234], ["z", None]]) == "| a | b |\n| --- | --: |\n| x\\|y | 1,234 |\n| z |  |"


@pytest.mark.parametrize(
    "text",
    [
        "> 1,234",
        ">1",
        "-1",
        "12.3 %",
        "over 99.9 %",
        "100%",
        "7,033 ± 556",
        "2.389e16",
        "1.89e-05",
        "5",
        "1.5 s",
        "3 ms",
        "2 µs",
    ],
)
def test_figures_as_text_are_figures(text: str) -> None:
    assert "| --: |" in table(["a"], [[text], [1.5], [None]])


@pytest.mark.parametrize("text", ["given up", "9 of 0", "1 to 9", "a1", "2^16", "", "3x3", "9! = 362,880"])
def test_other_texts_are_none(text: str) -> None:
    assert "| --- |" in table(["a"], [[text], [1.5 if text else ""]])


def test_plots_are_the_same_bytes_for_the_same_figures() -> None:
    series = {"one": [(1, 2.0), (2, 4.0)], "two": [(1, 3.0), (2, 9.0)]}
    drawn = [curves(series, x="depth", y="nodes", log_y=True) for _ in range(2)]
    assert drawn[0] == drawn[1]
    assert "depth" in drawn[0]
    groups = {"3x3": {"one": 1.0, "two": 2.0}, "4x4": {"one": 3.0}}
    assert bars(groups, y="nodes") == bars(groups, y="nodes")


def test_contents_are_links_as_github_makes_them() -> None:
    text = "## Summary\n\nIt is.\n\n## Details\n\n### k < n, and mnk(3,3,3)*\n"
    assert contents(text) == (
        "- [Summary](#summary)\n- [Details](#details)\n  - [k < n, and mnk(3,3,3)*](#k--n-and-mnk333)"
    )


BARS = {"<4x4>": {"one": 1.0, "two": 2.0, "three": 9.0, "four": 5.0}, "5x5": {"one": 3.0, "five": 4.0, "six": 1e5}}


@pytest.mark.parametrize(
    "draw",
    [
        lambda: curves({"one": [(1, 2.0), (2, 1e5)], "two & a half": [(1, 3.0)]}, x="d", y="nodes", log_y=True),
        lambda: bars(BARS, y="nodes", log_y=True),
        lambda: stacked(BARS, x="moves"),
    ],
)
def test_what_is_left_out_of_a_plot_is_not_seen(draw: Callable[[], str], monkeypatch: pytest.MonkeyPatch) -> None:
    short = draw()
    monkeypatch.setattr(plots, "lean", str)
    whole = draw()
    assert 5 * len(short) < 2 * len(whole)
    left, all_of_it = ET.fromstring(short), ET.fromstring(whole)
    assert texts(left) == texts(all_of_it)
    seen, there = points(left), points(all_of_it)
    assert len(seen) == len(there) > 20
    assert all(abs(a - b) < 0.06 for pair in zip(seen, there, strict=True) for a, b in zip(*pair, strict=True))
    named = [element.get("id") for element in left.iter() if element.get("id")]
    assert len(named) == len(set(named))
    assert set(named) == set(re.findall(r"(?:url\(|href=\")#(\w+)", short))
    styles = set(re.findall(r"^\.(\w+)\{", short, re.MULTILINE))
    assert styles == {element.get("class") for element in left.iter()} - {None}
    assert sum("url(#" in line for line in short.splitlines() if line.startswith(".")) <= len(
        list(left.iter(f"{SVG}pattern"))
    )


SVG = "{http://www.w3.org/2000/svg}"


def texts(root: ET.Element) -> list[str]:
    return [text for element in root.iter(f"{SVG}text") if (text := "".join(map(str.strip, element.itertext())))]


def points(root: ET.Element) -> list[tuple[float, float]]:
    """The points that the pen visits, path after path; except in hatchings, which are drawn differently."""
    hatched = {id(inner) for pattern in root.iter(f"{SVG}pattern") for inner in pattern.iter()}
    paths = [path.get("d", "") for path in root.iter(f"{SVG}path") if id(path) not in hatched]
    return [point for path in paths for point in walk(path)]


def walk(path: str) -> Iterator[tuple[float, float]]:
    begun = x, y = 0.0, 0.0
    for letter, coordinates in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        numbers = [float(number) for number in re.findall(r"-?(?:\d+\.?\d*|\.\d+)", coordinates)]
        if letter in "hv":
            x, y = (x + numbers[0], y) if letter == "h" else (x, y + numbers[0])
        elif numbers:
            here = (x, y) if letter.islower() else (0, 0)
            x, y = here[0] + numbers[-2], here[1] + numbers[-1]
        else:
            x, y = begun
        begun = (x, y) if letter == "M" else begun
        yield x, y


def test_a_page_escapes_its_text() -> None:
    page = to_html("a <b>", "| `x<y` |\n|---|\n| <i>1</i> & 2 |\n\n![plot](p.svg)", {"p": "<svg/>"})
    assert "<title>a &lt;b&gt;</title>" in page
    assert "x&lt;y" in page
    assert 'src="data:image/svg+xml;base64,' in page
