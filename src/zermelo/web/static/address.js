// A play in the page's address: game, position, moves and sides, so that a link opened elsewhere shows the same.

import { ENGINE, HUMAN } from "zermelo/state";

/** What is written behind the #; nothing while a game is being chosen. */
export function addressOf(state) {
  if (!state.game) return "";
  const told = new URLSearchParams({ game: state.game });
  if (state.start !== null) told.set("position", state.start);
  if (state.line.length) told.set("moves", state.line.join(" "));
  if (state.ply < state.line.length) told.set("ply", state.ply);
  told.set("sides", state.sides.join(" "));
  return `#${told}`;
}

/** The same, read again; null where no game is named. */
export function readAddress(hash) {
  const told = new URLSearchParams(hash.replace(/^#/, ""));
  const game = told.get("game");
  if (!game) return null;
  const line = wordsIn(told.get("moves"));
  const sides = wordsIn(told.get("sides")).map((side) => (side === ENGINE ? ENGINE : HUMAN));
  const ply = told.has("ply") ? Math.max(0, Math.min(line.length, Math.trunc(Number(told.get("ply"))) || 0)) : line.length;
  return { game, start: told.get("position"), line, ply, sides: sides.length ? sides : undefined };
}

const wordsIn = (text) => (text ?? "").split(/[\s,]+/).filter(Boolean);

/** Moves as people write them down: spaces or commas between, with or without numbers ("1. b2 a1"). */
export const movesIn = (text) => wordsIn(text).filter((word) => !/^\d+\.+$/.test(word));
