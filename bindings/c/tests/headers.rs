//! The headers in `include`, compared with the output of cbindgen for the sources.
//!
//! `cargo test --workspace --features gridlaw-c/headers --test headers` compares them, and with
//! `GRIDLAW_WRITE_HEADERS=1` writes them again.

use std::fs;

/// The headers, each with its sources in the order of the header.
const HEADERS: [(&str, &[&str]); 5] = [
    (
        "gridlaw",
        &[
            "src/status.rs",
            "src/message.rs",
            "src/game.rs",
            "src/actions.rs",
            "src/positions.rs",
            "src/words.rs",
            "src/batch.rs",
            "src/steps.rs",
        ],
    ),
    ("pos", &["breakdown/src/pos.rs"]),
    ("board", &["breakdown/src/board.rs"]),
    ("logic", &["breakdown/src/logic.rs"]),
    ("connect4", &["connect4/src/lib.rs"]),
];

fn generate(name: &str, sources: &[&str]) -> String {
    let mut config = cbindgen::Config::from_file(format!("headers/{name}.toml")).unwrap();
    if name == "gridlaw" {
        let version = env!("CARGO_PKG_VERSION");
        config.after_includes =
            Some(format!("\n// The version of this header.\n#define GRIDLAW_VERSION \"{version}\""));
    }
    let builder = cbindgen::Builder::new().with_config(config);
    let builder = sources.iter().fold(builder, |builder, source| builder.with_src(source));
    let mut text = Vec::new();
    builder.generate().unwrap().write(&mut text);
    String::from_utf8(text).unwrap()
}

#[test]
fn headers_match_the_sources() {
    for (name, sources) in HEADERS {
        let (path, made) = (format!("include/{name}.h"), generate(name, sources));
        if std::env::var_os("GRIDLAW_WRITE_HEADERS").is_some() {
            fs::write(&path, &made).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        let differs = made.lines().zip(kept.lines().chain(std::iter::repeat(""))).position(|(made, kept)| made != kept);
        assert_eq!(differs, None, "bindings/c/{path} is out of date from line {:?} (from 0) on", differs.unwrap_or(0));
        assert_eq!(made, kept, "bindings/c/{path} is out of date");
    }
}
