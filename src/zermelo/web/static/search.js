// The search tree: how an algorithm searches this position, with a second search beside it for comparison.

import { html, useEffect, useRef } from "preact";
import { SearchTree } from "zermelo/searchtree";
import { addPane, choose, draw, removePane, stopDrawing } from "zermelo/actions";
import { Work } from "zermelo/progress";
import { algorithmOf, keyAt, positionAt } from "zermelo/state";

export function Search({ state }) {
  const second = state.panes[1];
  return html`<section class="card search" aria-labelledby="search-title">
    <div class="row between">
      <h2 id="search-title">Search tree</h2>
      <button type="button" id="compare" onClick=${second ? removePane : addPane}>
        ${second ? "Show one search" : "Compare two searches"}
      </button>
    </div>
    <div class=${second ? "panes two" : "panes"}>
      ${state.panes.map((pane, index) => html`<${Pane} key=${index} state=${state} pane=${pane} index=${index} />`)}
    </div>
  </section>`;
}

function Pane({ state, pane, index }) {
  const { objectives, pieces, limits } = state.catalogue;
  const { choices, doc, task, refusal } = pane;
  const id = (name) => (index === 0 ? name : `${name}-${index}`);
  const over = positionAt(state)?.over;
  const set = (name) => (event) => choose(index, { [name]: event.target.value });
  const tick = (name) => (event) => choose(index, { [name]: event.target.checked });
  const algorithm = algorithmOf(state, choices);
  const source = state.catalogue.algorithms.find((one) => one.name === algorithm)?.source;
  const drawn = useBroughtIntoView(doc);
  function submit(event) {
    event.preventDefault();
    draw(index);
  }
  return html`<div class="pane">
    <form class="choices" onSubmit=${submit}>
      <${Choice} label="Algorithm" id=${id("algorithm")} names=${state.algorithms} chosen=${algorithm}
        choose=${set("algorithm")} />
      <${Choice} label="Objective" id=${id("objective")} names=${objectives} chosen=${choices.objective}
        choose=${set("objective")} />
      <label class="field narrow"><span>Depth</span>
        <input type="number" id=${id("depth")} min="1" step="1" placeholder="no limit" value=${choices.depth}
          onChange=${set("depth")} />
      </label>
      <label class="field narrow"><span>Nodes to draw</span>
        <input type="number" id=${id("most")} min="1" max=${limits.drawn} step="1" required value=${choices.most}
          onChange=${set("most")} />
      </label>
      <label class="switch">
        <input type="checkbox" id=${id("table")} checked=${choices.table} onChange=${tick("table")} />
        <span>transposition table</span>
      </label>
      <label class="switch">
        <input type="checkbox" id=${id("deepening")} checked=${choices.deepening} onChange=${tick("deepening")} />
        <span>iterative deepening</span>
      </label>
      <${Knowledge} pieces=${pieces} without=${choices.without} choose=${(without) => choose(index, { without })} />
      <button type="submit" class="primary" id=${id("draw")} disabled=${over || Boolean(task)}>Draw tree</button>
      ${over && html`<p class="quiet summary">The game is over: there is nothing to search.</p>`}
    </form>
    <div class="progress">
      ${task && html`<${Work} task=${task} stop=${() => stopDrawing(index)} id=${id("stop-drawing")} />`}
      ${refusal && html`<p class="refusal" role="alert">${refusal}</p>`}
    </div>
    ${doc && html`<div class="drawn" ref=${drawn}>
      ${pane.of !== keyAt(state) && html`<p class="quiet">This tree is for ${placeOf(pane)}. Draw again for the current position.</p>`}
      <${SearchTree} doc=${doc} />
    </div>`}
    ${source && html`<p class="quiet footnote">${algorithm} was published by ${source}.</p>`}
  </div>`;
}

/** A ref to the element that shows a document. A new document scrolls it into view: it is below the form. */
function useBroughtIntoView(doc) {
  const element = useRef(null);
  const shown = useRef(doc);
  useEffect(() => {
    if (!doc || doc === shown.current) return;
    shown.current = doc;
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    element.current.scrollIntoView({ block: "start", behavior: isStill ? "auto" : "smooth" });
  }, [doc]);
  return element;
}

const placeOf = (pane) => (pane.of ? `the position after ${pane.of}` : "the starting position");

function Choice({ label, id, names, chosen, choose }) {
  return html`<label class="field"><span>${label}</span><select id=${id} onChange=${choose}>
    ${names.map((name) => html`<option key=${name} value=${name} selected=${name === chosen}>${name}</option>`)}
  </select></label>`;
}

/** Check boxes for the pieces of knowledge that the search uses. */
function Knowledge({ pieces, without, choose }) {
  const left = (piece) => without.filter((other) => other !== piece);
  const toggle = (piece) => choose(without.includes(piece) ? left(piece) : [...without, piece]);
  return html`<details class="without"><summary>Knowledge${without.length ? `: ${without.length} left out` : ""}</summary>
    <fieldset><legend>Knowledge to use</legend>
      ${pieces.map((piece) => html`<label class="switch" key=${piece}>
        <input type="checkbox" checked=${!without.includes(piece)} onChange=${() => toggle(piece)} /><span>${piece}</span>
      </label>`)}
    </fieldset>
  </details>`;
}
