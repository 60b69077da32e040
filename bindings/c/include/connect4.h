// connect4.h of the Connect4 document, with gridlaw behind it. Made from the sources by cbindgen.
//
// board[row][column] holds 0 for an empty cell, 1 and 2 for the players' tokens, 3 for a fixed
// piece. The functions are total: no arguments crash them. Sizes outside 4 to 10 are no board:
// nothing is placed on one, shown of one or won on one. They print nothing. The bots alone share
// something between threads: rand().


#ifndef CONNECT4_H
#define CONNECT4_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// The side of the array that holds a board: the largest board.
#define MAX_SIZE 10

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// The middle one of three amounts.
int SecondPlacePrize(int prize1, int prize2, int prize3);

// The index of the first element that begins four equal ones in a row, or -1.
int FourInARow(int *values, int length);

// The value of the binary number that the decimal digits spell.
int BinaryToDecimal(int binary);

// The middle value, or the mean of the two middle ones; NaN for no values.
double MedianAbility(double *abilities, int length);

// Collapses every run of spaces to one space, in place.
void RemoveSpaces(char *name);

// Empties the first size rows and columns, and fixes the center.
void InitialiseBoard(int (*board)[MAX_SIZE], int size);

// Pushes a token of player in at side N, E, S or W, and writes the row and column where it comes
// to rest: -1 and -1 if the entry is taken or does not exist.
void AddMoveToBoard(int (*board)[MAX_SIZE],
                    int size,
                    char side,
                    int move,
                    int player,
                    int *lastRow,
                    int *lastCol);

// Returns player if the token that came to rest at row and col has ended the game, and 0
// otherwise.
int CheckGameOver(int (*board)[MAX_SIZE], int size, int player, int row, int col);

// Writes the board with its labels, (size + 4) * (size + 5) characters and a NUL: 211 bytes at
// most.
void GetDisplayBoardString(int (*board)[MAX_SIZE], int size, char *boardString);

// A move for player, always a free entry. It wins at once if possible and otherwise does not lose
// at once if possible. Among such moves rand() chooses.
void GetMoveBot1(int (*board)[MAX_SIZE], int size, int player, char *side, int *move);

// As GetMoveBot1, but among such moves it takes one that makes the most threats.
void GetMoveBot2(int (*board)[MAX_SIZE], int size, int player, char *side, int *move);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CONNECT4_H */
