// What can be done: each action changes the state, and then the server is given what follows from it (tasks.js).

import { ask, catalogue, endSearch } from "zermelo/api";
import { addressOf, readAddress } from "zermelo/address";
import { forgotten, keepSettings, playedBefore, remembered, settings } from "zermelo/memory";
import {
  INITIAL, legalMoves, narrowed, opened, played, positionAt, reconsidered, redone, restarted, stepped, swapped, undone,
  withPosition,
} from "zermelo/state";
import { wanted } from "zermelo/tasks";

let state = { ...INITIAL, ...settings(), played: playedBefore() };
let running = null; // the task at the server, with what aborts it
const views = new Set();

export const current = () => state;

/** Call `view` after every change. */
export const watch = (view) => views.add(view);

function set(next) {
  state = next;
  views.forEach((view) => view());
}

/** A change, and all that follows from it. */
function update(next, { visit = "replace" } = {}) {
  set(next);
  keepSettings(state);
  writeAddress(visit);
  follow();
}

// --- the server's work ------------------------------------------------------------------------------------------------

function follow() {
  const task = wanted(state);
  if (task?.name === running?.name) return;
  running?.controller.abort();
  running = null;
  if (task && state.trouble?.name !== task.name) work(task);
  else set({ ...state, task: null });
}

async function work(task) {
  const controller = new AbortController();
  running = { name: task.name, controller };
  const note = (news) => running?.controller === controller && set({ ...state, task: { ...state.task, ...news } });
  set({ ...state, task: { what: task.what, since: performance.now() } });
  try {
    const result = await ask(task.what, task.body, {
      signal: controller.signal,
      started: (id) => note({ id, busy: null }),
      progress: (progress) => note({ progress }),
      busy: (tries, most) => note({ busy: busyWords(tries, most) }),
    });
    if (running?.controller === controller) took(task, result);
  } catch (error) {
    if (running?.controller === controller) failed(task, error);
  }
}

const busyWords = (tries, most) => `The server is busy; trying again (${tries} of ${most}).`;

function took(task, result) {
  running = null;
  const { line } = state;
  const trouble = state.trouble?.name === task.name ? null : state.trouble;
  update(task.take({ ...state, trouble, task: null }, result));
  if (state.line !== line || state.played[0]?.id === state.id) record();
}

function failed(task, error) {
  running = null;
  set({ ...state, task: null, wish: null, trouble: { name: task.name, message: error.message } });
  follow();
}

/** End the search that runs; what it knows so far comes as its result. */
export async function stop() {
  if (!state.task?.id) return;
  set({ ...state, task: { ...state.task, stopping: true } });
  await endSearch(state.task.id).catch(() => {}); // a server that is gone shows in the search itself
}

export const tryAgain = () => update({ ...state, trouble: null });

// --- which game -------------------------------------------------------------------------------------------------------

export async function begin() {
  try {
    set({ ...state, catalogue: await catalogue(), trouble: null });
  } catch (error) {
    set({ ...state, trouble: { name: "catalogue", message: error.message } });
    return;
  }
  await followAddress();
}

/** Begin again where not even the catalogue came, else ask again. */
export const reach = () => (state.catalogue ? tryAgain() : begin());

let opening = null; // what is being opened: it is given up when something else is, or when people go back

/** Open a game, a position, or moves; they are tried first. Returns the refusal as a sentence, or "". */
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
  update(withPosition(opened(state, play), line.join(" "), position), { visit });
  return "";
}

export const leave = () => choosing("push");

/** Back to the choice of games. */
function choosing(visit) {
  opening = null;
  update(opened(state, { game: "" }), { visit });
}

/** What the address says: when the page is opened, and when people go back and forward. */
async function followAddress() {
  const told = readAddress(location.hash);
  if (!told) {
    choosing("replace");
    return;
  }
  const refusal = await open({ ...told, id: history.state?.id ?? null }, { visit: "replace" });
  if (refusal) update({ ...opened(state, { game: "" }), trouble: { name: "address", message: refusal } }, { visit: "none" });
}

addEventListener("popstate", followAddress);

/** `visit`: "push" makes a step for the browser's back button, "replace" does not, "none" leaves the address as it is. */
function writeAddress(visit) {
  const address = addressOf(state);
  if (visit === "none" || address === location.hash) return;
  const url = address || location.pathname + location.search;
  history[`${visit}State`]({ id: state.id }, "", url);
}

// --- the play ---------------------------------------------------------------------------------------------------------

export function play(move) {
  if (!legalMoves(state).includes(move)) return;
  update(played(state, move), { visit: "push" });
  record();
}

/** A cell was clicked. */
export function click(cell) {
  const { moves, cell: key } = narrowed(state, cell);
  if (moves.length === 1) play(moves[0]);
  else set({ ...state, selection: moves.length ? { moves, cell: key } : null });
}

export const deselect = () => set({ ...state, selection: null });
export const light = (move) => move !== state.lit && set({ ...state, lit: move });
export const goTo = (ply) => update(stepped(state, ply));
export const undo = () => update(undone(state));
export const redo = () => update(redone(state));
export const restart = () => update(restarted(state), { visit: "push" });
export const swap = () => update(swapped(state));

/** The engine plays for whoever is to move; in the middle of a line, what follows is replaced. */
export function playBest() {
  const position = positionAt(state);
  if (position && !position.over) update({ ...state, wish: "best", trouble: null });
}

/** Give the values here as long as the server allows. */
export const lookLonger = () => update(reconsidered(state));

export const judge = () => update({ ...state, wish: "review", trouble: null });

/** The play at the head of the list of games played. */
function record() {
  if (!state.line.length) return;
  const id = state.id ?? Date.now().toString(36);
  const { game, start, line, sides } = state;
  const outcome = positionAt(state, line.length)?.outcome ?? null;
  const list = remembered(state.played, { id, game, start, line, sides, outcome, when: new Date().toISOString() });
  set({ ...state, id, played: list });
  history.replaceState({ id }, "");
}

export const forgetPlayed = () => set({ ...state, played: forgotten() });

// --- settings ---------------------------------------------------------------------------------------------------------

export function seat(player, who) {
  update({ ...state, sides: state.sides.map((side, other) => (other === player ? who : side)) });
}

export const show = (what, on) => update({ ...state, shows: { ...state.shows, [what]: on } });
export const setStrength = (strength) => update({ ...state, strength });
export const setSeconds = (seconds) => update({ ...state, seconds });
export const setTheme = (theme) => update({ ...state, theme });

// --- searches to be drawn ---------------------------------------------------------------------------------------------

const drawing = new Map(); // what aborts the search of a pane

export function addPane() {
  set({ ...state, panes: [...state.panes, { choices: state.panes[0].choices }] });
}

export function removePane() {
  drawing.get(state.panes.length - 1)?.abort();
  set({ ...state, panes: state.panes.slice(0, -1) });
}

const setPane = (index, news) =>
  set({ ...state, panes: state.panes.map((pane, other) => (other === index ? { ...pane, ...news } : pane)) });

export const choose = (index, choices) => setPane(index, { choices: { ...state.panes[index].choices, ...choices } });

/** Search this position as chosen, and draw it. */
export async function draw(index) {
  drawing.get(index)?.abort();
  const controller = new AbortController();
  drawing.set(index, controller);
  const { depth, most, ...choices } = state.panes[index].choices;
  const numbers = { depth: depth === "" ? null : Number(depth), most: Number(most), seconds: state.seconds };
  const body = { game: state.game, position: state.start, moves: state.line.slice(0, state.ply), ...choices, ...numbers };
  const note = (news) => drawing.get(index) === controller && setPane(index, news);
  const news = (more) => note({ task: { ...state.panes[index].task, ...more } });
  note({ task: { what: "tree", since: performance.now() }, refusal: null });
  try {
    const doc = await ask("tree", body, {
      signal: controller.signal,
      started: (id) => news({ id, busy: null }),
      progress: (progress) => news({ progress }),
      busy: (tries, most) => news({ busy: busyWords(tries, most) }),
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
