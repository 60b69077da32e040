//! [`AnyPlayer`]: a player of ten levels for every game for two sides.
//!
//! A level is a limit of positions, never of time, and a share of random moves. The seed and the
//! position decide which moves are random. So the move is a function of the position, the level and
//! the seed: the same on every machine, in every run, whatever the player chose before.

use alloc::string::String;
use alloc::vec;
use core::ops::RangeInclusive;

use crate::games::{Game, GameKind, GameParameters, SearchFunction};
use crate::playing::AnyPlaying;
use crate::playout::{PLY_LIMIT, Playouts, unwatched};
use crate::rng::Generator;
use crate::rules::{Notation, Rules, play_one};
use crate::search::weak::WeakSearchable;
use crate::search::{
    Best, DEEPEST, LONGEST, MoveOf, Options, PositionOf, Root, Score, Searchable, Searcher, TableError, watch_nothing,
};

/// The numbers of the levels: 1 plays at random, 10 is the best.
pub const LEVELS: RangeInclusive<u8> = 1..=10;

/// The positions that each level searches for a move that is not random.
const NODES: [u64; 10] = [0, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 100_000, 300_000];

/// The most positions that a level searches in Breakdown up to 8×8. There 300,000 gain 0.2 % of the
/// points (docs/solve.md), and take seventy times as long on 8×8 k3 q3.
const NODES_UP_TO_8_BY_8: u64 = 2_000;

/// The number of random moves of each level, out of 64.
const CHANCE: [u64; 10] = [64, 50, 40, 31, 23, 16, 11, 7, 3, 0];

/// The same in Breakdown, where a draw survives most mistakes of good players on boards up to 8×8.
/// These are chosen on 12×12, where few games are drawn.
const CHANCE_IN_BREAKDOWN: [u64; 10] = [64, 58, 52, 44, 35, 28, 21, 13, 7, 0];

/// The most cells of the boards of all random games for one move, unless one game after each has
/// more. With 256 games after each move, those of Breakdown 30×30 have four fifths of them.
const PLAYOUT_CELLS: u64 = 1 << 24;

/// A player of any game for two sides.
///
/// ```
/// use gridlaw::players::AnyPlayer;
///
/// let game: gridlaw::AnyGame = "connect4 --size 7".parse().unwrap();
/// let player = AnyPlayer::of_level(3, 7).unwrap();
/// let best = player.choose(&game.start()).unwrap().expect("the game is not over");
/// assert!(game.start().is_legal(&best.mv).unwrap());
/// assert_eq!(player.choose(&game.start()).unwrap(), Some(best));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AnyPlayer {
    strength: Strength,
    seed: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Strength {
    /// A level, from 0.
    Level(usize),
    Nodes(u64),
}

impl AnyPlayer {
    /// The player of a level, or `None` if it is not in [`LEVELS`]. The seed decides which moves
    /// are random, and draws them.
    #[must_use]
    pub fn of_level(level: u8, seed: u64) -> Option<AnyPlayer> {
        let strength = LEVELS.contains(&level).then(|| Strength::Level(usize::from(level - 1)))?;
        Some(AnyPlayer { strength, seed })
    }

    /// A player that searches about `nodes` positions for every move and plays none at random. A
    /// number above 4096 is rounded up to a multiple of 4096. If the search finds only a draw,
    /// another one of up to a quarter of them looks for traps, and random games are not counted.
    #[must_use]
    pub fn of_nodes(nodes: u64) -> AnyPlayer {
        AnyPlayer { strength: Strength::Nodes(nodes), seed: 0 }
    }

    /// Returns the move to play with the results of the search; `None` once the game is over, and
    /// for a game for one person. A random move has depth 0.
    ///
    /// # Errors
    /// A table that cannot be allocated.
    pub fn choose(&self, playing: &AnyPlaying) -> Result<Option<Best<String>>, TableError> {
        let kind = playing.game().kind();
        if playing.is_over() || kind.players() < 2 {
            return Ok(None);
        }
        let (chance, nodes) = match self.strength {
            Strength::Level(level) if kind == GameKind::Breakdown => {
                let planes = playing.game().observation();
                let most = if planes.rows.max(planes.cols) <= 8 { NODES_UP_TO_8_BY_8 } else { u64::MAX };
                (CHANCE_IN_BREAKDOWN[level], NODES[level].min(most))
            }
            Strength::Level(level) => (CHANCE[level], NODES[level]),
            Strength::Nodes(nodes) => (0, nodes),
        };
        let mut generator = Generator::for_game(self.seed, playing.stable_hash());
        if generator.below(64) < chance {
            let moves = playing.moves();
            let mv = generator.pick(&moves).clone();
            let line = vec![mv.clone()];
            return Ok(Some(Best { mv, score: Score::DRAW, exact: false, depth: 0, line }));
        }
        let search = Search { setup: &playing.setup(), nodes, generator };
        playing.game().call_search(search).transpose().map(Option::flatten)
    }
}

/// Searches for the best move of a setup's text.
struct Search<'a> {
    setup: &'a str,
    nodes: u64,
    generator: Generator,
}

impl SearchFunction for Search<'_> {
    type Output = Result<Option<Best<String>>, TableError>;

    fn call<S, W>(mut self, game: S, _: W) -> Self::Output
    where
        S: Searchable<Rules: Game> + Clone + 'static,
        W: WeakSearchable<Position = PositionOf<S>> + Clone + 'static,
    {
        let position = game.rules().read_position(self.setup).expect("both forms of a game have the same setups");
        // Room for three entries of 16 bytes a position. The search is too short for mirror images
        // to gain anything.
        let table = (self.nodes / 20_000).clamp(1, 64) as usize;
        let mut searcher = Searcher::new(game, Options { table, symmetry: false, threads: 1 })?;
        let Some(mut best) = searcher.best(&position, DEEPEST, self.nodes, &mut watch_nothing) else { return Ok(None) };
        let is_blind = searcher.game().estimate(&searcher.game().node(&position)) == 0;
        if best.score == Score::DRAW && (best.exact || is_blind) {
            let mv = self.trap(&mut searcher, &position, &best);
            if mv != best.mv {
                (best.mv, best.line) = (mv, vec![mv]);
            }
        }
        Ok(Some(best.to_texts()))
    }
}

impl Search<'_> {
    /// Among moves that hold a draw, or that the search values alike, the one after which random
    /// games end best, because the opponent then has the most ways to err.
    ///
    /// In Breakdown 8×8 k3 q3, where nearly every position is a draw, most of the difference
    /// between two levels comes from this.
    fn trap<S>(&mut self, searcher: &mut Searcher<S>, position: &PositionOf<S>, best: &Best<MoveOf<S>>) -> MoveOf<S>
    where
        S: Searchable<Rules: Game>,
    {
        let moves = searcher.game().rules().moves(position);
        let limit = (self.nodes / (4 * moves.len() as u64)).max(1);
        let cells = searcher.game().rules().parameters().observation().squares();
        let room = PLAYOUT_CELLS / (moves.len() as u64 * cells as u64);
        let playouts = (self.nodes / 500).clamp(16, 256).min(room).max(1);
        let mut chosen = (i64::MIN, best.mv);
        for mv in moves {
            let game = searcher.game();
            let mut after = position.clone();
            play_one(game.rules(), &mut after, mv);
            let root = Root { node: game.node(&after), passed: game.passes(&game.node(position), mv) };
            match searcher.wins_within(&root, LONGEST, limit) {
                _ if mv == best.mv => {}
                Ok(false) => {}
                Err(_) if !best.exact => {}
                _ => continue,
            }
            let rules = searcher.game().rules();
            let mover = rules.turn(position);
            let mut points = 0;
            for _ in 0..playouts {
                let outcome = rules.playout(&mut after.clone(), &mut self.generator, PLY_LIMIT, unwatched).outcome;
                points += outcome.winner().map_or(0, |winner| if winner == mover { 1 } else { -1 });
            }
            if points > chosen.0 {
                chosen = (points, mv);
            }
        }
        chosen.1
    }
}
