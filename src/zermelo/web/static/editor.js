// Setting up a position by hand: a click on a cell changes its stone.

import { html } from "preact";
import { cancelEdit, finishEdit } from "zermelo/actions";

export function Editor({ state }) {
  if (!state.edit) return null;
  const { refusal } = state.edit;
  return html`<div class="editor" role="group" aria-label="Set up the board">
    <p class="quiet">Click a cell to change its stone.</p>
    <div class="row">
      <button type="button" class="primary" id="finish-edit" disabled=${refusal !== ""} onClick=${finishEdit}>Use this position</button>
      <button type="button" id="cancel-edit" onClick=${cancelEdit}>Cancel</button>
    </div>
    <p id="edit-refusal" class="refusal" role="status">${refusal}</p>
  </div>`;
}
