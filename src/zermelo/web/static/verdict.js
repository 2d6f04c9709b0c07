// Values in words: labels for the board, words for lists and screen readers, and the verdict on a position in a sentence.

import { html } from "preact";
import { colourOf } from "zermelo/pieces";
import { ANALYSE, atEnd, isEnginesTurn, number, positionAt, shown, valuesOf } from "zermelo/state";

const LETTERS = { wins: "W", draws: "D", loses: "L" };
const STRENGTHS = 4; // shades of a colour: the first for the best value of its kind, the second for the next, and so on

/** A value as text, with a true minus sign instead of a hyphen. */
export const withMinus = (value) => String(value).replaceAll(/(^|[\s(.])-(?=\d)/g, "$1\u2212");

/** The value of a move, short enough for a cell: W5, D, L4, +3, 0..1, ≈+111 for an estimate; empty if nothing is known. */
export function label(move, range) {
  if (move.kind === "heuristic") return `\u2248${signed(number(move.points))}`;
  if (move.kind !== "exact") return isOpen(move, range) ? "" : `${withMinus(move.lower)}..${withMinus(move.upper)}`;
  const letter = LETTERS[move.words];
  if (letter) return `${letter}${move.distance ?? ""}`;
  return signed(number(move.value));
}

const signed = (value) => `${value > 0 ? "+" : ""}${withMinus(Number(value.toFixed(2)))}`;

/** The value of a move, in words: "wins in 5 plies". */
export function words(move, range) {
  if (move.kind === "exact") return `${withMinus(move.words)}${inPlies(move.distance)}`;
  return move.kind !== "heuristic" && isOpen(move, range) ? "not decided" : `not decided: ${withMinus(move.words)}`;
}

/** Whether nothing is proved about the value of a move. */
const isOpen = (move, [worst, best]) => move.lower === worst && move.upper === best;

const inPlies = (distance) => (distance === null || distance === undefined ? "" : ` in ${plural(distance, "ply", "plies")}`);

export const plural = (count, one, many) => `${count} ${count === 1 ? one : many}`;

/** For each move by its name, the best first: its value with tone, strength (0 is the full colour), label and words. */
export function marksOf(state) {
  const ranks = {}; // for each tone: the different values so far, the best first
  const marks = new Map();
  const range = valuesOf(state)?.reward_range;
  for (const move of shown(state).values ? shownMoves(state) : []) {
    const { tone } = move;
    const rank = `${move.value} ${move.distance}`;
    const seen = (ranks[tone] ??= []);
    if (!seen.includes(rank)) seen.push(rank);
    const strength = Math.min(seen.indexOf(rank), STRENGTHS - 1);
    marks.set(move.move, { ...move, strength, label: label(move, range), words: words(move, range) });
  }
  return marks;
}

/** The values of the moves here, without distances if these are not to be shown. */
function shownMoves(state) {
  const moves = valuesOf(state)?.moves ?? [];
  return shown(state).distances ? moves : moves.map((move) => ({ ...move, distance: null }));
}

/** The verdict on the position in a sentence: how the game has ended, or what best play leads to. */
export function sentence(state) {
  const position = positionAt(state);
  if (!position) return "";
  if (position.over) return withMinus(position.outcome);
  if (!shown(state).verdict) return "";
  if (position.chance) return "";
  const values = valuesOf(state);
  return values ? withMinus(shown(state).distances ? values.spoken : values.brief) : "";
}

/** The player to move, and the verdict, which screen readers read out when it changes. */
export function Verdict({ state }) {
  const position = positionAt(state);
  const classes = shown(state).verdict || state.mode === ANALYSE ? "standing" : "standing brief";
  if (!position) return html`<div class=${classes} aria-busy="true"><p class="turn"> </p><p id="verdict"> </p></div>`;
  const engine = isEnginesTurn(state) && atEnd(state);
  const mover = position.chance ? "Chance decides next" : `${position.names[position.mover]} to move${engine ? " (engine)" : ""}`;
  const own = position.cells.find((cell) => cell.player === position.mover && colourOf(cell));
  return html`<div class=${classes}>
    <p class="turn" data-player=${position.over ? null : position.mover} style=${{ "--player": own && colourOf(own) }}>${position.over ? "The game is over." : mover}</p>
    <p id="verdict" aria-live="polite">${sentence(state)}</p>
  </div>`;
}
