#!/usr/bin/env python3
"""Turns the marks of `gridlaw judge --json FILE` into what graders read.

    python3 marks.py gradescope [--points FILE] < marks.json > results.json
    python3 marks.py junit < marks.json > marks.xml

A clause is worth a point, or what the TOML file gives it: `B2-falls = 3`, `default = 0.5`. Gradescope
gives none for a clause that another failure blocks, and does not hear of those that were not tried or
at which the judge failed. To JUnit, clauses that were blocked or not tried are skipped tests.
"""

import argparse
import json
import sys
import xml.etree.ElementTree as xml


def explained(mark: dict) -> str:
    """The part of a failure that a student needs to see."""
    shown = mark["counterexample"] or {}
    words = ("wrong", "arguments", "moves", "expected", "found")
    lines = [f"{word}: {shown[word]}" for word in words if shown.get(word)] or [mark["result"]]
    return "\n".join([mark["code"]] * bool(mark["code"]) + lines)


def gradescope(marks: dict, points: dict) -> str:
    tests = []
    for mark in marks["clauses"]:
        if mark["result"] in ("not tried", "judge error"):
            continue
        worth = points.get(mark["clause"], points.get("default", 1))
        is_good = mark["result"] in ("pass", "note")
        test = {"name": f"{mark['clause']}: {mark['title']}", "max_score": worth, "score": worth if is_good else 0}
        tests.append(test | {"status": "passed" if is_good else "failed"})
        if mark["result"] != "pass":
            tests[-1]["output"] = explained(mark)
    return json.dumps({"tests": tests}, indent=1) + "\n"


def junit(marks: dict, _: dict) -> str:
    suite = xml.Element("testsuite", name=marks["game"], tests=str(len(marks["clauses"])))
    for mark in marks["clauses"]:
        case = xml.SubElement(suite, "testcase", classname=marks["game"], name=mark["clause"])
        if mark["result"] == "fail":
            xml.SubElement(case, "failure", message=mark["title"]).text = explained(mark)
        elif mark["result"] == "judge error":
            xml.SubElement(case, "error", message=mark["title"])
        elif mark["result"] != "pass":
            xml.SubElement(case, "skipped", message=mark["result"])
    suite.set("failures", str(len(suite.findall(".//failure"))))
    return xml.tostring(suite, encoding="unicode") + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Turns marks into what graders read.")
    parser.add_argument("form", choices=["gradescope", "junit"])
    parser.add_argument("--points", metavar="FILE", help="a TOML file: the points of clauses, and `default`")
    arguments = parser.parse_args()
    points = {}
    if arguments.points:
        import tomllib

        with open(arguments.points, "rb") as file:
            points = tomllib.load(file)
    form = gradescope if arguments.form == "gradescope" else junit
    try:
        marks = json.load(sys.stdin)
    except json.JSONDecodeError as error:
        sys.exit(f"standard input: expected the marks of `gridlaw judge --json`: {error}")
    sys.stdout.write(form(marks, points))


if __name__ == "__main__":
    main()
