//! `gridlaw analyse`: positions in, values out, one JSON object a line. docs/analyse.md is its
//! contract, docs/analyse.schema.json the same for programs.
//!
//! | module | what it is |
//! |---|---|
//! | [`protocol`] | the lines that are written, and the bounds of all lines |
//! | [`request`] | the lines that are read |
//! | [`work`] | one request: its search and its answers |
//! | [`server`] | reader, threads and writer |

pub mod protocol;
pub mod request;
pub mod server;
pub mod work;
