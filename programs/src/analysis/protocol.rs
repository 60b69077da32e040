//! The lines of `gridlaw analyse` as its clients see them.

pub use gridlaw::console::LONGEST_LINE;
use gridlaw::search::{Bounds, Score, Value};
use serde::Serialize;

/// The version of the protocol. Another number means that a client must be changed.
pub const PROTOCOL: u32 = 1;

/// The most characters of an `id`.
pub const LONGEST_ID: usize = 100;

/// The most live requests: those in work and those that wait.
pub const MOST_LIVE: usize = 1000;

/// The most squares of a board.
pub const MOST_SQUARES: usize = 10_000;

/// A line that is written.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "type", rename_all = "lowercase")]
pub enum Line {
    /// The first line.
    Hello(Hello),
    /// An answer.
    Answer(Answer),
    /// A problem of a line that was read.
    Error(Problem),
}

/// Versions and bounds.
#[derive(Clone, Debug, Serialize)]
pub struct Hello {
    /// [`PROTOCOL`].
    pub protocol: u32,
    /// The version of the program.
    pub version: &'static str,
    /// The number of requests in work at once.
    pub threads: usize,
    /// The size of each request's table, in MiB.
    pub table: usize,
    /// [`LONGEST_LINE`].
    pub longest_line: usize,
    /// [`LONGEST_ID`].
    pub longest_id: usize,
    /// [`MOST_LIVE`].
    pub most_live: usize,
    /// [`MOST_SQUARES`].
    pub most_squares: usize,
}

impl Hello {
    /// The first line of a program with `threads` threads and tables of `table` MiB.
    #[must_use]
    pub fn new(threads: usize, table: usize) -> Hello {
        Hello {
            protocol: PROTOCOL,
            version: env!("CARGO_PKG_VERSION"),
            threads,
            table,
            longest_line: LONGEST_LINE,
            longest_id: LONGEST_ID,
            most_live: MOST_LIVE,
            most_squares: MOST_SQUARES,
        }
    }
}

/// The results about a position.
#[derive(Clone, Debug, Serialize)]
pub struct Answer {
    /// The id of the request.
    pub id: String,
    /// Whether it is the last answer to this request.
    #[serde(rename = "final")]
    pub is_final: bool,
    /// Why the search ended, in a final answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The side whose view every value is: `first` or `second`.
    pub side: &'static str,
    /// The number of plies that were searched completely.
    pub depth: u32,
    /// The value of the position, or its bounds.
    #[serde(flatten)]
    pub known: Known,
    /// The number of positions searched.
    pub nodes: u64,
    /// The best moves, best first.
    pub moves: Vec<Ranked>,
}

/// A move with its value, or its bounds.
#[derive(Clone, Debug, Serialize)]
pub struct Ranked {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value, or its bounds.
    #[serde(flatten)]
    pub known: Known,
    /// The expected play. It begins with the move.
    pub line: Vec<String>,
}

/// A value, or its bounds and an estimate.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum Known {
    /// The value.
    Exact {
        /// The value.
        value: Exact,
    },
    /// Bounds and an estimate.
    Open {
        /// The value lies between these, both included.
        bounds: Between,
        /// An estimate in points of the game; greater is better for the side.
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<i64>,
    },
}

/// A value.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Exact {
    /// `win`, `draw` or `loss`.
    pub result: &'static str,
    /// The plies to the end of a win or a loss under best play.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plies: Option<u16>,
}

/// Bounds of a value.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Between {
    /// The value is at least this.
    pub least: Exact,
    /// The value is at most this.
    pub most: Exact,
}

impl From<Value> for Exact {
    fn from(value: Value) -> Exact {
        match value {
            Value::Win(plies) => Exact { result: "win", plies: Some(plies) },
            Value::Draw => Exact { result: "draw", plies: None },
            Value::Loss(plies) => Exact { result: "loss", plies: Some(plies) },
        }
    }
}

impl Known {
    /// The value from bounds that meet, otherwise the bounds and the score.
    #[must_use]
    pub fn new(bounds: Bounds, score: Option<Score>) -> Known {
        match bounds.value() {
            Some(value) => Known::Exact { value: value.into() },
            None => {
                let score = score.filter(|score| !score.is_decided()).map(|score| score.points().into());
                Known::Open {
                    bounds: Between { least: bounds.least.value().into(), most: bounds.most.value().into() },
                    score,
                }
            }
        }
    }

    /// The bounds of any position that is not over: from a loss to a win, without an estimate.
    #[must_use]
    pub fn nothing() -> Known {
        let [least, most] = [Value::Loss(1), Value::Win(1)].map(Exact::from);
        Known::Open { bounds: Between { least, most }, score: None }
    }
}

/// Why a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Reason {
    /// No deeper search can change the answer.
    Solved,
    /// The game is over.
    Over,
    /// The request's depth, or the greatest one.
    Depth,
    /// The request's number of positions.
    Nodes,
    /// The request's time.
    Time,
    /// A `stop`, a `quit`, or the end of the input.
    Stopped,
    /// The table cannot be allocated.
    Memory,
}

/// A line that is not a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// The id of the line, if it could be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The kind of problem.
    pub code: Code,
    /// The field that is wrong, as `depth` or `moves[3]`, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The problem in words.
    pub message: String,
}

/// The kinds of problems.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Code {
    /// The line is longer than [`LONGEST_LINE`].
    Long,
    /// The line is not a JSON object.
    Syntax,
    /// A field is missing.
    Missing,
    /// A field is unknown.
    Unknown,
    /// A field has another type or is out of range.
    Value,
    /// The game cannot be made.
    Game,
    /// The position cannot be set up, or a move cannot be played.
    Position,
    /// The id is that of a live request.
    Live,
    /// The id is that of no live request.
    Gone,
    /// There are [`MOST_LIVE`] live requests.
    Busy,
}

impl Problem {
    /// A problem of a field.
    #[must_use]
    pub fn of(code: Code, field: impl Into<String>, message: impl ToString) -> Problem {
        Problem { id: None, code, field: Some(field.into()), message: message.to_string() }
    }

    /// A problem of a whole line.
    #[must_use]
    pub fn of_line(code: Code, message: impl ToString) -> Problem {
        Problem { id: None, code, field: None, message: message.to_string() }
    }
}
