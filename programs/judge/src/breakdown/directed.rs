//! The games of every run, whatever the seed: every rule at its limits.

use super::plan::{can_be_typed, lines};
use super::setting::{Form, Setting};
use crate::script::Script;
use gridlaw::games::breakdown::{Move, Parameters};

/// Width, height, stick, square, and the input, separated by blanks: moves, or input that must be
/// refused.
const GAMES: &[([u32; 4], &str)] = &[
    // Squares at every edge and corner, of both sides.
    ([4, 4, 2, 2], "|0 |3 |1"),
    ([4, 4, 2, 2], "|3 |0 |2"),
    ([4, 4, 2, 2], "|0 |3 -0 |2"),
    ([4, 4, 2, 2], "|0 -2 -2 -2 |1"),
    ([5, 3, 3, 3], "|0 |4 |1 |3 |2"),
    ([3, 3, 1, 1], "-2"),
    ([3, 3, 1, 2], "|0 |2 -1 -2 |0 |2 -1"),
    // Two columns of one side at both ends of the rows: no square wraps around.
    ([4, 4, 3, 2], "|0 |1 |3 |2"),
    ([8, 8, 3, 3], "|0 |3 |7 |4 |0 |3 |7 |4 !"),
    // One cell short of a square.
    ([5, 5, 3, 3], "|0 |4 |1 |4 -2 -2 -2 -2 |3"),
    // A breakdown that makes squares of both sides, and one that makes a square of the other side.
    ([2, 7, 2, 2], "|1 ! -0 |1 |0 |0 !"),
    ([4, 4, 2, 2], "-1 |0 -2 -2 -1 !"),
    // A full board without a square.
    ([2, 2, 1, 2], "|0 |1 |1 |0"),
    // Towers up to the top row and beyond.
    ([4, 4, 2, 2], "|0 |0 |0 -0 -1 |3 |3 |3"),
    ([4, 5, 2, 2], "|0 |0 |0 -0 !"),
    // One cell is left, where no stick fits, and nothing is loose.
    ([3, 3, 2, 3], "|0 |1 |2 -0"),
    // A stick that hangs over empty cells, then breakdowns.
    ([5, 5, 3, 3], "|0 -0 -2 -0 -2 ! ! !"),
    ([4, 5, 2, 2], "|0 -2 -0 -1 ! !"),
    // The right edge, and one beyond it.
    ([4, 4, 2, 2], "-2 -3 -2 -2 -2 -2"),
    ([6, 4, 3, 2], "-3 -4 -5 -3 -3 -3 -3"),
    // Input that must be refused, after which the same side moves.
    ([4, 4, 2, 2], "x |0 ? -9 |4 -4 |Z |0 |0 -0 !"),
    ([12, 3, 2, 2], "|B -A |a |C -B |0"),
    ([40, 2, 2, 2], "|a -c |A |d -e"),
    ([3, 12, 2, 2], "|0 |2"),
    ([3, 40, 2, 2], "|0 |2"),
    ([64, 2, 2, 2], "|z |a"),
    // Sizes that make no sense come last.
    ([1, 1, 1, 1], "|0"),
    ([2, 2, 3, 1], "!"),
    ([3, 3, 1, 4], "|0 |1 |2 |0 |1 |2 |0 |1 |2"),
];

/// The directed games: on the size that was asked for, and on others if the command takes them.
pub(super) fn scripts(asked: Parameters, varies: bool, any_form: bool) -> Vec<Script<Setting>> {
    let mut scripts = Vec::new();
    let usual = Setting::new(asked);
    if any_form {
        scripts.extend((1..5).map(|places| typed(Setting { form: Form::Rotated(places), ..usual }, "!")));
        let refused = [Form::Neither, Form::Both, Form::Unknown];
        scripts.extend(refused.map(|form| typed(Setting { form, ..usual }, "!")));
    }
    scripts.push(typed(usual, "x ! ! |0 -0"));
    scripts.push(typed(Setting { matrix: true, ..usual }, "|0 -0 ! !"));
    if varies {
        let sized = GAMES.iter().filter_map(|([width, height, stick, square], text)| {
            let parameters = Parameters::new(*width, *height, *stick, *square).ok()?;
            Some(typed(Setting::new(parameters), text))
        });
        scripts.extend(sized);
    }
    scripts
}

fn typed(setting: Setting, text: &str) -> Script<Setting> {
    let mut script = Script::new(setting);
    for word in text.split(' ') {
        match word.parse::<Move>() {
            Ok(mv) if can_be_typed(mv) => script.push(lines(mv)),
            _ => script.push(word.chars().map(String::from).collect::<Vec<_>>().join("\n")),
        }
    }
    script
}
