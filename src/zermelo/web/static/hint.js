// Hints: first the area of the best move, then the move.

import { hintAt } from "zermelo/state";

/** What may be outlined around the cells of a move: their neighbours, rows or columns, whichever is smallest. */
const AREAS = [
  (cell, other) => Math.abs(cell.row - other.row) <= 1 && Math.abs(cell.column - other.column) <= 1,
  (cell, other) => cell.row === other.row,
  (cell, other) => cell.column === other.column,
];

/** The cells to outline, of those in a position. */
export function hintedCells(state, cells) {
  const hint = hintAt(state);
  if (!hint) return [];
  const own = cells.filter((cell) => cell.moves.includes(hint.move));
  if (hint.step === 2) return own;
  const areas = AREAS.map((near) => cells.filter((cell) => own.some((other) => cell.layer === other.layer && near(cell, other))));
  return areas.filter((area) => area.length > own.length).sort((one, other) => one.length - other.length)[0] ?? own;
}
