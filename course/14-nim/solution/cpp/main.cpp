// Task 14: Nim three ways.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

const int LARGEST_PILE = 1000;
const int MOST_POSITIONS = 20'000;

using Piles = std::vector<int>;

// The piles, sorted, when `left` stones are left in one place.
Piles after(Piles piles, int place, int left) {
    piles[place] = left;
    std::sort(piles.begin(), piles.end());
    return piles;
}

// Whether the piles have at most as many positions as may be searched.
bool few_positions(const Piles& piles) {
    std::int64_t positions = 1;
    for (int pile : piles) {
        positions *= std::int64_t{pile} + 1;
        if (positions > MOST_POSITIONS) {
            return false;
        }
    }
    return true;
}

// Remembers what it has found out about piles and positions.
struct Nim {
    std::map<int, int> values;
    std::map<Piles, bool> won;

    Nim() {
        for (int size = 0; size <= LARGEST_PILE; size++) {  // from the smallest on, so that no recursion is deep
            grundy(size);
        }
    }

    // The least number that is not the Grundy value of a smaller pile: one can move to any of those.
    int grundy(int pile) {
        // > // TODO: collect the Grundy values of all smaller piles and return the least number that is not among them.
        // > // Remember it in `values`, and look there first.
        // > return 0;
        auto known = values.find(pile);
        if (known != values.end()) {
            return known->second;
        }
        std::set<int> options;
        for (int smaller = 0; smaller < pile; smaller++) {
            options.insert(grundy(smaller));
        }
        int value = 0;
        while (options.count(value) > 0) {
            value++;
        }
        values[pile] = value;
        return value;
        // <
    }

    // Whether the player to move wins, by trying every move. `piles` are sorted.
    bool wins(const Piles& piles) {
        // > // TODO: try to leave each smaller number of stones in each place (after gives the piles then): if the other
        // > // player does not win one of these positions, the player to move wins.
        // > // Remember the answer in `won`, and look there first.
        // > return false;
        auto known = won.find(piles);
        if (known != won.end()) {
            return known->second;
        }
        bool found = false;
        int count = static_cast<int>(piles.size());
        for (int place = 0; place < count; place++) {
            for (int left = 0; left < piles[place] && !found; left++) {
                found = !wins(after(piles, place, left));
            }
        }
        won[piles] = found;
        return found;
        // <
    }

    // The XOR of the Grundy values of the piles as text, or - if a pile is too large.
    std::string by_grundy(const Piles& piles) {
        int total = 0;
        for (int pile : piles) {
            if (pile > LARGEST_PILE) {
                return "-";
            }
            total ^= grundy(pile);
        }
        return std::to_string(total);
    }

    // win or lose, or - if there are too many positions.
    std::string by_search(Piles piles) {
        if (!few_positions(piles)) {
            return "-";
        }
        std::sort(piles.begin(), piles.end());
        return wins(piles) ? "win" : "lose";
    }
};

// The numbers of a line.
std::vector<int> numbers(const std::string& line) {
    std::istringstream words(line);
    std::vector<int> values;
    for (std::string word; words >> word;) {
        std::size_t end = 0;
        values.push_back(std::stoi(word, &end));
        if (end != word.size()) {
            throw std::invalid_argument("not a number: " + word);
        }
    }
    return values;
}

// The answer for a line: the XOR of its piles, the XOR of their Grundy values, and what a search says.
std::string solve(const std::string& line) {
    static Nim nim;
    Piles piles = numbers(line);
    if (piles.empty()) {
        throw std::invalid_argument("no piles");
    }
    int by_xor = 0;
    for (int pile : piles) {
        if (pile < 0) {
            throw std::invalid_argument("less than no stones: " + line);
        }
        by_xor ^= pile;
    }
    return std::to_string(by_xor) + " " + nim.by_grundy(piles) + " " + nim.by_search(piles);
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
