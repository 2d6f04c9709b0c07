// The state of the page, as one object, and the functions that make the next state from it.
// Nothing here talks to the server, which actions.js does, or touches the page, which the views do.

export const HUMAN = "human";
export const ENGINE = "engine";

const CHOICES = {
  algorithm: "alpha-beta", objective: "outcome", depth: "", deepening: false, table: true, without: [], most: 1000,
};

export const INITIAL = {
  catalogue: null, // what GET /games answers
  game: "", // the name of the game; empty while one is being chosen
  start: null, // the position in which the line begins, as text; null for the initial position
  line: [], // names of moves, including those that were undone
  ply: 0, // how many of them have been played
  id: null, // of this game in the list of games played
  players: [], // their names
  sides: [HUMAN, ENGINE],
  strength: 1,
  seconds: 5,
  shows: { verdict: true, values: true, distances: true },
  positions: {}, // what POST /position answers, by key
  values: {}, // what POST /values answers, by objective and key
  knownValues: {}, // the value of each position for the player to move, by key, from any answer that has it
  review: null, // what POST /review answers about the line
  names: {}, // the names of cells: the only move that they once had
  selection: null, // the moves that match the clicks so far, and the cell clicked last
  lit: null, // the move that is highlighted, under the pointer or the focus
  longSearchKey: null, // the key of the position whose values are searched for as long as the server allows
  requested: null, // what the user has asked for: "best" or "review"
  task: null, // what the server is working on
  error: null, // why the last task failed
  panes: [{ choices: CHOICES }], // the search trees: one, or two to compare
  played: [], // the list of games played
  theme: "auto",
};

/** The key of a position: the moves that lead to it. */
export const keyAt = (state, ply = state.ply) => state.line.slice(0, ply).join(" ");

export const positionAt = (state, ply = state.ply) => state.positions[keyAt(state, ply)];

/** What is shown. Each switch needs the one before. */
export function shown({ shows: { verdict, values, distances } }) {
  return { verdict, values: verdict && values, distances: verdict && values && distances };
}

/** The objective of the search for values. Without distances it is faster. */
const objectiveOf = (state) => (shown(state).distances ? "distance" : "outcome");

const valuesKey = (state, objective = objectiveOf(state)) => `${objective} ${keyAt(state)}`;

/** The values of the moves here, if they are known. If distances are hidden, values with distances will do. */
export const valuesOf = (state) => state.values[valuesKey(state)] ?? state.values[valuesKey(state, "distance")];

/** Whether the same question, a little later, would have a better answer: native code is being prepared. */
export const awaitsCode = ({ preparing, stopped, moves }) =>
  preparing && stopped !== "interrupted" && moves.some((move) => move.kind !== "exact");

/** Whether all moves of the line are played. The engine moves by itself only then, so that it overwrites nothing. */
export const atEnd = (state) => state.ply === state.line.length;

export const sideOf = (state, mover) => state.sides[mover] ?? HUMAN;

export function isEnginesTurn(state) {
  const position = positionAt(state);
  return position !== undefined && !position.over && sideOf(state, position.mover) === ENGINE;
}

/** The moves that can be clicked: none if it is the engine's turn, or before the position is known. */
export function legalMoves(state) {
  const position = positionAt(state);
  return position === undefined || (isEnginesTurn(state) && atEnd(state)) ? [] : position.moves;
}

/** Complete what the catalogue says about a game from its initial position. */
export function described(state, name, { title, rules, cells }) {
  const [summary] = rules.split(/\n\s*\n/); // the first paragraph
  const complete = (offer) => ({ ...offer, title, rules, board: cells, summary: offer.summary || summary });
  const games = state.catalogue.games.map((offer) => (offer.game === name ? complete(offer) : offer));
  return { ...state, catalogue: { ...state.catalogue, games } };
}

/** A new game from its initial position or from `start`. The moves in `line` must be legal. */
export function opened(state, { game, start = null, line = [], ply = line.length, sides, id = null }) {
  const known = { positions: {}, values: {}, knownValues: {}, review: null, names: {} };
  const fresh = { ...known, longSearchKey: null, requested: null, error: null, selection: null, lit: null };
  return { ...state, ...fresh, game, start, line, ply, id, sides: sides ?? state.sides };
}

/** Play a move here. Moves that were undone are dropped. */
export function played(state, move) {
  const line = [...state.line.slice(0, state.ply), move];
  return { ...stepped({ ...state, line }, line.length), review: null };
}

/** Go to another ply of the same line. */
export function stepped(state, ply) {
  const within = Math.max(0, Math.min(state.line.length, ply));
  return { ...state, ply: within, selection: null, lit: null, requested: null, error: null };
}

/** Go back to the last ply at which a person was to move; one ply if no side is a person. */
export const undone = (state) => steppedToPerson(state, -1);

/** Go forward as far as `undone` went back. */
export const redone = (state) => steppedToPerson(state, 1);

function steppedToPerson(state, direction) {
  let ply = state.ply + direction;
  if (state.sides.includes(HUMAN)) {
    while (ply > 0 && ply < state.line.length && !isPersonsTurn(state, ply)) ply += direction;
  }
  return stepped(state, ply);
}

function isPersonsTurn(state, ply) {
  const mover = positionAt(state)?.history[ply]?.mover ?? moverAt(state, ply);
  return sideOf(state, mover) === HUMAN && !positionAt(state, ply)?.chance;
}

/** The player to move at a ply of the line, from any answer that has it; otherwise the next in turn. */
export function moverAt(state, ply) {
  const known = positionAt(state, ply) ?? null;
  if (known) return known.mover;
  const reviewed = state.review?.plies.find((judged) => judged.ply === ply);
  const first = positionAt(state, 0)?.mover ?? 0;
  return reviewed?.mover ?? (first + ply) % state.sides.length;
}

export function restarted(state) {
  return { ...stepped({ ...state, line: [] }, 0), review: null, id: null };
}

export const swapped = (state) => ({ ...state, sides: [...state.sides.slice(1), state.sides[0]], requested: null });

/** Add an answer about a position. A cell with one move is named after it, also later, when the cell is taken. */
export function withPosition(state, key, position) {
  const found = position.cells.filter((cell) => cell.moves.length === 1).map((cell) => [cellKey(cell), cell.moves[0]]);
  const sides = Array.from({ length: position.players }, (_, player) => sideOf(state, player));
  const names = { ...state.names, ...Object.fromEntries(found) };
  return { ...state, positions: { ...state.positions, [key]: position }, players: position.names, sides, names };
}

/** Drop the values of this position, to search for them again with more time. */
export function reconsidered(state) {
  const { [valuesKey(state)]: _, [valuesKey(state, "distance")]: __, ...values } = state.values;
  return { ...state, values, longSearchKey: keyAt(state), error: null };
}

export const cellKey = (cell) => `${cell.layer} ${cell.row},${cell.column}`;

/** Add an answer about the values of the moves here. */
export function withValues(state, values) {
  const next = { ...state, values: { ...state.values, [valuesKey(state)]: values } };
  const [first] = values.moves;
  const exact = values.moves.every((move) => move.kind === "exact");
  return withKnownValue(next, keyAt(state), {
    exact,
    value: first.value,
    lower: values.lower,
    upper: values.upper,
    distance: values.distance,
    best: values.best,
    others: values.moves,
  });
}

/** Add a value of a position, if it says more than the known one, or as much and also the values of the other moves. */
export function withKnownValue(state, key, value) {
  const known = state.knownValues[key];
  const saysMore = !known || value.exact > known.exact || (value.distance ?? -1) > (known.distance ?? -1);
  const hasOthers = value.others && value.exact >= known?.exact;
  return saysMore || hasOthers ? { ...state, knownValues: { ...state.knownValues, [key]: value } } : state;
}

export function withReview(state, review) {
  const reviewed = { ...state, review, requested: null };
  return review.plies.reduce((next, judged) => {
    return withKnownValue(next, keyAt(next, judged.ply), { ...judged, exact: judged.value !== null });
  }, reviewed);
}

/** The number that a value means: it may be a fraction as text, "11/36". */
export function number(value) {
  const [above, below = 1] = String(value).split("/").map(Number);
  return above / below;
}

/**
 * The moves that match the clicks so far and a click on `cell`. If none match, the selection starts again with this cell. A
 * second click on the same cell clears it.
 */
export function narrowed(state, cell) {
  const legal = new Set(legalMoves(state));
  const here = cell.moves.filter((move) => legal.has(move));
  const key = cellKey(cell);
  if (state.selection?.cell === key) return { moves: [], cell: null };
  const left = here.filter((move) => !state.selection || state.selection.moves.includes(move));
  return { moves: left.length ? left : here, cell: key };
}
