//! Compares the run of a program with the law's result of a script.

use super::blocks::{Block, Kind};
use super::cases::Case;
use super::law::Expected;
use super::setting::{Form, Setting};
use crate::clauses::ClauseTable;
use crate::coverage::Coverage;
use crate::desk::read_left;
use crate::difference::{Difference, Picture, Shown};
use crate::script::Script;
use crate::transcript::{Ending, Transcript};

/// Compares the output, block by block.
pub(super) fn compare_output(
    script: &Script<Setting>,
    expected: &Expected,
    text: &str,
    blocks: &[Block],
    run: &Transcript,
) -> Result<(), Box<Difference>> {
    if run.output == expected.law.output {
        return Ok(());
    }
    let same = expected.law.output.iter().zip(&run.output).take_while(|(one, other)| one == other).count();
    let index = blocks.iter().position(|block| same < block.end);
    let prompts = |end: usize| blocks[..end].iter().filter(|block| block.kind == Kind::Prompt).count();
    let turns = prompts(index.unwrap_or(blocks.len()));
    if !run.ending.is_exit() && (same == run.output.len() || matches!(run.ending, Ending::Flooded(_))) {
        let what = format!("{}, after {} lines of input", run.ending, turns);
        // A program that accepts wrong arguments may write many pages.
        let case = match index.map(|index| blocks[index].kind) {
            _ if (1..10).contains(&expected.status) => Case::of_status(expected.status),
            // A search for a move that never ends is a fault of the player's clause.
            Some(Kind::Automatic(side)) if matches!(run.ending, Ending::Hung(_)) => {
                match script.setting.players[side] {
                    "1" => Case::Type1,
                    _ => Case::Type2,
                }
            }
            _ => Case::Ends,
        };
        return Err(Box::new(case.difference(turns, what).of_ending(run.ending)));
    }
    let Some(index) = index else {
        let case = Case::of_status(expected.status);
        let difference = case.difference(turns, "there is more output than there must be");
        return Err(Box::new(difference.lines(&expected.law.output, &run.output)));
    };
    let block = &blocks[index];
    let before = index.checked_sub(1).map(|before| blocks[before].kind);
    // A program that does not prompt again where it must has accepted a line that it must refuse,
    // and vice versa.
    let prompts_again = run.output[block.start.min(run.output.len())..].starts_with(b"Player ");
    let case = match block.kind {
        Kind::Board if index == 0 && matches!(script.setting.form, Form::Load(_)) => Case::Loaded,
        Kind::Board if index == 0 => Case::FirstBoard,
        Kind::Board => Case::Placed,
        Kind::Tile => Case::TileShown,
        Kind::Prompt if before == Some(Kind::Prompt) => match script.turns.get(turns.saturating_sub(1)) {
            Some(turn) if turn.starts_with(b"save") => Case::Saved,
            _ => Case::Refused,
        },
        Kind::Prompt => Case::Prompt,
        Kind::Automatic(side) => match script.setting.players[side] {
            "1" => Case::Type1,
            _ => Case::Type2,
        },
        Kind::Result if index <= 1 && matches!(script.setting.form, Form::Load(_)) => Case::Loaded,
        Kind::Result if index <= 1 => Case::NoFirst,
        Kind::Result => Case::Wins,
        Kind::Other => Case::ShowMode,
    };
    let found = String::from_utf8_lossy(&run.output[block.start.min(run.output.len())..]).into_owned();
    let is_told = case == Case::Saved && found.contains("Unable to save game");
    let case = if is_told { Case::SaveFailed } else { case };
    let what = match (block.kind, prompts_again) {
        _ if is_told => "the failed save is told on standard output".to_string(),
        (Kind::Board, true) if before == Some(Kind::Prompt) => "a move that fits is refused".to_string(),
        (Kind::Prompt, false) if before == Some(Kind::Prompt) => "what is no move here is not refused".to_string(),
        (kind, _) => format!("{} is wrong", kind.name()),
    };
    let difference = case.difference(turns, what);
    if block.kind == Kind::Board && !prompts_again {
        let rows: Vec<&str> = text[block.start..block.end].lines().collect();
        let found = Picture::of_rows(found.lines().take(rows.len()));
        return Err(Box::new(difference.between(Shown::Board(Picture::of_rows(rows)), Shown::Board(found))));
    }
    Err(Box::new(difference.lines(&expected.law.output[block.start..], found.as_bytes())))
}

/// Compares exit status, standard error, and saved games.
pub(super) fn compare_rest(
    script: &Script<Setting>,
    expected: &Expected,
    strict: bool,
    run: &Transcript,
) -> Result<(), Box<Difference>> {
    let turns = script.turns.len();
    let case = Case::of_status(expected.status);
    if run.ending.status() != Some(expected.status.into()) {
        let case = if run.ending.is_exit() || expected.status > 0 && expected.status < 10 { case } else { Case::Ends };
        let what = format!("{}, expected exit status {}", run.ending, expected.status);
        return Err(Box::new(case.difference(turns, what).of_ending(run.ending)));
    }
    let errors = String::from_utf8_lossy(&run.errors);
    let right = String::from_utf8_lossy(&expected.law.errors);
    let holds =
        if strict { errors == right } else { right.lines().all(|line| errors.lines().any(|found| found == line)) };
    if !holds {
        let named = |line: &str| {
            line.starts_with("Usage: ") && line.ends_with(" tilefile [p1type p2type [height width | filename]]")
        };
        let case = if case == Case::Usage && errors.lines().any(named) { Case::UsageName } else { case };
        let case =
            if expected.failed_saves > 0 && !errors.contains("Unable to save game") { Case::SaveFailed } else { case };
        let difference = case.difference(turns, "standard error is not what it must be");
        return Err(Box::new(difference.lines(&expected.law.errors, &run.errors)));
    }
    for (path, contents) in &expected.saves {
        let found = read_left(path, contents.len() + (1 << 16)).unwrap_or_default();
        if found != *contents {
            let what = if path.exists() { "the saved game is wrong" } else { "the game was not saved" };
            return Err(Box::new(Case::Saved.difference(turns, what).lines(contents, &found)));
        }
    }
    Ok(())
}

/// Prompts without their blank, and the output with the blanks put in, so that one fault does not
/// hide all others.
pub(super) fn repaired(run: &Transcript) -> Option<(Difference, Transcript)> {
    let text = String::from_utf8_lossy(&run.output);
    let mut repaired = String::with_capacity(text.len() + 16);
    let mut rest = &text[..];
    while let Some((head, tail)) = rest.split_once(']') {
        repaired.push_str(head);
        repaired.push(']');
        let is_prompt = head.ends_with("Player *") || head.ends_with("Player #");
        if is_prompt && !tail.starts_with(' ') {
            repaired.push(' ');
        }
        rest = tail;
    }
    repaired.push_str(rest);
    if repaired.len() == text.len() {
        return None;
    }
    let (right, found) = ("Player *] ".to_string(), "Player *]".to_string());
    let difference = Case::Prompt
        .difference(0, "the prompt lacks its blank")
        .between(Shown::Text(vec![right]), Shown::Text(vec![found]));
    Some((difference, Transcript { output: repaired.into_bytes(), ..run.clone() }))
}

/// Files a difference under a ruling's clause if only that ruling covers the game.
pub(super) fn settle(script: &Script<Setting>, difference: &mut Difference) {
    let is_odd = |word: &str| {
        let bare = word.trim();
        bare.starts_with('+') && bare.len() > 1 || bare != word && bare.parse::<i64>().is_ok()
    };
    let typed = &script.turns[..difference.turns.min(script.turns.len())];
    if matches!(&script.setting.form, Form::Words(words) if words.iter().any(|word| is_odd(word))) {
        difference.clause = Case::PlainNumbers.clause();
    } else if typed.iter().any(|turn| &turn[..] == b"save\n") {
        difference.clause = Case::BareSave.clause();
    } else if typed.iter().any(|turn| turn.contains(&b'+')) {
        difference.clause = Case::PlainNumbers.clause();
    } else if has_empty_tile(script) {
        difference.clause = Case::EmptyTile.clause();
    }
}

fn has_empty_tile(script: &Script<Setting>) -> bool {
    let empty = b",,,,,\n,,,,,\n,,,,,\n,,,,,\n,,,,,\n";
    let is_tile_file = |tiles: &Vec<u8>| gridlaw::games::fitz::files::read_tiles(tiles).is_ok();
    let tiles = script.setting.tiles.as_ref().filter(|tiles| is_tile_file(tiles));
    tiles.is_some_and(|tiles| tiles.chunks(31).any(|tile| tile.starts_with(empty)))
}

/// Counts the clauses that a script tries. A difference hides those of the parts of the output that
/// do not end before byte `same`, and with `is_wrong` those of errors and files.
pub(super) fn cover(
    script: &Script<Setting>,
    expected: &Expected,
    blocks: &[Block],
    same: Option<usize>,
    is_wrong: bool,
    coverage: &Coverage,
) {
    let mut before = None;
    for (index, block) in blocks.iter().enumerate() {
        if same.is_some_and(|same| block.end > same) {
            coverage.hide_rest();
        }
        match block.kind {
            Kind::Board if index == 0 && matches!(script.setting.form, Form::Load(_)) => Case::Loaded.count(coverage),
            Kind::Board if index == 0 => Case::FirstBoard.count(coverage),
            Kind::Board => Case::Placed.count(coverage),
            Kind::Tile => Case::TileShown.count(coverage),
            Kind::Prompt if before == Some(Kind::Prompt) => Case::Refused.count(coverage),
            Kind::Prompt => Case::Prompt.count(coverage),
            Kind::Automatic(side) => {
                let case = if script.setting.players[side] == "1" { Case::Type1 } else { Case::Type2 };
                case.count(coverage);
            }
            Kind::Result if index == 1 => Case::NoFirst.count(coverage),
            Kind::Result => Case::Wins.count(coverage),
            Kind::Other => Case::ShowMode.count(coverage),
        }
        before = Some(block.kind);
    }
    if same.is_some() {
        coverage.hide_rest();
    }
    let status = Case::of_status(expected.status);
    status.count(coverage);
    if is_wrong {
        coverage.hide_rest();
    }
    Case::Ends.count(coverage);
    if status == Case::Usage {
        Case::UsageName.count(coverage);
    }
    if script.turns.iter().any(|turn| &turn[..] == b"save\n") {
        Case::BareSave.count(coverage);
    }
    if script.turns.iter().any(|turn| turn.contains(&b'+')) {
        Case::PlainNumbers.count(coverage);
    }
    expected.saves.iter().for_each(|_| Case::Saved.count(coverage));
    (0..expected.failed_saves).for_each(|_| Case::SaveFailed.count(coverage));
    if !script.ended && status == Case::EndOfInput {
        Case::MidLine.count(coverage);
    }
    if has_empty_tile(script) {
        Case::EmptyTile.count(coverage);
    }
}
