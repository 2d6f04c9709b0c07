// Task 9: one depth after the other, until the nodes are spent.
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

// How a score in the table relates to the true one: it is the same, or the true one is at least or at most this.
enum class Kind { EXACT, LOWER, UPPER };

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

// Thrown when no more positions may be visited.
struct BudgetSpent {};

// What the table knows about a position from a search of `depth` plies.
struct Entry {
    Kind kind;
    int score;
    int depth;
    int column;
};

// Negamax with a table that is kept from depth to depth. The cells are the key: they also determine the side to move.
struct Search {
    Board& board;
    int budget;
    std::map<Cells, Entry> table{};
    int nodes = 0, probes = 0, hits = 0;

    // The score for the player to move; its best column is left in the table.
    int negamax(int depth, int alpha, int beta) {
        // > // TODO: if `nodes` has reached the budget, throw BudgetSpent{}; else count the position.
        // > // Lost positions, depth 0 and the full board are as in task 7. Then count a probe, and look the
        // > // cells up in the table; if they are there, count a hit, and answer from the entry as in task 8 if
        // > // that is allowed. Otherwise search the columns, the column of the entry first (put_first), and put
        // > // the result in the table. Take each stone back before an exception goes on (catch it, undrop, and
        // > // `throw;`), so that the board is as it was.
        // > throw BudgetSpent{};
        if (nodes == budget) {
            throw BudgetSpent{};
        }
        nodes++;
        if (board.lost()) {
            return -(WIN - board.stones);
        }
        if (depth == 0 || board.stones == SIZE * SIZE) {
            return board.evaluate();
        }
        int first = NONE;
        probes++;
        auto found = table.find(board.cells);
        if (found != table.end()) {
            hits++;
            const Entry& known = found->second;
            first = known.column;
            if (known.depth >= depth) {
                if (known.kind == Kind::EXACT || (known.kind == Kind::LOWER && known.score >= beta) ||
                    (known.kind == Kind::UPPER && known.score <= alpha)) {
                    return known.score;
                }
            }
        }
        int best = -INF, best_column = NONE, low = alpha;
        for (int column : put_first(first, board.columns())) {
            board.drop(column);
            int score = 0;
            try {
                score = -negamax(depth - 1, -beta, -low);
            } catch (const BudgetSpent&) {
                board.undrop(column);
                throw;
            }
            board.undrop(column);
            if (score > best) {
                best = score;
                best_column = column;
            }
            low = std::max(low, best);
            if (low >= beta) {
                break;
            }
        }
        Kind kind = best <= alpha ? Kind::UPPER : best >= beta ? Kind::LOWER : Kind::EXACT;
        table[board.cells] = {kind, best, depth, best_column};
        return best;
        // <
    }

    // The answer of the deepest search that was completed: column, score, depth, and each depth's probes and hits.
    std::vector<int> deepen() {
        // > // TODO: search to depth 1, 2, 3 and so on, at most until the board is full, and stop when BudgetSpent is
        // > // caught. Set the probes and hits to 0 before each depth. Return the column, score and depth of the
        // > // last completed search, then the probes and hits of each completed depth; an empty list if not even
        // > // depth 1 was completed.
        // > return {0};
        std::vector<int> answer, work;
        try {
            for (int depth = 1; depth <= SIZE * SIZE - board.stones; depth++) {
                probes = hits = 0;
                int score = negamax(depth, -INF, INF);
                work.insert(work.end(), {probes, hits});
                answer = {table[board.cells].column, score, depth};
            }
        } catch (const BudgetSpent&) {
            // The depth that was broken off does not count: the answer is still that of the one before.
        }
        answer.insert(answer.end(), work.begin(), work.end());
        return answer;
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

// The numbers as text, with blanks between them.
std::string join(const std::vector<int>& values) {
    std::string text;
    for (int value : values) {
        text += (text.empty() ? "" : " ") + std::to_string(value);
    }
    return text;
}

// The answer for a line: what can be found out about its position within its budget.
std::string solve(const std::string& line) {
    auto [budget, board] = question(line);
    if (board.lost() && board.stones < SIZE * SIZE) {
        throw std::invalid_argument("the game is over: " + line);
    }
    Search search{board, budget};
    return join(search.deepen());
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
