//! [`PositionBatch`]: many games of Fitz at once, as the library's [`Batch`].
//!
//! Every game may have another tile to place, so games are stepped one after the other, each on its
//! packed board. The places with room for the next tile are found once. They give both the mask and
//! whether the game is over.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;

use super::fast::openings::Rooms;
use super::{Fitz, FitzRules, GameParameters, Parameters, Position, SIDE, Setup, Tile};
use crate::batch::{Batch, BatchOutcome, check_step, masked_games};
use crate::board::byte_rows::unpacked;
use crate::board::select::spread_bits;
use crate::board::shuffle::even_bits;
use crate::cell::{Cell, Side};
use crate::level::{Level, Task};
use crate::rules::{Notation, Rules};
use crate::text::Grid;

/// A batch of `games` games at the start of the first instance.
pub(super) fn batch(instances: &[Parameters], games: usize, level: Level) -> Option<Box<dyn Batch>> {
    let rules: Vec<Fitz> = instances.iter().map(|parameters| Fitz::new(parameters.clone())).collect();
    let starts: Vec<Position> = rules.iter().map(Fitz::start).collect();
    // Openings for every game, or for none.
    let has_openings = rules.iter().all(|rules| rules.openings.is_some());
    let pitch = if has_openings { instances.iter().map(|instance| instance.tiles().len()).max()? } else { 0 };
    let games = Games {
        instances: alloc::vec![0; games],
        positions: alloc::vec![starts.first()?.clone(); games],
        rooms: alloc::vec![Rooms::default(); games * pitch],
        pitch,
    };
    let words = instances[0].action_count().div_ceil(32) as usize;
    let bits = |tile: &Tile| tile.cells().fold(0, |bits, (row, col)| bits | 1 << (8 * row + col));
    let tiles = instances.iter().map(|parameters| parameters.tiles().iter().map(bits).collect()).collect();
    let mut batch = PositionBatch { rules, starts, words, tiles, level, games };
    (0..batch.games()).for_each(|game| batch.open(game));
    Some(Box::new(batch))
}

/// Many games.
#[derive(Clone)]
struct PositionBatch {
    /// Every instance, and its start.
    rules: Vec<Fitz>,
    starts: Vec<Position>,
    /// Words of one mask.
    words: usize,
    /// The tiles of every instance, a byte a row.
    tiles: Vec<Vec<u64>>,
    level: Level,
    games: Games,
}

#[derive(Clone)]
struct Games {
    /// The index of every game's instance.
    instances: Vec<usize>,
    /// Where openings are kept, the empty cells of a position are those of its start or setup: with
    /// them, 65,536 games would move more memory.
    positions: Vec<Position>,
    /// The openings of every game, by tile, kept in step with the positions.
    rooms: Vec<Rooms>,
    /// The openings of a game: the most tiles of any instance; 0 if there are none.
    pitch: usize,
}

impl PositionBatch {
    /// Finds the openings of a game.
    fn open(&mut self, game: usize) {
        let Games { instances, positions, rooms, pitch } = &mut self.games;
        let rules = &self.rules[instances[game]];
        if let Some(openings) = rules.openings.as_ref().filter(|_| *pitch > 0) {
            openings.find(rules, &positions[game], &mut rooms[*pitch * game..][..openings.tiles()]);
        }
    }
}

impl Batch for PositionBatch {
    fn games(&self) -> usize {
        self.games.positions.len()
    }

    fn copy(&self) -> Box<dyn Batch> {
        Box::new(self.clone())
    }

    fn restart(&mut self, game: usize, instance: usize) {
        let instance = instance.min(self.rules.len() - 1);
        self.games.instances[game] = instance;
        self.games.positions[game].clone_from(&self.starts[instance]);
        self.open(game);
    }

    fn step(&mut self, first: usize, actions: &[u32], outcomes: &mut [BatchOutcome], masks: Option<&mut [u32]>) {
        check_step(actions, outcomes, masks.as_deref(), self.words);
        let games = first..first + actions.len();
        let instances = &self.games.instances[games.clone()];
        let pitch = self.games.pitch;
        let rooms = &mut self.games.rooms[pitch * games.start..pitch * games.end];
        let positions = &mut self.games.positions[games];
        let (rules, words) = (&self.rules[..], self.words);
        self.level.run_single(Step { rules, words, instances, positions, rooms, pitch, actions, outcomes, masks });
    }

    fn legal(&self, first: usize, masks: &mut [u32]) {
        let games = first..first + masked_games(masks.len(), self.words);
        let Games { instances, positions, rooms, pitch } = &self.games;
        let (instances, rooms) = (&instances[games.clone()], &rooms[pitch * games.start..pitch * games.end]);
        let (rules, words, positions, pitch) = (&self.rules[..], self.words, &positions[games], *pitch);
        self.level.run_single(Legal { rules, words, instances, positions, rooms, pitch, masks });
    }

    fn observe(&self, first: usize, cells: &mut [u8]) {
        let size = self.rules[0].parameters.size();
        let each = 2 * size.cells() as usize;
        assert!(cells.len().is_multiple_of(each), "{each} bytes a game");
        for (cells, game) in cells.chunks_exact_mut(each).zip(first..) {
            let (pieces, tile) = cells.split_at_mut(each / 2);
            let (rules, position) = (&self.rules[self.games.instances[game]], &self.games.positions[game]);
            let (board, own) = (rules.board(position), Cell::from(rules.turn(position)));
            for (pos, piece) in size.positions().zip(pieces) {
                let cell = board.cell(pos);
                *piece = if cell == Cell::Empty { 0 } else { 1 + u8::from(cell != own) };
            }
            tile.fill(rules.tile(position).min(255) as u8);
        }
    }

    fn plane_bytes(&self, first: usize, bytes: &mut [u8]) {
        let each = self.rules[0].parameters.planes().cells();
        assert!(bytes.len().is_multiple_of(each), "{each} bytes a game");
        for (bytes, game) in bytes.chunks_exact_mut(each).zip(first..) {
            let (rules, position) = (&self.rules[self.games.instances[game]], &self.games.positions[game]);
            let (turn, tile) = (rules.turn(position), rules.tile(position));
            let (board, size) = (rules.board(position), rules.parameters.size());
            if size.width() < SIDE as u32 || size.height() < SIDE as u32 {
                rules.parameters.write_plane_bytes(board, turn, tile, bytes);
                continue;
            }
            write_sides(board.words(), turn, bytes);
            rules.parameters.write_tile_bytes(tile, &mut bytes[each / 2..]);
        }
    }

    fn plane_words(&self, first: usize, words: &mut [u64]) -> bool {
        let games = first..first + words.len() / 4;
        let (instances, positions) = (&self.games.instances[games.clone()], &self.games.positions[games]);
        self.level.run_single(PlaneWords { rules: &self.rules, tiles: &self.tiles, instances, positions, words });
        true
    }

    fn setup(&self, game: usize) -> Box<dyn Any> {
        Box::new(self.rules[self.games.instances[game]].setup(&self.games.positions[game]))
    }

    fn set_up(&mut self, game: usize, setup: &dyn Any) {
        let setup: &Setup = setup.downcast_ref().expect("a setup of Fitz");
        let position = self.rules[self.games.instances[game]].position(setup);
        self.games.positions[game] = position.unwrap_or_else(|error| panic!("{error}"));
        self.open(game);
    }
}

/// Writes the bytes of the planes of both sides, and some beyond them, from the words of a board as
/// large as a plane: 16 cells at once, a sixth of the time of a cell at a time.
fn write_sides(words: &[u32], turn: Side, bytes: &mut [u8]) {
    let each = bytes.len() / 4;
    for (side, plane) in [turn, turn.other()].into_iter().zip([0, each]) {
        for (&word, first) in words.iter().zip((plane..plane + each).step_by(16)) {
            let cells = even_bits(u64::from(word) >> (side as u32));
            let halves = [cells, cells >> 8].map(|cells| spread_bits(cells).to_le_bytes());
            bytes[first..first + 16].copy_from_slice(halves.as_flattened());
        }
    }
}

/// One action in every game.
struct Step<'a> {
    rules: &'a [Fitz],
    words: usize,
    instances: &'a [usize],
    positions: &'a mut [Position],
    rooms: &'a mut [Rooms],
    pitch: usize,
    actions: &'a [u32],
    outcomes: &'a mut [BatchOutcome],
    masks: Option<&'a mut [u32]>,
}

impl Task for Step<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Step { rules, words, instances, positions, rooms, pitch, actions, outcomes, mut masks } = self;
        for game in 0..actions.len() {
            let (rules, position, action) = (&rules[instances[game]], &mut positions[game], actions[game]);
            let mask = masks.as_mut().map(|masks| &mut masks[words * game..words * (game + 1)]);
            let (legal, goes_on) = match &rules.openings {
                Some(openings) if pitch > 0 => {
                    let rooms = &mut rooms[pitch * game..pitch * (game + 1)];
                    let (tile, opening) = (rules.tile(position), openings.opening(action));
                    let legal = rooms[tile].has(opening);
                    if legal {
                        rules.place(position, opening.to_move());
                        openings.take(rooms, tile, opening);
                    }
                    let next = &rooms[rules.tile(position)];
                    (legal, mask.map_or_else(|| next.any(), |mask| openings.write_mask(next, mask)))
                }
                _ => {
                    let mv = rules.parameters.move_of(action).filter(|&mv| rules.is_legal(position, mv));
                    if let Some(mv) = mv {
                        rules.play_unchecked(position, mv);
                    }
                    let goes_on = match mask {
                        Some(mask) => rules.write_mask(position, mask),
                        None => !rules.outcome(position).is_over(),
                    };
                    (mv.is_some(), goes_on)
                }
            };
            outcomes[game] = match (legal, goes_on, rules.turn(position).other()) {
                (false, ..) => BatchOutcome::Illegal,
                (_, true, _) => BatchOutcome::InProgress,
                (_, false, Side::First) => BatchOutcome::First,
                (_, false, Side::Second) => BatchOutcome::Second,
            };
        }
    }
}

/// The legal actions of every game.
struct Legal<'a> {
    rules: &'a [Fitz],
    words: usize,
    instances: &'a [usize],
    positions: &'a [Position],
    rooms: &'a [Rooms],
    pitch: usize,
    masks: &'a mut [u32],
}

impl Task for Legal<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let Legal { rules, words, instances, positions, rooms, pitch, masks } = self;
        for (game, mask) in masks.chunks_exact_mut(words).enumerate() {
            let (rules, position) = (&rules[instances[game]], &positions[game]);
            match &rules.openings {
                Some(openings) if pitch > 0 => openings.write_mask(&rooms[pitch * game + rules.tile(position)], mask),
                _ => rules.write_mask(position, mask),
            };
        }
    }
}

/// The planes of boards of up to 8×8: both sides' cells, this tile and the next one.
struct PlaneWords<'a> {
    rules: &'a [Fitz],
    tiles: &'a [Vec<u64>],
    instances: &'a [usize],
    positions: &'a [Position],
    words: &'a mut [u64],
}

impl Task for PlaneWords<'_> {
    type Output = ();

    #[inline(always)]
    fn run(self) {
        let PlaneWords { rules, tiles, instances, positions, words } = self;
        let (words, _) = words.as_chunks_mut::<4>();
        for ((words, &instance), position) in words.iter_mut().zip(instances).zip(positions) {
            let (rules, tiles) = (&rules[instance], &tiles[instance]);
            let board = rules.board(position);
            let mut sides = [0, 0];
            for (&word, first) in board.words().iter().zip((0..).step_by(16)) {
                let cells = u64::from(word);
                sides[0] |= even_bits(cells) << first;
                sides[1] |= even_bits(cells >> 1) << first;
            }
            let [first, second] = sides.map(|cells| unpacked(cells, board.size().width()));
            let (mine, theirs) = if rules.turn(position) == Side::First { (first, second) } else { (second, first) };
            let tile = rules.tile(position);
            *words = [mine, theirs, tiles[tile], tiles[(tile + 1) % tiles.len()]];
        }
    }
}
