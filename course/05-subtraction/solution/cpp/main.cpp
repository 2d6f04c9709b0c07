// Task 5: take one, two or three; whoever takes the last one wins.
#include <cstddef>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

// For each number of stones up to `most`: whether the player to move wins.
std::vector<bool> wins(int most) {
    // > // TODO: fill the list from 0 stones upward: a number of stones is won if taking 1, 2 or 3 of them
    // > // (but not more than there are) leaves the other player a number that is lost.
    // > return std::vector<bool>(most + 1);
    std::vector<bool> known(most + 1);
    for (int stones = 0; stones <= most; stones++) {
        for (int take = 1; take <= std::min(3, stones); take++) {
            if (!known[stones - take]) {
                known[stones] = true;
            }
        }
    }
    return known;
    // <
}

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

// The answer for a line: True if the player to move wins with its stones, else False.
std::string solve(const std::string& line) {
    std::vector<int> values = numbers(line);
    if (values.size() != 1 || values[0] < 0) {
        throw std::invalid_argument("not a number of stones: " + line);
    }
    int stones = values[0];
    return wins(stones)[stones] ? "True" : "False";
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
