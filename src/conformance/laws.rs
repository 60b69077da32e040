//! The laws that every implementation of a game must keep.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::subject::{AnyMove, HERE, Held, Played, Player, Subject};
use crate::playout::{PLY_LIMIT, Playouts};
use crate::rng::Generator;
use crate::rules::{Notation, PlayError, Symmetry};

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
    check_player(&mut Held::new(game, game.start()), seed, number)
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
    check_subject(&mut Held::new(game, position.clone()), strangers)
}

/// [`check_game`] of an engine at the start of a game.
fn check_player<M: AnyMove>(player: &mut dyn Player<M>, seed: u64, number: u64) -> Result<u64, Violation> {
    let mut generator = Generator::for_game(seed, number);
    let (mut played, mut strangers) = (Vec::new(), Vec::new());
    for positions in 1.. {
        check_subject(player, &strangers)
            .and_then(|()| if played.len() % 8 == 0 { check_playout(player, generator) } else { Ok(()) })
            .map_err(|violation| Violation { moves: super::line(&played), ..violation })?;
        let moves = player.moves(HERE);
        if moves.is_empty() || played.len() >= PLY_LIMIT as usize {
            return Ok(positions);
        }
        let mv = *generator.pick(&moves);
        for stranger in sample(&moves) {
            if strangers.len() < STRANGERS && !strangers.contains(&stranger) {
                strangers.push(stranger);
            }
        }
        player.play_unchecked(HERE, mv);
        played.push(mv);
    }
    unreachable!("the loop has no end")
}

/// [`check_position`] of the position at [`HERE`].
fn check_subject<M: AnyMove>(subject: &mut dyn Subject<M>, strangers: &[M]) -> Result<(), Violation> {
    let moves = subject.moves(HERE);
    check_list(subject, &moves)?;
    check_doors(subject, &moves, strangers)?;
    check_text(subject, &moves)?;
    check_setup(subject)?;
    check_symmetries(subject, &moves)?;
    check_canonical(subject, &moves)?;
    subject.forget();
    Ok(())
}

/// Checks that the game's own playout is the one that [`playout()`](crate::playout::playout())
/// defines: the same moves, outcome, final position and generator state.
fn check_playout<M: AnyMove>(player: &dyn Player<M>, generator: Generator) -> Result<(), Violation> {
    for limit in [0, 1, 7, PLY_LIMIT] {
        let ([ours, defined], same) = player.playouts(generator, limit);
        if !same || ours.moves != defined.moves || ours.end != defined.end {
            let told = |played: &Played<M>| format!("{} ({:?})", super::line(&played.moves), played.end);
            let found = format!("{} instead of {}", told(&ours), told(&defined));
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

fn check_list<M: AnyMove>(subject: &mut dyn Subject<M>, moves: &[M]) -> Result<(), Violation> {
    if let Some(pair) = moves.windows(2).find(|pair| pair[0] >= pair[1]) {
        return broken("moves ascend, each once", format!("{} comes before {}", pair[0], pair[1]));
    }
    let outcome = subject.outcome(HERE);
    if moves.is_empty() != outcome.is_over() {
        return broken(
            "there are no moves exactly when the game is over",
            format!("{} moves, {outcome:?}", moves.len()),
        );
    }
    let count = subject.count_moves(HERE);
    if count != moves.len() as u64 {
        return broken("the count is the length of the list", format!("count {count}, {} moves", moves.len()));
    }
    if moves.len() <= SAMPLE {
        let (replies, expected) = (subject.count_replies(HERE), sum_of_replies(subject, moves));
        if replies != expected {
            return broken("replies are the moves after every move", format!("{replies}, one by one {expected}"));
        }
    }
    let (first, visited) = subject.first_visited(HERE);
    if first.as_ref() != moves.first() || visited > 1 {
        return broken("a visitor that breaks sees no more moves", format!("{visited} moves visited"));
    }
    let mut indices = sample(&(0..moves.len()).collect::<Vec<_>>()).into_iter();
    if let Some(index) = indices.find(|&index| subject.choose_move(HERE, index as u64) != Some(moves[index])) {
        return broken("choosing by index takes from the list", format!("move {index} should be {}", moves[index]));
    }
    match subject.choose_move(HERE, 0).is_some() {
        chosen if chosen == moves.is_empty() => {
            broken("a move can be chosen exactly when there is one", format!("{} moves", moves.len()))
        }
        _ => Ok(()),
    }
}

fn sum_of_replies<M: AnyMove>(subject: &mut dyn Subject<M>, moves: &[M]) -> u64 {
    let count = |&mv: &M| {
        let next = subject.copy(HERE);
        subject.play_unchecked(next, mv);
        subject.moves(next).len() as u64
    };
    moves.iter().map(count).sum()
}

fn check_doors<M: AnyMove>(subject: &mut dyn Subject<M>, moves: &[M], strangers: &[M]) -> Result<(), Violation> {
    for mv in sample(moves) {
        let (checked, unchecked) = (subject.copy(HERE), subject.copy(HERE));
        subject.play_unchecked(unchecked, mv);
        if !subject.is_legal(HERE, mv) || subject.play(checked, mv).is_err() || !subject.accepts(HERE, mv) {
            return broken("every listed move is legal and accepted", format!("{mv} is not"));
        }
        if !subject.equal(checked, unchecked) {
            let [checked, unchecked] = [checked, unchecked].map(|place| subject.shown(place));
            return broken("play does what play_unchecked does", format!("{mv} gives {checked} and {unchecked}"));
        }
    }
    for &mv in strangers.iter().filter(|stranger| moves.binary_search(stranger).is_err()) {
        let after = subject.copy(HERE);
        let refused = match subject.play(after, mv) {
            Ok(()) => false,
            Err(PlayError::Illegal { mv: named }) => named == mv && !subject.outcome(HERE).is_over(),
            Err(PlayError::Over { mv: named, outcome }) => named == mv && outcome == subject.outcome(HERE),
        };
        if subject.is_legal(HERE, mv) || !refused {
            return broken("play refuses every move that is not listed, and says why", format!("{mv} is not refused"));
        }
        if !subject.equal(after, HERE) {
            return broken("a refused move changes nothing", format!("{mv} leaves {}", subject.shown(after)));
        }
    }
    Ok(())
}

fn check_text<M: AnyMove>(subject: &mut dyn Subject<M>, moves: &[M]) -> Result<(), Violation> {
    for mv in sample(moves) {
        if mv.to_string().parse() != Ok(mv) {
            return broken("a move is read as it is written", format!("{mv} is {mv:?}"));
        }
    }
    let text = subject.setup_text(HERE);
    let found = match subject.read_position(&text) {
        Ok(read) if subject.equal(read, HERE) => return Ok(()),
        Ok(read) => format!("{text:?} is read as {}", subject.shown(read)),
        Err(error) => format!("{text:?}: {error}"),
    };
    broken("a position is read as it is written", found)
}

fn check_setup<M: AnyMove>(subject: &mut dyn Subject<M>) -> Result<(), Violation> {
    let again = subject.by_setup(HERE);
    let found = match again {
        Ok(again) if subject.equal(again, HERE) && subject.hashes(again) == subject.hashes(HERE) => return Ok(()),
        Ok(again) if subject.equal(again, HERE) => {
            return broken("equal positions have equal hashes", subject.setup(HERE));
        }
        Ok(again) => format!("{} gives {}", subject.setup(HERE), subject.shown(again)),
        Err(error) => format!("{}: {error}", subject.setup(HERE)),
    };
    broken("a setup is the position that it was made of", found)
}

/// Checks one image, chosen by the number of moves: all of them would take most of the time.
fn check_canonical<M: AnyMove>(subject: &mut dyn Subject<M>, moves: &[M]) -> Result<(), Violation> {
    let symmetry = moves.len() % subject.symmetries();
    let (image, expected) = (subject.map_position(HERE, symmetry), subject.canonical(HERE));
    let (found, again) = (subject.canonical(image), subject.canonical(expected));
    if !subject.equal(found, expected) || !subject.equal(again, expected) {
        let [expected, found] = [expected, found].map(|place| subject.shown(place));
        return broken("all images have one canonical position", format!("{expected}, of symmetry {symmetry} {found}"));
    }
    Ok(())
}

fn check_symmetries<M: AnyMove>(subject: &mut dyn Subject<M>, moves: &[M]) -> Result<(), Violation> {
    let same = subject.map_position(HERE, 0);
    if !subject.equal(same, HERE) || moves.iter().any(|&mv| subject.map_move(mv, 0) != mv) {
        return broken("symmetry 0 is the identity", subject.shown(HERE));
    }
    for symmetry in 1..subject.symmetries() {
        let mapped = subject.map_position(HERE, symmetry);
        if subject.outcome(mapped) != subject.outcome(HERE) {
            return broken("outcomes do not change under symmetry", format!("symmetry {symmetry}"));
        }
        let mut mapped_moves: Vec<_> = moves.iter().map(|&mv| subject.map_move(mv, symmetry)).collect();
        mapped_moves.sort_unstable();
        if mapped_moves != subject.moves(mapped) {
            return broken("moves map to the moves of the mapped position", format!("symmetry {symmetry}"));
        }
        for mv in sample(moves) {
            let (after, mapped_after) = (subject.copy(HERE), subject.copy(mapped));
            subject.play_unchecked(after, mv);
            subject.play_unchecked(mapped_after, subject.map_move(mv, symmetry));
            let after_mapped = subject.map_position(after, symmetry);
            if !subject.equal(after_mapped, mapped_after) {
                return broken("symmetry commutes with playing", format!("symmetry {symmetry}, {mv}"));
            }
        }
    }
    Ok(())
}
