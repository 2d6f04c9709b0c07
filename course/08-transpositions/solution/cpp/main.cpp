// Task 8: a position reached twice is searched once.
#include <algorithm>
#include <cstddef>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
const int INF = 100;

// How a score in the table relates to the true one: it is the same, or the true one is at least or at most this.
enum class Kind { EXACT, LOWER, UPPER };

// What the table knows about a position from a search of `depth` plies.
struct Entry {
    Kind kind;
    int score;
    int depth;
};

using Table = std::unordered_map<int, Entry>;

// 1 if X has a line, -1 if O has one, 0 if nobody has.
int winner(const std::vector<int>& board) {
    for (const auto& line : LINES) {
        int first = board[line[0]];
        if (first != 0 && first == board[line[1]] && first == board[line[2]]) {
            return first;
        }
    }
    return 0;
}

// Whether no cell of the board is empty.
bool full(const std::vector<int>& board) {
    return std::count(board.begin(), board.end(), 0) == 0;
}

// Negamax with a table, or without one (nullptr), counting the positions it visits.
struct Search {
    std::vector<int>& board;
    Table* table;
    int nodes = 0;

    // The cells as digits in base 3, then a digit for the side to move.
    int key(int player) const {
        // > // TODO: return a number that no other position has: the nine cells as digits in base 3
        // > // (the digit of -1 is 2, and -1 % 3 is -1 in C++), times 2, plus 1 if X is to move.
        // > return 0;
        int packed = 0;
        for (int cell : board) {
            packed = 3 * packed + (cell + 3) % 3;
        }
        return 2 * packed + (player == 1 ? 1 : 0);
        // <
    }

    // The score of the position for `player`, who is to move, from a search of `depth` plies.
    int negamax(int player, int depth, int alpha, int beta) {
        // > // TODO: count the position. A finished game scores 1, -1 or 0 for `player`, a search of depth 0 scores 0.
        // > // Then look into the table: an entry from a search at least as deep is the answer if it is exact,
        // > // or a lower bound that reaches beta, or an upper bound that does not exceed alpha.
        // > // Otherwise search the moves, but keep alpha as it was and raise a copy of it.
        // > // If there is a table (table != nullptr), enter the best score: an upper bound if it is <= alpha,
        // > // a lower bound if it is >= beta, else exact.
        // > return 0;
        nodes++;
        int won = winner(board);
        if (won != 0) {
            return won * player;
        }
        if (depth == 0 || full(board)) {
            return 0;
        }
        if (table != nullptr) {
            auto found = table->find(key(player));
            if (found != table->end() && found->second.depth >= depth) {
                const Entry& known = found->second;
                if (known.kind == Kind::EXACT || (known.kind == Kind::LOWER && known.score >= beta) ||
                    (known.kind == Kind::UPPER && known.score <= alpha)) {
                    return known.score;
                }
            }
        }
        int best = -INF, low = alpha;  // alpha itself is needed again to tell an upper bound
        for (int cell = 0; cell < 9; cell++) {
            if (board[cell] == 0) {
                board[cell] = player;
                int score = -negamax(-player, depth - 1, -beta, -low);
                board[cell] = 0;
                best = std::max(best, score);
                low = std::max(low, best);
                if (low >= beta) {
                    break;
                }
            }
        }
        if (table != nullptr) {
            Kind kind = best <= alpha ? Kind::UPPER : best >= beta ? Kind::LOWER : Kind::EXACT;
            (*table)[key(player)] = {kind, best, depth};
        }
        return best;
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

// The numbers as text, with blanks between them.
std::string join(const std::vector<int>& values) {
    std::string text;
    for (int value : values) {
        text += (text.empty() ? "" : " ") + std::to_string(value);
    }
    return text;
}

// The answer for a line: for each of its depths the score and the nodes without and with the table.
std::string solve(const std::string& line) {
    std::vector<int> values = numbers(line);
    if (values.size() < 10 || values[9] * values[9] != 1) {
        throw std::invalid_argument("not nine cells, a player and depths: " + line);
    }
    std::vector<int> board(values.begin(), values.begin() + 9), depths(values.begin() + 10, values.end());
    int player = values[9];
    Table table;
    std::vector<int> answers;
    for (int depth : depths) {
        Search without{board, nullptr}, known{board, &table};
        without.negamax(player, depth, -INF, INF);
        int score = known.negamax(player, depth, -INF, INF);
        answers.insert(answers.end(), {score, without.nodes, known.nodes});
    }
    return join(answers);
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
