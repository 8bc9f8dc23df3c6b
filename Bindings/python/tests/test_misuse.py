# SPDX-License-Identifier: MIT
"""Nothing in the module ends the interpreter: calls drawn by lot, in a process of their own."""

import os
import pathlib
import subprocess
import sys
import threading
import time
import unittest

import vox

PROGRAM = pathlib.Path(__file__).resolve().parent / "misuse.py"


class Misuse(unittest.TestCase):
    def run_with(self, seed, *options):
        """Says the seed where it fails."""
        command = [sys.executable, "-X", "faulthandler", str(PROGRAM), "--seed", str(seed), *options]
        ended = subprocess.run(command, capture_output=True, text=True, timeout=600)
        self.assertEqual(ended.returncode, 0, f"{' '.join(command)}\n{ended.stderr[-4000:]}")

    def test_calls_drawn_by_lot(self):
        for seed in range(1, 9):
            self.run_with(seed)

    def test_calls_of_threads_that_share_documents(self):
        for seed in range(1, 5):
            self.run_with(seed, "--threads", "4", "--steps", "2000")

    def test_lists_with_views_of_each_other(self):
        first, second = vox.parse('{"c": [1], "x": null}'), vox.parse('{"c": [2], "x": null}')

        def write(into, other):
            for _ in range(20_000):
                into["x"] = [other["c"]]

        threads = [threading.Thread(target=write, args=pair, daemon=True)
                   for pair in [(first, second), (second, first)]]
        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        try:
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(120)
        finally:
            sys.setswitchinterval(interval)
        self.assertFalse([thread for thread in threads if thread.is_alive()], "both wait")
        self.assertEqual((first["x"], second["x"]), ([[2]], [[1]]))

    def test_a_seed_of_the_day(self):
        seed = int(os.environ.get("VOX_SEED", time.time_ns() % 10**9))
        print(f"test_misuse: VOX_SEED={seed}", file=sys.stderr)
        self.run_with(seed)
        self.run_with(seed, "--threads", "3", "--steps", "2000")


if __name__ == "__main__":
    unittest.main()
