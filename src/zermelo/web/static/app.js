// The page, from its top. Views are functions of the state; actions change the state, and then the page is drawn again.

import { html, render, useEffect, useState } from "preact";
import { begin, current, leave, setTheme, showSheet, watch } from "zermelo/actions";
import { Board } from "zermelo/board";
import { Editor } from "zermelo/editor";
import { Exercise } from "zermelo/exercise";
import { GameField, Games } from "zermelo/games";
import { History } from "zermelo/history";
import { press } from "zermelo/keyboard";
import { KeySheet } from "zermelo/keys";
import { Moves } from "zermelo/moves";
import { Controls, Modes, Players, Status } from "zermelo/players";
import { ErrorMessage } from "zermelo/progress";
import { Refutation } from "zermelo/refutation";
import { Rules, titleOf } from "zermelo/rules";
import { Search } from "zermelo/search";
import { Share } from "zermelo/share";
import { listen } from "zermelo/sound";
import { ANALYSE, PLAY } from "zermelo/state";
import { Verdict } from "zermelo/verdict";
import { Why } from "zermelo/why";

const THEMES = ["auto", "light", "dark"];
const TWO_COLUMNS = "(46rem <= width < 80rem)"; // as in style.css: each column is filled from the top, so that neither has a hole

function App({ state }) {
  if (!state.catalogue) {
    const { error } = state;
    return html`<main class="games" id="main">
      <h1>zermelo</h1>
      ${error ? html`<${ErrorMessage} message=${error.message} />` : html`<p>Loading\u2026</p>`}
    </main>`;
  }
  return html`
    <a class="skip" href="#main" onClick=${skip}>Skip to main content</a>
    <${Header} state=${state} />
    ${state.game ? html`<${Play} state=${state} />` : html`<${Games} state=${state} />`}
    <${KeySheet} open=${state.sheet} />`;
}

/** Move the focus by hand: following the link would change the address, which names the game. */
function skip(event) {
  event.preventDefault();
  document.querySelector("#main [tabindex='0'], #main button")?.focus();
}

function Header({ state }) {
  return html`<header class="header">
    <button type="button" class="brand" id="games" onClick=${leave} aria-label="zermelo: all games">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <path d="M16 8 7 23M16 8l9 15" />
        <rect x="10" y="2" width="12" height="12" rx="2" />
        <circle class="loss" cx="7" cy="24" r="6" /><circle cx="25" cy="24" r="6" />
      </svg>
      <span>zermelo</span>
    </button>
    <${GameField} state=${state} />
    <label class="theme"><span>Theme</span><select id="theme" onChange=${(event) => setTheme(event.target.value)}>
      ${THEMES.map((theme) => html`<option key=${theme} value=${theme} selected=${theme === state.theme}>${theme}</option>`)}
    </select></label>
    <button type="button" id="open-sheet" aria-label="Keys and signs" title="Keys and signs (press ?)"
      onClick=${() => showSheet(true)}>?</button>
  </header>`;
}

function Play({ state }) {
  const scene = html`<section class="scene card" data-mode=${state.mode} aria-label="Position">
      <div class="scene-head"><h1>${titleOf(state)}</h1><${Modes} state=${state} /></div>
      <${Verdict} state=${state} />
      <${Board} state=${state} />
      <${Controls} state=${state} />
      <${Editor} state=${state} />
      <${Status} state=${state} />
    </section>`;
  const aside = html`<div class="aside">
      <${Exercise} state=${state} />
      <${Refutation} state=${state} />
      <${Why} state=${state} />
      <${Rules} state=${state} />
      ${state.mode === PLAY && html`<${Players} state=${state} />`}
      <${Moves} state=${state} />
    </div>`;
  const [history, share] = [html`<${History} state=${state} />`, html`<${Share} state=${state} />`];
  return html`<main class="play" id="main">
    ${useMatch(TWO_COLUMNS)
      ? html`<div class="aside">${scene}${share}</div><div class="aside">${aside}${history}</div>`
      : html`${scene}${aside}<div class="aside">${history}${share}</div>`}
    ${state.mode === ANALYSE && html`<${Search} state=${state} />`}
  </main>`;
}

/** Whether the window is as a media query says. */
function useMatch(query) {
  const media = matchMedia(query);
  const [matches, setMatches] = useState(media.matches);
  useEffect(() => {
    const note = () => setMatches(media.matches);
    media.addEventListener("change", note);
    return () => media.removeEventListener("change", note);
  }, []);
  return matches;
}

const root = document.getElementById("app");
let drawn = false;

/** Draw the page once for all the changes of this task. */
function redraw() {
  if (drawn) return;
  drawn = true;
  queueMicrotask(() => {
    drawn = false;
    const state = current();
    document.documentElement.dataset.theme = state.theme;
    document.documentElement.dataset.animation = state.animation;
    document.title = state.game ? `${titleOf(state)} \u2013 zermelo` : "zermelo";
    render(html`<${App} state=${state} />`, root);
  });
}

watch(redraw);
watch(listen);
document.addEventListener("keydown", press);
redraw();
begin();
