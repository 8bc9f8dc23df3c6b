# SPDX-License-Identifier: MIT
"""The job in each engine, on one machine: (id, title, writer, code of the error) of all rows."""

from job import DESCRIPTION


def by_vox(paths):
    """Plain Vox, without Arrow."""
    import vox

    for row in vox.select(paths, DESCRIPTION, form="lines"):
        yield row["id"], row["title"], row["writer"], row.get("error", {}).get("code")


def by_pyarrow(paths):
    import pyarrow
    import vox

    table = pyarrow.table(vox.columns(paths, DESCRIPTION, form="lines"))
    codes = table["error"].combine_chunks().field("code")
    return zip(*(table[name].to_pylist() for name in ("id", "title", "writer")), codes.to_pylist())


def by_duckdb(paths):
    import duckdb
    import vox

    articles = vox.columns(paths, DESCRIPTION, form="lines")  # noqa: F841
    return duckdb.sql("SELECT id, title, writer, error.code FROM articles").fetchall()


def by_polars(paths):
    import polars
    import vox

    frame = polars.DataFrame(vox.columns(paths, DESCRIPTION, form="lines"))
    return frame.select("id", "title", "writer", polars.col("error").struct.field("code")).rows()


def by_pandas(paths):
    import pandas
    import vox

    frame = pandas.DataFrame.from_arrow(vox.columns(paths, DESCRIPTION, form="lines"))
    for id, title, writer, error in zip(frame["id"], frame["title"], frame["writer"], frame["error"]):
        yield *(None if pandas.isna(value) else value for value in (id, title, writer)), \
            error and error["code"]


def by_daft(paths):
    import daft
    import pyarrow
    import vox

    frame = daft.from_arrow(pyarrow.table(vox.columns(paths, DESCRIPTION, form="lines")))
    frame = frame.select("id", "title", "writer", daft.col("error").get("code").alias("code"))
    return zip(*(frame.to_pydict()[name] for name in ("id", "title", "writer", "code")))


ENGINES = {
    "pyarrow": by_pyarrow, "duckdb": by_duckdb, "polars": by_polars, "pandas": by_pandas,
    "daft": by_daft,
}
