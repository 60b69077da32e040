//! The laws that every implementation of a game must keep.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::ControlFlow;

use crate::playout::{PLY_LIMIT, Playouts, playout};
use crate::rng::Generator;
use crate::rules::{Notation, PlayError, Rules, Setup, Symmetry, canonical};

/// A broken law, with the moves that lead to the position where it is broken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// The law.
    pub law: &'static str,
    /// The moves from the start, as a record line.
    pub moves: String,
    /// The finding that breaks the law.
    pub found: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}, ", self.law, self.found)?;
        super::write_after(&self.moves, f)
    }
}

impl core::error::Error for Violation {}

/// The most moves of a position that the expensive laws try. From a longer list they take both
/// ends.
const SAMPLE: usize = 32;

/// The most moves of earlier positions that are tried as illegal moves.
const STRANGERS: usize = 64;

/// Plays random game number `game` of a run and checks every position on the way. Returns the
/// number of positions.
///
/// # Errors
/// The first broken law.
pub fn check_game<G: Playouts + Notation + Symmetry>(game: &G, seed: u64, number: u64) -> Result<u64, Violation> {
    let mut generator = Generator::for_game(seed, number);
    let mut position = game.start();
    let (mut played, mut strangers) = (Vec::new(), Vec::new());
    for positions in 1.. {
        check_position(game, &position, &strangers)
            .map_err(|violation| Violation { moves: super::line(&played), ..violation })?;
        if played.len() % 8 == 0 {
            check_playout(game, &position, generator)
                .map_err(|violation| Violation { moves: super::line(&played), ..violation })?;
        }
        let moves = game.moves(&position);
        if moves.is_empty() || played.len() >= PLY_LIMIT as usize {
            return Ok(positions);
        }
        let mv = moves[generator.below(moves.len() as u64) as usize];
        for stranger in sample(&moves) {
            if strangers.len() < STRANGERS && !strangers.contains(&stranger) {
                strangers.push(stranger);
            }
        }
        game.play_unchecked(&mut position, mv);
        played.push(mv);
    }
    unreachable!("the loop has no end")
}

/// Checks every law on one position, reachable or not. `strangers` are moves of other positions,
/// which may or may not be legal here.
///
/// # Errors
/// The first broken law. Its list of moves is empty: only the caller knows how the position arose.
pub fn check_position<G: Notation + Symmetry>(
    game: &G,
    position: &G::Position,
    strangers: &[G::Move],
) -> Result<(), Violation> {
    let moves = game.moves(position);
    check_list(game, position, &moves)?;
    check_doors(game, position, &moves, strangers)?;
    check_text(game, position, &moves)?;
    check_setup(game, position)?;
    check_symmetries(game, position, &moves)?;
    check_canonical(game, position, &moves)
}

/// Checks that the game's own playout is the one that [`playout()`] defines: the same moves,
/// outcome, final position and generator state.
fn check_playout<G: Playouts>(game: &G, position: &G::Position, generator: Generator) -> Result<(), Violation> {
    for limit in [0, 1, 7, PLY_LIMIT] {
        let (mut ours, mut defined) =
            ((position.clone(), generator, Vec::new()), (position.clone(), generator, Vec::new()));
        let our_end = game.playout(&mut ours.0, &mut ours.1, limit, |mv| ours.2.push(mv));
        let defined_end = playout(game, &mut defined.0, &mut defined.1, limit, |mv| defined.2.push(mv));
        if ours != defined || our_end != defined_end {
            let told = |moves: &[G::Move], end| format!("{} ({end:?})", super::line(moves));
            let found = format!("{} instead of {}", told(&ours.2, our_end), told(&defined.2, defined_end));
            return broken("a game's own playout is the playout move by move", found);
        }
    }
    Ok(())
}

fn broken<T>(law: &'static str, found: String) -> Result<T, Violation> {
    Err(Violation { law, moves: String::new(), found })
}

fn sample<M: Copy>(moves: &[M]) -> Vec<M> {
    if moves.len() <= SAMPLE {
        return moves.to_vec();
    }
    let half = SAMPLE / 2;
    moves[..half].iter().chain(&moves[moves.len() - half..]).copied().collect()
}

fn check_list<G: Rules>(game: &G, position: &G::Position, moves: &[G::Move]) -> Result<(), Violation> {
    if let Some(pair) = moves.windows(2).find(|pair| pair[0] >= pair[1]) {
        return broken("moves ascend, each once", format!("{} comes before {}", pair[0], pair[1]));
    }
    let outcome = game.outcome(position);
    if moves.is_empty() != outcome.is_over() {
        return broken(
            "there are no moves exactly when the game is over",
            format!("{} moves, {outcome:?}", moves.len()),
        );
    }
    let count = game.count_moves(position);
    if count != moves.len() as u64 {
        return broken("the count is the length of the list", format!("count {count}, {} moves", moves.len()));
    }
    if moves.len() <= SAMPLE {
        let (replies, expected) = (game.count_replies(position), sum_of_replies(game, position, moves));
        if replies != expected {
            return broken("replies are the moves after every move", format!("{replies}, one by one {expected}"));
        }
    }
    let mut visited = 0;
    let broke = game.visit_moves(position, |mv| {
        visited += 1;
        ControlFlow::Break(mv)
    });
    if broke.break_value().as_ref() != moves.first() || visited > 1 {
        return broken("a visitor that breaks sees no more moves", format!("{visited} moves visited"));
    }
    let mut indices = sample(&(0..moves.len()).collect::<Vec<_>>()).into_iter();
    if let Some(index) = indices.find(|&index| game.choose_move(position, |_| index as u64) != Some(moves[index])) {
        return broken("choosing by index takes from the list", format!("move {index} should be {}", moves[index]));
    }
    match game.choose_move(position, |_| 0).is_some() {
        chosen if chosen == moves.is_empty() => {
            broken("a move can be chosen exactly when there is one", format!("{} moves", moves.len()))
        }
        _ => Ok(()),
    }
}

fn sum_of_replies<G: Rules>(game: &G, position: &G::Position, moves: &[G::Move]) -> u64 {
    let count = |&mv: &G::Move| {
        let mut next = position.clone();
        game.play_unchecked(&mut next, mv);
        game.moves(&next).len() as u64
    };
    moves.iter().map(count).sum()
}

fn check_doors<G: Notation>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    strangers: &[G::Move],
) -> Result<(), Violation> {
    for mv in sample(moves) {
        let (mut checked, mut unchecked) = (position.clone(), position.clone());
        game.play_unchecked(&mut unchecked, mv);
        if !game.is_legal(position, mv) || game.play(&mut checked, mv).is_err() || !game.accepts(position, mv) {
            return broken("every listed move is legal and accepted", format!("{mv} is not"));
        }
        if checked != unchecked {
            return broken("play does what play_unchecked does", format!("{mv} gives {checked:?} and {unchecked:?}"));
        }
    }
    for &mv in strangers.iter().filter(|stranger| moves.binary_search(stranger).is_err()) {
        let mut after = position.clone();
        let refused = match game.play(&mut after, mv) {
            Ok(()) => false,
            Err(PlayError::Illegal { mv: named }) => named == mv && !game.outcome(position).is_over(),
            Err(PlayError::Over { mv: named, outcome }) => named == mv && outcome == game.outcome(position),
        };
        if game.is_legal(position, mv) || !refused {
            return broken("play refuses every move that is not listed, and says why", format!("{mv} is not refused"));
        }
        if after != *position {
            return broken("a refused move changes nothing", format!("{mv} leaves {after:?}"));
        }
    }
    Ok(())
}

fn check_text<G: Notation>(game: &G, position: &G::Position, moves: &[G::Move]) -> Result<(), Violation> {
    for mv in sample(moves) {
        if mv.to_string().parse() != Ok(mv) {
            return broken("a move is read as it is written", format!("{mv} is {mv:?}"));
        }
    }
    let text = game.setup_text(position);
    match game.read_position(&text) {
        Ok(read) if read == *position => Ok(()),
        Ok(read) => broken("a position is read as it is written", format!("{text:?} is read as {read:?}")),
        Err(error) => broken("a position is read as it is written", format!("{text:?}: {error}")),
    }
}

/// A hasher whose value depends on every byte and on their order.
struct Fnv(u64);

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn hash(value: &impl Hash) -> u64 {
    let mut hasher = Fnv(0xcbf2_9ce4_8422_2325);
    value.hash(&mut hasher);
    hasher.finish()
}

fn check_setup<G: Notation>(game: &G, position: &G::Position) -> Result<(), Violation> {
    let setup = game.setup(position);
    let again = match game.position(&setup) {
        Ok(again) if again == *position => again,
        Ok(again) => return broken("a setup is the position that it was made of", format!("{setup} gives {again:?}")),
        Err(error) => return broken("a setup is the position that it was made of", format!("{setup}: {error}")),
    };
    let (one, other) = (game.setup(&again), game.setup(position));
    if hash(&again) != hash(position) || hash(&one) != hash(&other) || one.stable_hash() != other.stable_hash() {
        return broken("equal positions have equal hashes", format!("{setup}"));
    }
    Ok(())
}

/// Checks one image, chosen by the number of moves: all of them would take most of the time.
fn check_canonical<G: Notation + Symmetry>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
) -> Result<(), Violation> {
    let (symmetry, expected) = (moves.len() % game.symmetries(), canonical(game, position));
    let found = canonical(game, &game.map_position(position, symmetry));
    if found != expected || canonical(game, &expected) != expected {
        let found = format!("{expected:?}, of symmetry {symmetry} {found:?}");
        return broken("all images have one canonical position", found);
    }
    Ok(())
}

fn check_symmetries<G: Symmetry>(game: &G, position: &G::Position, moves: &[G::Move]) -> Result<(), Violation> {
    if game.map_position(position, 0) != *position || moves.iter().any(|&mv| game.map_move(mv, 0) != mv) {
        return broken("symmetry 0 is the identity", format!("{position:?}"));
    }
    for symmetry in 1..game.symmetries() {
        let mapped = game.map_position(position, symmetry);
        if game.outcome(&mapped) != game.outcome(position) {
            return broken("outcomes do not change under symmetry", format!("symmetry {symmetry}"));
        }
        let mut mapped_moves: Vec<_> = moves.iter().map(|&mv| game.map_move(mv, symmetry)).collect();
        mapped_moves.sort_unstable();
        if mapped_moves != game.moves(&mapped) {
            return broken("moves map to the moves of the mapped position", format!("symmetry {symmetry}"));
        }
        for mv in sample(moves) {
            let mut after = position.clone();
            game.play_unchecked(&mut after, mv);
            let mut mapped_after = mapped.clone();
            game.play_unchecked(&mut mapped_after, game.map_move(mv, symmetry));
            if game.map_position(&after, symmetry) != mapped_after {
                return broken("symmetry commutes with playing", format!("symmetry {symmetry}, {mv}"));
            }
        }
    }
    Ok(())
}
