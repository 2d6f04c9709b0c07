import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Task 8: a position reached twice is searched once. */
public final class Main {
    private static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
    };
    private static final int INFINITY = 100;

    /** Returns 1 if X has a line, -1 if O has one, 0 if nobody has. */
    private static int winner(int[] board) {
        for (final int[] line : LINES) {
            final int first = board[line[0]];
            if (first != 0 && first == board[line[1]] && first == board[line[2]]) {
                return first;
            }
        }
        return 0;
    }

    /** Returns whether no cell is empty. */
    private static boolean isFull(int[] board) {
        for (final int cell : board) {
            if (cell == 0) {
                return false;
            }
        }
        return true;
    }

    /** What a score in the table says about the true one. */
    private enum Bound {
        EXACT, LOWER, UPPER
    }

    /** What the table knows of a position: a score, how sure it is, and how deep the search for it was. */
    private record Entry(Bound bound, int score, int depth) {}

    /** Negamax with a table, or without one (null), counting the positions it visits. */
    private static final class Search {
        private final int[] board;
        private final Map<Integer, Entry> table;
        private int nodes = 0;

        private Search(int[] board, Map<Integer, Entry> table) {
            this.board = board;
            this.table = table;
        }

        /** Returns the cells as digits in base 3, then a digit for the side to move. */
        private int key(int player) {
            // > // TODO: Read the cells as digits in base 3 (0, 1, and 2 for O's -1), the first cell first;
            // > // then double that and add 1 if X is to move, so that no two positions share a key.
            // > return 0;
            int packed = 0;
            for (final int cell : board) {
                packed = 3 * packed + Math.floorMod(cell, 3);
            }
            return 2 * packed + (player == 1 ? 1 : 0);
            // <
        }

        /**
         * Returns the score of the position for {@code player}, who is to move,
         * from a search of {@code depth} plies.
         */
        private int negamax(int player, int depth, int alpha, int beta) {
            // > // TODO: Count this position; a won game, depth 0 and a full board need no search.
            // > // If there is a table, look the position up: an entry from a search at least this deep answers if it is
            // > // exact, or a lower bound and at least beta, or an upper bound and at most alpha.
            // > // Else try the empty cells in turn as in task 6, raising a copy of alpha.
            // > // Then put the best score into the table, if there is one: UPPER if it did not exceed the alpha
            // > // you were given, LOWER if it reached beta, else EXACT; with this depth.
            // > return 0;
            nodes++;
            final int won = winner(board);
            if (won != 0) {
                return won * player;
            }
            if (depth == 0 || isFull(board)) {
                return 0;
            }
            if (table != null) {
                final Entry known = table.get(key(player));
                if (known != null && known.depth() >= depth) {
                    if (known.bound() == Bound.EXACT
                            || known.bound() == Bound.LOWER && known.score() >= beta
                            || known.bound() == Bound.UPPER && known.score() <= alpha) {
                        return known.score();
                    }
                }
            }
            int best = -INFINITY;
            int low = alpha;
            for (int cell = 0; cell < 9; cell++) {
                if (board[cell] == 0) {
                    board[cell] = player;
                    final int score = -negamax(-player, depth - 1, -beta, -low);
                    board[cell] = 0;
                    best = Math.max(best, score);
                    low = Math.max(low, best);
                    if (low >= beta) {
                        break;
                    }
                }
            }
            if (table != null) {
                final Bound bound = best <= alpha ? Bound.UPPER : best >= beta ? Bound.LOWER : Bound.EXACT;
                table.put(key(player), new Entry(bound, best, depth));
            }
            return best;
            // <
        }
    }

    /** Returns the numbers of a line. */
    private static int[] numbers(String line) {
        return Arrays.stream(line.trim().split("\\s+")).mapToInt(Integer::parseInt).toArray();
    }

    public static void main(String[] args) throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                PrintWriter out = new PrintWriter(System.out)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                final int[] numbers = numbers(line);
                final int[] board = Arrays.copyOf(numbers, 9);
                final int player = numbers[9];
                final int[] depths = Arrays.copyOfRange(numbers, 10, numbers.length);
                final Map<Integer, Entry> table = new HashMap<>();
                final List<String> answers = new ArrayList<>();
                for (final int depth : depths) {
                    final Search without = new Search(board, null);
                    final Search known = new Search(board, table);
                    without.negamax(player, depth, -INFINITY, INFINITY);
                    final int score = known.negamax(player, depth, -INFINITY, INFINITY);
                    answers.add(score + " " + without.nodes + " " + known.nodes);
                }
                out.print(String.join(" ", answers) + "\n");
            }
        }
    }
}
