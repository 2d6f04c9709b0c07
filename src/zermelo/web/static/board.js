// The board: cells in rows and columns, whatever the game. Rows and columns without cells are gaps between its parts.

import { html, useLayoutEffect, useRef, useState } from "preact";
import { click, light } from "zermelo/actions";
import { cellKey, legalMoves, positionAt } from "zermelo/state";
import { marksOf, plural } from "zermelo/verdict";

const GAP = 0.4; // of a cell's size
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

export function Board({ state }) {
  const position = positionAt(state) ?? positionAt(state, state.ply - 1); // the one before, until the next is known
  const [focused, setFocused] = useState(null);
  const grid = useRef(null);
  const inside = useRef(false);
  const cells = position?.cells ?? [];
  const focusable = cells.find((cell) => cellKey(cell) === focused) ?? cells.find((cell) => cell.moves.length) ?? cells[0];
  useLayoutEffect(() => {
    // A cell that was focused and is gone, as of a heap that is taken, leaves the focus to another.
    if (inside.current && document.activeElement === document.body) grid.current?.querySelector("[tabindex='0']")?.focus();
  });
  if (!position) return html`<div class="board" aria-busy="true"></div>`;
  if (!cells.length) return html`<pre class="board-text" tabindex="0" aria-label="The position">${position.text}</pre>`;
  const rows = tracks(cells.map((cell) => cell.row));
  const columns = tracks(cells.map((cell) => cell.column));
  const size = { "--rows": rows.size, "--columns": columns.size };
  const template = { gridTemplateRows: rows.template, gridTemplateColumns: columns.template };

  function move(event) {
    const to = event.key === "Home" ? cells[0] : event.key === "End" ? cells.at(-1) : neighbour(cells, focusable, STEPS[event.key]);
    if (event.key in STEPS || event.key === "Home" || event.key === "End") {
      event.preventDefault();
      event.stopPropagation(); // outside the board these keys step through the game
      if (to) grid.current.querySelector(`[data-cell="${cellKey(to)}"]`).focus();
    }
  }

  return html`<div class="board">
    <div class="grid" role="group" aria-label="Board" ref=${grid} style=${{ ...size, ...template }}
      onKeyDown=${move} onFocusIn=${() => (inside.current = true)} onFocusOut=${(event) => event.relatedTarget && (inside.current = false)}
      onPointerLeave=${() => light(null)}>
      ${facesOf(state, position).map((face) => html`<${CellButton} key=${face.key} ...${face}
        row=${face.cell.row - rows.first + 1} column=${face.cell.column - columns.first + 1}
        tabbable=${face.cell === focusable} onFocus=${() => setFocused(face.key)} />`)}
    </div>
  </div>`;
}

/** The rows or columns from the first to the last one used: a template for the grid, and how many cells it is long. */
function tracks(used) {
  const present = new Set(used);
  const first = Math.min(...used);
  const all = Array.from({ length: Math.max(...used) - first + 1 }, (_, index) => present.has(first + index));
  const size = all.reduce((sum, filled) => sum + (filled ? 1 : GAP), 0);
  return { first, size, template: all.map((filled) => `calc(var(--cell) * ${filled ? 1 : GAP})`).join(" ") };
}

/** The nearest cell in a direction; straight ahead counts as nearer. */
function neighbour(cells, from, step) {
  if (!step) return null;
  const cost = ({ row, column }) => {
    const [down, right] = [row - from.row, column - from.column];
    const ahead = down * step[0] + right * step[1];
    const aside = Math.abs(down * step[1]) + Math.abs(right * step[0]);
    return ahead > 0 ? ahead + 3 * aside : Infinity;
  };
  const nearest = cells.reduce((best, cell) => (cost(cell) < cost(best) ? cell : best), from);
  return nearest === from ? null : nearest;
}

/** What each cell shows. */
function facesOf(state, position) {
  const legal = new Set(legalMoves(state));
  const marks = position === positionAt(state) ? [...marksOf(state).values()] : [];
  const before = state.ply > 0 ? new Map(positionAt(state, state.ply - 1)?.cells.map((cell) => [cellKey(cell), cell.mark])) : null;
  const labelled = labelledCells(position.cells);
  return position.cells.map((cell) => {
    const key = cellKey(cell);
    const moves = cell.moves.filter((move) => legal.has(move));
    const left = state.selection ? moves.filter((move) => state.selection.moves.includes(move)) : moves;
    const best = marks.find((mark) => cell.moves.includes(mark.move)); // they come best first
    return {
      key,
      cell,
      moves,
      name: cell.moves.length === 1 ? cell.moves[0] : state.names[key],
      value: labelled.has(key) && (!state.selection || left.length) ? best : null,
      last: before?.size > 0 && cell.mark !== "" && before.get(key) !== cell.mark,
      selected: state.selection?.cell === key,
      meant: state.selection !== null && left.length > 0,
      lit: state.lit !== null && (cell.moves.includes(state.lit) || (state.names[key] === state.lit && cell.mark !== "")),
    };
  });
}

/** Where a move is told by several empty cells, as by those of a column, its value stands in the lowest alone. */
function labelledCells(cells) {
  const lowest = new Map();
  const labelled = new Set();
  for (const cell of cells) {
    if (cell.mark === "" && cell.moves.length === 1) {
      const other = lowest.get(cell.moves[0]);
      if (!other || other.row <= cell.row) lowest.set(cell.moves[0], cell);
    } else if (cell.moves.length) labelled.add(cellKey(cell));
  }
  for (const cell of lowest.values()) labelled.add(cellKey(cell));
  return labelled;
}

function CellButton({ cell, moves, name, value, last, selected, meant, lit, row, column, tabbable, onFocus }) {
  const classes = ["cell", last && "last", selected && "selected", meant && "meant", lit && "lit", moves.length && "playable"];
  const worth = value && { "data-tone": value.tone, "data-strength": value.strength };
  return html`<button type="button" class=${classes.filter(Boolean).join(" ")} style=${{ gridRow: row, gridColumn: column }}
    data-cell=${cellKey(cell)} data-mark=${cell.mark} data-player=${cell.player} ...${worth}
    aria-label=${spoken(cell, moves, name, value, last)} aria-disabled=${moves.length ? null : "true"} aria-pressed=${meant || selected ? "true" : null}
    tabindex=${tabbable ? 0 : -1} onFocus=${() => { onFocus(); light(moves.length === 1 ? moves[0] : null); }}
    onPointerEnter=${() => light(moves.length === 1 ? moves[0] : null)} onClick=${() => moves.length && click(cell)}>
    <${Stone} mark=${cell.mark} player=${cell.player} />
    ${value && html`<span class="value" data-value=${value.label} aria-hidden="true"></span>`}
  </button>`;
}

/** A cell, for screen readers: "b2, empty, wins in 5 plies". */
function spoken(cell, moves, name, value, last) {
  const place = name ?? `row ${cell.row + 1}, column ${cell.column + 1}`;
  const several = moves.length > 1 && plural(moves.length, "move", "moves");
  return [place, cell.mark || "empty", last && "changed last", several, value && `${several ? "the best " : ""}${value.words}`]
    .filter(Boolean)
    .join(", ");
}

/** X and O as shapes, other marks of a player on his disc, those of nobody on a tile. */
function Stone({ mark, player }) {
  if (mark === "") return null;
  const drawn = { X: html`<path d="M28 28 72 72M72 28 28 72" />`, O: html`<circle cx="50" cy="50" r="25" />` }[mark];
  const outline = player === null ? html`<rect x="12" y="12" width="76" height="76" rx="14" />` : html`<circle cx="50" cy="50" r="38" />`;
  return html`<svg class=${`stone ${drawn ? "shape" : player === null ? "tile" : "disc"}`} viewBox="0 0 100 100" aria-hidden="true">
    ${drawn ?? outline}${!drawn && mark !== "#" && html`<text x="50" y="52" text-anchor="middle" dominant-baseline="central">${mark}</text>`}
  </svg>`;
}

