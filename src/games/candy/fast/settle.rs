//! One step of settling: the templates fire, the candies explode, the columns fall.
//!
//! # Firing
//!
//! A *pair* is a cell whose candy has the color of the one above it (or to its right). Three pairs
//! in a row are four candies, and two pairs are three. The pairs give every square from which a
//! template could fire, for the whole board at once.
//!
//! Row-major order and "at once empty" (ruling K1) then matter only where candidates of one
//! template overlap. Those are in one line and of one color. In a column the lower one fires first,
//! in a row the one further left, whatever happens elsewhere. For four candies the first candidate
//! of a run fires, then the one four further on, and so on. For three there is no choice: the fours
//! have left no four in a line, so a run has one candidate.
//!
//! # Gravity
//!
//! A column is a queue of bits. One shift moves down the candies above a run of empty cells, run by
//! run from the lowest up. The next candies of the extension are then appended at the top. A
//! template leaves one run or four, so this is less work than the rounds of
//! [`gravity`](crate::board::gravity), which move all columns by any distance. On large boards it
//! touches every word once, however many runs there are.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::super::{Fall, Firing, Move, Observer, Step, Template};
use super::layout::{Offset, Pattern};
use super::{Candy, Position, Shape};
use crate::board::Bitset;
use crate::cell::Pos;

impl<S: Shape> Candy<S> {
    #[inline(always)]
    pub(super) fn step_once<O: Observer>(&self, position: &mut Position<S>, observer: &mut O) -> bool {
        let mut firings = Vec::new();
        let fired = self.fire(position.colors.as_ref(), |template, anchors| {
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

    /// The cells whose neighbor at an offset is of their own color.
    #[inline(always)]
    pub(super) fn same(&self, colors: &[S::Plane], offset: &Offset<S::Plane>) -> S::Plane {
        let mut same = offset.from.clone();
        for plane in colors {
            same = same.and_not(&plane.lowered(offset.distance).xor(plane));
        }
        same
    }

    /// Whether any template matches. Three of a color in a line suffice, since four contain three.
    #[inline(always)]
    pub(super) fn any_match(&self, colors: &[S::Plane]) -> bool {
        let up = self.same(colors, &self.layout.up);
        let right = self.same(colors, &self.layout.right);
        !self.threes(&up, &self.layout.up).or(&self.threes(&right, &self.layout.right)).is_empty()
    }

    /// The first cells of every three of a color in a line, computed from the pairs.
    #[inline(always)]
    pub(super) fn threes(&self, pairs: &S::Plane, offset: &Offset<S::Plane>) -> S::Plane {
        pairs.lowered(offset.distance).and(pairs)
    }

    /// The cells that explode in a step, or `None` if no template matches. Calls `report` with the
    /// anchors of each template that fires.
    #[inline(always)]
    fn fire(&self, colors: &[S::Plane], mut report: impl FnMut(Template, &S::Plane)) -> Option<S::Plane> {
        let up = self.same(colors, &self.layout.up);
        let right = self.same(colors, &self.layout.right);
        if self.threes(&up, &self.layout.up).or(&self.threes(&right, &self.layout.right)).is_empty() {
            return None;
        }
        let mut fired = self.layout.empty();
        for template in Template::ALL {
            let Some(pattern) = self.layout.pattern(template) else { continue };
            let pairs = if template.is_vertical() { &up } else { &right };
            // An exploded candy no longer makes a pair.
            let pairs = pairs.clone().and_not(&fired).and_not(&fired.lowered(pattern.distance));
            let anchors = anchors(pairs, pattern, self.layout.span());
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

    /// Explodes candies: lowers states above 0 by one, and raises the score by as many.
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

    /// Closes the gaps, and fills the columns from the extension.
    #[inline(always)]
    pub(super) fn gravity(&self, position: &mut Position<S>, mut gaps: S::Plane) {
        let stride = self.layout.stride;
        let mut next = gaps.lowest(0);
        while let Some(first) = next {
            let col = first / stride;
            let end = col * stride + self.layout.size.height();
            let (mut gap, mut to) = (first, first);
            while gap < end {
                let from = gap + gaps.run(gap, end - gap);
                gaps.remove_range(gap, from);
                next = gaps.lowest(from);
                // The candies on this gap reach up to the next gap.
                gap = next.map_or(end, |cell| cell.min(end));
                if from < gap {
                    for plane in position.colors.as_mut() {
                        plane.copy_down(from, gap - from, to);
                    }
                    to += gap - from;
                }
            }
            for plane in position.colors.as_mut() {
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
            for (bit, plane) in position.colors.as_mut().iter_mut().enumerate() {
                plane.insert_if(cell, candies[next] >> bit & 1);
            }
            next = if next + 1 == rows { 0 } else { next + 1 };
            // K4: the offset is unwrapped. If it would overflow, it continues from its place in the
            // extension.
            *offset = offset.checked_add(1).unwrap_or(next as u64);
        }
    }

    /// The falls into the cells that exploded, read off the board after the step.
    fn falls(&self, position: &Position<S>, fired: &S::Plane) -> Vec<Fall> {
        let (width, height) = (self.layout.size.width(), self.layout.size.height());
        let stands = |row, col| row >= height || !fired.contains(self.layout.cell(Pos::new(row, col)));
        let mut falls = Vec::new();
        for col in 0..width {
            // The candies that did not explode, then those that enter, fill the rows from the
            // bottom up.
            for (to, from) in (0..height).zip((0..).filter(|&row| stands(row, col))) {
                if from > to {
                    let color = self.read(position.colors.as_ref(), self.layout.cell(Pos::new(to, col)));
                    falls.push(Fall { col, from, to, color });
                }
            }
        }
        falls
    }

    #[inline(always)]
    pub(super) fn is_on_board(&self, mv: Move) -> bool {
        let size = self.layout.size;
        size.contains(mv.square()) && mv.neighbor().is_some_and(|neighbor| size.contains(neighbor))
    }

    /// Whether any template matches after a swap on the board.
    #[inline(always)]
    pub(super) fn matches_after(&self, colors: &S::Colors, mv: Move) -> bool {
        let mut after = colors.clone();
        self.exchange(after.as_mut(), mv);
        self.any_match(after.as_ref())
    }

    /// Exchanges the candies of a swap on the board.
    #[inline(always)]
    pub(super) fn exchange(&self, colors: &mut [S::Plane], mv: Move) {
        let one = self.layout.cell(mv.square());
        let other = mv.neighbor().map_or(one, |neighbor| self.layout.cell(neighbor));
        for plane in colors {
            plane.exchange(one, other);
        }
    }
}

/// The anchors at which a template fires, computed from the pairs in its direction, on a board of
/// `cells` cells.
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
        // Each round doubles the reach, so that even a run as long as the largest board takes few
        // rounds.
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
