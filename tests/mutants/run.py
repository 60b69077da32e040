"""Mutants of the library, many in one build, against the tests that reach them. See `.ci/mutants`."""

import argparse
import contextlib
import hashlib
import json
import math
import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import instrument
import listing

ROOT = Path(__file__).resolve().parents[2]
EQUIVALENT, SAMPLE = (Path(__file__).parent / name for name in ("equivalent.txt", "sample.txt"))
# These read the tree, not what the library does.
LEFT_OUT = {"architecture"}
# The least share of mutants that tests must catch, in percent: of all areas but the rest, which
# tests of the programs hold, too; and of all but the rest and the search.
ALL, KERNELS = 95, 98
# A test ends after this many times its own processor time, at least a few seconds. By the clock it
# has ten times that, and as much again as long as it waits for a processor.
SLOWER, LEAST = 10, 5
MEMORY = 8 << 30


def options():
    parser = argparse.ArgumentParser(prog=".ci/mutants", description=__doc__)
    parser.add_argument("count", nargs="?", type=int, metavar="N", help="mutants to try (default: all)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="chooses the N (default: 1)")
    parser.add_argument("--rest", action="store_true", help="take all mutants but those N")
    parser.add_argument("--only", choices=sorted(listing.AREAS), metavar="AREA", help=", ".join(listing.AREAS))
    parser.add_argument("--jobs", type=int, default=1, metavar="J", help="tests at a time (default: 1)")
    parser.add_argument("--longest", type=float, default=1e9, metavar="L",
                        help="leave out tests that alone take more than L seconds")
    parser.add_argument("--test", action="append", default=[], metavar="NAME",
                        help="ask only this file of tests (default: all, and the unit tests); may be repeated")
    parser.add_argument("--sample", action="store_true",
                        help="the mutants of sample.txt, each by its file of tests; all must be caught")
    parser.add_argument("--missed", action="store_true", help="try again those that were missed, whatever the sample")
    parser.add_argument("--report", action="store_true", help="try none: print the latest results of all that were tried")
    parser.add_argument("--minutes", type=float, default=1e9, metavar="M", help="start no mutant after M minutes")
    parser.add_argument("--fresh", action="store_true", help="forget earlier results")
    return parser.parse_args()


def limited(seconds):
    """Prepares a test's process before it starts: a group of its own, and limits."""
    def start():
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return start


def waits_for_processor(process):
    """Whether a thread of it would run if it were let; on a system that does not tell, none would."""
    try:
        stats = [path.read_text() for path in Path(f"/proc/{process.pid}/task").glob("*/stat")]
    except OSError:
        return False
    return any(stat.rpartition(")")[2].split()[0] == "R" for stat in stats)


def end_late(process, ended, seconds):
    """Kills a process that sleeps for ever. One that computes has its limit of processor time."""
    while not ended.wait(seconds):
        if not waits_for_processor(process):
            # It may have ended in this moment.
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            return


def run_test(test, tree, environment, seconds):
    """Runs one test. Returns "passed", "failed" or "slow", and the seconds of its processor time."""
    program, name = test
    process = subprocess.Popen(
        [program, "--exact", name, "--test-threads=1"], cwd=tree, env=environment, preexec_fn=limited(seconds),
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ended = threading.Event()
    late = threading.Thread(target=end_late, args=(process, ended, 10 * seconds))
    late.start()
    _, status, usage = os.wait4(process.pid, 0)
    ended.set()
    late.join()
    process.returncode = os.waitstatus_to_exitcode(status)
    spent = usage.ru_utime + usage.ru_stime
    if process.returncode == 0:
        return "passed", spent
    return ("slow" if process.returncode in (-signal.SIGXCPU, -signal.SIGKILL) else "failed"), spent


def digest(*texts):
    return hashlib.sha256("\0".join(texts).encode()).hexdigest()[:16]


class Folder:
    """`target/mutants`: the copy, its build, what the tests reach, and the results."""

    def __init__(self, tests):
        self.chosen = tests
        metadata = subprocess.run(
            ["cargo", "metadata", "--no-deps", "--format-version=1"], cwd=ROOT, check=True, capture_output=True)
        self.path = Path(json.loads(metadata.stdout)["target_directory"]) / "mutants"
        self.tree, self.build, self.scratch = self.path / "tree", self.path / "build", self.path / "scratch"
        self.results = self.path / "results.jsonl"
        shutil.rmtree(self.scratch, ignore_errors=True)
        self.scratch.mkdir(parents=True)
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("MUTANT")} | {
            "CARGO_MANIFEST_DIR": str(self.tree),
            # The switch needs features of the nightly compiler; a mutant may be a warning.
            "RUSTC_BOOTSTRAP": "gridlaw",
            "RUSTFLAGS": "--cap-lints allow",
            "TMPDIR": str(self.scratch),
        }

    def read(self):
        """Earlier results, by key; the latest of each."""
        if not self.results.exists():
            return {}
        return {result["key"]: result for result in map(json.loads, self.results.read_text().splitlines())}

    def programs(self):
        """Builds the tests of the copy. Returns the programs."""
        names = sorted(path.stem for path in (ROOT / "tests").glob("*.rs") if path.stem not in LEFT_OUT)
        chosen = [word for name in self.chosen or names for word in ("--test", name)]
        units = [] if self.chosen else ["--lib"]
        messages, done = instrument.cargo(self.tree, self.build, self.environment, "test", "--no-run", *units, *chosen)
        if done.returncode:
            raise SystemExit("the tests do not build:\n" + done.stderr[-5000:])
        return sorted(message["executable"] for message in messages if message.get("executable"))

    def tests(self, longest):
        """The tests of up to `longest` seconds, each with its seconds and the mutants that it reaches."""
        kept = self.path / "reached.json"
        reached = json.loads(kept.read_text()) if kept.exists() else {}
        programs = {}
        for program in self.programs():
            built = f"{program} {os.stat(program).st_mtime_ns}"
            if reached.get(built, {"longest": 0})["longest"] >= longest:
                programs[built] = reached[built]
                continue
            found = []

            def names(*more):
                listed = subprocess.run([program, "--list", "--format", "terse", *more], cwd=self.tree, check=True,
                                        capture_output=True, text=True, env=self.environment)
                return {line.removesuffix(": test") for line in listed.stdout.splitlines() if line.endswith(": test")}
            for name in sorted(names() - names("--ignored")):
                path = self.scratch / "reached"
                path.unlink(missing_ok=True)
                reach = self.environment | {"MUTANT_REACH": str(path)}
                ended, spent = run_test((program, name), self.tree, reach, math.ceil(min(longest, 600)))
                if ended == "slow" and longest <= 600:
                    continue
                if ended != "passed":
                    raise SystemExit(f"{name} of {program} fails without a mutant")
                numbers = sorted(map(int, path.read_text().split())) if path.exists() else []
                found.append({"program": program, "name": name, "seconds": spent, "reaches": numbers})
            programs[built] = {"longest": longest, "tests": found}
            kept.write_text(json.dumps(reached | programs))
        kept.write_text(json.dumps(programs))
        return [test for found in programs.values() for test in found["tests"] if test["seconds"] <= longest]


class Order:
    """The order of tests: first those that take little time for the number of mutants of the file that they caught."""

    def __init__(self, results):
        self.catches = Counter((result["key"].partition(":")[0], result.get("by")) for result in results)

    def of(self, mutant, tests):
        """The tests that a mutant meets, in their order."""
        return sorted(tests, key=lambda test: (0.01 + test["seconds"]) / (1 + self.catches[mutant["file"], test["name"]]))

    def keep(self, mutant, result):
        self.catches[mutant["file"], result["by"]] += 1


def attempt(folder, mutant, tests):
    """Runs some tests of a mutant until one fails. Returns the result."""
    environment = folder.environment | {"MUTANT": str(mutant["number"])}
    total, ended, by = 0.0, "missed", None
    for test in tests:
        seconds = LEAST + int(SLOWER * test["seconds"])
        how, spent = run_test((test["program"], test["name"]), folder.tree, environment, seconds)
        total += spent
        if how != "passed":
            ended, by = {"failed": "caught", "slow": "timeout"}[how], test["name"]
            break
    return {"key": mutant["key"], "name": mutant["name"], "area": mutant["area"], "ended": ended, "by": by,
            "reached_by": len(tests), "seconds": round(total, 2), "digest": mutant["digest"]}


def known(mutants, results, everything):
    """Earlier results that still hold: of a mutant that was caught, or did not build, as long as its file is the same,
    the tests in it aside; of one that was missed, as long as everything is."""
    held = {}
    for mutant in mutants:
        result = results.get(mutant["key"])
        if result and result["digest"] == mutant["digest"] and result["ended"] != "missed":
            held[mutant["key"]] = result
        elif result and result["digest"] == everything:
            held[mutant["key"]] = result
    return held


def percent(caught, tried):
    return 100 * caught / tried if tried else 100.0


def report(folder, results, mutants, left_out, started):
    """Writes the lists and prints the table. Returns whether enough was caught."""
    rows, caught, missed = defaultdict(Counter), [], []
    for mutant in mutants:
        result = results.get(mutant["key"])
        ended = result["ended"] if result else "waiting"
        rows[mutant["area"]][ended] += 1
        if ended in ("caught", "timeout"):
            caught.append(f"{mutant['name']} | {ended}: {result['by']}")
        elif ended == "missed":
            missed.append(f"{mutant['key']}\n    {mutant['name']}, reached by {result['reached_by']} tests")
    (folder.path / "caught.txt").write_text("".join(f"{line}\n" for line in caught))
    (folder.path / "missed.txt").write_text("".join(f"{line}\n" for line in missed))
    print(f"\n{'area':<10} {'tried':>6} {'caught':>6} {'of them by time':>15} {'missed':>6} {'%':>6}  do not build")
    total, bound, kernels = Counter(), Counter(), Counter()
    for area in listing.AREAS:
        row = rows[area]
        row["all caught"] = row["caught"] + row["timeout"]
        row["tried"] = row["all caught"] + row["missed"]
        total += row
        if area != "rest":
            bound += row
        if area not in ("rest", "search"):
            kernels += row
        if row["tried"]:
            print(f"{area:<10} {row['tried']:>6} {row['all caught']:>6} {row['timeout']:>15} {row['missed']:>6} "
                  f"{percent(row['all caught'], row['tried']):>6.1f}  {row['unbuilt']}")
    for line in missed:
        print(f"missed {line}")
    shares = [percent(row["all caught"], row["tried"]) for row in (total, bound, kernels)]
    good = shares[1] >= ALL and shares[2] >= KERNELS and not total["waiting"]
    print(f"mutants: {total['tried']} tried, {total['all caught']} caught ({total['timeout']} by time), "
          f"{total['missed']} missed, {left_out} known to change nothing, {total['unbuilt']} do not build, "
          f"{total['waiting']} not yet tried: {shares[0]:.1f} % over all, {shares[2]:.1f} % in engines and kernels; "
          f"{time.monotonic() - started:.0f} s")
    return good


def main():
    arguments, started = options(), time.monotonic()
    reasons, fixed = listing.entries_of(EQUIVALENT), listing.entries_of(SAMPLE)
    if arguments.sample:
        arguments.test = sorted(set(fixed.values()))
    folder = Folder(arguments.test)
    every = listing.mutants_of(ROOT)
    gone = (reasons.keys() | fixed.keys()) - {mutant["key"] for mutant in every}
    for key in sorted(gone):
        print(f"{(EQUIVALENT if key in reasons else SAMPLE).name}: no such mutant any more: {key}")
    earlier = {} if arguments.fresh else folder.read()
    wanted = [m for m in every if arguments.only in (None, m["area"])]
    chosen = listing.sample(wanted, arguments.count, arguments.seed, arguments.rest)
    if arguments.sample:
        chosen = [mutant for mutant in every if mutant["key"] in fixed]
    elif arguments.missed or arguments.report:
        tried = {key for key, result in earlier.items() if arguments.report or result["ended"] == "missed"}
        chosen = [mutant for mutant in wanted if mutant["key"] in tried]
    mutants = [mutant for mutant in chosen if mutant["key"] not in reasons]
    left_out = len(chosen) - len(mutants)

    sources = {path: path.read_text() for folder_ in ("src", "tests") for path in sorted((ROOT / folder_).rglob("*.rs"))}
    everything = digest(*sources.values(), str(arguments.longest), *arguments.test)
    for number, mutant in enumerate(mutants, 1):
        mutant |= {"number": number, "digest": digest(sources[ROOT / mutant["file"]].partition("#[cfg(test)]\nmod ")[0])}
    if arguments.fresh:
        folder.results.unlink(missing_ok=True)
    results = earlier if arguments.report else {} if arguments.missed or arguments.sample else known(mutants, earlier, everything)
    results = {mutant["key"]: results[mutant["key"]] for mutant in mutants if mutant["key"] in results}
    waiting = [] if arguments.report else [mutant for mutant in mutants if mutant["key"] not in results]
    print(f"{len(every)} mutants; {len(chosen)} chosen, {len(results)} of them have been tried", flush=True)

    with folder.results.open("a") as log:
        def keep(result):
            results[result["key"]] = result
            log.write(json.dumps(result) + "\n")
            log.flush()

        if waiting:
            # Those that have been tried stay in the copy, so that it is not built once more.
            wanted = [m for m in mutants if results.get(m["key"], {"ended": None})["ended"] != "unbuilt"]
            built = instrument.without_errors(ROOT, folder.tree, folder.build, folder.environment, wanted)
            numbers = {mutant["number"] for mutant in built}
            for mutant in waiting:
                if mutant["number"] not in numbers:
                    keep({key: mutant[key] for key in ("key", "name", "area", "digest")} | {"ended": "unbuilt"})
            print(f"the copy with {len(built)} of {len(wanted)} passes the compiler "
                  f"({time.monotonic() - started:.0f} s)", flush=True)
            tests = folder.tests(arguments.longest)
            print(f"{len(tests)} tests, {sum(test['seconds'] for test in tests):.0f} s "
                  f"({time.monotonic() - started:.0f} s)", flush=True)
            order, reaching = Order(earlier.values()), defaultdict(list)
            for test in tests:
                for number in test["reaches"]:
                    reaching[number].append(test)

            def one(mutant):
                if time.monotonic() - started > 60 * arguments.minutes:
                    return
                result = attempt(folder, mutant, order.of(mutant, reaching[mutant["number"]]))
                if result["ended"] == "missed":
                    result["digest"] = everything
                else:
                    order.keep(mutant, result)
                keep(result)
                print(f"{result['ended']:<8} {result['seconds']:>6.1f} s  {mutant['name']}"
                      + (f" | {result['by']}" if result["by"] else ""), flush=True)

            with ThreadPoolExecutor(arguments.jobs) as pool:
                list(pool.map(one, [mutant for mutant in built if mutant["key"] not in results]))
    good = report(folder, results, mutants, left_out, started)
    if arguments.sample:
        ends = [results.get(mutant["key"], {}).get("ended") for mutant in mutants]
        good = bool(ends) and all(ended in ("caught", "timeout") for ended in ends)
    return 0 if good and not gone else 1


if __name__ == "__main__":
    sys.exit(main())
