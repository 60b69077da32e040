//! [`Script`]: the lines typed in one game.

/// A game as it is typed, turn by turn. Any turns in any order are a script: a program must refuse
/// what cannot be played, and the judge checks that too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Script<S> {
    /// The command line of the program.
    pub setting: S,
    /// The lines of every turn, each with its newline.
    pub turns: Vec<Vec<u8>>,
    /// Whether the very last line has its newline.
    pub ended: bool,
}

impl<S> Script<S> {
    /// A script without turns.
    pub fn new(setting: S) -> Script<S> {
        Script { setting, turns: Vec::new(), ended: true }
    }

    /// Adds a turn of one or more lines.
    pub fn push(&mut self, lines: impl AsRef<[u8]>) {
        let mut turn = lines.as_ref().to_vec();
        turn.push(b'\n');
        self.turns.push(turn);
    }

    /// The whole input.
    #[must_use]
    pub fn input(&self) -> Vec<u8> {
        let mut input = self.turns.concat();
        if !self.ended {
            input.pop();
        }
        input
    }
}
