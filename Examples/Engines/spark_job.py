# SPDX-License-Identifier: MIT
"""The job in Spark: each task reads a range of bytes of a file where it lies, by mapInArrow.

    spark-submit --py-files job.py spark_job.py CORPUS OUTPUT

All workers see the folder CORPUS, which has files of NDJSON. What a lost worker has written is not
counted: Spark commits the output of a task when it is done, and else runs the task elsewhere."""

import os
import sys

from job import DESCRIPTION, parts_of, read_part

PART = 8 << 20
SCHEMA = """id STRING, title STRING, writer STRING, error STRUCT<file: STRING, line: LONG,
    column: LONG, offset: LONG, pointer: STRING, code: STRING, message: STRING>"""


def articles(spark, corpus, part=PART):
    """A DataFrame of the rows. In an error, line and offset count from the begin of the range,
    which stands after the name of the file."""
    paths = sorted(os.path.join(corpus, name) for name in os.listdir(corpus))
    parts = parts_of(paths, part)

    def rows(batches):
        import pyarrow
        import vox

        for batch in batches:
            for number in batch["id"].to_pylist():
                path, begin, end = parts[number]
                columns = vox.columns(read_part(path, begin, end), DESCRIPTION, form="lines",
                                      file=f"{path}+{begin}")
                yield from pyarrow.RecordBatchReader.from_stream(columns)

    return spark.range(0, len(parts), 1, len(parts)).mapInArrow(rows, SCHEMA)


def main(corpus, output):
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName("articles").getOrCreate()
    articles(spark, corpus).selectExpr("id", "title", "writer", "error.code").write.parquet(output)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
