//! The tables, the page and the command that fills them.

use std::fs;
use std::path::{Path, PathBuf};

use gridlaw::games::GameKind;
use gridlaw::rng::Generator;
use gridlaw::search::weak::WeakValue;
use gridlaw_programs::Failure;

use crate::fill::{Limits, fill};
use crate::tables::{Check, Row, Table, tables};
use crate::{checks, page, picture};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// The tables of the repository with their rows.
fn solved() -> ([Table; 4], Vec<Vec<Row>>) {
    let tables = tables();
    let rows = tables.iter().map(|table| table.load(&root().join("data/solved")).unwrap()).collect();
    (tables, rows)
}

#[test]
fn the_page_says_what_the_tables_say() {
    let (tables, rows) = solved();
    for (table, rows) in tables.iter().zip(&rows) {
        let path = table.path(&root().join("data/solved"));
        assert_eq!(fs::read(&path).unwrap(), table.write(rows), "{}", path.display());
    }
    let hint = "cargo run -p gridlaw-programs --example solved -- --nodes 0";
    let text = |name: &str| fs::read_to_string(root().join("docs").join(name)).unwrap();
    assert!(text("solved.md") == page::page(&tables, &rows), "docs/solved.md is old: {hint}");
    assert!(text("solved.svg") == picture::picture(&tables[0], &rows[0]), "docs/solved.svg is old: {hint}");
}

/// Every sentence of the page's observations holds.
#[test]
fn what_is_noticed_is_so() {
    use WeakValue::{Draw, Win};

    let (tables, rows) = solved();
    for (game, row) in tables[0].games.iter().zip(&rows[0]) {
        let [w, h, k, q] = game.numbers()[..] else { panic!("{game}") };
        let Some(value) = row.value else { continue };
        assert_ne!(value, WeakValue::Loss, "{game}");
        match (k, q) {
            (_, 1) if k <= w.max(h) => assert_eq!((value, row.plies), (Win, Some(1)), "{game}"),
            (2, 2) if w >= 3 && h >= 2 => assert_eq!((value, row.plies), (Win, Some(3)), "{game}"),
            (1 | 2, 2) | (_, 1 | 3 | 4) => assert_eq!(value, Draw, "{game}"),
            _ => {}
        }
    }
    let checked = |check, nodes| rows[0].iter().filter(|row| row.nodes > nodes && row.checked.contains(&check)).count();
    assert!(checked(Check::Unfolded, 100) >= 100 && checked(Check::Proof, 100) >= 20);
    assert!(checked(Check::Retrograde, 100) >= 20);
}

/// A sample of the rows, solved and checked again.
#[test]
fn rows_are_found_again() {
    let (tables, rows) = solved();
    for (table, rows) in tables.iter().zip(&rows) {
        let quick = |row: &&Row| row.value.is_some() && row.nodes > 20 && row.plies_nodes < 1500;
        let mut quick: Vec<usize> = (0..rows.len()).filter(|&index| quick(&&rows[index])).collect();
        let mut random = Generator::for_game(16, table.games.len() as u64);
        while quick.len() > 6 {
            quick.swap_remove(random.below(quick.len() as u64) as usize);
        }
        let games = quick.iter().map(|&index| table.games[index].clone()).collect();
        let part = Table { games, ..*table };
        let mut found = vec![Row::default(); quick.len()];
        fill(&part, &mut found, Limits { nodes: 1 << 20, plies: 1 << 20 }, 2, &mut |_| Ok(())).unwrap();
        let expected: Vec<Row> = quick.iter().map(|&index| rows[index].clone()).collect();
        assert_eq!(found, expected, "{}", table.kind);
    }
}

#[test]
fn wrong_values_are_refuted() {
    for (game, value) in [
        ("breakdown -w 3 -h 3 -k 2 -q 2", WeakValue::Win),
        ("breakdown -w 3 -h 3 -k 1 -q 2", WeakValue::Draw),
        ("jump61 --size 2", WeakValue::Loss),
    ] {
        for said in [WeakValue::Win, WeakValue::Draw, WeakValue::Loss] {
            for check in Check::ALL {
                let row = Row { value: Some(said), ..Row::default() };
                let found = checks::check(&game.parse().unwrap(), &row, check);
                assert_eq!(found, Some(said == value), "{game} {said} {check:?}");
            }
        }
    }
}

#[test]
#[ignore = "long: stopped at any moment"]
fn a_table_is_the_same_whatever_interrupts_it() {
    let games = ["-w 4 -h 4 -k 1 -q 2", "-w 3 -h 4 -k 2 -q 2", "-w 5 -h 5 -k 1 -q 2", "-w 3 -h 3 -k 3 -q 3"];
    let games = games.map(|game| format!("breakdown {game}").parse().unwrap()).to_vec();
    let table = Table { kind: GameKind::Breakdown, columns: &["w", "h", "k", "q"], games };
    let limits = Limits { nodes: 400, plies: 10 };
    let mut expected = vec![Row::default(); table.games.len()];
    fill(&table, &mut expected, limits, 1, &mut |_| Ok(())).unwrap();
    let open = expected.iter().filter(|row| row.value.is_none()).count();
    assert!(open > 0 && open < expected.len(), "{expected:?}");
    let mut kept = table.write(&vec![Row::default(); table.games.len()]);
    let mut stops = 0;
    loop {
        let mut rows = table.read(&kept).unwrap();
        let mut saved = 0;
        let filled = fill(&table, &mut rows, limits, 3, &mut |rows| {
            saved += 1;
            if saved > 1 {
                return Err(Failure::Input("a power cut".to_string()));
            }
            kept = table.write(rows);
            Ok(())
        });
        if filled.is_ok() {
            break;
        }
        stops += 1;
    }
    assert!(stops > 0);
    assert_eq!(kept, table.write(&expected));
    // Greater limits go on where these ended.
    let limits = Limits { nodes: 100_000, plies: 100_000 };
    let [mut at_once, mut later] = [vec![Row::default(); table.games.len()], expected];
    fill(&table, &mut later, limits, 2, &mut |_| Ok(())).unwrap();
    fill(&table, &mut at_once, limits, 2, &mut |_| Ok(())).unwrap();
    assert_eq!(later, at_once);
    assert!(later.iter().all(|row| row.value == Some(WeakValue::Draw) || row.plies.is_some()), "{later:?}");
}

#[test]
fn damaged_tables_are_refused() {
    let [_, connect4, ..] = tables();
    let text = String::from_utf8(connect4.write(&vec![Row::default(); 3])).unwrap();
    assert!(connect4.read(text.as_bytes()).is_ok());
    for (old, new, place) in [
        ("size", "side", "line 1"),
        ("4,open", "7,open", "line 2"),
        ("4,open", "4,maybe", "line 2"),
        ("5,open,0", "5,open,-1", "line 3"),
        ("6,open,0,,0,0,\n", "", "line 4"),
        ("6,open,0,,0,0,\n", "6,open,0,,0,0,luck\n", "line 4"),
        ("6,open,0,,0,0,\n", "6,open,0,,0,0,\n7,open,0,,0,0,\n", "line 5"),
    ] {
        let damaged = text.replacen(old, new, 1);
        assert_ne!(damaged, text);
        let error = connect4.read(damaged.as_bytes()).unwrap_err();
        assert!(error.starts_with(place), "{error}");
    }
}
