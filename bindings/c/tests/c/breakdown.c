// pos.h, board.h and logic.h: the document's example and the rulings on both representations, shown
// on stdout, and random play on which the two must agree.
#include "check.h"
#include <logic.h>
#include <pos.h>

static const enum type types[] = {MATRIX, BITS};

static void check_cells(game *g, const char *rows)
{
    for (unsigned index = 0; index < g->b->width * g->b->height; index++) {
        pos p = make_pos(index / g->b->width, index % g->b->width);
        cell expected = rows[index] == '*' ? BLACK : rows[index] == 'o' ? WHITE : EMPTY;
        CHECK(board_get(g->b, p) == expected);
        // The same in the representation itself, which a program may reach into.
        if (g->b->type == MATRIX)
            CHECK(g->b->u.matrix[p.r][p.c] == expected);
        else
            CHECK((g->b->u.bits[index / 16] >> index % 16 * 2 & 3) == (unsigned)expected);
    }
}

static void set_cells(game *g, const char *rows)
{
    for (unsigned index = 0; index < g->b->width * g->b->height; index++) {
        pos p = {index / g->b->width, index % g->b->width};
        board_set(g->b, p, rows[index] == '*' ? BLACK : rows[index] == 'o' ? WHITE : EMPTY);
    }
    check_cells(g, rows);
}

static void example(enum type type)
{
    game *g = new_game(2, 2, 4, 5, type);
    CHECK(g->stick == 2 && g->square == 2 && g->next == BLACK_NEXT);
    CHECK(g->b->width == 4 && g->b->height == 5 && g->b->type == type);
    check_cells(g, "....................");
    printf("an example, by columns");
    board_show(g->b);
    CHECK(drop_stick(g, 0, 1) == 1);
    CHECK(g->next == BLACK_NEXT); // not the function's affair
    g->next = WHITE_NEXT;
    CHECK(drop_stick(g, 2, 0) == 1);
    check_cells(g, "............*...*.oo");
    g->next = BLACK_NEXT;
    CHECK(drop_stick(g, 0, 0) == 1);
    g->next = WHITE_NEXT;
    CHECK(drop_stick(g, 1, 0) == 1);
    check_cells(g, ".....oo.**..*...*.oo");
    board_show(g->b);
    CHECK(game_outcome(g) == IN_PROGRESS);
    breakdown(g);
    CHECK(g->next == WHITE_NEXT);
    check_cells(g, "........*...*oo.**oo");
    board_show(g->b);
    CHECK(game_outcome(g) == IN_PROGRESS);
    breakdown(g); // moves nothing
    check_cells(g, "........*...*oo.**oo");
    if (type == BITS)
        CHECK(g->b->u.bits[0] == 0x29010000 && g->b->u.bits[1] == 0xa5);
    game_free(g);
}

static void rooms(enum type type)
{
    game *g = new_game(2, 3, 4, 3, type);
    CHECK(drop_stick(g, 3, 0) == 0);          // sticks out on the right
    CHECK(drop_stick(g, 4, 0) == 0);          // beyond the board there is no room
    CHECK(drop_stick(g, 4, 1) == 0);
    CHECK(drop_stick(g, 4294967295u, 0) == 0);
    CHECK(drop_stick(g, 4294967295u, 1) == 0);
    check_cells(g, "............");
    CHECK(drop_stick(g, 3, -7) == 1);         // anything but 0 is true
    CHECK(drop_stick(g, 3, 1) == 0);          // one cell is left, and two are needed
    check_cells(g, ".......*...*");
    CHECK(drop_stick(g, 2, 0) == 1);          // overhangs
    CHECK(drop_stick(g, 2, 0) == 0);
    check_cells(g, "..**...*...*");
    CHECK(drop_stick(g, 2, 1) == 0);          // cannot slip under
    game_free(g);
}

// Ruling B1, in its order.
static void outcomes(enum type type)
{
    static const struct {
        unsigned stick, square, width, height;
        const char *rows;
        outcome expected;
    } rows[] = {
        {2, 2, 4, 2, "**oo**oo", DRAW},
        {2, 2, 4, 2, "**.o**oo", BLACK_WIN},
        {2, 2, 4, 2, "*.oo**oo", WHITE_WIN},
        {2, 2, 4, 2, "*o*o*o*o", DRAW},
        {2, 2, 3, 2, "*.*oo*", DRAW},         // no room for a stick, nothing loose
        {2, 2, 3, 2, "*o**.*", IN_PROGRESS},  // no room either, but one cell is loose
        {3, 2, 2, 2, "....", DRAW},           // an empty board is judged like any other
        {2, 2, 2, 2, "....", IN_PROGRESS},
        {2, 5, 2, 2, "....", IN_PROGRESS},
        {1, 1, 1, 1, "*", BLACK_WIN},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        game *g = new_game(rows[row].stick, rows[row].square, rows[row].width, rows[row].height, type);
        set_cells(g, rows[row].rows);
        for (int turn = 0; turn < 2; turn++) {
            g->next = turn == 0 ? BLACK_NEXT : WHITE_NEXT;
            CHECK(game_outcome(g) == rows[row].expected);
        }
        game_free(g);
    }
}

static unsigned state = 99;

static unsigned below(unsigned bound)
{
    state = state * 1664525u + 1013904223u;
    return (state >> 8) % bound;
}

static void agreement(unsigned width, unsigned height, unsigned stick, unsigned square)
{
    game *games[2];
    for (int index = 0; index < 2; index++)
        games[index] = new_game(stick, square, width, height, types[index]);
    for (int ply = 0; ply < 200 && game_outcome(games[0]) == IN_PROGRESS; ply++) {
        unsigned kind = below(5), col = below(width);
        int dropped[2] = {0, 0};
        for (int index = 0; index < 2; index++) {
            games[index]->next = ply % 2 == 0 ? BLACK_NEXT : WHITE_NEXT;
            if (kind == 0)
                breakdown(games[index]);
            else
                dropped[index] = drop_stick(games[index], col, kind % 2);
        }
        CHECK(dropped[0] == dropped[1]);
        CHECK(game_outcome(games[0]) == game_outcome(games[1]));
        for (unsigned index = 0; index < width * height; index++) {
            pos p = make_pos(index / width, index % width);
            CHECK(board_get(games[0]->b, p) == board_get(games[1]->b, p));
        }
    }
    game_free(games[0]);
    game_free(games[1]);
}

// A program may exchange the rows of a board, and leave anything in its unused bits.
static void reaching_in(void)
{
    game *g = new_game(2, 2, 3, 2, MATRIX);
    set_cells(g, "*.o.*.");
    enum cell *row = g->b->u.matrix[0];
    g->b->u.matrix[0] = g->b->u.matrix[1];
    g->b->u.matrix[1] = row;
    check_cells(g, ".*.*.o");
    breakdown(g);
    check_cells(g, "...**o");
    game_free(g);
    g = new_game(2, 2, 3, 2, BITS);
    set_cells(g, "*.o.*.");
    g->b->u.bits[0] |= 0xfffff000;
    check_cells(g, "*.o.*.");
    CHECK(game_outcome(g) == IN_PROGRESS);
    breakdown(g);
    check_cells(g, "...**o");
    game_free(g);
}

int main(void)
{
    for (int index = 0; index < 2; index++) {
        example(types[index]);
        rooms(types[index]);
        outcomes(types[index]);
        // Labels past 9, past Z, past z.
        board *b = board_new(64, 1, types[index]);
        board_set(b, make_pos(0, 63), WHITE);
        board_show(b);
        board_free(b);
    }
    static const unsigned sizes[][4] = {{1, 1, 1, 2}, {4, 5, 2, 2}, {8, 8, 3, 3}, {17, 9, 4, 3}, {5, 70, 3, 2}};
    for (int round = 0; round < 5; round++)
        for (size_t size = 0; size < sizeof sizes / sizeof sizes[0]; size++)
            agreement(sizes[size][0], sizes[size][1], sizes[size][2], sizes[size][3]);
    reaching_in();
    board_free(NULL);
    game_free(NULL);
    printf("done\n");
    return 0;
}
