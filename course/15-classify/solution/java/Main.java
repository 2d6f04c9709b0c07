import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/** Task 15: which technique suits a game, and why? */
public final class Main {
    private static final BigInteger FULL_SEARCH = BigInteger.TEN.pow(7);
    private static final BigInteger ALPHA_BETA_AT_ITS_BEST = BigInteger.TEN.pow(24);

    /**
     * Returns a technique with the order of its work,
     * or NOT_APPLICABLE with the assumption of minimax that does not hold.
     */
    private static String classify(Map<String, String> game) {
        // > // TODO: Check in this order: hidden information, a single player, not zero-sum, more than two players,
        // > // chance, a closed form. Then compare branching to the power of depth with the two limits;
        // > // it may be huge, so compute it as a BigInteger.
        // > return "UNKNOWN";
        if (game.get("hidden").equals("yes")) {
            return "NOT_APPLICABLE perfect-information";
        }
        if (game.get("players").equals("1")) {
            return "NOT_APPLICABLE two-players";
        }
        if (game.get("zero_sum").equals("no")) {
            return "NOT_APPLICABLE zero-sum";
        }
        if (!game.get("players").equals("2")) {
            return "NOT_APPLICABLE two-players";
        }
        if (game.get("chance").equals("yes")) {
            return "EXPECTIMINIMAX O((bc)^d)";
        }
        if (game.get("closed_form").equals("yes")) {
            return "SPRAGUE_GRUNDY O(n)";
        }
        final BigInteger leaves = new BigInteger(game.get("branching")).pow(Integer.parseInt(game.get("depth")));
        if (leaves.compareTo(FULL_SEARCH) <= 0) {
            return "MINIMAX_FULL O(b^d)";
        }
        if (game.get("evaluation").equals("good") || leaves.compareTo(ALPHA_BETA_AT_ITS_BEST) <= 0) {
            return "ALPHA_BETA O(b^(d/2))";
        }
        return "MCTS O(sd)";
        // <
    }

    /** Returns the properties of a game by their names, from a line of words name=value. */
    private static Map<String, String> properties(String line) {
        final Map<String, String> game = new HashMap<>();
        for (final String word : line.trim().split("\\s+")) {
            final String[] pair = word.split("=");
            game.put(pair[0], pair[1]);
        }
        return game;
    }

    public static void main(String[] args) throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                PrintWriter out = new PrintWriter(System.out)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.print(classify(properties(line)) + "\n");
            }
        }
    }
}
