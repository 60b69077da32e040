//! The macro behind the table of games: the two enums, and one dispatch to
//! [`GameParameters`](super::GameParameters).

/// Makes [`GameKind`](super::GameKind) and [`AnyGame`](super::AnyGame) from lines
/// `Name(Parameters)`.
macro_rules! games {
    ($($(#[$doc:meta])* $name:ident($folder:ident::$parameters:ident),)*) => {
        /// A kind of game.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum GameKind {
            $($(#[$doc])* $name,)*
        }

        /// A game with its parameters, chosen at run time.
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum AnyGame {
            $($(#[$doc])* $name($folder::$parameters),)*
        }

        impl GameKind {
            /// Every kind of game, in the order of the table.
            pub const ALL: [GameKind; [$(stringify!($name)),*].len()] = [$(GameKind::$name),*];
        }

        /// Evaluates an expression in which `$P` is the parameters' type of a kind.
        macro_rules! of_kind {
            ($kind:expr, $P:ident => $value:expr) => {
                match $kind {
                    $($crate::games::GameKind::$name => {
                        type $P = $crate::games::$folder::$parameters;
                        $value
                    })*
                }
            };
        }

        /// Evaluates an expression in which `$p` is the parameters of a game.
        macro_rules! of_game {
            ($game:expr, $p:ident => $value:expr) => {
                match $game {
                    $($crate::games::AnyGame::$name($p) => $value,)*
                }
            };
        }
        pub(crate) use {of_game, of_kind};

        impl AnyGame {
            /// The kind of game.
            #[must_use]
            pub const fn kind(&self) -> GameKind {
                match self {
                    $(AnyGame::$name(_) => GameKind::$name,)*
                }
            }
        }

        $(impl From<$folder::$parameters> for AnyGame {
            fn from(parameters: $folder::$parameters) -> AnyGame {
                AnyGame::$name(parameters)
            }
        })*
    };
}

pub(super) use games;
