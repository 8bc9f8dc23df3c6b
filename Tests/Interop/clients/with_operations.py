# SPDX-License-Identifier: MIT
"""Sends atomic operations to the service at an address, without a library.

    with_operations.py URL
"""

import sys

from checks import Checks, expect
from plain import JSONAPI, Client

URI = "https://jsonapi.org/ext/atomic"
ATOMIC = f'{JSONAPI};ext="{URI}"'

checks = Checks("operations")
client = Client(sys.argv[1])


def send(*operations, content_type=ATOMIC, accept=ATOMIC, method="POST", path="/operations", **more):
    document = {"atomic:operations": list(operations)}
    return client.send(method, path, document, Content_Type=content_type, Accept=accept, **more)


def add(type, attributes=None, lid=None, relationships=None, id=None):
    data = {"type": type, "id": id, "lid": lid, "attributes": attributes,
            "relationships": relationships}
    data = {name: value for name, value in data.items() if value is not None}
    return {"op": "add", "data": data}


def update(type, id, **attributes):
    return {"op": "update", "data": {"type": type, "id": id, "attributes": attributes}}


def ref(type, id=None, lid=None, relationship=None):
    members = {"type": type, "id": id, "lid": lid, "relationship": relationship}
    return {name: value for name, value in members.items() if value is not None}


def contents():
    """Everything that the service has."""
    return [client.get(f"/{type}", **{"page[size]": 50, "sort": "id"}).document["data"]
            for type in ("albums", "artists", "tracks")]


def results(response):
    expect("the status", response.status, 200)
    expect("the media type", response.type.replace("; ext", ";ext"), ATOMIC)
    return response.document["atomic:results"]


def refused(status, pointers, *operations):
    """Sends operations that the service refuses; nothing may have changed."""
    before = contents()
    response = send(*operations)
    expect("the status", response.status, status)
    expect("the pointers", response.pointers(), pointers)
    expect("the media type", response.type.replace("; ext", ";ext"), ATOMIC)
    expect("the contents", contents(), before)
    return response


new_album = add(
    "albums", {"title": "Undertow", "year": 2020}, "album",
    {"artist": {"data": ref("artists", lid="artist")},
     "tracks": {"data": [ref("tracks", lid="one"), ref("tracks", id="13")]}})

with checks.check("creates resources that refer to one another by local ids"):
    found = results(send(
        add("artists", {"name": "Mara Lind"}, "artist"),
        add("tracks", {"title": "Ebb", "seconds": 60}, "one"),
        new_album,
        {"op": "add", "ref": ref("albums", lid="album", relationship="tracks"),
         "data": [ref("tracks", id="12")]},
        {"op": "update",
         "data": {"type": "tracks", "lid": "one", "attributes": {"title": "Ebb (live)"}}}))
    expect("the types", [result["data"]["type"] if "data" in result else None for result in found],
           ["artists", "tracks", "albums", None, "tracks"])
    artist, track, album = (result["data"]["id"] for result in found[:3])
    expect("the id of the updated one", found[4]["data"]["id"], track)
    there = client.get(f"/albums/{album}", include="artist,tracks").document
    linkage = there["data"]["relationships"]
    expect("the artist", linkage["artist"]["data"], {"type": "artists", "id": artist})
    expect("the tracks", [each["id"] for each in linkage["tracks"]["data"]], [track, "13", "12"])
    names = {(each["type"], each["id"]): each["attributes"] for each in there["included"]}
    expect("the title", names["tracks", track]["title"], "Ebb (live)")

with checks.check("updates, replaces, removes and deletes, in this order"):
    found = results(send(
        update("albums", "1", year=1995),
        {"op": "update", "ref": ref("albums", "2", relationship="artist"), "data": None},
        {"op": "update", "ref": ref("albums", "2", relationship="tracks"),
         "data": [ref("tracks", "11"), ref("tracks", "12")]},
        {"op": "remove", "ref": ref("albums", "2", relationship="tracks"),
         "data": [ref("tracks", "11")]},
        {"op": "remove", "ref": ref("albums", album)}))
    expect("the number of results", len(found), 5)
    expect("the year", found[0]["data"]["attributes"]["year"], 1995)
    expect("the result of the deletion", found[4], {})
    there = client.get("/albums/2").document["data"]["relationships"]
    expect("the artist", there["artist"]["data"], None)
    expect("the tracks", there["tracks"]["data"], [ref("tracks", "12")])
    expect("the status", client.get(f"/albums/{album}").status, 404)

with checks.check("takes addresses as targets"):
    found = results(send(
        {"op": "add", "href": "/tracks", "data": add("tracks", {"title": "Flow"})["data"]},
        {"op": "add", "href": "/albums/2/relationships/tracks", "data": [ref("tracks", "13")]},
        {"op": "remove", "href": f"/tracks/{track}"}))
    expect("the type", found[0]["data"]["type"], "tracks")
    linkage = client.get("/albums/2/relationships/tracks").document["data"]
    expect("the tracks", [each["id"] for each in linkage], ["12", "13"])
    expect("the status", client.get(f"/tracks/{track}").status, 404)

with checks.check("responds with 204 if no operation has data to return"):
    extra = results(send(add("tracks", {"title": "Brief"})))[0]["data"]["id"]
    response = send({"op": "remove", "ref": ref("tracks", extra)})
    expect("the status", response.status, 204)
    expect("the document", response.document, None)

with checks.check("carries out nothing if the last operation fails"):
    refused(
        422, ["/atomic:operations/3/data/attributes/year"],
        add("artists", {"name": "Never"}, "artist"), update("albums", "1", title="Never"),
        {"op": "remove", "ref": ref("tracks", "13")},
        add("albums", {"title": "Never", "year": 1492}))

with checks.check("names the target that does not exist"):
    refused(404, ["/atomic:operations/1/ref"],
            update("albums", "1", title="Never"), {"op": "remove", "ref": ref("albums", "999")})
    refused(404, ["/atomic:operations/0/data"], update("albums", "999", title="Never"))
    refused(404, ["/atomic:operations/1/data/relationships/artist/data"],
            update("albums", "1", title="Never"),
            add("albums", {"title": "Never"},
                relationships={"artist": {"data": ref("artists", "999")}}))

with checks.check("names a local id that no earlier operation creates, or that two create"):
    by_lid = {"artist": {"data": ref("artists", lid="later")}}
    refused(400, ["/atomic:operations/0/data/relationships/artist/data/lid"],
            add("albums", {"title": "Never"}, relationships=by_lid),
            add("artists", {"name": "Never"}, "later"))
    refused(400, ["/atomic:operations/1/data/lid"],
            add("artists", {"name": "Never"}, "same"), add("artists", {"name": "Never"}, "same"))
    refused(400, ["/atomic:operations/1/ref/lid"],
            add("artists", {"name": "Never"}, "one"),
            {"op": "remove", "ref": ref("tracks", lid="one")})

with checks.check("names the member of a malformed operation"):
    refused(400, ["/atomic:operations/0/op"], {"op": "move", "ref": ref("tracks", "13")})
    refused(400, ["/atomic:operations/0/href"],
            {"op": "remove", "ref": ref("tracks", "13"), "href": "/tracks/13"})
    refused(400, ["/atomic:operations/0/ref/relation"],
            {"op": "remove", "ref": ref("albums", "1") | {"relation": "tracks"}})
    refused(400, ["/atomic:operations/0"], "remove")
    refused(400, ["/atomic:operations"])

with checks.check("negotiates the extension"):
    brief = add("tracks", {"title": "Never"})
    before = contents()
    other = f'{JSONAPI};ext="https://example.com/ext/other"'
    for content_type in (JSONAPI, "application/json", other):
        expect(f"the status for {content_type}", send(brief, content_type=content_type).status, 415)
    for accept in (JSONAPI, other):
        response = send(brief, accept=accept)
        expect(f"the status for {accept}", response.status, 406)
        expect("the field", response.document["errors"][0]["source"], {"header": "Accept"})
    expect("the contents", contents(), before)
    for accept in (f"{JSONAPI}, {ATOMIC}", "*/*", None):
        found = results(send(update("albums", "1", title="Night Trains"), accept=accept))
        expect("the title", found[0]["data"]["attributes"]["title"], "Night Trains")

with checks.check("refuses other methods, and documents without operations"):
    response = client.send("GET", "/operations", Accept=ATOMIC)
    expect("the status", (response.status, response.allow), (405, "POST"))
    for document in ("{", "[]", "{}", {"data": None}, {"atomic:operations": {}}):
        response = client.send(
            "POST", "/operations", document, Content_Type=ATOMIC, Accept=ATOMIC)
        expect(f"the status for {document}", response.status, 400)

with checks.check("returns results without data on request"):
    response = send(update("albums", "1", title="Night Trains"), Prefer="return=minimal")
    expect("the status", response.status, 204)

checks.finish()
