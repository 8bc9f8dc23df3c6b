/* SPDX-License-Identifier: MIT */
/** The test input outside the repository: the folder in VOX_CORPORA, else
 *  ../shared/corpora. Tests that need it skip when it is not there; where CI is set
 *  in the environment they fail. */
#ifndef CORPORA_H
#define CORPORA_H

#include "check.h"

/** One file: its path below the corpora, its name, and its content. */
typedef struct corpora_file {
    const char *path;
    const char *name;
    vox_string text;
} corpora_file;

/** True when the folder is there; else marks the test as skipped, or as failed. */
bool corpora_have(const char *folder);

/** Visits every file below the folder whose name ends in `suffix`, in the
 *  order of their names. Returns how many there were. */
size_t corpora_visit(
    const char *folder, const char *suffix, void (*visit)(void *context, corpora_file file),
    void *context
);

/** Reads one file; the caller frees `text.bytes`. False when it is not there. */
bool corpora_read(const char *path, vox_string *text);

/** Calls `visit` for each line that is neither empty nor begins with '#'.
 *  Returns how many there were; 0 when there is no such file. */
size_t corpora_lines(const char *path, void (*visit)(vox_string line));

#endif
