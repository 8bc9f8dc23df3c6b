# SPDX-License-Identifier: MIT
"""Calls of the module drawn by lot, right and wrong: whatever is called in whatever order, by one
thread or several, the interpreter goes on. Ends with 0 when all calls returned or raised.

    python tests/misuse.py [--seed 1] [--steps 5000] [--threads 1]"""

import argparse
import copy
import pickle
import random
import sys
import threading

import vox

TEXTS = [
    "null", "[]", "{}", "7", '"x"', "[[1, [2]], {}]", '{"a": {"b": [1, 2, 3]}, "a": 2, "c": null}',
    '{"data": [{"type": "a", "id": "1", "relationships": {"r": {"data": {"type": "a", "id": "2"}}}},'
    ' {"type": "a", "id": "2"}], "included": [{"type": "b", "id": "1"}, {"type": "b", "lid": "x"}]}',
    '[{"op": "add", "path": "/-", "value": [1]}]', '[{"op": "remove", "path": "/0"}]',
    '[{"op": "move", "from": "/a", "path": "/n"}]', "[1, tru]", '{"data": [{"id": tru}]}', "",
    "[" * 600, '{"a": {"b": {"c": {"d": 1}}}}', "[" + "1," * 300 + "1]",
]
POINTERS = ["", "/", "/a", "/a/b", "/a/b/0", "/0", "/0/1", "/-", "/data/0", "/data/0/id", "/data",
            "/n", "x", "/~2", "/included/1", b"/a", bytearray(b"/a"), b"/\xff", 5, None]
NAMES = ["a", "b", "data", "n", "", "\0", "\ud800", 0, 1, -1, 7, 2**70, None, 1.5, slice(0, 2),
         slice(None, None, -1), (), b"a"]
STYLES = ["preserve", "compact", "pretty", "sorted", "nice", None, 3]


class Long(bytes):
    """Bytes that lie about their length."""

    def __len__(self):
        return 1 << 20


class Loud(str):
    """Text that gives others bytes."""

    def encode(self, *_):
        return Long(b"x")


class Calls:
    """What was made so far, and one more call on some of it."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.documents = [vox.parse(TEXTS[6])]
        self.views = [self.documents[0].root]
        self.iterators = []

    def one(self, among):
        return self.random.choice(among)

    def value(self):
        return self.one([
            None, True, 0, -1, 2**64, 10**40, 1.5, float("nan"), "", "x\0", "\ud800", Loud("y"), [],
            {}, [1, {"a": []}], {"a": 1, 2: 3}, {1}, self.one(self.views), self.one(self.documents),
            [self.one(self.views)], {"in": self.one(self.views)}, object(), b"x", Long(b"x"),
        ])

    def text(self):
        text = self.one(TEXTS)
        return self.one([text, text.encode(), bytearray(text.encode()), memoryview(text.encode()),
                         Long(text.encode()), Loud(text), text, text])

    def document(self):
        limits = {name: self.one([0, 0, 0, 0, 1, 50, -1, 2**70]) for name in
                  ("max_depth", "max_size", "max_nodes", "max_memory")}
        return vox.parse(self.text(), lazy=self.one([False, True]),
                         strict=self.one([False, False, True]), **limits)

    def keep(self, made):
        """Keeps what a call gave, a few of each kind."""
        for kind, kept in ((vox.Document, self.documents), ((vox.Array, vox.Object), self.views)):
            if isinstance(made, kind):
                kept.append(made)
                if len(kept) > 12:
                    kept.pop(self.random.randrange(len(kept)))

    def call(self):
        document, view = self.one(self.documents), self.one(self.views)
        other, name, pointer = self.one(self.documents), self.one(NAMES), self.one(POINTERS)
        value = self.value()
        made = self.one([
            self.document, vox.Document, lambda: document.root, lambda: document[name],
            lambda: document.__setitem__(name, value), lambda: document.__delitem__(name),
            lambda: name in document, lambda: len(document), lambda: list(document),
            lambda: document.at(pointer), lambda: document.at(pointer, None),
            lambda: document.set(pointer, value), lambda: document.remove(pointer),
            lambda: document.patch(self.one([self.text(), other, document, value])),
            lambda: document.merge(self.one([self.text(), other, document, value])),
            lambda: document.diff(self.one([other, document, view, value]), self.one([False, True])),
            lambda: document.write(self.one(STYLES)), lambda: document == other,
            lambda: document.materialize(), lambda: document.frozen,
            lambda: document.resource(name, pointer), lambda: document.resource("a", lid=name),
            lambda: document.resource("a", "1"), lambda: document.resolve(value),
            lambda: document.resolve(view), lambda: document.validate(self.one(["any", "create", name])),
            lambda: self.one([document.freeze, document.close, document.close])()
            if self.random.random() < 0.2 else None,
            lambda: document.__init__(self.text()), lambda: document.__exit__(None, None, None)
            if self.random.random() < 0.2 else document.__enter__(),
            lambda: copy.copy(document), lambda: copy.deepcopy(view), lambda: copy.copy(view),
            lambda: pickle.dumps(document), lambda: pickle.dumps(view),
            lambda: view[name], lambda: view.__setitem__(name, value), lambda: view.__delitem__(name),
            lambda: view.append(value), lambda: view.insert(name, value), lambda: view.pop(),
            lambda: view.clear(), lambda: view.reverse(), lambda: view.extend([value, value]),
            lambda: view.update({"n": value}), lambda: view.setdefault("m", value),
            lambda: view.popitem(), lambda: view == self.one(self.views), lambda: view == value,
            lambda: view.value(), lambda: repr(view), lambda: view.pointer,
            lambda: view.write(self.one(STYLES)), lambda: list(view), lambda: hash(view),
            lambda: self.iterators.append(iter(view)), lambda: next(self.one(self.iterators)),
            lambda: self.one([vox.Array, vox.Object, vox.Document]).__new__(
                self.one([vox.Array, vox.Object, vox.Document])),
            lambda: vox.Array(document, None), lambda: vox.version(),
            lambda: view.__init__(document, None),
        ])
        self.keep(made())
        del self.iterators[:-8]


def use(calls, steps):
    for _ in range(steps):
        try:
            calls.call()
        except Exception:  # whatever is raised: the interpreter goes on
            pass


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    calls = [Calls(arguments.seed + number) for number in range(arguments.threads)]
    for each in calls[1:]:
        # All threads use the same documents and views.
        each.documents, each.views = calls[0].documents, calls[0].views
    threads = [threading.Thread(target=use, args=(each, arguments.steps)) for each in calls]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(f"misuse: seed {arguments.seed}, {arguments.steps} calls in each of "
          f"{arguments.threads} threads")


if __name__ == "__main__":
    sys.exit(main())
