# SPDX-License-Identifier: MIT
"""A library of books as a SAFRS application: JSON:API from SQLAlchemy models.

The database is made in the working directory.
"""

import os

from flask import Flask
from flask_sqlalchemy import SQLAlchemy
from safrs import SAFRSAPI, SAFRSBase, ValidationError
from sqlalchemy.orm import validates

from serving import serve

db = SQLAlchemy()

shelved = db.Table(
    "shelved",
    db.Column("book_id", db.Integer, db.ForeignKey("books.id"), primary_key=True),
    db.Column("subject_id", db.Integer, db.ForeignKey("subjects.id"), primary_key=True),
)


class Author(SAFRSBase, db.Model):
    __tablename__ = "authors"
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String, nullable=False)
    books = db.relationship("Book", back_populates="author")


class Subject(SAFRSBase, db.Model):
    __tablename__ = "subjects"
    id = db.Column(db.Integer, primary_key=True)
    name = db.Column(db.String)


class Book(SAFRSBase, db.Model):
    __tablename__ = "books"
    id = db.Column(db.Integer, primary_key=True)
    title = db.Column(db.String)
    pages = db.Column(db.Integer)
    author_id = db.Column(db.Integer, db.ForeignKey("authors.id"))
    author = db.relationship("Author", back_populates="books")
    subjects = db.relationship("Subject", secondary=shelved)

    @validates("pages")
    def check_pages(self, key, pages):
        if pages is not None and pages < 1:
            raise ValidationError("a book has at least one page")
        return pages


def fill():
    authors = [Author(name=name) for name in ("Mara Lind", "Jon Teal")]
    subjects = [Subject(name=name) for name in ("tides", "maps", "winter")]
    titles = ("Ebb", "Lanterns", "North", "Salt", "The Quay")
    db.session.add_all(authors + subjects)
    for number, title in enumerate(titles):
        book = Book(title=title, pages=100 + 20 * number, author=authors[number % 2])
        book.subjects = subjects[:2]
        db.session.add(book)
    db.session.commit()


app = Flask("library")
app.config["SQLALCHEMY_DATABASE_URI"] = f"sqlite:///{os.getcwd()}/library.sqlite"
db.init_app(app)
with app.app_context():
    db.create_all()
    fill()
    api = SAFRSAPI(app, prefix="/api", swaggerui_blueprint=False)
    for model in (Author, Book, Subject):
        api.expose_object(model)
serve(app)
