// The search, drawn: how an algorithm comes to its answer on this position, and another one beside it.

import { html } from "preact";
import { SearchTree } from "zermelo/searchtree";
import { addPane, choose, draw, removePane, stopDrawing } from "zermelo/actions";
import { Work } from "zermelo/progress";
import { keyAt, positionAt } from "zermelo/state";

export function Search({ state }) {
  const [first, second] = state.panes;
  return html`<section class="card search" aria-labelledby="search-title">
    <div class="row between">
      <h2 id="search-title">The search, drawn</h2>
      <button type="button" id="compare" aria-pressed=${second ? "true" : "false"} onClick=${second ? removePane : addPane}>${second ? "One search only" : "Compare two"}</button>
    </div>
    <div class=${second ? "panes two" : "panes"}>
      ${[first, second].map((pane, index) => pane && html`<${Pane} key=${index} state=${state} pane=${pane} index=${index} />`)}
    </div>
  </section>`;
}

function Pane({ state, pane, index }) {
  const { algorithms, objectives, pieces, limits } = state.catalogue;
  const { choices, doc, task, refusal } = pane;
  const id = (name) => (index === 0 ? name : `${name}-${index}`);
  const over = positionAt(state)?.over;
  const text = (name) => ({ id: id(name), value: choices[name], onChange: (event) => choose(index, { [name]: event.target.value }) });
  const flag = (name) => ({ id: id(name), type: "checkbox", checked: choices[name], onChange: (event) => choose(index, { [name]: event.target.checked }) });
  const without = (piece) => choices.without.includes(piece);
  const toggle = (piece) => choose(index, { without: without(piece) ? choices.without.filter((other) => other !== piece) : [...choices.without, piece] });
  const source = algorithms.find((one) => one.name === choices.algorithm)?.source;
  function submit(event) {
    event.preventDefault();
    draw(index);
  }
  return html`<div class="pane">
    <form class="choices" onSubmit=${submit}>
      <label class="field"><span>Algorithm</span><select ...${text("algorithm")}>
        ${algorithms.map(({ name }) => html`<option key=${name} value=${name} selected=${name === choices.algorithm}>${name}</option>`)}
      </select></label>
      <label class="field"><span>Objective</span><select ...${text("objective")}>
        ${objectives.map((name) => html`<option key=${name} value=${name} selected=${name === choices.objective}>${name}</option>`)}
      </select></label>
      <label class="field narrow"><span>Depth</span><input type="number" min="1" step="1" placeholder="all" ...${text("depth")} /></label>
      <label class="field narrow"><span>Nodes drawn</span><input type="number" min="1" max=${limits.drawn} step="1" required ...${text("most")} onChange=${(event) => choose(index, { most: Number(event.target.value) })} /></label>
      <label class="switch"><input ...${flag("table")} /><span>table</span></label>
      <label class="switch"><input ...${flag("deepening")} /><span>deepening</span></label>
      <details class="without"><summary>Knowledge${choices.without.length ? `: ${choices.without.length} left out` : ""}</summary>
        <fieldset><legend>Use</legend>${pieces.map((piece) => html`<label class="switch" key=${piece}>
          <input type="checkbox" checked=${!without(piece)} onChange=${() => toggle(piece)} /><span>${piece}</span></label>`)}</fieldset>
      </details>
      <button type="submit" class="primary" id=${id("draw")} disabled=${over || Boolean(task)}>Draw</button>
      <p class="quiet summary">${over ? "The game is over: there is nothing to search." : source}</p>
    </form>
    <div class="progress">
      ${task && html`<${Work} task=${task} stop=${() => stopDrawing(index)} id=${id("stop-drawing")} />`}
      ${refusal && html`<p class="refusal" role="alert">${refusal}</p>`}
    </div>
    ${doc && html`<div class="drawn">
      ${pane.of !== keyAt(state) && html`<p class="quiet">Of ${pane.of ? `the position after ${pane.of}` : "the first position"}; draw again for this one.</p>`}
      <${SearchTree} doc=${doc} />
    </div>`}
  </div>`;
}
