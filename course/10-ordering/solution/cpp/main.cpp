// Task 10: three orders of moves, one value, fewer and fewer nodes.
#include <algorithm>
#include <array>
#include <cstddef>
#include <exception>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

const int SIZE = 4;
const int WIN = 1000;
const int INF = 1'000'000'000;
const int NONE = -1;  // no column
const std::vector<int> NATURAL = {0, 1, 2, 3}, CENTRE = {1, 2, 0, 3};
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
        for (const auto& line : LINES) {
            if (cells[line[0]] == -player && cells[line[1]] == -player && cells[line[2]] == -player) {
                return true;
            }
        }
        return false;
    }

    // Open twos of the player to move minus those of the other: two stones in a line and its third cell empty.
    int evaluate() const {
        int twos = 0;
        for (const auto& line : LINES) {
            int sum = cells[line[0]] + cells[line[1]] + cells[line[2]];
            if (sum == 2 || sum == -2) {  // two stones of one player and an empty cell
                twos += player * (sum / 2);
            }
        }
        return twos;
    }
};

// The columns with `first` in front if it is one of them; the others keep their order.
std::vector<int> put_first(int first, std::vector<int> columns) {
    std::stable_partition(columns.begin(), columns.end(), [first](int column) { return column == first; });
    return columns;
}

// Negamax that tries the columns in `order`, but first the one that was best here the last time, if it keeps those.
// The cells are the key: they also determine the side to move.
struct Search {
    Board& board;
    std::vector<int> order;
    bool keeps_best;
    std::map<Cells, int> best{};
    int nodes = 0;

    // The column that was best here the last time, or NONE.
    int remembered() const {
        auto found = best.find(board.cells);
        return found == best.end() ? NONE : found->second;
    }

    // The score for the player to move, from a search of `depth` plies.
    int negamax(int depth, int alpha, int beta) {
        // > // TODO: as in task 7 with pruning, but only the score is returned. Try the columns that are not full as
        // > // they come in `order`, the remembered one first (put_first). If `keeps_best`, put the best column of
        // > // this position in `best` at the end.
        // > return 0;
        nodes++;
        if (board.lost()) {
            return -(WIN - board.stones);
        }
        if (depth == 0 || board.stones == SIZE * SIZE) {
            return board.evaluate();
        }
        int best_score = -INF, best_column = NONE;
        for (int column : put_first(remembered(), order)) {
            if (board.heights[column] == SIZE) {
                continue;
            }
            board.drop(column);
            int score = -negamax(depth - 1, -beta, -alpha);
            board.undrop(column);
            if (score > best_score) {
                best_score = score;
                best_column = column;
            }
            alpha = std::max(alpha, best_score);
            if (alpha >= beta) {
                break;
            }
        }
        if (keeps_best) {
            best[board.cells] = best_column;
        }
        return best_score;
        // <
    }
};

// The nodes of a search to this depth, after searches to all smaller ones have found the best columns.
int deepen(Board& board, int depth) {
    // > // TODO: let one search that goes from the centre outward and keeps the best columns search to depth 1, 2 and so on
    // > // up to `depth`, each time counting from 0; return the nodes of the last time.
    // > return 0;
    Search search{board, CENTRE, true};
    for (int limit = 1; limit <= depth; limit++) {
        search.nodes = 0;
        search.negamax(limit, -INF, INF);
    }
    return search.nodes;
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

// The answer for a line: the score of its position, and the nodes with each of the three orders.
std::string solve(const std::string& line) {
    auto [depth, board] = question(line);
    Search natural{board, NATURAL, false}, centre{board, CENTRE, false};
    int score = natural.negamax(depth, -INF, INF);
    centre.negamax(depth, -INF, INF);
    std::ostringstream answer;
    answer << score << ' ' << natural.nodes << ' ' << centre.nodes << ' ' << deepen(board, depth);
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
