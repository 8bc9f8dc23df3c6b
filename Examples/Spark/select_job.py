# SPDX-License-Identifier: MIT
"""A Spark job: one row for each article of a corpus in JSON:API, as NDJSON.

    spark-submit select_job.py BY CORPUS OUTPUT      BY: lines, files or pandas

The folder CORPUS holds files of NDJSON. A malformed record becomes a row that has its error.
What a lost worker has written is not counted: Spark commits the output of a task when it is
done, and runs the task again elsewhere when it is not."""

import os
import shlex
import sys

COLUMNS = "id,title,writer=author.name"


def by_lines(spark, corpus, vox):
    """Spark reads the lines, from whatever it can read, and pipes them through `vox select`."""
    select = f"{shlex.quote(vox)} select {COLUMNS} --from ndjson --exit-zero"
    return spark.sparkContext.textFile(corpus).pipe(select, checkCode=True)


def by_files(spark, corpus, vox):
    """Spark pipes names of files, which `vox select` opens itself: nothing but rows goes through
    Python, and errors tell their place in the file. For folders that all workers see."""
    files = sorted(os.path.join(corpus, name) for name in os.listdir(corpus))
    select = f"xargs -d '\\n' {shlex.quote(vox)} select {COLUMNS} --from ndjson --exit-zero"
    return spark.sparkContext.parallelize(files, len(files)).pipe(
        select, env=dict(os.environ), checkCode=True)


def row(text):
    """The row of one record, by the Python module."""
    import vox

    try:
        with vox.parse(text) as document:
            found = {"id": document.at("/data/id")}
            title = document.at("/data/attributes/title", None)
            if title is not None:
                found["title"] = title
            writer = document.resolve(document.at("/data/relationships/author/data"))
            if writer is not None:
                found["writer"] = writer["attributes"]["name"]
            return found
    except vox.Error as error:
        return {"error": {"offset": error.offset, "pointer": error.pointer,
                          "code": f"VOX_{error.code.name}", "message": error.message}}


def by_pandas(spark, corpus, _):
    """Spark hands batches of lines to Python, which reads them by the Python module."""
    import json

    import pandas

    def rows(batches):
        for batch in batches:
            made = [json.dumps(row(text), ensure_ascii=False) for text in batch["value"]]
            yield pandas.DataFrame({"value": made})

    lines = spark.read.text(corpus)
    return lines.mapInPandas(rows, "value string")


WAYS = {"lines": by_lines, "files": by_files, "pandas": by_pandas}


def main(by, corpus, output):
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.appName(f"vox select by {by}").getOrCreate()
    rows = WAYS[by](spark, corpus, os.environ.get("VOX", "vox"))
    if by == "pandas":
        rows.write.text(output)
    else:
        rows.saveAsTextFile(output)
    spark.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
