// Arrows on the board, for moves that go from one cell to another: the best move, and the move under the pointer. Users draw
// others with the right button of the mouse.

import { html } from "preact";
import { cellKey, hintAt, positionAt, shown, valuesOf } from "zermelo/state";

const SHORT = 0.3; // how far from the middle of a cell an arrow ends, in cells
const HEAD = 0.28; // the length of its head
const RING = 0.42; // the radius of a circle

/** The arrows to draw on these cells: each with the cells from which and to which it goes, and its tone. */
export function arrowsOf(state, cells) {
  const found = new Map();
  const best = shown(state).values ? valuesOf(state)?.moves[0] : null;
  if (best && best.tone !== "open") found.set(best.move, best.tone);
  const hint = hintAt(state);
  if (hint?.step === 2) found.set(hint.move, null);
  if (state.lit !== null) found.set(state.lit, found.get(state.lit) ?? null);
  const { mover } = positionAt(state) ?? {};
  const arrows = [...found].flatMap(([move, tone]) => {
    const own = cells.filter((cell) => cell.moves.includes(move));
    const [from, to] = own.toSorted((one, other) => (other.player === mover) - (one.player === mover));
    const goes = own.length === 2 && from.layer === to.layer && from.player === mover && to.player !== mover;
    return goes ? [{ from, to, tone, lit: move === state.lit }] : [];
  });
  const cellOf = (key) => cells.find((cell) => cellKey(cell) === key);
  const drawn = state.sketch.map(({ from, to }) => ({ from: cellOf(from), to: cellOf(to), tone: "drawn", lit: true }));
  return [...arrows, ...drawn.filter(({ from, to }) => from && to && from.layer === to.layer)];
}

/** The arrows of one layer. `place` gives the middle of a cell, in cells from the left and from the top; `size` that of the layer. */
export function Arrows({ arrows, place, size }) {
  return html`<svg class="arrows" viewBox=${`0 0 ${size[0]} ${size[1]}`} style=${{ gridRow: "1 / -2", gridColumn: "2 / -2" }}
    aria-hidden="true">
    ${arrows.map(({ from, to, tone, lit }) => {
      const [[x, y], [u, v]] = [place(from), place(to)];
      if (from === to) return html`<circle class="shaft ring" data-tone=${tone} cx=${x} cy=${y} r=${RING} />`;
      const length = Math.hypot(u - x, v - y);
      const [right, down] = [(u - x) / length, (v - y) / length];
      const at = (far, aside) => `${x + right * far - down * aside} ${y + down * far + right * aside}`;
      const [start, neck, end] = [SHORT, length - SHORT - HEAD, length - SHORT];
      const head = `M${at(end, 0)} ${at(neck, HEAD / 1.6)} ${at(neck, -HEAD / 1.6)}Z`;
      return html`<g class=${lit ? "arrow-lit" : ""} data-tone=${tone}><path class="shaft" d=${`M${at(start, 0)} L${at(neck, 0)}`} />
        <path class="head" d=${head} /></g>`;
    })}
  </svg>`;
}
