// A sheet with the keys of the page, and with the signs on the board and in the lists.

import { html, useLayoutEffect, useRef } from "preact";
import { showSheet } from "zermelo/actions";

const KEYS = [
  [["\u2190", "\u2192"], "one move back, one move forward"],
  [["Home", "End"], "to the beginning, to the last move"],
  [["Space"], "play the best move"],
  [["Tab"], "to the board, the moves and the buttons"],
  [["\u2190", "\u2191", "\u2192", "\u2193"], "on the board: from cell to cell"],
  [["Enter"], "on the board: play this cell, or choose it"],
  [["Esc"], "forget the chosen cell"],
  [["F"], "flip the board: see it from the other side"],
  [["Ctrl Z"], "undo what the message below the board says"],
  [["right button"], "on the board: mark a cell, or draw an arrow from one cell to another; the next move takes them away"],
  [["?"], "open this sheet"],
];

const SIGNS = [
  ["W5", "wins in 5 plies; a ply is one move of one player"],
  ["D", "draws"],
  ["L4", "loses in 4 plies"],
  ["+2", "gets 2 with best play, in a game for points or with chance"],
  ["0..1", "not decided: gets at least 0 and at most 1"],
  ["\u2248+3", "not decided: only an estimate; the best estimates have a dashed border"],
  ["?", "a mistake: another move has a better result"],
  ["\u270e", "there is a comment"],
  ["\u25cf", "in the graph: the value of a position, nearer to the side of the player who wins sooner, or who gets more"],
  ["\u25cb", "in the graph: the values of the other moves"],
  ["\u00b7\u00b7\u00b7", "in the graph: the value is not decided, but lies in this range"],
];

/** The sheet; it lies over the page while `open` is true. */
export function KeySheet({ open }) {
  const sheet = useRef(null);
  useLayoutEffect(() => {
    if (open && !sheet.current.open) sheet.current.showModal();
    if (!open) sheet.current.close();
  }, [open]);
  return html`<dialog id="sheet" class="sheet" ref=${sheet} aria-labelledby="sheet-title" onClose=${() => showSheet(false)}>
    <div class="row between">
      <h2 id="sheet-title">Keys and signs</h2>
      <button type="button" id="close-sheet" onClick=${() => showSheet(false)}>Close</button>
    </div>
    <table class="legend">
      <caption class="hidden">Keys</caption>
      <tbody>${KEYS.map(([keys, does]) => html`<tr key=${does}>
        <th scope="row">${keys.map((key) => html`<kbd>${key}</kbd> `)}</th><td>${does}</td>
      </tr>`)}</tbody>
    </table>
    <table class="legend">
      <caption class="hidden">Signs</caption>
      <tbody>${SIGNS.map(([sign, means]) => html`<tr key=${sign}><th scope="row">${sign}</th><td>${means}</td></tr>`)}</tbody>
    </table>
  </dialog>`;
}
