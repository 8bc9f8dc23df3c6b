# SPDX-License-Identifier: MIT
"""A client of JSON:API without a library: http.client and json."""

import http.client
import json
from urllib.parse import urlencode, urlsplit

JSONAPI = "application/vnd.api+json"


class Response:
    def __init__(self, response):
        self.status = response.status
        self.type = response.getheader("Content-Type")
        self.allow = response.getheader("Allow")
        self.vary = response.getheader("Vary") or ""
        body = response.read()
        self.document = json.loads(body) if body else None

    def pointers(self):
        """The pointers of the errors."""
        return [error.get("source", {}).get("pointer") for error in self.document["errors"]]

    def parameters(self):
        """The parameters that the errors are about."""
        return [error.get("source", {}).get("parameter") for error in self.document["errors"]]


class Client:
    def __init__(self, url):
        parts = urlsplit(url)
        self.connection = http.client.HTTPConnection(parts.hostname, parts.port, timeout=600)

    def send(self, method, path, document=None, query=None, **headers):
        """Sends a request; the names of the header fields have underscores."""
        if query:
            path += "?" + urlencode(query)
        body = document
        if document is not None and not isinstance(document, str):
            body = json.dumps(document)
        fields = {name.replace("_", "-"): value for name, value in headers.items() if value}
        self.connection.request(method, path, body=body, headers=fields)
        return Response(self.connection.getresponse())

    def get(self, path, accept=JSONAPI, **query):
        return self.send("GET", path, query=query, Accept=accept)
