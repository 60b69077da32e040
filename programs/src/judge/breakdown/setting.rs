//! [`Setting`]: how `play` is started, and the rules by which the judge plays.

use gridlaw::board::PackedBoard;
use gridlaw::games::breakdown::{Breakdown, Parameters};

/// The rules in the one form that fits every board, so that the judge is compiled once.
pub(super) type Law = Breakdown<PackedBoard>;

/// How `play` is started.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    pub(super) parameters: Parameters,
    pub(super) matrix: bool,
}

impl Setting {
    /// The rules of this setting.
    pub(super) fn law(self) -> Law {
        Law::new(self.parameters).expect("every board fits")
    }
}
