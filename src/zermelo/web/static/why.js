// Why a player cannot complete a line: pairs of cells, of which the other player always gets one.

import { html } from "preact";
import { endExplanation, explain, showProof } from "zermelo/actions";
import { ANALYSE, positionAt, shown, valuesOf, whyAt } from "zermelo/state";

const HUES = 6; // as many colours as board.css has for pairs; the letters tell pairs of the same colour apart
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"; // one is all that a small cell has room for

/** The name of a pair: A to Z and a to z, then A2 and so on. */
const letterOf = (index) => LETTERS[index % LETTERS.length] + (index < LETTERS.length ? "" : 1 + Math.floor(index / LETTERS.length));

const proofAt = (state) => whyAt(state)?.proofs[whyAt(state).shown];

/** For each move to a cell that the explanation names: what is written on the cell, its colour, and both in words. */
export function pairsOf(state) {
  const { first, pairs } = proofAt(state) ?? { first: null, pairs: [] };
  const found = pairs.flatMap((pair, index) => {
    const letter = letterOf(index);
    return pair.map((move) => [move, { letter, hue: index % HUES, words: `pair ${letter}` }]);
  });
  return new Map(first === null ? found : [[first, { letter: "1", hue: "first", words: "the first move" }], ...found]);
}

export function Why({ state }) {
  const position = positionAt(state);
  if (state.mode !== ANALYSE || !position?.pairs || position.over || state.edit) return null;
  const why = whyAt(state);
  const proof = proofAt(state);
  return html`<section class="card why" aria-labelledby="why-title">
    <h2 id="why-title">Explanation</h2>
    <div class="row">
      <button type="button" id="why" aria-expanded=${String(why !== null)} onClick=${why ? endExplanation : explain}>
        ${why ? "Close" : question(state, position)}
      </button>
      ${why?.proofs.length > 1 && why.proofs.map(({ player }, index) => html`<button type="button" key=${player} class="proof"
        aria-pressed=${String(index === why.shown)} onClick=${() => showProof(index)}>Why ${position.names[player]} cannot win</button>`)}
    </div>
    <div role="status">${why && html`<p>${why.sentence}</p>${proof && html`<p>${proof.sentence}</p>`}`}</div>
    ${proof?.pairs.length > 0 && html`<ul class="row pairs" aria-label="Pairs" tabindex="0">
      ${proof.pairs.map((pair, index) => html`<li key=${index} data-pair=${index % HUES}>
        <span class="pair">${letterOf(index)}</span> ${pair.join(" ")}
      </li>`)}
    </ul>`}
  </section>`;
}

/** What the user may ask, given what is known and shown about the position. */
function question(state, { names, mover }) {
  const best = shown(state).verdict && valuesOf(state)?.moves[0];
  if (best?.tone === "draw") return "Why is this a draw?";
  if (best?.tone === "win") return `Why can't ${names[1 - mover]} win?`;
  if (best?.tone === "loss") return `Why can't ${names[mover]} win?`;
  return "Who can still win?";
}
