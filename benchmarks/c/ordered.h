/* NegaMax with a table, the game's priorities, killers and history, as a C programmer would write it. It visits the same
   positions in the same order as zermelo, with rows of the same size in the same places of the table. The rows are not
   sealed, since one thread does not need that. The game is included before search.h, and search.h before this file. Besides
   what search.h requires, the game defines PLIES, priority, and a State of two words without padding. */

#include <string.h>

enum { UPPER_BOUND = 2, LOWER_BOUND = 1, EXACT_VALUE = 3 };

/* data: value, 32 bits signed | depth, 13 bits | complete, 1 bit | kind, 2 bits | action + 1, 16 bits; 0 for no entry */
typedef struct { uint64_t key[2]; int64_t data; } Row;

static Row *rows;
static uint64_t pairs;
static int64_t killers[PLIES + 1][2];
static int64_t history[2][64];

#define KILLER_BONUS ((int64_t)1 << 30)
#define MOST_HISTORY (((int64_t)1 << 30) - 1)
#define TABLE_MOVE ((int64_t)1 << 54)

static uint64_t mixed(uint64_t hash)
{
    hash = (hash ^ hash >> 33) * 0xFF51AFD7ED558CCD;
    hash = (hash ^ hash >> 33) * 0xC4CEB9FE1A85EC53;
    return hash ^ hash >> 33;
}

static bool holds(const Row *row, const uint64_t *key) { return row->key[0] == key[0] && row->key[1] == key[1]; }

static int64_t row_kind(int64_t data) { return data >> 16 & 3; }

static int64_t row_depth(int64_t data) { return data >> 19 & 0x1FFF; }

static void store(Row *first, const uint64_t *key, int64_t score, int64_t depth, int64_t kind, int64_t action)
{
    int64_t move = kind == UPPER_BOUND ? 0 : action + 1;
    bool keep = first->data && !holds(first, key) && row_depth(first->data) > depth;
    Row *row = keep ? first + 1 : first;
    row->key[0] = key[0];
    row->key[1] = key[1];
    row->data = (int64_t)((uint64_t)score << 32) | depth << 19 | 1 << 18 | kind << 16 | move;
}

/* Each move as one number, the highest to be tried first: the score, then 255 - action. */
static int listed(State state, int64_t hint, int64_t ply, int64_t *list)
{
    int count = 0;
    for (uint64_t rest = moves(state); rest; rest &= rest - 1) {
        int64_t action = __builtin_ctzll(rest);
        int64_t score = priority(state, action) << 32;
        if (action == killers[ply][0] || action == killers[ply][1])
            score += KILLER_BONUS;
        score += history[ply & 1][action];
        list[count++] = (action == hint ? TABLE_MOVE : score) << 8 | (255 - action);
    }
    return count;
}

static void remember_cut(int64_t action, int64_t ply, int64_t depth)
{
    if (action != killers[ply][0]) {
        killers[ply][1] = killers[ply][0];
        killers[ply][0] = action;
    }
    int64_t sum = history[ply & 1][action] + depth * depth;
    history[ply & 1][action] = sum < MOST_HISTORY ? sum : MOST_HISTORY;
}

static int64_t ordered(State state, int64_t ply, int64_t depth, int64_t alpha, int64_t beta)
{
    int64_t score;
    if (is_leaf(state, depth, &score))
        return score;
    uint64_t key[2];
    memcpy(key, &state, sizeof key);
    Row *first = rows + 2 * (mixed(mixed(key[0]) ^ key[1]) >> 1 & (pairs - 1));
    int64_t data = first->data && holds(first, key) ? first->data : holds(first + 1, key) ? first[1].data : 0;
    if (ply > 0) {
        counters[PROBES]++;
        int64_t known = data >> 32, kind = row_kind(data);
        if (kind == EXACT_VALUE || (kind == LOWER_BOUND && known >= beta) || (kind == UPPER_BOUND && known <= alpha)) {
            counters[HITS]++;
            return known;
        }
    }
    int64_t list[64];
    int count = listed(state, (data & 0xFFFF) - 1, ply, list);
    int64_t best = -INFINITE, best_action = -1;
    for (int tried = 0; tried < count; tried++) {
        int highest = tried;
        for (int place = tried + 1; place < count; place++)
            if (list[place] > list[highest])
                highest = place;
        int64_t chosen = list[highest], action = 255 - (chosen & 255);
        list[highest] = list[tried];
        int64_t floor = alpha > best ? alpha : best;
        score = -ordered(apply(state, action), ply + 1, depth - 1, -beta, -floor);
        if (score > best) {
            best = score;
            best_action = action;
            if (ply == 0)
                root_action = action;
            if (best >= beta) {
                count_cut(tried);
                remember_cut(action, ply, depth);
                break;
            }
        }
    }
    int64_t kind = best <= alpha ? UPPER_BOUND : best >= beta ? LOWER_BOUND : EXACT_VALUE;
    store(first, key, best, depth, kind, best_action);
    return best;
}

/* Searches from the initial position with an empty table of the given number of rows, and writes the counters. Returns the
   value. */
int64_t search_ordered(int64_t depth, int64_t nodes_allowed, int64_t *counted, Row *empty_rows, int64_t row_count)
{
    volatile int64_t value = 0;
    rows = empty_rows;
    pairs = row_count / 2;
    memset(killers, -1, sizeof killers);
    memset(history, 0, sizeof history);
    memset(counters, 0, sizeof counters);
    limit = nodes_allowed;
    if (!setjmp(budget_spent))
        value = ordered(initial(), 0, depth, -INFINITE, INFINITE);
    memcpy(counted, counters, sizeof counters);
    return value;
}
