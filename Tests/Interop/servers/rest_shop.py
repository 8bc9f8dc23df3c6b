# SPDX-License-Identifier: MIT
"""A record shop as a Django REST framework application: plain JSON, no JSON:API.

    /artists/            pages by number          {"count", "next", "previous", "results"}
    /albums/             pages by limit, offset   the same
    /plays/              pages by cursor          {"next", "previous", "results"}
    /genres/             a bare list
    /labels/             enveloped: {"label": {...}}, {"labels": [...]}, in requests too
    /photos/             uploads by multipart; /photos/ID/file/ gives the bytes
    /bodies/             what was sent, oldest first; DELETE forgets it

Addresses are understood with and without their last slash. The database is made in the working
directory.
"""

import os

import django
from django.conf import settings

settings.configure(
    DEBUG=True,
    SECRET_KEY="for tests",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF="shop.api",
    INSTALLED_APPS=["rest_framework", "shop"],
    MIDDLEWARE=["shop.api.recording"],
    DATABASES={"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": "shop.sqlite"}},
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    MEDIA_ROOT=os.getcwd(),
    USE_TZ=True,
    REST_FRAMEWORK={
        "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "UNAUTHENTICATED_USER": None,
    },
)
django.setup()

from django.core.management import call_command
from django.core.wsgi import get_wsgi_application
from django.utils import timezone

from serving import serve
from shop.models import Album, Artist, Genre, Label, Play


def fill():
    genres = [Genre.objects.create(name=name) for name in ("dub", "folk", "jazz")]
    artists = [
        Artist.objects.create(name=f"Artist {number}", city="Lagos", country="Nigeria")
        for number in range(1, 11)
    ]
    for number in range(1, 9):
        album = Album.objects.create(
            title=f"Album {number}", year=1990 + number, artist=artists[number])
        album.genres.set(genres[:2])
        for minutes in range(2):
            at = timezone.now() - timezone.timedelta(hours=number, minutes=minutes)
            Play.objects.create(album=album, at=at)
    for name in ("Northern", "Quay"):
        Label.objects.create(name=name)


call_command("migrate", run_syncdb=True, verbosity=0)
fill()
serve(get_wsgi_application())
