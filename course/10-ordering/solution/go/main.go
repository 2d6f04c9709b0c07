// Task 10: three orders of moves, one value, fewer and fewer nodes.
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

var natural, centre = []int{0, 1, 2, 3}, []int{1, 2, 0, 3}

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

// Search is negamax that tries the columns in `order`, but first the one that was best here the last time, if it
// keeps those. The cells are the key: they also determine the side to move.
type Search struct {
	board     *Board
	order     []int
	keepsBest bool
	best      map[[size * size]int]int
	nodes     int
}

// newSearch returns a search that has not visited anything.
func newSearch(board *Board, order []int, keepsBest bool) *Search {
	return &Search{board: board, order: order, keepsBest: keepsBest, best: map[[size * size]int]int{}}
}

// remembered returns the column that was best here the last time, or none.
func (s *Search) remembered() int {
	if column, known := s.best[s.board.cells]; known {
		return column
	}
	return none
}

// negamax returns the score for the player to move, from a search of `depth` plies.
func (s *Search) negamax(depth, alpha, beta int) int {
	// > // TODO: as in task 7 with pruning, but only the score is returned. Try the columns that are not full as they come in
	// > // s.order, the remembered one first (putFirst). If s.keepsBest, put the best column of this position in
	// > // s.best at the end.
	// > return 0
	board := s.board
	s.nodes++
	if board.lost() {
		return -(win - board.stones)
	}
	if depth == 0 || board.stones == size*size {
		return board.evaluate()
	}
	best, bestColumn := -infinity, none
	for _, column := range putFirst(s.remembered(), s.order) {
		if board.heights[column] == size {
			continue
		}
		board.drop(column)
		score := -s.negamax(depth-1, -beta, -alpha)
		board.undrop(column)
		if score > best {
			best, bestColumn = score, column
		}
		alpha = max(alpha, best)
		if alpha >= beta {
			break
		}
	}
	if s.keepsBest {
		s.best[board.cells] = bestColumn
	}
	return best
	// <
}

// deepen returns the nodes of a search to this depth, after searches to all smaller ones have found the best columns.
func deepen(board *Board, depth int) int {
	// > // TODO: let one search that goes from the centre outward and keeps the best columns search to depth 1, 2 and so on
	// > // up to `depth`, each time counting from 0; return the nodes of the last time.
	// > return 0
	search := newSearch(board, centre, true)
	for limit := 1; limit <= depth; limit++ {
		search.nodes = 0
		search.negamax(limit, -infinity, infinity)
	}
	return search.nodes
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

// solve returns the score of the position of a line, and the nodes with each of the three orders.
func solve(line string) (string, error) {
	depth, board, err := question(line)
	if err != nil {
		return "", err
	}
	fromLeft, fromCentre := newSearch(board, natural, false), newSearch(board, centre, false)
	score := fromLeft.negamax(depth, -infinity, infinity)
	fromCentre.negamax(depth, -infinity, infinity)
	return fmt.Sprintf("%d %d %d %d", score, fromLeft.nodes, fromCentre.nodes, deepen(board, depth)), nil
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
