# SPDX-License-Identifier: MIT
"""A Django project with the settings of "django-admin startproject" and the data set."""

import django
from django.conf import settings

import world


def run(urls, apps, path="", **others):
    """Serves the URL patterns of a module."""
    settings.configure(
        SECRET_KEY="for tests",
        ALLOWED_HOSTS=["127.0.0.1"],
        ROOT_URLCONF=urls,
        INSTALLED_APPS=[
            "django.contrib.auth",
            "django.contrib.contenttypes",
            "django.contrib.sessions",
            "django.contrib.messages",
            "django.contrib.staticfiles",
            *apps,
            "blog",
        ],
        MIDDLEWARE=[
            "django.middleware.security.SecurityMiddleware",
            "django.contrib.sessions.middleware.SessionMiddleware",
            "django.middleware.common.CommonMiddleware",
            "django.middleware.csrf.CsrfViewMiddleware",
            "django.contrib.auth.middleware.AuthenticationMiddleware",
            "django.contrib.messages.middleware.MessageMiddleware",
            "django.middleware.clickjacking.XFrameOptionsMiddleware",
        ],
        TEMPLATES=[
            {"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}
        ],
        DATABASES={
            "default": {"ENGINE": "django.db.backends.sqlite3", "NAME": world.new_database()}
        },
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        STATIC_URL="static/",
        USE_TZ=True,
        **others,
    )
    django.setup()

    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application

    call_command("migrate", run_syncdb=True, verbosity=0)
    fill()
    world.serve_wsgi(get_wsgi_application(), path)


def fill():
    from blog.models import Article, Comment, Person, Tag

    data = world.read()
    for model, rows in ((Person, data["people"]), (Tag, data["tags"])):
        for row in rows:
            model.objects.create(**row)
    for row in data["articles"]:
        tags, author = row.pop("tags"), row.pop("author")
        Article.objects.create(**row, author_id=author).tags.set(tags)
    for row in data["comments"]:
        Comment.objects.create(
            id=row["id"], body=row["body"], author_id=row["author"], article_id=row["article"]
        )
