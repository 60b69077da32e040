"""One copy of the library with many mutants in it, each behind `mutant_switch::on(number)`."""

import json
import re
import shutil
import subprocess
from bisect import bisect_right
from pathlib import Path

HERE = Path(__file__).parent
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|r(#*)".*?"\1|"(?:\\.|[^"\\])*"|\'(?:\\.[^\']*|[^\'\\])\'|\bfn\b|[][(){}]|.', re.S)
ALWAYS = "#[inline(always)]"
ARM = re.compile(r"/\*(\d+)<\*/|/\*>(\d+)\*/")


def offset(text, place):
    """The index of a line and a column, both counted from one."""
    start = 0
    for _ in range(place["line"] - 1):
        start = text.index("\n", start) + 1
    return start + place["column"] - 1


def body_of(text, start, end):
    """The range of a function's body, braces included."""
    depth, named = 0, False
    for token in TOKEN.finditer(text, start, end):
        found = token.group()
        if found == "fn" and depth == 0:
            named = True
        elif found in "([" and named:
            depth += 1
        elif found in ")]" and named:
            depth -= 1
        elif found == "{" and named and depth == 0:
            return token.start(), text.rindex("}", start, end) + 1
    raise ValueError(f"no body in {text[start:end][:80]!r}")


class Function:
    """A function with its mutants. A body may contain further functions."""

    def __init__(self, text, span, mutants):
        start = offset(text, span["start"])
        self.start, self.end = body_of(text, start, offset(text, span["end"]))
        # A mutant of the signature changes a type: no switch can do that, and hardly any builds.
        self.mutants = [mutant for mutant in mutants if offset(text, mutant["span"]["start"]) > self.start]
        returned = text[start:self.start].rpartition("->")[2].strip()
        # Two arms with types of their own do not fit; those of iterators are wrapped.
        self.wraps = returned.startswith("impl") and "Iterator" in returned

    def mutated(self, text, mutant):
        start, end = (offset(text, mutant["span"][side]) for side in ("start", "end"))
        if mutant["genre"] == "FnValue":
            return "{ " + mutant["replacement"] + " }"
        return text[self.start:start] + mutant["replacement"] + text[end:self.end]


def written(text, functions, start, end):
    """A range of a file, its functions switched."""
    parts, at = [], start
    for function in functions:
        if function.start < at or function.end > end:
            continue
        inner = [other for other in functions if other is not function]
        parts.append(text[at:function.start] + "{\n")
        prefix, suffix = "", ""
        for mutant in function.mutants:
            number, arm = mutant["number"], function.mutated(text, mutant)
            if function.wraps:
                arm = f"{{ {prefix}crate::mutant_switch::Either::Mutant({arm}){suffix} }}"
                prefix, suffix = prefix + "crate::mutant_switch::Either::Other(", suffix + ")"
            parts.append(f"if crate::mutant_switch::on({number}) /*{number}<*/ {arm} /*>{number}*/ else ")
        parts.append("{" + prefix + written(text, inner, function.start, function.end) + suffix + "}\n}")
        at = function.end
    return "".join(parts) + text[at:end]


def not_always_inlined(text, start):
    """The text without `inline(always)` on the function with its body at `start`; of the same length."""
    attribute = text.rfind(ALWAYS, 0, start)
    if attribute < 0 or text.find("}", attribute, start) >= 0:
        return text
    return text[:attribute] + "#[inline]".ljust(len(ALWAYS)) + text[attribute + len(ALWAYS):]


def switch(text, mutants):
    """A file with these mutants in it."""
    by_function = {}
    for mutant in mutants:
        by_function.setdefault(json.dumps(mutant["function"]["span"]), []).append(mutant)
    for span, group in by_function.items():
        # Copies of a function that are inlined into copies of another one multiply.
        text = not_always_inlined(text, Function(text, json.loads(span), group).start)
    functions = [Function(text, json.loads(span), group) for span, group in by_function.items()]
    functions.sort(key=lambda function: (function.start, -function.end))
    return written(text, functions, 0, len(text))


def replace(path, text):
    """Writes a file, unless it has this content: then it stays as old as it is."""
    if not path.exists() or path.read_text() != text:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def write_tree(root, tree, mutants):
    """The package with these mutants; all but the sources and the manifest are links. Returns the sources."""
    tree.mkdir(parents=True, exist_ok=True)
    by_file = {}
    for mutant in mutants:
        by_file.setdefault(mutant["file"], []).append(mutant)
    sources = {str(path.relative_to(root)) for path in (root / "src").rglob("*.rs")}
    for old in (tree / "src").rglob("*.rs"):
        if str(old.relative_to(tree)) not in sources | {"src/mutant_switch.rs"}:
            old.unlink()
    texts = {}
    for source in sources:
        texts[source] = text = switch((root / source).read_text(), by_file.get(source, []))
        if source == "src/lib.rs":
            # Lets constant functions ask the switch, too.
            text = "#![allow(internal_features)]\n#![feature(const_eval_select, core_intrinsics)]\n" + text
            text += "\n#[doc(hidden)]\n#[allow(missing_docs)]\npub mod mutant_switch;\n"
        replace(tree / source, text)
    replace(tree / "src/mutant_switch.rs", (HERE / "switch.rs").read_text())
    manifest = (root / "Cargo.toml").read_text()
    manifest = re.sub(r"(?m)^members = .*$", "members = []", manifest)
    manifest = re.sub(r"(?m)^default-members = .*$", 'exclude = ["*"]', manifest)
    manifest = manifest.replace("\n[lints]\nworkspace = true\n", "\n")
    replace(tree / "Cargo.toml", manifest)
    if not (tree / "Cargo.lock").exists():
        shutil.copy(root / "Cargo.lock", tree)
    for path in root.iterdir():
        link = tree / path.name
        if path.name not in {"src", "target", "Cargo.toml", "Cargo.lock", ".git"} and not link.exists():
            link.symlink_to(path.resolve())
    return texts


def cargo(tree, build, environment, *arguments):
    """Cargo's messages about the copy, and whether it was built."""
    done = subprocess.run(
        ["cargo", *arguments, "--features", "json", "--message-format=json", "-q"],
        cwd=tree, env=environment | {"CARGO_TARGET_DIR": str(build)}, capture_output=True, text=True)
    messages = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return messages, done


def arms_of(text):
    """The starts of the arms in bytes, with the end and the number of each."""
    arms, opened, passed, at = [], {}, 0, 0
    for token in ARM.finditer(text):
        passed += len(text[at:token.start()].encode())
        at = token.start()
        if token.group(1):
            opened[token.group(1)] = passed
        else:
            arms.append((opened.pop(token.group(2)), passed, int(token.group(2))))
    return sorted(arms)


def spans_of(message):
    """The places of an error, outermost macro calls included."""
    pending = list(message["spans"]) + [span for child in message["children"] for span in child["spans"]]
    while pending:
        span = pending.pop()
        yield span
        if span.get("expansion"):
            pending.append(span["expansion"]["span"])


def without_errors(root, tree, build, environment, mutants):
    """The mutants that build. Writes the copy with them alone."""
    mutants = list(mutants)
    for _ in range(20):
        texts = write_tree(root, tree, mutants)
        mutants = [mutant for mutant in mutants if f"*>{mutant['number']}*" in texts[mutant["file"]]]
        messages, done = cargo(tree, build, environment, "check", "--lib")
        if done.returncode == 0:
            return mutants
        arms, wrong, lost = {}, set(), []
        for message in messages:
            error = message.get("message", {})
            if message.get("reason") != "compiler-message" or error.get("level") != "error" or not error["spans"]:
                continue
            places = [span for span in spans_of(error) if span["file_name"].startswith("src/")]
            hit = set()
            for span in places:
                file = span["file_name"]
                if file not in arms:
                    arms[file] = arms_of((tree / file).read_text())
                # Arms of inner functions lie in the last arm of outer ones, so the nearest one that
                # is open counts.
                for start, end, number in reversed(arms[file][:bisect_right(arms[file], (span["byte_start"], 1 << 60))]):
                    if span["byte_start"] < end:
                        hit.add(number)
                        break
            if hit:
                wrong |= hit
            else:
                lost.append((error.get("rendered") or error["message"], places))
        if not wrong:
            # Not inside a mutant: then those of the functions that the error names.
            for _, places in lost:
                for span in places:
                    near = [(abs(span["byte_start"] - start), number) for start, _, number in arms[span["file_name"]]]
                    wrong |= {number for _, number in sorted(near)[:1]}
        if not wrong:
            raise SystemExit("the copy does not build:\n" + "\n".join(text for text, _ in lost[:3]) + done.stderr[-3000:])
        mutants = [mutant for mutant in mutants if mutant["number"] not in wrong]
    raise SystemExit("the copy still does not build after 20 rounds")
