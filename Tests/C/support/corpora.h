/* SPDX-License-Identifier: MIT */
/** Test input outside the repository: the folder that VOX_CORPORA names in the environment. Where
 *  it names a folder, tests of a folder that is missing there fail. Where VOX_CORPORA is not set,
 *  the folder is ../shared/corpora, and tests of a missing folder are skipped. Where it is empty,
 *  all these tests are skipped. */
#ifndef CORPORA_H
#define CORPORA_H

#include "check.h"

/** One file: its path below the corpora, its name, and its content. */
typedef struct corpora_file {
    const char *path;
    const char *name;
    vox_string text;
} corpora_file;

/** Returns true when the folder exists. Otherwise marks the test as skipped, or as failed. */
bool corpora_have(const char *folder);

/** Visits every file below the folder whose name ends in `suffix`, sorted by name. Returns the
 *  number of files. */
size_t corpora_visit(
    const char *folder, const char *suffix, void (*visit)(void *context, corpora_file file),
    void *context
);

/** Reads one file. The caller frees `text.bytes`. Returns false when the file does not exist. */
bool corpora_read(const char *path, vox_string *text);

/** Calls `visit` for each line that is not empty and does not begin with '#'. Returns the number
 *  of such lines; 0 when the file does not exist. */
size_t corpora_lines(const char *path, void (*visit)(vox_string line));

#endif
