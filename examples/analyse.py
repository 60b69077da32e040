#!/usr/bin/env python3
"""A client of `gridlaw analyse` in the standard library: the value of every position of a game.

    $ python3 examples/analyse.py target/release/gridlaw "breakdown -w 4 -h 5 -k 2 -q 2" "|0 -2 -0"
"""

import json
import subprocess
import sys
import threading


class Analyst:
    """A running `gridlaw analyse`. Threads may share it; each request waits for its own answer."""

    def __init__(self, *command):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([*command, "analyse"], stdin=pipe, stdout=pipe, encoding="utf-8")
        self.hello = json.loads(self.process.stdout.readline())
        if self.hello["protocol"] != 1:
            raise RuntimeError(f"expected protocol 1, found {self.hello['protocol']}")
        self.writing = threading.Lock()
        self.sent = 0
        self.lock = threading.Condition()
        self.answers = {}
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        # Always read while others write: a full pipe would stop both programs. So writers hold
        # another lock than readers.
        for line in self.process.stdout:
            answer = json.loads(line)
            with self.lock:
                if answer["type"] == "error" or answer["final"]:
                    self.answers[answer.get("id")] = answer
                    self.lock.notify_all()
        with self.lock:
            self.answers = None
            self.lock.notify_all()

    def send(self, game, **fields):
        """Sends a request and returns its id."""
        with self.writing:
            self.sent += 1
            id = str(self.sent)
            request = {"type": "analyse", "id": id, "game": game, **fields}
            self.process.stdin.write(json.dumps(request) + "\n")
            self.process.stdin.flush()
        return id

    def wait(self, id):
        """Returns the final answer to a request."""
        with self.lock:
            self.lock.wait_for(lambda: self.answers is None or id in self.answers)
            if self.answers is None:
                raise RuntimeError("gridlaw has left")
            answer = self.answers.pop(id)
        if answer["type"] == "error":
            raise ValueError(f"{answer.get('field', 'line')}: {answer['message']}")
        return answer

    def close(self):
        """Ends the program. What is still worked on is stopped."""
        self.process.stdin.close()
        return self.process.wait()


def words(known):
    """A value in words, an estimate as a number with its sign."""
    if "value" not in known:
        return f"{known.get('score', 0):+}"
    value = known["value"]
    return f"{value['result']} in {value['plies']}" if "plies" in value else value["result"]


def main(program, game, moves="", nodes="100000"):
    analyst = Analyst(program)
    moves = moves.split()
    ids = [analyst.send(game, moves=moves[:count], nodes=int(nodes)) for count in range(len(moves) + 1)]
    for count, id in enumerate(ids):
        answer = analyst.wait(id)
        best = answer["moves"][0]["move"] if answer["moves"] else "-"
        played = moves[count] if count < len(moves) else ""
        print(f"{count:3} {answer['side']:6} {words(answer):12} best {best:5} played {played}".rstrip())
    return analyst.close()


if __name__ == "__main__":
    if not 3 <= len(sys.argv) <= 5:
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
