// gridlaw.h - the law of five grid games: legal moves, play, outcome.
//
// This program plays the first legal move of Jump61 until somebody has won:
//
//     #include <gridlaw.h>
//     #include <stdio.h>
//
//     int main(void)
//     {
//         gridlaw_game *game;
//         gridlaw_state state;
//         uint32_t actions[9]; // a board of 3x3 has 9 actions: gridlaw_game_action_count tells
//         char text[100];
//         if (gridlaw_game_parse("jump61 --size 3", &game) != GRIDLAW_STATUS_OK)
//             return 1;
//         while (gridlaw_game_state(game, &state) == GRIDLAW_STATUS_OK && !state.is_over) {
//             gridlaw_game_actions(game, actions, 9, NULL);
//             gridlaw_game_move_text(game, actions[0], text, sizeof text, NULL);
//             printf("%s ", text);
//             gridlaw_game_play_action(game, actions[0]);
//         }
//         gridlaw_game_answer(game, text, sizeof text, NULL);
//         puts(text);
//         gridlaw_game_free(game);
//         return 0;
//     }
//
// Handles. A function of this header makes a gridlaw_game or a gridlaw_batch, and another one frees
// it. Their contents are private.
//
// Status. Every function returns a gridlaw_status; results go to the caller's pointers. If the status
// is not GRIDLAW_STATUS_OK, the function has changed and written nothing, unless its description says
// otherwise, and gridlaw_message writes the reason in words. No function prints, ends the program or
// unwinds into C. Only running out of memory ends the program.
//
// Pointers must not be null, except where a function allows it and for arrays of no elements. The
// library checks that, and alignment. It cannot check these promises of the caller: a handle is one
// and has not been freed; a text ends with a NUL; an array is as long as the caller says.
//
// Texts come as `text`, `capacity`, `length`. The function writes the text and a NUL if `capacity`
// bytes hold both. Otherwise it writes nothing and returns GRIDLAW_STATUS_LENGTH. If `length` is not
// null, the function stores the length without the NUL there in either case. To ask for the length
// alone, pass a `capacity` of 0 and a `length`; that is GRIDLAW_STATUS_OK. All texts are UTF-8, and
// the library writes ASCII.
//
// Actions are moves as numbers, for learners and searches: gridlaw_game_action_count numbers all moves
// that any position of a game could have. Masks mark the legal ones.
//
// Threads. The library has no state that threads share. One thread may make a handle, another use it
// and a third free it. Functions that take a handle as `const` may run on many threads at once. While
// another function runs, no other thread may use the same handle. A copy is a handle of its own.
// gridlaw_message belongs to the calling thread.
//
// cbindgen makes this file from the sources: change those.


#ifndef GRIDLAW_H
#define GRIDLAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of this header.
#define GRIDLAW_VERSION "0.2.0"

// The deepest perft. No machine can count sequences of so many moves.
#define GRIDLAW_PERFT_DEPTH 64

// The outcome byte of gridlaw_batch_step for a move that was not legal; the others are those of
// gridlaw_outcome.
#define GRIDLAW_ILLEGAL 4

// The status that every function returns. Anything but GRIDLAW_STATUS_OK means that the function
// changed nothing and wrote nothing, unless its description says otherwise; gridlaw_message tells
// more.
typedef enum {
  // Done.
  GRIDLAW_STATUS_OK = 0,
  // A pointer is null or not aligned, or two arrays overlap that must not.
  GRIDLAW_STATUS_POINTER = 1,
  // An array or a text is shorter or longer than it must be, or there is not enough room in it.
  GRIDLAW_STATUS_LENGTH = 2,
  // No game has this name.
  GRIDLAW_STATUS_NAME = 3,
  // The numbers, or the file, make no game.
  GRIDLAW_STATUS_PARAMETERS = 4,
  // The text is no move, no position, or no UTF-8.
  GRIDLAW_STATUS_TEXT = 5,
  // The move is not legal here, or the game is over.
  GRIDLAW_STATUS_ILLEGAL = 6,
  // A value is outside its range: an action, a side, a cell, an index, a depth.
  GRIDLAW_STATUS_VALUE = 7,
  // The game has no such thing: words are for Breakdown alone.
  GRIDLAW_STATUS_UNSUPPORTED = 8,
  // A defect of the library. The handle may only be freed.
  GRIDLAW_STATUS_DEFECT = 9,
} gridlaw_status;

// How a game stands.
typedef enum {
  // The game goes on.
  GRIDLAW_OUTCOME_IN_PROGRESS = 0,
  // The first side has won: black, X, red, `*`; in Candy, the player.
  GRIDLAW_OUTCOME_FIRST = 1,
  // The second side has won: white, O, blue, `#`.
  GRIDLAW_OUTCOME_SECOND = 2,
  // The game is over without a winner: a draw; in Candy, stuck.
  GRIDLAW_OUTCOME_DRAW = 3,
} gridlaw_outcome;

// One of the two seats of a game. Candy has only the first.
typedef enum {
  // The side that moves first: black, X, red, `*`.
  GRIDLAW_SIDE_FIRST = 0,
  // The side that moves second: white, O, blue, `#`.
  GRIDLAW_SIDE_SECOND = 1,
} gridlaw_side;

// The rules of one game of Breakdown, for many boards at a time. It never changes.
//
// Board *i* takes the words from i * words on, in the form of gridlaw_game_words. Spare bits must
// be zero; if they are not, results are unspecified, but no function touches anything outside the
// arrays. Sides are bytes, 0 black and 1 white. A move is a number: c for a vertical stick in
// column c, width + c for a horizontal one, 2 * width for breakdown. All arrays of a call must lie
// apart.
typedef struct gridlaw_batch gridlaw_batch;

// A game that is being played: its rules and where it stands. It has no history; copy it before a
// move to have the position back.
typedef struct gridlaw_game gridlaw_game;

// How a game stands, in one call.
typedef struct {
  // How the game stands.
  gridlaw_outcome outcome;
  // Whose turn it is; unspecified once the game is over.
  gridlaw_side turn;
  // Whether the game is over: whether `outcome` is not GRIDLAW_OUTCOME_IN_PROGRESS.
  bool is_over;
} gridlaw_state;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Writes what went wrong when a function last returned something other than GRIDLAW_STATUS_OK on
// this thread: one line of English for people, which may change from version to version. Empty
// when nothing has.
gridlaw_status gridlaw_message(char *text, size_t capacity, size_t *length);

// Writes the version of the library that is linked, for example "0.1.0"; GRIDLAW_VERSION is that
// of the header.
gridlaw_status gridlaw_version(char *text, size_t capacity, size_t *length);

// Begins the game of this name. `numbers` are its numbers, `file` the contents of its file:
//
// | name      | numbers                      | file                                  |
// |-----------|------------------------------|---------------------------------------|
// | breakdown | width, height, stick, square | none                                  |
// | connect4  | size, 4 to 10                | none                                  |
// | jump61    | size, 2 to 10                | none                                  |
// | candy     | none                         | a game file, JSON                     |
// | fitz      | rows, columns, 1 to 999      | a tile file                           |
//
// `file` need not end with a NUL. The caller frees the game with gridlaw_game_free.
gridlaw_status gridlaw_game_new(const char *name,
                                const uint32_t *numbers,
                                size_t number_count,
                                const char *file,
                                size_t file_length,
                                gridlaw_game **game);

// Begins the game of a line: a game as on the command line, then `;` and the moves so far,
// separated by blanks. The `;` may be missing along with the moves: "jump61 --size 6",
// "breakdown -w 4 -h 5 -k 2 -q 2;|0 -2". Games that take a file (candy, fitz) are for
// gridlaw_game_new. The caller frees the game with gridlaw_game_free.
gridlaw_status gridlaw_game_parse(const char *line, gridlaw_game **game);

// Makes a game of its own that stands where `game` stands. It shares the rules with `game`, which
// costs nothing, and must be freed too.
gridlaw_status gridlaw_game_copy(const gridlaw_game *game, gridlaw_game **copy);

// Makes `game` what `from` is. Between copies of one game no memory is asked for, so that a search
// can do this where it would take a move back.
gridlaw_status gridlaw_game_assign(gridlaw_game *game, const gridlaw_game *from);

// Frees a game. A null pointer is no game, and nothing is done.
gridlaw_status gridlaw_game_free(gridlaw_game *game);

// Plays a move, written as in records: "|3", "-3", "!"; "N3"; "1,2"; "1,2,U"; "1,2,90". In
// Connect4 a blocked entry is a forfeit and can be played, though it is no legal move.
gridlaw_status gridlaw_game_play(gridlaw_game *game, const char *move_);

// Plays the legal move of this number, from 0, in the order of gridlaw_game_moves: moves without
// texts, for searches.
gridlaw_status gridlaw_game_play_nth(gridlaw_game *game, uint64_t index);

// Plays a line of moves, separated by blanks. `played`, if it is not null, receives the number of
// moves played: all, or those before the first that cannot be read or is not legal. Those stay
// played.
gridlaw_status gridlaw_game_replay(gridlaw_game *game, const char *moves, uint64_t *played);

// Whether a move is legal here. A text that is no move at all is GRIDLAW_STATUS_TEXT.
gridlaw_status gridlaw_game_is_legal(const gridlaw_game *game, const char *move_, bool *legal);

// How many legal moves there are; 0 once the game is over.
gridlaw_status gridlaw_game_count_moves(const gridlaw_game *game, uint64_t *count);

// Writes the legal moves, ascending, separated by blanks; nothing once the game is over.
gridlaw_status gridlaw_game_moves(const gridlaw_game *game,
                                  char *text,
                                  size_t capacity,
                                  size_t *length);

// How the game stands.
gridlaw_status gridlaw_game_outcome(const gridlaw_game *game, gridlaw_outcome *outcome);

// Whose turn it is; of no meaning once the game is over.
gridlaw_status gridlaw_game_turn(const gridlaw_game *game, gridlaw_side *side);

// Tells how the game stands and whose turn it is.
gridlaw_status gridlaw_game_state(const gridlaw_game *game, gridlaw_state *state);

// How many sequences of exactly `depth` moves there are from here, 0 to GRIDLAW_PERFT_DEPTH. It
// runs to its end, however long that takes; what does not fit 64 bits nobody lives to see.
gridlaw_status gridlaw_game_perft(const gridlaw_game *game, uint32_t depth, uint64_t *count);

// Tells how many actions the game has. An action is the number of a move, from 0; every move that
// any position of the game could have is numbered, legal or not. The count never changes during a
// game.
//
// | game                  | action                                         | count           |
// |-----------------------|------------------------------------------------|-----------------|
// | breakdown, width w    | "|c" is c, "-c" is w + c, "!" is 2w            | 2w + 1          |
// | connect4, size n      | "Ni" is i, "Ei" n + i, "Si" 2n + i, "Wi" 3n + i | 4n              |
// | jump61, size n        | "r,c" (from 1) is (r-1)n + c-1                 | n * n           |
// | candy                 | "r,c,U" is 2(r * cols + c), "r,c,R" one more   | 2 * rows * cols |
// | fitz, R rows, C cols  | "r,c,a" is ((r+2)(C+5) + c+2) * 4 + a/90       | 4(R+5)(C+5)     |
gridlaw_status gridlaw_game_action_count(const gridlaw_game *game, uint32_t *count);

// Tells the action of a move's text. The move need not be legal here. A text that is no move of
// this game is GRIDLAW_STATUS_TEXT.
gridlaw_status gridlaw_game_action_of(const gridlaw_game *game,
                                      const char *move_,
                                      uint32_t *action);

// Writes the text of an action's move. An action that the game does not have is
// GRIDLAW_STATUS_VALUE.
gridlaw_status gridlaw_game_move_text(const gridlaw_game *game,
                                      uint32_t action,
                                      char *text,
                                      size_t capacity,
                                      size_t *length);

// Plays the legal move of an action. An action that the game does not have is
// GRIDLAW_STATUS_VALUE, one that is not legal here GRIDLAW_STATUS_ILLEGAL. A forfeit of Connect4
// is not legal and has no action; only gridlaw_game_play plays it.
gridlaw_status gridlaw_game_play_action(gridlaw_game *game, uint32_t action);

// Writes the actions of the legal moves, ascending, in the order of gridlaw_game_moves; none once
// the game is over.
//
// `capacity` is the number of actions that the array holds. `count`, if it is not null, receives
// the number of legal actions, even if the array is too short. With a capacity of 0 and a `count`,
// the function does nothing else.
gridlaw_status gridlaw_game_actions(const gridlaw_game *game,
                                    uint32_t *actions,
                                    size_t capacity,
                                    size_t *count);

// Writes the mask of the legal actions as flags, a byte an action: 1 if it is legal here, else 0.
// All are 0 once the game is over.
//
// The mask takes as many bytes as gridlaw_game_action_count tells. `capacity` and `count` are as
// for gridlaw_game_actions.
gridlaw_status gridlaw_game_mask_flags(const gridlaw_game *game,
                                       uint8_t *flags,
                                       size_t capacity,
                                       size_t *count);

// Writes the mask of the legal actions as bits: bit i % 32 of word i / 32 is 1 if action i is
// legal here, as in gridlaw_batch_legal. All are 0 once the game is over.
//
// The mask takes a word for every 32 actions, rounded up; bits beyond the last action are 0.
// `capacity` and `count` are as for gridlaw_game_actions.
gridlaw_status gridlaw_game_mask_bits(const gridlaw_game *game,
                                      uint32_t *words,
                                      size_t capacity,
                                      size_t *count);

// Writes the game without its position as on the command line, a file aside: "breakdown -w 4 -h 5
// -k 2 -q 2", "candy".
gridlaw_status gridlaw_game_arguments(const gridlaw_game *game,
                                      char *text,
                                      size_t capacity,
                                      size_t *length);

// Writes the line with which the program `gridlaw verdict` answers: the outcome's mark, a blank,
// the position.
gridlaw_status gridlaw_game_answer(const gridlaw_game *game,
                                   char *text,
                                   size_t capacity,
                                   size_t *length);

// The older name of gridlaw_game_answer.
gridlaw_status gridlaw_game_verdict(const gridlaw_game *game,
                                    char *text,
                                    size_t capacity,
                                    size_t *length);

// Writes the board over several lines, as the game's document shows it.
gridlaw_status gridlaw_game_picture(const gridlaw_game *game,
                                    char *text,
                                    size_t capacity,
                                    size_t *length);

// Writes the setup of the position: one line with everything that the position is, for example
// "4/4/oo2/*3/*3 b". gridlaw_game_set_position reads it back.
gridlaw_status gridlaw_game_setup(const gridlaw_game *game,
                                  char *text,
                                  size_t capacity,
                                  size_t *length);

// The older name of gridlaw_game_setup.
gridlaw_status gridlaw_game_position(const gridlaw_game *game,
                                     char *text,
                                     size_t capacity,
                                     size_t *length);

// Sets up the position of a setup, as gridlaw_game_setup writes it for a game with the same
// numbers and file. A text that is no setup, or a setup that is no position of this game, is
// GRIDLAW_STATUS_TEXT. The position need not be reachable by play.
gridlaw_status gridlaw_game_set_position(gridlaw_game *game, const char *setup);

// Tells a hash of the position: FNV-1a (64 bits) over its setup. It is the same on every machine
// and in every later version.
gridlaw_status gridlaw_game_hash(const gridlaw_game *game, uint64_t *hash);

// Tells whether two games are the same position of the same game.
gridlaw_status gridlaw_game_equals(const gridlaw_game *game,
                                   const gridlaw_game *other,
                                   bool *equal);

// Makes a game of its own that stands where all mirror images and rotations of this position are
// represented: the same position for all of them. It must be freed too.
gridlaw_status gridlaw_game_canonical(const gridlaw_game *game, gridlaw_game **canonical);

// Writes the board of a game of Breakdown as the document's words, width * height / 16 of them,
// rounded up: two bits a cell, row by row from the top left, least significant bits first, 00
// empty, 01 black, 10 white.
//
// `capacity` is the number of words that the array holds. `count`, if it is not null, receives the
// number of words of the board, even if the array is too short. With a capacity of 0 and a
// `count`, the function does nothing else.
gridlaw_status gridlaw_game_words(const gridlaw_game *game,
                                  uint32_t *words,
                                  size_t capacity,
                                  size_t *count);

// Sets up a board of Breakdown from the document's words, exactly as many as it takes, with the
// turn of side 0 (black) or 1 (white). Bits beyond the last cell must be zero, and no cell may be
// 11.
gridlaw_status gridlaw_game_set_words(gridlaw_game *game,
                                      const uint32_t *words,
                                      size_t count,
                                      uint32_t turn);

// Makes the rules of many boards with these numbers. The caller frees them with
// gridlaw_batch_free.
gridlaw_status gridlaw_batch_new(uint32_t width,
                                 uint32_t height,
                                 uint32_t stick,
                                 uint32_t square,
                                 gridlaw_batch **batch);

// Frees the rules. A null pointer is none, and nothing is done.
gridlaw_status gridlaw_batch_free(gridlaw_batch *batch);

// Tells how many words a board takes, how many moves there are in all (2 * width + 1), and how
// many words a mask of legal moves takes. A pointer to what is not wanted may be null.
gridlaw_status gridlaw_batch_shape(const gridlaw_batch *batch,
                                   size_t *words,
                                   size_t *actions,
                                   size_t *mask_words);

// Lets every cell of `count` boards fall.
gridlaw_status gridlaw_batch_fall(const gridlaw_batch *batch, uint32_t *boards, size_t count);

// Which sides own a square: a byte a board, 1 for black, 2 for white, 3 for both, 0 for none.
gridlaw_status gridlaw_batch_squares(const gridlaw_batch *batch,
                                     const uint32_t *boards,
                                     size_t count,
                                     uint8_t *owners);

// How every game stands: a byte a board, the values of gridlaw_outcome. `turns` are the sides to
// move.
gridlaw_status gridlaw_batch_outcome(const gridlaw_batch *batch,
                                     const uint32_t *boards,
                                     const uint8_t *turns,
                                     size_t count,
                                     uint8_t *outcomes);

// The legal moves on every board: bit i of its mask, bit i % 32 of word i / 32, for move i. None
// once a game is over. `masks` has as many words a board as gridlaw_batch_shape says.
gridlaw_status gridlaw_batch_legal(const gridlaw_batch *batch,
                                   const uint32_t *boards,
                                   const uint8_t *turns,
                                   size_t count,
                                   uint32_t *masks);

// Plays one move on every board. `outcomes` tells how each game stands then, or GRIDLAW_ILLEGAL
// where the move was not legal and nothing was done. A game that is over is set back to its
// beginning.
gridlaw_status gridlaw_batch_step(const gridlaw_batch *batch,
                                  uint32_t *boards,
                                  uint8_t *turns,
                                  const uint32_t *actions,
                                  size_t count,
                                  uint8_t *outcomes);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* GRIDLAW_H */
