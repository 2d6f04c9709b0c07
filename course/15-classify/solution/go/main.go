// Task 15: which technique suits a game, and why?
package main

import (
	"bufio"
	"fmt"
	"log"
	"math/big"
	"os"
	"strings"
)

// Numbers of leaves: they do not fit into an int.
var (
	fullSearch         = big.NewInt(10_000_000)
	alphaBetaAtItsBest = new(big.Int).Exp(big.NewInt(10), big.NewInt(24), nil)
)

// Game has the properties of a game by their names.
type Game map[string]string

// leaves returns the branching factor to the power of the depth.
func (g Game) leaves() (*big.Int, error) {
	branching, isNumber := new(big.Int).SetString(g["branching"], 10)
	if !isNumber {
		return nil, fmt.Errorf("not a branching factor: %q", g["branching"])
	}
	depth, isNumber := new(big.Int).SetString(g["depth"], 10)
	if !isNumber {
		return nil, fmt.Errorf("not a depth: %q", g["depth"])
	}
	return branching.Exp(branching, depth, nil), nil
}

// classify returns a technique with the order of its work, or NOT_APPLICABLE with the assumption of minimax that
// does not hold. The error is that of leaves.
func classify(game Game) (string, error) {
	// > // TODO: look at the properties one after the other (see the task for their order) and return the first answer
	// > // that fits. The last questions need game.leaves(), compared with Cmp to the numbers above.
	// > return "NOT_APPLICABLE", nil
	switch {
	case game["hidden"] == "yes":
		return "NOT_APPLICABLE perfect-information", nil
	case game["players"] == "1":
		return "NOT_APPLICABLE two-players", nil
	case game["zero_sum"] == "no":
		return "NOT_APPLICABLE zero-sum", nil
	case game["players"] != "2":
		return "NOT_APPLICABLE two-players", nil
	case game["chance"] == "yes":
		return "EXPECTIMINIMAX O((bc)^d)", nil
	case game["closed_form"] == "yes":
		return "SPRAGUE_GRUNDY O(n)", nil
	}
	leaves, err := game.leaves()
	switch {
	case err != nil:
		return "", err
	case leaves.Cmp(fullSearch) <= 0:
		return "MINIMAX_FULL O(b^d)", nil
	case game["evaluation"] == "good" || leaves.Cmp(alphaBetaAtItsBest) <= 0:
		return "ALPHA_BETA O(b^(d/2))", nil
	default:
		return "MCTS O(sd)", nil
	}
	// <
}

// solve returns the technique for the game of a line.
func solve(line string) (string, error) {
	game := Game{}
	for _, word := range strings.Fields(line) {
		name, value, found := strings.Cut(word, "=")
		if !found {
			return "", fmt.Errorf("not a property with its value: %q", word)
		}
		game[name] = value
	}
	return classify(game)
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
