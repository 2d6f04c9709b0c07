/* NegaMax and MiniMax as a C programmer would write them for one game, and in every respect the searches of zermelo
   without knowledge, table or ordering: the same positions in the same order, the same counters, the same test of a node
   limit. The game comes before this file: State, initial, moves (a set of actions, one bit each), apply, terminal, reward. */

#include <setjmp.h>
#include <stdint.h>

enum { NODES, LEAVES, CUTOFFS, FIRST_CUTOFFS, PROBES, HITS, COUNTERS };

static int64_t counters[COUNTERS];
static int64_t limit;
static int64_t root_action;
static jmp_buf budget_spent;

#define INFINITE ((int64_t)1 << 40)

static int64_t negamax(State state, int64_t ply, int64_t depth, int64_t alpha, int64_t beta)
{
    if (++counters[NODES] > limit)
        longjmp(budget_spent, 1);
    if (terminal(state)) {
        counters[LEAVES]++;
        return reward(state);
    }
    if (depth == 0) {
        counters[LEAVES]++;
        return 0;
    }
    int64_t best = -INFINITE, tried = 0;
    for (uint64_t rest = moves(state); rest; rest &= rest - 1) {
        int64_t action = __builtin_ctzll(rest);
        int64_t floor = alpha > best ? alpha : best;
        int64_t score = -negamax(apply(state, action), ply + 1, depth - 1, -beta, -floor);
        if (score > best) {
            best = score;
            if (ply == 0)
                root_action = action;
            if (best >= beta) {
                counters[CUTOFFS]++;
                if (tried == 0)
                    counters[FIRST_CUTOFFS]++;
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
    if (++counters[NODES] > limit)
        longjmp(budget_spent, 1);
    if (terminal(state)) {
        counters[LEAVES]++;
        return side * reward(state);
    }
    if (depth == 0) {
        counters[LEAVES]++;
        return 0;
    }
    int64_t best = -side * INFINITE;
    for (uint64_t rest = moves(state); rest; rest &= rest - 1) {
        int64_t action = __builtin_ctzll(rest);
        int64_t score = minimax(apply(state, action), ply + 1, depth - 1, !maximising);
        if (maximising ? score > best : score < best) {
            best = score;
            if (ply == 0)
                root_action = action;
        }
    }
    return best;
}

/* Searches from the initial position, and says what it counted. Returns the value. */
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
