import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Task 10: three orders of moves, one value, fewer and fewer nodes. */
public final class Main {
    private static final int SIZE = 4;
    private static final int WIN = 1000;
    private static final int INFINITY = 1_000_000_000;
    private static final int NO_COLUMN = -1;
    private static final List<Integer> NATURAL = List.of(0, 1, 2, 3);
    private static final List<Integer> CENTRE = List.of(1, 2, 0, 3);
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
            for (final int[] line : LINES) {
                if (cells[line[0]] == -player && cells[line[1]] == -player && cells[line[2]] == -player) {
                    return true;
                }
            }
            return false;
        }

        /**
         * Returns the open twos of the player to move minus those of the other:
         * two stones in a line and its third cell empty.
         */
        private int evaluate() {
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
        }

        /** Returns the cells as digits in base 3; they also determine the side to move. */
        private int key() {
            int packed = 0;
            for (final int cell : cells) {
                packed = 3 * packed + Math.floorMod(cell, 3);
            }
            return packed;
        }
    }

    /**
     * Negamax that tries the columns in {@code order}, but first the one that was best here the last time,
     * if it keeps those.
     */
    private static final class Search {
        private final Board board;
        private final List<Integer> order;
        private final boolean keepsBest;
        private final Map<Integer, Integer> bestColumns = new HashMap<>();
        private long nodes = 0;

        private Search(Board board, List<Integer> order, boolean keepsBest) {
            this.board = board;
            this.order = order;
            this.keepsBest = keepsBest;
        }

        /** Returns the score for the player to move, from a search of {@code depth} plies. */
        private int negamax(int depth, int alpha, int beta) {
            // > // TODO: Count this position; a lost position, depth 0 and a full board need no search.
            // > // Else try the columns of `order` that are not full, but first the one that bestColumns has
            // > // for this position, if any. Prune as always. If this search keeps best columns, put the best one
            // > // (the first with the best score) into bestColumns.
            // > return 0;
            nodes++;
            if (board.lost()) {
                return -(WIN - board.stones);
            }
            if (depth == 0 || board.stones == SIZE * SIZE) {
                return board.evaluate();
            }
            int best = -INFINITY;
            int bestColumn = NO_COLUMN;
            final int first = bestColumns.getOrDefault(board.key(), NO_COLUMN);
            final List<Integer> columns = new ArrayList<>(order);
            columns.sort(Comparator.comparing(column -> column != first)); // stable, and false comes before true
            for (final int column : columns) {
                if (board.heights[column] == SIZE) {
                    continue;
                }
                board.drop(column);
                final int score = -negamax(depth - 1, -beta, -alpha);
                board.undrop(column);
                if (score > best) {
                    best = score;
                    bestColumn = column;
                }
                alpha = Math.max(alpha, best);
                if (alpha >= beta) {
                    break;
                }
            }
            if (keepsBest) {
                bestColumns.put(board.key(), bestColumn);
            }
            return best;
            // <
        }
    }

    /** Returns the nodes of a search to this depth, after searches to all smaller ones have found the best columns. */
    private static long deepen(Board board, int depth) {
        // > // TODO: Let one search with the order CENTRE that keeps its best columns go to depth 1, 2, ..., depth.
        // > // Set its nodes to 0 before each of these; return those of the last.
        // > return 0;
        final Search search = new Search(board, CENTRE, true);
        for (int limit = 1; limit <= depth; limit++) {
            search.nodes = 0;
            search.negamax(limit, -INFINITY, INFINITY);
        }
        return search.nodes;
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
                final Board board = new Board();
                for (int i = 1; i < numbers.length; i++) {
                    board.drop(numbers[i]);
                }
                final int depth = numbers[0];
                final Search natural = new Search(board, NATURAL, false);
                final Search centre = new Search(board, CENTRE, false);
                final int score = natural.negamax(depth, -INFINITY, INFINITY);
                centre.negamax(depth, -INFINITY, INFINITY);
                out.print(score + " " + natural.nodes + " " + centre.nodes + " " + deepen(board, depth) + "\n");
            }
        }
    }
}
