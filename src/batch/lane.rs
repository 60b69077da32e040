//! [`Lanes`]: what loops over many games or boards work on.

/// One value in every lane, on a boundary that vectors like.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub(crate) struct Lanes<T, const N: usize>(pub(crate) [T; N]);

/// All ones for true: a condition that words can be masked with.
#[inline(always)]
pub(crate) const fn mask(condition: bool) -> u64 {
    if condition { u64::MAX } else { 0 }
}
