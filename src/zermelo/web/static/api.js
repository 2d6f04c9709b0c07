// The server's API: a question is asked, progress comes line by line, and at last a result or a refusal.

const ROOT = "api/v1/";
const MOST_TRIES = 20; // of a busy server
const WAIT = 1; // seconds between them, where the server names none

/** The server has answered, and said no: the message is a sentence for people. */
export class Refused extends Error {
  constructor(kind, message, wait) {
    super(message);
    this.kind = kind;
    this.wait = wait;
  }
}

/** The server has not answered, or has broken off. */
export class Gone extends Error {
  constructor() {
    super("The server does not answer. Is `zermelo serve` still running? Nothing is lost: start it, and try again.");
  }
}

/** What can be played and how it can be searched. */
export async function catalogue() {
  return read(await reached(`${ROOT}games`, {}));
}

/**
 * The answer to a question; while it is worked on, `started(id)`, `progress(news)` and `busy(tries, most)` are called.
 * Aborting `signal` ends the work at the server, too.
 */
export async function ask(what, body, { signal, started, progress, busy } = {}) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await askOnce(what, body, signal, started, progress);
    } catch (error) {
      if (error.kind !== "busy" || tries === MOST_TRIES) throw error;
      busy?.(tries, MOST_TRIES);
      await pause(error.wait ?? WAIT, signal);
    }
  }
}

/** End a search; what it knows so far is then its result. */
export async function endSearch(id) {
  await reached(`${ROOT}searches/${encodeURIComponent(id)}`, { method: "DELETE" });
}

async function askOnce(what, body, signal, started, progress) {
  const headers = { "Content-Type": "application/json", Accept: "application/x-ndjson, application/json" };
  const response = await reached(ROOT + what, { method: "POST", headers, body: JSON.stringify(body), signal });
  if (!response.headers.get("Content-Type")?.includes("ndjson")) return read(response);
  for await (const line of linesOf(response, signal)) {
    if (line.search) started?.(line.search);
    if (line.progress) progress?.(line.progress);
    if (line.error) throw new Refused(line.error.kind, line.error.message);
    if (line.result) return line.result;
  }
  throw new Gone();
}

async function reached(url, options) {
  try {
    return await fetch(url, options);
  } catch (error) {
    throw options.signal?.aborted ? error : new Gone();
  }
}

async function read(response) {
  let answer;
  try {
    answer = await response.json();
  } catch {
    throw new Gone();
  }
  if (response.ok) return answer;
  const wait = Number(response.headers.get("Retry-After")) || undefined;
  throw new Refused(answer.error?.kind, answer.error?.message ?? `The server answers ${response.status}.`, wait);
}

async function* linesOf(response, signal) {
  const reader = response.body.getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    let part;
    try {
      part = await reader.read();
    } catch (error) {
      throw signal?.aborted ? error : new Gone();
    }
    if (part.done) return;
    const lines = (text + decoder.decode(part.value, { stream: true })).split("\n");
    text = lines.pop();
    yield* lines.filter((line) => line.trim()).map((line) => JSON.parse(line));
  }
}

function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
