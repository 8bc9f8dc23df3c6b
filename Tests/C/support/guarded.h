/* SPDX-License-Identifier: MIT */
/** Text at the end of readable memory: a read beyond it causes a fault. */
#ifndef GUARDED_H
#define GUARDED_H

#include <vox.h>

typedef struct guarded {
    char *pages;
    size_t size; /* the size of the readable pages */
} guarded;

/** Allocates memory for texts of up to `length` bytes. Free it with guarded_free. */
guarded guarded_new(size_t length);
void guarded_free(guarded *room);

/** Copies a text to the end of the memory. */
vox_string guarded_text(const guarded *room, vox_string text);

#endif
