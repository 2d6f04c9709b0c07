// Task 6: one branch for both players.
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
const int INF = 100;

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

// Negamax on one board, counting the positions it visits.
struct Search {
    std::vector<int>& board;
    int nodes = 0;

    // The score of the position for `player`, who is to move.
    int negamax(int player, int ply, int alpha, int beta) {
        // > // TODO: count the position. A finished game scores WIN - ply for the winner, the negative for the loser,
        // > // 0 for both in a draw. Otherwise the score of a move is the negative of the other player's score
        // > // after it, whose window is (-beta, -alpha). Keep the best score, raise alpha to it, stop when
        // > // alpha >= beta.
        // > return 0;
        nodes++;
        int won = winner(board);
        if (won != 0) {
            return won * player * (WIN - ply);
        }
        if (full(board)) {
            return 0;
        }
        int best = -INF;
        for (int cell = 0; cell < 9; cell++) {
            if (board[cell] == 0) {
                board[cell] = player;
                int score = -negamax(-player, ply + 1, -beta, -alpha);
                board[cell] = 0;
                best = std::max(best, score);
                alpha = std::max(alpha, best);
                if (alpha >= beta) {
                    break;
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

// The answer for a line: the score of its position and the nodes of the search.
std::string solve(const std::string& line) {
    auto [board, player] = position(line);
    Search search{board};
    int score = search.negamax(player, 0, -INF, INF);
    return std::to_string(score) + " " + std::to_string(search.nodes);
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
