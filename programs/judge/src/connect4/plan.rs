//! Plans random games that favor rare cases.

use crate::script::Script;
use gridlaw::games::connect4::{Move, NaiveConnect4, Parameters};
use gridlaw::rng::Generator;
use gridlaw::rules::Rules;

/// The command line of the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    pub(super) parameters: Parameters,
    pub(super) bot: bool,
}

/// The settings that the command leaves to the judge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Answers {
    pub(super) usual: Parameters,
    /// Whether the command can be played on other sizes.
    pub(super) varies: bool,
    /// Whether all games are against the bot, or none is; `None` if the judge chooses.
    pub(super) bot: Option<bool>,
}

/// The games that are played first: size and input.
const DIRECTED: &[(u32, &str)] = &[
    // The document's example.
    (7, "E3 N4 S4 W2 E2 E3 S5 N3 W4 E4"),
    // Every side slides to the far one, and up to the center.
    (6, "N0 S5 W0 E5 N2 S3 W3 E2 N5 S0"),
    (9, "N4 S4 W4 E4 N0 S8 W8 E0"),
    (4, "N1 S2 W1 E2 N0 S3"),
    // A column up to its last cell, then forfeits from both of its ends and from the sides.
    (4, "N0 N0 N0 N0 N0 S0 W0 W3 N3 N3 N0"),
    (5, "S4 S4 S4 S4 S4 S4 E0 E4 N4 N0"),
    // A line along every edge.
    (6, "N0 N5 N0 N5 N0 N5 N0"),
    (6, "S0 S5 S0 S5 S0 S5 S0"),
    (6, "W0 W5 W0 W5 W0 W5 W0"),
    (6, "E0 E5 E0 E5 E0 E5 E0"),
    // Four that wrap around the right edge are not a line.
    (6, "E0 E2 E0 E3 W1 W4 W1 N3"),
    (6, "n0 N0 w5 E5"),
    (6, "N0 N 9 N0 N0"),
];

/// The lines that are typed, each with its number and its move, if it is a move.
pub(super) fn typed(script: &Script<Setting>) -> impl Iterator<Item = (usize, Option<Move>)> {
    let size = script.setting.parameters.size().width();
    script.turns.iter().enumerate().map(move |(number, turn)| {
        let text = String::from_utf8_lossy(turn);
        let mv: Option<Move> = text.trim().to_ascii_uppercase().parse().ok();
        (number + 1, mv.filter(|mv| mv.index() < size))
    })
}

/// The games that are played first. All are for two people.
pub(super) fn directed(answers: Answers) -> Vec<Script<Setting>> {
    let mut scripts = Vec::new();
    for &(size, text) in DIRECTED {
        let Ok(parameters) = Parameters::new(size) else { continue };
        if answers.bot == Some(true) || !(answers.varies || parameters == answers.usual) {
            continue;
        }
        let mut script = Script::new(Setting { parameters, bot: false });
        text.split(' ').filter(|word| !word.is_empty()).for_each(|word| script.push(word));
        scripts.push(script);
    }
    scripts
}

/// A game that looks for trouble: forfeits, lines that cannot be read, few wins.
pub(super) fn script(answers: Answers, strict: bool, number: u64, generator: &mut Generator) -> Script<Setting> {
    let Answers { usual, varies, bot } = answers;
    let varied = 4 + generator.below(7) as u32;
    let is_usual = !varies || number.is_multiple_of(2);
    let parameters = if is_usual { usual } else { Parameters::new(varied).unwrap_or(usual) };
    let mut script = Script::new(Setting { parameters, bot: bot.unwrap_or(number % 8 == 7) });
    let rules = NaiveConnect4::new(parameters);
    let mut position = rules.start();
    let size = parameters.size().width();
    let (quiet, taken) = (generator.below(3) == 0, *generator.pick(&[0, 0, 6]));
    let give_up = if generator.below(12) == 0 { generator.below(12) } else { 200 };
    while (script.turns.len() as u64) < give_up {
        if taken > 0 && generator.below(taken) == 0 {
            // The rulings, not the document, allow lower case.
            let letters = if strict { 6 } else { 4 };
            let letter = ["N", "E", "S", "W", "n", "w"][generator.below(letters) as usize];
            let text = format!("{letter}{}", generator.below(size.into()));
            if let Ok(mv) = text.to_uppercase().parse() {
                rules.play_unchecked(&mut position, mv);
                script.push(text);
            }
            if rules.outcome(&position).is_over() {
                break;
            }
            continue;
        }
        if strict && generator.below(12) == 0 {
            script.push(*generator.pick(&["N", "", "X1", "N10", "NN", "3", "\u{e9}1", "N-1", "N 1"]));
            continue;
        }
        let Some(mut mv) = rules.choose_move(&position, |count| generator.below(count)) else { break };
        for _ in 0..if quiet { 12 } else { 0 } {
            let mut after = position.clone();
            rules.play_unchecked(&mut after, mv);
            if !rules.outcome(&after).is_over() {
                break;
            }
            mv = rules.choose_move(&position, |count| generator.below(count)).unwrap_or(mv);
        }
        script.push(mv.to_string());
        rules.play_unchecked(&mut position, mv);
    }
    script
}

/// The same game on smaller boards.
pub(super) fn simpler(script: &Script<Setting>) -> Vec<Script<Setting>> {
    let size = script.setting.parameters.size().width();
    let smaller = (Parameters::SMALLEST..size).filter_map(|size| Parameters::new(size).ok());
    smaller.map(|parameters| Script { setting: Setting { parameters, ..script.setting }, ..script.clone() }).collect()
}
