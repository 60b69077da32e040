// Plays random episodes of any game in a batch, a thousand games side by side, and prints how they
// ended.
//
//     $ cc -std=c99 episodes.c $(pkg-config --cflags --libs gridlaw) -o episodes
//     $ ./episodes "connect4 --size 7" 200
//
// A learner puts its policy in the place of gridlaw_batch_sample: `floats` are what it sees,
// `mask_flags` what it may do, `rewards` what it is paid.
#include <gridlaw.h>
#include <stdio.h>
#include <stdlib.h>

#define GAMES 1000

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

static void *elements(size_t count, size_t size)
{
    void *memory = calloc(count, size);
    if (memory == NULL)
        exit(1);
    return memory;
}

int main(int argument_count, char **arguments)
{
    const char *line = argument_count > 1 ? arguments[1] : "breakdown -w 8 -h 8 -k 3 -q 3";
    long steps = argument_count > 2 ? strtol(arguments[2], NULL, 10) : 100;
    gridlaw_batch_options options = {.seed = 1}; // the rest is as usual: a game that ends begins anew in the same step
    gridlaw_game *game = NULL;
    gridlaw_batch *batch = NULL;
    gridlaw_shape shape;
    check(gridlaw_game_parse(line, &game));
    check(gridlaw_batch_new(&game, 1, GAMES, &options, &batch));
    check(gridlaw_game_free(game));
    check(gridlaw_batch_shape(batch, &shape));

    gridlaw_results results = {.games = GAMES};
    uint32_t *actions = elements(GAMES, sizeof *actions);
    uint8_t *outcomes = results.outcomes = elements(GAMES, 1);
    results.rewards = elements(GAMES, sizeof(float));
    results.mask_flags_length = GAMES * shape.actions;
    results.mask_flags = elements(results.mask_flags_length, 1);
    results.mask_bits_length = GAMES * shape.mask_words;
    results.mask_bits = elements(results.mask_bits_length, sizeof(uint32_t));
    results.floats_length = GAMES * shape.floats;
    results.floats = elements(results.floats_length, sizeof(float));
    check(gridlaw_batch_read(batch, &results));

    long counts[6] = {0, 0, 0, 0, 0, 0};
    for (long step = 0; step < steps; step++) {
        check(gridlaw_batch_sample(batch, results.mask_bits, results.mask_bits_length, actions, GAMES));
        check(gridlaw_batch_step(batch, actions, GAMES, &results));
        for (int index = 0; index < GAMES; index++)
            counts[outcomes[index]]++;
    }
    printf("plies %ld\nfirst %ld\nsecond %ld\ndraw %ld\ntruncated %ld\n", steps * GAMES, counts[GRIDLAW_OUTCOME_FIRST],
        counts[GRIDLAW_OUTCOME_SECOND], counts[GRIDLAW_OUTCOME_DRAW], counts[GRIDLAW_TRUNCATED]);

    free(results.floats);
    free(results.mask_bits);
    free(results.mask_flags);
    free(results.rewards);
    free(results.outcomes);
    free(actions);
    check(gridlaw_batch_free(batch));
    return 0;
}
