#!/usr/bin/env python3
"""Ends the programs while they write, and looks at their files.

Every writer is killed (SIGKILL) at so many moments: half of them at random in the time that it takes, half as soon as
its temporary file is there. Then disks that are full, folders that cannot be written, two solvers on one checkpoint, and
checkpoints with a wrong byte, a wrong length or another version. After each, the file must be the old one or the new one,
whole. Prints one line of figures; the exit status is 0 only if all held.
"""

import argparse
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SOLVE = "solve breakdown -w 7 -h 6 -k 1 -q 2 --table 1 --progress json".split()
BOOK = "book breakdown -w 3 -h 3 -k 2 -q 2".split()
CANDY = "new --columns 8 --rows 8 --colors 5 --extension-rows 90".split()
BREAKDOWN = "-w 4 -h 4 -k 2 -q 2".split()
LIMIT = 60  # seconds after which a program hangs

failures = []


def fail(what):
    failures.append(what)
    print(what, file=sys.stderr)


def run(arguments, stdin=b"", **options):
    return subprocess.run(arguments, input=stdin, capture_output=True, timeout=LIMIT, **options)


def litter(folder):
    return [name for name in os.listdir(folder) if name.startswith(".tmp")]


def sweep(folder):
    """Removes what killed programs leave: their temporary files. Returns how many there were."""
    left = litter(folder)
    for name in left:
        os.remove(os.path.join(folder, name))
    return len(left)


class Writer:
    """A program that writes a file; `is_whole` judges the file's bytes, or `None` if there is no file."""

    def __init__(self, name, arguments, file, is_whole, stdin=b"", before=None):
        self.name, self.arguments, self.file, self.stdin = name, [str(word) for word in arguments], Path(file), stdin
        self.is_whole, self.before = is_whole, before
        self.seconds = 0.0

    def start(self):
        if self.before:
            self.before()
        child = subprocess.Popen(self.arguments, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            child.stdin.write(self.stdin)
            child.stdin.close()
        except BrokenPipeError:
            pass
        return child

    def look(self, when):
        found = self.file.read_bytes() if self.file.exists() else None
        if not self.is_whole(found):
            kept = f"{self.file}.wrong"
            if found is not None:
                Path(kept).write_bytes(found)
            fail(f"{self.name}: {when}, the file is {'missing' if found is None else f'{len(found)} bytes'}: {kept}")


def end(child):
    child.kill()
    return child.wait(LIMIT) == -signal.SIGKILL


def kill_often(writer, moments, chance):
    """Returns how many programs were really killed, and how many of them left a temporary file."""
    started = time.monotonic()
    writer.start().wait(LIMIT)
    writer.seconds = time.monotonic() - started
    writer.look("uninterrupted")
    killed = left = 0
    for moment in range(moments):
        child = writer.start()
        if moment % 2:
            time.sleep(chance.random() * writer.seconds)
        else:
            while child.poll() is None and not litter(writer.file.parent):
                pass
            time.sleep(max(0.0, chance.random() - 0.5) * 0.001)
        killed += end(child)
        left += sweep(writer.file.parent)
        writer.look(f"killed at moment {moment}")
    return killed, left


def value(output):
    """The lines of a solution that do not depend on time or on the way there."""
    return [line for line in output.decode().splitlines() if line.split(" ")[0] in ("value", "outcome")]


class Kills:
    def __init__(self, programs, folder, moments, seed):
        self.programs, self.folder, self.moments, self.chance = Path(programs), Path(folder), moments, random.Random(seed)
        self.figures = []

    def program(self, name):
        return str(self.programs / name)

    def place(self, name):
        place = self.folder / name
        place.mkdir()
        return place

    def solve(self, *arguments):
        return [self.program("gridlaw"), *SOLVE, *map(str, arguments)]

    def read_checkpoint(self, path):
        """The answer of a solver to a checkpoint: its exit status and its last line."""
        found = run(self.solve("--checkpoint", path, "--nodes", 1))
        lines = [line for line in found.stderr.decode().splitlines() if not line.startswith("{")]
        return found.returncode, lines[-1] if lines else "", value(found.stdout)

    def kills(self):
        for writer in self.writers():
            killed, left = kill_often(writer, self.moments, self.chance)
            self.figures.append(f"{writer.name} {killed}/{self.moments} ({left})")
            if killed < self.moments // 4:
                fail(f"{writer.name}: only {killed} of {self.moments} were killed before they ended")

    def writers(self):
        gridlaw = self.program("gridlaw")

        place = self.place("checkpoint")
        file, copy = place / "kept", self.folder / "copy"
        expected = value(run(self.solve()).stdout)
        self.expected = expected

        def is_whole(found):
            if found is None:
                return True
            copy.write_bytes(found)
            status, said, values = self.read_checkpoint(copy)
            return (status == 1 and "not solved" in said) or (status == 0 and values == expected)

        # It resumes again and again, and begins anew once it is solved.
        yield Writer("checkpoints", self.solve("--checkpoint", file, "--every", "0.002"), file, is_whole)
        resumed = value(run(self.solve("--checkpoint", file)).stdout)
        if resumed != expected:
            fail(f"resumed {resumed}, uninterrupted {expected}")

        place = self.place("save")
        tiles, file = Path("examples/fitz.tiles").resolve(), place / "kept"
        words = [self.program("fitz"), tiles, "h", "h", "40", "40"]
        moves = ["1 1 0", "6 6 0", "11 11 90", "16 16 180"]
        several = "".join(f"{move}\nsave{place}/{index}\n" for index, move in enumerate(moves))
        run([str(word) for word in words], several.encode())
        saves = [(place / str(index)).read_bytes() for index in range(len(moves))]
        if len(set(saves)) < 2:
            fail("the saves are all the same")
        saving = "".join(f"{move}\n" + f"save{file}\n" * 60 for move in moves)
        yield Writer("saves", words, file, lambda found: found is None or found in saves, saving.encode())

        place = self.place("candy")
        file = place / "kept"
        games = []
        for number in ("1", "2"):
            run([self.program("candy"), *CANDY, "--id", number, "--out", str(file)])
            games.append(file.read_bytes())
        words = [self.program("candy"), *CANDY, "--id", "1", "--out", file]
        yield Writer("game files", words, file, games.__contains__, before=lambda: self.restore(file, games[1]))

        place = self.place("book")
        file = place / "kept"
        books = []
        for plies in ("3", "2"):
            run([gridlaw, *BOOK, "--plies", plies, str(file)])
            books.append(file.read_bytes())
        words = [gridlaw, *BOOK, "--plies", "3", file]
        yield Writer("books", words, file, books.__contains__, before=lambda: self.restore(file, books[1]))

        place = self.place("report")
        marks, page = place / "marks.json", place / "kept"
        play = [self.program("play"), "{args}"]
        judge = [gridlaw, "judge", "breakdown", *BREAKDOWN, "--games", "1", "--no-isolation"]
        judge += ["--json", marks, "--report", page, "--", *play]

        def are_whole(found):
            try:
                is_marked = not marks.exists() or "passed" in json.loads(marks.read_bytes())
            except ValueError:
                return False
            return is_marked and (found is None or found.rstrip().endswith(b"</html>"))

        def remove():
            marks.unlink(missing_ok=True)
            page.unlink(missing_ok=True)

        yield Writer("reports", judge, page, are_whole, before=remove)

    @staticmethod
    def restore(file, contents):
        file.write_bytes(contents)

    def no_room(self):
        """A full disk and a folder that cannot be written: an error, the old file, and nothing beside it."""
        checks = 0
        disk = self.place("disk")
        is_mounted = run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(disk)]).returncode == 0

        def small():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (512, 512))

        try:
            file = disk / "kept"
            for name, words in (
                ("checkpoint", self.solve("--checkpoint", file, "--every", "0.001")),
                ("game file", [self.program("candy"), *CANDY, "--id", "1", "--out", str(file)]),
                ("book", [self.program("gridlaw"), *BOOK, "--plies", "4", str(file)]),
            ):
                for full in ("disk", "limit"):
                    if full == "disk" and not is_mounted:
                        continue
                    for old in (None, b"old"):
                        # A solver refuses an old file that is not a checkpoint.
                        old = None if name == "checkpoint" else old
                        file.unlink(missing_ok=True)
                        if old is not None:
                            file.write_bytes(old)
                        if full == "disk":
                            with open(disk / "filler", "wb", buffering=0) as filler:
                                try:
                                    while filler.write(b"f" * 512):
                                        pass
                                except OSError:
                                    pass
                        found = run(words, preexec_fn=small if full == "limit" else None)
                        now = file.read_bytes() if file.exists() else None
                        if found.returncode == 0 or now != old or litter(disk) or not found.stderr:
                            fail(f"{name}, full {full}: status {found.returncode}, {now and len(now)} bytes, {found.stderr[-200:]}")
                        sweep(disk)
                        (disk / "filler").unlink(missing_ok=True)
                        checks += 1
        finally:
            if is_mounted:
                subprocess.run(["umount", str(disk)], check=False)

        # Root writes where it likes, so it steps down to a user who may not.
        place = self.place("closed")
        file = place / "kept"
        file.write_bytes(b"old")
        file.chmod(0o644)
        place.chmod(0o555)
        user = {"user": 65534, "group": 65534, "extra_groups": []} if os.geteuid() == 0 else {}
        for words in (
            self.solve("--checkpoint", place / "new", "--every", "0.001"),
            [self.program("candy"), *CANDY, "--id", "1", "--out", str(file)],
            [self.program("gridlaw"), *BOOK, "--plies", "2", str(file)],
        ):
            found = run(words, **user)
            if found.returncode == 0 or os.listdir(place) != ["kept"] or file.read_bytes() != b"old":
                fail(f"closed folder: {words}: status {found.returncode}, {os.listdir(place)}")
            checks += 1
        place.chmod(0o755)
        self.figures.append(f"full disks{'' if is_mounted else ' (limits only)'} and closed folders {checks}")

    def two_at_once(self):
        place = self.place("two")
        file, rounds, ended = place / "kept", max(4, self.moments // 10), 0
        words = self.solve("--checkpoint", file, "--every", "0.002")
        for number in range(rounds):
            both = [subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) for _ in range(2)]
            if number % 4:
                time.sleep(self.chance.random() * 0.3)
                both[number % 2].kill()
            for child in both:
                output, _ = child.communicate(timeout=LIMIT)
                if child.returncode == 0:
                    ended += 1
                    if value(output) != self.expected:
                        fail(f"two solvers: {value(output)} instead of {self.expected}")
                elif child.returncode != -signal.SIGKILL:
                    fail(f"two solvers: status {child.returncode}")
            if file.exists():
                status, said, _ = self.read_checkpoint(file)
                if status != 0 and "not solved" not in said:
                    fail(f"two solvers leave a checkpoint that is refused: {said}")
            sweep(place)
            if number % 3 == 2:
                file.unlink(missing_ok=True)
        self.figures.append(f"two solvers {rounds} times, {ended} solved")

    def damage(self):
        """Every byte of a small checkpoint changed, lengths cut, other versions: refused, or the right value."""
        place = self.place("damage")
        file, wrong = place / "kept", place / "wrong"
        game = "solve connect4 --size 4 --table 1".split()
        words = [self.program("gridlaw"), *game, "--checkpoint"]
        whole = value(run([self.program("gridlaw"), *game]).stdout)
        run([*words, str(file), "--nodes", "1"])
        bytes_ = file.read_bytes()
        first, rest = bytes_.split(b"\n", 1)
        changed = [bytes_[:at] + bytes([bytes_[at] ^ 1 << at % 8]) + bytes_[at + 1 :] for at in self.spots(len(bytes_))]
        cut = [bytes_[:at] for at in range(0, len(bytes_), max(1, len(bytes_) // 200))]
        versions = [b"gridlaw checkpoint %d\n" % version + rest for version in (0, 2, 10)] + [b"gridlaw checkpoint\n" + rest]
        accepted = 0
        for damaged in changed + cut + versions + [bytes_ + b"\0", bytes_ + bytes_]:
            wrong.write_bytes(damaged)
            found = run([*words, str(wrong)])
            if found.returncode == 0:
                accepted += 1
                if value(found.stdout) != whole:
                    fail(f"a damaged checkpoint leads to {value(found.stdout)} instead of {whole}")
            elif found.returncode != 1 or b"error: " not in found.stderr or wrong.read_bytes() != damaged:
                fail(f"a damaged checkpoint: status {found.returncode}, {found.stderr[-200:]}")
        self.figures.append(f"{len(changed)} of {len(bytes_)} bytes changed, {len(cut)} lengths, {accepted} not refused")
        if accepted or value(run([*words, str(file)]).stdout) != whole:
            fail(f"{accepted} damaged checkpoints were not refused")

    def spots(self, length):
        """All places of a file, or as many as there is time for, with both ends."""
        most = 20 * self.moments
        if length <= most:
            return list(range(length))
        ends = list(range(256)) + list(range(length - 64, length))
        return ends + sorted(self.chance.sample(range(256, length - 64), max(0, most - len(ends))))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("programs", help="the folder of gridlaw, fitz, candy and play")
    parser.add_argument("moments", type=int, nargs="?", default=200, help="kills of each writer")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    folder = tempfile.mkdtemp(prefix="gridlaw-kills-")
    os.chmod(folder, 0o755)
    started = time.monotonic()
    # Another user may not reach the folder of the build.
    programs = Path(folder) / "programs"
    programs.mkdir()
    for name in ("gridlaw", "fitz", "candy", "play"):
        shutil.copy2(Path(arguments.programs) / name, programs / name)
    kills = Kills(programs, folder, arguments.moments, arguments.seed)
    kills.kills()
    kills.two_at_once()
    kills.damage()
    kills.no_room()
    seconds = time.monotonic() - started
    figures = "; ".join(kills.figures)
    print(f"kills, seed {arguments.seed}: {figures}; {len(failures)} failures; {seconds:.0f} s")
    if failures:
        print(f"the files are in {folder}", file=sys.stderr)
        return 1
    shutil.rmtree(folder)
    return 0


sys.exit(main())
