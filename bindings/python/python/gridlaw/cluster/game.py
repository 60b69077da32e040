"""A game as a plan keeps it, and errors for the user. Needs no package beside gridlaw."""

from dataclasses import dataclass

import gridlaw


class Trouble(Exception):
    """An error that the user can fix; its text has the place, the fault and the expected value."""

    status = 1
    """The exit status of the program."""


class Misuse(Trouble):
    """An argument of the command line that is invalid."""

    status = 2


@dataclass(frozen=True)
class Game:
    """A game as a plan keeps it: the words of the command line, and the content of its file."""

    name: str
    numbers: list[int]
    content: str = ""

    def open(self) -> gridlaw.Game:
        return gridlaw._native.create(self.name, self.numbers, self.content.encode())
