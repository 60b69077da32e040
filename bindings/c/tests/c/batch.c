// gridlaw.h: batches of all games. Random games are played side by side in a batch, and each one as
// a single game too: masks, outcomes, rewards, turns, setups and observations must be the same
// after every step.
//
// The arguments are a game file of Candy and a tile file of Fitz.
#include "check.h"
#include <gridlaw.h>

#define OK(call) CHECK((call) == GRIDLAW_STATUS_OK)
#define LIMIT 25

static uint32_t below(uint32_t bound)
{
    static uint32_t state = 12345;
    state = state * 1664525 + 1013904223;
    return (state >> 8) % bound;
}

// Every array that a batch can write, between bytes that must stay.
typedef struct {
    gridlaw_results all;
    void *memory[15];
    size_t bytes[15];
    int count;
} arrays;

static void *room(arrays *arrays, size_t bytes)
{
    char *memory = malloc(bytes + 16);
    CHECK(memory != NULL);
    memset(memory, 0x5a, bytes + 16);
    arrays->memory[arrays->count] = memory;
    arrays->bytes[arrays->count++] = bytes;
    return memory + 8;
}

static void check_edges(const arrays *arrays)
{
    for (int index = 0; index < arrays->count; index++)
        for (int at = 0; at < 8; at++) {
            CHECK(((const char *)arrays->memory[index])[at] == 0x5a);
            CHECK(((const char *)arrays->memory[index])[8 + arrays->bytes[index] + at] == 0x5a);
        }
}

static arrays make(const gridlaw_shape *shape)
{
    arrays made = {.count = 0};
    gridlaw_results *all = &made.all;
    size_t games = shape->games;
    all->games = games;
    all->outcomes = room(&made, games);
    all->rewards = room(&made, games * sizeof(float));
    all->terminated = room(&made, games);
    all->truncated = room(&made, games);
    all->turns = room(&made, games);
    all->plies = room(&made, games * sizeof(uint32_t));
    all->numbers = room(&made, games * sizeof(uint64_t));
    all->mask_bits_length = games * shape->mask_words;
    all->mask_bits = room(&made, all->mask_bits_length * sizeof(uint32_t));
    all->mask_flags_length = games * shape->actions;
    all->mask_flags = room(&made, all->mask_flags_length);
    all->cells_length = games * shape->cells;
    all->cells = room(&made, all->cells_length);
    all->final_cells = room(&made, all->cells_length);
    all->bits_length = games * shape->bit_words;
    all->bits = room(&made, all->bits_length * sizeof(uint32_t));
    all->final_bits = room(&made, all->bits_length * sizeof(uint32_t));
    all->floats_length = games * shape->floats;
    all->floats = room(&made, all->floats_length * sizeof(float));
    all->final_floats = room(&made, all->floats_length * sizeof(float));
    return made;
}

static void release(arrays *arrays)
{
    while (arrays->count > 0)
        free(arrays->memory[--arrays->count]);
}

// The one-hot forms of one observation, made of its bytes.
static void check_one_hot(const gridlaw_batch *batch, const gridlaw_shape *shape, const uint8_t *cells,
    const uint32_t *bits, const float *floats)
{
    size_t squares = shape->rows * shape->cols, at = 0;
    for (size_t index = 0; index < shape->planes; index++, cells += squares) {
        gridlaw_plane plane;
        OK(gridlaw_batch_plane(batch, index, &plane));
        CHECK(strlen(plane.name) > 3 && strlen(plane.name) < sizeof plane.name);
        for (int value = plane.first; value <= plane.last; value++)
            for (size_t square = 0; square < squares; square++, at++) {
                CHECK(floats[at] == (cells[square] == value ? 1.0f : 0.0f));
                CHECK((bits[at / 32] >> at % 32 & 1) == (cells[square] == value));
            }
    }
    CHECK(at == shape->floats && shape->bit_words == (at + 31) / 32);
    CHECK(at == shape->one_hot_planes * squares);
}

// One game of a batch beside the single game that it must be.
static void check_game(const gridlaw_batch *batch, const gridlaw_shape *shape, const gridlaw_results *all,
    size_t index, const gridlaw_game *single, bool halted)
{
    char expected[2000], found[2000];
    OK(gridlaw_game_setup(single, expected, sizeof expected, NULL));
    OK(gridlaw_batch_setup(batch, index, found, sizeof found, NULL));
    CHECK_TEXT(found, expected);
    uint8_t flags[1000], cells[1000];
    uint32_t bits[32];
    CHECK(shape->actions <= 1000 && shape->cells <= 1000);
    OK(gridlaw_game_mask_flags(single, flags, shape->actions, NULL));
    OK(gridlaw_game_mask_bits(single, bits, shape->mask_words, NULL));
    if (halted) {
        memset(flags, 0, sizeof flags);
        memset(bits, 0, sizeof bits);
    }
    CHECK(memcmp(flags, all->mask_flags + index * shape->actions, shape->actions) == 0);
    CHECK(memcmp(bits, all->mask_bits + index * shape->mask_words, shape->mask_words * sizeof *bits) == 0);
    OK(gridlaw_game_observation(single, cells, shape->cells, NULL));
    CHECK(memcmp(cells, all->cells + index * shape->cells, shape->cells) == 0);
    check_one_hot(batch, shape, cells, all->bits + index * shape->bit_words, all->floats + index * shape->floats);
    gridlaw_state state;
    OK(gridlaw_game_state(single, &state));
    CHECK(state.is_over || all->turns[index] == (uint8_t)state.turn);
}

static void in_step(gridlaw_game *start, size_t games, int steps, gridlaw_reset reset)
{
    gridlaw_batch_options options = {.seed = 7, .reset = reset, .limit = LIMIT, .keep_final = 1};
    gridlaw_batch *batch = NULL;
    gridlaw_shape shape;
    OK(gridlaw_batch_new(&start, 1, games, &options, &batch));
    OK(gridlaw_batch_shape(batch, &shape));
    uint32_t count = 0;
    OK(gridlaw_game_action_count(start, &count));
    CHECK(shape.games == games && shape.actions == count && shape.mask_words == (count + 31) / 32);
    CHECK(shape.cells == shape.planes * shape.rows * shape.cols);
    arrays arrays = make(&shape);
    const gridlaw_results *all = &arrays.all;
    gridlaw_game **singles = malloc(games * sizeof *singles);
    uint32_t *actions = malloc(games * sizeof *actions), *plies = calloc(games, sizeof *plies);
    bool *halted = calloc(games, sizeof *halted);
    uint64_t ended = 0, told = 0;
    for (size_t game = 0; game < games; game++)
        OK(gridlaw_game_copy(start, &singles[game]));
    OK(gridlaw_batch_read(batch, all));
    for (size_t game = 0; game < games; game++)
        check_game(batch, &shape, all, game, singles[game], false);
    for (int step = 0; step < steps; step++) {
        // Now and then with masks of the library's own.
        if (step % 3 == 0)
            OK(gridlaw_batch_sample(batch, NULL, 0, actions, games));
        else
            OK(gridlaw_batch_sample(batch, all->mask_bits, all->mask_bits_length, actions, games));
        for (size_t game = 0; game < games; game++) {
            CHECK(halted[game] ? actions[game] == GRIDLAW_NO_ACTION
                               : all->mask_flags[game * shape.actions + actions[game]] == 1);
            if (below(16) == 0)
                actions[game] = below(4) == 0 ? GRIDLAW_NO_ACTION : below(count + 3);
        }
        memset(all->final_cells, 0x5a, all->cells_length);
        OK(gridlaw_batch_step(batch, actions, games, all));
        check_edges(&arrays);
        for (size_t game = 0; game < games; game++) {
            gridlaw_state before, after;
            gridlaw_game *single = singles[game];
            uint8_t outcome = GRIDLAW_ILLEGAL;
            float reward = 0;
            OK(gridlaw_game_state(single, &before));
            if (halted[game] && reset == GRIDLAW_RESET_NEXT_STEP) {
                OK(gridlaw_game_assign(single, start));
                halted[game] = false;
                outcome = GRIDLAW_OUTCOME_IN_PROGRESS;
                plies[game] = 0;
            } else if (!halted[game] && gridlaw_game_play_action(single, actions[game]) == GRIDLAW_STATUS_OK) {
                plies[game]++;
                OK(gridlaw_game_state(single, &after));
                bool full = !after.is_over && plies[game] == LIMIT;
                outcome = full ? GRIDLAW_TRUNCATED : (uint8_t)after.outcome;
                if (outcome == GRIDLAW_OUTCOME_FIRST || outcome == GRIDLAW_OUTCOME_SECOND)
                    reward = (outcome == GRIDLAW_OUTCOME_FIRST) == (before.turn == GRIDLAW_SIDE_FIRST) ? 1.0f : -1.0f;
                halted[game] = after.is_over || full;
                ended += halted[game];
            }
            CHECK(all->outcomes[game] == outcome && all->rewards[game] == reward);
            CHECK(all->terminated[game] == (outcome >= 1 && outcome <= 3));
            CHECK(all->truncated[game] == (outcome == GRIDLAW_TRUNCATED));
            const uint8_t *final = all->final_cells + game * shape.cells;
            if (halted[game] && reset == GRIDLAW_RESET_SAME_STEP) {
                uint8_t cells[1000];
                OK(gridlaw_game_observation(single, cells, shape.cells, NULL));
                CHECK(memcmp(cells, final, shape.cells) == 0);
                check_one_hot(batch, &shape, cells, all->final_bits + game * shape.bit_words,
                    all->final_floats + game * shape.floats);
                OK(gridlaw_game_assign(single, start));
                halted[game] = false;
                plies[game] = 0;
            } else {
                CHECK(final[0] == 0x5a);
            }
            CHECK(all->plies[game] == plies[game] && all->numbers[game] % games == game);
            check_game(batch, &shape, all, game, single, halted[game]);
        }
        // A position goes from one game to another.
        if (step % 5 == 4) {
            char setup[2000];
            size_t from = below((uint32_t)games), to = below((uint32_t)games);
            if (!halted[from] && !halted[to]) {
                gridlaw_game *taken = NULL;
                bool equal = false;
                OK(gridlaw_batch_game(batch, from, &taken));
                OK(gridlaw_game_equals(taken, singles[from], &equal));
                CHECK(equal);
                OK(gridlaw_game_setup(taken, setup, sizeof setup, NULL));
                OK(gridlaw_game_free(taken));
                OK(gridlaw_batch_set_position(batch, to, setup));
                OK(gridlaw_game_set_position(singles[to], setup));
                OK(gridlaw_batch_read(batch, all));
                check_game(batch, &shape, all, to, singles[to], false);
            }
        }
        // Some games begin anew.
        if (step % 11 == 10) {
            uint8_t which[100];
            CHECK(games <= 100);
            for (size_t game = 0; game < games; game++)
                which[game] = below(3) == 0 ? 2 : 0;
            OK(gridlaw_batch_reset(batch, which, games, all));
            for (size_t game = 0; game < games; game++) {
                if (which[game]) {
                    OK(gridlaw_game_assign(singles[game], start));
                    halted[game] = false;
                    plies[game] = 0;
                }
                check_game(batch, &shape, all, game, singles[game], halted[game]);
            }
        }
    }
    OK(gridlaw_batch_episodes(batch, &told));
    CHECK(told == ended && ended > 0);
    for (size_t game = 0; game < games; game++)
        OK(gridlaw_game_free(singles[game]));
    free(halted);
    free(plies);
    free(actions);
    free(singles);
    release(&arrays);
    OK(gridlaw_batch_free(batch));
}

// Plays random actions, and mixes the setups of all games into one number.
static uint32_t run(gridlaw_batch *batch, size_t games, int steps)
{
    uint32_t actions[20], mixed = 0;
    char setup[2000];
    CHECK(games <= 20);
    for (int step = 0; step < steps; step++) {
        OK(gridlaw_batch_sample(batch, NULL, 0, actions, games));
        OK(gridlaw_batch_step(batch, actions, games, NULL));
        for (size_t game = 0; game < games; game++) {
            OK(gridlaw_batch_setup(batch, game, setup, sizeof setup, NULL));
            for (const char *at = setup; *at; at++)
                mixed = mixed * 31 + (unsigned char)*at;
        }
    }
    return mixed;
}

// Copies play on alike, a seed begins anew, and each game alone is right when only its flags are
// wanted.
static void repeated(gridlaw_game *start)
{
    gridlaw_batch *batch = NULL, *copy = NULL;
    gridlaw_shape shape;
    OK(gridlaw_batch_new(&start, 1, 20, NULL, &batch));
    OK(gridlaw_batch_shape(batch, &shape));
    uint32_t first = run(batch, 20, 15);
    OK(gridlaw_batch_copy(batch, &copy));
    CHECK(run(batch, 20, 15) == run(copy, 20, 15));
    OK(gridlaw_batch_free(batch));
    uint8_t *flags = malloc(20 * shape.actions), *alone = malloc(shape.actions);
    uint64_t numbers[20];
    gridlaw_results results = {.games = 20, .numbers = numbers, .mask_flags = flags, .mask_flags_length = 20 * shape.actions};
    OK(gridlaw_batch_reset(copy, NULL, 0, &results));
    OK(gridlaw_game_mask_flags(start, alone, shape.actions, NULL));
    for (size_t game = 0; game < 20; game++)
        CHECK(numbers[game] % 20 == game && memcmp(flags + game * shape.actions, alone, shape.actions) == 0);
    OK(gridlaw_batch_reseed(copy, 0, &results));
    CHECK(numbers[0] == 0 && numbers[19] == 19);
    CHECK(run(copy, 20, 15) == first);
    OK(gridlaw_batch_reseed(copy, 1, NULL));
    CHECK(run(copy, 20, 15) != first);
    free(alone);
    free(flags);
    OK(gridlaw_batch_free(copy));
    OK(gridlaw_batch_free(NULL));
}

// Begins the game of a file.
static gridlaw_game *from_file(const char *name, const uint32_t *numbers, size_t count, const char *path)
{
    static char content[100000];
    gridlaw_game *game = NULL;
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    size_t length = fread(content, 1, sizeof content, file);
    fclose(file);
    OK(gridlaw_game_new(name, numbers, count, content, length, &game));
    return game;
}

int main(int count, char **arguments)
{
    static const char *const lines[] = {"breakdown -w 4 -h 5 -k 2 -q 2", "breakdown -w 8 -h 8 -k 3 -q 3",
        "breakdown -w 17 -h 9 -k 3 -q 2", "connect4 --size 4", "connect4 --size 9", "jump61 --size 3", "jump61 --size 8"};
    static const uint32_t board[] = {6, 6};
    CHECK(count == 3);
    for (int index = 0; index < 9; index++) {
        gridlaw_game *start = NULL;
        if (index < 7)
            OK(gridlaw_game_parse(lines[index], &start));
        else
            start = index == 7 ? from_file("candy", NULL, 0, arguments[1]) : from_file("fitz", board, 2, arguments[2]);
        in_step(start, 37, 60, GRIDLAW_RESET_SAME_STEP);
        in_step(start, 5, 40, GRIDLAW_RESET_NEXT_STEP);
        in_step(start, 5, 40, GRIDLAW_RESET_NEVER);
        repeated(start);
        OK(gridlaw_game_free(start));
    }

    // A batch of no games, and one whose episodes draw from two sets of tiles.
    gridlaw_game *pool[2] = {from_file("fitz", board, 2, arguments[2]), NULL};
    static const char tile[] = ",,,,,\n,,!,,\n,,!!,\n,,,,,\n,,,,,\n!";
    OK(gridlaw_game_new("fitz", board, 2, tile, sizeof tile - 2, &pool[1]));
    gridlaw_batch *batch = NULL;
    OK(gridlaw_batch_new(pool, 2, 20, NULL, &batch));
    int drawn[2] = {0, 0};
    for (size_t index = 0; index < 20; index++) {
        gridlaw_game *game = NULL;
        bool equal[2] = {false, false};
        OK(gridlaw_batch_game(batch, index, &game));
        for (int instance = 0; instance < 2; instance++) {
            OK(gridlaw_game_equals(game, pool[instance], &equal[instance]));
            drawn[instance] += equal[instance];
        }
        CHECK(equal[0] != equal[1]);
        OK(gridlaw_game_free(game));
    }
    CHECK(drawn[0] > 0 && drawn[1] > 0);
    OK(gridlaw_batch_free(batch));
    OK(gridlaw_batch_new(pool, 1, 0, NULL, &batch));
    OK(gridlaw_batch_step(batch, NULL, 0, NULL));
    OK(gridlaw_batch_sample(batch, NULL, 0, NULL, 0));
    OK(gridlaw_batch_free(batch));
    OK(gridlaw_game_free(pool[0]));
    OK(gridlaw_game_free(pool[1]));
    return 0;
}
