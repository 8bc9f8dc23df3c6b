# SPDX-License-Identifier: MIT
"""How long it takes to parse a document, change one attribute and write it, with this module and
with Python's json, in turns. Prints the medians and their ratio; ends with 1 when that is below
the goal.

    python tests/bench.py [--rounds 41] [--goal 5] [FILE]"""

import argparse
import json
import statistics
import sys
import time

import vox


def document(size):
    """A JSON:API document of about so many bytes, as a server would write it."""
    resources, length, number = [], 0, 0
    while length < size:
        number += 1
        resource = {
            "type": "articles", "id": str(number),
            "attributes": {
                "title": f"Article {number}: naïve \"quotes\"", "body": "Lorem ipsum dolor. " * 12,
                "rating": number / 7, "words": number * 31, "published": number % 3 == 0,
                "tags": ["one", "two", f"tag {number % 17}"],
            },
            "relationships": {
                "author": {"data": {"type": "people", "id": str(number % 100)}},
                "comments": {"data": [
                    {"type": "comments", "id": str(number * 5 + n)} for n in range(5)
                ]},
            },
            "links": {"self": f"https://example.com/articles/{number}"},
        }
        resources.append(resource)
        length += len(json.dumps(resource, ensure_ascii=False))
    return json.dumps({"data": resources}, ensure_ascii=False).encode()


def with_json(text):
    value = json.loads(text)
    value["data"][len(value["data"]) // 2]["attributes"]["title"] = "changed"
    return json.dumps(value, ensure_ascii=False).encode()


def with_vox(text, lazy=False):
    with vox.parse(text, lazy=lazy) as read:
        data = read["data"]
        data[len(data) // 2]["attributes"]["title"] = "changed"
        return read.write()


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--rounds", type=int, default=41)
    parser.add_argument("--goal", type=float, default=5)
    parser.add_argument("file", nargs="?")
    arguments = parser.parse_args()
    if arguments.file:
        with open(arguments.file, "rb") as file:
            text = file.read()
    else:
        text = document(1_500_000)
    jobs = {
        "json": with_json, "vox": with_vox, "vox, lazy": lambda text: with_vox(text, lazy=True),
    }
    written = {name: json.loads(job(text)) for name, job in jobs.items()}
    assert all(value == written["json"] for value in written.values()), "the results differ"
    seconds = {name: [] for name in jobs}
    for _ in range(arguments.rounds):
        for name, job in jobs.items():
            start = time.perf_counter()
            job(text)
            seconds[name].append(time.perf_counter() - start)
    print(f"parse, change one attribute, write: {len(text)} bytes, median of {arguments.rounds} rounds")
    for name, taken in seconds.items():
        ratios = [theirs / ours for theirs, ours in zip(seconds["json"], taken)]
        print(f"  {name:<10} {statistics.median(taken) * 1000:8.2f} ms "
              f"{statistics.median(ratios):6.1f} times json")
    ratio = statistics.median(t / o for t, o in zip(seconds["json"], seconds["vox"]))
    return ratio < arguments.goal


if __name__ == "__main__":
    sys.exit(main())
