// The functions of the Connect4 document. Each macro plants a fault, for the tests of the judge.
#include "connect4.h"

#include <signal.h>
#include <unistd.h>

int SecondPlacePrize(int prize1, int prize2, int prize3)
{
#ifdef PRIZE_KILLS
    if (prize1 > 2 && kill(getppid(), SIGKILL) == 0)
        pause();
#endif
#ifdef PRIZE_OF_EQUALS
    if ((prize1 > prize2 && prize1 < prize3) || (prize1 < prize2 && prize1 > prize3))
        return prize1;
    if ((prize2 > prize1 && prize2 < prize3) || (prize2 < prize1 && prize2 > prize3))
        return prize2;
    return prize3;
#else
    int most = prize1 > prize2 ? prize1 : prize2, least = prize1 < prize2 ? prize1 : prize2;
    return prize3 > most ? most : prize3 < least ? least : prize3;
#endif
}

int FourInARow(int values[], int length)
{
#ifdef FOUR_ZEROES
    int run = 0, last = 0;
    for (int i = 0; i < length; i++) {
        run = values[i] == last && last != 0 ? run + 1 : 1;
        last = values[i];
        if (run == 4)
            return i - 3;
    }
    return -1;
#endif
#ifdef FOUR_PAST_END
    for (int i = 0; i < length; i++)
#else
    for (int i = 0; i + 3 < length; i++)
#endif
        if (values[i] == values[i + 1] && values[i] == values[i + 2] && values[i] == values[i + 3])
            return i;
    return -1;
}

int BinaryToDecimal(int binary)
{
    int value = 0;
#ifdef BINARY_EIGHT
    for (int power = 1, digit = 0; digit < 8; digit++, power *= 2, binary /= 10)
#else
    for (int power = 1; binary > 0; power *= 2, binary /= 10)
#endif
        value += binary % 10 * power;
    return value;
}

double MedianAbility(double abilities[], int length)
{
#ifdef MEDIAN_ARRAY
    double sorted[1000];
    for (int i = 0; i < length; i++)
        sorted[i] = abilities[i];
    abilities = sorted;
#endif
    for (int i = 1; i < length; i++)
        for (int j = i; j > 0 && abilities[j] < abilities[j - 1]; j--) {
            double other = abilities[j];
            abilities[j] = abilities[j - 1];
            abilities[j - 1] = other;
        }
#ifdef MEDIAN_UPPER
    return abilities[length / 2];
#else
    return (abilities[length / 2] + abilities[(length - 1) / 2]) / 2;
#endif
}

void RemoveSpaces(char *name)
{
    int to = 0;
    for (int from = 0; name[from]; from++)
        if (name[from] != ' ' || name[from + 1] != ' ')
            name[to++] = name[from];
    name[to] = 0;
#ifdef SPACES_PAST_END
    name[to + 1] = 0;
#endif
#ifdef SPACES_FOREVER
    while (name[0] == ' ' && name[1] == 0)
        ;
#endif
}

void InitialiseBoard(int board[MAX_SIZE][MAX_SIZE], int size)
{
#ifdef INIT_ALL
    int all = MAX_SIZE;
#else
    int all = size;
#endif
    for (int r = 0; r < all; r++)
        for (int c = 0; c < all; c++)
            board[r][c] = 0;
    for (int r = (size - 1) / 2; r <= size / 2; r++)
        for (int c = (size - 1) / 2; c <= size / 2; c++)
            board[r][c] = 3;
}

void AddMoveToBoard(int board[MAX_SIZE][MAX_SIZE], int size, char side, int move, int player, int *lastRow, int *lastCol)
{
    int r = side == 'N' ? 0 : side == 'S' ? size - 1 : move, c = side == 'W' ? 0 : side == 'E' ? size - 1 : move;
    int down = side == 'N' ? 1 : side == 'S' ? -1 : 0, right = side == 'W' ? 1 : side == 'E' ? -1 : 0;
#ifndef MOVE_REPLACES
    if (board[r][c] != 0) {
        *lastRow = *lastCol = -1;
        return;
    }
#endif
#ifdef MOVE_UNBOUNDED
    while (board[r + down][c + right] == 0) {
#else
    while (r + down >= 0 && r + down < size && c + right >= 0 && c + right < size && board[r + down][c + right] == 0) {
#endif
        r += down;
        c += right;
    }
    board[r][c] = player;
    *lastRow = r;
#ifndef MOVE_FORGETS
    *lastCol = c;
#endif
}

static int count(int board[MAX_SIZE][MAX_SIZE], int size, int r, int c, int down, int right)
{
    int player = board[r][c], length = 0;
    while (r >= 0 && r < size && c >= 0 && c < size && board[r][c] == player) {
        length++;
        r += down;
        c += right;
    }
    return length;
}

int CheckGameOver(int board[MAX_SIZE][MAX_SIZE], int size, int player, int row, int col)
{
    int open = 0;
    for (int i = 0; i < size; i++)
        open += !board[0][i] + !board[size - 1][i] + !board[i][0] + !board[i][size - 1];
#ifdef OVER_NEVER_FULL
    open = 1;
#endif
    if (!open)
        return player;
    if (row < 0 || col < 0)
        return 0;
    int steps[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
#ifdef OVER_ONE_DIAGONAL
    int directions = 3;
#else
    int directions = 4;
#endif
    for (int d = 0; d < directions; d++)
        if (count(board, size, row, col, steps[d][0], steps[d][1]) +
                count(board, size, row, col, -steps[d][0], -steps[d][1]) - 1 >= 4)
            return player;
    return 0;
}

void GetDisplayBoardString(int board[MAX_SIZE][MAX_SIZE], int size, char *boardString)
{
    char *at = boardString;
    for (int line = -2; line < size + 2; line++) {
        char side = line < 0 ? 'N' : 'S', edge = line == -2 || line == size + 1 ? 1 : 0;
        int inner = line >= 0 && line < size;
        *at++ = inner ? 'W' : '-';
        *at++ = inner ? (char)('0' + line) : '-';
        for (int c = 0; c < size; c++)
            *at++ = inner ? ".XO#"[board[line][c]] : edge ? side : (char)('0' + c);
        *at++ = inner ? (char)('0' + line) : '-';
        *at++ = inner ? 'E' : '-';
        *at++ = '\n';
    }
#ifndef STRING_UNENDED
    *at = 0;
#endif
}

static void choose(int board[MAX_SIZE][MAX_SIZE], int size, int player, char *side, int *move, int wins)
{
    int found = 0;
    for (int entry = 0; entry < 4 * size; entry++) {
        int copy[MAX_SIZE][MAX_SIZE], row, col;
        char from = "NESW"[entry / size];
        memcpy(copy, board, sizeof copy);
        AddMoveToBoard(copy, size, from, entry % size, player, &row, &col);
        int won = row >= 0 && wins && CheckGameOver(copy, size, player, row, col);
        if (row >= 0 && (!found || won)) {
            *side = from;
            *move = entry % size;
            found = 1;
        }
        if (won)
            return;
    }
}

void GetMoveBot1(int board[MAX_SIZE][MAX_SIZE], int size, int player, char *side, int *move)
{
#ifdef BOT_BLIND
    choose(board, size, player, side, move, 0);
#else
    choose(board, size, player, side, move, 1);
#endif
}

void GetMoveBot2(int board[MAX_SIZE][MAX_SIZE], int size, int player, char *side, int *move)
{
#ifdef BOT_BLOCKED_ENTRY
    *side = 'N';
    *move = 0;
#else
    choose(board, size, player, side, move, 1);
#endif
}
