//! One property for every kind of game.

use arbitrary::{Result, Unstructured};
use gridlaw::conformance::{laws, lockstep};
use gridlaw::games::candy::{Instance, NewGame};
use gridlaw::games::fitz::SAMPLE_TILES;
use gridlaw::games::{AnyGame, Game, GameKind, PairFunction};

/// A game of any kind with small numbers.
fn game(source: &mut Unstructured) -> Result<AnyGame> {
    let kind = GameKind::ALL[source.choose_index(GameKind::ALL.len())?];
    let mut below = |most: u32| source.int_in_range(1..=most);
    Ok(match kind {
        GameKind::Breakdown => {
            let numbers = [below(18)?, below(9)?, below(6)?, below(4)?];
            kind.create(&numbers, b"").expect("small numbers are parameters")
        }
        GameKind::Connect4 => kind.create(&[3 + below(7)?], b"").expect("4 to 10 are sizes"),
        GameKind::Jump61 => kind.create(&[1 + below(9)?], b"").expect("2 to 10 are sizes"),
        GameKind::Candy => {
            let new =
                NewGame { colors: 1 + below(6)?, extension_rows: below(60)?, ..NewGame::new(below(9)?, below(9)?) };
            let definition = NewGame { id: source.arbitrary()?, ..new }.make();
            Instance::from(definition.map_err(|_| arbitrary::Error::IncorrectFormat)?).into()
        }
        GameKind::Fitz => AnyGame::fitz(SAMPLE_TILES, below(14)?, below(14)?).expect("small boards are boards"),
        _ => return Err(arbitrary::Error::IncorrectFormat),
    })
}

/// Plays bytes on both engines.
struct Walk<'a, 'b>(&'a AnyGame, &'a mut Unstructured<'b>);

impl PairFunction for Walk<'_, '_> {
    type Output = Result<()>;

    fn call<F: Game, N: Game<Move = F::Move>>(self, fast: &F, naive: &N) -> Result<()> {
        let Walk(game, source) = self;
        let (mut ours, mut theirs) = (fast.start(), naive.start());
        let mut strangers: Vec<F::Move> = Vec::new();
        for _ in 0..40 {
            lockstep::check_position(fast, &ours, naive, &theirs).unwrap_or_else(|error| panic!("{game}: {error}"));
            laws::check_position(fast, &ours, &strangers).unwrap_or_else(|error| panic!("{game}: {error}"));
            if source.is_empty() {
                break;
            }
            let number: u16 = source.arbitrary()?;
            let moves = fast.moves(&ours);
            // One in eight is any action's number, and seldom legal.
            let mv = match moves.get(usize::from(number >> 3) % moves.len().max(1)) {
                Some(&mv) if number & 7 != 0 => mv,
                _ => match game.move_text(u32::from(number >> 3) % game.action_count()) {
                    Some(text) => text.parse().unwrap_or_else(|error| panic!("{game}: {text}: {error}")),
                    None => continue,
                },
            };
            let [played, expected] = [fast.play(&mut ours, mv), naive.play(&mut theirs, mv)];
            assert_eq!(played, expected, "{game}: {mv}");
            strangers.push(mv);
            if strangers.len() > 4 {
                strangers.remove(0);
            }
        }
        Ok(())
    }
}

/// Both engines keep the laws and agree over any actions, legal or not, of any game.
pub fn laws_and_lockstep(source: &mut Unstructured) -> Result<()> {
    let game = game(source)?;
    game.call_both(Walk(&game, source))
}
