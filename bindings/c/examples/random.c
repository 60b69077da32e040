// Plays random games of any game and prints each as a line of moves and a line with the end. It
// chooses every move by its number, uniformly from the mask of the legal ones.
//
// With the shared library, and with the static one:
//
//     $ cc -std=c99 random.c $(pkg-config --cflags --libs gridlaw) -o random
//     $ cc random.c $(pkg-config --cflags --libs gridlaw-static) -Wl,--gc-sections -o random-static
//     $ ./random "connect4 --size 7" 3
//
#include <gridlaw.h>
#include <stdio.h>
#include <stdlib.h>

// Prints the library's reason and ends the program.
static void check(gridlaw_status status)
{
    char message[300] = "";
    if (status == GRIDLAW_STATUS_OK)
        return;
    gridlaw_message(message, sizeof message, NULL);
    fprintf(stderr, "gridlaw: %s\n", message);
    exit(1);
}

// A number below `count`, by Marsaglia's xorshift64.
static size_t below(size_t count)
{
    static uint64_t state = 88172645463325252u;
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (size_t)(state % count);
}

int main(int argument_count, char **arguments)
{
    const char *line = argument_count > 1 ? arguments[1] : "breakdown -w 4 -h 5 -k 2 -q 2";
    long games = argument_count > 2 ? strtol(arguments[2], NULL, 10) : 1;
    gridlaw_game *start = NULL, *game = NULL;
    uint32_t count = 0;
    check(gridlaw_game_parse(line, &start));
    check(gridlaw_game_copy(start, &game));
    check(gridlaw_game_action_count(game, &count));
    uint8_t *legal = malloc(count);
    char *text = malloc(10000);
    if (legal == NULL || text == NULL)
        return 1;

    for (long number = 0; number < games; number++) {
        gridlaw_state state;
        uint64_t moves = 0;
        int plies = 0;
        check(gridlaw_game_assign(game, start));
        for (check(gridlaw_game_state(game, &state)); !state.is_over && plies < 400; plies++) {
            check(gridlaw_game_count_moves(game, &moves));
            check(gridlaw_game_mask_flags(game, legal, count, NULL));
            size_t skipped = below((size_t)moves);
            uint32_t action = 0;
            while (!legal[action] || skipped-- > 0)
                action++;
            check(gridlaw_game_move_text(game, action, text, 10000, NULL));
            printf("%s%s", plies == 0 ? "" : " ", text);
            check(gridlaw_game_play_action(game, action));
            check(gridlaw_game_state(game, &state));
        }
        check(gridlaw_game_answer(game, text, 10000, NULL));
        printf("\n%s\n", text);
    }
    free(text);
    free(legal);
    gridlaw_game_free(game);
    gridlaw_game_free(start);
    return 0;
}
