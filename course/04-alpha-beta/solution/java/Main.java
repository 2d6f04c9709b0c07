import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.Arrays;

/** Task 4: the same value with fewer nodes. */
public final class Main {
    private static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
    };

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

    /** Searches that try the cells in {@code order} and count the positions they visit. */
    private static final class Search {
        private final int[] board;
        private final int[] order;
        private int nodes = 0;

        private Search(int[] board, int[] order) {
            this.board = board;
            this.order = order;
        }

        /** Returns what X gets, by searching every move. */
        private int minimax(int player) {
            // > // TODO: Count this position. If somebody has won, return that; if the board is full, return 0.
            // > // Else try the empty cells in the order of the field `order` and return the best value:
            // > // the greatest if X is to move, the least if O is.
            // > return 0;
            nodes++;
            final int won = winner(board);
            if (won != 0) {
                return won;
            }
            if (isFull(board)) {
                return 0;
            }
            int best = -2 * player;
            for (final int cell : order) {
                if (board[cell] == 0) {
                    board[cell] = player;
                    final int value = minimax(-player);
                    board[cell] = 0;
                    best = player == 1 ? Math.max(best, value) : Math.min(best, value);
                }
            }
            return best;
            // <
        }

        /** Returns what X gets if that lies between alpha and beta; else a value on the same side of them. */
        private int alphabeta(int player, int alpha, int beta) {
            // > // TODO: The same, but keep a window: X raises alpha to its best value so far, O lowers beta to its own.
            // > // Stop trying cells as soon as alpha >= beta.
            // > return 0;
            nodes++;
            final int won = winner(board);
            if (won != 0) {
                return won;
            }
            if (isFull(board)) {
                return 0;
            }
            int best = -2 * player;
            for (final int cell : order) {
                if (board[cell] == 0) {
                    board[cell] = player;
                    final int value = alphabeta(-player, alpha, beta);
                    board[cell] = 0;
                    if (player == 1) {
                        best = Math.max(best, value);
                        alpha = Math.max(alpha, best);
                    } else {
                        best = Math.min(best, value);
                        beta = Math.min(beta, best);
                    }
                    if (alpha >= beta) {
                        break;
                    }
                }
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
                final int[] order = Arrays.copyOfRange(numbers, 10, numbers.length);
                final Search plain = new Search(board, order);
                final Search pruned = new Search(board, order);
                final int value = plain.minimax(player);
                pruned.alphabeta(player, -2, 2);
                out.print(value + " " + plain.nodes + " " + pruned.nodes + "\n");
            }
        }
    }
}
