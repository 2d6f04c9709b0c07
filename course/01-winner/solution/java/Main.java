import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.Arrays;

/** Task 1: who has three in a row? */
public final class Main {
    private static final int[][] LINES = {
        {0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6},
    };

    /** Returns 1 if X has a line, -1 if O has one, 0 if nobody has. */
    private static int winner(int[] board) {
        // > // TODO: Look at each line of LINES: if its three cells are equal and not 0, return them.
        // > // If there is no such line, return 0.
        for (final int[] line : LINES) {
            final int first = board[line[0]];
            if (first != 0 && first == board[line[1]] && first == board[line[2]]) {
                return first;
            }
        }
        // <
        return 0;
    }

    /** Returns the numbers of a line. */
    private static int[] numbers(String line) {
        return Arrays.stream(line.trim().split("\\s+")).mapToInt(Integer::parseInt).toArray();
    }

    public static void main(String[] args) throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                PrintWriter out = new PrintWriter(System.out)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.print(winner(numbers(line)) + "\n");
            }
        }
    }
}
