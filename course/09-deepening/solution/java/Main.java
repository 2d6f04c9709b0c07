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
import java.util.stream.Collectors;

/** Task 9: one depth after the other, until the nodes are spent. */
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

    /** What a score in the table says about the true one. */
    private enum Bound {
        EXACT, LOWER, UPPER
    }

    /** What the table knows of a position: a score, how sure it is, how deep the search was, and the best column. */
    private record Entry(Bound bound, int score, int depth, int column) {}

    /** No more positions may be visited. */
    private static final class BudgetSpent extends Exception {
        private static final long serialVersionUID = 1L;
    }

    /** Negamax with a table that is kept from depth to depth. */
    private static final class Search {
        private final Board board;
        private final int budget;
        private final Map<Integer, Entry> table = new HashMap<>();
        private int nodes = 0;
        private int probes = 0;
        private int hits = 0;

        private Search(Board board, int budget) {
            this.board = board;
            this.budget = budget;
        }

        /** Returns the score for the player to move; its best column is left in the table. */
        private int negamax(int depth, int alpha, int beta) throws BudgetSpent {
            // > // TODO: If as many nodes as the budget were visited, throw BudgetSpent; else count this one.
            // > // A lost position, depth 0 and a full board need no search.
            // > // Count a probe and look the position up; if it is found, count a hit. The entry may answer as in task 8;
            // > // if it does not, its column is tried first and the others after it from left to right.
            // > // Undo each move even when BudgetSpent flies past (try / finally).
            // > // At the end put bound, score, depth and best column into the table.
            // > return 0;
            if (nodes == budget) {
                throw new BudgetSpent();
            }
            nodes++;
            if (board.lost()) {
                return -(WIN - board.stones);
            }
            if (depth == 0 || board.stones == SIZE * SIZE) {
                return board.evaluate();
            }
            probes++;
            final Entry known = table.get(board.key());
            if (known != null) {
                hits++;
                if (known.depth() >= depth) {
                    if (known.bound() == Bound.EXACT
                            || known.bound() == Bound.LOWER && known.score() >= beta
                            || known.bound() == Bound.UPPER && known.score() <= alpha) {
                        return known.score();
                    }
                }
            }
            final int first = known == null ? NO_COLUMN : known.column();
            int best = -INFINITY;
            int bestColumn = NO_COLUMN;
            int low = alpha;
            final List<Integer> columns = board.columns();
            columns.sort(Comparator.comparing(column -> column != first)); // stable, and false comes before true
            for (final int column : columns) {
                board.drop(column);
                final int score;
                try {
                    score = -negamax(depth - 1, -beta, -low);
                } finally {
                    board.undrop(column);
                }
                if (score > best) {
                    best = score;
                    bestColumn = column;
                }
                low = Math.max(low, best);
                if (low >= beta) {
                    break;
                }
            }
            final Bound bound = best <= alpha ? Bound.UPPER : best >= beta ? Bound.LOWER : Bound.EXACT;
            table.put(board.key(), new Entry(bound, best, depth, bestColumn));
            return best;
            // <
        }

        /**
         * Returns the answer of the deepest search that was completed:
         * column, score, depth, and each depth's probes and hits; nothing if none was completed.
         */
        private List<Integer> deepen() {
            // > // TODO: Search to depth 1, 2, 3, ... up to the number of empty cells, until BudgetSpent is thrown;
            // > // set probes and hits to 0 before each search.
            // > // Return column, score and depth of the last search that was completed,
            // > // then probes and hits of each completed search, in order.
            // > return List.of(0);
            List<Integer> answer = List.of();
            final List<Integer> work = new ArrayList<>();
            try {
                for (int depth = 1; depth <= SIZE * SIZE - board.stones; depth++) {
                    probes = 0;
                    hits = 0;
                    final int score = negamax(depth, -INFINITY, INFINITY);
                    work.add(probes);
                    work.add(hits);
                    answer = List.of(table.get(board.key()).column(), score, depth);
                }
            } catch (BudgetSpent spent) {
                // The answer of the last depth that was completed stands.
            }
            final List<Integer> all = new ArrayList<>(answer);
            all.addAll(work);
            return all;
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
                final int budget = numbers[0];
                final List<Integer> answer = new Search(board, budget).deepen();
                out.print(answer.stream().map(String::valueOf).collect(Collectors.joining(" ")) + "\n");
            }
        }
    }
}
