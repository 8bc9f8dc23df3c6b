# SPDX-License-Identifier: MIT
"""The data set with django-ninja-jsonapi."""

import django_world

django_world.run("ninja_api", apps=[], path="/api")
