# SPDX-License-Identifier: MIT
"""All tables of a source: no record is lost, and none is in two of them."""

import bz2
import gzip
import io
import json
import lzma
import mmap
import os
import pathlib
import pickle
import subprocess
import tempfile
import threading
import time
import unittest
import warnings
import zlib

import duckdb
import polars
import pyarrow
import vox

EVENTS = b"""{"data": [
  {"type": "event", "id": "1", "attributes": {"at": {"city": "Rome", "lat": 41.9, "on": "2026-01-02"}},
   "links": {"self": "/1"},
   "relationships": {"metric": {"data": {"type": "metric", "id": "m"}, "links": {"related": "/m"}},
                     "tags": {"data": [{"type": "tag", "id": "x"}]}, "more": {"links": {}}}},
  {"type": "event", "id": "2", "attributes": {"at": {"city": "Oslo", "lat": 59}},
   "relationships": {"metric": {"data": {"type": "metric", "id": "n"}}}}],
 "included": [{"type": "metric", "id": "m", "attributes": {"name": "Opened", "size": 7}},
              {"type": "metric", "id": "n", "attributes": {"name": "Sent", "size": 8}},
              {"type": "tag", "id": "x", "attributes": {"name": 5}}]}"""


def rows_of(columns):
    return pyarrow.table(columns).to_pylist()


def seconds(work):
    """The processor time of a call, and its result."""
    begin = time.process_time()
    result = work()
    return time.process_time() - begin, result


def names_and_rows(source, *arguments, **settings):
    tables = vox.tables(source, *arguments, **settings)
    return {name: pyarrow.table(columns).num_rows for name, columns in tables.items()}


class Malformed(unittest.TestCase):
    def test_records_that_are_all_malformed(self):
        for text in (b"{\n", b"<html>\n</html>\n", b"id,name\n1,a\n", b'{"errors": []}\n',
                     b"[" * 5000, b'{"a":1} {"b":2}\n',
                     b'{"a":1}\r{"b":2}\r', b'{"id": "\xff"}\n'):
            with self.subTest(text=text[:20]):
                tables = vox.tables(text)
                self.assertEqual(list(tables), ["malformed"])
                for row in rows_of(tables["malformed"]):
                    self.assertTrue(row["error"]["code"].startswith("VOX_ERROR_"))
                    self.assertTrue(row["rest"])
                self.assertGreater(tables["malformed"].counts.faults, 0)

    def test_each_record_is_in_one_table(self):
        lines = [b'{"type": "a", "id": "1"}', b'{"type": "b", "id": "2"}', b'{"type": "a", "id": 3}',
                 b'{"x": 4}', b'{"type":', b'{"errors": []}', b'{"type": "a", "id": "7", "x": 7}',
                 b'{"data": [{"type": "a", "id": "8"}, {"type": "a", "id": 9}], "included": [1, '
                 b'{"type": "c", "id": "10"}]}']
        self.assertEqual(names_and_rows(b"\n".join(lines)), {
            "a": 3, "b": 1, "included_c": 1, "records": 2, "malformed": 4})
        self.assertEqual(pyarrow.table(vox.columns(b"\n".join(lines), {"columns": ["id"]})).num_rows, 9)

    def test_a_document_that_is_not_jsonapi(self):
        for text, rows in ((b'{"count": 2, "data": [{"a": 1}, {"a": 2}]}', 1),
                           (b'{"count": 2,\n"data": [{"a": 1}, {"a": 2}]}', 3),
                           (b'{\n"data": [{"a": 1}]}', 1)):
            self.assertEqual(names_and_rows(text), {"records": rows})
        text = b'{"count": 2,\n"data": [{"a": 1}, {x}]}'
        self.assertEqual(names_and_rows(text), {"records": 1, "malformed": 1})

    def test_a_long_record_that_is_not_jsonapi(self):
        text = b'{"a":\n"' + b"x" * 3_000_000 + b'", "b": 1}'
        table = pyarrow.table(vox.columns(text, ["b"]))
        self.assertEqual(table["b"].to_pylist(), [1])

    def test_a_type_may_have_the_name_of_another_table(self):
        types = ["malformed", "records", "relationships", "included_a", "included", "resources",
                 "resources_records", "relationships_a", "plain"]
        lines = [json.dumps({"data": {"type": type, "id": "1"}, "included": [
            {"type": type, "id": "2", "relationships": {"a": {"data": None}}}]}) for type in types]
        text = "\n".join([*lines, '{"x": 1}', '{"type": "a", "id": "1"}', "{"]).encode()
        with self.assertWarnsRegex(UserWarning, "'records' has the name .* 'resources_records'"):
            tables = vox.tables(text)
        for name, columns in tables.items():
            table, type = columns.description["table"], columns.description.get("type")
            if type is None:
                self.assertEqual(name, table)
            else:
                renamed = type if type in ("a", "plain") else f"resources_{type}"
                self.assertEqual(name, renamed if table == "resources" else f"included_{renamed}")
        self.assertEqual(rows_of(tables["records"])[0]["x"], 1)
        with self.assertWarns(UserWarning):
            tables = vox.tables(b"", {"tables": [{"type": "records", "columns": []}]}, only=True)
        self.assertEqual(list(tables), ["resources_records", "records", "malformed"])

    def test_stopping(self):
        with self.assertRaisesRegex(pyarrow.ArrowInvalid, "expected"):
            pyarrow.table(vox.tables(b"{}\n{x\n", errors="stop")["records"])
        mixed = b'{"x": 1}\n{"type": "a", "id": "1"}\n{"type": "b", "id": "2"}\n{"y": 2}\n'
        self.assertEqual(names_and_rows(mixed, errors="stop"), {"a": 1, "b": 1, "records": 2})
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.ndjson")
            path.write_bytes(mixed + b'{"data": [{"type": "a", "id": 3}]}\n{\n')
            tables = vox.tables(path, errors="stop")
            for name, said in (("a", "5:11: the id of a resource"), ("b", "5:11: "), ("records", "6:2: "),
                               ("malformed", "5:11: the id of a resource")):
                with self.subTest(name), self.assertRaisesRegex(pyarrow.ArrowInvalid, f"{path}:{said}"):
                    pyarrow.table(tables[name])
        with self.assertRaisesRegex(ValueError, "table, stop"):
            vox.tables(b"{}", errors="row")

    def test_a_document_that_is_cut(self):
        text = (b'{"data":[\n{"type":"p","id":"1"},\n{"type":"p","id":2x},{"type":"p","id":"3"}],'
                b'"included":[{"type":"z","id":"1"}]}')
        tables = vox.tables(text)
        self.assertEqual([row["id"] for row in rows_of(tables["p"])], ["1"])
        [row] = rows_of(tables["malformed"])
        self.assertEqual(json.loads(row["rest"]), '{"data":[' + text.split(b",\n")[1].decode())
        cut = b'{"data":[{"type":"p","id":"1"},{"type":"p","i'
        [row] = rows_of(vox.tables(cut)["malformed"])
        self.assertEqual((row["error"]["message"], row["error"]["line"], row["error"]["offset"]),
                         ("the text ends inside a value", 1, len(cut)))


class Schemas(unittest.TestCase):
    def test_a_saved_schema_hides_nothing(self):
        saved = vox.schema(b'{"type": "p", "id": "1"}')
        new = (b'{"type": "p", "id": "2"}\n{"type": "q", "id": "3"}\n'
               b'{"data": null, "included": [{"type": "z", "id": "4"}]}\n{\n')
        self.assertEqual(names_and_rows(new, saved), {"p": 1, "q": 1, "included_z": 1, "malformed": 1})
        self.assertEqual(names_and_rows(new, saved, only=True), {"p": 1, "records": 0, "malformed": 1})
        other = b'{"type": "p", "id": "2", "x": 1}\n'
        self.assertEqual(names_and_rows(other, saved, only=True), {"p": 1, "records": 0, "malformed": 0})
        other = b'{"type": "p", "x": 1}\n'
        self.assertEqual(names_and_rows(other, saved, only=True), {"p": 0, "records": 1, "malformed": 0})
        tables = vox.tables(new, saved, only=True)
        pyarrow.table(tables["p"])
        self.assertEqual(tables["p"].counts.skipped, 2)  # q, and the malformed record
        any_type = {"tables": [{"columns": ["type", "id"]}]}
        self.assertEqual(names_and_rows(new, any_type), {"resources": 2, "included_z": 1, "malformed": 1})

    def test_shares(self):
        text = b"".join(b'{"type": "p", "id": "%d", "attributes": {"n": %s}}\n'
                        % (n, b'"x"' if n == 7 else b"%d" % n) for n in range(100))
        self.assertEqual(vox.tables(text)["p"].description["columns"][1]["type"], "json")
        table = vox.tables(text, share=99)["p"]
        self.assertEqual(pyarrow.table(table).column("n").to_pylist()[6:9], [6, None, 8])
        self.assertEqual(rows_of(table)[7]["rest"], '{"attributes":{"n":"x"}}')
        self.assertEqual(vox.columns(text, ["n"], share=99).description["columns"][0]["type"], "int64")
        for share in (0, 101):
            for function in (vox.schema, vox.tables, lambda *_, **share: vox.columns(text, ["n"], **share)):
                with self.assertRaisesRegex(ValueError, "1 to 100"):
                    function(text, share=share)

    def test_links(self):
        [one, _] = rows_of(vox.tables(EVENTS)["event"])
        self.assertEqual(json.loads(one["rest"])["links"], {"self": "/1"})
        for columns in vox.tables(EVENTS, links=False).values():
            self.assertEqual([row["rest"] for row in rows_of(columns) if row["rest"]], [])
        with self.assertRaisesRegex(vox.Error, "links"):
            vox.columns(EVENTS, {"columns": [], "ignore": ["*"]})


    def test_places(self):
        text = b'{"type": "p", "id": "1", "attributes": {"line": 5}}\n{"type": "p", "id": "2"}\n{\n'
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "p.ndjson")
            path.write_bytes(text)
            tables = vox.tables([path], places=True)
            self.assertEqual(rows_of(tables["p"])[1], {
                "id": "2", "line": None, "rest": None, "error": None, "file": str(path),
                "line.of.row": 2})
            self.assertEqual([(row["file"], row["line"]) for row in rows_of(tables["malformed"])],
                             [(str(path), 3)])
            columns = ["id", {"path": "attributes.line"}, "line", "line.of.row"]
            tables = vox.tables([path], {"tables": [{"type": "p", "columns": columns}]}, places=True)
            self.assertEqual(tables["p"].description["line"], "line.of.row.2")


class Paths(unittest.TestCase):
    def test_paths_have_the_types_of_their_values(self):
        names = ["id", "m=metric.name", "at.city", "at.lat", "metric.size", "tags.name", "at.on"]
        columns = vox.columns(EVENTS, names)
        self.assertEqual([field.type for field in pyarrow.schema(columns)][:7], [
            "string", "string", "string", "double", "int64", pyarrow.list_(pyarrow.int64()), "date32"])
        found = duckdb.sql("""SELECT id, "at.lat" FROM columns WHERE m = 'Opened'""").fetchall()
        self.assertEqual(found, [("1", 41.9)])
        self.assertEqual(polars.DataFrame(columns)["metric.size"].to_list(), [7, 8])
        once = vox.columns(iter([EVENTS]), names)
        self.assertEqual(rows_of(once)[0]["m"], "Opened")

    def test_names_for_paths(self):
        rows = list(vox.select(EVENTS, ["id", "m = metric.name"]))
        self.assertEqual(rows, [{"id": "1", "m": "Opened"}, {"id": "2", "m": "Sent"}])
        for wrong in ("=a", "a=", ""):
            with self.assertRaises(ValueError):
                vox.columns(EVENTS, [wrong])

    def test_plain_records(self):
        text = b'{"a": 0}\n{"a": 1, "b": {"c": "x"}}\n'
        for source in (text, iter([text]), [text[:5], text[5:]]):
            self.assertEqual([row["a"] for row in rows_of(vox.columns(source, ["a", "b.c"]))], [0, 1])
        for source in (text, iter([text])):
            self.assertEqual(list(vox.select(source, ["c=b.c"])), [{"c": None}, {"c": "x"}])
        long = b"".join(b'{"a": %d}\n' % n for n in range(20000))
        one = vox.columns((long[at:at + 1000] for at in range(0, len(long), 1000)), ["a"])
        self.assertEqual(pyarrow.table(one).num_rows, 20000)

    def test_paths_that_no_record_has(self):
        with self.assertWarnsRegex(UserWarning, "no record has the path 'titel'"):
            vox.columns(EVENTS, ["id", "titel"])
        with self.assertWarnsRegex(UserWarning, "no record has a value for 'titel'"):
            list(vox.select(EVENTS, ["id", "titel"]))
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            list(vox.select(b"", ["titel"]))
            vox.columns(b"", ["titel"])


class Sources(unittest.TestCase):
    def test_bytes_in_a_list_are_one_text(self):
        pieces = [b'{"a":', b"2}\n"]
        self.assertEqual([row["a"] for row in rows_of(vox.tables(pieces)["records"])], [2])
        self.assertEqual([row["a"] for row in rows_of(vox.columns(iter(pieces), {"table": "records",
                         "columns": [{"name": "a", "type": "int64"}]}))], [2])
        two = (io.BytesIO(b'{"a": 1}'), io.BytesIO(b'{"a": 2}'))
        self.assertEqual([row["a"] for row in rows_of(vox.tables(two)["records"])], [1, 2])
        with self.assertRaisesRegex(TypeError, "BytesIO"):
            vox.tables([b"{}", "a.ndjson"])

    def test_the_time_of_gzip_in_bytes_grows_with_its_length(self):
        long, short = b'{"a": "%s"}\n' % (b"x" * 1000000), b'{"a": 1}\n'
        for packed in (gzip.compress(long * 80, 0), gzip.compress(short, 0) * 30000):
            whole, rows = seconds(lambda: sum(1 for _ in vox.select(packed, ["a"])))
            file, expected = seconds(lambda: sum(1 for _ in vox.select(io.BytesIO(packed), ["a"])))
            self.assertEqual(rows, expected)
            self.assertLess(whole, 3 * file)

    def test_zeros_follow_members_of_gzip(self):
        packed, zeros = gzip.compress(b'{"a": 1}\n'), b"\0" * 300000
        for source, count in ((packed + zeros, 1), (packed + zeros + packed, 2),
                              ([packed, zeros, packed + b"\0", b"\0"], 2)):
            self.assertEqual(list(vox.select(source, ["a"])), [{"a": 1}] * count)

    def test_what_is_no_source(self):
        for source, said in (({"a": 1}, "json.dumps"), ([{"a": 1}], "json.dumps"), ({"a"}, "order"),
                             (5, "int is no source")):
            with self.assertRaisesRegex(TypeError, said):
                vox.tables(source)
        with self.assertRaisesRegex(ValueError, "list_iterator can be read only once"):
            vox.tables(iter([b"{}"]))
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "a.ndjson").write_bytes(b"{}")
            with self.assertRaisesRegex(TypeError, "gave bytes, and then str"):
                vox.schema(iter([b"{}", "{}"]))

    def test_arrays_of_objects_are_records(self):
        expected = [{"a": 1, "rest": None, "error": None}, {"a": 2, "rest": None, "error": None}]
        for text in (b'[{"a":1},{"a":2}]', b'[{"a":1},{"a":2}]\n', b'[\n{"a":1},\n{"a":2}\n]',
                     b'[{"a":1},\n{"a":2}]', b'[{"a":1}]\n[{"a":2}]\n'):
            tables = vox.tables(text)
            self.assertEqual(list(tables), ["records"])
            self.assertEqual(pyarrow.table(tables["records"]).to_pylist(), expected, text)
            self.assertEqual(list(vox.select(text, ["a"])), [{"a": 1}, {"a": 2}])
        with self.assertWarnsRegex(UserWarning, "'records' has no column"):
            vox.tables(b"1\n2\n")

    def test_ignored_members_decide_nothing(self):
        resource = '{"type":"a","id":"1","attributes":{"n":1}%s}'
        for text in ('{"data":%s}', '{"data":[%s]}', '{"data":%s,"debug":1}', "%s"):
            for more in ("", ',"etag":"x"'):
                whole = (text % (resource % more)).encode()
                self.assertEqual(list(vox.tables(whole)), ["a"], whole)
        for text in (b'{"type":"a","id":"1"}', b'{"type":"a","id":"1","etag":"x"}',
                     b'{"type":"a","lid":"1","etag":"x"}', b'{"type":"a","id":"1","data":[7]}',
                     b'{"type":"a","id":"1","errors":null}'):
            self.assertEqual(names_and_rows(text), {"a": 1}, text)
        # But paths that lead to values of the records say what the records are.
        event = b'{"type": "push", "id": "1", "actor": {"login": "ann"}}\n'
        for source in (event, iter([event])):
            table = pyarrow.table(vox.columns(source, ["id", "type", "actor.login"]))
            self.assertEqual(list(table.to_pylist()[0].values())[:3], ["1", "push", "ann"])
        self.assertEqual(list(vox.select(event, ["id", "who=actor.login"])), [{"id": "1", "who": "ann"}])
        with self.assertWarns(UserWarning):
            document = vox.columns(b'{"data": [{"type": "a", "id": "1"}], "meta": {"n": 1}}', ["id", "meta.n"])
        self.assertEqual(rows_of(document)[0]["id"], "1")

    def test_packed_and_foreign_files(self):
        lines = b'{"a": 1}\n' * 3000
        for pack in (bz2.compress, lzma.compress):
            for packed in (pack(lines), pack(lines[:9000]) + pack(lines[9000:])):
                for source in (packed, [packed[at:at + 7] for at in range(0, len(packed), 7)]):
                    self.assertEqual(pyarrow.table(vox.tables(source)["records"]).num_rows, 3000)
            with self.assertRaises(EOFError):
                vox.schema(pack(lines)[:-9])
            with self.assertRaisesRegex(ValueError, "the source: "):
                vox.schema(pack(lines)[:20] + b"x" * 90)
        for text, said in (
                (b"PK\x03\x04...", "zip"), (b"7z\xbc\xaf\x27\x1c..", "7z"), (b"\x1f\x9d..", "compress"),
                (b"\x51\x2a\x4d\x18....", "zstd or lz4"), (b"\xff\x06\0\0sNaPpY", "snappy"), (b"PAR1....", "Parquet"), (b"ARROW1\0\0", "Arrow IPC"),
                ('{"a":1}'.encode("utf-16"), "UTF-16"), ('{"a":1}'.encode("utf-16-le"), "UTF-16"),
                ('{"a":1}'.encode("utf-16-be"), "UTF-16"), (b"SQLite format 3\0", "SQLite")):
            for source in (text, [text[:1], text[1:]]):
                with self.assertRaisesRegex(ValueError, said):
                    vox.schema(source)

    def test_a_line_may_begin_with_nul(self):
        self.assertEqual(names_and_rows(b'\0\n{"a": 1}\n'), {"records": 1, "malformed": 1})

    def test_zstd_at_every_door(self):
        packed = bytes.fromhex("28b52ffd0409490000") + b'{"a": 1}\n' + bytes.fromhex("00000000")
        try:
            import compression.zstd as zstd
        except ImportError:
            said = "read from Python 3.14 on: open it with the module zstandard"
        else:
            packed, said = zstd.compress(b'{"a": 1}\n')[:-1], "ends too early"
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.ndjson.zst")
            path.write_bytes(packed)
            with open(path, "rb") as file:
                # Not closed: the trace of an exception still has views on it.
                mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
                for make in (lambda: path, lambda: str(path), lambda: [path], lambda: packed,
                             lambda: bytearray(packed), lambda: memoryview(packed),
                             lambda: (file.seek(0), file)[1],
                             lambda: io.BytesIO(packed), lambda: mapped, lambda: [packed[:3], packed[3:]],
                             lambda: (packed[at:at + 1] for at in range(len(packed)))):
                    for read in (vox.schema, lambda each: list(vox.select(each, ["a"])),
                                 lambda each: vox.columns(each, ["a"])):
                        with self.assertRaisesRegex((ValueError, EOFError), said):
                            read(make())
                    for workers in (1, 2):
                        table = vox.columns(make(), {"columns": [{"name": "id", "type": "utf8"}]},
                                            workers=workers)
                        with self.assertRaisesRegex(OSError, said):
                            pyarrow.table(table)

    def test_several_files_by_a_pattern(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in "bac":
                pathlib.Path(folder, f"{name}.ndjson").write_bytes(b'{"n": "%s"}\n' % name.encode())
            pathlib.Path(folder, "[b].txt").write_bytes(b'{"n": "[b]"}\n')
            pattern = str(pathlib.Path(folder, "*.ndjson"))
            for source in (pattern, pathlib.Path(pattern), [pattern], sorted(pathlib.Path(folder).glob("*.ndjson")),
                           (path for path in sorted(pathlib.Path(folder).glob("*.ndjson")))):
                table = pyarrow.table(vox.tables(source, places=True)["records"])
                self.assertEqual(table.column("n").to_pylist(), ["a", "b", "c"])
                self.assertEqual([pathlib.Path(file).name for file in table.column("file").to_pylist()],
                                 ["a.ndjson", "b.ndjson", "c.ndjson"])
            one = vox.columns(pathlib.Path(folder, "[b].txt"), ["n"])  # a file of this name
            self.assertEqual(rows_of(one)[0]["n"], "[b]")
            with self.assertRaises(FileNotFoundError):
                vox.tables(str(pathlib.Path(folder, "*.json")))

    def test_memory_that_is_mapped(self):
        with tempfile.TemporaryFile() as file:
            file.write(b'{"a": 1}\n{"a": 2}\n')
            file.flush()
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                for _ in range(2):
                    table = pyarrow.table(vox.tables(mapped)["records"])
                    self.assertEqual(table.column("a").to_pylist(), [1, 2])

    def test_types_of_a_source_that_is_read_once(self):
        table = vox.columns(iter([b'{"a": 1, "b": "2026', b'-01-02"}\n']), ["a", "b"])
        self.assertEqual([column["type"] for column in table.description["columns"]],
                         ["int64", "date32"])
        self.assertEqual(pyarrow.table(table).column("a").to_pylist(), [1])

    def test_a_source_that_is_read_once_has_the_types_of_a_path(self):
        lines = b"".join(b'{"a": %s, "b": %d}\n' % (b'"x"' if n == 90000 else b"%d" % n, n)
                         for n in range(100000))
        people = ",\n".join('{"type": "p", "id": "%d", "attributes": {"n": "%s"}}' % (n, "x" * 100)
                            for n in range(20000))
        document = ('{"data": [\n{"type": "a", "id": "1", "relationships": {"by": {"data": '
                    '{"type": "p", "id": "7"}}}}],\n"included": [%s]}' % people).encode()
        with tempfile.TemporaryDirectory() as folder:
            path, pipe = pathlib.Path(folder, "a"), pathlib.Path(folder, "pipe")
            os.mkfifo(pipe)
            for text, paths in ((lines, ["a", "b"]), (document, ["id", "by.n"])):
                path.write_bytes(text)
                expected = pyarrow.table(vox.columns(path, paths))
                for once in ((text[at:at + 9999] for at in range(0, len(text), 9999)), pipe, None):
                    writer = threading.Thread(target=pipe.write_bytes, args=(text,))
                    if once is pipe:
                        writer.start()
                    if once is None:
                        with subprocess.Popen(["cat", path], stdout=subprocess.PIPE) as cat:
                            found = pyarrow.table(vox.columns(cat.stdout, paths))
                    else:
                        found = pyarrow.table(vox.columns(once, paths))
                    if once is pipe:
                        writer.join()
                    self.assertEqual(found, expected)
            with self.assertRaisesRegex(ValueError, "only once"):
                vox.tables(pipe)

    def test_rest_where_columns_are_named(self):
        text = b'{"a": 1, "b": 2}\n{"a": "x", "b": 3}\n'
        cases = [(["a"], {}, False), ([{"name": "c", "path": "a"}], {}, False), (["a", "rest"], {}, False),
                 ([{"name": "b", "type": "int64"}], {}, True), (["a"], {"share": 50}, True),
                 ({"table": "records", "columns": ["a"]}, {}, True),
                 ({"table": "records", "columns": ["a"], "rest": False}, {}, False)]
        for columns, settings, has_rest in cases:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                made = vox.columns(text, columns, **settings)
            self.assertEqual(made.description.get("rest") is not False, has_rest, columns)
            self.assertEqual(pyarrow.table(made).num_rows, 2)

    def test_dates_that_python_does_not_have(self):
        for text in ("0000-01-01", "0001-01-01T00:00:00+01:00", "9999-12-31T23:30:00-01:00"):
            tables = vox.tables(b'{"d": "%s"}\n' % text.encode())
            self.assertEqual(pyarrow.table(tables["records"]).column("d").to_pylist(), [text])
            both = b'{"d": "%s"}\n' % text.encode() + b'{"d": "2026-01-01%s"}\n' % text[10:].encode() * 99
            kind = "timestamp" if "T" in text else "date32"
            for description in (vox.schema(both, share=99)["tables"][0],
                                {"table": "records", "columns": [{"name": "d", "type": kind}]}):
                row = rows_of(vox.columns(both, description))[0]
                self.assertEqual((row["d"], json.loads(row["rest"])), (None, {"d": text}))

    def test_crlf_is_no_rest(self):
        tables = vox.tables(b'{"a": 1}\r\n{"a": \r\n{"a": 2}\r\n')
        row, = pyarrow.table(tables["malformed"]).to_pylist()
        self.assertEqual(json.loads(row["rest"]), '{"a": ')

    def test_errors_name_the_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "a.ndjson.gz")
            path.write_bytes(gzip.compress(b"{}\n" * 100)[:-4])
            with self.assertRaisesRegex(EOFError, f"{path}: the compressed text ends too early"):
                vox.schema(path)
            path.write_bytes(gzip.compress(b"{}\n" * 100)[:12] + b"xxxxxxxxxx")
            with self.assertRaisesRegex(zlib.error, f"{path}: "):
                vox.schema(path)
            path.write_bytes(b'{"a": 1}\n\n{"a": x}\n')
            rows = vox.select(path, ["a"], errors="stop")
            next(rows)
            with self.assertRaises(vox.Error) as raised:
                next(rows)
            error = raised.exception
            self.assertEqual((error.file, error.line, error.column, error.offset),
                             (str(path), 3, 7, 16))
            self.assertIn(f"{path}, line 3", str(error))
            self.assertEqual(pickle.loads(pickle.dumps(error)).file, str(path))


class Refusals(unittest.TestCase):
    def test_descriptions(self):
        schema = vox.schema(EVENTS)
        for columns, kind, said in (
                ({"columns": [{"name": "a", "type": "text"}]}, vox.Error,
                 'utf8.*: "text": at "/columns/0/type"$'),
                (["a..b"], vox.Error, 'empty segment: "a..b": at "/columns/0/path"$'),
                ({"columns": "id"}, vox.Error, "must be a list"), ({}, vox.Error, "no columns"),
                (["error"], vox.Error, "rest.of.row"), (schema, ValueError, "tables"),
                ("id", TypeError, "list of names"), (5, TypeError, "list of names")):
            with self.assertRaisesRegex(kind, said):
                vox.columns(EVENTS, columns)
        for schema in ("schema.json", pathlib.Path("schema.json"), [], {"table": "records"}):
            with self.assertRaisesRegex(TypeError, "json.load"):
                vox.tables(EVENTS, schema)
        with self.assertRaisesRegex(ValueError, "no columns"):
            vox.select(EVENTS, [])

    def test_what_is_shown(self):
        columns = vox.tables(EVENTS)["event"]
        self.assertRegex(repr(columns), "<vox.Columns resources event: id utf8, at struct<city: utf8")
        named = vox.tables(b"", {"tables": [{"columns": ["id", {"path": "a"}]}]})["resources"]
        self.assertEqual(repr(named), "<vox.Columns resources: id json, a json>")
        self.assertIn("<td>metric.id</td><td>utf8</td>", columns._repr_html_())
        self.assertRegex(repr(vox.columns(b"{}", {"table": "malformed"})), "malformed: fixed columns")
        with self.assertRaisesRegex(TypeError, "source and the description"):
            pickle.dumps(columns)
        self.assertEqual(repr(vox.parse(EVENTS)), "<vox.Document: an object with data, included>")
        self.assertEqual(repr(vox.parse("[1]")), "<vox.Document: an array of 1>")
        document = vox.parse("5")
        self.assertEqual(repr(document), "<vox.Document: 5>")
        document.close()
        self.assertEqual(repr(document), "<vox.Document, closed>")

    def test_a_missing_key(self):
        document = vox.parse('{"a": {}}')
        for mapping in (document, document["a"]):
            for kind in (vox.MissingError, KeyError, LookupError, vox.Error):
                with self.assertRaises(kind) as raised:
                    mapping["x"]
                self.assertEqual(str(raised.exception), "there is no member 'x'")
            self.assertIsNone(mapping.get("x"))
            self.assertNotIn("x", mapping)


if __name__ == "__main__":
    unittest.main()
