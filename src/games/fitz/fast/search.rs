//! The searches of the automatic players, one block of places at a time.
//!
//! Cells are only ever taken, so a block that has no room for a tile has none for the rest of the
//! game. [`Memory`] keeps, for every tile and angle, the set of blocks that may have room. A search
//! that visits another block in vain removes it. Every block is thus visited in vain once in a
//! game. A turn costs the few blocks around its beginning and its end, whatever the size of the
//! board and however full it is.

use alloc::vec::Vec;

use super::super::Angle;
use crate::board::empties::{BLOCK, PlaceBlock};
use crate::board::wide::each;
use crate::board::{Empties, Stamp};

/// The number of places in a block.
const PLACES: usize = 64 * BLOCK;

/// The most tiles with a memory of their own. More tiles share slots, so that the memory stays
/// below 10 MB on the largest board with a tile file of any length.
const REMEMBERED: usize = 4096;

/// The memory of the searches of one game: where each tile may still have room.
#[derive(Clone, Debug)]
pub struct Memory {
    /// Slots by tile number modulo the length, each with the number of the tile that it currently
    /// serves.
    tiles: Vec<(usize, [Blocks; 4])>,
}

/// A set of blocks, stored as its complement: a set bit removes a block, and all blocks beyond the
/// words are in the set.
#[derive(Clone, Debug, Default)]
struct Blocks {
    dead: Vec<u64>,
}

/// One search, for some angles of a tile on one board.
pub(super) struct Sweep<'m> {
    stamps: &'m [Stamp],
    alive: &'m mut [Blocks],
    empties: &'m Empties,
}

impl Memory {
    pub(super) fn new(tiles: usize) -> Memory {
        Memory { tiles: (0..tiles.min(REMEMBERED)).map(|tile| (tile, Default::default())).collect() }
    }

    /// A search for a tile, given its shapes at every angle.
    pub(super) fn sweep<'m>(&'m mut self, tile: usize, stamps: &'m [Stamp; 4], empties: &'m Empties) -> Sweep<'m> {
        let slot = tile % self.tiles.len();
        let (owner, alive) = &mut self.tiles[slot];
        if *owner != tile {
            (*owner, *alive) = (tile, Default::default());
        }
        Sweep { stamps, alive, empties }
    }
}

impl Blocks {
    fn contains(&self, block: usize) -> bool {
        self.dead.get(block / 64).is_none_or(|word| word >> (block % 64) & 1 == 0)
    }

    fn remove(&mut self, block: usize) {
        if self.dead.len() <= block / 64 {
            self.dead.resize(block / 64 + 1, 0);
        }
        self.dead[block / 64] |= 1 << (block % 64);
    }

    /// The removed blocks among the 64 blocks from 64 × `word` on.
    fn dead(&self, word: usize) -> u64 {
        self.dead.get(word).copied().unwrap_or(0)
    }
}

impl Sweep<'_> {
    /// The same search restricted to one angle.
    pub(super) fn only(&mut self, angle: Angle) -> Sweep<'_> {
        let one = angle as usize..angle as usize + 1;
        Sweep { stamps: &self.stamps[one.clone()], alive: &mut self.alive[one], empties: self.empties }
    }

    /// The first place with room from place `from` on; wraps to the places before `from`.
    pub(super) fn forward(&mut self, from: usize) -> Option<usize> {
        let (own, blocks) = (from / PLACES, self.empties.blocks());
        let room = self.room(own);
        first(&not_before(room, from % PLACES))
            .map(|place| own * PLACES + place)
            .or_else(|| self.first_of(own + 1, blocks))
            .or_else(|| self.first_of(0, own))
            .or_else(|| first(&room).map(|place| own * PLACES + place))
    }

    /// The last place with room up to place `from`; wraps to the places after `from`.
    pub(super) fn backward(&mut self, from: usize) -> Option<usize> {
        let (own, blocks) = (from / PLACES, self.empties.blocks());
        let room = self.room(own);
        last(&not_after(room, from % PLACES))
            .map(|place| own * PLACES + place)
            .or_else(|| self.last_of(0, own))
            .or_else(|| self.last_of(own + 1, blocks))
            .or_else(|| last(&room).map(|place| own * PLACES + place))
    }

    /// The first place with room in the blocks from `from` up to, but not including, `to`.
    fn first_of(&mut self, mut from: usize, to: usize) -> Option<usize> {
        while from < to {
            let alive = !self.dead(from / 64) >> (from % 64);
            if alive == 0 {
                from = (from / 64 + 1) * 64;
                continue;
            }
            let block = from + alive.trailing_zeros() as usize;
            if block >= to {
                return None;
            }
            if let Some(place) = first(&self.room(block)) {
                return Some(block * PLACES + place);
            }
            from = block + 1;
        }
        None
    }

    /// The last place with room in the blocks from `from` up to, but not including, `to`.
    fn last_of(&mut self, from: usize, mut to: usize) -> Option<usize> {
        while from < to {
            let last_block = to - 1;
            let alive = !self.dead(last_block / 64) << (63 - last_block % 64);
            if alive == 0 {
                to = last_block / 64 * 64;
                continue;
            }
            let block = last_block - alive.leading_zeros() as usize;
            if block < from {
                return None;
            }
            if let Some(place) = last(&self.room(block)) {
                return Some(block * PLACES + place);
            }
            to = block;
        }
        None
    }

    /// Of 64 blocks, the ones removed for every angle of the search.
    fn dead(&self, word: usize) -> u64 {
        self.alive.iter().fold(u64::MAX, |dead, blocks| dead & blocks.dead(word))
    }

    /// The places of a block where any angle of the tile fits. Removes the block for every angle
    /// that has none.
    fn room(&mut self, block: usize) -> PlaceBlock {
        let mut any = [0; BLOCK];
        for (stamp, alive) in self.stamps.iter().zip(&mut *self.alive) {
            if alive.contains(block) {
                let room = self.empties.room(stamp, block);
                if room == [0; BLOCK] {
                    alive.remove(block);
                }
                any = each(|index| any[index] | room[index]);
            }
        }
        any
    }
}

/// The first place in a set of a block's places.
fn first(block: &PlaceBlock) -> Option<usize> {
    let word = block.iter().position(|&word| word != 0)?;
    Some(64 * word + block[word].trailing_zeros() as usize)
}

/// The last place in a set of a block's places.
fn last(block: &PlaceBlock) -> Option<usize> {
    let word = block.iter().rposition(|&word| word != 0)?;
    Some(64 * word + 63 - block[word].leading_zeros() as usize)
}

/// The places of a block's set from `place` on.
fn not_before(mut block: PlaceBlock, place: usize) -> PlaceBlock {
    block[..place / 64].fill(0);
    block[place / 64] &= u64::MAX << (place % 64);
    block
}

/// The places of a block's set up to `place`.
fn not_after(mut block: PlaceBlock, place: usize) -> PlaceBlock {
    block[place / 64 + 1..].fill(0);
    block[place / 64] &= u64::MAX >> (63 - place % 64);
    block
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Polyomino;
    use crate::cell::Size;

    #[test]
    fn sets_of_places_are_cut_and_ended_at_every_place() {
        let full = [u64::MAX; BLOCK];
        for place in 0..PLACES {
            assert_eq!(first(&not_before(full, place)), Some(place));
            assert_eq!(last(&not_after(full, place)), Some(place));
            let both = not_after(not_before(full, place), place);
            assert_eq!(both.iter().map(|word| word.count_ones()).sum::<u32>(), 1);
        }
        assert_eq!((first(&[0; BLOCK]), last(&[0; BLOCK])), (None, None));
    }

    /// A square board that is full but for some cells, with a tile of one cell.
    fn full_but_for(side: i32, rooms: &[(i32, i32)]) -> (Empties, [Stamp; 4]) {
        let single = Polyomino::new([(2, 2)]);
        let mut empties = Empties::new(Size::new(side as u32, side as u32).unwrap());
        for (row, col) in (0..side).flat_map(|row| (0..side).map(move |col| (row, col))) {
            if !rooms.contains(&(row, col)) {
                empties.take(single, row, col);
            }
        }
        (empties, [Stamp::new(single, side as u32); 4])
    }

    /// A tile of one cell, on a board with room in few blocks far apart. The test searches from
    /// every place in both directions, with the memory of the searches before.
    #[test]
    fn the_nearest_place_is_found_from_everywhere() {
        for rooms in [&[][..], &[(0, 0)], &[(998, 998)], &[(3, 7), (500, 0), (500, 998), (501, 3), (997, 400)]] {
            let (empties, stamps) = full_but_for(999, rooms);
            let places: Vec<usize> = rooms.iter().map(|&(row, col)| empties.number(row, col)).collect();
            let mut memory = Memory::new(1);
            let near = places.iter().flat_map(|&place| place - 70..place + 70);
            for from in (0..empties.blocks() * PLACES).step_by(4999).chain(near) {
                let ahead = places.iter().copied().find(|&place| place >= from).or(places.first().copied());
                let behind = places.iter().copied().rfind(|&place| place <= from).or(places.last().copied());
                assert_eq!(memory.sweep(0, &stamps, &empties).forward(from), ahead);
                assert_eq!(memory.sweep(0, &stamps, &empties).only(Angle::Half).forward(from), ahead);
                assert_eq!(memory.sweep(0, &stamps, &empties).backward(from), behind);
            }
        }
    }

    #[test]
    fn blocks_are_removed_one_by_one() {
        let mut blocks = Blocks::default();
        let removed = [200, 3, 64, 63, 130];
        for (count, &block) in removed.iter().enumerate() {
            blocks.remove(block);
            let gone = &removed[..=count];
            assert!((0..300).all(|block| blocks.contains(block) != gone.contains(&block)), "{gone:?}");
            for word in 0..5 {
                let expected =
                    gone.iter().filter(|&&block| block / 64 == word).fold(0, |dead, block| dead | 1 << (block % 64));
                assert_eq!(blocks.dead(word), expected, "{gone:?}");
            }
        }
    }

    #[test]
    fn far_blocks_that_are_removed_hide_no_near_ones() {
        let (empties, stamps) = full_but_for(200, &[(100, 100)]);
        let place = empties.number(100, 100);
        let mut memory = Memory::new(1);
        memory.tiles[0].1.iter_mut().for_each(|blocks| (4096..64 * 4096).for_each(|block| blocks.remove(block)));
        for from in (0..empties.blocks() * PLACES).step_by(97) {
            assert_eq!(memory.sweep(0, &stamps, &empties).forward(from), Some(place));
            assert_eq!(memory.sweep(0, &stamps, &empties).backward(from), Some(place));
        }
    }

    /// Of as many tiles as slots, each has its own.
    #[test]
    fn every_tile_remembers_for_itself() {
        let (empties, stamps) = full_but_for(40, &[]);
        let mut memory = Memory::new(3);
        for tile in 0..3 {
            assert_eq!(memory.sweep(tile, &stamps, &empties).forward(0), None);
        }
        for (tile, (owner, blocks)) in memory.tiles.iter().enumerate() {
            assert_eq!(*owner, tile);
            assert!(blocks.iter().all(|blocks| (0..empties.blocks()).all(|block| !blocks.contains(block))));
        }
    }

    #[test]
    fn tiles_that_share_a_slot_do_not_share_what_is_remembered() {
        let size = Size::new(7, 3).unwrap();
        let (wide, single) = (Polyomino::new((0..5).map(|col| (0, col))), Polyomino::new([(0, 0)]));
        let mut empties = Empties::new(size);
        empties.take(wide, 2, 3);
        empties.take(wide, 3, 3);
        empties.take(wide, 4, 3);
        let [wides, singles] = [wide, single].map(|shape| [Stamp::new(shape, size.width()); 4]);
        let mut memory = Memory::new(2 * REMEMBERED);
        assert_eq!(memory.sweep(1, &wides, &empties).forward(0), None);
        assert_eq!(memory.sweep(1, &wides, &empties).forward(0), None);
        let other = 1 + REMEMBERED;
        assert_eq!(memory.sweep(other, &singles, &empties).forward(0), Some(empties.number(2, 2)));
    }
}
