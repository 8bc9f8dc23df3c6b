# SPDX-License-Identifier: MIT
"""Rows a second a core in one Spark: the job, the same columns by Spark's own from_json, and as many
rows that mapInArrow gets ready-made, which is the limit of every job by mapInArrow.

    spark-submit --master local[2] --py-files job.py,spark_job.py measure.py CORPUS

A second of a core is one of processor time, of Spark and all that it starts, so other work on the
machine does not count. The first turn warms up; the median of the others is printed."""

import contextlib
import os
import pathlib
import statistics
import sys
import time

from pyspark.sql import SparkSession, functions
from spark_job import articles

SCHEMA = """
    data STRUCT<id STRING, attributes: STRUCT<title: STRING>,
        relationships: STRUCT<author: STRUCT<data: STRUCT<type: STRING, id: STRING>>>>,
    included ARRAY<STRUCT<type: STRING, id: STRING, attributes: STRUCT<name: STRING>>>"""


def by_from_json(spark, corpus):
    lines = spark.read.text(corpus)
    document = lines.select(functions.from_json("value", SCHEMA).alias("d"))
    return document.selectExpr(
        "d.data.id AS id", "d.data.attributes.title AS title",
        """filter(d.included, r -> r.type = d.data.relationships.author.data.type
            AND r.id = d.data.relationships.author.data.id)[0].attributes.name AS writer""")


def by_vox(spark, corpus):
    return articles(spark, corpus).select("id", "title", "writer")


def ready_made(spark, count, rows=1000):
    wanted = max(count // rows, 1)

    def batches(numbers):
        import pyarrow

        texts = {"id": "17", "title": "Harbour lights of the north", "writer": "A name"}
        batch = pyarrow.RecordBatch.from_pydict({name: [text] * rows for name, text in texts.items()})
        for number in numbers:
            yield from [batch] * number.num_rows

    return spark.range(0, wanted, 1, min(wanted, 16)).mapInArrow(
        batches, "id STRING, title STRING, writer STRING")


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


def main(corpus, turns=6):
    spark = SparkSession.builder.appName("measure").getOrCreate()
    count = spark.read.text(corpus).count()
    jobs = {"from_json": by_from_json, "vox by mapInArrow": by_vox,
            "ready-made rows": lambda spark, corpus: ready_made(spark, count)}
    times = {}
    for turn in range(turns):
        for name, job in jobs.items():
            begin = processor_seconds()
            job(spark, corpus).write.format("noop").mode("overwrite").save()
            if turn > 0:
                times.setdefault(name, []).append(processor_seconds() - begin)
    base = statistics.median(times["from_json"])
    for name, taken in times.items():
        core = statistics.median(taken)
        print(f"# {name:18} {count / core:9.0f} rows a second a core, {core:.2f} s, "
              f"{base / core:.2f} times from_json", flush=True)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
