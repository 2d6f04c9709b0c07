import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;

/** Task 5: take one, two or three; whoever takes the last one wins. */
public final class Main {
    /** Returns, for each number of stones up to {@code most}, whether the player to move wins. */
    private static boolean[] wins(int most) {
        // > // TODO: For 0, 1, 2, ... stones: the player to move wins if taking 1, 2 or 3 (not more than there are)
        // > // leaves a number of stones with which the other player does not win.
        // > return new boolean[most + 1];
        final boolean[] known = new boolean[most + 1];
        for (int stones = 0; stones <= most; stones++) {
            for (int take = 1; take <= Math.min(3, stones); take++) {
                if (!known[stones - take]) {
                    known[stones] = true;
                }
            }
        }
        return known;
        // <
    }

    public static void main(String[] args) throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                PrintWriter out = new PrintWriter(System.out)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                final int stones = Integer.parseInt(line.trim());
                out.print((wins(stones)[stones] ? "True" : "False") + "\n");
            }
        }
    }
}
