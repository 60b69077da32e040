"""A folder of work: the plan of its units, and a file for each unit that is done.

    units.parquet           the plan: a row a piece of work, with the unit that it belongs to
    submissions/NAME        what a plan takes along
    results/000017.parquet  the result of unit 17
    failures/000017.txt     why unit 17 failed when it was last tried
    lock                    held by the run that works here

A result is written to a temporary name, synced and renamed, and carries the digest of its plan. So a
result is there whole or not at all, a unit that is done twice gives the same file, and what is left
to do is what a listing of the folder does not show. Plans and results carry a digest of their own
bytes, so a damaged one is never used.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from gridlaw.cluster.game import Game, Trouble

VERSION = "3"
"""The version of the files. Results of another one are not read."""

BLANK = b" the digest of this file while it is computed".ljust(64, b".")
"""Stands where a file has its digest."""

PART_SECONDS = 3600.0
"""The age from which the file of a writer is taken for one that was left."""

UNREADABLE = (OSError, pa.ArrowException, KeyError, TypeError, ValueError)
"""The errors of a damaged file."""


@dataclass
class Plan:
    """The kind of work, its settings, and the rows of its units."""

    kind: str
    settings: dict[str, Any]
    rows: pa.Table = field(repr=False)
    hash: str = ""
    taken: list[Path] = field(default_factory=list)
    """The submissions that a new plan takes along; later they are in `submissions`."""
    submissions: Path = Path()
    """Their folder, once the plan has been read."""

    @property
    def units(self) -> int:
        numbers = self.rows.column("unit")
        return 0 if len(numbers) == 0 else numbers[len(numbers) - 1].as_py() + 1

    @property
    def game(self) -> Game:
        return Game(**self.settings["game"])

    def unit(self, number: int) -> pa.Table:
        """The rows of one unit."""
        return self.rows.filter(pc.equal(self.rows.column("unit"), number))


class Folder:
    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)
        self.results = self.path / "results"
        self.failures = self.path / "failures"

    # The plan

    def write_plan(self, plan: Plan) -> None:
        """Writes a plan into a new or empty folder, or into one that an interrupted plan left."""
        for source in plan.taken:
            if self.path.resolve().is_relative_to(source.resolve()):
                raise Trouble(f"{self.path}: expected a folder outside of the submission {source}")
        is_new = not self.path.exists()
        self.path.mkdir(parents=True, exist_ok=True)
        self._leftovers()
        with self.locked():
            try:
                self._write_plan(plan, is_new, self._leftovers())
            finally:
                # A lock there tells of a run.
                (self.path / "lock").unlink(missing_ok=True)

    def _leftovers(self) -> list[Path]:
        """What an interrupted plan left in the folder. `Trouble` if there is anything else."""
        marker, copies = self.path / ".plan.part", self.path / ".submissions.part"
        parts = [path for path in self.path.glob(".*.part") if path != marker and (path == copies or path.is_file())]
        if marker.exists():
            # The last one to be removed: it tells whose the submissions are.
            parts += [self.path / "submissions", marker]
        folders = [path for path in (self.results, self.failures) if path.is_dir() and not any(path.iterdir())]
        if not {*parts, *folders, self.path / "lock"}.issuperset(self.path.iterdir()):
            raise Trouble(f"{self.path}: expected a new or an empty folder; plans are not replaced")
        return parts

    def _write_plan(self, plan: Plan, is_new: bool, leftovers: list[Path]) -> None:
        marker, copies, submissions = (self.path / name for name in (".plan.part", ".submissions.part", "submissions"))
        folders = [self.results, self.failures]
        _remove(*leftovers)
        try:
            marker.touch()
            if plan.taken:
                copies.mkdir()
                for source in plan.taken:
                    if source.is_dir():
                        shutil.copytree(source, copies / source.name, symlinks=True, ignore=_special)
                    else:
                        shutil.copy2(source, copies)
                copies.rename(submissions)
            for path in folders:
                path.mkdir(exist_ok=True)
            metadata = {"version": VERSION, "kind": plan.kind, "settings": json.dumps(plan.settings)}
            # A folder with this file has a plan, so it comes last.
            _write_table(self.path / "units.parquet", plan.rows, metadata)
            marker.unlink()
        except BaseException as error:
            _remove(copies, submissions, *folders, marker)
            if is_new:
                _remove(self.path)
            if isinstance(error, shutil.Error):
                raise Trouble(error.args[0][0][2]) from None
            raise

    def read_plan(self) -> Plan:
        path = self.path / "units.parquet"
        try:
            rows = _read_table(path)
        except FileNotFoundError:
            raise Trouble(f"{self.path}: no plan here; `gridlaw-cluster plan` makes one") from None
        except UNREADABLE as error:
            raise Trouble(f"{path}: cannot read the plan: {' '.join(str(error).split())}") from None
        metadata = _metadata(rows.schema)
        settings, submissions = json.loads(metadata["settings"]), self.path.absolute() / "submissions"
        return Plan(metadata["kind"], settings, rows, metadata["digest"], submissions=submissions)

    # Results

    def result_path(self, number: int) -> Path:
        return self.results / f"{number:06}.parquet"

    def write_result(self, plan: Plan, number: int, table: pa.Table, seconds: float) -> None:
        metadata = {"version": VERSION, "plan": plan.hash, "unit": str(number), "seconds": f"{seconds:.3f}"}
        _write_table(self.result_path(number), table, metadata)
        self._failure(number).unlink(missing_ok=True)

    def read_result(self, plan: Plan, number: int) -> pa.Table:
        """The result of a unit that is not missing."""
        path = self.result_path(number)
        try:
            table = _read_table(path)
            if self._belongs(table.schema, plan, number):
                return table
        except UNREADABLE:
            pass
        raise Trouble(f"{path}: expected the result of unit {number}, found a damaged file; remove it and run again")

    def seconds(self, plan: Plan, number: int) -> float | None:
        """The seconds that a unit took; `None` if it has no result. Reads the end of a file only."""
        try:
            schema = pq.read_schema(self.result_path(number))
            return float(_metadata(schema)["seconds"]) if self._belongs(schema, plan, number) else None
        except UNREADABLE:
            return None

    def missing(self, plan: Plan) -> list[int]:
        """The units without a result."""
        return [number for number in range(plan.units) if self.seconds(plan, number) is None]

    def remove_old_parts(self) -> None:
        """Removes what writers left that were killed. A writer needs seconds, and any may be at work."""
        oldest = time.time() - PART_SECONDS
        for path in self.results.glob(".*.part"):
            with contextlib.suppress(OSError):
                if path.stat().st_mtime < oldest:
                    path.unlink()

    @staticmethod
    def _belongs(schema: pa.Schema, plan: Plan, number: int) -> bool:
        metadata = _metadata(schema)
        expected = {"version": VERSION, "plan": plan.hash, "unit": str(number)}
        return all(metadata.get(key) == value for key, value in expected.items())

    # Failures

    def _failure(self, number: int) -> Path:
        return self.failures / f"{number:06}.txt"

    def write_failure(self, number: int, reason: str) -> None:
        write_whole(self._failure(number), reason.encode())

    def read_failures(self) -> dict[int, str]:
        paths = sorted(path for path in self.failures.glob("*.txt") if path.stem.isdecimal())
        return {int(path.stem): path.read_text(errors="replace").strip() for path in paths}

    # One run at a time

    @contextlib.contextmanager
    def locked(self) -> Iterator[None]:
        """Holds the folder for a run. The system lets go of it however the run ends."""
        with open(self.path / "lock", "a") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise Trouble(f"{self.path}: another run works here") from None
            yield


def _special(folder: str, names: list[str]) -> set[str]:
    """Those of a folder's entries that hold nothing to judge: pipes, sockets, devices."""
    paths = {name: Path(folder, name) for name in names}
    return {name for name, path in paths.items() if not (path.is_symlink() or path.is_file() or path.is_dir())}


def _remove(*paths: Path) -> None:
    for path in paths:
        if path.is_file():
            path.unlink()
        shutil.rmtree(path, ignore_errors=True)


def _metadata(schema: pa.Schema) -> dict[str, str]:
    return {key.decode(): value.decode() for key, value in (schema.metadata or {}).items()}


def _read_table(path: Path) -> pa.Table:
    """The table of a file. Raises one of `UNREADABLE` unless every byte is as it was written."""
    content = path.read_bytes()
    # Threads of pyarrow that still run when the interpreter ends can abort the process. It starts
    # one to read from a path, and more for columns.
    with pq.ParquetFile(pa.BufferReader(content)) as file:
        # That of the schema has no digest yet.
        metadata = file.metadata.metadata or {}
        version, digest = (metadata.get(key, b"none") for key in (b"version", b"digest"))
        if version != VERSION.encode():
            raise ValueError(f"expected version {VERSION}, found {version.decode()}")
        if _digest(content.replace(digest, BLANK)) != digest:
            raise ValueError("the file was changed")
        return file.read(use_threads=False).replace_schema_metadata(metadata)


def _write_table(path: Path, table: pa.Table, metadata: dict[str, str]) -> None:
    buffer = pa.BufferOutputStream()
    pq.write_table(table.replace_schema_metadata({**metadata, "digest": BLANK}), buffer)
    content = buffer.getvalue().to_pybytes()
    write_whole(path, content.replace(BLANK, _digest(content)))


def _digest(content: bytes) -> bytes:
    return hashlib.sha256(content).hexdigest().encode()


def write_whole(path: Path, content: bytes) -> None:
    """Writes a file that is there whole or not at all, even if the machine stops."""
    temporary = path.with_name(f".{uuid.uuid4().hex}.part")
    try:
        temporary.write_bytes(content)
        _sync(temporary)
        temporary.replace(path)
        _sync(path.parent)
    finally:
        temporary.unlink(missing_ok=True)


def _sync(path: Path) -> None:
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
