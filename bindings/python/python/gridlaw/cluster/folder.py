"""A folder of work: the plan of its units, and a file for each unit that is done.

    units.parquet           the plan: a row a piece of work, with the unit that it belongs to
    submissions/NAME        what a plan takes along
    results/000017.parquet  the result of unit 17
    failures/000017.txt     why unit 17 failed when it was last tried
    lock                    held by the run that works here

A result is written to a temporary name, synced and renamed, and carries the hash of its plan. So a
result is there whole or not at all, a unit that is done twice gives the same file, and what is left
to do is what a listing of the folder does not show.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from gridlaw.cluster.game import Game, Trouble

VERSION = "2"
"""The version of the files. Results of another one are not read."""


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
        """Writes a plan into a new or empty folder."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise Trouble(f"{self.path}: {error}") from None
        # A plan that was interrupted leaves this.
        copies = self.path / ".submissions.part"
        shutil.rmtree(copies, ignore_errors=True)
        if any(self.path.iterdir()):
            raise Trouble(f"{self.path}: expected a new or an empty folder; plans are not replaced")
        if plan.taken:
            copies.mkdir()
            for source in plan.taken:
                if source.is_dir():
                    shutil.copytree(source, copies / source.name, symlinks=True, ignore=_special)
                else:
                    shutil.copy2(source, copies)
            copies.rename(self.path / "submissions")
        self.results.mkdir()
        self.failures.mkdir()
        metadata = {"version": VERSION, "kind": plan.kind, "settings": json.dumps(plan.settings)}
        _write_table(self.path / "units.parquet", plan.rows, metadata)

    def read_plan(self) -> Plan:
        path = self.path / "units.parquet"
        try:
            content = path.read_bytes()
            rows = _read_table(content)
        except FileNotFoundError:
            raise Trouble(f"{self.path}: no plan here; `gridlaw-cluster plan` makes one") from None
        except (OSError, pa.ArrowException) as error:
            raise Trouble(f"{path}: {error}") from None
        try:
            metadata = _metadata(rows.schema)
            if metadata.get("version") != VERSION:
                raise Trouble(f"{path}: expected a plan of version {VERSION}, found {metadata.get('version')}")
            kind, settings = metadata["kind"], json.loads(metadata["settings"])
            units = rows.column("unit").to_numpy()
            if units[:1].any() or not np.isin(np.diff(units), (0, 1)).all():
                raise ValueError("units are not in order")
        except (KeyError, TypeError, ValueError) as error:
            raise Trouble(f"{path}: the plan was changed: {error!r}") from None
        hash = hashlib.sha256(content).hexdigest()
        submissions = self.path.absolute() / "submissions"
        return Plan(kind, settings, rows, hash, submissions=submissions)

    # Results

    def result_path(self, number: int) -> Path:
        return self.results / f"{number:06}.parquet"

    def write_result(self, plan: Plan, number: int, table: pa.Table, seconds: float) -> None:
        metadata = {"version": VERSION, "plan": plan.hash, "unit": str(number), "seconds": f"{seconds:.3f}"}
        _write_table(self.result_path(number), table, metadata)
        self._failure(number).unlink(missing_ok=True)

    def read_result(self, plan: Plan, number: int) -> pa.Table | None:
        """The result of a unit; `None` if there is none that this plan can use."""
        try:
            table = _read_table(self.result_path(number).read_bytes())
        except (OSError, pa.ArrowException):
            return None
        return table if self._belongs(table.schema, plan, number) else None

    def seconds(self, plan: Plan, number: int) -> float | None:
        """The seconds that a unit took; `None` if it has no result. Reads the end of a file only."""
        try:
            schema = pq.read_schema(self.result_path(number))
        except (OSError, pa.ArrowException):
            return None
        return float(_metadata(schema)["seconds"]) if self._belongs(schema, plan, number) else None

    def missing(self, plan: Plan) -> list[int]:
        """The units without a result."""
        return [number for number in range(plan.units) if self.seconds(plan, number) is None]

    @staticmethod
    def _belongs(schema: pa.Schema, plan: Plan, number: int) -> bool:
        metadata = _metadata(schema)
        expected = {"version": VERSION, "plan": plan.hash, "unit": str(number)}
        return all(metadata.get(key) == value for key, value in expected.items())

    # Failures

    def _failure(self, number: int) -> Path:
        return self.failures / f"{number:06}.txt"

    def write_failure(self, number: int, reason: str) -> None:
        _write(self._failure(number), lambda path: path.write_text(reason))

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


def _metadata(schema: pa.Schema) -> dict[str, str]:
    return {key.decode(): value.decode() for key, value in (schema.metadata or {}).items()}


def _read_table(content: bytes) -> pa.Table:
    # Threads of pyarrow that still run when the interpreter ends can abort the process. It starts
    # one to read from a path, and more for columns.
    with pq.ParquetFile(pa.BufferReader(content)) as file:
        return file.read(use_threads=False)


def _write_table(path: Path, table: pa.Table, metadata: dict[str, str]) -> None:
    table = table.replace_schema_metadata(metadata)
    _write(path, lambda temporary: pq.write_table(table, temporary))


def _write(path: Path, write: Callable[[Path], object]) -> None:
    """Writes a file that is there whole or not at all, even if the machine stops."""
    handle, name = tempfile.mkstemp(prefix=".", suffix=".part", dir=path.parent)
    os.close(handle)
    temporary = Path(name)
    try:
        write(temporary)
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
