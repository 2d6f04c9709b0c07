// Task 6: one branch for both players.
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

const (
	win      = 10
	infinity = 100
)

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

// Search is negamax on one board, counting the positions it visits.
type Search struct {
	board []int
	nodes int
}

// negamax returns the score of the position for `player`, who is to move.
func (s *Search) negamax(player, ply, alpha, beta int) int {
	// > // TODO: count the position. A finished game scores win - ply for the winner, the negative for the loser, 0 for both
	// > // in a draw. Otherwise the score of a move is the negative of the other player's score after it, whose
	// > // window is (-beta, -alpha). Keep the best score, raise alpha to it, stop when alpha >= beta.
	// > return 0
	s.nodes++
	if won := winner(s.board); won != 0 {
		return won * player * (win - ply)
	}
	if full(s.board) {
		return 0
	}
	best := -infinity
	for cell := range s.board {
		if s.board[cell] == 0 {
			s.board[cell] = player
			score := -s.negamax(-player, ply+1, -beta, -alpha)
			s.board[cell] = 0
			best = max(best, score)
			alpha = max(alpha, best)
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

// position returns the board and the player to move that a line describes.
func position(line string) (board []int, player int, err error) {
	values, err := numbers(line)
	if err != nil {
		return nil, 0, err
	}
	if len(values) != 10 || values[9]*values[9] != 1 {
		return nil, 0, fmt.Errorf("not nine cells and a player: %q", line)
	}
	return values[:9], values[9], nil
}

// solve returns the score of the position of a line and the nodes of the search.
func solve(line string) (string, error) {
	board, player, err := position(line)
	if err != nil {
		return "", err
	}
	search := &Search{board: board}
	score := search.negamax(player, 0, -infinity, infinity)
	return fmt.Sprintf("%d %d", score, search.nodes), nil
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
