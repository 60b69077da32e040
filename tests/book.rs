//! Books: values, reproducible bytes, and errors of changed or cut books.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use gridlaw::book::{Book, BookError, BookValue, make, positions, write};
use gridlaw::frontier::FrontierError;
use gridlaw::games::{Engine, Game, GameFunction};
use gridlaw::rng::Generator;
use gridlaw::search::{Options, exhaustive};
use gridlaw::solving::AnySolver;
use gridlaw::{AnyGame, AnyPlaying};

/// Small games, the plies of their books, and the length and hash of these.
fn games() -> Vec<(AnyPlaying, u32, (usize, u64))> {
    let tiles = std::fs::read_to_string("examples/fitz.tiles").unwrap();
    let game = |text: &str| text.parse::<AnyPlaying>().unwrap();
    vec![
        (game("breakdown -w 3 -h 3 -k 1 -q 2"), 5, (2130, 0xda5b_f709_4435_a98d)),
        (game("breakdown -w 3 -h 4 -k 2 -q 2;|0"), 3, (1642, 0xff3d_1d44_d04b_c9b6)),
        (game("connect4 --size 4"), 3, (1131, 0xc83a_b2d6_6f83_99fb)),
        (game("jump61 --size 3;1,1 3,3 1,2 3,2"), 4, (7864, 0xc51c_e159_cf5b_4efd)),
        (AnyGame::fitz(&tiles, 4, 5).unwrap().start(), 1, (472, 0xb17d_f038_4d4c_3c53)),
    ]
}

fn book(start: &AnyPlaying, plies: u32, options: Options) -> Vec<u8> {
    let mut solver = AnySolver::new(start, options).unwrap().unwrap();
    let positions = positions(start, plies, 100_000).unwrap();
    let made = make(start, plies, positions, &mut |setup| {
        solver.turn_to(&start.game().position(setup).unwrap()).unwrap();
        solver.solve(&mut |_| ControlFlow::Continue(())).map(BookValue::from)
    });
    made.unwrap()
}

/// Texts longer than what a byte counts, equal to more than that and different by more.
#[test]
fn long_setups_are_kept_whole() {
    let start: AnyPlaying = "breakdown -w 40 -h 9 -k 1 -q 9".parse().unwrap();
    let mut playing = start.clone();
    let mut values = BTreeMap::new();
    let mut random = Generator::for_game(5, 0);
    while !playing.is_over() {
        playing.play_nth(random.below(playing.count_moves())).unwrap();
        let value = BookValue::Win(Some(values.len() as u16 + 1));
        values.insert(playing.canonical().setup(), value);
    }
    assert!(values.keys().any(|setup| setup.len() > 300));
    let bytes = write(&start, 900, &values);
    let book = Book::open(&bytes[..]).unwrap();
    let read: BTreeMap<String, BookValue> = book.entries().map(Result::unwrap).collect();
    assert_eq!(read, values);
    for (setup, &value) in &values {
        assert_eq!(book.value(&start.game().position(setup).unwrap()), Ok(Some(value)));
    }
}

/// The value by plain minimax.
struct Exhaustive<'a>(&'a str);

impl GameFunction for Exhaustive<'_> {
    type Output = Option<BookValue>;

    fn call<G: Game>(self, game: &G) -> Option<BookValue> {
        exhaustive(game, &game.read_position(self.0).unwrap(), u64::MAX).map(BookValue::from)
    }
}

#[test]
fn values_are_those_of_minimax_for_every_image() {
    for (start, plies, _) in games() {
        let bytes = book(&start, plies, Options { table: 1, ..Options::default() });
        let book = Book::open(&bytes[..]).unwrap();
        assert_eq!((book.plies(), book.start(), book.game()), (plies, &*start.setup(), &*start.game().arguments()));
        let mut entries = 0;
        for entry in book.entries() {
            let (setup, value) = entry.unwrap();
            entries += 1;
            let position = start.game().position(&setup).unwrap();
            for image in position.symmetries() {
                assert_eq!(book.value(&image), Ok(Some(value)), "{image:?}");
            }
            // Minimax without a table is for late positions.
            if entries % 50 == 1 && position.perft(7) < 20_000 {
                assert_eq!(start.game().call(Engine::Fast, Exhaustive(&setup)), Some(value), "{position:?}");
            }
        }
        assert_eq!(entries, book.count());
        let all = positions(&start, plies, entries).unwrap();
        assert_eq!(all.len(), entries);
        for ply in 0..plies {
            let within = all.iter().filter(|&(_, &fewest)| fewest <= ply).map(|(setup, _)| setup);
            assert!(positions(&start, ply, entries).unwrap().keys().eq(within), "{ply} plies to a position");
        }
        let too_many = positions(&start, plies, entries - 1).unwrap_err();
        assert_eq!(too_many, FrontierError::Positions { most: entries - 1, ply: plies });
    }
}

/// Random games play through the book and beyond it. Within its plies it holds every position that
/// is not over, and no value contradicts those of the moves.
#[test]
fn random_games_find_their_positions() {
    let (mut known, mut unknown) = (0, 0);
    for (start, plies, _) in games() {
        let bytes = book(&start, plies, Options { table: 1, ..Options::default() });
        let book = Book::open(bytes).unwrap();
        for game in 0..200 {
            let mut random = Generator::for_game(16, game);
            let mut playing = start.clone();
            for ply in 0.. {
                if playing.is_over() {
                    assert_eq!(book.value(&playing), Ok(None));
                    break;
                }
                let value = book.value(&playing).unwrap();
                match value {
                    Some(_) => known += 1,
                    None => unknown += 1,
                }
                assert!(value.is_some() || ply > plies, "{playing:?}");
                playing.play_nth(random.below(playing.count_moves())).unwrap();
            }
        }
    }
    assert!(known > 1000 && unknown > 1000, "{known} and {unknown}");
}

#[test]
fn a_book_made_again_is_the_same_to_the_byte() {
    for (table, threads, symmetry) in [(1, 1, true), (2, 1, false), (1, 2, true)] {
        let made = games().into_iter().map(|(start, plies, _)| {
            let bytes = book(&start, plies, Options { table, threads, symmetry });
            // FNV-1a of the bytes: the same on every machine and in every later version.
            let hash = bytes
                .iter()
                .fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
            (bytes.len(), hash)
        });
        let expected = games().into_iter().map(|(_, _, expected)| expected);
        assert_eq!(made.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }
}

/// Opens a book and reads all of it.
fn read(bytes: &[u8]) -> Result<usize, BookError> {
    let book = Book::open(bytes)?;
    book.entries().try_fold(0, |count, entry| entry.map(|_| count + 1))
}

#[test]
fn every_changed_byte_and_every_cut_is_an_error() {
    let (start, plies, _) = games().swap_remove(0);
    let bytes = book(&start, plies, Options { table: 1, ..Options::default() });
    let count = read(&bytes).unwrap();
    assert!(count > 2 * 128, "{count} positions: some blocks");
    for at in 0..bytes.len() {
        assert!(read(&bytes[..at]).is_err(), "cut after {at} bytes");
        for flip in [1, 0x10, 0x80, 0xff] {
            let mut changed = bytes.clone();
            changed[at] ^= flip;
            assert!(read(&changed).is_err(), "byte {at}");
        }
    }
    for longer in [&b"\0"[..], b"\n", &bytes] {
        assert!(matches!(read(&[&bytes, longer].concat()), Err(BookError::Length { .. })));
    }
    // A block is checked when it is first touched: the others still answer.
    let mut changed = bytes.clone();
    *changed.last_mut().unwrap() ^= 1;
    let book = Book::open(&changed[..]).unwrap();
    let results: Vec<_> = book.entries().map(|entry| entry.map(|(_, value)| value)).collect();
    assert_eq!(results.iter().filter(|result| result.is_err()).count(), 1);
    assert!(results.len() > 2 * 128 && matches!(results.last(), Some(Err(BookError::Block { index: 2.. }))));
    // Two blocks with good checksums of their own, exchanged.
    let other = write(&start, plies, &BTreeMap::from([(start.setup(), BookValue::Draw)]));
    let mut foreign = other.clone();
    let end = foreign.len() - 1;
    foreign[end - 1] ^= 1;
    assert!(read(&other).is_ok() && read(&foreign).is_err());
}

#[test]
fn a_book_answers_for_its_own_game_only() {
    let [one, two]: [AnyPlaying; 2] =
        ["-w 3 -h 3 -k 1 -q 2", "-w 3 -h 3 -k 2 -q 2"].map(|numbers| format!("breakdown {numbers}").parse().unwrap());
    let bytes = book(&one, 1, Options { table: 1, ..Options::default() });
    let book = Book::open(bytes).unwrap();
    assert!(book.value(&one).unwrap().is_some());
    let error = book.value(&two).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected a book of breakdown -w 3 -h 3 -k 2 -q 2, found one of breakdown -w 3 -h 3 -k 1 -q 2"
    );
    // Fitz: the tiles are part of the game.
    let tiles = std::fs::read_to_string("examples/fitz.tiles").unwrap();
    let game = AnyGame::fitz(&tiles, 4, 5).unwrap();
    let fewer = AnyGame::fitz(&format!("{}\n", tiles.trim_end().rsplit_once('\n').unwrap().0), 4, 5);
    let bytes = write(&game.start(), 0, &BTreeMap::from([(game.start().setup(), BookValue::Win(None))]));
    let book = Book::open(bytes).unwrap();
    assert_eq!(book.value(&game.start()), Ok(Some(BookValue::Win(None))));
    if let Ok(fewer) = fewer {
        assert!(matches!(book.value(&fewer.start()), Err(BookError::Game { .. })));
    }
    // The game is over, so the book is empty.
    let over: AnyPlaying = "jump61 --size 2;1,1 2,2 1,1 2,2".parse().unwrap();
    assert!(over.is_over() && positions(&over, 3, 0).unwrap().is_empty());
    let empty = Book::open(write(&over, 3, &BTreeMap::new())).unwrap();
    assert_eq!((empty.count(), empty.value(&over), empty.entries().count()), (0, Ok(None), 0));
}
