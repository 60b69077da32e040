//! Candy's game files: accepted and refused files, the error messages, and round trips of saved
//! games.

#![cfg(feature = "json")]

use gridlaw::games::candy::{
    Candy, CandyRules, Definition, Instance, LONGEST_FILE, Large, Medium, NaiveCandy, NewGame, Small, Unbounded,
    Unwatched, json,
};
use gridlaw::rng::Generator;
use gridlaw::rules::{Notation, Rules};
use quickcheck_macros::quickcheck;

/// The example of the document, verbatim.
const EXAMPLE: &str = r#"{ "gamedef": { "gameid" : 12345,
                 "extensioncolor": { "rows": 8,
                                     "columns" : 2,
                                     "data": [0, 1, 2, 3, 4, 5,
                                              0, 1, 2, 3, 4, 5,
                                              0, 1, 2, 3]
                                   },
                 "boardstate": { "rows" : 2,
                                 "columns" : 2,
                                 "data": [1, 1, 1, 1]
                               },
                 "colors": 6
               },
    "gamestate" : { "boardcandies" : { "rows": 2,
                                       "columns" : 2,
                                       "data" : [ { "color": 0, "type": 0},
                                                  { "color": 1, "type": 0},
                                                  { "color": 2, "type": 0},
                                                  { "color": 1, "type": 0}
                                                ]
                                     },
                   "boardstate" : { "rows": 2,
                                    "columns": 2,
                                    "data": [1, 1, 1, 0]
                                  },
                   "movesmade": 4,
                   "currentscore" : 142,
                   "extensionoffset": [2, 2]
                  }
  }
"#;

/// A game as [`json::write`] writes it.
const WRITTEN: &str = r#"{
  "gamedef": {
    "gameid": 12345,
    "extensioncolor": {
      "rows": 8,
      "columns": 2,
      "data": [0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5, 0, 1, 2, 3]
    },
    "boardstate": {
      "rows": 2,
      "columns": 2,
      "data": [1, 1, 1, 1]
    },
    "colors": 6
  },
  "gamestate": {
    "boardcandies": {
      "rows": 2,
      "columns": 2,
      "data": [{"color": 0, "type": 0}, {"color": 1, "type": 0}, {"color": 2, "type": 0}, {"color": 1, "type": 0}]
    },
    "boardstate": {
      "rows": 2,
      "columns": 2,
      "data": [1, 1, 1, 0]
    },
    "movesmade": 4,
    "currentscore": 142,
    "extensionoffset": [2, 2]
  }
}
"#;

#[test]
fn the_example_of_the_document_is_read_and_written_in_its_order() {
    let instance = json::read(EXAMPLE.as_bytes()).unwrap();
    let state = instance.state().unwrap();
    assert_eq!((instance.definition().id(), instance.definition().colors()), (12345, 6));
    assert_eq!((state.moves, state.score, &state.offsets[..]), (4, 142, &[2, 2][..]));
    assert_eq!((&state.colors.data[..], &state.states.data[..]), (&[0, 1, 2, 1][..], &[1, 1, 1, 0][..]));
    assert_eq!(json::write(&instance), WRITTEN);
    assert_eq!(json::read(WRITTEN.as_bytes()), Ok(instance));
}

#[test]
fn a_game_without_a_state_stays_one() {
    let instance = Instance::from(NewGame::new(4, 3).make().unwrap());
    let text = json::write(&instance);
    assert!(!text.contains("gamestate"));
    assert_eq!(json::read(text.as_bytes()), Ok(instance));
}

#[test]
fn unknown_keys_are_dropped_wherever_they_are() {
    let more = WRITTEN
        .replacen('{', r#"{"note": {"gamedef": [1, "\u00e9", null, -1.5e9]}, "note": 2,"#, 1)
        .replace(r#""gameid""#, r#""author": "x", "gameid""#)
        .replace(r#""color""#, r#""flavour": [[[]]], "color""#)
        .replace(r#""movesmade""#, r#""MovesMade": -1, "movesmade""#);
    assert_eq!(json::write(&json::read(more.as_bytes()).unwrap()), WRITTEN);
}

/// Every message names the wrong key and the expected value.
#[test]
fn wrong_files_are_refused_with_the_key_and_the_fault() {
    const WHOLE: &str = "expected a whole number from 0 to 4294967295";
    const LONG: &str = "expected a whole number from 0 to 18446744073709551615";
    #[rustfmt::skip]
    let cases: &[(&str, &str, &str)] = &[
        // Missing, duplicate, misspelled and misplaced keys.
        (r#""gameid": 12345,"#, "", "gamedef: missing field `gameid`"),
        (r#""gameid""#, r#""gameID""#, "gamedef: missing field `gameid`"),
        (r#""gameid": 12345,"#, r#""gameid": 1, "gameid": 1,"#, "gamedef: duplicate field `gameid`"),
        (r#""gamedef""#, r#""gameDef""#, "missing field `gamedef`"),
        (r#""gamestate": {"#, r#""gamedef": {"#, "duplicate field `gamedef` at line 16 column 11"),
        (r#",
    "colors": 6"#, "", "gamedef: missing field `colors`"),
        (r#""columns": 2,
      "data": [0, 1, 2"#, r#""data": [0, 1, 2"#, "gamedef.extensioncolor: missing field `columns`"),
        (r#""movesmade": 4,"#, "", "gamestate: missing field `movesmade`"),
        (r#""color": 2, "#, "", "gamestate.boardcandies.data[2]: missing field `color`"),
        (r#", "type": 0}]"#, "}]", "gamestate.boardcandies.data[3]: missing field `type`"),
        // Values of a wrong type.
        ("12345", r#""12345""#, r#"gamedef.gameid: invalid type: string "12345", expected a whole number"#),
        ("12345", "null", "gamedef.gameid: invalid type: null, expected a whole number"),
        ("12345", "true", "gamedef.gameid: invalid type: boolean `true`, expected a whole number"),
        ("12345", "[]", "gamedef.gameid: invalid type: sequence, expected a whole number"),
        ("12345", "1.0", "gamedef.gameid: invalid type: floating point `1.0`, expected a whole number"),
        ("12345", "1e3", "gamedef.gameid: invalid type: floating point `1000.0`, expected a whole number"),
        ("[1, 1, 1, 1]", "4", "gamedef.boardstate.data: invalid type: integer `4`, expected a sequence"),
        ("[1, 1, 1, 1]", "[1, 1, 1, [1]]", "gamedef.boardstate.data[3]: invalid type: sequence, expected a whole"),
        (r#"{"color": 0, "type": 0}"#, "0", "gamestate.boardcandies.data[0]: invalid type: integer `0`, expected an object"),
        (r#"{"color": 0, "type": 0}"#, "[0, 0]", "gamestate.boardcandies.data[0]: invalid type: sequence, expected an object"),
        // Numbers out of range.
        ("12345", "-1", "gamedef.gameid: invalid value: integer `-1`, expected a whole number from 0 to 4294967295"),
        ("12345", "4294967296", "gamedef.gameid: invalid value: integer `4294967296`, expected a whole"),
        ("12345", "-0", "gamedef.gameid: invalid type: floating point `-0.0`, expected a whole number"),
        ("12345", "1e999", "number out of range"),
        ("[1, 1, 1, 1]", "[1, 1, 1, -1]", "gamedef.boardstate.data[3]: invalid value: integer `-1`"),
        (r#""movesmade": 4"#, r#""movesmade": -4"#, "gamestate.movesmade: invalid value: integer `-4`"),
        ("142", "18446744073709551616", LONG),
        ("[2, 2]", "[2, -2]", "gamestate.extensionoffset[1]: invalid value: integer `-2`"),
        // Sizes.
        (r#""rows": 8"#, r#""rows": 0"#, "gamedef.extensioncolor.rows: expected at least 1, found 0"),
        (r#""rows": 8"#, r#""rows": 7"#, "gamedef.extensioncolor.data: expected 14 elements for 7 rows of 2 columns, found 16"),
        (r#""rows": 8"#, r#""rows": 4294967295"#, "gamedef.extensioncolor: expected at most 1048576 cells, found 4294967295 rows of 2 columns"),
        (r#""rows": 8"#, r#""rows": 4294967296"#, WHOLE),
        (r#""rows": 8,
      "columns": 2"#, r#""rows": 4,
      "columns": 4"#, "gamedef.extensioncolor.columns: expected 2 as of the board, found 4"),
        ("[1, 1, 1, 1]", "[1, 1, 1]", "gamedef.boardstate.data: expected 4 elements for 2 rows of 2 columns, found 3"),
        ("[1, 1, 1, 0]", "[1, 1, 1, 0, 0]", "gamestate.boardstate.data: expected 4 elements for 2 rows of 2 columns, found 5"),
        ("[2, 2]", "[2]", "gamestate.extensionoffset: expected an element for each of 2 columns, found 1"),
        ("[2, 2]", "[]", "gamestate.extensionoffset: expected an element for each of 2 columns, found 0"),
        // Colors and types.
        (r#""colors": 6"#, r#""colors": 0"#, "gamedef.colors: expected at least 1, found 0"),
        (r#""colors": 6"#, r#""colors": 5"#, "gamedef.extensioncolor.data[5]: expected a color from 0 to 4, found 5"),
        (r#"{"color": 2,"#, r#"{"color": 6,"#, "gamestate.boardcandies.data[2].color: expected a color from 0 to 5, found 6"),
        (r#""type": 0}]"#, r#""type": 1}]"#, "gamestate.boardcandies.data[3].type: expected type 0, a regular candy, found 1"),
        // Not JSON.
        ("12345", "012345", "gamedef.gameid: invalid number"),
        ("12345", "0x12", "gamedef: expected `,` or `}`"),
        ("12345", "NaN", "expected value"),
        ("[2, 2]", "[2, 2,]", "trailing comma"),
        ("[2, 2]\n  }\n}\n", "[2, 2]", "EOF while parsing"),
        ("[2, 2]\n  }\n}\n", "[2, 2]}} x", "trailing characters"),
    ];
    for &(from, to, message) in cases {
        assert!(WRITTEN.contains(from), "{from:?}");
        // A case about the state replaces the second of two equal texts.
        let text = WRITTEN.replacen(from, to, 1);
        let error = json::read(text.as_bytes()).expect_err(message).to_string();
        assert!(error.contains(message), "{from:?} as {to:?}: {error}");
        assert!(!error.contains('\n'), "{error:?}");
    }
    for (text, message) in [
        ("", "EOF while parsing a value at line 1 column 0"),
        ("[]", "invalid type: sequence, expected an object at line 1 column 0"),
        ("[[1], [2]]", "invalid type: sequence, expected an object at line 1 column 0"),
        ("null", "invalid type: null, expected an object at line 1 column 4"),
        ("{}", "missing field `gamedef` at line 1 column 2"),
        (r#"{"gamedef": []}"#, "gamedef: invalid type: sequence, expected an object at line 1 column 12"),
        ("\u{feff}{}", "expected value at line 1 column 1"),
        (r#"{"gamedef": 1}"#, "gamedef: invalid type: integer `1`, expected an object at line 1 column 13"),
    ] {
        assert_eq!(json::read(text.as_bytes()).unwrap_err().to_string(), message);
    }
    let null = WRITTEN.split_once(r#""gamestate""#).unwrap().0.to_string() + r#""gamestate": null}"#;
    let error = json::read(null.as_bytes()).unwrap_err().to_string();
    assert!(error.starts_with("gamestate: invalid type: null, expected an object"), "{error}");
}

/// Sizes, nesting and bytes that try to exhaust the reader's memory or stack.
#[test]
fn hostile_files_are_refused_at_once() {
    let deep = |open: &str, close: &str| format!(r#"{{"x": {}{}}}"#, open.repeat(100_000), close.repeat(100_000));
    assert_eq!(
        json::read(deep("[", "]").as_bytes()).unwrap_err().to_string(),
        "missing field `gamedef` at line 1 column 200007"
    );
    for text in [
        format!(r#"{{"gamedef": {}"#, "[".repeat(1 << 20)),
        format!(r#"{{"gamedef": {}"#, r#"{"gamedef": "#.repeat(1 << 18)),
        format!(r#"{{"gamedef": {{"gameid": {}}}}}"#, "9".repeat(1 << 20)),
        format!(r#"{{"gamedef": {{"colors": [{}]}}}}"#, "0,".repeat(1 << 20)),
        format!(r#"{{"{}": [}}"#, "k".repeat(1 << 20)),
        "{\"\\n\\u001b[31m\": {\"\\u0007\": [}".to_string(),
        "{\"a\nb\": 1}".to_string(),
    ] {
        let error = json::read(text.as_bytes()).unwrap_err().to_string();
        assert!(error.len() < 500 && error.chars().all(|letter| !letter.is_control()), "{error:?}");
    }
    for bytes in
        [&b"\xff"[..], b"{\"gamedef\": \"\xff\"}", b"{\"\xc3\x28\": 1}", b"\0", b"{\"gamedef\": {\"gameid\": \xff"]
    {
        assert!(json::read(bytes).is_err());
    }
}

#[test]
fn counts_of_64_bits_are_read_back() {
    let text = WRITTEN.replace("142", "18446744073709551615").replace("[2, 2]", "[18446744073709551615, 2]");
    let instance = json::read(text.as_bytes()).unwrap();
    assert_eq!(instance.state().unwrap().score, u64::MAX);
    assert_eq!(json::write(&instance), text);
}

/// A saved game loads to an equal one after every move of a game.
#[quickcheck]
fn a_saved_game_loads_to_an_equal_one(seed: u64, size: u8) {
    let new = NewGame { colors: 5, ..NewGame::new(3 + u32::from(size % 8), 3 + u32::from(size / 8 % 8)) };
    let definition = new.with_seed(seed).make().unwrap();
    let rules = Candy::<Unbounded>::new(&definition.clone().into()).unwrap();
    let (mut position, mut generator) = (rules.start(), Generator::for_game(seed, 0));
    for _ in 0..20 {
        // Loading settles further the few boards that stopped at the limit (K3).
        if rules.settle(&mut position.clone(), &mut Unwatched) == 0 {
            let saved = Instance::new(definition.clone(), rules.setup(&position)).unwrap();
            let text = json::write(&saved);
            let loaded = json::read(text.as_bytes()).unwrap();
            assert_eq!(loaded, saved);
            let fast = Candy::<Unbounded>::new(&loaded).unwrap();
            assert_eq!(fast.start(), position);
            let naive = NaiveCandy::new(&loaded);
            assert_eq!(naive.setup(&naive.start()), rules.setup(&position));
        }
        let Some(mv) = rules.choose_move(&position, |count| generator.below(count)) else { break };
        rules.play_unchecked(&mut position, mv);
    }
}

/// Plays a game and resumes it from one of its states: the end is the same.
fn resumes<C: CandyRules>(rules: &C, definition: &Definition, seed: u32, cut: usize) {
    let mut generator = Generator::for_game(seed.into(), 0);
    let (mut position, mut moves, mut states) = (rules.start(), Vec::new(), Vec::new());
    while let Some(mv) = rules.choose_move(&position, |count| generator.below(count)) {
        states.push(rules.setup(&position));
        rules.play_unchecked(&mut position, mv);
        moves.push(mv);
        if moves.len() == 40 {
            break;
        }
    }
    if moves.is_empty() {
        return;
    }
    let cut = cut % moves.len();
    let resumed = Instance::new(definition.clone(), states.swap_remove(cut)).unwrap();
    let resumed = NaiveCandy::new(&resumed);
    let mut other = resumed.start();
    for &mv in &moves[cut..] {
        resumed.play(&mut other, mv).unwrap();
    }
    assert_eq!(resumed.setup(&other), rules.setup(&position));
    assert_eq!(resumed.outcome(&other), rules.outcome(&position));
}

/// A game that is suspended at any move and resumed ends like one that is played through.
#[quickcheck]
fn a_game_can_be_suspended_at_any_move(id: u32, cut: usize, size: u8) {
    let new = NewGame { id, colors: 5, ..NewGame::new(5 + u32::from(size % 4), 5 + u32::from(size / 4 % 4)) };
    let definition = new.make().unwrap();
    let instance = definition.clone().into();
    resumes(&Candy::<Small>::new(&instance).expect("room for boards up to 8×8"), &definition, id, cut);
    resumes(&Candy::<Medium>::new(&instance).expect("room for boards up to 8×8"), &definition, id, cut);
    resumes(&Candy::<Large>::new(&instance).expect("room for boards up to 8×8"), &definition, id, cut);
    resumes(&Candy::<Unbounded>::new(&instance).expect("room for any board"), &definition, id, cut);
    resumes(&NaiveCandy::new(&instance), &definition, id, cut);
}

/// The largest possible game is written in fewer bytes than the reader accepts.
#[test]
fn the_largest_game_is_not_too_long_to_be_read() {
    let new = NewGame { extension_rows: 16, colors: u32::MAX, state: u32::MAX, ..NewGame::new(1 << 16, 1) };
    let definition = new.make().unwrap();
    let mut state =
        Candy::<Unbounded>::new(&definition.clone().into()).map(|rules| rules.setup(&rules.start())).unwrap();
    state.offsets.fill(u64::MAX);
    let text = json::write(&Instance::new(definition, state).unwrap());
    assert!(3 * text.len() as u64 <= LONGEST_FILE, "{}", text.len());
    assert!(json::read(text.as_bytes()).is_ok());
}
