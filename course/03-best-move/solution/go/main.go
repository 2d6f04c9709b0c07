// Task 3: a best move, the quickest win or the slowest loss.
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

const win = 10

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

// minimax returns what X gets, with `ply` moves played since the given position: the later a win comes, the less it counts.
func minimax(board []int, player, ply int) int {
	// > // TODO: as in task 2, but a win of X counts win - ply and a win of O the negative of that.
	// > // The position after the next move is one ply further from the given position.
	// > return 0
	if won := winner(board); won != 0 {
		return won * (win - ply)
	}
	if full(board) {
		return 0
	}
	best := -win * player
	for cell := range board {
		if board[cell] == 0 {
			board[cell] = player
			value := minimax(board, -player, ply+1)
			board[cell] = 0
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

// bestMove returns the first of the cells with the best value for `player`, or -1 if no cell is empty.
func bestMove(board []int, player int) int {
	// > // TODO: try each empty cell as minimax does and remember the one with the best value for `player`:
	// > // the largest for X, the smallest for O, and the first of them if several are equal.
	// > return -1
	best, bestValue := -1, 0
	for cell := range board {
		if board[cell] == 0 {
			board[cell] = player
			value := minimax(board, -player, 1)
			board[cell] = 0
			if best < 0 || player*value > player*bestValue {
				best, bestValue = cell, value
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

// solve returns a best move in the position of a line.
func solve(line string) (string, error) {
	board, player, err := position(line)
	if err != nil {
		return "", err
	}
	return strconv.Itoa(bestMove(board, player)), nil
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
