//! A plain UCT, the baseline of the players, compiled once for all games.
//!
//! It knows nothing but the rules. Playouts are uniformly random, a leaf is expanded at its second
//! visit, and the move with the most visits is played (Kocsis and Szepesvári 2006).

use gridlaw::playout::PLY_LIMIT;
use gridlaw::rng::Generator;
use gridlaw::{AnyPlaying, Outcome, Side};

/// The weight of exploration.
const EXPLORATION: f64 = 0.9;

/// The most nodes of a tree; playouts go on from its leaves.
const MOST_NODES: usize = 1 << 22;

/// A node of the tree: the move that leads to it, its children, its visits, and the points of the
/// side that moved there.
struct Node {
    action: u32,
    first: usize,
    count: usize,
    visits: f64,
    points: f64,
}

impl Node {
    /// A node that was not visited yet. The root has no move, and its `action` is never read.
    fn new(action: u32) -> Node {
        Node { action, first: 0, count: 0, visits: 0.0, points: 0.0 }
    }
}

/// Returns the action to play after `playouts` playouts; `None` if there is no legal one.
pub(super) fn choose(root: &AnyPlaying, playouts: u64, generator: &mut Generator) -> Option<u32> {
    let mut tree = vec![Node::new(0)];
    let mut path: Vec<(usize, Side)> = Vec::new();
    let mut playing = root.clone();
    for _ in 0..playouts {
        playing.assign(root);
        let mut at = 0;
        path.clear();
        path.push((0, playing.turn().other()));
        while !playing.is_over() {
            if tree[at].count == 0 {
                if at != 0 && tree[at].visits < 1.0 || tree.len() >= MOST_NODES {
                    break;
                }
                tree[at].first = tree.len();
                playing.for_each_action(&mut |action| tree.push(Node::new(action)));
                tree[at].count = tree.len() - tree[at].first;
            }
            let Node { first, count, visits, .. } = tree[at];
            let logarithm = (visits + 1.0).ln();
            let mut best = (f64::NEG_INFINITY, first);
            for (child, node) in tree[first..first + count].iter().enumerate() {
                let value = if node.visits == 0.0 {
                    1e6 + generator.below(1000) as f64
                } else {
                    node.points / node.visits + EXPLORATION * (logarithm / node.visits).sqrt()
                };
                if value > best.0 {
                    best = (value, first + child);
                }
            }
            at = best.1;
            path.push((at, playing.turn()));
            playing.play_action(tree[at].action).expect("the tree holds legal moves");
        }
        let mut outcome = playing.outcome();
        if !outcome.is_over() {
            outcome = playing.playout(generator, PLY_LIMIT).outcome;
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
    visited.map(|node| node.action).or_else(|| root.actions().first().copied())
}
