"""`python -m gridlaw …`: the program `gridlaw`."""

import signal
import sys

from gridlaw._native import command_line


def main() -> int:
    """Runs the program with the words of the command line, and returns its exit status."""
    # The work is not Python's, so Ctrl-C ends it as it ends any program.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return command_line(["gridlaw", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
