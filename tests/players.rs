//! The players of ten levels.

use std::ops::ControlFlow;

use gridlaw::players::{AnyPlayer, LEVELS};
use gridlaw::rng::Generator;
use gridlaw::search::weak::WeakValue;
use gridlaw::search::{DEEPEST, Options, Score, watch_nothing};
use gridlaw::solving::AnySolver;
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

/// The share of moves that are random, and how far the others are searched.
#[test]
fn each_level_has_its_share_of_random_moves_and_its_positions() {
    let nodes = [500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 100_000, 300_000];
    let shares = [64, 50, 40, 31, 23, 16, 11, 7, 3, 0];
    let of_breakdown = [64, 58, 52, 44, 35, 28, 21, 13, 7, 0];
    // Where a move wins the search takes no time; where none is known to, it takes all positions.
    for (ending, moves, large, opening, shares) in [
        ("breakdown -w 4 -h 5 -k 2 -q 2", "-0 |2", "breakdown -w 12 -h 12 -k 3 -q 3", "|0 |5 |1", of_breakdown),
        ("connect4 --size 6", "N0 N1 N0 N1 N0 N1", "connect4 --size 7", "N2 S0 E1", shares),
    ] {
        let almost = ending.parse::<AnyGame>().unwrap().record(moves).unwrap();
        let large = large.parse::<AnyGame>().unwrap().record(opening).unwrap();
        for (level, share) in LEVELS.zip(shares) {
            let is_random = |seed: &u64| {
                let player = AnyPlayer::of_level(level, *seed).unwrap();
                player.choose(&almost).unwrap().unwrap().depth == 0
            };
            let random = (0..1280).filter(is_random).count().abs_diff(1280 / 64 * share);
            let bound = if share % 64 == 0 { 0 } else { 40 };
            assert!(random <= bound, "{ending}, level {level}: {random} random moves too many or too few");
            if level > 1 {
                let player = |seed| AnyPlayer::of_level(level, seed).unwrap();
                let mut searches = (0..).map(|seed| player(seed).choose(&large).unwrap());
                let search = searches.find(|best| best.as_ref().is_some_and(|best| best.depth > 0)).unwrap();
                let expected = AnyPlayer::of_nodes(nodes[usize::from(level) - 2]).choose(&large).unwrap();
                assert_eq!(search, expected, "level {level}");
            }
        }
    }
}

/// In Breakdown up to 8×8 no level searches more than 2,000 positions.
#[test]
fn small_boards_of_breakdown_need_few_positions() {
    let choose = |player: AnyPlayer, game: &str| player.choose(&game.parse::<AnyGame>().unwrap().start()).unwrap();
    for (board, nodes) in [("-w 8 -h 8", [1_000, 2_000, 2_000]), ("-w 9 -h 8", [1_000, 100_000, 300_000])] {
        let game = format!("breakdown {board} -k 3 -q 3");
        for (level, nodes) in [3, 9, 10].into_iter().zip(nodes) {
            let levels = (0..).map(|seed| choose(AnyPlayer::of_level(level, seed).unwrap(), &game));
            let search = levels.flatten().find(|best| best.depth > 0);
            assert_eq!(search, choose(AnyPlayer::of_nodes(nodes), &game), "{game}, level {level}");
        }
    }
}

/// Where the search values moves alike, random games choose among them.
#[test]
fn moves_of_one_value_are_chosen_by_random_games() {
    let game = AnyGame::fitz(gridlaw::games::fitz::SAMPLE_TILES, 8, 8).unwrap();
    let start = game.start();
    let wins_after = |mv: &str| {
        let mut after = start.clone();
        after.play_text(mv).unwrap();
        let mut generator = Generator::for_game(5, 0);
        let winner = |_| after.clone().playout(&mut generator, 1000).outcome.winner();
        (0..2000).map(winner).filter(|&winner| winner == Some(Side::First)).count()
    };
    let mut solver = AnySolver::new(&start, Options { table: 1, symmetry: false, threads: 1 }).unwrap().unwrap();
    let searched = solver.best(DEEPEST, 8_000, &mut watch_nothing).unwrap();
    let chosen = AnyPlayer::of_nodes(8_000).choose(&start).unwrap().unwrap();
    let wins = [&chosen.mv, &searched.mv].map(|mv| wins_after(mv));
    assert!(!chosen.exact && wins[0] > wins[1] + 100, "{} {wins:?} {}", chosen.mv, searched.mv);
}

/// Where the search finds that the position is a draw, the move holds it.
#[test]
fn an_exact_draw_is_held() {
    let mut draws = 0;
    for (number, game) in ["breakdown -w 4 -h 4 -k 2 -q 2", "breakdown -w 5 -h 3 -k 1 -q 2"].iter().enumerate() {
        for seed in 0..60 {
            let mut random = Generator::for_game(seed, number as u64);
            let mut playing = game.parse::<AnyGame>().unwrap().start();
            for _ in 0..seed % 12 {
                if playing.count_moves() > 0 {
                    playing.play_nth(random.below(playing.count_moves())).unwrap();
                }
            }
            for nodes in [200, 800, 4_000] {
                let Some(best) = AnyPlayer::of_nodes(nodes).choose(&playing).unwrap() else { continue };
                if best.exact && best.score == Score::DRAW {
                    let mut solver =
                        AnySolver::new(&playing, Options { table: 1, symmetry: true, threads: 1 }).unwrap().unwrap();
                    let values = solver.weak_move_values(&mut |_| ControlFlow::Continue(())).unwrap();
                    let value = values.iter().find(|(mv, _)| *mv == best.mv).map(|&(_, value)| value);
                    assert_eq!(value, Some(WeakValue::Draw), "{playing:?} {nodes}");
                    draws += 1;
                }
            }
        }
    }
    assert!(draws > 50, "only {draws} exact draws");
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
    for player in [AnyPlayer::of_nodes(100), AnyPlayer::of_level(1, 3).unwrap()] {
        assert_eq!(player.choose(&candy.start()).unwrap(), None);
    }
}
