import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The benchmark task: how far the order of moves takes alpha-beta,
 * from b^d leaves towards its square root.
 */
public final class Main {
    private static final int INFINITY = 1_000_000_000;
    private static final int SPREAD = 1_000_000;

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

    /** A tree is a leaf or a node. */
    private sealed interface Tree permits Leaf, Node {}

    /** A leaf's value is that for the player at the root. */
    private record Leaf(int value) implements Tree {}

    /** A node is the list of its children. */
    private record Node(List<Tree> children) implements Tree {}

    /** A tree and its value. */
    private record Valued(Tree tree, int value) {}

    /** Returns a tree of this depth whose nodes have {@code branching} children each. */
    private static Tree buildTree(int branching, int depth, SplitMix64 numbers) {
        if (depth == 0) {
            return new Leaf((int) Long.remainderUnsigned(numbers.next(), 2 * SPREAD + 1) - SPREAD);
        }
        final List<Tree> children = new ArrayList<>(branching);
        for (int i = 0; i < branching; i++) {
            children.add(buildTree(branching, depth - 1, numbers));
        }
        return new Node(children);
    }

    /** Returns the tree with the children of each node in order of their values, and its value. */
    private static Valued ordered(Tree tree, boolean maximizing, boolean bestFirst) {
        // > // TODO: A leaf stays as it is. The children of a node are ordered first (the other player moves there),
        // > // then sorted by their values (stable): the best one for the player to move first if bestFirst,
        // > // else last. The value of the node is that of the best child.
        // > return new Valued(tree, 0);
        if (tree instanceof Leaf leaf) {
            return new Valued(leaf, leaf.value());
        }
        final List<Valued> children = new ArrayList<>();
        for (final Tree child : ((Node) tree).children()) {
            children.add(ordered(child, !maximizing, bestFirst));
        }
        final Comparator<Valued> ascending = Comparator.comparingInt(Valued::value);
        children.sort(maximizing == bestFirst ? ascending.reversed() : ascending);
        final Valued best = children.get(bestFirst ? 0 : children.size() - 1);
        return new Valued(new Node(children.stream().map(Valued::tree).toList()), best.value());
        // <
    }

    /** Alpha-beta that counts leaves. */
    private static final class Search {
        private long leaves = 0;

        /** Returns the value for the player at the root. */
        private int alphabeta(Tree tree, int alpha, int beta, boolean maximizing) {
            // > // TODO: Count a leaf and return its value. At a node try the children in their order;
            // > // maximizing raises alpha, minimizing lowers beta. Stop as soon as alpha >= beta.
            // > return 0;
            if (tree instanceof Leaf leaf) {
                leaves++;
                return leaf.value();
            }
            int best = maximizing ? -INFINITY : INFINITY;
            for (final Tree child : ((Node) tree).children()) {
                final int value = alphabeta(child, alpha, beta, !maximizing);
                if (maximizing) {
                    best = Math.max(best, value);
                    alpha = Math.max(alpha, best);
                } else {
                    best = Math.min(best, value);
                    beta = Math.min(beta, best);
                }
                if (alpha >= beta) {
                    break;
                }
            }
            return best;
            // <
        }
    }

    /** Returns {@code base} to the power of {@code exponent}. */
    private static long power(long base, int exponent) {
        long product = 1;
        for (int i = 0; i < exponent; i++) {
            product *= base;
        }
        return product;
    }

    public static void main(String[] args) throws IOException {
        try (BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
                PrintWriter out = new PrintWriter(System.out)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                final String[] words = line.trim().split("\\s+");
                final int branching = Integer.parseInt(words[0]);
                final int depth = Integer.parseInt(words[1]);
                final long seed = new BigInteger(words[2]).longValue(); // the low 64 bits, signed or not
                final Tree tree = buildTree(branching, depth, new SplitMix64(seed));
                final List<Tree> shapes =
                        List.of(ordered(tree, true, false).tree(), tree, ordered(tree, true, true).tree());
                final StringBuilder leaves = new StringBuilder();
                int value = 0;
                for (final Tree shape : shapes) {
                    final Search search = new Search();
                    value = search.alphabeta(shape, -INFINITY, INFINITY, true);
                    leaves.append(search.leaves).append(' ');
                }
                final long minimal = power(branching, (depth + 1) / 2) + power(branching, depth / 2) - 1;
                out.print(value + " " + leaves + minimal + " " + power(branching, depth) + "\n");
            }
        }
    }
}
