# SPDX-License-Identifier: MIT
"""Rows a second a core, of the job and of Spark's own from_json, in one Spark on two cores.

    spark-submit --master local[2] measure.py CORPUS ROWS WAY..."""

import os
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


def seconds(rows):
    """How long it takes to make all rows, which nobody keeps."""
    begin = time.monotonic()
    if hasattr(rows, "write"):
        rows.write.format("noop").mode("overwrite").save()
    else:
        rows.count()
    return time.monotonic() - begin


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
    base = statistics.median(times["from_json"])
    for name, taken in times.items():
        middle = statistics.median(taken)
        print(f"{name:15} {int(count) / middle / 2:9.0f} rows a second a core "
              f"({middle:.2f} s, {base / middle:.2f} of from_json)", flush=True)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
