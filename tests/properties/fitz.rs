//! Properties of Fitz.

use arbitrary::{Result, Unstructured};
use gridlaw::board::PackedBoard;
use gridlaw::cell::{Cell, Side, Size};
use gridlaw::conformance::laws;
use gridlaw::conformance::lockstep::check_position;
use gridlaw::console::Console;
use gridlaw::games::fitz::files::{LONGEST_SAVE, Save, read_save, read_tiles};
use gridlaw::games::fitz::player::{Automatic, Latest, Player, choose};
use gridlaw::games::fitz::{
    Angle, Fitz, FitzRules, Move, NaiveFitz, Parameters, Setup, Show, Tile, check_tiles, session,
};
use gridlaw::matrix::MatrixBoard;
use gridlaw::rules::{Notation, Rules};
use gridlaw::text::Grid;
use gridlaw::verdict::verdict;

fn tile(source: &mut Unstructured) -> Result<Tile> {
    // Mostly few cells, so that tiles fit.
    let mut cells = source.arbitrary::<u32>()?;
    for _ in 0..source.int_in_range(0..=2)? {
        cells &= source.arbitrary::<u32>()?;
    }
    Ok(Tile::from_cells((0..25).filter(|bit| cells >> bit & 1 == 1).map(|bit| (bit / 5, bit % 5))))
}

fn tiles(source: &mut Unstructured) -> Result<Vec<Tile>> {
    let mut tiles: Vec<Tile> = (0..source.int_in_range(1..=4)?).map(|_| tile(source)).collect::<Result<_>>()?;
    if check_tiles(&tiles).is_err() {
        tiles.push(Tile::from_cells([(2, 2)]));
    }
    Ok(tiles)
}

fn parameters(source: &mut Unstructured) -> Result<Parameters> {
    // Mostly small; sometimes longer than a word or a block of places.
    let (rows, cols) = match source.int_in_range(0..=3)? {
        0 | 1 => (source.int_in_range(1..=9)?, source.int_in_range(1..=9)?),
        2 => (source.int_in_range(1..=12)?, source.int_in_range(1..=40)?),
        _ => (source.int_in_range(1..=3)?, source.int_in_range(50..=130)?),
    };
    Ok(Parameters::new(rows, cols, tiles(source)?).expect("small sizes and a cell make a game"))
}

/// A board in both forms; the first byte gives the density of pieces.
fn boards(source: &mut Unstructured, size: Size) -> Result<(PackedBoard, MatrixBoard)> {
    let (mut packed, mut matrix) = (PackedBoard::new(size), MatrixBoard::new(size));
    let filled: u8 = source.arbitrary()?;
    for pos in size.positions() {
        let byte: u8 = source.arbitrary()?;
        if byte < filled {
            let cell = Cell::from_code(1 + u32::from(byte % 2));
            packed.set_cell(pos, cell);
            matrix.set_cell(pos, cell);
        }
    }
    Ok((packed, matrix))
}

fn mv(source: &mut Unstructured, parameters: &Parameters) -> Result<Move> {
    // On and around the board, and rarely anywhere.
    let around = |source: &mut Unstructured, range: std::ops::RangeInclusive<i32>| match source.ratio(1, 20)? {
        true => source.arbitrary(),
        false => source.int_in_range(range.start() - 1..=range.end() + 1),
    };
    let (row, col) = (around(source, parameters.row_range())?, around(source, parameters.col_range())?);
    Ok(Move { row, col, angle: Angle::ALL[source.choose_index(4)?] })
}

fn automatic(source: &mut Unstructured) -> Result<Automatic> {
    Ok(if source.arbitrary()? { Automatic::Type1 } else { Automatic::Type2 })
}

/// The packed engine keeps the laws and agrees with the matrix over any sequence of moves, typed or
/// automatic, from any board. The memory of the searches does not change their answers.
pub fn fast_is_naive(source: &mut Unstructured) -> Result<()> {
    let parameters = parameters(source)?;
    let (fast, naive) = (Fitz::new(parameters.clone()), NaiveFitz::new(parameters.clone()));
    let (packed, matrix) = if source.arbitrary()? {
        boards(source, parameters.size())?
    } else {
        (PackedBoard::new(parameters.size()), MatrixBoard::new(parameters.size()))
    };
    let turn = Side::BOTH[usize::from(source.arbitrary::<bool>()?)];
    let tile = source.choose_index(parameters.tiles().len())?;
    let mut ours = fast.position(&Setup::new(&packed, turn, tile)).expect("no cell is fixed");
    let mut theirs = naive.position(&Setup::new(&matrix, turn, tile)).expect("no cell is fixed");
    let (mut memory, mut latest) = (fast.memory(), Latest::default());
    for _ in 0..source.int_in_range(0..=40)? {
        if let Err(difference) = check_position(&fast, &ours, &naive, &theirs) {
            panic!("{parameters}: {difference}");
        }
        let fits = !fast.outcome(&ours).is_over();
        assert_eq!(fast.fits_anywhere(&ours, &mut memory), fits);
        let mv = if source.arbitrary()? {
            let automatic = automatic(source)?;
            let chosen = choose(&fast, &ours, &mut memory, automatic, &latest);
            assert_eq!(chosen, choose(&naive, &theirs, &mut (), automatic, &latest), "{parameters}: {automatic:?}");
            assert_eq!(chosen.is_some(), fits);
            let Some(mv) = chosen else { break };
            mv
        } else {
            mv(source, &parameters)?
        };
        assert_eq!(fast.is_legal(&ours, mv), naive.is_legal(&theirs, mv), "{parameters}: {mv}");
        assert_eq!(fast.fits(&ours, mv), naive.fits(&theirs, mv), "{parameters}: {mv}");
        if fast.fits(&ours, mv) {
            // A move leaves all cells that were taken as they are.
            latest.played(fast.turn(&ours), mv);
            fast.play_unchecked(&mut ours, mv);
            naive.play_unchecked(&mut theirs, mv);
        }
    }
    assert_eq!(fast.setup_text(&ours), naive.setup_text(&theirs));
    if let Err(violation) = laws::check_position(&fast, &ours, &[mv(source, &parameters)?]) {
        panic!("{parameters}: {violation}");
    }
    if fast.count_moves(&ours) <= 400 {
        let replies = fast.moves(&ours).into_iter().map(|mv| {
            let mut next = ours.clone();
            fast.play_unchecked(&mut next, mv);
            fast.count_moves(&next)
        });
        assert_eq!(fast.count_replies(&ours), replies.sum::<u64>(), "{parameters}");
    }
    Ok(())
}

/// A tile file that can be read from arbitrary bytes is, to the byte, the file that its tiles are
/// written to.
pub fn tile_files_are_read_as_written(source: &mut Unstructured) -> Result<()> {
    let tiles = tiles(source)?;
    let text = |tiles: &[Tile]| tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join("\n");
    let mut bytes = text(&tiles).into_bytes();
    assert_eq!(read_tiles(&bytes).as_ref(), Ok(&tiles));
    // The first column of the output is the file, and the others are its rotations.
    let shown = Show(&tiles).to_string();
    for (number, angle) in Angle::ALL.into_iter().enumerate() {
        let column = shown.lines().map(|line| line.split(' ').nth(number).unwrap_or_default());
        let turned: Vec<Tile> = tiles.iter().map(|tile| tile.turned(angle)).collect();
        assert_eq!(column.collect::<Vec<_>>(), text(&turned).lines().collect::<Vec<_>>());
    }
    // A changed file is refused, or is another valid file.
    for _ in 0..source.int_in_range(0..=3)? {
        let at = source.choose_index(bytes.len())?;
        match source.int_in_range(0..=2)? {
            0 => bytes[at] = source.arbitrary()?,
            1 => drop(bytes.remove(at)),
            _ => bytes.insert(at, source.arbitrary()?),
        }
    }
    for bytes in [&bytes[..], source.bytes(source.len())?] {
        if let Ok(tiles) = read_tiles(bytes) {
            assert!(!tiles.is_empty());
            assert_eq!(text(&tiles).as_bytes(), bytes);
        }
    }
    Ok(())
}

/// A saved game that can be read from arbitrary bytes is saved as the same bytes, except for
/// leading zeros.
pub fn saves_are_read_as_written(source: &mut Unstructured) -> Result<()> {
    let parameters = parameters(source)?;
    let tiles = parameters.tiles().len();
    let (board, matrix) = boards(source, parameters.size())?;
    let turn = Side::BOTH[usize::from(source.arbitrary::<bool>()?)];
    let save = Save { tile: source.choose_index(tiles)?, turn, board };
    let mut bytes = save.to_string().into_bytes();
    assert!(bytes.len() <= LONGEST_SAVE);
    assert_eq!(bytes, Save { tile: save.tile, turn, board: matrix }.to_string().into_bytes());
    assert_eq!(read_save(&bytes, tiles).as_ref(), Ok(&save));
    assert!(read_save::<PackedBoard>(&bytes, save.tile).is_err());
    for _ in 0..source.int_in_range(0..=3)? {
        let at = source.choose_index(bytes.len())?;
        match source.int_in_range(0..=2)? {
            0 => bytes[at] = source.arbitrary()?,
            1 => drop(bytes.remove(at)),
            _ => bytes.insert(at, source.arbitrary()?),
        }
        if bytes.is_empty() {
            break;
        }
    }
    for bytes in [&bytes[..], source.bytes(source.len())?] {
        let read = read_save::<PackedBoard>(bytes, tiles);
        let other = read_save::<MatrixBoard>(bytes, tiles);
        assert_eq!(read.as_ref().map(Save::to_string), other.as_ref().map(Save::to_string));
        let Ok(save) = read else { continue };
        assert!(save.tile < tiles);
        let again = save.to_string();
        let body = |bytes: &[u8]| bytes[bytes.iter().position(|&byte| byte == b'\n').expect("a header")..].to_vec();
        assert_eq!(body(again.as_bytes()), body(bytes));
        assert!(again.len() <= bytes.len());
        assert_eq!(read_save(again.as_bytes(), tiles), Ok(save));
    }
    Ok(())
}

/// Moves and positions are read as they are written, and no text makes a reader panic.
pub fn text_round_trips(source: &mut Unstructured) -> Result<()> {
    let parameters = parameters(source)?;
    let rules = Fitz::new(parameters.clone());
    let mv = Move { row: source.arbitrary()?, col: source.arbitrary()?, angle: Angle::ALL[source.choose_index(4)?] };
    assert_eq!(mv.to_string().parse(), Ok(mv));
    let (board, _) = boards(source, parameters.size())?;
    let turn = Side::BOTH[usize::from(source.arbitrary::<bool>()?)];
    let tile = source.choose_index(parameters.tiles().len())?;
    let position = rules.position(&Setup::new(&board, turn, tile)).expect("no cell is fixed");
    assert_eq!(rules.read_position(&rules.setup_text(&position)), Ok(position));
    let text: &str = source.arbitrary()?;
    if let Ok(mv) = text.parse::<Move>() {
        assert_eq!(mv.to_string(), text);
    }
    if let Ok(position) = rules.read_position(text) {
        assert_eq!(rules.read_position(&rules.setup_text(&position)), Ok(position));
    }
    Ok(())
}

/// The result of a session on one engine: its status, its output, and its saved files by name.
type Shown = (u8, Vec<u8>, Vec<u8>, Vec<(Vec<u8>, Vec<u8>)>);

fn session_on<G: FitzRules>(game: &G, players: [Player; 2], input: &[u8]) -> Shown {
    let (mut saved, mut console) = (Vec::new(), Console::new(input, Vec::new(), Vec::new()));
    let save = |path: &[u8], contents: &[u8]| match path {
        [] => Err(std::io::ErrorKind::NotFound.into()),
        _ => {
            saved.push((path.to_vec(), contents.to_vec()));
            Ok(())
        }
    };
    let status = session::play(game, game.start(), players, save, &mut console).expect("memory takes everything");
    (status, console.output, console.errors, saved)
}

/// No input makes the program `fitz` panic. It prints the same on both engines, it ends with the
/// right status, and its saved games can be loaded.
pub fn session_never_panics(source: &mut Unstructured) -> Result<()> {
    let parameters = parameters(source)?;
    let mut player = || -> Result<Player> {
        Ok(if source.ratio(2, 3)? { Player::Human } else { Player::Automatic(automatic(source)?) })
    };
    let players = [player()?, player()?];
    let input = source.bytes(source.len())?;
    let shown = session_on(&Fitz::new(parameters.clone()), players, input);
    assert_eq!(shown, session_on(&NaiveFitz::new(parameters.clone()), players, input));
    let (status, output, errors, saved) = shown;
    let refused = errors.split(|&byte| byte == b'\n').filter(|line| line == b"Unable to save game").count();
    let mut expected = b"Unable to save game\n".repeat(refused);
    match status {
        0 => assert!(output.ends_with(b" wins\n")),
        10 => {
            expected.extend_from_slice(b"End of input\n");
            assert!(output.ends_with(b"] "));
        }
        status => panic!("status {status}"),
    }
    assert_eq!(errors, expected);
    for (_, contents) in saved {
        let save: Save<PackedBoard> = read_save(&contents, parameters.tiles().len()).expect("what was saved");
        assert_eq!(save.board.size(), parameters.size());
        assert_eq!(save.to_string().into_bytes(), contents);
    }
    Ok(())
}

/// The oracle answers every line, and both engines give the same answers.
pub fn verdict_is_the_same(source: &mut Unstructured) -> Result<()> {
    let parameters = parameters(source)?;
    let data = source.bytes(source.len())?;
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    verdict(&Fitz::new(parameters.clone()), &mut &data[..], &mut ours).expect("memory takes everything");
    verdict(&NaiveFitz::new(parameters), &mut &data[..], &mut theirs).expect("memory takes everything");
    assert_eq!(ours, theirs);
    let games = data.split(|&byte| byte == b'\n').count() - usize::from(data.last().is_none_or(|&byte| byte == b'\n'));
    assert_eq!(ours.iter().filter(|&&byte| byte == b'\n').count(), games);
    Ok(())
}
