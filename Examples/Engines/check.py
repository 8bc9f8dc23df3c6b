# SPDX-License-Identifier: MIT
"""Checks that all engines give the rows of plain Vox: the same hash over all rows, with malformed
records as rows with their errors, and also after a worker of a Spark cluster is killed. Measures
mapInArrow beside Spark's own from_json.

    python check.py WORK [FILES LINES]

Prints "ok" or "FAIL" and the time of each check."""

import pathlib
import re
import shutil
import subprocess
import sys
import time

import corpus
import pyarrow.parquet
from cluster import Cluster, submit
from engines import ENGINES, by_vox
from job import Rows, parts_of
from spark_job import PART

failures = 0


def check(name, begin, holds, detail=""):
    global failures
    failures += not holds
    print(f"{'ok  ' if holds else 'FAIL'} {time.monotonic() - begin:6.1f} s  {name}: {detail}", flush=True)


def paths_of(folder):
    return sorted(str(file) for file in folder.iterdir())


def rows_of(output):
    if not (output / "_SUCCESS").exists():
        return "no rows"
    table = pyarrow.parquet.read_table(output)
    return Rows(zip(*(table[name].to_pylist() for name in ("id", "title", "writer", "code"))))


def check_spark(folder, wanted, work):
    output, begin = work / "rows-local", time.monotonic()
    shutil.rmtree(output, ignore_errors=True)
    with open(work / "local.log", "wb") as log:
        submit("local[2]", log, "spark_job.py", folder, output).wait(600)
    rows = rows_of(output)
    check(f"Spark local[2], {folder.name}", begin, rows == wanted, rows)


def check_killed_worker(folder, wanted, work):
    """Kills a worker, with its executor, when a quarter of the tasks is done."""
    output, path, begin = work / "rows-killed", work / "killed.log", time.monotonic()
    shutil.rmtree(output, ignore_errors=True)
    tasks = len(parts_of(paths_of(folder), PART))

    def done():
        return len(list(output.glob("_temporary/*/task_*")))

    with Cluster(work) as cluster, open(path, "wb") as log:
        job = submit(cluster.master, log, "spark_job.py", folder, output)
        while done() < max(tasks // 4, 1) and job.poll() is None:
            time.sleep(0.005)
        at = done()
        Cluster.kill(cluster.processes[-1])
        status = job.wait(600)
    lost = re.findall(r"Lost (?:executor|task).*", path.read_text(errors="replace"))
    rows = rows_of(output)
    check(f"Spark on two workers, one killed after {at} of {tasks} tasks", begin,
          0 < at < tasks and status == 0 and lost and rows == wanted, rows)


def main(work, files=16, lines=10000):
    work = pathlib.Path(work).resolve()
    good, broken = work / f"good-{files}-{lines}", work / f"malformed-{files}-{lines}"
    for folder in (good, broken):
        if not folder.exists():
            corpus.write(folder, files, lines, folder is broken)
    for folder in (good, broken):
        begin = time.monotonic()
        wanted = Rows(by_vox(paths_of(folder)))
        errors = files * (lines // 1000) if folder is broken else 0
        check(f"plain Vox, {folder.name}", begin,
              (wanted.count, wanted.errors) == (files * lines, errors), wanted)
        for name, engine in ENGINES.items():
            begin = time.monotonic()
            rows = Rows(engine(paths_of(folder)))
            check(f"{name}, {folder.name}", begin, rows == wanted, rows)
        check_spark(folder, wanted, work)
    check_killed_worker(broken, wanted, work)
    with open(work / "measure.log", "wb") as log:
        status = submit("local[2]", log, "measure.py", good).wait(1200)
    print(*re.findall(r"^# (.*)", (work / "measure.log").read_text(errors="replace"), re.M), sep="\n")
    print("all checks passed" if failures + status == 0 else "some checks failed")
    return failures + status > 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], *map(int, sys.argv[2:])))
