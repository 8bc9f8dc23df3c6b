# SPDX-License-Identifier: MIT
"""Compiles the extension vox._core against the installed libvox (see vox/_build.py)."""

from setuptools import setup

setup(cffi_modules=["vox/_build.py:builder"])
