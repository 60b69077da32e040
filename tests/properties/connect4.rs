//! Properties of Connect4.

use arbitrary::{Error, Result, Unstructured};
use gridlaw::board::{PackedBoard, Register, Wide};
use gridlaw::cell::{Cell, Edge, Pos, Side};
use gridlaw::conformance::lockstep::check_position;
use gridlaw::console::Console;
use gridlaw::games::connect4::session::{GameType, Settings};
use gridlaw::games::connect4::tasks::{self, Board, MAX_SIZE};
use gridlaw::games::connect4::tournament::tournament;
use gridlaw::games::connect4::{Connect4, Move, NaiveConnect4, Parameters, Setup, Tactics, read_display, session};
use gridlaw::rules::{Notation, Outcome, Rules};
use gridlaw::text::Grid;

fn parameters(source: &mut Unstructured) -> Result<Parameters> {
    Ok(Parameters::new(source.int_in_range(4..=10)?).expect("4 to 10 are sizes"))
}

fn side(source: &mut Unstructured) -> Result<Side> {
    Ok(Side::BOTH[usize::from(source.arbitrary::<bool>()?)])
}

/// Moves of all four sides, most of them on the board.
fn moves(source: &mut Unstructured) -> Result<Vec<Move>> {
    let count = source.int_in_range(0..=60)?;
    let one = |source: &mut Unstructured| {
        let byte: u8 = source.arbitrary()?;
        Ok(Move::new(Edge::ALL[usize::from(byte >> 6)], u32::from(byte % 10)).expect("below 10"))
    };
    (0..count).map(|_| one(source)).collect()
}

/// The empty board, or one with arbitrary tokens around its center, or arbitrary cells everywhere.
fn board(source: &mut Unstructured, parameters: Parameters) -> Result<PackedBoard> {
    let rules = Connect4::<Wide<4>>::new(parameters).expect("every size fits");
    let mut board = rules.board(&rules.start());
    let (tokens, anywhere) = (source.arbitrary::<bool>()?, source.ratio(1, 8)?);
    for pos in parameters.size().positions().filter(|_| tokens) {
        let code = u32::from(source.arbitrary::<u8>()?);
        if anywhere {
            board.set_cell(pos, Cell::from_code(code));
        } else if board.cell(pos) == Cell::Empty {
            board.set_cell(pos, Cell::from_code(code % 3));
        }
    }
    Ok(board)
}

/// The packed engines accept the same boards as the matrix and agree with it over any sequence of
/// moves and forfeits, one move ahead too.
pub fn fast_is_naive(source: &mut Unstructured) -> Result<()> {
    fn compare<B: Register>(board: &PackedBoard, turn: Side, parameters: Parameters, moves: &[Move]) -> bool {
        let Some(fast) = Connect4::<B>::new(parameters) else { return false };
        let naive = NaiveConnect4::new(parameters);
        let setup = Setup::new(board, turn);
        let (mut ours, mut theirs) = match (fast.position(&setup), naive.position(&setup)) {
            (Ok(ours), Ok(theirs)) => (ours, theirs),
            (ours, theirs) => {
                assert_eq!(ours.err(), theirs.err());
                return true;
            }
        };
        for &mv in moves {
            if let Err(difference) = check_position(&fast, &ours, &naive, &theirs) {
                panic!("{parameters}: {difference}");
            }
            assert_eq!(fast.winning_moves(&ours), naive.winning_moves(&theirs));
            for side in Side::BOTH {
                assert_eq!(fast.threats(&ours, side), naive.threats(&theirs, side));
            }
            assert_eq!(fast.accepts(&ours, mv), naive.accepts(&theirs, mv), "{parameters}: {mv}");
            assert_eq!(fast.is_legal(&ours, mv), naive.is_legal(&theirs, mv), "{parameters}: {mv}");
            if fast.accepts(&ours, mv) {
                fast.play_unchecked(&mut ours, mv);
                naive.play_unchecked(&mut theirs, mv);
            }
        }
        // The definition plays every pair of moves: once is enough.
        assert_eq!(fast.safe_moves(&ours), naive.safe_moves(&theirs), "{}", fast.setup_text(&ours));
        assert_eq!(fast.count_replies(&ours), naive.count_replies(&theirs), "{}", fast.setup_text(&ours));
        assert_eq!(fast.setup_text(&ours), naive.setup_text(&theirs));
        true
    }
    let parameters = parameters(source)?;
    let board = board(source, parameters)?;
    let (turn, moves) = (side(source)?, moves(source)?);
    // One register an input, because the matrix takes most of the time: the first from here on that
    // holds the board.
    let registers = [compare::<u32>, compare::<u64>, compare::<u128>, compare::<Wide<4>>];
    let mut registers = registers.iter().skip(source.int_in_range(0..=3)?);
    assert!(registers.any(|compare| compare(&board, turn, parameters, &moves)));
    Ok(())
}

/// Display strings, positions and moves are read as they are written, no text makes a reader panic,
/// and both engines read the same.
pub fn text_round_trips(source: &mut Unstructured) -> Result<()> {
    let parameters = parameters(source)?;
    let rules = Connect4::<Wide<4>>::new(parameters).expect("every size fits");
    let naive = NaiveConnect4::new(parameters);
    let board = board(source, parameters)?;
    let array = array_of(&board);
    let shown = tasks::display_board_string(&array, parameters.size().width() as i32);
    assert_eq!(read_display(&shown, parameters), Ok(board.clone()));
    if let Ok(position) = rules.position(&Setup::new(&board, side(source)?)) {
        assert_eq!(rules.picture(&position), shown);
        assert_eq!(rules.read_position(&rules.setup_text(&position)), Ok(position));
    }
    let text: &str = source.arbitrary()?;
    if let Ok(mv) = text.parse::<Move>() {
        assert_eq!(mv.to_string(), text);
    }
    match rules.read_position(text) {
        Ok(position) => assert_eq!(rules.read_position(&rules.setup_text(&position)), Ok(position)),
        Err(error) => assert_eq!(naive.read_position(text).err(), Some(error)),
    }
    if let Ok(board) = read_display::<PackedBoard>(text, parameters) {
        let shown = tasks::display_board_string(&array_of(&board), parameters.size().width() as i32);
        assert_eq!(shown.trim_end(), text.trim_end());
    }
    Ok(())
}

fn array_of(board: &PackedBoard) -> Board {
    let mut array = [[-1; MAX_SIZE]; MAX_SIZE];
    for pos in board.size().positions() {
        array[pos.row as usize][pos.col as usize] = board.cell(pos) as i32;
    }
    array
}

/// Any cell codes, mostly those of the document.
fn array(source: &mut Unstructured) -> Result<Board> {
    let mut array = [[0; MAX_SIZE]; MAX_SIZE];
    for cell in array.iter_mut().flatten() {
        let byte: u8 = source.arbitrary()?;
        *cell = if byte < 250 { i32::from(byte % 4) } else { source.arbitrary()? };
    }
    Ok(array)
}

/// The document's functions return for any arguments, and change only their own arrays.
pub fn tasks_are_total(source: &mut Unstructured) -> Result<()> {
    let [a, b, c]: [i32; 3] = source.arbitrary()?;
    let middle = tasks::second_place_prize(a, b, c);
    assert!([a, b, c].contains(&middle) && middle >= a.min(b).min(c) && middle <= a.max(b).max(c));
    if let Some(negated) = a.checked_neg() {
        assert_eq!(tasks::binary_to_decimal(negated), -tasks::binary_to_decimal(a));
    }
    let mut array = array(source)?;
    let before = array;
    let size = if source.arbitrary()? { source.int_in_range(3..=11)? } else { source.arbitrary()? };
    let is_board = (4..=10).contains(&size);
    let in_reach = |row: usize, col: usize| is_board && row.max(col) < size as usize;
    let (player, position): (i32, i32) = (source.arbitrary()?, source.int_in_range(-1..=11)?);
    let sign = if source.arbitrary()? { *source.choose(&['N', 'E', 'S', 'W'])? } else { source.arbitrary()? };
    let last = tasks::add_move_to_board(&mut array, size, sign, position, player);
    for (row, col) in (0..MAX_SIZE).flat_map(|row| (0..MAX_SIZE).map(move |col| (row, col))) {
        let landed = last == Some(Pos::new(row as u32, col as u32));
        assert!(!landed || in_reach(row, col) && before[row][col] == 0);
        assert_eq!(array[row][col], if landed { player } else { before[row][col] });
    }
    let anywhere = if source.arbitrary()? { last } else { Some(Pos::new(source.arbitrary()?, source.arbitrary()?)) };
    let over = tasks::check_game_over(&array, size, player, anywhere);
    assert!(over == 0 || over == player && is_board);
    let shown = tasks::display_board_string(&array, size);
    assert_eq!(shown.len(), if is_board { (size as usize + 4) * (size as usize + 5) } else { 0 });
    tasks::initialise_board(&mut array, size);
    for (row, col) in (0..MAX_SIZE).flat_map(|row| (0..MAX_SIZE).map(move |col| (row, col))) {
        assert!(in_reach(row, col) || last.is_some() || array[row][col] == before[row][col]);
        assert!(!in_reach(row, col) || matches!(array[row][col], 0 | 3));
    }
    let abilities: Vec<f64> = source.arbitrary()?;
    let median = tasks::median_ability(&abilities);
    if !abilities.is_empty() && abilities.iter().all(|ability| ability.is_finite()) {
        let count = |keep: &dyn Fn(f64) -> bool| abilities.iter().filter(|&&ability| keep(ability)).count();
        assert!(2 * count(&|ability| ability <= median) >= abilities.len());
        assert!(2 * count(&|ability| ability >= median) >= abilities.len());
    }
    let values: Vec<u8> = source.arbitrary()?;
    let values: Vec<i32> = values.into_iter().map(|value| i32::from(value % 3)).collect();
    let begins = |at: usize| values[at..].len() >= 4 && values[at..at + 4].iter().all(|&value| value == values[at]);
    assert_eq!(tasks::four_in_a_row(&values), (0..values.len()).find(|&at| begins(at)));
    let mut name = source.bytes(source.len())?.to_vec();
    let unspaced: Vec<u8> = name.iter().copied().filter(|&byte| byte != b' ').collect();
    let kept = tasks::remove_spaces(&mut name);
    name.truncate(kept);
    assert!(!name.windows(2).any(|pair| pair == b"  "));
    assert!(name.into_iter().filter(|&byte| byte != b' ').eq(unspaced));
    Ok(())
}

/// On any array a bot names a free entry if there is one, wins at once if it can, and avoids giving
/// its opponent an immediate win if it can. The document's own functions check it, entry by entry.
pub fn bots_keep_their_promises(source: &mut Unstructured) -> Result<()> {
    let board = array(source)?;
    let size = source.int_in_range(4..=10)?;
    let player = source.int_in_range(1..=2)?;
    let entries = || "NESW".chars().flat_map(move |side| (0..size).map(move |position| (side, position)));
    let winner = |board: &Board, player: i32, (side, position): (char, i32)| {
        let mut after = *board;
        let last = tasks::add_move_to_board(&mut after, size, side, position, player)?;
        Some((tasks::check_game_over(&after, size, player, Some(last)) == player, after))
    };
    let can_win =
        |board: &Board, player: i32| entries().any(|entry| winner(board, player, entry).is_some_and(|(wins, _)| wins));
    let is_safe = |entry| match winner(&board, player, entry) {
        Some((wins, after)) => wins || !can_win(&after, 3 - player),
        None => false,
    };
    let is_free = entries().any(|entry| winner(&board, player, entry).is_some());
    for bot in [tasks::bot1_move, tasks::bot2_move] {
        let chosen = bot(&board, size, player);
        match winner(&board, player, chosen) {
            None => assert!(!is_free && chosen == ('N', 0), "{chosen:?} is taken"),
            Some((true, _)) => {}
            Some((false, _)) => {
                assert!(!can_win(&board, player), "{chosen:?} does not win");
                assert!(is_safe(chosen) || !entries().any(is_safe), "{chosen:?} is a gift");
            }
        }
    }
    // They also return for any other arguments.
    let (size, player) = (source.arbitrary()?, source.arbitrary()?);
    for (side, position) in [tasks::bot1_move(&board, size, player), tasks::bot2_move(&board, size, player)] {
        assert!("NESW".contains(side) && (position == 0 || (0..size).contains(&position)));
    }
    Ok(())
}

/// No input makes the program `connect4` panic. It ends with a winner or at the end of the input.
pub fn session_never_panics(source: &mut Unstructured) -> Result<()> {
    let settings = Settings {
        parameters: if source.arbitrary()? { Some(parameters(source)?) } else { None },
        game_type: GameType::from_number(source.int_in_range(0..=3)?),
        games: if source.arbitrary()? { Some(source.int_in_range(1..=3)?) } else { None },
        seed: source.arbitrary()?,
    };
    let input = source.bytes(source.len())?;
    let mut console = Console::new(input, Vec::new(), Vec::new());
    // At most a few games, however many are asked for.
    let status =
        session::run(settings, &mut console, |parameters, seed, games| tournament(parameters, seed, 0..games.min(3)));
    let status = status.expect("memory takes everything");
    let shown = String::from_utf8(console.output).expect("all that is shown is text");
    assert_eq!(console.errors, if status == 0 { &b""[..] } else { b"End of input.\n" });
    let last = shown.lines().last().unwrap_or_default();
    let ended =
        last.starts_with("Game over! Congratulations! Winner is Player ") || last.starts_with("Player 1 wins = ");
    assert_eq!(ended, status == 0, "{last:?}");
    Ok(())
}

/// Games of bots from any accepted position end with a winner.
pub fn games_end_with_a_winner(source: &mut Unstructured) -> Result<()> {
    let parameters = parameters(source)?;
    let rules = Connect4::<Wide<4>>::new(parameters).expect("every size fits");
    let Ok(mut position) = rules.position(&Setup::new(&board(source, parameters)?, side(source)?)) else {
        return Err(Error::IncorrectFormat);
    };
    let empty = parameters.size().cells();
    for _ in 0..empty {
        let choice: u8 = source.arbitrary()?;
        let Some(mv) = rules.choose_move(&position, |count| u64::from(choice) % count) else { break };
        rules.play(&mut position, mv).expect("a chosen move is legal");
    }
    assert!(matches!(rules.outcome(&position), Outcome::Win(_)));
    Ok(())
}
