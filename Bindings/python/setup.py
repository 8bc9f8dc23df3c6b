# SPDX-License-Identifier: MIT
"""Compiles the extension vox._core against the installed libvox (see vox/_build.py), for the stable
ABI of Python: one wheel serves all versions from 3.9 on.

It is compiled every time: an extension in the folder `build` may be linked with another library, or
in another way (VOX_STATIC)."""

from setuptools import setup

setup(
    cffi_modules=["vox/_build.py:builder"],
    options={"bdist_wheel": {"py_limited_api": "cp39"}, "build_ext": {"force": True}},
)
