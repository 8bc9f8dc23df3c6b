# SPDX-License-Identifier: MIT
"""The data set with japyd, in memory. The views are those that the README of the library makes."""

from datetime import date
from itertools import count
from typing import ClassVar

from flask import Flask, url_for
from flask_pydantic import validate
from japyd import JsonApiApp, JsonApiBaseModel, JsonApiQueryModel, SingleBodyModel
from werkzeug.exceptions import BadRequest, Conflict, Forbidden, NotFound

import world


class Person(JsonApiBaseModel):
    jsonapi_type: ClassVar[str] = "people"
    id: str
    name: str
    email: str = ""


class Tag(JsonApiBaseModel):
    jsonapi_type: ClassVar[str] = "tags"
    id: str
    name: str


class Comment(JsonApiBaseModel):
    jsonapi_type: ClassVar[str] = "comments"
    id: str
    body: str
    author: Person | None = None


class Article(JsonApiBaseModel):
    jsonapi_type: ClassVar[str] = "articles"
    id: str
    title: str
    body: str = ""
    created: date | None = None
    views: int = 0
    author: Person | None = None
    comments: list[Comment] = []
    tags: list[Tag] = []


MODELS = {"people": Person, "tags": Tag, "comments": Comment, "articles": Article}
rows = {name: {} for name in MODELS}
ids = count(100)


def fill():
    data = world.read()
    for row in data["people"]:
        rows["people"][str(row["id"])] = Person(**row | {"id": str(row["id"])})
    for row in data["tags"]:
        rows["tags"][str(row["id"])] = Tag(**row | {"id": str(row["id"])})
    for row in data["comments"]:
        author = rows["people"].get(str(row["author"]))
        comment = Comment(id=str(row["id"]), body=row["body"], author=author)
        rows["comments"][comment.id] = comment
    for row in data["articles"]:
        others = {
            "id": str(row["id"]),
            "author": rows["people"].get(str(row["author"])),
            "tags": [rows["tags"][str(tag)] for tag in row["tags"]],
            "comments": [
                rows["comments"][str(comment["id"])]
                for comment in data["comments"]
                if comment["article"] == row["id"]
            ],
        }
        rows["articles"][others["id"]] = Article(**row | others)


def find(name, key):
    if key not in rows.get(name, {}):
        raise NotFound(f"{name} {key}")
    return rows[name][key]


def targets(model, resource):
    """The relationships of the resource of a request, with the models that it names."""
    found = {}
    for name, relationship in (resource.relationships or {}).items():
        if name not in model.model_fields:
            continue
        linkage = relationship.data
        if isinstance(linkage, list):
            found[name] = [find(target.type, target.id) for target in linkage]
        else:
            found[name] = linkage and find(linkage.type, linkage.id)
    return found


def change(model, values):
    for name, value in values.items():
        setattr(model, name, value)


app = Flask("world")
JsonApiApp(app)


def add_views(name, model):
    @app.get(f"/{name}", endpoint=f"list_{name}")
    @validate(exclude_none=True)
    def list_models(query: JsonApiQueryModel):
        return query.paginate(query.select(rows[name].values()))

    @app.get(f"/{name}/<key>", endpoint=f"get_{name}")
    @validate(exclude_none=True)
    def get_model(key: str, query: JsonApiQueryModel):
        return query.one(rows[name].get(key))

    @app.post(f"/{name}", endpoint=f"create_{name}")
    @validate(exclude_none=True)
    def create_model(body: SingleBodyModel, query: JsonApiQueryModel):
        created = model.from_resource(body.data)
        if body.data.id:
            raise Forbidden("The server chooses the ids.")
        change(created, targets(model, body.data))
        created.id = str(next(ids))
        rows[name][created.id] = created
        return query.created(created, location=url_for(f"get_{name}", key=created.id))

    @app.patch(f"/{name}/<key>", endpoint=f"update_{name}")
    @validate(exclude_none=True)
    def update_model(key: str, body: SingleBodyModel, query: JsonApiQueryModel):
        known = find(name, key)
        if body.data is None:
            raise BadRequest("The document has no resource.")
        if body.data.id != key:
            raise Conflict("The resource has another id.")
        merged = known.model_dump() | body.attributes
        changed = model.from_resource(body.data.model_copy(update={"attributes": merged}))
        related = targets(model, body.data)
        names = body.attributes.keys() & model.model_fields.keys()
        change(known, {field: getattr(changed, field) for field in names} | related)
        return query.no_content()

    @app.delete(f"/{name}/<key>", endpoint=f"delete_{name}")
    @validate(exclude_none=True)
    def delete_model(key: str, query: JsonApiQueryModel):
        del rows[name][find(name, key).id]
        return query.no_content()

    if "author" in model.model_fields:

        @app.get(f"/{name}/<key>/author", endpoint=f"author_of_{name}")
        @validate(exclude_none=True)
        def get_author(key: str, query: JsonApiQueryModel):
            return query.one_or_none(find(name, key).author)


for name, model in MODELS.items():
    add_views(name, model)


fill()
world.serve_wsgi(app)
