// Variations: the lines of play that were tried, the main line first. A line is a list of moves; none is the beginning of
// another one. Comments are kept by the moves that lead to them, with spaces between.

/** The lines with `line` among them. A line that it continues makes way for it. */
export function withLine(lines, line) {
  if (line.length === 0 || lines.some((other) => begins(other, line))) return lines;
  const place = lines.findIndex((other) => begins(line, other));
  return place < 0 ? [...lines, line] : lines.with(place, line);
}

/** Whether a line begins with these moves. */
export const begins = (line, moves) => moves.every((move, ply) => line[ply] === move);

/** The first line that begins with these moves, or else the moves themselves. */
export const continued = (lines, moves) => lines.find((line) => begins(line, moves)) ?? moves;

/** The other moves that were tried in place of the one at this ply of a line. */
export function alternatives(lines, line, ply) {
  const tried = lines.filter((other) => other.length > ply && begins(other, line.slice(0, ply))).map((other) => other[ply]);
  return [...new Set(tried)].filter((move) => move !== line[ply]);
}

/** The ply at which a line leaves the main line; null if it does not. */
export function departure([main = []], line) {
  const ply = line.findIndex((move, index) => move !== main[index]);
  return ply < 0 ? null : ply;
}

/** The lines with this one as the main line. */
export const promoted = (lines, line) => [line, ...lines.filter((other) => other !== line)];

/** The lines without those that begin with these moves. */
export const without = (lines, moves) => lines.filter((line) => !begins(line, moves));

/** All lines as text: variations in parentheses after the move that they replace, comments in braces after their move. */
export function toText(lines, comments) {
  return [...comment(comments, []), ...written(lines, [], comments)].join(" ");
}

/** The words of lines that begin with the same moves, from there on. */
function written(lines, moves, comments) {
  const here = moves.length;
  const longer = lines.filter((line) => line.length > here);
  const [next, ...others] = [...Map.groupBy(longer, (line) => line[here])];
  if (!next) return [];
  const word = ([move]) => [move, ...comment(comments, [...moves, move])];
  const rest = ([move, same]) => written(same, [...moves, move], comments);
  const variations = others.map((other) => `(${[...word(other), ...rest(other)].join(" ")})`);
  return [...word(next), ...variations, ...rest(next)];
}

const comment = (comments, moves) => {
  const text = comments[moves.join(" ")];
  return text ? [`{${text.replaceAll("}", ")").replaceAll(/\s+/g, " ")}}`] : [];
};

/**
 * The lines and the comments in a text, as `toText` writes it; there may be move numbers ("1."), and commas between moves.
 * Throws an Error if a parenthesis or a brace has no partner.
 */
export function fromText(text) {
  let [lines, comments, path] = [[], {}, []];
  const left = []; // the paths to which closing parentheses go back
  for (const word of wordsOf(text)) {
    if (word === "(") {
      left.push(path);
      path = path.slice(0, -1);
    } else if (word === ")") {
      if (!left.length) throw new Error("There is a closing parenthesis without an opening one.");
      path = left.pop();
    } else if (word.startsWith("{")) {
      comments[path.join(" ")] = word.slice(1, -1).trim();
    } else {
      path = [...path, word];
      lines = withLine(lines, path);
    }
  }
  if (left.length) throw new Error("There is an opening parenthesis without a closing one.");
  return { lines, comments };
}

/** Comments with their braces, parentheses around variations, and moves. Parentheses that are part of a move stay in it. */
function wordsOf(text) {
  if (/\{[^}]*$/.test(text)) throw new Error("There is an opening brace without a closing one.");
  return text.match(/\{[^}]*\}|[^\s,{}]+/g)?.flatMap((word) => (word.startsWith("{") ? [word] : parted(word))) ?? [];
}

function parted(word) {
  const opening = word.match(/^\(*/)[0].length;
  const count = (sign) => [...word.slice(opening)].filter((one) => one === sign).length;
  const closing = Math.max(0, count(")") - count("("));
  const move = word.slice(opening, word.length - closing);
  const named = move && !/^\d*\.+$/.test(move);
  return [...Array(opening).fill("("), ...(named ? [move] : []), ...Array(closing).fill(")")];
}
