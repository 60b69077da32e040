//! Positions of every game, for tests of games chosen at run time.

use gridlaw::rng::Generator;
use gridlaw::{AnyGame, AnyPlaying};

/// Small samples of every game, and the positions of a random game of each.
pub(crate) fn positions() -> impl Iterator<Item = (AnyGame, Vec<AnyPlaying>)> {
    AnyGame::samples().into_iter().filter(|game| game.action_count() < 20_000).map(|game| {
        let mut generator = Generator::for_game(3, 7);
        let mut playing = game.start();
        let mut positions = vec![playing.clone()];
        while playing.count_moves() > 0 && positions.len() < 60 {
            playing.play_nth(generator.below(playing.count_moves())).unwrap();
            positions.push(playing.clone());
        }
        (game, positions)
    })
}
