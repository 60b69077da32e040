"""The commands of `gridlaw-cluster`, once its words have been read."""

import argparse
import sys

from gridlaw.cluster import judge, perft, running, selfplay, solve
from gridlaw.cluster.folder import Folder, Plan
from gridlaw.cluster.game import Trouble
from gridlaw.cluster.words import read_games


def do(arguments: argparse.Namespace) -> int:
    """Does what the words say, and returns the exit status."""
    folder = Folder(arguments.dir)
    match arguments.command:
        case "plan":
            plan = _plan(arguments)
            folder.write_plan(plan)
            print(f"{plan.units} {'unit' if plan.units == 1 else 'units'} in {folder.path}")
            return 0
        case "run":
            return _run(folder, arguments)
        case "unit":
            running.do_unit(folder, folder.read_plan(), arguments.number)
            return 0
        case "merge":
            return _merge(folder)
        case _:
            running.report(folder, folder.read_plan())
            return 0


def _plan(arguments: argparse.Namespace) -> Plan:
    if arguments.kind == "judge":
        return judge.plan(arguments.words)
    games = read_games(arguments)
    if arguments.kind == "perft":
        return perft.plan(
            games[0], arguments.depth, arguments.moves, arguments.divide, arguments.split, arguments.unit_seconds
        )
    if arguments.kind == "selfplay":
        return selfplay.plan(games[0], arguments.games, arguments.seed, arguments.policy, arguments.unit_seconds)
    limits = {name: getattr(arguments, name) for name in ("table", "nodes", "time")}
    return solve.plan(games, arguments.moves, arguments.weak, arguments.all, limits)


def _run(folder: Folder, arguments: argparse.Namespace) -> int:
    folder.read_plan()
    with running.connect(arguments.local, arguments.scheduler, arguments.slurm) as client:
        failed = running.run(folder, client)
    for number, reason in failed.items():
        print(f"gridlaw-cluster: unit {number} failed: {reason}", file=sys.stderr)
    return 1 if failed else 0


def _merge(folder: Folder) -> int:
    plan = folder.read_plan()
    missing = folder.missing(plan)
    if missing:
        some = " ".join(map(str, missing[:20])) + (" …" if len(missing) > 20 else "")
        raise Trouble(f"{folder.path}: {len(missing)} of {plan.units} units are missing: {some}")
    status = running.KINDS[plan.kind].merge(folder, plan, sys.stdout.write)
    sys.stdout.flush()
    return status or 0
