//! `gridlaw._native`: the library for Python. The package around it is in `python/gridlaw`.
//!
//! | file | contents |
//! |---|---|
//! | `game` | `Game`: a game with its parameters |
//! | `position` | `Position`: one game in hand, never changed |
//! | `picture` | positions as SVG, for notebooks |
//! | `searching` | exact values and best moves |
//! | `plans` | the same of Candy |
//! | `watching` | what ends a search |
//! | `book` | `Book`: the values of a game's first plies, from a file |
//! | `lanes` | `Lanes`: thousands of games at once |
//! | `outputs` | the arrays into which lanes write |
//! | `arrays` | memory for arrays; checks of callers' arrays |
//! | `numbers` | callers' numbers, with their ranges |
//! | `oracle` | verdicts over records, and the command line |
//! | `errors` | errors of the library as exceptions |

// `doc!("Class.method")`: the docstrings of the stub, from `build.rs`.
include!(concat!(env!("OUT_DIR"), "/docs.rs"));

mod arrays;
mod book;
mod errors;
mod game;
mod lanes;
mod numbers;
mod oracle;
mod outputs;
mod picture;
mod plans;
mod position;
mod searching;
mod watching;

use pyo3::prelude::*;

/// Threads share only positions, which never change, and lanes, whose calls exclude each other.
#[pymodule(gil_used = false)]
mod _native {
    /// The version of the package: `__version__`.
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    /// The greatest depth of a perft.
    #[pymodule_export]
    const DEEPEST: u32 = law::perft::DEEPEST;
    #[pymodule_export]
    use crate::arrays::Memory;
    #[pymodule_export]
    use crate::book::Book;
    #[pymodule_export]
    use crate::game::{Game, content_limit, create};
    #[pymodule_export]
    use crate::lanes::{Lanes, restore_lanes};
    #[pymodule_export]
    use crate::oracle::{command_line, reference, verdict};
    #[pymodule_export]
    use crate::position::Position;
}
