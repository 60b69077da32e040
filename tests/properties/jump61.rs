//! Properties of Jump61.

use std::cell::RefCell;
use std::io::{self, Write};

use arbitrary::{Result, Unstructured};
use gridlaw::cell::{Pos, Side};
use gridlaw::conformance::lockstep::check_position;
use gridlaw::console::Console;
use gridlaw::games::jump61::session::{self, Options};
use gridlaw::games::jump61::{Board, Jump61, Move, NaiveJump61, Parameters, Setup, Square, SquareGrid};
use gridlaw::rules::{Notation, Outcome, Rules};

fn parameters(source: &mut Unstructured) -> Result<Parameters> {
    Ok(Parameters::new(source.int_in_range(2..=10)?).expect("2 to 10 are sizes"))
}

/// Any board: neutral, stable, or with any spots anywhere, so that it may be invalid.
fn board(source: &mut Unstructured, parameters: Parameters) -> Result<Board> {
    let mut board = Board::new(parameters);
    let (neutral, wild) = (source.ratio(1, 4)?, source.ratio(1, 8)?);
    for pos in parameters.board().positions().filter(|_| !neutral) {
        let byte: u8 = source.arbitrary()?;
        let last = parameters.size() - 1;
        let edges = [pos.row == 0, pos.row == last, pos.col == 0, pos.col == last];
        let neighbors = 4 - edges.into_iter().filter(|&edge| edge).count() as u32;
        let spots = u32::from(byte >> 2) % 8;
        let spots = if wild { spots } else { 1 + spots % neighbors };
        match byte & 3 {
            0 => {}
            owner => board.set(pos, Square::Owned(Side::BOTH[usize::from(owner == 1)], spots)),
        }
    }
    Ok(board)
}

/// Squares, most of them on the board.
fn moves(source: &mut Unstructured) -> Result<Vec<Move>> {
    let count = source.int_in_range(0..=40)?;
    let one = |source: &mut Unstructured| {
        let byte: u8 = source.arbitrary()?;
        Ok(Move(Pos::new(u32::from(byte >> 4), u32::from(byte & 15))))
    };
    (0..count).map(|_| one(source)).collect()
}

/// The engines on planes accept the same boards as the matrix and agree with it over any sequence
/// of moves, legal or not.
pub fn fast_is_naive(source: &mut Unstructured) -> Result<()> {
    fn compare<P: SquareGrid>(board: &Board, moves: &[Move]) {
        let Some(fast) = Jump61::<P>::new(board.parameters()) else { return };
        let naive = NaiveJump61::new(board.parameters());
        let (mut ours, mut theirs) = match (fast.position(&Setup(board.clone())), naive.position(&Setup(board.clone())))
        {
            (Ok(ours), Ok(theirs)) => (ours, theirs),
            (ours, theirs) => return assert_eq!(ours.err(), theirs.err()),
        };
        // Squares beyond the largest board are kept; the others are wrapped onto this board.
        let size = board.parameters().size();
        let near = |index: u32| if index < Parameters::LARGEST { index % size } else { index };
        for mv in moves.iter().map(|mv| Move(Pos::new(near(mv.0.row), near(mv.0.col)))) {
            if let Err(difference) = check_position(&fast, &ours, &naive, &theirs) {
                panic!("{difference}");
            }
            let (ours_after, theirs_after) = (fast.play(&mut ours, mv).is_ok(), naive.play(&mut theirs, mv).is_ok());
            assert_eq!(ours_after, theirs_after, "{mv} on {}", fast.setup_text(&ours));
        }
        assert_eq!(fast.board(&ours), naive.board(&theirs));
        // The shortcut for a winning move agrees, too.
        let wins = |&mv: &Move| {
            let mut after = theirs.clone();
            naive.play_unchecked(&mut after, mv);
            naive.outcome(&after) != Outcome::InProgress
        };
        let found = fast.winning_move(&ours);
        assert_eq!(found.is_some(), naive.moves(&theirs).iter().any(wins), "{}", fast.setup_text(&ours));
        assert!(found.is_none_or(|mv| wins(&mv)), "{found:?} on {}", fast.setup_text(&ours));
    }
    let parameters = parameters(source)?;
    let (board, moves) = (board(source, parameters)?, moves(source)?);
    compare::<u64>(&board, &moves);
    compare::<u128>(&board, &moves);
    Ok(())
}

/// Boards, positions and moves are read as they are written, and no text makes a reader panic.
pub fn text_round_trips(source: &mut Unstructured) -> Result<()> {
    let parameters = parameters(source)?;
    let rules = Jump61::<u128>::new(parameters).expect("every size fits");
    let naive = NaiveJump61::new(parameters);
    let board = board(source, parameters)?;
    assert_eq!(board.to_string().parse(), Ok(board.clone()));
    if let Ok(position) = rules.position(&Setup(board.clone())) {
        assert_eq!(rules.read_position(&rules.setup_text(&position)), Ok(position));
    }
    let text: &str = source.arbitrary()?;
    if let Ok(mv) = text.parse::<Move>() {
        assert_eq!(mv.to_string(), text);
    }
    match (rules.read_position(text), naive.read_position(text)) {
        (Ok(position), Ok(theirs)) => {
            assert_eq!(rules.setup_text(&position), naive.setup_text(&theirs));
            assert_eq!(rules.read_position(&rules.setup_text(&position)), Ok(position));
        }
        (ours, theirs) => assert_eq!(ours.err(), theirs.err()),
    }
    if let Ok(board) = text.parse::<Board>() {
        assert_eq!(board.to_string().parse(), Ok(board));
    }
    Ok(())
}

/// The words of scripts, so that many scripts have a meaning.
const WORDS: [&str; 31] = [
    "\n", "\n", "\n", " ", " ", "\t", "0", "1", "1", "2", "2", "3", "4", "10", "11", "-1", "size", "start", "start",
    "set", "auto", "manual", "red", "BLUE", "r", "b", "clear", "seed", "help", "#", "\u{e9}",
];

/// Any bytes, or words and numbers in any order.
fn script(source: &mut Unstructured) -> Result<Vec<u8>> {
    let words: bool = source.arbitrary()?;
    let bytes = source.bytes(source.len())?;
    if !words {
        return Ok(bytes.to_vec());
    }
    let word = |&byte: &u8| match WORDS[usize::from(byte) % WORDS.len()] {
        "\n" => "\n".to_string(),
        word => format!("{word} "),
    };
    Ok(bytes.iter().map(word).collect::<String>().into_bytes())
}

/// One stream for output and errors, which keeps their order.
#[derive(Default)]
struct Transcript(RefCell<Vec<u8>>);

impl Write for &Transcript {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// No script makes the program `jump61` panic or fail, errors change nothing, every board that it
/// dumps is a board, and the same seed gives the same conversation.
pub fn session_never_panics(source: &mut Unstructured) -> Result<()> {
    let options = Options { prompt: source.arbitrary()?, seed: source.arbitrary()?, limit: 20 };
    let script = script(source)?;
    let mut input = b"dump\n".to_vec();
    for line in script.split(|&byte| byte == b'\n').take(200) {
        input.extend_from_slice(line);
        input.extend_from_slice(b"\ndump\n");
    }
    let converse = || {
        let transcript = Transcript::default();
        let mut console = Console::new(&input[..], &transcript, &transcript);
        session::run(options, &mut (), &mut console).expect("memory takes everything");
        String::from_utf8(transcript.0.into_inner()).expect("what is written is text")
    };
    let shown = converse();
    assert_eq!(shown, converse());
    // The text between two dumps is the reply to one line of the script.
    let parts: Vec<&str> = shown.split("====\n").collect();
    assert!(parts.len() % 2 == 1, "a dump has two markers: {shown}");
    let dumps: Vec<&str> = parts.iter().skip(1).step_by(2).copied().collect();
    for dump in &dumps {
        let board: Board = format!("====\n{dump}====\n").parse().unwrap_or_else(|error| panic!("{error}: {dump}"));
        assert_eq!(board.to_string(), format!("====\n{dump}====\n"));
    }
    for (number, between) in parts.iter().skip(2).step_by(2).enumerate() {
        if between.contains("Error: ") && number + 1 < dumps.len() {
            assert_eq!(dumps[number], dumps[number + 1], "{between}");
            assert!(!between.contains(" wins.") && !between.contains(" moves "), "{between}");
        }
    }
    Ok(())
}
