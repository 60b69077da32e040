//! gridlaw as a WebAssembly module. `README.md` lists what it offers to JavaScript.
//!
//! Whatever is wrong with an argument is thrown as an `Error` with the library's message. A panic
//! would be a trap that no page recovers from, so nothing here panics on any argument.
//!
//! | file | contents |
//! |---|---|
//! | `game` | `Game`: a game with its parameters, and verdicts over records |
//! | `position` | `Position`: a game in hand |
//! | `searching` | `Player` and `Solver` |
//! | `objects` | JavaScript's arrays and objects |

mod game;
mod objects;
mod position;
mod searching;
