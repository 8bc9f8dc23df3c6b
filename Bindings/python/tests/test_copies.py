# SPDX-License-Identifier: MIT
"""What generic code does with the objects of the module: copy, pickle, pools of processes."""

import concurrent.futures
import copy
import dataclasses
import multiprocessing
import pickle
import unittest

import vox

PROTOCOLS = range(pickle.HIGHEST_PROTOCOL + 1)


def refused(text="[1, tru]"):
    """An error as the module raises it."""
    try:
        vox.parse(text)
    except vox.Error as error:
        return error
    raise AssertionError("the text was read")


def all_of(error):
    """All that an error tells."""
    return (
        type(error), error.code, error.message, error.pointer, error.offset, error.line,
        error.column, str(error), error.args,
    )


def title_of(text):
    """For a pool: the title in a document; raises what the module raises."""
    with vox.parse(text) as document:
        return document.at("/title")


def findings_of(text):
    """For a pool: what is wrong with a document."""
    with vox.parse(text) as document:
        return document.validate()


def document_of(text):
    """For a pool: what no process can send."""
    return vox.parse(text)


@dataclasses.dataclass
class Holder:
    value: object
    note: str = ""


class Errors(unittest.TestCase):
    def test_errors_are_pickled_with_all_they_tell(self):
        errors = [refused(), refused('{"a": "\\ud83d\\ude00", "b": x}'), refused("")]
        with vox.parse("[1]") as document:
            for use in (lambda: document.at("/9"), lambda: document.set("/5/x", 1),
                        lambda: document.patch('[{"op": "remove", "path": "/7"}]')):
                with self.assertRaises(vox.Error) as caught:
                    use()
                errors.append(caught.exception)
        for error in errors:
            for protocol in PROTOCOLS:
                again = pickle.loads(pickle.dumps(error, protocol))
                self.assertEqual(all_of(again), all_of(error))
            self.assertEqual(all_of(copy.copy(error)), all_of(error))
            self.assertEqual(all_of(copy.deepcopy(error)), all_of(error))

    def test_what_was_noted_on_an_error_is_kept(self):
        error = refused()
        error.file = "albums.ndjson"
        error.__notes__ = ["in the third file"]
        for protocol in PROTOCOLS:
            again = pickle.loads(pickle.dumps(error, protocol))
            self.assertEqual(again.file, "albums.ndjson")
            self.assertEqual(again.__notes__, ["in the third file"])

    def test_statuses_and_findings_are_pickled(self):
        with vox.parse('{"data": {"type": "a", "id": 1}}') as document:
            findings = document.validate()
        self.assertTrue(findings)
        for protocol in PROTOCOLS:
            self.assertEqual(pickle.loads(pickle.dumps(findings, protocol)), findings)
            for status in vox.Status:
                self.assertIs(pickle.loads(pickle.dumps(status, protocol)), status)
        self.assertEqual(copy.deepcopy(findings), findings)
        self.assertEqual(findings[0]._replace(line=7).line, 7)


class Pools(unittest.TestCase):
    TEXTS = ['{"title": "a"}', '{"title": tru}', '{"title": "c"}']

    def test_a_malformed_record_reaches_who_asked(self):
        for method in ("fork", "spawn"):
            with self.subTest(method=method):
                with multiprocessing.get_context(method).Pool(2) as pool:
                    # A timeout, for an error that cannot be sent would never arrive.
                    with self.assertRaises(vox.Error) as caught:
                        pool.map_async(title_of, self.TEXTS).get(timeout=120)
                    self.assertEqual(all_of(caught.exception), all_of(refused(self.TEXTS[1])))
                    self.assertEqual(
                        pool.map_async(title_of, self.TEXTS[::2]).get(timeout=120), ["a", "c"]
                    )
                    findings = pool.apply_async(findings_of, ['{"data": 1}']).get(timeout=120)
                    self.assertEqual(findings[0].pointer, "/data")

    def test_a_document_is_not_sent(self):
        with multiprocessing.get_context("fork").Pool(1) as pool:
            with self.assertRaises(multiprocessing.pool.MaybeEncodingError):
                pool.apply_async(document_of, ["[]"]).get(timeout=120)

    def test_executors(self):
        context = multiprocessing.get_context("fork")
        with concurrent.futures.ProcessPoolExecutor(1, context) as pool:
            with self.assertRaises(vox.Error) as caught:
                pool.submit(title_of, "{").result(timeout=120)
            self.assertEqual(caught.exception.code, vox.Status.ERROR_END)

    def test_a_document_of_before_a_fork(self):
        document = vox.parse('{"title": "before", "data": [1, 2]}')
        data = document["data"]

        def use(results):
            data.append(3)
            results.put((document["title"], data.value()))
            document.close()

        context = multiprocessing.get_context("fork")
        results = context.SimpleQueue()
        process = context.Process(target=use, args=[results])
        process.start()
        process.join(120)
        self.assertEqual(process.exitcode, 0)
        self.assertEqual(results.get(), ("before", [1, 2, 3]))
        self.assertEqual(data.value(), [1, 2])


class Documents(unittest.TestCase):
    def things(self):
        frozen, lazy, closed = vox.parse("{}"), vox.parse('{"data": [{}]}', lazy=True), vox.Document()
        frozen.freeze()
        closed.close()
        document = vox.parse('{"a": [1], "b": {}}')
        return [document, document.root, document["a"], document["b"], frozen, lazy, lazy["data"],
                closed, document.diff(frozen)]

    def test_no_copy_shares_the_memory_of_a_document(self):
        for thing in self.things():
            word = "write" if isinstance(thing, vox.Document) else "value"
            for make in (copy.copy, copy.deepcopy, lambda it: copy.deepcopy([it]),
                         lambda it: copy.deepcopy(Holder(it)),
                         lambda it: dataclasses.asdict(Holder([it]))):
                with self.assertRaisesRegex(TypeError, word):
                    make(thing)
            for protocol in PROTOCOLS:
                with self.assertRaisesRegex(TypeError, word):
                    pickle.dumps(thing, protocol)

    def test_holders_keep_the_same_document(self):
        document = vox.parse('{"a": 1}')
        held = dataclasses.replace(Holder(document), note="again")
        self.assertIs(held.value, document)
        self.assertIs(copy.copy(held).value, document)

    def test_a_copy_of_its_own_is_parsed(self):
        with vox.parse('{ "a":  1 }') as document:
            again = vox.parse(document.write())
            again["a"] = 2
            self.assertEqual((document.write(), again.write()), (b'{ "a":  1 }', b'{ "a":  2 }'))

    def test_a_document_is_read_once(self):
        document = vox.parse('{"a": [1]}')
        inner, patch = document["a"], document.diff(document)
        for read in (document, patch):
            with self.assertRaises(TypeError):
                read.__init__("[]")
        self.assertEqual(inner, [1])
        document.close()
        with self.assertRaises(TypeError):
            document.__init__("[]")
        with self.assertRaises(ValueError):
            inner[0]

    def test_views_are_made_by_documents(self):
        with vox.parse("[{}]") as document:
            for make in (vox.Array, vox.Object):
                with self.assertRaises(TypeError):
                    make()
                with self.assertRaises(TypeError):
                    make(document, document[0]._node)
                with self.assertRaises(AttributeError):
                    len(make.__new__(make))
            with self.assertRaises(ValueError):
                len(vox.Document.__new__(vox.Document))


if __name__ == "__main__":
    unittest.main()
