# SPDX-License-Identifier: MIT
"""The service and jsonapi-client: with_jsonapi_client.py URL"""

import asyncio
import sys

from jsonapi_client import Filter, Inclusion, Modifier, ResourceTuple, Session
from jsonapi_client.exceptions import DocumentError

from checks import Checks, expect

url = sys.argv[1]
checks = Checks("jsonapi-client")
schema = {
    "albums": {
        "properties": {
            "title": {"type": "string"},
            "year": {"type": ["integer", "null"]},
            "artist": {"relation": "to-one", "resource": ["artists"]},
            "tracks": {"relation": "to-many", "resource": ["tracks"]},
        }
    },
    "artists": {"properties": {"name": {"type": "string"}}},
    "tracks": {"properties": {"title": {"type": "string"}, "seconds": {"type": "integer"}}},
}
session = Session(url, schema=schema)

with checks.check("reads a list with what is included"):
    document = session.get("albums", Inclusion("artist", "tracks") + Modifier("sort=-year"))
    expect("the titles", [album.title for album in document.resources],
           ["Tide Tables", "Harbour Lights", "Night Trains"])
    night = document.resources[2]
    expect("the artist", night.artist.name, "The Cartographers")
    expect("the tracks", [track.title for track in night.tracks], ["Departure", "Arrival"])

with checks.check("filters"):
    found = session.get("albums", Filter(title="Harbour Lights")).resources
    expect("the ids", [album.id for album in found], ["2"])

with checks.check("walks pages by their links"):
    pages = session.iterate("albums", Modifier("page[size]=1&sort=title"))
    expect("the titles", [album.title for album in pages],
           ["Harbour Lights", "Night Trains", "Tide Tables"])

with checks.check("reads one, and follows it to a resource that was not included"):
    fresh = Session(url, schema=schema)
    expect("the artist", fresh.get("albums", "2").resource.artist.name, "Ada Holt")

created = None
with checks.check("creates, and takes over the id"):
    created = session.create("albums", title="Curls", year=2020, artist="8", tracks=["11"])
    created.commit()
    expect("whether there is an id", bool(created.id), True)
    expect("the artist", created.artist.name, "Ada Holt")

with checks.check("updates attributes"):
    created.title = "Locks"
    created.commit()
    album = Session(url, schema=schema).get("albums", created.id).resource
    expect("title and year", (album.title, album.year), ("Locks", 2020))

with checks.check("updates relationships"):
    created.artist = ResourceTuple("7", "artists")
    created.tracks = ["12", "13"]
    created.commit()
    album = Session(url, schema=schema).get("albums", created.id).resource
    expect("the artist", album.artist.id, "7")
    expect("the tracks", [track.id for track in album.tracks], ["12", "13"])

with checks.check("meets a validation error"):
    created.year = 1492
    try:
        created.commit()
        raise AssertionError("no error")
    except DocumentError as error:
        expect("the status", error.response.status_code, 422)
        expect("the words", "Impossible year" in str(error), True)


async def delete(id):
    async with Session(url, schema=schema, enable_async=True) as session:
        album = (await session.get("albums", id)).resource
        album.delete()
        await album.commit()


# By its asynchronous session: the other one looks for JSON in the answer 204, which has no body.
with checks.check("deletes"):
    asyncio.run(delete(created.id))

with checks.check("meets 404"):
    try:
        Session(url, schema=schema).get("albums", created.id)
        raise AssertionError("no error")
    except DocumentError as error:
        expect("the status", error.errors["status_code"], 404)

checks.finish()
