// Task 12: search on while there is something to capture.
#include <algorithm>
#include <exception>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

const int INF = 100;
const char MINE = 'x', YOURS = 'o', EMPTY = '.';

// A step or a capture.
struct Move {
    int from, to;
};

// A row of cells as the player to move sees it: its own pieces x go right. It is turned after each move.
struct Row {
    std::string cells;

    // Steps to the right and captures to either side.
    std::vector<Move> moves() const {
        std::vector<Move> found;
        int size = static_cast<int>(cells.size());
        for (int from = 0; from < size; from++) {
            if (cells[from] != MINE) {
                continue;
            }
            for (int to : {from + 1, from - 1}) {
                if (to < 0 || to >= size) {
                    continue;
                }
                if (cells[to] == YOURS || (cells[to] == EMPTY && to > from)) {
                    found.push_back({from, to});
                }
            }
        }
        return found;
    }

    // The moves that take a piece.
    std::vector<Move> captures() const {
        // > // TODO: return those of the moves, in their order, that go to a cell with a piece of the other player.
        // > return {};
        std::vector<Move> found;
        for (Move move : moves()) {
            if (cells[move.to] == YOURS) {
                found.push_back(move);
            }
        }
        return found;
        // <
    }

    // See it from the other side.
    void turn() {
        std::reverse(cells.begin(), cells.end());
        for (char& piece : cells) {
            piece = piece == MINE ? YOURS : piece == YOURS ? MINE : EMPTY;
        }
    }

    // Play a move and turn the row; what stood on the target.
    char make(Move move) {
        char taken = cells[move.to];
        cells[move.from] = EMPTY;
        cells[move.to] = MINE;
        turn();
        return taken;
    }

    // Turn it back and undo the move.
    void unmake(Move move, char taken) {
        turn();
        cells[move.from] = MINE;
        cells[move.to] = taken;
    }

    // The lead in pieces of the player to move.
    int evaluate() const {
        auto mine = std::count(cells.begin(), cells.end(), MINE);
        auto yours = std::count(cells.begin(), cells.end(), YOURS);
        return static_cast<int>(mine - yours);
    }
};

// Gives a row at the depth limit its value.
using Judge = int (*)(Row& row, int alpha, int beta);

// The value of the row when only captures are left to play; declining them all is always possible.
int quiescence(Row& row, int alpha, int beta) {
    // > // TODO: start with the evaluation as the best value; that is enough if it reaches beta.
    // > // Otherwise try each capture: make it, ask quiescence with the window turned round (the larger of alpha and
    // > // the best value so far is the limit), unmake it. Stop when the best value reaches beta.
    // > return 0;
    int best = row.evaluate();
    if (best >= beta) {
        return best;
    }
    for (Move move : row.captures()) {
        char taken = row.make(move);
        int value = -quiescence(row, -beta, -std::max(alpha, best));
        row.unmake(move, taken);
        best = std::max(best, value);
        if (best >= beta) {
            break;
        }
    }
    return best;
    // <
}

// The value for the player to move; at the depth limit `at_the_limit` gives the value.
int negamax(Row& row, int depth, int alpha, int beta, Judge at_the_limit) {
    // > // TODO: without a move the game is over and the evaluation is its value. At depth 0 let at_the_limit judge.
    // > // Otherwise try every move as quiescence tries captures, one ply less deep.
    // > return 0;
    std::vector<Move> moves = row.moves();
    if (moves.empty()) {
        return row.evaluate();
    }
    if (depth == 0) {
        return at_the_limit(row, alpha, beta);
    }
    int best = -INF;
    for (Move move : moves) {
        char taken = row.make(move);
        int value = -negamax(row, depth - 1, -beta, -std::max(alpha, best), at_the_limit);
        row.unmake(move, taken);
        best = std::max(best, value);
        if (best >= beta) {
            break;
        }
    }
    return best;
    // <
}

// The lead, without a search.
int plain(Row& row, int, int) {
    return row.evaluate();
}

// The answer for a line: the value of its row with either way to judge at the depth limit.
std::string solve(const std::string& line) {
    std::istringstream words(line);
    int depth = 0;
    Row row;
    if (!(words >> depth >> row.cells) || row.cells.find_first_not_of("xo.") != std::string::npos) {
        throw std::invalid_argument("not a depth and a row: " + line);
    }
    int believed = negamax(row, depth, -INF, INF, plain);
    int quiet = negamax(row, depth, -INF, INF, quiescence);
    return std::to_string(believed) + " " + std::to_string(quiet);
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
