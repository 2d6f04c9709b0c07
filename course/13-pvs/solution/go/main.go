// Task 13: principal variation search: one move with the full window, the others with a null window.
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

var centre = []int{1, 2, 0, 3}

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

// Search tries the column first that was best here the last time, then goes from the centre outward. The cells are
// the key: they also determine the side to move.
type Search struct {
	board             *Board
	best              map[[size * size]int]int
	nodes, researches int
}

// moveSearch returns the score of the move just made, for the player who made it.
type moveSearch func(depth, alpha, beta int, isFirst bool) int

// newSearch returns a search that has not visited anything.
func newSearch(board *Board) *Search {
	return &Search{board: board, best: map[[size * size]int]int{}}
}

// alphabeta returns the score for the player to move: each move with the full window.
func (s *Search) alphabeta(depth, alpha, beta int) int {
	return s.search(depth, alpha, beta, s.alphabetaMove)
}

// pvs returns the score for the player to move: the first move with the full window, then null windows.
func (s *Search) pvs(depth, alpha, beta int) int {
	return s.search(depth, alpha, beta, s.pvsMove)
}

// alphabetaMove returns the score of the move just made, for the player who made it.
func (s *Search) alphabetaMove(depth, alpha, beta int, isFirst bool) int {
	return -s.alphabeta(depth, -beta, -alpha)
}

// pvsMove returns the same, but first tests only whether the move beats alpha, unless it is the first move.
func (s *Search) pvsMove(depth, alpha, beta int, isFirst bool) int {
	// > // TODO: search the first move with pvs and the full window, as alphabetaMove does. Search any other with the null
	// > // window from alpha to alpha + 1, turned round; if the score turns out to lie between alpha and beta,
	// > // count a re-search and search the move once more with the full window.
	// > return 0
	if isFirst {
		return -s.pvs(depth, -beta, -alpha)
	}
	score := -s.pvs(depth, -alpha-1, -alpha)
	if alpha < score && score < beta {
		s.researches++
		score = -s.pvs(depth, -beta, -alpha)
	}
	return score
	// <
}

// search returns the score for the player to move: negamax over the moves, each searched by `searchMove`.
func (s *Search) search(depth, alpha, beta int, searchMove moveSearch) int {
	// > // TODO: as negamax in task 10 with the order `centre`, always keeping the best column. But the score of a move comes
	// > // from searchMove, called while the stone is on the board with one ply less, alpha, beta, and whether this
	// > // is the first move; the score is already the one for the player who made the move.
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
	for _, column := range putFirst(s.remembered(), centre) {
		if board.heights[column] == size {
			continue
		}
		board.drop(column)
		score := searchMove(depth-1, alpha, beta, bestColumn == none)
		board.undrop(column)
		if score > best {
			best, bestColumn = score, column
		}
		alpha = max(alpha, best)
		if alpha >= beta {
			break
		}
	}
	s.best[board.cells] = bestColumn
	return best
	// <
}

// remembered returns the column that was best here the last time, or none.
func (s *Search) remembered() int {
	if column, known := s.best[s.board.cells]; known {
		return column
	}
	return none
}

// deepen returns the score of the search to this depth, after searches to all smaller ones; the counters are those
// of the last.
func deepen(search *Search, method func(depth, alpha, beta int) int, depth int) int {
	score := 0
	for limit := 1; limit <= depth; limit++ {
		search.nodes, search.researches = 0, 0
		score = method(limit, -infinity, infinity)
	}
	return score
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

// solve returns the score of the position of a line, the nodes of alpha-beta and of PVS, and the re-searches.
func solve(line string) (string, error) {
	depth, board, err := question(line)
	if err != nil {
		return "", err
	}
	alphabeta, pvs := newSearch(board), newSearch(board)
	deepen(alphabeta, alphabeta.alphabeta, depth)
	score := deepen(pvs, pvs.pvs, depth)
	return fmt.Sprintf("%d %d %d %d", score, alphabeta.nodes, pvs.nodes, pvs.researches), nil
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
