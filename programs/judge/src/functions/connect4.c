// The eleven functions of the Connect4 document, called with the numbers of a case.
#include "harness.h"
#include "connect4.h"

enum { CELLS = MAX_SIZE * MAX_SIZE, TEXT = 250 };

typedef int row[MAX_SIZE];

static int number(void) { return (int)take(); }

static row *take_board(row *copy)
{
    row *board = memory(sizeof(int) * CELLS);
    for (int index = 0; index < CELLS; index++)
        board[index / MAX_SIZE][index % MAX_SIZE] = number();
    if (copy)
        memcpy(copy, board, sizeof(int) * CELLS);
    return board;
}

static void give_board(row *board)
{
    for (int index = 0; index < CELLS; index++)
        give(board[index / MAX_SIZE][index % MAX_SIZE]);
}

static void second_place_prize(void)
{
    int first = number(), second = number();
    give(SecondPlacePrize(first, second, number()));
}

static void four_in_a_row(void)
{
    int length = number();
    size_t count = left();
    int *values = memory(count * sizeof *values);
    for (size_t index = 0; index < count; index++)
        values[index] = number();
    give(FourInARow(values, length));
}

static void binary_to_decimal(void) { give(BinaryToDecimal(number())); }

static void median_ability(void)
{
    int length = number();
    size_t count = left();
    double *values = memory(count * sizeof *values);
    for (size_t index = 0; index < count; index++)
        values[index] = take();
    give(MedianAbility(values, length));
}

static void remove_spaces(void)
{
    size_t length = left();
    char *name = memory(length + 1);
    for (size_t index = 0; index < length; index++)
        name[index] = (char)number();
    name[length] = 0;
    RemoveSpaces(name);
    for (size_t index = 0; index <= length && name[index]; index++)
        give((unsigned char)name[index]);
}

static void initialise_board(void)
{
    int size = number();
    row *board = take_board(NULL);
    InitialiseBoard(board, size);
    give_board(board);
}

static void add_move_to_board(void)
{
    int size = number(), side = number(), move = number(), player = number();
    row *board = take_board(NULL);
    int *last_row = memory(sizeof *last_row), *last_col = memory(sizeof *last_col);
    AddMoveToBoard(board, size, (char)side, move, player, last_row, last_col);
    give(*last_row);
    give(*last_col);
    give_board(board);
}

static void check_game_over(void)
{
    int size = number(), player = number(), last_row = number(), last_col = number();
    row copy[MAX_SIZE], *board = take_board(copy);
    give(CheckGameOver(board, size, player, last_row, last_col));
    give(memcmp(copy, board, sizeof copy) != 0);
}

static void get_display_board_string(void)
{
    int size = number();
    row copy[MAX_SIZE], *board = take_board(copy);
    char *text = memory(TEXT);
    GetDisplayBoardString(board, size, text);
    give(memcmp(copy, board, sizeof copy) != 0);
    for (size_t index = 0; index < TEXT && text[index]; index++)
        give((unsigned char)text[index]);
}

static void bot(void (*choose)(row *, int, int, char *, int *))
{
    int size = number(), player = number();
    row copy[MAX_SIZE], *board = take_board(copy);
    char *side = memory(1);
    int *move = memory(sizeof *move);
    choose(board, size, player, side, move);
    give(memcmp(copy, board, sizeof copy) != 0);
    give((unsigned char)*side);
    give(*move);
}

static void bot1(void) { bot(GetMoveBot1); }

static void bot2(void) { bot(GetMoveBot2); }

const struct function functions[] = {
    {"SecondPlacePrize", second_place_prize},
    {"FourInARow", four_in_a_row},
    {"BinaryToDecimal", binary_to_decimal},
    {"MedianAbility", median_ability},
    {"RemoveSpaces", remove_spaces},
    {"InitialiseBoard", initialise_board},
    {"AddMoveToBoard", add_move_to_board},
    {"CheckGameOver", check_game_over},
    {"GetDisplayBoardString", get_display_board_string},
    {"GetMoveBot1", bot1},
    {"GetMoveBot2", bot2},
    {NULL, NULL},
};
