#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
exec Fuzz/build.sh
