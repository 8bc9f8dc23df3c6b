# SPDX-License-Identifier: MIT
"""Checks the job against plain `vox select`, on threads of this machine and on a cluster of two
workers of which one is killed, and measures it beside Spark's own from_json.

    python3 check.py VOX WORK [FILES LINES]

Prints "ok" or "FAIL" for each check. Runs with the Python that has PySpark; by pandas only where
that has the module vox."""

import contextlib
import hashlib
import importlib.util
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

import corpus
import pyspark
from select_job import COLUMNS, WAYS

HERE = pathlib.Path(__file__).parent
SPARK = pathlib.Path(pyspark.__file__).parent
HOST = "127.0.0.1"
SETTINGS = {
    "spark.ui.enabled": "false", "spark.driver.host": HOST, "spark.driver.bindAddress": HOST,
    "spark.executor.memory": "768m", "spark.executor.cores": "1",
    "spark.sql.files.maxPartitionBytes": "12m",  # a file a task, also where Spark reads them
}
failures = 0


def check(name, holds, detail=""):
    global failures
    failures += not holds
    print(f"{'ok   ' if holds else 'FAIL '} {name}{f': {detail}' if detail else ''}", flush=True)


class Rows:
    """Rows in any order: how many, their hash, and the errors among them."""

    def __init__(self, lines):
        found = [json.loads(line) for line in lines]
        self.errors = [row["error"] for row in found if "error" in row]
        good = sorted(json.dumps(row, sort_keys=True) for row in found if "error" not in row)
        self.count = len(good)
        self.hash = hashlib.sha256("\n".join(good).encode()).hexdigest()

    def kinds(self):
        """What is the same of the errors whatever piped them."""
        return sorted((error["code"], error["pointer"]) for error in self.errors)

    @classmethod
    def of_output(cls, folder):
        return cls(line for file in folder.glob("part-*") for line in open(file, encoding="utf-8"))


def plain(vox, folder):
    files = sorted(str(file) for file in folder.iterdir())
    command = [vox, "select", COLUMNS, "--from", "ndjson", "--exit-zero", *files]
    run = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return Rows(run.stdout.decode().splitlines())


def environment(vox):
    return os.environ | {
        "VOX": vox, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": HOST,
        "SPARK_HOME": str(SPARK),
    }


def submit(vox, master, by, folder, output, log):
    shutil.rmtree(output, ignore_errors=True)
    settings = [f"--conf={name}={value}" for name, value in SETTINGS.items()]
    command = [SPARK / "bin/spark-submit", "--master", master, *settings,
               HERE / "select_job.py", by, folder, output]
    return subprocess.Popen(command, env=environment(vox), stdout=log, stderr=log)


def job(vox, master, by, folder, work):
    output = work / f"rows-{by}"
    with open(work / "spark.log", "ab") as log:
        status = submit(vox, master, by, folder, output, log).wait(600)
    return Rows.of_output(output) if status == 0 else None


class Cluster:
    """A standalone master and two workers of one core each, on loopback. Each has a process group
    of its own, to which its executors belong."""

    def __init__(self, vox, work):
        self.processes = []
        self.env = environment(vox)
        self.work = work
        with socket.socket() as free:
            free.bind((HOST, 0))
            port = free.getsockname()[1]
        self.master = f"spark://{HOST}:{port}"
        self._start("master", "master.Master", "--port", str(port))
        for name in ("worker-1", "worker-2"):
            folder = work / name
            self._start(name, "worker.Worker", "--cores", "1", "--memory", "1g", "--work-dir",
                        str(folder), self.master)

    def _start(self, name, program, *arguments):
        path = self.work / f"{name}.log"
        with open(path, "wb") as log:
            self.processes.append(subprocess.Popen(
                [SPARK / "bin/spark-class", f"org.apache.spark.deploy.{program}", "--host", HOST,
                 "--webui-port", "0", *arguments],
                env=self.env, stdout=log, stderr=log, start_new_session=True))
        ready = "Successfully registered" if "Worker" in program else "New state: ALIVE"
        for _ in range(600):
            if ready in path.read_text(errors="replace"):
                return
            time.sleep(0.1)
        raise RuntimeError(f"{name} does not start, see {path}")

    @staticmethod
    def kill(process):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):
            self.kill(process)


def committed(output):
    """How many tasks of a running job have committed their output."""
    return len(list(output.glob("_temporary/*/task_*")))


def check_killed_worker(vox, by, folder, files, expected, work):
    """Kills a worker, with its executor, when a quarter of the tasks is done."""
    output, path = work / "rows-killed", work / "killed.log"
    with Cluster(vox, work) as cluster, open(path, "wb") as log:
        process = submit(vox, cluster.master, by, folder, output, log)
        while committed(output) < files // 4 and process.poll() is None:
            time.sleep(0.005)
        done = committed(output)
        Cluster.kill(cluster.processes[-1])
        status = process.wait(600)
    check(f"by {by}: a worker is killed in the middle", 0 < done < files and status == 0,
          f"when {done} of {files} tasks were done; the job ends with {status}")
    lost = re.findall(r"Lost (?:executor|task).*", path.read_text(errors="replace"))
    check(f"by {by}: Spark lost an executor", bool(lost), lost[0] if lost else "")
    rows = Rows.of_output(output)
    check(f"by {by}: the same rows, none twice", rows.hash == expected.hash,
          f"{rows.count} of {expected.count} rows, {rows.hash[:16]}")


def main(vox, work, files=16, lines=10000):
    work = pathlib.Path(work).resolve()
    vox = str(pathlib.Path(vox).resolve())
    good, broken = work / f"good-{files}-{lines}", work / f"malformed-{files}-{lines}"
    for folder in (good, broken):
        if not folder.exists():
            corpus.write(folder, files, lines, folder is broken)
    (work / "spark.log").unlink(missing_ok=True)
    wanted, wanted_broken = plain(vox, good), plain(vox, broken)
    check("plain vox select", wanted.count == files * lines and not wanted.errors,
          f"{wanted.count} rows, {wanted.hash[:16]}")
    check("plain vox select, malformed records", len(wanted_broken.errors) == files * (lines // 1000),
          f"{wanted_broken.count} rows, {len(wanted_broken.errors)} errors")

    ways = [way for way in WAYS if way != "pandas" or importlib.util.find_spec("vox")]
    if "pandas" not in ways:
        print("note  the module vox is not installed: nothing is checked by pandas", flush=True)
    for way in ways:
        rows = job(vox, "local[2]", way, good, work)
        check(f"local[2] by {way}: the hash over all rows", rows and rows.hash == wanted.hash,
              rows and f"{rows.count} rows, {rows.hash[:16]}")
        rows = job(vox, "local[2]", way, broken, work)
        check(f"local[2] by {way}: malformed records are rows, the job goes on",
              rows and rows.hash == wanted_broken.hash and len(rows.errors) == len(wanted_broken.errors),
              rows and f"{rows.count} rows, {len(rows.errors)} errors such as {rows.errors[0]}")
    for way in ways:
        check_killed_worker(vox, way, good, files, wanted, work)

    with open(work / "spark.log", "ab") as log:
        subprocess.run(
            [SPARK / "bin/spark-submit", "--master", "local[2]",
             *(f"--conf={name}={value}" for name, value in SETTINGS.items()),
             "--py-files", HERE / "select_job.py", HERE / "measure.py", good, str(files * lines), *ways],
            env=environment(vox), check=True, stderr=log)
    print(f"{failures} of the checks failed" if failures else "all checks passed")
    return failures > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3], *map(int, sys.argv[3:])))
