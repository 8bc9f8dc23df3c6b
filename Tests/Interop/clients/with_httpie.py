# SPDX-License-Identifier: MIT
"""The service and HTTPie, by its command line: with_httpie.py URL"""

import json
import os
import subprocess
import sys

from checks import Checks, expect

url = sys.argv[1]
checks = Checks("httpie")
program = os.path.join(os.path.dirname(sys.executable), "http")
media_type = "application/vnd.api+json"


def http(wanted, method, target, *items):
    """Sends a request; gives the head and the document of an answer that has the wanted status."""
    command = [program, "--ignore-stdin", "--print=hb", "--pretty=none", method, url + target,
               f"Accept:{media_type}"]
    if items:
        command += [f"Content-Type:{media_type}", *items]
    output = subprocess.run(command, check=True, capture_output=True, timeout=600).stdout.decode()
    head, _, body = output.replace("\r\n", "\n").partition("\n\n")
    expect("the status", head.split()[1], str(wanted))
    return head, json.loads(body) if body.strip() else None


with checks.check("reads a list with what is included, sparse and sorted"):
    head, document = http(200, "GET", "/albums", "include==artist", "sort==-year",
                          "fields[albums]==title,artist", "page[size]==2")
    expect("the media type", f"Content-Type: {media_type}" in head, True)
    expect("the attributes", [album["attributes"] for album in document["data"]],
           [{"title": "Tide Tables"}, {"title": "Harbour Lights"}])
    expect("what is included", [artist["id"] for artist in document["included"]], ["7", "8"])

with checks.check("follows the link to the next page"):
    _, next_page = http(200, "GET", document["links"]["next"].removeprefix(url))
    expect("the ids", [album["id"] for album in next_page["data"]], ["1"])

with checks.check("reads one"):
    _, document = http(200, "GET", "/albums/2")
    expect("the title", document["data"]["attributes"]["title"], "Harbour Lights")

place = None
with checks.check("creates"):
    head, document = http(
        201, "POST", "/albums", "data[type]=albums", "data[attributes][title]=Curls",
        "data[attributes][year]:=2020", "data[relationships][artist][data][type]=artists",
        "data[relationships][artist][data][id]=8")
    id = document["data"]["id"]
    place = f"/albums/{id}"
    expect("the place", f"Location: {url}{place}" in head, True)

with checks.check("updates an attribute"):
    _, document = http(200, "PATCH", place, "data[type]=albums", f"data[id]={id}",
                       "data[attributes][title]=Locks")
    expect("the attributes", document["data"]["attributes"], {"title": "Locks", "year": 2020})

with checks.check("replaces a to-one relationship"):
    http(200, "PATCH", f"{place}/relationships/artist", "data[type]=artists", "data[id]=7")
    _, document = http(200, "GET", f"{place}/artist")
    expect("the artist", document["data"]["attributes"]["name"], "The Cartographers")

with checks.check("adds to a to-many relationship, and removes"):
    tracks = f"{place}/relationships/tracks"
    http(200, "POST", tracks, "data[0][type]=tracks", "data[0][id]=11", "data[1][type]=tracks",
         "data[1][id]=12")
    _, document = http(200, "DELETE", tracks, "data[0][type]=tracks", "data[0][id]=11")
    expect("the tracks", [track["id"] for track in document["data"]], ["12"])

with checks.check("meets a validation error and its pointer"):
    _, document = http(422, "PATCH", place, "data[type]=albums", f"data[id]={id}",
                       "data[attributes][year]:=1492")
    expect("the pointer", document["errors"][0]["source"]["pointer"], "/data/attributes/year")

with checks.check("deletes"):
    _, document = http(204, "DELETE", place)
    expect("the document", document, None)

with checks.check("meets 404"):
    _, document = http(404, "GET", place)
    expect("the status in the document", document["errors"][0]["status"], "404")

checks.finish()
