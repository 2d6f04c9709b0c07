// The board of any game: cells in rows and columns. Rows and columns without cells are gaps between the parts of a board.
// Boards that lie side by side, such as the layers of a cube, are drawn one after the other.

import { html, useLayoutEffect, useMemo, useRef, useState } from "preact";
import { click, drop, grab, light, sketch } from "zermelo/actions";
import { Arrows, arrowsOf } from "zermelo/arrows";
import { useKeptFocus } from "zermelo/focus";
import { hintedCells } from "zermelo/hint";
import { numbersOf } from "zermelo/line";
import { Piece, Signs } from "zermelo/pieces";
import { cellKey, drawnPosition, isColumn, legalMoves, positionAt } from "zermelo/state";
import { Fields, TextView } from "zermelo/textview";
import { marksOf, plural } from "zermelo/verdict";
import { pairsOf } from "zermelo/why";

const GAP = 0.4; // the size of a gap, in cells
const MOST_ESTIMATES = 20; // on the board: more would hide the best ones; the list of moves has all
const THIN = 0.3; // the size of a row or column of sides and dots, in cells
const SIDES = { row: ["dot", "across"], column: ["dot", "upright"] }; // the looks of the cells of such a row or column
const AROUND = 304; // the height of the page around a board, in pixels, as in board.css
const TALL_AT_LEAST = 256; // the height that a board may have in the lowest window, in pixels, as in board.css
const LABELS = 45; // about the space around a layer with its labels, in pixels
const NEARLY = 0.9; // of the largest cells that are possible: as many layers side by side as leave cells so large
const STILL = 4; // pixels by which the pointer may move in a click
const ASIDE = 3; // the weight of a distance across the direction of the arrow key
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function Board({ state }) {
  const latest = useRef(null);
  const position = (latest.current = drawnPosition(state) ?? latest.current); // the old position stays until the new one is known
  const [focused, setFocused] = useState(null);
  const [pointed, setPointed] = useState(null); // the cell under the pointer or the focus
  const board = useRef(null);
  const focus = useKeptFocus(board, "[tabindex='0']"); // a focused cell may go, such as a cell of a heap that is taken
  useResizing();
  const cells = useMemo(() => cellsEver(state, position), [state.positions, position]);
  if (!position) return html`<div class="board" ref=${board} aria-busy="true"></div>`;
  if (!position.cells.length) {
    return html`<${TextView} game=${state.game} position=${position} />`;
  }

  const faces = facesOf(state, position);
  const tabbable = faces.find((face) => face.key === focused) ?? faces.find((face) => face.moves.length) ?? faces[0];
  const layers = [...Map.groupBy(faces, (face) => face.cell.layer)].map(([title, parts]) => {
    const own = cells.filter((cell) => cell.layer === title);
    return { title, parts, rows: tracks(own, "row", state.flipped), columns: tracks(own, "column", state.flipped) };
  });
  const arrows = arrowsOf(state, position.cells);

  function move(event) {
    if (!(event.key in STEPS || event.key === "Home" || event.key === "End")) return;
    event.preventDefault();
    event.stopPropagation(); // outside the board, these keys step through the game
    const cells = [...board.current.querySelectorAll(".cell")];
    const ends = { Home: cells[0], End: cells.at(-1) };
    (ends[event.key] ?? neighbour(cells, document.activeElement, STEPS[event.key])).focus();
  }

  function point(face) {
    setPointed(face?.cell ?? null);
    light(face?.moves.length === 1 ? face.moves[0] : null);
  }

  return html`<div class="board" ref=${board} onKeyDown=${move} onPointerMove=${drag} onPointerLeave=${() => point(null)} ...${focus}>
    <div class=${faces.some(isShared) ? "layers valued" : "layers"} style=${sizeOf(layers, position.labels, board.current)}>${layers.map(({ title, parts, rows, columns }) => {
      const labels = position.labels.filter((label) => label.layer === title);
      const across = (column) => columns.place(column) + 2; // the first track is for the labels of the rows
      const down = (row) => rows.place(row) + 1;
      const middle = ({ row, column }) => [columns.middles[columns.place(column)], rows.middles[rows.place(row)]];
      return html`<div class="layer" key=${title} role="group" aria-label=${title ? `Board ${title}` : "Board"}>
        ${title && html`<p class="layer-title" aria-hidden="true">${title}</p>`}
        <div class="grid" style=${{
          gridTemplateRows: `${rows.template} var(--foot)`, gridTemplateColumns: `var(--margin) ${columns.template} var(--margin)`,
        }}>
          ${parts.map((face) => html`<${CellButton} key=${face.key} ...${face} row=${down(face.cell.row)}
            column=${across(face.cell.column)} beside=${isBeside(face.cell, pointed)} tabbable=${face === tabbable}
            point=${() => point(face)} onFocus=${() => setFocused(face.key)} />`)}
          ${labels.map(({ axis, first, last, text }) => {
            const [row, column] = axis === "row" ? [span(down(first), down(last)), 1] : [rows.end, span(across(first), across(last))];
            return html`<span key=${`${axis} ${first}`} class="label" data-axis=${axis} aria-hidden="true"
              style=${{ gridRow: row, gridColumn: column }}>${text}</span>`;
          })}
          <${Arrows} arrows=${arrows.filter((arrow) => arrow.from.layer === title)} place=${middle}
            size=${[columns.size, rows.size]} />
        </div>
      </div>`;
    })}</div>
    ${position.fields.length > 0 && html`<${Fields} fields=${position.fields} />`}
  </div>`;
}

/** All cells of this position and the other known ones. They keep their places: no board shrinks when counters are taken. */
function cellsEver({ positions }, position) {
  const known = [...Object.values(positions), ...(position ? [position] : [])].flatMap(({ cells }) => cells);
  return [...new Map(known.map((cell) => [cellKey(cell), cell])).values()];
}

/** Whether a cell shows both a piece and a value. */
const isShared = (face) => face.cell.mark !== "" && Boolean(face.value?.label);

/** Whether a cell has the place of the one that is pointed at, on another layer. */
const isBeside = (cell, pointed) =>
  pointed !== null && cell.layer !== pointed.layer && cell.row === pointed.row && cell.column === pointed.column;

/** Draw again when the window changes its size, and once more after the first time, when the size of the board is known. */
function useResizing() {
  const [, redraw] = useState(0);
  useLayoutEffect(() => {
    const again = () => redraw((times) => times + 1);
    again();
    addEventListener("resize", again);
    return () => removeEventListener("resize", again);
  }, []);
}

/** Two tracks and those between them, as CSS has it. */
const span = (one, other) => `${Math.min(one, other)} / ${Math.max(one, other) + 1}`;

/**
 * The rows or columns from the first used to the last, in reverse if the board is flipped: the place of each, from 0, their CSS grid
 * template, their middles and size in cells, and the line after them.
 */
function tracks(cells, axis, flipped) {
  const used = Map.groupBy(cells, (cell) => cell[axis]);
  const [first, last] = [Math.min(...used.keys()), Math.max(...used.keys())];
  const place = (line) => (flipped ? last - line : line - first);
  const shares = Array.from({ length: last - first + 1 }, (_, index) => {
    const line = used.get(flipped ? last - index : first + index);
    if (!line) return GAP;
    return line.every((cell) => SIDES[axis].includes(cell.look)) ? THIN : 1;
  });
  const template = shares.map((share) => `calc(var(--cell) * ${share})`).join(" ");
  const before = shares.map((_, index) => shares.slice(0, index).reduce((sum, share) => sum + share, 0));
  const middles = before.map((sum, index) => sum + shares[index] / 2);
  return { place, template, middles, end: shares.length + 1, size: before.at(-1) + shares.at(-1) };
}

/** What the size of a cell follows from (board.css): the size of the largest layer in cells, and how the layers are laid out. */
function sizeOf(layers, labels, board) {
  const longest = (axis) => Math.max(...layers.map((layer) => layer[axis].size));
  const [rows, columns] = [longest("rows"), longest("columns")];
  const [width, height] = [board?.clientWidth ?? innerWidth, Math.max(TALL_AT_LEAST, innerHeight - AROUND)];
  const across = (abreast) => (width / abreast - LABELS) / columns;
  const down = (abreast) => (height / Math.ceil(layers.length / abreast) - LABELS) / rows;
  const cell = (abreast) => Math.min(across(abreast), down(abreast));
  const counts = layers.map((_, index) => index + 1);
  const largest = Math.max(...counts.map(cell));
  const abreast = counts.findLast((count) => cell(count) >= NEARLY * largest);
  const has = (axis) => (labels.some((label) => label.axis === axis) ? 1 : 0);
  return {
    "--rows": rows, "--columns": columns, "--abreast": abreast, "--down": Math.ceil(layers.length / abreast),
    "--has-rows": has("row"), "--has-columns": has("column"), "--has-titles": layers.length > 1 ? 1 : 0,
  };
}

/** The nearest cell in a direction on the screen; `from` itself if there is none. */
function neighbour(cells, from, [right, down]) {
  const middle = (cell) => {
    const { left, top, width, height } = cell.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  };
  const [x, y] = middle(from);
  const cost = (cell) => {
    const [dx, dy] = middle(cell).map((value, axis) => value - [x, y][axis]);
    const ahead = dx * right + dy * down;
    return ahead > 1 ? ahead + ASIDE * (Math.abs(dx * down) + Math.abs(dy * right)) : Infinity;
  };
  return cells.reduce((best, cell) => (cost(cell) < cost(best) ? cell : best), from);
}

/** What each cell shows, as properties of CellButton. */
function facesOf(state, position) {
  const legal = new Set(legalMoves(state));
  const known = position === positionAt(state) ? [...marksOf(state).values()] : [];
  const marks = known.filter(({ kind }, rank) => kind !== "heuristic" || rank < MOST_ESTIMATES);
  const earlier = state.ply > 0 ? positionAt(state, state.ply - 1) : null;
  const content = ({ mark, player }) => `${mark} ${player}`;
  const before = new Map(earlier?.cells.map((cell) => [cellKey(cell), content(cell)]));
  const landing = landings(position);
  const [numbers, hinted, pairs] = [numbersOf(state), hintedCells(state, position.cells), pairsOf(state)];
  const { selection, lit } = state;
  const looksBest = marks[0]?.kind === "heuristic" ? marks[0].label : null;
  return position.cells.map((cell) => {
    const key = cellKey(cell);
    const moves = cell.moves.filter((move) => legal.has(move));
    const left = cell.moves.filter((move) => !selection || selection.moves.includes(move));
    const value = marks.find(({ move }) => left.includes(move) && landing.get(move).includes(cell)); // the best is first
    return {
      key,
      cell,
      place: cell.name ?? placeOf(cell, position.labels),
      moves,
      value,
      favoured: value?.kind === "heuristic" && value.label === looksBest,
      last: !state.edit && cell.look !== "die" && before.size > 0 && cell.mark !== "" && before.get(key) !== content(cell),
      selected: selection?.cell === key,
      number: numbers.get(key),
      pair: pairs.get(cell.moves[0]),
      hinted: hinted.includes(cell),
      settable: state.edit !== null,
      meant: selection !== null && left.length > 0,
      lit: lit !== null && (cell.moves.includes(lit) || (cell.name === lit && cell.mark !== "")),
    };
  });
}

/**
 * The cell or cells that show the value of each move: the lowest empty cell of a column into which a stone falls; otherwise the
 * first empty cell; or else those without a piece of the player to move, where a piece captures; or else all its cells.
 */
function landings({ cells, mover }) {
  const found = new Map();
  for (const cell of cells) {
    for (const move of cell.moves) found.set(move, [...(found.get(move) ?? []), cell]);
  }
  for (const [move, near] of found) {
    const empty = near.filter((cell) => cell.mark === "");
    const others = near.filter((cell) => cell.player !== mover);
    if (empty.length && near.length > 1 && isColumn(near, cells)) found.set(move, [empty.toSorted((one, other) => other.row - one.row)[0]]);
    else if (empty.length) found.set(move, [empty[0]]);
    else if (others.length) found.set(move, others);
  }
  return found;
}

let pressed = null; // the cell on which a button of the mouse was pressed, which one, and where; it may be released anywhere
document.addEventListener("pointerdown", () => (pressed = null), true);
for (const end of ["pointerup", "pointercancel"]) {
  document.addEventListener(end, () => pressed?.piece && (pressed.piece.style.translate = ""), true);
}

/** Let a piece follow the pointer. */
function drag({ buttons, clientX, clientY }) {
  if (buttons !== 1 || !pressed?.piece) return;
  const [right, down] = [clientX - pressed.x, clientY - pressed.y];
  if (Math.hypot(right, down) > STILL) pressed.grabbed ||= grab(pressed.cell);
  if (pressed.grabbed) pressed.piece.style.translate = `${right}px ${down}px`;
}

function CellButton(face) {
  const { cell, place, moves, value, number, pair, last, selected, meant, lit, beside, hinted, favoured, settable } = face;
  const { row, column, tabbable, point, onFocus } = face;
  const active = moves.length > 0 || settable;
  const flags = { last, selected, meant, lit, beside, hinted, favoured, marked: cell.marked, playable: active };
  const classes = ["cell", ...Object.keys(flags).filter((flag) => flags[flag])].join(" ");
  const focused = () => {
    onFocus();
    point();
  };
  const hold = ({ button, clientX: x, clientY: y, currentTarget, pointerId }) => {
    currentTarget.releasePointerCapture(pointerId); // else a finger would be over this cell until it is lifted
    pressed = { cell, button, x, y, piece: currentTarget.querySelector(".piece"), grabbed: false };
  };
  const release = ({ button }) => {
    const from = pressed && cellKey(pressed.cell);
    if (button === 2 && pressed?.button === 2) sketch(from, cellKey(cell));
    if (pressed?.grabbed && from !== cellKey(cell)) drop(cell);
  };
  // a double click is one move, not two; a click on a piece that was moved a little leaves it selected; 0 is the keyboard
  const press = ({ detail }) => active && (settable || detail === 0 || (detail === 1 && !pressed?.grabbed)) && click(cell);
  return html`<button type="button" class=${classes} style=${{ gridRow: row, gridColumn: column }}
    data-cell=${`${cell.row},${cell.column}`} data-layer=${cell.layer} data-mark=${cell.mark} data-player=${cell.player}
    data-look=${cell.look} data-pair=${pair?.hue} data-tone=${value?.tone} data-strength=${value?.strength}
    aria-label=${spoken(face)} aria-disabled=${active ? null : "true"}
    aria-pressed=${meant || selected ? "true" : null} tabindex=${tabbable ? 0 : -1}
    onFocus=${focused} onPointerEnter=${point} onClick=${press} onContextMenu=${(event) => event.preventDefault()}
    onPointerDown=${hold} onPointerUp=${release}>
    <${Piece} cell=${cell} />
    <${Signs} look=${cell.look} last=${last} marked=${cell.marked} />
    ${pair && html`<span class="pair" aria-hidden="true">${pair.letter}</span>`}
    ${number && html`<span class="order" aria-hidden="true">${number}</span>`}
    ${value?.label && html`<span class="worth" data-value=${value.label} style=${{ "--length": value.label.length }}
      aria-hidden="true"></span>`}
  </button>`;
}

/** The row and the column of a cell, by their labels if they have any. */
function placeOf(cell, labels) {
  const label = (wanted) => {
    const covers = ({ layer, axis, first, last }) => layer === cell.layer && axis === wanted && first <= cell[axis] && cell[axis] <= last;
    return labels.find(covers)?.text ?? cell[wanted] + 1;
  };
  return cell.look === "die" ? "die" : `row ${label("row")}, column ${label("column")}`;
}

/** A cell, for screen readers: "b2, empty, wins in 5 plies". */
function spoken({ cell, place, moves, value, pair, last }) {
  const several = moves.length > 1 && plural(moves.length, "move", "moves");
  const valueWords = value && `${several ? "the best " : ""}${value.words}`;
  const signs = [last && "changed by the last move", cell.marked && "marked", pair?.words];
  return [place, cell.mark || (cell.look === "die" ? "not thrown" : "empty"), ...signs, several, valueWords].filter(Boolean).join(", ");
}
