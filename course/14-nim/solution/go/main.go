// Task 14: Nim three ways.
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
	largestPile   = 1000
	mostPositions = 20_000
)

// Nim remembers what it has found out about piles and positions.
type Nim struct {
	values map[int]int
	won    map[string]bool
}

// newNim returns a Nim that knows the piles up to the largest one.
func newNim() *Nim {
	nim := &Nim{values: map[int]int{}, won: map[string]bool{}}
	for size := 0; size <= largestPile; size++ { // from the smallest on, so that no recursion is deep
		nim.grundy(size)
	}
	return nim
}

// grundy returns the least number that is not the Grundy value of a smaller pile: one can move to any of those.
func (n *Nim) grundy(pile int) int {
	// > // TODO: collect the Grundy values of all smaller piles and return the least number that is not among them.
	// > // Remember it in n.values, and look there first.
	// > return 0
	if value, known := n.values[pile]; known {
		return value
	}
	options := map[int]bool{}
	for smaller := 0; smaller < pile; smaller++ {
		options[n.grundy(smaller)] = true
	}
	value := 0
	for options[value] {
		value++
	}
	n.values[pile] = value
	return value
	// <
}

// wins returns whether the player to move wins, by trying every move. `piles` are sorted.
func (n *Nim) wins(piles []int) bool {
	// > // TODO: try to leave each smaller number of stones in each place (after returns the piles then): if the other
	// > // player does not win one of these positions, the player to move wins.
	// > // Remember the answer in n.won with fmt.Sprint(piles) as the key, and look there first.
	// > return false
	key := fmt.Sprint(piles)
	if won, known := n.won[key]; known {
		return won
	}
	won := false
	for place, pile := range piles {
		for left := 0; left < pile && !won; left++ {
			won = !n.wins(after(piles, place, left))
		}
	}
	n.won[key] = won
	return won
	// <
}

// after returns the piles, sorted, when `left` stones are left in one place. `piles` stay as they are.
func after(piles []int, place, left int) []int {
	rest := append([]int(nil), piles...)
	rest[place] = left
	sort.Ints(rest)
	return rest
}

// fewPositions returns whether the piles have at most as many positions as may be searched.
func fewPositions(piles []int) bool {
	positions := 1
	for _, pile := range piles {
		if pile >= mostPositions || positions*(pile+1) > mostPositions {
			return false
		}
		positions *= pile + 1
	}
	return true
}

// byGrundy returns the XOR of the Grundy values of the piles as text, or - if a pile is too large.
func (n *Nim) byGrundy(piles []int) string {
	total := 0
	for _, pile := range piles {
		if pile > largestPile {
			return "-"
		}
		total ^= n.grundy(pile)
	}
	return strconv.Itoa(total)
}

// bySearch returns win or lose, or - if there are too many positions.
func (n *Nim) bySearch(piles []int) string {
	if !fewPositions(piles) {
		return "-"
	}
	sorted := append([]int(nil), piles...)
	sort.Ints(sorted)
	if n.wins(sorted) {
		return "win"
	}
	return "lose"
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

// solve returns the XOR of the piles of a line, the XOR of their Grundy values, and what a search says.
func (n *Nim) solve(line string) (string, error) {
	piles, err := numbers(line)
	if err != nil {
		return "", err
	}
	if len(piles) == 0 {
		return "", errors.New("no piles")
	}
	byXor := 0
	for _, pile := range piles {
		if pile < 0 {
			return "", fmt.Errorf("less than no stones: %d", pile)
		}
		byXor ^= pile
	}
	return fmt.Sprintf("%d %s %s", byXor, n.byGrundy(piles), n.bySearch(piles)), nil
}

func main() {
	log.SetFlags(0)
	nim := newNim()
	scanner := bufio.NewScanner(os.Stdin)
	scanner.Buffer(nil, 1<<20)
	for scanner.Scan() {
		answer, err := nim.solve(scanner.Text())
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(answer)
	}
	if err := scanner.Err(); err != nil {
		log.Fatal(err)
	}
}
