// A short, quiet tone for each move, if the user wants to hear them: a higher one for the second player, two at the end.

import { current } from "zermelo/actions";
import { keyAt, positionAt } from "zermelo/state";

const PITCHES = [330, 392, 440, 494]; // hertz, one for each player
const LENGTH = 0.08; // seconds
const VOLUME = 0.06;

let context = null;
let heard = null; // the key of the last position

/** Sound the last move if the position has changed since the last call. */
export function listen() {
  const state = current();
  const position = positionAt(state);
  if (!position || !state.game) return;
  const key = `${state.game} ${keyAt(state)}`;
  const moved = heard !== null && heard !== key && state.ply > 0;
  heard = key;
  if (!moved || !state.sound) return;
  const pitch = PITCHES[(positionAt(state, state.ply - 1)?.mover ?? 0) % PITCHES.length];
  sound(pitch, 0);
  if (position.over) sound(pitch * 1.5, 1.5 * LENGTH);
}

function sound(pitch, wait) {
  context ??= new AudioContext();
  if (context.state !== "running") {
    context.resume(); // browsers allow sound only after the user has done something; until then nothing is heard, or saved up
    return;
  }
  const [tone, volume] = [context.createOscillator(), context.createGain()];
  const begins = context.currentTime + wait;
  tone.frequency.value = pitch;
  volume.gain.setValueAtTime(VOLUME, begins);
  volume.gain.exponentialRampToValueAtTime(0.001, begins + LENGTH);
  tone.connect(volume).connect(context.destination);
  tone.start(begins);
  tone.stop(begins + LENGTH);
}
