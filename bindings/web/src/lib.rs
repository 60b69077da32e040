//! gridlaw as a WebAssembly module. `README.md` lists what it offers to JavaScript.
//!
//! Functions throw an `Error` with the library's message for a wrong argument. A panic would be a
//! trap from which no page recovers, so no argument panics.
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
