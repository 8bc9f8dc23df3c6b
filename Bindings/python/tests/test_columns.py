# SPDX-License-Identifier: MIT
"""Columns, against a model in Python and by the engines that take them.

VOX_COLUMN_CORPORA says how many corpora are drawn by lot (300), VOX_SEED where they begin."""

import decimal
import gc
import gzip
import io
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import duckdb
import pandas
import polars
import pyarrow
import pyarrow.parquet
import vox
from columns_model import Lot, load

ALBUMS = b"""{"type": "albums", "id": "1", "attributes": {"year": 1994, "title": "Night Trains"}}
{"type": "albums", "id": "2", "attributes": {"year": "1996?"}}
{"type": "albums", "id":
"""
DESCRIPTION = {"type": "albums", "columns": [{"name": "id", "type": "utf8"},
                                             {"name": "year", "type": "int64"}]}
EXPECTED = [("1", 1994), ("2", None), (None, None)]


def plain(value, column):
    """A value of pyarrow, as the model has it."""
    kind = column["type"]
    if value is None:
        return None
    if kind == "list":
        return [plain(element, column["items"]) for element in value]
    if kind == "struct":
        return {each["name"]: plain(value[each["name"]], each) for each in column["columns"]}
    return load(value) if kind == "json" else value


def moments_as_numbers(table):
    """The table with microseconds in place of timestamps, for those that datetime cannot have."""
    for index, field in enumerate(table.schema):
        if pyarrow.types.is_timestamp(field.type):
            table = table.set_column(index, field.name, table.column(index).cast("int64"))
    return table


class Model(unittest.TestCase):
    def test_every_value_is_in_its_column_or_in_the_rest(self):
        first = int(os.environ.get("VOX_SEED", time.time_ns() % 10**9))
        for seed in range(first, first + int(os.environ.get("VOX_COLUMN_CORPORA", 300))):
            with self.subTest(seed=seed):
                lot = Lot(seed)
                description = lot.description()
                text, rows = lot.corpus(description, lot.random.randrange(1, 40))
                columns = vox.columns(text, description, form="lines",
                                      batch_rows=lot.random.choice([0, 1, 7]))
                reader = pyarrow.RecordBatchReader.from_stream(columns)
                batches = list(reader)
                for batch in batches:
                    batch.validate(full=True)
                found = moments_as_numbers(pyarrow.Table.from_batches(batches, reader.schema)).to_pylist()
                self.assertEqual(len(found), len(rows))
                for ours, (taken, rest) in zip(found, rows):
                    self.check(ours, taken, rest, description)
                errors = sum(taken is None for taken, _ in rows)
                self.assertEqual((columns.counts.rows, columns.counts.faults), (len(rows), errors))

    def check(self, ours, taken, rest, description):
        if taken is None:
            self.assertTrue(ours["error"]["code"].startswith("VOX_ERROR_"))
            self.assertEqual(json.loads(ours["rest"]), rest)
            return
        self.assertIsNone(ours["error"])
        for column in description["columns"]:
            self.assertEqual(plain(ours[column["name"]], column), taken[column["name"]],
                             f"column {column}")
        self.assertEqual(None if ours["rest"] is None else load(ours["rest"]), rest)


class Shapes(unittest.TestCase):
    def test_a_key_that_comes_late(self):
        lines = [b'{"a": 1}'] * 10000 + [b'{"a": 1, "late": 7}'] * 900
        table = pyarrow.table(vox.tables(b"\n".join(lines))["records"])
        self.assertEqual(table.column("late").to_pylist(), [None] * 10000 + [7] * 900)

    def test_26_names_are_26_columns(self):
        names = [chr(ord("a") + index) for index in range(26)]
        lines = [json.dumps({name: 1}).encode() for name in names]
        table = pyarrow.table(vox.tables(b"\n".join(lines))["records"])
        self.assertEqual([name for name in table.column_names if name in names], names)
        self.assertTrue(all(sum(v == 1 for v in table.column(name).to_pylist()) == 1 for name in names))

    def test_a_record_of_64_mib(self):
        long = "x" * (64 << 20)
        text = json.dumps({"type": "albums", "id": "1", "attributes": {"title": long}}).encode()
        columns = vox.columns(text + b"\n" + text, {"columns": [{"name": "title", "type": "utf8"}]})
        lengths = [len(value) for batch in pyarrow.RecordBatchReader.from_stream(columns)
                   for value in batch.column("title").to_pylist()]
        self.assertEqual(lengths, [64 << 20] * 2)

    def test_tables(self):
        text = json.dumps({
            "data": [{"type": "albums", "id": "1", "relationships": {
                "artist": {"data": {"type": "people", "id": "7"}},
                "tracks": {"data": [{"type": "tracks", "id": "1"}, {"type": "tracks", "id": "2"}]}}}],
            "included": [{"type": "people", "id": "7", "attributes": {"name": "Ann"}}],
        }).encode()
        tables = vox.tables(text)
        self.assertEqual(list(tables), ["albums", "relationships", "included_people"])
        self.assertEqual(pyarrow.table(tables["included_people"]).column("name").to_pylist(), ["Ann"])
        links = pyarrow.table(tables["relationships"]).select(["relationship", "position", "target_id"])
        self.assertEqual([tuple(row.values()) for row in links.to_pylist()],
                         [("artist", None, "7"), ("tracks", 0, "1"), ("tracks", 1, "2")])
        rows = list(vox.select(text, ["tracks.id", "tracks.name", "artist.name"]))
        self.assertEqual(rows, [
            {"tracks.id": ["1", "2"], "tracks.name": [None, None], "artist.name": "Ann"}])
        names = vox.columns(text, ["id", "artist.id", "tracks.id"])
        self.assertEqual(pyarrow.table(names).drop(["error"]).to_pylist(),
                         [{"id": "1", "artist.id": "7", "tracks.id": ["1", "2"]}])


class Receivers(unittest.TestCase):
    def test_engines_take_the_columns(self):
        albums = vox.columns(ALBUMS, DESCRIPTION)
        self.assertEqual(duckdb.sql("SELECT id, year FROM albums").fetchall(), EXPECTED)
        self.assertEqual(polars.DataFrame(albums).select("id", "year").rows(), EXPECTED)
        frame = pandas.DataFrame.from_arrow(albums)
        self.assertEqual(frame["year"].dropna().tolist(), [1994])
        self.assertEqual(pyarrow.schema(albums), pyarrow.table(albums).schema)

    def test_sources(self):
        with tempfile.TemporaryDirectory() as folder:
            path, packed = pathlib.Path(folder, "a.ndjson"), pathlib.Path(folder, "a.ndjson.gz")
            path.write_bytes(ALBUMS)
            packed.write_bytes(gzip.compress(ALBUMS[:50]) + gzip.compress(ALBUMS[50:]))
            with open(path, "rb") as file:
                for source in (path, str(path), packed, file, io.BytesIO(ALBUMS), bytearray(ALBUMS),
                               (ALBUMS[at:at + 1] for at in range(len(ALBUMS))), [ALBUMS], [path]):
                    table = pyarrow.table(vox.columns(source, DESCRIPTION))
                    rows = [tuple(row.values()) for row in table.select(["id", "year"]).to_pylist()]
                    self.assertEqual(rows, EXPECTED, source)
            errors = pyarrow.table(vox.columns([path, packed], DESCRIPTION)).column("error").to_pylist()
            self.assertEqual([(error["file"], error["line"]) for error in errors if error],
                             [(str(path), 3), (str(packed), 3)])

    def test_sources_that_fail(self):
        def failing():
            yield ALBUMS
            raise KeyError("no more")

        with self.assertRaisesRegex(OSError, "KeyError.*no more"):
            pyarrow.table(vox.columns(failing(), DESCRIPTION))
        with self.assertRaisesRegex(OSError, "EOFError"):
            pyarrow.table(vox.columns(gzip.compress(ALBUMS)[:-4], DESCRIPTION))
        with self.assertRaises(FileNotFoundError):
            vox.schema("/no/such/file")
        with self.assertRaisesRegex(TypeError, "'rb'"):
            vox.schema(io.StringIO("{}"))
        once = vox.columns(iter([ALBUMS]), DESCRIPTION)
        pyarrow.table(once)
        with self.assertRaisesRegex(ValueError, "read before"):
            pyarrow.table(once)
        with self.assertRaises(vox.Error):
            vox.columns(ALBUMS, {"columns": [], "colums": []})
        with self.assertRaisesRegex(pyarrow.ArrowInvalid, "albums:3:25: expected"):
            pyarrow.table(vox.columns(ALBUMS, DESCRIPTION, errors="stop", file="albums"))

    def test_early_release(self):
        released = []

        def source():
            try:
                while True:
                    yield ALBUMS.splitlines(keepends=True)[0]
            finally:
                released.append(True)

        columns = vox.columns(source(), DESCRIPTION, batch_rows=10)
        reader = pyarrow.RecordBatchReader.from_stream(columns)
        batch = reader.read_next_batch()
        reader.close()
        del reader, columns
        gc.collect()
        self.assertEqual((released, batch.num_rows), ([True], 10))
        batch.validate(full=True)
        vox.columns(iter([ALBUMS]), DESCRIPTION).__arrow_c_stream__()  # a capsule that nobody takes

    def test_two_receivers_in_two_threads(self):
        text = b"".join(json.dumps({"type": "albums", "id": str(n), "attributes": {"year": n}}).encode()
                        + b"\n" for n in range(50000))
        columns, sums = vox.columns(text, DESCRIPTION, batch_rows=1000), []

        def receive():
            for _ in range(3):
                sums.append(sum(pyarrow.table(columns).column("year").to_pylist()))

        threads = [threading.Thread(target=receive) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(sums, [sum(range(50000))] * 6)

    def test_the_end_of_the_interpreter_with_an_open_stream(self):
        program = ("import pyarrow, vox; columns = vox.columns(b'{}', {'columns': ['id']})\n"
                   "reader = pyarrow.RecordBatchReader.from_stream(columns)")
        subprocess.run([sys.executable, "-c", program], check=True)


class Rows(unittest.TestCase):
    def test_select(self):
        rows = list(vox.select(ALBUMS, ["id", {"name": "when", "path": "year"}]))
        self.assertEqual(rows[:2], [{"id": "1", "when": 1994}, {"id": "2", "when": "1996?"}])
        self.assertEqual((rows[2]["id"], rows[2]["error"]["line"]), (None, 3))
        with self.assertRaises(vox.Error) as raised:
            list(vox.select(ALBUMS, ["id"], errors="stop"))
        self.assertEqual((raised.exception.line, raised.exception.code.name), (3, "ERROR_END"))

    def test_selected_values_are_those_of_json(self):
        texts = ["0", "-0", "7", "-7", "0.5", "-0.0", "1e5", "1E+5", "-1.25e-7", "1e400", "-1e400",
                 "1e-400", "0.1", "2.2250738585072011e-308", "9007199254740993", "9007199254740993.0",
                 "0." + "123" * 40, "true", "false", "null", '""', '"a"', '"\\n"', '"\\u00e9"', '"é"',
                 '"\\ud83d\\ude00"', '"😀"', '"\\u0000"', '"\\\\"', '"\\""', '"/\\/"',
                 '"null"', '"[1,2]"', "[]", "{}", '[1,"a",null,1.5]', '{"a":{"b":[0.1]},"a":2}']
        texts += [sign + "9" * length for length in range(1, 45) for sign in ("", "-")]
        texts += [sign + "1" + "0" * length for length in range(16, 22) for sign in ("", "-")]
        text = "".join(f'{{"a": {each}, "b": {each}}}\n' for each in texts).encode()
        for parse_float in (None, decimal.Decimal, str):
            expected = [json.loads(each, parse_float=parse_float) for each in texts]
            rows = list(vox.select(text, ["b", "c=a"], parse_float=parse_float))
            for each, value, row in zip(texts, expected, rows):
                with self.subTest(text=each, parse_float=parse_float):
                    self.assertEqual(repr(row), repr({"b": value, "c": value}))
            self.assertEqual(len(rows), len(texts))

    def test_each_malformed_record_is_a_row_with_its_error(self):
        for count, malformed in ((20, {0, 7, 8, 9, 15, 19}), (16, {15}), (9, set(range(9))), (9, {8}),
                                 (5001, {1999, 2000, 5000}), (8, set())):
            text = b"".join(b'{"a":\n' if n in malformed else b'{"a": 1}\n' for n in range(count))
            rows = list(vox.select(text, ["a"], form="lines"))
            self.assertEqual(len(rows), count)
            self.assertEqual([n for n, row in enumerate(rows) if row["a"] is None], sorted(malformed))
            self.assertEqual([row["error"]["line"] for row in rows if "error" in row],
                             [n + 1 for n in sorted(malformed)])

    def test_paths_do_not_multiply_the_text_without_limit(self):
        linkage = {"r": {"data": [{"type": "a", "id": "1"}] * 1500}}
        resources = [{"type": "a", "id": i, "relationships": linkage} for i in ("2", "1")]
        text = json.dumps({"data": resources[:1], "included": resources[1:]}).encode()
        table = pyarrow.table(vox.columns(text, [{"name": "c", "path": "r.r"}]))
        self.assertEqual(table["c"].to_pylist(), [None])
        error = table["error"].to_pylist()[0]
        self.assertEqual(error["code"], "VOX_ERROR_SIZE_LIMIT")
        self.assertIn("256 times the bytes of its text", error["message"])

    def test_rows_are_of_their_own(self):
        one, two = vox.select(b'{"a": [1]}\n{"a": [1], "b": 2}\n', ["a", "b"])
        one["a"].append(2)
        one["b"] = 5
        self.assertEqual((one, two), ({"a": [1, 2], "b": 5}, {"a": [1], "b": 2}))

    def test_a_value_that_python_refuses(self):
        def refuse(text):
            raise KeyError(text)

        rows = vox.select(b'{"a": 1, "b": 2}\n{"a": 1.5, "b": 2}\n', ["a", "b"], parse_float=refuse)
        with self.assertRaisesRegex(KeyError, "1.5"):
            list(rows)
        with self.assertRaises(ValueError):
            list(vox.select(b'{"a": %s}\n' % (b"1" * 5000), ["a"]))


class Threads(unittest.TestCase):
    DESCRIPTION = {"table": "records", "columns": [{"name": "a", "type": "int64"}]}

    def test_a_stream_has_one_reader_at_a_time(self):
        refused = []

        def pieces():
            for _ in range(3):
                try:  # as another thread may do at this time
                    reader.read_next_batch()
                except OSError as error:
                    refused.append(str(error))
                yield b'{"a": 1}\n'

        table = vox.columns(pieces(), self.DESCRIPTION)
        reader = pyarrow.RecordBatchReader.from_stream(table)
        self.assertEqual(reader.read_all().num_rows, 3)
        self.assertEqual(len(refused), 3)
        self.assertIn("another thread reads from the stream", refused[0])

    def test_a_stream_is_released_while_it_is_read(self):
        def pieces():
            yield b'{"a": 1}\n'
            reader.close()
            yield b'{"a": 2}\n'

        table = vox.columns(pieces(), self.DESCRIPTION)
        reader = pyarrow.RecordBatchReader.from_stream(table)
        try:
            self.assertEqual(reader.read_next_batch().num_rows, 2)
        except (OSError, pyarrow.ArrowInvalid):
            pass


class Command(unittest.TestCase):
    def test_tables_as_files(self):
        with tempfile.TemporaryDirectory() as folder:
            source = pathlib.Path(folder, "albums.ndjson")
            source.write_bytes(ALBUMS)

            def run(*arguments):
                return subprocess.run([sys.executable, "-W", "error", "-m", "vox.columns", source,
                                       *arguments], capture_output=True, text=True, cwd=folder)

            ended = run("--to", "out")
            self.assertEqual((ended.returncode, ended.stderr), (
                3, "vox.columns: malformed records: 1 (out/malformed.parquet)\n"))
            table = pyarrow.parquet.read_table(pathlib.Path(folder, "out", "albums.parquet"))
            self.assertEqual(table.column("id").to_pylist(), ["1", "2"])
            self.assertEqual(table.schema.field("year").type, "string")
            table = pyarrow.parquet.read_table(pathlib.Path(folder, "out", "malformed.parquet"))
            self.assertEqual(table.column("rest").to_pylist(),
                             [json.dumps('{"type": "albums", "id":')])
            ended = run("--to", "albums.arrow", "--table", "albums", "--share", "50")
            self.assertEqual((ended.returncode, ended.stderr), (
                3, "vox.columns: malformed records: 1 (--table malformed writes them)\n"))
            with pyarrow.ipc.open_file(pathlib.Path(folder, "albums.arrow")) as file:
                self.assertEqual(file.read_all().column("year").to_pylist(), [1994, None])
            for arguments in (("--to", "x.arrow", "--table", "none"), ("--to", "x.arrow"),
                              ("--to", "albums.ndjson"), ("--to", "out", "--share", "0"),
                              ("--to", "out", "--schema", "none"),
                              ("--to", "out", "--schema", "albums.ndjson")):
                ended = run(*arguments)
                self.assertEqual(ended.returncode, 2, arguments)
                self.assertRegex(ended.stderr, "^vox.columns: .*\n$")
            self.assertFalse(pathlib.Path(folder, "x.arrow").exists())

    def test_a_schema_and_files_of_two_names(self):
        with tempfile.TemporaryDirectory() as folder:
            source, saved = pathlib.Path(folder, "a.ndjson"), pathlib.Path(folder, "schema.json")
            source.write_bytes(b'{"type": "a/b", "id": "1", "links": {}}\n{"type": "a_b", "id": "2"}\n')
            saved.write_text(json.dumps({"tables": [{"type": "a/b", "columns": ["id"]}]}))
            subprocess.run([sys.executable, "-m", "vox.columns", source, "--to", folder, "--schema",
                            saved, "--no-links", "--places", "--workers", "2"], check=True, capture_output=True)
            self.assertEqual(sorted(path.name for path in pathlib.Path(folder).glob("*.parquet")),
                             ["a_b.parquet", "a_b_.parquet"])
            rows = pyarrow.parquet.read_table(pathlib.Path(folder, "a_b.parquet")).to_pylist()
            self.assertEqual(rows, [{"id": '"1"', "rest": None, "error": None, "file": str(source),
                                     "line": 1}])


if __name__ == "__main__":
    unittest.main()
