# SPDX-License-Identifier: MIT
"""Rows a second a core, of the job and of Spark's own from_json, in one Spark on two cores.

    spark-submit --master local[2] measure.py CORPUS ROWS WAY...

A second of a core is one of processor time, of Spark and all that it runs: so what else runs on
the machine does not count."""

import contextlib
import os
import pathlib
import statistics
import sys
import time

from pyspark.sql import SparkSession, functions
from select_job import WAYS

SCHEMA = """
    data STRUCT<id STRING, attributes: STRUCT<title: STRING>,
        relationships: STRUCT<author: STRUCT<data: STRUCT<type: STRING, id: STRING>>>>,
    included ARRAY<STRUCT<type: STRING, id: STRING, attributes: STRUCT<name: STRING>>>"""


def by_from_json(spark, corpus, _):
    """The same columns by Spark alone."""
    lines = spark.read.text(corpus)
    document = lines.select(functions.from_json("value", SCHEMA).alias("d"))
    return document.selectExpr(
        "d.data.id AS id", "d.data.attributes.title AS title",
        """filter(d.included, r -> r.type = d.data.relationships.author.data.type
            AND r.id = d.data.relationships.author.data.id)[0].attributes.name AS writer""")


def processor_seconds():
    """What Spark has taken: the parent of this process and all below it, ended ones included."""
    taken, parents = {}, {}
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            fields = stat.read_text().rpartition(")")[2].split()
            number = int(stat.parent.name)
            parents[number], taken[number] = int(fields[1]), sum(map(int, fields[11:15]))

    def below(number):
        return number == spark or number in parents and below(parents[number])

    spark = os.getppid()
    return sum(ticks for number, ticks in taken.items() if below(number)) / os.sysconf("SC_CLK_TCK")


def seconds(rows):
    """How long it takes to make all rows, which nobody keeps: by the clock, and of a core."""
    begin, taken = time.monotonic(), processor_seconds()
    if hasattr(rows, "write"):
        rows.write.format("noop").mode("overwrite").save()
    else:
        rows.count()
    return time.monotonic() - begin, processor_seconds() - taken


def main(corpus, count, *ways):
    spark = SparkSession.builder.appName("measure").getOrCreate()
    vox = os.environ["VOX"]
    jobs = {f"vox by {way}": WAYS[way] for way in ways} | {"from_json": by_from_json}
    times = {name: [] for name in jobs}
    for turn in range(6):
        for name, job in jobs.items():
            taken = seconds(job(spark, corpus, vox))
            if turn > 0:  # the first warms up
                times[name].append(taken)
    medians = {name: [statistics.median(each) for each in zip(*taken)] for name, taken in times.items()}
    for name, (clock, core) in medians.items():
        print(f"{name:15} {int(count) / core:9.0f} rows a second a core "
              f"({core:.2f} s of a core, {clock:.2f} s by the clock, "
              f"{medians['from_json'][1] / core:.2f} of from_json)", flush=True)
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores", flush=True)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
