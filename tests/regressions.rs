//! Replays the fuzz targets' seed corpora and every input that once failed. The package has
//! neither, so this file is not in it.

// Here and not in the manifest, because the manifest is packaged.
#![cfg(feature = "json")]

mod in_parallel;
mod properties;

use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn corpora_and_regressions_are_replayed() {
    for &(name, property) in properties::ALL {
        let corpus = Path::new("fuzz/corpus").join(name);
        // The files of a folder whose bytes make a value, and those whose bytes make none.
        let replay = |folder: &Path| -> [Vec<PathBuf>; 2] {
            let files = fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap().path());
            files.partition(|file| properties::reaches(property, &fs::read(file).unwrap())).into()
        };
        let [_, others] = replay(&Path::new("fuzz/regressions").join(name));
        assert!(others.is_empty(), "these inputs once failed, and make no value any more: {others:?}");
        let [reached, others] = replay(&corpus);
        assert!(!reached.is_empty(), "{name} has no seed corpus");
        assert!(others.is_empty(), "these seeds make no value, and show nothing: {others:?}");
    }
}

/// Every fuzz target has a property, and every property a target; others would never be replayed.
/// The tests of the C library replay `c_calls`.
#[test]
fn every_fuzz_target_has_its_property_here() {
    let mut targets: Vec<String> = fs::read_dir("fuzz/fuzz_targets")
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let mut names: Vec<&str> = properties::ALL.iter().map(|&(name, _)| name).chain(["c_calls"]).collect();
    targets.sort();
    names.sort_unstable();
    assert_eq!(targets, names);
    let manifest = fs::read_to_string("fuzz/Cargo.toml").unwrap();
    for name in names {
        assert!(manifest.contains(&format!("path = \"fuzz_targets/{name}.rs\"")), "{name} is not in fuzz/Cargo.toml");
    }
}

/// Every property also gets bytes of a pinned generator, which are in no corpus.
#[test]
fn properties_hold_on_arbitrary_bytes() {
    in_parallel::for_each(properties::ALL, |&(name, property)| holds_on_arbitrary_bytes(name, property));
}

fn holds_on_arbitrary_bytes(name: &str, property: properties::Property) {
    let reached = (0..200).filter(|&number| {
        let seed = name.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31) + u64::from(byte));
        let mut generator = gridlaw::rng::Generator::for_game(seed, number);
        let length = generator.below(2000);
        let data: Vec<u8> = (0..length).map(|_| generator.below(256) as u8).collect();
        properties::reaches(property, &data)
    });
    let reached = reached.count();
    assert!(reached >= 100, "{name}: {reached} of 200 make a value");
}
