// The functions of pos.h, board.h and logic.h of the Breakdown document, called with the numbers of
// a case. Boards are made and read here, cell by cell, so that a fault of one function is no fault
// of another.
#include "harness.h"
#include "logic.h"

enum { TEXT = 20000 };

static unsigned number(void) { return (unsigned)(long long)take(); }

static unsigned words(const board *b) { return (b->width * b->height + 15) / 16; }

static unsigned cell_at(const board *b, unsigned r, unsigned c)
{
    unsigned index = r * b->width + c;
    return b->type == MATRIX ? (unsigned)b->u.matrix[r][c] : b->u.bits[index / 16] >> index % 16 * 2 & 3;
}

// A board of the case: type, width, height, cells.
static board *take_board(void)
{
    board *b = memory(sizeof *b);
    b->type = (enum type)number();
    b->width = number();
    b->height = number();
    if (b->type == MATRIX) {
        b->u.matrix = memory(b->height * sizeof *b->u.matrix);
        for (unsigned r = 0; r < b->height; r++)
            b->u.matrix[r] = memory(b->width * sizeof **b->u.matrix);
    } else {
        b->u.bits = memory(words(b) * sizeof *b->u.bits);
        memset(b->u.bits, 0, words(b) * sizeof *b->u.bits);
    }
    for (unsigned index = 0; index < b->width * b->height; index++) {
        unsigned value = number();
        if (b->type == MATRIX)
            b->u.matrix[index / b->width][index % b->width] = (cell)value;
        else
            b->u.bits[index / 16] |= value << index % 16 * 2;
    }
    return b;
}

static void give_board(const board *b)
{
    give(b->type);
    give(b->width);
    give(b->height);
    for (unsigned index = 0; index < b->width * b->height; index++)
        give(cell_at(b, index / b->width, index % b->width));
}

// A game of the case: stick, square, whose turn it is, board.
static game *take_game(void)
{
    game *g = memory(sizeof *g);
    g->stick = number();
    g->square = number();
    g->next = (enum turn)number();
    g->b = take_board();
    return g;
}

static void give_game(const game *g)
{
    give(g->stick);
    give(g->square);
    give(g->next);
    give_board(g->b);
}

static void call_make_pos(void)
{
    unsigned r = number();
    pos p = make_pos(r, number());
    give(p.r);
    give(p.c);
}

static board *new_board(void)
{
    enum type type = (enum type)number();
    unsigned width = number();
    return board_new(width, number(), type);
}

static void call_board_new(void) { give_board(new_board()); }

// Bytes that are still allocated after the second of two rounds. The first warms malloc up.
static void give_leak(void (*round)(void))
{
    round();
    again();
    size_t before = allocated();
    round();
    give((double)(allocated() - before));
}

static void board_round(void) { board_free(new_board()); }

static void call_board_free(void) { give_leak(board_round); }

static void call_board_show(void)
{
    static char text[TEXT];
    board_show(take_board());
    size_t length = printed(text, sizeof text);
    for (size_t index = 0; index < length; index++)
        give((unsigned char)text[index]);
}

static void call_board_get(void)
{
    unsigned r = number(), c = number();
    board *b = take_board();
    give(board_get(b, (pos){.r = r, .c = c}));
    give_board(b);
}

static void call_board_set(void)
{
    unsigned r = number(), c = number(), value = number();
    board *b = take_board();
    board_set(b, (pos){.r = r, .c = c}, (cell)value);
    give_board(b);
}

static game *start_game(void)
{
    unsigned stick = number(), square = number(), width = number(), height = number();
    return new_game(stick, square, width, height, (enum type)number());
}

static void call_new_game(void) { give_game(start_game()); }

static void game_round(void) { game_free(start_game()); }

static void call_game_free(void) { give_leak(game_round); }

static void call_drop_stick(void)
{
    unsigned col = number();
    int vertical = (int)number();
    game *g = take_game();
    give(drop_stick(g, col, vertical) != 0);
    give_game(g);
}

static void call_breakdown(void)
{
    game *g = take_game();
    breakdown(g);
    give_game(g);
}

static void call_game_outcome(void)
{
    game *g = take_game();
    give(game_outcome(g));
    give_game(g);
}

const struct function functions[] = {
    {"make_pos", call_make_pos},
    {"board_new", call_board_new},
    {"board_free", call_board_free},
    {"board_show", call_board_show},
    {"board_get", call_board_get},
    {"board_set", call_board_set},
    {"new_game", call_new_game},
    {"game_free", call_game_free},
    {"drop_stick", call_drop_stick},
    {"breakdown", call_breakdown},
    {"game_outcome", call_game_outcome},
    {NULL, NULL},
};
