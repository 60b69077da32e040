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
// Status. Every function returns a gridlaw_status; results go to the caller's pointers. If the
// status is not GRIDLAW_STATUS_OK, the function has changed and written nothing, unless its
// description says otherwise, and gridlaw_message writes the reason in words. No function prints,
// ends the program or unwinds into C, with two exceptions: a defect of the library is a status, and
// its message also goes to standard error; and running out of memory ends the program.
//
// Pointers must not be null, except where a function allows it and for arrays of no elements. The
// library checks that, and alignment. It cannot check these promises of the caller: a handle is one
// and has not been freed; a text ends with a NUL; an array is as long as the caller says.
//
// Texts come as `text`, `capacity`, `length`. The function writes the text and a NUL if `capacity`
// bytes hold both. Otherwise it writes nothing and returns GRIDLAW_STATUS_LENGTH. If `length` is
// not null, the function stores the length without the NUL there in either case. To ask for the
// length alone, pass a `capacity` of 0 and a `length`; that is GRIDLAW_STATUS_OK. All texts are
// UTF-8, and the library writes ASCII.
//
// Actions are moves as numbers, for learners and searches: gridlaw_game_action_count numbers all
// moves that any position of a game could have. Masks mark the legal ones.
//
// Batches play thousands of games of one kind together. gridlaw_batch_step takes an action a game
// and writes outcomes, rewards, masks and observations into the arrays that a gridlaw_results
// names.
//
// Threads. The library has no state that threads share. One thread may make a handle, another use
// it and a third free it. Functions that take a handle as `const` may run on many threads at once.
// While another function runs, no other thread may use the same handle. A copy is a handle of its
// own. gridlaw_message belongs to the calling thread.
//
// cbindgen makes this file from the sources: change those.


#ifndef GRIDLAW_H
#define GRIDLAW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The version of this header.
#define GRIDLAW_VERSION "0.2.0"

// The deepest perft. No machine can count such long sequences.
#define GRIDLAW_PERFT_DEPTH 64

// The outcome byte of a game whose action was not legal: nothing was done. The bytes 0 to 3 are
// those of gridlaw_outcome.
#define GRIDLAW_ILLEGAL 4

// The outcome byte of a game that goes on by its law, but has reached the limit of plies.
#define GRIDLAW_TRUNCATED 5

// An action that is legal in no game; gridlaw_batch_sample chooses it where there is none.
#define GRIDLAW_NO_ACTION 4294967295

// The limit of plies of a batch whose options name none.
#define GRIDLAW_BATCH_LIMIT 400

// The status that every function returns. Anything but GRIDLAW_STATUS_OK means that the function
// changed nothing and wrote nothing, unless its description says otherwise; gridlaw_message has
// the reason.
typedef enum {
  // Success.
  GRIDLAW_STATUS_OK = 0,
  // A pointer is null or not aligned, or two arrays overlap that must not.
  GRIDLAW_STATUS_POINTER = 1,
  // An array or a text is shorter or longer than it must be, or there is not enough room in it.
  GRIDLAW_STATUS_LENGTH = 2,
  // No game has this name.
  GRIDLAW_STATUS_NAME = 3,
  // The numbers, or the file, make no game.
  GRIDLAW_STATUS_PARAMETERS = 4,
  // The text is not a move, not a position, or not UTF-8.
  GRIDLAW_STATUS_TEXT = 5,
  // The move is not legal here, or the game is over.
  GRIDLAW_STATUS_ILLEGAL = 6,
  // A value is outside its range: an action, a side, a cell, an index, a depth.
  GRIDLAW_STATUS_VALUE = 7,
  // The game or the batch does not have what the call needs: words are for Breakdown, final
  // observations for a batch with `keep_final`.
  GRIDLAW_STATUS_UNSUPPORTED = 8,
  // A defect of the library. The handle may only be freed.
  GRIDLAW_STATUS_DEFECT = 9,
} gridlaw_status;

// The outcome of a game.
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

// The treatment of a game that has ended.
typedef enum {
  // The step that ends a game also begins the next one: outcome and reward are of the game that
  // ended, mask, observation and turn of the one that begins.
  GRIDLAW_RESET_SAME_STEP = 0,
  // The step that ends a game leaves it at its end. The next step ignores the game's action,
  // and begins the next game.
  GRIDLAW_RESET_NEXT_STEP = 1,
  // A game that has ended stays so: it has no legal action, and the outcome of any is
  // GRIDLAW_ILLEGAL.
  GRIDLAW_RESET_NEVER = 2,
} gridlaw_reset;

// Many games of one kind that are played together, for learners. A step of Breakdown or Connect4
// takes a few nanoseconds a game.
//
// A batch plays episodes: game i of N plays the episodes i, i + N, i + 2N and so on. Every episode
// has a generator of its own, so that games of gridlaw_batch_sample are those of the program
// `gridlaw random` with the same seed.
//
// All arrays are the caller's, game after game, and all arrays of a call must lie apart. After a
// call that failed, arrays are as they were.
typedef struct gridlaw_batch gridlaw_batch;

// A game in progress: its rules and its position. It has no history; to take a move back, copy the
// game before the move.
typedef struct gridlaw_game gridlaw_game;

// The state of a game, in one call.
typedef struct {
  // The outcome.
  gridlaw_outcome outcome;
  // The side to move; unspecified once the game is over.
  gridlaw_side turn;
  // Whether the game is over: whether `outcome` is not GRIDLAW_OUTCOME_IN_PROGRESS.
  bool is_over;
} gridlaw_state;

// The options of a batch. All zero is the default: seed 0, reset in the same step, 400 plies,
// final observations not kept.
typedef struct {
  // The seed of all random choices.
  uint64_t seed;
  // The treatment of a game that has ended: a value of gridlaw_reset.
  uint32_t reset;
  // The number of plies after which a game that goes on is truncated; 0 for
  // GRIDLAW_BATCH_LIMIT.
  uint32_t limit;
  // 1 to keep the last observation of an episode when the same step begins the next one, for
  // the arrays `final_cells`, `final_bits` and `final_floats` of gridlaw_results; else 0.
  uint32_t keep_final;
} gridlaw_batch_options;

// The numbers that give the lengths of a batch's arrays.
typedef struct {
  // The number of games.
  size_t games;
  // The number of actions, as gridlaw_game_action_count writes it: flags of one mask.
  size_t actions;
  // Words of one packed mask: a word for every 32 actions, rounded up.
  size_t mask_words;
  // Planes of one observation in bytes.
  size_t planes;
  // Rows of every plane.
  size_t rows;
  // Columns of every plane.
  size_t cols;
  // Bytes of one observation: planes * rows * cols.
  size_t cells;
  // Planes of one observation in one-hot form.
  size_t one_hot_planes;
  // Floats of one observation in one-hot form: one_hot_planes * rows * cols.
  size_t floats;
  // Words of one observation in one-hot form, a bit a square: a word for every 32 floats,
  // rounded up.
  size_t bit_words;
} gridlaw_shape;

// One plane of an observation: a byte a square.
typedef struct {
  // The meaning of its bytes, for example "pieces".
  char name[16];
  // The lowest byte that has a plane of its own in one-hot form.
  uint8_t first;
  // The highest such byte. The plane takes last - first + 1 planes in one-hot form.
  uint8_t last;
} gridlaw_plane;

// The results of a batch: the caller's arrays to which a call writes, game after game.
//
// A null pointer is an array that is not wanted, so `gridlaw_results results = {0};` asks for
// nothing. The lengths are in elements, and must be those that gridlaw_shape gives. The length of
// an array that is not wanted does not matter.
typedef struct {
  // The length of each array with one element a game: the number of games. These are the arrays
  // from `outcomes` to `numbers`.
  size_t games;
  // The outcome of the last step, 0 to 5: a value of gridlaw_outcome, GRIDLAW_ILLEGAL or
  // GRIDLAW_TRUNCATED. In a step that only begins a game it is GRIDLAW_OUTCOME_IN_PROGRESS.
  uint8_t *outcomes;
  // The reward of the side that moved in the last step: 1 if it has won, -1 if it has lost, else
  // 0.
  float *rewards;
  // 1 if the game ended by its law in the last step, else 0.
  uint8_t *terminated;
  // 1 if the game reached the limit of plies in the last step, else 0.
  uint8_t *truncated;
  // The side to move, 0 or 1; unspecified once the game is over.
  uint8_t *turns;
  // The plies that the game's episode has so far.
  uint32_t *plies;
  // The number of the game's episode.
  uint64_t *numbers;
  // The legal actions: bit a % 32 of word a / 32 of a game's mask for action a. No bit for a
  // game that is over.
  uint32_t *mask_bits;
  // games * mask_words.
  size_t mask_bits_length;
  // The legal actions: a byte an action, 1 if it is legal, else 0.
  uint8_t *mask_flags;
  // games * actions.
  size_t mask_flags_length;
  // The observations: a byte a square, as gridlaw_batch_plane says.
  uint8_t *cells;
  // The observations as they were when an episode ended, for the games whose episode ended in
  // the last step; nothing is written for the others, nor for any when `reset` is not
  // GRIDLAW_RESET_SAME_STEP: then `cells` has them. Needs `keep_final`; without it the call is
  // GRIDLAW_STATUS_UNSUPPORTED.
  uint8_t *final_cells;
  // games * cells, the length of both.
  size_t cells_length;
  // The observations in one-hot form, a bit a square: bit i % 32 of word i / 32 is float i.
  uint32_t *bits;
  // As final_cells.
  uint32_t *final_bits;
  // games * bit_words, the length of both.
  size_t bits_length;
  // The observations in one-hot form, 0 or 1: each plane of bytes becomes a plane for each of
  // its values from `first` to `last`.
  float *floats;
  // As final_cells.
  float *final_floats;
  // games * floats, the length of both.
  size_t floats_length;
} gridlaw_results;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// Writes the message of the last function on this thread that returned a status other than
// GRIDLAW_STATUS_OK, this one aside: one line of English for people, which may change from version
// to version. Empty if there was none.
gridlaw_status gridlaw_message(char *text, size_t capacity, size_t *length);

// Writes the version of the linked library, in the form "1.2.3"; GRIDLAW_VERSION is that of the
// header.
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

// Makes a copy of `game` at the same position. The copy shares the rules, so it is cheap. The
// caller frees it, too.
gridlaw_status gridlaw_game_copy(const gridlaw_game *game, gridlaw_game **copy);

// Makes `game` equal to `from`. Between copies of one game this allocates nothing, so a search can
// copy positions instead of taking moves back.
gridlaw_status gridlaw_game_assign(gridlaw_game *game, const gridlaw_game *from);

// Frees a game. A null pointer is ignored.
gridlaw_status gridlaw_game_free(gridlaw_game *game);

// Plays a move, written as in records: "|3", "-3", "!"; "N3"; "1,2"; "1,2,U"; "1,2,90". In
// Connect4 a blocked entry is a forfeit and can be played, though it is no legal move.
gridlaw_status gridlaw_game_play(gridlaw_game *game, const char *move_);

// Plays the legal move with this index, from 0, in the order of gridlaw_game_moves, for searches
// that need no texts. An index that no legal move has is GRIDLAW_STATUS_VALUE, as is every index
// once the game is over.
gridlaw_status gridlaw_game_play_nth(gridlaw_game *game, uint64_t index);

// Plays a line of moves, separated by blanks. `played`, if it is not null, receives the number of
// moves played: all, or those before the first that cannot be read or is not legal. Those stay
// played. Of a line that is no UTF-8 none is played.
gridlaw_status gridlaw_game_replay(gridlaw_game *game, const char *moves, uint64_t *played);

// Writes whether a move is legal here. A text that is not a move at all is GRIDLAW_STATUS_TEXT.
gridlaw_status gridlaw_game_is_legal(const gridlaw_game *game, const char *move_, bool *legal);

// Writes the number of legal moves; 0 once the game is over.
gridlaw_status gridlaw_game_count_moves(const gridlaw_game *game, uint64_t *count);

// Writes the legal moves, ascending, separated by blanks; nothing once the game is over.
gridlaw_status gridlaw_game_moves(const gridlaw_game *game,
                                  char *text,
                                  size_t capacity,
                                  size_t *length);

// Writes the outcome of the game.
gridlaw_status gridlaw_game_outcome(const gridlaw_game *game, gridlaw_outcome *outcome);

// Writes the side to move; unspecified once the game is over.
gridlaw_status gridlaw_game_turn(const gridlaw_game *game, gridlaw_side *side);

// Writes the outcome and the side to move.
gridlaw_status gridlaw_game_state(const gridlaw_game *game, gridlaw_state *state);

// Writes the number of sequences of exactly `depth` moves from here; `depth` is 0 to
// GRIDLAW_PERFT_DEPTH. The call cannot be interrupted. Counts beyond 64 bits would take centuries.
gridlaw_status gridlaw_game_perft(const gridlaw_game *game, uint32_t depth, uint64_t *count);

// Writes the number of actions of the game. An action is the number of a move, from 0; every move
// that any position of the game could have is numbered, legal or not. The count never changes
// during a game.
//
// | game                  | action                                         | count           |
// |-----------------------|------------------------------------------------|-----------------|
// | breakdown, width w    | "|c" is c, "-c" is w + c, "!" is 2w            | 2w + 1          |
// | connect4, size n      | "Ni" is i, "Ei" n + i, "Si" 2n + i, "Wi" 3n + i | 4n              |
// | jump61, size n        | "r,c" (from 1) is (r-1)n + c-1                 | n * n           |
// | candy                 | "r,c,U" is 2(r * cols + c), "r,c,R" one more   | 2 * rows * cols |
// | fitz, R rows, C cols  | "r,c,a" is ((r+2)(C+5) + c+2) * 4 + a/90       | 4(R+5)(C+5)     |
gridlaw_status gridlaw_game_action_count(const gridlaw_game *game, uint32_t *count);

// Writes the action of a move's text. The move need not be legal here. A text that is not a move
// of this game is GRIDLAW_STATUS_TEXT.
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
// The mask takes as many bytes as gridlaw_game_action_count writes. `capacity` and `count` are as
// for gridlaw_game_actions.
gridlaw_status gridlaw_game_mask_flags(const gridlaw_game *game,
                                       uint8_t *flags,
                                       size_t capacity,
                                       size_t *count);

// Writes the mask of the legal actions as bits: bit i % 32 of word i / 32 is 1 if action i is
// legal here, as in mask_bits of gridlaw_results. All are 0 once the game is over.
//
// The mask takes a word for every 32 actions, rounded up; bits beyond the last action are 0.
// `capacity` and `count` are as for gridlaw_game_actions.
gridlaw_status gridlaw_game_mask_bits(const gridlaw_game *game,
                                      uint32_t *words,
                                      size_t capacity,
                                      size_t *count);

// Writes what the side to move sees of the position, a byte a square: the `cells` that a batch
// shows of it, as gridlaw_batch_plane says.
//
// `capacity` and `count` are as for gridlaw_game_actions.
gridlaw_status gridlaw_game_observation(const gridlaw_game *game,
                                        uint8_t *cells,
                                        size_t capacity,
                                        size_t *count);

// Writes the game without its position, as on the command line without a file: "breakdown -w 4 -h
// 5 -k 2 -q 2", "candy".
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

// Writes the setup of the position: one line that determines the position, for example
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
// numbers and file. A text that is not a setup, or a setup that is not a position of this game, is
// GRIDLAW_STATUS_TEXT. The position need not be reachable by play.
gridlaw_status gridlaw_game_set_position(gridlaw_game *game, const char *setup);

// Writes a hash of the position: FNV-1a (64 bits) over its setup. It is the same on every machine
// and in every later version.
gridlaw_status gridlaw_game_hash(const gridlaw_game *game, uint64_t *hash);

// Writes whether two games are the same position of the same game.
gridlaw_status gridlaw_game_equals(const gridlaw_game *game,
                                   const gridlaw_game *other,
                                   bool *equal);

// Makes a game at the canonical position: the same for all mirror images and rotations of this
// position. The caller frees it, too.
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
// 11. Another number of words is GRIDLAW_STATUS_LENGTH, wrong bits or another side
// GRIDLAW_STATUS_VALUE, another game GRIDLAW_STATUS_UNSUPPORTED.
gridlaw_status gridlaw_game_set_words(gridlaw_game *game,
                                      const uint32_t *words,
                                      size_t count,
                                      uint32_t turn);

// Makes a batch of `games` games, each at its start.
//
// `instances` are games to draw from. Only their rules matter, not their positions, and the batch
// keeps no pointer to them. Most batches have one: `gridlaw_batch_new(&game, 1, 1024, NULL,
// &batch)`. If there are more, every episode draws one with the seed. They may differ only in
// their files: files of Candy of one size, with the same number of colors and the same highest
// state, or tiles of Fitz for one board. Others are GRIDLAW_STATUS_PARAMETERS. No instance, and
// more games than the address space holds, are GRIDLAW_STATUS_LENGTH. `options` may be null, for
// the default. The caller frees the batch with gridlaw_batch_free.
gridlaw_status gridlaw_batch_new(gridlaw_game *const *instances,
                                 size_t instance_count,
                                 size_t games,
                                 const gridlaw_batch_options *options,
                                 gridlaw_batch **batch);

// Makes a copy of `batch`, generators included. The caller frees it, too.
gridlaw_status gridlaw_batch_copy(const gridlaw_batch *batch, gridlaw_batch **copy);

// Frees a batch. A null pointer is ignored.
gridlaw_status gridlaw_batch_free(gridlaw_batch *batch);

// Writes the shape of a batch.
gridlaw_status gridlaw_batch_shape(const gridlaw_batch *batch, gridlaw_shape *shape);

// Describes a plane of an observation in bytes. `index` is below `planes` of gridlaw_shape.
//
// Observations are seen from the side to move: 1 is its own piece, 2 the opponent's.
//
// | game      | planes of bytes                                                     |
// |-----------|---------------------------------------------------------------------|
// | breakdown | pieces 0 to 2                                                       |
// | connect4  | pieces 0 to 2, 3 a fixed piece                                      |
// | jump61    | owners 0 to 2; spots 1 to 4                                         |
// | candy     | colors; states; the colors that fall next, in row r after r others  |
// | fitz      | pieces 0 to 2; the index of the tile to be placed, on every square  |
//
// Row 0 is the top; in Candy it is the bottom. Colors, states and indices above 255 are seen as
// 255.
gridlaw_status gridlaw_batch_plane(const gridlaw_batch *batch, size_t index, gridlaw_plane *plane);

// Writes the number of episodes that have ended, truncated ones included.
gridlaw_status gridlaw_batch_episodes(const gridlaw_batch *batch, uint64_t *episodes);

// Makes a gridlaw_game at the position of game `index` of the batch. The caller frees it with
// gridlaw_game_free.
gridlaw_status gridlaw_batch_game(const gridlaw_batch *batch, size_t index, gridlaw_game **game);

// Writes the setup of game `index`, as gridlaw_game_setup does.
gridlaw_status gridlaw_batch_setup(const gridlaw_batch *batch,
                                   size_t index,
                                   char *text,
                                   size_t capacity,
                                   size_t *length);

// Sets game `index` to the position of a setup, as gridlaw_game_set_position does. The number and
// the plies of its episode stay.
gridlaw_status gridlaw_batch_set_position(gridlaw_batch *batch, size_t index, const char *setup);

// Plays one action in every game, then writes the results, which is cheaper than a later call for
// them.
//
// `actions` has `count` elements, the number of games. Every number is accepted: a game whose
// action is not legal stays as it is, and its outcome is GRIDLAW_ILLEGAL. `results` may be null.
gridlaw_status gridlaw_batch_step(gridlaw_batch *batch,
                                  const uint32_t *actions,
                                  size_t count,
                                  const gridlaw_results *results);

// Begins new episodes, then writes the results of all games. Each game plays the next of its
// episodes.
//
// `which` has `count` bytes, the number of games: 0 for a game that goes on, anything else for one
// that begins anew. It may be null, with a `count` of 0, for all games. `results` may be null.
gridlaw_status gridlaw_batch_reset(gridlaw_batch *batch,
                                   const uint8_t *which,
                                   size_t count,
                                   const gridlaw_results *results);

// Begins all games anew from episode 0 with another seed, then writes the results. `results` may
// be null.
gridlaw_status gridlaw_batch_reseed(gridlaw_batch *batch,
                                    uint64_t seed,
                                    const gridlaw_results *results);

// Writes the results as they are, for example after gridlaw_batch_set_position.
gridlaw_status gridlaw_batch_read(const gridlaw_batch *batch, const gridlaw_results *results);

// Chooses in every game a uniformly random legal action, with the game's own generator, and
// GRIDLAW_NO_ACTION where there is none.
//
// `mask_bits` are packed masks as in gridlaw_results, `length` words; an action that they lack is
// not chosen. It may be null, with a `length` of 0: then the library finds the legal actions,
// which costs more. `actions` has `count` elements, the number of games.
gridlaw_status gridlaw_batch_sample(gridlaw_batch *batch,
                                    const uint32_t *mask_bits,
                                    size_t length,
                                    uint32_t *actions,
                                    size_t count);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* GRIDLAW_H */
