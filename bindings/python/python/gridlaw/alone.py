"""Environments are for one thread at a time: a second one that comes meanwhile is refused."""

import functools
import threading
from collections.abc import Callable
from typing import Any, TypeVar, cast


class Guard:
    """What one thread holds while it is inside of an environment. A copy is a guard of its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("another thread uses this environment: make one for each thread")

    def __exit__(self, *_: object) -> None:
        self._lock.release()

    def __reduce__(self) -> tuple[Any, ...]:
        return Guard, ()


Method = TypeVar("Method", bound=Callable[..., Any])


def alone(method: Method) -> Method:
    """The method of an environment with a `_guard`, for one thread at a time: `RuntimeError` for a
    second one."""

    @functools.wraps(method)
    def guarded(self: Any, *given: Any, **named: Any) -> Any:
        with self._guard:
            return method(self, *given, **named)

    return cast(Method, guarded)


@alone
def state_of(self: Any) -> dict[str, Any]:
    """`__getstate__` of an environment with a `_guard`: no other thread is at work when it is copied."""
    return {**self.__dict__}
