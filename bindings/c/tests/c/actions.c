// gridlaw.h: moves as numbers, masks, setups, hashes and canonical forms, in random games: actions
// CANDY-FILE TILE-FILE.
#include "check.h"
#include <gridlaw.h>

#define OK(call) CHECK((call) == GRIDLAW_STATUS_OK)
#define TEXT 4000

static uint64_t random_state = 88172645463325252u;

static uint64_t below(uint64_t count)
{
    random_state ^= random_state << 13;
    random_state ^= random_state >> 7;
    random_state ^= random_state << 17;
    return random_state % count;
}

static gridlaw_game *copy_of(const gridlaw_game *game)
{
    gridlaw_game *copy = NULL;
    OK(gridlaw_game_copy(game, &copy));
    return copy;
}

static bool equal(const gridlaw_game *game, const gridlaw_game *other)
{
    bool answer = false;
    OK(gridlaw_game_equals(game, other, &answer));
    return answer;
}

// Actions, flags, bits, texts and counts of one position say the same.
static void check_actions(const gridlaw_game *game)
{
    uint32_t all = 0;
    uint64_t moves = 0;
    size_t legal = 0, bytes = 0, words = 0, length = 0;
    OK(gridlaw_game_action_count(game, &all));
    OK(gridlaw_game_count_moves(game, &moves));
    OK(gridlaw_game_actions(game, NULL, 0, &legal));
    OK(gridlaw_game_mask_flags(game, NULL, 0, &bytes));
    OK(gridlaw_game_mask_bits(game, NULL, 0, &words));
    OK(gridlaw_game_moves(game, NULL, 0, &length));
    CHECK(legal == moves && bytes == all && words == (all + 31) / 32);
    uint32_t *actions = malloc((legal + 1) * sizeof *actions), *bits = malloc(words * sizeof *bits);
    uint8_t *flags = malloc(bytes);
    char *texts = malloc(length + 1), text[100];
    // The old contents of the arrays do not matter.
    memset(bits, 0xa5, words * sizeof *bits);
    memset(flags, 0xa5, bytes);
    actions[legal] = 77;
    OK(gridlaw_game_actions(game, actions, legal + 1, NULL));
    CHECK(actions[legal] == 77);
    OK(gridlaw_game_mask_flags(game, flags, bytes, NULL));
    OK(gridlaw_game_mask_bits(game, bits, words, NULL));
    OK(gridlaw_game_moves(game, texts, length + 1, NULL));
    size_t next = 0;
    char *move = strtok(texts, " ");
    for (uint32_t action = 0; action < all; action++) {
        bool is_legal = next < legal && actions[next] == action;
        uint32_t back = 0;
        CHECK(flags[action] == is_legal && (bits[action / 32] >> action % 32 & 1) == is_legal);
        OK(gridlaw_game_move_text(game, action, text, sizeof text, NULL));
        OK(gridlaw_game_action_of(game, text, &back));
        CHECK(back == action);
        if (is_legal) {
            CHECK_TEXT(text, move);
            move = strtok(NULL, " ");
            next++;
        }
    }
    for (uint32_t bit = all; bit < 32 * words; bit++)
        CHECK((bits[bit / 32] >> bit % 32 & 1) == 0);
    CHECK(next == legal && move == NULL);
    free(texts);
    free(flags);
    free(bits);
    free(actions);
}

// A setup is all of a position, and a canonical form is the same for itself.
static void check_position(const gridlaw_game *start, const gridlaw_game *game)
{
    static char setup[TEXT], text[TEXT];
    uint64_t hash = 0, other = 1;
    gridlaw_game *read = copy_of(start), *canonical = NULL, *again = NULL;
    OK(gridlaw_game_setup(game, setup, TEXT, NULL));
    OK(gridlaw_game_position(game, text, TEXT, NULL));
    CHECK_TEXT(text, setup);
    OK(gridlaw_game_set_position(read, setup));
    CHECK(equal(read, game));
    OK(gridlaw_game_hash(game, &hash));
    OK(gridlaw_game_hash(read, &other));
    CHECK(hash == other);
    // FNV-1a, as the header says.
    other = 0xcbf29ce484222325u;
    for (const char *byte = setup; *byte != 0; byte++)
        other = (other ^ (uint8_t)*byte) * 0x100000001b3u;
    CHECK(hash == other);
    OK(gridlaw_game_canonical(game, &canonical));
    OK(gridlaw_game_canonical(canonical, &again));
    CHECK(equal(canonical, again));
    OK(gridlaw_game_answer(game, setup, TEXT, NULL));
    OK(gridlaw_game_verdict(game, text, TEXT, NULL));
    CHECK_TEXT(text, setup);
    gridlaw_game_free(again);
    gridlaw_game_free(canonical);
    gridlaw_game_free(read);
}

// One random game, by numbers and by texts side by side.
static void play(const gridlaw_game *start)
{
    gridlaw_game *game = copy_of(start), *by_text = copy_of(start);
    gridlaw_state state;
    uint32_t all = 0;
    OK(gridlaw_game_action_count(game, &all));
    for (int ply = 0; ply < 60; ply++) {
        gridlaw_outcome outcome;
        gridlaw_side turn;
        size_t legal = 0;
        OK(gridlaw_game_state(game, &state));
        OK(gridlaw_game_outcome(game, &outcome));
        OK(gridlaw_game_turn(game, &turn));
        CHECK(state.outcome == outcome && state.is_over == (outcome != GRIDLAW_OUTCOME_IN_PROGRESS));
        CHECK(state.is_over || state.turn == turn);
        if (ply % 4 == 0 || state.is_over) {
            check_actions(game);
            check_position(start, game);
        }
        uint32_t *actions = malloc(all * sizeof *actions);
        OK(gridlaw_game_actions(game, actions, all, &legal));
        CHECK((legal == 0) == state.is_over);
        CHECK(gridlaw_game_play_action(game, all) == GRIDLAW_STATUS_VALUE);
        CHECK(equal(game, by_text));
        if (state.is_over) {
            CHECK(gridlaw_game_play_action(game, 0) == GRIDLAW_STATUS_ILLEGAL);
            free(actions);
            break;
        }
        uint32_t action = actions[below(legal)];
        free(actions);
        char text[100];
        OK(gridlaw_game_move_text(game, action, text, sizeof text, NULL));
        OK(gridlaw_game_play_action(game, action));
        CHECK(!equal(game, by_text));
        OK(gridlaw_game_play(by_text, text));
        CHECK(equal(game, by_text));
    }
    gridlaw_game_free(by_text);
    gridlaw_game_free(game);
}

// The first example of docs/embed.md.
static void example(void)
{
    gridlaw_game *game = NULL, *other = NULL;
    char text[100];
    uint32_t number = 0, actions[9], bits = 0;
    uint8_t flags[9];
    size_t count = 0;
    OK(gridlaw_game_parse("breakdown -w 4 -h 5 -k 2 -q 2", &game));
    OK(gridlaw_game_play(game, "|0"));
    OK(gridlaw_game_play_action(game, 4));
    OK(gridlaw_game_actions(game, actions, 9, &count));
    static const uint32_t expected[] = {0, 1, 2, 3, 4, 5, 6, 8};
    CHECK(count == 8 && memcmp(actions, expected, sizeof expected) == 0);
    static const uint8_t expected_flags[] = {1, 1, 1, 1, 1, 1, 1, 0, 1};
    OK(gridlaw_game_mask_flags(game, flags, 9, NULL));
    CHECK(memcmp(flags, expected_flags, 9) == 0);
    OK(gridlaw_game_mask_bits(game, &bits, 1, NULL));
    CHECK(bits == 0x17f);
    OK(gridlaw_game_answer(game, text, sizeof text, NULL));
    CHECK_TEXT(text, ". 010a0000 00000001");
    OK(gridlaw_game_setup(game, text, sizeof text, NULL));
    CHECK_TEXT(text, "4/4/oo2/*3/*3 b");
    OK(gridlaw_game_action_count(game, &number));
    CHECK(number == 9);
    OK(gridlaw_game_action_of(game, "|3", &number));
    CHECK(number == 3);
    CHECK(gridlaw_game_action_of(game, "|4", &number) == GRIDLAW_STATUS_TEXT);
    OK(gridlaw_game_move_text(game, 8, text, sizeof text, NULL));
    CHECK_TEXT(text, "!");
    OK(gridlaw_game_arguments(game, text, sizeof text, NULL));
    CHECK_TEXT(text, "breakdown -w 4 -h 5 -k 2 -q 2");
    CHECK(gridlaw_game_play_action(game, 7) == GRIDLAW_STATUS_ILLEGAL);
    OK(gridlaw_message(text, sizeof text, NULL));
    CHECK_TEXT(text, "cannot play -3: it is not legal here");

    // Mirror images have one canonical form; a game of another kind is never equal.
    gridlaw_game *left = NULL, *right = NULL, *one = NULL, *two = NULL;
    OK(gridlaw_game_parse("breakdown -w 4 -h 5 -k 2 -q 2;|0", &left));
    OK(gridlaw_game_parse("breakdown -w 4 -h 5 -k 2 -q 2;|3", &right));
    OK(gridlaw_game_canonical(left, &one));
    OK(gridlaw_game_canonical(right, &two));
    CHECK(!equal(left, right) && equal(one, two));
    OK(gridlaw_game_parse("connect4 --size 4", &other));
    CHECK(!equal(game, other));

    // An assignment also copies the rules, with their numbers.
    OK(gridlaw_game_assign(game, other));
    OK(gridlaw_game_action_count(game, &number));
    CHECK(number == 16 && equal(game, other));
    OK(gridlaw_game_arguments(game, text, sizeof text, NULL));
    CHECK_TEXT(text, "connect4 --size 4");

    // A forfeit has no legal action, and its text can be played.
    OK(gridlaw_game_play(game, "N1"));
    CHECK(gridlaw_game_play_action(game, 1) == GRIDLAW_STATUS_ILLEGAL);
    OK(gridlaw_game_play(game, "N1"));
    gridlaw_game *games[] = {game, other, left, right, one, two};
    for (int index = 0; index < 6; index++)
        OK(gridlaw_game_free(games[index]));
}

static char *read_file(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    CHECK(file != NULL);
    char *text = malloc(1 << 16);
    *length = fread(text, 1, 1 << 16, file);
    CHECK(*length > 0 && *length < 1 << 16 && fclose(file) == 0);
    return text;
}

int main(int argument_count, char **arguments)
{
    static const char *const lines[] = {"breakdown -w 4 -h 5 -k 2 -q 2", "breakdown -w 40 -h 3 -k 3 -q 3",
        "connect4 --size 4", "connect4 --size 10", "jump61 --size 3", "jump61 --size 10;1,1 10,10"};
    gridlaw_game *games[8];
    size_t count = 0, length = 0;
    CHECK(argument_count == 3);
    example();
    for (; count < 6; count++)
        OK(gridlaw_game_parse(lines[count], &games[count]));
    char *file = read_file(arguments[1], &length);
    OK(gridlaw_game_new("candy", NULL, 0, file, length, &games[count++]));
    free(file);
    static const uint32_t sides[] = {6, 5};
    file = read_file(arguments[2], &length);
    OK(gridlaw_game_new("fitz", sides, 2, file, length, &games[count++]));
    free(file);
    for (size_t index = 0; index < count; index++) {
        play(games[index]);
        play(games[index]);
        gridlaw_game_free(games[index]);
    }
    return 0;
}
