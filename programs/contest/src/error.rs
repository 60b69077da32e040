//! [`MatchError`]: the error that ends a match early.

/// Why a match cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct MatchError(pub(super) String);
