//! A test of search forms: every node of random games against the rules.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::vec::Vec;

use super::score::Value;
use super::searchable::{MoveOf, PositionOf, Searchable, Status};
use crate::cell::Side;
use crate::rng::Generator;
use crate::rules::{Outcome, Rules, Symmetry};

/// The numbers of nodes of each kind that [`check`] met.
#[derive(Debug, Default)]
pub(crate) struct Agreed {
    pub(crate) open: usize,
    pub(crate) wins: usize,
    /// Games in progress whose value a form knows.
    pub(crate) known: usize,
    pub(crate) over: usize,
    pub(crate) passes: usize,
    /// Nodes whose canonical image is another.
    pub(crate) folded: usize,
}

/// The position after a move.
fn played<R: Rules>(rules: &R, position: &R::Position, mv: R::Move) -> R::Position {
    let mut after = position.clone();
    rules.play_unchecked(&mut after, mv);
    after
}

/// Whether a move wins at once.
fn wins<R: Rules>(rules: &R, position: &R::Position, mv: R::Move, turn: Side) -> bool {
    rules.outcome(&played(rules, position, mv)) == Outcome::Win(turn)
}

/// Checks a form in every position of `games` seeded random games of at most `plies` plies: status,
/// moves and nodes after them, passes, keys, images, and who can still win.
pub(crate) fn check<G: Searchable>(game: &G, games: u64, plies: usize) -> Agreed {
    let (rules, mut agreed, mut seen) = (game.rules(), Agreed::default(), HashMap::new());
    for seed in 0..games {
        let mut generator = Generator::for_game(seed, 1);
        let (mut position, mut turn) = (rules.start(), rules.turn(&rules.start()));
        let (mut can_win, mut left) = (Vec::new(), plies);
        loop {
            let node = game.node(&position);
            let known = examine(game, &position, turn, &mut agreed);
            let chances = game.chances(&node);
            can_win.push(if turn == Side::First {
                [chances.mine, chances.theirs]
            } else {
                [chances.theirs, chances.mine]
            });
            // Nodes of one key are alike in all that a search sees.
            match seen.entry(game.key(&node)) {
                Entry::Vacant(entry) => drop(entry.insert(known)),
                Entry::Occupied(entry) => assert_eq!(*entry.get(), known, "{position:?}"),
            }
            let moves = rules.moves(&position);
            if moves.is_empty() || left == 0 {
                break;
            }
            rules.play_unchecked(&mut position, *generator.pick(&moves));
            (turn, left) = (turn.other(), left - 1);
        }
        if let Outcome::Win(side) = rules.outcome(&position) {
            can_win.pop();
            assert!(can_win.iter().all(|sides| sides[side as usize]), "{side:?} has won: {position:?}");
        }
    }
    agreed
}

/// The parts of a node that a search sees: its status, its moves with their hints, its estimate.
type Seen<M> = (Status<M>, Vec<(M, i32)>, i32);

/// Checks one position, with `turn` to move.
fn examine<G: Searchable>(game: &G, position: &PositionOf<G>, turn: Side, agreed: &mut Agreed) -> Seen<MoveOf<G>> {
    let (rules, node) = (game.rules(), game.node(position));
    let status = game.status(&node);
    if let Some(value) = Value::of_outcome(rules.outcome(position), turn) {
        agreed.over += 1;
        assert_eq!(status, Status::Over(value), "{position:?}");
        return (status, Vec::new(), 0);
    }
    let legal = rules.moves(position);
    let replied = |mv| {
        let after = played(rules, position, mv);
        rules.moves(&after).into_iter().any(|reply| wins(rules, &after, reply, turn.other()))
    };
    match status {
        Status::Wins(mv) => {
            agreed.wins += 1;
            assert!(legal.contains(&mv) && wins(rules, position, mv, turn), "{mv} at {position:?}");
            return (status, Vec::new(), 0);
        }
        Status::Over(value) => {
            agreed.known += 1;
            let holds = |mv| match value {
                Value::Loss(2) => replied(mv) && !wins(rules, position, mv, turn),
                Value::Draw => rules.outcome(&played(rules, position, mv)) == Outcome::Draw,
                _ => false,
            };
            assert!(legal.iter().all(|&mv| holds(mv)), "{value:?} at {position:?}");
            return (status, Vec::new(), 0);
        }
        Status::Open => agreed.open += 1,
    }
    assert!(!(G::FINDS_WINS && legal.iter().any(|&mv| wins(rules, position, mv, turn))), "{position:?}");
    let mut visited = Vec::new();
    game.visit(&node, |mv, hint| visited.push((mv, hint)));
    let mut numbers: Vec<u16> = visited.iter().map(|&(mv, _)| game.number(mv)).collect();
    numbers.sort_unstable();
    numbers.dedup();
    assert!(numbers.len() == visited.len() && numbers.iter().all(|&number| number < u16::MAX), "{visited:?}");
    let mut reached = Vec::new();
    for &(mv, _) in &visited {
        assert!(legal.contains(&mv), "{mv} at {position:?}");
        let (after, position_after) = (game.after(&node, mv), played(rules, position, mv));
        match Value::of_outcome(rules.outcome(&position_after), turn.other()) {
            None => assert!(game.key(&after) == game.key(&game.node(&position_after)), "{mv} at {position:?}"),
            Some(value) if value != Value::Loss(0) => assert_eq!(game.status(&after), Status::Over(value)),
            Some(_) => {}
        }
        let returns = rules.is_legal(&position_after, mv) && played(rules, &position_after, mv) == *position;
        assert_eq!(game.passes(&node, mv), returns, "{mv} at {position:?}");
        agreed.passes += usize::from(returns);
        reached.push(game.key(&after));
    }
    for &mv in legal.iter().filter(|&&mv| visited.iter().all(|&(one, _)| one != mv)) {
        let is_reached = || reached.contains(&game.key(&game.node(&played(rules, position, mv))));
        assert!(is_reached() || replied(mv), "{mv} is left out at {position:?}");
    }
    // A canonical image is the image by the symmetry that is named, and the same for all images.
    let (canonical, symmetry) = game.folded_key(&node);
    let mut folds = symmetry != 0;
    let mut images = Vec::new();
    for number in 0..rules.symmetries() {
        let image = game.node(&rules.map_position(position, number));
        assert!(number != symmetry || game.key(&image) == canonical, "symmetry {symmetry} of {position:?}");
        let (key, symmetry) = game.folded_key(&image);
        folds |= symmetry != 0;
        images.push(key);
    }
    assert!(!folds || images.iter().all(|&key| key == canonical), "images of {position:?}");
    agreed.folded += usize::from(symmetry != 0);
    (status, visited, game.estimate(&node))
}
