// The keys of the page. keys.js tells people what they do.

import { bringBack, current, deselect, flip, goTo, playBest, showSheet } from "zermelo/actions";

const BUSY = "input, select, textarea, dialog, .drawn, .board-text"; // elements that use these keys themselves
const PRESSED = "button, summary, a, label"; // elements that Space presses

export function press(event) {
  const action = event.defaultPrevented || event.altKey || event.target.closest(BUSY) ? null : actionOf(event, current());
  if (!action) return;
  event.preventDefault();
  action();
}

/** What a key does; null or undefined if nothing. */
function actionOf({ key, ctrlKey, metaKey, shiftKey, target }, state) {
  if (ctrlKey || metaKey) return key === "z" && !shiftKey && state.notice ? bringBack : null;
  if (key === "?") return () => showSheet(true);
  if (!state.game) return null;
  return {
    ArrowLeft: () => goTo(state.ply - 1),
    ArrowRight: () => goTo(state.ply + 1),
    Home: () => goTo(0),
    End: () => goTo(state.line.length),
    Escape: deselect,
    f: flip,
    " ": target.closest(PRESSED) ? null : playBest,
  }[key];
}
