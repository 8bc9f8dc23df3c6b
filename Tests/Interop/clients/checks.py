# SPDX-License-Identifier: MIT
"""Runs checks one after the other and prints a line about each: `ok` or `FAIL`."""

import sys
from contextlib import contextmanager


class Checks:
    def __init__(self, subject):
        self.subject = subject
        self.failures = 0

    @contextmanager
    def check(self, name):
        try:
            yield
            print(f"ok    {self.subject}: {name}", flush=True)
        except Exception as error:
            self.failures += 1
            words = f"{type(error).__name__}: {error}".replace("\n", " ")
            print(f"FAIL  {self.subject}: {name}: {words}", flush=True)

    def finish(self):
        sys.exit(1 if self.failures else 0)


def expect(what, found, wanted):
    if found != wanted:
        raise AssertionError(f"{what} is {found!r}, not {wanted!r}")
