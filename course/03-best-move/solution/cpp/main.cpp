// Task 3: a best move, the quickest win or the slowest loss.
#include <algorithm>
#include <cstddef>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
const int WIN = 10;

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

// What X gets, with `ply` moves played since the given position: the later a win comes, the less it counts.
int minimax(std::vector<int>& board, int player, int ply) {
    // > // TODO: as in task 2, but a win of X counts WIN - ply and a win of O the negative of that.
    // > // The position after the next move is one ply further from the given position.
    // > return 0;
    int won = winner(board);
    if (won != 0) {
        return won * (WIN - ply);
    }
    if (full(board)) {
        return 0;
    }
    int best = -WIN * player;  // worse for `player` than what any move leads to
    for (int cell = 0; cell < 9; cell++) {
        if (board[cell] == 0) {
            board[cell] = player;
            int value = minimax(board, -player, ply + 1);
            board[cell] = 0;
            best = player == 1 ? std::max(best, value) : std::min(best, value);
        }
    }
    return best;
    // <
}

// The first of the cells with the best value for `player`, or -1 if no cell is empty.
int best_move(std::vector<int>& board, int player) {
    // > // TODO: try each empty cell as minimax does and remember the one with the best value for `player`:
    // > // the largest for X, the smallest for O, and the first of them if several are equal.
    // > return -1;
    int best = -1, best_value = 0;
    for (int cell = 0; cell < 9; cell++) {
        if (board[cell] == 0) {
            board[cell] = player;
            int value = minimax(board, -player, 1);
            board[cell] = 0;
            // Values are those of X; times `player` they are those of the player to move.
            if (best < 0 || player * value > player * best_value) {
                best = cell;
                best_value = value;
            }
        }
    }
    return best;
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

// The board and the player to move that a line describes.
std::pair<std::vector<int>, int> position(const std::string& line) {
    std::vector<int> board = numbers(line);
    if (board.size() != 10 || board[9] * board[9] != 1) {
        throw std::invalid_argument("not nine cells and a player: " + line);
    }
    int player = board[9];
    board.pop_back();
    return {board, player};
}

// The answer for a line: a best move in its position.
std::string solve(const std::string& line) {
    auto [board, player] = position(line);
    return std::to_string(best_move(board, player));
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
