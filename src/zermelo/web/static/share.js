// Setting up a position, importing and exporting moves, sharing a link.

import { html, useState } from "preact";
import { boardPicture, edit, flip, importText, setUp } from "zermelo/actions";
import { isDrawn, positionAt } from "zermelo/state";
import { toText } from "zermelo/variations";

const NOTICE_TIME = 2000; // milliseconds for which a button says "Copied"

export function Share({ state }) {
  const position = positionAt(state);
  const move = position?.moves[0] ?? ""; // there is none at the end
  const text = toText(state.lines, state.comments);
  return html`<section class="card share" aria-labelledby="share-title">
    <h2 id="share-title">Position and moves</h2>
    <${Entry} id="position" label="Set up a position" action="Set up" hint=${position?.position ?? (move ? `moves, such as ${move}` : "moves")}
      submit=${setUp} />
    <div class="row">
      ${position?.cells.length > 0 && html`<button type="button" id="flip" aria-pressed=${String(state.flipped)} onClick=${flip}>Flip the board</button>`}
      ${position && isDrawn(position) && html`<button type="button" id="edit" onClick=${edit}>Edit the board</button>`}
      ${state.start !== null && html`<button type="button" id="initial" onClick=${() => setUp(null)}>Initial position</button>`}
    </div>
    <${Entry} id="import" label="Import moves" action="Import" hint=${`${move && `1. ${move} `}{a comment}`} tall
      submit=${importText} />
    <label class="field"><span>Moves of this game</span>
      <textarea id="export" readonly rows="2" value=${text}></textarea>
    </label>
    <div class="row">
      <${Copy} id="copy-moves" text=${() => text}>Copy moves<//>
      <button type="button" id="download" onClick=${() => download(state.game, "txt", text)}>Download</button>
      ${position?.cells.length > 0 && html`<${Picture} state=${state} />`}
      <${Copy} id="share" text=${() => location.href}>Copy link<//>
    </div>
  </section>`;
}

/** A field for a text to submit. If the server refuses it, the reason is shown below. */
function Entry({ id, label, action, hint, tall, submit }) {
  const [text, setText] = useState("");
  const [refusal, setRefusal] = useState("");
  async function enter(event) {
    event.preventDefault();
    const refused = await submit(text.trim());
    setRefusal(refused);
    if (!refused) setText("");
  }
  const field = {
    id,
    value: text,
    placeholder: hint,
    required: true,
    spellcheck: false,
    autocomplete: "off",
    "aria-describedby": `${id}-refusal`,
    onInput: (event) => setText(event.target.value),
  };
  return html`<form class="entry" onSubmit=${enter}>
    <label for=${id}>${label}</label>
    ${tall ? html`<textarea rows="2" ...${field}></textarea>` : html`<input ...${field} />`}
    <button type="submit" id=${`${id}-enter`}>${action}</button>
    <p id=${`${id}-refusal`} class="refusal" role="alert">${refusal}</p>
  </form>`;
}

function Copy({ id, text, children }) {
  const [notice, setNotice] = useState("");
  async function copy() {
    try {
      await navigator.clipboard.writeText(text());
      setNotice("Copied");
    } catch {
      setNotice("Copying is not allowed"); // browsers give no clipboard to pages of other machines over plain HTTP
    }
    setTimeout(() => setNotice(""), NOTICE_TIME);
  }
  return html`<button type="button" id=${id} onClick=${copy}>${notice || children}</button>`;
}

/** A button that downloads the board as a picture, such as for a sheet of exercises. */
function Picture({ state }) {
  const [notice, setNotice] = useState("");
  async function save() {
    try {
      download(state.game, "svg", await boardPicture());
    } catch (error) {
      setNotice(error.message);
    }
  }
  return html`<button type="button" id="picture" onClick=${save}>Download picture</button>
    ${notice && html`<p class="refusal" role="alert">${notice}</p>`}`;
}

const TYPES = { txt: "text/plain", svg: "image/svg+xml" };

function download(game, extension, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([`${text}\n`], { type: TYPES[extension] }));
  const [name] = game.match(/[^/\\]*$/); // without the folder of a user's file
  link.download = `${name.replace(/[^\w,.-]+/g, "_")}.${extension}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
