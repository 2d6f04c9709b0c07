// What stands on a cell, drawn as its game draws it. Drawings fill a square of 100 by 100; board.css has their colours.

import { html } from "preact";

const SHAPES = {
  X: html`<path class="stroke" d="M28 28 72 72M72 28 28 72" />`,
  O: html`<circle class="stroke" cx="50" cy="50" r="25" />`,
  disc: html`<circle class="body" cx="50" cy="50" r="36" />`,
  pawn: html`<path class="body" d="M28 86Q28 72 41 66Q45 56 43 49A18 18 0 1 1 57 49Q55 56 59 66Q72 72 72 86Z" />`,
  tile: html`<rect class="tile" x="8" y="8" width="84" height="84" rx="12" />`,
  counter: html`<circle class="tile" cx="50" cy="50" r="43" /><circle class="rim" cx="50" cy="50" r="30" />`,
  chocolate: html`<rect class="cocoa" x="2" y="2" width="96" height="96" rx="8" /><path class="shade" d="M18 82V18H82" />`,
  skull: html`<path class="bone" d="M50 22A26 26 0 0 0 34 68V78H66V68A26 26 0 0 0 50 22Z" />
    <path class="hole" d="M34 48a7 7 0 1 0 14 0a7 7 0 1 0-14 0M52 48a7 7 0 1 0 14 0a7 7 0 1 0-14 0" />
    <path class="hole" d="M46 63 50 56 54 63Z" />`,
  left: html`<path class="body" d="M104 10H22Q10 10 10 22V78Q10 90 22 90H104" /><circle class="pip" cx="50" cy="50" r="8" />`,
  right: html`<path class="body" d="M-4 10H78Q90 10 90 22V78Q90 90 78 90H-4" /><circle class="pip" cx="50" cy="50" r="8" />`,
  upper: html`<path class="body" d="M10 104V22Q10 10 22 10H78Q90 10 90 22V104" /><circle class="pip" cx="50" cy="50" r="8" />`,
  lower: html`<path class="body" d="M10-4V78Q10 90 22 90H78Q90 90 90 78V-4" /><circle class="pip" cx="50" cy="50" r="8" />`,
  dot: html`<circle class="dot" cx="50" cy="50" r="34" />`,
  slot: html`<rect class="frame" width="100" height="100" /><circle class="hollow" cx="50" cy="50" r="43" />`,
  coin: html`<circle class="coin" cx="50" cy="50" r="38" />`,
  inlay: html`<circle class="inlay" cx="50" cy="50" r="21" />`,
  die: html`<rect class="tile" x="8" y="8" width="84" height="84" rx="20" />`,
};

const COLOURS = ["white", "black", "red", "blue", "green", "yellow"]; // of discs and pawns by their marks, also "w" and "b"

const TEXTS = ["", "box", "die"]; // the looks whose marks are text, unless they have a shape

export function Piece({ cell }) {
  if (cell.look === "across" || cell.look === "upright") return html`<span class="bar" aria-hidden="true"></span>`;
  return html`<svg class="piece" viewBox="0 0 100 100" aria-hidden="true"><${Drawing} place=${cell} /></svg>`;
}

/** The shapes of what stands on a place, and its text. */
export function Drawing({ place: { look, mark, player } }) {
  const shapes = shapesOf(look, mark, player);
  const bare = shapes.includes(mark) || (player === null && (mark === "o" || mark === "#"));
  const text = TEXTS.includes(look) && mark !== "" && !bare;
  const name = mark.toLowerCase();
  const colour = ["disc", "pawn"].includes(look) && COLOURS.find((each) => each === name || (/^[wb]$/.test(name) && each[0] === name));
  if (colour) return html`<g class="named" fill=${colour}>${shapes.map((shape) => SHAPES[shape])}</g>`;
  return html`${shapes.map((shape) => SHAPES[shape])}
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
