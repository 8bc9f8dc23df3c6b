/* SPDX-License-Identifier: MIT */
/** Text that ends where memory does: whoever reads behind it ends in a fault. */
#ifndef GUARDED_H
#define GUARDED_H

#include <vox.h>

typedef struct guarded {
    char *pages;
    size_t size; /* of the pages that may be read */
} guarded;

/** Makes room for texts of up to `length` bytes; free with guarded_free. */
guarded guarded_new(size_t length);
void guarded_free(guarded *room);

/** Copies a text to the end of the room. */
vox_string guarded_text(const guarded *room, vox_string text);

#endif
