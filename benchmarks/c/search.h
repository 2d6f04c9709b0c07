/* NegaMax and MiniMax as a C programmer would write them for one game. They do the same as zermelo's searches without
   knowledge, table or ordering: the same positions in the same order, the same counters, the same test of a node limit.
   The game is included before this file and defines State, initial, moves (a set of actions, one bit each), apply, terminal
   and reward. */

#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>

enum { NODES, LEAVES, CUTOFFS, FIRST_CUTOFFS, PROBES, HITS, COUNTERS };

static int64_t counters[COUNTERS];
static int64_t limit;
static int64_t root_action;
static jmp_buf budget_spent;

#define INFINITE ((int64_t)1 << 40)

/* Counts a node. Returns whether it is a leaf of a search to this depth; if so, sets its score for the player to move. */
static bool is_leaf(State state, int64_t depth, int64_t *score)
{
    if (++counters[NODES] > limit)
        longjmp(budget_spent, 1);
    bool over = terminal(state);
    *score = over ? reward(state) : 0;
    counters[LEAVES] += over || depth == 0;
    return over || depth == 0;
}

static void count_cut(int64_t tried)
{
    counters[CUTOFFS]++;
    counters[FIRST_CUTOFFS] += tried == 0;
}

static int64_t negamax(State state, int64_t ply, int64_t depth, int64_t alpha, int64_t beta)
{
    int64_t score;
    if (is_leaf(state, depth, &score))
        return score;
    int64_t best = -INFINITE, tried = 0;
    for (uint64_t rest = moves(state); rest; rest &= rest - 1) {
        int64_t action = __builtin_ctzll(rest);
        int64_t floor = alpha > best ? alpha : best;
        score = -negamax(apply(state, action), ply + 1, depth - 1, -beta, -floor);
        if (score > best) {
            best = score;
            if (ply == 0)
                root_action = action;
            if (best >= beta) {
                count_cut(tried);
                break;
            }
        }
        tried++;
    }
    return best;
}

static int64_t minimax(State state, int64_t ply, int64_t depth, int maximising)
{
    int64_t side = maximising ? 1 : -1;
    int64_t score;
    if (is_leaf(state, depth, &score))
        return side * score;
    int64_t best = -side * INFINITE;
    for (uint64_t rest = moves(state); rest; rest &= rest - 1) {
        int64_t action = __builtin_ctzll(rest);
        score = minimax(apply(state, action), ply + 1, depth - 1, !maximising);
        if (maximising ? score > best : score < best) {
            best = score;
            if (ply == 0)
                root_action = action;
        }
    }
    return best;
}

/* Searches from the initial position, and writes the counters. Returns the value. */
int64_t search(int use_minimax, int64_t depth, int64_t nodes_allowed, int64_t *counted)
{
    volatile int64_t value = 0;
    for (int c = 0; c < COUNTERS; c++)
        counters[c] = 0;
    limit = nodes_allowed;
    if (!setjmp(budget_spent))
        value = use_minimax ? minimax(initial(), 0, depth, 1) : negamax(initial(), 0, depth, -INFINITE, INFINITE);
    for (int c = 0; c < COUNTERS; c++)
        counted[c] = counters[c];
    return value;
}
