// A small drawing of a board, for the card of a game. It can be looked at, not played on.

import { html } from "preact";
import { Drawing } from "zermelo/pieces";

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

const SIDES = { across: html`<path class="small-side" d="M0 50H100" />`, upright: html`<path class="small-side" d="M50 0V100" />` };
const UNFRAMED = ["counter", "chocolate", "poison", "dot", "box", "slot", "die"]; // the looks of places without a square around them

function Place({ x, y, ...place }) {
  const framed = !UNFRAMED.includes(place.look);
  return html`<g transform=${`translate(${x} ${y}) scale(0.01)`} data-player=${place.player}>
    ${SIDES[place.look] ?? html`${framed && html`<rect class="small-square" x="4" y="4" width="92" height="92" rx="12" />`}
      <g class="piece"><${Drawing} place=${place} /></g>`}
  </g>`;
}
