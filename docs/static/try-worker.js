// Python and zermelo, in a thread of their own.

import { loadPyodide } from "./pyodide/pyodide.mjs";

const ANSWER = `
import json, pathlib, traceback
import zermelo
from zermelo.games.user_games import games_in

FILE = "mygame.py"

def answer(code, moves):
    try:
        return json.dumps(solved(code, moves))
    except zermelo.ZermeloError as error:
        return json.dumps({"error": str(error).replace(f"The file '{pathlib.Path(FILE).resolve()}'", "This class")})
    except ModuleNotFoundError as error:
        return json.dumps({"error": f"This needs {error.name}, which is not in this page. Solve it on your own machine."})
    except Exception as error:
        return json.dumps({"error": traceback.format_exception_only(error)[-1].strip()})

def solved(code, moves):
    pathlib.Path(FILE).write_text(code)
    classes = games_in(FILE)
    if not classes:
        return {"error": "There is no game here: a game is a class that inherits from zermelo.Game."}
    game = zermelo.game_named(f"{FILE}:{list(classes)[-1]}")
    analysis = zermelo.analyze(game, moves or None)
    return {
        "sentence": analysis.sentence(),
        "board": zermelo.board(game, moves or None).svg(),
        "rows": [[row.move, row.words(analysis.scale), " ".join(row.line)] for row in analysis.moves],
    }
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
    const lines = String(error.message ?? error).trimEnd().split("\n"); // of Python itself, such as KeyboardInterrupt
    self.postMessage({ error: lines.at(-1) });
  }
});
