// What the game is called, and how it is played.

import { html } from "preact";
import { show } from "zermelo/actions";

/** Any position of the game that is shown: each has the title and the rules. */
const described = (state) => Object.values(state.positions)[0];

/** The name of the game for people. */
export const titleOf = (state) => described(state)?.title ?? state.game;

/** A panel with the rules. It stays closed, also for other games, once it has been closed. */
export function Rules({ state }) {
  const rules = described(state)?.rules;
  if (!rules) return null;
  const open = state.shows.rules ?? true;
  return html`<details class="card rules" open=${open}
    onToggle=${({ target }) => target.open !== open && show("rules", target.open)}>
    <summary><h2>How to play ${titleOf(state)}</h2></summary>
    ${rules.split(/\n\s*\n/).map((text) => html`<${Paragraph} text=${text} />`)}
  </details>`;
}

/** Indented lines, as of a diagram, are shown as they are. */
const Paragraph = ({ text }) => (/^[ \t]/m.test(text) ? html`<pre>${text}</pre>` : html`<p>${text}</p>`);
