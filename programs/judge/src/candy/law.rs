//! The result of a game by the law.

use std::io;
use std::path::PathBuf;

use crate::transcript::Transcript;
use gridlaw::games::candy::{Candy, CandyRules, Instance, STEP_LIMIT, Unbounded, session};
use gridlaw::rules::{Notation, Rules};

/// The result of a script by the law.
#[derive(Debug)]
pub struct Expected {
    pub(super) saved: Instance,
    pub(super) law: Transcript,
    pub(super) is_won: bool,
    pub(super) out: PathBuf,
}

impl Expected {
    /// Whether a settling was ended.
    pub(super) fn reaches_limit(&self) -> bool {
        let cells = u64::from(self.saved.definition().size().cells());
        let slid = self.saved.state().map_or(0, |state| state.offsets.iter().sum());
        slid > cells + u64::from(STEP_LIMIT)
    }
}

/// The result of some moves by the law: the saved game, the answers, and whether the game is won.
pub(super) fn play(instance: &Instance, input: &[u8]) -> io::Result<(Instance, Transcript, bool)> {
    let rules = engine(instance);
    let mut position = rules.start();
    let law = Transcript::of_law(input, &mut |console| {
        session::play(&rules, &mut position, session::Show::Answers, console).map(|()| 0)
    })?;
    let state = rules.setup(&position);
    let saved = Instance::new(instance.definition().clone(), state).expect("a state of this game");
    Ok((saved, law, rules.is_won(&position)))
}

pub(super) type Engine = Candy<Unbounded>;

pub(super) fn engine(instance: &Instance) -> Engine {
    Candy::new(instance).expect("there is room for every game")
}
