// Task 7: three in a row where stones fall, looking a few moves ahead.
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

const (
	size     = 4
	win      = 1000
	infinity = 1_000_000_000
	none     = -1 // no column
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
	// > // TODO: return whether one of the lines has three stones of the player who has just moved:
	// > // -b.player, since b.player is to move.
	for _, line := range lines {
		if b.cells[line[0]] == -b.player && b.cells[line[1]] == -b.player && b.cells[line[2]] == -b.player {
			return true
		}
	}
	// <
	return false
}

// evaluate returns the open twos of the player to move minus those of the other: two stones in a line and its
// third cell empty.
func (b *Board) evaluate() int {
	// > // TODO: go through the lines; count 1 for two stones of b.player and an empty cell,
	// > // -1 for two stones of the other player and an empty cell.
	// > return 0
	twos := 0
	for _, line := range lines {
		sum := b.cells[line[0]] + b.cells[line[1]] + b.cells[line[2]]
		if sum == 2 || sum == -2 { // two stones of one player and an empty cell
			twos += b.player * (sum / 2)
		}
	}
	return twos
	// <
}

// Search is negamax with or without pruning, counting the positions it visits.
type Search struct {
	board  *Board
	prunes bool
	nodes  int
}

// negamax returns the best column and the score, for the player to move.
func (s *Search) negamax(depth, alpha, beta int) (column, score int) {
	// > // TODO: count the position. A lost one scores -(win - stones on the board); at depth 0 or on a full board the
	// > // evaluation is the score; there is no column (none) in either case. Otherwise drop a stone in each
	// > // open column, search one ply less deep with the window (-beta, -alpha), take the stone back, and keep the
	// > // best score and the first column that has it. Stop when alpha >= beta, but only if s.prunes.
	// > return none, 0
	board := s.board
	s.nodes++
	if board.lost() {
		return none, -(win - board.stones)
	}
	if depth == 0 || board.stones == size*size {
		return none, board.evaluate()
	}
	best, bestColumn := -infinity, none
	for _, column := range board.columns() {
		board.drop(column)
		_, score := s.negamax(depth-1, -beta, -alpha)
		score = -score
		board.undrop(column)
		if score > best {
			best, bestColumn = score, column
		}
		alpha = max(alpha, best)
		if s.prunes && alpha >= beta {
			break
		}
	}
	return bestColumn, best
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

// name returns how a column is printed.
func name(column int) string {
	if column == none {
		return "None"
	}
	return strconv.Itoa(column)
}

// solve returns the best column and the score in the position of a line, and the nodes without and with pruning.
func solve(line string) (string, error) {
	depth, board, err := question(line)
	if err != nil {
		return "", err
	}
	plain, pruned := &Search{board: board, prunes: false}, &Search{board: board, prunes: true}
	plain.negamax(depth, -infinity, infinity)
	column, score := pruned.negamax(depth, -infinity, infinity)
	return fmt.Sprintf("%s %d %d %d", name(column), score, plain.nodes, pruned.nodes), nil
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
