import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Task 7: three in a row where stones fall, looking a few moves ahead. */
public final class Main {
    private static final int SIZE = 4;
    private static final int WIN = 1000;
    private static final int INFINITY = 1_000_000_000;
    private static final int NO_COLUMN = -1;
    private static final int[][] STEPS = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
    private static final List<int[]> LINES = lines();

    /** Returns the three cells of each line, in every direction. */
    private static List<int[]> lines() {
        final List<int[]> lines = new ArrayList<>();
        for (int row = 0; row < SIZE; row++) {
            for (int column = 0; column < SIZE; column++) {
                for (final int[] step : STEPS) {
                    final int lastRow = row + 2 * step[0];
                    final int lastColumn = column + 2 * step[1];
                    if (0 <= lastColumn && lastColumn < SIZE && lastRow < SIZE) {
                        final int first = row * SIZE + column;
                        final int stride = step[0] * SIZE + step[1];
                        lines.add(new int[] {first, first + stride, first + 2 * stride});
                    }
                }
            }
        }
        return lines;
    }

    /** Cells from the bottom row up, left to right: 1 for the first player, -1 for the second, 0 for none. */
    private static final class Board {
        private final int[] cells = new int[SIZE * SIZE];
        private final int[] heights = new int[SIZE];
        private int player = 1;
        private int stones = 0;

        /** Returns the columns that are not full. */
        private List<Integer> columns() {
            final List<Integer> columns = new ArrayList<>();
            for (int column = 0; column < SIZE; column++) {
                if (heights[column] < SIZE) {
                    columns.add(column);
                }
            }
            return columns;
        }

        /** The player to move drops a stone. */
        private void drop(int column) {
            cells[heights[column] * SIZE + column] = player;
            heights[column]++;
            stones++;
            player = -player;
        }

        /** Takes the stone back. */
        private void undrop(int column) {
            player = -player;
            stones--;
            heights[column]--;
            cells[heights[column] * SIZE + column] = 0;
        }

        /** Returns whether the player who has just moved has three in a row. */
        private boolean lost() {
            // > // TODO: Look for a line of LINES whose three cells all belong to the player who has just moved (-player).
            for (final int[] line : LINES) {
                if (cells[line[0]] == -player && cells[line[1]] == -player && cells[line[2]] == -player) {
                    return true;
                }
            }
            // <
            return false;
        }

        /**
         * Returns the open twos of the player to move minus those of the other:
         * two stones in a line and its third cell empty.
         */
        private int evaluate() {
            // > // TODO: Count the lines of LINES with one empty cell and two stones of one player:
            // > // plus 1 if they belong to the player to move, minus 1 if they belong to the other.
            // > return 0;
            int twos = 0;
            for (final int[] line : LINES) {
                int empty = 0;
                int sum = 0;
                for (final int cell : line) {
                    empty += cells[cell] == 0 ? 1 : 0;
                    sum += cells[cell];
                }
                if (empty == 1 && Math.abs(sum) == 2) {
                    twos += player * (sum / 2);
                }
            }
            return twos;
            // <
        }
    }

    /** What a search finds: the best column (or NO_COLUMN where it tries none) and its score. */
    private record Choice(int column, int score) {}

    /** Negamax with or without pruning, counting the positions it visits. */
    private static final class Search {
        private final Board board;
        private final boolean prunes;
        private long nodes = 0;

        private Search(Board board, boolean prunes) {
            this.board = board;
            this.prunes = prunes;
        }

        /** Returns the best column and the score, for the player to move. */
        private Choice negamax(int depth, int alpha, int beta) {
            // > // TODO: Count this position. If the player to move has lost, the score is -(WIN - stones on the board);
            // > // at depth 0 or on a full board it is the evaluation. Neither has a column: use NO_COLUMN.
            // > // Else try the columns from left to right (drop, recurse with the window turned round, undrop)
            // > // and keep the first one with the best score; raise alpha to the best score so far.
            // > // Stop as soon as alpha >= beta, but only if this search prunes.
            // > return new Choice(NO_COLUMN, 0);
            nodes++;
            if (board.lost()) {
                return new Choice(NO_COLUMN, -(WIN - board.stones));
            }
            if (depth == 0 || board.stones == SIZE * SIZE) {
                return new Choice(NO_COLUMN, board.evaluate());
            }
            int best = -INFINITY;
            int bestColumn = NO_COLUMN;
            for (final int column : board.columns()) {
                board.drop(column);
                final int score = -negamax(depth - 1, -beta, -alpha).score();
                board.undrop(column);
                if (score > best) {
                    best = score;
                    bestColumn = column;
                }
                alpha = Math.max(alpha, best);
                if (prunes && alpha >= beta) {
                    break;
                }
            }
            return new Choice(bestColumn, best);
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
                final Board board = new Board();
                for (int i = 1; i < numbers.length; i++) {
                    board.drop(numbers[i]);
                }
                final int depth = numbers[0];
                final Search plain = new Search(board, false);
                final Search pruned = new Search(board, true);
                plain.negamax(depth, -INFINITY, INFINITY);
                final Choice choice = pruned.negamax(depth, -INFINITY, INFINITY);
                final String column = choice.column() == NO_COLUMN ? "None" : String.valueOf(choice.column());
                out.print(column + " " + choice.score() + " " + plain.nodes + " " + pruned.nodes + "\n");
            }
        }
    }
}
