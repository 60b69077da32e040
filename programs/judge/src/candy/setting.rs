//! [`Setting`]: the game that is played.

use crate::script::Script;
use gridlaw::games::candy::{Instance, json};

/// A game to be played, with its file as it is or harmed.
#[derive(Clone, Debug, PartialEq)]
pub struct Setting {
    pub(super) instance: Instance,
    /// A text of the file and its replacement.
    pub(super) harm: Option<(&'static str, &'static str)>,
}

impl Setting {
    pub(super) fn file(&self) -> String {
        let text = json::write(&self.instance);
        match self.harm {
            Some((from, to)) => text.replacen(from, to, 1),
            None => text,
        }
    }
}

/// The moves of a script, each as a record has it.
pub(super) fn moves(script: &Script<Setting>) -> impl Iterator<Item = String> {
    script.turns.iter().filter_map(|turn| read_move(turn))
}

/// The move of a turn, as a record has it; `None` if it does not have three words.
pub(super) fn read_move(turn: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(turn);
    let words: Vec<&str> = text.split_whitespace().collect();
    let [row, col, direction] = words[..] else { return None };
    Some(format!("{row},{col},{direction}"))
}
