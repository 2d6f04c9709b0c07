// Task 8: a position reached twice is searched once.
package main

import (
	"bufio"
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

// Entry is what the table knows about a position from a search of `depth` plies.
type Entry struct {
	kind  Kind
	score int
	depth int
}

// winner returns 1 if X has a line, -1 if O has one, 0 if nobody has.
func winner(board []int) int {
	for _, line := range lines {
		a, b, c := board[line[0]], board[line[1]], board[line[2]]
		if a != 0 && a == b && b == c {
			return a
		}
	}
	return 0
}

// Search is negamax with a table, or without one (nil), counting the positions it visits.
type Search struct {
	board []int
	table map[int]Entry
	nodes int
}

// key returns the cells as digits in base 3, then a digit for the side to move.
func (s *Search) key(player int) int {
	// > // TODO: return a number that no other position has: the nine cells as digits in base 3
	// > // (the digit of -1 is 2, and -1 % 3 is -1 in Go), times 2, plus 1 if X is to move.
	// > return 0
	packed := 0
	for _, cell := range s.board {
		packed = 3*packed + (cell+3)%3
	}
	packed *= 2
	if player == 1 {
		packed++
	}
	return packed
	// <
}

// negamax returns the score of the position for `player`, who is to move, from a search of `depth` plies.
func (s *Search) negamax(player, depth, alpha, beta int) int {
	// > // TODO: count the position. A finished game scores 1, -1 or 0 for `player`, a search of depth 0 scores 0.
	// > // Then look into the table: an entry from a search at least as deep is the answer if it is exact,
	// > // or a lower bound that reaches beta, or an upper bound that does not exceed alpha.
	// > // Otherwise search the moves, but keep alpha as it was and raise a copy of it.
	// > // If there is a table (s.table != nil), enter the best score: an upper bound if it is <= alpha,
	// > // a lower bound if it is >= beta, else exact.
	// > return 0
	s.nodes++
	if won := winner(s.board); won != 0 {
		return won * player
	}
	if depth == 0 || full(s.board) {
		return 0
	}
	if known, ok := s.table[s.key(player)]; ok && known.depth >= depth {
		if known.kind == exact || (known.kind == lower && known.score >= beta) ||
			(known.kind == upper && known.score <= alpha) {
			return known.score
		}
	}
	best, low := -infinity, alpha
	for cell := range s.board {
		if s.board[cell] == 0 {
			s.board[cell] = player
			score := -s.negamax(-player, depth-1, -beta, -low)
			s.board[cell] = 0
			best = max(best, score)
			low = max(low, best)
			if low >= beta {
				break
			}
		}
	}
	if s.table != nil {
		kind := exact
		if best <= alpha {
			kind = upper
		} else if best >= beta {
			kind = lower
		}
		s.table[s.key(player)] = Entry{kind, best, depth}
	}
	return best
	// <
}

// full returns whether no cell of the board is empty.
func full(board []int) bool {
	for _, cell := range board {
		if cell == 0 {
			return false
		}
	}
	return true
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

// join returns the numbers as text, with blanks between them.
func join(values []int) string {
	return strings.Trim(fmt.Sprint(values), "[]")
}

// solve returns, for each depth of a line, the score and the nodes without and with the table.
func solve(line string) (string, error) {
	values, err := numbers(line)
	if err != nil {
		return "", err
	}
	if len(values) < 10 || values[9]*values[9] != 1 {
		return "", fmt.Errorf("not nine cells, a player and depths: %q", line)
	}
	board, player, depths := values[:9], values[9], values[10:]
	table, answers := map[int]Entry{}, []int{}
	for _, depth := range depths {
		without, known := &Search{board: board}, &Search{board: board, table: table}
		without.negamax(player, depth, -infinity, infinity)
		score := known.negamax(player, depth, -infinity, infinity)
		answers = append(answers, score, without.nodes, known.nodes)
	}
	return join(answers), nil
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
