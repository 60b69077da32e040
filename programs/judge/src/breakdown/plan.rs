//! Plans random scripts that favor rare cases.

use super::setting::{Law, Setting};
use crate::script::Script;
use gridlaw::board::{Owners, PackedBoard};
use gridlaw::games::breakdown::{Move, Parameters, Position};
use gridlaw::rng::Generator;
use gridlaw::rules::{Outcome, Rules};
use gridlaw::text::{LABELED, label};

/// The longest game, in turns.
const LONGEST: usize = 150;

/// The way in which a script chooses its moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    /// Any move.
    Uniform,
    /// Moves that do not end the game, so that the board gets full.
    Quiet,
    /// The best of: squares of both sides at once, a square of the other side, a move that does not
    /// end the game.
    Squares,
    /// Sticks into few columns, up to the top and beyond.
    Towers,
    /// Sticks across, and now and then a breakdown.
    Overhangs,
    /// Many breakdowns.
    Passes,
}

const STYLES: [Style; 9] = [
    Style::Uniform,
    Style::Uniform,
    Style::Uniform,
    Style::Quiet,
    Style::Quiet,
    Style::Squares,
    Style::Towers,
    Style::Overhangs,
    Style::Passes,
];

/// The size of a game: in most games the one that was asked for.
pub(super) fn size(asked: Parameters, number: u64, generator: &mut Generator) -> Parameters {
    let mut from = |low: u32, high: u32| low + generator.below(u64::from(high - low + 1)) as u32;
    let (width, height, stick, square) = match number % 16 {
        2 | 6 | 10 | 14 => {
            let (width, height) = (from(2, 5), from(2, 5));
            (width, height, from(1, width.max(height).min(3)), from(1, width.min(height).min(3)))
        }
        // Senseless sizes, too: even where no stick fits.
        4 => (from(1, 4), from(1, 4), from(1, 5), from(1, 5)),
        8 => (from(10, 13), from(3, 12), from(2, 4), from(2, 4)),
        12 if number % 64 == 12 => (from(36, 66), from(2, 4), from(2, 4), 2),
        12 if number % 64 == 28 => (from(2, 4), from(36, 66), from(2, 4), 2),
        _ => return asked,
    };
    Parameters::new(width, height, stick, square).unwrap_or(asked)
}

/// A game of moves in one style. In some games there is input between them that must be refused.
pub(super) fn script(setting: Setting, strict: bool, generator: &mut Generator) -> Script<Setting> {
    let game = &setting.law();
    let mut script = Script::new(setting);
    let mut position = game.start();
    let style = *generator.pick(&STYLES);
    let refused = *generator.pick(&[0, 0, 0, 4, 3]);
    let give_up = if generator.below(12) == 0 { generator.below(20) as usize } else { LONGEST };
    while script.turns.len() < give_up {
        if refused > 0 && generator.below(refused) == 0 {
            script.push(wrong(game, &position, strict, generator));
            continue;
        }
        let Some(mv) = choose(game, &position, style, generator) else { break };
        script.push(lines(mv));
        game.play_unchecked(&mut position, mv);
    }
    if game.outcome(&position).is_over() && generator.below(8) == 0 {
        // Input that the program should not read any more.
        script.push("!");
    }
    if strict && generator.below(8) == 0 {
        script.ended = false;
    }
    script
}

/// A move as it is typed.
pub(super) fn lines(mv: Move) -> String {
    match mv {
        Move::Vertical(col) => format!("|\n{}", label(col)),
        Move::Horizontal(col) => format!("-\n{}", label(col)),
        Move::Breakdown => "!".to_string(),
    }
}

/// Whether its column has a label.
pub(super) fn can_be_typed(mv: Move) -> bool {
    match mv {
        Move::Vertical(col) | Move::Horizontal(col) => col < LABELED,
        Move::Breakdown => true,
    }
}

fn choose(game: &Law, position: &Position<PackedBoard>, style: Style, generator: &mut Generator) -> Option<Move> {
    let mut moves = game.moves(position);
    moves.retain(|&mv| can_be_typed(mv));
    let roll = generator.below(10);
    let mut any = |moves: &[Move]| Some(*moves.get(generator.below(moves.len().max(1) as u64) as usize)?);
    let after = |mv: Move| {
        let mut after = position.clone();
        game.play_unchecked(&mut after, mv);
        after
    };
    match style {
        Style::Uniform => any(&moves),
        Style::Quiet => {
            let quiet: Vec<Move> = moves.iter().copied().filter(|&mv| !game.outcome(&after(mv)).is_over()).collect();
            let drops: Vec<Move> = quiet.iter().copied().filter(|&mv| mv != Move::Breakdown).collect();
            any(&drops).or_else(|| any(&moves))
        }
        Style::Squares => {
            let other = Outcome::Win(game.turn(position).other());
            let value = |mv: Move| {
                let after = after(mv);
                match game.outcome(&after) {
                    Outcome::Draw if game.squares(&after) == Owners::all() => 3,
                    outcome if outcome == other => 2,
                    Outcome::InProgress => 1,
                    _ => 0,
                }
            };
            let best = moves.iter().map(|&mv| value(mv)).max()?;
            let best: Vec<Move> = moves.iter().copied().filter(|&mv| value(mv) == best).collect();
            any(&best)
        }
        Style::Towers => {
            let last = game.parameters().size().width() - 1;
            let low = |mv: &Move| matches!(mv, Move::Vertical(col) if *col < 2 || *col == last);
            let few: Vec<Move> = moves.iter().copied().filter(low).collect();
            any(&few).or_else(|| any(&moves))
        }
        Style::Overhangs => {
            let across: Vec<Move> = moves.iter().copied().filter(|mv| matches!(mv, Move::Horizontal(_))).collect();
            if roll < 2 && !moves.is_empty() { Some(Move::Breakdown) } else { any(&across).or_else(|| any(&moves)) }
        }
        Style::Passes => {
            if roll < 5 && !moves.is_empty() {
                Some(Move::Breakdown)
            } else {
                any(&moves)
            }
        }
    }
}

/// Input that must be refused: a character that begins no move, a column off the board or without
/// room. Lines of more than one character come at the strict level only, because the rulings ask
/// for them and the document does not.
fn wrong(game: &Law, position: &Position<PackedBoard>, strict: bool, generator: &mut Generator) -> Vec<u8> {
    let (size, stick) = (game.parameters().size(), game.parameters().stick());
    let width = size.width().min(LABELED);
    let kind = if generator.below(2) == 0 { "|" } else { "-" };
    match generator.below(if strict { 10 } else { 6 }) {
        0 => (*generator.pick(&["x", "?", "0", "b", "_", "+"])).into(),
        // Just beyond the last column, or a character that a wrong conversion takes for a column.
        1 if width < LABELED => format!("{kind}\n{}", label(width)).into(),
        1 | 2 => format!("{kind}\n{}", generator.pick(&["?", ":", "@", "[", "`", "{", "/", "!"])).into(),
        3 if stick > 1 && width >= stick => format!("-\n{}", label(width - stick + 1)).into(),
        3 => format!("-\n{}", label(width - 1)).into(),
        4 | 5 => {
            let columns = (0..width).flat_map(|col| [Move::Vertical(col), Move::Horizontal(col)]);
            let full: Vec<Move> = columns.filter(|&mv| !game.is_legal(position, mv)).collect();
            match full.get(generator.below(full.len().max(1) as u64) as usize) {
                Some(&mv) => lines(mv).into(),
                None => "x".into(),
            }
        }
        6 => generator.pick(&[&b"||"[..], b"!!", b"|0", b"-0", b"! !", b"black"]).to_vec(),
        7 => generator.pick(&[&b""[..], b" ", b"\t", b"\r"]).to_vec(),
        8 => generator.pick(&[&b"\xff"[..], b"\xc3\xa9", b"\0", b"\xe2\x82\xac"]).to_vec(),
        _ => generator.pick(&[&b"|\n\n 0 "[..], b" ! ", b"-\n00", b"|\n\xff"]).to_vec(),
    }
}

/// The same game on a smaller board or with smaller numbers, if the command takes them; and with
/// every column one to the left.
pub(super) fn simpler(script: &Script<Setting>, varies: bool) -> Vec<Script<Setting>> {
    let Setting { parameters, matrix, form } = script.setting;
    let (size, stick, square) = (parameters.size(), parameters.stick(), parameters.square());
    let (width, height) = (size.width(), size.height());
    let mut simpler = Vec::new();
    let mut with = |numbers: [u32; 4], left: u32| {
        if let Ok(parameters) = Parameters::new(numbers[0], numbers[1], numbers[2], numbers[3]) {
            let turns: Option<Vec<Vec<u8>>> = script.turns.iter().map(|turn| shifted(turn, left)).collect();
            let setting = Setting { parameters, matrix, form };
            // A setting that makes sense must not become one that does not, because that has a
            // clause of its own.
            if setting.makes_sense() || !script.setting.makes_sense() {
                simpler.extend(turns.map(|turns| Script { setting, turns, ended: script.ended }));
            }
        }
    };
    if varies {
        for (fewer, lower) in [(width / 2, height / 2), (1, 1), (1, 0), (0, 1)] {
            if fewer < width && lower < height && (fewer, lower) != (0, 0) {
                with([width - fewer, height - lower, stick, square], 0);
                with([width - fewer, height - lower, stick, square], fewer);
            }
        }
        with([width, height, stick - 1, square], 0);
        with([width, height, stick, square - 1], 0);
    }
    with([width, height, stick, square], 1);
    // A last line without its newline is a complication, too.
    if !script.ended {
        simpler.push(Script { ended: true, ..script.clone() });
    }
    simpler
}

/// A turn with its column moved `left` columns to the left, or `None` if that is off the board.
fn shifted(turn: &[u8], left: u32) -> Option<Vec<u8>> {
    let [kind @ (b'|' | b'-'), b'\n', name, b'\n'] = *turn else { return Some(turn.to_vec()) };
    let Some(col) = gridlaw::text::label_index(name.into()) else { return Some(turn.to_vec()) };
    let col = col.checked_sub(left)?;
    Some(vec![kind, b'\n', label(col) as u8, b'\n'])
}
