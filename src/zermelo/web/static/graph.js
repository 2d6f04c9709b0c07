// The value of each position of the game, ply by ply. A win is a point on the winner's side: at the edge if the game is won
// at once, and farther in the longer it takes; in a game for points, the more points, the farther out. A draw is a point in the middle, an undecided value a bar between its bounds.
// Small points are the moves that were not played.

import { html } from "preact";
import { keyAt, moverAt, number, positionAt, shown } from "zermelo/state";
import { withMinus } from "zermelo/verdict";

const ROW = 30; // pixels, as in the style sheet
const BELOW = 11; // pixels from the middle of a row to the points of the other moves
const FAR = 0.25; // the part of the way to the middle at which a win is drawn if its distance is not known or not shown
const REACH = 44; // percent of the width between the middle and an immediate win

export function Graph({ state }) {
  const points = [...state.line, null].map((_, ply) => pointAt(state, ply));
  const most = Math.max(1, ...worths(points).map((worth) => Math.abs(number(worth.value ?? 0))));
  const distances = shown(state).distances && most === 1; // where players get points, these matter
  const scale = scaleOf(points, most, distances);
  const duel = positionAt(state)?.players === 2; // otherwise 0 is not a draw, and a reward above 0 not a win
  const places = points.map((point, ply) => point?.worth.exact && { x: scale(point.worth, point.mover), y: middle(ply) });
  const height = ROW * points.length;
  return html`<svg class="graph" height=${height} aria-hidden="true">
    <line class="middle" x1="50%" x2="50%" y1="0" y2=${height} />
    ${places.map((to, ply) => to && places[ply - 1] && html`<${Course} key=${ply} from=${places[ply - 1]} to=${to} />`)}
    ${points.map((point, ply) => point && html`<${Point} key=${ply} point=${point} ply=${ply} scale=${scale} duel=${duel}
      place=${places[ply]} text=${textOf(point.worth, most, distances)} />`)}
  </svg>`;
}

const Course = ({ from, to }) => html`<line class="course" x1=${from.x} x2=${to.x} y1=${from.y} y2=${to.y} />`;

/** What is written on a point: how soon the game is won, or what its player gets. */
function textOf({ value, distance }, most, distances) {
  if (most > 1) return withMinus(value ?? "");
  return distances ? distance : "";
}

/** All values that are drawn. */
const worths = (points) => points.flatMap((point) => (point ? [point.worth, ...(point.worth.others ?? [])] : []));

function Point({ point: { worth, mover }, ply, scale, duel, place, text }) {
  const others = (worth.others ?? []).filter((move) => move.kind === "exact");
  const [left, right] = [worth.lower, worth.upper].map((value) => scale({ value }, mover));
  const winner = number(worth.value ?? 0) > 0 ? mover : 1 - mover;
  return html`<g>
    ${others.map((move) => {
      return html`<circle key=${move.move} class="other" r="2.5" cx=${scale(move, mover)} cy=${middle(ply) + BELOW} />`;
    })}
    ${!place && html`<line class="bounds" x1=${left} x2=${right} y1=${middle(ply)} y2=${middle(ply)} />`}
    ${place && html`<g data-player=${isDraw(worth) || !duel ? null : winner}>
      <circle class="point" r="9" cx=${place.x} cy=${place.y} />
      <text class="letter" x=${place.x} y=${place.y} text-anchor="middle" dominant-baseline="central">
        ${isDraw(worth) && duel ? "D" : text}
      </text>
    </g>`}
  </g>`;
}

const middle = (ply) => ROW * (ply + 0.5);

const isDraw = ({ value }) => number(value) === 0;

/** The known value of a ply for its player to move; at the last ply, perhaps the result of the game. */
function pointAt(state, ply) {
  const position = positionAt(state, ply);
  const mover = moverAt(state, ply);
  const ended = position?.over && { exact: true, value: position.rewards[mover], distance: 0 };
  const worth = ended || state.knownValues[keyAt(state, ply)];
  return worth ? { worth, mover } : null;
}

/** Returns a function: how far to the right a value is drawn, as a percentage. */
function scaleOf(points, most, distances) {
  const longest = 1 + Math.max(1, ...worths(points).map((worth) => worth.distance ?? 0));
  return ({ value, distance = null }, mover) => {
    const gain = (number(value) / most) * (mover === 0 ? 1 : -1);
    const inward = distances && distance !== null ? (0.9 * distance) / longest : FAR;
    return `${50 - REACH * gain * (1 - inward)}%`;
  };
}
