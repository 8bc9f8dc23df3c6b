# SPDX-License-Identifier: MIT
"""Albums, artists and tracks with FastAPI-JSONAPI, whose applications have atomic operations.

The database is in memory.
"""

import asyncio
import socket
from typing import Annotated, ClassVar, Optional

import uvicorn
from fastapi import Depends, FastAPI
from fastapi_jsonapi import ApplicationBuilder
from fastapi_jsonapi.misc.sqla.generics.base import ViewBaseGeneric
from fastapi_jsonapi.schema_base import BaseModel
from fastapi_jsonapi.types_metadata import RelationshipInfo
from fastapi_jsonapi.views import Operation, OperationConfig
from pydantic import ConfigDict, field_validator
from pydantic_core import PydanticCustomError
from sqlalchemy import Column, ForeignKey, StaticPool, Table
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship

# --- Tables ------------------------------------------------------------------------


class Base(DeclarativeBase):
    pass


listed = Table(
    "listed",
    Base.metadata,
    Column("album_id", ForeignKey("albums.id"), primary_key=True),
    Column("track_id", ForeignKey("tracks.id"), primary_key=True),
)


class Artist(Base):
    __tablename__ = "artists"
    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str]


class Track(Base):
    __tablename__ = "tracks"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    seconds: Mapped[int]


class Album(Base):
    __tablename__ = "albums"
    id: Mapped[int] = mapped_column(primary_key=True)
    title: Mapped[str]
    year: Mapped[int]
    artist_id: Mapped[Optional[int]] = mapped_column(ForeignKey("artists.id"))
    artist: Mapped[Optional[Artist]] = relationship(lazy="selectin")
    tracks: Mapped[list[Track]] = relationship(secondary=listed, lazy="selectin")


# --- Resources ---------------------------------------------------------------------


class Resource(BaseModel):
    model_config = ConfigDict(from_attributes=True)


class ArtistSchema(Resource):
    name: str


class TrackSchema(Resource):
    title: str
    seconds: int


class AlbumSchema(Resource):
    title: str
    year: int
    artist: Annotated[Optional[ArtistSchema], RelationshipInfo(resource_type="artists")] = None
    tracks: Annotated[
        Optional[list[TrackSchema]], RelationshipInfo(resource_type="tracks", many=True)
    ] = None

    # The library does not apply the limits of Field.
    @field_validator("year")
    @classmethod
    def check_year(cls, year):
        if year < 1877:
            raise PydanticCustomError("year", "nothing was recorded before 1877")
        return year


engine = create_async_engine("sqlite+aiosqlite://", poolclass=StaticPool)
sessions = async_sessionmaker(engine, expire_on_commit=False)


async def session():
    async with sessions() as one:
        yield one


class Dependencies(BaseModel):
    model_config = ConfigDict(arbitrary_types_allowed=True)
    session: AsyncSession = Depends(session)


class View(ViewBaseGeneric):
    operation_dependencies: ClassVar = {
        Operation.ALL: OperationConfig(
            dependencies=Dependencies,
            prepare_data_layer_kwargs=lambda view, values: {"session": values.session},
        )
    }


# --- Serving -----------------------------------------------------------------------


async def fill():
    async with engine.begin() as connection:
        await connection.run_sync(Base.metadata.create_all)
    artists = [Artist(name=name) for name in ("The Cartographers", "Ada Holt")]
    tracks = [
        Track(title=title, seconds=seconds)
        for title, seconds in (("Departure", 241), ("Arrival", 198), ("Delay", 305))
    ]
    albums = [
        Album(title="Night Trains", year=1994, artist=artists[0], tracks=tracks[:2]),
        Album(title="Harbour Lights", year=2004, artist=artists[1], tracks=[]),
    ]
    async with sessions() as one:
        for each in artists + tracks + albums:
            one.add(each)
            await one.flush()
        await one.commit()


async def main():
    await fill()
    app = FastAPI()
    builder = ApplicationBuilder(app)
    for name, model, schema in (
        ("albums", Album, AlbumSchema), ("artists", Artist, ArtistSchema),
        ("tracks", Track, TrackSchema),
    ):
        builder.add_resource(
            path=f"/{name}", tags=[name], resource_type=name, view=View, model=model,
            schema=schema, ending_slash=False)
    builder.initialize()
    listener = socket.create_server(("127.0.0.1", 0))
    print(f"serving http://127.0.0.1:{listener.getsockname()[1]}", flush=True)
    await uvicorn.Server(uvicorn.Config(app, log_level="warning")).serve(sockets=[listener])


asyncio.run(main())
