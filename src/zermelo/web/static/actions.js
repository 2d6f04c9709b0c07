// The actions of the user. Each changes the state, and then starts the task for the server that follows from it (tasks.js).

import { ask, catalogue, endSearch, pause } from "zermelo/api";
import { addressOf, readAddress } from "zermelo/address";
import { clearPlayed, keepSettings, playedBefore, settings, watchPlayed, withPlayed } from "zermelo/memory";
import {
  algorithmOf, asks, bestLine, commented, described, editedText, editing, hintAt, inMode, INITIAL, legalMoves, narrowed, onLine, opened,
  played, playIn, positionAt, practising, pruned, raised, reconsidered, redone, refutationAt, refuted, remarked, restarted,
  sketched, stepped, swapped, tried, undone, unrefuted, valuesOf, varied, whyAt, withCatalogue, withNotice, withPosition, withValues,
} from "zermelo/state";
import { wanted } from "zermelo/tasks";
import { fromText, withLine } from "zermelo/variations";

let state = { ...INITIAL, ...settings(), played: playedBefore() };
let running = null; // the task of the server, with its AbortController
const views = new Set();
const PAUSE = 80; // milliseconds for which the pointer rests on a move before its line is fetched
const STEP = 1500; // milliseconds between two moves of a refutation that plays by itself

export const current = () => state;

/** Call `view` after every change. */
export const watch = (view) => views.add(view);

function set(next) {
  state = next;
  views.forEach((view) => view());
}

/** Change the state, and do all that follows from it. */
function update(next, { visit = "replace" } = {}) {
  set(next);
  keepSettings(state);
  writeAddress(visit);
  startTask();
}

// --- the server's work ------------------------------------------------------------------------------------------------

function startTask() {
  const task = wanted(state);
  if (task?.name === running?.name) return;
  running?.controller.abort();
  running = null;
  if (task && state.error?.name !== task.name) work(task);
  else set({ ...state, task: null });
}

async function work(task) {
  const controller = new AbortController();
  running = { name: task.name, controller };
  const note = (change) => running?.controller === controller && set({ ...state, task: { ...state.task, ...change } });
  set({ ...state, task: { what: task.what, since: performance.now(), again: Boolean(task.pause) } });
  try {
    if (task.pause) await pause(task.pause, controller.signal);
    const result = await ask(task.what, task.body, {
      signal: controller.signal,
      started: (id) => note({ id }),
      progress: (progress) => note({ progress }),
    });
    if (running?.controller === controller) onResult(task, result);
  } catch (error) {
    if (running?.controller === controller) onError(task, error);
  }
}

function onResult(task, result) {
  running = null;
  const { line } = state;
  const error = state.error?.name === task.name ? null : state.error;
  update(task.take({ ...state, error, task: null }, result));
  if (state.line !== line || state.played[0]?.id === state.id) record();
}

function onError(task, error) {
  running = null;
  const known = task.what === "values" && valuesOf(state);
  if (known) { // they stand, though better ones did not come in time
    update(withValues({ ...state, task: null }, { ...known, preparing: false }));
    return;
  }
  set({ ...state, task: null, requested: null, error: { name: task.name, message: error.message } });
  startTask();
}

/** Stop the running search. It answers with what it has found so far. */
export async function stop() {
  if (!state.task?.id) return;
  set({ ...state, task: { ...state.task, stopping: true } });
  await endSearch(state.task.id).catch(() => {}); // if the server is gone, the search itself fails
}

export const clearError = () => update({ ...state, error: null });

// --- which game -------------------------------------------------------------------------------------------------------

export async function begin() {
  try {
    set(withCatalogue(state, await catalogue()));
  } catch (error) {
    set({ ...state, error: { name: "catalogue", message: error.message, again: begin } });
    return;
  }
  await openAddress();
  await describeGames();
}

/** Complete the catalogue: it has no more than the names of the user's own games. */
async function describeGames() {
  for (const { game } of state.catalogue.games.filter(({ title }) => title === null)) {
    const position = await ask("position", { game, position: null, moves: [] }).catch(() => null); // the card is the name then
    if (position) set(described(state, game, position));
  }
}

/** Try again what has failed. */
export const retry = () => (state.error.again ?? clearError)();

let opening = null; // the game that is being opened; another value means that the user has moved on

/** Open a game, perhaps with a position and moves, if the server accepts them. Returns its refusal as a sentence, or "". */
export async function open(play, { visit = "push" } = {}) {
  const { game, start = null, line = [] } = play;
  opening = play;
  let position;
  try {
    position = await ask("position", { game, position: start, moves: line });
  } catch (error) {
    return opening === play ? error.message : "";
  }
  if (opening !== play) return "";
  update(withPosition(opened(state, { ...play, game: position.game }), line.join(" "), position), { visit });
  return "";
}

/** Open a game or a play from the list. A refusal is shown above it. */
export async function choosePlay(play) {
  const refusal = await open(play);
  if (refusal) showRefusal(refusal, () => choosePlay(play));
}

/** Show the choice of games, and why a play could not be opened. */
function showRefusal(message, again) {
  update({ ...opened(state, { game: "" }), error: { name: "open", message, again } }, { visit: "none" });
}

export const leave = () => showGames("push");

/** Go back to the choice of games. */
function showGames(visit) {
  opening = null;
  update(opened(state, { game: "" }), { visit });
}

/** Open what the address names: at the start, and when the user goes back or forward. */
async function openAddress() {
  const named = readAddress(location.hash);
  if (named) await openNamed(named);
  else showGames("replace");
}

/** Open a play, or else its game, if the moves are refused: an edit of its file may have changed the rules. */
async function openNamed(named) {
  const refusal = await open({ ...named, ...keptOf(named, history.state?.id) }, { visit: "replace" });
  if (!refusal) return;
  const again = () => openNamed(named);
  if (await open({ ...named, line: [], ply: 0 }, { visit: "none" })) showRefusal(refusal, again);
  else set({ ...state, error: { name: "open", message: refusal, again } });
}

/** What this browser keeps of a play beside what its address says. */
function keptOf({ line }, id = null) {
  const kept = state.played.find((play) => play.id === id);
  return kept ? { id, lines: withLine(kept.lines, line), comments: kept.comments } : { id };
}

addEventListener("popstate", openAddress);
watchPlayed((played) => {
  const shared = played[0]?.id === state.id; // the other tab is a copy of this one: from now on they are two games
  set({ ...state, played, id: shared ? null : state.id });
});

/** Write the address. `visit`: "push" adds a step for the back button, "replace" does not, "none" writes nothing. */
function writeAddress(visit) {
  const address = addressOf(state);
  if (visit === "none" || address === location.hash) return;
  const url = address || location.pathname + location.search;
  history[`${visit}State`]({ id: state.id }, "", url);
}

// --- the play ---------------------------------------------------------------------------------------------------------

export function play(move) {
  if (!legalMoves(state).includes(move)) return;
  if (asks(state)) {
    update(tried(state, move));
    return;
  }
  update(played(state, move), { visit: "push" });
  record();
}

/** Click a cell. Where chance decides, any of its cells will do, such as the die. */
export function click(cell) {
  if (state.edit) {
    changeStone(cell);
    return;
  }
  if (positionAt(state)?.chance) {
    playBest();
    return;
  }
  const { moves, cell: key, piece, play: only } = narrowed(state, cell);
  if (only) play(only);
  else set({ ...state, selection: moves.length ? { moves, cell: key, piece } : null, sketch: [] });
}

/** Select a piece that can move, to drag it. Returns whether this cell has one. */
export function grab(cell) {
  const { moves, cell: key, piece } = narrowed({ ...state, selection: null }, cell);
  if (piece && !state.edit) set({ ...state, selection: { moves, cell: key, piece }, sketch: [] });
  return piece && !state.edit;
}

/** Drop the selected piece on a cell. Where it cannot go, it stays selected. */
export const drop = (cell) => cell.moves.some((move) => state.selection?.moves.includes(move)) && click(cell);

/** Draw an arrow between two cells, given by their keys, or a circle around one. */
export const sketch = (from, to) => set(sketched(state, from, to));

export const deselect = () => set({ ...state, selection: null, sketch: [] });

/** Go to a ply of the line. Before a refutation that is shown, the play is as it was without it. */
export function goTo(ply) {
  const refutation = refutationAt(state);
  update(stepped(refutation && ply < refutation.from ? unrefuted(state) : state, ply));
}

export const undo = () => update(undone(state));
export const redo = () => update(redone(state));
export const restart = () => update(restarted(state), { visit: "push" });
export const swap = () => update(swapped(state));
export const setMode = (mode) => update(inMode(state, mode), { visit: "push" });

let looking = null; // the timer until the line of the move under the pointer is fetched

/** Highlight a move. In an analysis, its best line is then numbered on the board. */
export function light(move) {
  if (move === state.lit) return;
  set({ ...state, lit: move });
  clearTimeout(looking);
  const line = bestLine(state, move);
  const { game, start: position } = state;
  const moves = [...state.line.slice(0, state.ply), ...line];
  if (line.length > 1) looking = setTimeout(preview, PAUSE, { game, position, moves, places: line.length });
}

/** Fetch the cells of the last moves of a play. */
async function preview(wanted) {
  const key = wanted.moves.join(" ");
  if (state.previews[key]) return;
  try {
    const { history: made } = await ask("position", wanted);
    const places = made.slice(-wanted.places).map((played) => played.place);
    const same = state.game === wanted.game && state.start === wanted.position;
    if (same) set({ ...state, previews: { ...state.previews, [key]: places } });
  } catch {
    // without an answer there are no numbers
  }
}

/** Give a hint, or all of it if a hint is shown already. */
export function hint() {
  const known = hintAt(state);
  if (known) set({ ...state, hint: { ...known, step: 2 } });
  else update({ ...state, requested: "hint", error: null });
}

/** Let the engine play a move for the player to move. It replaces the rest of the line. In an exercise, show the answer. */
export function playBest() {
  if (asks(state)) {
    showAnswer();
    return;
  }
  const position = positionAt(state);
  if (position && !position.over) update({ ...state, requested: "best", error: null });
}

/** Search for the values here for as long as the server allows. */
export const searchLonger = () => update(reconsidered(state));

export const judge = () => update({ ...state, requested: "review", error: null });

// --- explanations -----------------------------------------------------------------------------------------------------

/** Ask why a player cannot complete a line. */
export const explain = () => update({ ...state, requested: "why", error: null });

export const endExplanation = () => set({ ...state, why: null });

/** Show another proof of the explanation. */
export const showProof = (index) => set({ ...state, why: { ...whyAt(state), shown: index } });

/** Have the value of this position proved. */
export const prove = () => update({ ...state, requested: "prove", error: null });

/** Show why a move is worse: the line that refutes it, step by step. It plays by itself if the user does not mind motion. */
export function refute(move, sentence) {
  update(refuted(state, move, sentence), { visit: "push" });
  if (!matchMedia("(prefers-reduced-motion: reduce)").matches) playRefutation(true);
}

/** Let the refutation play by itself, or stop that. */
export function playRefutation(plays) {
  set({ ...state, refutation: { ...state.refutation, plays } });
  if (plays) setTimeout(stepRefutation, STEP, state.refutation, state.ply);
}

/** Make the next move of the refutation, unless the user has made a step or stopped it. */
function stepRefutation(refutation, ply) {
  if (state.refutation !== refutation) return;
  const goesOn = refutationAt(state) === refutation && state.ply === ply;
  if (goesOn) update(stepped(state, ply + 1));
  playRefutation(goesOn && state.ply < state.line.length);
}

/** Look for a better move in place of a mistake. */
export const practise = (judged) => update(practising(state, judged));

export const showAnswer = () => update({ ...state, exercise: { ...state.exercise, known: true } });
export const endExercise = () => update({ ...state, exercise: null });

export const endRefutation = () => update(unrefuted(state));

// --- variations and comments ------------------------------------------------------------------------------------------

export const vary = (ply, move) => update(varied(state, ply, move));

/** Play these moves, the first of a best line. */
export function follow(moves) {
  update(played(state, ...moves), { visit: "push" });
  record();
}

export const toMainLine = () => update(onLine(state, state.lines[0], Math.min(state.ply, state.lines[0].length)));

export function promote() {
  update(raised(state));
  record();
}

export function prune() {
  update(pruned(state));
  record();
}

export function say(text) {
  update(commented(state, text));
  record();
}

/** Bring back what the notice says was given up. */
export async function bringBack() {
  if (!state.notice) return;
  const refusal = await open(state.notice.play);
  if (!refusal) record();
}

/** Open the lines in a text, if the server accepts all of them. Returns its refusal as a sentence, or "". */
export async function importText(text) {
  let found;
  try {
    found = fromText(text);
    for (const line of found.lines) await ask("position", { game: state.game, position: state.start, moves: line });
  } catch (error) {
    return error.message;
  }
  return replaceBy({ start: state.start, line: found.lines[0] ?? [], ...found }, "The moves are replaced by the imported ones.");
}

/** The board as SVG. Throws an Error if there is no answer. */
export async function boardPicture() {
  const moves = state.line.slice(0, state.ply);
  return (await ask("position", { game: state.game, position: state.start, moves, svg: true })).svg;
}

/** Set up a position, or the initial one. Returns the refusal of the server as a sentence, or "". */
export const setUp = (start) => replaceBy({ start }, "A new play begins from this position.");

/** Begin to set up a position by hand. */
export const edit = () => set(editing(state));

export const cancelEdit = () => set({ ...state, edit: null });

/** Change the stone of a cell, and ask the server whether the position can arise. */
async function changeStone(cell) {
  set(remarked(state, cell));
  const { game, edit: asked } = state;
  const note = (refusal) => state.edit === asked && set({ ...state, edit: { ...asked, refusal } });
  try {
    await ask("position", { game, position: editedText(state) });
  } catch (error) {
    note(error.message);
  }
}

/** Play on from the position that was set up by hand. */
export async function finishEdit() {
  const refusal = await setUp(editedText(state));
  if (refusal && state.edit) set({ ...state, edit: { ...state.edit, refusal } });
}

async function replaceBy(play, words) {
  const before = state;
  const refusal = await open({ game: state.game, mode: state.mode, sides: state.sides, ...play });
  if (refusal) return refusal;
  record();
  if (before.line.length) set(withNotice(state, words, before));
  return "";
}

/** Put this game at the head of the list of games played. */
function record() {
  if (!state.id && !state.line.length && !Object.values(state.comments).some(Boolean)) return;
  const id = state.id ?? Date.now().toString(36);
  const outcome = positionAt(state, state.line.length)?.outcome ?? null;
  const list = withPlayed(state.played, { ...playIn(state), id, outcome, when: new Date().toISOString() });
  set({ ...state, id, played: list });
  if (history.state?.id !== id) history.replaceState({ id }, ""); // not at every letter of a comment: browsers allow this only so often
}

export const forgetPlayed = () => set({ ...state, played: clearPlayed() });

// --- settings ---------------------------------------------------------------------------------------------------------

export function setSide(player, who) {
  update({ ...state, sides: state.sides.map((side, other) => (other === player ? who : side)) });
}

export const show = (what, on) => update({ ...state, shows: { ...state.shows, [what]: on } });
export const peek = (on) => update({ ...state, peeks: on });
export const setStrength = (strength) => update({ ...state, strength });
export const setSeconds = (seconds) => update({ ...state, seconds });
export const flip = () => update({ ...state, flipped: !state.flipped });
export const setSound = (sound) => update({ ...state, sound });
export const setAnimation = (animation) => update({ ...state, animation });
export const setTheme = (theme) => update({ ...state, theme });
export const showSheet = (sheet) => set({ ...state, sheet });

// --- search trees -----------------------------------------------------------------------------------------------------

const drawing = new Map(); // the AbortController of the search in each pane

export function addPane() {
  set({ ...state, panes: [...state.panes, { choices: state.panes[0].choices }] });
}

export function removePane() {
  drawing.get(state.panes.length - 1)?.abort();
  set({ ...state, panes: state.panes.slice(0, -1) });
}

const setPane = (index, change) =>
  set({ ...state, panes: state.panes.map((pane, other) => (other === index ? { ...pane, ...change } : pane)) });

export const choose = (index, choices) => setPane(index, { choices: { ...state.panes[index].choices, ...choices } });

/** Search this position with the choices of a pane, and draw the tree. */
export async function draw(index) {
  drawing.get(index)?.abort();
  const controller = new AbortController();
  drawing.set(index, controller);
  const { depth, most, ...choices } = state.panes[index].choices;
  const algorithm = algorithmOf(state, choices);
  const numbers = { depth: depth === "" ? null : Number(depth), most: Number(most), seconds: state.seconds };
  const body = { game: state.game, position: state.start, moves: state.line.slice(0, state.ply), ...choices, algorithm,
    ...numbers };
  const note = (change) => drawing.get(index) === controller && setPane(index, change);
  const noteTask = (change) => note({ task: { ...state.panes[index].task, ...change } });
  note({ task: { what: "tree", since: performance.now() }, refusal: null });
  try {
    const doc = await ask("tree", body, {
      signal: controller.signal,
      started: (id) => noteTask({ id }),
      progress: (progress) => noteTask({ progress }),
    });
    note({ doc, of: body.moves.join(" "), task: null });
  } catch (error) {
    if (!controller.signal.aborted) note({ task: null, refusal: error.message });
  }
}

export function stopDrawing(index) {
  const id = state.panes[index].task?.id;
  if (id) endSearch(id).catch(() => {});
}
