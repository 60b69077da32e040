//! [`Playing`]: rules and position, generic over the engine.

use alloc::string::ToString;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::fmt::{self, Display};
use core::hash::{Hash, Hasher};

use super::errors::MoveError;
use crate::cell::Side;
use crate::games::{Game, GameParameters};
use crate::record::{RecordError, read_moves};
use crate::rules::{Outcome, Setup, SetupErrorOf, allows, canonical, choose_once, outcome_of, play_one, visit_all};

/// A game in progress: its rules, which copies share, and its position.
///
/// ```
/// use gridlaw::Playing;
/// use gridlaw::games::connect4::{Connect4, Parameters};
///
/// let rules = Connect4::<u128>::new(Parameters::new(7).unwrap()).unwrap();
/// let mut playing = Playing::new(rules).keeping_history();
/// playing.play_record("E3 N4 S4").unwrap();
/// assert_eq!(playing.undo().unwrap().to_string(), "S4");
/// assert_eq!(playing.history().len(), 2);
/// ```
#[derive(Clone, Debug)]
pub struct Playing<G: Game> {
    pub(super) rules: Arc<G>,
    pub(super) position: G::Position,
    /// The moves played, each with the position before it, if they are kept.
    pub(super) past: Option<Vec<(G::Move, G::Position)>>,
}

impl<G: Game> Playing<G> {
    /// A game at its start.
    #[must_use]
    pub fn new(rules: impl Into<Arc<G>>) -> Playing<G> {
        let rules = rules.into();
        Playing { position: rules.start(), rules, past: None }
    }

    /// The same game, which from now on keeps its moves for [`undo`](Self::undo). Memory grows by a
    /// position a move.
    #[must_use]
    pub fn keeping_history(self) -> Playing<G> {
        Playing { past: Some(self.past.unwrap_or_default()), ..self }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &G {
        &self.rules
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &G::Position {
        &self.position
    }

    /// Sets the game to the position of a setup. The history, if it is kept, begins anew.
    ///
    /// # Errors
    /// A setup that is not a position of this game; the game is as it was.
    pub fn set_up(&mut self, setup: &G::Setup) -> Result<(), SetupErrorOf<G>> {
        self.position = self.rules.position(setup)?;
        self.past.iter_mut().for_each(Vec::clear);
        Ok(())
    }

    /// Plays a move that records may hold: a legal one, or a forfeit in Connect4.
    ///
    /// # Errors
    /// [`MoveError::Illegal`] or [`MoveError::Over`].
    pub fn play(&mut self, mv: G::Move) -> Result<(), MoveError> {
        if !self.rules.accepts(&self.position, mv) {
            return Err(self.refusal(mv));
        }
        self.play_accepted(mv);
        Ok(())
    }

    /// Plays a move's text, as records have it.
    ///
    /// # Errors
    /// [`MoveError`].
    pub fn play_text(&mut self, mv: &str) -> Result<(), MoveError> {
        self.play(mv.parse::<G::Move>()?)
    }

    /// Plays a legal move by its action number.
    ///
    /// # Errors
    /// [`MoveError`]. A forfeit of Connect4 is not legal.
    pub fn play_action(&mut self, action: u32) -> Result<(), MoveError> {
        let parameters = self.rules.parameters();
        let count = parameters.action_count();
        let mv = parameters.move_of(action).ok_or(MoveError::Action { found: action, count })?;
        if !self.is_legal(mv) {
            return Err(self.refusal(mv));
        }
        self.play_accepted(mv);
        Ok(())
    }

    /// Plays the legal move with index `index`, from 0, in the order of [`moves`](Self::moves),
    /// without listing them.
    ///
    /// # Errors
    /// [`MoveError::Index`].
    pub fn play_nth(&mut self, index: u64) -> Result<(), MoveError> {
        let mut count = 0;
        let mut pick = |all: u64| {
            count = all;
            index.min(all - 1)
        };
        match choose_once(&*self.rules, &self.position, &mut pick) {
            Some(mv) if index < count => {
                self.play_accepted(mv);
                Ok(())
            }
            _ => Err(MoveError::Index { found: index, count }),
        }
    }

    /// Plays a line of moves, separated by blanks. On an error the moves before the wrong one stay
    /// played.
    ///
    /// # Errors
    /// The first move that cannot be read or is not accepted.
    pub fn play_record(&mut self, line: &str) -> Result<(), RecordError> {
        read_moves(line, &mut |mv| {
            if !self.rules.accepts(&self.position, mv) {
                return Err(self.outcome());
            }
            self.play_accepted(mv);
            Ok(())
        })
    }

    /// Takes the last move back and returns it; `None` if no history is kept or no move is left in
    /// it.
    pub fn undo(&mut self) -> Option<G::Move> {
        let (mv, before) = self.past.as_mut()?.pop()?;
        self.position = before;
        Some(mv)
    }

    /// The moves played since the history was kept, oldest first; empty if none is kept.
    pub fn history(&self) -> impl ExactSizeIterator<Item = G::Move> {
        self.past.as_deref().unwrap_or_default().iter().map(|&(mv, _)| mv)
    }

    /// The legal moves, ascending; none once the game is over.
    #[must_use]
    pub fn moves(&self) -> Vec<G::Move> {
        self.rules.moves(&self.position)
    }

    /// The side to move; unspecified once the game is over.
    #[must_use]
    pub fn turn(&self) -> Side {
        self.rules.turn(&self.position)
    }

    /// Whether the game is over, and who has won.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        outcome_of(&*self.rules, &self.position)
    }

    /// The position as data.
    #[must_use]
    pub fn setup(&self) -> G::Setup {
        self.rules.setup(&self.position)
    }

    /// The same game at the position that stands for all mirror images and rotations of this one.
    #[must_use]
    pub fn canonical(&self) -> Playing<G> {
        Playing { rules: Arc::clone(&self.rules), position: canonical(&*self.rules, &self.position), past: None }
    }

    /// The same game at the position under each symmetry, the identity first.
    pub(super) fn images(&self) -> impl Iterator<Item = Playing<G>> {
        (0..self.rules.symmetries()).map(|symmetry| {
            let position = self.rules.map_position(&self.position, symmetry);
            Playing { rules: Arc::clone(&self.rules), position, past: None }
        })
    }

    #[inline(never)]
    pub(super) fn is_legal(&self, mv: G::Move) -> bool {
        allows(&*self.rules, &self.position, mv)
    }

    /// Calls `visit` with every legal move, ascending.
    pub(super) fn visit_legal(&self, visit: &mut dyn FnMut(G::Move)) {
        visit_all(&*self.rules, &self.position, visit);
    }

    // Plays an accepted move and records it in the history.
    #[inline(never)]
    fn play_accepted(&mut self, mv: G::Move) {
        if let Some(past) = &mut self.past {
            past.push((mv, self.position.clone()));
        }
        play_one(&*self.rules, &mut self.position, mv);
    }

    /// Why a move that can be read is not played.
    fn refusal(&self, mv: G::Move) -> MoveError {
        let mv = mv.to_string();
        match self.outcome() {
            Outcome::InProgress => MoveError::Illegal { mv },
            outcome => MoveError::Over { mv, outcome },
        }
    }
}

impl<G: Game> PartialEq for Playing<G> {
    /// Whether both are the same position of the same game, whatever their histories.
    fn eq(&self, other: &Playing<G>) -> bool {
        self.position == other.position
            && (Arc::ptr_eq(&self.rules, &other.rules) || self.rules.parameters() == other.rules.parameters())
    }
}

impl<G: Game> Eq for Playing<G> {}

impl<G: Game> Hash for Playing<G> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.position.hash(state);
    }
}

impl<G: Game> Display for Playing<G> {
    /// The board over several lines, as the game's document shows it.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.setup().write_picture(f)
    }
}
