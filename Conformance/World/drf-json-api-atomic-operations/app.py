# SPDX-License-Identifier: MIT
"""The server of djangorestframework-jsonapi, with one more address for Atomic Operations."""

import os
import sys

sys.path.append(os.path.join(os.path.dirname(__file__), "..", "djangorestframework-jsonapi"))

import django_world
from drf_settings import SETTINGS

django_world.run("operations_api", **SETTINGS)
