// Task 5: take one, two or three; whoever takes the last one wins.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	"strconv"
	"strings"
)

// wins returns, for each number of stones up to `most`, whether the player to move wins.
func wins(most int) []bool {
	// > // TODO: fill the list from 0 stones upward: a number of stones is won if taking 1, 2 or 3 of them
	// > // (but not more than there are) leaves the other player a number that is lost.
	// > return make([]bool, most+1)
	known := make([]bool, most+1)
	for stones := range known {
		for take := 1; take <= 3 && take <= stones; take++ {
			if !known[stones-take] {
				known[stones] = true
			}
		}
	}
	return known
	// <
}

// solve returns True if the player to move wins with the stones of a line, else False.
func solve(line string) (string, error) {
	stones, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		return "", err
	}
	if stones < 0 {
		return "", fmt.Errorf("less than no stones: %d", stones)
	}
	if wins(stones)[stones] {
		return "True", nil
	}
	return "False", nil
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
