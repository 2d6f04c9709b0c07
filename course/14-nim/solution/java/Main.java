import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Task 14: Nim three ways. */
public final class Main {
    private static final int LARGEST_PILE = 1000;
    private static final int MOST_POSITIONS = 20_000;

    /** Nim, remembering what was found out. */
    private static final class Nim {
        private final Map<Integer, Integer> grundyValues = new HashMap<>();
        private final Map<List<Integer>, Boolean> outcomes = new HashMap<>();

        /**
         * Returns the least number that is not the Grundy value of a smaller pile:
         * one can move to any of those.
         */
        private int grundy(int pile) {
            // > // TODO: Collect the Grundy values of all smaller piles and return the least number that is not among them.
            // > // Keep it in grundyValues, so that no value is computed twice.
            // > return 0;
            final Integer known = grundyValues.get(pile);
            if (known != null) {
                return known;
            }
            final BitSet options = new BitSet();
            for (int smaller = 0; smaller < pile; smaller++) {
                options.set(grundy(smaller));
            }
            final int value = options.nextClearBit(0);
            grundyValues.put(pile, value);
            return value;
            // <
        }

        /** Returns whether the player to move wins, by trying every move. {@code piles} are sorted. */
        private boolean wins(List<Integer> piles) {
            // > // TODO: Try every move: each pile, and each smaller number of stones left of it. Sort the piles again.
            // > // The player to move wins if some move leaves piles with which the other player does not win.
            // > // Keep the answer in outcomes, so that no piles are searched twice.
            final Boolean known = outcomes.get(piles);
            if (known != null) {
                return known;
            }
            for (int place = 0; place < piles.size(); place++) {
                for (int left = 0; left < piles.get(place); left++) {
                    final List<Integer> next = new ArrayList<>(piles);
                    next.set(place, left);
                    Collections.sort(next);
                    if (!wins(next)) {
                        outcomes.put(piles, true);
                        return true;
                    }
                }
            }
            outcomes.put(piles, false);
            // <
            return false;
        }
    }

    /** Returns whether so few positions can arise from these piles that all of them can be searched. */
    private static boolean isSearchable(int[] piles) {
        long positions = 1;
        for (final int pile : piles) {
            positions *= pile + 1L;
            if (positions > MOST_POSITIONS) {
                return false; // at once, before the product is too large for a long
            }
        }
        return true;
    }

    /** Returns the numbers of a line. */
    private static int[] numbers(String line) {
        return Arrays.stream(line.trim().split("\\s+")).mapToInt(Integer::parseInt).toArray();
    }

    public static void main(String[] args) throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                PrintWriter out = new PrintWriter(System.out)) {
            final Nim nim = new Nim();
            for (int size = 0; size <= LARGEST_PILE; size++) { // from the smallest on, so that no recursion is deep
                nim.grundy(size);
            }
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                final int[] piles = numbers(line);
                int byXor = 0;
                for (final int pile : piles) {
                    byXor ^= pile;
                }
                String byGrundy = "-";
                if (Arrays.stream(piles).allMatch(pile -> pile <= LARGEST_PILE)) {
                    int value = 0;
                    for (final int pile : piles) {
                        value ^= nim.grundy(pile);
                    }
                    byGrundy = String.valueOf(value);
                }
                String bySearch = "-";
                if (isSearchable(piles)) {
                    final List<Integer> sorted = Arrays.stream(piles).sorted().boxed().toList();
                    bySearch = nim.wins(sorted) ? "win" : "lose";
                }
                out.print(byXor + " " + byGrundy + " " + bySearch + "\n");
            }
        }
    }
}
