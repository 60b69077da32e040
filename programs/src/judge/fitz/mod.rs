//! `fitz` under the judge: output, errors, exit status and saved games, exactly.
//!
//! The document asks for exact output, so that there is little to be lenient about: by default the errors need only hold the right
//! message as a line, and lines of more than 70 characters are not typed.
//!
//! Placeholders: `{tiles}`, `{p1}`, `{p2}`, `{height}`, `{width}`; or `{args}` for all of the arguments, and then games are also
//! loaded, tiles shown, and wrong arguments and files given.

mod blocks;
mod plan;

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::coverage::rules;
use super::process::{Ending, Run};
use super::{Coverage, Desk, Difference, Picture, Protocol, Record, Rule, Script, Shown, Task, Template};
use blocks::{Block, Kind, blocks};
use gridlaw::console::Console;
use gridlaw::games::fitz::{Parameters, Tile, program};
use gridlaw::rng::Generator;

rules! {
    /// What is tried in Fitz.
    Case {
        FirstBoard: "Interaction" "the board is displayed at the beginning",
        Loaded: "F8" "a saved game is loaded and goes on",
        Placed: "The Game" "a tile is put where it fits, turned clockwise (F1), its middle on the board or not",
        TileShown: "F10" "the tile to be placed is shown: the next of the file, and after the last the first",
        Prompt: "Interaction" "`Player *] ` asks for a move, without a newline",
        Refused: "F4" "what is no move, or does not fit, only prompts again",
        Saved: "F5" "`save` writes the game and takes no turn",
        SaveFailed: "F5" "a save that fails is told on standard error, and the prompt comes again",
        Type1: "Automatic player moves" "type 1: every place for each angle, from the latest play of either side",
        Type2: "Automatic player moves" "type 2: every angle for each place, from its own latest play or its corner",
        Wins: "F3" "`Player * wins` when the other's tile fits nowhere, looked at before every turn (F10)",
        NoFirst: "F10" "a first tile that fits nowhere: the board and the winner at once",
        EmptyTile: "F11" "an empty tile is put anywhere",
        ShowMode: "F1" "one argument: every tile with its rotations, clockwise",
        Usage: "F2" "a wrong number of arguments: usage, exit status 1",
        TileAccess: "Errors and messages" "tiles that cannot be read: exit status 2",
        TileContents: "F7" "wrong tile files: exit status 3",
        PlayerType: "Errors and messages" "players other than h, 1 and 2: exit status 4",
        Dimensions: "F2" "a height or width that is no number from 1 to 999: exit status 5",
        SaveAccess: "Errors and messages" "a saved game that cannot be read: exit status 6",
        SaveContents: "F8" "wrong saved games: exit status 7",
        EndOfInput: "Errors and messages" "the end of input while somebody is to move: exit status 10",
        MidLine: "F6" "a last line without its newline counts",
        NormalExit: "Errors and messages" "a finished game: exit status 0, and no message",
        Ends: "Notes and tips" "the program ends by itself and never crashes",
    }
}

impl Case {
    /// The case of an exit status.
    fn of_status(status: u8) -> Case {
        match status {
            1 => Case::Usage,
            2 => Case::TileAccess,
            3 => Case::TileContents,
            4 => Case::PlayerType,
            5 => Case::Dimensions,
            6 => Case::SaveAccess,
            7 => Case::SaveContents,
            10 => Case::EndOfInput,
            _ => Case::NormalExit,
        }
    }
}

/// Fitz under the judge.
#[derive(Clone, Debug)]
pub struct Judge {
    parameters: Parameters,
    /// Whether the command takes any arguments of the document, and not only those of a new game.
    any_form: bool,
    strict: bool,
}

/// How `fitz` is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    form: Form,
    /// The tile file; none if there is to be none.
    tiles: Option<Vec<u8>>,
    players: [&'static str; 2],
    rows: u32,
    cols: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Form {
    /// A new game.
    New,
    /// A saved one; none if the file is to be missing.
    Load(Option<Vec<u8>>),
    /// The tiles.
    Show,
    /// Arguments after the tile file, right or wrong.
    Words(Vec<&'static str>),
    /// No arguments at all.
    Nothing,
}

/// The command has no place for what a game is started with.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the command must have {{args}}, or all of {{tiles}} {{p1}} {{p2}} {{height}} {{width}}")]
pub struct MissingPlaceholders;

impl Judge {
    /// The judge of a command.
    ///
    /// # Errors
    /// When it lacks placeholders.
    pub fn new(parameters: Parameters, template: &Template, strict: bool) -> Result<Judge, MissingPlaceholders> {
        if !template.chooses(&["tiles", "p1", "p2", "height", "width"]) {
            return Err(MissingPlaceholders);
        }
        Ok(Judge { parameters, any_form: template.has("args"), strict })
    }
}

/// What the law makes of a script.
#[derive(Debug)]
pub struct Expected {
    output: Vec<u8>,
    errors: Vec<u8>,
    status: u8,
    /// Files that must be there, and those that must not.
    saves: Vec<(PathBuf, Vec<u8>)>,
    failed_saves: usize,
}

/// What stands for the directory of the files in a script.
const DIRECTORY: &[u8] = b"{dir}";

/// A tile file of these tiles.
fn tile_file(tiles: &[Tile]) -> Vec<u8> {
    tiles.iter().map(Tile::to_string).collect::<Vec<_>>().join("\n").into_bytes()
}

fn replaced(text: &[u8], from: &[u8], to: &[u8]) -> Vec<u8> {
    let mut result = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.windows(from.len()).position(|window| window == from) {
        result.extend_from_slice(&rest[..at]);
        result.extend_from_slice(to);
        rest = &rest[at + from.len()..];
    }
    result.extend_from_slice(rest);
    result
}

impl Setting {
    /// The arguments, with the files in a directory.
    fn words(&self, directory: &Path) -> Vec<OsString> {
        let tiles = directory.join("t").into_os_string();
        let players = self.players.map(OsString::from);
        match &self.form {
            Form::Nothing => Vec::new(),
            Form::Show => vec![tiles],
            Form::Words(words) => [tiles].into_iter().chain(words.iter().map(OsString::from)).collect(),
            Form::New => {
                let size = [self.rows, self.cols].map(|number| OsString::from(number.to_string()));
                [tiles].into_iter().chain(players).chain(size).collect()
            }
            Form::Load(_) => [tiles].into_iter().chain(players).chain([directory.join("s").into_os_string()]).collect(),
        }
    }

    fn files(&self, directory: &Path) -> Vec<(PathBuf, Vec<u8>)> {
        let mut files = Vec::new();
        files.extend(self.tiles.clone().map(|bytes| (directory.join("t"), bytes)));
        if let Form::Load(Some(save)) = &self.form {
            files.push((directory.join("s"), save.clone()));
        }
        files
    }
}

/// What a run of the law with this script gives.
fn expect(script: &Script<Setting>, directory: &Path, input: &[u8]) -> io::Result<Expected> {
    let mut saves: Vec<(PathBuf, Vec<u8>)> = Vec::new();
    let mut failed_saves = 0;
    let save = |path: &[u8], contents: &[u8]| {
        let path = PathBuf::from(String::from_utf8_lossy(path).into_owned());
        if path.parent() != Some(directory) || path.is_dir() {
            failed_saves += 1;
            return Err(io::Error::from(io::ErrorKind::NotFound));
        }
        saves.retain(|(saved, _)| *saved != path);
        saves.push((path, contents.to_vec()));
        Ok(())
    };
    let mut console = Console::new(input, Vec::new(), Vec::new());
    let status = program::run(&script.setting.words(directory), save, &mut console)?;
    let (output, errors) = (console.output, console.errors);
    Ok(Expected { output, errors, status, saves, failed_saves })
}

impl Protocol for Judge {
    type Setting = Setting;
    type Expected = Expected;

    fn rules(&self) -> &'static [Rule] {
        Case::ALL
    }

    fn script(&self, number: u64, generator: &mut Generator) -> Script<Setting> {
        plan::script(&self.parameters, self.any_form, self.strict, number, generator)
    }

    fn prepare(&self, script: &Script<Setting>, desk: &mut Desk) -> io::Result<Task<Expected>> {
        let directory = desk.path()?.to_path_buf();
        for (path, bytes) in script.setting.files(&directory) {
            fs::write(path, bytes)?;
        }
        let input = replaced(&script.input(), DIRECTORY, directory.as_os_str().as_encoded_bytes());
        let expected = expect(script, &directory, &input)?;
        let Setting { players: [first, second], rows, cols, .. } = script.setting;
        let values = vec![
            ("args", script.setting.words(&directory)),
            ("tiles", vec![directory.join("t").into()]),
            ("p1", vec![first.into()]),
            ("p2", vec![second.into()]),
            ("height", vec![rows.to_string().into()]),
            ("width", vec![cols.to_string().into()]),
        ];
        let bytes = 2 * expected.output.len() + (1 << 16);
        Ok(Task { values, directory: None, input, bytes, expected })
    }

    fn check(
        &self,
        script: &Script<Setting>,
        task: &Task<Expected>,
        run: &Run,
        coverage: &Coverage,
    ) -> Result<(), Box<Difference>> {
        let expected = &task.expected;
        let text = String::from_utf8_lossy(&expected.output);
        let blocks = blocks(&text, script.setting.form == Form::Show);
        cover(script, expected, &blocks, coverage);
        if let Some(difference) = compare_output(script, expected, &text, &blocks, run) {
            return Err(Box::new(difference));
        }
        let turns = script.turns.len();
        let case = Case::of_status(expected.status);
        if run.ending.status() != Some(expected.status.into()) {
            let case = if is_ended(run) { case } else { Case::Ends };
            let what = format!("{}, and exit status {} would be right", run.ending, expected.status);
            return Err(Box::new(Difference::new(case.rule(), turns, what)));
        }
        let errors = String::from_utf8_lossy(&run.errors);
        let right = String::from_utf8_lossy(&expected.errors);
        let holds = if self.strict {
            errors == right
        } else {
            right.lines().all(|line| errors.lines().any(|found| found == line))
        };
        if !holds {
            let case = if expected.failed_saves > 0 && !errors.contains("Unable to save game") {
                Case::SaveFailed
            } else {
                case
            };
            let difference = Difference::new(case.rule(), turns, "standard error is not what it must be");
            return Err(Box::new(difference.lines(&expected.errors, &run.errors)));
        }
        for (path, contents) in &expected.saves {
            let found = fs::read(path).unwrap_or_default();
            if found != *contents {
                let what = if path.exists() { "the saved game is wrong" } else { "the game was not saved" };
                return Err(Box::new(Difference::new(Case::Saved.rule(), turns, what).lines(contents, &found)));
            }
        }
        Ok(())
    }

    fn simpler(&self, script: &Script<Setting>) -> Vec<Script<Setting>> {
        plan::simpler(script)
    }

    fn record(&self, script: &Script<Setting>, directory: &Path) -> Record {
        let Setting { rows, cols, .. } = script.setting;
        let input = replaced(&script.input(), DIRECTORY, directory.as_os_str().as_encoded_bytes());
        let moves = plan::moves(script, &input);
        Record {
            game: format!("fitz {} --rows {rows} --cols {cols}", directory.join("t").display()),
            moves: moves.join(" "),
            verdict: script.setting.form == Form::New,
            files: script.setting.files(directory),
        }
    }
}

fn is_ended(run: &Run) -> bool {
    matches!(run.ending, Ending::Ended(status) if status.code().is_some())
}

/// The first block of the output that is not as it must be.
fn compare_output(
    script: &Script<Setting>,
    expected: &Expected,
    text: &str,
    blocks: &[Block],
    run: &Run,
) -> Option<Difference> {
    if run.output == expected.output {
        return None;
    }
    let same = expected.output.iter().zip(&run.output).take_while(|(one, other)| one == other).count();
    let index = blocks.iter().position(|block| same < block.end);
    let prompts = |end: usize| blocks[..end].iter().filter(|block| block.kind == Kind::Prompt).count();
    let turns = prompts(index.unwrap_or(blocks.len()));
    if !is_ended(run) && (same == run.output.len() || matches!(run.ending, Ending::Flooded(_))) {
        let what = format!("{}, after {} lines of input", run.ending, turns);
        // Who takes wrong arguments may well go on to fill pages.
        let case = if (1..10).contains(&expected.status) { Case::of_status(expected.status) } else { Case::Ends };
        return Some(Difference::new(case.rule(), turns, what));
    }
    let Some(index) = index else {
        let case = Case::of_status(expected.status);
        let difference = Difference::new(case.rule(), turns, "there is more output than there must be");
        return Some(difference.lines(&expected.output, &run.output));
    };
    let block = &blocks[index];
    let before = index.checked_sub(1).map(|before| blocks[before].kind);
    // Where a prompt should stand again, the answer to the one before was taken for a move; and the other way round.
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
    let what = match (block.kind, prompts_again) {
        (Kind::Board, true) if before == Some(Kind::Prompt) => "a move that fits is refused".to_string(),
        (Kind::Prompt, false) if before == Some(Kind::Prompt) => "what is no move here is not refused".to_string(),
        (kind, _) => format!("{} is wrong", kind.name()),
    };
    let difference = Difference::new(case.rule(), turns, what);
    let found = String::from_utf8_lossy(&run.output[block.start.min(run.output.len())..]).into_owned();
    if block.kind == Kind::Board && !prompts_again {
        let rows: Vec<&str> = text[block.start..block.end].lines().collect();
        let found = Picture::of_rows(found.lines().take(rows.len()));
        return Some(difference.between(Shown::Board(Picture::of_rows(rows)), Shown::Board(found)));
    }
    Some(difference.lines(&expected.output[block.start..], found.as_bytes()))
}

fn cover(script: &Script<Setting>, expected: &Expected, blocks: &[Block], coverage: &Coverage) {
    let count = |case: Case| coverage.count(case as usize);
    let status = Case::of_status(expected.status);
    count(status);
    let mut before = None;
    for (index, block) in blocks.iter().enumerate() {
        match block.kind {
            Kind::Board if index == 0 && matches!(script.setting.form, Form::Load(_)) => count(Case::Loaded),
            Kind::Board if index == 0 => count(Case::FirstBoard),
            Kind::Board => count(Case::Placed),
            Kind::Tile => count(Case::TileShown),
            Kind::Prompt if before == Some(Kind::Prompt) => count(Case::Refused),
            Kind::Prompt => count(Case::Prompt),
            Kind::Automatic(side) => {
                count(if script.setting.players[side] == "1" { Case::Type1 } else { Case::Type2 });
            }
            Kind::Result if index == 1 => count(Case::NoFirst),
            Kind::Result => count(Case::Wins),
            Kind::Other => count(Case::ShowMode),
        }
        before = Some(block.kind);
    }
    expected.saves.iter().for_each(|_| count(Case::Saved));
    (0..expected.failed_saves).for_each(|_| count(Case::SaveFailed));
    if !script.ended && status == Case::EndOfInput {
        count(Case::MidLine);
    }
    let empty = b",,,,,\n,,,,,\n,,,,,\n,,,,,\n,,,,,\n";
    if status == Case::NormalExit
        && script.setting.tiles.as_ref().is_some_and(|tiles| tiles.windows(30).any(|tile| tile == empty))
    {
        count(Case::EmptyTile);
    }
    count(Case::Ends);
}
