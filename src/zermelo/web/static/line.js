// The best line after a move: its moves are numbered on the board, and each can be stepped to.

import { html } from "preact";
import { follow } from "zermelo/actions";
import { bestLine, cellKey, valuesOf } from "zermelo/state";
import { words } from "zermelo/verdict";

/** For each cell, by its key: the number of the first move that goes there in the line of the highlighted move. */
export function numbersOf(state) {
  const line = bestLine(state, state.lit);
  const places = state.previews[[...state.line.slice(0, state.ply), ...line].join(" ")] ?? [];
  const numbers = places.flatMap((place, index) => (place ? [[cellKey(place), index + 1]] : []));
  return new Map(numbers.reverse()); // of several moves to one cell, the first counts
}

/** The best line of the highlighted move, or of the best one, with a button for each of its moves. */
export function Line({ state }) {
  const values = valuesOf(state);
  const move = values?.moves.find((other) => other.move === state.lit) ?? values?.moves[0];
  const line = move ? bestLine(state, move.move) : [];
  const play = move?.kind === "exact" ? " Best play:" : " Best play found so far:";
  return html`<div class="best-line" role="group" aria-label="Best line">
    ${line.length > 0 && html`<p class="quiet">${verdict(move, values.reward_range)}${line.length > 1 ? play : ""}</p>
    <ol class="row">${line.map((each, index) => html`<li key=${index}>
      <button type="button" class="link" aria-label=${`Go to move ${index + 1} of this line, ${each}`}
        onClick=${() => follow(line.slice(0, index + 1))}>${each}</button>
    </li>`)}</ol>`}
  </div>`;
}

/** The value of a move as a sentence. */
function verdict(move, range) {
  const told = words(move, range);
  return `${move.move} ${told.startsWith("not ") ? "is " : ""}${told}.`;
}
