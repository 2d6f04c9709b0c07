// Task 15: which technique suits a game, and why?
#include <algorithm>
#include <cstddef>
#include <exception>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>

// Numbers of leaves. The larger one needs more than 64 bits.
using Leaves = unsigned __int128;
const Leaves FULL_SEARCH = 10'000'000;
const Leaves ALPHA_BETA_AT_ITS_BEST = Leaves{1'000'000'000'000} * 1'000'000'000'000;

// The properties of a game by their names.
using Game = std::map<std::string, std::string>;

// The number that a text stands for; if that is above 10^24, some number above 10^24.
Leaves number(const std::string& text) {
    if (text.empty() || text.find_first_not_of("0123456789") != std::string::npos) {
        throw std::invalid_argument("not a number: " + text);
    }
    Leaves value = 0;
    for (char digit : text) {
        value = std::min(10 * value + (digit - '0'), ALPHA_BETA_AT_ITS_BEST + 1);
    }
    return value;
}

// The branching factor to the power of the depth; if that is above 10^24, some number above 10^24.
Leaves leaves(Game& game) {
    Leaves branching = number(game["branching"]), depth = number(game["depth"]);
    if (branching <= 1) {
        return branching == 1 || depth == 0;
    }
    Leaves product = 1;
    for (Leaves level = 0; level < depth; level++) {
        if (product > ALPHA_BETA_AT_ITS_BEST / branching) {
            return ALPHA_BETA_AT_ITS_BEST + 1;
        }
        product *= branching;
    }
    return product;
}

// A technique with the order of its work, or NOT_APPLICABLE with the assumption of minimax that does not hold.
std::string classify(Game& game) {
    // > // TODO: look at the properties one after the other (see the task for their order) and return the first answer
    // > // that fits. The last questions need leaves(game), compared to the numbers above.
    // > return "NOT_APPLICABLE";
    if (game["hidden"] == "yes") {
        return "NOT_APPLICABLE perfect-information";
    }
    if (game["players"] == "1") {
        return "NOT_APPLICABLE two-players";
    }
    if (game["zero_sum"] == "no") {
        return "NOT_APPLICABLE zero-sum";
    }
    if (game["players"] != "2") {
        return "NOT_APPLICABLE two-players";
    }
    if (game["chance"] == "yes") {
        return "EXPECTIMINIMAX O((bc)^d)";
    }
    if (game["closed_form"] == "yes") {
        return "SPRAGUE_GRUNDY O(n)";
    }
    Leaves all = leaves(game);
    if (all <= FULL_SEARCH) {
        return "MINIMAX_FULL O(b^d)";
    }
    if (game["evaluation"] == "good" || all <= ALPHA_BETA_AT_ITS_BEST) {
        return "ALPHA_BETA O(b^(d/2))";
    }
    return "MCTS O(sd)";
    // <
}

// The answer for a line: the technique for its game.
std::string solve(const std::string& line) {
    std::istringstream words(line);
    Game game;
    for (std::string word; words >> word;) {
        std::size_t sign = word.find('=');
        if (sign == std::string::npos) {
            throw std::invalid_argument("not a property with its value: " + word);
        }
        game[word.substr(0, sign)] = word.substr(sign + 1);
    }
    return classify(game);
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
