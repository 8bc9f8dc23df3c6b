# SPDX-License-Identifier: MIT
"""The data set with djangorestframework-jsonapi."""

import django_world
from drf_settings import SETTINGS

django_world.run("drf_api", **SETTINGS)
