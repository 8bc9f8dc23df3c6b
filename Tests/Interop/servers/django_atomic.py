# SPDX-License-Identifier: MIT
"""Albums, artists and tracks with djangorestframework-jsonapi and drf-json-api-atomic-operations.

The database is in memory.
"""

import django
from django.conf import settings

settings.configure(
    SECRET_KEY="for tests",
    ALLOWED_HOSTS=["127.0.0.1"],
    ROOT_URLCONF="records.api",
    INSTALLED_APPS=["rest_framework", "rest_framework_json_api", "records"],
    MIDDLEWARE=[],
    # The threads of the server share one database.
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": "file:records?mode=memory&cache=shared",
            "OPTIONS": {"uri": True},
        }
    },
    DEFAULT_AUTO_FIELD="django.db.models.AutoField",
    USE_TZ=True,
    REST_FRAMEWORK={
        "EXCEPTION_HANDLER": "rest_framework_json_api.exceptions.exception_handler",
        "DEFAULT_PARSER_CLASSES": ["rest_framework_json_api.parsers.JSONParser"],
        "DEFAULT_RENDERER_CLASSES": ["rest_framework_json_api.renderers.JSONRenderer"],
        "DEFAULT_METADATA_CLASS": "rest_framework_json_api.metadata.JSONAPIMetadata",
        "DEFAULT_AUTHENTICATION_CLASSES": [],
        "UNAUTHENTICATED_USER": None,
    },
)
django.setup()

from django.core.management import call_command
from django.core.wsgi import get_wsgi_application

from records.models import Album, Artist, Track
from serving import serve


def fill():
    artists = [Artist.objects.create(name=name) for name in ("The Cartographers", "Ada Holt")]
    tracks = [
        Track.objects.create(title=title, seconds=seconds)
        for title, seconds in (("Departure", 241), ("Arrival", 198), ("Delay", 305))
    ]
    album = Album.objects.create(title="Night Trains", year=1994, artist=artists[0])
    album.tracks.set(tracks[:2])
    Album.objects.create(title="Harbour Lights", year=2004, artist=artists[1])


call_command("migrate", run_syncdb=True, verbosity=0)
fill()
serve(get_wsgi_application())
