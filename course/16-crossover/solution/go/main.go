// The benchmark task: how far the order of moves takes alpha-beta, from b^d leaves towards its square root.
package main

import (
	"bufio"
	"fmt"
	"log"
	"os"
	// >
	"sort"
	// <
	"strconv"
	"strings"
)

const (
	infinity = 1_000_000_000
	spread   = 1_000_000
)

// SplitMix64 is a generator of random numbers with this seed.
type SplitMix64 struct {
	seed uint64
}

// next returns the next output.
func (r *SplitMix64) next() uint64 {
	r.seed += 0x9E3779B97F4A7C15
	mixed := (r.seed ^ (r.seed >> 30)) * 0xBF58476D1CE4E5B9
	mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EB
	return mixed ^ (mixed >> 31)
}

// Tree is a leaf with its value for the player at the root, or a node with its children; a node that has been
// ordered knows its value too.
type Tree struct {
	value    int
	children []*Tree
}

// isLeaf returns whether the tree has no children.
func (t *Tree) isLeaf() bool {
	return len(t.children) == 0
}

// buildTree returns a tree with random values in its leaves.
func buildTree(branching, depth int, random *SplitMix64) *Tree {
	if depth == 0 {
		return &Tree{value: int(random.next()%(2*spread+1)) - spread}
	}
	tree := &Tree{}
	for i := 0; i < branching; i++ {
		tree.children = append(tree.children, buildTree(branching, depth-1, random))
	}
	return tree
}

// ordered returns the tree with the children of each node in order of their values, and with its value.
// `tree` itself stays as it is.
func ordered(tree *Tree, maximizing, bestFirst bool) *Tree {
	// > // TODO: a leaf is ordered. For a node order the children first (the other player chooses there), put them in a new
	// > // node with the largest (maximizing) or smallest of their values, and sort them: if the best child is to be
	// > // first, the largest value comes first when maximizing and the smallest when not; otherwise the other way
	// > // round. Children with equal values keep their order (import "sort" and use sort.SliceStable).
	// > return tree
	if tree.isLeaf() {
		return tree
	}
	result := &Tree{value: infinity}
	if maximizing {
		result.value = -infinity
	}
	for _, child := range tree.children {
		child = ordered(child, !maximizing, bestFirst)
		result.children = append(result.children, child)
		if maximizing {
			result.value = max(result.value, child.value)
		} else {
			result.value = min(result.value, child.value)
		}
	}
	sort.SliceStable(result.children, func(i, j int) bool {
		if maximizing == bestFirst {
			i, j = j, i // the largest first
		}
		return result.children[i].value < result.children[j].value
	})
	return result
	// <
}

// Search is alpha-beta that counts leaves.
type Search struct {
	leaves int
}

// alphabeta returns the value for the player at the root.
func (s *Search) alphabeta(tree *Tree, alpha, beta int, maximizing bool) int {
	// > // TODO: count a leaf and return its value. For a node search the children in their order, keep the largest
	// > // (maximizing) or smallest value, raise alpha or lower beta to it, and stop when alpha >= beta.
	// > return 0
	if tree.isLeaf() {
		s.leaves++
		return tree.value
	}
	best := infinity
	if maximizing {
		best = -infinity
	}
	for _, child := range tree.children {
		value := s.alphabeta(child, alpha, beta, !maximizing)
		if maximizing {
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
	return best
	// <
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

// power returns base to the power of exponent.
func power(base, exponent int) int {
	result := 1
	for i := 0; i < exponent; i++ {
		result *= base
	}
	return result
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

// solve returns the value of the tree of a line, the leaves that alpha-beta visits in it with the worst move first,
// as it is, and with the best move first, the least number of leaves that can be enough, and the number of all.
func solve(line string) (string, error) {
	values, err := numbers(line)
	if err != nil {
		return "", err
	}
	if len(values) != 3 || values[0] < 1 || values[1] < 0 {
		return "", fmt.Errorf("not a branching factor, a depth and a seed: %q", line)
	}
	branching, depth, seed := values[0], values[1], uint64(values[2])
	tree := buildTree(branching, depth, &SplitMix64{seed})
	value, leaves := 0, []int{}
	for _, shape := range []*Tree{ordered(tree, true, false), tree, ordered(tree, true, true)} {
		search := &Search{}
		value = search.alphabeta(shape, -infinity, infinity, true)
		leaves = append(leaves, search.leaves)
	}
	minimal, all := power(branching, (depth+1)/2)+power(branching, depth/2)-1, power(branching, depth)
	return fmt.Sprintf("%d %d %d %d %d %d", value, leaves[0], leaves[1], leaves[2], minimal, all), nil
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
