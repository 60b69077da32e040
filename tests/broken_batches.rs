//! The check of batches can fail: it reports every batch that is broken in its way, by the right
//! name, for every kind of game.
//!
//! [`Broken`] is a batch with one fault, and otherwise the game's own.

use std::any::Any;

use gridlaw::batch::{Batch, BatchOutcome};
use gridlaw::batching::{AnyBatch, BatchOptions};
use gridlaw::conformance::batches::{self, Difference};
use gridlaw::games::{AnyGame, Engine, GameKind};
use gridlaw::level::Level;

/// A fault of a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// A step of game 1 leaks into game 2.
    Leaks,
    /// Every mask is that of the next game.
    NextMask,
    /// Masks keep what was in the array before.
    DirtyMask,
    /// One action too many is legal.
    ExtraAction,
    /// The masks of a step are those before it.
    StaleStepMask,
    /// The other side has won.
    OtherWins,
    /// A win is a draw.
    WinIsDraw,
    /// The end is not noticed.
    NeverOver,
    /// A refused action has the outcome of a played one.
    RefusalHidden,
    /// The last game is never stepped.
    LastStands,
    /// A new episode begins where the last one ended.
    KeepsPosition,
    /// It is the other side's turn.
    /// Every observation is that of the next game.
    NextObserved,
    /// The planes have a square that is not there.
    PlaneSoiled,
    /// The setup is that of the next game.
    NextSetup,
    /// A position that is set up changes nothing.
    SetUpIgnored,
}

/// Every fault, and the answers that may differ first.
#[rustfmt::skip]
const FAULTS: [(Fault, &[&str]); 15] = [
    (Fault::Leaks, &["masks", "observations"]),
    (Fault::NextMask, &["masks"]),
    (Fault::DirtyMask, &["masks"]),
    (Fault::ExtraAction, &["masks"]),
    (Fault::StaleStepMask, &["masks"]),
    (Fault::OtherWins, &["outcomes"]),
    (Fault::WinIsDraw, &["outcomes"]),
    (Fault::NeverOver, &["outcomes"]),
    (Fault::RefusalHidden, &["outcomes"]),
    (Fault::LastStands, &["masks", "observations"]),
    (Fault::KeepsPosition, &["masks", "observations"]),
    (Fault::NextObserved, &["observations"]),
    (Fault::PlaneSoiled, &["planes"]),
    (Fault::NextSetup, &["setups"]),
    (Fault::SetUpIgnored, &["masks", "observations", "moved positions"]),
];

/// A batch with one fault.
struct Broken {
    batch: Box<dyn Batch>,
    fault: Fault,
    /// Words of a mask.
    words: usize,
}

impl Broken {
    fn next(&self, game: usize) -> usize {
        (game + 1) % self.games()
    }
}

impl Batch for Broken {
    fn games(&self) -> usize {
        self.batch.games()
    }

    fn copy(&self) -> Box<dyn Batch> {
        Box::new(Broken { batch: self.batch.copy(), ..*self })
    }

    fn restart(&mut self, game: usize, instance: usize) {
        if self.fault != Fault::KeepsPosition {
            self.batch.restart(game, instance);
        }
    }

    fn step(&mut self, first: usize, actions: &[u32], outcomes: &mut [BatchOutcome], masks: Option<&mut [u32]>) {
        let last = self.batch.setup(self.games() - 1);
        let mut before = vec![0; masks.as_ref().map_or(0, |masks| masks.len())];
        self.batch.legal(first, &mut before);
        self.batch.step(first, actions, outcomes, None);
        if self.fault == Fault::Leaks && outcomes[1] == BatchOutcome::InProgress {
            let leaked = self.batch.setup(1);
            self.batch.set_up(2, &*leaked);
        }
        if self.fault == Fault::LastStands {
            self.batch.set_up(self.games() - 1, &*last);
        }
        for outcome in outcomes {
            *outcome = match (*outcome, self.fault) {
                (BatchOutcome::First, Fault::OtherWins) => BatchOutcome::Second,
                (BatchOutcome::Second, Fault::OtherWins) => BatchOutcome::First,
                (BatchOutcome::First | BatchOutcome::Second, Fault::WinIsDraw) => BatchOutcome::Draw,
                (BatchOutcome::Illegal, Fault::RefusalHidden) => BatchOutcome::InProgress,
                (outcome, Fault::NeverOver) if outcome.is_over() => BatchOutcome::InProgress,
                (outcome, _) => outcome,
            };
        }
        match masks {
            Some(masks) if self.fault == Fault::StaleStepMask => masks.copy_from_slice(&before),
            Some(masks) => self.legal(first, masks),
            None => {}
        }
    }

    fn legal(&self, first: usize, masks: &mut [u32]) {
        let dirt = masks.to_vec();
        self.batch.legal(first, masks);
        for (game, mask) in (first..).zip(masks.chunks_mut(self.words)) {
            match self.fault {
                Fault::NextMask => self.batch.legal(self.next(game), mask),
                Fault::ExtraAction => mask[0] |= mask[0].wrapping_add(1),
                _ => {}
            }
        }
        if self.fault == Fault::DirtyMask {
            masks.iter_mut().zip(dirt).for_each(|(word, dirt)| *word |= dirt);
        }
    }

    fn observe(&self, first: usize, cells: &mut [u8]) {
        self.batch.observe(first, cells);
        // One game's observation has no next.
        if self.fault == Fault::NextObserved && first == 0 {
            let each = cells.len() / self.games();
            cells.rotate_left(each);
        }
    }

    fn plane_bytes(&self, first: usize, bytes: &mut [u8]) {
        self.batch.plane_bytes(first, bytes);
        if self.fault == Fault::PlaneSoiled {
            bytes[0] ^= 3;
        }
    }

    fn score(&self, game: usize) -> u64 {
        self.batch.score(game)
    }

    fn setup(&self, game: usize) -> Box<dyn Any> {
        self.batch.setup(if self.fault == Fault::NextSetup { self.next(game) } else { game })
    }

    fn set_up(&mut self, game: usize, setup: &dyn Any) {
        if self.fault != Fault::SetUpIgnored {
            self.batch.set_up(game, setup);
        }
    }
}

const GAMES: usize = 7;
const STEPS: u32 = 250;

/// Compares a batch that `map` wraps with the batch on the naive engine, step by step.
fn check(game: &AnyGame, map: impl FnOnce(Box<dyn Batch>) -> Box<dyn Batch>) -> Result<u64, Difference> {
    let pool = std::slice::from_ref(game);
    let [fast, naive] = [Engine::Fast, Engine::Naive]
        .map(|engine| AnyBatch::on(pool, GAMES, BatchOptions::default(), engine, Level::best()).unwrap());
    batches::check(fast.map_batch(map), naive, STEPS, 5)
}

/// The smallest sample of every kind that is more than a few plies long: its games end often.
fn games() -> Vec<AnyGame> {
    let is_long = |game: &AnyGame| {
        let mut line = String::new();
        game.start().random_record(1, 0, &mut line);
        line.split(' ').count() > 5
    };
    let smallest = |kind: GameKind| {
        kind.samples().into_iter().filter(is_long).min_by_key(|game| game.observation().cells()).unwrap()
    };
    GameKind::ALL.into_iter().map(smallest).collect()
}

#[test]
fn every_fault_is_reported_by_its_name() {
    let mut wrong = Vec::new();
    for game in games() {
        let words = game.action_count().div_ceil(32) as usize;
        for (fault, answers) in FAULTS {
            // A game for one person has nobody else to win it.
            if game.kind().players() == 1 && matches!(fault, Fault::OtherWins | Fault::WinIsDraw) {
                continue;
            }
            match check(&game, |batch| Box::new(Broken { batch, fault, words })) {
                Err(found) if answers.contains(&found.what) => {}
                Err(found) => wrong.push(format!("{game}: {fault:?} is reported as {found}")),
                Ok(_) => wrong.push(format!("{game}: nothing finds {fault:?}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// The wrapper without a fault differs in nothing, so the check finds the faults alone.
#[test]
fn the_batch_itself_differs_in_nothing() {
    for game in games() {
        assert_eq!(check(&game, |batch| batch), Ok(u64::from(STEPS) * GAMES as u64), "{game}");
    }
}
