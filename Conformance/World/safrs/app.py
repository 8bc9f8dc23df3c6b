# SPDX-License-Identifier: MIT
"""The data set with SAFRS, on Flask-SQLAlchemy."""

from datetime import date

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from safrs import SafrsApi, SAFRSBase

import world

db = SQLAlchemy()

article_tags = db.Table(
    "article_tags",
    db.Column("article_id", db.Integer, db.ForeignKey("articles.id"), primary_key=True),
    db.Column("tag_id", db.Integer, db.ForeignKey("tags.id"), primary_key=True),
)


class Person(SAFRSBase, db.Model):
    __tablename__ = "people"
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String, default="")
    email = db.Column(db.String, default="")
    articles = db.relationship("Article", back_populates="author")


class Tag(SAFRSBase, db.Model):
    __tablename__ = "tags"
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String, default="")


class Article(SAFRSBase, db.Model):
    __tablename__ = "articles"
    id = db.Column(db.Integer, primary_key=True)
    title = db.Column(db.String, default="")
    body = db.Column(db.String, default="")
    created = db.Column(db.Date)
    views = db.Column(db.Integer, default=0)
    author_id = db.Column(db.Integer, db.ForeignKey("people.id"))
    author = db.relationship("Person", back_populates="articles")
    comments = db.relationship("Comment", back_populates="article")
    tags = db.relationship("Tag", secondary=article_tags)


class Comment(SAFRSBase, db.Model):
    __tablename__ = "comments"
    id = db.Column(db.Integer, primary_key=True)
    body = db.Column(db.String, default="")
    author_id = db.Column(db.Integer, db.ForeignKey("people.id"))
    article_id = db.Column(db.Integer, db.ForeignKey("articles.id"))
    author = db.relationship("Person")
    article = db.relationship("Article", back_populates="comments")


def fill():
    data = world.read()
    for model in (Person, Tag, Comment):
        for row in data[model.__tablename__]:
            ids = {f"{name}_id": row.pop(name) for name in ("author", "article") if name in row}
            db.session.add(model(**row, **ids))
    for row in data["articles"]:
        tags = [db.session.get(Tag, tag) for tag in row.pop("tags")]
        created = date.fromisoformat(row.pop("created"))
        article = Article(**row | {"created": created, "author_id": row.pop("author")})
        article.tags = tags
        db.session.add(article)
    db.session.commit()


app = Flask("world")
app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{world.new_database()}"
db.init_app(app)
with app.app_context():
    db.create_all()
    api = SafrsApi(app)
    for model in (Article, Person, Comment, Tag):
        api.expose_object(model)
    fill()
world.serve_wsgi(app)
