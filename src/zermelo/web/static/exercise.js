// An exercise from a reviewed game: to find a better move in place of a mistake.

import { html, useEffect, useRef } from "preact";
import { endExercise, practise, showAnswer } from "zermelo/actions";
import { exerciseAt, mistakesIn } from "zermelo/state";
import { either, explained, infinitive } from "zermelo/history";

export function Exercise({ state }) {
  const exercise = exerciseAt(state);
  const heading = useRef(null);
  useEffect(() => heading.current?.focus(), [exercise?.ply]); // the button that was pressed is gone
  if (!exercise) return null;
  const { known, judged } = exercise;
  const mistakes = mistakesIn(state.review);
  const next = mistakes.find(({ ply }) => ply > judged.ply);
  return html`<section class="card exercise" aria-labelledby="exercise-title">
    <h2 id="exercise-title" ref=${heading} tabindex="-1">Find a better move</h2>
    <p role="status">${task(exercise, state.players)}</p>
    <div class="row">
      ${!known && html`<button type="button" id="answer" onClick=${showAnswer}>Show the answer</button>`}
      ${next && html`<button type="button" id="next-mistake" onClick=${() => practise(next)}>Next mistake</button>`}
      <button type="button" id="end-exercise" onClick=${endExercise}>Close</button>
    </div>
  </section>`;
}

/** What is asked, or how the last try was. */
function task({ judged, tried, known }, names) {
  const { ply, mover, move, keeping, all_keeping: complete } = judged;
  const last = tried.at(-1);
  if (known && keeping.includes(last)) return `${last} is right. Move ${ply + 1}, ${move}, was a mistake: ${explained(judged, names)}`;
  if (known) return `${either(keeping)} would ${infinitive(judged.words)}.`;
  if (last) return `${last} is not ${complete ? "" : "proved to be "}one of the best moves. Try another one.`;
  return `Move ${ply + 1}, ${move}, was a mistake. What should ${names[mover]} play instead?`;
}
