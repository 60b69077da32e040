//! A plain UCT: the yardstick of the players, one body for all games.
//!
//! It knows nothing but the rules. Playouts are uniformly random, a leaf is expanded at its second
//! visit, and the move with the most visits is played (Kocsis and Szepesvári 2006).

use gridlaw::games::{Game, GameFunction};
use gridlaw::playout::PLY_LIMIT;
use gridlaw::rng::Generator;
use gridlaw::{Outcome, Side};

/// The weight of what was tried seldom.
const EXPLORATION: f64 = 0.9;

/// The most nodes of a tree; playouts go on from its leaves.
const MOST_NODES: usize = 1 << 22;

/// Chooses the move of a position, given as its setup's text, after so many playouts.
pub(super) struct Think<'a> {
    pub(super) setup: &'a str,
    pub(super) playouts: u64,
    pub(super) generator: Generator,
}

/// A node of the tree: the move that leads to it, its children, its visits, and the points of the
/// side that moved there.
struct Node<M> {
    mv: Option<M>,
    first: usize,
    count: usize,
    visits: f64,
    points: f64,
}

impl<M> Node<M> {
    fn new(mv: Option<M>) -> Node<M> {
        Node { mv, first: 0, count: 0, visits: 0.0, points: 0.0 }
    }
}

impl GameFunction for Think<'_> {
    type Output = Option<String>;

    fn call<G: Game>(mut self, game: &G) -> Option<String> {
        let root = game.read_position(self.setup).ok()?;
        let mut tree: Vec<Node<G::Move>> = vec![Node::new(None)];
        let mut path: Vec<(usize, Side)> = Vec::new();
        for _ in 0..self.playouts {
            let (mut position, mut at) = (root.clone(), 0);
            path.clear();
            path.push((0, game.turn(&position).other()));
            while !game.outcome(&position).is_over() {
                if tree[at].count == 0 {
                    if at != 0 && tree[at].visits < 1.0 || tree.len() >= MOST_NODES {
                        break;
                    }
                    tree[at].first = tree.len();
                    tree.extend(game.moves(&position).into_iter().map(|mv| Node::new(Some(mv))));
                    tree[at].count = tree.len() - tree[at].first;
                }
                let Node { first, count, visits, .. } = tree[at];
                let logarithm = (visits + 1.0).ln();
                let mut best = (f64::NEG_INFINITY, first);
                for (child, node) in tree[first..first + count].iter().enumerate() {
                    let value = if node.visits == 0.0 {
                        1e6 + self.generator.below(1000) as f64
                    } else {
                        node.points / node.visits + EXPLORATION * (logarithm / node.visits).sqrt()
                    };
                    if value > best.0 {
                        best = (value, first + child);
                    }
                }
                at = best.1;
                path.push((at, game.turn(&position)));
                if let Some(mv) = tree[at].mv {
                    game.play_unchecked(&mut position, mv);
                }
            }
            let mut outcome = game.outcome(&position);
            if !outcome.is_over() {
                outcome = game.playout(&mut position, &mut self.generator, PLY_LIMIT, |_| ()).outcome;
            }
            for &(node, mover) in &path {
                tree[node].visits += 1.0;
                tree[node].points += match outcome {
                    Outcome::Win(side) => f64::from(u8::from(side == mover)),
                    Outcome::Draw | Outcome::InProgress => 0.5,
                };
            }
        }
        let Node { first, count, .. } = tree[0];
        let visited = tree[first..first + count].iter().max_by(|one, other| one.visits.total_cmp(&other.visits));
        visited.and_then(|node| node.mv).or_else(|| game.moves(&root).first().copied()).map(|mv| mv.to_string())
    }
}
