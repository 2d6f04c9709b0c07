// The benchmark task: how far the order of moves takes alpha-beta, from b^d leaves towards its square root.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

const int INF = 1'000'000'000;
const int SPREAD = 1'000'000;

// A generator of random numbers with this seed.
struct SplitMix64 {
    std::uint64_t seed;

    // The next output.
    std::uint64_t next() {
        seed += 0x9E3779B97F4A7C15;
        std::uint64_t mixed = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        return mixed ^ (mixed >> 31);
    }
};

// A leaf with its value for the player at the root, or a node with its children; a node that has been ordered knows
// its value too.
struct Tree {
    int value = 0;
    std::vector<Tree> children{};

    bool is_leaf() const {
        return children.empty();
    }
};

// A tree with random values in its leaves.
Tree build_tree(int branching, int depth, SplitMix64& random) {
    if (depth == 0) {
        return {static_cast<int>(random.next() % (2 * SPREAD + 1)) - SPREAD};
    }
    Tree tree;
    for (int i = 0; i < branching; i++) {
        tree.children.push_back(build_tree(branching, depth - 1, random));
    }
    return tree;
}

// The tree with the children of each node in order of their values, and with its value.
Tree ordered(const Tree& tree, bool maximizing, bool best_first) {
    // > // TODO: a leaf is ordered. For a node order the children first (the other player chooses there), put them in a new
    // > // node with the largest (maximizing) or smallest of their values, and sort them: if the best child is to be
    // > // first, the largest value comes first when maximizing and the smallest when not; otherwise the other way
    // > // round. Children with equal values keep their order.
    // > return tree;
    if (tree.is_leaf()) {
        return tree;
    }
    Tree result{maximizing ? -INF : INF};
    for (const Tree& child : tree.children) {
        result.children.push_back(ordered(child, !maximizing, best_first));
        int value = result.children.back().value;
        result.value = maximizing ? std::max(result.value, value) : std::min(result.value, value);
    }
    bool largest_first = maximizing == best_first;
    std::stable_sort(result.children.begin(), result.children.end(), [=](const Tree& left, const Tree& right) {
        return largest_first ? left.value > right.value : left.value < right.value;
    });
    return result;
    // <
}

// Alpha-beta that counts leaves.
struct Search {
    int leaves = 0;

    // The value for the player at the root.
    int alphabeta(const Tree& tree, int alpha, int beta, bool maximizing) {
        // > // TODO: count a leaf and return its value. For a node search the children in their order, keep the largest
        // > // (maximizing) or smallest value, raise alpha or lower beta to it, and stop when alpha >= beta.
        // > return 0;
        if (tree.is_leaf()) {
            leaves++;
            return tree.value;
        }
        int best = maximizing ? -INF : INF;
        for (const Tree& child : tree.children) {
            int value = alphabeta(child, alpha, beta, !maximizing);
            if (maximizing) {
                best = std::max(best, value);
                alpha = std::max(alpha, best);
            } else {
                best = std::min(best, value);
                beta = std::min(beta, best);
            }
            if (alpha >= beta) {
                break;
            }
        }
        return best;
        // <
    }
};

// `base` to the power of `exponent`.
std::int64_t power(std::int64_t base, int exponent) {
    std::int64_t result = 1;
    for (int i = 0; i < exponent; i++) {
        result *= base;
    }
    return result;
}

// The numbers of a line.
std::vector<std::int64_t> numbers(const std::string& line) {
    std::istringstream words(line);
    std::vector<std::int64_t> values;
    for (std::string word; words >> word;) {
        std::size_t end = 0;
        values.push_back(std::stoll(word, &end));
        if (end != word.size()) {
            throw std::invalid_argument("not a number: " + word);
        }
    }
    return values;
}

// The answer for a line: the value of its tree, the leaves that alpha-beta visits in it with the worst move first, as
// it is, and with the best move first, the least number of leaves that can be enough, and the number of all.
std::string solve(const std::string& line) {
    std::vector<std::int64_t> values = numbers(line);
    if (values.size() != 3 || values[0] < 1 || values[1] < 0) {
        throw std::invalid_argument("not a branching factor, a depth and a seed: " + line);
    }
    int branching = static_cast<int>(values[0]), depth = static_cast<int>(values[1]), value = 0;
    SplitMix64 random{static_cast<std::uint64_t>(values[2])};
    Tree tree = build_tree(branching, depth, random);
    std::ostringstream leaves;
    for (const Tree& shape : {ordered(tree, true, false), tree, ordered(tree, true, true)}) {
        Search search;
        value = search.alphabeta(shape, -INF, INF, true);
        leaves << ' ' << search.leaves;
    }
    std::int64_t minimal = power(branching, (depth + 1) / 2) + power(branching, depth / 2) - 1;
    std::ostringstream answer;
    answer << value << leaves.str() << ' ' << minimal << ' ' << power(branching, depth);
    return answer.str();
}

int main() {
    try {
        for (std::string line; std::getline(std::cin, line);) {
            std::cout << solve(line) << '\n';
        }
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
