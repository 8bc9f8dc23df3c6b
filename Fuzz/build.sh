#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Builds the fuzz targets as OSS-Fuzz and ClusterFuzzLite ask for it: with the compilers, flags and
# engine that stand in CC, CXX, CFLAGS, CXXFLAGS and LIB_FUZZING_ENGINE, into the folder OUT.
# Needs yajl's headers and its static library (Debian: libyajl-dev), pkg-config and python3.
set -euo pipefail
cd "$(dirname "$0")/.."

build=${WORK:-build}/fuzz-build
make -j"$(nproc)" SETUP_DONE=1 BUILD="$build" CLANG="$CC" FUZZ_FLAGS="$CFLAGS" FUZZ_CORE_FLAGS= \
    FUZZ_LINK="$CXX ${CXXFLAGS:-} $LIB_FUZZING_ENGINE" YAJL_LIBS=-l:libyajl_s.a WARNINGS=-w fuzz-programs

python3 -m zipfile -c "$build/seeds.zip" Fuzz/seeds/* Fuzz/regressions/*
for source in Fuzz/targets/*.c; do
    target=$(basename "$source" .c)
    cp "$build/fuzz/$target" "$OUT/$target"
    cp "$build/seeds.zip" "$OUT/${target}_seed_corpus.zip"
    cp Fuzz/json.dict "$OUT/$target.dict"
done
