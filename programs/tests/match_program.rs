//! `gridlaw match`, and the levels of `gridlaw best`, as their users see them.

mod built;

use std::process::{Command, Output, Stdio};

use gridlaw::games::GameKind;

fn gridlaw(line: &str) -> Output {
    let mut command = Command::new(built::program("gridlaw"));
    command.args(shlex::split(line).unwrap()).stdin(Stdio::null()).output().unwrap()
}

fn shown(line: &str) -> String {
    let output = gridlaw(line);
    assert_eq!(output.status.code(), Some(0), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The number that stands after a word at the beginning of a line.
fn number(text: &str, name: &str) -> f64 {
    let found = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let found = found.unwrap_or_else(|| panic!("no {name} in {text:?}"));
    found.split(' ').next().unwrap().parse().unwrap_or_else(|_| panic!("{name} {found:?}"))
}

#[test]
fn a_match_is_counted_and_repeats() {
    let line = "match jump61 --size 3 nodes:2000 random --games 30 --seed 5";
    let text = shown(line);
    assert_eq!(text, shown(line), "the players are deterministic");
    let [games, wins, draws, losses] = ["games", "wins", "draws", "losses"].map(|name| number(&text, name));
    assert_eq!((games, wins + draws + losses), (30.0, 30.0), "{text}");
    assert!(wins > 20.0, "{text}");
    assert_eq!(number(&text, "score"), (1000.0 * (wins + draws / 2.0) / games).round() / 10.0);
    assert!(text.lines().last().unwrap().starts_with("elo +"), "{text}");
    // Equal players: three seeds hardly have the same result by chance.
    let other = |seed| shown(&format!("match jump61 --size 3 random random --games 30 --seed {seed}"));
    assert!([6, 7, 8].iter().any(|&seed| other(seed) != other(5)));
}

/// Few games that all end alike have bounds that say so.
#[test]
fn few_games_of_one_outcome_have_bounds() {
    for (line, expected) in [
        ("match jump61 --size 3 nodes:2000 random --games 4", "elo +inf (at least -24)"),
        ("match jump61 --size 3 random nodes:2000 --games 4", "elo -inf (at most +24)"),
        ("match breakdown -w 2 -h 2 -k 3 -q 2 random random --games 7", "elo +0 (-67 to +67)"),
    ] {
        assert_eq!(shown(line).lines().last(), Some(expected));
    }
}

#[test]
fn the_sequential_test_ends_a_match_early() {
    let text = shown("match jump61 --size 3 nodes:2000 random --games 1000 --sprt 0,100");
    assert!(number(&text, "games") < 200.0, "{text}");
    assert!(text.contains("\nsprt +100 or more ("), "{text}");
}

/// Every game for two sides, every kind of player.
#[test]
fn every_kind_of_player_plays_every_game() {
    let games = [
        "breakdown -w 4 -h 4 -k 2 -q 2",
        "connect4 --size 4",
        "jump61 --size 3",
        "fitz ../examples/fitz.tiles --rows 5 --cols 5",
    ];
    for kind in GameKind::ALL.into_iter().filter(|kind| kind.players() == 2) {
        let game = games.iter().find(|game| game.split(' ').next() == Some(kind.name()));
        let game = game.unwrap_or_else(|| panic!("no small board of {kind}"));
        for players in ["level:4 uct:50", "nodes:300 random"] {
            assert_eq!(number(&shown(&format!("match {game} {players} --games 4")), "games"), 4.0, "{game}, {players}");
        }
    }
}

/// The project's own programs speak the documents' protocols, so they serve as somebody's programs.
#[cfg(unix)]
#[test]
fn programs_play_through_the_documents_protocols() {
    let program = |name| built::program(name).display().to_string();
    let (jump61, fitz) = (program("jump61"), program("fitz"));
    let text = shown(&format!("match jump61 --size 3 '{jump61}' random --games 4 --seed 2"));
    assert!(number(&text, "wins") >= 3.0, "the automatic player loses to chance: {text}");
    let tiles = "../examples/fitz.tiles";
    let text = shown(&format!("match fitz {tiles} --rows 6 --cols 6 '{fitz} {{args}}' '{fitz} {{args2}}' --games 4"));
    assert_eq!(number(&text, "games"), 4.0);
    // A reply that is not a move, and a command that is not a program.
    for (program, said) in
        [("cat", "cat: it shows no move of its own; it ended"), ("./no-such-program", "No such file")]
    {
        let output = gridlaw(&format!("match jump61 --size 3 {program} random --games 2"));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains(said) && errors.trim_end().lines().count() == 1, "{errors}");
    }
    let illegal = "match jump61 --size 3 'echo Red moves 9 9.' random --games 1 --opening 0";
    let errors = String::from_utf8_lossy(&gridlaw(illegal).stderr).into_owned();
    assert!(errors.contains("player A: "), "{errors}");
    // A program that ends after some games: those count.
    let folder = tempfile::tempdir().unwrap();
    let moves = folder.path().join("moves");
    let script = folder.path().join("some-games");
    let lines = format!("#!/bin/sh\necho >> '{0}'\n[ $(wc -l < '{0}') -lt 9 ] && exec {jump61}\n", moves.display());
    std::fs::write(&script, lines).unwrap();
    let output = gridlaw(&format!("match jump61 --size 2 'sh {}' random --games 40", script.display()));
    let games = number(&String::from_utf8_lossy(&output.stdout), "games");
    assert!(output.status.code() == Some(1) && (1.0..40.0).contains(&games), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).contains("it shows no move of its own"), "{output:?}");
}

#[test]
fn misuse_is_told() {
    for line in [
        "match jump61 --size 3 level:11 random",
        "match jump61 --size 3 random",
        "match jump61 --size 3 random random --games 0",
        "match jump61 --size 3 random random --sprt 5,5",
        "match connect4 --size 4 ./bot random",
        "match breakdown -w 4 -h 4 -k 2 -q 2 random ./play",
        "match fitz ../examples/fitz.tiles --rows 5 --cols 5 ./fitz random",
        "best jump61 --size 2 --level 0",
        "best jump61 --size 2 --level 11",
        "best jump61 --size 2 --level 3 --depth 2",
        "best jump61 --size 2 --seed 3",
        "best jump61 --size 2 --nodes 0",
        "best jump61 --size 2 --nodes 5 --time 1",
        "best jump61 --size 2 --level 3 --from '1,1 2,2 1,1 2,2'",
    ] {
        let output = gridlaw(line);
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{line}: {errors}");
    }
    let output = gridlaw("match connect4 --size 4 ./bot random");
    assert!(String::from_utf8_lossy(&output.stderr).contains("its document does not define one"));
}

#[test]
fn levels_and_limits_of_best_keep_what_they_say() {
    let game = "best connect4 --size 7 --from 'N0 E1'";
    for line in [format!("{game} --level 9"), format!("{game} --level 2 --seed 4")] {
        assert_eq!(shown(&line), shown(&line));
    }
    let moves = (0..40).map(|seed| shown(&format!("{game} --level 1 --seed {seed}")));
    let mut moves: Vec<String> = moves.collect();
    moves.sort_unstable();
    moves.dedup();
    assert!(moves.len() > 5, "{moves:?}");
    for nodes in [100.0, 3000.0, 50_000.0] {
        let searched = number(&shown(&format!("{game} --nodes {nodes}")), "nodes");
        assert!(searched > nodes / 2.0 && searched <= nodes + 4096.0, "{searched} of {nodes}");
    }
}
