# SPDX-License-Identifier: MIT
"""Serves a WSGI application on a free port of this machine, and prints where."""

from waitress import create_server


def serve(application):
    server = create_server(application, host="127.0.0.1", port=0)
    print(f"serving http://127.0.0.1:{server.effective_port}", flush=True)
    server.run()
