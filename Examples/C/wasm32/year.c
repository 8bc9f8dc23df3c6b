/* SPDX-License-Identifier: MIT */
/** A module for bare wasm32 that reads JSON: docs/c/amalgamation.md. */
#include "vox.h"

static _Alignas(16) char memory[1 << 16];
static size_t used;

/** Takes blocks one after the other. All are free again when `used` is 0. */
static void *resize(void *context, void *block, size_t old_size, size_t new_size) {
    const size_t kept = old_size < new_size ? old_size : new_size;
    const size_t start = (used + 15) / 16 * 16;
    (void)context;
    if (new_size == 0 || new_size > sizeof memory - start) {
        return NULL;
    }
    for (size_t at = 0; at < kept; at++) {
        memory[start + at] = ((const char *)block)[at];
    }
    used = start + new_size;
    return memory + start;
}

vox_allocator vox_allocator_default(void) {
    const vox_allocator allocator = {resize, NULL};
    return allocator;
}

int year_of(const char *text, size_t length);

/** Returns the year in the JSON text of a book; 0 if there is none. */
int year_of(const char *text, size_t length) {
    vox_tree *tree;
    int64_t year = 0;
    used = 0;
    if (vox_tree_parse(text, length, NULL, &tree, NULL) == VOX_OK) {
        vox_node *root = vox_tree_root(tree);
        (void)vox_node_int64(tree, vox_object_get(tree, root, vox_string_from_c("year")), &year);
    }
    return (int)year;
}
