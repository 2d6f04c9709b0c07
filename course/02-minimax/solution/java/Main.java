import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.Arrays;

/** Task 2: the minimax value of a position of tic-tac-toe, for X. */
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

    /** Returns what X gets when both play as well as they can and {@code player} is to move: 1, 0 or -1. */
    private static int minimax(int[] board, int player) {
        // > // TODO: If somebody has won, return that; if the board is full, return 0.
        // > // Else try each empty cell in turn (make, recurse for the other player, undo) and return
        // > // the greatest value if X (1) is to move, the least if O (-1) is.
        // > return 0;
        final int won = winner(board);
        if (won != 0) {
            return won;
        }
        if (isFull(board)) {
            return 0;
        }
        int best = -player;
        for (int cell = 0; cell < 9; cell++) {
            if (board[cell] == 0) {
                board[cell] = player;
                final int value = minimax(board, -player);
                board[cell] = 0;
                best = player == 1 ? Math.max(best, value) : Math.min(best, value);
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
                out.print(minimax(board, player) + "\n");
            }
        }
    }
}
