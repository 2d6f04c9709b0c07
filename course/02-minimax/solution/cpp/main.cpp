// Task 2: the minimax value of a position of tic-tac-toe, for X.
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

// What X gets when both play as well as they can and `player` is to move: 1, 0 or -1.
int minimax(std::vector<int>& board, int player) {
    // > // TODO: return the winner if there is one, and 0 if the board is full.
    // > // Otherwise put a stone of `player` on each empty cell in turn, ask minimax about the other player,
    // > // and take the stone back; return the largest value if X is to move, the smallest if O is.
    // > return 0;
    int won = winner(board);
    if (won != 0) {
        return won;
    }
    if (full(board)) {
        return 0;
    }
    int best = -player;  // nothing is worse for `player`
    for (int cell = 0; cell < 9; cell++) {
        if (board[cell] == 0) {
            board[cell] = player;
            int value = minimax(board, -player);
            board[cell] = 0;
            best = player == 1 ? std::max(best, value) : std::min(best, value);
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

// The answer for a line: the value of its position.
std::string solve(const std::string& line) {
    auto [board, player] = position(line);
    return std::to_string(minimax(board, player));
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
