// Who plays each side, a person or the engine, and how strong the engine is.

import { html } from "preact";
import { redo, restart, setSide, setSeconds, setStrength, swap, undo } from "zermelo/actions";
import { atEnd, ENGINE, HUMAN } from "zermelo/state";

export function Players({ state }) {
  return html`<section class="card players" aria-labelledby="players-title">
    <h2 id="players-title">Players</h2>
    <div class="sides">
      ${state.players.map((name, player) => html`<label class="side" key=${player}>
        <span class="player-name" data-player=${player}>${name}</span>
        <select id=${`side-${player}`} value=${state.sides[player]} onChange=${(event) => setSide(player, event.target.value)}>
          <option value=${HUMAN} selected=${state.sides[player] === HUMAN}>human</option>
          <option value=${ENGINE} selected=${state.sides[player] === ENGINE}>engine</option>
        </select>
      </label>`)}
      <button type="button" id="swap" onClick=${swap}>Swap sides</button>
    </div>
    <label class="field">
      <span class="between"><span>Engine strength</span><output>${strengthWords(state.strength)}</output></span>
      <input type="range" id="strength" min="0" max="1" step="0.1" value=${state.strength}
        aria-valuetext=${strengthWords(state.strength)} onInput=${(event) => setStrength(Number(event.target.value))} />
    </label>
    <label class="field inline">
      <span>Seconds per search</span>
      <input type="number" id="seconds" min="0.1" max=${state.catalogue.limits.seconds} step="any" required
        value=${state.seconds}
        onChange=${({ target }) => target.checkValidity() && setSeconds(Number(target.value))} />
    </label>
  </section>`;
}

function strengthWords(strength) {
  if (strength === 1) return "perfect";
  if (strength === 0) return "random";
  const percent = Math.round(strength * 100);
  return `${percent}% best, ${100 - percent}% random`;
}

/** The buttons below the board: undo, redo, restart. */
export function Controls({ state }) {
  return html`<div class="steps" role="group" aria-label="Undo and redo">
    <button type="button" id="undo" disabled=${state.ply === 0} onClick=${undo}>
      <${Arrow} points="10,3 4,8 10,13" />Undo
    </button>
    <button type="button" id="redo" disabled=${atEnd(state)} onClick=${redo}>
      Redo<${Arrow} points="6,3 12,8 6,13" />
    </button>
    <button type="button" id="restart" disabled=${state.line.length === 0} onClick=${restart}>Restart</button>
  </div>`;
}

const Arrow = ({ points }) =>
  html`<svg class="arrow" viewBox="0 0 16 16" aria-hidden="true"><polyline points=${points} /></svg>`;
