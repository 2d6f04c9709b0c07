// What the server is working on: never silence, and always a way to stop.

import { html, useEffect, useState } from "preact";
import { reach, stop } from "zermelo/actions";
import { told } from "zermelo/verdict";

const TICK = 100; // milliseconds
const WORK = { best: "Looking for a move", values: "Values of the moves", review: "Judging the game", tree: "Searching" };

/** Of the play itself. The line has its place also when nothing runs, so that nothing else moves. */
export function Progress({ state }) {
  const { task, trouble } = state;
  const work = task && WORK[task.what] && html`<${Work} task=${task} stop=${stop} id="stop" />`;
  return html`<div id="progress" class="progress">
    ${trouble ? html`<${Trouble} message=${trouble.message} />` : work}
  </div>`;
}

export function Trouble({ message }) {
  return html`<p class="refusal" role="alert">${message}</p><button type="button" onClick=${reach}>Try again</button>`;
}

/** One search: what is known of it, and a button that ends it. The clock runs also while the server has nothing to tell. */
export function Work({ task, stop, id }) {
  const { seconds = 0, nodes = 0, depth, lower, upper, phase } = task.progress ?? {};
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((ticks) => ticks + 1), TICK);
    return () => clearInterval(timer);
  }, []);
  const parts = [
    `${((performance.now() - task.since) / 1000).toFixed(1)}\u00a0s`,
    task.progress ? `${nodes.toLocaleString("en")} nodes` : "preparing",
    seconds > 0 && `${Math.round(nodes / seconds).toLocaleString("en")} nodes/s`,
    depth !== null && depth !== undefined && `depth ${depth}`,
    lower !== undefined && `[${told(lower)}, ${told(upper)}]`,
  ];
  const doing = phase === "compiling" ? "Compiling the game" : WORK[task.what];
  return html`<div class="work">
    <span class="pulse" aria-hidden="true"></span>
    <p>
      <strong>${task.stopping ? "Stopping" : doing}</strong>
      <span class="figures">${task.busy ?? parts.filter(Boolean).join(" \u00b7 ")}</span>
    </p>
    <button type="button" id=${id} disabled=${!task.id || task.stopping} onClick=${stop}>Stop</button>
  </div>`;
}
