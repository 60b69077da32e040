//! Replays the fuzz targets' seed corpora and every input that once failed. The package has
//! neither, so this file is not in it.

// Said here, not in the manifest, which is packaged.
#![cfg(feature = "json")]

mod properties;

use std::fs;
use std::path::Path;

#[test]
fn corpora_and_regressions_are_replayed() {
    for &(name, property) in properties::ALL {
        let corpus = Path::new("fuzz/corpus").join(name);
        let seeds = fs::read_dir(&corpus).unwrap_or_else(|error| panic!("{corpus:?}: {error}")).count();
        assert!(seeds > 0, "{name} has no seed corpus");
        let regressions = fs::read_dir(Path::new("fuzz/regressions").join(name)).into_iter().flatten();
        for entry in fs::read_dir(&corpus).unwrap().chain(regressions) {
            properties::run(property, &fs::read(entry.unwrap().path()).unwrap());
        }
    }
}

/// Every fuzz target has a property, and every property a target; others would never be replayed.
#[test]
fn every_fuzz_target_has_its_property_here() {
    let mut targets: Vec<String> = fs::read_dir("fuzz/fuzz_targets")
        .unwrap()
        .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
        .collect();
    let mut names: Vec<&str> = properties::ALL.iter().map(|&(name, _)| name).collect();
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
    for &(name, property) in properties::ALL {
        for number in 0..200 {
            let seed = name.bytes().fold(0, |seed: u64, byte| seed.wrapping_mul(31) + u64::from(byte));
            let mut generator = gridlaw::rng::Generator::for_game(seed, number);
            let length = generator.below(2000);
            let data: Vec<u8> = (0..length).map(|_| generator.below(256) as u8).collect();
            properties::run(property, &data);
        }
    }
}
