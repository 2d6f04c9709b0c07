// What stands on a cell, drawn as its game draws it. Drawings fill a square of 100 by 100; board.css has their colours.

import { html } from "preact";
import { COLOURS, SHAPES } from "zermelo/shapes"; // display/shapes.json

const TEXTS = ["", "box", "die"]; // the looks whose marks are text, unless they have a shape

export function Piece({ cell }) {
  if (cell.look === "across" || cell.look === "upright") return html`<span class="bar" aria-hidden="true"></span>`;
  return html`<svg class="piece" viewBox="0 0 100 100" aria-hidden="true"><${Drawing} place=${cell} /></svg>`;
}

/** The colour of a piece with the name of one; others have their player's. */
export const colourOf = ({ look, mark }) => (["disc", "pawn"].includes(look) ? COLOURS[mark.toLowerCase()] : undefined);

/** The shapes of what stands on a place, and its text. */
export function Drawing({ place: { look, mark, player } }) {
  const shapes = shapesOf(look, mark, player);
  const bare = shapes.includes(mark) || (player === null && (mark === "o" || mark === "#"));
  const text = TEXTS.includes(look) && mark !== "" && !bare;
  const drawings = shapes.map((shape) => html([SHAPES[shape]]));
  const colour = colourOf({ look, mark });
  if (colour) return html`<g class="named" fill=${colour}>${drawings}</g>`;
  return html`${drawings}
    ${player >= 2 && (shapes.includes("disc") || shapes.includes("coin")) && !text && html`<circle class="pip" cx="50" cy="50" r="9" />`}
    ${text && html`<text x="50" y="50" text-anchor="middle" dominant-baseline="central">${mark}</text>`}`;
}

/** The names of the shapes that a cell is drawn with. A mark of nobody is a disc if it is "o", or a tile. */
function shapesOf(look, mark, player) {
  if (["dot", "chocolate", "die"].includes(look)) return [look];
  if (look === "poison") return ["chocolate", "skull"];
  if (look === "slot" && mark === "") return ["slot"];
  if (look === "slot") return player === 1 || player === 3 ? ["slot", "coin", "inlay"] : ["slot", "coin"];
  if (mark === "") return [];
  if (look === "box") return player === null ? ["tile"] : [];
  if (look !== "") return [look];
  if (mark === "X" || mark === "O") return [mark];
  return [player !== null || mark === "o" ? "disc" : "tile"];
}

/** The corners of a cell, each with the halves of dominoes in which it is not a corner of the domino. */
const CORNERS = [
  { path: "M11 28V11H28", within: ["right", "lower"] },
  { path: "M72 11H89V28", within: ["left", "lower"] },
  { path: "M89 72V89H72", within: ["left", "upper"] },
  { path: "M28 89H11V72", within: ["right", "upper"] },
];

/** Corners around what the last move changed, and a frame around what is marked, such as a completed line. */
export function Signs({ look, last, marked }) {
  if (!last && !marked) return null;
  const around = CORNERS.filter(({ within }) => !within.includes(look)).map(({ path }) => path).join("");
  return html`<svg class="signs" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
    ${marked && html`<rect x="4" y="4" width="92" height="92" rx="14" />`}
    ${last && html`<path d=${around} />`}
  </svg>`;
}
