# SPDX-License-Identifier: MIT
"""Walks pages by cursor at the service at an address, without a library.

    with_cursors.py URL
"""

import sys
from urllib.parse import urlsplit

from checks import Checks, expect
from plain import JSONAPI, Client

URI = "https://jsonapi.org/profiles/ethanresnick/cursor-pagination"
CURSORS = f'{JSONAPI};profile="{URI}"'

checks = Checks("cursors")
client = Client(sys.argv[1])


def page(path="/tracks", accept=CURSORS, **query):
    """Requests a page; the parameters `size`, `after` and `before` belong to the family `page`."""
    names = ("size", "after", "before")
    return client.get(path, accept, **{
        f"page[{name}]" if name in names else name: value for name, value in query.items()})


def titles(document):
    return [each["attributes"]["title"] for each in document["data"]]


def cursors(document):
    return [each["meta"]["page"]["cursor"] for each in document["data"]]


def follow(link):
    parts = urlsplit(link)
    return client.send("GET", f"{parts.path}?{parts.query}", Accept=CURSORS)


def walk(document, relation):
    """The titles of this page and of all pages that its links lead to, and the last of them."""
    pages = [titles(document)]
    while link := document["links"].get(relation):
        response = follow(link)
        expect("the status", response.status, 200)
        document = response.document
        pages.append(titles(document))
        expect("whether the walk ends", len(pages) < 50, True)
    return pages, document


def create(title, seconds):
    data = {"type": "tracks", "attributes": {"title": title, "seconds": seconds}}
    response = client.send("POST", "/tracks", {"data": data}, Content_Type=JSONAPI, Accept=JSONAPI)
    expect("the status", response.status, 201)
    return response.document["data"]["id"]


def problem(response):
    """The status, the parameter, and the type of an error, which is a link or a list of one."""
    error = response.document["errors"][0]
    kind = error.get("links", {}).get("type")
    return (response.status, error["source"]["parameter"],
            kind[0] if isinstance(kind, list) else kind)


for number in range(20):
    create(f"Track {number:02}", 100 + number % 3)
everything = titles(page(sort="title", size=50).document)

with checks.check("names the profile in the media type, and has a cursor for each item"):
    response = page(sort="title", size=4)
    expect("the profile", URI in response.type, True)
    expect("the titles", titles(response.document), everything[:4])
    expect("the cursors", len(set(cursors(response.document))), 4)
    expect("the total", response.document["meta"]["page"]["total"], len(everything))
    expect("the link to the page before", response.document["links"]["prev"], None)

with checks.check("walks all pages forwards and backwards"):
    first = page(sort="title", size=4).document
    pages, last = walk(first, "next")
    expect("the titles", sum(pages, []), everything)
    expect("the sizes", {len(each) for each in pages[:-1]}, {4})
    back, start = walk(last, "prev")
    expect("the titles backwards", sum(reversed(back), []), everything)
    expect("the link to the page before", start["links"]["prev"], None)

with checks.check("orders equal values in both directions, each item once"):
    for sort in ("seconds", "-seconds", "-seconds,title", None):
        query = {"size": 3} | ({"sort": sort} if sort else {})
        found = sum(walk(page(**query).document, "next")[0], [])
        expect(f"the titles by {sort}", sorted(found), sorted(everything))

with checks.check("has pages after, before and between cursors"):
    keys = cursors(page(sort="title", size=50).document)
    after = page(sort="title", after=keys[4], size=3).document
    expect("after", titles(after), everything[5:8])
    before = page(sort="title", before=keys[4], size=3).document
    expect("before", titles(before), everything[1:4])
    between = page(sort="title", after=keys[4], before=keys[9]).document
    expect("between", titles(between), everything[5:9])
    truncated = page(sort="title", after=keys[4], before=keys[9], size=2).document
    expect("the first ones", titles(truncated), everything[5:7])
    expect("the range", truncated["meta"]["page"]["rangeTruncated"], True)
    expect("behind the last", titles(page(sort="title", after=keys[-1]).document), [])

with checks.check("keeps its place when items come and go"):
    first = page(sort="title", size=4).document
    create("Aardvark", 100)
    gone = first["data"][3]["id"]
    expect("the status", client.send("DELETE", f"/tracks/{gone}", Accept=JSONAPI).status, 204)
    second = follow(first["links"]["next"]).document
    expect("the second page", titles(second), everything[4:8])

with checks.check("refuses sizes, cursors and orders with the errors of the profile"):
    status, parameter, kind = problem(page(size=100000))
    expect("the size", (status, parameter, kind), (400, "page[size]", f"{URI}/max-size-exceeded"))
    largest = page(size=100000).document["errors"][0]["meta"]["page"]["maxSize"]
    expect("the status", page(size=largest).status, 200)
    for size in ("0", "-1", "many", ""):
        expect(f"the size {size}", problem(page(size=size))[:2], (400, "page[size]"))
    cursor = cursors(page(sort="title", size=1).document)[0]
    for wrong in ("x", cursor[:-1], cursor + "A"):
        expect("a cursor", problem(page(sort="title", after=wrong))[:2], (400, "page[after]"))
    expect("a cursor of another order", problem(page(sort="-title", before=cursor))[:2],
           (400, "page[before]"))
    status, parameter, kind = problem(page(sort="nothing"))
    expect("the order", (status, parameter, kind), (400, "sort", f"{URI}/unsupported-sort"))

with checks.check("takes page[after] without the profile, too"):
    keys = cursors(page(sort="title", size=50).document)
    response = page(sort="title", size=2, after=keys[0], accept=JSONAPI)
    expect("the titles", titles(response.document),
           titles(page(sort="title", size=50).document)[1:3])

checks.finish()
