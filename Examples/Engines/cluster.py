# SPDX-License-Identifier: MIT
"""Spark on this machine: jobs on threads, and a master with two workers."""

import contextlib
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import sys
import time

import pyspark

HERE = pathlib.Path(__file__).resolve().parent
SPARK = pathlib.Path(pyspark.__file__).parent
HOST = "127.0.0.1"
SETTINGS = {
    "spark.ui.enabled": "false", "spark.driver.host": HOST, "spark.driver.bindAddress": HOST,
    "spark.executor.memory": "768m", "spark.executor.cores": "1",
}
ENVIRONMENT = os.environ | {
    "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": HOST, "SPARK_HOME": str(SPARK),
}


def submit(master, log, program, *arguments):
    """Starts a program of this folder in Spark, with its output in a log."""
    settings = [f"--conf={name}={value}" for name, value in SETTINGS.items()]
    command = [SPARK / "bin/spark-submit", "--master", master, *settings,
               "--py-files", f"{HERE / 'job.py'},{HERE / 'spark_job.py'}", HERE / program, *arguments]
    return subprocess.Popen(command, env=ENVIRONMENT, stdout=log, stderr=subprocess.STDOUT)


class Cluster:
    """A standalone master and two workers of one core each, on loopback. Each has a process group
    of its own, to which its executors belong."""

    def __init__(self, work):
        self.processes = []
        self.work = work
        with socket.socket() as free:
            free.bind((HOST, 0))
            port = free.getsockname()[1]
        self.master = f"spark://{HOST}:{port}"
        self._start("master", "master.Master", "--port", str(port))
        for name in ("worker-1", "worker-2"):
            folder = work / name
            shutil.rmtree(folder, ignore_errors=True)
            self._start(name, "worker.Worker", "--cores", "1", "--memory", "1g", "--work-dir",
                        str(folder), self.master)

    def _start(self, name, program, *arguments):
        path = self.work / f"{name}.log"
        with open(path, "wb") as log:
            self.processes.append(subprocess.Popen(
                [SPARK / "bin/spark-class", f"org.apache.spark.deploy.{program}", "--host", HOST,
                 "--webui-port", "0", *arguments],
                env=ENVIRONMENT, stdout=log, stderr=log, start_new_session=True))
        ready = "Successfully registered" if "Worker" in program else "New state: ALIVE"
        for _ in range(1200):
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
