// What the server should be working on, as it follows from the state: one thing at a time, the most pressing first.

import {
  atEnd, isEnginesTurn, keyAt, played, positionAt, shown, valuesOf, withPosition, withReview, withValues, withWorth,
} from "zermelo/state";

/** The task wanted now, or null. Its name says what it is for: a task of another name replaces it. */
export function wanted(state) {
  if (!state.game) return null;
  const position = positionAt(state);
  if (!position) return positionTask(state, state.ply);
  if (state.ply > 0 && !positionAt(state, state.ply - 1)) return positionTask(state, state.ply - 1); // to mark the last move
  if (!position.over && isEnginesTurn(state) && atEnd(state)) return moveTask(state, state.strength);
  if (!position.over && state.wish === "best") return moveTask(state, 1);
  if (state.wish === "review") return reviewTask(state);
  if (shown(state).verdict && !position.over && !position.chance && !valuesOf(state)) return valuesTask(state);
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
    const worth = { ...best, exact: best.kind === "exact", best: [best.move] };
    return played(best.by === "search" ? withWorth(later, key, worth) : later, best.move);
  });
}

function valuesTask(state) {
  const seconds = state.patient === keyAt(state) ? state.catalogue.limits.seconds : state.seconds;
  const objective = shown(state).distances ? null : "outcome"; // not every game has distances: the server knows
  return task(state, "values", state.ply, { seconds, objective }, withValues);
}

function reviewTask(state) {
  const seconds = state.catalogue.limits.seconds;
  return task(state, "review", state.line.length, { seconds }, withReview);
}

function task(state, what, ply, options, take) {
  const body = { game: state.game, position: state.start, moves: state.line.slice(0, ply), ...options };
  return { name: [what, options.objective, state.game, state.start, ...body.moves].join(" "), what, body, take };
}
