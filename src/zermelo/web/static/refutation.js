// Why a move is worse than the best one: the line that refutes it, played on the board.

import { html, useEffect, useRef, useState } from "preact";
import { endRefutation, goTo, playRefutation, refute } from "zermelo/actions";
import { ANALYSE, number, positionAt, refutationAt } from "zermelo/state";
import { marksOf } from "zermelo/verdict";

/** The choice of a move that is proved to lose, or to be worse than the best one. */
export function WhyNot({ state }) {
  const [wanted, setWanted] = useState(null);
  if (state.mode !== ANALYSE) return null;
  const marks = [...marksOf(state).values()];
  const worse = marks.filter((mark) => isWorse(mark, marks[0]));
  if (!worse.length) return null;
  const chosen = worse.find((mark) => mark.move === wanted) ?? worse.find((mark) => isBetter(marks[0], mark)) ?? worse.at(-1);
  return html`<div class="row why-not">
    <label class="field inline"><span>Why not</span>
      <select id="worse" onChange=${(event) => setWanted(event.target.value)}>
        ${worse.map(({ move, label }) => html`<option key=${move} value=${move} selected=${move === chosen.move}>${move} (${label})</option>`)}
      </select>
    </label>
    <button type="button" id="refute" onClick=${() => refute(chosen.move, reason(chosen, marks[0], positionAt(state)))}>Show why</button>
  </div>`;
}

/** Whether a move is proved to be lost, or worse than the best one, and a line shows it. */
const isWorse = (mark, best) =>
  mark.kind === "exact" && mark.line.length > 1 && (mark.words.startsWith("loses") || isBetter(best, mark));

const isBetter = (best, mark) => best.kind === "exact" && number(best.value) > number(mark.value);

/** Why a move is worse, in a sentence or two: "b1 loses in 6 plies, whatever O plays after it. ... Instead, a1 draws." */
function reason(mark, best, { names, mover }) {
  const lost = mark.words.startsWith("loses");
  const worth = `${mark.move} ${mark.words}${lost ? `, whatever ${names[mover]} plays after it` : ""}.`;
  const better = isBetter(best, mark) ? ` Instead, ${best.move} ${best.words}.` : "";
  const whole = lost && mark.line.length === mark.distance; // down to the end of the game
  const line = whole ? `The shortest win for ${names[1 - mover]}` : `Best play after ${mark.move}`;
  return `${worth} ${line}: ${mark.line.slice(1).join(" ")}.${better}`;
}

/** The refutation that is shown, with buttons to step through it. */
export function Refutation({ state }) {
  const refutation = refutationAt(state);
  const forward = useRef(null);
  const move = refutation?.line[refutation.from];
  useEffect(() => forward.current?.focus(), [move]); // the button that was pressed is gone
  if (!refutation) return null;
  const { from, line, sentence, plays } = refutation;
  const last = state.ply === line.length;
  return html`<section class="card refutation" aria-labelledby="refutation-title">
    <h2 id="refutation-title">Why not ${move}</h2>
    <p role="status">${sentence}</p>
    <p class="quiet">${state.ply === from ? "Before the move" : `Move ${state.ply - from} of ${line.length - from}: ${line[state.ply - 1]}`}</p>
    <div class="row">
      <button type="button" id="refutation-back" disabled=${state.ply === from} onClick=${() => goTo(state.ply - 1)}>Back</button>
      <button type="button" id="refutation-forward" ref=${forward} disabled=${last} onClick=${() => goTo(state.ply + 1)}>Forward</button>
      <button type="button" id="refutation-play" disabled=${last && !plays} onClick=${() => playRefutation(!plays)}>
        ${plays ? "Pause" : "Play"}
      </button>
      <button type="button" id="refutation-end" onClick=${endRefutation}>Close</button>
    </div>
  </section>`;
}
