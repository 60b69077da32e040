//! [`Script`]: what is typed in one game.

/// A game as it is typed, turn by turn. Any turns in any order are a script: what cannot be played is refused, and that
/// is to be seen too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script<S> {
    /// What the program is started with.
    pub setting: S,
    /// The lines of every turn, each ended by a newline.
    pub turns: Vec<Vec<u8>>,
    /// Whether the very last line is ended, too.
    pub ended: bool,
}

impl<S> Script<S> {
    /// A script without turns.
    pub fn new(setting: S) -> Script<S> {
        Script { setting, turns: Vec::new(), ended: true }
    }

    /// Adds a turn of one line, or several.
    pub fn push(&mut self, lines: impl AsRef<[u8]>) {
        let mut turn = lines.as_ref().to_vec();
        turn.push(b'\n');
        self.turns.push(turn);
    }

    /// All that is typed.
    #[must_use]
    pub fn input(&self) -> Vec<u8> {
        let mut input = self.turns.concat();
        if !self.ended {
            input.pop();
        }
        input
    }
}
