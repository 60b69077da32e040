//! Plans random scripts that favor rare cases.

use super::setting::{Form, Setting, tile_file};
use crate::script::Script;
use gridlaw::games::fitz::files::read_tiles;
use gridlaw::games::fitz::player::{Latest, Player, choose};
use gridlaw::games::fitz::{Angle, Fitz, FitzRules, Move, Parameters, Setup, Tile};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Rules};

/// The longest game, in moves by hand.
const LONGEST: usize = 60;

/// The most rows and columns of a board of random size.
const SMALL: u32 = 12;

/// A source of random choices.
pub(super) struct Dice<'g>(pub(super) &'g mut Generator);

impl Dice<'_> {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound.max(1) as u64) as usize
    }

    fn one_in(&mut self, bound: usize) -> bool {
        self.below(bound) == 0
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        *self.0.pick(from)
    }
}

/// A game, or another use of the program that the document allows.
pub(super) fn script(
    asked: &Parameters,
    any_form: bool,
    strict: bool,
    number: u64,
    generator: &mut Generator,
) -> Script<Setting> {
    let mut dice = Dice(generator);
    let size = asked.size();
    let as_asked = number.is_multiple_of(2);
    let (rows, cols) = if as_asked {
        (size.height(), size.width())
    } else {
        (1 + dice.below(SMALL as usize) as u32, 1 + dice.below(SMALL as usize) as u32)
    };
    let tiles = if as_asked || dice.one_in(3) { asked.tiles().to_vec() } else { tiles(&mut dice) };
    let players = [dice.pick(&["h", "h", "1", "2"]), dice.pick(&["h", "1", "1", "2", "2"])];
    let mut setting = Setting { form: Form::New, tiles: Some(tile_file(&tiles)), players, rows, cols };
    let mut script = Script::new(setting.clone());
    if any_form {
        match number % 20 {
            3 => setting.form = Form::Show,
            5 | 7 => setting.form = Form::Words(words(&mut dice)),
            9 | 11 => return Script::new(wrong_files(setting, &tiles, &mut dice)),
            19 if dice.one_in(8) => setting.form = Form::Nothing,
            13 | 15 | 17 => {
                setting.form = Form::Load(Some(saved(&setting, &tiles, &mut dice)));
                script.setting = setting;
                play(&mut script, &tiles, strict, &mut dice);
                return script;
            }
            _ => {}
        }
        if setting.form != Form::New {
            script.setting = setting;
            return script;
        }
    }
    play(&mut script, &tiles, strict, &mut dice);
    script
}

/// Some tiles of a few cells, in one of twelve games with an empty one.
pub(super) fn tiles(dice: &mut Dice<'_>) -> Vec<Tile> {
    let count = 1 + dice.below(4);
    let mut tiles: Vec<Tile> = (0..count)
        .map(|_| {
            let cells = 1 + dice.below(7);
            Tile::from_cells((0..cells).map(|_| (dice.below(5), dice.below(5))).collect::<Vec<_>>())
        })
        .collect();
    if dice.one_in(12) {
        let at = dice.below(tiles.len());
        tiles.insert(at, Tile::default());
    }
    tiles
}

/// Arguments after the tile file, most of them wrong in two ways. The program must report the error
/// that comes first in the document's table.
fn words(dice: &mut Dice<'_>) -> Vec<&'static str> {
    let player = ["h", "1", "2", "h", "1", "3", "H", "", "hh", "0", "12", "-1"];
    let size = [
        "5",
        "6",
        "1",
        "999",
        "0",
        "1000",
        "-1",
        "+5",
        "5x",
        "",
        " 5",
        "5 ",
        "0x5",
        "2147483648",
        "99999999999999999999",
    ];
    match dice.below(6) {
        0 => vec![dice.pick(&player)],
        1 => vec![dice.pick(&player), dice.pick(&player)],
        2 => vec![dice.pick(&player), dice.pick(&player), dice.pick(&size), dice.pick(&size), "1"],
        3 => vec![dice.pick(&player), dice.pick(&player), "/no such file"],
        _ => vec![dice.pick(&player), dice.pick(&player), dice.pick(&size), dice.pick(&size)],
    }
}

/// A setting whose tile file or saved game is wrong or missing.
fn wrong_files(mut setting: Setting, tiles: &[Tile], dice: &mut Dice<'_>) -> Setting {
    let harm = |bytes: &[u8], dice: &mut Dice<'_>| {
        let mut bytes = bytes.to_vec();
        let at = dice.below(bytes.len());
        match dice.below(6) {
            0 => bytes.truncate(at),
            1 => bytes.insert(at, dice.pick(b"!,.*# \n\r0")),
            2 => {
                bytes.remove(at);
            }
            3 => bytes[at] = dice.pick(b"!,.*#x\n -9"),
            4 => bytes.push(dice.pick(b"\n!. ")),
            _ => bytes.insert(0, dice.pick(b"\n ,0")),
        }
        bytes
    };
    let save = saved(&setting, tiles, dice);
    match dice.below(8) {
        number @ 0..=2 => {
            setting.tiles = setting.tiles.filter(|_| number > 0).map(|bytes| harm(&bytes, dice));
            // The arguments may be wrong as well.
            if dice.one_in(2) {
                setting.form = Form::Words(words(dice));
            }
        }
        3 => setting.form = Form::Load(None),
        4 => {
            let board = save.iter().position(|&byte| byte == b'\n').map_or(&[][..], |at| &save[at..]);
            let (next, rows, cols) = (tiles.len(), setting.rows, setting.cols);
            let head = match dice.below(4) {
                0 => format!("{next} 0 {rows} {cols}"),
                1 => format!("0 2 {rows} {cols}"),
                2 => format!("0 0 {} {cols}", rows + 1),
                _ => format!("0  1 {rows} {cols}"),
            };
            setting.form = Form::Load(Some([head.as_bytes(), board].concat()));
        }
        _ => setting.form = Form::Load(Some(harm(&save, dice))),
    }
    setting
}

/// A saved game after some random moves.
pub(super) fn saved(setting: &Setting, tiles: &[Tile], dice: &mut Dice<'_>) -> Vec<u8> {
    let Ok(parameters) = Parameters::new(setting.rows, setting.cols, tiles) else { return Vec::new() };
    let game = Fitz::new(parameters);
    let mut position = game.start();
    for _ in 0..dice.below(8) {
        let Some(mv) = game.choose_move(&position, |count| dice.0.below(count)) else { break };
        game.play_unchecked(&mut position, mv);
    }
    let (tile, turn) = (game.tile(&position), game.turn(&position));
    let board = game.picture(&position);
    format!("{tile} {} {} {}\n{board}", turn.index(), setting.rows, setting.cols).into_bytes()
}

/// The game and position that a setting starts from, if it is valid.
fn position(setting: &Setting) -> Option<(Fitz, <Fitz as Rules>::Position)> {
    use gridlaw::games::fitz::files::{Save, read_save};

    let tiles = read_tiles(setting.tiles.as_ref()?).ok()?;
    match &setting.form {
        Form::New => {
            let game = Fitz::new(Parameters::new(setting.rows, setting.cols, tiles).ok()?);
            let start = game.start();
            Some((game, start))
        }
        Form::Load(Some(save)) => {
            let Save { tile, turn, board } = read_save::<gridlaw::board::PackedBoard>(save, tiles.len()).ok()?;
            let size = gridlaw::text::Grid::size(&board);
            let game = Fitz::new(Parameters::new(size.height(), size.width(), tiles).ok()?);
            let position = game.position(&Setup::new(&board, turn, tile)).ok()?;
            Some((game, position))
        }
        _ => None,
    }
}

/// Plays a game to its end. `by_hand` chooses the moves of people, the automatic players choose
/// theirs.
fn follow(setting: &Setting, by_hand: &mut dyn FnMut(&Fitz, &<Fitz as Rules>::Position) -> Option<Move>) -> Vec<Move> {
    let mut moves = Vec::new();
    let Some((game, mut position)) = position(setting) else { return moves };
    let (mut memory, mut latest) = (game.memory(), Latest::default());
    loop {
        let side = game.turn(&position);
        let mv = match Player::from_name(setting.players[side.index()]) {
            Some(Player::Automatic(automatic)) => choose(&game, &position, &mut memory, automatic, &latest),
            _ if game.fits_anywhere(&position, &mut memory) => by_hand(&game, &position),
            _ => None,
        };
        let Some(mv) = mv else { return moves };
        game.play_unchecked(&mut position, mv);
        latest.played(side, mv);
        moves.push(mv);
    }
}

/// The moves of a game that is typed.
pub(super) fn moves(script: &Script<Setting>, input: &[u8]) -> Vec<String> {
    let mut lines = input.split(|&byte| byte == b'\n');
    let read = |line: &[u8]| -> Option<Move> {
        let text = core::str::from_utf8(line).ok().filter(|text| text.len() <= 70)?;
        let mut numbers = text.split(' ').map(|word| word.parse::<i32>().ok());
        let (row, col, degrees) = (numbers.next()??, numbers.next()??, numbers.next()??);
        let angle = Angle::from_degrees(degrees.into())?;
        numbers.next().is_none().then_some(Move { row, col, angle })
    };
    let mut by_hand = |game: &Fitz, position: &<Fitz as Rules>::Position| {
        lines.by_ref().find_map(|line| read(line).filter(|&mv| game.fits(position, mv)))
    };
    follow(&script.setting, &mut by_hand).iter().map(Move::to_string).collect()
}

/// Adds the moves by hand of a game, with other lines between them.
pub(super) fn play(script: &mut Script<Setting>, tiles: &[Tile], strict: bool, dice: &mut Dice<'_>) {
    let is_odd = tiles.iter().any(|tile| tile.is_empty());
    let refused = dice.pick(&[0, 2, 3, 6]);
    let outside = dice.one_in(3);
    let give_up = if dice.one_in(8) || is_odd { dice.below(8) } else { LONGEST };
    let mut turns: Vec<Vec<u8>> = Vec::new();
    follow(&script.setting, &mut |game, position| {
        while refused > 0 && turns.len() < LONGEST && dice.one_in(refused) {
            turns.push(wrong(game, position, strict, dice));
        }
        if turns.len() >= give_up {
            return None;
        }
        let mut mv = game.choose_move(position, |count| dice.0.below(count))?;
        if outside {
            // Of a few moves, the one whose center is furthest up and to the left.
            for _ in 0..4 {
                let other = game.choose_move(position, |count| dice.0.below(count))?;
                if other.row + other.col < mv.row + mv.col {
                    mv = other;
                }
            }
        }
        let Move { row, col, angle } = mv;
        turns.push(match dice.below(20) {
            0 if row >= 0 && col >= 0 => format!("0{row} 00{col} 0{angle}").into(),
            _ => format!("{row} {col} {angle}").into(),
        });
        Some(mv)
    });
    turns.iter().for_each(|turn| script.push(turn));
    script.ended = turns.is_empty() || !dice.one_in(8);
}

/// A line that is no legal move, or that saves.
fn wrong(game: &Fitz, position: &<Fitz as Rules>::Position, strict: bool, dice: &mut Dice<'_>) -> Vec<u8> {
    let size = game.parameters().size();
    match dice.below(if strict { 8 } else { 7 }) {
        0 => dice.pick(&["", " ", "aarg", "1", "1 2", "a b c", "1 2 x", "1,2,90", "1 2 9O"]).into(),
        1 => dice.pick(&["1 2 90 ", " 1 2 90", "1  2 90", "1 2 90 0", "1\t2 90", "1 2  0", "0 0 0 "]).into(),
        2 => dice
            .pick(&[
                "1 2 45",
                "1 2 360",
                "1 2 -90",
                "1 2 91",
                "0 0 1",
                "99999 0 0",
                "0 -99999 0",
                "1.0 2 90",
                "4294967297 1 0",
                "1 4294967297 0",
                "1 1 4294967296",
                "2147483648 0 0",
            ])
            .into(),
        3 => dice.pick(&["save{dir}/a", "save{dir}/b", "save{dir}/a b", "save{dir}/no/such", "save{dir}"]).into(),
        4 => "save{dir}/a".into(),
        7 => match dice.below(4) {
            0 => format!("{}1 2 90", "0".repeat(65)).into(),
            1 => b"1 \xff 0".to_vec(),
            2 => b"1 2 0\0".to_vec(),
            _ => b"1 2 0\r".to_vec(),
        },
        _ => {
            // A place where the tile does not fit, if one is found.
            for _ in 0..10 {
                let row = dice.below(size.height() as usize + 6) as i32 - 3;
                let col = dice.below(size.width() as usize + 6) as i32 - 3;
                let mv = Move { row, col, angle: dice.pick(&Angle::ALL) };
                if !game.fits(position, mv) {
                    return format!("{row} {col} {}", mv.angle).into();
                }
            }
            "no".into()
        }
    }
}

/// The same game on a smaller board, with fewer tiles, or with people in place of automatic
/// players.
pub(super) fn simpler(script: &Script<Setting>) -> Vec<Script<Setting>> {
    let Setting { form, tiles, players, rows, cols } = &script.setting;
    let mut simpler: Vec<Script<Setting>> = Vec::new();
    let mut with = |setting: Setting| {
        simpler.push(Script { setting, turns: script.turns.clone(), ended: script.ended });
    };
    let setting = &script.setting;
    if *form == Form::New {
        for (fewer, narrower) in [(rows / 2, cols / 2), (1, 1), (1, 0), (0, 1)] {
            if fewer < *rows && narrower < *cols && (fewer, narrower) != (0, 0) {
                with(Setting { rows: rows - fewer, cols: cols - narrower, ..setting.clone() });
            }
        }
        for index in 0..2 {
            if players[index] != "h" {
                let mut players = *players;
                players[index] = "h";
                with(Setting { players, ..setting.clone() });
            }
        }
    }
    if matches!(form, Form::New | Form::Show)
        && let Some(all) = tiles.as_ref().and_then(|bytes| read_tiles(bytes).ok())
    {
        for left_out in 0..all.len().min(8) {
            if all.len() > 1 {
                let mut fewer = all.clone();
                fewer.remove(left_out);
                with(Setting { tiles: Some(tile_file(&fewer)), ..setting.clone() });
            }
        }
    }
    if !script.ended {
        simpler.push(Script { ended: true, ..script.clone() });
    }
    simpler
}
