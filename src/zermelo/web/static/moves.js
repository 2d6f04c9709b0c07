// The list of legal moves. If values are shown, the best move is first.

import { html, useRef } from "preact";
import { deselect, light, searchLonger, play, playBest, show } from "zermelo/actions";
import { useKeptFocus } from "zermelo/focus";
import { Line } from "zermelo/line";
import { Seconds } from "zermelo/players";
import { Proof, ProveButton } from "zermelo/proof";
import { WhyNot } from "zermelo/refutation";
import { ANALYSE, atEnd, isEnginesTurn, legalMoves, positionAt, shown } from "zermelo/state";
import { marksOf } from "zermelo/verdict";

const LABEL = 4; // the characters that a value usually has

export function Moves({ state }) {
  const over = useRef(false);
  const list = useRef(null);
  const focus = useKeptFocus(list, ".move:not(:disabled)"); // the button of a move goes when the move is played
  const position = positionAt(state);
  const moves = position?.moves ?? [];
  const legal = new Set(legalMoves(state));
  const marks = marksOf(state);
  const ordered = useOrder(moves, [...marks.keys()], over.current);
  const widest = Math.max(2, ...moves.map((move) => move.length)) + (shown(state).values ? LABEL + 1 : 0);
  const engines = isEnginesTurn(state);
  const thinks = engines && atEnd(state);
  const undecided = [...marks.values()].some((mark) => mark.kind !== "exact");
  function leave() {
    over.current = false;
    light(null);
  }
  return html`<section class="card moves" aria-labelledby="moves-title">
    <h2 id="moves-title">${position?.chance ? "Outcomes of chance" : "Moves"}</h2>
    ${(state.mode === ANALYSE || state.peeks) && html`<${Switches} shows=${state.shows} />`}
    <div class="move-list" ref=${list} ...${focus} role="group" aria-label=${position?.chance ? "Outcomes" : "Legal moves"} tabindex=${legal.size ? null : 0}
      style=${{ "--widest": `${widest}ch` }} onPointerEnter=${() => (over.current = true)} onPointerLeave=${leave}>
      ${ordered.map((move) => html`<${MoveButton} key=${move} move=${move} mark=${marks.get(move)} lit=${state.lit === move}
        left=${!state.selection || state.selection.moves.includes(move)} playable=${legal.has(move)} />`)}
      ${position?.over && html`<p class="quiet">No moves: the game is over.</p>`}
    </div>
    ${state.mode === ANALYSE && html`<${Line} state=${state} />`}
    <${WhyNot} state=${state} />
    <div class="row">
      ${state.selection && html`<button type="button" onClick=${deselect}>Show all moves</button>`}
      ${position && !position.over && html`<button type="button" id="best" disabled=${thinks} onClick=${playBest}>
        ${bestLabel(position, state.mode, engines && !thinks)}
      </button>`}
      <${ProveButton} state=${state} />
      ${undecided && html`<button type="button" id="longer" onClick=${searchLonger}>Search longer</button>`}
    </div>
    <${Proof} state=${state} />
    ${state.mode === ANALYSE && html`<${Seconds} state=${state} />`}
  </section>`;
}

/** The moves in order. No move changes its place under the pointer, so that nobody plays the wrong one. */
function useOrder(moves, order, held) {
  const latest = useRef([]);
  const same = latest.current.length === moves.length && moves.every((move) => latest.current.includes(move));
  if (!held || !same) latest.current = [...moves].sort((a, b) => order.indexOf(a) - order.indexOf(b));
  return latest.current;
}

function bestLabel(position, mode, waits) {
  if (position.chance) return "Chance move";
  if (waits) return "Let the engine move";
  return mode === ANALYSE ? "Best move" : "Play the best move for me";
}

function MoveButton({ move, mark, lit, left, playable }) {
  const classes = `move${lit ? " lit" : ""}${left ? "" : " out"}`;
  return html`<button type="button" class=${classes} data-move=${move} disabled=${!playable}
    data-tone=${mark?.tone} data-strength=${mark?.strength} aria-label=${mark ? `${move}, ${mark.words}` : move}
    onClick=${({ detail }) => detail < 2 && play(move)} onFocus=${() => light(move)} onBlur=${() => light(null)} onPointerEnter=${() => light(move)}>
    <span class="name">${move}</span>${mark && html`<span class="worth" data-value=${mark.label} aria-hidden="true"></span>`}
  </button>`;
}

/** What to show. Each switch needs the one before, so that a teacher can hide as much as they like. */
function Switches({ shows }) {
  const one = (what, id, text, possible) => html`<label class="switch">
    <input type="checkbox" id=${id} checked=${shows[what] && possible} disabled=${!possible}
      onChange=${(event) => show(what, event.target.checked)} />
    <span>${text}</span>
  </label>`;
  return html`<fieldset class="switches">
    <legend>Show</legend>
    ${one("verdict", "verdicts", "verdict", true)}
    ${one("values", "values", "values", shows.verdict)}
    ${one("distances", "distances", "distances", shows.verdict && shows.values)}
  </fieldset>`;
}
