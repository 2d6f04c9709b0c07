// The address of the page: it names the game, position, moves and sides, so that a link shows the same elsewhere.

import { ANALYSE, ENGINE, HUMAN, PLAY } from "zermelo/state";

/** The part of the address from # on; empty while a game is being chosen. */
export function addressOf(state) {
  if (!state.game) return "";
  const fields = new URLSearchParams({ game: state.game });
  if (state.start !== null) fields.set("position", state.start);
  if (state.line.length) fields.set("moves", state.line.join(" "));
  if (state.ply < state.line.length) fields.set("ply", state.ply);
  fields.set("mode", state.mode);
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
  const mode = fields.get("mode") === ANALYSE ? ANALYSE : PLAY;
  return { game, start: fields.get("position"), mode, line, ply, sides: sides.length ? sides : undefined };
}

const wordsIn = (text) => (text ?? "").split(/[\s,]+/).filter(Boolean);
