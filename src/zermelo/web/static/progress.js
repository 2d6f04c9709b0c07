// What the server is working on, with a button to stop it.

import { html, useEffect, useState } from "preact";
import { retry, stop } from "zermelo/actions";
import { withMinus } from "zermelo/verdict";

const TICK = 100; // milliseconds
const WORK = { best: "Searching for a move", values: "Finding the values", review: "Reviewing the game", tree: "Searching",
  why: "Looking for pairs of cells", prove: "Writing and checking a proof" };

/** The progress line below the board. It keeps its place when nothing runs, so that nothing else moves. */
export function Progress({ state }) {
  const { task, error } = state;
  const work = task && WORK[task.what] && html`<${Work} task=${task} stop=${stop} id="stop" />`;
  return html`<div id="progress" class="progress">
    ${error ? html`<${ErrorMessage} message=${error.message} />` : work}
  </div>`;
}

export function ErrorMessage({ message }) {
  return html`<p class="refusal" role="alert">${message}</p><button type="button" onClick=${retry}>Try again</button>`;
}

/** The progress of one search, and the button that stops it. The clock runs on while no progress reports come. */
export function Work({ task, stop, id }) {
  const { seconds = 0, nodes = 0, depth, lower, upper, phase } = task.progress ?? {};
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((ticks) => ticks + 1), TICK);
    return () => clearInterval(timer);
  }, []);
  const compiles = phase === "compiling" || (task.again && !task.progress);
  const parts = [
    `${((performance.now() - task.since) / 1000).toFixed(1)}\u00a0s`,
    task.progress ? `${nodes.toLocaleString("en")} nodes` : !task.again && "preparing",
    !compiles && seconds > 0 && `${Math.round(nodes / seconds).toLocaleString("en")} nodes/s`,
    depth !== null && depth !== undefined && `depth ${depth}`,
    lower !== undefined && `bounds [${withMinus(lower)}, ${withMinus(upper)}]`,
  ];
  const doing = compiles ? "Preparing native code (once)" : WORK[task.what];
  return html`<div class="work">
    <span class="pulse" aria-hidden="true"></span>
    <p>
      <strong>${task.stopping ? "Stopping" : doing}</strong>
      <span class="figures">${parts.filter(Boolean).join(" \u00b7 ")}</span>
    </p>
    <button type="button" id=${id} disabled=${!task.id || task.stopping} onClick=${stop}>Stop</button>
  </div>`;
}
