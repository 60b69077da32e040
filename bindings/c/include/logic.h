// logic.h of the Breakdown document, with gridlaw behind it. Made from the sources by cbindgen.
//
// Misuse (no game, no board, a stick or a square of 0) prints one line to stderr and ends the
// program with status 1. Threads may use different games at once.


#ifndef LOGIC_H
#define LOGIC_H

#include "board.h"

// The outcome of a game.
typedef enum outcome {
  // Black has won.
  BLACK_WIN = 0,
  // White has won.
  WHITE_WIN = 1,
  // The game is over without a winner.
  DRAW = 2,
  // The game goes on.
  IN_PROGRESS = 3,
} outcome;

// The side to move.
typedef enum turn {
  // Black's.
  BLACK_NEXT = 0,
  // White's.
  WHITE_NEXT = 1,
} turn;

// A game.
typedef struct game {
  // Cells of a stick.
  unsigned int stick;
  // Side of the square that wins.
  unsigned int square;
  // The board.
  board *b;
  // The side to move. No function changes it.
  enum turn next;
} game;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Begins a game: an empty board, black next. The caller frees it with game_free.
struct game *new_game(unsigned int stick,
                      unsigned int square,
                      unsigned int width,
                      unsigned int height,
                      enum type type);

// Frees a game and its board. A null pointer is ignored.
void game_free(struct game *g);

// Drops a stick of the side that is next into a column, or with its left end in that column if
// vertical is 0. Returns 1, or 0 and changes nothing if it has no room; there is none beyond the
// board.
int drop_stick(struct game *g, unsigned int col, int vertical);

// Lets all sticks break down and their cells fall.
void breakdown(struct game *g);

// Returns the outcome of the game, whichever side is next. An empty board is no exception.
enum outcome game_outcome(struct game *g);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* LOGIC_H */
