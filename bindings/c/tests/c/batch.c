// gridlaw.h: batches of Breakdown boards. Random games are played side by side in arrays, and each one as a single
// game too: outcome, board, turn and legal moves must be the same at every ply.
#include "check.h"
#include <gridlaw.h>

#define OK(call) CHECK((call) == GRIDLAW_STATUS_OK)
#define GAMES 1500 // more than one piece of conversion

static uint32_t state = 12345;

static uint32_t below(uint32_t bound)
{
    state = state * 1664525 + 1013904223;
    return (state >> 8) % bound;
}

static void in_step(const uint32_t numbers[4], size_t games, int plies)
{
    gridlaw_batch *batch = NULL;
    size_t words = 0, actions = 0, mask_words = 0;
    OK(gridlaw_batch_new(numbers[0], numbers[1], numbers[2], numbers[3], &batch));
    OK(gridlaw_batch_shape(batch, &words, &actions, &mask_words));
    CHECK(words == (numbers[0] * numbers[1] + 15) / 16 && actions == 2 * numbers[0] + 1);
    CHECK(mask_words == (actions + 31) / 32);
    uint32_t *boards = calloc(games * words, sizeof *boards), *fallen = malloc(games * words * sizeof *fallen);
    uint32_t *masks = malloc(games * mask_words * sizeof *masks), *chosen = malloc(games * sizeof *chosen);
    uint32_t *own = malloc(words * sizeof *own);
    uint8_t *turns = calloc(games, 1), *outcomes = malloc(games), *stepped = malloc(games), *owners = malloc(games);
    gridlaw_game **singles = malloc(games * sizeof *singles);
    for (size_t game = 0; game < games; game++)
        OK(gridlaw_game_new("breakdown", numbers, 4, NULL, 0, &singles[game]));
    for (int ply = 0; ply < plies; ply++) {
        OK(gridlaw_batch_legal(batch, boards, turns, games, masks));
        OK(gridlaw_batch_outcome(batch, boards, turns, games, outcomes));
        for (size_t game = 0; game < games; game++) {
            uint64_t count = 0, legal = 0;
            OK(gridlaw_game_count_moves(singles[game], &count));
            for (uint32_t action = 0; action < actions; action++)
                legal += masks[game * mask_words + action / 32] >> action % 32 & 1;
            CHECK(legal == count && legal > 0 && outcomes[game] == GRIDLAW_OUTCOME_IN_PROGRESS);
            uint32_t index = below((uint32_t)count), action = 0;
            while (!(masks[game * mask_words + action / 32] >> action % 32 & 1) || index-- > 0)
                action++;
            // Now and then a move that is none: nothing is done.
            chosen[game] = below(50) == 0 ? (uint32_t)actions + below(1000) : action;
            if (chosen[game] != action)
                continue;
            uint64_t nth = 0;
            for (uint32_t before = 0; before < action; before++)
                nth += masks[game * mask_words + before / 32] >> before % 32 & 1;
            OK(gridlaw_game_play_nth(singles[game], nth));
        }
        memcpy(fallen, boards, games * words * sizeof *fallen);
        OK(gridlaw_batch_fall(batch, fallen, games));
        OK(gridlaw_batch_step(batch, boards, turns, chosen, games, stepped));
        OK(gridlaw_batch_squares(batch, boards, games, owners));
        for (size_t game = 0; game < games; game++) {
            gridlaw_outcome outcome;
            gridlaw_side side;
            if (chosen[game] >= actions) {
                CHECK(stepped[game] == GRIDLAW_ILLEGAL);
                continue;
            }
            OK(gridlaw_game_outcome(singles[game], &outcome));
            CHECK(stepped[game] == outcome && owners[game] == 0);
            OK(gridlaw_game_words(singles[game], own, words, NULL));
            if (chosen[game] == actions - 1)
                CHECK(memcmp(own, fallen + game * words, words * sizeof *own) == 0);
            if (outcome != GRIDLAW_OUTCOME_IN_PROGRESS) {
                memset(own, 0, words * sizeof *own);
                OK(gridlaw_game_set_words(singles[game], own, words, 0));
            }
            OK(gridlaw_game_turn(singles[game], &side));
            CHECK(turns[game] == side);
            CHECK(memcmp(own, boards + game * words, words * sizeof *own) == 0);
        }
    }
    for (size_t game = 0; game < games; game++)
        gridlaw_game_free(singles[game]);
    free(singles);
    free(owners);
    free(stepped);
    free(outcomes);
    free(turns);
    free(own);
    free(chosen);
    free(masks);
    free(fallen);
    free(boards);
    OK(gridlaw_batch_free(batch));
    OK(gridlaw_batch_free(NULL));
}

int main(void)
{
    static const uint32_t sizes[][4] = {{4, 5, 2, 2}, {8, 8, 3, 3}, {17, 9, 3, 2}, {3, 40, 2, 3}};
    in_step(sizes[0], GAMES, 12);
    in_step(sizes[1], 200, 20);
    in_step(sizes[2], 20, 30);
    in_step(sizes[3], 20, 30);

    // Owners: both, black, none; and ruling B1 on boards that are given.
    gridlaw_batch *batch = NULL;
    OK(gridlaw_batch_new(4, 4, 2, 2, &batch));
    const uint32_t boards[] = {0xa5a50000, 0x05050000, 0};
    const uint8_t turns[] = {0, 1, 1};
    uint8_t owners[3], outcomes[3];
    OK(gridlaw_batch_squares(batch, boards, 3, owners));
    CHECK(owners[0] == 3 && owners[1] == 1 && owners[2] == 0);
    OK(gridlaw_batch_outcome(batch, boards, turns, 3, outcomes));
    CHECK(outcomes[0] == GRIDLAW_OUTCOME_DRAW && outcomes[1] == GRIDLAW_OUTCOME_FIRST);
    CHECK(outcomes[2] == GRIDLAW_OUTCOME_IN_PROGRESS);
    gridlaw_batch_free(batch);
    return 0;
}
