# SPDX-License-Identifier: MIT
"""The addresses: those of the other server, and the view of Atomic Operations."""

from atomic_operations.views import AtomicOperationView
from django.urls import path

import drf_api

SERIALIZERS = {
    "people": drf_api.PersonSerializer,
    "tags": drf_api.TagSerializer,
    "comments": drf_api.CommentSerializer,
    "articles": drf_api.ArticleSerializer,
}


class OperationsView(AtomicOperationView):
    serializer_classes = {
        f"{op}:{name}": serializer
        for name, serializer in SERIALIZERS.items()
        for op in ("add", "update", "remove")
    }


urlpatterns = [path("operations", OperationsView.as_view()), *drf_api.urlpatterns]
