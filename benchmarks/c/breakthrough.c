/* Breakthrough on five rows of four cells, cell 4 * row + column: examples/breakthrough.py. */

#include <stdbool.h>
#include <stdint.h>

#define COLUMNS 4
#define CELLS 20
#define PLIES 80

#define BOARD 0xFFFFFull
#define BELOW_TOP (BOARD >> COLUMNS)
#define BOTTOM 0xFull
#define LEFTMOST 0x11111ull
#define RIGHTMOST 0x88888ull

typedef struct { uint64_t me, you; } State;

static State initial(void) { return (State){0xFF, 0xFF000}; }

static uint64_t moves(State state)
{
    uint64_t left = state.me & ~(state.me >> (COLUMNS - 1)) & BELOW_TOP & ~LEFTMOST;
    uint64_t straight = state.me & ~((state.me | state.you) >> COLUMNS) & BELOW_TOP;
    uint64_t right = state.me & ~(state.me >> (COLUMNS + 1)) & BELOW_TOP & ~RIGHTMOST;
    return left | straight << CELLS | right << 2 * CELLS;
}

/* Both sides are in one word, so that reversing it turns the board round and exchanges the sides. */
static State turned(uint64_t me, uint64_t you)
{
    uint64_t both = __builtin_bswap64(you << 32 | me);
    both = (both >> 4 & 0x0F0F0F0F0F0F0F0F) | (both & 0x0F0F0F0F0F0F0F0F) << 4;
    both = (both >> 2 & 0x3333333333333333) | (both & 0x3333333333333333) << 2;
    both = (both >> 1 & 0x5555555555555555) | (both & 0x5555555555555555) << 1;
    return (State){(both & 0xFFFFFFFF) >> (32 - CELLS), both >> (64 - CELLS)};
}

static int64_t target(int64_t action) { return action % CELLS + COLUMNS + action / CELLS - 1; }

static State apply(State state, int64_t action)
{
    uint64_t to = 1ull << target(action);
    return turned((state.me & ~(1ull << action % CELLS)) | to, state.you & ~to);
}

static bool terminal(State state) { return (state.you & BOTTOM) || !state.me; }

static int64_t reward(State state)
{
    (void)state;
    return -1;
}

static int64_t priority(State state, int64_t action)
{
    return 2 * (action % CELLS / COLUMNS) + (state.you >> target(action) & 1);
}

#include "search.h"

#include "ordered.h"
