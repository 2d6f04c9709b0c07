// Task 11: a hash that follows the moves.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <iomanip>
#include <iostream>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <unordered_map>
#include <vector>

const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
const int INF = 100;

// How a score in the table relates to the true one: it is the same, or the true one is at least or at most this.
enum class Kind { EXACT, LOWER, UPPER };

// What the table knows about a position.
struct Entry {
    Kind kind;
    int score;
};

// The first `count` outputs of SplitMix64.
std::vector<std::uint64_t> splitmix64(std::uint64_t seed, int count) {
    std::vector<std::uint64_t> outputs;
    for (int i = 0; i < count; i++) {
        seed += 0x9E3779B97F4A7C15;
        std::uint64_t mixed = (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB;
        outputs.push_back(mixed ^ (mixed >> 31));
    }
    return outputs;
}

// A board that keeps its hash: the XOR of a key for each stone, and one more when O is to move.
struct Board {
    std::vector<int> cells = std::vector<int>(9);
    int player = 1;
    std::uint64_t hash = 0;
    std::map<int, std::vector<std::uint64_t>> keys;
    std::uint64_t side_key;

    explicit Board(std::uint64_t seed) {
        std::vector<std::uint64_t> outputs = splitmix64(seed, 19);
        for (int cell = 0; cell < 9; cell++) {
            keys[1].push_back(outputs[2 * cell]);
            keys[-1].push_back(outputs[2 * cell + 1]);
        }
        side_key = outputs[18];
    }

    // The player to move plays.
    void make(int cell) {
        // > // TODO: put a stone of `player` on the cell, change the hash by the key of that stone and the key of the
        // > // side to move, and let the other player be to move.
        cells[cell] = player;
        hash ^= keys[player][cell] ^ side_key;
        player = -player;
        // <
    }

    // Take the move back: XOR undoes XOR.
    void unmake(int cell) {
        // > // TODO: undo what make did, in the opposite order; the hash changes by the same keys.
        player = -player;
        hash ^= keys[player][cell] ^ side_key;
        cells[cell] = 0;
        // <
    }

    // 1 if X has a line, -1 if O has one, 0 if nobody has.
    int winner() const {
        for (const auto& line : LINES) {
            int first = cells[line[0]];
            if (first != 0 && first == cells[line[1]] && first == cells[line[2]]) {
                return first;
            }
        }
        return 0;
    }

    // Whether no cell is empty.
    bool full() const {
        return std::count(cells.begin(), cells.end(), 0) == 0;
    }
};

// Negamax with a table of hashes, counting the positions it visits.
struct Search {
    Board& board;
    std::unordered_map<std::uint64_t, Entry> table{};
    int nodes = 0;

    // The score for the player to move.
    int negamax(int alpha, int beta) {
        // > // TODO: as in task 8, but to the end of the game, so that entries have no depth; the table is always
        // > // there, and the hash of the board is the key.
        // > return 0;
        nodes++;
        int won = board.winner();
        if (won != 0) {
            return won * board.player;
        }
        if (board.full()) {
            return 0;
        }
        auto found = table.find(board.hash);
        if (found != table.end()) {
            const Entry& known = found->second;
            if (known.kind == Kind::EXACT || (known.kind == Kind::LOWER && known.score >= beta) ||
                (known.kind == Kind::UPPER && known.score <= alpha)) {
                return known.score;
            }
        }
        int best = -INF, low = alpha;
        for (int cell = 0; cell < 9; cell++) {
            if (board.cells[cell] == 0) {
                board.make(cell);
                int score = -negamax(-beta, -low);
                board.unmake(cell);
                best = std::max(best, score);
                low = std::max(low, best);
                if (low >= beta) {
                    break;
                }
            }
        }
        Kind kind = best <= alpha ? Kind::UPPER : best >= beta ? Kind::LOWER : Kind::EXACT;
        table[board.hash] = {kind, best};
        return best;
        // <
    }
};

// The numbers of a line.
std::vector<std::int64_t> numbers(const std::string& line) {
    std::istringstream words(line);
    std::vector<std::int64_t> values;
    for (std::string word; words >> word;) {
        std::size_t end = 0;
        values.push_back(std::stoll(word, &end));
        if (end != word.size()) {
            throw std::invalid_argument("not a number: " + word);
        }
    }
    return values;
}

// The answer for a line: the hash after its moves, the hash after taking them back, the score and the nodes.
std::string solve(const std::string& line) {
    std::vector<std::int64_t> values = numbers(line);
    if (values.empty()) {
        throw std::invalid_argument("empty line");
    }
    Board board(static_cast<std::uint64_t>(values[0]));
    std::vector<int> moves(values.begin() + 1, values.end());
    for (int cell : moves) {
        if (cell < 0 || cell >= 9) {
            throw std::invalid_argument("no such cell: " + std::to_string(cell));
        }
        board.make(cell);
    }
    std::uint64_t made = board.hash;
    Search search{board};
    int score = search.negamax(-INF, INF);
    for (auto cell = moves.rbegin(); cell != moves.rend(); ++cell) {
        board.unmake(*cell);
    }
    std::ostringstream answer;
    answer << std::hex << std::setfill('0') << std::setw(16) << made << ' ' << std::setw(16) << board.hash;
    answer << std::dec << ' ' << score << ' ' << search.nodes;
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
