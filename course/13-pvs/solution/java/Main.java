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

/** Task 13: principal variation search: one move with the full window, the others with a null window. */
public final class Main {
    private static final int SIZE = 4;
    private static final int WIN = 1000;
    private static final int INFINITY = 1_000_000_000;
    private static final int NO_COLUMN = -1;
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

    /** A way to search the position on the board. */
    private interface Method {
        /** Returns the score for the player to move. */
        int score(int depth, int alpha, int beta);
    }

    /** A way to search a move that was just made. */
    private interface MoveSearch {
        /** Returns the score for the player who made it. */
        int score(int depth, int alpha, int beta, boolean isFirst);
    }

    /** Searches that try the column first that was best here the last time, then from the centre outward. */
    private static final class Search {
        private final Board board;
        private final Map<Integer, Integer> bestColumns = new HashMap<>();
        private long nodes = 0;
        private long researches = 0;

        private Search(Board board) {
            this.board = board;
        }

        /** Returns the score for the player to move: each move with the full window. */
        private int alphabeta(int depth, int alpha, int beta) {
            return search(depth, alpha, beta, this::alphabetaMove);
        }

        /** Returns the score for the player to move: the first move with the full window, then null windows. */
        private int pvs(int depth, int alpha, int beta) {
            return search(depth, alpha, beta, this::pvsMove);
        }

        /** Returns the score of the move just made, for the player who made it. */
        private int alphabetaMove(int depth, int alpha, int beta, boolean isFirst) {
            return -alphabeta(depth, -beta, -alpha);
        }

        /** Returns the same, but first tests only whether the move beats alpha, unless it is the first move. */
        private int pvsMove(int depth, int alpha, int beta, boolean isFirst) {
            // > // TODO: Search the first move as alphabetaMove does, with pvs. Ask of every other move only
            // > // whether it beats alpha: search it with the window from alpha to alpha + 1.
            // > // If its score lies between alpha and beta, count a re-search and search it with the full window.
            // > return 0;
            if (isFirst) {
                return -pvs(depth, -beta, -alpha);
            }
            int score = -pvs(depth, -alpha - 1, -alpha);
            if (alpha < score && score < beta) {
                researches++;
                score = -pvs(depth, -beta, -alpha);
            }
            return score;
            // <
        }

        /** Returns the score of negamax over the moves, each searched by {@code searchMove}. */
        private int search(int depth, int alpha, int beta, MoveSearch searchMove) {
            // > // TODO: Count this position; a lost position, depth 0 and a full board need no search.
            // > // Else try the columns of CENTRE that are not full, but first the one that bestColumns has
            // > // for this position, if any.
            // > // Let searchMove score each move after it was dropped, one ply less deep;
            // > // tell it whether this is the first move. Prune as always.
            // > // Put the best column (the first with the best score) into bestColumns.
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
            final int remembered = bestColumns.getOrDefault(board.key(), NO_COLUMN);
            final List<Integer> columns = new ArrayList<>(CENTRE);
            columns.sort(Comparator.comparing(column -> column != remembered)); // stable, and false comes before true
            for (final int column : columns) {
                if (board.heights[column] == SIZE) {
                    continue;
                }
                board.drop(column);
                final int score = searchMove.score(depth - 1, alpha, beta, bestColumn == NO_COLUMN);
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
            bestColumns.put(board.key(), bestColumn);
            return best;
            // <
        }
    }

    /**
     * Returns the score of the search to this depth, after searches to all smaller ones;
     * the counters are those of the last.
     */
    private static int deepen(Search search, Method method, int depth) {
        int score = 0;
        for (int limit = 1; limit <= depth; limit++) {
            search.nodes = 0;
            search.researches = 0;
            score = method.score(limit, -INFINITY, INFINITY);
        }
        return score;
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
                final Search alphabeta = new Search(board);
                final Search pvs = new Search(board);
                deepen(alphabeta, alphabeta::alphabeta, depth);
                final int score = deepen(pvs, pvs::pvs, depth);
                out.print(score + " " + alphabeta.nodes + " " + pvs.nodes + " " + pvs.researches + "\n");
            }
        }
    }
}
