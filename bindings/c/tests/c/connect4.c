// connect4.h: the document's examples, task by task, its game, the rules of the bots, and invalid
// arguments.
#include "check.h"
#include <connect4.h>
#include <limits.h>
#include <math.h>

static void small_tasks(void)
{
    CHECK(SecondPlacePrize(200, 100, 200) == 200 && SecondPlacePrize(45, 600, 590) == 590);
    CHECK(SecondPlacePrize(INT_MIN, INT_MAX, 0) == 0);

    int a[10] = {1, 2, 1, 2, 1, 1, 1, 1, 2, 1}, b[15] = {1, 2, 1, 2, 1, 1, 1, 2, 2, 1, 1, 4, 4, 4, 4};
    CHECK(FourInARow(a, 10) == 4 && FourInARow(b, 15) == 11 && FourInARow(b, 14) == -1 && FourInARow(a, 7) == -1);
    CHECK(FourInARow(a, 0) == -1 && FourInARow(a, -5) == -1 && FourInARow(a, INT_MIN) == -1 && FourInARow(NULL, 9) == -1);

    CHECK(BinaryToDecimal(101) == 5 && BinaryToDecimal(1) == 1);
    CHECK(BinaryToDecimal(11111111) == 255 && BinaryToDecimal(100000000) == 256 && BinaryToDecimal(0) == 0);
    BinaryToDecimal(INT_MIN);
    BinaryToDecimal(INT_MAX);

    double c[5] = {4.3, 2.1, 6.7, 5.0, 1.2}, d[10] = {4.3, 2.1, 6.7, 5.0, 1.2, 9.9, 7.0, 3.0, 6.6, 6.5};
    CHECK(MedianAbility(c, 5) == 4.3 && MedianAbility(d, 10) == 5.75 && MedianAbility(c, 1) == 4.3);
    CHECK(c[0] == 4.3 && c[4] == 1.2); // left as they were
    CHECK(isnan(MedianAbility(c, 0)) && isnan(MedianAbility(c, -1)) && isnan(MedianAbility(NULL, 5)));

    char one[100] = "The Champ", two[100] = "  I AM   THE     GREATEST      ", three[100] = "Therearenospaceshereatall";
    char four[] = "", five[] = "    ";
    RemoveSpaces(one);
    RemoveSpaces(two);
    RemoveSpaces(three);
    RemoveSpaces(four);
    RemoveSpaces(five);
    RemoveSpaces(NULL);
    CHECK_TEXT(one, "The Champ");
    CHECK_TEXT(two, " I AM THE GREATEST ");
    CHECK_TEXT(three, "Therearenospaceshereatall");
    CHECK_TEXT(four, "");
    CHECK_TEXT(five, " ");
    char *large = malloc(100001);
    memset(large, ' ', 100000);
    large[100000] = 0;
    RemoveSpaces(large);
    CHECK_TEXT(large, " ");
    free(large);
}

static void boards(void)
{
    for (int size = -1; size < 13; size++) {
        int board[MAX_SIZE][MAX_SIZE];
        for (int index = 0; index < MAX_SIZE * MAX_SIZE; index++)
            board[index / MAX_SIZE][index % MAX_SIZE] = -1;
        InitialiseBoard(board, size);
        for (int row = 0; row < MAX_SIZE; row++)
            for (int col = 0; col < MAX_SIZE; col++) {
                int is_board = size >= 4 && size <= 10 && row < size && col < size;
                int fixed = (row == size / 2 || row == (size - 1) / 2) && (col == size / 2 || col == (size - 1) / 2);
                CHECK(board[row][col] == (!is_board ? -1 : fixed ? 3 : 0));
            }
    }
    InitialiseBoard(NULL, 8);

    int board[MAX_SIZE][MAX_SIZE], row = 9, col = 9;
    InitialiseBoard(board, 8);
    AddMoveToBoard(board, 8, 'N', 1, 1, &row, &col);
    CHECK(row == 7 && col == 1 && board[7][1] == 1);
    AddMoveToBoard(board, 8, 'E', 4, 2, &row, &col);
    CHECK(row == 4 && col == 5 && board[4][5] == 2);
    AddMoveToBoard(board, 8, 'S', 5, 1, &row, &col);
    CHECK(row == 5 && col == 5 && board[5][5] == 1);
    AddMoveToBoard(board, 8, 'S', 1, 2, &row, &col);
    CHECK(row == -1 && col == -1 && board[7][1] == 1);

    InitialiseBoard(board, 5);
    for (int ply = 0; ply < 7; ply++) {
        int player = ply % 2 == 0 ? 1 : 2;
        AddMoveToBoard(board, 5, 'N', ply % 2, player, &row, &col);
        CHECK(CheckGameOver(board, 5, player, row, col) == (ply == 6 ? 1 : 0));
    }
    CHECK(row == 1 && col == 0);

    char shown[250];
    InitialiseBoard(board, 4);
    GetDisplayBoardString(board, 4, shown);
    CHECK_TEXT(shown, "--NNNN--\n--0123--\nW0....0E\nW1.##.1E\nW2.##.2E\nW3....3E\n--0123--\n--SSSS--\n");
    CHECK(strlen(shown) == 72);
    InitialiseBoard(board, 10);
    static const struct { char side; int move, player; } moves[] = {{'N', 0, 1}, {'N', 1, 2}, {'N', 0, 1}, {'N', 1, 2},
        {'W', 4, 1}, {'W', 4, 2}, {'W', 4, 2}};
    for (int ply = 0; ply < 7; ply++)
        AddMoveToBoard(board, 10, moves[ply].side, moves[ply].move, moves[ply].player, &row, &col);
    GetDisplayBoardString(board, 10, shown);
    CHECK(strlen(shown) == 210);
    CHECK_TEXT(shown, "--NNNNNNNNNN--\n--0123456789--\n"
        "W0..........0E\nW1..........1E\nW2..........2E\nW3..........3E\nW4.OOX##....4E\nW5....##....5E\n"
        "W6..........6E\nW7..........7E\nW8XO........8E\nW9XO........9E\n--0123456789--\n--SSSSSSSSSS--\n");
}

// The game that the document shows: E4 makes a diagonal of four for the second player.
static void example_game(void)
{
    static const char *const moves[] = {"E3", "N4", "S4", "W2", "E2", "E3", "S5", "N3", "W4", "E4"};
    int board[MAX_SIZE][MAX_SIZE], row, col;
    char shown[250];
    InitialiseBoard(board, 7);
    for (int ply = 0; ply < 10; ply++) {
        int player = ply % 2 + 1;
        AddMoveToBoard(board, 7, moves[ply][0], moves[ply][1] - '0', player, &row, &col);
        CHECK(CheckGameOver(board, 7, player, row, col) == (ply == 9 ? 2 : 0));
    }
    GetDisplayBoardString(board, 7, shown);
    CHECK_TEXT(shown, "--NNNNNNN--\n--0123456--\nW0.......0E\nW1...O...1E\nW2...OOX.2E\nW3...#XO.3E\nW4...XXXO4E\n"
        "W5.......5E\nW6.......6E\n--0123456--\n--SSSSSSS--\n");
}

// Whole games between the bots: every move has room, and no win is passed by.
static void bots(void)
{
    int wins[3] = {0, 0, 0}, lengths = 0;
    srand(7);
    for (int number = 0; number < 24; number++) {
        int board[MAX_SIZE][MAX_SIZE], size = 4 + number % 7, result = 0;
        InitialiseBoard(board, size);
        for (int ply = 0; result == 0; ply++) {
            CHECK(ply < 100);
            int player = ply % 2 + 1, row, col, move = -9, can_win = 0;
            char side = 'x';
            for (int entry = 0; entry < 4 * size; entry++) {
                int copy[MAX_SIZE][MAX_SIZE];
                memcpy(copy, board, sizeof board);
                AddMoveToBoard(copy, size, "NESW"[entry / size], entry % size, player, &row, &col);
                can_win |= row >= 0 && CheckGameOver(copy, size, player, row, col) == player;
            }
            (player == 1 ? GetMoveBot1 : GetMoveBot2)(board, size, player, &side, &move);
            AddMoveToBoard(board, size, side, move, player, &row, &col);
            CHECK(row >= 0);
            result = CheckGameOver(board, size, player, row, col);
            CHECK(result != 0 || !can_win);
            lengths += ply;
        }
        wins[result]++;
    }
    CHECK(wins[1] + wins[2] == 24 && lengths > 24);

    // The same chance, the same move; and chance makes a difference.
    int board[MAX_SIZE][MAX_SIZE], seen[4] = {0, 0, 0, 0}, first, move;
    char first_side, side;
    InitialiseBoard(board, 8);
    for (unsigned seed = 0; seed < 40; seed++) {
        srand(seed);
        GetMoveBot1(board, 8, 1, &first_side, &first);
        srand(seed);
        GetMoveBot1(board, 8, 1, &side, &move);
        CHECK(side == first_side && move == first);
        seen[strchr("NESW", side) - "NESW"]++;
    }
    CHECK(seen[0] > 0 && seen[1] > 0 && seen[2] > 0 && seen[3] > 0);
}

static void nonsense(void)
{
    int board[MAX_SIZE][MAX_SIZE], kept[MAX_SIZE][MAX_SIZE], row, col, move;
    char shown[250], side;
    static const int numbers[] = {INT_MIN, -1, 0, 1, 2, 3, 9, 10, 11, 255, INT_MAX};
    enum { NUMBERS = sizeof numbers / sizeof numbers[0] };
    InitialiseBoard(board, 10);
    memcpy(kept, board, sizeof board);
    for (int one = 0; one < NUMBERS; one++)
        for (int other = 0; other < NUMBERS; other++) {
            int size = numbers[one], number = numbers[other];
            row = col = 5;
            AddMoveToBoard(board, size, (char)number, number, 1, &row, &col);
            CHECK(row == -1 && col == -1);
            AddMoveToBoard(board, 10, 'n', size, number, &row, &col);
            CHECK(row == -1 && col == -1);
            if (size < 4 || size > 10) {
                AddMoveToBoard(board, size, 'N', number, 1, &row, &col);
                CHECK(row == -1 && CheckGameOver(board, size, 1, number, number) == 0);
                strcpy(shown, "x");
                GetDisplayBoardString(board, size, shown);
                CHECK_TEXT(shown, "");
            }
            CHECK(CheckGameOver(board, 10, number, size, number) == 0);
            GetMoveBot1(board, size, number, &side, &move);
            CHECK(strchr("NESW", side) != NULL && move >= 0 && move < 10);
            GetMoveBot2(board, size, number, &side, &move);
            CHECK(strchr("NESW", side) != NULL && move >= 0 && move < 10);
        }
    CHECK(memcmp(board, kept, sizeof board) == 0);
    for (int index = 0; index < MAX_SIZE * MAX_SIZE; index++)
        board[index / MAX_SIZE][index % MAX_SIZE] = numbers[index % NUMBERS];
    for (int size = -2; size < 14; size++) {
        GetDisplayBoardString(board, size, shown);
        CHECK(strlen(shown) == (size >= 4 && size <= 10 ? (size_t)(size + 4) * (size_t)(size + 5) : 0));
        GetMoveBot2(board, size, 2, &side, &move);
        GetMoveBot1(board, size, INT_MIN, &side, &move);
        CheckGameOver(board, size, 1, 0, 0);
    }
    // Null pointers, one at a time and all at once.
    AddMoveToBoard(NULL, 8, 'N', 0, 1, &row, &col);
    CHECK(row == -1 && col == -1);
    InitialiseBoard(board, 8);
    AddMoveToBoard(board, 8, 'N', 0, 1, NULL, &col);
    CHECK(col == 0 && board[7][0] == 1);
    AddMoveToBoard(board, 8, 'N', 0, 1, &row, NULL);
    CHECK(row == 6);
    AddMoveToBoard(NULL, 8, 'N', 0, 1, NULL, NULL);
    CHECK(CheckGameOver(NULL, 8, 1, 0, 0) == 0);
    strcpy(shown, "x");
    GetDisplayBoardString(NULL, 8, shown);
    CHECK_TEXT(shown, "");
    GetDisplayBoardString(board, 8, NULL);
    GetDisplayBoardString(NULL, 8, NULL);
    GetMoveBot1(NULL, 8, 1, &side, &move);
    CHECK(side == 'N' && move == 0);
    GetMoveBot1(board, 8, 1, NULL, &move);
    GetMoveBot2(board, 8, 1, &side, NULL);
    GetMoveBot2(NULL, 8, 1, NULL, NULL);
}

int main(void)
{
    small_tasks();
    boards();
    example_game();
    bots();
    nonsense();
    return 0;
}
