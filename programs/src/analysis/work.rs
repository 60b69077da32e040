//! One request: its search and its answers.

use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use gridlaw::games::candy::planner::{Aim, Plan, deeper};
use gridlaw::games::{AnyGame, candy};
use gridlaw::rules::Notation;
use gridlaw::search::{Options, Progress, Ranking, Value};
use gridlaw::solving::AnySolver;
use gridlaw::{Outcome, Side};

use super::protocol::{Answer, Between, Exact, Known, Problem, Ranked, Reason};
use super::request::Analyse;
use crate::planning;

/// Bytes of memory that a position of a plan may take: the planner keeps those of one depth.
const PLANNED: u64 = 1 << 10;

/// Watches the time of a request, and whether it is stopped.
struct Limits<'a> {
    time: f64,
    stop: &'a AtomicBool,
    begun: Instant,
    reached: Option<Reason>,
}

impl Limits<'_> {
    fn check(&mut self) -> ControlFlow<()> {
        let reached = if self.stop.load(Relaxed) {
            Reason::Stopped
        } else if self.begun.elapsed().as_secs_f64() >= self.time {
            Reason::Time
        } else {
            return ControlFlow::Continue(());
        };
        self.reached = Some(reached);
        ControlFlow::Break(())
    }
}

/// An answer without a reason, as before any search.
fn unknown(request: &Analyse) -> Answer {
    Answer {
        id: request.id.clone(),
        is_final: false,
        reason: None,
        side: match request.turn() {
            Side::First => "first",
            Side::Second => "second",
        },
        depth: 0,
        known: Known::nothing(),
        nodes: 0,
        moves: Vec::new(),
    }
}

/// The final answer to a request whose position was not searched. A game that is over needs no
/// search, but all its moves.
#[must_use]
pub fn unstarted(request: &Analyse, reason: Reason) -> Answer {
    let answer = Answer { is_final: true, reason: Some(reason), ..unknown(request) };
    let value = match request.playing.outcome() {
        _ if !request.is_played() => return answer,
        Outcome::InProgress => return answer,
        Outcome::Win(Side::First) => Value::Win(0),
        Outcome::Win(Side::Second) => Value::Loss(0),
        Outcome::Draw => Value::Draw,
    };
    // The turn of a finished game is unspecified, so the value is for the first side.
    Answer { reason: Some(Reason::Over), side: "first", known: Known::Exact { value: value.into() }, ..answer }
}

/// Works on a request until it is answered or `stop` is set. Passes all answers to `tell`; the last
/// one is final. `table` is the greatest size of its table in MiB.
///
/// # Errors
/// A move to the position that cannot be played. Then there is no answer.
pub fn work(
    mut request: Analyse,
    table: usize,
    stop: &AtomicBool,
    tell: &mut dyn FnMut(Answer),
) -> Result<(), Problem> {
    let mut limits = Limits { time: request.time, stop, begun: Instant::now(), reached: None };
    request.play(&mut || limits.check())?;
    // A stop may have come before the thread did.
    let answer = if limits.check().is_break() || request.playing.is_over() {
        unstarted(&request, limits.reached.unwrap_or(Reason::Stopped))
    } else if let AnyGame::Candy(instance) = request.playing.game() {
        plan(&request, &instance, table, &mut limits, tell)
    } else {
        search(&request, table, &mut limits, tell)
    };
    tell(answer);
    Ok(())
}

/// A game for two sides: the final answer.
fn search(request: &Analyse, table: usize, limits: &mut Limits<'_>, tell: &mut dyn FnMut(Answer)) -> Answer {
    // An entry takes 16 bytes. The size depends on the request alone, and so does its answer.
    let enough = usize::try_from(request.nodes.div_ceil(1 << 15)).unwrap_or(usize::MAX);
    let options = Options { table: table.min(enough), ..Options::default() };
    let Ok(Some(mut solver)) = AnySolver::new(&request.playing, options) else {
        return unstarted(request, Reason::Memory);
    };
    let wanted = (request.depth, request.multi);
    let mut done = |ranking: &Ranking<String>| {
        if request.partial {
            tell(ranked(request, ranking));
        }
    };
    let ranking = solver.rank(wanted, request.nodes, &mut |_: Progress<'_>| limits.check(), &mut done);
    let answer = ranked(request, &ranking);
    let reason = match limits.reached {
        _ if ranking.is_final => Reason::Solved,
        Some(reached) => reached,
        None if answer.depth == u32::from(request.depth) => Reason::Depth,
        None => Reason::Nodes,
    };
    Answer { is_final: true, reason: Some(reason), ..answer }
}

/// The answer, not final, of a ranking.
fn ranked(request: &Analyse, ranking: &Ranking<String>) -> Answer {
    let moves = ranking.moves.iter().map(|best| Ranked {
        mv: best.mv.clone(),
        known: Known::new(best.bounds(), Some(best.score)),
        line: best.line.clone(),
    });
    let moves: Vec<Ranked> = moves.collect();
    let best = ranking.moves.first();
    Answer {
        depth: best.map_or(0, |best| best.depth.into()),
        known: moves.first().map_or_else(Known::nothing, |best| best.known.clone()),
        nodes: ranking.nodes,
        moves,
        ..unknown(request)
    }
}

/// A game for one person: the final answer, the fewest swaps that win, or that none do.
fn plan(
    request: &Analyse,
    instance: &candy::Instance,
    table: usize,
    limits: &mut Limits<'_>,
    tell: &mut dyn FnMut(Answer),
) -> Answer {
    let rules = planning::rules(instance);
    let position = rules.read_position(&request.playing.setup()).expect("both forms have the same setups");
    let (nodes, mut last) = (Cell::new(0), unknown(request));
    let most = (table as u64) << 20;
    let mut watch = || {
        if nodes.get() >= request.nodes {
            limits.reached = Some(Reason::Nodes);
        } else if (nodes.get() + 1) * PLANNED > most {
            limits.reached = Some(Reason::Memory);
        } else {
            limits.check()?;
            nodes.set(nodes.get() + 1);
            return ControlFlow::Continue(());
        }
        ControlFlow::Break(())
    };
    let mut done = |plan: &Plan, depth: u32| {
        last = planned(request, plan, depth, nodes.get());
        if request.partial {
            tell(last.clone());
        }
    };
    let found = deeper(&rules, &position, Aim::Moves, (1..=request.depth.into(), true), &mut watch, &mut done);
    let reason = match limits.reached {
        _ if found.is_some_and(|(plan, _)| plan.won || plan.longest.is_some()) => Reason::Solved,
        Some(reached) => reached,
        None => Reason::Depth,
    };
    Answer { is_final: true, reason: Some(reason), nodes: nodes.get(), ..last }
}

/// The answer, not final, of a plan.
fn planned(request: &Analyse, plan: &Plan, depth: u32, nodes: u64) -> Answer {
    let line: Vec<String> = plan.line.iter().map(ToString::to_string).collect();
    let known = match plan.won {
        true => Known::Exact { value: Value::Win(line.len() as u16).into() },
        // A game that ends without a win is a draw.
        false if plan.longest.is_some() => Known::Exact { value: Value::Draw.into() },
        false => Known::Open {
            bounds: Between { least: Exact::from(Value::Draw), most: Value::Win(depth as u16 + 1).into() },
            score: Some(plan.score.try_into().unwrap_or(i64::MAX)),
        },
    };
    let moves = line.first().map(|mv| Ranked { mv: mv.clone(), known: known.clone(), line: line.clone() });
    Answer { depth, known, nodes, moves: moves.into_iter().collect(), ..unknown(request) }
}
