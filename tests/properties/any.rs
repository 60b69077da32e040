//! Properties of every kind of game.

use arbitrary::{Result, Unstructured};
use gridlaw::AnyPlaying;
use gridlaw::conformance::{laws, lockstep};
use gridlaw::games::candy::{Instance, NewGame};
use gridlaw::games::fitz::SAMPLE_TILES;
use gridlaw::games::{AnyGame, Engine, Game, GameKind, PairFunction};
use gridlaw::level::Level;
use gridlaw::verdict::Oracle;

/// A game of any kind with small numbers.
fn game(source: &mut Unstructured) -> Result<AnyGame> {
    let kind = GameKind::ALL[source.choose_index(GameKind::ALL.len())?];
    let mut below = |most: u32| source.int_in_range(1..=most);
    Ok(match kind {
        GameKind::Breakdown => {
            let numbers = [below(18)?, below(9)?, below(6)?, below(4)?];
            kind.create(&numbers, b"").expect("small numbers are parameters")
        }
        GameKind::Connect4 => kind.create(&[3 + below(7)?], b"").expect("4 to 10 are sizes"),
        GameKind::Jump61 => kind.create(&[1 + below(9)?], b"").expect("2 to 10 are sizes"),
        GameKind::Candy => {
            let new =
                NewGame { colors: 1 + below(6)?, extension_rows: below(60)?, ..NewGame::new(below(9)?, below(9)?) };
            let definition = NewGame { id: source.arbitrary()?, ..new }.make();
            Instance::from(definition.map_err(|_| arbitrary::Error::IncorrectFormat)?).into()
        }
        GameKind::Fitz => AnyGame::fitz(SAMPLE_TILES, below(14)?, below(14)?).expect("small boards are boards"),
        _ => return Err(arbitrary::Error::IncorrectFormat),
    })
}

/// Plays bytes on both engines.
struct Walk<'a, 'b>(&'a AnyGame, &'a mut Unstructured<'b>);

impl PairFunction for Walk<'_, '_> {
    type Output = Result<()>;

    fn call<F: Game, N: Game<Move = F::Move>>(self, fast: &F, naive: &N) -> Result<()> {
        let Walk(game, source) = self;
        let (mut ours, mut theirs) = (fast.start(), naive.start());
        let mut strangers: Vec<F::Move> = Vec::new();
        for _ in 0..40 {
            lockstep::check_position(fast, &ours, naive, &theirs).unwrap_or_else(|error| panic!("{game}: {error}"));
            laws::check_position(fast, &ours, &strangers).unwrap_or_else(|error| panic!("{game}: {error}"));
            if source.is_empty() {
                break;
            }
            let number: u16 = source.arbitrary()?;
            let moves = fast.moves(&ours);
            // One in eight is any action's number, and seldom legal.
            let mv = match moves.get(usize::from(number >> 3) % moves.len().max(1)) {
                Some(&mv) if number & 7 != 0 => mv,
                _ => match game.move_text(u32::from(number >> 3) % game.action_count()) {
                    Some(text) => text.parse().unwrap_or_else(|error| panic!("{game}: {text}: {error}")),
                    None => continue,
                },
            };
            let [played, expected] = [fast.play(&mut ours, mv), naive.play(&mut theirs, mv)];
            assert_eq!(played, expected, "{game}: {mv}");
            strangers.push(mv);
            if strangers.len() > 4 {
                strangers.remove(0);
            }
        }
        Ok(())
    }
}

/// Both engines keep the laws and agree over any actions, legal or not, of any game.
pub fn laws_and_lockstep(source: &mut Unstructured) -> Result<()> {
    let game = game(source)?;
    game.call_both(Walk(&game, source))
}

/// Plays at most `most` legal moves that the bytes choose, and returns their texts.
fn walk(playing: &mut AnyPlaying, most: u32, source: &mut Unstructured) -> Result<Vec<String>> {
    let mut moves = Vec::new();
    for _ in 0..source.int_in_range(0..=most)? {
        let (number, actions) = (source.arbitrary::<u16>()?, playing.actions());
        let Some(&action) = actions.get(usize::from(number) % actions.len().max(1)) else { break };
        moves.push(playing.game().move_text(action).expect("a legal move has a text"));
        playing.play_action(action).expect("it is legal");
    }
    Ok(moves)
}

/// Changes a text in a few places: bytes that are replaced, removed, or put in.
fn damage(text: &mut Vec<u8>, source: &mut Unstructured) -> Result<()> {
    for _ in 0..source.int_in_range(0..=3)? {
        let at = source.int_in_range(0..=text.len())?;
        let end = source.int_in_range(at..=text.len().min(at + 4))?;
        let some = source.int_in_range(0..=4)?;
        text.splice(at..end, source.bytes(some)?.iter().copied());
    }
    Ok(())
}

/// The answers of an oracle to lines, all at once.
fn in_bulk(oracle: &dyn Oracle, lines: &[u8]) -> String {
    let mut answers = String::new();
    oracle.answer_lines(lines, &mut answers);
    answers
}

/// Records with any moves, legal or not, get the reference's answers: all lines at once, as lanes
/// play them, and each line as its bytes arrive.
pub fn records_are_answered_alike(source: &mut Unstructured) -> Result<()> {
    let game = game(source)?;
    let (fast, naive) = (game.start(), game.start_on(Engine::Naive));
    let (mut lines, mut answers) = (Vec::new(), Vec::new());
    for _ in 0..source.int_in_range(1..=4)? {
        let mut line = walk(&mut game.start(), 40, source)?.join(" ").into_bytes();
        damage(&mut line, source)?;
        line.retain(|&byte| byte != b'\n');
        line.push(b'\n');
        let answer = in_bulk(naive.oracle(), &line);
        let (mut arriving, mut found) = (fast.oracle().begin_line(), String::new());
        line[..line.len() - 1].chunks(3).for_each(|bytes| arriving.take(bytes));
        arriving.answer(&mut found);
        assert_eq!(found, answer, "{game}: {}", line.escape_ascii());
        lines.push(line);
        answers.push(answer);
    }
    // More lines than lanes, so that lanes play several lines.
    let (mut stream, mut expected) = (Vec::new(), String::new());
    for _ in 0..source.int_in_range(1..=70)? {
        let index = source.choose_index(lines.len())?;
        stream.extend_from_slice(&lines[index]);
        expected.push_str(&answers[index]);
    }
    assert_eq!(in_bulk(fast.oracle(), &stream), expected, "{game}: {}", stream.escape_ascii());
    Ok(())
}

/// Both engines read the same setups and words, write them again, and keep their position when
/// they refuse one.
pub fn setups_are_read_alike(source: &mut Unstructured) -> Result<()> {
    let game = game(source)?;
    let (mut fast, mut naive) = (game.start(), game.start_on(Engine::Naive));
    let mut from = game.start();
    walk(&mut from, 20, source)?;
    let mut text = from.setup().into_bytes();
    damage(&mut text, source)?;
    let text = String::from_utf8_lossy(&text);
    let [read, expected] = [fast.read_setup(&text), naive.read_setup(&text)];
    assert_eq!(read.is_ok(), expected.is_ok(), "{game}: {text:?}: {read:?}, {expected:?}");
    let start = game.start();
    assert!(read.is_ok() || fast == start, "{game}: {text:?} was refused, and changed the position");
    let alike = |fast: &AnyPlaying, naive: &AnyPlaying| {
        assert_eq!(fast.setup(), naive.setup(), "{game}: {text:?}");
        assert_eq!((fast.actions(), fast.answer()), (naive.actions(), naive.answer()), "{game}: {text:?}");
        let mut again = start.clone();
        again.read_setup(&fast.setup()).unwrap_or_else(|error| panic!("{game}: {}: {error}", fast.setup()));
        assert!(again == *fast, "{game}: {text:?}");
    };
    alike(&fast, &naive);
    let mut words = vec![0; game.word_count()];
    fast.write_words(&mut words);
    if let Some(index) = words.len().checked_sub(1) {
        words[source.int_in_range(0..=index)?] ^= source.arbitrary::<u64>()? & source.arbitrary::<u64>()?;
    }
    let [read, expected] = [fast.read_words(&words), naive.read_words(&words)];
    assert_eq!(read.is_ok(), expected.is_ok(), "{game}: {words:x?}: {read:?}, {expected:?}");
    alike(&fast, &naive);
    Ok(())
}

/// The random games of some numbers have the reference's totals at every level, whether lanes play
/// them or one after the other.
pub fn lanes_are_single_games(source: &mut Unstructured) -> Result<()> {
    let game = game(source)?;
    let (seed, first) = (source.arbitrary()?, source.arbitrary::<u32>()?.into());
    // Often one or two, which no lanes play; seldom more than there are lanes.
    let most = if source.ratio(1, 8)? { 70 } else { 5 };
    let games = first..first + source.int_in_range(1..=most)?;
    let (fast, naive) = (game.start(), game.start_on(Engine::Naive));
    let expected = naive.playouts(seed, games.clone(), Level::best());
    for level in Level::available() {
        assert_eq!(fast.playouts(seed, games.clone(), level), expected, "{game} at {level}: {games:?} of seed {seed}");
    }
    Ok(())
}
