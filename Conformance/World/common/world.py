# SPDX-License-Identifier: MIT
"""What the servers of this folder share: the data set, and the serving on a free port.

A server prints "serving URL" when it is ready. URL is the address of its API. The environment
variable PORT chooses the port; without it, any free port is used.
"""

import json
import os
import socket

FOLDER = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PORT = int(os.environ.get("PORT", "0"))


def read():
    """The data set: a list of rows for each type. Relationships have the ids of their targets."""
    with open(os.path.join(FOLDER, "data.json"), encoding="utf-8") as file:
        return json.load(file)


def new_database():
    """The path of a new SQLite file in the working directory."""
    path = os.path.abspath("world.sqlite")
    if os.path.exists(path):
        os.remove(path)
    return path


def serve_wsgi(application, path=""):
    from waitress import create_server

    server = create_server(application, host="127.0.0.1", port=PORT)
    print(f"serving http://127.0.0.1:{server.effective_port}{path}", flush=True)
    server.run()


def serve_asgi(application, path=""):
    import uvicorn

    listener = socket.create_server(("127.0.0.1", PORT))
    print(f"serving http://127.0.0.1:{listener.getsockname()[1]}{path}", flush=True)
    uvicorn.Server(uvicorn.Config(application, log_level="warning")).run(sockets=[listener])
