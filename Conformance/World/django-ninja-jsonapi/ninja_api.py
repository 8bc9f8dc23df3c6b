# SPDX-License-Identifier: MIT
"""The schemas and views, as the page "Transparent JSON:API" of the documentation makes them."""

from datetime import date
from typing import ClassVar

from django.urls import path
from django_ninja_jsonapi import (
    JsonApiMeta,
    NinjaJsonAPI,
    apply_attributes,
    get_rel_id,
    get_rel_ids,
    jsonapi_filter,
    jsonapi_include,
    jsonapi_paginate,
    jsonapi_sort,
    parse_include,
)
from pydantic import BaseModel, ConfigDict, field_validator

from blog.models import Article, Comment, Person, Tag

# --- Schemas -----------------------------------------------------------------------


class Schema(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class PersonSchema(Schema):
    id: int
    name: str
    email: str
    jsonapi_meta: ClassVar[JsonApiMeta] = JsonApiMeta(resource_type="people")


class TagSchema(Schema):
    id: int
    name: str
    jsonapi_meta: ClassVar[JsonApiMeta] = JsonApiMeta(resource_type="tags")


class CommentSchema(Schema):
    id: int
    body: str
    author: PersonSchema | None = None
    jsonapi_meta: ClassVar[JsonApiMeta] = JsonApiMeta(resource_type="comments")


class ArticleSchema(Schema):
    id: int
    title: str
    body: str
    created: date | None
    views: int
    author: PersonSchema | None = None
    comments: list[CommentSchema] = []
    tags: list[TagSchema] = []
    jsonapi_meta: ClassVar[JsonApiMeta] = JsonApiMeta(resource_type="articles")

    # pydantic does not read the managers that Django has for to-many relationships.
    @field_validator("comments", "tags", mode="before")
    @classmethod
    def read_all(cls, value):
        return list(value.all()) if hasattr(value, "all") else value


class NameIn(Schema):
    name: str
    email: str = ""


class TagIn(Schema):
    name: str


class CommentIn(Schema):
    body: str


class ArticleIn(Schema):
    title: str
    body: str = ""
    created: date | None = None
    views: int = 0


class NamePatch(Schema):
    name: str | None = None
    email: str | None = None


class TagPatch(Schema):
    name: str | None = None


class CommentPatch(Schema):
    body: str | None = None


class ArticlePatch(Schema):
    title: str | None = None
    body: str | None = None
    created: date | None = None
    views: int | None = None


# --- Views -------------------------------------------------------------------------

api = NinjaJsonAPI()


def page(request, queryset, *fields):
    queryset = jsonapi_filter(request, queryset, allowed_fields=set(fields))
    return jsonapi_paginate(request, jsonapi_sort(request, queryset, allowed_fields=set(fields)))


INCLUDED = {
    "author": (PersonSchema, "people", None),
    "comments": (CommentSchema, "comments", {"author": {"resource_type": "people"}}),
    "tags": (TagSchema, "tags", None),
}


def include(request, owners, *names):
    """Includes the related resources that the request names."""
    for name in parse_include(request) & set(names):
        schema, resource_type, relationships = INCLUDED[name]
        for owner in owners:
            value = getattr(owner, name)
            for related in value.all() if hasattr(value, "all") else [value] if value else []:
                jsonapi_include(
                    request,
                    schema.model_validate(related),
                    resource_type=resource_type,
                    relationships=relationships,
                )


@api.get("/people/", response=list[PersonSchema])
def list_people(request):
    return page(request, Person.objects.all(), "name", "email")


@api.get("/people/{id}/", response=PersonSchema)
def get_person(request, id: int):
    return Person.objects.get(pk=id)


@api.post("/people/", response={201: PersonSchema})
def create_person(request, body: NameIn):
    return 201, Person.objects.create(**body.model_dump())


@api.patch("/people/{id}/", response=PersonSchema)
def update_person(request, id: int, body: NamePatch):
    person = Person.objects.get(pk=id)
    apply_attributes(person, body)
    return person


@api.delete("/people/{id}/", response={204: None})
def delete_person(request, id: int):
    Person.objects.get(pk=id).delete()
    return 204, None


@api.get("/tags/", response=list[TagSchema])
def list_tags(request):
    return page(request, Tag.objects.all(), "name")


@api.get("/tags/{id}/", response=TagSchema)
def get_tag(request, id: int):
    return Tag.objects.get(pk=id)


@api.post("/tags/", response={201: TagSchema})
def create_tag(request, body: TagIn):
    return 201, Tag.objects.create(**body.model_dump())


@api.patch("/tags/{id}/", response=TagSchema)
def update_tag(request, id: int, body: TagPatch):
    tag = Tag.objects.get(pk=id)
    apply_attributes(tag, body)
    return tag


@api.delete("/tags/{id}/", response={204: None})
def delete_tag(request, id: int):
    Tag.objects.get(pk=id).delete()
    return 204, None


@api.get("/comments/", response=list[CommentSchema])
def list_comments(request):
    comments = page(request, Comment.objects.select_related("author"), "body", "author")
    include(request, comments, "author")
    return comments


@api.get("/comments/{id}/", response=CommentSchema)
def get_comment(request, id: int):
    comment = Comment.objects.get(pk=id)
    include(request, [comment], "author")
    return comment


@api.post("/comments/", response={201: CommentSchema})
def create_comment(request, body: CommentIn):
    author = get_rel_id(request, "author")
    return 201, Comment.objects.create(**body.model_dump(), author_id=author)


@api.patch("/comments/{id}/", response=CommentSchema)
def update_comment(request, id: int, body: CommentPatch):
    comment = Comment.objects.get(pk=id)
    apply_attributes(comment, body)
    if author := get_rel_id(request, "author"):
        comment.author_id = author
        comment.save()
    return comment


@api.delete("/comments/{id}/", response={204: None})
def delete_comment(request, id: int):
    Comment.objects.get(pk=id).delete()
    return 204, None


@api.get("/articles/", response=list[ArticleSchema])
def list_articles(request):
    articles = page(request, Article.objects.all(), "title", "views", "created", "author")
    include(request, articles, "author", "comments", "tags")
    return articles


@api.get("/articles/{id}/", response=ArticleSchema)
def get_article(request, id: int):
    article = Article.objects.get(pk=id)
    include(request, [article], "author", "comments", "tags")
    return article


@api.post("/articles/", response={201: ArticleSchema})
def create_article(request, body: ArticleIn):
    author = get_rel_id(request, "author")
    article = Article.objects.create(**body.model_dump(), author_id=author)
    article.tags.set(get_rel_ids(request, "tags"))
    article.comments.set(Comment.objects.filter(pk__in=get_rel_ids(request, "comments")))
    return 201, article


@api.patch("/articles/{id}/", response=ArticleSchema)
def update_article(request, id: int, body: ArticlePatch):
    article = Article.objects.get(pk=id)
    apply_attributes(article, body)
    if author := get_rel_id(request, "author"):
        article.author_id = author
        article.save()
    if tags := get_rel_ids(request, "tags"):
        article.tags.set(tags)
    if comments := get_rel_ids(request, "comments"):
        article.comments.set(Comment.objects.filter(pk__in=comments))
    return article


@api.delete("/articles/{id}/", response={204: None})
def delete_article(request, id: int):
    Article.objects.get(pk=id).delete()
    return 204, None


urlpatterns = [path("api/", api.urls)]
