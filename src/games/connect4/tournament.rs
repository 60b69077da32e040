//! Many games between [`Bot1`](super::bots::Bot::Bot1), player 1, and
//! [`Bot2`](super::bots::Bot::Bot2), player 2. The starter alternates (ruling C5).

use core::iter::Sum;
use core::ops::Range;

use super::bots::Bot;
use super::{Arrange, FastFunction, Parameters};
use crate::rng::Generator;
use crate::rules::Outcome;

/// The result of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Score {
    /// The games won by player 1 and by player 2. There are no draws.
    pub wins: [u64; 2],
}

impl Score {
    /// The number of games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins[0] + self.wins[1]
    }
}

impl Sum for Score {
    fn sum<I: Iterator<Item = Score>>(scores: I) -> Score {
        scores.fold(Score::default(), |sum, score| Score {
            wins: [sum.wins[0] + score.wins[0], sum.wins[1] + score.wins[1]],
        })
    }
}

/// Plays the games with these numbers of the tournament with this seed, in order. Each game depends
/// on seed and number alone. Player 1 begins the even ones.
///
/// ```
/// use gridlaw::games::connect4::Parameters;
/// use gridlaw::games::connect4::tournament::tournament;
///
/// let parameters = Parameters::new(8).unwrap();
/// let score = tournament(parameters, 1, 0..200);
/// assert_eq!(score.games(), 200);
/// let parts = [0..70, 70..200].map(|games| tournament(parameters, 1, games));
/// assert_eq!(parts.into_iter().sum::<gridlaw::games::connect4::tournament::Score>(), score);
/// ```
#[must_use]
pub fn tournament(parameters: Parameters, seed: u64, games: Range<u64>) -> Score {
    parameters.call_fast(Games { seed, games })
}

struct Games {
    seed: u64,
    games: Range<u64>,
}

impl FastFunction for Games {
    type Output = Score;

    fn call<G: Arrange>(self, rules: G) -> Score {
        let mut score = Score::default();
        for number in self.games {
            // The side that begins is always the first side, for either player.
            let starter = (number % 2) as usize;
            let mut generator = Generator::for_game(self.seed, number);
            let mut position = rules.start();
            let winner = loop {
                let player = (rules.turn(&position).index() + starter) % 2;
                match Bot::BOTH[player].choose(&rules, &position, &mut generator) {
                    Some(mv) => rules.play_unchecked(&mut position, mv),
                    None => break rules.outcome(&position),
                }
            };
            if let Outcome::Win(side) = winner {
                score.wins[(side.index() + starter) % 2] += 1;
            }
        }
        score
    }
}

#[cfg(test)]
mod tests {
    use super::super::NaiveConnect4;
    use super::*;
    use crate::rules::Rules;

    /// C5: the starter alternates, and player 1 begins the first game.
    #[test]
    fn player_1_begins_every_other_game() {
        let parameters = Parameters::new(4).unwrap();
        let rules = NaiveConnect4::new(parameters);
        let mut wins = [0; 2];
        for number in 0..12 {
            let mut generator = Generator::for_game(7, number);
            let mut position = rules.start();
            let mut players = [0, 1].into_iter().cycle().skip(usize::from(number % 2 == 1));
            let mut last = None;
            while let Some(player) = players.next()
                && let Some(mv) = Bot::BOTH[player].choose(&rules, &position, &mut generator)
            {
                rules.play_unchecked(&mut position, mv);
                last = Some(player);
            }
            // Who moves last has won: there are no draws.
            wins[last.unwrap()] += 1;
            assert_eq!(tournament(parameters, 7, 0..number + 1), Score { wins }, "after game {number}");
        }
        assert!(wins.iter().all(|&wins| wins > 0), "{wins:?}");
    }
}
