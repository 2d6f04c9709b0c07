// A small drawing of a board, for the card of a game. It can be looked at, not played on.

import { html } from "preact";

const APART = 0.7; // the space between boards that lie side by side, in cells

export function SmallBoard({ places }) {
  const layers = [...Map.groupBy(places, (place) => place.layer).values()];
  const first = (axis) => Math.min(...places.map((place) => place[axis]));
  const [top, start] = [first("row"), first("column")];
  const size = (axis, parts) => 1 + Math.max(...parts.map((place) => place[axis])) - first(axis);
  let left = 0;
  const boards = layers.map((parts) => {
    const x = left - start;
    left += size("column", parts) + APART;
    return parts.map((place) => html`<${Place} ...${place} x=${place.column + x} y=${place.row - top} />`);
  });
  const box = [-0.1, -0.1, left - APART + 0.2, size("row", places) + 0.2].join(" ");
  return html`<svg class="small-board" viewBox=${box} preserveAspectRatio="xMinYMid" aria-hidden="true">${boards}</svg>`;
}

const SQUARE = html`<rect class="small-square" x="0.04" y="0.04" width="0.92" height="0.92" rx="0.12" />`;
const DISC = html`<circle class="small-piece" cx="0.5" cy="0.5" r="0.36" />`;
const TILE = html`<rect class="small-piece" x="0.06" y="0.06" width="0.88" height="0.88" rx="0.12" />`;
const SHAPES = {
  X: html`<path class="small-shape" d="M0.28 0.28 0.72 0.72M0.72 0.28 0.28 0.72" />`,
  O: html`<circle class="small-shape" cx="0.5" cy="0.5" r="0.25" />`,
};
const BARE = {
  counter: DISC,
  chocolate: TILE,
  poison: html`${TILE}<circle class="small-dot" cx="0.5" cy="0.5" r="0.2" />`,
  dot: html`<circle class="small-dot" cx="0.5" cy="0.5" r="0.2" />`,
  across: html`<path class="small-side" d="M0 0.5H1" />`,
  upright: html`<path class="small-side" d="M0.5 0V1" />`,
}; // the looks of places without a square around them

function Place({ look, mark, player, x, y }) {
  const piece = SHAPES[mark] ?? (player !== null || mark === "o" ? DISC : TILE);
  return html`<g transform=${`translate(${x} ${y})`} data-player=${player}>
    ${BARE[look] ?? html`${SQUARE}${mark && piece}`}
  </g>`;
}
