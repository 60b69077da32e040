//! The judge of other people's programs: drives a program through its game's text protocol and
//! compares its output with the law.
//!
//! | | |
//! |---|---|
//! | [`Template`] | the command, with placeholders for the parts that vary from game to game |
//! | [`Script`], [`Protocol`] | the input of one game; the game's part of the judge |
//! | [`breakdown`], [`connect4`], [`jump61`], [`candy`], [`fitz`] | the protocols |
//! | [`process`], [`Transcript`] | the run of a program; its input and output |
//! | [`Shelter`] | the sandbox of a program |
//! | [`cleanup`] | what a signal must not leave behind |
//! | [`functions`] | somebody's C functions, called one by one |
//! | [`folder`] | many submissions, each in a copy of its own |
//! | [`Clause`], [`Coverage`] | the clauses of a game's law, and the trials of each |
//! | [`judge()`] | the run: directed games, random games, a short game for each failure |
//! | [`Marks`] | the results of a run, clause by clause; the JSON object |
//! | [`Code`] | the result of a program in the abbreviations of graders |
//! | [`Difference`], [`report`] | a difference from the law; reports in text and as a page |
//!
//! The document comes first: a difference from the project's rulings alone is a note, and a failure
//! only at the strict level. The judge allows what a document leaves open: it finds boards and
//! results in any other output of a program. The strict level compares with the rulings to the
//! letter.
//!
//! A game is a [`Script`] that the judge sends in advance; it reads the output afterwards. The
//! judge follows automatic moves, which the program chooses itself: it reads them from the output,
//! checks that they are legal, and plays them on its own board.

#![cfg(unix)]
#![deny(unsafe_code)]

pub mod breakdown;
pub mod candy;
mod clauses;
pub mod cleanup;
mod code;
pub mod connect4;
mod coverage;
mod desk;
mod difference;
mod explain;
mod failures;
pub mod fitz;
pub mod folder;
pub mod functions;
mod judgement;
pub mod jump61;
mod letter;
mod marks;
pub mod process;
mod protocol;
pub mod report;
mod script;
mod shelter;
mod shrink;
mod template;
mod transcript;
mod trial;
mod usage;
mod wording;

pub use code::Code;
pub use coverage::{Clause, Coverage, Source};
pub use desk::Desk;
pub use difference::{Difference, Kind, Picture, Shown, SideBySide};
pub use judgement::{Options, Watch, judge};
pub use marks::{Counterexample, Details, Mark, MarkResult, Marks, RunFacts};
pub use protocol::{Protocol, Record, Task};
pub use script::Script;
pub use shelter::Shelter;
pub use template::{Template, Values, shell_words};
pub use transcript::{Ending, Transcript};
pub use trial::{AnyProtocol, ByHand, Patience, Played, Trial};
