// What the server should work on next: it follows from the state. There is one task at a time, the most urgent one.

import {
  atEnd, awaitsCode, isEnginesTurn, keyAt, played, positionAt, shown, valuesOf, withHint, withKnownValue, withPosition, withProof,
  withReview, withValues, withWhy,
} from "zermelo/state";

const PAUSE = 0.5; // seconds until the same question is asked again: the code is compiled faster if no search runs beside it

/** The task that is wanted now, or null. It replaces the running task if their names differ. */
export function wanted(state) {
  if (!state.game) return null;
  const position = positionAt(state);
  if (!position) return positionTask(state, state.ply);
  // the position before shows which cells the last move changed
  if (state.ply > 0 && !positionAt(state, state.ply - 1)) return positionTask(state, state.ply - 1);
  if (!position.over && isEnginesTurn(state) && atEnd(state)) return moveTask(state, state.strength);
  if (!position.over && state.requested === "best") return moveTask(state, 1);
  if (!position.over && state.requested === "hint") return hintTask(state);
  if (state.requested === "review") return reviewTask(state);
  if (!position.over && state.requested === "why") return whyTask(state);
  if (!position.over && state.requested === "prove") return proofTask(state);
  if (shown(state).verdict && !position.over && !position.chance) {
    const values = valuesOf(state);
    if (!values) return valuesTask(state);
    if (awaitsCode(values)) return { ...valuesTask(state), pause: PAUSE };
  }
  if (shown(state).values && position.over && state.ply > 0 && !state.review) return reviewTask(state);
  return null;
}

function positionTask(state, ply) {
  const key = keyAt(state, ply);
  return task(state, "position", ply, {}, (later, position) => withPosition(later, key, position));
}

function moveTask(state, strength) {
  const key = keyAt(state);
  return task(state, "best", state.ply, { seconds: state.seconds, strength }, (later, best) => {
    const value = { ...best, exact: best.kind === "exact", best: [best.move] };
    const next = played(best.by === "search" ? withKnownValue(later, key, value) : later, best.move);
    return { ...next, notice: later.notice }; // only what the user does makes an end of it
  });
}

function hintTask(state) {
  return { ...taskHere(state, "best", state.seconds, withHint), name: `hint ${keyAt(state)}` };
}

function valuesTask(state) {
  const long = state.longSearchKey === keyAt(state);
  const seconds = long ? state.catalogue.limits.seconds : state.seconds;
  const objective = shown(state).distances ? null : "outcome"; // null: the server takes distance if the game has it
  const search = task(state, "values", state.ply, { seconds, objective }, withValues);
  return long ? { ...search, name: `${search.name} longer` } : search; // another name, so that it replaces a shorter search
}

function reviewTask(state) {
  const seconds = state.catalogue.limits.seconds;
  return task(state, "review", state.line.length, { seconds }, withReview);
}

const whyTask = (state) => taskHere(state, "why", state.catalogue.limits.seconds, withWhy);
const proofTask = (state) => taskHere(state, "prove", state.catalogue.limits.seconds, withProof);

/** A task about the position that is shown. `take` is given its key, too: the user may have gone on when the answer comes. */
function taskHere(state, what, seconds, take) {
  const key = keyAt(state);
  return task(state, what, state.ply, { seconds }, (later, answer) => take(later, key, answer));
}

function task(state, what, ply, options, take) {
  const body = { game: state.game, position: state.start, moves: state.line.slice(0, ply), ...options };
  return { name: [what, options.objective, state.game, state.start, ...body.moves].join(" "), what, body, take };
}
