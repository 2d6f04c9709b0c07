"""`zermelo serve` answers what the library says."""

from __future__ import annotations

import base64
import json
import time
from pathlib import Path

import msgspec
import pytest

from tests import EXAMPLES
from tests.support.serving import API, JSON, Server, as_described, asked, serving
from zermelo import analyze, game_named, review, verify
from zermelo.display.svg import to_board
from zermelo.pictures.document import document
from zermelo.pictures.search_tree import search_tree
from zermelo.play.record import Record
from zermelo.web import response_types
from zermelo.web.dominoes import with_dominoes
from zermelo.web.openapi import POSTS

PLACES = (
    ("mnk(3,3,3)", ["b2", "a1", "c3"]),
    ("mnk(3,3,3)", ["a1", "a2", "b1", "b2", "c1"]),
    ("connect(4,4,3)", ["2", "2"]),
    ("lines(3x3,3,players=3)", ["a1", "b2"]),
    ("lines(2x2x2,2)", []),
    ("nim(1,2,3)", []),
    ("capture(5,2)", []),
    ("einstein(3,2)", []),
    ("sum(nim(2),chomp(2,2))", []),
    ("tree(2,4)", []),
)


@pytest.mark.long
@pytest.mark.parametrize(("name", "moves"), PLACES)
def test_a_position_is_that_of_the_library(server: Server, name: str, moves: list[str]) -> None:
    game = game_named(name)
    record = Record.played(game, moves)
    answer = server.answer("position", **asked(name, moves))
    as_described(response_types.PositionView, answer)
    legal = [] if record.over else [game.action_name(action) for action in game.actions(record.state)]
    assert answer["moves"] == legal
    assert (answer["mover"], answer["over"], answer["chance"]) == (record.mover, record.over, record.chance)
    assert answer["text"] == game.render(record.state)
    assert (answer["title"], answer["rules"]) == (game.title(), game.rules())
    assert answer["rewards"] == (list(record.rewards()) if record.over else None)
    assert [ply["move"] for ply in answer["history"]] == moves
    assert all(set(cell["moves"]) <= set(legal) for cell in answer["cells"])
    if answer["position"] is not None and not moves:
        assert server.answer("position", **asked(name, position=answer["position"]))["moves"] == legal


def test_a_cell_has_the_name_of_the_move_that_is_its_own(server: Server) -> None:
    cells = server.answer("position", **asked("mnk(3,3,3)", ["b2"]))["cells"]
    assert [cell["name"] for cell in cells] == [f"{column}{row}" for row in (1, 2, 3) for column in "abc"]
    assert {cell["name"] for cell in server.answer("position", **asked("connect(4,4,3)"))["cells"]} == {None}


def test_a_board_is_drawn_for_those_who_ask(server: Server) -> None:
    game = game_named("mnk(3,3,3)")
    drawn = server.answer("position", **asked("mnk(3,3,3)", ["b2"], svg=True))["svg"]
    assert drawn == to_board(game, game.play(["b2"]))
    assert server.answer("position", **asked("tree(2,4)", svg=True))["svg"] is None


@pytest.mark.parametrize(
    ("moves", "looks"),
    [
        (["b2", "d2"], {(1, 1): "upper", (2, 1): "lower", (1, 3): "left", (1, 4): "right"}),
        (
            ["a1", "b1", "a3"],
            {(0, 0): "upper", (1, 0): "lower", (0, 1): "left", (0, 2): "right", (2, 0): "upper", (3, 0): "lower"},
        ),
    ],
)
def test_the_dominoes_of_a_play_are_told(moves: list[str], looks: dict[tuple[int, int], str]) -> None:
    record = Record.played(game_named(f"{EXAMPLES / 'domineering.py'}:Domineering"), moves)
    cells = with_dominoes(record, record.game.picture(record.state, record.mover))
    assert {(cell.row, cell.column): cell.look for cell in cells if cell.mark} == looks
    begun = Record(record.game, record.state, record.mover)
    alone = with_dominoes(begun, record.game.picture(record.state, record.mover))
    assert {cell.look for cell in alone} == {""}, "of a position that was set up, nobody knows"


TILES = """
from zermelo import NONE, Cell, Game

class Tiles(Game):
    "A row of cells; what a move does is up to the subclass."
    action_count, max_length = 4, 4
    def initial(self): return (0, 0, 0, 0)
    def legal(self, state, action): return True
    def apply(self, state, action): return self.after(state, action)
    def terminal(self, state): return False
    def reward(self, state): return 0
    def picture(self, state, mover):
        return [Cell(0, place, "#" if full else "", NONE, [place]) for place, full in enumerate(state)]

class Lifted(Tiles):
    def after(self, state, action): return (1, 1, 0, 0) if action == 0 else (0, 1, 1, 0)

class Sown(Tiles):
    def after(self, state, action): return (1, 2, 0, 0)
    def picture(self, state, mover):
        return [Cell(0, place, str(seeds or ""), NONE, [place]) for place, seeds in enumerate(state)]

class Odd(Tiles):
    def picture(self, state, mover): return [Cell(0, 0, look="__proto__")]

class None_(Tiles):
    def picture(self, state, mover): return None
"""


@pytest.mark.sampled(every=1)
@pytest.mark.parametrize(("cls", "moves"), [("Lifted", ["0", "1"]), ("Sown", ["0"])])
def test_what_is_no_domino_is_not_drawn_as_one(tmp_path: Path, cls: str, moves: list[str]) -> None:
    """Half a domino was left of one that was taken away, and seeds that were sown lost their numbers."""
    path = tmp_path / "tiles.py"
    path.write_text(TILES)
    record = Record.played(game_named(f"{path}:{cls}"), moves)
    cells = record.game.picture(record.state, record.mover)
    assert with_dominoes(record, cells) == cells


@pytest.mark.long
@pytest.mark.parametrize(
    ("cls", "reason"),
    [
        ("Odd", "Odd: picture gives a cell the look '__proto__'; looks are"),
        ("None_", "None_: picture must return a list"),
    ],
)
def test_a_picture_that_is_none_is_refused(tmp_path: Path, cls: str, reason: str) -> None:
    path = tmp_path / "tiles.py"
    path.write_text(TILES)
    with serving("--workers", "1", f"{path}:{cls}", f"{path}:Lifted") as server:
        refused = server.send("POST", f"{API}/position", json.dumps(asked(f"{path}:{cls}")).encode(), JSON)
        assert refused.status == 422
        assert refused.json["error"]["message"].startswith(reason)
        named = server.answer("position", **asked(f"{path}:Lifted"))["cells"]  # actions may be a list
        assert [cell["name"] for cell in named] == ["0", "1", "2", "3"]


def test_play_is_told_to_its_end(server: Server) -> None:
    """A game of chance, by its own answers alone."""
    moves: list[str] = []
    while True:
        here = server.answer("position", **asked("einstein(3,2)", moves))
        if here["over"]:
            break
        told = server.answer("best", **asked("einstein(3,2)", moves, seconds=0.05, strength=0.0, seed=len(moves)))
        assert told["by"] == ("chance" if here["chance"] else "random")
        assert told["value"] is None
        moves.append(told["move"])
    assert sorted(here["rewards"]) == [-1, 1]
    assert len(here["history"]) == len(moves)


@pytest.mark.sampled("nim*")
@pytest.mark.parametrize(
    ("name", "moves"),
    [("mnk(3,3,3)", ["b2", "b1"]), ("nim(1,2,3)", []), ("lines(3x2,2,players=3)", []), ("einstein(2,1)", [])],
)
def test_values_are_those_of_the_library(server: Server, name: str, moves: list[str]) -> None:
    game = game_named(name)
    record = Record.played(game, moves)
    if record.chance:
        record.do(next(iter(game.actions(record.state))))
        moves = record.names()
    answer = server.answer("values", **asked(name, moves, seconds=20))
    as_described(response_types.Values, answer)
    expected = analyze(game, record.state, compiled=False).to_dict()
    of = {move["move"]: (move["value"], move["kind"], move["distance"]) for move in answer["moves"]}
    assert of == {move["move"]: (move["value"], move["kind"], move["distance"]) for move in expected["moves"]}
    assert set(answer["best"]) == set(expected["best"])
    assert answer["stopped"] == "complete"


def test_a_small_game_is_answered_from_all_its_positions(server: Server) -> None:
    """A limit of one thread for each worker counted as a wish for a search, and the page visited no game whole."""
    assert server.answer("values", game="nim(3,5,7)", seconds=10)["nodes"] == 88


@pytest.mark.long
def test_the_interpreter_answers_until_native_code_is_ready(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A small search needs no code. For a larger one, whoever asks again has exact values in the end."""
    monkeypatch.setenv("ZERMELO_CACHE", str(tmp_path))
    with serving("--workers", "1", compiled=True) as server:
        small = server.answer("values", **asked("mnk(3,3,3)", ["b2", "b1", "a1", "c3"], seconds=5))
        assert (small["compiled"], small["preparing"]) == (False, False)
        assert {move["kind"] for move in small["moves"]} == {"exact"}
        larger = server.answer("values", **asked("connect(5,5,4)", seconds=0.5))
        assert (larger["compiled"], larger["preparing"], larger["stopped"]) == (False, True, "seconds")
        until = time.monotonic() + 120
        while larger["preparing"] and time.monotonic() < until:
            larger = server.answer("values", **asked("connect(5,5,4)", seconds=10))
        assert (larger["compiled"], larger["stopped"]) == (True, "complete")
        assert {move["kind"] for move in larger["moves"]} == {"exact"}


def test_the_best_move_is_one(server: Server) -> None:
    found = analyze(game_named("mnk(3,3,3)"), "b2 b1", compiled=False)
    answer = server.answer("best", **asked("mnk(3,3,3)", ["b2", "b1"], seconds=20))
    as_described(response_types.Best, answer)
    assert (answer["move"] in found.best, answer["value"], answer["distance"]) == (True, 1, 5)
    again = [server.answer("best", **asked("mnk(3,3,3)", strength=0.0, seed=7))["move"] for _ in range(2)]
    assert again[0] == again[1]


@pytest.mark.long
def test_a_game_is_reviewed(server: Server) -> None:
    moves = ["b2", "b1", "a1", "c3", "a3", "c1", "a2"]
    answer = server.answer("review", **asked("mnk(3,3,3)", moves, seconds=30))
    as_described(response_types.ReviewView, answer)
    expected = review(game_named("mnk(3,3,3)"), moves, compiled=False).to_dict()
    assert answer["accuracy"] == expected["accuracy"]
    assert [(ply["value"], ply["got"]) for ply in answer["plies"]] == [
        (ply["value"], ply["got"]) for ply in expected["plies"]
    ]


def test_a_search_is_drawn(server: Server) -> None:
    options = {"algorithm": "alpha-beta", "without": ["symmetry"], "table": False}
    answer = server.answer("tree", **asked("nim(1,2)", **options, most=100))
    as_described(response_types.Tree, answer)
    expected = document(search_tree(game_named("nim(1,2)"), compiled=False, **options), 100)
    assert answer == json.loads(json.dumps(expected)) | {"counters": answer["counters"]}


def test_an_algorithm_that_suits_the_game_is_drawn_where_none_is_named(server: Server) -> None:
    for given in ({}, {"algorithm": None}):
        for game, algorithm in (("nim(1,2)", "alpha-beta"), ("einstein(2,1)", "star1")):
            answer = server.answer("tree", **asked(game, **given))
            assert (answer["algorithm"], bool(answer["chosen"])) == (algorithm, True)
    assert server.answer("tree", **asked("nim(1,2)", algorithm="mtdf"))["chosen"] == ""


def test_every_algorithm_that_is_offered_for_a_game_can_be_drawn(server: Server) -> None:
    for name, moves in (("mnk(3,3,3)", ["b2", "b1", "a1"]), ("einstein(2,1)", []), ("lines(3x2,2,players=3)", [])):
        algorithms = server.answer("position", **asked(name, moves))["algorithms"]
        assert algorithms
        for algorithm in algorithms:
            assert server.answer("tree", **asked(name, moves, algorithm=algorithm))["algorithm"] == algorithm


def test_a_player_who_can_be_stopped_is_shown_the_pairs(server: Server) -> None:
    answer = server.answer("why", **asked("mnk(5,5,5)"))
    as_described(response_types.Why, answer)
    assert answer["sentence"] == "Neither player can force a line, so with best play this is a draw."
    assert [(proof["player"], proof["first"], len(proof["pairs"])) for proof in answer["proofs"]] == [
        (0, None, 12),
        (1, None, 12),
    ]
    assert answer["proofs"][0]["sentence"] == (
        "O can keep X from completing a line: whenever X takes one cell of a pair, O takes the other. "
        "Every line that X could still complete contains a pair."
    )


@pytest.mark.parametrize(
    ("name", "moves", "sentences", "together"),
    [
        ("mnk(4,4,3)", "", [], "No proof by pairs was found. That does not show who wins."),
        (
            "mnk(2,2,3)",
            "",
            ["No line is left that X could complete.", "No line is left that O could complete."],
            "Neither player can force a line, so with best play this is a draw.",
        ),
        (
            "mnk(3,3,3)",
            "b2 a1 c1 a3",
            [
                "X can keep O from completing a line by a2. After that, whenever O takes one cell of a pair, X takes "
                "the other. Every line that O could still complete contains a pair."
            ],
            "O cannot force a line. For X, no such proof was found.",
        ),
        (
            "lines(3x3,3,weak=1)",
            "b2 a1 c1 a3 b3 b1 a2",
            ["After c2, no line is left that X could complete."],
            "X cannot force a line.",
        ),
    ],
)
def test_the_words_of_a_proof(server: Server, name: str, moves: str, sentences: list[str], together: str) -> None:
    answer = server.answer("why", **asked(name, moves.split()))
    assert ([proof["sentence"] for proof in answer["proofs"]], answer["sentence"]) == (sentences, together)


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("nim(1,2)", []),
        ("connect(4,4,3)", []),
        ("lines(3x3,3,misere=1)", []),
        ("lines(3x3,3,players=3)", []),
        ("mnk(3,3,3)", ["a1", "a2", "b1", "b2", "c1"]),
    ],
)
def test_where_pairs_explain_nothing(server: Server, name: str, moves: list[str]) -> None:
    body = json.dumps(asked(name, moves)).encode()
    assert server.send("POST", f"{API}/why", body, JSON).refusal == (422, "refused")
    assert server.answer("position", **asked(name, moves))["pairs"] == (name == "mnk(3,3,3)")


@pytest.mark.long
def test_a_value_is_proved_and_the_file_is_a_certificate(server: Server, tmp_path: Path) -> None:
    answer = server.answer("prove", **asked("mnk(3,3,3)", ["b2"], seconds=20))
    as_described(response_types.Proved, answer)
    assert (answer["certified"], answer["sentence"]) == (True, "The value of this position is proved.")
    assert [(proof["player"], proof["at_least"]) for proof in answer["proofs"]] == [(1, 0), (0, 0)]
    for proof, name in zip(answer["proofs"], "OX", strict=True):
        assert proof["sentence"] == (
            f"A strategy of {proof['positions']} positions proves that {name} at least draws; both checkers accept it."
        )
        path = tmp_path / proof["name"]
        path.write_bytes(base64.b64decode(proof["file"]))
        assert verify(path).text == proof["verdict"]


def test_a_position_that_was_set_up_is_proved(server: Server) -> None:
    answer = server.answer("prove", **asked("mnk(3,3,3)", ["a1"], position=".O./.X./...", seconds=20))
    assert [proof["sentence"].partition(" positions ")[2] for proof in answer["proofs"]] == [
        "proves that X wins; both checkers accept it."
    ]


@pytest.mark.long
def test_rewards_that_are_no_wins_are_proved_as_numbers(server: Server) -> None:
    answer = server.answer("prove", **asked("capture(4,2)", seconds=20))
    assert [proof["sentence"] for proof in answer["proofs"]] == [
        "A strategy of 2 positions proves that Player 1 gets at least -1; both checkers accept it.",
        "A strategy of 2 positions proves that Player 2 gets at least 1; both checkers accept it.",
    ]


@pytest.mark.long
def test_what_the_time_does_not_suffice_for_is_not_proved(server: Server) -> None:
    answer = server.answer("prove", **asked("mnk(9,9,5)", seconds=0.5))
    assert (answer["certified"], answer["proofs"]) == (False, [])
    assert answer["sentence"] == "The search did not decide this position in time, so there is nothing to prove yet."


@pytest.mark.parametrize(
    ("name", "moves", "reason"),
    [
        ("einstein(3,2)", [], "Certificates are for games of two players without chance"),
        ("lines(3x3,3,players=3)", [], "Certificates are for games of two players without chance"),
        ("mnk(3,3,3)", ["a1", "a2", "b1", "b2", "c1"], "The game is over: its result needs no proof."),
    ],
)
def test_where_there_are_no_proofs(server: Server, name: str, moves: list[str], reason: str) -> None:
    refused = server.send("POST", f"{API}/prove", json.dumps(asked(name, moves)).encode(), JSON)
    assert refused.refusal == (422, "refused")
    assert refused.json["error"]["message"].startswith(reason)


def test_what_is_offered(server: Server) -> None:
    answered = server.send("GET", f"{API}/games")
    told = as_described(response_types.Games, answered.json)
    place_fields = response_types.PlaceView.__struct_fields__
    for offered in told.games:
        answer = server.answer("position", game=offered.game)
        assert (offered.title, offered.rules) == (answer["title"], answer["rules"])
        shown = [{name: cell[name] for name in place_fields} for cell in answer["cells"]]
        assert msgspec.to_builtins(offered.board) == shown


def test_the_time_is_kept(server: Server) -> None:
    """However little it is, and however large the game."""
    for job in ("values", "best", "review", "tree"):
        began = time.monotonic()
        answer = server.answer(job, **asked("mnk(13,13,5)", ["g7", "g8"], seconds=0.01))
        as_described(POSTS[job][1], answer)
        assert time.monotonic() - began < 8
