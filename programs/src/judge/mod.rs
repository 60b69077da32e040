//! The judge of other people's programs: drives a program through its game's text protocol and
//! compares everything that it shows with the law.
//!
//! | | |
//! |---|---|
//! | [`Template`] | the command, with placeholders for what varies from game to game |
//! | [`Script`], [`Protocol`] | what is typed in one game; what a game brings |
//! | [`breakdown`], [`connect4`], [`jump61`], [`candy`], [`fitz`] | the protocols |
//! | [`process`], [`Transcript`] | the run of a program; what was typed and shown |
//! | [`Shelter`] | what a program is shut in while it runs |
//! | [`functions`] | somebody's C functions, called one by one |
//! | [`folder`] | many submissions, each in a copy of its own |
//! | [`Clause`], [`Coverage`] | the clauses of a game's law, and how often each was tried |
//! | [`judge()`] | the run: directed games, random games, a short game for each failure |
//! | [`Marks`] | what a run found, clause by clause; the JSON object |
//! | [`Code`] | what became of a program, as graders name it |
//! | [`Difference`], [`report`] | where a program departs from the law, in text and as a page |
//!
//! The document comes first: what only the project's rulings say is a note, and a failure at the
//! strict level only. The judge leaves free what a document leaves free: it reads boards and
//! results out of whatever else a program prints. The strict level compares with the rulings to the
//! letter.
//!
//! A game is a [`Script`] that is sent in advance; the judge reads afterwards what the program
//! showed. Automatic moves, which the program decides itself, are followed: read from its output,
//! checked for legality, and played on the judge's board.

pub mod breakdown;
pub mod candy;
mod clauses;
mod code;
pub mod connect4;
mod coverage;
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

pub use code::Code;
pub use coverage::{Clause, Coverage, Source};
pub use difference::{Difference, Kind, Picture, Shown, SideBySide};
pub use judgement::{Options, Watch, judge};
pub use marks::{Counterexample, Details, Mark, Marks, RunFacts, Verdict};
pub use protocol::{Desk, Protocol, Record, Task};
pub use script::Script;
pub use shelter::Shelter;
pub use template::{Template, Values, shell_words};
pub use transcript::{Ending, Transcript};
pub use trial::{AnyProtocol, ByHand, Patience, Played, Trial};
