import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.Arrays;

/** Task 6: one branch for both players. */
public final class Main {
    private static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
    };
    private static final int WIN = 10;
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

    /** Negamax on one board, counting the positions it visits. */
    private static final class Search {
        private final int[] board;
        private int nodes = 0;

        private Search(int[] board) {
            this.board = board;
        }

        /** Returns the score of the position for {@code player}, who is to move. */
        private int negamax(int player, int ply, int alpha, int beta) {
            // > // TODO: Count this position. If somebody has won, return WIN - ply, with the sign as `player` sees it;
            // > // if the board is full, return 0.
            // > // Else try each empty cell in turn: the score is minus that of the other player,
            // > // who searches one ply further on with the window turned round. Raise alpha to the best score so far
            // > // and stop as soon as alpha >= beta.
            // > return 0;
            nodes++;
            final int won = winner(board);
            if (won != 0) {
                return won * player * (WIN - ply);
            }
            if (isFull(board)) {
                return 0;
            }
            int best = -INFINITY;
            for (int cell = 0; cell < 9; cell++) {
                if (board[cell] == 0) {
                    board[cell] = player;
                    final int score = -negamax(-player, ply + 1, -beta, -alpha);
                    board[cell] = 0;
                    best = Math.max(best, score);
                    alpha = Math.max(alpha, best);
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
                final Search search = new Search(board);
                final int score = search.negamax(player, 0, -INFINITY, INFINITY);
                out.print(score + " " + search.nodes + "\n");
            }
        }
    }
}
