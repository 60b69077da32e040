//! Properties of Breakdown.

use std::io::{self, Read};

use arbitrary::{Result, Unstructured};
use gridlaw::batch::BatchOutcome;
use gridlaw::board::{ColumnSet, Owners, PackedBoard, Wide};
use gridlaw::cell::{Cell, Pos, Side, Size};
use gridlaw::conformance::lockstep::check_position;
use gridlaw::console::Console;
use gridlaw::games::breakdown::{
    BoardFacts, Boards, Breakdown, Move, NaiveBreakdown, Parameters, Setup, Store, session,
};
use gridlaw::level::Level;
use gridlaw::matrix::MatrixBoard;
use gridlaw::rules::{Notation, Rules};
use gridlaw::text::Grid;
use gridlaw::verdict::{Workers, verdict, verdict_in_bulk};

fn size(source: &mut Unstructured) -> Result<Size> {
    // Mostly small; sometimes longer than a word, a register or a strip.
    let (width, height) = match source.int_in_range(0..=3)? {
        0 | 1 => (source.int_in_range(1..=9)?, source.int_in_range(1..=9)?),
        2 => (source.int_in_range(1..=40)?, source.int_in_range(1..=12)?),
        _ => (source.int_in_range(1..=3)?, source.int_in_range(1..=140)?),
    };
    Ok(Size::new(width, height).expect("small sizes are sizes"))
}

fn parameters(source: &mut Unstructured) -> Result<Parameters> {
    let size = size(source)?;
    let (stick, square) = (source.int_in_range(1..=10)?, source.int_in_range(1..=5)?);
    Ok(Parameters::new(size.width(), size.height(), stick, square).expect("small numbers are parameters"))
}

/// A board of the first `cells` of [`Cell::ALL`]: 4 for all cells, 3 for those of a game.
fn board<G: Grid>(source: &mut Unstructured, size: Size, cells: u32) -> Result<G> {
    let mut board = G::empty(size);
    for pos in size.positions() {
        board.set_cell(pos, Cell::from_code(u32::from(source.arbitrary::<u8>()?) % cells));
    }
    Ok(board)
}

fn side(source: &mut Unstructured) -> Result<Side> {
    Ok(Side::BOTH[usize::from(source.arbitrary::<bool>()?)])
}

fn column(board: &PackedBoard, col: u32) -> Vec<Cell> {
    (0..board.size().height()).map(|row| board.cell(Pos::new(row, col))).collect()
}

/// Gravity is idempotent, leaves nothing loose, and keeps every column's pieces in order.
pub fn gravity_keeps_columns(source: &mut Unstructured) -> Result<()> {
    let size = size(source)?;
    let before: PackedBoard = board(source, size, 4)?;
    let mut after = before.clone();
    after.fall();
    assert!(!after.has_loose());
    assert_eq!(before.has_loose(), before != after);
    for col in 0..size.width() {
        let pieces: Vec<Cell> = column(&before, col).into_iter().filter(|&cell| cell != Cell::Empty).collect();
        let settled = column(&after, col);
        let (air, settled) = settled.split_at(settled.len() - pieces.len());
        assert_eq!(settled, pieces);
        assert!(air.iter().all(|&cell| cell == Cell::Empty));
    }
    let once = after.clone();
    after.fall();
    assert_eq!(after, once);
    Ok(())
}

/// A dropped stick is straight, of its length and color, rests on something, and changes nothing
/// else; a refused one changes nothing, and is refused exactly where there is no room.
pub fn drops_are_rigid_and_supported(source: &mut Unstructured) -> Result<()> {
    let size = size(source)?;
    let before: PackedBoard = board(source, size, 4)?;
    let (length, side, vertical) = (source.int_in_range(1..=9)?, side(source)?, source.arbitrary()?);
    let col = source.int_in_range(0..=size.width() + 1)?;
    let mut after = before.clone();
    let (room, dropped) = if vertical {
        (before.vertical_room(length), after.drop_vertical(col, length, side))
    } else {
        (before.horizontal_room(length), after.drop_horizontal(col, length, side))
    };
    assert_eq!(room.contains(col), dropped.is_ok());
    if dropped.is_err() {
        assert_eq!(after, before);
        return Ok(());
    }
    let changed: Vec<Pos> = size.positions().filter(|&pos| before.cell(pos) != after.cell(pos)).collect();
    let top_left = changed[0];
    let expected: Vec<Pos> = (0..length)
        .map(|step| if vertical { Pos::new(top_left.row + step, col) } else { Pos::new(top_left.row, col + step) })
        .collect();
    assert_eq!(changed, expected);
    assert!(changed.iter().all(|&pos| before.cell(pos) == Cell::Empty && after.cell(pos) == Cell::from(side)));
    let below = |pos: &Pos| Pos::new(pos.row + 1, pos.col);
    let rests = |pos: &Pos| pos.row + 1 == size.height() || before.cell(below(pos)) != Cell::Empty;
    assert!(changed.iter().any(rests));
    // The stick came from the top: everything above it is empty.
    assert!(changed.iter().all(|pos| (0..pos.row).all(|row| before.cell(Pos::new(row, pos.col)) == Cell::Empty)));
    Ok(())
}

fn moves(source: &mut Unstructured) -> Result<Vec<Move>> {
    let count = source.int_in_range(0..=60)?;
    (0..count)
        .map(|_| {
            let col = source.int_in_range(0..=41)?;
            Ok(match source.int_in_range(0..=4)? {
                0 | 1 => Move::Vertical(col),
                2 | 3 => Move::Horizontal(col),
                _ => Move::Breakdown,
            })
        })
        .collect()
}

/// A packed engine agrees with the matrix over any sequence of moves, legal or not, from any board.
pub fn fast_is_naive(source: &mut Unstructured) -> Result<()> {
    fn compare<B: Store>(start: &PackedBoard, turn: Side, parameters: Parameters, moves: &[Move]) -> bool {
        let Some(fast) = Breakdown::<B>::new(parameters) else { return false };
        let naive = NaiveBreakdown::new(parameters);
        let mut ours = fast.position(&Setup::new(start, turn)).expect("no cell is fixed");
        let mut theirs = naive.position(&Setup::new(start, turn)).expect("no cell is fixed");
        for &mv in moves {
            if let Err(difference) = check_position(&fast, &ours, &naive, &theirs) {
                panic!("{parameters}: {difference}");
            }
            assert_eq!(fast.play(&mut ours, mv).is_ok(), naive.play(&mut theirs, mv).is_ok(), "{parameters}: {mv}");
        }
        assert_eq!(fast.setup_text(&ours), naive.setup_text(&theirs));
        true
    }
    let forms = [
        compare::<u32>,
        compare::<u64>,
        compare::<u128>,
        compare::<Wide<4>>,
        compare::<Wide<8>>,
        compare::<PackedBoard>,
    ];
    let parameters = parameters(source)?;
    let first = source.choose_index(forms.len())?;
    let empty: bool = source.arbitrary()?;
    let start = if empty { PackedBoard::new(parameters.size()) } else { board(source, parameters.size(), 3)? };
    let (turn, moves) = (side(source)?, moves(source)?);
    // One form an input, because six would cost six times as much.
    let mut forms = forms.iter().cycle().skip(first);
    assert!(forms.any(|compare| compare(&start, turn, parameters, &moves)));
    Ok(())
}

/// Boards, positions and moves are read as they are written, and no text makes a reader panic.
pub fn text_round_trips(source: &mut Unstructured) -> Result<()> {
    let parameters = parameters(source)?;
    let board: PackedBoard = board(source, parameters.size(), 4)?;
    assert_eq!(board.to_string().parse(), Ok(board.clone()));
    assert_eq!(PackedBoard::from_words(parameters.size(), board.words()), Ok(board.clone()));
    let rules = Breakdown::<PackedBoard>::new(parameters).expect("every board fits");
    let found = rules.position(&Setup::new(&board, side(source)?));
    assert_eq!(found.is_err(), board.size().positions().any(|pos| board.cell(pos) == Cell::Fixed));
    if let Ok(position) = found {
        assert_eq!(rules.read_position(&rules.setup_text(&position)), Ok(position));
    }
    let text: &str = source.arbitrary()?;
    if let Ok(mv) = text.parse::<Move>() {
        assert_eq!(mv.to_string().parse(), Ok(mv));
    }
    if let Ok(position) = rules.read_position(text) {
        assert_eq!(rules.read_position(&rules.setup_text(&position)), Ok(position));
    }
    if let Ok(board) = text.parse::<PackedBoard>() {
        assert_eq!(board.to_string().trim_end(), text.trim_end());
    }
    Ok(())
}

/// No input makes the program `play` panic, and it prints the same on both boards.
pub fn session_never_panics(source: &mut Unstructured) -> Result<()> {
    let parameters = parameters(source)?;
    let input = source.bytes(source.len())?;
    let mut packed = Console::new(input, Vec::new(), Vec::new());
    let mut matrix = Console::new(input, Vec::new(), Vec::new());
    let rules = Breakdown::<PackedBoard>::new(parameters).expect("every board fits");
    let status = session::play(&rules, parameters, &mut packed).expect("memory takes everything");
    let other = session::play(&NaiveBreakdown::new(parameters), parameters, &mut matrix);
    assert_eq!(other.expect("memory takes everything"), status);
    assert_eq!((packed.output, &packed.errors), (matrix.output, &matrix.errors));
    assert_eq!(packed.errors, if status == 0 { &b""[..] } else { b"End of input.\n" });
    Ok(())
}

/// Hands out its bytes in pieces of the given lengths.
struct Pieces<'d> {
    data: &'d [u8],
    lengths: std::iter::Cycle<std::vec::IntoIter<u8>>,
}

impl Read for Pieces<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = usize::from(self.lengths.next().unwrap_or(1)).clamp(1, self.data.len().max(1));
        (&self.data[..length.min(self.data.len())]).read(buffer).inspect(|&read| self.data = &self.data[read..])
    }
}

/// The oracle answers every line however the input is cut into reads, and both engines give the
/// same answers.
pub fn verdict_answers_every_line(source: &mut Unstructured) -> Result<()> {
    let parameters = parameters(source)?;
    let lengths: Vec<u8> = (0..4).map(|_| source.arbitrary()).collect::<Result<_>>()?;
    let data = source.bytes(source.len())?;
    let (mut whole, mut naive, mut pieces, mut bulk) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let rules = Breakdown::<PackedBoard>::new(parameters).expect("every board fits");
    verdict(&rules, &mut &data[..], &mut whole).expect("memory takes everything");
    verdict(&NaiveBreakdown::new(parameters), &mut &data[..], &mut naive).expect("memory takes everything");
    let cut = Pieces { data, lengths: lengths.clone().into_iter().cycle() };
    verdict(&rules, &mut { cut }, &mut pieces).expect("memory takes everything");
    let cut = Pieces { data, lengths: lengths.into_iter().cycle() };
    verdict_in_bulk(&rules, &mut { cut }, &mut bulk, &Workers::alone()).expect("memory takes everything");
    assert_eq!(whole, naive);
    assert_eq!(whole, pieces);
    assert_eq!(whole, bulk);
    // Repeated, so that lines are played side by side, at both ends of a piece.
    const TIMES: usize = 9;
    let lines = [data, b"\n"].concat();
    let (mut once, mut often) = (Vec::new(), Vec::new());
    verdict(&rules, &mut &lines[..], &mut once).expect("memory takes everything");
    verdict_in_bulk(&rules, &mut &lines.repeat(TIMES)[..], &mut often, &Workers::alone())
        .expect("memory takes everything");
    assert_eq!(once.repeat(TIMES), often);
    let games = data.split(|&byte| byte == b'\n').count() - usize::from(data.last().is_none_or(|&byte| byte == b'\n'));
    assert_eq!(whole.iter().filter(|&&byte| byte == b'\n').count(), games);
    Ok(())
}

/// Copies a board to the matrix, with other cells than fixed ones in their place.
fn on_matrix(board: &PackedBoard, fixed: Cell) -> MatrixBoard {
    let mut matrix = MatrixBoard::new(board.size());
    let cell = |pos| Some(board.cell(pos)).filter(|&cell| cell != Cell::Fixed).unwrap_or(fixed);
    board.size().positions().for_each(|pos| matrix.set_cell(pos, cell(pos)));
    matrix
}

fn in_words(matrix: &MatrixBoard) -> Vec<u32> {
    let mut board = PackedBoard::new(matrix.size());
    matrix.size().positions().for_each(|pos| board.set_cell(pos, matrix.cell(pos)));
    board.words().to_vec()
}

/// Compares every operation of [`Boards`] with the matrix, at every level. A fixed piece falls like
/// others and is in the squares of both sides; a board with one has no outcome.
pub fn check_boards(parameters: Parameters, boards: &[PackedBoard], turns: &[Side]) {
    let naive = NaiveBreakdown::new(parameters);
    let bulk = Boards::new(parameters.size(), parameters.stick(), parameters.square());
    let words: Vec<u32> = boards.iter().flat_map(|board| board.words().iter().copied()).collect();
    let (mut fallen, mut owners, mut outcomes) = (Vec::new(), Vec::new(), Vec::new());
    let mut facts = Vec::new();
    for (board, &turn) in boards.iter().zip(turns) {
        let matrix = on_matrix(board, Cell::Fixed);
        let mut settled = matrix.clone();
        settled.fall();
        fallen.extend(in_words(&settled));
        let owns = |side: Side| on_matrix(board, side.into()).owns_square(side, parameters.square());
        let mut owner = Owners::empty();
        owner.set(Owners::BLACK, owns(Side::First));
        owner.set(Owners::WHITE, owns(Side::Second));
        owners.push(owner);
        let fits =
            |col: u32| matrix.fits_vertical(col, parameters.stick()) || matrix.fits_horizontal(col, parameters.stick());
        let mut all = BoardFacts::from_bits_truncate(owner.bits());
        all.set(BoardFacts::EMPTY, matrix.is_empty());
        all.set(BoardFacts::STUCK, !matrix.has_loose() && !(0..parameters.size().width()).any(fits));
        facts.push(all);
        let position = naive.position(&Setup::new(&matrix, turn));
        outcomes.push(position.map(|position| BatchOutcome::from(naive.outcome(&position))));
    }
    for level in Level::available() {
        let bulk = bulk.clone().at_level(level);
        let explain = format!("{level}, {parameters}, {} boards", boards.len());
        let mut out = words.clone();
        bulk.fall(&mut out);
        assert_eq!(out, fallen, "{explain}");
        let mut out = vec![Owners::all(); boards.len()];
        bulk.squares(&words, &mut out);
        assert_eq!(out, owners, "{explain}");
        let mut out = vec![BoardFacts::all(); boards.len()];
        bulk.facts(&words, &mut out);
        assert_eq!(out, facts, "{explain}");
        let mut out = vec![BatchOutcome::Illegal; boards.len()];
        bulk.outcomes(&words, turns, &mut out);
        for (found, expected) in out.iter().zip(&outcomes) {
            if let Ok(expected) = expected {
                assert_eq!(found, expected, "{explain}");
            }
        }
    }
}

/// Bulk work gives the matrix's answer for each of its boards, at every level.
pub fn levels_agree_with_the_matrix(source: &mut Unstructured) -> Result<()> {
    let parameters = parameters(source)?;
    let distinct = source.int_in_range(1..=6)?;
    let boards: Vec<PackedBoard> = (0..distinct).map(|_| board(source, parameters.size(), 4)).collect::<Result<_>>()?;
    // Mostly a few, which are cheap for the matrix; else around a block of 64. Boards repeat.
    let most = if source.ratio(1, 8)? { 130 } else { 9 };
    let count = source.int_in_range(1..=most)?;
    let boards: Vec<PackedBoard> = boards.iter().cycle().take(count).cloned().collect();
    let turns: Vec<Side> = (0..count).map(|_| side(source)).collect::<Result<_>>()?;
    check_boards(parameters, &boards, &turns);
    Ok(())
}
