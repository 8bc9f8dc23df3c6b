# SPDX-License-Identifier: MIT
"""Measures how fast readers turn JSON:API into columns, each on one core, in processor time.

    python bench.py [--mb 200] [--rounds 3] [--folder FOLDER] [READER...]

The first corpus is NDJSON with an article on each line: five attributes and one relationship. The
second has documents of 100 articles whose authors are in `included`. All readers of a corpus must
find the same sums. A reader runs in a process of its own, in turns, and its fastest round counts."""

import argparse
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import time

WORDS = "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor".split()
COLUMNS = [
    {"name": "id", "type": "utf8"}, {"name": "title", "type": "utf8"}, {"name": "body", "type": "utf8"},
    {"name": "views", "type": "int64"}, {"name": "rating", "type": "double"},
    {"name": "published", "type": "bool"}, {"name": "author", "path": "author.id", "type": "utf8"},
]


def article(lot, number):
    text = " ".join(lot.choices(WORDS, k=40))
    return {
        "type": "articles", "id": str(number), "attributes": {
            "title": f"Article {number}", "body": text, "views": lot.randrange(10**6),
            "rating": lot.randrange(500) / 100, "published": lot.random() < 0.8},
        "relationships": {"author": {"data": {"type": "people", "id": str(lot.randrange(1000))}}}}


def write_lines(file, size):
    lot, number = random.Random(7), 0
    while file.tell() < size:
        file.write(json.dumps(article(lot, number), separators=(",", ":")).encode() + b"\n")
        number += 1


def write_documents(file, size):
    lot, number = random.Random(7), 0
    while file.tell() < size:
        data = [article(lot, number + index) for index in range(100)]
        number += 100
        people = sorted({each["relationships"]["author"]["data"]["id"] for each in data})
        included = [{"type": "people", "id": id, "attributes": {
            "name": f"Person {id}", "born": 1900 + int(id) % 100}} for id in people]
        made = {"data": data, "included": included}
        file.write(json.dumps(made, separators=(",", ":")).encode() + b"\n")


# --- the readers: each returns rows, the sum of views, and the bytes of the texts ---------


def vox_arrow(path):
    import pyarrow
    import pyarrow.compute
    import vox

    description = {"type": "articles", "columns": COLUMNS, "ignore": ["author.type"]}
    table = pyarrow.table(vox.columns(path, description))
    return sums_of_arrow(table)


def sums_of_arrow(table):
    import pyarrow.compute as compute

    return table.num_rows, compute.sum(table["views"]).as_py(), \
        compute.sum(compute.binary_length(table["body"])).as_py() + compute.sum(
            compute.binary_length(table["author"])).as_py()


DUCKDB_TYPES = """{id: 'VARCHAR', attributes: 'STRUCT(title VARCHAR, body VARCHAR, views BIGINT,
    rating DOUBLE, published BOOLEAN)',
    relationships: 'STRUCT(author STRUCT(data STRUCT("type" VARCHAR, id VARCHAR)))'}"""


def duckdb_read_json(path):
    import duckdb

    connection = duckdb.connect(config={"threads": 1})
    return sums_of_arrow(connection.sql(f"""
        SELECT id, attributes.title, attributes.body, attributes.views, attributes.rating,
            attributes.published, relationships.author.data.id AS author
        FROM read_json('{path}', format = 'newline_delimited', columns = {DUCKDB_TYPES})
        """).to_arrow_table())


def duckdb_vox(path):
    import duckdb
    import vox

    articles = vox.columns(path, {
        "type": "articles", "columns": [COLUMNS[2], COLUMNS[3], COLUMNS[6]], "rest": False})
    connection = duckdb.connect(config={"threads": 1})
    connection.register("articles", articles)
    return connection.sql("""
        SELECT count(*), sum(views)::BIGINT, sum(strlen(body) + strlen(author))::BIGINT
        FROM articles""").fetchall()[0]


def duckdb_sums(path):
    import duckdb

    connection = duckdb.connect(config={"threads": 1})
    return connection.sql(f"""
        SELECT count(*), sum(attributes.views)::BIGINT,
            sum(strlen(attributes.body) + strlen(relationships.author.data.id))::BIGINT
        FROM read_json('{path}', format = 'newline_delimited', columns = {DUCKDB_TYPES})""").fetchall()[0]


def polars_scan_ndjson(path):
    import polars

    schema = polars.Schema({
        "id": polars.String, "attributes": polars.Struct({
            "title": polars.String, "body": polars.String, "views": polars.Int64,
            "rating": polars.Float64, "published": polars.Boolean}),
        "relationships": polars.Struct({"author": polars.Struct({"data": polars.Struct({
            "type": polars.String, "id": polars.String})})})})
    frame = polars.scan_ndjson(path, schema=schema).unnest("attributes").with_columns(
        author=polars.col("relationships").struct["author"].struct["data"].struct["id"]
    ).drop("relationships").collect()
    return len(frame), frame["views"].sum(), \
        frame["body"].str.len_bytes().sum() + frame["author"].str.len_bytes().sum()


def sums_of_lines(path, loads):
    rows = views = size = 0
    with open(path, "rb") as file:
        for line in file:
            record = loads(line)
            attributes = record["attributes"]
            rows, views = rows + 1, views + attributes["views"]
            size += len(attributes["body"]) + len(record["relationships"]["author"]["data"]["id"])
    return rows, views, size


def orjson_loads(path):
    import orjson

    return sums_of_lines(path, orjson.loads)


def json_loads(path):
    return sums_of_lines(path, json.loads)


def vox_select(path):
    import vox

    rows = views = size = 0
    for row in vox.select(path, ["views", "body", "author.id"]):
        rows, views = rows + 1, views + row["views"]
        size += len(row["body"]) + len(row["author.id"])
    return rows, views, size


def frame_sums(frame):
    return len(frame), int(frame["views"].sum()), int(frame["body"].str.len().sum()
                                                      + frame["name"].str.len().sum())


def vox_pandas(path):
    import vox
    import pyarrow

    columns = COLUMNS + [{"name": "name", "path": "author.name", "type": "utf8"}]
    table = pyarrow.table(vox.columns(path, {
        "type": "articles", "columns": columns, "ignore": ["author.type"]}, form="lines"))
    return frame_sums(table.to_pandas())


def pandas_json_normalize(path):
    import pandas

    parts = []
    with open(path, "rb") as file:
        for line in file:
            document = json.loads(line)
            articles = pandas.json_normalize(document["data"])
            people = pandas.json_normalize(document["included"])
            parts.append(articles.merge(people, left_on="relationships.author.data.id", right_on="id"))
    frame = pandas.concat(parts)
    return frame_sums(frame.rename(columns={
        "attributes.views": "views", "attributes.body": "body", "attributes.name": "name"}))


CORPORA = {
    "NDJSON, to Arrow": (write_lines, vox_arrow, [duckdb_read_json, polars_scan_ndjson]),
    "NDJSON, sums in DuckDB": (write_lines, duckdb_vox, [duckdb_sums]),
    "NDJSON, three values in Python": (write_lines, vox_select, [orjson_loads, json_loads]),
    "documents with included, to pandas": (write_documents, vox_pandas, [pandas_json_normalize]),
}


def measure(name, path):
    """In a process of its own: the processor time of all its threads, without its start."""
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    for module in ("pyarrow.compute", "pandas", "duckdb", "polars", "orjson", "vox"):
        __import__(module)
    begin, clock = time.process_time(), time.perf_counter()
    found = globals()[name](path)
    print(json.dumps([time.process_time() - begin, time.perf_counter() - clock, list(found)]))


def run(name, path):
    command = [sys.executable, __file__, "--measure", name, str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=True,
                           env={**os.environ, "POLARS_MAX_THREADS": "1", "OMP_NUM_THREADS": "1"})
    return json.loads(ended.stdout)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--mb", type=int, default=200)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--folder", default=tempfile.gettempdir())
    parser.add_argument("--only", default="", help="the titles that contain this text")
    chosen = parser.parse_args()
    for title, (write, ours, others) in CORPORA.items():
        if chosen.only not in title:
            continue
        path = pathlib.Path(chosen.folder, f"vox-{write.__name__}-{chosen.mb}.ndjson")
        if not path.exists():
            with open(path, "wb") as file:
                write(file, chosen.mb * 10**6)
        best, found = {}, {}
        for _ in range(chosen.rounds):
            for reader in (ours, *others):
                taken, _, found[reader] = run(reader.__name__, path)
                best[reader] = min(taken, best.get(reader, taken))
        size, rows = path.stat().st_size, found[ours][0]
        print(f"{title}: {size / 1e6:.0f} MB, {rows} rows", flush=True)
        for reader, taken in best.items():
            same = "" if found[reader] == found[ours] else f", other sums: {found[reader]}"
            print(f"  {reader.__name__:22} {taken:7.2f} s {size / taken / 1e6:6.0f} MB/s "
                  f"{rows / taken:9.0f} rows/s {taken / best[ours]:6.2f} times{same}", flush=True)
        if any(found[reader] != found[ours] for reader in best):
            sys.exit("the readers do not agree")


if __name__ == "__main__":
    measure(*sys.argv[2:]) if sys.argv[1:2] == ["--measure"] else main()
