// The page of a proof that grows: it asks again and again how far the proof is.

import { html, render, useEffect, useState } from "preact";
import { withMinus } from "zermelo/verdict";

const EVERY = 2000; // milliseconds between two questions
const OLD = 3; // minutes after which it looks as if nobody worked on the proof any more
const STATES = { yes: "\u2713 yes", no: "\u2717 no", open: "\u2026 open" };
const STOPPED = {
  complete: "The proof is complete.",
  seconds: "The time was up; the same command resumes the proof.",
  interrupted: "The proof was interrupted; the same command resumes it.",
};
const INFINITE = 2 ** 40; // no proof number is larger, and this one means that there is no proof

/** Ask for the proof until the page is left. */
function useGrowth() {
  const [growth, setGrowth] = useState({});
  useEffect(() => {
    let timer;
    const ask = async () => {
      try {
        const response = await fetch("/api/v1/proof");
        const answer = await response.json();
        const now = performance.now(); // the clock of the machine that works on the proof may be another
        setGrowth(({ proof, since }) => response.ok
          ? { proof: answer, since: proof?.updated === answer.updated ? since : now, now }
          : { refusal: answer.error.message });
      } catch {
        setGrowth((before) => ({ ...before, refusal: "The server does not answer. It may have been stopped." }));
      }
      timer = setTimeout(ask, EVERY);
    };
    ask();
    return () => clearTimeout(timer);
  }, []);
  return growth;
}

function Growth() {
  const { proof, refusal, since, now } = useGrowth();
  return html`<main class="growth">
    <h1>${proof ? `A proof about ${proof.game}` : "A proof"}</h1>
    <p class="refusal" role="alert">${refusal}</p>
    ${proof && html`<${Proof} proof=${proof} quiet=${Math.floor((now - since) / 60000)} />`}
  </main>`;
}

/** `quiet`: for how many minutes nothing has been written. */
function Proof({ proof, quiet }) {
  const { lower, upper, share } = proof;
  const known = lower === upper;
  return html`
    <pre aria-label="Position">${proof.position}</pre>
    <section aria-label="Value">
      <p><strong>${known ? `The value is ${withMinus(lower)}` : `The value is between ${withMinus(lower)} and ${withMinus(upper)}`}</strong>,
        for the player to move.</p>
      ${!known && html`<${Question} claim=${proof.claim} share=${share} />`}
      <p class="quiet" role="status">${state(proof.stopped, quiet)}</p>
    </section>
    <${Figures} proof=${proof} />
    <section>
      <h2>Estimated share of the answer, over time</h2>
      <${Chart} points=${proof.history.map((point) => [point[0], point[2]])} most=${1} name="Share" />
      <h2>Positions in the tree, over time</h2>
      <${Chart} points=${proof.history.map((point) => [point[0], point[4]])} name="Positions" />
    </section>
    <div class="tables">
      <${Moves} moves=${proof.moves} claim=${proof.claim} />
      <${Workers} busy=${proof.busy} />
    </div>`;
}

function Question({ claim, share }) {
  const percent = Math.round(share * 100);
  return html`<p>The question now: does the player to move get at least ${withMinus(claim)}? About ${percent}\u00a0% of the answer
      has been found. That is an estimate.</p>
    <progress max="100" value=${percent} aria-label="Estimated share of the answer"></progress>`;
}

function state(stopped, quiet) {
  if (stopped) return STOPPED[stopped] ?? `The proof has ended: ${stopped}.`;
  return quiet >= OLD ? `Nothing has been written for ${quiet}\u00a0minutes. The proof may have been killed.` : "The proof is still growing.";
}

function duration(seconds) {
  const whole = Math.round(seconds);
  const parts = [[Math.floor(whole / 3600), "h"], [Math.floor(whole / 60) % 60, "min"], [whole % 60, "s"]];
  return parts.filter(([count]) => count > 0).slice(0, 2).map(([count, unit]) => `${count}\u00a0${unit}`).join(" ") || "0\u00a0s";
}

function Figures({ proof }) {
  const figures = {
    time: duration(proof.seconds),
    jobs: proof.jobs.toLocaleString("en"),
    "jobs a minute": proof.per_minute.toLocaleString("en"),
    "positions in the tree": proof.positions.toLocaleString("en"),
    "positions searched": proof.nodes.toLocaleString("en"),
    "jobs running": proof.running.toLocaleString("en"),
    workers: proof.workers.toLocaleString("en"),
    "workers lost": proof.lost.toLocaleString("en"),
  };
  return html`<dl>${Object.entries(figures).map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`;
}

/** A line through points [x, y], with the greatest y in words. */
function Chart({ points, most, name }) {
  const right = Math.max(...points.map(([x]) => x), 1), top = most ?? Math.max(...points.map(([, y]) => y), 1);
  const path = points.map(([x, y], index) => `${index ? "L" : "M"}${(1000 * x / right).toFixed(1)} ${(100 - 96 * y / top).toFixed(2)}`);
  const last = points.length ? points[points.length - 1][1] : 0;
  const shown = most === 1 ? `${Math.round(last * 100)} %` : last.toLocaleString("en");
  return html`<svg viewBox="0 0 1000 100" preserveAspectRatio="none" role="img" aria-label=${`${name} over ${duration(right)}: now ${shown}`}>
    <path d=${path.join(" ")} /></svg>
    <p class="quiet">now ${shown}, after ${duration(right)}</p>`;
}

function Moves({ moves, claim }) {
  if (!moves.length) return null;
  const number = (value) => (value >= INFINITE ? "\u221e" : value.toLocaleString("en"));
  return html`<section>
    <h2>Moves</h2>
    <table>
      <thead><tr><th scope="col">move</th><th scope="col">gets ${withMinus(claim)}?</th><th scope="col">proof number</th><th scope="col">disproof number</th></tr></thead>
      <tbody>${moves.map((move) => html`<tr key=${move.move}><td>${move.move}</td><td>${STATES[move.state]}</td>
        <td>${number(move.proof)}</td><td>${number(move.disproof)}</td></tr>`)}</tbody>
    </table>
  </section>`;
}

function Workers({ busy }) {
  if (!busy.length) return null;
  return html`<section>
    <h2>Workers</h2>
    <table>
      <thead><tr><th scope="col">worker</th><th scope="col" class="line">searches the position after</th></tr></thead>
      <tbody>${busy.map(({ worker, line }) => html`<tr key=${`${worker} ${line}`}><td>${worker}</td><td class="line">${line || "no moves"}</td></tr>`)}</tbody>
    </table>
  </section>`;
}

render(html`<${Growth} />`, document.querySelector("#growth"));
