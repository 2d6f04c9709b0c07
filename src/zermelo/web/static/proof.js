// The proof of the value of a position: certificates that the server has written and had checked, to download.

import { html } from "preact";
import { prove } from "zermelo/actions";
import { ANALYSE, positionAt, proofAt, valuesOf } from "zermelo/state";
import { withMinus } from "zermelo/verdict";

/** The button that asks for a proof, where the value is exact and a game may have certificates. */
export function ProveButton({ state }) {
  const values = valuesOf(state);
  const exact = values && values.lower === values.upper && positionAt(state)?.players === 2;
  if (state.mode !== ANALYSE || !exact || state.edit) return null;
  return html`<button type="button" id="prove" onClick=${prove}>Prove it</button>`;
}

/** What was proved, with a link to each file. */
export function Proof({ state }) {
  const proof = proofAt(state);
  return html`<div class="proofs" role="status">${proof && html`<p>${proof.sentence}</p>
    <ul>${proof.proofs.map(({ name, sentence, file }) => html`<li key=${name}>
      ${withMinus(sentence)} ${file && html`<a href=${`data:application/octet-stream;base64,${file}`} download=${name}>Download the proof</a>`}
    </li>`)}</ul>`}
  </div>`;
}
