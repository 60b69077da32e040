//! The games of every run, whatever the seed: every rule at its limits.

use super::plan::{Dice, play, saved, tiles};
use super::setting::{Form, Setting, tile_file};
use crate::script::Script;
use gridlaw::games::fitz::{Parameters, Tile};
use gridlaw::rng::Generator;

/// Arguments after the tile file that are wrong, or at the limit of what is right.
const WORDS: &[&[&str]] = &[
    &["h"],
    &["h", "h"],
    &["h", "h", "5", "5", "5"],
    &["x", "h", "5", "5"],
    &["h", "3", "5", "5"],
    &["hh", "1", "5", "5"],
    &["h", "h", "0", "5"],
    &["h", "h", "5", "0"],
    &["h", "h", "1000", "5"],
    &["h", "h", "5", "1000"],
    &["h", "h", "999", "999"],
    &["h", "h", "1", "1"],
    &["h", "h", "-1", "5"],
    &["h", "h", "5x", "5"],
    &["h", "h", "", "5"],
    &["h", "h", "4294967301", "5"],
    &["h", "h", "+5", "5"],
    &["h", "h", " 5", "5"],
    &["x", "h", "0", "0"],
];

/// Lines that must be refused, or that save, one a game; the end of input follows.
const LINES: &[&str] = &[
    "",
    " ",
    "1",
    "1 1",
    "a b c",
    "1 1 0 ",
    " 1 1 0",
    "1  1 0",
    "1 1 0 0",
    "1 1 45",
    "1 1 360",
    "1 1 -90",
    "4294967297 1 0",
    "1 4294967297 0",
    "1 1 4294967296",
    "-99999 0 0",
    "save{dir}/a",
    "save{dir}/a b",
    // A path with a blank before it, in a directory that is not there.
    "save {dir}/a",
    "save{dir}/no/such",
    "save{dir}",
    "save",
    "+1 1 0",
];

/// Wrong saved games: the header, and the rest.
const SAVES: &[&str] = &[
    "",
    "\n",
    "0 0 2 2\n..\n",
    "0 0 2 2\n..\n..\n..\n",
    "0 0 2 2\n..\n...\n",
    "0 0 2 2\n..\n.\n",
    "0 0 2 2\n..\n.x\n",
    "0 0 2 2\n..\n..",
    "0 2 2 2\n..\n..\n",
    "99 0 2 2\n..\n..\n",
    "-1 0 2 2\n..\n..\n",
    "0 0 0 2\n",
    "0 0 2 1000\n..\n..\n",
    "0 0 2\n..\n..\n",
];

/// Small boards on which automatic players run out of places after their latest ones and go on from
/// the start.
const AUTOMATIC: u64 = 40;

/// The directed games.
pub(super) fn scripts(asked: &Parameters, any_form: bool) -> Vec<Script<Setting>> {
    let size = asked.size();
    let of = |form: Form, players: [&'static str; 2], tiles: Vec<u8>, rows: u32, cols: u32| Setting {
        form,
        tiles: Some(tiles),
        players,
        rows,
        cols,
    };
    let usual = of(Form::New, ["h", "h"], tile_file(asked.tiles()), size.height(), size.width());
    let mut scripts = vec![Script::new(usual.clone())];
    if any_form {
        let forms = [Form::Show, Form::Nothing, Form::TilesAreDirectory, Form::SaveIsDirectory, Form::Load(None)];
        let words = WORDS.iter().map(|words| Form::Words(words.to_vec()));
        let saves = SAVES.iter().map(|save| Form::Load(Some(save.as_bytes().to_vec())));
        let all = forms.into_iter().chain(words).chain(saves);
        scripts.extend(all.map(|form| Script::new(Setting { form, ..usual.clone() })));
        scripts.push(Script::new(Setting { tiles: None, ..usual.clone() }));
        // A next tile just beyond those of the file.
        let beyond = Form::Load(Some(b"1 0 2 2\n..\n..\n".to_vec()));
        scripts.push(Script::new(of(beyond, ["h", "h"], tile_file(&[single()]), 2, 2)));
        // Both automatic players begin at their corners, also in a game that is loaded.
        let loaded = Form::Load(Some(b"0 0 1 2\n..\n".to_vec()));
        let corner = tile_file(&[Tile::from_cells([(4, 4)])]);
        scripts.push(Script::new(of(loaded, ["1", "2"], corner, 1, 2)));
        let good = tile_file(&[single()]);
        let harmed = [
            Vec::new(),
            good[..29].to_vec(),
            [&good[..], b"\n"].concat(),
            [&good[..], &good[..]].concat(),
            [&good[..], b"\n\n", &good[..]].concat(),
            [b"\n", &good[..]].concat(),
        ];
        scripts.extend(harmed.into_iter().map(|bytes| Script::new(Setting { tiles: Some(bytes), ..usual.clone() })));
        let wrong_both = Form::Words(vec!["x", "h", "0", "0"]);
        scripts.push(Script::new(Setting { tiles: Some(b"!".to_vec()), form: wrong_both, ..usual.clone() }));
    }
    for line in LINES {
        let mut script = Script::new(of(Form::New, ["h", "h"], tile_file(&[single()]), 3, 3));
        script.push(line);
        script.push("1 1 0");
        scripts.push(script);
    }
    let mut last = Script::new(of(Form::New, ["h", "h"], tile_file(&[single()]), 2, 2));
    last.push("0 0 0");
    last.ended = false;
    scripts.push(last);
    // The first place is above and to the left of the board, and then the places run out.
    let corners = [Tile::from_cells([(4, 4)]), Tile::from_cells([(0, 0)])];
    for players in [["1", "h"], ["2", "2"], ["1", "2"]] {
        scripts.push(Script::new(of(Form::New, players, tile_file(&corners), 4, 4)));
    }
    let block = Tile::from_cells([1, 2, 3].into_iter().flat_map(|row| [1, 2, 3].map(|col| (row, col))));
    let some = [&[block][..], &[single(); 6]].concat();
    let mut around = Script::new(of(Form::New, ["2", "h"], tile_file(&some), 3, 5));
    ["1 3 0", "2 3 0", "0 3 0"].into_iter().for_each(|line| around.push(line));
    scripts.push(around);
    scripts.push(Script::new(of(Form::New, ["h", "1"], tile_file(&[large()]), 2, 2)));
    scripts.push(Script::new(of(Form::New, ["1", "2"], tile_file(&[Tile::default(), single()]), 1, 2)));
    for number in 0..AUTOMATIC {
        let mut generator = Generator::for_game(0, number);
        let mut dice = Dice(&mut generator);
        let (rows, cols) = (2 + number as u32 % 5, 2 + number as u32 / 8);
        let players = [["2", "2"], ["1", "2"], ["2", "1"], ["1", "1"], ["h", "2"]][number as usize % 5];
        let mut some = tiles(&mut dice);
        some.retain(|tile| !tile.is_empty());
        some.push(single());
        let mut setting = of(Form::New, players, tile_file(&some), rows, cols);
        if any_form && number % 4 == 3 {
            setting.form = Form::Load(Some(saved(&setting, &some, &mut dice)));
        }
        let mut script = Script::new(setting);
        play(&mut script, &some, false, &mut dice);
        scripts.push(script);
    }
    scripts
}

fn single() -> Tile {
    Tile::from_cells([(2, 2)])
}

fn large() -> Tile {
    Tile::from_cells([(2, 0), (2, 1), (2, 2), (2, 3), (2, 4)])
}
