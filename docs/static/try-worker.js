// Python and zermelo, in a thread of their own.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const ANSWER = `
import json, pathlib
import zermelo

def answer(code, moves):
    pathlib.Path("mygame.py").write_text(code)
    game = zermelo.game_named("mygame.py")
    analysis = zermelo.analyze(game, moves or None)
    return json.dumps({
        "sentence": analysis.sentence(),
        "board": zermelo.board(game, moves or None).svg(),
        "rows": [[row.move, row.words(analysis.stakes), " ".join(row.line)] for row in analysis.moves],
    })
`;

async function started() {
  self.postMessage({ progress: "Loading Python …" });
  const python = await loadPyodide({ indexURL: new URL("./pyodide/", import.meta.url).href });
  const source = await fetch(new URL("./zermelo.zip", import.meta.url));
  python.unpackArchive(await source.arrayBuffer(), "zip");
  python.runPython(ANSWER);
  return python;
}

let python = null;

self.addEventListener("message", async ({ data }) => {
  try {
    python ??= started();
    const answer = (await python).globals.get("answer");
    self.postMessage({ progress: "Solving …" });
    self.postMessage(JSON.parse(answer(data.code, data.moves.trim())));
  } catch (error) {
    const lines = String(error.message ?? error).trimEnd().split("\n");
    self.postMessage({ error: lines.at(-1).replace(/^zermelo\.core\.errors\.\w+: /, "") });
  }
});
