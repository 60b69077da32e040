//! The lines that `gridlaw analyse` reads.

use std::ops::ControlFlow;

use gridlaw::games::GameError;
use gridlaw::search::DEEPEST;
use gridlaw::{AnyGame, AnyPlaying, GameKind, Side};
use serde_json::{Map, Value};

use super::protocol::{Code, LONGEST_ID, MOST_SQUARES, Problem};

/// A request.
#[derive(Debug)]
pub enum Request {
    /// Analyse a position.
    Analyse(Box<Analyse>),
    /// Stop the request with this id.
    Stop(String),
    /// Stop everything and leave.
    Quit,
}

/// The most steps of [`Analyse::play`] for a request that is played when it is read: a fraction of
/// a second, in which no other line is answered.
const QUICK: usize = 1 << 24;

/// A position and the limits of its search.
#[derive(Debug)]
pub struct Analyse {
    /// The id, which no live request may have.
    pub id: String,
    /// The position before `moves`.
    pub playing: AnyPlaying,
    /// The moves to its position that are not played yet: none, unless they take long.
    moves: Vec<String>,
    /// The greatest depth.
    pub depth: u8,
    /// The most positions to search.
    pub nodes: u64,
    /// The longest time of the search, in seconds.
    pub time: f64,
    /// The number of best moves.
    pub multi: usize,
    /// Whether every completed depth is answered, too.
    pub partial: bool,
}

/// The fields of a line that are not parsed yet.
struct Fields(Map<String, Value>);

impl Fields {
    fn optional<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<Option<T>, Problem> {
        let Some(value) = self.0.remove(name) else { return Ok(None) };
        let wrong = || {
            let mut found = value.to_string();
            if let Some((end, _)) = found.char_indices().nth(60) {
                found.truncate(end);
                found.push('…');
            }
            Problem::of(Code::Value, name, format!("expected {expected}, found {found}"))
        };
        read(&value).map(Some).ok_or_else(wrong)
    }

    fn required<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl FnOnce(&Value) -> Option<T>,
    ) -> Result<T, Problem> {
        let missing = || Problem::of(Code::Missing, name, format!("expected {expected}, found nothing"));
        self.optional(name, expected, read)?.ok_or_else(missing)
    }

    fn end(self) -> Result<(), Problem> {
        match self.0.into_iter().next() {
            Some((name, _)) => Err(Problem::of(Code::Unknown, name, "no request of this type has this field")),
            None => Ok(()),
        }
    }
}

impl Analyse {
    /// The side to move after all moves, if the game is not over then.
    #[must_use]
    pub fn turn(&self) -> Side {
        let turn = self.playing.turn();
        let passes = self.playing.game().kind().players() > 1 && self.moves.len() % 2 == 1;
        if passes { turn.other() } else { turn }
    }

    /// Whether all moves are played.
    #[must_use]
    pub fn is_played(&self) -> bool {
        self.moves.is_empty()
    }

    /// Plays the moves that are not played yet, until `watch` breaks.
    ///
    /// # Errors
    /// A move that cannot be played.
    pub fn play(&mut self, watch: &mut dyn FnMut() -> ControlFlow<()>) -> Result<(), Problem> {
        let moves = core::mem::take(&mut self.moves);
        for (index, mv) in moves.iter().enumerate() {
            if watch().is_break() {
                self.moves = moves[index..].to_vec();
                break;
            }
            self.playing.play_text(mv).map_err(|error| {
                let problem = Problem::of(Code::Position, format!("moves[{index}]"), error);
                Problem { id: Some(self.id.clone()), ..problem }
            })?;
        }
        Ok(())
    }

    /// About how long the moves take: squares of all boards between them.
    fn steps(&self) -> usize {
        let shape = self.playing.game().observation();
        // A swap of Candy may be followed by a thousand rounds.
        let boards = if self.playing.game().kind() == GameKind::Candy { 1000 } else { 1 };
        self.moves.len().saturating_mul(shape.rows * shape.cols * boards)
    }
}

fn text(value: &Value) -> Option<String> {
    value.as_str().map(String::from)
}

/// A whole number from 1, also in a form such as `3.0` or `1e3`.
fn positive(value: &Value) -> Option<u64> {
    // Casts saturate, and 2⁶⁴ is no `u64`.
    let whole = |number: f64| (number.fract() == 0.0 && number < 2f64.powi(64)).then_some(number as u64);
    value.as_u64().or_else(|| value.as_f64().and_then(whole)).filter(|&number| number > 0)
}

fn id(value: &Value) -> Option<String> {
    text(value).filter(|id| (1..=LONGEST_ID).contains(&id.chars().count()))
}

fn moves(value: &Value) -> Option<Vec<String>> {
    value.as_array()?.iter().map(text).collect()
}

impl Request {
    /// Reads a line without its end.
    ///
    /// # Errors
    /// The first problem, with the line's id if it can be read.
    pub fn read(line: &[u8]) -> Result<Request, Problem> {
        let fields = serde_json::from_slice(line).map_err(|error| Problem::of_line(Code::Syntax, error))?;
        let Value::Object(fields) = fields else {
            return Err(Problem::of_line(Code::Syntax, "expected a JSON object, found another value"));
        };
        let known = fields.get("id").and_then(id);
        Request::take(Fields(fields)).map_err(|problem| Problem { id: known, ..problem })
    }

    fn take(mut fields: Fields) -> Result<Request, Problem> {
        const ID: &str = "a text of 1 to 100 characters";
        let kind = fields.required("type", "one of \"analyse\", \"stop\", \"quit\"", |kind| {
            text(kind).filter(|kind| ["analyse", "stop", "quit"].contains(&&**kind))
        })?;
        let request = match &*kind {
            "analyse" => {
                let id = fields.required("id", ID, id)?;
                let depth = fields.optional("depth", "a whole number from 1 to 254", |depth| {
                    positive(depth)?.try_into().ok().filter(|depth| (1..=DEEPEST).contains(depth))
                })?;
                let nodes = fields.optional("nodes", "a whole number from 1", positive)?;
                let time = fields.optional("time", "a number of seconds from 0.001 to 1e9", |time| {
                    time.as_f64().filter(|time| (0.001..=1e9).contains(time))
                })?;
                let multi = fields.optional("multi", "a whole number from 1 to 1000", |multi| {
                    positive(multi).filter(|&multi| multi <= 1000)
                })?;
                let partial = fields.optional("partial", "true or false", Value::as_bool)?;
                let (playing, moves) = take_position(&mut fields)?;
                let multi = multi.unwrap_or(1) as usize;
                if playing.game().kind().players() == 1 && multi > 1 {
                    return Err(Problem::of(Code::Value, "multi", "expected 1 for a game for one person"));
                }
                let mut analyse = Box::new(Analyse {
                    id,
                    playing,
                    moves,
                    depth: depth.unwrap_or(DEEPEST),
                    nodes: nodes.unwrap_or(u64::MAX),
                    time: time.unwrap_or(f64::INFINITY),
                    multi,
                    partial: partial.unwrap_or(false),
                });
                if analyse.steps() <= QUICK {
                    analyse.play(&mut || ControlFlow::Continue(()))?;
                }
                Request::Analyse(analyse)
            }
            "stop" => Request::Stop(fields.required("id", ID, id)?),
            _ => Request::Quit,
        };
        fields.end()?;
        Ok(request)
    }
}

/// Takes the game, the setup and the moves, which are not played.
fn take_position(fields: &mut Fields) -> Result<(AnyPlaying, Vec<String>), Problem> {
    let game = fields.required("game", "a game as on the command line", text)?;
    const CONTENT: &str = "the text of the game's file";
    let content = fields.optional("content", CONTENT, text)?;
    let setup = fields.optional("setup", "the text of a setup", text)?;
    let moves = fields.optional("moves", "a list of moves, each a text", moves)?;
    let is_missing = content.is_none();
    let game = AnyGame::from_arguments(&game, &content.unwrap_or_default()).map_err(|error| {
        if is_missing && matches!(error, GameError::Content(_)) {
            return Problem::of(Code::Missing, "content", format!("expected {CONTENT}, found nothing"));
        }
        let field = match error {
            GameError::Content(_) | GameError::File { .. } => "content",
            _ => "game",
        };
        Problem::of(Code::Game, field, error)
    })?;
    let shape = game.observation();
    let squares = shape.rows.saturating_mul(shape.cols);
    if squares > MOST_SQUARES {
        let message = format!("expected a board of at most {MOST_SQUARES} squares, found {squares}");
        return Err(Problem::of(Code::Game, "game", message));
    }
    let playing = match setup {
        Some(setup) => game.position(&setup).map_err(|error| Problem::of(Code::Position, "setup", error))?,
        None => game.start(),
    };
    Ok((playing, moves.unwrap_or_default()))
}
