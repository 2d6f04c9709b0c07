// The moves of the game, a row for each ply, with mistakes marked. Beside them is the graph of values (graph.js).

import { html } from "preact";
import { goTo, judge, light, practise, promote, prune, say, toMainLine, vary } from "zermelo/actions";
import { Graph } from "zermelo/graph";
import { ANALYSE, keyAt, mistakesIn, moverAt, positionAt, shown } from "zermelo/state";
import { alternatives, departure } from "zermelo/variations";
import { withMinus, words } from "zermelo/verdict";

const MOST_NAMED = 3; // better moves

export function History({ state }) {
  const { line, review, players: names } = state;
  const { values } = shown(state);
  const graph = values && state.sides.length === 2;
  const mistakes = values ? (review?.plies ?? []).filter((judged) => judged.mistake) : [];
  const practicable = mistakesIn(review);
  const wrong = new Set(mistakes.map((judged) => judged.ply));
  const plies = [...line, null]; // the last row is the position after all moves
  return html`<section class="card history" aria-labelledby="history-title">
    <h2 id="history-title">Game</h2>
    <div class="history-head" aria-hidden="true"><span>ply</span><span>move</span>
      ${graph && html`<span class="edges"><span>\u2190 ${names[0]}</span><span>${names[1]} \u2192</span></span>`}
    </div>
    <ol class=${graph ? "plies" : "plies plain"} onPointerLeave=${() => light(null)}>
      ${plies.map((move, ply) => html`<${Ply} key=${ply} state=${state} move=${move} ply=${ply} wrong=${wrong.has(ply)} />`)}
      ${graph && html`<${Graph} state=${state} />`}
    </ol>
    ${state.mode === ANALYSE && html`<${Variations} state=${state} />`}
    <div class="row between">
      ${values && html`<button type="button" id="judge" disabled=${!line.length} onClick=${judge}>Review the game</button>`}
      ${review && values && html`<p class="accuracy" title="The share of moves that kept the value of the position">
        ${review.accuracy.map((share, player) => `${names[player]} ${percent(share)}`).join(" \u00b7 ")}
      </p>`}
    </div>
    ${mistakes.length > 0 && html`<ul class="mistakes">${mistakes.map((judged) => html`<li key=${judged.ply}>
      <button type="button" class="link" onClick=${() => goTo(judged.ply)}>Move ${judged.ply + 1}, ${judged.move}</button>
      <span> ${explained(judged, names)}</span>
    </li>`)}</ul>`}
    ${values && practicable.length > 0 && html`<div class="row">
      <button type="button" id="practise" onClick=${() => practise(practicable[0])}>Find better moves</button>
    </div>`}
  </section>`;
}

/** Other moves that were tried here, what can be done with this variation, and a comment on this position. */
function Variations({ state }) {
  const { line, lines, ply, comments } = state;
  const tried = line.flatMap((_, at) => alternatives(lines, line, at).map((move) => ({ at, move })));
  return html`<div class="variations">
    ${tried.length > 0 && html`<ul class="row" aria-label="Variations">${tried.map(({ at, move }) => html`<li key=${`${at} ${move}`}>
      <button type="button" class="variation" data-variation=${`${at} ${move}`} onClick=${() => vary(at, move)}>
        ${at + 1}. ${move}
      </button>
    </li>`)}</ul>`}
    ${departure(lines, line) !== null && html`<div class="row">
      <button type="button" id="main-line" onClick=${toMainLine}>Main line</button>
      <button type="button" id="promote" onClick=${promote}>Make this the main line</button>
      <button type="button" id="prune" onClick=${prune}>Delete this variation</button>
    </div>`}
    <label class="field"><span>Comment on this position</span>
      <textarea id="comment" rows="2" value=${comments[keyAt(state)] ?? ""} onInput=${(event) => say(event.target.value)}></textarea>
    </label>
  </div>`;
}

function Ply({ state, move, ply, wrong }) {
  const mover = moverAt(state, ply);
  const lit = state.lit !== null && move === state.lit;
  return html`<li>
    <button type="button" class=${lit ? "ply lit" : "ply"} data-ply=${ply} data-move=${move} aria-current=${ply === state.ply ? "step" : null}
      onClick=${() => goTo(ply)} onPointerEnter=${() => light(move)}
      onFocus=${() => light(move)} onBlur=${() => light(null)}>
      <span class="number">${move === null ? "" : ply + 1}</span>
      <span class="name" data-player=${move === null ? null : mover}>
        ${move ?? "\u2022"}${state.comments[keyAt(state, ply + 1)] && move !== null && html`<i class="commented" title="There is a comment">\u270e</i>`}${wrong && html`<b class="mistake">?</b>`}
      </span>
      <span class="hidden">${spoken(state, move, ply, state.players[mover], wrong)}</span>
    </button>
  </li>`;
}

/** What the graph shows, in words for screen readers. */
function spoken(state, move, ply, name, wrong) {
  const { values, distances } = shown(state);
  const known = values && state.knownValues[keyAt(state, ply)];
  const over = positionAt(state, ply)?.over;
  const what = move !== null ? `by ${name}${wrong ? ", a mistake" : ""}` : over ? "the game is over" : `${name} to move`;
  if (!known) return what;
  const worth = known.exact
    ? `${name} ${words({ ...known, kind: "exact", distance: distances ? known.distance : null })}`
    : "the value is not decided";
  return move === null ? `${what}: ${worth}` : `${what}; before this move: ${worth}`;
}

const percent = (share) => (share === null ? "\u2013" : `${Math.round(share * 100)}%`);

/** A mistake, in words: "X draws; a1 or c3 would win". */
export function explained({ mover, got_words: got, words: best, keeping }, names) {
  const outcome = withMinus(got ?? "gets less");
  const better = keeping.length ? `; ${either(keeping)} would ${infinitive(best)}` : "";
  return `${names[mover]} ${outcome}${better}.`;
}

export function either(names) {
  const others = `${names.length - MOST_NAMED + 1} other moves`;
  const listed = names.length > MOST_NAMED ? [...names.slice(0, MOST_NAMED - 1), others] : names;
  return [listed.slice(0, -1).join(", "), listed.at(-1)].filter(Boolean).join(" or ");
}

/** "wins" as "win", "gets 2 (possible: 0 to 3)" as "get 2 (possible: 0 to 3)". */
export const infinitive = (words) => withMinus(words).replace(/^(loses|wins|draws|gets)/, (verb) => verb.slice(0, -1));
