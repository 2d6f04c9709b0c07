// The board of any game: cells in rows and columns. Rows and columns without cells are gaps between the parts of a board.
// Boards that lie side by side, such as the layers of a cube, are drawn one after the other.

import { html, useLayoutEffect, useRef, useState } from "preact";
import { click, light } from "zermelo/actions";
import { cellKey, legalMoves, positionAt } from "zermelo/state";
import { TextView } from "zermelo/textview";
import { marksOf, plural } from "zermelo/verdict";

const GAP = 0.4; // the size of a gap, in cells
const ASIDE = 3; // the weight of a distance across the direction of the arrow key
const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export function Board({ state }) {
  const latest = useRef(null);
  const position = (latest.current = positionAt(state) ?? latest.current); // the old position stays until the new one is known
  const [focused, setFocused] = useState(null);
  const board = useRef(null);
  const inside = useRef(false);
  useLayoutEffect(() => {
    // If the focused cell is gone, such as a cell of a heap that was taken, another cell gets the focus.
    if (inside.current && document.activeElement === document.body) board.current?.querySelector("[tabindex='0']")?.focus();
  });
  if (!position) return html`<div class="board" aria-busy="true"></div>`;
  if (!position.cells.length) {
    return html`<${TextView} game=${state.game} position=${position} />`;
  }

  const faces = facesOf(state, position);
  const tabbable = faces.find((face) => face.key === focused) ?? faces.find((face) => face.moves.length) ?? faces[0];
  const layers = [...Map.groupBy(faces, (face) => face.cell.layer)];

  function move(event) {
    if (!(event.key in STEPS || event.key === "Home" || event.key === "End")) return;
    event.preventDefault();
    event.stopPropagation(); // outside the board, these keys step through the game
    const cells = [...board.current.querySelectorAll(".cell")];
    const ends = { Home: cells[0], End: cells.at(-1) };
    (ends[event.key] ?? neighbour(cells, document.activeElement, STEPS[event.key])).focus();
  }

  return html`<div class="board" ref=${board} style=${sizeOf(layers)} onKeyDown=${move} onPointerLeave=${() => light(null)}
    onFocusIn=${() => (inside.current = true)} onFocusOut=${(event) => (inside.current = event.relatedTarget === null)}>
    <div class="layers">${layers.map(([title, parts]) => {
      const [rows, columns] = [tracks(parts, "row"), tracks(parts, "column")];
      return html`<div class="layer" key=${title} role="group" aria-label=${title ? `Board ${title}` : "Board"}>
        ${title && html`<p class="layer-title" aria-hidden="true">${title}</p>`}
        <div class="grid" style=${{ gridTemplateRows: rows.template, gridTemplateColumns: columns.template }}>
          ${parts.map((face) => html`<${CellButton} key=${face.key} ...${face}
            row=${face.cell.row - rows.first + 1} column=${face.cell.column - columns.first + 1}
            tabbable=${face === tabbable} onFocus=${() => setFocused(face.key)} />`)}
        </div>
      </div>`;
    })}</div>
  </div>`;
}

/** The rows or columns from the first used to the last: their CSS grid template, and their total size in cells. */
function tracks(faces, axis) {
  const used = new Set(faces.map((face) => face.cell[axis]));
  const first = Math.min(...used);
  const all = Array.from({ length: Math.max(...used) - first + 1 }, (_, index) => (used.has(first + index) ? 1 : GAP));
  const template = all.map((share) => `calc(var(--cell) * ${share})`).join(" ");
  return { first, template, size: all.reduce((sum, share) => sum + share, 0) };
}

/** The size of the largest layer in cells, and the number of layers side by side: two at most, to keep cells large enough. */
function sizeOf(layers) {
  const longest = (axis) => Math.max(...layers.map(([, faces]) => tracks(faces, axis).size));
  return { "--rows": longest("row"), "--columns": longest("column"), "--abreast": Math.min(2, layers.length) };
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
  const marks = position === positionAt(state) ? [...marksOf(state).values()] : [];
  const earlier = state.ply > 0 ? positionAt(state, state.ply - 1) : null;
  const before = new Map(earlier?.cells.map((cell) => [cellKey(cell), cell.mark]));
  const landing = landings(position.cells);
  const { selection, lit, names } = state;
  return position.cells.map((cell) => {
    const key = cellKey(cell);
    const moves = cell.moves.filter((move) => legal.has(move));
    const left = cell.moves.filter((move) => !selection || selection.moves.includes(move));
    return {
      key,
      cell,
      moves,
      name: cell.moves.length === 1 ? cell.moves[0] : names[key],
      value: marks.find((mark) => left.includes(mark.move) && landing.get(mark.move).includes(cell)), // marks are in order, the best first
      last: before.size > 0 && cell.mark !== "" && before.get(key) !== cell.mark,
      selected: selection?.cell === key,
      meant: selection !== null && left.length > 0,
      lit: lit !== null && (cell.moves.includes(lit) || (names[key] === lit && cell.mark !== "")),
    };
  });
}

/** The cells that show the value of each move: its lowest empty cell, where a stone lands in a column, or all its cells. */
function landings(cells) {
  const found = new Map();
  for (const cell of cells) {
    for (const move of cell.moves) found.set(move, [...(found.get(move) ?? []), cell]);
  }
  for (const [move, near] of found) {
    const empty = near.filter((cell) => cell.mark === "");
    if (empty.length) found.set(move, [empty.reduce((lowest, cell) => (cell.row > lowest.row ? cell : lowest))]);
  }
  return found;
}

function CellButton({ cell, moves, name, value, last, selected, meant, lit, row, column, tabbable, onFocus }) {
  const flags = { last, selected, meant, lit, playable: moves.length > 0 };
  const classes = ["cell", ...Object.keys(flags).filter((flag) => flags[flag])].join(" ");
  const lightUp = () => light(moves.length === 1 ? moves[0] : null);
  const focused = () => {
    onFocus();
    lightUp();
  };
  return html`<button type="button" class=${classes} style=${{ gridRow: row, gridColumn: column }}
    data-cell=${`${cell.row},${cell.column}`} data-layer=${cell.layer} data-mark=${cell.mark} data-player=${cell.player}
    data-tone=${value?.tone} data-strength=${value?.strength} aria-label=${spoken(cell, moves, name, value, last)}
    aria-disabled=${moves.length ? null : "true"} aria-pressed=${meant || selected ? "true" : null}
    tabindex=${tabbable ? 0 : -1} onFocus=${focused} onPointerEnter=${lightUp} onClick=${() => moves.length && click(cell)}>
    <${Stone} mark=${cell.mark} player=${cell.player} />
    ${value && html`<span class="worth" data-value=${value.label} aria-hidden="true"></span>`}
  </button>`;
}

/** A cell, for screen readers: "b2, empty, wins in 5 plies". */
function spoken(cell, moves, name, value, last) {
  const place = name ?? `row ${cell.row + 1}, column ${cell.column + 1}`;
  const several = moves.length > 1 && plural(moves.length, "move", "moves");
  const valueWords = value && `${several ? "the best " : ""}${value.words}`;
  return [place, cell.mark || "empty", last && "changed by the last move", several, valueWords].filter(Boolean).join(", ");
}

/** A mark: X and O are shapes, other marks of a player are on a disc. A mark of nobody is a disc if it is "o", or a tile. */
function Stone({ mark, player }) {
  if (mark === "") return null;
  const shape = { X: html`<path d="M28 28 72 72M72 28 28 72" />`, O: html`<circle cx="50" cy="50" r="25" />` }[mark];
  const disc = html`<circle cx="50" cy="50" r="38" />`;
  const tile = html`<rect x="10" y="10" width="80" height="80" rx="12" />`;
  const bare = shape || (player === null && (mark === "o" || mark === "#"));
  return html`<svg class=${shape ? "stone shape" : "stone"} viewBox="0 0 100 100" aria-hidden="true">
    ${shape ?? (player !== null || mark === "o" ? disc : tile)}
    ${!bare && html`<text x="50" y="50" text-anchor="middle" dominant-baseline="central">${mark}</text>`}
  </svg>`;
}
