import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.Arrays;

/** Task 3: a best move, the quickest win or the slowest loss. */
public final class Main {
    private static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
    };
    private static final int WIN = 10;

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

    /**
     * Returns what X gets, with {@code ply} moves played since the given position:
     * the later a win comes, the less it counts.
     */
    private static int minimax(int[] board, int player, int ply) {
        // > // TODO: As in task 2, but a win is worth WIN - ply to X, or minus that if O has won.
        // > // The recursion is one ply further on.
        // > return 0;
        final int won = winner(board);
        if (won != 0) {
            return won * (WIN - ply);
        }
        if (isFull(board)) {
            return 0;
        }
        int best = -player * WIN;
        for (int cell = 0; cell < 9; cell++) {
            if (board[cell] == 0) {
                board[cell] = player;
                final int value = minimax(board, -player, ply + 1);
                board[cell] = 0;
                best = player == 1 ? Math.max(best, value) : Math.min(best, value);
            }
        }
        return best;
        // <
    }

    /** Returns the first of the cells with the best value for {@code player}, or -1 on a full board. */
    private static int bestMove(int[] board, int player) {
        // > // TODO: Try each empty cell in turn (make, ask minimax for the other player at ply 1, undo).
        // > // Return the first cell whose value is best for the player, or -1 if no cell is empty.
        // > return -1;
        int best = -1;
        int bestValue = 0;
        for (int cell = 0; cell < 9; cell++) {
            if (board[cell] == 0) {
                board[cell] = player;
                final int value = minimax(board, -player, 1);
                board[cell] = 0;
                if (best < 0 || player * value > player * bestValue) {
                    best = cell;
                    bestValue = value;
                }
            }
        }
        return best;
        // <
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
                out.print(bestMove(board, player) + "\n");
            }
        }
    }
}
