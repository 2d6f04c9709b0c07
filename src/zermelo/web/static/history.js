// The moves so far, one row a ply, and beside them what each position was worth: the history of the value.

import { html } from "preact";
import { goTo, judge, light } from "zermelo/actions";
import { keyAt, moverAt, number, positionAt, shown } from "zermelo/state";
import { told, words } from "zermelo/verdict";

const ROW = 30; // pixels, as in the style sheet
const MOST_TOLD = 3; // better moves
const FAR = 0.25; // from the edge, of the half of the graph: where a win is put of which no distance is known

export function History({ state }) {
  const { line, review } = state;
  const graph = shown(state).values && state.sides.length === 2;
  const names = state.players;
  const mistakes = shown(state).values ? (review?.plies ?? []).filter((judged) => judged.mistake) : [];
  const wrong = new Set(mistakes.map((judged) => judged.ply));
  return html`<section class="card history" aria-labelledby="history-title">
    <h2 id="history-title">Game</h2>
    <div class="history-head" aria-hidden="true"><span>ply</span><span>move</span>
      ${graph && html`<span class="edges"><span>\u2190 ${names[0]}</span><span>${names[1]} \u2192</span></span>`}</div>
    <ol class="plies" onPointerLeave=${() => light(null)}>
      ${[...line, null].map((move, ply) => html`<li key=${ply}>
        <button type="button" class=${state.lit && move === state.lit ? "ply lit" : "ply"} data-ply=${ply} aria-current=${ply === state.ply ? "step" : null} onClick=${() => goTo(ply)}
          onPointerEnter=${() => light(move)} onFocus=${() => light(move)} onBlur=${() => light(null)}>
          <span class="number">${ply}</span>
          <span class="name" data-player=${move === null ? null : moverAt(state, ply)}>${move ?? "\u2022"}${wrong.has(ply) && html`<b class="mistake">?</b>`}</span>
          <span class="hidden">${spoken(state, names, move, ply, wrong)}</span>
        </button>
      </li>`)}
      ${graph && html`<${Graph} state=${state} />`}
    </ol>
    <div class="row between">
      <button type="button" id="judge" disabled=${line.length === 0 || !shown(state).values} onClick=${judge}>Judge the game</button>
      ${review && shown(state).values && html`<p class="accuracy" title="The share of moves that keep the value">${accuracies(review, names)}</p>`}
    </div>
    ${mistakes.length > 0 && html`<ul class="mistakes">${mistakes.map((judged) => html`<li key=${judged.ply}>
      <button type="button" class="link" onClick=${() => goTo(judged.ply)}>${judged.ply}. ${judged.move}</button> ${explained(judged, names)}
    </li>`)}</ul>`}
  </section>`;
}

function accuracies(review, names) {
  return review.accuracy.map((share, player) => `${names[player]} ${share === null ? "\u2013" : `${Math.round(share * 100)}%`}`).join(" \u00b7 ");
}

/** A mistake, in words: "X draws, where a1 or c3 wins". */
function explained({ mover, got, value, best }, names) {
  const outcome = got === null ? "gets less" : verb(got);
  const better = best.length && value !== null ? `, where ${either(best.slice(0, MOST_TOLD))} ${verb(value)}` : "";
  return `${names[mover]} ${outcome}${better}.`;
}

const either = (names) => [names.slice(0, -1).join(", "), names.at(-1)].filter(Boolean).join(" or ");

const verb = (value) => ({ 1: "wins", 0: "draws", [-1]: "loses" })[value] ?? `gets ${told(value)}`;

function spoken(state, names, move, ply, wrong) {
  const worth = shown(state).values ? state.worths[keyAt(state, ply)] : null;
  const name = names[moverAt(state, ply)];
  const what = move === null ? "to move" : `by ${name}${wrong.has(ply) ? ", a mistake" : ""}`;
  return `${what}${worth ? `; before it ${name} ${words(asMove(worth, shown(state).distances))}` : ""}`;
}

/** A position's worth, as the words for moves take it. */
function asMove(worth, distances) {
  return { ...worth, kind: worth.exact ? "exact" : "lower", words: verb(worth.value), distance: distances ? worth.distance : null };
}

/** From the winner's edge, by the plies to the end, to the middle, where draws are; undecided values are bars between their bounds. */
function Graph({ state }) {
  const distances = shown(state).distances;
  const points = [...state.line, null].map((move, ply) => pointAt(state, ply, move));
  const longest = 1 + Math.max(1, ...points.flatMap((point) => point?.worths ?? []).map((worth) => worth.distance ?? 0));
  const most = Math.max(1, ...points.flatMap((point) => point?.worths ?? []).map((worth) => Math.abs(number(worth.value))));
  const x = (worth, mover, value = worth.value) => place(number(value) * (mover === 0 ? 1 : -1), distances ? worth.distance : null, longest, most);
  const y = (ply) => ROW * (ply + 0.5);
  const known = points.map((point, ply) => (point?.worth.exact ? { x: x(point.worth, point.mover), y: y(ply) } : null));
  return html`<svg class="graph" height=${ROW * points.length} aria-hidden="true">
    <line class="middle" x1="50%" x2="50%" y1="0" y2=${ROW * points.length} />
    ${known.slice(1).map((to, index) => to && known[index] && html`<line class="course" x1=${known[index].x} x2=${to.x} y1=${known[index].y} y2=${to.y} />`)}
    ${points.map((point, ply) => point && html`
      ${(point.worth.others ?? []).filter((move) => move.kind === "exact").map((move) => html`<circle class="other" key=${move.move} r="2.5" cy=${y(ply) + ROW / 2} cx=${x(move, point.mover)} />`)}
      ${point.worth.exact
        ? html`<circle class="point" data-player=${winnerOf(point)} r="6" cx=${known[ply].x} cy=${y(ply)} /><text class="letter" x=${known[ply].x} y=${y(ply)} text-anchor="middle" dominant-baseline="central">${pointText(point.worth, distances)}</text>`
        : html`<line class="bounds" y1=${y(ply)} y2=${y(ply)} x1=${x({}, point.mover, point.worth.lower)} x2=${x({}, point.mover, point.worth.upper)} />`}`)}
  </svg>`;
}

/** What is known of a ply: the worth of its position, and of the moves that were not played there. */
function pointAt(state, ply) {
  const position = positionAt(state, ply);
  const mover = moverAt(state, ply);
  const end = position?.over && { exact: true, value: position.rewards[mover], lower: 0, upper: 0, distance: 0 };
  const worth = end || state.worths[keyAt(state, ply)];
  return worth ? { worth, mover, worths: [worth, ...(worth.others ?? [])] } : null;
}

/** Who gets more; nobody in a draw. */
function winnerOf({ worth, mover }) {
  const value = number(worth.value);
  return value === 0 ? null : value > 0 ? mover : 1 - mover;
}

/** In a point: the plies to the end; a draw's letter. */
function pointText({ value, distance }, distances) {
  if (number(value) === 0) return "D";
  return distances ? distance : null;
}

/** How far to the right, for a value as the first player sees it. */
function place(value, distance, longest, most) {
  if (value === 0) return "50%";
  const inward = distance === null || distance === undefined ? FAR : (0.9 * distance) / longest;
  const outward = (Math.abs(value) / most) * (1 - inward);
  return `${50 - Math.sign(value) * 44 * outward}%`;
}
