//! A game chosen at run time, as docs/embed.md promises it: moves as numbers, setups, answers,
//! copies. Every test takes samples of every game.

mod positions;

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};

use gridlaw::book::BookValue;
use gridlaw::cell::Pos;
use gridlaw::games::{Engine, GameError, breakdown, candy, connect4, fitz, jump61};
use gridlaw::level::Level;
use gridlaw::playing::{AnyPositionError, MoveError, PlayingError};
use gridlaw::playout::{PLY_LIMIT, Totals};
use gridlaw::record::RecordError;
use gridlaw::rng::Generator;
use gridlaw::{AnyGame, AnyPlaying, GameKind, Outcome, Playing, Side};

use positions::positions;

#[test]
fn every_game_has_samples_a_usual_size_and_words_about_itself() {
    for kind in GameKind::ALL {
        assert!(kind.samples().len() > 1, "{kind} has fewer than two samples: GameParameters::samples");
        assert!(kind.samples().iter().all(|game| game.kind() == kind), "{kind} has samples of other games");
        assert_eq!(kind.usual().kind(), kind);
        assert!(!kind.summary().is_empty() && !kind.summary().ends_with('.'), "{kind}: GameParameters::SUMMARY");
        assert_eq!(GameKind::from_name(kind.name()), Some(kind));
        assert!(kind.numbers().len() + usize::from(kind.content().is_some()) > 0, "{kind} takes no argument");
    }
    assert_eq!(AnyGame::samples().len(), GameKind::ALL.iter().map(|kind| kind.samples().len()).sum::<usize>());
    assert_eq!(GameKind::ALL.map(GameKind::program), ["play", "connect4", "jump61", "candy", "fitz"]);
}

/// An answer is the mark of the outcome, a blank and the position, which in Candy begins with the
/// score.
#[test]
fn answers_begin_with_the_mark_of_the_outcome_and_candy_alone_has_a_score() {
    let marks = [("breakdown", ".BWD"), ("connect4", ".12"), ("jump61", ".RB"), ("candy", ".WS"), ("fitz", ".*#")];
    for (game, positions) in positions() {
        let (_, marks) = marks.iter().find(|(name, _)| *name == game.kind().name()).unwrap();
        for playing in &positions {
            let (answer, mark) = (playing.answer(), game.kind().outcome_mark(playing.outcome()));
            assert!(marks.contains(mark) && answer.starts_with(&format!("{mark} ")), "{answer}");
            assert_eq!(mark == '.', !playing.is_over(), "{answer}");
            let score = if game.kind() == GameKind::Candy { answer.split(' ').nth(1) } else { Some("0") };
            assert_eq!(Some(&*playing.score().to_string()), score, "{answer}");
        }
    }
}

#[test]
fn the_page_about_embedding_is_true_to_the_letter() {
    let game: AnyGame = "breakdown -w 4 -h 5 -k 2 -q 2".parse().unwrap();
    let mut playing: AnyPlaying = game.start();
    playing.play_text("|0").unwrap();
    playing.play_action(4).unwrap();
    assert_eq!(playing.actions(), [0, 1, 2, 3, 4, 5, 6, 8]);
    assert_eq!((playing.turn(), playing.outcome(), playing.is_over()), (Side::First, Outcome::InProgress, false));
    assert_eq!(playing.to_string(), "  0123\n\n0 ....\n1 ....\n2 oo..\n3 *...\n4 *...\n");
    assert_eq!(playing.answer(), ". 010a0000 00000001");
    assert_eq!(playing.setup(), "4/4/oo2/*3/*3 b");
    assert_eq!(game.position("4/4/oo2/*3/*3 b").unwrap(), playing);
    assert_eq!((game.action_count(), game.action_of("|3"), game.action_of("|4")), (9, Some(3), None));
    assert_eq!(
        (game.move_text(3).as_deref(), game.move_text(8).as_deref(), game.move_text(9)),
        (Some("|3"), Some("!"), None)
    );
    for text in ["connect4 --size 7", "jump61 --size 6", "breakdown -b -q 2 -k 2 -h 5 -w 4"] {
        assert!(text.parse::<AnyGame>().unwrap().start().count_moves() > 0, "{text}");
    }
    let tiles = fitz::SAMPLE_TILES;
    assert_eq!(AnyGame::fitz(tiles, 6, 5).unwrap().action_count(), 4 * 11 * 10);
    let linked: AnyPlaying = "breakdown -w 8 -h 8 -k 3 -q 3;|0 -1".parse().unwrap();
    assert_eq!(linked.game().arguments(), "breakdown -w 8 -h 8 -k 3 -q 3");
    assert_eq!(linked.moves().len(), 15);
}

/// One random game is the same on both engines and at every level: the same end, by the same draws.
#[test]
fn a_playout_is_the_same_at_every_level() {
    for (game, positions) in positions() {
        for (number, before) in (0..).zip(positions.iter().step_by(9)) {
            let mut naive = game.start_on(Engine::Naive);
            naive.read_setup(&before.setup()).unwrap();
            let played = |mut playing: AnyPlaying, level, limit| {
                let mut generator = Generator::for_game(17, number);
                let found = playing.playout_at(level, &mut generator, limit);
                (found.outcome, found.plies, playing.setup(), generator.next_u32())
            };
            for limit in [0, 3, PLY_LIMIT.min(300)] {
                let expected = played(naive.clone(), Level::portable(), limit);
                for level in Level::available() {
                    assert_eq!(played(before.clone(), level, limit), expected, "{before:?} at {level}, {limit} plies");
                }
            }
        }
    }
}

#[test]
fn a_move_off_the_board_has_no_action() {
    let fitz = AnyGame::from_arguments("fitz --rows 6 --cols 7", fitz::SAMPLE_TILES).unwrap();
    for text in ["-3,0,0", "0,-3,90", "2147483647,0,0", "0,2147483647,0", "-2147483648,-2147483648,0"] {
        assert_eq!(fitz.action_of(text), None, "{text}");
    }
    let others = [
        ("breakdown -w 4 -h 4 -k 2 -q 2", ["|4", "-4"]),
        ("connect4 --size 5", ["N5", "W5"]),
        ("jump61 --size 3", ["4,1", "1,4"]),
    ];
    for (game, texts) in others {
        let game: AnyGame = game.parse().unwrap();
        assert_eq!(texts.map(|text| game.action_of(text)), [None; 2], "{game}: {texts:?}");
    }
}

#[test]
fn every_action_is_a_move_and_the_legal_ones_ascend() {
    for (game, positions) in positions() {
        let count = game.action_count();
        let mut texts = HashSet::new();
        for action in 0..count {
            let text = game.move_text(action).unwrap_or_else(|| panic!("{game} has no action {action}"));
            assert_eq!(game.action_of(&text), Some(action), "{game}: {text}");
            assert!(texts.insert(text), "{game}: {action} is another action, too");
        }
        assert_eq!((game.move_text(count), game.move_text(u32::MAX)), (None, None), "{game}");
        for playing in &positions {
            let actions = playing.actions();
            assert!(actions.is_sorted_by(|one, next| one < next) && actions.iter().all(|&action| action < count));
            assert_eq!(actions.len() as u64, playing.count_moves());
            assert_eq!(actions.is_empty(), playing.is_over(), "{playing:?}");
            let moves: Vec<String> = actions.iter().map(|&action| game.move_text(action).unwrap()).collect();
            assert_eq!(playing.moves(), moves, "{playing:?}");
            let mut visited = Vec::new();
            playing.for_each_action(&mut |action| visited.push(action));
            assert_eq!(visited, actions, "{playing:?}");
            assert!(moves.iter().all(|mv| playing.is_legal(mv) == Ok(true)), "{playing:?}");
        }
    }
}

#[test]
fn actions_and_texts_are_one_move_and_others_change_nothing() {
    for (game, positions) in positions().filter(|(game, _)| game.action_count() < 2000) {
        for before in positions.iter().step_by(7) {
            let legal: HashSet<u32> = before.actions().into_iter().collect();
            for action in 0..game.action_count() {
                let mut by_number = before.clone();
                assert_eq!(by_number.play_action(action).is_ok(), legal.contains(&action), "{before:?}: {action}");
                if legal.contains(&action) {
                    let mut by_text = before.clone();
                    by_text.play_text(&game.move_text(action).unwrap()).unwrap();
                    assert_eq!(by_text, by_number);
                    assert!(by_text != *before, "{before:?}: {action}");
                } else {
                    assert_eq!(by_number, *before);
                    assert_eq!(before.is_legal(&game.move_text(action).unwrap()), Ok(false), "{before:?}: {action}");
                }
            }
            let mut same = before.clone();
            assert!(matches!(same.play_text("nonsense"), Err(MoveError::Text(_))));
            assert!(matches!(same.play_action(u32::MAX), Err(MoveError::Action { .. })));
            let count = before.count_moves();
            for found in [count, u64::MAX] {
                let error = same.play_nth(found).unwrap_err();
                assert_eq!(error, MoveError::Index { found, count });
                let over = error.to_string().ends_with(&format!("index {found}: the game is over"));
                assert_eq!(over, same.is_over(), "{error}");
            }
            assert_eq!(same, *before);
        }
    }
}

#[test]
fn setups_are_read_back_equal_with_equal_hashes_on_both_engines() {
    let hasher = RandomState::new();
    for (game, positions) in positions() {
        let mut setups = HashSet::new();
        for playing in &positions {
            let text = playing.setup();
            assert!(!text.contains('\n') && !text.is_empty());
            let read = game.position(&text).unwrap();
            assert_eq!(read, *playing, "{game}: {text}");
            assert_eq!(hasher.hash_one(&read), hasher.hash_one(playing));
            assert_eq!((read.answer(), read.to_string()), (playing.answer(), playing.to_string()));
            assert_eq!((read.turn(), read.outcome()), (playing.turn(), playing.outcome()));
            let mut naive = game.start_on(Engine::Naive);
            naive.read_setup(&text).unwrap();
            assert_eq!(
                (naive.setup(), naive.answer(), naive.to_string()),
                (text.clone(), read.answer(), read.to_string())
            );
            assert_eq!(naive.stable_hash(), playing.stable_hash());
            assert_eq!(naive.actions(), playing.actions());
            setups.insert(text);
        }
        let hashes: HashSet<u64> = positions.iter().map(AnyPlaying::stable_hash).collect();
        let of_this_run: HashSet<u64> = positions.iter().map(|playing| hasher.hash_one(playing)).collect();
        assert_eq!([hashes.len(), of_this_run.len()], [setups.len(); 2], "{game}");
        for text in ["", "x", "\u{e9}", "4/4"] {
            assert!(matches!(game.position(text), Err(AnyPositionError::Text(_))), "{game}: {text}");
        }
    }
}

#[test]
fn words_hold_a_position() {
    for (game, positions) in positions() {
        for playing in &positions {
            let mut words = vec![u64::MAX; game.word_count()];
            playing.write_words(&mut words);
            for engine in [Engine::Fast, Engine::Naive] {
                let mut read = game.start_on(engine);
                read.read_words(&words).unwrap();
                assert_eq!(read.setup(), playing.setup(), "{game}");
            }
        }
        assert_eq!(count_by_words(&positions), positions.iter().map(AnyPlaying::setup).collect::<HashSet<_>>().len());
    }
}

#[test]
fn words_of_no_position_are_refused() {
    let games =
        ["breakdown -w 4 -h 5 -k 2 -q 2", "connect4 --size 7", "jump61 --size 3"].map(|text| text.parse().unwrap());
    for game in games.into_iter().chain([AnyGame::fitz(fitz::SAMPLE_TILES, 6, 5).unwrap()]) {
        let mut playing: AnyPlaying = game.start();
        let mut words = vec![0; game.word_count()];
        playing.write_words(&mut words);
        // Behind the last square. Of all but Jump61 another word follows.
        let last = words.len() - if game.kind() == GameKind::Jump61 { 1 } else { 2 };
        let refused = |words: &[u64]| matches!(game.start().read_words(words), Err(AnyPositionError::Words { .. }));
        for bit in [62, 63] {
            let mut spare = words.clone();
            spare[last] |= 1 << bit;
            assert!(refused(&spare), "{game}: bit {bit}");
        }
        assert!(refused(&words[1..]) && refused(&[&words[..], &[0]].concat()) && refused(&[]), "{game}");
        playing.read_words(&words).unwrap();
    }
}

/// The number of different positions by their words.
fn count_by_words(positions: &[AnyPlaying]) -> usize {
    let words = positions.iter().map(|playing| {
        let mut words = vec![0; playing.game().word_count()];
        playing.write_words(&mut words);
        words
    });
    words.collect::<HashSet<_>>().len()
}

/// The same totals whether games are played one by one, in two parts, or at once.
#[test]
fn playouts_add_up() {
    for (game, positions) in positions() {
        // From the start of the game, whatever the position is.
        for (playing, level) in [(&positions[0], Level::best()), (&positions[positions.len() / 2], Level::portable())] {
            let mut one_by_one = Totals::default();
            for number in 0..70 {
                one_by_one += game.start().playout(&mut Generator::for_game(9, number), PLY_LIMIT);
            }
            let mut in_parts = playing.playouts(9, 0..33, level);
            in_parts += playing.playouts(9, 33..70, level);
            assert_eq!((in_parts, playing.playouts(9, 0..70, level)), (one_by_one, one_by_one), "{game}");
            let Totals { games, plies, wins: [first, second], draws, unfinished } = one_by_one;
            assert_eq!((games, first + second + draws + unfinished), (70, 70), "{game}");
            assert_eq!(plies == 0, game.start().is_over(), "{game}");
        }
    }
    let mut sum = Totals { games: 7, plies: 90, wins: [1, 2], draws: 1, unfinished: 3 };
    sum += Totals { games: 11, plies: 80, wins: [0, 3], draws: 4, unfinished: 4 };
    assert_eq!(sum, Totals { games: 18, plies: 170, wins: [1, 5], draws: 5, unfinished: 7 });
}

#[test]
fn what_people_read_is_written() {
    let games = ["breakdown -w 4 -h 5 -k 2 -q 2", "connect4 --size 7", "jump61 --size 6"];
    let texts = games.map(|game| game.parse::<AnyGame>().unwrap().to_string());
    assert_eq!(texts, ["breakdown 4x5 k2 q2", "connect4 7x7", "jump61 6x6"].map(String::from));
    let (candy, fitz) = (GameKind::Candy.usual().to_string(), GameKind::Fitz.usual().to_string());
    assert!(candy.contains("8x8") && fitz.contains("tiles"), "{candy} {fitz}");
    let fitz = AnyGame::fitz(fitz::SAMPLE_TILES, 2, 3).unwrap().position("*2/1#1 # 1").unwrap();
    assert_eq!(fitz.to_string(), "*..\n.#.\n");
    let outcomes = [Outcome::InProgress, Outcome::Draw, Outcome::Win(Side::First)].map(|outcome| outcome.to_string());
    assert_eq!(outcomes.iter().filter(|text| text.is_empty()).count(), 0);
    assert_eq!(outcomes.iter().collect::<HashSet<_>>().len(), 3);
    assert_eq!(Pos::new(2, 5).to_string(), "row 2 column 5");
    assert_eq!((Level::best().to_string().is_empty(), BookValue::Draw.to_string()), (false, "draw".to_string()));
}

#[test]
fn stable_hashes_stay_as_they_are() {
    // FNV-1a, computed by another program over "8/8/8/8/8/8/8/8 b" and "7/7/7/3#3/7/7/7 X".
    let hash = |text: &str| text.parse::<AnyPlaying>().unwrap().stable_hash();
    assert_eq!(hash("breakdown -w 8 -h 8 -k 3 -q 3"), 0xc904_f66a_0dbc_9d6e);
    assert_eq!(hash("connect4 --size 7"), 0xb40e_e634_3f15_853c);
}

#[test]
fn copies_and_assignments_are_the_same_game() {
    for (game, positions) in positions() {
        let mut kept = game.start();
        for playing in &positions {
            let copy = playing.clone();
            kept.assign(playing);
            assert_eq!((&copy, &kept), (playing, playing));
        }
        let other = game.start_on(Engine::Naive);
        kept.assign(&other);
        assert_eq!(kept, other);
        // Without `registers` the fast engine of Connect4 has no form beyond 8×8.
        let is_fast = cfg!(feature = "registers") || game.arguments() != "connect4 --size 10";
        assert_eq!(other != game.start(), is_fast, "equal positions are of one engine");
    }
    // Two games in one form: the rules go with the position.
    for (one, other) in [
        ("breakdown -w 4 -h 5 -k 2 -q 2", "breakdown -w 5 -h 4 -k 3 -q 2;|0"),
        ("jump61 --size 3", "jump61 --size 4;1,1"),
    ] {
        let [mut one, other]: [AnyPlaying; 2] = [one, other].map(|text| text.parse().unwrap());
        one.assign(&other);
        assert_eq!((one.game(), one.moves(), &one), (other.game(), other.moves(), &other));
    }
}

#[test]
fn a_game_is_made_again_from_its_arguments_and_content() {
    for game in AnyGame::samples() {
        assert_eq!(game.content().is_some(), game.kind().content().is_some(), "{game}");
        let content = game.content().unwrap_or_default();
        assert_eq!(game.kind().create(&game.numbers(), content.as_bytes()), Ok(game.clone()));
        assert_eq!(AnyGame::from_arguments(&game.arguments(), &content), Ok(game.clone()));
        if game.kind().content().is_none() {
            assert_eq!(game.arguments().parse(), Ok(game));
        }
    }
}

#[test]
fn errors_say_what_was_expected_and_what_was_found() {
    let error = |text: &str| text.parse::<AnyGame>().unwrap_err().to_string();
    let games = GameKind::ALL.map(GameKind::name).join(", ");
    assert_eq!(error("chess"), format!("expected a game ({games}), found `chess`"));
    assert_eq!(error(""), format!("expected a game ({games}), found ``"));
    assert_eq!(error("connect4"), "expected --size N, found the end of the arguments");
    assert_eq!(error("connect4 --size"), "expected N after --size, found the end of the arguments");
    assert_eq!(error("connect4 --size x"), "expected a whole number after --size, found `x`");
    let large = "expected a number up to 4294967295 after --size, found `4294967296`";
    assert_eq!(error("connect4 --size 4294967296"), large);
    assert_eq!(error("connect4 --size 5 --size 6"), "expected --size once, found `--size`");
    assert_eq!(error("breakdown -w4 -h=5 -k 2 -q2 -b -m"), "expected -m or -b once, found `-m`");
    assert_eq!("breakdown -w4 -h=5 -k 2 -q2 -b".parse(), "breakdown -w 4 -h 5 -k 2 -q 2".parse::<AnyGame>());
    assert_eq!("jump61 --size=3".parse(), "jump61 --size 3".parse::<AnyGame>());
    assert_eq!(error("jump61 --size3"), "expected one of --size, found `--size3`");
    assert_eq!(error("jump61 --rows 6"), "expected one of --size, found `--rows`");
    assert_eq!(error("jump61 --size 6 -m"), "expected one of --size, found `-m`");
    assert_eq!(error("candy game.json"), "candy takes the contents of a file");
    assert!(matches!("breakdown -w 0 -h 1 -k 1 -q 1".parse::<AnyGame>(), Err(GameError::Numbers(_))));
    assert!(matches!(AnyGame::fitz("", 6, 5), Err(GameError::Content(_))));
    assert!(matches!(AnyGame::fitz(fitz::SAMPLE_TILES, 0, 5), Err(GameError::Numbers(_))));
    assert!(matches!(GameKind::Jump61.create(&[], b""), Err(GameError::Count { expected: 1, found: 0, .. })));
    assert!(matches!(GameKind::Jump61.create(&[6], b"x"), Err(GameError::File { takes: false, .. })));
    assert!(matches!("chess;".parse::<AnyPlaying>(), Err(PlayingError::Game(_))));
    let late = "jump61 --size 2;1,1 9,9".parse::<AnyPlaying>();
    assert_eq!(late, Err(PlayingError::Record(RecordError::Illegal { ply: 2 })));
    let over = "breakdown -w 1 -h 1 -k 1 -q 1;|0 !".parse::<AnyPlaying>();
    assert_eq!(over, Err(PlayingError::Record(RecordError::Over { ply: 2 })));
    let text = RecordError::Unreadable { ply: 7, error: "|".parse::<breakdown::Move>().unwrap_err() };
    assert_eq!(
        [RecordError::Illegal { ply: 2 }, RecordError::Over { ply: 3 }, text].map(|error| error.ply()),
        [2, 3, 7]
    );
}

/// A forfeit is no legal action, and records may hold it (C1).
#[test]
fn forfeits_of_connect4_are_played_as_texts_alone() {
    let game: AnyGame = "connect4 --size 4".parse().unwrap();
    let mut playing = game.record("N1").unwrap();
    assert!(!playing.is_legal("N1").unwrap());
    assert!(matches!(playing.play_action(1), Err(MoveError::Illegal { .. })));
    playing.play_text("N1").unwrap();
    assert_eq!((playing.turn(), playing.answer()), (Side::First, ". .X../.##./.##./....".to_string()));
}

#[test]
fn setups_of_other_games_are_refused_as_data() {
    let mut playing: AnyPlaying = "breakdown -w 4 -h 4 -k 2 -q 2;|0".parse().unwrap();
    let before = playing.clone();
    let other = "connect4 --size 4".parse::<AnyPlaying>().unwrap().setup_as::<connect4::Setup>().unwrap();
    assert!(matches!(playing.set_up(&other), Err(AnyPositionError::Kind { expected: "breakdown" })));
    assert_eq!((playing.setup_as::<candy::State>(), playing.setup_as::<jump61::Setup>()), (None, None));
    let mut setup: breakdown::Setup = playing.setup_as().unwrap();
    setup.turn = !setup.turn;
    assert_eq!(playing, before);
    playing.set_up(&setup).unwrap();
    assert_eq!(playing.turn(), Side::First);
}

#[test]
fn a_typed_game_takes_moves_back() {
    let rules = jump61::Jump61::<u64>::new(jump61::Parameters::new(3).unwrap()).unwrap();
    let mut playing = Playing::new(rules).keeping_history();
    let mut before = vec![playing.clone()];
    for mv in ["1,1", "2,2", "1,1"] {
        playing.play_text(mv).unwrap();
        before.push(playing.clone());
    }
    let moves: Vec<String> = playing.moves().iter().map(ToString::to_string).collect();
    let any: AnyPlaying = "jump61 --size 3;1,1 2,2 1,1".parse().unwrap();
    assert_eq!((moves, playing.to_string()), (any.moves(), any.to_string()));
    playing.play_record("3,3 1,1").unwrap();
    assert!(playing.play_text("9,9").is_err());
    assert_eq!(playing.history().map(|mv| mv.to_string()).collect::<Vec<_>>(), ["1,1", "2,2", "1,1", "3,3", "1,1"]);
    assert_eq!((playing.undo().is_some(), playing.undo().is_some()), (true, true));
    while let Some(expected) = before.pop() {
        assert_eq!(playing, expected);
        assert_eq!(playing.undo().is_some(), !before.is_empty());
    }
}

#[cfg(feature = "serde")]
#[test]
fn games_and_positions_survive_serialization() {
    for (game, positions) in positions() {
        let json = serde_json::to_string(&game).unwrap();
        assert_eq!(serde_json::from_str::<AnyGame>(&json).unwrap(), game);
        for playing in positions.iter().step_by(9) {
            let json = serde_json::to_string(playing).unwrap();
            assert_eq!(serde_json::from_str::<AnyPlaying>(&json).unwrap(), *playing, "{json}");
        }
    }
    for wrong in
        [r#"{"game":"chess"}"#, r#"{"game":"connect4 --size 3"}"#, r#"{"game":"jump61 --size 6","content":"x"}"#]
    {
        assert!(serde_json::from_str::<AnyGame>(wrong).is_err(), "{wrong}");
    }
}

/// A position as data keeps its cells, and data that fill no board are refused.
#[cfg(feature = "serde")]
#[test]
fn setups_survive_serialization() {
    use gridlaw::rules::Setup;

    fn check<S: Setup + serde::Serialize + serde::de::DeserializeOwned>(playing: &AnyPlaying) {
        let setup: S = playing.setup_as().unwrap();
        let json = serde_json::to_string(&setup).unwrap();
        assert_eq!(serde_json::from_str::<S>(&json).unwrap(), setup, "{json}");
    }
    for (game, positions) in positions() {
        for playing in positions.iter().step_by(9) {
            match game.kind() {
                GameKind::Breakdown => check::<breakdown::Setup>(playing),
                GameKind::Connect4 => check::<connect4::Setup>(playing),
                GameKind::Jump61 => check::<jump61::Setup>(playing),
                GameKind::Candy => check::<candy::State>(playing),
                GameKind::Fitz => check::<fitz::Setup>(playing),
                _ => panic!("{game} has a setup that this test does not name"),
            }
        }
    }
    let board = |width: u32, height: u32, cells: &str| {
        let json = format!(r#"{{"board":{{"width":{width},"height":{height},"cells":"{cells}"}},"turn":"second"}}"#);
        serde_json::from_str::<breakdown::Setup>(&json).map(|setup| setup.to_string()).ok()
    };
    assert_eq!(board(2, 3, "..*.*o").as_deref(), Some("2/*1/*o w"));
    for (width, height, cells) in [(2, 3, "..*.*"), (2, 3, "..*.*o."), (0, 3, ""), (2, 1, ".x")] {
        assert_eq!(board(width, height, cells), None, "{width} {height} {cells}");
    }
}
