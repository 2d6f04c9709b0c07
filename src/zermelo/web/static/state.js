// The state of the page, as one object, and the functions that make the next state from it.
// Nothing here talks to the server, which actions.js does, or touches the page, which the views do.

import { begins, continued, departure, promoted, withLine, without } from "zermelo/variations";

export const PLAY = "play"; // a game against the engine, or between people: nothing is shown that helps, unless it is asked for
export const ANALYSE = "analyse"; // all is shown, and nobody moves but the user

export const HUMAN = "human";
export const ENGINE = "engine";

const CHOICES = {
  algorithm: "alpha-beta", objective: "outcome", depth: "", deepening: false, table: true, without: [], most: 1000,
};

export const INITIAL = {
  catalogue: null, // what GET /games answers
  game: "", // the name of the game; empty while one is being chosen
  start: null, // the position in which the line begins, as text; null for the initial position
  mode: PLAY,
  line: [], // names of moves, including those that were undone
  ply: 0, // how many of them have been played
  lines: [], // all lines that were tried, the main line first (variations.js)
  comments: {}, // by key
  id: null, // of this game in the list of games played
  players: [], // their names
  algorithms: [], // those that suit the game
  sides: [HUMAN, ENGINE],
  strength: 1,
  seconds: 5,
  shows: { verdict: true, values: true, distances: true },
  peeks: false, // whether values are shown in the middle of a game, too
  hint: null, // the best move of a position, by its key, and how much of it is shown: 1 its neighbourhood, 2 the move
  positions: {}, // what POST /position answers, by key
  previews: {}, // the cells of the moves of a best line, by the key after it
  values: {}, // what POST /values answers, by objective and key
  knownValues: {}, // the value of each position for the player to move, by key, from any answer that has it
  review: null, // what POST /review answers about the line
  selection: null, // the moves that match the clicks so far, and the cell clicked last
  lit: null, // the move that is highlighted, under the pointer or the focus
  why: null, // why a player cannot complete a line: what POST /why answers, the key of the position, and which proof is shown
  proof: null, // what POST /prove answers, and the key of the position
  exercise: null, // a mistake for which the user looks for a better move: its ply, the moves tried, and whether the answer is known
  sketch: [], // the arrows and circles that the user has drawn: the keys of the cells from which and to which each goes
  refutation: null, // what shows why a move is worse: its line, the ply at which it begins, a sentence, and the play before
  longSearchKey: null, // the key of the position whose values are searched for as long as the server allows
  requested: null, // what the user has asked for: "best", "hint", "review", "why" or "prove"
  flipped: false, // whether the board is turned round, to be seen from the other side
  edit: null, // the marks of the cells while a position is set up by hand, and why the server refuses it
  notice: null, // what the user has just given up, in words, and the play with it, to bring back
  task: null, // what the server is working on
  error: null, // why the last task failed, and how to try it again if that is more than to clear this
  panes: [{ choices: CHOICES }], // the search trees: one, or two to compare
  played: [], // the list of games played
  sheet: false, // whether the sheet of keys is open
  theme: "auto",
  sound: false, // whether moves can be heard
  animation: false, // whether pieces move
};

/** The key of a position: the moves that lead to it. */
export const keyAt = (state, ply = state.ply) => state.line.slice(0, ply).join(" ");

export const positionAt = (state, ply = state.ply) => state.positions[keyAt(state, ply)];

/** The rows of a board, each with its cells. */
const rowsOf = ({ cells }) => [...Map.groupBy(cells, (cell) => `${cell.layer} ${cell.row}`).values()];

/** A board as text, row by row, with a mark or a dot for each cell. */
const textOf = (position) => rowsOf(position).map((row) => row.map((cell) => cell.mark || ".").join("")).join("/");

/** Whether the text of a position is that of its board. */
export const isDrawn = (position) => position.cells.length > 0 && textOf(position) === position.position;

/** The position as it is drawn: while it is set up by hand, with the marks so far. */
export function drawnPosition(state) {
  const position = positionAt(state);
  if (!state.edit || !position) return position;
  const cells = position.cells.map((cell, index) => {
    const mark = state.edit.marks[index];
    return { ...cell, mark, player: mark ? position.names.indexOf(mark) : null, marked: false, moves: [] };
  });
  return { ...position, cells };
}

/** The text of the position that is set up by hand. */
export const editedText = (state) => textOf(drawnPosition(state));

/** Begin to set up a position by hand, from the one that is shown. */
export const editing = (state) => ({ ...state, ...NOTHING, edit: { marks: positionAt(state).cells.map((cell) => cell.mark), refusal: "" } });

/** Give a cell the next mark: none, then that of each player in turn. */
export function remarked(state, cell) {
  const { cells, names } = positionAt(state);
  const index = cells.findIndex((other) => cellKey(other) === cellKey(cell));
  const marks = ["", ...names];
  const next = marks[(marks.indexOf(state.edit.marks[index]) + 1) % marks.length];
  return { ...state, edit: { marks: state.edit.marks.with(index, next), refusal: "" } };
}

/** What is shown. Each switch needs the one before. In the middle of a game nothing is, unless the user wants to peek. */
export function shown(state) {
  const { mode, peeks, shows: { verdict, values, distances } } = state;
  const helps = (mode === ANALYSE || peeks) && !asks(state);
  return { verdict: helps && verdict, values: helps && verdict && values, distances: helps && verdict && values && distances };
}

/** The objective of the search for values. Without distances it is faster. */
const objectiveOf = (state) => (shown(state).distances ? "distance" : "outcome");

const valuesKey = (state, objective = objectiveOf(state)) => `${objective} ${keyAt(state)}`;

/** The values of the moves here, if they are known. If distances are hidden, values with distances will do. */
export const valuesOf = (state) => state.values[valuesKey(state)] ?? state.values[valuesKey(state, "distance")];

/** The moves of the best line that begins with this move; empty if it is not known or not to be shown. */
export function bestLine(state, move) {
  const found = state.mode === ANALYSE && shown(state).values && valuesOf(state)?.moves.find((other) => other.move === move);
  return found?.line ?? [];
}

/** Whether the same question, a little later, would have a better answer: native code is being prepared. */
export const awaitsCode = ({ preparing, stopped, moves }) =>
  preparing && stopped !== "interrupted" && moves.some((move) => move.kind !== "exact");

/** Whether all moves of the line are played. The engine moves by itself only then, so that it overwrites nothing. */
export const atEnd = (state) => state.ply === state.line.length;

export const sideOf = (state, mover) => state.sides[mover] ?? HUMAN;

export function isEnginesTurn(state) {
  const position = positionAt(state);
  return state.mode === PLAY && position !== undefined && !position.over && sideOf(state, position.mover) === ENGINE;
}

/** The moves that can be clicked: none if it is the engine's turn, or before the position is known. */
export function legalMoves(state) {
  const position = positionAt(state);
  return position === undefined || (isEnginesTurn(state) && atEnd(state)) ? [] : position.moves;
}

/** Add what the server offers. Settings from another server, or of another version of the page, are kept within its limits. */
export function withCatalogue(state, catalogue) {
  const within = (value, least, most) => Math.max(least, Math.min(most, value));
  const [seconds, strength] = [within(state.seconds, 0.1, catalogue.limits.seconds), within(state.strength, 0, 1)];
  return { ...state, catalogue, seconds, strength, error: null };
}

/** Complete what the catalogue says about a game from its initial position. */
export function described(state, name, { title, rules, cells }) {
  const [summary] = rules.split(/\n\s*\n/); // the first paragraph
  const complete = (offer) => ({ ...offer, title, rules, board: cells, summary: offer.summary || summary });
  const games = state.catalogue.games.map((offer) => (offer.game === name ? complete(offer) : offer));
  return { ...state, catalogue: { ...state.catalogue, games } };
}

/** Nothing is chosen, asked for or hinted at: so it is after each step. */
const NOTHING = { selection: null, lit: null, requested: null, error: null, hint: null, exercise: null, sketch: [] };

/** A new game from its initial position or from `start`. The moves in `line` must be legal. */
export function opened(state, play) {
  const { game, start = null, line = [], ply = line.length, mode = state.mode, sides = state.sides, id = null } = play;
  const { lines = withLine([], line), comments = {} } = play;
  const known = { positions: {}, previews: {}, values: {}, knownValues: {}, review: null };
  const shownBefore = { ...NOTHING, edit: null, why: null, proof: null, refutation: null, notice: null, longSearchKey: null };
  return { ...state, ...known, ...shownBefore, game, start, mode, line, ply, lines, comments, id, sides };
}

/**
 * Play one or more moves here. The moves that were undone stay, as a variation. In an analysis, a move that was tried before
 * leads to the moves that followed it.
 */
export function played(state, ...more) {
  const moves = [...state.line.slice(0, state.ply), ...more];
  const line = state.mode === ANALYSE ? continued(state.lines, moves) : moves;
  return onLine({ ...state, lines: withLine(state.lines, moves) }, line, moves.length);
}

/** Go to a ply of a line. */
export function onLine(state, line, ply) {
  const same = line.length === state.line.length && begins(line, state.line);
  return { ...stepped({ ...state, line }, ply), review: same ? state.review : null, notice: null };
}

/** Go to a move that was tried in place of the one at this ply. */
export function varied(state, ply, move) {
  const moves = [...state.line.slice(0, ply), move];
  return onLine(state, continued(state.lines, moves), moves.length);
}

/** Go to the position after a move, with the best line from there, to show why the move is worse than it looks. */
export function refuted(state, move, sentence) {
  const { line, ply } = state;
  const before = refutationAt(state)?.before ?? { line, lines: state.lines, ply, review: state.review };
  const shownLine = [...line.slice(0, ply), ...bestLine(state, move)];
  const next = onLine({ ...state, lines: withLine(state.lines, shownLine) }, shownLine, ply + 1);
  return { ...next, refutation: { line: shownLine, from: ply, sentence, plays: false, before } };
}

/** The refutation that is shown; null if the user has left its line. */
export function refutationAt(state) {
  const { refutation, line, ply, mode } = state;
  const within = refutation && mode === ANALYSE && ply >= refutation.from && line.length === refutation.line.length;
  return within && begins(line, refutation.line) ? refutation : null;
}

/** Go back to the play as it was before the refutation. */
export function unrefuted(state) {
  const { line: shownLine, before: { line, lines, ply, review } } = state.refutation;
  const own = state.lines.filter((other) => !lines.includes(other) && !begins(shownLine, other)); // what the user has tried
  return { ...stepped({ ...state, line, lines: own.reduce(withLine, lines) }, ply), review, refutation: null };
}

/** The mistakes of a review for which a better move is known. */
export const mistakesIn = (review) => (review?.plies ?? []).filter(({ mistake, keeping }) => mistake && keeping.length);

/** Look for a better move in place of a mistake. */
export const practising = (state, { ply }) =>
  ({ ...stepped(inMode(state, ANALYSE), ply), exercise: { ply, tried: [], known: false } });

/** The exercise with its mistake; null if there is none, or the reviewed moves have changed. */
export function exerciseAt({ exercise, review }) {
  const judged = exercise && mistakesIn(review).find(({ ply }) => ply === exercise.ply);
  return judged ? { ...exercise, judged } : null;
}

/** Whether the user is looking for a better move, so that values would give it away. */
export const asks = (state) => exerciseAt(state)?.known === false;

/** Try a move that may be the better one. */
export function tried(state, move) {
  const { judged, tried: before } = exerciseAt(state);
  return { ...state, selection: null, exercise: { ...state.exercise, tried: [...before, move], known: judged.keeping.includes(move) } };
}

/** Draw an arrow from one cell to another, or a circle around one; the same once more takes it away. */
export function sketched(state, from, to) {
  const others = state.sketch.filter((drawn) => drawn.from !== from || drawn.to !== to);
  return { ...state, sketch: others.length < state.sketch.length ? others : [...others, { from, to }] };
}

/** Make this line the main line. */
export const raised = (state) => ({ ...state, lines: promoted(state.lines, continued(state.lines, state.line)) });

/** Delete this variation, with all that follows its first move, and go to the move of the main line in its place. */
export function pruned(state) {
  const ply = departure(state.lines, state.line);
  const left = without(state.lines, state.line.slice(0, ply + 1));
  return withNotice(onLine({ ...state, lines: left }, left[0], ply), "The variation is deleted.", state);
}

/** The play in a state, without what is known about it. */
export const playIn = ({ id, game, start, mode, line, lines, comments, sides }) =>
  ({ id, game, start, mode, line, lines, comments, sides });

/** Say what was given up, with the play as it was before. */
export const withNotice = (state, words, before) =>
  ({ ...state, notice: { words, play: { ...playIn(before), ply: before.ply } } });

export const commented = (state, text) => ({ ...state, comments: { ...state.comments, [keyAt(state)]: text } });

/** Go on with an analysis of this play, or with a game from this position, in which a person moves next. */
export function inMode(state, mode) {
  const { mover = 0 } = positionAt(state) ?? {};
  const turned = state.sides.map((_, player) => (player === mover ? HUMAN : ENGINE));
  const sides = sideOf(state, mover) === HUMAN ? state.sides : turned;
  const line = state.line.slice(0, state.ply);
  const next = { ...state, ...NOTHING, mode };
  if (mode === PLAY) return { ...next, line, review: null, sides };
  return atEnd(state) ? { ...next, line: continued(state.lines, line) } : next;
}

/** Go to another ply of the same line. */
export function stepped(state, ply) {
  const within = Math.max(0, Math.min(state.line.length, ply));
  return { ...state, ...NOTHING, ply: within, edit: null };
}

/** Go back to the last ply at which a person was to move; one ply in an analysis, or if no side is a person. */
export const undone = (state) => steppedToPerson(state, -1);

/** Go forward as far as `undone` went back. */
export const redone = (state) => steppedToPerson(state, 1);

function steppedToPerson(state, direction) {
  let ply = state.ply + direction;
  if (state.mode === PLAY && state.sides.includes(HUMAN)) {
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
  const fresh = { ...stepped({ ...state, line: [] }, 0), lines: [], comments: {}, review: null, id: null };
  return withNotice(fresh, "A new game has begun.", state);
}

export const swapped = (state) => ({ ...state, sides: [...state.sides.slice(1), state.sides[0]], requested: null });

/** Add an answer about a position. */
export function withPosition(state, key, position) {
  const sides = Array.from({ length: position.players }, (_, player) => sideOf(state, player));
  return { ...state, positions: { ...state.positions, [key]: position }, players: position.names,
    algorithms: position.algorithms, sides };
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
    words: first.kind === "exact" ? first.words : null,
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

/** Add the best move of a position as a hint. If the board can show where it is, only its neighbourhood is shown at first. */
export function withHint(state, key, { move, kind, spoken: sentence }) {
  const step = state.positions[key].cells.some((cell) => cell.moves.includes(move)) ? 1 : 2;
  return { ...state, requested: null, hint: { key, move, exact: kind === "exact", sentence, step } };
}

/** The hint for the position that is shown. */
export const hintAt = (state) => (state.hint?.key === keyAt(state) ? state.hint : null);

/** Add why a player cannot complete a line. The first proof is shown. */
export const withWhy = (state, key, answer) => ({ ...state, requested: null, why: { ...answer, key, shown: 0 } });

/** Add the proof of the value of a position. */
export const withProof = (state, key, answer) => ({ ...state, requested: null, proof: { ...answer, key } });

/** The proof of the position that is shown. */
export const proofAt = (state) => (state.mode === ANALYSE && state.proof?.key === keyAt(state) ? state.proof : null);

/** The explanation of the position that is shown. */
export const whyAt = (state) => (state.mode === ANALYSE && !state.edit && state.why?.key === keyAt(state) ? state.why : null);

export function withReview(state, review) {
  const reviewed = { ...state, review, requested: null };
  return review.plies.reduce((next, judged) => {
    return withKnownValue(next, keyAt(next, judged.ply), { ...judged, exact: judged.value !== null });
  }, reviewed);
}

/** The algorithm that a pane searches with: the chosen one, if it suits this game. */
export const algorithmOf = ({ algorithms }, { algorithm }) => (algorithms.includes(algorithm) ? algorithm : algorithms[0]);

/** The number that a value means: it may be a fraction as text, "11/36". */
export function number(value) {
  const [above, below = 1] = String(value).split("/").map(Number);
  return above / below;
}

/**
 * The selection after a click on `cell`: the moves that match the clicks so far, whether these began with a piece, and the move to
 * play, if any. If no move matches, the selection starts again with this cell; a second click on the same cell clears it. A move
 * of a piece is made at its target, after the piece was clicked: a click too many or too few makes no other move.
 */
export function narrowed(state, cell) {
  const legal = new Set(legalMoves(state));
  const here = cell.moves.filter((move) => legal.has(move));
  const key = cellKey(cell);
  const before = state.selection;
  if (before?.cell === key) return { moves: [], cell: null, piece: false, play: null };
  const left = here.filter((move) => before?.moves.includes(move));
  const moved = here.filter((move) => movesPiece(positionAt(state), move, cell));
  if (moved.length && !(before?.piece && left.length)) return { moves: here, cell: key, piece: true, play: null };
  const moves = left.length ? left : here;
  const piece = left.length > 0 && before.piece;
  const play = moves.length === 1 && (piece || !movesPiece(positionAt(state), moves[0])) ? moves[0] : null;
  return { moves, cell: key, piece, play };
}

/** Whether some of these cells are the whole column of the first one, into which a stone may fall. */
export function isColumn(near, cells) {
  const [{ layer, column }] = near;
  return cells.every((cell) => cell.layer !== layer || cell.column !== column || near.includes(cell));
}

/** Whether a move takes a piece, that on `from` if it is given, of the player to move or of nobody, to a place where none is. */
function movesPiece({ cells, mover }, move, from = null) {
  const near = cells.filter((cell) => cell.moves.includes(move));
  const movable = (cell) => cell.mark !== "" && (cell.player === mover || cell.player === null);
  const falls = near.length > 2 && isColumn(near, cells); // whatever is there
  return !falls && near.some((cell) => !movable(cell)) && near.some((cell) => movable(cell) && (!from || cell === from));
}

/** Whether a game is the user's own: its name has the name of a file or module before a colon. */
export const isUsers = (game) => /\.py\b|:/.test(game);

/** The name of a game without the folders in which its file lies. */
export const withoutFolders = (game) => (isUsers(game) ? game.replace(/^.*[\\/](?=[^\\/]*\.py\b)/, "") : game);
