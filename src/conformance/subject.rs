//! An engine behind a pointer: the laws are compiled once for every type of move, not once for
//! every engine.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::{Debug, Display};
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;
use core::str::FromStr;

use crate::playout::{Playout, Playouts, playout};
use crate::rng::Generator;
use crate::rules::{Fnv, Notation, Outcome, PlayError, Setup, Symmetry, canonical};
use crate::text::TextError;

/// The traits of every type of move.
pub(super) trait AnyMove: Copy + Ord + Debug + Display + FromStr<Err = TextError> {}

impl<M: Copy + Ord + Debug + Display + FromStr<Err = TextError>> AnyMove for M {}

/// The place of a position in a [`Subject`].
pub(super) type Place = usize;

/// The place of the position that is checked.
pub(super) const HERE: Place = 0;

/// An engine and the positions that a check has made of the one at [`HERE`]. A new position takes
/// the next place. Methods without a comment are those of the engine's traits.
pub(super) trait Subject<M: AnyMove> {
    fn copy(&mut self, place: Place) -> Place;
    /// Forgets all positions except the one at [`HERE`].
    fn forget(&mut self);
    fn equal(&self, one: Place, other: Place) -> bool;
    /// A position as `Debug` shows it.
    fn shown(&self, place: Place) -> String;

    fn outcome(&self, place: Place) -> Outcome;
    fn moves(&self, place: Place) -> Vec<M>;
    fn count_moves(&self, place: Place) -> u64;
    fn count_replies(&self, place: Place) -> u64;
    /// The first move that is visited, and how many are if the visitor breaks there.
    fn first_visited(&self, place: Place) -> (Option<M>, u64);
    fn choose_move(&self, place: Place, index: u64) -> Option<M>;
    fn is_legal(&self, place: Place, mv: M) -> bool;
    fn accepts(&self, place: Place, mv: M) -> bool;
    fn play(&mut self, place: Place, mv: M) -> Result<(), PlayError<M>>;
    fn play_unchecked(&mut self, place: Place, mv: M);

    fn setup_text(&self, place: Place) -> String;
    fn read_position(&mut self, text: &str) -> Result<Place, String>;
    /// A setup as `Display` shows it.
    fn setup(&self, place: Place) -> String;
    /// The position of the setup of a position.
    fn by_setup(&mut self, place: Place) -> Result<Place, String>;
    /// A position's hash, its setup's, and its setup's stable one.
    fn hashes(&self, place: Place) -> [u64; 3];

    fn symmetries(&self) -> usize;
    fn map_position(&mut self, place: Place, symmetry: usize) -> Place;
    fn map_move(&self, mv: M, symmetry: usize) -> M;
    fn canonical(&mut self, place: Place) -> Place;
}

/// A random game: its moves and its end.
pub(super) struct Played<M> {
    pub(super) moves: Vec<M>,
    pub(super) end: Playout,
}

/// A subject with random games of its own.
pub(super) trait Player<M: AnyMove>: Subject<M> {
    /// The engine's own random game from [`HERE`] and the one that [`playout()`] defines, and
    /// whether they end in the same position and leave the same generator.
    fn playouts(&self, generator: Generator, limit: u32) -> ([Played<M>; 2], bool);
}

/// The subject that an engine is.
pub(super) struct Held<'a, G: Notation> {
    game: &'a G,
    positions: Vec<G::Position>,
}

impl<'a, G: Notation> Held<'a, G> {
    pub(super) fn new(game: &'a G, position: G::Position) -> Self {
        Self { game, positions: Vec::from([position]) }
    }

    fn push(&mut self, position: G::Position) -> Place {
        self.positions.push(position);
        self.positions.len() - 1
    }
}

impl<G: Notation + Symmetry> Subject<G::Move> for Held<'_, G> {
    fn copy(&mut self, place: Place) -> Place {
        self.push(self.positions[place].clone())
    }

    fn forget(&mut self) {
        self.positions.truncate(HERE + 1);
    }

    fn equal(&self, one: Place, other: Place) -> bool {
        self.positions[one] == self.positions[other]
    }

    fn shown(&self, place: Place) -> String {
        format!("{:?}", self.positions[place])
    }

    fn outcome(&self, place: Place) -> Outcome {
        self.game.outcome(&self.positions[place])
    }

    fn moves(&self, place: Place) -> Vec<G::Move> {
        self.game.moves(&self.positions[place])
    }

    fn count_moves(&self, place: Place) -> u64 {
        self.game.count_moves(&self.positions[place])
    }

    fn count_replies(&self, place: Place) -> u64 {
        self.game.count_replies(&self.positions[place])
    }

    fn first_visited(&self, place: Place) -> (Option<G::Move>, u64) {
        let mut visited = 0;
        let broke = self.game.visit_moves(&self.positions[place], |mv| {
            visited += 1;
            ControlFlow::Break(mv)
        });
        (broke.break_value(), visited)
    }

    fn choose_move(&self, place: Place, index: u64) -> Option<G::Move> {
        self.game.choose_move(&self.positions[place], |_| index)
    }

    fn is_legal(&self, place: Place, mv: G::Move) -> bool {
        self.game.is_legal(&self.positions[place], mv)
    }

    fn accepts(&self, place: Place, mv: G::Move) -> bool {
        self.game.accepts(&self.positions[place], mv)
    }

    fn play(&mut self, place: Place, mv: G::Move) -> Result<(), PlayError<G::Move>> {
        self.game.play(&mut self.positions[place], mv)
    }

    fn play_unchecked(&mut self, place: Place, mv: G::Move) {
        self.game.play_unchecked(&mut self.positions[place], mv);
    }

    fn setup_text(&self, place: Place) -> String {
        self.game.setup_text(&self.positions[place])
    }

    fn read_position(&mut self, text: &str) -> Result<Place, String> {
        let read = self.game.read_position(text).map_err(|error| error.to_string())?;
        Ok(self.push(read))
    }

    fn setup(&self, place: Place) -> String {
        self.game.setup(&self.positions[place]).to_string()
    }

    fn by_setup(&mut self, place: Place) -> Result<Place, String> {
        let setup = self.game.setup(&self.positions[place]);
        let again = self.game.position(&setup).map_err(|error| error.to_string())?;
        Ok(self.push(again))
    }

    fn hashes(&self, place: Place) -> [u64; 3] {
        let position = &self.positions[place];
        let setup = self.game.setup(position);
        [hash(position), hash(&setup), setup.stable_hash()]
    }

    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    fn map_position(&mut self, place: Place, symmetry: usize) -> Place {
        self.push(self.game.map_position(&self.positions[place], symmetry))
    }

    fn map_move(&self, mv: G::Move, symmetry: usize) -> G::Move {
        self.game.map_move(mv, symmetry)
    }

    fn canonical(&mut self, place: Place) -> Place {
        self.push(canonical(self.game, &self.positions[place]))
    }
}

impl<G: Playouts + Notation + Symmetry> Player<G::Move> for Held<'_, G> {
    fn playouts(&self, generator: Generator, limit: u32) -> ([Played<G::Move>; 2], bool) {
        let here = &self.positions[HERE];
        let (mut ours, mut our_generator, mut our_moves) = (here.clone(), generator, Vec::new());
        let our_end = self.game.playout(&mut ours, &mut our_generator, limit, |mv| our_moves.push(mv));
        let (mut defined, mut generator, mut moves) = (here.clone(), generator, Vec::new());
        let end = playout(self.game, &mut defined, &mut generator, limit, |mv| moves.push(mv));
        let same = ours == defined && our_generator == generator;
        ([Played { moves: our_moves, end: our_end }, Played { moves, end }], same)
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = Fnv::new();
    value.hash(&mut hasher);
    hasher.finish()
}
