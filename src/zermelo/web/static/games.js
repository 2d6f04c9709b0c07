// Choosing a game: from the list, by its name, or from those played in this browser before.

import { html, useEffect, useState } from "preact";
import { choosePlay, forgetPlayed, open } from "zermelo/actions";
import { ErrorMessage } from "zermelo/progress";
import { SmallBoard } from "zermelo/smallboard";
import { withoutFolders } from "zermelo/state";
import { withMinus } from "zermelo/verdict";

/** The field for the name of a game, at the top of every screen. */
export function GameField({ state }) {
  const [text, setText] = useState(state.game);
  const [refusal, setRefusal] = useState("");
  useEffect(() => {
    setText(state.game);
    setRefusal("");
  }, [state.game]);
  async function submit(event) {
    event.preventDefault();
    if (text.trim()) setRefusal(await open({ game: text.trim() }));
  }
  return html`<form class="game-field" onSubmit=${submit}>
    <label for="game" class="hidden">Game</label>
    <input id="game" list="offered" value=${text} placeholder="mnk(4,4,4)" autocomplete="off" autocapitalize="off"
      spellcheck=${false} aria-describedby="game-refusal" aria-invalid=${refusal ? "true" : null}
      onInput=${(event) => setText(event.target.value)} />
    <datalist id="offered">${state.catalogue.games.map(({ game }) => html`<option key=${game} value=${game} />`)}</datalist>
    <button type="submit" id="open">Open</button>
    <p id="game-refusal" class="refusal" role="alert">${refusal}</p>
  </form>`;
}

export function Games({ state }) {
  return html`<main class="games" id="main">
    <section class="hero">
      <h1>The value of every move</h1>
      <p>Play against a strong engine, see the value of each move, exact where the search reaches the end of the game, and step through the search that proves it.</p>
      ${state.error && html`<${ErrorMessage} message=${state.error.message} />`}
    </section>
    <section aria-labelledby="offered-title">
      <h2 id="offered-title">Choose a game</h2>
      <p class="quiet">Or type a name above, for example for another size. To play a game of your own, start the server with it:${" "}
        <code>zermelo serve FILE.py:CLASS</code>.</p>
      <ul class="offers">${state.catalogue.games.map((offer) => html`<li key=${offer.game}><${Card} ...${offer} /></li>`)}</ul>
    </section>
    <${Played} state=${state} />
  </main>`;
}

/** The title of a game, its name in the code if that is another, a small board, and a line about it. */
function Card({ game, title, summary, board }) {
  return html`<button type="button" class="offer" data-game=${game} onClick=${() => choosePlay({ game })}>
    <strong>${title ?? withoutFolders(game)}</strong>
    ${title && title !== game && html`<code>${withoutFolders(game)}</code>`}
    ${board?.length > 0 && html`<${SmallBoard} places=${board} />`}
    <span>${summary}</span>
  </button>`;
}

function Played({ state }) {
  if (!state.played.length) return null;
  return html`<section aria-labelledby="played-title">
    <div class="row between"><h2 id="played-title">Played in this browser</h2>
      <button type="button" id="forget" onClick=${forgetPlayed}>Clear the list</button></div>
    <ul class="played">${state.played.map((play) => html`<li key=${play.id}>
      <button type="button" class="past" data-played=${play.id} onClick=${() => choosePlay(play)}>
        <strong>${withoutFolders(play.game)}</strong>
        <span class="past-moves">${play.line.join(" ")}</span>
        <span class="quiet">${withMinus(play.outcome ?? "not finished")} ${play.when && ` \u00b7 ${new Date(play.when).toLocaleString()}`}</span>
      </button>
    </li>`)}</ul>
  </section>`;
}
