//! Random games at the portable level, in bulk and one at a time: what `run` measures on other
//! processors.

use gridlaw::AnyGame;
use gridlaw::games::GameKind;
use gridlaw::level::Level;
use gridlaw::playout::PLY_LIMIT;
use gridlaw::rng::Generator;

/// Plays `games` random games of the usual size of game number `kind`, in bulk or one at a time.
/// Returns their plies, or 0 if there is no such game.
// The module of WebAssembly has this one export.
#[unsafe(no_mangle)]
pub extern "C" fn plies(kind: u32, in_bulk: bool, games: u32) -> u32 {
    let Some(kind) = GameKind::ALL.get(kind as usize) else { return 0 };
    let game: AnyGame = kind.usual();
    let start = game.start();
    if in_bulk {
        return start.playouts(1, 0..games.into(), Level::portable()).plies as u32;
    }
    let mut playing = start.clone();
    let play = |number| {
        playing.assign(&start);
        let mut generator = Generator::for_game(1, u64::from(number));
        playing.playout_at(Level::portable(), &mut generator, PLY_LIMIT).plies
    };
    (0..games).map(play).sum()
}

/// The games in the order of their numbers, for the tables.
#[must_use]
pub fn names() -> [&'static str; GameKind::ALL.len()] {
    GameKind::ALL.map(GameKind::name)
}
