//! One step of settling: the templates fire, the candies explode, the columns fall.
//!
//! # Firing
//!
//! The cells whose candy is of the same colour as the one above (or to the right) are the *pairs*; three pairs in
//! a row are four candies, two are three. That finds every square from which a template could fire, in all of
//! the board at once. Row-major order and "at once empty" (ruling K1) then only matter where candidates of one
//! template overlap, and those are in one line and of one colour: in a column the lower, in a row the one
//! further left comes first, whatever happens elsewhere. For four candies the first candidate of a run fires, and
//! the one four further on, and so on. For three nothing is left to choose: the fours have left no four in a
//! line, so that a run has one candidate.
//!
//! # Gravity
//!
//! A column is a queue of bits. What stands on a run of empty cells is moved down by one shift, run by run from the
//! lowest up, and the next candies of the extension are put on at the top. A template leaves one run or four, so that
//! this is less work than the rounds of [`gravity`](crate::board::gravity), which move all columns by any distance; and
//! on large boards it touches every word once, however many runs there are.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::super::{Fall, Firing, Move, Observer, Step, Template};
use super::layout::{Offset, Pattern};
use super::{Candy, Position, Shape};
use crate::board::Bitset;

impl<S: Shape> Candy<S> {
    #[inline(always)]
    pub(super) fn step_once<O: Observer>(&self, position: &mut Position<S>, observer: &mut O) -> bool {
        let mut firings = Vec::new();
        let fired = self.fire(position.colours.as_ref(), |template, anchors| {
            if O::WATCHES {
                let _ = self.layout.by_row(anchors, |anchor| {
                    firings.push(Firing { template, anchor });
                    ControlFlow::<()>::Continue(())
                });
            }
        });
        let Some(fired) = fired else { return false };
        self.explode(position, &fired);
        if O::WATCHES {
            self.gravity(position, fired.clone());
            observer.step(Step { firings, falls: self.falls(position, &fired) });
        } else {
            self.gravity(position, fired);
        }
        true
    }

    /// The cells that have a neighbour of their own colour at an offset.
    #[inline(always)]
    pub(super) fn same(&self, colours: &[S::Plane], offset: &Offset<S::Plane>) -> S::Plane {
        let mut same = offset.from.clone();
        for plane in colours {
            same = same.and_not(&plane.lowered(offset.distance).xor(plane));
        }
        same
    }

    /// Whether any template matches: three of a colour in a line, since four are three as well.
    #[inline(always)]
    pub(super) fn any_match(&self, colours: &[S::Plane]) -> bool {
        let up = self.same(colours, &self.layout.up);
        let right = self.same(colours, &self.layout.right);
        !self.threes(&up, &self.layout.up).or(&self.threes(&right, &self.layout.right)).is_empty()
    }

    /// The cells from which three of a colour follow each other, out of the pairs.
    #[inline(always)]
    pub(super) fn threes(&self, pairs: &S::Plane, offset: &Offset<S::Plane>) -> S::Plane {
        pairs.lowered(offset.distance).and(pairs)
    }

    /// The cells that explode in a step, or `None` if no template matches; `report` is told where each fires.
    #[inline(always)]
    fn fire(&self, colours: &[S::Plane], mut report: impl FnMut(Template, &S::Plane)) -> Option<S::Plane> {
        let up = self.same(colours, &self.layout.up);
        let right = self.same(colours, &self.layout.right);
        if self.threes(&up, &self.layout.up).or(&self.threes(&right, &self.layout.right)).is_empty() {
            return None;
        }
        let mut fired = self.layout.empty();
        for template in Template::ALL {
            let Some(pattern) = self.layout.pattern(template) else { continue };
            let pairs = if template.is_vertical() { &up } else { &right };
            // A pair with an exploded candy is none.
            let pairs = pairs.clone().and_not(&fired).and_not(&fired.lowered(pattern.distance));
            let anchors = anchors(pairs, pattern, self.layout.size.cells());
            if anchors.is_empty() {
                continue;
            }
            report(template, &anchors);
            for step in 0..pattern.length {
                fired = fired.or(&anchors.raised(step * pattern.distance));
            }
        }
        Some(fired)
    }

    /// Candies explode: states above 0 are lowered by one, and the score rises by as many.
    #[inline(always)]
    fn explode(&self, position: &mut Position<S>, fired: &S::Plane) {
        let mut open = self.layout.empty();
        for plane in position.states.as_ref() {
            open = open.or(plane);
        }
        let mut borrow = open.and(fired);
        position.score = position.score.saturating_add(borrow.count().into());
        for plane in position.states.as_mut() {
            let further = borrow.clone().and_not(plane);
            *plane = borrow.xor(plane);
            borrow = further;
        }
    }

    /// Closes the gaps, and fills up from the extension.
    #[inline(always)]
    pub(super) fn gravity(&self, position: &mut Position<S>, mut gaps: S::Plane) {
        let height = self.layout.size.height();
        let mut next = gaps.lowest(0);
        while let Some(first) = next {
            let col = first / height;
            let end = (col + 1) * height;
            let (mut gap, mut to) = (first, first);
            while gap < end {
                let from = gap + gaps.run(gap, end - gap);
                gaps.remove_range(gap, from);
                next = gaps.lowest(from);
                // What stands on this gap, up to the next one.
                gap = next.map_or(end, |cell| cell.min(end));
                if from < gap {
                    for plane in position.colours.as_mut() {
                        plane.copy_down(from, gap - from, to);
                    }
                    to += gap - from;
                }
            }
            for plane in position.colours.as_mut() {
                plane.remove_range(to, end);
            }
            self.enter(position, col, to, end);
        }
    }

    /// Puts the next candies of the extension into the cells from `from` to `end` of a column.
    #[inline(always)]
    fn enter(&self, position: &mut Position<S>, col: u32, from: u32, end: u32) {
        let rows = self.instance.definition().extension().rows as usize;
        let candies = &self.extension[col as usize * rows..][..rows];
        let offset = &mut position.offsets.as_mut()[col as usize];
        let mut next = (*offset % rows as u64) as usize;
        for cell in from..end {
            for (bit, plane) in position.colours.as_mut().iter_mut().enumerate() {
                plane.insert_if(cell, candies[next] >> bit & 1);
            }
            next = if next + 1 == rows { 0 } else { next + 1 };
            // K4: unwrapped; a number that has no room for more goes on from its place in the extension.
            *offset = offset.checked_add(1).unwrap_or(next as u64);
        }
    }

    /// What fell into the cells that exploded, read off the board after it did.
    fn falls(&self, position: &Position<S>, fired: &S::Plane) -> Vec<Fall> {
        let (width, height) = (self.layout.size.width(), self.layout.size.height());
        let stands = |row, col| row >= height || !fired.contains(col * height + row);
        let mut falls = Vec::new();
        for col in 0..width {
            // Whatever did not explode, and then whatever enters, comes to rest in the next row from the bottom.
            for (to, from) in (0..height).zip((0..).filter(|&row| stands(row, col))) {
                if from > to {
                    let colour = self.read(position.colours.as_ref(), col * height + to);
                    falls.push(Fall { col, from, to, colour });
                }
            }
        }
        falls
    }

    #[inline(always)]
    pub(super) fn is_on_board(&self, mv: Move) -> bool {
        let size = self.layout.size;
        size.contains(mv.square()) && mv.neighbour().is_some_and(|neighbour| size.contains(neighbour))
    }

    /// Exchanges the candies of a swap on the board.
    #[inline(always)]
    pub(super) fn exchange(&self, colours: &mut [S::Plane], mv: Move) {
        let one = self.layout.cell(mv.square());
        let other = mv.neighbour().map_or(one, |neighbour| self.layout.cell(neighbour));
        for plane in colours {
            plane.exchange(one, other);
        }
    }
}

/// Where a template fires, out of the pairs in its direction, on a board of so many cells.
#[inline(always)]
fn anchors<P: Bitset>(pairs: P, pattern: Pattern, cells: u32) -> P {
    let Pattern { distance, length, repeats } = pattern;
    let mut candidates = pairs.lowered(distance).and(&pairs);
    if length == 3 {
        return candidates;
    }
    candidates = candidates.and(&pairs.lowered(2 * distance));
    if candidates.is_empty() {
        return candidates;
    }
    let mut anchors = candidates.clone().and_not(&candidates.raised(distance));
    if repeats {
        // Twice as many in every round, so that a run as long as the largest board takes no more than a few.
        let (mut reached, mut far) = (candidates, length * distance);
        while far < cells {
            let more = anchors.raised(far).and(&reached).and_not(&anchors);
            if more.is_empty() {
                break;
            }
            anchors = anchors.or(&more);
            reached = reached.raised(far).and(&reached);
            far *= 2;
        }
    }
    anchors
}
