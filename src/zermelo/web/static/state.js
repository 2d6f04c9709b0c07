// All that the page knows, as one object; what can become of it, as functions from one state to the next.
// Nothing here asks the server or touches the page: actions.js does the one, the views the other.

export const HUMAN = "human";
export const ENGINE = "engine";

const CHOICES = {
  algorithm: "alpha-beta", objective: "outcome", depth: "", deepening: false, table: true, without: [], most: 1000,
};

export const INITIAL = {
  catalogue: null, // what the server offers
  game: "", // its name; none: a game is being chosen
  start: null, // the position that the line begins in, as text; null for the game's own
  line: [], // names of moves, those taken back included
  ply: 0, // how many of them are made
  id: null, // of this play in the list of games played
  players: [], // what they are called
  sides: [HUMAN, ENGINE],
  strength: 1,
  seconds: 5,
  shows: { verdict: true, values: true, distances: true },
  positions: {}, // by key
  values: {}, // of the moves, by objective and key
  worths: {}, // by key: what a position is worth to who is to move, from whatever has told it
  review: null, // the line judged
  names: {}, // of cells: the move that was the only one there
  selection: null, // the moves left by clicks on cells, and the cell clicked last
  lit: null, // the move under the pointer
  patient: null, // the key of the position whose values may take as long as the server allows
  wish: null, // what was asked for by hand: "best" or "review"
  task: null, // what the server is working on
  trouble: null, // why it is not
  panes: [{ choices: CHOICES }], // searches to be drawn: one, or two to be compared
  played: [], // games of before
  theme: "auto",
};

/** What a position is known by: the moves that lead to it. */
export const keyAt = (state, ply = state.ply) => state.line.slice(0, ply).join(" ");

export const positionAt = (state, ply = state.ply) => state.positions[keyAt(state, ply)];

/** What is shown, each switch needing the one before. */
export function shown({ shows: { verdict, values, distances } }) {
  return { verdict, values: verdict && values, distances: verdict && values && distances };
}

/** What is to be found out of moves: without distances there is less to do. */
const objectiveOf = (state) => (shown(state).distances ? "distance" : "outcome");

const valuesKey = (state, objective = objectiveOf(state)) => `${objective} ${keyAt(state)}`;

/** What the moves of this position are worth, if it is known; what tells distances will do where they are hidden. */
export const valuesOf = (state) => state.values[valuesKey(state)] ?? state.values[valuesKey(state, "distance")];

/** Whether this is where the line ends: the engine moves by itself only there, so that nothing is overwritten. */
export const atEnd = (state) => state.ply === state.line.length;

export const sideOf = (state, mover) => state.sides[mover] ?? HUMAN;

export function isEnginesTurn(state) {
  const position = positionAt(state);
  return position !== undefined && !position.over && sideOf(state, position.mover) === ENGINE;
}

/** The moves that can be clicked now: none while the engine is to move, or before the position is known. */
export function legalMoves(state) {
  const position = positionAt(state);
  return position === undefined || (isEnginesTurn(state) && atEnd(state)) ? [] : position.moves;
}

/** A game from its beginning or from a position on; moves known to be legal may have been made. */
export function opened(state, { game, start = null, line = [], ply = line.length, sides, id = null }) {
  const fresh = { positions: {}, values: {}, worths: {}, review: null, names: {}, patient: null, wish: null, trouble: null };
  const still = { selection: null, lit: null };
  return { ...state, ...fresh, ...still, game, start, line, ply, id, sides: sides ?? state.sides };
}

/** A move made here; what had been taken back is forgotten. */
export function played(state, move) {
  const line = [...state.line.slice(0, state.ply), move];
  return { ...stepped({ ...state, line }, line.length), review: null };
}

/** Another ply of the same line. */
export function stepped(state, ply) {
  const within = Math.max(0, Math.min(state.line.length, ply));
  return { ...state, ply: within, selection: null, lit: null, wish: null, trouble: null };
}

/** Back to where a person was to move before; one ply where nobody is a person. */
export const undone = (state) => steppedToPerson(state, -1);

/** As far as `undone` went back. */
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

/** Who is to move at a ply of the line: what has been seen of it, or simply the next in turn. */
export function moverAt(state, ply) {
  const known = positionAt(state, ply) ?? null;
  if (known) return known.mover;
  const told = state.review?.plies.find((judged) => judged.ply === ply);
  const first = positionAt(state, 0)?.mover ?? 0;
  return told?.mover ?? (first + ply) % state.sides.length;
}

export function restarted(state) {
  return { ...stepped({ ...state, line: [] }, 0), review: null, id: null };
}

export const swapped = (state) => ({ ...state, sides: [...state.sides.slice(1), state.sides[0]], wish: null });

/** What the server says of a position. The cells with one move are remembered by its name, for when they are taken. */
export function withPosition(state, key, position) {
  const found = position.cells.filter((cell) => cell.moves.length === 1).map((cell) => [cellKey(cell), cell.moves[0]]);
  const sides = Array.from({ length: position.players }, (_, player) => sideOf(state, player));
  const names = { ...state.names, ...Object.fromEntries(found) };
  return { ...state, positions: { ...state.positions, [key]: position }, players: position.names, sides, names };
}

/** The values of this position are forgotten, to be found in more time. */
export function reconsidered(state) {
  const { [valuesKey(state)]: _, [valuesKey(state, "distance")]: __, ...values } = state.values;
  return { ...state, values, patient: keyAt(state), trouble: null };
}

export const cellKey = (cell) => `${cell.layer} ${cell.row},${cell.column}`;

/** What the server says of the moves here. */
export function withValues(state, values) {
  const next = { ...state, values: { ...state.values, [valuesKey(state)]: values } };
  const [first] = values.moves;
  const exact = values.moves.every((move) => move.kind === "exact");
  return withWorth(next, keyAt(state), {
    exact,
    value: first.value,
    lower: values.lower,
    upper: values.upper,
    distance: values.distance,
    best: values.best,
    others: values.moves,
  });
}

/** What is known of a position's worth; of what tells the same, the one that also tells the other moves is kept. */
export function withWorth(state, key, worth) {
  const known = state.worths[key];
  const tellsMore = !known || worth.exact > known.exact || (worth.distance ?? -1) > (known.distance ?? -1);
  const tellsOthers = worth.others && worth.exact >= known?.exact;
  return tellsMore || tellsOthers ? { ...state, worths: { ...state.worths, [key]: worth } } : state;
}

export function withReview(state, review) {
  const reviewed = { ...state, review, wish: null };
  return review.plies.reduce((so, judged) => {
    return withWorth(so, keyAt(so, judged.ply), { ...judged, exact: judged.value !== null });
  }, reviewed);
}

/** A number, or a fraction told as text: "11/36". */
export function number(value) {
  const [above, below = 1] = String(value).split("/").map(Number);
  return above / below;
}

/**
 * A click on a cell: the moves that are still meant. One is a move made; a click that leaves none starts anew, and one on
 * the same cell again takes it back.
 */
export function narrowed(state, cell) {
  const legal = new Set(legalMoves(state));
  const here = cell.moves.filter((move) => legal.has(move));
  const key = cellKey(cell);
  if (state.selection?.cell === key) return { moves: [], cell: null };
  const left = here.filter((move) => !state.selection || state.selection.moves.includes(move));
  return { moves: left.length ? left : here, cell: key };
}
