//! The players of ten levels.

use gridlaw::players::{AnyPlayer, LEVELS};
use gridlaw::{AnyGame, Outcome, Side};

/// The winner of a game between two levels.
fn winner(game: &AnyGame, levels: [u8; 2], seed: u64) -> Option<Side> {
    let players = levels.map(|level| AnyPlayer::of_level(level, seed).unwrap());
    let mut playing = game.start();
    for _ in 0..200 {
        let Some(best) = players[playing.turn().index()].choose(&playing).unwrap() else { break };
        assert_eq!(best.line.first(), Some(&best.mv));
        playing.play_text(&best.mv).unwrap();
    }
    if let Outcome::Win(side) = playing.outcome() { Some(side) } else { None }
}

#[test]
fn a_higher_level_beats_a_much_lower_one() {
    for game in ["connect4 --size 5", "jump61 --size 4", "breakdown -w 5 -h 5 -k 2 -q 2"] {
        let game: AnyGame = game.parse().unwrap();
        let mut lead = 0;
        for seed in 0..6 {
            for (levels, higher) in [([7, 1], Side::First), ([1, 7], Side::Second)] {
                lead += winner(&game, levels, seed).map_or(0, |side| if side == higher { 1 } else { -1 });
            }
        }
        assert!(lead >= 6, "{game}: level 7 leads level 1 by {lead} of 12 games");
    }
}

/// A move depends only on the position, the level and the seed.
#[test]
fn levels_are_deterministic() {
    let game = AnyGame::fitz(gridlaw::games::fitz::SAMPLE_TILES, 6, 6).unwrap();
    let connect4: AnyGame = "connect4 --size 7".parse().unwrap();
    for game in [game, connect4] {
        for level in LEVELS {
            let player = AnyPlayer::of_level(level, 3).unwrap();
            let first = player.choose(&game.start()).unwrap().unwrap();
            let mut next = game.start();
            next.play_text(&first.mv).unwrap();
            let _ = player.choose(&next).unwrap();
            assert_eq!(player.choose(&game.start()).unwrap(), Some(first), "{game} level {level}");
        }
        let random = |seed| AnyPlayer::of_level(1, seed).unwrap().choose(&game.start()).unwrap().unwrap();
        assert!((1..20).any(|seed| random(seed).mv != random(0).mv), "the seed decides");
    }
}

#[test]
fn there_is_no_move_where_nobody_can_play_against_another() {
    assert_eq!(AnyPlayer::of_level(0, 1), None);
    assert_eq!(AnyPlayer::of_level(11, 1), None);
    let over = "jump61 --size 2".parse::<AnyGame>().unwrap().record("1,1 2,2 1,1 2,2").unwrap();
    assert!(over.is_over());
    assert_eq!(AnyPlayer::of_nodes(100).choose(&over).unwrap(), None);
    let candy = gridlaw::GameKind::Candy.usual();
    assert_eq!(AnyPlayer::of_nodes(100).choose(&candy.start()).unwrap(), None);
}
