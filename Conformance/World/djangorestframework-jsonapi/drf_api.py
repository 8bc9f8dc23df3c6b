# SPDX-License-Identifier: MIT
"""The serializers, views and addresses. Each type has related URLs and relationship views."""

from django.urls import path
from rest_framework.routers import DefaultRouter
from rest_framework_json_api import serializers
from rest_framework_json_api.relations import ResourceRelatedField
from rest_framework_json_api.views import ModelViewSet, RelationshipView

from blog.models import Article, Comment, Person, Tag


def related(model, owner, **options):
    return ResourceRelatedField(
        queryset=model.objects,
        related_link_view_name=f"{owner}-related",
        self_link_view_name=f"{owner}-relationships",
        required=False,
        **options,
    )


class PersonSerializer(serializers.HyperlinkedModelSerializer):
    articles = related(Article, "person", many=True)
    included_serializers = {"articles": "drf_api.ArticleSerializer"}

    class Meta:
        model = Person
        fields = ["url", "name", "email", "articles"]


class TagSerializer(serializers.HyperlinkedModelSerializer):
    class Meta:
        model = Tag
        fields = ["url", "name"]


class CommentSerializer(serializers.HyperlinkedModelSerializer):
    author = related(Person, "comment", allow_null=True)
    article = related(Article, "comment", allow_null=True)
    included_serializers = {
        "author": "drf_api.PersonSerializer",
        "article": "drf_api.ArticleSerializer",
    }

    class Meta:
        model = Comment
        fields = ["url", "body", "author", "article"]


class ArticleSerializer(serializers.HyperlinkedModelSerializer):
    author = related(Person, "article", allow_null=True)
    comments = related(Comment, "article", many=True)
    tags = related(Tag, "article", many=True)
    included_serializers = {
        "author": "drf_api.PersonSerializer",
        "comments": "drf_api.CommentSerializer",
        "tags": "drf_api.TagSerializer",
    }

    class Meta:
        model = Article
        fields = ["url", "title", "body", "created", "views", "author", "comments", "tags"]


TEXT = ("exact", "icontains", "in")
router = DefaultRouter(trailing_slash=False)
urlpatterns = []


def add(name, model, serializer, filters):
    """Makes the views of a type, and their addresses."""
    view_set = type(
        f"{model.__name__}ViewSet",
        (ModelViewSet,),
        {
            "queryset": model.objects.all(),
            "serializer_class": serializer,
            "filterset_fields": {"id": ("exact", "in"), **filters},
            "search_fields": [field for field in filters if filters[field] is TEXT],
        },
    )
    view = type(
        f"{model.__name__}RelationshipView", (RelationshipView,), {"queryset": model.objects}
    )
    kind = model.__name__.lower()
    router.register(name, view_set)
    urlpatterns.extend(
        [
            path(
                f"{name}/<pk>/relationships/<related_field>",
                view.as_view(),
                name=f"{kind}-relationships",
            ),
            path(
                f"{name}/<pk>/<related_field>",
                view_set.as_view({"get": "retrieve_related"}),
                name=f"{kind}-related",
            ),
        ]
    )


add("people", Person, PersonSerializer, {"name": TEXT})
add("tags", Tag, TagSerializer, {"name": TEXT})
add("comments", Comment, CommentSerializer, {"body": TEXT, "author": ("exact",)})
add(
    "articles",
    Article,
    ArticleSerializer,
    {"title": TEXT, "views": ("exact", "gt", "lt"), "created": ("exact",), "author": ("exact",)},
)
urlpatterns += router.urls
