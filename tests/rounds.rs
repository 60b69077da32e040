//! Rounds of moves: applied in order to a board they give the board after the move.

use gridlaw::cell::Pos;
use gridlaw::games::candy::{Instance, NewGame, State};
use gridlaw::games::{AnyGame, GameKind, breakdown, connect4, fitz, jump61};
use gridlaw::rng::Generator;
use gridlaw::rules::{Change, Round, RoundKind};
use gridlaw::text::{Grid, PlainBoard};
use gridlaw::{AnyPlaying, Side};

/// Plays random games, and calls `seen` with every position, the move there and its rounds.
fn games(game: &AnyGame, count: u64, mut seen: impl FnMut(&AnyPlaying, &str, &[Round], &AnyPlaying)) {
    for number in 0..count {
        let mut generator = Generator::for_game(61, number);
        let mut playing = game.start();
        // Long settlings of large boards take their time, so the limit is on moves.
        for _ in 0..120 {
            let moves = playing.moves();
            if moves.is_empty() {
                break;
            }
            let mv = generator.pick(&moves);
            let rounds = playing.rounds(mv).unwrap();
            let mut after = playing.clone();
            after.play_text(mv).unwrap();
            seen(&playing, mv, &rounds, &after);
            playing = after;
        }
    }
}

/// The board after the rounds of a move, square by square.
fn board_after(before: &AnyPlaying, rounds: &[Round]) -> Vec<u8> {
    let (columns, mut cells) = (before.game().observation().cols, before.cells());
    rounds.iter().for_each(|round| round.apply(columns, &mut cells));
    cells
}

#[test]
fn rounds_of_every_move_lead_to_the_board_after_it() {
    for game in AnyGame::samples() {
        games(&game, 3, |before, mv, rounds, after| {
            let cells = board_after(before, rounds);
            assert_eq!(cells, after.cells(), "{game}: {mv} at {}: {rounds:?}", before.setup());
        });
    }
}

/// Wrong rounds give another board: a wrong byte always, a missing change or a wrong square nearly
/// always.
#[test]
fn a_planted_fault_in_a_round_is_noticed() {
    for kind in GameKind::ALL {
        let game = kind.usual();
        let (mut planted, mut missed) = (0, [0; 2]);
        games(&game, 2, |before, mv, rounds, after| {
            let wrong = |fault: &dyn Fn(&mut Vec<Change>, usize)| {
                let mut rounds = rounds.to_vec();
                let last = rounds.iter().rposition(|round| round.changes.iter().any(|change| change.to.is_some()));
                let Some(last) = last else { return true };
                let changes = &mut rounds[last].changes;
                let place = changes.iter().rposition(|change| change.to.is_some()).expect("the round was looked for");
                fault(changes, place);
                board_after(before, &rounds) != after.cells()
            };
            planted += 1;
            assert!(wrong(&|changes, place| changes[place].code ^= 1), "{game}: {mv} at {}", before.setup());
            missed[0] += u32::from(!wrong(&|changes, place| _ = changes.remove(place)));
            missed[1] += u32::from(!wrong(&|changes, place| {
                let to = changes[place].to.as_mut().expect("the change was looked for");
                to.row = if to.row == 0 { 1 } else { to.row - 1 };
            }));
        });
        assert!(planted > 10 && missed.iter().all(|&missed| 5 * missed <= planted), "{game}: {missed:?} of {planted}");
    }
}

/// A piece leaves a square that has it, and nothing is written over a piece that stays.
#[test]
fn pieces_move_from_where_they_are_to_where_there_is_room() {
    for game in AnyGame::samples().into_iter().filter(|game| game.kind() != GameKind::Jump61) {
        let columns = game.observation().cols;
        games(&game, 2, |before, mv, rounds, _| {
            let mut cells = before.cells();
            for round in rounds {
                let index = |pos: gridlaw::cell::Pos| pos.row as usize * columns + pos.col as usize;
                // In Candy the lower bits of a byte are the color; in other games the whole byte is
                // the piece.
                let piece = |byte: u8| byte & 31;
                let mut left = cells.clone();
                for Change { from, to, code } in &round.changes {
                    let Some(from) = from else { continue };
                    let was = piece(cells[index(*from)]);
                    match (round.kind, to) {
                        (RoundKind::Slide, _) => assert_eq!(was, 0, "{game}: {mv}"),
                        (_, Some(_)) => assert_eq!(was, piece(*code), "{game}: {mv}, {round:?}"),
                        (_, None) => assert_ne!(was, 0, "{game}: {mv}"),
                    }
                    left[index(*from)] = 0;
                }
                for to in round.changes.iter().filter_map(|change| change.to) {
                    assert_eq!(piece(left[index(to)]), 0, "{game}: {mv}, {round:?}");
                }
                round.apply(columns, &mut cells);
            }
        });
    }
}

fn kinds(rounds: &[Round]) -> Vec<RoundKind> {
    let name = |kind: RoundKind| format!("{kind:?}").to_lowercase();
    assert!(rounds.iter().all(|round| round.kind.to_string() == name(round.kind)), "{rounds:?}");
    rounds.iter().map(|round| round.kind).collect()
}

#[test]
fn every_game_has_its_kinds_of_rounds() {
    for game in AnyGame::samples() {
        games(&game, 2, |before, mv, rounds, after| {
            use RoundKind::{Drop, Explode, Fall, Place, Settle, Slide, Swap, Turn, Win};

            let kinds = kinds(rounds);
            let is_right = match game.kind() {
                GameKind::Breakdown => kinds == [if mv == "!" { Fall } else { Drop }],
                GameKind::Connect4 => kinds == [Slide],
                GameKind::Fitz => {
                    let turns: usize = mv.rsplit(',').next().unwrap().parse::<usize>().unwrap() / 90;
                    kinds.len() == turns + 1 && kinds[..turns].iter().all(|&kind| kind == Turn) && kinds[turns] == Place
                }
                GameKind::Candy => {
                    kinds[0] == Swap && kinds[1..].chunks(2).all(|step| step == [Explode, Settle]) && kinds.len() > 1
                }
                GameKind::Jump61 => {
                    let last = kinds.len() - usize::from(after.is_over());
                    kinds[0] == Place
                        && kinds[1..last].iter().all(|&kind| kind == Explode)
                        && kinds[last..].iter().all(|&kind| kind == Win)
                }
                _ => false,
            };
            assert!(is_right, "{game}: {mv} at {}: {kinds:?}", before.setup());
        });
    }
}

/// The squares of a front are those that were overfull before it, and no others.
#[test]
fn a_front_of_jump61_is_every_overfull_square() {
    for game in GameKind::Jump61.samples() {
        let size = game.observation().cols;
        let overfull = |cells: &[u8]| -> Vec<usize> {
            let neighbors = |index: usize| {
                let inner = |at: usize| 2 - usize::from(at == 0) - usize::from(at + 1 == size);
                inner(index / size) + inner(index % size)
            };
            (0..size * size).filter(|&index| usize::from(cells[index] / 4) > neighbors(index)).collect()
        };
        games(&game, 5, |before, mv, rounds, after| {
            let mut cells = before.cells();
            for (number, round) in rounds.iter().enumerate() {
                if round.kind == RoundKind::Explode {
                    let mut sources: Vec<usize> = Vec::new();
                    let from = round.changes.iter().filter_map(|change| change.from);
                    sources.extend(from.map(|pos| pos.row as usize * size + pos.col as usize));
                    sources.dedup();
                    let front = overfull(&cells);
                    // The game may be won in the middle of a front.
                    let is_last = after.is_over() && number + 2 == rounds.len();
                    assert!(sources == front || is_last && front.starts_with(&sources), "{game}: {mv}");
                }
                round.apply(size, &mut cells);
            }
        });
    }
}

#[test]
fn a_stick_that_hangs_falls_as_one_and_then_cell_by_cell() {
    let game: AnyGame = "breakdown -w 4 -h 4 -k 3 -q 2".parse().unwrap();
    let playing = game.record("|0").unwrap();
    let rounds = playing.rounds("-0").unwrap();
    let to: Vec<_> = rounds[0].changes.iter().map(|change| change.to.unwrap()).map(|pos| (pos.row, pos.col)).collect();
    assert_eq!(to, [(0, 0), (0, 1), (0, 2)]);
    let rounds = game.record("|0 -0").unwrap().rounds("!").unwrap();
    let falls: Vec<_> = rounds[0].changes.iter().map(|change| (change.from.unwrap(), change.to.unwrap())).collect();
    let falls: Vec<_> = falls.iter().map(|(from, to)| ((from.row, from.col), (to.row, to.col))).collect();
    assert_eq!(falls, [((0, 1), (3, 1)), ((0, 2), (3, 2))]);
    assert_eq!(playing.turn(), Side::Second);
}

#[test]
fn a_forfeit_has_no_rounds_and_a_refused_move_is_an_error() {
    let game: AnyGame = "connect4 --size 4".parse().unwrap();
    let playing = game.record("N0 N0 N0 N0").unwrap();
    assert_eq!(playing.rounds("N0").unwrap(), []);
    for kind in GameKind::ALL {
        let playing = kind.usual().start();
        let setup = playing.setup();
        for mv in ["", "x", "|99", "N10", "0,0", "99,99,U", "9999,9999,0", "!!"] {
            assert_eq!(playing.rounds(mv).map(|_| ()), playing.clone().play_text(mv), "{kind}: {mv}");
        }
        assert_eq!(playing.setup(), setup);
    }
}

/// The bytes that the documentation of `AnyPlaying::cells` lists, made from the setup.
#[test]
fn the_bytes_of_a_board_are_those_of_its_table() {
    let colorful = NewGame { colors: 60, state: 9, ..NewGame::new(5, 4) }.make().unwrap();
    let colorful = AnyGame::from(Instance::from(colorful));
    for game in AnyGame::samples().into_iter().chain([colorful]) {
        games(&game, 1, |playing, _, _, _| {
            let plain = |board: &PlainBoard| -> Vec<u8> {
                board.size().positions().map(|pos| board.cell(pos).code() as u8).collect()
            };
            let expected: Vec<u8> = match game.kind() {
                GameKind::Breakdown => plain(&playing.setup_as::<breakdown::Setup>().unwrap().board),
                GameKind::Connect4 => plain(&playing.setup_as::<connect4::Setup>().unwrap().board),
                GameKind::Fitz => plain(&playing.setup_as::<fitz::Setup>().unwrap().board),
                GameKind::Jump61 => {
                    let jump61::Setup(board) = playing.setup_as().unwrap();
                    let owner = |square: jump61::Square| square.owner().map_or(0, |side| 1 + side.index() as u8);
                    board.squares().map(|(_, square)| 4 * square.spots() as u8 + owner(square)).collect()
                }
                GameKind::Candy => {
                    let State { colors, states, .. } = playing.setup_as().unwrap();
                    let byte = |pos| 32 * states.at(pos).min(7) as u8 + 1 + (colors.at(pos) % 31) as u8;
                    let row = |row| (0..colors.columns).map(move |col| Pos::new(row, col));
                    (0..colors.rows).rev().flat_map(row).map(byte).collect()
                }
                _ => panic!("{game} has bytes that this test does not know"),
            };
            assert_eq!(playing.cells(), expected, "{playing:?}");
        });
    }
}
