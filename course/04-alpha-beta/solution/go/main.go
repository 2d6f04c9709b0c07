// Task 4: the same value with fewer nodes.
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

// Search tries the cells in `order` and counts the positions it visits.
type Search struct {
	board []int
	order []int
	nodes int
}

// minimax returns what X gets, by searching every move.
func (s *Search) minimax(player int) int {
	// > // TODO: count the position in s.nodes, before anything else. Then as in task 2,
	// > // but the cells are tried as they come in s.order.
	// > return 0
	s.nodes++
	if won := winner(s.board); won != 0 {
		return won
	}
	if full(s.board) {
		return 0
	}
	best := -2 * player
	for _, cell := range s.order {
		if s.board[cell] == 0 {
			s.board[cell] = player
			value := s.minimax(-player)
			s.board[cell] = 0
			if player == 1 {
				best = max(best, value)
			} else {
				best = min(best, value)
			}
		}
	}
	return best
	// <
}

// alphabeta returns what X gets if that lies between alpha and beta; else a value on the same side of them.
func (s *Search) alphabeta(player, alpha, beta int) int {
	// > // TODO: start as in minimax, counting included. After each move X raises alpha to the best value so far,
	// > // O lowers beta to it; as soon as alpha >= beta the other moves need not be tried.
	// > return 0
	s.nodes++
	if won := winner(s.board); won != 0 {
		return won
	}
	if full(s.board) {
		return 0
	}
	best := -2 * player
	for _, cell := range s.order {
		if s.board[cell] == 0 {
			s.board[cell] = player
			value := s.alphabeta(-player, alpha, beta)
			s.board[cell] = 0
			if player == 1 {
				best = max(best, value)
				alpha = max(alpha, best)
			} else {
				best = min(best, value)
				beta = min(beta, best)
			}
			if alpha >= beta {
				break
			}
		}
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

// min returns the smaller of two numbers.
func min(a, b int) int {
	if a < b {
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

// newSearch returns a search of the board in the order of cells that a line gives, and the player to move.
func newSearch(line string) (search *Search, player int, err error) {
	values, err := numbers(line)
	if err != nil {
		return nil, 0, err
	}
	if len(values) < 10 || values[9]*values[9] != 1 {
		return nil, 0, fmt.Errorf("not nine cells, a player and an order: %q", line)
	}
	for _, cell := range values[10:] {
		if cell < 0 || cell >= 9 {
			return nil, 0, fmt.Errorf("no such cell: %d", cell)
		}
	}
	return &Search{board: values[:9], order: values[10:]}, values[9], nil
}

// solve returns the value of the position of a line, and the nodes without and with pruning.
func solve(line string) (string, error) {
	plain, player, err := newSearch(line)
	if err != nil {
		return "", err
	}
	pruned := &Search{board: plain.board, order: plain.order}
	value := plain.minimax(player)
	pruned.alphabeta(player, -2, 2)
	return fmt.Sprintf("%d %d %d", value, plain.nodes, pruned.nodes), nil
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
