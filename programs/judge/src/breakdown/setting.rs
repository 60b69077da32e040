//! [`Setting`]: the command line of `play`, and the rules by which the judge plays.

use std::ffi::OsString;

use super::cases::Case;
use gridlaw::board::PackedBoard;
use gridlaw::games::breakdown::{Breakdown, Parameters};

/// The rules in the one form that fits every board, so that the judge is compiled once.
pub(super) type Law = Breakdown<PackedBoard>;

/// The command line of `play`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    pub(super) parameters: Parameters,
    pub(super) matrix: bool,
    pub(super) form: Form,
}

/// The form of the options on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// In the document's order.
    Usual,
    /// In another order: the number of places by which they are rotated.
    Rotated(usize),
    /// Neither `-m` nor `-b`.
    Neither,
    /// Both `-m` and `-b`.
    Both,
    /// With an option that the document does not know.
    Unknown,
}

impl Form {
    /// The clause by which such a command line must be refused, if there is one.
    pub(super) fn refusal(self) -> Option<Case> {
        match self {
            Form::Usual | Form::Rotated(_) => None,
            Form::Neither | Form::Both => Some(Case::OneForm),
            Form::Unknown => Some(Case::UnknownOption),
        }
    }
}

impl Setting {
    /// The usual command line for these numbers.
    pub(super) fn new(parameters: Parameters) -> Setting {
        Setting { parameters, matrix: false, form: Form::Usual }
    }

    /// The arguments.
    pub(super) fn words(self) -> Vec<OsString> {
        let (size, form) = (self.parameters.size(), if self.matrix { "-m" } else { "-b" });
        let numbers = [
            ("-w", size.width()),
            ("-h", size.height()),
            ("-k", self.parameters.stick()),
            ("-q", self.parameters.square()),
        ];
        let mut options: Vec<Vec<String>> =
            numbers.iter().map(|(name, number)| vec![name.to_string(), number.to_string()]).collect();
        match self.form {
            Form::Usual => options.push(vec![form.into()]),
            Form::Rotated(places) => {
                options.push(vec![form.into()]);
                let all = options.len();
                options.rotate_left(places % all);
            }
            Form::Neither => {}
            Form::Both => options.push(vec!["-m".into(), "-b".into()]),
            Form::Unknown => options.push(vec![form.into(), "-x".into()]),
        }
        options.concat().into_iter().map(OsString::from).collect()
    }

    /// Whether the numbers make sense together: a stick fits, and a square can be won.
    pub(super) fn makes_sense(self) -> bool {
        let size = self.parameters.size();
        let (shorter, longer) = (size.width().min(size.height()), size.width().max(size.height()));
        size.cells() > 1 && self.parameters.stick() <= longer && self.parameters.square() <= shorter
    }

    /// The rules of this setting.
    pub(super) fn law(self) -> Law {
        Law::new(self.parameters).expect("every board fits")
    }
}
