//! Plans random scripts that favor rare cases.

use super::law::command;
use crate::script::Script;
use gridlaw::cell::{Pos, Side};
use gridlaw::games::jump61::session::Command;
use gridlaw::games::jump61::{Jump61, Move, Parameters, Setup, Square};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Rules};

/// The longest game in moves: by hand, and with an automatic side.
const LONGEST: usize = 80;
const AUTOMATIC: usize = 8;

/// The largest board on which an automatic side plays, unless its strength is checked.
const SMALL: u32 = 4;

/// The games by hand that one process plays, so that a slow start costs less.
const TOGETHER: usize = 6;

/// The scripts of every run, whatever the seed; semicolons separate lines.
const DIRECTED: &[&str] = &[
    "1 1",
    "size 2;manual blue;start;1 1;1 1;2 2;1 1",
    "size 3;manual blue;start;2 2;3 3;2 2;3 3;2 2;3 3;2 2",
    // Corners, edges and the middle, each up to what it holds and beyond.
    "size 3;manual blue;set 1 1 2 r;set 1 2 3 r;set 2 2 4 r;start;1 1;3 3;2 2",
    "size 6;manual blue;set 1 1 2 r;set 6 6 2 b;set 3 3 4 r;set 1 6 2 r;set 6 1 2 b;start;1 1;6 6;3 3;6 1;1 6",
    "size 10;manual blue;start;10 10;1 10;10 10;1 10;10 10;1 10;10 1",
    // The winner's line, then moves on a won board.
    "size 2;manual blue;set 1 1 2 r;set 1 2 2 r;set 2 1 2 r;set 2 2 1 b;start;1 1;1 1;clear;start;1 1",
    "size 2;manual blue;set 1 1 2 b;set 1 2 2 b;set 2 1 2 b;set 2 2 2 r;start;1 1;2 2;clear",
    "size 2;manual blue;set 1 1 2 r;set 1 2 2 r;set 2 1 2 r;set 2 2 2 r;start;1 1",
    // Whose turn it is follows from the spots, after any `set`.
    "size 3;manual blue;set 1 1 2 r;start;2 2;3 3",
    "size 4;manual blue;set 1 1 2 b;start;1 1;2 2;set 1 1 0 r;start;3 3;4 4",
    // What stops a game.
    "size 3;manual blue;start;1 1;manual red;2 2;start;2 2",
    "size 3;manual blue;start;1 1;size 3;2 2",
    "size 3;manual blue;start;set 1 1 1 r;2 2",
    "size 3;manual blue;start;1 1;auto blue;2 2",
    "size 3;manual blue;start;1 1;quit",
    // Errors.
    "size 3;set 1 1 2 r;set 1 1 3 r;set 1 2 4 r;set 2 2 5 b;set 1 1 -1 r;set 1 1 0 b",
    "size 3;manual blue;start;0 1;1 0;4 1;1 4;1 1;1 1;set 1 1 9 r;2 2;set 1 1 1 g;3 3",
    "size 3;manual blue;start;frobnicate;1 1;size 11;size 1;2 2;auto green;3 3",
    "size 3;manual blue;start;# 2 2;;   ;1 1 9 x;  2   2  ;3 3",
    "size 3;manual blue;START;1 1",
    "size 3;manual blue;st;1 1",
    "size 3;manual BLUE;start;1 1;clear;1 1;start;1 1",
];

/// Those with automatic sides.
const AUTOMATIC_SIDES: [&str; 3] = [
    "size 3;auto blue;start;1 1;2 2;3 3",
    "size 2;auto red;auto blue;start",
    "size 3;auto red;manual blue;start;3 3;1 1",
];

/// The scripts that are played first.
pub(super) fn directed(strength: bool) -> Vec<Script<()>> {
    let by_hand = if strength { &[] } else { DIRECTED };
    let script = |text: &&str| {
        let mut script = Script::new(());
        text.split(';').for_each(|line| script.push(line));
        script
    };
    by_hand.iter().chain(&AUTOMATIC_SIDES).map(script).collect()
}

/// Some games by hand, or one against the automatic side.
pub(super) fn script(
    asked: Parameters,
    strength: bool,
    strict: bool,
    number: u64,
    generator: &mut Generator,
) -> Script<()> {
    let mut all = game(asked, strength, strict, number, generator);
    let automatic = is_automatic(strength, number);
    for more in 1..TOGETHER as u64 * u64::from(!automatic && !strength) {
        let game = game(asked, strength, strict, 2 * (number + more), generator);
        all.turns.extend(game.turns);
    }
    all
}

/// Whether an automatic side plays in a game of this number.
fn is_automatic(strength: bool, number: u64) -> bool {
    if strength { number.is_multiple_of(2) } else { number % 16 == 5 }
}

fn game(asked: Parameters, strength: bool, strict: bool, number: u64, generator: &mut Generator) -> Script<()> {
    let automatic = is_automatic(strength, number);
    let size = match number % 4 {
        0 => asked.size(),
        _ => 2 + generator.below(9) as u32,
    };
    let size = match automatic {
        true if strength => asked.size().min(6),
        true => size.min(SMALL),
        false => size,
    };
    let mut script = Script::new(());
    script.push(format!("size {size}"));
    if automatic {
        let commands = *generator.pick(&[&["auto blue"][..], &["auto red", "manual blue"], &["auto red"]]);
        commands.iter().for_each(|command| script.push(command));
    } else {
        script.push("manual blue");
    }
    let Some(rules) = Parameters::new(size).ok().and_then(Jump61::<u128>::new) else { return script };
    let mut board = rules.board(&rules.start());
    if generator.below(3) == 0 || strength {
        set_squares(&rules, &mut board, &mut script, generator);
    }
    if generator.below(6) == 0 {
        script.push("1 2");
    }
    // The rulings, not the document, allow short words and any case (J5).
    script.push(if strict { *generator.pick(&["start", "st", "START", " Sta "]) } else { "start" });
    let refused = *generator.pick(&[0, 0, 5, 3]);
    let jumps = generator.below(3) == 0;
    let Ok(mut position) = rules.position(&Setup(board)) else { return script };
    for _ in 0..if automatic { AUTOMATIC } else { LONGEST } {
        if refused > 0 && generator.below(refused) == 0 {
            let turn = wrong(&rules, &position, generator);
            script.push(turn);
            continue;
        }
        let moves = rules.moves(&position);
        if moves.is_empty() {
            break;
        }
        let full = |mv: &&Move| rules.board(&position).square(mv.0).spots() >= rules.parameters().neighbors(mv.0);
        let jumping: Vec<Move> = moves.iter().filter(full).copied().collect();
        let from = if jumps && !jumping.is_empty() { &jumping } else { &moves };
        let mv = *generator.pick(from);
        script.push(format!("{} {}", mv.0.row + 1, mv.0.col + 1));
        if automatic {
            // The program's move is unknown, so any square is typed. The program refuses some.
            let any = Move(Pos::new(generator.below(size.into()) as u32, generator.below(size.into()) as u32));
            script.push(format!("{} {}", any.0.row + 1, any.0.col + 1));
        }
        rules.play_unchecked(&mut position, mv);
    }
    if rules.outcome(&position).is_over() {
        script.push(*generator.pick(&["1 1", "start", "clear", "size 3"]));
    }
    script
}

/// Puts spots on many squares, up to as many as they hold.
fn set_squares(
    rules: &Jump61<u128>,
    board: &mut gridlaw::games::jump61::Board,
    script: &mut Script<()>,
    generator: &mut Generator,
) {
    let share = 1 + generator.below(4);
    for pos in rules.parameters().board().positions() {
        if generator.below(4) >= share {
            continue;
        }
        let most = rules.parameters().neighbors(pos).into();
        let spots = if generator.below(2) == 0 { most } else { 1 + generator.below(most) } as u32;
        let side = *generator.pick(&Side::BOTH);
        board.set(pos, Square::Owned(side, spots));
        if board.winner().is_some() {
            board.set(pos, Square::Neutral);
            continue;
        }
        let letter = ["r", "b"][side.index()];
        script.push(format!("set {} {} {spots} {letter}", pos.row + 1, pos.col + 1));
        if generator.below(10) == 0 {
            board.set(pos, Square::Neutral);
            script.push(format!("set {} {} 0 {letter}", pos.row + 1, pos.col + 1));
        }
    }
}

/// A line that must be refused, or that changes nothing.
fn wrong(rules: &Jump61<u128>, position: &<Jump61<u128> as Rules>::Position, generator: &mut Generator) -> String {
    let size = rules.parameters().size();
    let lines = [
        "0 1",
        "1 0",
        "-1 1",
        "1",
        "x y",
        "1 x",
        "s",
        "se 1 1",
        "set 1 1 9 r",
        "set 1 1 1 g",
        "set 99 1 1 r",
        "size 1",
        "size 11",
        "size",
        "auto green",
        "frobnicate",
        "# a comment",
        "",
        "   ",
    ];
    match generator.below(4) {
        0 => format!("{} 1", size + 1),
        1 => {
            let illegal: Vec<Pos> =
                rules.parameters().board().positions().filter(|&pos| !rules.is_legal(position, Move(pos))).collect();
            match illegal.get(generator.below(illegal.len().max(1) as u64) as usize) {
                Some(pos) => format!("{} {}", pos.row + 1, pos.col + 1),
                None => format!("1 {}", size + 1),
            }
        }
        _ => generator.pick(&lines).to_string(),
    }
}

/// The same script on smaller boards.
pub(super) fn simpler(script: &Script<()>) -> Vec<Script<()>> {
    let mut simpler = Vec::new();
    for (number, turn) in script.turns.iter().enumerate() {
        if let Some(Command::Size(parameters)) = command(turn) {
            for smaller in 2..parameters.size() {
                let mut script = script.clone();
                script.turns[number] = format!("size {smaller}\n").into_bytes();
                simpler.push(script);
            }
        }
    }
    simpler
}
