"""Each kind of board, played to the end by clicks."""

from __future__ import annotations

import random

import pytest

from tests.support.page import EXAMPLE_GAMES, Page
from zermelo.games.catalogue import game_named
from zermelo.play.record import Record

pytestmark = pytest.mark.long

BOARDS = (
    "mnk(3,3,3)",
    "connect(4,4,3)",
    "lines(2x2x2,2)",
    "lines(2x2x2,2,gravity=0)",
    "lines(3x3,3,players=3)",
    "nim(1,2,3)",
    "kayles(4)",
    "wythoff(2,2)",
    "chomp(2,3)",
    "capture(7,2)",
    "einstein(3,2)",
    "sum(nim(2),chomp(2,2))",
    *EXAMPLE_GAMES,
)


def play_to_the_end(page: Page, rng: random.Random) -> None:
    """By clicks on cells; where those of a piece leave several moves, on where it goes; where chance moves, a throw."""
    while not page.over():
        before = len(page.played())
        if page.text("#best") == "Chance move":
            page.click("#best")
        else:
            left = page.all(".cell.meant:not(.selected)") or page.all(".cell.playable:not(.selected)")
            selected = page.all(".cell.selected")
            if selected and not page.all(".cell.meant:not(.selected)"):
                left = page.all(".move:not(.out)")
            rng.choice(left).click()
        page.wait(lambda before=before: len(page.played()) > before or page.all(".cell.selected"))
        page.settle()


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_played_to_the_end_by_clicks(page: Page, name: str) -> None:
    game = game_named(name)
    page.open(name, sides=" ".join(["human"] * game.players))
    page.click("#verdicts")
    play_to_the_end(page, random.Random(name))
    record = Record.played(game, page.played())
    assert record.over
    assert page.text("#verdict") == record.outcome().replace(" -", " \u2212")
    assert page.marks() == "".join(cell.mark or "." for cell in game.picture(record.state, record.mover))
    assert page.moves() == []


def test_a_game_without_a_picture_is_text_and_a_list(page: Page, own_game: str) -> None:
    page.open()
    page.click(f'.offer[data-game="{own_game}"]')
    page.wait(lambda: page.text(".board-text") == "9")
    page.click("#swap")  # from here on, it is the turn of the engine
    page.wait(lambda: page.played())
    page.click("#swap")
    page.wait(lambda: page.text(".board-text") == str(9 - sum(int(move) + 1 for move in page.played())))


def test_moves_of_a_piece_are_narrowed_by_clicks(page: Page) -> None:
    page.open("einstein(3,2)", moves="die1", sides="human human")
    page.cell(0, 0).click()
    assert len(page.all(".cell.meant")) == 4
    page.cell(0, 0).click()
    assert page.all(".cell.meant") == []
    page.cell(0, 0).click()
    page.cell(1, 1).click()
    page.wait(lambda: page.played() == ["die1", "1d"])


def test_the_last_move_is_marked(page: Page) -> None:
    page.open("connect(4,4,3)", moves="2 2", sides="human human")
    page.one('.cell.last[data-cell="2,1"][data-mark="O"]')
    assert len(page.all(".cell.last")) == 1


def test_a_cell_is_lit_with_its_move(page: Page) -> None:
    page.open("mnk(3,3,3)", sides="human human")
    page.script("document.querySelector('.move[data-move=\"c1\"]').focus()")
    page.one('.cell.lit[data-cell="0,2"]')


def test_the_winning_line_is_marked(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="a1 a2 b1 b2 c1", sides="human human")
    assert [cell.get_attribute("data-cell") for cell in page.all(".cell.marked")] == ["0,0", "0,1", "0,2"]
    assert len(page.all(".signs rect")) == 3  # a frame: the line is marked by its shape, too
    assert page.cell(0, 2).get_attribute("aria-label") == "c1, X, changed by the last move, marked"


def test_rows_and_columns_have_labels(page: Page) -> None:
    page.open("mnk(2,3,3)", moves="b2", sides="human human")
    middles = (
        "return Object.fromEntries([...document.querySelectorAll(arguments[0])].map(element => "
        "[element.innerText || element.dataset.cell, element.getBoundingClientRect()]).map(([name, at]) => "
        "[name, [Math.round(at.x + at.width / 2), Math.round(at.y + at.height / 2)]]))"
    )
    labels, cells = page.script(middles, ".label"), page.script(middles, ".cell")
    assert list(labels) == ["1", "2", "a", "b", "c"]
    for row in range(2):
        for column in range(3):
            x, y = cells[f"{row},{column}"]
            assert abs(labels["abc"[column]][0] - x) <= 1
            assert abs(labels["12"[row]][1] - y) <= 1
    page.open("subtraction(21,1,2,3)", sides="human human")
    assert [label.text for label in page.all(".label")] == ["1"]


def boxes(page: Page, css: str) -> list[tuple[float, float, float, float]]:
    """Left, top, right and bottom of all such elements."""
    found = page.script(
        "return [...document.querySelectorAll(arguments[0])].map(element => element.getBoundingClientRect())"
        ".map(at => [at.left, at.top, at.right, at.bottom])",
        css,
    )
    return [tuple(box) for box in found]


def overlap(one: tuple[float, float, float, float], other: tuple[float, float, float, float]) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


@pytest.mark.parametrize("width", [400, 1400])
@pytest.mark.parametrize(("name", "moves"), [("einstein(4,3)", "die3"), ("nim(3,5,7)", ""), ("capture(12,3)", "")])
def test_values_cover_no_piece(page: Page, name: str, moves: str, width: int) -> None:
    page.size(width)
    page.open(name, moves=moves, sides="human human")
    page.one(".cell .worth")
    pieces = boxes(page, ".piece > :is(.body, .tile)")
    values = boxes(page, ".cell .worth")
    assert pieces
    assert not any(overlap(value, piece) for value in values for piece in pieces)


def test_a_value_that_does_not_fit_is_left_out(page: Page) -> None:
    page.size(400)
    page.open("capture(12,3)", moves="3>", sides="human human")
    page.one(".cell .worth")
    assert [right - left for left, _, right, _ in boxes(page, ".cell .worth")] == [0]
    assert "gets \u22123" in page.one(".cell[data-tone]").get_attribute("aria-label")


@pytest.mark.parametrize(("width", "height"), [(1000, 800), (1600, 1000)])
def test_a_cube_fits_the_window(page: Page, width: int, height: int) -> None:
    page.size(width, height)
    page.open("lines(4x4x4,4)", sides="human human")
    cells = boxes(page, ".cell")
    assert len(cells) == 64
    assert max(bottom for *_, bottom in cells) < height
    assert max(right for _, _, right, _ in cells) < width
    assert min(right - left for left, _, right, _ in cells) >= 40


def test_the_same_place_on_other_layers_is_lit(page: Page) -> None:
    page.open("lines(3x3x3,3)", sides="human human")
    page.script("arguments[0].focus()", page.cell(1, 2, "Layer 2"))
    lit = page.all(".cell.beside")
    assert [(cell.get_attribute("data-layer"), cell.get_attribute("data-cell")) for cell in lit] == [
        ("Layer 1", "1,2"),
        ("Layer 3", "1,2"),
    ]


@pytest.mark.parametrize("name", ["mnk(3,3,3)", "connect(7,6,4)", "subtraction(21,1,2,3)", "nim(3,5,7)"])
def test_no_space_is_left_under_the_board(page: Page, name: str) -> None:
    page.open(name, sides="human human")
    page.one("[data-tone]")
    page.wait(lambda: not page.all("#stop"))
    (*_, bottom), (*_, below) = boxes(page, ".layers")[0], boxes(page, ".scene")[0]
    controls = boxes(page, ".steps")[0]
    assert controls[1] - bottom < 30
    assert below - controls[3] < 40


@pytest.mark.parametrize("width", [1000, 1280, 1400])
def test_the_progress_of_a_search_covers_no_button(page: Page, width: int) -> None:
    page.size(width)
    page.open("connect(7,6,4)", sides="human human")
    page.one("#stop")
    assert not any(overlap(word, button) for word in boxes(page, ".work *") for button in boxes(page, ".steps button"))


def test_a_heap_is_no_tower(page: Page) -> None:
    page.open("subtraction(21,1,2,3)", sides="human human")
    places = boxes(page, ".cell")
    wide = max(right for _, _, right, _ in places) - min(left for left, *_ in places)
    tall = max(bottom for *_, bottom in places) - min(top for _, top, *_ in places)
    assert tall < 1.6 * wide


def test_a_board_keeps_its_place_when_cells_are_taken(page: Page) -> None:
    page.open("chomp(3,4)", sides="human human", mode="play")

    def places() -> list[float]:
        return page.script(
            "const [cell, button] = ['.cell', '#undo'].map(css => document.querySelector(css).getBoundingClientRect());"
            "return [cell.left, cell.width, button.top]"
        )

    before = places()
    page.play("a2", "c1")
    assert len(page.all(".cell")) == 2
    assert places() == before


def test_the_dominoes_of_a_play_are_drawn(page: Page) -> None:
    page.open(EXAMPLE_GAMES[1], moves="b2 d2")
    looks = "return [...document.querySelectorAll('.cell')].filter(c => c.dataset.mark).map(c => c.dataset.look)"
    assert page.script(looks) == ["upper", "left", "right", "lower"]
    page.click("#undo")
    page.wait(lambda: page.script(looks) == ["upper", "lower"])


def test_arrows_and_circles_are_drawn_with_the_right_button(page: Page) -> None:
    def draw(start: tuple[int, int] | None, end: tuple[int, int] | None) -> None:
        """From cell to cell with the right button; None is beside the board."""
        first, last = (page.cell(*place) if place else page.one("#verdict") for place in (start, end))
        page.drag(first, last, button=2)

    page.open("mnk(3,3,3)", moves="b2", sides="human human")
    draw((0, 0), (2, 1))
    page.wait(lambda: len(page.all(".arrows .head")) == 1)
    draw((1, 0), (1, 0))
    page.wait(lambda: len(page.all(".arrows .ring")) == 1)
    draw((0, 2), None)  # released beside the board
    draw(None, (2, 2))
    assert len(page.all(".arrows .shaft")) == 2
    draw((0, 0), (2, 1))  # the same once more takes it away
    page.wait(lambda: not page.all(".arrows .head"))
    assert page.played() == ["b2"]
    page.play("a1")
    page.wait(lambda: not page.all(".arrows .ring"))


def test_a_piece_moves_only_if_the_user_wants_it(page: Page) -> None:
    def moving() -> str:
        page.wait(lambda: page.all(".cell.last .piece"))
        return page.script("return getComputedStyle(document.querySelector('.cell.last .piece')).animationName")

    with page.with_motion():
        page.open("mnk(3,3,3)", sides="human human", mode="play")
        page.play("b2")
        assert moving() == "none"
        page.click("#animation")
        page.play("a1")
        assert moving() == "landing"
        page.open("mnk(3,3,3)", moves="b2", sides="human human", mode="play")
        assert moving() == "landing", "the choice is kept"


def test_moves_can_be_heard_only_if_the_user_wants_it(page: Page) -> None:
    page.open("mnk(3,3,3)", moves="b2 a1 a3 b3", sides="human human", mode="play")
    page.script(LISTEN)
    heard = "return window.heard"
    page.play("c2")
    assert page.script(heard) == []
    page.click("#sound")
    page.play("c3")
    assert page.script(heard) == [392]
    page.play("c1")  # completes a line
    page.wait(lambda: len(page.script(heard)) == 3)
    assert page.script(heard) == [392, 330, 495]


LISTEN = """
window.heard = [];
AudioContext.prototype.createOscillator = function () {
  const node = new OscillatorNode(this);
  node.addEventListener("ended", () => 0);
  const start = node.start.bind(node);
  node.start = (when) => { window.heard.push(node.frequency.value); start(when); };
  return node;
};
"""


def test_a_board_is_flipped(page: Page) -> None:
    page.open(EXAMPLE_GAMES[0], sides="human human")
    corner = (
        "const box = (cell) => cell.getBoundingClientRect();"
        "const all = [...document.querySelectorAll('.cell')].map(cell => [cell.dataset.player, box(cell)]);"
        "return all.toSorted(([, a], [, b]) => a.top - b.top || a.left - b.left)[0][0]"
    )
    labels = (
        "const left = (one) => one.getBoundingClientRect().left;"
        "const all = [...document.querySelectorAll('.label')].toSorted((a, b) => left(a) - left(b));"
        "return all.map(one => one.textContent).join('')"
    )
    before = page.script(corner)
    assert page.script(labels).endswith("abcd")
    page.script("document.activeElement.blur()")
    page.press("f")
    page.wait(lambda: page.script(corner) != before)
    assert page.script(labels).endswith("dcba")
    page.click("#flip")
    page.wait(lambda: page.script(corner) == before)


def test_a_click_on_the_die_throws_it(page: Page) -> None:
    page.open("einstein(3,2)", mode="play", sides="human human")
    assert page.text("#moves-title") == "Outcomes of chance"
    assert page.text(".turn") == "Chance decides next"
    page.click('.cell[data-look="die"]')
    page.wait(lambda: page.one('.cell[data-look="die"]').get_attribute("data-mark"))
    assert page.one('.cell[data-look="die"]').get_attribute("aria-label").startswith("die, ")


def test_the_value_of_a_domino_is_on_the_cell_that_names_it(page: Page) -> None:
    page.open(EXAMPLE_GAMES[1])
    page.wait(lambda: page.all(".cell .worth") and not page.all("#stop"))
    shown = page.labels(".cell")
    named = {f"{'abcdef'[int(place[2])]}{int(place[0]) + 1}": value for place, value in shown.items() if value}
    assert named == {name: value for name, value in page.labels().items() if value}


def test_the_last_move_is_marked_where_a_stone_takes_one_like_it(page: Page) -> None:
    page.open("einstein(3,2)", moves="die1 1d die1 1d", sides="human human")
    marked = "return [...document.querySelectorAll('.cell.last')].map(cell => cell.dataset.cell)"
    assert page.script(marked) == ["1,1"]
