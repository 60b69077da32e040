// `gridlaw verdict breakdown` as a plain program: a matrix of bytes, one loop per sentence of the
// document, no trick. Reads a game a line and writes the same answers. Arguments: W H K Q, with at
// most 62 columns.
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum cell { EMPTY, BLACK, WHITE };

static const char labels[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

static unsigned width, height, stick, square;
static unsigned char *cells;

static unsigned char get(unsigned row, unsigned col) { return cells[row * width + col]; }

static void set(unsigned row, unsigned col, unsigned char cell) { cells[row * width + col] = cell; }

// The number of free cells from the top of a column to its first piece.
static unsigned free_from_top(unsigned col) {
    unsigned row = 0;
    while (row < height && get(row, col) == EMPTY) row++;
    return row;
}

static bool fits_vertical(unsigned col) { return col < width && free_from_top(col) >= stick; }

static bool fits_horizontal(unsigned col) {
    if (col >= width || stick > width - col) return false;
    for (unsigned c = col; c < col + stick; c++)
        if (free_from_top(c) == 0) return false;
    return true;
}

static bool drop_vertical(unsigned col, unsigned char side) {
    if (!fits_vertical(col)) return false;
    unsigned free = free_from_top(col);
    for (unsigned row = free - stick; row < free; row++) set(row, col, side);
    return true;
}

static bool drop_horizontal(unsigned col, unsigned char side) {
    if (!fits_horizontal(col)) return false;
    unsigned free = height;
    for (unsigned c = col; c < col + stick; c++)
        if (free_from_top(c) < free) free = free_from_top(c);
    for (unsigned c = col; c < col + stick; c++) set(free - 1, c, side);
    return true;
}

static bool is_loose(unsigned row, unsigned col) {
    return get(row, col) != EMPTY && row + 1 < height && get(row + 1, col) == EMPTY;
}

static void fall(void) {
    for (unsigned col = 0; col < width; col++)
        for (unsigned start = height; start-- > 0;)
            for (unsigned row = start; is_loose(row, col); row++) {
                set(row + 1, col, get(row, col));
                set(row, col, EMPTY);
            }
}

static bool is_square(unsigned top, unsigned left, unsigned char side) {
    for (unsigned row = top; row < top + square; row++)
        for (unsigned col = left; col < left + square; col++)
            if (get(row, col) != side) return false;
    return true;
}

static bool owns_square(unsigned char side) {
    for (unsigned row = 0; row + square <= height; row++)
        for (unsigned col = 0; col + square <= width; col++)
            if (is_square(row, col, side)) return true;
    return false;
}

// Whether no stick fits anywhere and breakdown would move nothing.
static bool is_dead(void) {
    for (unsigned col = 0; col < width; col++)
        if (fits_vertical(col) || fits_horizontal(col)) return false;
    for (unsigned row = 0; row < height; row++)
        for (unsigned col = 0; col < width; col++)
            if (is_loose(row, col)) return false;
    return true;
}

static char outcome(void) {
    bool black = owns_square(BLACK), white = owns_square(WHITE);
    if (black || white) return black && white ? 'D' : black ? 'B' : 'W';
    // A full board is dead, too.
    return is_dead() ? 'D' : '.';
}

// Plays a word of a line; false if it is no legal move.
static bool play(const char *word, unsigned char side) {
    if (strcmp(word, "!") == 0) {
        fall();
        return true;
    }
    const char *label = word[1] ? strchr(labels, word[1]) : NULL;
    if (!label || word[2] != '\0') return false;
    unsigned col = (unsigned)(label - labels);
    return word[0] == '|'   ? drop_vertical(col, side)
           : word[0] == '-' ? drop_horizontal(col, side)
                            : false;
}

static void answer(char *line) {
    memset(cells, EMPTY, (size_t)width * height);
    char result = '.';
    unsigned number = 0, wrong = 0;
    for (char *word = strtok(line, " \n"); word && !wrong; word = strtok(NULL, " \n")) {
        number++;
        if (result != '.' || !play(word, number % 2 == 1 ? BLACK : WHITE)) wrong = number;
        else result = outcome();
    }
    if (wrong) printf("X%u", wrong);
    else putchar(result);
    unsigned long count = (unsigned long)width * height;
    for (unsigned long first = 0; first < count; first += 16) {
        unsigned long bits = 0;
        for (unsigned long at = first; at < first + 16 && at < count; at++)
            bits |= (unsigned long)cells[at] << 2 * (at - first);
        printf(" %08lx", bits);
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    width = (unsigned)atoi(argv[1]);
    height = (unsigned)atoi(argv[2]);
    stick = (unsigned)atoi(argv[3]);
    square = (unsigned)atoi(argv[4]);
    cells = malloc((size_t)width * height);
    char *line = NULL;
    size_t capacity = 0;
    while (cells && getline(&line, &capacity, stdin) != -1) answer(line);
    free(line);
    free(cells);
    return 0;
}
