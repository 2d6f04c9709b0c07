// Task 13: principal variation search: one move with the full window, the others with a null window.
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
const std::vector<int> CENTRE = {1, 2, 0, 3};
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

// Searches that try the column first that was best here the last time, then go from the centre outward.
// The cells are the key: they also determine the side to move.
struct Search {
    Board& board;
    std::map<Cells, int> best{};
    int nodes = 0, researches = 0;

    // One of the two functions below that give a move its score; call it with (this->*search_move)(...).
    using MoveSearch = int (Search::*)(int depth, int alpha, int beta, bool is_first);

    // The score for the player to move: each move with the full window.
    int alphabeta(int depth, int alpha, int beta) {
        return search(depth, alpha, beta, &Search::alphabeta_move);
    }

    // The score for the player to move: the first move with the full window, then null windows.
    int pvs(int depth, int alpha, int beta) {
        return search(depth, alpha, beta, &Search::pvs_move);
    }

    // The score of the move just made, for the player who made it.
    int alphabeta_move(int depth, int alpha, int beta, [[maybe_unused]] bool is_first) {
        return -alphabeta(depth, -beta, -alpha);
    }

    // The same, but first tests only whether the move beats alpha, unless it is the first move.
    int pvs_move(int depth, int alpha, int beta, bool is_first) {
        // > // TODO: search the first move with pvs and the full window, as alphabeta_move does. Search any other with
        // > // the null window from alpha to alpha + 1, turned round; if the score turns out to lie between alpha
        // > // and beta, count a re-search and search the move once more with the full window.
        // > return 0;
        if (is_first) {
            return -pvs(depth, -beta, -alpha);
        }
        int score = -pvs(depth, -alpha - 1, -alpha);
        if (alpha < score && score < beta) {  // better than alpha, but this score is only a lower bound
            researches++;
            score = -pvs(depth, -beta, -alpha);
        }
        return score;
        // <
    }

    // Negamax over the moves, each searched by `search_move`.
    int search(int depth, int alpha, int beta, MoveSearch search_move) {
        // > // TODO: as negamax in task 10 with the order CENTRE, always keeping the best column. But the score of a
        // > // move comes from search_move, called while the stone is on the board with one ply less, alpha, beta,
        // > // and whether this is the first move; the score is already the one for the player who made the move.
        // > return 0;
        nodes++;
        if (board.lost()) {
            return -(WIN - board.stones);
        }
        if (depth == 0 || board.stones == SIZE * SIZE) {
            return board.evaluate();
        }
        int best_score = -INF, best_column = NONE;
        for (int column : put_first(remembered(), CENTRE)) {
            if (board.heights[column] == SIZE) {
                continue;
            }
            board.drop(column);
            int score = (this->*search_move)(depth - 1, alpha, beta, best_column == NONE);
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
        best[board.cells] = best_column;
        return best_score;
        // <
    }

    // The column that was best here the last time, or NONE.
    int remembered() const {
        auto found = best.find(board.cells);
        return found == best.end() ? NONE : found->second;
    }
};

// The score of the search to this depth, after searches to all smaller ones; the counters are those of the last.
int deepen(Search& search, int (Search::*method)(int depth, int alpha, int beta), int depth) {
    int score = 0;
    for (int limit = 1; limit <= depth; limit++) {
        search.nodes = search.researches = 0;
        score = (search.*method)(limit, -INF, INF);
    }
    return score;
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

// The answer for a line: the score of its position, the nodes of alpha-beta and of PVS, and the re-searches.
std::string solve(const std::string& line) {
    auto [depth, board] = question(line);
    Search alphabeta{board}, pvs{board};
    deepen(alphabeta, &Search::alphabeta, depth);
    int score = deepen(pvs, &Search::pvs, depth);
    std::ostringstream answer;
    answer << score << ' ' << alphabeta.nodes << ' ' << pvs.nodes << ' ' << pvs.researches;
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
