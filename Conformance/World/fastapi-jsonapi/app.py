# SPDX-License-Identifier: MIT
"""The data set with FastAPI-JSONAPI, on SQLAlchemy."""

import asyncio
from datetime import date
from typing import Annotated, ClassVar, Optional

from fastapi import Depends, FastAPI
from fastapi_jsonapi import ApplicationBuilder
from fastapi_jsonapi.misc.sqla.generics.base import ViewBaseGeneric
from fastapi_jsonapi.schema_base import BaseModel
from fastapi_jsonapi.types_metadata import RelationshipInfo
from fastapi_jsonapi.views import Operation, OperationConfig
from pydantic import ConfigDict
from sqlalchemy import Column, ForeignKey, Table
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

import world

# --- Tables ------------------------------------------------------------------------


class Base(DeclarativeBase):
    pass


article_tags = Table(
    "article_tags",
    Base.metadata,
    Column("article_id", ForeignKey("articles.id"), primary_key=True),
    Column("tag_id", ForeignKey("tags.id"), primary_key=True),
)


class Person(Base):
    __tablename__ = "people"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]
    email: Mapped[str] = mapped_column(default="")
    articles: Mapped[list["Article"]] = relationship(back_populates="author")


class Tag(Base):
    __tablename__ = "tags"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


class Article(Base):
    __tablename__ = "articles"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    body: Mapped[str] = mapped_column(default="")
    created: Mapped[Optional[date]]
    views: Mapped[int] = mapped_column(default=0)
    author_id: Mapped[Optional[int]] = mapped_column(ForeignKey("people.id"))
    author: Mapped[Optional[Person]] = relationship(back_populates="articles")
    comments: Mapped[list["Comment"]] = relationship(back_populates="article")
    tags: Mapped[list[Tag]] = relationship(secondary=article_tags)


class Comment(Base):
    __tablename__ = "comments"
    id: Mapped[int] = mapped_column(primary_key=True)
    body: Mapped[str]
    author_id: Mapped[Optional[int]] = mapped_column(ForeignKey("people.id"))
    article_id: Mapped[Optional[int]] = mapped_column(ForeignKey("articles.id"))
    author: Mapped[Optional[Person]] = relationship()
    article: Mapped[Optional[Article]] = relationship(back_populates="comments")


# --- Resources ---------------------------------------------------------------------


def one(schema, name):
    return Annotated[Optional[schema], RelationshipInfo(resource_type=name)]


def many(schema, name):
    return Annotated[Optional[list[schema]], RelationshipInfo(resource_type=name, many=True)]


class Schema(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class PersonSchema(Schema):
    name: str
    email: str = ""
    articles: many("ArticleSchema", "articles") = None


class TagSchema(Schema):
    name: str


class CommentSchema(Schema):
    body: str
    author: one("PersonSchema", "people") = None
    article: one("ArticleSchema", "articles") = None


class ArticleSchema(Schema):
    title: str
    body: str = ""
    created: Optional[date] = None
    views: int = 0
    author: one("PersonSchema", "people") = None
    comments: many("CommentSchema", "comments") = None
    tags: many("TagSchema", "tags") = None


engine = create_async_engine(f"sqlite+aiosqlite:///{world.new_database()}")
sessions = async_sessionmaker(engine, expire_on_commit=False)


async def session():
    async with sessions() as one_session:
        yield one_session


class SessionDependency(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)
    session: AsyncSession = Depends(session)


class View(ViewBaseGeneric):
    operation_dependencies: ClassVar = {
        Operation.ALL: OperationConfig(
            dependencies=SessionDependency,
            prepare_data_layer_kwargs=lambda view, values: {"session": values.session},
        )
    }


# --- Serving -----------------------------------------------------------------------


async def fill():
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    data = world.read()
    people = {row["id"]: Person(**row) for row in data["people"]}
    tags = {row["id"]: Tag(**row) for row in data["tags"]}
    articles = {
        row["id"]: Article(
            **{
                **row,
                "created": date.fromisoformat(row["created"]),
                "author": people.get(row["author"]),
                "tags": [tags[tag] for tag in row["tags"]],
            }
        )
        for row in data["articles"]
    }
    comments = [
        Comment(
            id=row["id"],
            body=row["body"],
            author=people.get(row["author"]),
            article=articles[row["article"]],
        )
        for row in data["comments"]
    ]
    async with sessions() as one_session:
        one_session.add_all([*people.values(), *tags.values(), *articles.values(), *comments])
        await one_session.commit()
    await engine.dispose()


app = FastAPI()
builder = ApplicationBuilder(app)
for name, model, schema in (
    ("articles", Article, ArticleSchema),
    ("people", Person, PersonSchema),
    ("comments", Comment, CommentSchema),
    ("tags", Tag, TagSchema),
):
    builder.add_resource(
        path=f"/{name}", tags=[name], view=View, model=model, schema=schema, resource_type=name
    )
builder.initialize()
asyncio.run(fill())
world.serve_asgi(app)
