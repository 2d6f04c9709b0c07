// Task 9: one depth after the other, until the nodes are spent.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"log"
	"os"
	"sort"
	"strconv"
	"strings"
)

const (
	size     = 4
	win      = 1000
	infinity = 1_000_000_000
	none     = -1 // no column
)

// Kind tells how a score in the table relates to the true one.
type Kind int

const (
	exact Kind = iota
	lower      // the true score is at least this
	upper      // the true score is at most this
)

var (
	steps = [][2]int{{0, 1}, {1, 0}, {1, 1}, {1, -1}}
	lines = allLines()
)

// allLines returns the cells of every three in a row.
func allLines() [][3]int {
	var all [][3]int
	for row := 0; row < size; row++ {
		for column := 0; column < size; column++ {
			for _, step := range steps {
				down, right := step[0], step[1]
				if column+2*right < 0 || column+2*right >= size || row+2*down >= size {
					continue
				}
				cell, next := row*size+column, down*size+right
				all = append(all, [3]int{cell, cell + next, cell + 2*next})
			}
		}
	}
	return all
}

// Board has cells from the bottom row up, left to right: 1 for the first player, -1 for the second, 0 for none.
type Board struct {
	cells   [size * size]int
	heights [size]int
	player  int
	stones  int
}

// newBoard returns an empty board with the first player to move.
func newBoard() *Board {
	return &Board{player: 1}
}

// columns returns the columns that are not full.
func (b *Board) columns() []int {
	var open []int
	for column, height := range b.heights {
		if height < size {
			open = append(open, column)
		}
	}
	return open
}

// drop lets the player to move drop a stone.
func (b *Board) drop(column int) {
	b.cells[b.heights[column]*size+column] = b.player
	b.heights[column]++
	b.stones++
	b.player = -b.player
}

// undrop takes the stone back.
func (b *Board) undrop(column int) {
	b.player = -b.player
	b.stones--
	b.heights[column]--
	b.cells[b.heights[column]*size+column] = 0
}

// lost returns whether the player who has just moved has three in a row.
func (b *Board) lost() bool {
	for _, line := range lines {
		if b.cells[line[0]] == -b.player && b.cells[line[1]] == -b.player && b.cells[line[2]] == -b.player {
			return true
		}
	}
	return false
}

// evaluate returns the open twos of the player to move minus those of the other: two stones in a line and its
// third cell empty.
func (b *Board) evaluate() int {
	twos := 0
	for _, line := range lines {
		sum := b.cells[line[0]] + b.cells[line[1]] + b.cells[line[2]]
		if sum == 2 || sum == -2 { // two stones of one player and an empty cell
			twos += b.player * (sum / 2)
		}
	}
	return twos
}

// errBudgetSpent says that no more positions may be visited.
var errBudgetSpent = errors.New("budget spent")

// Entry is what the table knows about a position from a search of `depth` plies.
type Entry struct {
	kind   Kind
	score  int
	depth  int
	column int
}

// Search is negamax with a table that is kept from depth to depth. The cells are the key: they also determine the
// side to move.
type Search struct {
	board               *Board
	budget              int
	table               map[[size * size]int]Entry
	nodes, probes, hits int
}

// negamax returns the score for the player to move; its best column is left in the table.
// The error is errBudgetSpent or nil.
func (s *Search) negamax(depth, alpha, beta int) (int, error) {
	// > // TODO: if s.nodes has reached s.budget, return errBudgetSpent; else count the position.
	// > // Lost positions, depth 0 and the full board are as in task 7. Then count a probe, and look the cells up in
	// > // the table; if they are there, count a hit, and answer from the entry as in task 8 if that is allowed.
	// > // Otherwise search the columns, the column of the entry first (putFirst), and put the result in the table.
	// > // Take each stone back before you pass an error on, so that the board is as it was.
	// > return 0, errBudgetSpent
	board := s.board
	if s.nodes == s.budget {
		return 0, errBudgetSpent
	}
	s.nodes++
	if board.lost() {
		return -(win - board.stones), nil
	}
	if depth == 0 || board.stones == size*size {
		return board.evaluate(), nil
	}
	first := none
	s.probes++
	if known, ok := s.table[board.cells]; ok {
		s.hits++
		first = known.column
		if known.depth >= depth {
			if known.kind == exact || (known.kind == lower && known.score >= beta) ||
				(known.kind == upper && known.score <= alpha) {
				return known.score, nil
			}
		}
	}
	best, bestColumn, low := -infinity, none, alpha
	for _, column := range putFirst(first, board.columns()) {
		board.drop(column)
		score, err := s.negamax(depth-1, -beta, -low)
		board.undrop(column)
		if err != nil {
			return 0, err
		}
		score = -score
		if score > best {
			best, bestColumn = score, column
		}
		low = max(low, best)
		if low >= beta {
			break
		}
	}
	kind := exact
	if best <= alpha {
		kind = upper
	} else if best >= beta {
		kind = lower
	}
	s.table[board.cells] = Entry{kind, best, depth, bestColumn}
	return best, nil
	// <
}

// deepen returns the answer of the deepest search that was completed: column, score, depth, and each depth's
// probes and hits.
func (s *Search) deepen() []int {
	// > // TODO: search to depth 1, 2, 3 and so on, at most until the board is full, and stop at the first error.
	// > // Set the probes and hits to 0 before each depth. Return the column, score and depth of the last search
	// > // without an error, then the probes and hits of each depth; an empty list if not even depth 1 was completed.
	// > return []int{0}
	var answer, work []int
	for depth := 1; depth <= size*size-s.board.stones; depth++ {
		s.probes, s.hits = 0, 0
		score, err := s.negamax(depth, -infinity, infinity)
		if err != nil {
			break
		}
		work = append(work, s.probes, s.hits)
		answer = []int{s.table[s.board.cells].column, score, depth}
	}
	return append(answer, work...)
	// <
}

// putFirst returns the columns with `first` in front if it is one of them; the others keep their order.
func putFirst(first int, columns []int) []int {
	ordered := append([]int(nil), columns...)
	sort.SliceStable(ordered, func(i, j int) bool { return ordered[i] == first && ordered[j] != first })
	return ordered
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

// question returns the first number of a line, and the board after the moves that follow it.
func question(line string) (first int, board *Board, err error) {
	values, err := numbers(line)
	if err != nil {
		return 0, nil, err
	}
	if len(values) == 0 {
		return 0, nil, errors.New("empty line")
	}
	board = newBoard()
	for _, column := range values[1:] {
		if column < 0 || column >= size || board.heights[column] == size {
			return 0, nil, fmt.Errorf("no stone can be dropped in column %d: %q", column, line)
		}
		board.drop(column)
	}
	return values[0], board, nil
}

// join returns the numbers as text, with blanks between them.
func join(values []int) string {
	return strings.Trim(fmt.Sprint(values), "[]")
}

// solve returns what can be found out about the position of a line within its budget.
func solve(line string) (string, error) {
	budget, board, err := question(line)
	if err != nil {
		return "", err
	}
	if board.lost() && board.stones < size*size {
		return "", fmt.Errorf("the game is over: %q", line)
	}
	search := &Search{board: board, budget: budget, table: map[[size * size]int]Entry{}}
	return join(search.deepen()), nil
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
