import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** Task 11: a hash that follows the moves. */
public final class Main {
    private static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
    };
    private static final int INFINITY = 100;

    /** The generator SplitMix64. */
    private static final class SplitMix64 {
        private long state;

        private SplitMix64(long seed) {
            state = seed;
        }

        /** Returns the next output: 64 bits, to be read as an unsigned number. */
        private long next() {
            state += 0x9E3779B97F4A7C15L;
            long mixed = (state ^ (state >>> 30)) * 0xBF58476D1CE4E5B9L;
            mixed = (mixed ^ (mixed >>> 27)) * 0x94D049BB133111EBL;
            return mixed ^ (mixed >>> 31);
        }
    }

    /** A board that keeps its hash: the XOR of a key for each stone, and one more when O is to move. */
    private static final class Board {
        private final int[] cells = new int[9];
        private final long[] keysOfX = new long[9];
        private final long[] keysOfO = new long[9];
        private final long sideKey;
        private int player = 1;
        private long hash = 0;

        private Board(long seed) {
            final SplitMix64 random = new SplitMix64(seed);
            for (int cell = 0; cell < 9; cell++) {
                keysOfX[cell] = random.next();
                keysOfO[cell] = random.next();
            }
            sideKey = random.next();
        }

        /** Returns the key of a stone of the player to move. */
        private long stoneKey(int cell) {
            return player == 1 ? keysOfX[cell] : keysOfO[cell];
        }

        /** The player to move plays. */
        private void make(int cell) {
            // > // TODO: Put a stone of the player to move on the cell, bring the hash up to date
            // > // (the key of the stone, and sideKey because the side to move changes), and let the other player move.
            cells[cell] = player;
            hash ^= stoneKey(cell) ^ sideKey;
            player = -player;
            // <
        }

        /** Takes the move back: XOR undoes XOR. */
        private void unmake(int cell) {
            // > // TODO: Undo what make did, in the opposite order.
            player = -player;
            hash ^= stoneKey(cell) ^ sideKey;
            cells[cell] = 0;
            // <
        }

        /** Returns 1 if X has a line, -1 if O has one, 0 if nobody has. */
        private int winner() {
            for (final int[] line : LINES) {
                final int first = cells[line[0]];
                if (first != 0 && first == cells[line[1]] && first == cells[line[2]]) {
                    return first;
                }
            }
            return 0;
        }

        /** Returns whether no cell is empty. */
        private boolean isFull() {
            for (final int cell : cells) {
                if (cell == 0) {
                    return false;
                }
            }
            return true;
        }
    }

    /** What a score in the table says about the true one. */
    private enum Bound {
        EXACT, LOWER, UPPER
    }

    /** What the table knows of a position: a score and how sure it is. */
    private record Entry(Bound bound, int score) {}

    /** Negamax with a table of hashes, counting the positions it visits. */
    private static final class Search {
        private final Board board;
        private final Map<Long, Entry> table = new HashMap<>();
        private int nodes = 0;

        private Search(Board board) {
            this.board = board;
        }

        /** Returns the score for the player to move. */
        private int negamax(int alpha, int beta) {
            // > // TODO: Count this position; a won game and a full board need no search.
            // > // Look the hash up in the table: an entry may answer as in task 8 (there is no depth here).
            // > // Else try the empty cells in turn with make and unmake, prune,
            // > // and put the best score with its bound into the table.
            // > return 0;
            nodes++;
            final int won = board.winner();
            if (won != 0) {
                return won * board.player;
            }
            if (board.isFull()) {
                return 0;
            }
            final Entry known = table.get(board.hash);
            if (known != null) {
                if (known.bound() == Bound.EXACT
                        || known.bound() == Bound.LOWER && known.score() >= beta
                        || known.bound() == Bound.UPPER && known.score() <= alpha) {
                    return known.score();
                }
            }
            int best = -INFINITY;
            int low = alpha;
            for (int cell = 0; cell < 9; cell++) {
                if (board.cells[cell] == 0) {
                    board.make(cell);
                    final int score = -negamax(-beta, -low);
                    board.unmake(cell);
                    best = Math.max(best, score);
                    low = Math.max(low, best);
                    if (low >= beta) {
                        break;
                    }
                }
            }
            final Bound bound = best <= alpha ? Bound.UPPER : best >= beta ? Bound.LOWER : Bound.EXACT;
            table.put(board.hash, new Entry(bound, best));
            return best;
            // <
        }
    }

    public static void main(String[] args) throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                PrintWriter out = new PrintWriter(System.out)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                final String[] words = line.trim().split("\\s+");
                final long seed = new BigInteger(words[0]).longValue(); // the low 64 bits, signed or not
                final int[] moves = Arrays.stream(words).skip(1).mapToInt(Integer::parseInt).toArray();
                final Board board = new Board(seed);
                for (final int cell : moves) {
                    board.make(cell);
                }
                final long made = board.hash;
                final Search search = new Search(board);
                final int score = search.negamax(-INFINITY, INFINITY);
                for (int i = moves.length - 1; i >= 0; i--) {
                    board.unmake(moves[i]);
                }
                out.print(String.format("%016x %016x", made, board.hash) + " " + score + " " + search.nodes + "\n");
            }
        }
    }
}
