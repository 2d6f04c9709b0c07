import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;

/** Task 12: search on while there is something to capture. */
public final class Main {
    private static final int INFINITY = 100;
    private static final char MINE = 'x';
    private static final char YOURS = 'o';
    private static final char EMPTY = '.';

    /** A move from one cell to another. */
    private record Move(int start, int target) {}

    /**
     * A row of cells as the player to move sees it: its own pieces x go right.
     * It is turned after each move.
     */
    private static final class Row {
        private final char[] cells;

        private Row(String text) {
            cells = text.toCharArray();
        }

        /** Returns the steps to the right and the captures to either side. */
        private List<Move> moves() {
            final List<Move> moves = new ArrayList<>();
            for (int start = 0; start < cells.length; start++) {
                if (cells[start] == MINE) {
                    for (final int target : new int[] {start + 1, start - 1}) {
                        if (0 <= target && target < cells.length) {
                            if (cells[target] == YOURS || cells[target] == EMPTY && target > start) {
                                moves.add(new Move(start, target));
                            }
                        }
                    }
                }
            }
            return moves;
        }

        /** Returns the moves that take a piece. */
        private List<Move> captures() {
            // > // TODO: Of the moves, return those whose target is one of YOURS, in the same order.
            // > return List.of();
            return moves().stream().filter(move -> cells[move.target()] == YOURS).toList();
            // <
        }

        /** Lets the other side see it: the cells in reverse, and each piece belongs to the other. */
        private void turn() {
            final char[] seen = cells.clone();
            for (int i = 0; i < cells.length; i++) {
                cells[i] = otherSide(seen[cells.length - 1 - i]);
            }
        }

        /** Returns what a cell is for the other side. */
        private static char otherSide(char piece) {
            return switch (piece) {
                case MINE -> YOURS;
                case YOURS -> MINE;
                default -> EMPTY;
            };
        }

        /** Plays a move, turns the row and returns what stood on the target. */
        private char make(Move move) {
            final char taken = cells[move.target()];
            cells[move.start()] = EMPTY;
            cells[move.target()] = MINE;
            turn();
            return taken;
        }

        /** Turns it back and undoes the move. */
        private void unmake(Move move, char taken) {
            turn();
            cells[move.start()] = MINE;
            cells[move.target()] = taken;
        }

        /** Returns the lead in pieces of the player to move. */
        private int evaluate() {
            int lead = 0;
            for (final char piece : cells) {
                if (piece == MINE) {
                    lead++;
                } else if (piece == YOURS) {
                    lead--;
                }
            }
            return lead;
        }
    }

    /** Judges a row at the depth limit. */
    private interface Judge {
        /** Returns the value for the player to move. */
        int value(Row row, int alpha, int beta);
    }

    /**
     * Returns the value of the row when only captures are left to play;
     * declining them all is always possible.
     */
    private static int quiescence(Row row, int alpha, int beta) {
        // > // TODO: The player may stand still: the evaluation is the first best value. Return it if it reaches beta.
        // > // Else try the captures in turn (make, recurse with the window turned round, unmake);
        // > // stop as soon as the best value reaches beta.
        // > return 0;
        int best = row.evaluate();
        if (best >= beta) {
            return best;
        }
        for (final Move move : row.captures()) {
            final char taken = row.make(move);
            final int value = -quiescence(row, -beta, -Math.max(alpha, best));
            row.unmake(move, taken);
            best = Math.max(best, value);
            if (best >= beta) {
                break;
            }
        }
        return best;
        // <
    }

    /** Returns the value for the player to move; at the depth limit {@code atTheLimit} gives the value. */
    private static int negamax(Row row, int depth, int alpha, int beta, Judge atTheLimit) {
        // > // TODO: Without any move the value is the evaluation; at depth 0 it is what atTheLimit says.
        // > // Else try the moves in turn (make, recurse with the window turned round, unmake);
        // > // stop as soon as the best value reaches beta.
        // > return 0;
        final List<Move> moves = row.moves();
        if (moves.isEmpty()) {
            return row.evaluate();
        }
        if (depth == 0) {
            return atTheLimit.value(row, alpha, beta);
        }
        int best = -INFINITY;
        for (final Move move : moves) {
            final char taken = row.make(move);
            final int value = -negamax(row, depth - 1, -beta, -Math.max(alpha, best), atTheLimit);
            row.unmake(move, taken);
            best = Math.max(best, value);
            if (best >= beta) {
                break;
            }
        }
        return best;
        // <
    }

    /** Returns the lead, without a search. */
    private static int plain(Row row, int alpha, int beta) {
        return row.evaluate();
    }

    public static void main(String[] args) throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                PrintWriter out = new PrintWriter(System.out)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                final String[] words = line.trim().split("\\s+");
                final int depth = Integer.parseInt(words[0]);
                final Row row = new Row(words[1]);
                final int believed = negamax(row, depth, -INFINITY, INFINITY, Main::plain);
                final int quiet = negamax(row, depth, -INFINITY, INFINITY, Main::quiescence);
                out.print(believed + " " + quiet + "\n");
            }
        }
    }
}
