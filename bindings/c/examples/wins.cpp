// Looks for forced wins: prints every first move of a game and who wins after it within some plies.
// Mirror images and rotations of a position share one entry of the table.
//
//     $ c++ -std=c++17 wins.cpp $(pkg-config --cflags --libs gridlaw) -o wins
//     $ ./wins "breakdown -w 4 -h 4 -k 2 -q 2" 5
//
#include <gridlaw.h>

#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

// Turns a status that is not GRIDLAW_STATUS_OK into an exception with the library's reason.
static void check(gridlaw_status status)
{
    if (status == GRIDLAW_STATUS_OK)
        return;
    char message[300] = "";
    gridlaw_message(message, sizeof message, nullptr);
    throw std::runtime_error(message);
}

// A game that frees itself, copied by copying.
class Game {
public:
    explicit Game(const std::string &line) { make([&](gridlaw_game **game) { return gridlaw_game_parse(line.c_str(), game); }); }
    Game(const Game &other) { make([&](gridlaw_game **game) { return gridlaw_game_copy(other.game.get(), game); }); }

    Game canonical() const
    {
        Game image;
        image.make([&](gridlaw_game **made) { return gridlaw_game_canonical(game.get(), made); });
        return image;
    }

    std::vector<std::uint32_t> actions() const
    {
        std::size_t count = 0;
        check(gridlaw_game_actions(game.get(), nullptr, 0, &count));
        std::vector<std::uint32_t> actions(count);
        check(gridlaw_game_actions(game.get(), actions.data(), count, nullptr));
        return actions;
    }

    std::string move(std::uint32_t action) const
    {
        std::size_t length = 0;
        check(gridlaw_game_move_text(game.get(), action, nullptr, 0, &length));
        std::string text(length + 1, '\0');
        check(gridlaw_game_move_text(game.get(), action, text.data(), text.size(), nullptr));
        text.pop_back();
        return text;
    }

    gridlaw_state state() const
    {
        gridlaw_state state;
        check(gridlaw_game_state(game.get(), &state));
        return state;
    }

    std::uint64_t hash() const
    {
        std::uint64_t hash = 0;
        check(gridlaw_game_hash(game.get(), &hash));
        return hash;
    }

    void play(std::uint32_t action) { check(gridlaw_game_play_action(game.get(), action)); }

private:
    struct Free {
        void operator()(gridlaw_game *game) const { gridlaw_game_free(game); }
    };

    Game() = default;

    template <typename Maker> void make(Maker maker)
    {
        gridlaw_game *made = nullptr;
        check(maker(&made));
        game.reset(made);
    }

    std::unique_ptr<gridlaw_game, Free> game;
};

// The outcome that the side to move can force within `plies`; in progress if neither side can force
// one.
static gridlaw_outcome forced(const Game &game, int plies)
{
    static std::map<std::pair<std::uint64_t, int>, gridlaw_outcome> known;
    const gridlaw_state state = game.state();
    if (state.is_over || plies == 0)
        return state.outcome;
    const auto key = std::make_pair(game.canonical().hash(), plies);
    if (const auto found = known.find(key); found != known.end())
        return found->second;
    const auto own = state.turn == GRIDLAW_SIDE_FIRST ? GRIDLAW_OUTCOME_FIRST : GRIDLAW_OUTCOME_SECOND;
    const auto other = own == GRIDLAW_OUTCOME_FIRST ? GRIDLAW_OUTCOME_SECOND : GRIDLAW_OUTCOME_FIRST;
    gridlaw_outcome best = other;
    for (const std::uint32_t action : game.actions()) {
        Game next(game);
        next.play(action);
        const gridlaw_outcome outcome = forced(next, plies - 1);
        // A win is best. What is open may still be one, so it counts before a draw.
        if (outcome == own || outcome == GRIDLAW_OUTCOME_IN_PROGRESS || best == other)
            best = outcome;
        if (best == own)
            break;
    }
    return known[key] = best;
}

int main(int argument_count, char **arguments)
{
    try {
        const Game start(argument_count > 1 ? arguments[1] : "breakdown -w 4 -h 4 -k 2 -q 2");
        const int plies = argument_count > 2 ? std::atoi(arguments[2]) : 5;
        static const char *const names[] = {"open", "first wins", "second wins", "draw"};
        for (const std::uint32_t action : start.actions()) {
            Game next(start);
            next.play(action);
            std::cout << start.move(action) << ' ' << names[forced(next, plies - 1)] << '\n';
        }
    } catch (const std::exception &error) {
        std::cerr << "gridlaw: " << error.what() << '\n';
        return 1;
    }
}
