# SPDX-License-Identifier: MIT
"""The service and jsonapi-requests: with_jsonapi_requests.py URL"""

import json
import sys

from jsonapi_requests import orm
from jsonapi_requests.request_factory import ApiClientError

from checks import Checks, expect

# All its addresses end in a slash, which is how it comes.
api = orm.OrmApi.config({"API_ROOT": sys.argv[1], "TIMEOUT": 20})
checks = Checks("jsonapi-requests")


class Artist(orm.ApiModel):
    class Meta:
        type = "artists"
        api = api

    name = orm.AttributeField("name")


class Track(orm.ApiModel):
    class Meta:
        type = "tracks"
        api = api

    title = orm.AttributeField("title")


class Album(orm.ApiModel):
    class Meta:
        type = "albums"
        api = api

    title = orm.AttributeField("title")
    year = orm.AttributeField("year")
    artist = orm.RelationField("artist")
    tracks = orm.RelationField("tracks")


def errors(call):
    """Status and errors of the refusal that a call ends with."""
    try:
        call()
    except ApiClientError as error:
        return error.status_code, json.loads(error.content)["errors"]
    raise AssertionError("no error")


with checks.check("reads a list with what is included"):
    albums = Album.get_list(params={"include": "artist,tracks", "sort": "-year"})
    expect("the titles", [album.title for album in albums],
           ["Tide Tables", "Harbour Lights", "Night Trains"])
    expect("the artist", albums[2].artist.name, "The Cartographers")
    expect("the tracks", [track.title for track in albums[2].tracks], ["Departure", "Arrival"])

with checks.check("reads sparse fields, a filter and a page"):
    query = {"fields[albums]": "title", "filter[artist]": "7", "sort": "title",
             "page[number]": 2, "page[size]": 1}
    answer = api.endpoint("albums").get(params=query)
    expect("the attributes", [dict(album.attributes) for album in answer.data],
           [{"title": "Tide Tables"}])
    expect("the next page", answer.content.links["next"], None)

with checks.check("reads one, and follows it"):
    album = Album.from_id("2")
    album.refresh()
    expect("the title", album.title, "Harbour Lights")
    album.artist.refresh()
    expect("the artist", album.artist.name, "Ada Holt")

created = Album()
with checks.check("creates, and takes over the id"):
    created.title = "Curls"
    created.year = 2020
    created.artist = Artist.from_id("8")
    created.tracks = [Track.from_id("11")]
    created.save()
    expect("whether there is an id", bool(created.id), True)

with checks.check("updates attributes"):
    created.title = "Locks"
    created.save()
    album = Album.from_id(created.id)
    album.refresh()
    expect("title and year", (album.title, album.year), ("Locks", 2020))

with checks.check("updates relationships"):
    created.artist = Artist.from_id("7")
    created.tracks = [Track.from_id("12"), Track.from_id("13")]
    created.save()
    album = Album.from_id(created.id)
    album.refresh()
    expect("the artist", album.artist.id, "7")
    expect("the tracks", [track.id for track in album.tracks], ["12", "13"])

with checks.check("adds and removes at a relationship endpoint"):
    endpoint = api.endpoint(f"albums/{created.id}/relationships/tracks")
    endpoint.post(json={"data": [{"type": "tracks", "id": "11"}]})
    endpoint.delete(json={"data": [{"type": "tracks", "id": "12"}]})
    expect("the tracks", [track.id for track in endpoint.get().data], ["13", "11"])

with checks.check("meets a validation error and its pointer"):
    created.year = 1492
    status, found = errors(created.save)
    expect("the status", status, 422)
    expect("the pointer", found[0]["source"]["pointer"], "/data/attributes/year")

with checks.check("deletes"):
    created.delete()

with checks.check("meets 404"):
    status, found = errors(Album.from_id(created.id).refresh)
    expect("the status", status, 404)
    expect("the status in the document", found[0]["status"], "404")

checks.finish()
