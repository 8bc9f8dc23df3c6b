# SPDX-License-Identifier: MIT
"""Settings as the page "Usage" of the documentation of the library suggests them."""

SETTINGS = {
    "apps": ["rest_framework", "rest_framework_json_api", "django_filters"],
    "JSON_API_FORMAT_TYPES": "dasherize",
    "JSON_API_PLURALIZE_TYPES": True,
    "REST_FRAMEWORK": {
        "PAGE_SIZE": 10,
        "EXCEPTION_HANDLER": "rest_framework_json_api.exceptions.exception_handler",
        "DEFAULT_PAGINATION_CLASS": (
            "rest_framework_json_api.pagination.JsonApiPageNumberPagination"
        ),
        "DEFAULT_PARSER_CLASSES": (
            "rest_framework_json_api.parsers.JSONParser",
            "rest_framework.parsers.FormParser",
            "rest_framework.parsers.MultiPartParser",
        ),
        "DEFAULT_RENDERER_CLASSES": (
            "rest_framework_json_api.renderers.JSONRenderer",
            "rest_framework_json_api.renderers.BrowsableAPIRenderer",
        ),
        "DEFAULT_METADATA_CLASS": "rest_framework_json_api.metadata.JSONAPIMetadata",
        "DEFAULT_FILTER_BACKENDS": (
            "rest_framework_json_api.filters.QueryParameterValidationFilter",
            "rest_framework_json_api.filters.OrderingFilter",
            "rest_framework_json_api.django_filters.DjangoFilterBackend",
            "rest_framework.filters.SearchFilter",
        ),
        "SEARCH_PARAM": "filter[search]",
    },
}
