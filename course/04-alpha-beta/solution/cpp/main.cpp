// Task 4: the same value with fewer nodes.
#include <algorithm>
#include <cstddef>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

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

// Searches that try the cells in `order` and count the positions they visit.
struct Search {
    std::vector<int>& board;
    const std::vector<int>& order;
    int nodes = 0;

    // What X gets, by searching every move.
    int minimax(int player) {
        // > // TODO: count the position in `nodes`, before anything else. Then as in task 2,
        // > // but the cells are tried as they come in `order`.
        // > return 0;
        nodes++;
        int won = winner(board);
        if (won != 0) {
            return won;
        }
        if (full(board)) {
            return 0;
        }
        int best = -2 * player;  // worse for `player` than what any move leads to
        for (int cell : order) {
            if (board[cell] == 0) {
                board[cell] = player;
                int value = minimax(-player);
                board[cell] = 0;
                best = player == 1 ? std::max(best, value) : std::min(best, value);
            }
        }
        return best;
        // <
    }

    // What X gets if that lies between alpha and beta; else a value on the same side of them.
    int alphabeta(int player, int alpha, int beta) {
        // > // TODO: start as in minimax, counting included. After each move X raises alpha to the best value so far,
        // > // O lowers beta to it; as soon as alpha >= beta the other moves need not be tried.
        // > return 0;
        nodes++;
        int won = winner(board);
        if (won != 0) {
            return won;
        }
        if (full(board)) {
            return 0;
        }
        int best = -2 * player;
        for (int cell : order) {
            if (board[cell] == 0) {
                board[cell] = player;
                int value = alphabeta(-player, alpha, beta);
                board[cell] = 0;
                if (player == 1) {
                    best = std::max(best, value);
                    alpha = std::max(alpha, best);
                } else {
                    best = std::min(best, value);
                    beta = std::min(beta, best);
                }
                if (alpha >= beta) {
                    break;  // one of the players has something at least as good elsewhere
                }
            }
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

// The answer for a line: the value of its position, and the nodes without and with pruning.
std::string solve(const std::string& line) {
    std::vector<int> values = numbers(line);
    if (values.size() < 10 || values[9] * values[9] != 1) {
        throw std::invalid_argument("not nine cells, a player and an order: " + line);
    }
    std::vector<int> board(values.begin(), values.begin() + 9), order(values.begin() + 10, values.end());
    for (int cell : order) {
        if (cell < 0 || cell >= 9) {
            throw std::invalid_argument("no such cell: " + std::to_string(cell));
        }
    }
    Search plain{board, order}, pruned{board, order};
    int value = plain.minimax(values[9]);
    pruned.alphabeta(values[9], -2, 2);
    std::ostringstream answer;
    answer << value << ' ' << plain.nodes << ' ' << pruned.nodes;
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
