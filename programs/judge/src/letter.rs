//! The strict level: a program's run against the law's, to the letter.

use super::clauses::ClauseTable;
use super::difference::Difference;
use super::transcript::Transcript;

/// Compares output, standard error and exit status, in this order.
///
/// # Errors
/// The first of them that differs.
pub(super) fn compare(
    law: &Transcript,
    program: &Transcript,
    case: impl ClauseTable,
    turns: usize,
) -> Result<(), Box<Difference>> {
    compare_output(law, program, case, turns)?;
    if program.errors != law.errors {
        let difference = case.difference(turns, "standard error is not the rulings' to the letter");
        return Err(Box::new(difference.lines(&law.errors, &program.errors)));
    }
    match law.ending.status() {
        Some(status) if program.ending != law.ending => {
            let what = format!("{}, expected exit status {status}", program.ending);
            Err(Box::new(case.difference(turns, what).of_ending(program.ending)))
        }
        _ => Ok(()),
    }
}

/// Compares the output alone.
///
/// # Errors
/// The difference.
pub(super) fn compare_output(
    law: &Transcript,
    program: &Transcript,
    case: impl ClauseTable,
    turns: usize,
) -> Result<(), Box<Difference>> {
    if program.output == law.output {
        return Ok(());
    }
    let difference = case.difference(turns, "the output is not the rulings' to the letter");
    Err(Box::new(difference.lines(&law.output, &program.output)))
}
