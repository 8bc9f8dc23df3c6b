# SPDX-License-Identifier: MIT
"""The example application of djangorestframework-jsonapi, as it comes with its sources.

    django_jsonapi.py SOURCES     the folder of its source distribution

The database is made in the working directory, with the two fixtures of the example in it.
"""

import os
import sys

sys.path.insert(0, sys.argv[1])
os.environ["DJANGO_SETTINGS_MODULE"] = "example.settings"

import django
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application

from serving import serve

django.setup()
call_command("migrate", verbosity=0)
call_command("loaddata", "blogentry", "drf_example", verbosity=0)
serve(get_wsgi_application())
