//! Random games on boards of up to 64×64 side by side: one game in every lane, one word a column.
//!
//! As in the [lanes](super::lanes) of small boards, every ply is a few loops over arrays without
//! branches inside, here for every column; the columns of all lanes lie together.
//!
//! ```text
//!                 lane 0      lane 1             lane 7
//!   column 0      u64         u64         …      u64         bit 0 of a word is the ground
//!   column 1      u64         u64         …      u64
//! ```
//!
//! Rare steps are done for one lane at a time: breakdown, the search for a dead board, a new game.
//! The columns in which sticks fit are kept from ply to ply as two sets.
//!
//! Tried and dropped: breakdown for all lanes at once, as on small boards (six rounds on every
//! column, for one lane's sake).

use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::{Move, Parameters};
use crate::board::run::RunShifts;
use crate::board::select::{byte_ranks, select_bit};
use crate::lanes::{Deal, Ending, Lanes, all_ones};
use crate::level::Task;
use crate::playout::Totals;
use crate::rng;

/// A watcher of every move, for tests. The unit type watches nothing and costs nothing.
pub(super) trait Watcher {
    const WATCHES: bool;
    fn watch(&mut self, game: u64, mv: Move);
}

impl Watcher for () {
    const WATCHES: bool = false;
    fn watch(&mut self, _: u64, _: Move) {}
}

/// Games at once.
const LANES: usize = 32;

/// The most columns and rows.
pub(super) const LARGEST: u32 = 64;

/// Sizes and lengths as masks and shift counts.
#[derive(Clone, Copy, Debug)]
pub(super) struct WidePlan {
    width: usize,
    /// The columns that could take a vertical stick, and those in which a horizontal one could
    /// begin.
    vertical: u64,
    horizontal: u64,
    /// From the lowest cell that must be free for a vertical stick, and from the top row, to the
    /// ground.
    vertical_down: u32,
    top_down: u32,
    /// At most 64; a longer one never fits.
    stick: u32,
    stick_run: RunShifts<6>,
    /// Columns in which a square can begin; 0 when none fits.
    corners: usize,
    square_run: RunShifts<6>,
}

impl WidePlan {
    /// The plan for these parameters; `None` beyond 64 columns or rows.
    pub(super) fn new(parameters: Parameters) -> Option<WidePlan> {
        let (width, height) = (parameters.size().width(), parameters.size().height());
        if width > LARGEST || height > LARGEST {
            return None;
        }
        let (stick, square) = (parameters.stick(), parameters.square());
        let columns = |count: u32| u64::MAX.checked_shr(64 - count).unwrap_or(0);
        Some(WidePlan {
            width: width as usize,
            vertical: if stick <= height { columns(width) } else { 0 },
            horizontal: if stick <= width { columns(width - stick + 1) } else { 0 },
            vertical_down: height - stick.min(height),
            top_down: height - 1,
            stick: stick.min(LARGEST),
            stick_run: RunShifts::new(stick.min(LARGEST)),
            corners: if square <= width.min(height) { (width - square + 1) as usize } else { 0 },
            square_run: RunShifts::new(square.min(LARGEST)),
        })
    }

    /// The lanes in which one color has a square: not zero there. The contents of `scratch` are
    /// lost.
    #[inline(always)]
    fn squares<const N: usize>(&self, color: &[Lanes<u64, N>], scratch: &mut [Lanes<u64, N>]) -> Lanes<u64, N> {
        let mut found = Lanes([0; N]);
        if self.corners == 0 {
            return found;
        }
        // Runs of up to eight in three steps, some of them by nothing.
        let RunShifts([first, second, third, ref longer @ ..]) = self.square_run;
        for (runs, column) in scratch.iter_mut().zip(color) {
            for lane in 0..N {
                let cells = column.0[lane];
                let cells = cells & cells >> first;
                let cells = cells & cells >> second;
                runs.0[lane] = cells & cells >> third;
            }
            for shift in longer {
                for lane in 0..N {
                    runs.0[lane] &= runs.0[lane] >> shift;
                }
            }
        }
        for shift in self.square_run.0.into_iter().take_while(|&shift| shift > 0) {
            // Columns to the right are still as they were.
            for column in 0..self.width - shift as usize {
                let (near, far) = scratch.split_at_mut(column + 1);
                let (near, far) = (&mut near[column], &far[shift as usize - 1]);
                for lane in 0..N {
                    near.0[lane] &= far.0[lane];
                }
            }
        }
        for column in &scratch[..self.corners] {
            for lane in 0..N {
                found.0[lane] |= column.0[lane];
            }
        }
        found
    }
}

/// Both colors of a column after its cells have fallen.
#[inline(always)]
fn fall(mut one: u64, mut other: u64) -> (u64, u64) {
    loop {
        let occupied = one | other;
        let settled = occupied.trailing_ones();
        let above = occupied.checked_shr(settled).unwrap_or(0);
        if above == 0 {
            return (one, other);
        }
        // The lowest gap is closed.
        let (gap, below) = (above.trailing_zeros(), (1 << settled) - 1);
        one = one & below | one >> gap & !below;
        other = other & below | other >> gap & !below;
    }
}

/// The random games of these numbers.
pub(super) struct WideLanePlayouts<'a, W> {
    pub(super) plan: WidePlan,
    pub(super) seed: u64,
    pub(super) games: Range<u64>,
    /// Plies after which a game is left unfinished.
    pub(super) limit: u32,
    pub(super) watcher: &'a mut W,
}

impl<W: Watcher> Task for WideLanePlayouts<'_, W> {
    type Output = Totals;

    #[inline(always)]
    fn run(self) -> Totals {
        let WideLanePlayouts { plan, seed, games, limit, watcher } = self;
        let width = plan.width;
        let mut deal = Deal::<LANES>::new(seed, games);
        let empty = || vec![Lanes([0; LANES]); width];
        let (mut mine, mut theirs, mut filled, mut scratch): (Vec<_>, Vec<_>, Vec<_>, Vec<_>) =
            (empty(), empty(), empty(), empty());
        // One lane's columns.
        let (mut ours, mut others, mut runs) =
            (vec![Lanes([0; 1]); width], vec![Lanes([0; 1]); width], vec![Lanes([0; 1]); width]);
        // Columns that are too high for a vertical stick, and those whose top cell is taken.
        let (mut high, mut full) = (Lanes([0; LANES]), Lanes([0; LANES]));
        while deal.is_busy() {
            // Choose.
            let mut covered = full;
            for shift in plan.stick_run.0.into_iter().take_while(|&shift| shift > 0) {
                for lane in 0..LANES {
                    covered.0[lane] |= covered.0[lane] >> shift;
                }
            }
            let (mut column, mut length, mut upright) = (Lanes([0; LANES]), Lanes([0; LANES]), Lanes([0; LANES]));
            let (mut halted, mut roomless) = (Lanes([0; LANES]), Lanes([0; LANES]));
            let mut any_rare = 0;
            for lane in 0..LANES {
                let (vertical_room, horizontal_room) =
                    (!high.0[lane] & plan.vertical, !covered.0[lane] & plan.horizontal);
                let vertical_moves = u64::from(vertical_room.count_ones());
                let moves = vertical_moves + u64::from(horizontal_room.count_ones()) + 1;
                let index = rng::below_small(deal.draw(lane, false), moves);
                // Masks rather than choices, which the compiler leaves as branches here.
                let vertical = all_ones(index < vertical_moves);
                let is_call = all_ones(index + 1 == moves);
                let room = vertical_room & vertical | horizontal_room & !vertical;
                // A call has no column; it takes the first one, so that there is a bit to select.
                let room = room | is_call & 1;
                let index = index.wrapping_sub(vertical_moves & !vertical) & !is_call;
                let bit = select_bit(room, byte_ranks(room), index);
                column.0[lane] = u64::from(bit.wrapping_sub(1).count_ones());
                upright.0[lane] = vertical;
                length.0[lane] = (1 & vertical | u64::from(plan.stick) & !vertical) & !is_call;
                roomless.0[lane] = all_ones(moves == 1);
                halted.0[lane] = all_ones(deal.plies.0[lane] == u64::from(limit));
                any_rare |= is_call | halted.0[lane];
            }
            // A dead board and a game at its limit are not played on.
            let mut dead = Lanes([0; LANES]);
            if any_rare != 0 {
                for lane in 0..LANES {
                    if roomless.0[lane] != 0 && deal.plies.0[lane] != 0 {
                        let settled =
                            |column: usize| filled[column].0[lane] == mine[column].0[lane] | theirs[column].0[lane];
                        dead.0[lane] = all_ones((0..width).all(settled));
                        halted.0[lane] |= dead.0[lane];
                    }
                    length.0[lane] &= !halted.0[lane];
                }
            }
            // Drop.
            let mut cover = Lanes([0; LANES]);
            for (number, filled) in (0..).zip(&filled) {
                for lane in 0..LANES {
                    let inside = all_ones(u64::wrapping_sub(number, column.0[lane]) < length.0[lane]);
                    cover.0[lane] |= filled.0[lane] & inside;
                }
            }
            let mut piece = Lanes([0; LANES]);
            for lane in 0..LANES {
                let landing = cover.0[lane].wrapping_add(1);
                let run = (landing << (plan.stick - 1) << 1).wrapping_sub(landing);
                piece.0[lane] = if upright.0[lane] != 0 { run } else { landing };
            }
            (high, full) = (Lanes([0; LANES]), Lanes([0; LANES]));
            for (number, (filled, mine)) in (0..).zip(filled.iter_mut().zip(&mut mine)) {
                for lane in 0..LANES {
                    let inside = all_ones(u64::wrapping_sub(number, column.0[lane]) < length.0[lane]);
                    mine.0[lane] |= piece.0[lane] & inside;
                    filled.0[lane] |= (cover.0[lane] | piece.0[lane]) & inside;
                    high.0[lane] |= (filled.0[lane] >> plan.vertical_down & 1) << number;
                    full.0[lane] |= (filled.0[lane] >> plan.top_down & 1) << number;
                }
            }
            let won = plan.squares(&mine, &mut scratch);
            // Everything else is for one lane at a time.
            let any_won = won.0.iter().fold(0, |any, &won| any | won);
            if W::WATCHES {
                for lane in (0..LANES).filter(|&lane| halted.0[lane] == 0) {
                    let col = column.0[lane] as u32;
                    let mv = match (length.0[lane], upright.0[lane]) {
                        (0, _) => Move::Breakdown,
                        (_, 0) => Move::Horizontal(col),
                        _ => Move::Vertical(col),
                    };
                    deal.number(lane).into_iter().for_each(|game| watcher.watch(game, mv));
                }
            }
            if any_won | any_rare == 0 {
                deal.plies.0.iter_mut().for_each(|plies| *plies += 1);
                core::mem::swap(&mut mine, &mut theirs);
                continue;
            }
            for lane in 0..LANES {
                let is_halted = halted.0[lane] != 0;
                deal.plies.0[lane] += u64::from(!is_halted);
                let (mut won, mut lost) = (won.0[lane] != 0 && !is_halted, false);
                if length.0[lane] == 0 && !is_halted {
                    (high.0[lane], full.0[lane]) = (0, 0);
                    for column in 0..width {
                        let (one, other) = fall(mine[column].0[lane], theirs[column].0[lane]);
                        (mine[column].0[lane], theirs[column].0[lane]) = (one, other);
                        (ours[column].0[0], others[column].0[0]) = (one, other);
                        let occupied = one | other;
                        filled[column].0[lane] = occupied;
                        high.0[lane] |= (occupied >> plan.vertical_down & 1) << column;
                        full.0[lane] |= (occupied >> plan.top_down & 1) << column;
                    }
                    won = plan.squares(&ours, &mut runs).0[0] != 0;
                    lost = plan.squares(&others, &mut runs).0[0] != 0;
                }
                if !(is_halted || won || lost) {
                    continue;
                }
                let first_moved = deal.plies.0[lane] % 2 == 1;
                let drawn = won && lost || !won && !lost && dead.0[lane] != 0;
                let (first_won, second_won) = if first_moved { (won, lost) } else { (lost, won) };
                let ending = Ending { first_won: first_won && !drawn, second_won: second_won && !drawn, drawn };
                deal.finish(lane, u64::MAX, ending);
                (high.0[lane], full.0[lane]) = (0, 0);
                for column in 0..width {
                    (mine[column].0[lane], theirs[column].0[lane], filled[column].0[lane]) = (0, 0, 0);
                }
            }
            core::mem::swap(&mut mine, &mut theirs);
        }
        deal.totals()
    }
}

#[cfg(test)]
mod tests {
    use alloc::collections::BTreeMap;

    use super::*;
    use crate::board::PackedBoard;
    use crate::games::breakdown::Breakdown;
    use crate::level::Level;
    use crate::playout::{PLY_LIMIT, Playouts, playout};
    use crate::rng::Generator;
    use crate::rules::Rules;

    #[derive(Default)]
    struct Recorder(BTreeMap<u64, Vec<Move>>);

    impl Watcher for Recorder {
        const WATCHES: bool = true;

        fn watch(&mut self, game: u64, mv: Move) {
            self.0.entry(game).or_default().push(mv);
        }
    }

    #[test]
    fn wide_lanes_play_the_games_of_the_single_board_player_move_by_move() {
        let sizes = [(9, 9), (64, 64), (1, 64), (64, 1), (13, 5), (5, 13), (16, 16), (33, 9), (8, 8), (3, 3)];
        for (width, height) in sizes {
            for (stick, square) in [(3, 3), (1, 2), (5, 1), (2, 4), (64, 64), (70, 70), (9, 2)] {
                let parameters = Parameters::new(width, height, stick, square).unwrap();
                let rules = Breakdown::<PackedBoard>::new(parameters).unwrap();
                let plan = WidePlan::new(parameters).unwrap();
                let games = 3..3 + LANES as u64 + 3;
                for limit in [PLY_LIMIT, 0, 1, 7] {
                    let (mut expected, mut totals) = (BTreeMap::new(), Totals::default());
                    for number in games.clone() {
                        let mut moves = Vec::new();
                        let mut generator = Generator::for_game(9, number);
                        totals += playout(&rules, &mut rules.start(), &mut generator, limit, |mv| moves.push(mv));
                        if !moves.is_empty() {
                            expected.insert(number, moves);
                        }
                    }
                    for level in Level::available() {
                        let mut recorder = Recorder::default();
                        let watcher = &mut recorder;
                        let found = level.run(WideLanePlayouts { plan, seed: 9, games: games.clone(), limit, watcher });
                        assert_eq!(recorder.0, expected, "{parameters} at {level}, {limit} plies");
                        assert_eq!(found, totals, "{parameters} at {level}, {limit} plies");
                        if limit == PLY_LIMIT {
                            assert_eq!(rules.playouts(9, games.clone(), level), totals, "{parameters} at {level}");
                        }
                    }
                }
            }
        }
    }
}
