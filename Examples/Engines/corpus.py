# SPDX-License-Identifier: MIT
"""Writes a corpus for the job: NDJSON in files, on each line an article with its author and
comments. The same numbers give the same bytes.

    python3 corpus.py FOLDER FILES LINES [--malformed]

With --malformed every 1000th line of each file is broken, in four ways in turn."""

import json
import pathlib
import random
import sys

WORDS = "lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor".split()
MALFORMED = (
    b'{"data": {"type": "articles", "id": "0", "attributes": {"title": tru}}}',
    b'{"data": {"type": "articles", "id": "0", "attributes": {',
    b'{"data": {"id": "0"}}',
    b'{"data": {"type": "articles", "id": "0", "attributes": {"title": "\\ud800"}}}',
)


def text(source, words):
    return " ".join(source.choices(WORDS, k=words))


def identifier(resource):
    return {"type": resource["type"], "id": resource["id"]}


def article(source, number):
    author = {
        "type": "people", "id": str(source.randrange(1000)),
        "attributes": {"name": text(source, 2).title(), "born": source.randrange(1940, 2005)},
    }
    comments = [
        {"type": "comments", "id": f"{number}-{index}", "attributes": {"body": text(source, 12)},
         "relationships": {"author": {"data": identifier(author)}}}
        for index in range(source.randrange(4))
    ]
    return {
        "data": {
            "type": "articles", "id": str(number),
            "attributes": {
                "title": text(source, 6), "body": text(source, 50),
                "views": source.randrange(100000), "rating": source.randrange(500) / 100,
                "published": source.random() < 0.8, "tags": source.sample(WORDS, 3),
            },
            "relationships": {
                "author": {"data": identifier(author)},
                "comments": {"data": [identifier(comment) for comment in comments]},
            },
        },
        "included": [author, *comments],
    }


def write(folder, files, lines, malformed):
    folder = pathlib.Path(folder)
    folder.mkdir(parents=True)
    source = random.Random(7)
    for part in range(files):
        with open(folder / f"part-{part:05}.ndjson", "wb") as file:
            for line in range(lines):
                if malformed and line % 1000 == 999:
                    file.write(MALFORMED[line // 1000 % len(MALFORMED)] + b"\n")
                    continue
                made = article(source, part * lines + line)
                file.write(json.dumps(made, separators=(",", ":")).encode() + b"\n")


if __name__ == "__main__":
    write(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), "--malformed" in sys.argv[4:])
