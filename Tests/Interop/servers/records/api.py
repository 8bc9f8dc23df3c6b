# SPDX-License-Identifier: MIT
"""The addresses of the records: resources of JSON:API, and atomic operations on them."""

from atomic_operations.views import AtomicOperationView
from django.urls import include, path
from rest_framework import routers
from rest_framework_json_api import serializers, views

from .models import Album, Artist, Track


class ArtistSerializer(serializers.ModelSerializer):
    class Meta:
        model = Artist
        fields = ["id", "name"]
        resource_name = "artists"


class TrackSerializer(serializers.ModelSerializer):
    class Meta:
        model = Track
        fields = ["id", "title", "seconds"]
        resource_name = "tracks"


class AlbumSerializer(serializers.ModelSerializer):
    included_serializers = {"artist": ArtistSerializer, "tracks": TrackSerializer}

    class Meta:
        model = Album
        fields = ["id", "title", "year", "artist", "tracks"]
        resource_name = "albums"




class Operations(AtomicOperationView):
    serializer_classes = {
        f"{code}:{serializer.Meta.resource_name}": serializer
        for code in ("add", "update", "remove")
        for serializer in (AlbumSerializer, ArtistSerializer, TrackSerializer)
    }


def resources(serializer):
    model = serializer.Meta.model
    fields = {"queryset": model.objects.all(), "serializer_class": serializer}
    return type(f"{model.__name__}View", (views.ModelViewSet,), fields)


router = routers.DefaultRouter(trailing_slash=False)
for each in (AlbumSerializer, ArtistSerializer, TrackSerializer):
    router.register(each.Meta.resource_name, resources(each))
urlpatterns = [path("", include(router.urls)), path("operations", Operations.as_view())]
