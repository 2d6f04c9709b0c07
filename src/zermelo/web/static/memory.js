// What this browser stores: the settings, and the games played in it. The page also works if it may not store anything.

const SETTINGS = "zermelo.settings";
const PLAYED = "zermelo.played";
const MOST_PLAYED = 50;

export const settings = () => recall(SETTINGS, {});

export function keepSettings({ shows, peeks, theme, strength, seconds }) {
  keep(SETTINGS, { shows, peeks, theme, strength, seconds });
}

export const playedBefore = () => recall(PLAYED, []);

/** The list of games played, with `play` at its head. The oldest are dropped. */
export function withPlayed(played, play) {
  const list = [play, ...played.filter((other) => other.id !== play.id)].slice(0, MOST_PLAYED);
  keep(PLAYED, list);
  return list;
}

export function clearPlayed() {
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
    // The storage is full or forbidden.
  }
}
