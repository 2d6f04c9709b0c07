// What this browser remembers: settings, and the games played in it. Where it may not remember, it forgets.

const SETTINGS = "zermelo.settings";
const PLAYED = "zermelo.played";
const MOST_PLAYED = 50;

export const settings = () => recall(SETTINGS, {});

export function keepSettings({ shows, theme, strength, seconds }) {
  keep(SETTINGS, { shows, theme, strength, seconds });
}

export const playedBefore = () => recall(PLAYED, []);

/** The list with this play at its head; the oldest are dropped. */
export function remembered(played, play) {
  const list = [play, ...played.filter((other) => other.id !== play.id)].slice(0, MOST_PLAYED);
  keep(PLAYED, list);
  return list;
}

export function forgotten() {
  keep(PLAYED, []);
  return [];
}

function recall(name, otherwise) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? otherwise;
  } catch {
    return otherwise;
  }
}

function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the page works without.
  }
}
