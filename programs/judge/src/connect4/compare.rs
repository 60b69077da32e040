//! Compares a whole run with the law: boards, winner, end, exit status.

use super::Judge;
use super::cases::Case;
use super::follow::{follow, picture};
use super::plan::Setting;
use super::read::{Displays, displays, winner_of};
use crate::clauses::ClauseTable;
use crate::coverage::Coverage;
use crate::difference::{Difference, Shown};
use crate::letter;
use crate::protocol::Task;
use crate::script::Script;
use crate::transcript::Transcript;
use gridlaw::games::connect4::session::{self, GameType, Settings};
use gridlaw::games::connect4::tournament;
use gridlaw::rules::Outcome;

impl Judge {
    /// The law's run.
    pub(super) fn law(&self, script: &Script<Setting>, input: &[u8]) -> Transcript {
        let bot = if script.setting.bot { GameType::HumanVsBot } else { GameType::HumanVsHuman };
        let settings = Settings {
            parameters: (!self.asks_size).then_some(script.setting.parameters),
            game_type: (!self.asks_type).then_some(bot),
            ..Settings::default()
        };
        let play = |parameters, seed, games| tournament::tournament(parameters, seed, 0..games);
        let law = Transcript::of_law(input, &mut |console| session::run(settings, console, play));
        law.expect("a console in memory does not fail")
    }

    /// Compares what a program showed, up to the first difference.
    pub(super) fn compare(
        &self,
        script: &Script<Setting>,
        task: &Task<()>,
        run: &Transcript,
        coverage: &Coverage,
    ) -> Result<(), Box<Difference>> {
        let text = String::from_utf8_lossy(&run.output);
        let parameters = script.setting.parameters;
        let ended = |difference: Box<Difference>| {
            if difference.found != Shown::Nothing {
                return difference;
            }
            if !run.ending.is_exit() {
                return Case::Ends.ending(difference.turns, run.ending);
            }
            match winner_of(&text) {
                Some((winner, line)) => {
                    let what =
                        format!("the game goes on, and the program says that player {} has won", winner as u32 + 1);
                    let told = Case::GoesOn.difference(difference.turns.saturating_sub(1), what);
                    Box::new(told.between(Shown::Nothing, Shown::line(line)))
                }
                None => difference,
            }
        };
        let Displays { boards, wrong, is_odd } = displays(&text, parameters);
        let cut = wrong.filter(|_| !is_odd);
        let followed = follow(script, &boards, coverage).map_err(|difference| match &cut {
            // The first display that is wrong, and not merely cut off by the program's end.
            Some(wrong) if difference.found == Shown::Nothing && run.ending.is_exit() => wrong.clone(),
            _ => ended(difference),
        })?;
        let turns = script.turns.len();
        let over = followed.outcome.is_over();
        let told = winner_of(&text);
        if let Outcome::Win(winner) = followed.outcome
            && told.is_none_or(|(side, _)| side != winner)
        {
            let what = format!(
                "player {} has won, and the program says {}",
                winner as u32 + 1,
                match told {
                    Some((other, _)) => format!("that player {} has", other as u32 + 1),
                    None => "nothing of it".to_string(),
                }
            );
            let board = Shown::Board(picture(&followed.board));
            let difference = followed.end.difference(followed.turns, what);
            if !run.ending.is_exit() {
                return Err(Case::Ends.ending(followed.turns, run.ending));
            }
            let said = told.map_or(Shown::Nothing, |(_, line)| Shown::line(line));
            return Err(Box::new(difference.between(board, said)));
        }
        if let Some((_, line)) = told.filter(|_| !over) {
            let board = Shown::Board(picture(&followed.board));
            let difference =
                Case::GoesOn.difference(followed.turns, "the game goes on, and the program names a winner");
            return Err(Box::new(difference.between(board, Shown::line(line))));
        }
        (if over { Case::Ends } else { Case::EndOfInput }).count(coverage);
        if !run.ending.is_exit() {
            let case = if over || run.ending.is_crash() { Case::Ends } else { Case::EndOfInput };
            return Err(case.ending(turns, run.ending));
        }
        if over {
            Case::Status.count(coverage);
            if run.ending.status() != Some(0) {
                return Err(Case::Status.ending(turns, run.ending));
            }
        }
        if self.strict && !script.setting.bot {
            Case::Letter.count(coverage);
            return letter::compare(&self.law(script, &task.input), run, Case::Letter, turns);
        }
        Ok(())
    }
}
