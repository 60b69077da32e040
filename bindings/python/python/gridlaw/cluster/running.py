"""Doing units: one here, or all of them on the workers of a Dask cluster."""

import contextlib
import logging
import queue
import signal
import sys
import time
from collections.abc import Iterator
from multiprocessing import resource_tracker
from pathlib import Path
from types import ModuleType
from typing import Any

from gridlaw.cluster import judge, perft, selfplay, solve
from gridlaw.cluster.folder import Folder, Plan
from gridlaw.cluster.game import Misuse, Trouble

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

KINDS: dict[str, ModuleType] = {"judge": judge, "perft": perft, "selfplay": selfplay, "solve": solve}
"""The kinds of work: a module with `plan`, `work` and `merge` each."""

TRIES = 3
"""The number of tries after which a run gives a unit up."""

LOOK = 2.0
"""The seconds after which a run looks for workers that joined, if no unit has ended."""


def do_unit(folder: Folder, plan: Plan, number: int) -> None:
    """Does a unit and writes its result, again if there is one."""
    if number >= plan.units:
        units = f"a unit from 0 to {plan.units - 1}" if plan.units else "no unit, because the plan has none"
        raise Misuse(f"{folder.path}: expected {units}, found {number}")
    try:
        _do(folder, plan, number)
    except Exception as error:
        _note(folder, number, error)
        raise


def _do(folder: Folder, plan: Plan, number: int) -> None:
    begun = time.perf_counter()
    table = KINDS[plan.kind].work(plan, plan.unit(number))
    folder.write_result(plan, number, table, time.perf_counter() - begun)


def _note(folder: Folder, number: int, error: BaseException) -> str:
    """Writes why a unit failed, in a line, and returns it."""
    name = "" if isinstance(error, Trouble) else f"{type(error).__name__}: "
    reason = name + " ".join(str(error).split())
    # A disk that is full takes no reason either.
    with contextlib.suppress(OSError):
        folder.write_failure(number, reason)
    return reason


def _task(path: str, plan_hash: str, number: int) -> int:
    """The work of a worker: everything goes through the folder, and Dask carries only the unit's number."""
    # Dask warns of a unit that ends with its worker, as all do at Ctrl-C.
    logging.getLogger("distributed.worker.state_machine").setLevel(logging.ERROR)
    folder = Folder(path)
    plan = _plans.get((path, plan_hash)) or folder.read_plan()
    if plan.hash != plan_hash:
        raise Trouble(f"{path}: the plan was replaced while it ran")
    _plans[path, plan_hash] = plan
    _do(folder, plan, number)
    return number


_plans: dict[tuple[str, str], Plan] = {}
"""The plans that this worker has read, by folder and digest: submissions are in the folder alone."""


def run(folder: Folder, client: Any) -> dict[int, str]:
    """Does all missing units, and returns why those failed that could not be done.

    As many units are in flight as there are threads, and no more: a worker that is killed takes down
    the unit that it was doing, and no other is blamed. Workers that join later get units, too.
    """
    plan = folder.read_plan()
    with folder.locked():
        folder.remove_old_parts()
        waiting = folder.missing(plan)[::-1]
        tries: dict[int, int] = {}
        failed: dict[int, str] = {}
        numbers: dict[str, int] = {}
        done: queue.SimpleQueue[Any] = queue.SimpleQueue()

        def fill() -> None:
            threads = max(1, sum(client.nthreads().values()))
            while waiting and len(numbers) < threads:
                number = waiting.pop()
                tries[number] = tries.get(number, 0) + 1
                future = client.submit(_task, str(folder.path.resolve()), plan.hash, number, pure=False, retries=0)
                numbers[future.key] = number
                future.add_done_callback(done.put)

        while waiting or numbers:
            try:
                fill()
            except Exception as error:  # Dask has many kinds of them.
                raise _gone(error) from None
            try:
                future = done.get(timeout=LOOK)
            except queue.Empty:
                continue
            number = numbers.pop(future.key)
            if future.status == "cancelled":
                raise _gone(f"unit {number} was cancelled")
            # The result of a unit that is lost with its worker is in the folder.
            if future.status == "error":
                reason = _note(folder, number, future.exception())
                if tries[number] < TRIES:
                    waiting.append(number)
                else:
                    failed[number] = reason
            future.release()
        return failed


def _gone(reason: object) -> Trouble:
    return Trouble(f"the scheduler is gone: {reason}; run again to do the units that are missing")


@contextlib.contextmanager
def connect(local: int | None, scheduler: str | None, slurm: str | None) -> Iterator[Any]:
    """A client of the cluster that the options name; processes of this machine if they name none."""
    try:
        import dask
        import dask.system
        from distributed import Client, LocalCluster
    except ImportError:
        raise Trouble("running needs Dask: pip install gridlaw[cluster]") from None
    # Dask tells in dozens of lines how it looks for a scheduler that is gone, and a run in one.
    logging.getLogger("distributed.client").setLevel(logging.CRITICAL + 1)
    logging.getLogger("distributed").setLevel(logging.WARNING)
    # A unit that comes back from a worker that died is tried again here, where its tries are
    # counted.
    dask.config.set({"distributed.scheduler.allowed-failures": 0, "distributed.comm.timeouts.connect": "30s"})
    if scheduler is not None:
        try:
            client = Client(scheduler)
        except (OSError, ValueError) as error:
            raise Trouble(f"--scheduler {scheduler}: {error}") from None
        with client:
            yield client
        return
    if slurm is not None:
        with _slurm(slurm) as cluster, Client(cluster) as client:
            client.wait_for_workers(1)
            yield client
        return
    with contextlib.ExitStack() as stack:
        try:
            with _deaf_to_interrupts():
                # Dask opens the port of its dashboard without one, too, and warns if another run
                # has it: so any port.
                cluster = LocalCluster(
                    n_workers=local or dask.system.CPU_COUNT,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=None,
                    scheduler_kwargs={"dashboard_address": ":0"},
                )
                stack.enter_context(cluster)
            yield stack.enter_context(Client(cluster))
        except KeyboardInterrupt:
            # Dask tells in many lines which units and workers end now, and `main` in one.
            logging.disable()
            raise


@contextlib.contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Keeps Ctrl-C from the processes that start here: a terminal sends it to all of them, and each
    would end with a traceback. This process gets it at the end."""
    # It would let interrupts through again if it started later, in a thread of Dask.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _slurm(path: str) -> Any:
    """A Slurm cluster of the settings in a file: those of `dask_jobqueue.SLURMCluster`, and `jobs`."""
    try:
        from dask_jobqueue import SLURMCluster
    except ImportError:
        raise Trouble("--slurm needs dask-jobqueue: pip install dask-jobqueue") from None
    try:
        settings = tomllib.loads(Path(path).read_text(encoding="utf-8"))
        jobs = settings.pop("jobs")
    except KeyError:
        raise Trouble(f"{path}: expected `jobs`, the number of jobs to start") from None
    except (OSError, ValueError) as error:
        raise Trouble(f"{path}: {error}") from None
    try:
        cluster = SLURMCluster(**settings)
    except (TypeError, ValueError) as error:
        raise Trouble(f"{path}: {error}") from None
    cluster.scale(jobs=jobs)
    return cluster


def report(folder: Folder, plan: Plan) -> None:
    """Prints what is done, how fast, how long the rest will take, and what failed."""
    seconds = [folder.seconds(plan, number) for number in range(plan.units)]
    done = [taken for taken in seconds if taken is not None]
    left = plan.units - len(done)
    title = plan.settings.get("title") or plan.game.open()
    print(f"{plan.kind} of {title}: {len(done)} of {plan.units} units done")
    if done:
        mean = sum(done) / len(done)
        print(f"a unit takes {mean:.1f} s, the longest took {max(done):.1f} s: {60 / max(mean, 1e-3):.1f} a minute and core")
        print(f"about {left * mean:.0f} s of one core are left")
    for number, reason in folder.read_failures().items():
        print(f"unit {number} failed: {reason}", file=sys.stderr)
