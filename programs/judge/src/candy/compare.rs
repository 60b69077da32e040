//! Compares the saved game and the output of a program with the law.

use std::io::ErrorKind;

use super::cases::Case;
use super::law::{Expected, engine, play};
use super::setting::{Setting, moves, read_move};
use crate::clauses::ClauseTable;
use crate::desk::read_left;
use crate::difference::{Difference, Picture, Shown};
use crate::letter;
use crate::protocol::Task;
use crate::script::Script;
use crate::transcript::Transcript;
use gridlaw::cell::{Pos, Size};
use gridlaw::games::candy::{self, CandyRules, Instance, Move, STEP_LIMIT, State, Unwatched, json};
use gridlaw::rules::{Notation, Rules};

/// A board for people: the letter of every candy, then its state; the highest row first, as on
/// screen.
fn picture(state: &State) -> Picture {
    let (rows, columns) = (state.colors.rows, state.colors.columns);
    let cell = |row: u32, col: u32| {
        let at = Pos::new(row, col);
        let (color, left) = (state.colors.at(at), state.states.at(at));
        let letter = char::from_u32('A' as u32 + color).filter(char::is_ascii_uppercase);
        format!("{}{left}", letter.map_or_else(|| color.to_string(), String::from))
    };
    Picture {
        columns: (0..columns).map(|col| col.to_string()).collect(),
        rows: (0..rows).rev().map(|row| (row.to_string(), (0..columns).map(|col| cell(row, col)).collect())).collect(),
        ..Picture::default()
    }
}

/// The difference of a program that accepts a wrong game file, or does not exit by itself with one.
pub(super) fn compare_bad_file(task: &Task<Expected>, run: &Transcript) -> Option<Difference> {
    if !run.ending.is_exit() {
        return Some(*Case::BadFiles.ending(0, run.ending));
    }
    let what = match (run.ending.status(), task.expected.out.exists()) {
        (_, true) => "the game file is wrong, and a game is saved",
        (Some(0), false) => "the game file is wrong, and the exit status is 0",
        _ => return None,
    };
    Some(*Case::BadFiles.difference(0, what))
}

/// Compares the saved game with the law's.
///
/// # Errors
/// The difference, if there is one.
pub(super) fn compare_saved(
    script: &Script<Setting>,
    task: &Task<Expected>,
    exited: bool,
) -> Result<(), Box<Difference>> {
    let (turns, expected) = (script.turns.len(), &task.expected);
    let bytes = match read_left(&expected.out, candy::LONGEST_FILE as usize) {
        Err(_) if !exited => return Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return Err(Case::Saved.difference(turns, "the game was not saved"));
        }
        read => read.map_err(|error| Case::Saved.difference(turns, format!("the saved game: {error}")))?,
    };
    let found = json::read(&bytes)
        .map_err(|error| Case::Saved.difference(turns, format!("the saved game cannot be read: {error}")))?;
    if expected.saved.definition() != found.definition() {
        return Err(Case::Definition.difference(turns, "the definition is not saved as it was"));
    }
    let (Some(law), Some(state)) = (expected.saved.state(), found.state()) else {
        return Err(Case::Saved.difference(turns, "the saved game has no state"));
    };
    let Some((case, what)) = difference(script, task, law, state) else { return Ok(()) };
    let (expected, found) = match case {
        Case::MovesMade | Case::Score | Case::Offsets | Case::Unwrapped | Case::StepLimit => {
            (numbers(law), numbers(state))
        }
        _ => (Shown::Board(picture(law)), Shown::Board(picture(state))),
    };
    Err(Box::new(case.difference(turns, what).between(expected, found)))
}

/// The numbers of a saved game.
fn numbers(state: &State) -> Shown {
    let offsets: Vec<String> = state.offsets.iter().map(u64::to_string).collect();
    Shown::Text(vec![
        format!("score {}", state.score),
        format!("moves {}", state.moves),
        format!("offsets {}", offsets.join(",")),
    ])
}

/// The clause that a program broke, if any, and how. Recognized causes come before their
/// consequences.
fn difference(
    script: &Script<Setting>,
    task: &Task<Expected>,
    law: &State,
    state: &State,
) -> Option<(Case, &'static str)> {
    if law == state {
        return None;
    }
    let (begun, expected) = (&script.setting.instance, &task.expected);
    let definition = begun.definition();
    let is_new = || play(&definition.clone().into(), &task.input).is_ok_and(|(new, ..)| new.state() == Some(state));
    // A board that settles for ever differs each time that it is loaded.
    let may_be_new = !expected.reaches_limit() || law.moves != state.moves;
    if begun.state().is_some() && may_be_new && is_new() {
        return Some((Case::Resumes, "the game begins anew, and its state is not looked at"));
    }
    let extension = definition.extension();
    let is_filled = || {
        definition
            .size()
            .positions()
            .all(|square| state.colors.at(square) == extension.at(Pos::new(square.row % extension.rows, square.col)))
    };
    if begun.state().is_none() && state.moves == 0 && law.colors != state.colors && is_filled() {
        return Some((Case::Settles, "the board is filled, and not settled"));
    }
    if all_made(script).as_ref() == Some(state) {
        return Some((Case::Illegal, "an illegal swap was made"));
    }
    if expected.reaches_limit() && ends_elsewhere(definition.size(), law, state) {
        return Some((Case::StepLimit, "the settling was ended after another number of steps"));
    }
    let rows = u64::from(extension.rows.max(1));
    let wrapped = |state: &State| -> Vec<u64> { state.offsets.iter().map(|offset| offset % rows).collect() };
    let are_wrapped = wrapped(law) == wrapped(state) && state.offsets.iter().all(|&offset| offset <= rows);
    let differences = [
        (law.colors != state.colors, Case::Colors, "the candies are wrong"),
        (law.states != state.states, Case::States, "the states are wrong"),
        (law.moves != state.moves, Case::MovesMade, "the number of moves made is wrong"),
        (law.score != state.score, Case::Score, "the score is wrong"),
        (law.offsets != state.offsets && !are_wrapped, Case::Offsets, "the offsets of the extension are wrong"),
        (law.offsets != state.offsets, Case::Unwrapped, "the offsets are not saved as they grow"),
    ];
    let (_, case, what) = differences.into_iter().find(|difference| difference.0)?;
    // Whether it is so without them decides the narrower script.
    let is_mixed = case != Case::Unwrapped && without_illegal(script).turns.len() < script.turns.len();
    Some((if is_mixed { Case::Illegal } else { case }, what))
}

/// The script without the lines that are no legal swaps.
pub(super) fn without_illegal(script: &Script<Setting>) -> Script<Setting> {
    let rules = engine(&script.setting.instance);
    let mut position = rules.start();
    let is_legal = |turn: &&Vec<u8>| {
        let mv = read_move(turn).and_then(|text| text.parse::<Move>().ok());
        let Some(mv) = mv.filter(|&mv| rules.can_swap(&position, mv)) else { return false };
        rules.swap(&mut position, mv, &mut Unwatched);
        true
    };
    Script { turns: script.turns.iter().filter(is_legal).cloned().collect(), ..script.clone() }
}

/// The state of the game if illegal swaps were made and counted.
fn all_made(script: &Script<Setting>) -> Option<State> {
    let begun = &script.setting.instance;
    let mut rules = engine(begun);
    let mut position = rules.start();
    for mv in moves(script).filter_map(|text| text.parse::<Move>().ok()) {
        if rules.can_swap(&position, mv) {
            rules.swap(&mut position, mv, &mut Unwatched);
        } else if let Some(other) = mv.neighbor().filter(|&other| begun.definition().size().contains(other)) {
            let mut state = rules.setup(&position);
            state.colors.swap(mv.square(), other);
            state.moves += 1;
            rules = engine(&Instance::new(begun.definition().clone(), state).ok()?);
            position = rules.start();
        }
    }
    Some(rules.setup(&position))
}

/// Whether a program ended a settling after another number of steps than the law, which ends it at
/// its limit. On 3×3 squares of one color every step slides nine candies in, whatever the order of
/// the templates; a program that lets them fall after each template slides in twice as many.
fn ends_elsewhere(size: Size, law: &State, state: &State) -> bool {
    let slid = |state: &State| state.offsets.iter().sum::<u64>();
    let (cells, limit) = (u64::from(size.cells()), u64::from(STEP_LIMIT));
    let steps = slid(state) / cells.max(1);
    [size.width(), size.height()] == [3, 3]
        && slid(law) == cells * (limit + 1)
        && slid(state) == cells * steps
        && steps > 2
        && !(steps - 1).is_multiple_of(limit)
}

/// Compares the program's notices about the end of the game, and its exit status.
pub(super) fn compare_said(expected: &Expected, turns: usize, run: &Transcript) -> Option<Box<Difference>> {
    if says_won(&String::from_utf8_lossy(&run.output)) != expected.is_won {
        let what = if expected.is_won {
            "the game is won, and the program does not say so"
        } else {
            "the game is not won, and the program says so"
        };
        return Some(Case::Won.difference(turns, what));
    }
    (run.ending.status() != Some(0)).then(|| Case::Status.ending(turns, run.ending))
}

/// Compares answers and file to the letter.
///
/// # Errors
/// The first difference.
pub(super) fn compare_letters(expected: &Expected, turns: usize, run: &Transcript) -> Result<(), Box<Difference>> {
    letter::compare_output(&expected.law, run, Case::Letter, turns)?;
    let text = json::write(&expected.saved);
    let bytes = read_left(&expected.out, candy::LONGEST_FILE as usize).unwrap_or_default();
    if bytes == text.as_bytes() {
        return Ok(());
    }
    let difference = Case::Letter.difference(turns, "the file is not the rulings' to the letter");
    Err(Box::new(difference.lines(text.as_bytes(), &bytes)))
}

/// Whether a sentence says that the game is won, and not that it is not won or could be.
fn says_won(output: &str) -> bool {
    output.split(['\n', '.', '!', '?', ';']).any(|sentence| {
        let sentence = sentence.to_lowercase();
        let words = || sentence.split(|letter: char| !letter.is_alphabetic());
        let says = |known: &[&str]| words().any(|word| known.contains(&word));
        says(&["won", "wins", "win"]) && !says(&["not", "no", "t", "if", "to", "can", "yet"])
    })
}

#[cfg(test)]
mod tests {
    use super::says_won;

    #[test]
    fn a_win_is_recognized_in_any_words() {
        assert!(
            ["3 moves\nYou have won!\n", "you win", "Player wins.", "No moves left. You won!"]
                .iter()
                .all(|said| says_won(said))
        );
        let others = ["the game goes on", "not won yet", "You haven't won", "swap to win", "a window", ""];
        assert!(others.iter().all(|said| !says_won(said)));
    }
}
