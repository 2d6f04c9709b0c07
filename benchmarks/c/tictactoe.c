/* Three in a row on nine cells: games.py's TicTacToe. */

#include <stdbool.h>
#include <stdint.h>

typedef struct { int64_t me, you; } State;

static State initial(void) { return (State){0, 0}; }

static uint64_t moves(State state) { return ~(state.me | state.you) & 0777; }

static State apply(State state, int64_t action) { return (State){state.you, state.me | (int64_t)1 << action}; }

static bool line(int64_t stones)
{
    int64_t row = stones & stones >> 1 & stones >> 2 & 0111;
    int64_t column = stones & stones >> 3 & stones >> 6;
    return (row | column) != 0 || (stones & 0421) == 0421 || (stones & 0124) == 0124;
}

static bool terminal(State state) { return line(state.you) || (state.me | state.you) == 0777; }

static int64_t reward(State state) { return line(state.you) ? -1 : 0; }

#include "search.h"
