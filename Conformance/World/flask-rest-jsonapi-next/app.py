# SPDX-License-Identifier: MIT
"""The data set with flask-rest-jsonapi-next, on Flask-SQLAlchemy.

The views are made as the page "Quickstart" of the documentation of the library makes them. As on that
page, the types are singular: a list of related resources is filtered by a wrong field if the type of
its owner is also a segment of the path.
"""

from datetime import date

from flask import Flask
from flask_rest_jsonapi_next import Api, ResourceDetail, ResourceList, ResourceRelationship
from flask_rest_jsonapi_next.exceptions import ObjectNotFound
from flask_sqlalchemy import SQLAlchemy
from marshmallow_jsonapi import fields
from marshmallow_jsonapi.flask import Relationship, Schema

import world

app = Flask("world")
app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{world.new_database()}"
db = SQLAlchemy(app)

# --- Tables ------------------------------------------------------------------------

article_tags = db.Table(
    "article_tags",
    db.Column("article_id", db.Integer, db.ForeignKey("article.id"), primary_key=True),
    db.Column("tag_id", db.Integer, db.ForeignKey("tag.id"), primary_key=True),
)


class Person(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String)
    email = db.Column(db.String)
    articles = db.relationship("Article", back_populates="author")


class Tag(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String)


class Article(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    title = db.Column(db.String)
    body = db.Column(db.String)
    created = db.Column(db.Date)
    views = db.Column(db.Integer)
    author_id = db.Column(db.Integer, db.ForeignKey("person.id"))
    author = db.relationship("Person", back_populates="articles")
    comments = db.relationship("Comment", back_populates="article")
    tags = db.relationship("Tag", secondary=article_tags)


class Comment(db.Model):
    id = db.Column(db.Integer, primary_key=True)
    body = db.Column(db.String)
    author_id = db.Column(db.Integer, db.ForeignKey("person.id"))
    article_id = db.Column(db.Integer, db.ForeignKey("article.id"))
    author = db.relationship("Person")
    article = db.relationship("Article", back_populates="comments")


# --- Schemas -----------------------------------------------------------------------


def related(owner, name, view, type_, schema, **options):
    """A relationship. The related view gets the id of the owner as "owner_id"."""
    return Relationship(
        self_view=f"{owner}_{name}",
        self_view_kwargs={"id": "<id>"},
        related_view=view,
        related_view_kwargs={f"{owner}_id": "<id>"},
        schema=schema,
        type_=type_,
        **options,
    )


class PersonSchema(Schema):
    class Meta:
        type_ = "person"
        self_view = "person_detail"
        self_view_kwargs = {"id": "<id>"}
        self_view_many = "person_list"
        model = Person

    id = fields.Integer(as_string=True, dump_only=True)
    name = fields.Str(required=True)
    email = fields.Email()
    articles = related("person", "articles", "article_list", "article", "ArticleSchema", many=True)


class TagSchema(Schema):
    class Meta:
        type_ = "tag"
        self_view = "tag_detail"
        self_view_kwargs = {"id": "<id>"}
        self_view_many = "tag_list"
        model = Tag

    id = fields.Integer(as_string=True, dump_only=True)
    name = fields.Str(required=True)


class CommentSchema(Schema):
    class Meta:
        type_ = "comment"
        self_view = "comment_detail"
        self_view_kwargs = {"id": "<id>"}
        self_view_many = "comment_list"
        model = Comment

    id = fields.Integer(as_string=True, dump_only=True)
    body = fields.Str(required=True)
    author = related("comment", "author", "person_detail", "person", "PersonSchema")
    article = related("comment", "article", "article_detail", "article", "ArticleSchema")


class ArticleSchema(Schema):
    class Meta:
        type_ = "article"
        self_view = "article_detail"
        self_view_kwargs = {"id": "<id>"}
        self_view_many = "article_list"
        model = Article

    id = fields.Integer(as_string=True, dump_only=True)
    title = fields.Str(required=True)
    body = fields.Str()
    created = fields.Date()
    views = fields.Integer()
    author = related("article", "author", "person_detail", "person", "PersonSchema")
    comments = related("article", "comments", "comment_list", "comment", "CommentSchema", many=True)
    tags = related("article", "tags", "tag_list", "tag", "TagSchema", many=True)


# --- Views -------------------------------------------------------------------------


def owner_of(session, model, view_kwargs, name):
    """The object whose id is a part of the address of a related view."""
    key = f"{name}_id"
    if view_kwargs.get(key) is None:
        return None
    owner = session.get(model, view_kwargs[key])
    if owner is None:
        raise ObjectNotFound(f"{model.__name__}: {view_kwargs[key]} not found", {"parameter": key})
    return owner


class PersonList(ResourceList):
    schema = PersonSchema
    data_layer = {"session": db.session, "model": Person}


class PersonDetail(ResourceDetail):
    def before_get_object(self, view_kwargs):
        for model, name in ((Article, "article"), (Comment, "comment")):
            owner = owner_of(self.session, model, view_kwargs, name)
            if owner is not None:
                view_kwargs["id"] = owner.author_id

    schema = PersonSchema
    data_layer = {
        "session": db.session,
        "model": Person,
        "methods": {"before_get_object": before_get_object},
    }


class ArticleList(ResourceList):
    def query(self, view_kwargs):
        found = self.session.query(Article)
        owner = owner_of(self.session, Person, view_kwargs, "person")
        return found if owner is None else found.filter(Article.author_id == owner.id)

    schema = ArticleSchema
    data_layer = {"session": db.session, "model": Article, "methods": {"query": query}}


class ArticleDetail(ResourceDetail):
    def before_get_object(self, view_kwargs):
        owner = owner_of(self.session, Comment, view_kwargs, "comment")
        if owner is not None:
            view_kwargs["id"] = owner.article_id

    schema = ArticleSchema
    data_layer = {
        "session": db.session,
        "model": Article,
        "methods": {"before_get_object": before_get_object},
    }


class CommentList(ResourceList):
    def query(self, view_kwargs):
        found = self.session.query(Comment)
        owner = owner_of(self.session, Article, view_kwargs, "article")
        return found if owner is None else found.filter(Comment.article_id == owner.id)

    schema = CommentSchema
    data_layer = {"session": db.session, "model": Comment, "methods": {"query": query}}


class TagList(ResourceList):
    def query(self, view_kwargs):
        found = self.session.query(Tag)
        owner = owner_of(self.session, Article, view_kwargs, "article")
        return found if owner is None else found.join(article_tags).filter_by(article_id=owner.id)

    schema = TagSchema
    data_layer = {"session": db.session, "model": Tag, "methods": {"query": query}}


def view(base, schema_, model):
    return type(
        f"{model.__name__}{base.__name__}",
        (base,),
        {"schema": schema_, "data_layer": {"session": db.session, "model": model}},
    )


api = Api(app)
api.route(PersonList, "person_list", "/people")
api.route(
    PersonDetail,
    "person_detail",
    "/people/<int:id>",
    "/articles/<int:article_id>/author",
    "/comments/<int:comment_id>/author",
)
api.route(ArticleList, "article_list", "/articles", "/people/<int:person_id>/articles")
api.route(
    ArticleDetail, "article_detail", "/articles/<int:id>", "/comments/<int:comment_id>/article"
)
api.route(CommentList, "comment_list", "/comments", "/articles/<int:article_id>/comments")
api.route(view(ResourceDetail, CommentSchema, Comment), "comment_detail", "/comments/<int:id>")
api.route(TagList, "tag_list", "/tags", "/articles/<int:article_id>/tags")
api.route(view(ResourceDetail, TagSchema, Tag), "tag_detail", "/tags/<int:id>")
for owner, plural, schema, model, names in (
    ("person", "people", PersonSchema, Person, ["articles"]),
    ("comment", "comments", CommentSchema, Comment, ["author", "article"]),
    ("article", "articles", ArticleSchema, Article, ["author", "comments", "tags"]),
):
    for name in names:
        api.route(
            view(ResourceRelationship, schema, model),
            f"{owner}_{name}",
            f"/{plural}/<int:id>/relationships/{name}",
        )


def fill():
    data = world.read()
    db.session.add_all([Person(**row) for row in data["people"]])
    db.session.add_all([Tag(**row) for row in data["tags"]])
    for row in data["articles"]:
        tags = [db.session.get(Tag, tag) for tag in row.pop("tags")]
        author, created = row.pop("author"), date.fromisoformat(row.pop("created"))
        db.session.add(Article(**row, created=created, author_id=author, tags=tags))
    for row in data["comments"]:
        author, article = row.pop("author"), row.pop("article")
        db.session.add(Comment(**row, author_id=author, article_id=article))
    db.session.commit()


with app.app_context():
    db.create_all()
    fill()
world.serve_wsgi(app)
