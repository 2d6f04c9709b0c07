// Task 12: search on while there is something to capture.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
)

const (
	infinity = 100
	mine     = 'x'
	yours    = 'o'
	empty    = '.'
)

// Move is a step or a capture.
type Move struct {
	from, to int
}

// Row is a row of cells as the player to move sees it: its own pieces x go right. It is turned after each move.
type Row struct {
	cells []byte
}

// moves returns the steps to the right and the captures to either side.
func (r *Row) moves() []Move {
	var found []Move
	for from, piece := range r.cells {
		if piece != mine {
			continue
		}
		for _, to := range []int{from + 1, from - 1} {
			if to < 0 || to >= len(r.cells) {
				continue
			}
			if r.cells[to] == yours || (r.cells[to] == empty && to > from) {
				found = append(found, Move{from, to})
			}
		}
	}
	return found
}

// captures returns the moves that take a piece.
func (r *Row) captures() []Move {
	// > // TODO: return those of the moves, in their order, that go to a cell with a piece of the other player.
	// > return nil
	var found []Move
	for _, move := range r.moves() {
		if r.cells[move.to] == yours {
			found = append(found, move)
		}
	}
	return found
	// <
}

// turn lets the row be seen from the other side.
func (r *Row) turn() {
	other := map[byte]byte{mine: yours, yours: mine, empty: empty}
	turned := make([]byte, len(r.cells))
	for i, piece := range r.cells {
		turned[len(turned)-1-i] = other[piece]
	}
	r.cells = turned
}

// make plays a move, turns the row, and returns what stood on the target.
func (r *Row) make(move Move) byte {
	taken := r.cells[move.to]
	r.cells[move.from], r.cells[move.to] = empty, mine
	r.turn()
	return taken
}

// unmake turns the row back and undoes the move.
func (r *Row) unmake(move Move, taken byte) {
	r.turn()
	r.cells[move.from], r.cells[move.to] = mine, taken
}

// evaluate returns the lead in pieces of the player to move.
func (r *Row) evaluate() int {
	return bytes.Count(r.cells, []byte{mine}) - bytes.Count(r.cells, []byte{yours})
}

// Judge returns a value for a row at the depth limit.
type Judge func(row *Row, alpha, beta int) int

// quiescence returns the value of the row when only captures are left to play; declining them all is always possible.
func quiescence(row *Row, alpha, beta int) int {
	// > // TODO: start with the evaluation as the best value; that is enough if it reaches beta.
	// > // Otherwise try each capture: make it, ask quiescence with the window turned round (the larger of alpha and
	// > // the best value so far is the limit), unmake it. Stop when the best value reaches beta.
	// > return 0
	best := row.evaluate()
	if best >= beta {
		return best
	}
	for _, move := range row.captures() {
		taken := row.make(move)
		value := -quiescence(row, -beta, -max(alpha, best))
		row.unmake(move, taken)
		best = max(best, value)
		if best >= beta {
			break
		}
	}
	return best
	// <
}

// negamax returns the value for the player to move; at the depth limit `atTheLimit` gives the value.
func negamax(row *Row, depth, alpha, beta int, atTheLimit Judge) int {
	// > // TODO: without a move the game is over and the evaluation is its value. At depth 0 let atTheLimit judge.
	// > // Otherwise try every move as quiescence tries captures, one ply less deep.
	// > return 0
	moves := row.moves()
	if len(moves) == 0 {
		return row.evaluate()
	}
	if depth == 0 {
		return atTheLimit(row, alpha, beta)
	}
	best := -infinity
	for _, move := range moves {
		taken := row.make(move)
		value := -negamax(row, depth-1, -beta, -max(alpha, best), atTheLimit)
		row.unmake(move, taken)
		best = max(best, value)
		if best >= beta {
			break
		}
	}
	return best
	// <
}

// plain returns the lead, without a search.
func plain(row *Row, alpha, beta int) int {
	return row.evaluate()
}

// max returns the larger of two numbers.
func max(a, b int) int {
	if a > b {
		return a
	}
	return b
}

// solve returns the value of the row of a line with either way to judge at the depth limit.
func solve(line string) (string, error) {
	words := strings.Fields(line)
	if len(words) != 2 || strings.Trim(words[1], "xo.") != "" {
		return "", fmt.Errorf("not a depth and a row: %q", line)
	}
	depth, err := strconv.Atoi(words[0])
	if err != nil {
		return "", err
	}
	row := &Row{cells: []byte(words[1])}
	believed := negamax(row, depth, -infinity, infinity, plain)
	quiet := negamax(row, depth, -infinity, infinity, quiescence)
	return fmt.Sprintf("%d %d", believed, quiet), nil
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
