//! [`Held`]: a game and its position behind one pointer, whatever the game.

use std::any::Any;
use std::ops::ControlFlow;
use std::sync::Arc;

use law::cell::Side;
use law::games::{AnyGame, Engine, Game, GameVisitor};
use law::perft::perft;
use law::record::replay;
use law::rules::Outcome;

use crate::status::{Fault, Status};

/// What can be done with a game that is being played.
pub(crate) trait Held: Any + Send + Sync {
    fn copy(&self) -> Box<dyn Held>;
    /// Takes over game and position of another that is of the same type; whether it was.
    fn assign(&mut self, from: &dyn Held) -> bool;

    fn play(&mut self, mv: &str) -> Result<(), Fault>;
    fn play_nth(&mut self, index: u64) -> Result<(), Fault>;
    fn replay(&mut self, line: &str) -> (u64, Result<(), Fault>);
    fn is_legal(&self, mv: &str) -> Result<bool, Fault>;
    fn moves(&self) -> String;
    fn count_moves(&self) -> u64;
    fn perft(&self, depth: u32) -> u64;

    fn turn(&self) -> Side;
    fn outcome(&self) -> Outcome;
    fn verdict(&self) -> String;
    fn position(&self) -> String;
    fn picture(&self) -> String;
    fn set_position(&mut self, text: &str) -> Result<(), Fault>;
}

/// A game at its beginning, on the fast engine.
pub(crate) fn start(game: &AnyGame) -> Box<dyn Held> {
    struct Start;

    impl GameVisitor for Start {
        type Output = Box<dyn Held>;

        fn visit<G: Game>(self, game: &G) -> Box<dyn Held> {
            Box::new(Playing { position: game.start(), rules: Arc::new(game.clone()) })
        }
    }
    game.visit(Engine::Fast, Start)
}

/// The rules, which copies share, and where the game stands.
pub(crate) struct Playing<G: Game> {
    pub(crate) rules: Arc<G>,
    pub(crate) position: G::Position,
}

impl<G: Game> Playing<G> {
    /// Why a move that can be read is not played.
    fn refusal(&self, mv: G::Move) -> Fault {
        let message = match self.outcome() {
            Outcome::InProgress => format!("{mv} is not legal here"),
            _ => format!("the game is over: {mv} comes too late"),
        };
        Fault::new(Status::Illegal, message)
    }
}

impl<G: Game> Held for Playing<G> {
    fn copy(&self) -> Box<dyn Held> {
        Box::new(Playing { rules: Arc::clone(&self.rules), position: self.position.clone() })
    }

    fn assign(&mut self, from: &dyn Held) -> bool {
        let from: &dyn Any = from;
        let same = from.downcast_ref::<Playing<G>>();
        if let Some(from) = same {
            if !Arc::ptr_eq(&self.rules, &from.rules) {
                self.rules = Arc::clone(&from.rules);
            }
            self.position.clone_from(&from.position);
        }
        same.is_some()
    }

    fn play(&mut self, mv: &str) -> Result<(), Fault> {
        let mv: G::Move = mv.parse()?;
        if !self.rules.accepts(&self.position, mv) {
            return Err(self.refusal(mv));
        }
        self.rules.play_unchecked(&mut self.position, mv);
        Ok(())
    }

    fn play_nth(&mut self, index: u64) -> Result<(), Fault> {
        let mut count = 0;
        let pick = |all: u64| {
            count = all;
            index.min(all - 1)
        };
        match self.rules.choose_move(&self.position, pick) {
            Some(mv) if index < count => self.rules.play_unchecked(&mut self.position, mv),
            _ => return Err(Fault::new(Status::Value, format!("there are {count} legal moves, and no move {index}"))),
        }
        Ok(())
    }

    fn replay(&mut self, line: &str) -> (u64, Result<(), Fault>) {
        let mut played = 0;
        let result = replay(&*self.rules, &mut self.position, line, |_| played += 1);
        (played, result.map_err(Fault::from))
    }

    fn is_legal(&self, mv: &str) -> Result<bool, Fault> {
        Ok(self.rules.is_legal(&self.position, mv.parse()?))
    }

    fn moves(&self) -> String {
        use std::fmt::Write;

        let mut line = String::new();
        let _ = self.rules.visit_moves(&self.position, |mv| {
            let separator = if line.is_empty() { "" } else { " " };
            // A `String` takes everything.
            let _ = write!(line, "{separator}{mv}");
            ControlFlow::<()>::Continue(())
        });
        line
    }

    fn count_moves(&self) -> u64 {
        self.rules.count_moves(&self.position)
    }

    fn perft(&self, depth: u32) -> u64 {
        perft(&*self.rules, &self.position, depth)
    }

    fn turn(&self) -> Side {
        self.rules.turn(&self.position)
    }

    fn outcome(&self) -> Outcome {
        self.rules.outcome(&self.position)
    }

    fn verdict(&self) -> String {
        format!("{} {}", self.rules.outcome_mark(self.outcome()), self.rules.verdict_text(&self.position))
    }

    fn position(&self) -> String {
        self.rules.position_text(&self.position)
    }

    fn picture(&self) -> String {
        self.rules.picture(&self.position)
    }

    fn set_position(&mut self, text: &str) -> Result<(), Fault> {
        self.position = self.rules.read_position(text)?;
        Ok(())
    }
}
