# SPDX-License-Identifier: MIT
"""Tests of the module, against the installed library: python -m unittest discover tests"""

import copy
import doctest
import gc
import json
import threading
import unittest

import vox

TEXT = b"""{
  "data": [
    {"type": "albums", "id": "1",   "attributes": {"title": "Night\\u0020Trains", "year": 1994}},
    {"type": "albums", "id": "2"}
  ],
  "included": [{"type": "artists", "id": "7", "attributes": {"name": "Caf\xc3\xa9"}}],
  "meta": {"n": [0, -1, 1.5, 1e3, 123456789012345678901, true, false, null, ""]}
}
"""


class Reading(unittest.TestCase):
    def test_values_are_those_of_json(self):
        with vox.parse(TEXT) as document:
            expected = json.loads(TEXT)
            self.assertEqual(document.root.value(), expected)
            self.assertEqual(list(document["meta"]["n"]), expected["meta"]["n"])
            for ours, theirs in zip(document["meta"]["n"], expected["meta"]["n"]):
                self.assertIs(type(ours), type(theirs))
            self.assertEqual(document["data"][0]["attributes"]["title"], "Night Trains")
            self.assertEqual(document["included"][0]["attributes"]["name"], "Café")

    def test_objects_are_mappings(self):
        with vox.parse('{"a": 1, "b": {}, "a": 2, "\\u0000": 3}') as document:
            root = document.root
            self.assertIsInstance(root, vox.Object)
            self.assertEqual(list(root), ["b", "a", "\0"])
            self.assertEqual(dict(root.items())["a"], 2)
            self.assertEqual(len(root), 3)
            self.assertIn("a", root)
            self.assertNotIn("c", root)
            self.assertNotIn(1, root)
            self.assertIsNone(root.get("c"))
            with self.assertRaises(KeyError):
                root["c"]

    def test_arrays_are_sequences(self):
        with vox.parse("[1, [2], 3]") as document:
            root = document.root
            self.assertIsInstance(root, vox.Array)
            self.assertEqual(root[-1], 3)
            self.assertEqual(root[::2], [1, 3])
            self.assertEqual(root, [1, [2], 3])
            self.assertEqual(root.index(3), 2)
            self.assertEqual([*reversed(root)][0], 3)
            for index in (3, -4, 2**70):
                with self.assertRaises((IndexError, OverflowError)):
                    root[index]

    def test_what_may_be_parsed(self):
        for text in ("[1]", b"[1]", bytearray(b"[1]"), memoryview(b"[1]")):
            with vox.parse(text) as document:
                self.assertEqual(document.root, [1])
                self.assertEqual(document.write(), b"[1]")

    def test_a_copied_text_may_change(self):
        text = bytearray(b'["text"]')
        with vox.parse(text) as document:
            text[:] = b"x" * len(text)
            self.assertEqual(document[0], "text")
            self.assertEqual(document.write(), b'["text"]')

    def test_scalars(self):
        for text in ("1", '"x"', "null", "true", "2.5"):
            with vox.parse(text) as document:
                self.assertEqual(document.root, json.loads(text))

    def test_pointers(self):
        with vox.parse(TEXT) as document:
            self.assertEqual(document.at("/data/0/attributes/year"), 1994)
            self.assertEqual(document["data"][1].pointer, "/data/1")
            self.assertEqual(document.at("/none", 5), 5)
            self.assertIsNone(document.at("/meta/n/7"))
            with self.assertRaises(vox.Error) as caught:
                document.at("/data/9")
            self.assertEqual(caught.exception.code, vox.Status.ERROR_MISSING)
            self.assertEqual(caught.exception.pointer, "/data/9")
            with self.assertRaises(vox.Error) as caught:
                document.at("data", 5)
            self.assertEqual(caught.exception.code, vox.Status.ERROR_POINTER)


class Errors(unittest.TestCase):
    def test_errors_have_code_place_and_pointer(self):
        with self.assertRaises(vox.Error) as caught:
            vox.parse('{"data": [{"id": "1"},\n {"id": tru}]}')
        error = caught.exception
        self.assertIsInstance(error, ValueError)
        self.assertEqual(error.code, vox.Status.ERROR_LITERAL)
        self.assertEqual((error.offset, error.line, error.column), (34, 2, 12))
        self.assertEqual(error.pointer, "/data/1/id")
        self.assertIn("line 2, column 12", str(error))

    def test_limits(self):
        for limit, code in (
            ("max_depth", "ERROR_DEPTH_LIMIT"), ("max_size", "ERROR_SIZE_LIMIT"),
            ("max_nodes", "ERROR_NODE_LIMIT"), ("max_memory", "ERROR_MEMORY_LIMIT"),
        ):
            with self.assertRaises(vox.Error) as caught:
                vox.parse("[[1], 2]", **{limit: 1})
            self.assertEqual(caught.exception.code, vox.Status[code])

    def test_strict(self):
        with self.assertRaises(vox.Error) as caught:
            vox.parse('{"a": 1, "a": 2}', strict=True)
        self.assertEqual(caught.exception.code, vox.Status.ERROR_DUPLICATE)

    def test_lazy_errors_are_raised_where_they_are_met(self):
        text = '{"data": [{"id": "1"}, {"id": tru}]}'
        with vox.parse(text, lazy=True) as document:
            self.assertEqual(document["data"][0]["id"], "1")
            with self.assertRaises(vox.Error) as caught:
                document["data"][1]["id"]
            self.assertEqual(caught.exception.pointer, "/data/1/id")
            with self.assertRaises(vox.Error):
                list(document["data"][1])
            with self.assertRaises(KeyError):
                document["data"][0]["none"]
            with self.assertRaises(vox.Error) as caught:
                document.at("/data/1/id", default=None)
            self.assertEqual(caught.exception.code, vox.Status.ERROR_LITERAL)
            with self.assertRaises(vox.Error):
                document.materialize()
            with self.assertRaises(vox.Error):
                document.write("compact")
            self.assertEqual(document.write(), text.encode())

    def test_edits_that_are_refused_change_nothing(self):
        with vox.parse("[1]") as document:
            for value in (float("nan"), float("inf"), {1}, "\ud800"):
                with self.assertRaises((ValueError, TypeError)):
                    document[0] = value
            with self.assertRaises(vox.Error):
                document.set("/5", 1)
            with self.assertRaises(vox.Error):
                document.remove("")
            self.assertEqual(document.write(), b"[1]")


class Editing(unittest.TestCase):
    def test_the_rest_keeps_its_bytes(self):
        with vox.parse(TEXT) as document:
            self.assertEqual(document.write(), TEXT)
            document["data"][0]["attributes"]["year"] = 1995
            self.assertEqual(document.write(), TEXT.replace(b"1994", b"1995"))

    def test_every_kind_of_value(self):
        values = [
            None, True, False, 0, -(2**63), 2**64, 10**40, 0.1, -2.5e-7, "", "é\0\"", [], {},
            {"a": [1, {"b": None}]}, (1, 2),
        ]
        with vox.Document() as document:
            document.set("", {})
            for value in values:
                document["x"] = value
                self.assertEqual(json.loads(document.write())["x"], json.loads(json.dumps(value)))

    def test_views_are_copied(self):
        with vox.parse('{"a": {"b": [1]}}') as document, vox.parse("[[2]]") as other:
            document["c"] = document["a"]
            document["a"]["b"].append(3)
            document["d"] = other[0]
            document["e"] = {"in": [other[0]]}
            other[0].append(9)
            self.assertEqual(
                document.root.value(),
                {"a": {"b": [1, 3]}, "c": {"b": [1]}, "d": [2], "e": {"in": [[2]]}},
            )

    def test_as_a_list_does(self):
        ours, theirs = vox.parse("[0, 1, 2, 3]"), [0, 1, 2, 3]
        for edit in (
            lambda it: it.append("x"), lambda it: it.insert(0, "y"), lambda it: it.insert(-1, "z"),
            lambda it: it.insert(99, 5), lambda it: it.insert(-99, 6), lambda it: it.pop(),
            lambda it: it.pop(2), lambda it: it.remove(2), lambda it: it.reverse(),
            lambda it: it.extend([7, 8]), lambda it: it.__delitem__(slice(1, 4)),
            lambda it: it.__setitem__(-1, None),
        ):
            edit(ours.root)
            edit(theirs)
            self.assertEqual(ours.root.value(), theirs)
        ours.close()

    def test_as_a_dict_does(self):
        ours, theirs = vox.parse('{"a": 1, "b": 2}'), {"a": 1, "b": 2}
        for edit in (
            lambda it: it.update(c=3), lambda it: it.pop("a"), lambda it: it.setdefault("d", []),
            lambda it: it.__delitem__("b"), lambda it: it.__setitem__("é", {"x": [1]}),
        ):
            edit(ours.root)
            edit(theirs)
            self.assertEqual(ours.root.value(), theirs)
        with self.assertRaises(KeyError):
            del ours.root["none"]
        ours.close()

    def test_pointers(self):
        with vox.parse('{"list": [1]}') as document:
            document.set("/list/-", {"a": 1})
            document.set("/list/0", "first")
            document.set("/new~1name", [])
            document.remove("/list/1/a")
            self.assertEqual(document.write("compact"), b'{"list":["first",{}],"new/name":[]}')

    def test_members_may_go_while_one_iterates(self):
        with vox.parse('{"a": 1, "b": 2, "c": 3}') as document:
            for name in document:
                del document[name]
            self.assertEqual(document.write("compact"), b"{}")

    def test_styles(self):
        with vox.parse('{"b": 1.0, "a": [ ]}') as document:
            self.assertEqual(document.write("compact"), b'{"b":1.0,"a":[]}')
            self.assertEqual(document.write("pretty"), b'{\n  "b": 1.0,\n  "a": []\n}')
            self.assertEqual(document.write("sorted"), b'{"a":[],"b":1}')
            with self.assertRaises(ValueError):
                document.write("nice")


class Patches(unittest.TestCase):
    TEXT = '{ "a": {"b": [1, 2]},  "c": null }'

    def test_patch(self):
        for patch in (
            '[{"op": "add", "path": "/a/b/-", "value": 3}]',
            [{"op": "add", "path": "/a/b/-", "value": 3}],
            vox.parse('[{"op": "add", "path": "/a/b/-", "value": 3}]'),
        ):
            with vox.parse(self.TEXT) as document:
                document.patch(patch)
                self.assertEqual(document.write(), self.TEXT.replace("2]", "2, 3]").encode())

    def test_merge(self):
        with vox.parse(self.TEXT) as document, vox.parse("[9]") as other:
            document.merge({"a": {"b": other.root}, "c": None})
            self.assertEqual(document.write("compact"), b'{"a":{"b":[9]}}')

    def test_refused_patches_change_nothing(self):
        with vox.parse(self.TEXT) as document:
            with self.assertRaises(vox.Error) as caught:
                document.patch([
                    {"op": "remove", "path": "/a"}, {"op": "test", "path": "/c", "value": 1},
                ])
            self.assertEqual(caught.exception.code, vox.Status.ERROR_TEST)
            self.assertEqual(caught.exception.pointer, "/c")
            with self.assertRaises(vox.Error):
                document.patch("[")
            self.assertEqual(document.write(), self.TEXT.encode())

    def test_diff(self):
        with vox.parse('{"a": 1, "b": [1, 2]}') as before, vox.parse('{"b": [2], "c": {}}') as after:
            patch, merge = before.diff(after), before.diff(after, merge=True)
            for apply in (lambda it: it.patch(patch), lambda it: it.merge(merge)):
                with vox.parse(before.write()) as document:
                    apply(document)
                    self.assertEqual(document, after)
            after["c"] = None
            with self.assertRaises(vox.Error) as caught:
                before.diff(after, merge=True)
            self.assertEqual(caught.exception.code, vox.Status.ERROR_NULL)


class Lifetime(unittest.TestCase):
    def test_a_view_keeps_its_document(self):
        attributes = vox.parse(TEXT)["data"][0]["attributes"]
        gc.collect()
        others = [vox.parse(b"[" + b"1," * 5000 + b"1]") for _ in range(20)]
        self.assertEqual(attributes["title"], "Night Trains")
        attributes["year"] = 5
        self.assertEqual(attributes["year"], 5)
        self.assertEqual(len(others), 20)

    def test_what_was_taken_out_stays_readable(self):
        with vox.parse('{"a": {"b": [1, 2]}}') as document:
            inner = document["a"]["b"]
            del document["a"]
            self.assertEqual(inner, [1, 2])
            document["again"] = inner
            self.assertEqual(document.write("compact"), b'{"again":[1,2]}')

    def test_a_replaced_view_is_empty_and_no_more(self):
        with vox.parse('{"a": {"b": 1}}') as document:
            inner = document["a"]
            document["a"] = 5
            self.assertEqual(len(inner), 0)
            with self.assertRaises(KeyError):
                inner["b"]
            with self.assertRaises(vox.Error):
                inner["b"] = 1
            self.assertEqual(document.write(), b'{"a": 5}')

    def test_after_close_everything_says_so(self):
        with vox.parse(TEXT) as document:
            data = document["data"]
            members = iter(document["data"][0])
            next(members)
        document.close()
        for use in (
            lambda: document.root, lambda: document.write(), lambda: document.at("/data"),
            lambda: document.set("/data", 1), lambda: document.remove("/data"),
            lambda: document.validate(), lambda: document.resource("albums", "1"),
            lambda: document.freeze(), lambda: document.frozen, lambda: document["data"],
            lambda: document == document, lambda: data[0], lambda: len(data), lambda: list(data),
            lambda: data.append(1), lambda: data.write(), lambda: data.pointer, lambda: repr(data),
            lambda: data == data, lambda: next(members), document.materialize,
            lambda: vox.Document().set("", data),
        ):
            with self.assertRaisesRegex(ValueError, "closed"):
                use()

    def test_frozen_documents_serve_many_threads(self):
        document = vox.parse(TEXT, lazy=True)
        document.freeze()
        self.assertTrue(document.frozen)
        with self.assertRaises(vox.Error) as caught:
            document["x"] = 1
        self.assertEqual(caught.exception.code, vox.Status.ERROR_FROZEN)
        wrong = []

        def use():
            for _ in range(200):
                if document.resource("artists", "7")["attributes"]["name"] != "Café":
                    wrong.append(1)
                if document.write() != TEXT:
                    wrong.append(2)

        threads = [threading.Thread(target=use) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])

    def test_views_are_no_plain_values(self):
        with vox.parse(TEXT) as document:
            with self.assertRaises(TypeError):
                hash(document.root)
            with self.assertRaises(TypeError):
                copy.deepcopy(document.root)


class JSONAPI(unittest.TestCase):
    def test_resources(self):
        text = b"""{"data": {"type": "a", "id": "1", "relationships": {"b": {"data":
            {"type": "b", "id": "2"}}}}, "included": [{"type": "b", "id": "2"},
            {"type": "c", "lid": "x"}]}"""
        with vox.parse(text, lazy=True) as document, vox.parse(text) as other:
            linkage = document["data"]["relationships"]["b"]["data"]
            self.assertEqual(document.resolve(linkage).pointer, "/included/0")
            self.assertEqual(document.resource("c", lid="x").pointer, "/included/1")
            self.assertIsNone(document.resource("c", "x"))
            with self.assertRaises(ValueError):
                other.resolve(linkage)
            with self.assertRaises(vox.Error):
                document.resolve(document.root)

    def test_validation(self):
        with vox.parse('{"data": {"type": "a",\n "id": 1}}') as document:
            finding, = document.validate()
            self.assertEqual(finding.severity, "error")
            self.assertEqual(finding.pointer, "/data/id")
            self.assertEqual((finding.line, finding.column), (2, 8))
            self.assertTrue(finding.message)
            self.assertEqual(document.validate(lenient=True), [])
            self.assertEqual(document.validate(ignore=[finding.rule, 999]), [])
            with self.assertRaises(ValueError):
                document.validate("nonsense")
        with vox.parse('{"data": {"type": "a"}}') as document:
            self.assertEqual(document.validate("create"), [])
            self.assertEqual(len(document.validate("response")), 1)

    def test_validation_of_lazy_documents_raises(self):
        with vox.parse('{"data": [{"id": tru}]}', lazy=True) as document:
            with self.assertRaises(vox.Error):
                document.validate()


class Equality(unittest.TestCase):
    def test_by_value(self):
        with vox.parse('{"a": 1.0, "b": [1]}') as one, vox.parse('{"b":[1],"a":1}') as other:
            self.assertEqual(one, other)
            self.assertEqual(one["b"], other["b"])
            self.assertEqual(one["b"], [1])
            other["b"][0] = 2
            self.assertNotEqual(one, other)
            self.assertNotEqual(one["b"], other["b"])
            self.assertNotEqual(one, 5)


def load_tests(loader, tests, pattern):
    """The examples of the documentation, too."""
    tests.addTests(doctest.DocTestSuite(vox))
    return tests


if __name__ == "__main__":
    unittest.main()
