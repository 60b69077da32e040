// Calls of every function of gridlaw.h in any order, as bytes say: valid and invalid arguments,
// games and batches that come and go. Each call must keep what the header promises to every call:
// no defect, nothing written past an array's end (arrays are as long as they are said to be, for a
// sanitizer to watch), nothing changed by a call that failed, and answers that do not contradict
// each other.
//
//     calls INPUTS [FILE...]
//
// runs the bytes of each file, then INPUTS inputs of a pinned generator, and prints how often each
// function was called and how often it succeeded. The fuzzer calls `gridlaw_calls` instead.
#include "check.h"
#include <gridlaw.h>

#define GAMES 4
#define BATCHES 2
#define MOST_CALLS 100
#define OK(call) CHECK((call) == GRIDLAW_STATUS_OK)
#define LENGTH_OF(array) (sizeof(array) / sizeof(array)[0])

static gridlaw_game *games[GAMES];
static gridlaw_batch *batches[BATCHES];

// The input. At its end come zeros.
static const uint8_t *input, *input_end;

static uint32_t byte(void) { return input < input_end ? *input++ : 0; }
static uint32_t below(uint32_t count) { return byte() % count; }
static bool rarely(void) { return byte() >= 248; }

static uint64_t number(void)
{
    static const uint64_t edges[] = {SIZE_MAX, SIZE_MAX / 2 + 1, UINT32_MAX, (uint64_t)UINT32_MAX + 1, 1 << 16, 400};
    uint32_t first = byte();
    return first >= 250 ? edges[first - 250] : first < 160 ? first % 16 : first;
}

// Handles and pointers: seldom null, seldom not aligned.
static gridlaw_game *some_game(void)
{
    uint32_t slot = byte(), steps = 0;
    while (slot < 248 && games[slot % GAMES] == NULL && ++steps < GAMES)
        slot++;
    return slot < 248 ? games[slot % GAMES] : NULL;
}

static gridlaw_batch *some_batch(void)
{
    uint32_t slot = byte();
    gridlaw_batch *batch = batches[slot % BATCHES];
    return slot >= 248 ? NULL : batch != NULL ? batch : batches[(slot + 1) % BATCHES];
}

static void *seldom_wrong(void *pointer)
{
    uint32_t way = byte();
    return way == 255 ? NULL : way == 254 ? (char *)pointer + 1 : pointer;
}

// A text from the input: its bytes, one of the library's own, or one of these.
static const char *some_text(const gridlaw_game *game)
{
    static const char *const texts[] = {"|0", "-1", "!", "N0", "E3", "1,1", "2,2", "1,1,U", "0,1,90", "-0 |1 -1 !", "N0 E1 S2 W3",
        "1,1 2,2 1,2", "", " ", "4/4/oo2/*3/*3 b", "3/3/3 w"};
    static char text[20000];
    uint32_t way = below(8), count = 0, length = 0;
    if (way == 0)
        return texts[below(LENGTH_OF(texts))];
    if (way == 1) {
        for (length = below(24); count < length; count++)
            text[count] = (char)byte();
        text[count] = 0;
        return text;
    }
    if (game == NULL || gridlaw_game_action_count(game, &count) != GRIDLAW_STATUS_OK || count == 0)
        return rarely() ? NULL : "";
    if (way == 2)
        OK(gridlaw_game_setup(game, text, sizeof text, NULL));
    else if (way == 3)
        OK(gridlaw_game_move_text(game, (byte() << 8 | byte()) % count, text, sizeof text, NULL));
    else {
        // One of the legal moves.
        OK(gridlaw_game_moves(game, text, sizeof text, NULL));
        char *word = strtok(text, " "), *next = word;
        for (uint32_t steps = byte(); next != NULL && steps > 0; steps--)
            if ((next = strtok(NULL, " ")) != NULL)
                word = next;
        return word == NULL ? "" : word;
    }
    return text;
}

// An array of the caller: exactly as long as said, and full of one byte.
typedef struct {
    uint8_t *bytes;
    size_t capacity, size;
} room;

static room open_room(size_t size)
{
    static const size_t lengths[] = {0, 1, 2, 9, 20, 41, 200, 4000};
    room room = {NULL, lengths[below(LENGTH_OF(lengths))], size};
    if (room.capacity > 0 && (room.bytes = malloc(room.capacity * size)) != NULL)
        memset(room.bytes, 0xa5, room.capacity * size);
    return room;
}

// Checks what a call left in an array, and frees it. `text` says whether a NUL follows what is
// counted.
static gridlaw_status close_room(room *room, gridlaw_status status, const size_t *length, bool text)
{
    size_t untouched = room->capacity * room->size;
    if (status == GRIDLAW_STATUS_OK) {
        CHECK(!text || room->capacity > 0 || length != NULL);
        if (text && room->capacity > 0)
            CHECK(strlen((char *)room->bytes) < room->capacity && (length == NULL || strlen((char *)room->bytes) == *length));
        else if (length != NULL && room->capacity > 0)
            CHECK(*length <= room->capacity);
        untouched = 0;
    }
    for (size_t index = 0; index < untouched; index++)
        CHECK(room->bytes[index] == 0xa5);
    free(room->bytes);
    return status;
}

// Writers of texts and of arrays, of a game: `written(gridlaw_game_moves, char, true)` calls one
// into an array.
#define written(function, type, text, ...)                                                                  \
    do {                                                                                                    \
        room room = open_room(sizeof(type));                                                                \
        size_t told = 77, *length = below(3) == 0 ? NULL : &told;                                           \
        return close_room(&room, function(__VA_ARGS__ (type *)(void *)room.bytes, room.capacity, length), length, text); \
    } while (0)

// Puts what a call made into a slot, and frees what was there. It takes an address, because C
// evaluates arguments in any order.
static gridlaw_status keep_game(gridlaw_status status, gridlaw_game *const *made_at)
{
    gridlaw_game **slot = &games[below(GAMES)], *made = *made_at;
    if (status != GRIDLAW_STATUS_OK) {
        CHECK(made == NULL);
        return status;
    }
    CHECK(made != NULL);
    OK(gridlaw_game_free(*slot));
    *slot = made;
    return status;
}

static gridlaw_status keep_batch(gridlaw_status status, gridlaw_batch *const *made_at)
{
    gridlaw_batch **slot = &batches[below(BATCHES)], *made = *made_at;
    if (status != GRIDLAW_STATUS_OK) {
        CHECK(made == NULL);
        return status;
    }
    CHECK(made != NULL);
    OK(gridlaw_batch_free(*slot));
    *slot = made;
    return status;
}

static gridlaw_status call_message(void) { written(gridlaw_message, char, true, ); }
static gridlaw_status call_version(void) { written(gridlaw_version, char, true, ); }

static gridlaw_status call_game_new(void)
{
    static const char candy[] = "{\"gamedef\": {\"gameid\": 1, \"extensioncolor\": {\"rows\": 3, \"columns\": 3, \"data\": "
        "[0, 1, 2, 1, 2, 0, 2, 0, 1]}, \"boardstate\": {\"rows\": 3, \"columns\": 3, \"data\": [1, 1, 1, 1, 2, 1, 1, 1, 1]}, \"colors\": 3}}";
    static const char tiles[] = ",,,,,\n,,!,,\n,,!!,\n,,,,,\n,,,,,\n!";
    static const struct {
        const char *name;
        size_t count;
        uint32_t most[4];
        const char *file;
    } kinds[] = {{"breakdown", 4, {12, 9, 5, 4}, NULL}, {"connect4", 1, {10}, NULL}, {"jump61", 1, {10}, NULL},
        {"candy", 0, {0}, candy}, {"fitz", 2, {9, 9}, tiles}, {"chess", 1, {8}, ""}};
    uint32_t kind = below(LENGTH_OF(kinds)), numbers[4] = {0};
    for (size_t index = 0; index < kinds[kind].count; index++)
        numbers[index] = rarely() ? (uint32_t)-1 : 1 + below(kinds[kind].most[index]);
    const char *file = kinds[kind].file;
    size_t length = file == NULL ? 0 : strlen(file), count = kinds[kind].count;
    // A file with one byte changed, or cut. It is copied, so that its end is an end.
    char *copy = malloc(length + 1);
    memcpy(copy, file == NULL ? "" : file, length);
    if (length > 0 && rarely())
        copy[byte() % length] = (char)byte();
    if (length > 0 && rarely())
        copy = realloc(copy, length = byte() % length + 1);
    if (rarely())
        count = below(5);
    gridlaw_game *made = NULL;
    gridlaw_status status = gridlaw_game_new(rarely() ? NULL : kinds[kind].name, rarely() ? NULL : numbers, count,
        file == NULL ? NULL : copy, length, rarely() ? NULL : &made);
    free(copy);
    return keep_game(status, &made);
}

static gridlaw_status call_game_parse(void)
{
    char line[200];
    gridlaw_game *made = NULL;
    switch (below(4)) {
    case 0: snprintf(line, sizeof line, "breakdown -w %u -h %u -k %u -q %u", 1 + below(70), 1 + below(9), below(6), below(5)); break;
    case 1: snprintf(line, sizeof line, "connect4 --size %u", 3 + below(8)); break;
    case 2: snprintf(line, sizeof line, "jump61 --size %u", 1 + below(10)); break;
    default: return keep_game(gridlaw_game_parse(some_text(NULL), &made), &made);
    }
    if (below(2) != 0) {
        strcat(line, ";");
        const char *moves = some_text(some_game());
        if (moves != NULL && strlen(line) + strlen(moves) < sizeof line)
            strcat(line, moves);
    }
    return keep_game(gridlaw_game_parse(line, rarely() ? NULL : &made), &made);
}

static gridlaw_status call_game_copy(void)
{
    gridlaw_game *made = NULL;
    return keep_game(gridlaw_game_copy(some_game(), rarely() ? NULL : &made), &made);
}

static gridlaw_status call_game_canonical(void)
{
    gridlaw_game *made = NULL;
    return keep_game(gridlaw_game_canonical(some_game(), rarely() ? NULL : &made), &made);
}

static gridlaw_status call_game_assign(void)
{
    gridlaw_game *game = some_game();
    return gridlaw_game_assign(game, some_game());
}

static gridlaw_status call_game_free(void)
{
    gridlaw_game **slot = &games[below(GAMES)], *game = *slot;
    *slot = NULL;
    return gridlaw_game_free(game);
}

static gridlaw_status call_game_play(void)
{
    gridlaw_game *game = some_game();
    return gridlaw_game_play(game, some_text(game));
}

static gridlaw_status call_game_play_nth(void)
{
    gridlaw_game *game = some_game();
    return gridlaw_game_play_nth(game, number());
}

static gridlaw_status call_game_play_action(void)
{
    gridlaw_game *game = some_game();
    return gridlaw_game_play_action(game, (uint32_t)number());
}

static gridlaw_status call_game_replay(void)
{
    uint64_t played = 0;
    gridlaw_game *game = some_game();
    return gridlaw_game_replay(game, some_text(game), rarely() ? NULL : &played);
}

static gridlaw_status call_game_is_legal(void)
{
    bool legal = false;
    gridlaw_game *game = some_game();
    return gridlaw_game_is_legal(game, some_text(game), rarely() ? NULL : &legal);
}

static gridlaw_status call_game_set_position(void)
{
    gridlaw_game *game = some_game();
    return gridlaw_game_set_position(game, some_text(game));
}

static gridlaw_status call_game_action_of(void)
{
    gridlaw_game *game = some_game();
    uint32_t action = 0, again = 0;
    char text[100];
    const char *move = some_text(game);
    gridlaw_status status = gridlaw_game_action_of(game, move, seldom_wrong(&action));
    if (status == GRIDLAW_STATUS_OK) {
        OK(gridlaw_game_move_text(game, action, text, sizeof text, NULL));
        OK(gridlaw_game_action_of(game, text, &again));
        CHECK(again == action);
    }
    return status;
}

static gridlaw_status call_game_perft(void)
{
    // Not deeper than two moves, except where that is refused.
    uint64_t count = 0, one = 0;
    gridlaw_game *game = some_game();
    uint32_t depth = rarely() ? GRIDLAW_PERFT_DEPTH + 1 + byte() : below(3);
    gridlaw_status status = gridlaw_game_perft(game, depth, seldom_wrong(&count));
    if (status == GRIDLAW_STATUS_OK && depth == 1) {
        OK(gridlaw_game_count_moves(game, &one));
        CHECK(count == one);
    }
    return status;
}

// Functions of a game that write one value.
#define TELLS(name, type)                                            \
    static gridlaw_status call_game_##name(void)                     \
    {                                                                \
        type result;                                                 \
        return gridlaw_game_##name(some_game(), seldom_wrong(&result)); \
    }
TELLS(count_moves, uint64_t)
TELLS(outcome, gridlaw_outcome)
TELLS(turn, gridlaw_side)
TELLS(state, gridlaw_state)
TELLS(action_count, uint32_t)
TELLS(hash, uint64_t)

static gridlaw_status call_game_equals(void)
{
    bool equal = false;
    const gridlaw_game *one = some_game(), *other = some_game();
    gridlaw_status status = gridlaw_game_equals(one, other, rarely() ? NULL : &equal);
    CHECK(status != GRIDLAW_STATUS_OK || one != other || equal);
    return status;
}

// Functions of a game that write a text or an array.
#define WRITES(name, type, text) \
    static gridlaw_status call_game_##name(void) { written(gridlaw_game_##name, type, text, some_game(), ); }
WRITES(moves, char, true)
WRITES(arguments, char, true)
WRITES(answer, char, true)
WRITES(verdict, char, true)
WRITES(picture, char, true)
WRITES(setup, char, true)
WRITES(position, char, true)
WRITES(actions, uint32_t, false)
WRITES(mask_flags, uint8_t, false)
WRITES(mask_bits, uint32_t, false)
WRITES(observation, uint8_t, false)
WRITES(words, uint32_t, false)

static gridlaw_status call_game_move_text(void) { written(gridlaw_game_move_text, char, true, some_game(), (uint32_t)number(), ); }

static gridlaw_status call_game_set_words(void)
{
    // The words of another board, with some bits changed, and seldom as many as they must be.
    uint32_t words[64] = {0};
    size_t count = 64;
    gridlaw_game *game = some_game(), *other = some_game();
    if (gridlaw_game_words(other, words, 64, &count) != GRIDLAW_STATUS_OK)
        count = below(64);
    while (below(2) != 0)
        words[below(64)] ^= 1u << below(32);
    if (rarely())
        count = below(65);
    uint32_t *copy = malloc(count * sizeof *copy + 1);
    memcpy(copy, words, (count > 64 ? 64 : count) * sizeof *copy);
    gridlaw_status status = gridlaw_game_set_words(game, copy, count > 64 ? 64 : count, rarely() ? 2 : below(2));
    free(copy);
    return status;
}

static gridlaw_status call_batch_new(void)
{
    gridlaw_game *pool[3] = {some_game(), some_game(), some_game()};
    gridlaw_batch_options options = {byte(), rarely() ? byte() : below(3), byte(), below(2)};
    gridlaw_batch *made = NULL;
    size_t count = rarely() ? SIZE_MAX / 2 : below(12), instances = rarely() ? below(4) : 1;
    return keep_batch(gridlaw_batch_new(pool, instances, count, seldom_wrong(&options), rarely() ? NULL : &made), &made);
}

static gridlaw_status call_batch_copy(void)
{
    gridlaw_batch *made = NULL;
    return keep_batch(gridlaw_batch_copy(some_batch(), rarely() ? NULL : &made), &made);
}

static gridlaw_status call_batch_free(void)
{
    gridlaw_batch **slot = &batches[below(BATCHES)], *batch = *slot;
    *slot = NULL;
    return gridlaw_batch_free(batch);
}

static gridlaw_status call_batch_shape(void)
{
    gridlaw_shape shape;
    return gridlaw_batch_shape(some_batch(), seldom_wrong(&shape));
}

static gridlaw_status call_batch_plane(void)
{
    gridlaw_plane plane;
    gridlaw_status status = gridlaw_batch_plane(some_batch(), rarely() ? (size_t)number() : below(4), &plane);
    CHECK(status != GRIDLAW_STATUS_OK || (memchr(plane.name, 0, sizeof plane.name) != NULL && plane.first <= plane.last));
    return status;
}

static gridlaw_status call_batch_episodes(void)
{
    uint64_t episodes;
    return gridlaw_batch_episodes(some_batch(), seldom_wrong(&episodes));
}

static gridlaw_status call_batch_game(void)
{
    gridlaw_game *made = NULL;
    return keep_game(gridlaw_batch_game(some_batch(), rarely() ? (size_t)number() : below(12), rarely() ? NULL : &made), &made);
}

static gridlaw_status call_batch_setup(void) { written(gridlaw_batch_setup, char, true, some_batch(), below(12), ); }

static gridlaw_status call_batch_set_position(void)
{
    gridlaw_batch *batch = some_batch();
    return gridlaw_batch_set_position(batch, below(12), some_text(some_game()));
}

// The number of games of a batch; some number where there is no batch.
static gridlaw_shape shape_of(const gridlaw_batch *batch)
{
    gridlaw_shape shape = {.games = 3};
    if (batch != NULL)
        OK(gridlaw_batch_shape(batch, &shape));
    return shape;
}

// Results: any selection of arrays, each exactly as long as the shape says; in one call of 32 one
// length is wrong.
static uint8_t *arrays[15];

static size_t open_results(gridlaw_results *results, const gridlaw_batch *batch, bool *selected)
{
    gridlaw_shape shape = shape_of(batch);
    const size_t games = shape.games;
    const size_t sizes[] = {games, games * 4, games, games, games, games * 4, games * 8, games * shape.mask_words * 4,
        games * shape.actions, games * shape.cells, games * shape.cells, games * shape.bit_words * 4,
        games * shape.bit_words * 4, games * shape.floats * 4, games * shape.floats * 4};
    uint32_t wanted = byte() | byte() << 8, wrong = rarely() ? byte() : 0;
    if (below(4) != 0)
        wanted &= ~(1u << 10 | 1u << 12 | 1u << 14); // the final ones, which want an option
    for (size_t index = 0; index < LENGTH_OF(sizes); index++) {
        arrays[index] = (wanted >> index & 1) == 0 ? NULL : malloc(sizes[index] + (sizes[index] == 0));
        if (arrays[index] != NULL)
            memset(arrays[index], 0xa5, sizes[index]);
    }
    *results = (gridlaw_results){games + (wrong == 1), arrays[0], (float *)(void *)arrays[1], arrays[2], arrays[3], arrays[4],
        (uint32_t *)(void *)arrays[5], (uint64_t *)(void *)arrays[6], (uint32_t *)(void *)arrays[7],
        games * shape.mask_words + (wrong == 2), arrays[8], games * shape.actions - (wrong == 3), arrays[9], arrays[10],
        games * shape.cells + (wrong == 4), (uint32_t *)(void *)arrays[11], (uint32_t *)(void *)arrays[12],
        games * shape.bit_words + (wrong == 5), (float *)(void *)arrays[13], (float *)(void *)arrays[14],
        games * shape.floats + (wrong == 6)};
    *selected = below(8) != 0;
    return games;
}

static gridlaw_status close_results(gridlaw_status status, const gridlaw_results *results, const gridlaw_batch *batch, bool selected)
{
    gridlaw_shape shape = shape_of(batch);
    for (size_t game = 0; game < shape.games; game++) {
        if (status != GRIDLAW_STATUS_OK || !selected) {
            CHECK(results->outcomes == NULL || results->outcomes[game] == 0xa5);
            CHECK(results->turns == NULL || results->turns[game] == 0xa5);
            continue;
        }
        CHECK(results->outcomes == NULL || results->outcomes[game] <= GRIDLAW_TRUNCATED);
        CHECK(results->turns == NULL || results->turns[game] <= 1);
        for (size_t action = 0; results->mask_flags != NULL && results->mask_bits != NULL && action < shape.actions; action++)
            CHECK(results->mask_flags[game * shape.actions + action] ==
                (results->mask_bits[game * shape.mask_words + action / 32] >> action % 32 & 1));
    }
    for (size_t index = 0; index < LENGTH_OF(arrays); index++)
        free(arrays[index]);
    return status;
}

static gridlaw_status call_batch_step(void)
{
    gridlaw_results results;
    bool selected;
    gridlaw_batch *batch = some_batch();
    size_t count = open_results(&results, batch, &selected);
    uint32_t *actions = malloc(count * sizeof *actions + 1);
    // Legal actions, which the library chooses, and some others.
    if (below(8) == 0 || gridlaw_batch_sample(batch, NULL, 0, actions, count) != GRIDLAW_STATUS_OK)
        for (size_t game = 0; game < count; game++)
            actions[game] = (uint32_t)number();
    gridlaw_status status = gridlaw_batch_step(batch, rarely() ? NULL : actions, count - rarely(), selected ? &results : NULL);
    free(actions);
    return close_results(status, &results, batch, selected);
}

static gridlaw_status call_batch_reset(void)
{
    gridlaw_results results;
    bool selected;
    gridlaw_batch *batch = some_batch();
    size_t count = open_results(&results, batch, &selected);
    uint8_t *which = malloc(count + 1);
    for (size_t game = 0; game < count; game++)
        which[game] = (uint8_t)byte();
    bool all = below(4) == 0;
    gridlaw_status status = gridlaw_batch_reset(batch, all ? NULL : which, all ? 0 : count, selected ? &results : NULL);
    free(which);
    return close_results(status, &results, batch, selected);
}

static gridlaw_status call_batch_reseed(void)
{
    gridlaw_results results;
    bool selected;
    gridlaw_batch *batch = some_batch();
    open_results(&results, batch, &selected);
    return close_results(gridlaw_batch_reseed(batch, number(), selected ? &results : NULL), &results, batch, selected);
}

static gridlaw_status call_batch_read(void)
{
    gridlaw_results results;
    bool selected;
    gridlaw_batch *batch = some_batch();
    open_results(&results, batch, &selected);
    return close_results(gridlaw_batch_read(batch, selected ? &results : NULL), &results, batch, selected);
}

static gridlaw_status call_batch_sample(void)
{
    // Masks of any bits: only legal actions of theirs may be chosen.
    gridlaw_batch *batch = some_batch();
    gridlaw_shape shape = shape_of(batch);
    size_t length = shape.games * shape.mask_words;
    uint32_t *masks = malloc(length * sizeof *masks + 1), *actions = malloc(shape.games * sizeof *actions + 1);
    for (size_t word = 0; word < length; word++)
        masks[word] = byte() * 0x01010101u;
    bool with = below(2) != 0;
    gridlaw_status status = gridlaw_batch_sample(batch, with ? masks : NULL, with ? length : 0, actions, shape.games - rarely());
    free(masks);
    free(actions);
    return status;
}

#define CALL(name) {#name, call_##name, 0, 0}
static struct {
    const char *name;
    gridlaw_status (*call)(void);
    uint64_t called, succeeded;
} functions[] = {CALL(message), CALL(version), CALL(game_new), CALL(game_parse), CALL(game_copy), CALL(game_assign),
    CALL(game_free), CALL(game_play), CALL(game_play_nth), CALL(game_replay), CALL(game_is_legal), CALL(game_count_moves),
    CALL(game_moves), CALL(game_outcome), CALL(game_turn), CALL(game_state), CALL(game_perft), CALL(game_action_count),
    CALL(game_action_of), CALL(game_move_text), CALL(game_play_action), CALL(game_actions), CALL(game_mask_flags),
    CALL(game_mask_bits), CALL(game_observation), CALL(game_arguments), CALL(game_answer), CALL(game_verdict),
    CALL(game_picture), CALL(game_setup), CALL(game_position), CALL(game_set_position), CALL(game_hash), CALL(game_equals),
    CALL(game_canonical), CALL(game_words), CALL(game_set_words), CALL(batch_new), CALL(batch_copy), CALL(batch_free),
    CALL(batch_shape), CALL(batch_plane), CALL(batch_episodes), CALL(batch_game), CALL(batch_setup),
    CALL(batch_set_position), CALL(batch_step), CALL(batch_reset), CALL(batch_reseed), CALL(batch_read), CALL(batch_sample)};

// A number that changes when any game or batch does; batches by their games and episodes.
static uint64_t digest(void)
{
    uint64_t sum = 0, one = 0;
    static char text[20000];
    for (int index = 0; index < GAMES; index++)
        if (games[index] != NULL) {
            OK(gridlaw_game_hash(games[index], &one));
            sum = (sum ^ one) * 0x9e3779b97f4a7c15u + (uint64_t)index;
        }
    for (int index = 0; index < BATCHES; index++) {
        if (batches[index] == NULL)
            continue;
        OK(gridlaw_batch_episodes(batches[index], &one));
        sum = (sum ^ one) * 0x9e3779b97f4a7c15u;
        for (size_t game = 0, count = shape_of(batches[index]).games; game < count; game++) {
            OK(gridlaw_batch_setup(batches[index], game, text, sizeof text, NULL));
            for (const char *at = text; *at != 0; at++)
                sum = (sum ^ (uint8_t)*at) * 0x100000001b3u;
        }
    }
    return sum;
}

// A game's answers say the same: its moves, actions, masks and state, and the setup makes an equal
// game.
static void agree(const gridlaw_game *game)
{
    static char text[20000];
    static uint32_t actions[20000];
    static uint8_t flags[20000];
    uint64_t count = 0, flagged = 0;
    size_t listed = 0, length = 0;
    bool equal = false;
    gridlaw_state state;
    gridlaw_game *copy = NULL;
    OK(gridlaw_game_count_moves(game, &count));
    OK(gridlaw_game_actions(game, actions, LENGTH_OF(actions), &listed));
    OK(gridlaw_game_mask_flags(game, flags, sizeof flags, &length));
    for (size_t index = 0; index < length; index++)
        flagged += flags[index];
    CHECK(count == listed && count == flagged);
    OK(gridlaw_game_state(game, &state));
    CHECK(state.is_over == (state.outcome != GRIDLAW_OUTCOME_IN_PROGRESS) && (!state.is_over || count == 0));
    OK(gridlaw_game_setup(game, text, sizeof text, NULL));
    OK(gridlaw_game_copy(game, &copy));
    if (listed > 0)
        OK(gridlaw_game_play_action(copy, actions[0]));
    OK(gridlaw_game_set_position(copy, text));
    OK(gridlaw_game_equals(game, copy, &equal));
    CHECK(equal);
    OK(gridlaw_game_free(copy));
}

void gridlaw_calls(const uint8_t *data, size_t size);

void gridlaw_calls(const uint8_t *data, size_t size)
{
    input = data;
    input_end = data + size;
    uint64_t now = digest();
    for (int calls = 0; calls < MOST_CALLS && input < input_end; calls++) {
        size_t which = below(LENGTH_OF(functions));
        uint64_t before = now;
        gridlaw_status status = functions[which].call();
        functions[which].called++;
        functions[which].succeeded += status == GRIDLAW_STATUS_OK;
        if (status >= GRIDLAW_STATUS_DEFECT)
            fprintf(stderr, "%s: status %d\n", functions[which].name, (int)status);
        CHECK(status < GRIDLAW_STATUS_DEFECT);
        now = digest();
        // A line of moves stays played up to the one that failed.
        CHECK(status == GRIDLAW_STATUS_OK || now == before || functions[which].call == call_game_replay);
        if (games[which % GAMES] != NULL)
            agree(games[which % GAMES]);
    }
    for (int index = 0; index < GAMES; games[index++] = NULL)
        OK(gridlaw_game_free(games[index]));
    for (int index = 0; index < BATCHES; batches[index++] = NULL)
        OK(gridlaw_batch_free(batches[index]));
}

#ifndef FUZZER
int main(int count, char **arguments)
{
    static uint8_t data[4096];
    CHECK(count >= 2);
    for (int index = 2; index < count; index++) {
        FILE *file = fopen(arguments[index], "rb");
        CHECK(file != NULL);
        size_t length = fread(data, 1, sizeof data, file);
        fclose(file);
        gridlaw_calls(data, length);
    }
    uint64_t state = 1;
    for (long left = strtol(arguments[1], NULL, 10); left > 0; left--) {
        size_t length = 0;
        do {
            state = state * 6364136223846793005u + 1442695040888963407u;
            data[length] = (uint8_t)(state >> 56);
        } while (++length < 1000);
        gridlaw_calls(data, length);
    }
    for (size_t which = 0; which < LENGTH_OF(functions); which++)
        printf("gridlaw_%s %llu %llu\n", functions[which].name, (unsigned long long)functions[which].called,
            (unsigned long long)functions[which].succeeded);
    return 0;
}
#endif
