// The functions of the Breakdown document. Each macro plants a fault, for the tests of the judge.
#include <stdio.h>
#include <stdlib.h>
#include "logic.h"

static void fail(const char *what)
{
    fprintf(stderr, "%s\n", what);
    exit(1);
}

static void *zeroes(unsigned count, unsigned size)
{
    void *memory = calloc(count, size);
    if (!memory)
        fail("no memory");
    return memory;
}

pos make_pos(unsigned r, unsigned c)
{
#ifdef POS_EXCHANGED
    pos p = {c, r};
#else
    pos p = {r, c};
#endif
    return p;
}

board *board_new(unsigned width, unsigned height, enum type type)
{
    if (width == 0 || height == 0)
        fail("board_new: no cells");
    board *b = zeroes(1, sizeof *b);
    b->width = width;
    b->height = height;
    b->type = type;
    if (type == BITS) {
#ifdef BITS_ROUNDED_DOWN
        b->u.bits = zeroes(width * height / 16, sizeof *b->u.bits);
#else
        b->u.bits = zeroes((width * height + 15) / 16, sizeof *b->u.bits);
#endif
        return b;
    }
    b->u.matrix = zeroes(height, sizeof *b->u.matrix);
    for (unsigned r = 0; r < height; r++)
#ifdef ROWS_OF_BYTES
        b->u.matrix[r] = zeroes(width, 1);
#else
        b->u.matrix[r] = zeroes(width, sizeof **b->u.matrix);
#endif
    return b;
}

void board_free(board *b)
{
    if (b->type == BITS)
        free(b->u.bits);
    else {
#ifndef ROWS_LEAK
        for (unsigned r = 0; r < b->height; r++)
            free(b->u.matrix[r]);
#endif
        free(b->u.matrix);
    }
    free(b);
}

static char label(unsigned index)
{
    if (index < 10)
        return (char)('0' + index);
    if (index < 36)
        return (char)('A' + index - 10);
#ifdef LABELS_END
    return '?';
#else
    return index < 62 ? (char)('a' + index - 36) : '?';
#endif
}

void board_show(board *b)
{
    printf("  ");
    for (unsigned c = 0; c < b->width; c++)
        printf("%c", label(c));
    printf("\n\n");
    for (unsigned r = 0; r < b->height; r++) {
        printf("%c ", label(r));
        for (unsigned c = 0; c < b->width; c++)
            printf("%c", ".*o"[board_get(b, make_pos(r, c))]);
        printf("\n");
    }
}

static void check(board *b, pos p)
{
#ifdef GET_WRONG_BOUND
    if (p.r > b->height || p.c > b->width)
#else
    if (p.r >= b->height || p.c >= b->width)
#endif
        fail("no such square");
}

cell board_get(board *b, pos p)
{
    check(b, p);
    unsigned index = p.r * b->width + p.c;
    return b->type == MATRIX ? b->u.matrix[p.r][p.c] : (cell)(b->u.bits[index / 16] >> index % 16 * 2 & 3);
}

void board_set(board *b, pos p, cell c)
{
    check(b, p);
    unsigned index = p.r * b->width + p.c, shift = index % 16 * 2;
    if (b->type == MATRIX)
        b->u.matrix[p.r][p.c] = c;
    else
#ifdef BITS_ADDED
        b->u.bits[index / 16] |= (unsigned)c << shift;
#else
        b->u.bits[index / 16] = (b->u.bits[index / 16] & ~(3u << shift)) | (unsigned)c << shift;
#endif
}

game *new_game(unsigned stick, unsigned square, unsigned width, unsigned height, enum type type)
{
    game *g = zeroes(1, sizeof *g);
    g->stick = stick;
    g->square = square;
#ifdef GAME_TURNED
    g->b = board_new(height, width, type);
#else
    g->b = board_new(width, height, type);
#endif
    g->next = BLACK_NEXT;
    return g;
}

void game_free(game *g)
{
#ifndef GAME_LEAKS
    board_free(g->b);
#endif
    free(g);
}

// The empty cells at the top of a column.
static unsigned room(board *b, unsigned col)
{
    unsigned r = 0;
    while (r < b->height && board_get(b, make_pos(r, col)) == EMPTY)
        r++;
    return r;
}

int drop_stick(game *g, unsigned col, int vertical)
{
    cell mine = g->next == BLACK_NEXT ? BLACK : WHITE;
    unsigned columns = vertical ? 1 : g->stick, rows = vertical ? g->stick : 1, least = g->b->height;
#ifndef STICK_STICKS_OUT
    if (col >= g->b->width || columns > g->b->width - col)
        return 0;
#endif
    for (unsigned c = col; c < col + columns; c++)
        least = room(g->b, c) < least ? room(g->b, c) : least;
    if (least < rows)
        return 0;
    for (unsigned c = col; c < col + columns; c++)
        for (unsigned r = least - rows; r < least; r++)
            board_set(g->b, make_pos(r, c), mine);
#ifdef DROP_TURNS
    g->next = g->next == BLACK_NEXT ? WHITE_NEXT : BLACK_NEXT;
#endif
    return 1;
}

// Lets cells fall if `really`; returns whether one falls.
static int fall(board *b, int really)
{
    int fell = 0;
    for (unsigned c = 0; c < b->width; c++) {
        unsigned floor = b->height;
        for (unsigned r = b->height; r-- > 0;) {
            cell here = board_get(b, make_pos(r, c));
            if (here == EMPTY)
                continue;
            floor--;
            if (floor == r)
                continue;
            fell = 1;
#ifdef FALL_ONE_ROW
            floor = r + 1;
#endif
            if (really) {
                board_set(b, make_pos(r, c), EMPTY);
                board_set(b, make_pos(floor, c), here);
            }
        }
    }
    return fell;
}

void breakdown(game *g) { fall(g->b, 1); }

static int owns_square(game *g, cell mine)
{
    for (unsigned r = 0; r + g->square <= g->b->height; r++)
        for (unsigned c = 0; c + g->square <= g->b->width; c++) {
            unsigned owned = 0;
#ifdef SQUARE_WITHOUT_CORNER
            owned = board_get(g->b, make_pos(r, c)) != mine;
#endif
            for (unsigned at = 0; at < g->square * g->square; at++)
                owned += board_get(g->b, make_pos(r + at / g->square, c + at % g->square)) == mine;
            if (owned == g->square * g->square)
                return 1;
        }
    return 0;
}

static int fits_somewhere(game *g)
{
#ifdef COLUMNS_APART
    unsigned open = 0;
    for (unsigned col = 0; col < g->b->width; col++)
        open += board_get(g->b, make_pos(0, col)) == EMPTY;
    if (open >= g->stick)
        return 1;
#endif
    unsigned level = 0;
    for (unsigned c = 0; c < g->b->width; c++) {
        unsigned empty = room(g->b, c);
        level = empty > 0 ? level + 1 : 0;
        if (empty >= g->stick || level >= g->stick)
            return 1;
    }
    return 0;
}

outcome game_outcome(game *g)
{
    int black = owns_square(g, BLACK), white = owns_square(g, WHITE);
#ifndef BOTH_IS_BLACK
    if (black && white)
        return DRAW;
#endif
    if (black)
        return BLACK_WIN;
    if (white)
        return WHITE_WIN;
#ifdef DRAW_WHILE_LOOSE
    return fits_somewhere(g) ? IN_PROGRESS : DRAW;
#else
    return fits_somewhere(g) || fall(g->b, 0) ? IN_PROGRESS : DRAW;
#endif
}
