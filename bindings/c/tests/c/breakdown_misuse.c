// Misuse of board.h and logic.h. The argument chooses the case: the function must print one line on
// stderr and end the program with status 1, after the output so far. Without an argument the
// program prints the number of cases.
#include "check.h"
#include <logic.h>

static game *g;

static void change(unsigned *number, unsigned value) { *number = value; }
static void null_board_show(void) { board_show(NULL); }
static void null_board_get(void) { board_get(NULL, make_pos(0, 0)); }
static void null_board_set(void) { board_set(NULL, make_pos(0, 0), EMPTY); }
static void null_drop(void) { drop_stick(NULL, 0, 0); }
static void null_breakdown(void) { breakdown(NULL); }
static void null_outcome(void) { game_outcome(NULL); }
static void no_width(void) { board_new(0, 5, MATRIX); }
static void no_height(void) { board_new(4, 0, BITS); }
static void too_large(void) { board_new(65536, 65536, BITS); }
static void far_too_large(void) { board_new(4294967295u, 4294967295u, MATRIX); }
static void no_type(void) { board_new(4, 5, (enum type)2); }
static void game_no_stick(void) { new_game(0, 2, 4, 5, BITS); }
static void game_no_square(void) { new_game(2, 0, 4, 5, BITS); }
static void game_no_width(void) { new_game(2, 2, 0, 5, BITS); }
static void game_no_type(void) { new_game(2, 2, 4, 5, (enum type)77); }
static void get_row(void) { board_get(g->b, make_pos(5, 0)); }
static void get_col(void) { board_get(g->b, make_pos(0, 4)); }
static void get_far(void) { board_get(g->b, make_pos(4294967295u, 4294967295u)); }
static void set_row(void) { board_set(g->b, make_pos(5, 0), BLACK); }
static void set_col(void) { board_set(g->b, make_pos(4, 4), BLACK); }
static void set_cell(void) { board_set(g->b, make_pos(0, 0), (enum cell)3); }
static void set_far_cell(void) { board_set(g->b, make_pos(0, 0), (enum cell)-1); }
static void wrong_type_get(void) { g->b->type = (enum type)2; board_get(g->b, make_pos(0, 0)); }
static void wrong_type_show(void) { g->b->type = (enum type)2; board_show(g->b); }
static void wrong_type_free(void) { g->b->type = (enum type)2; board_free(g->b); }
static void wrong_size(void) { change(&g->b->width, 0); breakdown(g); }
static void wrong_stick(void) { change(&g->stick, 0); drop_stick(g, 0, 1); }
static void wrong_square(void) { change(&g->square, 0); game_outcome(g); }
static void wrong_next(void) { g->next = (turn)5; drop_stick(g, 0, 1); }
static void no_board(void) { board_free(g->b); g->b = NULL; game_outcome(g); }
static void no_cells(void)
{
    g->b->u.matrix = NULL;
    breakdown(g);
}
static void wrong_bits_get(void) { g->b->u.bits[1] = 3; board_get(g->b, make_pos(4, 0)); }
static void wrong_bits(void) { g->b->u.bits[1] = 3; game_outcome(g); }
static void wrong_matrix_get(void) { g->b->u.matrix[2][1] = (enum cell)4; board_get(g->b, make_pos(2, 1)); }
static void wrong_matrix(void) { g->b->u.matrix[2][1] = (enum cell)4; breakdown(g); }

// Whether the board is to be BITS: where that makes a difference.
static const struct {
    void (*misuse)(void);
    int bits;
} ways[] = {
    {null_board_show, 0}, {null_board_get, 0}, {null_board_set, 0}, {null_drop, 0}, {null_breakdown, 0},
    {null_outcome, 0}, {no_width, 0}, {no_height, 0}, {too_large, 0}, {far_too_large, 0}, {no_type, 0},
    {game_no_stick, 0}, {game_no_square, 0}, {game_no_width, 0}, {game_no_type, 0}, {get_row, 0}, {get_row, 1},
    {get_col, 0}, {get_col, 1}, {get_far, 0}, {get_far, 1}, {set_row, 0}, {set_row, 1}, {set_col, 0}, {set_col, 1},
    {set_cell, 0}, {set_cell, 1}, {set_far_cell, 0}, {set_far_cell, 1}, {wrong_type_get, 0}, {wrong_type_show, 0},
    {wrong_type_free, 0}, {wrong_size, 0}, {wrong_stick, 0}, {wrong_square, 0}, {wrong_next, 1}, {no_board, 0},
    {no_cells, 0}, {no_cells, 1}, {wrong_bits_get, 1}, {wrong_bits, 1}, {wrong_matrix_get, 0}, {wrong_matrix, 0},
};

int main(int count, char **arguments)
{
    if (count < 2) {
        printf("%d\n", (int)(sizeof ways / sizeof ways[0]));
        return 0;
    }
    int way = atoi(arguments[1]);
    g = new_game(2, 2, 4, 5, ways[way].bits ? BITS : MATRIX);
    printf("before");
    ways[way].misuse();
    return 4; // not reached
}
