//! The links of the pages lead to files of the repository, and pages that a registry shows have no
//! link that works only in the repository. The tests and benches that their commands name exist.

use std::fs;
use std::path::{Path, PathBuf};

/// The pages that are also shown outside of the repository: by a registry, in hosted documentation.
const SHOWN_ELSEWHERE: [&str; 3] = ["README.md", "CHANGELOG.md", "DESIGN.md"];

/// A file or folder of the repository where it is hosted.
const HOSTED: [&str; 2] =
    [concat!(env!("CARGO_PKG_REPOSITORY"), "/blob/main/"), concat!(env!("CARGO_PKG_REPOSITORY"), "/tree/main/")];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_path_buf()
}

/// Every page, by its path from the root.
fn pages() -> Vec<String> {
    let mut pages = Vec::new();
    for folder in ["", "docs/", "bindings/c/", "bindings/python/", "bindings/web/", "benches/peers/"] {
        for entry in fs::read_dir(root().join(folder)).unwrap() {
            let name = entry.unwrap().file_name().into_string().unwrap();
            if name.ends_with(".md") {
                pages.push(format!("{folder}{name}"));
            }
        }
    }
    assert!(pages.len() > 10, "the pages were not found");
    pages
}

/// The targets of the links `[text](target)` and `[name]: target` outside of code.
fn links(page: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join(page)).unwrap();
    let mut found = Vec::new();
    let mut in_code = false;
    for line in text.lines() {
        in_code ^= line.starts_with("```");
        if in_code {
            continue;
        }
        if let Some((_, target)) = line.strip_prefix('[').and_then(|rest| rest.split_once("]: ")) {
            found.push(target.to_string());
        }
        for (at, opening) in line.match_indices("](") {
            let target = &line[at + opening.len()..];
            found.push(target[..target.find(')').expect("a link that ends on its line")].to_string());
        }
    }
    found
}

#[test]
fn links_lead_to_files() {
    let mut checked = 0;
    for page in pages() {
        for link in links(&page) {
            let folder = root().join(&page).parent().unwrap().to_path_buf();
            let (file, _) = link.split_once('#').unwrap_or((&link, ""));
            let hosted = HOSTED.iter().find_map(|hosted| file.strip_prefix(hosted)).map(|path| root().join(path));
            let path = match hosted {
                Some(path) => path,
                None if link.starts_with("https://") || file.is_empty() => continue,
                None => folder.join(file),
            };
            assert!(path.exists(), "{page}: {link} leads nowhere");
            checked += 1;
        }
    }
    assert!(checked > 30, "only {checked} links were found");
}

#[test]
fn pages_that_a_registry_shows_have_absolute_links() {
    for page in SHOWN_ELSEWHERE {
        for link in links(page) {
            assert!(link.starts_with("https://") || link.starts_with('#'), "{page}: {link} is a relative link");
        }
    }
    assert!(links("README.md").len() > 10);
}

#[test]
fn tests_and_benches_of_commands_exist() {
    let folders = ["tests", "programs/tests", "bindings/c/tests", "benches"];
    let mut checked = 0;
    for page in pages() {
        let text = fs::read_to_string(root().join(&page)).unwrap();
        let words: Vec<&str> = text.split([' ', '\n', '`']).collect();
        for pair in words.windows(2).filter(|pair| ["--test", "--bench"].contains(&pair[0])) {
            let name = pair[1];
            if name.is_empty() || name.contains(|letter: char| !letter.is_ascii_lowercase() && letter != '_') {
                continue;
            }
            let exists =
                |folder| [".rs", "/main.rs"].iter().any(|end| root().join(format!("{folder}/{name}{end}")).exists());
            assert!(folders.iter().any(exists), "{page}: there is no test or bench `{name}`");
            checked += 1;
        }
    }
    assert!(checked > 10, "only {checked} names were found");
}

/// The newest section of the changelog is about the version of the workspace.
#[test]
fn the_changelog_has_a_section_about_this_version() {
    let changelog = fs::read_to_string(root().join("CHANGELOG.md")).unwrap();
    let newest = changelog.lines().find(|line| line.starts_with("## [") && *line != "## [Unreleased]");
    assert!(
        newest.is_some_and(|line| line.starts_with(concat!("## [", env!("CARGO_PKG_VERSION"), "] - 2"))),
        "{newest:?}"
    );
}
