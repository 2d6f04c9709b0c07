/* Three in a row on sixteen cells: games.py's ThreeOnFour. */

#include <stdbool.h>
#include <stdint.h>

typedef struct { int64_t me, you; } State;

static State initial(void) { return (State){0, 0}; }

static uint64_t moves(State state) { return ~(state.me | state.you) & 0xFFFF; }

static State apply(State state, int64_t action) { return (State){state.you, state.me | (int64_t)1 << action}; }

static bool line(int64_t stones)
{
    int64_t row = stones & stones >> 1 & stones >> 2 & 0x3333;
    int64_t column = stones & stones >> 4 & stones >> 8;
    int64_t falling = stones & stones >> 5 & stones >> 10 & 0x3333;
    int64_t rising = stones >> 2 & stones >> 5 & stones >> 8 & 0x3333;
    return (row | column | falling | rising) != 0;
}

static bool terminal(State state) { return line(state.you) || (state.me | state.you) == 0xFFFF; }

static int64_t reward(State state) { return line(state.you) ? -1 : 0; }

#include "search.h"
