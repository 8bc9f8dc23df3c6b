# SPDX-License-Identifier: MIT
"""One pass for all tables, and several cores: the rows are those of Python's json, whatever the
pieces, the form, the number of cores and the passes are."""

import gzip
import io
import itertools
import json
import os
import pathlib
import random
import tempfile
import threading
import unittest
import warnings

import pyarrow
import vox
from vox import _readings

CORPORA = int(os.environ.get("VOX_COLUMN_CORPORA", 300)) // 3


def rows_of(columns):
    return pyarrow.table(columns).to_pylist()


def in_one_pass(tables):
    """The rows of all tables by the batches of one pass."""
    rows = {name: [] for name in tables}
    for name, batch in tables.batches():
        length = len(batch)
        rows[name] += pyarrow.record_batch(batch).to_pylist()
        assert length > 0
    return rows


class Lines:
    """Lines by lot, and what json reads of them."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        made = [self.line() for _ in range(self.random.randrange(1, 40))]
        self.lines = [line for line, _ in made]
        self.kinds = [kind for _, kind in made]
        ends = ["\n", "\r\n", "\n\n", "\n \t\n"]
        whole = "".join(line + self.random.choice(ends) for line in self.lines)
        self.text = (whole if self.random.random() < 0.5 else whole.rstrip()).encode()

    def line(self):
        number, chance = self.random.randrange(1000), self.random.random()
        if chance < 0.35:
            type = self.random.choice(["a", "b", "c", "records"])
            more = self.random.choice(["", ', "etag": 1', ', "attributes": {"n": %d}' % number])
            return '{"type": "%s", "id": "%d"%s}' % (type, number, more), ("resources", type, str(number))
        if chance < 0.8:
            long = "x" * self.random.choice([0, 1, 50, 3000])
            return '{"n": %d, "s": "%s\\u00e9"}' % (number, long), ("records", None, number)
        if chance < 0.9:
            resources = [{"type": self.random.choice("ab"), "id": str(n)} for n in range(3)]
            return json.dumps({"data": resources}), ("document", None, resources)
        return self.random.choice(['{"n":', "{x}", '{"n": 1} 2', "nul"]), ("malformed", None, None)

    def is_split(self):
        """Whether the first line shows that there are lines, whatever follows."""
        return self.kinds[0][0] != "malformed" or self.lines[0] != '{"n":'

    def expected(self):
        rows, line, file = {}, 0, self.text.decode().split("\n")
        for (kind, type, value), text in zip(self.kinds, self.lines):
            line = next(n for n in range(line, len(file)) if file[n].rstrip("\r") == text) + 1
            for table, row in ([("records", value)] if kind == "records" else
                               [(type, value)] if kind == "resources" else
                               [("malformed", text)] if kind == "malformed" else
                               [(each["type"], each["id"]) for each in value]):
                name = "resources_records" if kind == "resources" and table == "records" else table
                rows.setdefault(name, []).append((row, line))
        return rows


def plain_rows(name, rows):
    if name == "malformed":
        return [(json.loads(row["rest"]), row["error"]["line"]) for row in rows]
    return [(row["n"] if name == "records" else row["id"], row["line"]) for row in rows]


class Model(unittest.TestCase):
    def setUp(self):
        self.size = _readings._PART
        warnings.simplefilter("ignore")

    def tearDown(self):
        _readings._PART = self.size
        warnings.resetwarnings()

    def check(self, lines, source, form, workers, batch_rows):
        tables = vox.tables(source, places=True, form=form, workers=workers, batch_rows=batch_rows)
        expected = lines.expected()
        self.assertEqual(set(tables), set(expected))
        together = in_one_pass(tables)
        for name, rows in expected.items():
            counts = tables[name].counts
            self.assertEqual(plain_rows(name, together[name]), rows)
            alone = rows_of(tables[name])
            self.assertEqual(together[name], alone)
            self.assertEqual(tables[name].counts, counts)

    def test_rows_by_pieces_cores_and_passes(self):
        first = int(os.environ.get("VOX_SEED", 57))
        for seed in range(first, first + CORPORA):
            with self.subTest(seed=seed):
                lines = Lines(seed)
                form = "auto" if lines.is_split() and lines.random.random() < 0.7 else "lines"
                piece = lines.random.choice([1, 7, 100, 10**6])
                pieces = [lines.text[at:at + piece] for at in range(0, len(lines.text), piece)]
                source = lines.random.choice([lines.text, pieces, io.BytesIO(lines.text),
                                              gzip.compress(lines.text), bytearray(lines.text)])
                _readings._PART = lines.random.choice([1, 20, 300, 5000])
                self.check(lines, source, form, lines.random.choice([1, 2, 3]),
                           lines.random.choice([0, 1, 3]))

    def test_files_of_several_kinds(self):
        texts = [Lines(7).text, b'{"data": [\n{"type": "a", "id": "d"},\n{"type": "b", "id": "e"}]}',
                 b"", b'{"n": 5}', b"[" + b",\n".join(b'{"n": %d}' % n for n in range(500)) + b"]",
                 Lines(9).text, b'[{"n": 1}, {"n": 2}]\n[{"n": 3}]\n', b'{"n":\n{"n": 1}\n' * 20]
        with tempfile.TemporaryDirectory() as folder:
            paths = [pathlib.Path(folder, f"{n}.json") for n in range(len(texts))]
            for path, text in zip(paths, texts):
                path.write_bytes(text)
            expected = {name: rows_of(columns) for name, columns in
                        vox.tables(paths, places=True).items()}
            for size, workers in itertools.product((1, 30, 1000), (1, 2, 5)):
                _readings._PART = size
                tables = vox.tables(paths, places=True, workers=workers)
                with self.subTest(size=size, workers=workers):
                    self.assertEqual(in_one_pass(tables), expected)
                    self.assertEqual({name: rows_of(columns) for name, columns in tables.items()},
                                     expected)

    def test_pieces_that_do_not_stay(self):
        text = b"".join(b'{"n": %d}\n' % n for n in range(100000))
        room = bytearray(70000)

        def reused():
            for at in range(0, len(text), len(room)):
                piece = text[at:at + len(room)]
                room[:len(piece)] = piece
                yield memoryview(room)[:len(piece)]
                room[:] = b"x" * len(room)

        _readings._PART = 100000
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "n.ndjson")
            path.write_bytes(text)
            for source in (path, reused(), text, gzip.compress(text, 1)):
                description = {"table": "records", "columns": [{"name": "n", "type": "int64"}]}
                table = pyarrow.table(vox.columns(source, description, workers=3))
                self.assertEqual(table.column("n").to_pylist(), list(range(100000)))

    def test_a_line_without_an_end(self):
        longest, _readings._LONGEST_PART, _readings._PART = _readings._LONGEST_PART, 1000, 100
        try:
            text = b'{"n": 1}\n' * 50 + b'{"n": "%s"}\n' % (b"x" * 5000) + b'{"n": 2}\n' * 50
            for source in (text, [text[at:at + 30] for at in range(0, len(text), 30)]):
                columns = vox.columns(source, ["n"], workers=2)
                self.assertEqual(len(rows_of(columns)), 101)
                self.assertEqual((columns.counts.rows, columns.counts.bytes), (101, len(text)))
        finally:
            _readings._LONGEST_PART = longest


ID = {"columns": [{"name": "id", "type": "utf8"}]}


class Passes(unittest.TestCase):
    TEXT = b"".join(b'{"type": "t%d", "id": "%d", "attributes": {"n": %d}}\n' % (n % 40, n, n)
                    for n in range(4000))

    def test_forty_tables_in_one_pass(self):
        read = []

        class Counted(io.BytesIO):
            def seek(self, *place):
                read.append(place)
                return super().seek(*place)

        tables = vox.tables(Counted(self.TEXT))
        read.clear()
        rows = in_one_pass(tables)
        self.assertEqual(len(read), 1)
        self.assertEqual(sorted(tables), sorted(f"t{n}" for n in range(40)))
        self.assertEqual({name: [row["n"] for row in found] for name, found in rows.items()},
                         {f"t{n}": list(range(n, 4000, 40)) for n in range(40)})
        self.assertEqual(tables["t3"].counts.skipped, 3900)

    def test_a_source_that_is_read_once(self):
        schema = vox.schema(self.TEXT)
        with self.assertRaises(ValueError):
            vox.tables(iter([self.TEXT]), schema)
        for workers in (1, 2):
            tables = vox.tables(iter([self.TEXT]), schema, only=True, workers=workers)
            rows = in_one_pass(tables)
            self.assertEqual(sum(map(len, rows.values())), 4000)
            with self.assertRaisesRegex(ValueError, "read before"):
                in_one_pass(tables)

    def test_some_of_the_tables(self):
        tables = vox.tables(self.TEXT)
        for name in list(tables)[3:]:
            del tables[name]
        self.assertEqual({name: len(rows) for name, rows in in_one_pass(tables).items()},
                         {"t0": 100, "t1": 100, "t2": 100})
        tables.clear()
        self.assertEqual(list(tables.batches()), [])

    def test_a_batch_is_taken_once(self):
        [(name, batch), *_] = vox.tables(b'{"a": 1}\n{"a": 2}\n').batches()
        self.assertEqual((name, len(batch)), ("records", 2))
        self.assertEqual(pyarrow.schema(batch).names[0], "a")
        pyarrow.record_batch(batch)
        with self.assertRaisesRegex(ValueError, "taken before"):
            pyarrow.record_batch(batch)

    def test_errors_end_a_pass(self):
        text = b'{"a": 1}\n' * 1000 + b"{x\n" + b'{"a": 2}\n' * 1000
        size, _readings._PART = _readings._PART, 200
        try:
            for workers in (1, 2):
                tables, rows = vox.tables(text, errors="stop", batch_rows=10, workers=workers), 0
                with self.assertRaisesRegex(vox.Error, ":1001:2: expected"):
                    for _, batch in tables.batches():
                        rows += len(batch)
                self.assertEqual(tables["records"].counts.rows, rows)
                self.assertIn(rows, range(980, 1001))  # those of the last batch are lost
                columns = vox.columns(text, {"table": "records", "columns": [{"name": "a", "type": "int64"}]},
                                      errors="stop", batch_rows=10, workers=workers)
                with self.assertRaisesRegex(pyarrow.ArrowInvalid, ":1001:2: expected"):
                    pyarrow.table(columns)
                self.assertIn(columns.counts.rows, range(980, 1001))
        finally:
            _readings._PART = size

    def test_sources_that_fail(self):
        def failing():
            yield self.TEXT
            raise KeyError("no more")

        schema, size, _readings._PART = vox.schema(self.TEXT), _readings._PART, 2000
        try:
            for workers in (1, 3):
                with self.assertRaisesRegex(KeyError, "no more"):
                    in_one_pass(vox.tables(failing(), schema, only=True, workers=workers))
                with self.assertRaisesRegex(OSError, "KeyError.*no more"):
                    pyarrow.table(vox.columns(failing(), ID, workers=workers))
        finally:
            _readings._PART = size

    def test_early_ends(self):
        size, _readings._PART = _readings._PART, 2000
        try:
            before = threading.active_count()
            for workers in (1, 3):
                tables = vox.tables(self.TEXT, workers=workers, batch_rows=5)
                batches = tables.batches()
                next(batches)
                batches.close()
                reader = pyarrow.RecordBatchReader.from_stream(tables["t1"])
                self.assertEqual(reader.read_next_batch().num_rows, 5 if workers == 1 else 1)
                reader.close()
                del reader
            self.assertEqual(threading.active_count(), before)
        finally:
            _readings._PART = size

    def test_workers_are_a_number(self):
        for workers in (0, -1, 1.5, None):
            for make in (vox.tables, lambda text, **more: vox.columns(text, ["a"], **more)):
                with self.assertRaisesRegex(ValueError, "how many cores"):
                    make(b'{"a": 1}', workers=workers)


if __name__ == "__main__":
    unittest.main()
