//! Elo and the sequential probability ratio test, from wins, draws and losses.

/// The outcomes of the games of one contestant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

/// Two hypotheses about the strength of one contestant over the other, in Elo.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative, greater than the null hypothesis.
    pub elo1: f64,
}

/// The decision of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The contestant is no stronger than the null hypothesis says.
    Rejected,
    /// It is at least as strong as the alternative says.
    Accepted,
    /// More games are needed.
    Open,
}

/// The standard normal deviation of a 95 % interval.
const DEVIATION: f64 = 1.959_964;

/// The expected score of a side that is stronger by `elo`.
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo of an expected score from 0 to 1; infinite at both ends.
fn elo_of(score: f64) -> f64 {
    // Adding 0 makes -0 a plain 0.
    0.0 - 400.0 * (1.0 / score.clamp(0.0, 1.0) - 1.0).log10()
}

impl Tally {
    /// The number of games.
    #[must_use]
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// The mean score and its variance in one game; draws count half.
    fn moments(wins: f64, draws: f64, losses: f64) -> (f64, f64) {
        let games = wins + draws + losses;
        let mean = (wins + draws / 2.0) / games;
        let squares = wins * (1.0 - mean).powi(2) + draws * (0.5 - mean).powi(2) + losses * mean.powi(2);
        (mean, squares / games)
    }

    /// The mean score, from 0 to 1; one half without games.
    #[must_use]
    pub fn score(self) -> f64 {
        if self.games() == 0 { 0.5 } else { Tally::moments(self.wins as f64, self.draws as f64, self.losses as f64).0 }
    }

    /// Half a game more of each outcome. Without it, games of one outcome have no variance.
    fn smoothed(self) -> [f64; 3] {
        [self.wins, self.draws, self.losses].map(|count| count as f64 + 0.5)
    }

    /// The difference in Elo, and the ends of its 95 % interval: the Wilson score interval of the
    /// games, half a game more of each outcome included, at their rate of draws. If every game was
    /// won or lost, the difference and one end are infinite.
    #[must_use]
    pub fn elo(self) -> [f64; 3] {
        let [wins, draws, losses] = self.smoothed();
        let games = wins + draws + losses;
        let (mean, _) = Tally::moments(wins, draws, losses);
        // The expected scores s with (mean - s)² = DEVIATION² · variance(s) / games. A draw takes a
        // quarter from the variance of a game without draws: variance(s) = s (1 - s) - rate / 4.
        let weight = DEVIATION.powi(2) / games;
        let middle = (mean + weight / 2.0) / (1.0 + weight);
        let error = (middle.powi(2) - (mean.powi(2) + weight * draws / games / 4.0) / (1.0 + weight)).sqrt();
        let least = if self.wins + self.draws == 0 { 0.0 } else { middle - error };
        let most = if self.losses + self.draws == 0 { 1.0 } else { middle + error };
        [self.score(), least, most].map(elo_of)
    }
}

impl Sprt {
    /// The logarithm of the likelihood ratio beyond which a hypothesis is accepted: both kinds of
    /// error have a probability of 5 %.
    #[must_use]
    pub fn bound() -> f64 {
        (0.95_f64 / 0.05).ln()
    }

    /// The logarithm of the ratio of the two hypotheses' likelihoods, for normally distributed
    /// scores with the observed variance (Michel Van den Bergh's approximation).
    #[must_use]
    pub fn ratio(self, tally: Tally) -> f64 {
        if tally.games() == 0 {
            return 0.0;
        }
        let [wins, draws, losses] = tally.smoothed();
        let (mean, variance) = Tally::moments(wins, draws, losses);
        let (score0, score1) = (expected(self.elo0), expected(self.elo1));
        (wins + draws + losses) * (score1 - score0) * (2.0 * mean - score0 - score1) / (2.0 * variance)
    }

    /// The decision after these games.
    #[must_use]
    pub fn decision(self, tally: Tally) -> Decision {
        let ratio = self.ratio(tally);
        if ratio >= Sprt::bound() {
            Decision::Accepted
        } else if ratio <= -Sprt::bound() {
            Decision::Rejected
        } else {
            Decision::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64) {
        assert!((found - expected).abs() < 1e-3 * expected.abs().max(1.0), "{found} is not {expected}");
    }

    fn tally(wins: u64, draws: u64, losses: u64) -> Tally {
        Tally { wins, draws, losses }
    }

    /// The expected values come from an independent calculation in Python.
    #[test]
    fn elo_and_its_interval_have_their_known_values() {
        for ((wins, draws, losses), expected) in [
            ((28, 0, 12), [147.190_7, 29.331_4, 252.759_2]),
            ((6, 30, 4), [17.386_3, -36.666_2, 68.037_8]),
            ((100, 50, 50), [88.739_5, 45.412_4, 129.757_8]),
            ((0, 7, 0), [0.0, -67.315_8, 67.315_8]),
        ] {
            let found = tally(wins, draws, losses).elo();
            found.into_iter().zip(expected).for_each(|(found, expected)| close(found, expected));
        }
        // Four games of one outcome bound the difference on one side.
        let ([won, least, most], [lost, lowest, highest]) = (tally(4, 0, 0).elo(), tally(0, 0, 4).elo());
        assert_eq!([won, most, lost, lowest], [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY]);
        close(least, -23.509_6);
        close(highest, 23.509_6);
        assert_eq!(Tally::default().elo(), [0.0, f64::NEG_INFINITY, f64::INFINITY]);
        close(tally(1, 1, 0).score(), 0.75);
    }

    #[test]
    fn the_sequential_test_has_its_known_values() {
        let sprt = Sprt { elo0: 0.0, elo1: 100.0 };
        close(Sprt::bound(), 2.944_439);
        for ((wins, draws, losses), ratio, decision) in [
            ((28, 0, 12), 3.4001, Decision::Accepted),
            ((6, 30, 4), -4.0651, Decision::Rejected),
            ((40, 0, 0), 162.5005, Decision::Accepted),
            ((2, 0, 0), 0.7971, Decision::Open),
            ((12, 0, 28), -7.2803, Decision::Rejected),
        ] {
            let tally = tally(wins, draws, losses);
            close(sprt.ratio(tally), ratio);
            assert_eq!(sprt.decision(tally), decision, "{tally:?}");
        }
        assert_eq!(sprt.decision(Tally::default()), Decision::Open);
    }
}
