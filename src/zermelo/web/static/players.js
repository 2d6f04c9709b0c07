// Who plays each side, a person or the engine, and how strong the engine is.

import { html } from "preact";
import { bringBack, hint, peek, playBest, redo, restart, setAnimation, setMode, setSide, setSeconds, setSound, setStrength, swap, undo } from "zermelo/actions";
import { Progress } from "zermelo/progress";
import { ANALYSE, atEnd, ENGINE, hintAt, HUMAN, isEnginesTurn, PLAY, positionAt } from "zermelo/state";

const LEVELS = [
  [0, "random", "It plays at random."],
  [0.4, "easy", "It plays its best move 4 times in 10, else at random."],
  [0.7, "medium", "It plays its best move 7 times in 10, else at random."],
  [0.9, "hard", "It plays its best move 9 times in 10, else at random."],
  [1, "strongest", "It plays the best move that it finds: a perfect one if the search reaches the end of the game."],
];

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
    <label class="field"><span>Engine</span>
      <select id="strength" onChange=${(event) => setStrength(Number(event.target.value))}>
        ${LEVELS.map((level) => html`<option key=${level[0]} value=${level[0]} selected=${level === levelOf(state.strength)}>
          ${level[1]}</option>`)}
      </select>
      <span>${levelOf(state.strength)[2]}</span>
    </label>
    <${Seconds} state=${state} />
    <label class="switch">
      <input type="checkbox" id="peek" checked=${state.peeks} onChange=${(event) => peek(event.target.checked)} />
      <span>show the value of every move</span>
    </label>
    <label class="switch">
      <input type="checkbox" id="sound" checked=${state.sound} onChange=${(event) => setSound(event.target.checked)} />
      <span>sound</span>
    </label>
    <label class="switch">
      <input type="checkbox" id="animation" checked=${state.animation} onChange=${(event) => setAnimation(event.target.checked)} />
      <span>animation</span>
    </label>
  </section>`;
}

/** The level nearest to a strength, which may have been stored by an earlier version of this page. */
const levelOf = (strength) =>
  LEVELS.reduce((best, level) => (Math.abs(level[0] - strength) < Math.abs(best[0] - strength) ? level : best));

/** How long a search may take. */
export const Seconds = ({ state }) => html`<label class="field inline">
  <span>Seconds per search</span>
  <input type="number" id="seconds" min="0.1" max=${state.catalogue.limits.seconds} step="any" required
    value=${state.seconds}
    onChange=${({ target }) => target.checkValidity() && setSeconds(Number(target.value))} />
</label>`;

/** The choice between playing and analysing. */
export const Modes = ({ state }) => html`<div class="modes" role="group" aria-label="Mode">
  ${[[PLAY, "Play"], [ANALYSE, "Analyse"]].map(([mode, words]) => html`<button type="button" key=${mode} id=${mode}
    aria-pressed=${String(state.mode === mode)} onClick=${() => state.mode !== mode && setMode(mode)}>${words}</button>`)}
</div>`;

/** The buttons below the board. In a game, the last ones give help, and lead on from its end. */
export function Controls({ state }) {
  const plays = state.mode === PLAY;
  const over = plays && positionAt(state)?.over;
  return html`<div class="steps" role="group" aria-label="Moves of this game">
    <button type="button" id="undo" disabled=${state.ply === 0} onClick=${undo}>
      <${Arrow} points="10,3 4,8 10,13" />${plays ? "Take back" : "Back"}
    </button>
    <button type="button" id="redo" disabled=${atEnd(state)} onClick=${redo}>
      ${plays ? "Redo" : "Forward"}<${Arrow} points="6,3 12,8 6,13" />
    </button>
    ${positionAt(state)?.chance && html`<button type="button" class="primary" id="chance" onClick=${playBest}>Chance move</button>`}
    ${!over && html`<button type="button" id="restart" disabled=${state.line.length === 0} onClick=${restart}>New game</button>`}
    ${plays && !over && html`<${Hint} state=${state} />`}
    ${over && html`<button type="button" class="primary" id="again" onClick=${restart}>Play again</button>
      <button type="button" id="study" onClick=${() => setMode(ANALYSE)}>Analyse this game</button>`}
  </div>`;
}

function Hint({ state }) {
  const known = hintAt(state);
  const unable = !positionAt(state) || positionAt(state).chance || state.edit || isEnginesTurn(state) || known?.step === 2;
  return html`<button type="button" id="hint" disabled=${unable} onClick=${hint}>${known ? "Show the move" : "Hint"}</button>`;
}

/** The place below the buttons for all that comes and goes: the hint, what was just given up, and the progress of a search. */
export function Status({ state }) {
  const known = hintAt(state);
  return html`<div class="status">
    <p class="coach" role="status">${known && (known.step === 1 ? "The best move is in the outlined area." : hintWords(known))}</p>
    <div role="status">${state.notice && html`<${Notice} words=${state.notice.words} />`}</div>
    <${Progress} state=${state} />
  </div>`;
}

function hintWords({ move, exact, sentence }) {
  return `Play ${move}. ${exact ? sentence : "It looks best, but the search has not reached the end of the game."}`;
}

/** What the user has just given up, with a button that brings it back. */
const Notice = ({ words }) => html`<p class="notice">
  ${words} <button type="button" class="link" id="bring-back" onClick=${bringBack}>Undo</button>
</p>`;

const Arrow = ({ points }) =>
  html`<svg class="arrow" viewBox="0 0 16 16" aria-hidden="true"><polyline points=${points} /></svg>`;
