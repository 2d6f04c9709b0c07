/* Domineering on a board of 6x6 cells, cell 6 * row + column: examples/domineering.py. */

#include <stdbool.h>
#include <stdint.h>

#define COLUMNS 6
#define PLIES 19

#define FLOOR 0xFFFFFFFFFull
#define UPRIGHT (FLOOR >> COLUMNS)
#define ACROSS 0x7DF7DF7DFull

typedef struct { uint64_t covered; int64_t turn; } State;

static State initial(void) { return (State){0, 0}; }

static uint64_t places(uint64_t covered, int64_t turn)
{
    uint64_t free = ~covered;
    return turn == 0 ? free & free >> COLUMNS & UPRIGHT : free & free >> 1 & ACROSS;
}

static uint64_t moves(State state) { return places(state.covered, state.turn); }

static State apply(State state, int64_t action)
{
    uint64_t domino = state.turn == 0 ? 1ull << COLUMNS | 1 : 3;
    return (State){state.covered | domino << action, 1 - state.turn};
}

static bool terminal(State state) { return !moves(state); }

static int64_t reward(State state)
{
    (void)state;
    return -1;
}

static int64_t priority(State state, int64_t action)
{
    uint64_t after = apply(state, action).covered;
    int64_t upright = __builtin_popcountll(places(after, 0)), across = __builtin_popcountll(places(after, 1));
    return 36 + (state.turn == 0 ? upright - across : across - upright);
}

#include "search.h"

#include "ordered.h"
