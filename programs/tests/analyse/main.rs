//! `gridlaw analyse` as its clients see it. The tests check every line that they write or read
//! against docs/analyse.schema.json, if Python and its package `jsonschema` are installed.

#[path = "../built/mod.rs"]
mod built;
mod client;

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};
use std::process::{Child, Command};
use std::time::{Duration, Instant};

use gridlaw::AnyPlaying;
use gridlaw::games::candy::{NewGame, json};
use gridlaw::rng::Generator;
use gridlaw::search::{Options, Value as GameValue};
use gridlaw::solving::AnySolver;
use serde_json::{Value, json};

use client::{Client, hold_against_the_schema, is_there, program, root};

fn value_of(value: GameValue) -> Value {
    match value {
        GameValue::Win(plies) => json!({"result": "win", "plies": plies}),
        GameValue::Draw => json!({"result": "draw"}),
        GameValue::Loss(plies) => json!({"result": "loss", "plies": plies}),
    }
}

#[test]
fn answers_are_those_of_the_solver() {
    let mut client = Client::new("");
    for (number, game) in ["breakdown -w 4 -h 4 -k 2 -q 2", "jump61 --size 2", "connect4 --size 4"].iter().enumerate() {
        for seed in 0..6 {
            let mut random = Generator::for_game(7, seed);
            let mut playing: AnyPlaying = game.parse().unwrap();
            let mut moves = Vec::new();
            while moves.len() < 2 * seed as usize && playing.count_moves() > 0 {
                moves.push(playing.moves()[random.below(playing.count_moves()) as usize].clone());
                playing.play_text(moves.last().unwrap()).unwrap();
            }
            let id = format!("{number} {seed}");
            // Moves from the start, and a setup, are the same position.
            let by_moves =
                client.ask(json!({"type": "analyse", "id": id, "game": game, "moves": moves, "multi": 1000}));
            let by_setup =
                client.ask(json!({"type": "analyse", "id": id, "game": game, "setup": playing.setup(), "multi": 1000}));
            assert_eq!(by_moves, by_setup);
            if playing.is_over() {
                assert_eq!((&by_moves["reason"], &by_moves["moves"]), (&json!("over"), &json!([])));
                continue;
            }
            assert_eq!(by_moves["reason"], "solved");
            let mut solver = AnySolver::new(&playing, Options { table: 1, ..Options::default() }).unwrap().unwrap();
            let value = solver.solve(&mut |_| std::ops::ControlFlow::Continue(())).unwrap();
            assert_eq!(by_moves["value"], value_of(value), "{playing:?}");
            let side = if playing.turn() == gridlaw::Side::First { "first" } else { "second" };
            assert_eq!(by_moves["side"], side);
            let found = by_moves["moves"].as_array().unwrap();
            let found: BTreeSet<&str> = found.iter().map(|best| best["move"].as_str().unwrap()).collect();
            assert_eq!(found.len(), playing.moves().len());
        }
    }
    assert!(client.end().is_empty());
}

#[test]
fn limits_are_kept_and_every_depth_is_told() {
    let mut client = Client::new("--table 4");
    let request = |id: &str, more: Value| {
        let mut request = json!({"type": "analyse", "id": id, "game": "connect4 --size 7", "multi": 2});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let depth = client.ask(request("depth", json!({"depth": 3})));
    assert_eq!((&depth["reason"], &depth["depth"]), (&json!("depth"), &json!(3)));
    assert_eq!(
        depth["bounds"],
        json!({"least": {"result": "loss", "plies": 4}, "most": {"result": "win", "plies": 4}})
    );
    let nodes = client.ask(request("nodes", json!({"nodes": 1000})));
    assert_eq!(nodes["reason"], "nodes");
    assert!(nodes["nodes"].as_u64().unwrap() < 1100, "{nodes}");
    // The same request has the same answer, whatever came before.
    let again = client.ask(request("nodes", json!({"nodes": 1000})));
    assert_eq!(nodes, again);
    let time = client.ask(request("time", json!({"time": 0.05})));
    assert_eq!(time["reason"], "time");
    client.send(request("partial", json!({"depth": 4, "partial": true})));
    for depth in 1..=4 {
        let line = client.read();
        assert_eq!((&line["final"], &line["depth"]), (&json!(false), &json!(depth)));
        assert_eq!(line["moves"].as_array().unwrap().len(), 2);
    }
    assert_eq!(client.last("partial")["reason"], "depth");
    assert!(client.end().is_empty());
}

#[test]
fn every_request_has_one_final_answer_stopped_or_not() {
    for threads in [1, 3] {
        let mut client = Client::new(&format!("--threads {threads} --table 1"));
        let mut expected = BTreeMap::new();
        for number in 0..30 {
            let id = format!("n{number}");
            // Two out of three would never end.
            let game = if number % 3 == 0 { "jump61 --size 2" } else { "jump61 --size 8" };
            client.send(json!({"type": "analyse", "id": id, "game": game, "partial": number % 2 == 0}));
            expected.insert(id, number % 3 == 0);
        }
        for number in (0..30).rev().filter(|number| number % 3 == 1) {
            client.send(json!({"type": "stop", "id": format!("n{number}")}));
        }
        // All other requests end by themselves or at the end of the input.
        client.send(json!({"type": "stop", "id": "n2"}));
        let mut lines = Vec::new();
        while lines.iter().filter(|line: &&Value| line["final"] == true).count() < 12 {
            lines.push(client.read());
        }
        lines.extend(client.end());
        let mut finals = BTreeMap::new();
        for line in &lines {
            let id = line["id"].as_str().unwrap().to_string();
            assert!(!finals.contains_key(&id), "{line} after the final answer");
            if line["final"] == true {
                finals.insert(id, line["reason"].clone());
            }
        }
        assert_eq!(finals.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
        for (id, reason) in &finals {
            assert!(reason == "stopped" || expected[id] && reason == "solved", "{id} {reason}");
        }
    }
}

#[test]
fn a_game_that_is_over_is_answered_so_even_if_it_is_stopped() {
    let mut client = Client::new("--table 1");
    // It keeps the one thread, so that the next request waits until it is stopped.
    client.send(json!({"type": "analyse", "id": "long", "game": "jump61 --size 8"}));
    let over = json!({"type": "analyse", "id": "over", "game": "jump61 --size 2", "moves": ["1,1", "1,2", "1,1"]});
    client.send(over);
    client.send(json!({"type": "stop", "id": "over"}));
    let answer = client.last("over");
    assert_eq!((&answer["reason"], &answer["side"]), (&json!("over"), &json!("first")));
    assert_eq!(answer["value"], json!({"result": "win", "plies": 0}));
    client.send(json!({"type": "quit"}));
    assert_eq!(client.end().len(), 1);
}

/// Moves that take long to play do not keep the program from its other requests.
#[test]
fn long_games_are_played_within_the_limits_of_their_requests() {
    let mut client = Client::new("--table 1");
    // Calls on a board of one column: a second for all of these.
    let long = |id: &str, last: &[&str]| {
        let moves: Vec<&str> = std::iter::repeat_n("!", 40_000).chain(last.iter().copied()).collect();
        json!({"type": "analyse", "id": id, "game": "breakdown -w 1 -h 10000 -k 1 -q 2", "moves": moves})
    };
    let mut limited = long("time", &[]);
    limited["time"] = json!(0.01);
    let answer = client.ask(limited);
    assert_eq!((&answer["reason"], &answer["side"], &answer["nodes"]), (&json!("time"), &json!("first"), &json!(0)));
    client.send(long("stopped", &["!"]));
    client.send(json!({"type": "stop", "id": "stopped"}));
    let answer = client.last("stopped");
    assert_eq!((&answer["reason"], &answer["side"]), (&json!("stopped"), &json!("second")));
    // A wrong move ends such a request, and its id is free again.
    for _ in 0..2 {
        client.send(long("wrong", &["|1"]));
        let error = client.read();
        assert_eq!(
            (&error["type"], &error["code"], &error["id"]),
            (&json!("error"), &json!("position"), &json!("wrong"))
        );
        assert_eq!(error["field"], "moves[40000]");
    }
    let answer = client.ask(json!({"type": "analyse", "id": "wrong", "game": "jump61 --size 2"}));
    assert_eq!(answer["reason"], "solved");
    assert!(client.end().is_empty());
}

#[test]
fn with_finish_a_file_of_requests_is_worked_off_in_order() {
    let requests: String = (0..20)
        .map(|id| format!("{}\n", json!({"type": "analyse", "id": id.to_string(), "game": "jump61 --size 2"})))
        .collect();
    let mut client = Client::new("--finish");
    // The last line may lack its newline.
    client.send_bytes(requests.trim_end().as_bytes());
    let answers = client.end();
    let ids: Vec<String> = answers.iter().map(|answer| answer["id"].as_str().unwrap().to_string()).collect();
    assert_eq!(ids, (0..20).map(|id| id.to_string()).collect::<Vec<_>>());
    assert!(answers.iter().all(|answer| answer["reason"] == "solved" && answer["value"]["plies"] == 4));
}

#[test]
fn problems_have_codes_and_name_the_field() {
    let analyse = |more: Value| {
        let mut request = json!({"type": "analyse", "id": "x", "game": "jump61 --size 2"});
        request.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        request
    };
    let tiles = std::fs::read_to_string(root().join("examples/fitz.tiles")).unwrap();
    let mut client = Client::new("");
    // Problems that the schema finds, too.
    let schema = [
        (json!({"type": "analyse", "game": "jump61 --size 2"}), "missing", "id"),
        (json!({"id": "x"}), "missing", "type"),
        (json!({"type": "analyze", "id": "x"}), "value", "type"),
        (json!({"type": "analyse", "id": "x"}), "missing", "game"),
        (json!({"type": "stop"}), "missing", "id"),
        (json!({"type": "quit", "id": "x"}), "unknown", "id"),
        (analyse(json!({"id": ""})), "value", "id"),
        (analyse(json!({"id": "x".repeat(101)})), "value", "id"),
        (analyse(json!({"id": 7})), "value", "id"),
        (analyse(json!({"dpeth": 3})), "unknown", "dpeth"),
        (analyse(json!({"depth": 0})), "value", "depth"),
        (analyse(json!({"depth": 255})), "value", "depth"),
        (analyse(json!({"depth": -1})), "value", "depth"),
        (analyse(json!({"nodes": 0})), "value", "nodes"),
        (analyse(json!({"nodes": "many"})), "value", "nodes"),
        (analyse(json!({"time": 0})), "value", "time"),
        (analyse(json!({"time": 1e10})), "value", "time"),
        (analyse(json!({"multi": 0})), "value", "multi"),
        (analyse(json!({"multi": 1001})), "value", "multi"),
        (analyse(json!({"partial": 1})), "value", "partial"),
        (analyse(json!({"game": 1})), "value", "game"),
        (analyse(json!({"moves": "1,1"})), "value", "moves"),
        (analyse(json!({"moves": [1]})), "value", "moves"),
        (analyse(json!({"setup": null})), "value", "setup"),
    ];
    let others = [
        (analyse(json!({"game": "chess"})), "game", "game"),
        (analyse(json!({"game": "jump61 --size 1"})), "game", "game"),
        (analyse(json!({"game": "jump61"})), "game", "game"),
        (analyse(json!({"game": "breakdown -w 1000 -h 1000 -k 2 -q 2"})), "game", "game"),
        (analyse(json!({"content": "something"})), "game", "content"),
        (analyse(json!({"game": "candy", "content": "{}"})), "game", "content"),
        (analyse(json!({"game": "candy"})), "missing", "content"),
        (analyse(json!({"game": "fitz --rows 4 --cols 5"})), "missing", "content"),
        (analyse(json!({"setup": "nonsense"})), "position", "setup"),
        (analyse(json!({"moves": ["1,1", "2,2", "1,1", "1,1"]})), "position", "moves[3]"),
        (analyse(json!({"moves": ["1,1", "?"]})), "position", "moves[1]"),
        (json!({"type": "stop", "id": "nobody"}), "gone", "id"),
    ];
    for (request, code, field) in schema.iter().chain(&others) {
        client.send_bytes(format!("{request}\n").as_bytes());
        let line = client.read();
        assert_eq!(
            (&line["type"], &line["code"], &line["field"]),
            (&json!("error"), &json!(code), &json!(field)),
            "{request} {line}"
        );
        let id = &request["id"];
        let known = id.as_str().is_some_and(|id| (1..=100).contains(&id.len()));
        assert_eq!(line.get("id"), known.then_some(id), "{line}");
    }
    hold_against_the_schema(&schema.map(|(request, ..)| request), false);
    for line in [&b"{"[..], b"", b"[]", b"7", b"\xff", b"{\"type\":\"quit\"} x", &[b'['; 5000]] {
        client.send_bytes(&[line, b"\n"].concat());
        assert_eq!(client.read()["code"], "syntax", "{line:?}");
    }
    // After all these errors the program still answers.
    let fitz = client
        .ask(json!({"type": "analyse", "id": "x", "game": "fitz --rows 4 --cols 5", "content": tiles, "depth": 3}));
    assert_eq!((&fitz["value"], &fitz["moves"][0]["move"]), (&json!({"result": "win", "plies": 3}), &json!("1,0,90")));
    // An id that lives.
    client.send(json!({"type": "analyse", "id": "x", "game": "jump61 --size 8"}));
    let twice = client.ask(json!({"type": "analyse", "id": "x", "game": "jump61 --size 8"}));
    assert_eq!((&twice["code"], &twice["field"]), (&json!("live"), &json!("id")));
    client.send(json!({"type": "stop", "id": "x"}));
    assert_eq!(client.last("x")["reason"], "stopped");
    client.send(json!({"type": "quit"}));
    assert!(client.end().is_empty());
}

#[test]
fn lines_and_live_requests_are_bounded() {
    let mut client = Client::new("--table 1");
    let longest = 1 << 20;
    let line = |length: usize| {
        let head = r#"{"type":"analyse","id":"long","game":"jump61 --size 2","setup":""#;
        format!("{head}{}\"}}", "x".repeat(length - head.len() - 2))
    };
    for (length, code) in [(longest, "position"), (longest + 1, "long"), (5 * longest, "long"), (longest, "position")] {
        client.send_bytes(format!("{}\n", line(length)).as_bytes());
        assert_eq!(client.read()["code"], code, "{length}");
    }
    for number in 0..1001 {
        client.send(json!({"type": "analyse", "id": number.to_string(), "game": "jump61 --size 8"}));
    }
    let busy = client.read();
    assert_eq!((&busy["code"], &busy["id"]), (&json!("busy"), &json!("1000")));
    assert_eq!(client.end().len(), 1000);
}

#[test]
fn candy_is_planned() {
    let content = std::fs::read_to_string(root().join("tests/candy/4x4.json")).unwrap();
    let mut client = Client::new("");
    let request =
        json!({"type": "analyse", "id": "x", "game": "candy", "content": content, "depth": 2, "partial": true});
    let answer = client.ask(request.clone());
    let first = &answer["moves"][0];
    assert_eq!((&answer["side"], &first["line"][0]), (&json!("first"), &first["move"]));
    let mut more = request;
    more["multi"] = json!(2);
    assert_eq!(client.ask(more)["field"], "multi");
    // The planner keeps the limit of positions exactly.
    let few = client.ask(json!({"type": "analyse", "id": "few", "game": "candy", "content": content, "nodes": 5}));
    assert_eq!((&few["reason"], &few["nodes"]), (&json!("nodes"), &json!(5)), "{few}");
    // A game that gets stuck whatever is swapped.
    let new = NewGame { colors: 4, state: 2, extension_rows: 3, ..NewGame::new(3, 3) }.with_seed(5);
    let stuck = json::write(&new.make().unwrap().into());
    let answer = client.ask(json!({"type": "analyse", "id": "y", "game": "candy", "content": stuck}));
    assert_eq!([&answer["reason"], &answer["value"]["result"]], [&json!("solved"), &json!("draw")], "{answer}");
    client.end();
}

/// The schema takes every number without a fraction for a whole one.
#[test]
fn whole_numbers_may_have_a_point_or_an_exponent() {
    let mut client = Client::new("");
    for (field, number, taken) in [
        ("depth", "3.0", true),
        ("nodes", "1e3", true),
        ("multi", "2.0", true),
        ("depth", "3.5", false),
        ("depth", "256.0", false),
        ("nodes", "0.0", false),
        ("nodes", "18446744073709551616", false),
        ("multi", "1e4", false),
    ] {
        let request = format!(r#"{{"type":"analyse","id":"x","game":"jump61 --size 2","{field}":{number}}}"#);
        client.send_bytes(format!("{request}\n").as_bytes());
        let answer = client.read();
        assert_eq!(answer["type"], if taken { "answer" } else { "error" }, "{request} {answer}");
    }
    client.end();
}

/// Waits for the end of a program.
fn ends_soon(child: &mut Child) {
    let begun = Instant::now();
    while child.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(60), "it still runs");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn a_client_that_vanishes_ends_the_program() {
    let endless = json!({"type": "analyse", "id": "x", "game": "jump61 --size 8"});
    // The input ends; the output is closed; both.
    for (input_ends, output_closes) in [(true, false), (false, true), (true, true)] {
        let mut client = Client::new("--threads 2");
        client.send(endless.clone());
        client.send_bytes(b"what?\n");
        assert_eq!(client.read()["code"], "syntax");
        let Client { mut child, input, output, .. } = client;
        let mut input = input.unwrap();
        let kept = if output_closes {
            drop(output);
            None
        } else {
            Some(output)
        };
        if input_ends {
            drop(input);
        } else {
            // The program writes to a closed pipe.
            let _ = input.write_all(b"what?\n");
        }
        ends_soon(&mut child);
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert_eq!((child.wait().unwrap().code(), &*errors), (Some(0), ""));
        drop(kept);
    }
}

#[test]
fn the_client_in_python_is_answered() {
    if !is_there("python3", &["-c", "import json, subprocess, threading"]) {
        return;
    }
    let output = Command::new("python3")
        .arg(root().join("examples/analyse.py"))
        .arg(program())
        .args(["breakdown -w 4 -h 5 -k 2 -q 2", "|1 |0 |2"])
        .output()
        .unwrap();
    let (found, errors) = (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr));
    let expected = "  0 first  win in 3     best |1    played |1\n  1 second loss in 2    best |0    played |0\n  \
                    2 first  win in 1     best |2    played |2\n  3 first  win in 0     best -     played\n";
    assert_eq!((output.status.code(), found.as_str()), (Some(0), expected), "{errors}");
}

#[cfg(unix)]
#[test]
fn an_input_that_cannot_be_read_is_an_error() {
    let directory = std::fs::File::open(env!("CARGO_MANIFEST_DIR")).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_gridlaw")).arg("analyse").stdin(directory).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&output.stderr).contains("directory"), "{output:?}");
}
