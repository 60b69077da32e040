"""The mutants of the library: which there are, in which area, and which are known to change nothing."""

import hashlib
import json
import re
import subprocess
from collections import Counter
from fnmatch import fnmatchcase

# An area's name and its files. The first area with a matching pattern takes a file.
AREAS = {
    "search": [
        "src/search/*", "src/solving.rs", "src/games/*/search.rs", "src/games/*/search/*", "src/games/*/tactics.rs",
        "src/games/*/fast/search.rs", "src/games/*/fast/weak.rs", "src/games/*/fast/tactics.rs",
    ],
    "lanes": ["src/lanes.rs", "src/line_lanes.rs", "src/games/*/lanes.rs"],
    "batch": ["src/batch.rs", "src/chunks.rs", "src/batching/*", "src/games/*/batch.rs", "src/games/*/batch/*"],
    "board": ["src/board/*"],
    "matrix": ["src/matrix/*"],
    **{game: [f"src/games/{game}/fast/*", f"src/games/{game}/naive.rs"]
       for game in ("breakdown", "connect4", "jump61", "candy", "fitz")},
    "rest": ["src/*"],
}


def area_of(file):
    """The area of a file. None for what checks the law, which broken engines test."""
    if file.startswith("src/conformance/"):
        return None
    return next((area for area, patterns in AREAS.items() if any(fnmatchcase(file, p) for p in patterns)), None)


def mutants_of(root):
    """Every mutant of the areas, in the order of the files, each with a key that survives other edits of its file."""
    listed = subprocess.run(
        ["cargo", "mutants", "--list", "--json", "-p", "gridlaw", "--no-config"],
        cwd=root, check=True, capture_output=True, text=True)
    texts, mutants = {}, []
    for mutant in json.loads(listed.stdout):
        file, area = mutant["file"], area_of(mutant["file"])
        what = re.sub(r"^\S+?:\d+(:\d+)?: ", "", mutant["name"])
        # The output of Debug is no
        # behavior.
        if area is None or not mutant.get("function") or "Debug for" in what:
            continue
        text = texts.setdefault(file, (root / file).read_text())
        line = text.split("\n")[mutant["span"]["start"]["line"] - 1].strip()
        mutants.append(mutant | {"area": area, "what": what, "line": line})
    mutants.sort(key=lambda m: (m["file"], m["span"]["start"]["line"], m["span"]["start"]["column"], m["what"]))
    times = Counter()
    for mutant in mutants:
        # A whole function is named by itself; its first line may be anywhere.
        at = "" if mutant["genre"] == "FnValue" else f" at `{mutant['line']}`"
        key = f"{mutant['file']}: {mutant['what']}{at}"
        times[key] += 1
        mutant["key"] = key + (f" #{times[key]}" if times[key] > 1 else "")
    return mutants


def entries_of(path):
    """The mutants that a file names by their keys, each with a note: two lines each, the second one indented."""
    notes, key = {}, None
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith(" "):
            if key is None:
                raise SystemExit(f"{path}:{number}: expected a mutant before its note")
            notes[key], key = line.strip(), None
        elif key is None and line not in notes:
            key = line
        else:
            raise SystemExit(f"{path}:{number}: expected an indented note, and each mutant once")
    if key is not None:
        raise SystemExit(f"{path}: expected a note after the last mutant")
    return notes


def sample(mutants, count, seed, rest=False):
    """So many mutants, chosen by a seed, in their order; all of them for None. An edit elsewhere leaves most of them.
    With `rest` all others."""
    if count is None or count >= len(mutants):
        return [] if rest else mutants
    draw = lambda mutant: hashlib.sha256(f"{seed} {mutant['key']}".encode()).digest()
    last = sorted(map(draw, mutants))[count]
    return [mutant for mutant in mutants if (draw(mutant) < last) != rest]
