// A program with functions of its own under every name of the documents, which uses gridlaw.h to
// check them: its own must be the ones that are called, and nothing may clash, linked either way.
#include "check.h"
#include <gridlaw.h>

#define OWN(name)            \
    int name(void);          \
    int name(void) { return ++calls; }

static int calls = 0;

OWN(make_pos) OWN(board_new) OWN(board_free) OWN(board_show) OWN(board_get) OWN(board_set)
OWN(new_game) OWN(game_free) OWN(drop_stick) OWN(breakdown) OWN(game_outcome)
OWN(SecondPlacePrize) OWN(FourInARow) OWN(BinaryToDecimal) OWN(MedianAbility) OWN(RemoveSpaces) OWN(InitialiseBoard)
OWN(AddMoveToBoard) OWN(CheckGameOver) OWN(GetDisplayBoardString) OWN(GetMoveBot1) OWN(GetMoveBot2)

int main(void)
{
    static const uint32_t numbers[] = {4, 5, 2, 2}, size = 7;
    gridlaw_game *game = NULL;
    CHECK(gridlaw_game_new("breakdown", numbers, 4, NULL, 0, &game) == GRIDLAW_STATUS_OK);
    CHECK(gridlaw_game_replay(game, "|0 -2 -0 -1 !", NULL) == GRIDLAW_STATUS_OK);
    gridlaw_game_free(game);
    CHECK(gridlaw_game_new("connect4", &size, 1, NULL, 0, &game) == GRIDLAW_STATUS_OK);
    CHECK(gridlaw_game_replay(game, "E3 N4 S4", NULL) == GRIDLAW_STATUS_OK);
    gridlaw_game_free(game);
    CHECK(calls == 0);
    int called = make_pos() + board_new() + board_free() + board_show() + board_get() + board_set() + new_game()
        + game_free() + drop_stick() + breakdown() + game_outcome() + SecondPlacePrize() + FourInARow()
        + BinaryToDecimal() + MedianAbility() + RemoveSpaces() + InitialiseBoard() + AddMoveToBoard() + CheckGameOver()
        + GetDisplayBoardString() + GetMoveBot1() + GetMoveBot2();
    CHECK(calls == 22 && called > 0);
    return 0;
}
