# SPDX-License-Identifier: MIT
"""The addresses of the shop, and what they give and take."""

from django.http import FileResponse, JsonResponse
from django.urls import include, path
from rest_framework import pagination, parsers, renderers, routers, serializers, viewsets
from rest_framework.decorators import action

from .models import Album, Artist, Genre, Label, Photo, Play

# --- What was sent -----------------------------------------------------------------

bodies = []


def recording(get_response):
    """Middleware that keeps the JSON that was sent."""

    def respond(request):
        if request.path.startswith("/bodies"):
            if request.method == "DELETE":
                bodies.clear()
            return JsonResponse(bodies, safe=False)
        if request.content_type == "application/json" and request.body:
            sent = {"method": request.method, "path": request.path}
            bodies.append(sent | {"body": request.body.decode()})
        return get_response(request)

    return respond


# --- Serializers -------------------------------------------------------------------


class Place(serializers.Serializer):
    city = serializers.CharField(max_length=40, allow_null=True, required=False)
    country = serializers.CharField(max_length=40, required=False)


class ArtistSerializer(serializers.ModelSerializer):
    """Shows where an artist is from as a nested object, which can be written in part."""

    home = Place(source="*", required=False)

    class Meta:
        model = Artist
        fields = ["id", "name", "home"]


class AlbumSerializer(serializers.ModelSerializer):
    class Meta:
        model = Album
        fields = "__all__"

    def validate(self, data):
        if data.get("title") and data["title"] == data.get("notes"):
            raise serializers.ValidationError("The notes repeat the title.")
        return data


def serializer(of, names="__all__"):
    class Meta:
        model = of
        fields = names

    return type(f"{of.__name__}Serializer", (serializers.ModelSerializer,), {"Meta": Meta})


class PhotoSerializer(serializers.ModelSerializer):
    file = serializers.FileField(write_only=True)
    size = serializers.IntegerField(source="file.size", read_only=True)

    class Meta:
        model = Photo
        fields = ["id", "caption", "file", "name", "media_type", "size"]
        read_only_fields = ["name", "media_type"]

    def create(self, data):
        file = data["file"]
        return super().create(data | {"name": file.name, "media_type": file.content_type})


# --- Pages and envelopes -----------------------------------------------------------


class ByNumber(pagination.PageNumberPagination):
    page_size = 4
    page_size_query_param = "page_size"


class ByOffset(pagination.LimitOffsetPagination):
    default_limit = 3


class ByCursor(pagination.CursorPagination):
    page_size = 5
    ordering = "-at"


class EnvelopedParser(parsers.JSONParser):
    def parse(self, *arguments, **named):
        return super().parse(*arguments, **named).get("label", {})


class EnvelopedRenderer(renderers.JSONRenderer):
    def render(self, data, media_type=None, context=None):
        if data is not None and context["response"].status_code < 400:
            data = {"labels" if isinstance(data, list) else "label": data}
        return super().render(data, media_type, context)


# --- Views -------------------------------------------------------------------------


class ArtistView(viewsets.ModelViewSet):
    queryset = Artist.objects.all()
    serializer_class = ArtistSerializer
    pagination_class = ByNumber


class AlbumView(viewsets.ModelViewSet):
    queryset = Album.objects.all()
    serializer_class = AlbumSerializer
    pagination_class = ByOffset


class PlayView(viewsets.ModelViewSet):
    queryset = Play.objects.all()
    serializer_class = serializer(Play)
    pagination_class = ByCursor


class GenreView(viewsets.ModelViewSet):
    queryset = Genre.objects.all()
    serializer_class = serializer(Genre)


class LabelView(viewsets.ModelViewSet):
    queryset = Label.objects.all()
    serializer_class = serializer(Label)
    parser_classes = [EnvelopedParser]
    renderer_classes = [EnvelopedRenderer]


class PhotoView(viewsets.ModelViewSet):
    queryset = Photo.objects.all()
    serializer_class = PhotoSerializer
    parser_classes = [parsers.MultiPartParser]

    @action(detail=True)
    def file(self, request, pk):
        photo = self.get_object()
        return FileResponse(
            photo.file, as_attachment=True, filename=photo.name, content_type=photo.media_type)


router = routers.SimpleRouter()
router.trailing_slash = "/?"
for name, view in [
    ("artists", ArtistView), ("albums", AlbumView), ("plays", PlayView),
    ("genres", GenreView), ("labels", LabelView), ("photos", PhotoView),
]:
    router.register(name, view)
urlpatterns = [path("", include(router.urls))]
