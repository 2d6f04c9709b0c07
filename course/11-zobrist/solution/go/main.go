// Task 11: a hash that follows the moves.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
)

var lines = [][3]int{{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}}

const infinity = 100

// Kind tells how a score in the table relates to the true one.
type Kind int

const (
	exact Kind = iota
	lower      // the true score is at least this
	upper      // the true score is at most this
)

// Entry is what the table knows about a position.
type Entry struct {
	kind  Kind
	score int
}

// splitmix64 returns the first `count` outputs of SplitMix64.
func splitmix64(seed uint64, count int) []uint64 {
	var outputs []uint64
	for i := 0; i < count; i++ {
		seed += 0x9E3779B97F4A7C15
		mixed := (seed ^ (seed >> 30)) * 0xBF58476D1CE4E5B9
		mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB
		outputs = append(outputs, mixed^(mixed>>31))
	}
	return outputs
}

// Board is a board that keeps its hash: the XOR of a key for each stone, and one more when O is to move.
type Board struct {
	cells   []int
	player  int
	hash    uint64
	keys    map[int][]uint64
	sideKey uint64
}

// newBoard returns an empty board with keys from this seed.
func newBoard(seed uint64) *Board {
	outputs := splitmix64(seed, 19)
	keys := map[int][]uint64{}
	for cell := 0; cell < 9; cell++ {
		keys[1] = append(keys[1], outputs[2*cell])
		keys[-1] = append(keys[-1], outputs[2*cell+1])
	}
	return &Board{cells: make([]int, 9), player: 1, keys: keys, sideKey: outputs[18]}
}

// make lets the player to move play.
func (b *Board) make(cell int) {
	// > // TODO: put a stone of b.player on the cell, change the hash by the key of that stone and the key of the side
	// > // to move, and let the other player be to move.
	b.cells[cell] = b.player
	b.hash ^= b.keys[b.player][cell] ^ b.sideKey
	b.player = -b.player
	// <
}

// unmake takes the move back: XOR undoes XOR.
func (b *Board) unmake(cell int) {
	// > // TODO: undo what make did, in the opposite order; the hash changes by the same keys.
	b.player = -b.player
	b.hash ^= b.keys[b.player][cell] ^ b.sideKey
	b.cells[cell] = 0
	// <
}

// winner returns 1 if X has a line, -1 if O has one, 0 if nobody has.
func (b *Board) winner() int {
	for _, line := range lines {
		x, y, z := b.cells[line[0]], b.cells[line[1]], b.cells[line[2]]
		if x != 0 && x == y && y == z {
			return x
		}
	}
	return 0
}

// full returns whether no cell of the board is empty.
func (b *Board) full() bool {
	for _, cell := range b.cells {
		if cell == 0 {
			return false
		}
	}
	return true
}

// Search is negamax with a table of hashes, counting the positions it visits.
type Search struct {
	board *Board
	table map[uint64]Entry
	nodes int
}

// negamax returns the score for the player to move.
func (s *Search) negamax(alpha, beta int) int {
	// > // TODO: as in task 8, but to the end of the game, so that entries have no depth; the table is always there,
	// > // and the hash of the board is the key.
	// > return 0
	board := s.board
	s.nodes++
	if won := board.winner(); won != 0 {
		return won * board.player
	}
	if board.full() {
		return 0
	}
	if known, ok := s.table[board.hash]; ok {
		if known.kind == exact || (known.kind == lower && known.score >= beta) ||
			(known.kind == upper && known.score <= alpha) {
			return known.score
		}
	}
	best, low := -infinity, alpha
	for cell := range board.cells {
		if board.cells[cell] == 0 {
			board.make(cell)
			score := -s.negamax(-beta, -low)
			board.unmake(cell)
			best = max(best, score)
			low = max(low, best)
			if low >= beta {
				break
			}
		}
	}
	kind := exact
	if best <= alpha {
		kind = upper
	} else if best >= beta {
		kind = lower
	}
	s.table[board.hash] = Entry{kind, best}
	return best
	// <
}

// max returns the larger of two numbers.
func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// numbers returns the numbers of a line.
func numbers(line string) ([]int, error) {
	var values []int
	for _, word := range strings.Fields(line) {
		value, err := strconv.Atoi(word)
		if err != nil {
			return nil, err
		}
		values = append(values, value)
	}
	return values, nil
}

// solve returns the hash after the moves of a line, the hash after taking them back, the score and the nodes.
func solve(line string) (string, error) {
	values, err := numbers(line)
	if err != nil {
		return "", err
	}
	if len(values) == 0 {
		return "", errors.New("empty line")
	}
	board, moves := newBoard(uint64(values[0])), values[1:]
	for _, cell := range moves {
		if cell < 0 || cell >= 9 {
			return "", fmt.Errorf("no such cell: %d", cell)
		}
		board.make(cell)
	}
	made := board.hash
	search := &Search{board: board, table: map[uint64]Entry{}}
	score := search.negamax(-infinity, infinity)
	for i := len(moves) - 1; i >= 0; i-- {
		board.unmake(moves[i])
	}
	return fmt.Sprintf("%016x %016x %d %d", made, board.hash, score, search.nodes), nil
}

func main() {
	log.SetFlags(0)
	scanner := bufio.NewScanner(os.Stdin)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		answer, err := solve(scanner.Text())
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(answer)
	}
	if err := scanner.Err(); err != nil {
		log.Fatal(err)
	}
}
