//! Breakdown's players: their moves are legal and repeatable, and deeper players are stronger.

use gridlaw::cell::Side;
use gridlaw::console::Console;
use gridlaw::games::breakdown::player::Player;
use gridlaw::games::breakdown::{Breakdown, NaiveBreakdown, Parameters, session};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Outcome, Rules};

/// A game between two players; black's is the first.
fn game(parameters: Parameters, players: [Player; 2], number: u64) -> (Vec<String>, Outcome) {
    let rules = Breakdown::<u128>::new(parameters).unwrap();
    let mut generator = Generator::for_game(40, number);
    let (mut position, mut moves) = (rules.start(), Vec::new());
    loop {
        let player = players[rules.turn(&position).index()];
        let Some(mv) = player.choose(&rules, parameters, &position, &mut generator) else {
            return (moves, rules.outcome(&position));
        };
        rules.play(&mut position, mv).unwrap();
        moves.push(mv.to_string());
        if moves.len() >= 200 {
            return (moves, Outcome::InProgress);
        }
    }
}

/// The games that the first player wins, draws and loses. It plays either color in turn.
fn compare(parameters: Parameters, one: Player, other: Player, games: u64) -> [u32; 3] {
    let mut score = [0; 3];
    for number in 0..games {
        let black = number % 2 == 0;
        let players = if black { [one, other] } else { [other, one] };
        let own = if black { Side::First } else { Side::Second };
        score[match game(parameters, players, number).1 {
            Outcome::Win(side) if side == own => 0,
            Outcome::Win(_) => 2,
            _ => 1,
        }] += 1;
    }
    score
}

#[test]
fn deeper_players_are_stronger() {
    for (numbers, wins) in [((6, 6, 2, 2), 18), ((8, 8, 3, 3), 10)] {
        let (width, height, stick, square) = numbers;
        let parameters = Parameters::new(width, height, stick, square).unwrap();
        let score = compare(parameters, Player::Best(2), Player::Random, 20);
        assert!(score[0] >= wins && score[2] == 0, "{numbers:?}: {score:?} won, drawn, lost against chance");
    }
    // Black wins in three plies, if the player looks that far.
    let parameters = Parameters::new(6, 6, 2, 2).unwrap();
    assert!(matches!(game(parameters, [Player::Best(3), Player::Best(6)], 0).1, Outcome::Win(Side::First)));
}

#[test]
fn players_choose_the_same_move_on_both_engines_and_when_repeated() {
    for (width, height, stick, square) in [(4, 5, 2, 2), (9, 4, 3, 2)] {
        let parameters = Parameters::new(width, height, stick, square).unwrap();
        let (packed, matrix) = (Breakdown::<u128>::new(parameters).unwrap(), NaiveBreakdown::new(parameters));
        let (moves, _) = game(parameters, [Player::Random, Player::Best(2)], 3);
        assert_eq!(moves, game(parameters, [Player::Random, Player::Best(2)], 3).0);
        let mut at = packed.start();
        for text in &moves {
            let same = matrix.read_position(&packed.setup_text(&at)).unwrap();
            for player in [Player::Random, Player::Best(2)] {
                let [one, other] = [0, 0].map(|seed| Generator::for_game(seed, 7));
                let (mut one, mut other) = (one, other);
                let chosen = player.choose(&packed, parameters, &at, &mut one);
                assert_eq!(chosen, player.choose(&matrix, parameters, &same, &mut other));
            }
            packed.play(&mut at, text.parse().unwrap()).unwrap();
        }
    }
}

#[test]
fn two_searches_that_would_pass_for_ever_draw() {
    let parameters = Parameters::new(2, 4, 1, 2).unwrap();
    let rules = Breakdown::<u128>::new(parameters).unwrap();
    let mut console = Console::new(&b""[..], Vec::new(), Vec::new());
    assert_eq!(session::play_with(&rules, parameters, [Player::Best(5); 2], 0, &mut console).unwrap(), 0);
    let shown = String::from_utf8(console.output).unwrap();
    assert!(shown.ends_with("Draw.\n") && shown.matches(": !\n").count() >= 2, "{shown}");
    assert!(game(parameters, [Player::Best(5); 2], 0).1 == Outcome::InProgress, "they do pass for ever");
}

#[test]
fn players_have_names_and_depths_from_one_on() {
    for (name, player) in [
        ("human", Player::Human),
        ("random", Player::Random),
        ("best:1", Player::Best(1)),
        ("best:99", Player::Best(99)),
    ] {
        assert_eq!((name.parse(), player.to_string()), (Ok(player), name.to_string()));
    }
    for name in ["", "Human", "best", "best:", "best:0", "best:100", "best:256", "best:x", "random:1", " random"] {
        assert!(name.parse::<Player>().is_err(), "{name:?}");
    }
}
