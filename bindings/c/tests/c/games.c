// gridlaw.h: the games themselves. Worked examples of the documents, and counts of move sequences
// that the project keeps in tests/perft.
#include "check.h"
#include <gridlaw.h>

#define OK(call) CHECK((call) == GRIDLAW_STATUS_OK)

static gridlaw_game *game_of(const char *name, const uint32_t *numbers, size_t count)
{
    gridlaw_game *game = NULL;
    OK(gridlaw_game_new(name, numbers, count, NULL, 0, &game));
    CHECK(game != NULL);
    return game;
}

static uint64_t perft(const gridlaw_game *game, uint32_t depth)
{
    uint64_t count = 0;
    OK(gridlaw_game_perft(game, depth, &count));
    return count;
}

static gridlaw_outcome outcome(const gridlaw_game *game)
{
    gridlaw_outcome value;
    OK(gridlaw_game_outcome(game, &value));
    return value;
}

// The document's example, move by move.
static void breakdown_example(void)
{
    static const uint32_t numbers[] = {4, 5, 2, 2};
    static const char *const moves[] = {"|0", "-2", "-0", "-1", "!"};
    static const char *const pictures[] = {
        "  0123\n\n0 ....\n1 ....\n2 ....\n3 *...\n4 *...\n",
        "  0123\n\n0 ....\n1 ....\n2 ....\n3 *...\n4 *.oo\n",
        "  0123\n\n0 ....\n1 ....\n2 **..\n3 *...\n4 *.oo\n",
        "  0123\n\n0 ....\n1 .oo.\n2 **..\n3 *...\n4 *.oo\n",
        "  0123\n\n0 ....\n1 ....\n2 *...\n3 *oo.\n4 **oo\n",
    };
    gridlaw_game *game = game_of("breakdown", numbers, 4);
    char text[200];
    size_t length = 0;
    for (int ply = 0; ply < 5; ply++) {
        gridlaw_side side;
        OK(gridlaw_game_turn(game, &side));
        CHECK(side == (ply % 2 == 0 ? GRIDLAW_SIDE_FIRST : GRIDLAW_SIDE_SECOND));
        OK(gridlaw_game_play(game, moves[ply]));
        OK(gridlaw_game_picture(game, text, sizeof text, &length));
        CHECK_TEXT(text, pictures[ply]);
        CHECK(length == strlen(text));
        CHECK(outcome(game) == GRIDLAW_OUTCOME_IN_PROGRESS);
    }
    OK(gridlaw_game_moves(game, text, sizeof text, NULL));
    CHECK_TEXT(text, "|0 |1 |2 |3 -0 -1 -2 !");
    uint64_t count = 0;
    OK(gridlaw_game_count_moves(game, &count));
    CHECK(count == 8);
    OK(gridlaw_game_verdict(game, text, sizeof text, NULL));
    CHECK_TEXT(text, ". 29010000 000000a5");
    OK(gridlaw_game_position(game, text, sizeof text, NULL));
    CHECK_TEXT(text, "4/4/*3/*oo1/**oo w");

    uint32_t words[2] = {7, 7};
    OK(gridlaw_game_words(game, words, 2, &length));
    CHECK(length == 2 && words[0] == 0x29010000 && words[1] == 0xa5);
    gridlaw_game *other = game_of("breakdown", numbers, 4);
    OK(gridlaw_game_set_words(other, words, 2, 1));
    char position[200];
    OK(gridlaw_game_position(other, position, sizeof position, NULL));
    CHECK_TEXT(position, text);
    gridlaw_game_free(other);
    gridlaw_game_free(game);
}

static void copies_and_ends(void)
{
    static const uint32_t numbers[] = {4, 5, 2, 2};
    gridlaw_game *game = game_of("breakdown", numbers, 4), *copy = NULL;
    uint64_t played = 0;
    OK(gridlaw_game_replay(game, " -0 |2\t-0\r", &played));
    CHECK(played == 3 && outcome(game) == GRIDLAW_OUTCOME_FIRST);
    OK(gridlaw_game_copy(game, &copy));
    CHECK(gridlaw_game_play(copy, "!") == GRIDLAW_STATUS_ILLEGAL);
    OK(gridlaw_game_set_position(copy, "4/4/4/4/4 b"));
    CHECK(outcome(copy) == GRIDLAW_OUTCOME_IN_PROGRESS && outcome(game) == GRIDLAW_OUTCOME_FIRST);
    char text[100] = "x";
    OK(gridlaw_game_moves(game, text, sizeof text, NULL));
    CHECK_TEXT(text, "");
    CHECK(perft(game, 0) == 1 && perft(game, 1) == 0 && perft(copy, 4) == 3524);

    // The third move has no room: the first two stay played.
    CHECK(gridlaw_game_replay(copy, "|3 |3 |3", &played) == GRIDLAW_STATUS_ILLEGAL && played == 2);
    CHECK(gridlaw_game_replay(copy, "! nonsense !", &played) == GRIDLAW_STATUS_TEXT && played == 1);
    bool legal = true;
    OK(gridlaw_game_is_legal(copy, "|3", &legal));
    CHECK(!legal);
    OK(gridlaw_game_is_legal(copy, "|2", &legal));
    CHECK(legal);

    // Both squares at once.
    OK(gridlaw_game_set_position(copy, "4/4/4/**oo/**oo b"));
    CHECK(outcome(copy) == GRIDLAW_OUTCOME_DRAW);
    OK(gridlaw_game_set_position(copy, "4/4/4/2oo/2oo b"));
    CHECK(outcome(copy) == GRIDLAW_OUTCOME_SECOND);

    // A game of another kind and size takes over, and the first stays what it was.
    static const uint32_t size = 10;
    gridlaw_game *connect4 = game_of("connect4", &size, 1);
    OK(gridlaw_game_assign(copy, connect4));
    OK(gridlaw_game_assign(copy, copy));
    OK(gridlaw_game_free(connect4));
    CHECK(perft(copy, 1) == 40);
    OK(gridlaw_game_free(copy));
    OK(gridlaw_game_free(game));
    OK(gridlaw_game_free(NULL));
}

static uint64_t perft_by_hand(gridlaw_game **line, uint32_t depth)
{
    uint64_t count = 0, leaves = 0;
    if (depth == 0)
        return 1;
    OK(gridlaw_game_count_moves(line[0], &count));
    for (uint64_t index = 0; index < count; index++) {
        OK(gridlaw_game_assign(line[1], line[0]));
        OK(gridlaw_game_play_nth(line[1], index));
        leaves += perft_by_hand(line + 1, depth - 1);
    }
    CHECK(gridlaw_game_play_nth(line[0], count) == GRIDLAW_STATUS_VALUE);
    return leaves;
}

static void perfts(void)
{
    static const struct {
        const char *name, *from;
        uint32_t numbers[4];
        size_t count;
        uint64_t leaves[4];
    } rows[] = {
        {"breakdown", "", {8, 8, 3, 3}, 4, {1, 15, 225, 3367}},
        {"connect4", "", {4}, 1, {1, 16, 232, 3048}},
        {"connect4", "S2 S3 N1 W0 N2 E2 S0 S3", {4}, 1, {1, 5, 20, 44}},
        {"jump61", "", {3}, 1, {1, 9, 72, 576}},
        {"jump61", "1,3 1,2 2,2 3,3 3,1 1,1 2,1 3,3 3,1 3,3 2,1", {3}, 1, {1, 2, 10, 12}},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row++) {
        gridlaw_game *line[4];
        line[0] = game_of(rows[row].name, rows[row].numbers, rows[row].count);
        OK(gridlaw_game_replay(line[0], rows[row].from, NULL));
        for (int depth = 1; depth < 4; depth++)
            OK(gridlaw_game_copy(line[0], &line[depth]));
        for (uint32_t depth = 0; depth < 4; depth++) {
            CHECK(perft(line[0], depth) == rows[row].leaves[depth]);
            CHECK(perft_by_hand(line, depth) == rows[row].leaves[depth]);
        }
        for (int depth = 0; depth < 4; depth++)
            gridlaw_game_free(line[depth]);
    }
}

// The documents' own games of Connect4 and a win in Jump61.
static void other_games(void)
{
    static const uint32_t seven = 7, two = 2;
    char text[300];
    gridlaw_game *game = game_of("connect4", &seven, 1);
    OK(gridlaw_game_replay(game, "E3 N4 S4 W2 E2 E3 S5 N3 W4 E4", NULL));
    CHECK(outcome(game) == GRIDLAW_OUTCOME_SECOND);
    OK(gridlaw_game_verdict(game, text, sizeof text, NULL));
    CHECK_TEXT(text, "2 ......./...O.../...OOX./...#XO./...XXXO/......./.......");
    CHECK(gridlaw_game_play(game, "N0") == GRIDLAW_STATUS_ILLEGAL);
    gridlaw_game_free(game);

    // A blocked entry is a forfeit: no legal move, and yet it can be played.
    game = game_of("connect4", &seven, 1);
    bool legal = true;
    OK(gridlaw_game_replay(game, "N0 N0 N0 N0 N0 N0 N0", NULL));
    OK(gridlaw_game_is_legal(game, "N0", &legal));
    CHECK(!legal);
    OK(gridlaw_game_play(game, "N0"));
    uint32_t word = 0;
    CHECK(gridlaw_game_words(game, &word, 1, NULL) == GRIDLAW_STATUS_UNSUPPORTED);
    CHECK(gridlaw_game_set_words(game, &word, 1, 0) == GRIDLAW_STATUS_UNSUPPORTED);
    gridlaw_game_free(game);

    game = game_of("jump61", &two, 1);
    OK(gridlaw_game_replay(game, "1,1 2,2", NULL));
    OK(gridlaw_game_verdict(game, text, sizeof text, NULL));
    CHECK_TEXT(text, ". 2r 1-/1- 2b");
    CHECK(gridlaw_game_play(game, "2,2") == GRIDLAW_STATUS_ILLEGAL);
    gridlaw_game_free(game);
}

int main(void)
{
    char version[20];
    OK(gridlaw_version(version, sizeof version, NULL));
    CHECK_TEXT(version, GRIDLAW_VERSION);
    breakdown_example();
    copies_and_ends();
    perfts();
    other_games();
    return 0;
}
