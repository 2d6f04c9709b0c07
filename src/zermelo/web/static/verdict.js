// What values are called: letters on the board, words in lists and for screen readers, one sentence for a position.

import { html } from "preact";
import { atEnd, isEnginesTurn, number, positionAt, shown, valuesOf } from "zermelo/state";

const LETTERS = { wins: "W", draws: "D", loses: "L" };
const STRENGTHS = 4; // of a colour: the best value of its kind, the next, ...

/** -1 as people write it, with a visible minus sign. */
export const told = (value) => String(value).replaceAll(/(^|[\s(.])-(?=\d)/g, "$1\u2212");

/** Of a move, as short as it fits into a cell: W5, D, L4, +3, 0..1, ~+111 for an estimate; nothing where nothing is known. */
export function label(move, [worst, best]) {
  if (move.kind === "heuristic") return `~${signed(number(move.points))}`;
  if (move.kind !== "exact") return move.lower === worst && move.upper === best ? "" : `${told(move.lower)}..${told(move.upper)}`;
  const letter = LETTERS[move.words];
  if (letter) return `${letter}${move.distance ?? ""}`;
  return signed(number(move.value));
}

const signed = (value) => `${value > 0 ? "+" : ""}${told(Number(value.toFixed(2)))}`;

/** Of a move, in words: "wins in 5 plies". */
export function words(move) {
  if (move.kind !== "exact") return `not decided: ${told(move.words)}`;
  return `${told(move.words)}${inPlies(move.distance)}`;
}

const inPlies = (distance) => (distance === null || distance === undefined ? "" : ` in ${plural(distance, "ply", "plies")}`);

export const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** Each move by its name, the best first: its value with tone, strength (0 is the full colour), label and words. */
export function marksOf(state) {
  const ranks = {}; // of each tone: the different values so far, the best first
  const marks = new Map();
  const range = valuesOf(state)?.reward_range;
  for (const move of shown(state).values ? toldMoves(state) : []) {
    const { tone } = move;
    const rank = `${move.value} ${move.distance}`;
    const seen = (ranks[tone] ??= []);
    if (!seen.includes(rank)) seen.push(rank);
    const strength = Math.min(seen.indexOf(rank), STRENGTHS - 1);
    marks.set(move.move, { ...move, strength, label: label(move, range), words: words(move) });
  }
  return marks;
}

/** The values of the moves here, with no more than is to be shown of them. */
function toldMoves(state) {
  const moves = valuesOf(state)?.moves ?? [];
  return shown(state).distances ? moves : moves.map((move) => ({ ...move, distance: null }));
}

/** One sentence on the position: how it has ended, or what best play comes to. */
export function sentence(state) {
  const position = positionAt(state);
  if (!position) return "";
  if (position.over) return position.outcome;
  if (!shown(state).verdict) return "";
  if (position.chance) return "Chance moves next.";
  const values = valuesOf(state);
  return values ? told(shown(state).distances ? values.spoken : values.brief) : "";
}

/** Who is to move, and the verdict; both are read out when they change. */
export function Verdict({ state }) {
  const position = positionAt(state);
  if (!position) return html`<div class="standing" aria-busy="true"><p class="turn"> </p><p id="verdict"> </p></div>`;
  const engine = isEnginesTurn(state) && atEnd(state);
  const mover = `${position.names[position.mover]} to move${engine ? ": the engine" : ""}`;
  return html`<div class="standing">
    <p class="turn" data-player=${position.over ? null : position.mover}>${position.over ? "The game is over." : mover}</p>
    <p id="verdict" aria-live="polite">${sentence(state)}</p>
  </div>`;
}
