# SPDX-License-Identifier: MIT
"""The data set with starlette-jsonapi, in memory.

The resources are made as the tutorial and the example "sample-plain" of the library make them.
"""

from dataclasses import dataclass, field
from datetime import date
from math import ceil
from typing import Optional

from marshmallow_jsonapi import fields
from starlette.applications import Starlette
from starlette_jsonapi.exceptions import ResourceNotFound
from starlette_jsonapi.fields import JSONAPIRelationship
from starlette_jsonapi.pagination import BasePageNumberPagination
from starlette_jsonapi.resource import BaseRelationshipResource, BaseResource
from starlette_jsonapi.responses import JSONAPIResponse
from starlette_jsonapi.schema import JSONAPISchema
from starlette_jsonapi.utils import register_jsonapi_exception_handlers

import world

# --- Models ------------------------------------------------------------------------


@dataclass
class Person:
    id: int = 0
    name: str = ""
    email: str = ""
    articles: list = field(default_factory=list)


@dataclass
class Tag:
    id: int = 0
    name: str = ""


@dataclass
class Comment:
    id: int = 0
    body: str = ""
    author: Optional[Person] = None
    article: Optional["Article"] = None


@dataclass
class Article:
    id: int = 0
    title: str = ""
    body: str = ""
    created: Optional[date] = None
    views: int = 0
    author: Optional[Person] = None
    comments: list = field(default_factory=list)
    tags: list = field(default_factory=list)


rows = {"people": {}, "tags": {}, "comments": {}, "articles": {}}


def fill():
    data = world.read()
    people, tags, comments, articles = rows.values()
    for row in data["people"]:
        people[row["id"]] = Person(**row)
    for row in data["tags"]:
        tags[row["id"]] = Tag(**row)
    for row in data["articles"]:
        author = people.get(row["author"])
        others = {
            "created": date.fromisoformat(row["created"]),
            "author": author,
            "tags": [tags[tag] for tag in row["tags"]],
        }
        articles[row["id"]] = Article(**row | others)
        if author:
            author.articles.append(articles[row["id"]])
    for row in data["comments"]:
        article = articles[row["article"]]
        others = {"author": people.get(row["author"]), "article": article}
        comments[row["id"]] = Comment(**row | others)
        article.comments.append(comments[row["id"]])


# --- Schemas -----------------------------------------------------------------------


def related(owner, name, target, schema, resource, many=False):
    return JSONAPIRelationship(
        type_=target,
        schema=schema,
        many=many,
        related_resource=resource,
        related_route=f"{owner}:{name}",
        related_route_kwargs={"id": "<id>"},
        self_route=f"{owner}:relationships-{name}",
        self_route_kwargs={"parent_id": "<id>"},
    )


class PersonSchema(JSONAPISchema):
    class Meta:
        type_ = "people"
        self_route = "people:get"
        self_route_kwargs = {"id": "<id>"}
        self_route_many = "people:get_many"

    id = fields.Str(dump_only=True)
    name = fields.Str(required=True)
    email = fields.Str()
    articles = related("people", "articles", "articles", "ArticleSchema", "Articles", many=True)


class TagSchema(JSONAPISchema):
    class Meta:
        type_ = "tags"
        self_route = "tags:get"
        self_route_kwargs = {"id": "<id>"}
        self_route_many = "tags:get_many"

    id = fields.Str(dump_only=True)
    name = fields.Str(required=True)


class CommentSchema(JSONAPISchema):
    class Meta:
        type_ = "comments"
        self_route = "comments:get"
        self_route_kwargs = {"id": "<id>"}
        self_route_many = "comments:get_many"

    id = fields.Str(dump_only=True)
    body = fields.Str(required=True)
    author = related("comments", "author", "people", "PersonSchema", "People")
    article = related("comments", "article", "articles", "ArticleSchema", "Articles")


class ArticleSchema(JSONAPISchema):
    class Meta:
        type_ = "articles"
        self_route = "articles:get"
        self_route_kwargs = {"id": "<id>"}
        self_route_many = "articles:get_many"

    id = fields.Str(dump_only=True)
    title = fields.Str(required=True)
    body = fields.Str()
    created = fields.Date()
    views = fields.Int()
    author = related("articles", "author", "people", "PersonSchema", "People")
    comments = related("articles", "comments", "comments", "CommentSchema", "Comments", many=True)
    tags = related("articles", "tags", "tags", "TagSchema", "Tags", many=True)


# --- Resources ---------------------------------------------------------------------


class Pagination(BasePageNumberPagination):
    def slice_data(self, params=None):
        return self.data[
            (self.page_number - 1) * self.page_size : self.page_number * self.page_size
        ]

    def generate_pagination_links(self, params=None):
        def link(number):
            return self.create_pagination_link(page_number=number, page_size=self.page_size)

        last = max(ceil(len(self.data) / self.page_size), 1)
        return {
            "first": link(1),
            "last": link(last),
            "next": link(self.page_number + 1) if self.page_number < last else None,
            "prev": link(self.page_number - 1) if self.page_number > 1 else None,
        }


def find(name, key):
    if int(key) not in rows[name]:
        raise ResourceNotFound
    return rows[name][int(key)]


def assign(model, schema, values):
    """Sets attributes, and the objects of relationships in place of their ids."""
    for name, value in values.items():
        declared = schema.get_fields()[name]
        if isinstance(declared, JSONAPIRelationship):
            target = declared.type_
            many = declared.many
            value = [find(target, key) for key in value] if many else value and find(target, value)
        setattr(model, name, value)


class Resource(BaseResource):
    register_resource = False
    id_mask = "int"
    pagination_class = Pagination
    model: type

    async def include_relations(self, obj, relations):
        """Everything is in memory, so nothing needs to be read."""

    async def get(self, id, *args, **kwargs):
        return await self.to_response(await self.serialize(data=find(self.type_, id)))

    async def get_many(self, *args, **kwargs):
        found = list(rows[self.type_].values())
        return await self.to_response(await self.serialize(data=found, many=True, paginate=True))

    async def post(self, *args, **kwargs):
        created = self.model()
        assign(created, self.schema, await self.deserialize_body())
        created.id = max(rows[self.type_], default=0) + 1
        rows[self.type_][created.id] = created
        return await self.to_response(await self.serialize(data=created), status_code=201)

    async def patch(self, id, *args, **kwargs):
        changed = find(self.type_, id)
        assign(changed, self.schema, await self.deserialize_body(partial=True))
        return await self.to_response(await self.serialize(data=changed))

    async def delete(self, id, *args, **kwargs):
        del rows[self.type_][find(self.type_, id).id]
        return JSONAPIResponse(content=None, status_code=204)

    async def get_related(self, id, relationship, related_id=None, *args, **kwargs):
        value = getattr(find(self.type_, id), relationship)
        if related_id is not None:
            value = next((other for other in value if other.id == related_id), None)
            if value is None:
                raise ResourceNotFound
        many = isinstance(value, list)
        return await self.to_response(await self.serialize_related(value, many=many))


class People(Resource):
    type_ = "people"
    schema = PersonSchema
    model = Person


class Tags(Resource):
    type_ = "tags"
    schema = TagSchema
    model = Tag


class Comments(Resource):
    type_ = "comments"
    schema = CommentSchema
    model = Comment


class Articles(Resource):
    type_ = "articles"
    schema = ArticleSchema
    model = Article


class RelationshipResource(BaseRelationshipResource):
    def owner(self, key):
        return find(self.parent_resource.type_, key)

    async def targets(self):
        """The objects that the request names."""
        target = self.parent_resource.schema.get_fields()[self.relationship_name].type_
        ids = await self.deserialize_ids()
        if isinstance(ids, list):
            return [find(target, key) for key in ids]
        return ids and find(target, ids)

    async def answer(self, owner):
        return await self.to_response(await self.serialize(data=owner))

    async def get(self, parent_id, *args, **kwargs):
        return await self.answer(self.owner(parent_id))

    async def patch(self, parent_id, *args, **kwargs):
        owner = self.owner(parent_id)
        setattr(owner, self.relationship_name, await self.targets())
        return await self.answer(owner)


class ToManyResource(RelationshipResource):
    async def post(self, parent_id, *args, **kwargs):
        owner = self.owner(parent_id)
        members = getattr(owner, self.relationship_name)
        for target in await self.targets():
            if target not in members:
                members.append(target)
        return await self.answer(owner)

    async def delete(self, parent_id, *args, **kwargs):
        owner = self.owner(parent_id)
        removed = await self.targets()
        members = getattr(owner, self.relationship_name)
        setattr(owner, self.relationship_name, [one for one in members if one not in removed])
        return await self.answer(owner)


app = Starlette()
register_jsonapi_exception_handlers(app)
for resource in (People, Tags, Comments, Articles):
    resource.register_routes(app)
    for name, declared in resource.schema.get_fields().items():
        if isinstance(declared, JSONAPIRelationship):
            base = ToManyResource if declared.many else RelationshipResource
            members = {"parent_resource": resource, "relationship_name": name}
            type(f"{resource.__name__}_{name}", (base,), members).register_routes()
fill()
world.serve_asgi(app)
