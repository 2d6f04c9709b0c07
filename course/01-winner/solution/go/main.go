// Task 1: who has three in a row?
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
	// > // TODO: go through the lines; if the three cells of one are equal and not 0, return what is in them.
	// > // Return 0 if there is no such line.
	for _, line := range lines {
		a, b, c := board[line[0]], board[line[1]], board[line[2]]
		if a != 0 && a == b && b == c {
			return a
		}
	}
	// <
	return 0
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

// solve returns the winner on the board of a line.
func solve(line string) (string, error) {
	board, err := numbers(line)
	if err != nil {
		return "", err
	}
	if len(board) != 9 {
		return "", fmt.Errorf("not nine cells: %q", line)
	}
	return strconv.Itoa(winner(board)), nil
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
