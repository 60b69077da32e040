// gridlaw.h against a suite of tests/perft: suite GAME FILE|- [NUMBER ...] < LINES. A line `from`
// and moves sets up the start and those moves; a line of counts is checked, depth by depth. Where
// they are not too many, the legal moves of every such position are played, by text and by number.
#include "check.h"
#include <gridlaw.h>

#define OK(call) CHECK((call) == GRIDLAW_STATUS_OK)

static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    size_t capacity = 1 << 20;
    char *text = malloc(capacity);
    *length = fread(text, 1, capacity, file);
    CHECK(*length > 0 && *length < capacity && fclose(file) == 0);
    return text;
}

static void check_moves(const gridlaw_game *game)
{
    size_t length = 0;
    uint64_t count = 0, found = 0;
    OK(gridlaw_game_count_moves(game, &count));
    if (count > 1000)
        return; // each is played on a copy of the board: on the largest boards that takes too long
    OK(gridlaw_game_moves(game, NULL, 0, &length));
    char *moves = malloc(length + 1);
    OK(gridlaw_game_moves(game, moves, length + 1, NULL));
    for (char *move = strtok(moves, " "); move != NULL; move = strtok(NULL, " ")) {
        bool legal = false;
        gridlaw_game *copy = NULL, *nth = NULL;
        char one[2000], other[2000];
        OK(gridlaw_game_is_legal(game, move, &legal));
        CHECK(legal);
        OK(gridlaw_game_copy(game, &copy));
        OK(gridlaw_game_copy(game, &nth));
        OK(gridlaw_game_play(copy, move));
        OK(gridlaw_game_play_nth(nth, found++));
        // By its text or by its number, a move is one move; and a position's text is all of it.
        if (gridlaw_game_position(copy, one, sizeof one, NULL) == GRIDLAW_STATUS_OK) {
            OK(gridlaw_game_position(nth, other, sizeof other, NULL));
            CHECK_TEXT(one, other);
            OK(gridlaw_game_set_position(nth, one));
            OK(gridlaw_game_position(nth, other, sizeof other, NULL));
            CHECK_TEXT(one, other);
        }
        gridlaw_game_free(copy);
        gridlaw_game_free(nth);
    }
    CHECK(found == count);
    free(moves);
}

int main(int argument_count, char **arguments)
{
    uint32_t numbers[8];
    size_t count = 0, length = 0;
    char *file = strcmp(arguments[2], "-") == 0 ? NULL : read_file(arguments[2], &length);
    for (int index = 3; index < argument_count && count < 8; index++)
        numbers[count++] = (uint32_t)strtoul(arguments[index], NULL, 10);
    gridlaw_game *start = NULL, *game = NULL;
    OK(gridlaw_game_new(arguments[1], numbers, count, file, length, &start));
    free(file);
    OK(gridlaw_game_copy(start, &game));
    static char line[1 << 16];
    int checked = 0;
    while (fgets(line, sizeof line, stdin) != NULL) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "from", 4) == 0) {
            OK(gridlaw_game_assign(game, start));
            OK(gridlaw_game_replay(game, line + 4, NULL));
            continue;
        }
        check_moves(game);
        uint32_t depth = 0;
        for (char *word = strtok(line, " "); word != NULL; word = strtok(NULL, " "), depth++) {
            uint64_t expected = strtoull(word, NULL, 10), found = 0;
            if (expected > 5000000)
                break;
            OK(gridlaw_game_perft(game, depth, &found));
            CHECK(found == expected);
            checked++;
        }
    }
    gridlaw_game_free(game);
    gridlaw_game_free(start);
    printf("%d\n", checked);
    return 0;
}
