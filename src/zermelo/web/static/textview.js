// A position without a board: the fields of its state as a table, or a text. For a user's game, also how to draw it.

import { html } from "preact";
import { isUsers } from "zermelo/state";

const PICTURE = `from zermelo import Cell

def picture(self, state, mover):
    cells = []
    for place in range(9):
        row, column = divmod(place, 3)
        cells.append(Cell(row, column, actions=(place,)))
    return cells`;

export function TextView({ game, position }) {
  return html`<div class="text-view">
    ${position.fields.length
      ? html`<div class="board-text" tabindex="0" role="region" aria-label="Position"><${Fields} fields=${position.fields} /></div>`
      : html`<pre class="board-text" tabindex="0" aria-label="Position">${position.text}</pre>`}
    ${isUsers(game) && html`<details class="draw-this">
      <summary>How to draw this</summary>
      <p>zermelo draws a board if the state, or a field of it, has an item for each cell: a <code>Bits</code>, a tuple or a string.
        Give the game the attributes <code>rows</code> and <code>columns</code> if the board is not a square.</p>
      <p>Or define the method <code>picture</code>, which returns the cells with their marks, their owners, and the actions that a
        click can play. This one draws nine empty cells:</p>
      <pre tabindex="0" aria-label="Example of the method picture">${PICTURE}</pre>
      <p>Save the file and reload this page. <code>zermelo help draw-your-game</code> says more.</p>
    </details>`}
  </div>`;
}

/** The fields of the state, as the rows of a table. */
export function Fields({ fields }) {
  return html`<table class="fields">
    <tbody>${fields.map(({ name, value }) => html`<tr key=${name}><th scope="row">${name}</th><td>${value}</td></tr>`)}</tbody>
  </table>`;
}
