// Invalid arguments for gridlaw.h: every function, every pointer null, wrong lengths, malformed
// texts. Each call must return the right status, leave a message, and change nothing.
#include "check.h"
#include <gridlaw.h>

#define OK(call) CHECK((call) == GRIDLAW_STATUS_OK)
#define POINTER(call) refused((call), GRIDLAW_STATUS_POINTER, #call)
#define REFUSED(status, call) refused((call), GRIDLAW_STATUS_##status, #call)

static int calls = 0;

static void refused(gridlaw_status found, gridlaw_status expected, const char *call)
{
    char message[400] = "";
    calls++;
    if (found != expected) {
        fprintf(stderr, "%s: status %d, not %d\n", call, (int)found, (int)expected);
        exit(3);
    }
    OK(gridlaw_message(message, sizeof message, NULL));
    CHECK(strlen(message) > 5);
    for (const char *letter = message; *letter != 0; letter++)
        CHECK(*letter >= ' ' && *letter <= '~');
}

static void creating(void)
{
    static const uint32_t numbers[] = {4, 5, 2, 2, 1};
    gridlaw_game *game = (gridlaw_game *)&calls;
    POINTER(gridlaw_game_new(NULL, numbers, 4, NULL, 0, &game));
    POINTER(gridlaw_game_new("breakdown", NULL, 4, NULL, 0, &game));
    POINTER(gridlaw_game_new("breakdown", numbers, 4, NULL, 7, &game));
    POINTER(gridlaw_game_new("breakdown", numbers, 4, NULL, 0, NULL));
    POINTER(gridlaw_game_new("breakdown", (const uint32_t *)((const char *)numbers + 1), 4, NULL, 0, &game));
    REFUSED(LENGTH, gridlaw_game_new("breakdown", numbers, SIZE_MAX, NULL, 0, &game));
    REFUSED(LENGTH, gridlaw_game_new("breakdown", numbers, 4, "", SIZE_MAX, &game));
    static const char *const names[] = {"", "Breakdown", "breakdown ", "chess", "\xff\xfe", "a\nb", "\xc3\xa9\x1b[31m"};
    for (int index = 0; index < 7; index += index == 3 ? 2 : 1)
        REFUSED(NAME, gridlaw_game_new(names[index], numbers, 4, NULL, 0, &game));
    REFUSED(TEXT, gridlaw_game_new(names[4], numbers, 4, NULL, 0, &game));
    REFUSED(PARAMETERS, gridlaw_game_new("breakdown", numbers, 3, NULL, 0, &game));
    REFUSED(PARAMETERS, gridlaw_game_new("breakdown", numbers, 5, NULL, 0, &game));
    REFUSED(PARAMETERS, gridlaw_game_new("breakdown", NULL, 0, NULL, 0, &game));
    REFUSED(PARAMETERS, gridlaw_game_new("breakdown", numbers, 4, "file", 4, &game));
    static const uint32_t wrong[][4] = {{0, 5, 2, 2}, {4, 0, 2, 2}, {4, 5, 0, 2}, {4, 5, 2, 0},
        {65536, 65536, 2, 2}, {UINT32_MAX, UINT32_MAX, 1, 1}};
    for (size_t row = 0; row < sizeof wrong / sizeof wrong[0]; row++)
        REFUSED(PARAMETERS, gridlaw_game_new("breakdown", wrong[row], 4, NULL, 0, &game));
    POINTER(gridlaw_game_parse(NULL, &game));
    POINTER(gridlaw_game_parse("jump61 --size 3", NULL));
    REFUSED(NAME, gridlaw_game_parse("", &game));
    REFUSED(NAME, gridlaw_game_parse("chess --size 3", &game));
    REFUSED(TEXT, gridlaw_game_parse("jump61 --size \xff", &game));
    REFUSED(TEXT, gridlaw_game_parse("jump61 --size 3;nonsense", &game));
    REFUSED(ILLEGAL, gridlaw_game_parse("jump61 --size 3;1,1 1,1", &game));
    static const char *const lines[] = {"jump61", "jump61 --size", "jump61 --size 1", "jump61 --size 3 x", "candy", "fitz --rows 3 --cols 3"};
    for (int index = 0; index < 6; index++)
        REFUSED(PARAMETERS, gridlaw_game_parse(lines[index], &game));
    static const uint32_t sizes[] = {0, 1, 3, 11, UINT32_MAX};
    for (int index = 0; index < 5; index++) {
        REFUSED(PARAMETERS, gridlaw_game_new("connect4", &sizes[index], 1, NULL, 0, &game));
        if (sizes[index] != 3)
            REFUSED(PARAMETERS, gridlaw_game_new("jump61", &sizes[index], 1, NULL, 0, &game));
    }
    // Files of Candy: none, nothing, garbage, the beginning of one, one with too much behind it.
    static const char file[] = "{\"gamedef\": {\"gameid\": 1, \"extensioncolor\": {\"rows\": 1, \"columns\": 2, \"data\": [0, 1]},"
        " \"boardstate\": {\"rows\": 2, \"columns\": 2, \"data\": [1, 1, 1, 1]}, \"colors\": 6}}x";
    const size_t whole = sizeof file - 2;
    for (size_t length = 0; length < whole; length++)
        REFUSED(PARAMETERS, gridlaw_game_new("candy", NULL, 0, file, length, &game));
    REFUSED(PARAMETERS, gridlaw_game_new("candy", NULL, 0, file, whole + 1, &game));
    REFUSED(PARAMETERS, gridlaw_game_new("candy", NULL, 0, file, whole + 2, &game));
    REFUSED(PARAMETERS, gridlaw_game_new("candy", NULL, 0, NULL, 0, &game));
    REFUSED(PARAMETERS, gridlaw_game_new("candy", numbers, 1, file, whole, &game));
    REFUSED(PARAMETERS, gridlaw_game_new("candy", NULL, 0, "\xff\0{}", 4, &game));
    gridlaw_game *right = NULL;
    OK(gridlaw_game_new("candy", NULL, 0, file, whole, &right));
    OK(gridlaw_game_free(right));

    // Tiles of Fitz, likewise, and boards that are none.
    static const char tiles[] = ",,,,,\n,,!,,\n,,!!,\n,,,,,\n,,,,,\n!";
    static const uint32_t sides[] = {5, 6, 0, 1000};
    const size_t tile = sizeof tiles - 2;
    for (size_t length = 0; length < tile; length++)
        REFUSED(PARAMETERS, gridlaw_game_new("fitz", sides, 2, tiles, length, &game));
    REFUSED(PARAMETERS, gridlaw_game_new("fitz", sides, 2, tiles, tile + 1, &game));
    REFUSED(PARAMETERS, gridlaw_game_new("fitz", sides, 2, NULL, 0, &game));
    REFUSED(PARAMETERS, gridlaw_game_new("fitz", sides, 1, tiles, tile, &game));
    REFUSED(PARAMETERS, gridlaw_game_new("fitz", sides + 1, 2, tiles, tile, &game));
    REFUSED(PARAMETERS, gridlaw_game_new("fitz", sides + 2, 2, tiles, tile, &game));
    OK(gridlaw_game_new("fitz", sides, 2, tiles, tile, &right));
    OK(gridlaw_game_play(right, "1,1,0"));
    REFUSED(ILLEGAL, gridlaw_game_play(right, "1,1,0"));
    REFUSED(ILLEGAL, gridlaw_game_play(right, "-3,1,0"));
    REFUSED(TEXT, gridlaw_game_play(right, "1,1,45"));
    OK(gridlaw_game_free(right));
    CHECK(game == (gridlaw_game *)&calls);
}

static void playing(gridlaw_game *game)
{
    char before[100], after[100], text[4] = "abc";
    uint64_t number = 77;
    size_t length = 77;
    uint32_t words[3] = {7, 7, 7};
    bool legal = true;
    gridlaw_outcome outcome;
    gridlaw_side side;
    gridlaw_game *copy = game;
    OK(gridlaw_game_position(game, before, sizeof before, NULL));

    POINTER(gridlaw_game_copy(NULL, &copy));
    POINTER(gridlaw_game_copy(game, NULL));
    POINTER(gridlaw_game_assign(NULL, game));
    POINTER(gridlaw_game_assign(game, NULL));
    POINTER(gridlaw_game_assign(NULL, NULL));
    POINTER(gridlaw_game_play(NULL, "!"));
    POINTER(gridlaw_game_play(game, NULL));
    POINTER(gridlaw_game_play_nth(NULL, 0));
    POINTER(gridlaw_game_replay(NULL, "", &number));
    POINTER(gridlaw_game_replay(game, NULL, &number));
    POINTER(gridlaw_game_is_legal(NULL, "!", &legal));
    POINTER(gridlaw_game_is_legal(game, NULL, &legal));
    POINTER(gridlaw_game_is_legal(game, "!", NULL));
    POINTER(gridlaw_game_count_moves(NULL, &number));
    POINTER(gridlaw_game_count_moves(game, NULL));
    POINTER(gridlaw_game_outcome(NULL, &outcome));
    POINTER(gridlaw_game_outcome(game, NULL));
    POINTER(gridlaw_game_turn(NULL, &side));
    POINTER(gridlaw_game_turn(game, NULL));
    POINTER(gridlaw_game_set_position(NULL, before));
    POINTER(gridlaw_game_set_position(game, NULL));
    POINTER(gridlaw_game_perft(NULL, 1, &number));
    POINTER(gridlaw_game_perft(game, 1, NULL));
    POINTER(gridlaw_game_words(NULL, words, 2, &length));
    POINTER(gridlaw_game_words(game, NULL, 2, &length));
    POINTER(gridlaw_game_set_words(NULL, words, 2, 0));
    POINTER(gridlaw_game_set_words(game, NULL, 2, 0));
    POINTER(gridlaw_game_play((gridlaw_game *)((char *)game + 1), "!"));

    gridlaw_state state = {GRIDLAW_OUTCOME_DRAW, GRIDLAW_SIDE_SECOND, true};
    uint32_t action = 77;
    uint8_t flags[10] = {7, 7, 7, 7, 7, 7, 7, 7, 7, 7};
    POINTER(gridlaw_game_state(NULL, &state));
    POINTER(gridlaw_game_state(game, NULL));
    POINTER(gridlaw_game_action_count(NULL, &action));
    POINTER(gridlaw_game_action_count(game, NULL));
    POINTER(gridlaw_game_action_of(NULL, "!", &action));
    POINTER(gridlaw_game_action_of(game, NULL, &action));
    POINTER(gridlaw_game_action_of(game, "!", NULL));
    POINTER(gridlaw_game_move_text(NULL, 0, text, sizeof text, &length));
    POINTER(gridlaw_game_move_text(game, 0, NULL, sizeof text, &length));
    POINTER(gridlaw_game_play_action(NULL, 0));
    POINTER(gridlaw_game_actions(NULL, words, 3, &length));
    POINTER(gridlaw_game_actions(game, NULL, 3, &length));
    POINTER(gridlaw_game_mask_flags(NULL, flags, sizeof flags, &length));
    POINTER(gridlaw_game_mask_flags(game, NULL, sizeof flags, &length));
    POINTER(gridlaw_game_mask_bits(NULL, words, 3, &length));
    POINTER(gridlaw_game_mask_bits(game, NULL, 3, &length));
    POINTER(gridlaw_game_mask_bits(game, (uint32_t *)((char *)words + 1), 2, &length));
    POINTER(gridlaw_game_observation(NULL, flags, sizeof flags, &length));
    POINTER(gridlaw_game_observation(game, NULL, 20, &length));
    POINTER(gridlaw_game_hash(NULL, &number));
    POINTER(gridlaw_game_hash(game, NULL));
    POINTER(gridlaw_game_equals(NULL, game, &legal));
    POINTER(gridlaw_game_equals(game, NULL, &legal));
    POINTER(gridlaw_game_equals(game, game, NULL));
    POINTER(gridlaw_game_canonical(NULL, &copy));
    POINTER(gridlaw_game_canonical(game, NULL));
    CHECK(length == 77 && state.is_over && legal);
    static const char *const unknown[] = {"", "|4", "-4", "x", "\xff"};
    for (int index = 0; index < 5; index++)
        REFUSED(TEXT, gridlaw_game_action_of(game, unknown[index], &action));
    REFUSED(VALUE, gridlaw_game_move_text(game, 9, text, sizeof text, &length));
    REFUSED(VALUE, gridlaw_game_move_text(game, UINT32_MAX, text, sizeof text, &length));
    REFUSED(LENGTH, gridlaw_game_move_text(game, 0, text, 2, NULL));
    REFUSED(VALUE, gridlaw_game_play_action(game, 9));
    REFUSED(VALUE, gridlaw_game_play_action(game, UINT32_MAX));
    REFUSED(ILLEGAL, gridlaw_game_play_action(game, 7));
    REFUSED(LENGTH, gridlaw_game_actions(game, words, 3, &length));
    CHECK(length > 3);
    REFUSED(LENGTH, gridlaw_game_actions(game, NULL, 0, NULL));
    REFUSED(LENGTH, gridlaw_game_mask_flags(game, flags, 8, &length));
    CHECK(length == 9 && flags[0] == 7 && flags[9] == 7);
    REFUSED(LENGTH, gridlaw_game_observation(game, flags, 10, &length));
    CHECK(length == 20 && flags[0] == 7 && flags[9] == 7);
    REFUSED(LENGTH, gridlaw_game_mask_flags(game, flags, SIZE_MAX, &length));
    size_t shared[8] = {7, 7, 7, 7, 7, 7, 7, 7};
    POINTER(gridlaw_game_mask_flags(game, (uint8_t *)shared, sizeof shared, &shared[1]));
    POINTER(gridlaw_game_setup(game, (char *)shared, sizeof shared, &shared[0]));
    CHECK(shared[0] == 7 && shared[1] == 7);
    REFUSED(LENGTH, gridlaw_game_mask_bits(game, NULL, 0, NULL));
    OK(gridlaw_game_mask_bits(game, NULL, 0, &length));
    CHECK(length == 1 && words[0] == 7 && action == 77 && strcmp(text, "abc") == 0);

    static const char *const illegal[] = {"|9", "-3", "-z", "|(4294967295)"};
    for (int index = 0; index < 4; index++)
        REFUSED(ILLEGAL, gridlaw_game_play(game, illegal[index]));
    static const char *const texts[] = {"", " ", "x", "| 0", "!!", "|(0", "\xff", "N3", "|(4294967296)"};
    for (int index = 0; index < 9; index++) {
        REFUSED(TEXT, gridlaw_game_play(game, texts[index]));
        REFUSED(TEXT, gridlaw_game_is_legal(game, texts[index], &legal));
        REFUSED(TEXT, gridlaw_game_set_position(game, texts[index]));
    }
    REFUSED(TEXT, gridlaw_game_set_position(game, "4/4/4/4 b"));
    REFUSED(VALUE, gridlaw_game_play_nth(game, UINT64_MAX));
    REFUSED(VALUE, gridlaw_game_perft(game, GRIDLAW_PERFT_DEPTH + 1, &number));
    REFUSED(VALUE, gridlaw_game_perft(game, UINT32_MAX, &number));

    // Texts: no room, almost room, and asking for nothing but the length.
    typedef gridlaw_status (*writer)(const gridlaw_game *, char *, size_t, size_t *);
    static const writer writers[] = {gridlaw_game_moves, gridlaw_game_verdict, gridlaw_game_picture, gridlaw_game_position,
        gridlaw_game_answer, gridlaw_game_setup, gridlaw_game_arguments};
    for (int index = 0; index < 7; index++) {
        POINTER(writers[index](NULL, before, sizeof before, NULL));
        POINTER(writers[index](game, NULL, 1, &length));
        REFUSED(LENGTH, writers[index](game, text, SIZE_MAX, &length));
        REFUSED(LENGTH, writers[index](game, NULL, 0, NULL));
        OK(writers[index](game, NULL, 0, &length));
        char *exact = malloc(length + 1);
        REFUSED(LENGTH, writers[index](game, exact, length, NULL));
        OK(writers[index](game, exact, length + 1, NULL));
        CHECK(strlen(exact) == length);
        free(exact);
        size_t told = 0;
        REFUSED(LENGTH, writers[index](game, text, sizeof text, &told));
        CHECK(told == length && strcmp(text, "abc") == 0);
    }
    POINTER(gridlaw_message(NULL, 5, NULL));
    REFUSED(TEXT, gridlaw_game_action_of(game, "a\nb", &action));
    // Too little room leaves the message as it was.
    char whole[400] = "";
    OK(gridlaw_message(NULL, 0, &length));
    REFUSED(LENGTH, gridlaw_message(text, 1, NULL));
    OK(gridlaw_message(whole, sizeof whole, NULL));
    CHECK(strlen(whole) == length && strstr(whole, "`a\\nb`") != NULL);
    POINTER(gridlaw_version(NULL, 5, NULL));
    REFUSED(LENGTH, gridlaw_version(text, 2, NULL));
    REFUSED(LENGTH, gridlaw_version(NULL, 0, NULL));

    // Words: too few, too many, bits beyond the last cell, a cell that is none, a side that is
    // none.
    length = 0;
    REFUSED(LENGTH, gridlaw_game_words(game, words, 1, &length));
    CHECK(length == 2);
    OK(gridlaw_game_words(game, NULL, 0, &length));
    REFUSED(LENGTH, gridlaw_game_words(game, NULL, 0, NULL));
    CHECK(words[0] == 7 && words[1] == 7 && words[2] == 7);
    static const uint32_t good[] = {0, 0, 0}, spare[] = {0, 0x100}, none[] = {3, 0};
    REFUSED(LENGTH, gridlaw_game_set_words(game, good, 1, 0));
    REFUSED(LENGTH, gridlaw_game_set_words(game, good, 3, 0));
    REFUSED(LENGTH, gridlaw_game_set_words(game, NULL, 0, 0));
    REFUSED(LENGTH, gridlaw_game_set_words(game, good, SIZE_MAX, 0));
    REFUSED(VALUE, gridlaw_game_set_words(game, spare, 2, 0));
    REFUSED(VALUE, gridlaw_game_set_words(game, none, 2, 0));
    REFUSED(VALUE, gridlaw_game_set_words(game, good, 2, 2));

    OK(gridlaw_game_position(game, after, sizeof after, NULL));
    CHECK_TEXT(after, before);
    CHECK(copy == game && number == 77);
    OK(gridlaw_game_replay(game, "", NULL));
    number = 77;
    REFUSED(TEXT, gridlaw_game_replay(game, "|0 -2 \xff", &number));
    CHECK(number == 0);
}

static void batches(gridlaw_game *game)
{
    gridlaw_batch *batch = (gridlaw_batch *)&calls, *none = batch;
    gridlaw_game *nobody = NULL, *taken = game, *other = NULL, *pool[2] = {game, NULL};
    gridlaw_batch_options options = {.reset = GRIDLAW_RESET_NEVER};
    gridlaw_shape shape;
    gridlaw_plane plane;
    uint64_t number = 77;
    POINTER(gridlaw_batch_new(NULL, 1, 2, NULL, &batch));
    POINTER(gridlaw_batch_new(&nobody, 1, 2, NULL, &batch));
    POINTER(gridlaw_batch_new(pool, 2, 2, NULL, &batch));
    POINTER(gridlaw_batch_new(&game, 1, 2, NULL, NULL));
    POINTER(gridlaw_batch_new(&game, 1, 2, (gridlaw_batch_options *)((char *)&options + 1), &batch));
    REFUSED(LENGTH, gridlaw_batch_new(NULL, 0, 2, NULL, &batch));
    REFUSED(LENGTH, gridlaw_batch_new(&game, SIZE_MAX, 2, NULL, &batch));
    static const size_t counts[] = {SIZE_MAX, SIZE_MAX / 2, SIZE_MAX / 8, (size_t)1 << 61};
    for (int index = 0; index < 4; index++)
        REFUSED(LENGTH, gridlaw_batch_new(&game, 1, counts[index], NULL, &batch));
    OK(gridlaw_game_parse("breakdown -w 5 -h 5 -k 2 -q 2", &other));
    pool[1] = other;
    REFUSED(PARAMETERS, gridlaw_batch_new(pool, 2, 2, NULL, &batch));
    OK(gridlaw_game_free(other));
    options.reset = 3;
    REFUSED(VALUE, gridlaw_batch_new(&game, 1, 2, &options, &batch));
    options.reset = GRIDLAW_RESET_NEVER;
    options.keep_final = 2;
    REFUSED(VALUE, gridlaw_batch_new(&game, 1, 2, &options, &batch));
    CHECK(batch == none);
    options.keep_final = 0;
    OK(gridlaw_batch_new(&game, 1, 2, &options, &batch));

    POINTER(gridlaw_batch_copy(NULL, &none));
    POINTER(gridlaw_batch_copy(batch, NULL));
    POINTER(gridlaw_batch_shape(NULL, &shape));
    POINTER(gridlaw_batch_shape(batch, NULL));
    POINTER(gridlaw_batch_plane(NULL, 0, &plane));
    POINTER(gridlaw_batch_plane(batch, 0, NULL));
    REFUSED(VALUE, gridlaw_batch_plane(batch, 1, &plane));
    POINTER(gridlaw_batch_episodes(NULL, &number));
    POINTER(gridlaw_batch_episodes(batch, NULL));
    POINTER(gridlaw_batch_game(NULL, 0, &taken));
    POINTER(gridlaw_batch_game(batch, 0, NULL));
    REFUSED(VALUE, gridlaw_batch_game(batch, 2, &taken));
    char text[100] = "abc";
    size_t length = 77;
    POINTER(gridlaw_batch_setup(NULL, 0, text, sizeof text, &length));
    POINTER(gridlaw_batch_setup(batch, 0, NULL, sizeof text, &length));
    REFUSED(VALUE, gridlaw_batch_setup(batch, SIZE_MAX, text, sizeof text, &length));
    CHECK(length == 77);
    REFUSED(LENGTH, gridlaw_batch_setup(batch, 0, text, 5, &length));
    CHECK(length > 5);
    CHECK_TEXT(text, "abc");
    POINTER(gridlaw_batch_set_position(NULL, 0, "4/4/4/4/4 b"));
    POINTER(gridlaw_batch_set_position(batch, 0, NULL));
    REFUSED(VALUE, gridlaw_batch_set_position(batch, 2, "4/4/4/4/4 b"));
    REFUSED(TEXT, gridlaw_batch_set_position(batch, 0, "4/4/4/4/4"));
    REFUSED(TEXT, gridlaw_batch_set_position(batch, 0, "5/5/5/5/5 b"));
    REFUSED(TEXT, gridlaw_batch_set_position(batch, 0, "\xff"));

    // Beyond each array a value that must stay.
    uint32_t actions[3] = {0, 4, 99}, masks[3] = {511, 511, 99}, plies[3] = {5, 5, 99};
    uint8_t outcomes[3] = {5, 5, 99}, flags[19], cells[41], which[2] = {1, 0};
    float rewards[3] = {5, 5, 99};
    memset(flags, 5, sizeof flags);
    memset(cells, 5, sizeof cells);
    const gridlaw_results whole = {.games = 2, .outcomes = outcomes, .rewards = rewards, .plies = plies, .mask_bits = masks,
        .mask_bits_length = 2, .mask_flags = flags, .mask_flags_length = 18, .cells = cells, .cells_length = 40};
    POINTER(gridlaw_batch_step(NULL, actions, 2, &whole));
    POINTER(gridlaw_batch_step(batch, NULL, 2, &whole));
    POINTER(gridlaw_batch_step(batch, actions, 2, (const gridlaw_results *)((const char *)&whole + 4)));
    POINTER(gridlaw_batch_step(batch, (uint32_t *)((char *)actions + 2), 2, &whole));
    POINTER(gridlaw_batch_reset(NULL, which, 2, &whole));
    POINTER(gridlaw_batch_reset(batch, NULL, 2, &whole));
    POINTER(gridlaw_batch_reseed(NULL, 1, &whole));
    POINTER(gridlaw_batch_read(NULL, &whole));
    POINTER(gridlaw_batch_read(batch, NULL));
    POINTER(gridlaw_batch_sample(NULL, masks, 2, actions, 2));
    POINTER(gridlaw_batch_sample(batch, NULL, 2, actions, 2));
    POINTER(gridlaw_batch_sample(batch, masks, 2, NULL, 2));
    POINTER(gridlaw_batch_sample(batch, masks, 2, masks, 2));
    POINTER(gridlaw_batch_sample(batch, masks, 2, masks + 1, 2));
    static const size_t lengths[] = {0, 1, 3, SIZE_MAX};
    for (int index = 0; index < 4; index++) {
        size_t wrong = lengths[index];
        REFUSED(LENGTH, gridlaw_batch_step(batch, actions, wrong, &whole));
        if (wrong != 0)
            REFUSED(LENGTH, gridlaw_batch_reset(batch, NULL, wrong, &whole));
        REFUSED(LENGTH, gridlaw_batch_reset(batch, which, wrong, &whole));
        REFUSED(LENGTH, gridlaw_batch_sample(batch, masks, wrong, actions, 2));
        REFUSED(LENGTH, gridlaw_batch_sample(batch, masks, 2, actions, wrong));
        gridlaw_results results = whole;
        results.games = wrong;
        REFUSED(LENGTH, gridlaw_batch_step(batch, actions, 2, &results));
        results = whole;
        results.mask_bits_length = wrong;
        REFUSED(LENGTH, gridlaw_batch_step(batch, actions, 2, &results));
        results = whole;
        results.mask_flags_length = wrong;
        REFUSED(LENGTH, gridlaw_batch_reset(batch, which, 2, &results));
        results = whole;
        results.cells_length = wrong;
        REFUSED(LENGTH, gridlaw_batch_read(batch, &results));
        results = (gridlaw_results){.bits = masks, .bits_length = wrong};
        REFUSED(LENGTH, gridlaw_batch_reseed(batch, 1, &results));
        results = (gridlaw_results){.floats = rewards, .floats_length = wrong};
        REFUSED(LENGTH, gridlaw_batch_read(batch, &results));
    }
    // Arrays on top of one another, and final observations of a batch that keeps none.
    gridlaw_results results = whole;
    results.mask_bits = actions;
    POINTER(gridlaw_batch_step(batch, actions, 2, &results));
    results = whole;
    results.outcomes = flags + 17;
    POINTER(gridlaw_batch_step(batch, actions, 2, &results));
    results = whole;
    results.truncated = which;
    POINTER(gridlaw_batch_reset(batch, which, 2, &results));
    results = whole;
    results.rewards = (float *)((char *)rewards + 2);
    POINTER(gridlaw_batch_read(batch, &results));
    uint8_t finals[40];
    results = whole;
    results.final_cells = finals;
    REFUSED(UNSUPPORTED, gridlaw_batch_step(batch, actions, 2, &results));

    // None of these calls has done anything.
    OK(gridlaw_batch_setup(batch, 0, text, sizeof text, NULL));
    CHECK_TEXT(text, "4/4/4/4/4 b");
    CHECK(actions[0] == 0 && actions[1] == 4 && actions[2] == 99 && plies[0] == 5 && rewards[1] == 5 && outcomes[0] == 5);
    CHECK(masks[0] == 511 && flags[0] == 5 && flags[17] == 5 && cells[0] == 5 && cells[39] == 5);
    // Nor does the next one write beyond its arrays; actions and masks that are nonsense do no
    // harm.
    actions[1] = 1000;
    OK(gridlaw_batch_step(batch, actions, 2, &whole));
    CHECK(outcomes[0] == 0 && outcomes[1] == GRIDLAW_ILLEGAL && plies[0] == 1 && plies[1] == 0);
    CHECK(actions[2] == 99 && masks[2] == 99 && plies[2] == 99 && outcomes[2] == 99 && rewards[2] == 99);
    CHECK(flags[18] == 5 && cells[40] == 5 && flags[17] == 1);
    masks[0] = masks[1] = 0x80000000;
    OK(gridlaw_batch_sample(batch, masks, 2, actions, 2));
    CHECK(actions[0] == 31 && actions[1] == 31);
    OK(gridlaw_batch_step(batch, actions, 2, &whole));
    CHECK(outcomes[0] == GRIDLAW_ILLEGAL && outcomes[1] == GRIDLAW_ILLEGAL && taken == game && number == 77);
    OK(gridlaw_batch_free(batch));
}

int main(void)
{
    static const uint32_t numbers[] = {4, 5, 2, 2};
    char message[10] = "x";
    OK(gridlaw_message(message, sizeof message, NULL));
    CHECK_TEXT(message, "");
    creating();
    gridlaw_game *game = NULL;
    OK(gridlaw_game_new("breakdown", numbers, 4, NULL, 0, &game));
    OK(gridlaw_game_replay(game, "|0 -2", NULL));
    playing(game);
    batches(game);
    OK(gridlaw_game_free(game));
    CHECK(calls > 150);
    return 0;
}
