"""Python imports this as it starts, where it is on the path: the process's clock is off by SKEW_S seconds."""

import os
import time
from collections.abc import Callable

_time, _time_ns = time.time, time.time_ns
_SKEW_S = int(os.environ["SKEW_S"])


def off(seconds: float) -> tuple[Callable[[], float], Callable[[], int]]:
    return lambda: _time() + seconds, lambda: _time_ns() + round(seconds * 1e9)


time.time, time.time_ns = off(_SKEW_S)
