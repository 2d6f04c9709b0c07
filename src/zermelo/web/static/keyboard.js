// The keys of the page: arrows step through the game, Home and End go to its ends, Space plays the best move.

import { current, deselect, goTo, playBest } from "zermelo/actions";

const BUSY = "input, select, textarea, .drawn, .board-text"; // elements that use these keys themselves
const PRESSED = "button, summary, a, label"; // elements that Space presses

export function press(event) {
  const state = current();
  const ignored = event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey;
  if (!state.game || ignored || event.target.closest(BUSY)) return;
  const action = {
    ArrowLeft: () => goTo(state.ply - 1),
    ArrowRight: () => goTo(state.ply + 1),
    Home: () => goTo(0),
    End: () => goTo(state.line.length),
    Escape: deselect,
    " ": event.target.closest(PRESSED) ? null : playBest,
  }[event.key];
  if (!action) return;
  event.preventDefault();
  action();
}
