// The page on which zermelo runs in the browser. Python has a thread of its own, which Stop ends.

const form = document.getElementById("try");
const code = document.getElementById("try-code");
const moves = document.getElementById("try-moves");
const solve = document.getElementById("try-solve");
const stop = document.getElementById("try-stop");
const answer = document.getElementById("try-answer");

let worker = null;

function say(text) {
  answer.replaceChildren(Object.assign(document.createElement("p"), { textContent: text }));
}

function ready() {
  const back = document.activeElement === stop;
  solve.disabled = false;
  stop.disabled = true;
  if (back) solve.focus();
}

function end(text) {
  worker?.terminate();
  worker = null;
  say(text);
  ready();
}

function show({ sentence, board, rows, error, progress }) {
  if (progress) {
    say(progress);
    return;
  }
  ready();
  if (error) {
    say(error);
    return;
  }
  say(sentence);
  if (board) {
    const picture = document.createElement("div");
    picture.innerHTML = board; // made by zermelo, which escapes what comes from the game
    answer.append(picture);
  }
  const table = document.createElement("table");
  const head = table.createTHead().insertRow();
  for (const title of ["move", "result", "best play"]) {
    head.append(Object.assign(document.createElement("th"), { textContent: title }));
  }
  const body = table.createTBody();
  for (const row of rows) {
    const line = body.insertRow();
    for (const text of row) line.insertCell().textContent = text;
  }
  answer.append(table);
}

ready(); // from a folder, browsers do not load this file, and the button stays disabled

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (solve.disabled) return;
  if (!worker) {
    worker = new Worker(new URL("try-worker.js", import.meta.url), { type: "module" });
    worker.addEventListener("message", (event) => show(event.data));
    worker.addEventListener("error", (event) =>
      end(`Python could not be loaded (${event.message ?? "this page must come from a web server"}).`),
    );
  }
  const on = document.activeElement === solve;
  solve.disabled = true;
  stop.disabled = false;
  if (on) stop.focus();
  say("Working …");
  worker.postMessage({ code: code.value, moves: moves.value });
});

stop.addEventListener("click", () => end("Stopped."));
