// Requests to the API of the server. An answer is a result or an error; a search first reports progress, line by line.

const ROOT = "api/v1/";

/** The server has refused the request. The message is a sentence for people. */
export class Refused extends Error {
  constructor(kind, message) {
    super(message);
    this.kind = kind;
  }
}

/** The server has not answered, or has broken off its answer. */
export class Gone extends Error {
  constructor() {
    super("The server does not answer. Is `zermelo serve` still running? Your game is not lost: start the server and try again.");
  }
}

/** The games, algorithms, objectives and limits of the server. */
export async function catalogue() {
  return read(await fetched(`${ROOT}games`, {}));
}

/**
 * The answer to a request. Until it comes, `started(id)` and `progress(report)` are called.
 * Aborting `signal` also ends the work of the server.
 */
export async function ask(what, body, { signal, started, progress } = {}) {
  const headers = { "Content-Type": "application/json", Accept: "application/x-ndjson, application/json" };
  const response = await fetched(ROOT + what, { method: "POST", headers, body: JSON.stringify(body), signal });
  if (!response.headers.get("Content-Type")?.includes("ndjson")) return read(response);
  for await (const line of linesOf(response, signal)) {
    if (line.search) started?.(line.search);
    if (line.progress) progress?.(line.progress);
    if (line.error) throw new Refused(line.error.kind, line.error.message);
    if (line.result) return line.result;
  }
  throw new Gone();
}

/** Stop a search. It answers with what it has found so far. */
export async function endSearch(id) {
  await fetched(`${ROOT}searches/${encodeURIComponent(id)}`, { method: "DELETE" });
}

async function fetched(url, options) {
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
  throw new Refused(answer.error?.kind, answer.error?.message ?? `The server answered with HTTP status ${response.status}.`);
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

export function pause(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
