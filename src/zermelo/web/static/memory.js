// What this browser stores: the settings, and the games played in it. The page also works if it may not store anything.
// Another version of the page may have stored less or something else, so whatever is not understood is left out.

import { ANALYSE, ENGINE, HUMAN, INITIAL, PLAY } from "zermelo/state";
import { withLine } from "zermelo/variations";

const SETTINGS = "zermelo.settings";
const PLAYED = "zermelo.played";
const MOST_PLAYED = 50;

export function settings() {
  const { shows, ...others } = likeThese({ shows: INITIAL.shows, ...chosen(INITIAL) }, recall(SETTINGS));
  return { ...others, shows: { ...INITIAL.shows, ...likeThese({ rules: true, ...INITIAL.shows }, shows) } };
}

export const keepSettings = (state) => keep(SETTINGS, { shows: state.shows, ...chosen(state) });

const chosen = ({ peeks, theme, sound, animation, strength, seconds }) => ({ peeks, theme, sound, animation, strength, seconds });

/** The properties of `stored` that have the same name and type as one of `examples`. */
function likeThese(examples, stored) {
  const alike = ([name, value]) => Object.hasOwn(examples, name) && value !== null && typeof value === typeof examples[name];
  return Object.fromEntries(Object.entries(stored ?? {}).filter(alike));
}

/** The list of games played; `otherwise` if nothing is stored. */
export function playedBefore(otherwise = []) {
  const stored = recall(PLAYED);
  return Array.isArray(stored) ? stored.flatMap(playOf) : otherwise;
}

/** A stored play with all its properties, in a list; an empty list if it is not a play. */
function playOf(stored) {
  const { id, game, start, mode, line, lines, comments, sides, outcome, when } = stored ?? {};
  if (typeof id !== "string" || typeof game !== "string" || !isLine(line)) return [];
  const tried = Array.isArray(lines) ? lines.filter(isLine) : [];
  return [{
    id,
    game,
    start: isText(start) ? start : null,
    mode: mode === ANALYSE ? ANALYSE : PLAY,
    line,
    lines: withLine(tried, line),
    comments: Object.fromEntries(Object.entries(comments ?? {}).filter(([, text]) => isText(text))),
    sides: Array.isArray(sides) ? sides.map((side) => (side === ENGINE ? ENGINE : HUMAN)) : INITIAL.sides,
    outcome: isText(outcome) ? outcome : null,
    when: isText(when) ? when : null,
  }];
}

const isText = (value) => typeof value === "string";
const isLine = (value) => Array.isArray(value) && value.every(isText);

/** The list of games played, with `play` at its head. It is read again: another tab may have added to it. The oldest are dropped. */
export function withPlayed(played, play) {
  const list = [play, ...playedBefore(played).filter((other) => other.id !== play.id)].slice(0, MOST_PLAYED);
  keep(PLAYED, list);
  return list;
}

export function clearPlayed() {
  keep(PLAYED, []);
  return [];
}

/** Call `changed` with the list of games played when another tab has changed it. */
export function watchPlayed(changed) {
  addEventListener("storage", ({ key }) => key === PLAYED && changed(playedBefore()));
}

/** What is stored under this name; null if there is nothing that can be read. */
function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(name));
  } catch {
    return null;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The storage is full or forbidden.
  }
}
