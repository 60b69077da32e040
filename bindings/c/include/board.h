// board.h of the Breakdown document, with gridlaw behind it. Made from the sources by cbindgen.
//
// Misuse (no board, no such square, no such cell, a size that cannot be) prints one line to
// stderr and ends the program with status 1. Threads may use different boards at once.


#ifndef BOARD_H
#define BOARD_H

#include "pos.h"

// The two representations of a board.
enum type {
  MATRIX = 0,
  BITS = 1,
};


// The content of a square. The values are those of the bits representation.
typedef enum cell {
  // No cell.
  EMPTY = 0,
  // A black cell.
  BLACK = 1,
  // A white cell.
  WHITE = 2,
} cell;

// The cells of a board, in one of its two representations.
typedef union board_rep {
  // `matrix[r][c]` is the cell in row r and column c.
  enum cell **matrix;
  // Two bits a cell, row by row from the top left, least significant bits first, in
  // width * height / 16 elements, rounded up: 00 empty, 01 black, 10 white.
  unsigned int *bits;
} board_rep;

// A board.
typedef struct board {
  // Columns.
  unsigned int width;
  // Rows.
  unsigned int height;
  // Its representation.
  enum type type;
  // The cells.
  union board_rep u;
} board;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Makes a board with every cell empty. The caller frees it with board_free.
struct board *board_new(unsigned int width, unsigned int height, enum type type);

// Frees a board. A null pointer is ignored.
void board_free(struct board *b);

// Prints the board with the labels of its columns and rows.
void board_show(struct board *b);

// The content of a square.
enum cell board_get(struct board *b, pos p);

// Sets the content of a square.
void board_set(struct board *b, pos p, enum cell c);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* BOARD_H */
