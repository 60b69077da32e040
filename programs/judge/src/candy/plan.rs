//! Plans random games that favor rare cases.

use super::law::{Engine, engine};
use super::setting::Setting;
use crate::script::Script;
use gridlaw::cell::Pos;
use gridlaw::games::candy::{CandyRules, Direction, Instance, Move, NewGame, Unwatched};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Rules};

/// Replacements that make a game file wrong.
const HARMS: &[(&str, &str)] = &[
    ("\"colors\"", "\"colours\""),
    ("\"gamedef\"", "\"definition\""),
    ("\"columns\":", "\"columns\": 1"),
    ("\"rows\":", "\"rows\": 1"),
    ("\"data\": [", "\"data\": [99999, "),
    ("\"data\": [", "\"data\": [-1, "),
    ("}", ""),
    ("{", "nonsense"),
];

/// The games that are played first, and files that are no games.
pub(super) fn directed(asked: &Instance) -> Vec<Script<Setting>> {
    let of = |instance: &Instance, harm| Script::new(Setting { instance: instance.clone(), harm });
    let mut scripts = vec![of(asked, None)];
    scripts.extend(HARMS.iter().map(|&harm| of(asked, Some(harm))));
    // One color never settles; a board of one square has no swap.
    for (columns, rows, colors) in [(3, 3, 1), (1, 1, 2), (1, 4, 2), (4, 1, 2)] {
        let new = NewGame { columns, rows, extension_rows: 7, colors, state: 1, id: 1 };
        scripts.extend(new.make().map(|game| of(&Instance::from(game), None)));
    }
    scripts
}

/// A random game. With `strict` some lines are no moves.
pub(super) fn script(asked: &Instance, strict: bool, number: u64, generator: &mut Generator) -> Script<Setting> {
    let instance = if number.is_multiple_of(2) { asked.clone() } else { small(generator) };
    let rules = engine(&instance);
    let mut position = rules.start();
    let instance = if number % 8 == 3 { resumed(instance, &rules, &mut position, generator) } else { instance };
    let size = instance.definition().size();
    let mut script = Script::new(Setting { instance, harm: None });
    let illegal = *generator.pick(&[0, 0, 4]);
    for _ in 0..1 + generator.below(24) {
        let square =
            Pos::new(generator.below(size.height().into()) as u32, generator.below(size.width().into()) as u32);
        if illegal > 0 && generator.below(illegal) == 0 {
            let direction = *generator.pick(&Direction::ALL);
            let mv = Move::new(square, direction);
            if rules.can_swap(&position, mv) {
                rules.swap(&mut position, mv, &mut Unwatched);
            }
            script.push(format!("{} {} {}", square.row, square.col, direction.letter()));
            continue;
        }
        if strict && generator.below(10) == 0 {
            script.push(*generator.pick(&["", "  ", "x", "0 0", "0 0 X", "0 0 u", "-1 0 U", "0 0 U 0"]));
            continue;
        }
        let mut swaps = Vec::new();
        let _ = rules.visit_swaps(&position, |mv| {
            swaps.push(mv);
            std::ops::ControlFlow::<()>::Continue(())
        });
        if swaps.is_empty() {
            break;
        }
        let mv = *generator.pick(&swaps);
        let (square, direction) = (mv.square(), mv.direction().letter());
        // The same swap, named by its other square.
        let named = match (mv.neighbor().filter(|_| generator.below(3) == 0), direction) {
            (Some(other), 'U') => format!("{} {} D", other.row, other.col),
            (Some(other), 'R') => format!("{} {} L", other.row, other.col),
            _ => format!("{} {} {direction}", square.row, square.col),
        };
        script.push(named);
        rules.swap(&mut position, mv, &mut Unwatched);
    }
    if generator.below(2) == 0 {
        script.push("q");
    }
    script
}

/// A small game: few colors, few rows of extension, sometimes one that never settles.
fn small(generator: &mut Generator) -> Instance {
    let mut from = |low: u32, high: u32| low + generator.below(u64::from(high - low + 1)) as u32;
    let colors = if from(0, 39) == 0 { 1 } else { from(2, 6) };
    let new = NewGame {
        columns: from(1, 9),
        rows: from(1, 9),
        extension_rows: from(1, 20),
        colors,
        state: from(0, 2),
        id: from(0, 1 << 20),
    };
    new.make().map_or_else(|_| NewGame::new(4, 4).make().expect("a game").into(), Instance::from)
}

/// The same game after some moves, as it is saved.
fn resumed(
    instance: Instance,
    rules: &Engine,
    position: &mut <Engine as Rules>::Position,
    generator: &mut Generator,
) -> Instance {
    for _ in 0..generator.below(6) {
        let Some(mv) = rules.choose_move(position, |count| generator.below(count)) else { break };
        rules.play_unchecked(position, mv);
    }
    let saved = Instance::new(instance.definition().clone(), rules.setup(position));
    let Ok(saved) = saved else { return instance };
    *position = engine(&saved).start();
    saved
}
