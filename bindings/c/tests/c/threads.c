// The thread rules of gridlaw.h: one game looked into by many threads, copies played by each,
// messages of their own.
#include "check.h"
#include <gridlaw.h>
#include <pthread.h>

#define OK(call) CHECK((call) == GRIDLAW_STATUS_OK)
#define THREADS 4

static gridlaw_game *shared_game;

static void *work(void *argument)
{
    int number = *(int *)argument;
    gridlaw_game *copy = NULL;
    char text[200], move[20];
    for (int round = 0; round < 20; round++) {
        uint64_t count = 0;
        OK(gridlaw_game_perft(shared_game, 3, &count));
        CHECK(count == 3367);
        OK(gridlaw_game_copy(shared_game, &copy));
        snprintf(move, sizeof move, "|(%d)", 100 + number);
        CHECK(gridlaw_game_play(copy, move) == GRIDLAW_STATUS_ILLEGAL);
        OK(gridlaw_message(text, sizeof text, NULL));
        CHECK(strstr(text, move) != NULL);
        snprintf(move, sizeof move, "|%d", number);
        OK(gridlaw_game_play(copy, move));
        if (round + 1 < 20)
            OK(gridlaw_game_free(copy));
    }
    return copy; // freed by another thread
}

int main(void)
{
    static const uint32_t numbers[] = {8, 8, 3, 3};
    pthread_t threads[THREADS];
    int names[THREADS];
    OK(gridlaw_game_new("breakdown", numbers, 4, NULL, 0, &shared_game));
    for (int index = 0; index < THREADS; index++) {
        names[index] = index;
        CHECK(pthread_create(&threads[index], NULL, work, &names[index]) == 0);
    }
    for (int index = 0; index < THREADS; index++) {
        void *copy = NULL;
        CHECK(pthread_join(threads[index], &copy) == 0);
        OK(gridlaw_game_free(copy));
    }
    char text[20] = "x";
    OK(gridlaw_message(text, sizeof text, NULL));
    CHECK_TEXT(text, "");
    OK(gridlaw_game_free(shared_game));
    return 0;
}
