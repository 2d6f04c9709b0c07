// Task 7: three in a row where stones fall, looking a few moves ahead.
#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

const int SIZE = 4;
const int WIN = 1000;
const int INF = 1'000'000'000;
const int NONE = -1;  // no column
const int STEPS[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};

// The cells of every three in a row.
std::vector<std::array<int, 3>> all_lines() {
    std::vector<std::array<int, 3>> all;
    for (int row = 0; row < SIZE; row++) {
        for (int column = 0; column < SIZE; column++) {
            for (auto [down, right] : STEPS) {
                if (column + 2 * right < 0 || column + 2 * right >= SIZE || row + 2 * down >= SIZE) {
                    continue;
                }
                int cell = row * SIZE + column, next = down * SIZE + right;
                all.push_back({cell, cell + next, cell + 2 * next});
            }
        }
    }
    return all;
}

const std::vector<std::array<int, 3>> LINES = all_lines();

using Cells = std::array<int, SIZE * SIZE>;

// Cells from the bottom row up, left to right: 1 for the first player, -1 for the second, 0 for none.
struct Board {
    Cells cells{};
    std::array<int, SIZE> heights{};
    int player = 1;
    int stones = 0;

    // The columns that are not full.
    std::vector<int> columns() const {
        std::vector<int> open;
        for (int column = 0; column < SIZE; column++) {
            if (heights[column] < SIZE) {
                open.push_back(column);
            }
        }
        return open;
    }

    // The player to move drops a stone.
    void drop(int column) {
        cells[heights[column] * SIZE + column] = player;
        heights[column]++;
        stones++;
        player = -player;
    }

    // Take the stone back.
    void undrop(int column) {
        player = -player;
        stones--;
        heights[column]--;
        cells[heights[column] * SIZE + column] = 0;
    }

    // Whether the player who has just moved has three in a row.
    bool lost() const {
        // > // TODO: return whether one of the lines has three stones of the player who has just moved:
        // > // -player, since player is to move.
        for (const auto& line : LINES) {
            if (cells[line[0]] == -player && cells[line[1]] == -player && cells[line[2]] == -player) {
                return true;
            }
        }
        // <
        return false;
    }

    // Open twos of the player to move minus those of the other: two stones in a line and its third cell empty.
    int evaluate() const {
        // > // TODO: go through the lines; count 1 for two stones of player and an empty cell,
        // > // -1 for two stones of the other player and an empty cell.
        // > return 0;
        int twos = 0;
        for (const auto& line : LINES) {
            int sum = cells[line[0]] + cells[line[1]] + cells[line[2]];
            if (sum == 2 || sum == -2) {  // two stones of one player and an empty cell
                twos += player * (sum / 2);
            }
        }
        return twos;
        // <
    }
};

// Negamax with or without pruning, counting the positions it visits.
struct Search {
    Board& board;
    bool prunes;
    int nodes = 0;

    // The best column and the score, for the player to move.
    std::pair<int, int> negamax(int depth, int alpha, int beta) {
        // > // TODO: count the position. A lost one scores -(WIN - stones on the board); at depth 0 or on a full board
        // > // the evaluation is the score; there is no column (NONE) in either case. Otherwise drop a stone in
        // > // each open column, search one ply less deep with the window (-beta, -alpha), take the stone back,
        // > // and keep the best score and the first column that has it. Stop when alpha >= beta, but only if
        // > // `prunes`.
        // > return {NONE, 0};
        nodes++;
        if (board.lost()) {
            return {NONE, -(WIN - board.stones)};
        }
        if (depth == 0 || board.stones == SIZE * SIZE) {
            return {NONE, board.evaluate()};
        }
        int best = -INF, best_column = NONE;
        for (int column : board.columns()) {
            board.drop(column);
            int score = -negamax(depth - 1, -beta, -alpha).second;
            board.undrop(column);
            if (score > best) {
                best = score;
                best_column = column;
            }
            alpha = std::max(alpha, best);
            if (prunes && alpha >= beta) {
                break;
            }
        }
        return {best_column, best};
        // <
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

// The first number of a line, and the board after the moves that follow it.
std::pair<int, Board> question(const std::string& line) {
    std::vector<int> values = numbers(line);
    if (values.empty()) {
        throw std::invalid_argument("empty line");
    }
    Board board;
    for (std::size_t i = 1; i < values.size(); i++) {
        if (values[i] < 0 || values[i] >= SIZE || board.heights[values[i]] == SIZE) {
            throw std::invalid_argument("a stone cannot be dropped: " + line);
        }
        board.drop(values[i]);
    }
    return {values[0], board};
}

// How a column is printed.
std::string name(int column) {
    return column == NONE ? "None" : std::to_string(column);
}

// The answer for a line: the best column and the score in its position, and the nodes without and with pruning.
std::string solve(const std::string& line) {
    auto [depth, board] = question(line);
    Search plain{board, false}, pruned{board, true};
    plain.negamax(depth, -INF, INF);
    auto [column, score] = pruned.negamax(depth, -INF, INF);
    std::ostringstream answer;
    answer << name(column) << ' ' << score << ' ' << plain.nodes << ' ' << pruned.nodes;
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
