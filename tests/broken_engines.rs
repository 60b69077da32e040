//! The checks of conformance can fail: each reports every engine that is broken in its way, by the
//! right name, for every kind of game.
//!
//! [`Broken`] is an engine with one fault, and otherwise the game's own.

use std::hash::{Hash, Hasher};
use std::ops::{ControlFlow, Deref, DerefMut};

use gridlaw::Side;
use gridlaw::conformance::{laws, lockstep};
use gridlaw::games::{AnyGame, Game, GameKind, PairFunction};
use gridlaw::level::Level;
use gridlaw::playout::{Playout, Playouts, playout};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Outcome, ParametersOf, PlayError, Rules, SetupErrorOf, Symmetry};

/// A fault of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    /// Every move is listed twice.
    ListedTwice,
    /// The last move is listed first.
    Disordered,
    /// The last move is missing.
    LastMissing,
    /// A move is listed once the game is over.
    MovesAfterEnd,
    /// The end of the game is not noticed.
    NeverOver,
    /// One move more is counted than there is.
    Counted,
    /// One reply more is counted than there is.
    Replies,
    /// A visitor that breaks is called again.
    DeafToBreaks,
    /// The first move is chosen, whatever the index.
    ChoosesFirst,
    /// A move is chosen once the game is over.
    ChoosesAfterEnd,
    /// The last move is listed, and not legal.
    ListedIllegal,
    /// `play` leaves the position as it was.
    PlaysNothing,
    /// The last move leaves the position as it was.
    LastDoesNothing,
    /// `play` takes every move.
    TakesAll,
    /// A refusal says that a game in progress is over.
    WrongRefusal,
    /// A refused move plays another one.
    RefusedPlays,
    /// Every position is written as that of the start.
    StartWritten,
    /// Answers end with a mark too many.
    Answer,
    /// The other side has won.
    OtherWins,
    /// It is the other side's turn.
    OtherTurn,
    /// Symmetry 0 is not the identity.
    NoIdentity,
    /// Images of games that are over are not over.
    ImageNotOver,
    /// All moves have one image.
    OneImage,
    /// Positions are not mapped, only moves.
    MovesMappedOnly,
    /// Random games end one ply early.
    ShortPlayout,
    /// A setup is that of the start, although its text is right.
    StaleSetup,
    /// A position's hash counts the moves that led to it.
    StaleHash,
    /// The last symmetry repeats the one before it.
    RepeatedImage,
}

const ENDS: &str = "there are no moves exactly when the game is over";
const COUNT: &str = "the count is the length of the list";
const REPLIES: &str = "replies are the moves after every move";
const COMMUTES: &str = "symmetry commutes with playing";
const REFUSES: &str = "play refuses every move that is not listed, and says why";

/// Every fault, the laws that it may break first, and the answer of the lockstep that differs. The
/// laws cannot find a fault in which one engine is consistent. The lockstep does not compare
/// replies, choices and symmetries.
#[rustfmt::skip]
const FAULTS: [(Fault, &[&str], Option<&str>); 28] = [
    (Fault::ListedTwice, &["moves ascend, each once"], Some("moves")),
    (Fault::Disordered, &["moves ascend, each once"], Some("moves")),
    (Fault::LastMissing, &[COUNT], Some("moves")),
    (Fault::MovesAfterEnd, &[ENDS, REPLIES], Some("moves")),
    (Fault::NeverOver, &[ENDS], Some("outcomes")),
    (Fault::Counted, &[COUNT], Some("counts")),
    (Fault::Replies, &[REPLIES], None),
    (Fault::DeafToBreaks, &["a visitor that breaks sees no more moves"], None),
    (Fault::ChoosesFirst, &["choosing by index takes from the list"], None),
    (Fault::ChoosesAfterEnd, &["a move can be chosen exactly when there is one"], None),
    (Fault::ListedIllegal, &["every listed move is legal and accepted"], None),
    (Fault::PlaysNothing, &["play does what play_unchecked does"], None),
    (Fault::LastDoesNothing, &[REPLIES, "play does what play_unchecked does"], Some("positions")),
    (Fault::TakesAll, &[REFUSES], Some("refusals")),
    (Fault::WrongRefusal, &[REFUSES], Some("refusals")),
    (Fault::RefusedPlays, &["a refused move changes nothing"], None),
    (Fault::StartWritten, &["a position is read as it is written"], Some("positions")),
    (Fault::Answer, &[], Some("answers")),
    (Fault::OtherWins, &[], Some("outcomes")),
    (Fault::OtherTurn, &[], Some("turns")),
    (Fault::NoIdentity, &["symmetry 0 is the identity"], None),
    (Fault::ImageNotOver, &["outcomes do not change under symmetry", COMMUTES], None),
    (Fault::OneImage, &["moves map to the moves of the mapped position"], None),
    (Fault::MovesMappedOnly, &[COMMUTES], None),
    (Fault::ShortPlayout, &["a game's own playout is the playout move by move"], None),
    (Fault::StaleSetup, &["a setup is the position that it was made of"], None),
    (Fault::StaleHash, &["equal positions have equal hashes"], None),
    (Fault::RepeatedImage, &["all images have one canonical position"], None),
];

/// An engine with one fault.
struct Broken<'g, G> {
    game: &'g G,
    fault: Fault,
}

/// A position that may remember how old it is.
#[derive(Clone, Debug)]
struct Aged<P> {
    position: P,
    age: u32,
}

impl<P> Aged<P> {
    fn new(position: P) -> Aged<P> {
        Aged { position, age: 0 }
    }
}

impl<P> Deref for Aged<P> {
    type Target = P;

    fn deref(&self) -> &P {
        &self.position
    }
}

impl<P> DerefMut for Aged<P> {
    fn deref_mut(&mut self) -> &mut P {
        &mut self.position
    }
}

impl<P: PartialEq> PartialEq for Aged<P> {
    fn eq(&self, other: &Aged<P>) -> bool {
        self.position == other.position
    }
}

impl<P: Eq> Eq for Aged<P> {}

impl<P: Hash> Hash for Aged<P> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (&self.position, self.age).hash(state);
    }
}

impl<G: Game> Broken<'_, G> {
    fn last(&self, position: &G::Position) -> Option<G::Move> {
        self.game.moves(position).last().copied()
    }

    fn is_over(&self, position: &G::Position) -> bool {
        self.game.outcome(position).is_over()
    }

    /// The symmetry that is used in place of another.
    fn repeated(&self, symmetry: usize) -> usize {
        let is_last = symmetry + 1 == self.game.symmetries();
        if self.fault == Fault::RepeatedImage && is_last { symmetry - 1 } else { symmetry }
    }

    /// A move of the start, which is none of a game that is over.
    fn stale(&self) -> Option<G::Move> {
        self.game.moves(&self.game.start()).first().copied()
    }
}

/// The moves of a position with one fault of lists.
fn broken_list<M: Copy>(fault: Fault, mut moves: Vec<M>) -> Vec<M> {
    match fault {
        Fault::ListedTwice => moves.iter().flat_map(|&mv| [mv; 2]).collect(),
        Fault::Disordered if moves.len() > 1 => {
            moves.rotate_right(1);
            moves
        }
        Fault::LastMissing if moves.len() > 1 => {
            moves.pop();
            moves
        }
        _ => moves,
    }
}

impl<G: Game> Rules for Broken<'_, G> {
    type Position = Aged<G::Position>;
    type Move = G::Move;

    fn start(&self) -> Aged<G::Position> {
        Aged::new(self.game.start())
    }

    fn turn(&self, position: &Aged<G::Position>) -> Side {
        let turn = self.game.turn(position);
        if self.fault == Fault::OtherTurn { turn.other() } else { turn }
    }

    fn outcome(&self, position: &Aged<G::Position>) -> Outcome {
        match self.game.outcome(position) {
            _ if self.fault == Fault::NeverOver => Outcome::InProgress,
            Outcome::Win(side) if self.fault == Fault::OtherWins => Outcome::Win(side.other()),
            outcome => outcome,
        }
    }

    fn visit_moves<B>(
        &self,
        position: &Aged<G::Position>,
        mut visit: impl FnMut(G::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut moves = self.game.moves(position);
        if self.fault == Fault::MovesAfterEnd && moves.is_empty() {
            moves.extend(self.stale());
        }
        let mut broke = ControlFlow::Continue(());
        for mv in broken_list(self.fault, moves) {
            let flow = visit(mv);
            if broke.is_continue() {
                broke = flow;
            }
            if broke.is_break() && self.fault != Fault::DeafToBreaks {
                break;
            }
        }
        broke
    }

    fn play_unchecked(&self, position: &mut Aged<G::Position>, mv: G::Move) {
        // A move after the end would be nonsense, and may panic.
        let is_void = self.is_over(position) || self.fault == Fault::LastDoesNothing && self.last(position) == Some(mv);
        if !is_void {
            self.game.play_unchecked(position, mv);
        }
        position.age += u32::from(self.fault == Fault::StaleHash);
    }

    fn count_moves(&self, position: &Aged<G::Position>) -> u64 {
        self.game.count_moves(position) + u64::from(self.fault == Fault::Counted)
    }

    fn count_replies(&self, position: &Aged<G::Position>) -> u64 {
        self.game.count_replies(position) + u64::from(self.fault == Fault::Replies)
    }

    fn choose_move(&self, position: &Aged<G::Position>, pick: impl FnOnce(u64) -> u64) -> Option<G::Move> {
        match self.fault {
            Fault::ChoosesFirst => self.game.choose_move(position, |_| 0),
            Fault::ChoosesAfterEnd if self.is_over(position) => self.stale(),
            _ => self.game.choose_move(position, pick),
        }
    }

    fn is_legal(&self, position: &Aged<G::Position>, mv: G::Move) -> bool {
        self.game.is_legal(position, mv) && (self.fault != Fault::ListedIllegal || self.last(position) != Some(mv))
    }

    fn play(&self, position: &mut Aged<G::Position>, mv: G::Move) -> Result<(), PlayError<G::Move>> {
        let before = position.clone();
        match self.game.play(position, mv) {
            Ok(()) if self.fault == Fault::PlaysNothing => *position = before,
            Err(_) if self.fault == Fault::TakesAll => {}
            Err(PlayError::Illegal { mv }) if self.fault == Fault::WrongRefusal => {
                return Err(PlayError::Over { mv, outcome: Outcome::Draw });
            }
            Err(refusal) => {
                if let (Fault::RefusedPlays, Some(other)) = (self.fault, self.last(position)) {
                    self.game.play_unchecked(position, other);
                }
                return Err(refusal);
            }
            Ok(()) => {}
        }
        Ok(())
    }
}

impl<G: Game> Symmetry for Broken<'_, G> {
    fn symmetries(&self) -> usize {
        self.game.symmetries()
    }

    fn map_position(&self, position: &Aged<G::Position>, symmetry: usize) -> Aged<G::Position> {
        let mapped = match self.fault {
            Fault::NoIdentity if symmetry == 0 => self.game.start(),
            Fault::ImageNotOver if symmetry > 0 && self.is_over(position) => self.game.start(),
            Fault::MovesMappedOnly => position.position.clone(),
            _ => self.game.map_position(position, self.repeated(symmetry)),
        };
        Aged::new(mapped)
    }

    fn map_move(&self, mv: G::Move, symmetry: usize) -> G::Move {
        match self.stale() {
            Some(one) if self.fault == Fault::OneImage && symmetry > 0 => one,
            _ => self.game.map_move(mv, self.repeated(symmetry)),
        }
    }
}

impl<G: Game> Notation for Broken<'_, G> {
    type Setup = G::Setup;

    fn parameters(&self) -> &ParametersOf<G> {
        self.game.parameters()
    }

    fn setup(&self, position: &Aged<G::Position>) -> G::Setup {
        match self.fault {
            Fault::StaleSetup => self.game.setup(&self.game.start()),
            _ => self.game.setup(position),
        }
    }

    fn position(&self, setup: &G::Setup) -> Result<Aged<G::Position>, SetupErrorOf<G>> {
        self.game.position(setup).map(Aged::new)
    }

    fn accepts(&self, position: &Aged<G::Position>, mv: G::Move) -> bool {
        self.game.accepts(position, mv)
    }

    fn setup_text(&self, position: &Aged<G::Position>) -> String {
        if self.fault == Fault::StartWritten {
            return self.game.setup_text(&self.game.start());
        }
        self.game.setup_text(position)
    }

    fn answer(&self, position: &Aged<G::Position>) -> String {
        let answer = self.game.answer(position);
        if self.fault == Fault::Answer { answer + "?" } else { answer }
    }
}

impl<G: Game> Playouts for Broken<'_, G> {
    fn playout_at(
        &self,
        _level: Level,
        position: &mut Aged<G::Position>,
        generator: &mut Generator,
        limit: u32,
        played: impl FnMut(G::Move),
    ) -> Playout {
        let limit = if self.fault == Fault::ShortPlayout { limit.saturating_sub(1) } else { limit };
        playout(self, position, generator, limit, played)
    }
}

/// Looks for every fault, and returns how many the laws and the lockstep found.
struct FindFaults<'a>(&'a AnyGame);

impl PairFunction for FindFaults<'_> {
    type Output = [usize; 2];

    fn call<F: Game, N: Game<Move = F::Move>>(self, fast: &F, naive: &N) -> [usize; 2] {
        let (any, mut asked, mut wrong) = (self.0, [0, 0], Vec::new());
        for (fault, laws, answer) in FAULTS {
            let broken = Broken { game: fast, fault };
            // Candy's boards have no images, and a game for one person has nobody else to win it.
            let can_show = match fault {
                Fault::ImageNotOver | Fault::OneImage | Fault::MovesMappedOnly => fast.symmetries() > 1,
                // Two images of which one is the identity are no fault.
                Fault::RepeatedImage => fast.symmetries() > 2,
                Fault::OtherWins => any.kind().players() > 1,
                _ => true,
            };
            if !can_show {
                continue;
            }
            if !laws.is_empty() {
                let found = (0..GAMES).find_map(|number| laws::check_game(&broken, 5, number).err());
                match found {
                    Some(found) if laws.contains(&found.law) => asked[0] += 1,
                    Some(found) => wrong.push(format!("{any}: {fault:?} is reported as {found}")),
                    None => wrong.push(format!("{any}: no law finds {fault:?}")),
                }
            }
            if let Some(answer) = answer {
                let found = (0..GAMES).find_map(|number| lockstep::check_game(&broken, naive, 5, number).err());
                match found {
                    Some(found) if found.what == answer => asked[1] += 1,
                    Some(found) => wrong.push(format!("{any}: {fault:?} is reported as {found}")),
                    None => wrong.push(format!("{any}: the lockstep does not find {fault:?}")),
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
        asked
    }
}

/// The random games in which a fault has to show.
const GAMES: u64 = 12;

#[test]
fn every_fault_is_reported_by_its_name() {
    for kind in GameKind::ALL {
        let game = kind.samples().swap_remove(1);
        let [laws, answers] = game.call_both(FindFaults(&game));
        assert!(laws >= 20 && answers >= 11, "{game}: {laws} laws, {answers} answers");
    }
}

/// The wrapper without a fault passes every check, so the checks find the faults alone.
#[test]
fn the_wrapper_alone_breaks_nothing() {
    struct Sound;

    impl PairFunction for Sound {
        type Output = Result<(), String>;

        fn call<F: Game, N: Game<Move = F::Move>>(self, fast: &F, naive: &N) -> Self::Output {
            // No law checks answers, and the lockstep checks no replies.
            let whole = Broken { game: fast, fault: Fault::Answer };
            laws::check_game(&whole, 5, 0).map_err(|violation| violation.to_string())?;
            let whole = Broken { game: fast, fault: Fault::Replies };
            lockstep::check_game(&whole, naive, 5, 0).map(|_| ()).map_err(|difference| difference.to_string())
        }
    }
    for kind in GameKind::ALL {
        let game = kind.samples().swap_remove(1);
        assert_eq!(game.call_both(Sound), Ok(()), "{game}");
    }
}
