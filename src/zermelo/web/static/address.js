// The address of the page: it names the game, position, moves and sides, so that a link shows the same elsewhere.

import { ENGINE, HUMAN } from "zermelo/state";

/** The part of the address from # on; empty while a game is being chosen. */
export function addressOf(state) {
  if (!state.game) return "";
  const fields = new URLSearchParams({ game: state.game });
  if (state.start !== null) fields.set("position", state.start);
  if (state.line.length) fields.set("moves", state.line.join(" "));
  if (state.ply < state.line.length) fields.set("ply", state.ply);
  fields.set("sides", state.sides.join(" "));
  return `#${fields}`;
}

/** What an address says, as properties of the state; null if it names no game. */
export function readAddress(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const game = fields.get("game");
  if (!game) return null;
  const line = wordsIn(fields.get("moves"));
  const sides = wordsIn(fields.get("sides")).map((side) => (side === ENGINE ? ENGINE : HUMAN));
  const ply = fields.has("ply") ? Math.max(0, Math.min(line.length, Math.trunc(Number(fields.get("ply"))) || 0)) : line.length;
  return { game, start: fields.get("position"), line, ply, sides: sides.length ? sides : undefined };
}

const wordsIn = (text) => (text ?? "").split(/[\s,]+/).filter(Boolean);

/** The moves in a text, with spaces or commas between them, with or without move numbers ("1. b2 a1"). */
export const movesIn = (text) => wordsIn(text).filter((word) => !/^\d+\.+$/.test(word));
