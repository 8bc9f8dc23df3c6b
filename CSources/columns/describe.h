/* SPDX-License-Identifier: MIT */
/** Reading a description: its columns (describe_columns.c), and its table (describe_table.c). Names
 *  and paths are strings of the description's tree. */
#ifndef VOX_COLUMNS_DESCRIBE_H
#define VOX_COLUMNS_DESCRIBE_H

#include "columns/columns.h"

/** The maximum number of columns, with those inside others, and of types inside one another. */
#define MOST_COLUMNS 16384
#define MOST_LEVELS 16

/** A description that is being read. */
typedef struct vox__describing {
    vox_columns *made;
    vox_tree *tree;
    vox_error *error;
    uint32_t columns; /* that were read */
} vox__describing;

/** Fills in an error at a node, and returns VOX_ERROR_SHAPE. */
vox_status vox__describe_refuse(vox__describing *self, const vox_node *node, const char *message);

static inline vox_node *vox__describe_member(
    const vox__describing *self, const vox_node *object, const char *name
) {
    return vox_object_get(self->tree, object, vox_string_from_c(name));
}

/** Refuses members that are not in a list of names, so that a misspelled one is noticed. */
vox_status vox__describe_names(
    vox__describing *self, const vox_node *object, const char *const *names
);

/** Makes fields of columns that are all zero; NULL when there is no memory. */
vox__fields *vox__fields_new(const vox_allocator *allocator, uint32_t count);
void vox__fields_free(const vox_allocator *allocator, vox__fields *fields);
void vox__fields_set(vox__fields *fields, uint32_t index, vox__column column);

/** Reads a list of columns. `more` columns, which are not shown, follow them in the same fields. */
vox_status vox__describe_columns(
    vox__describing *self, const vox_node *list, unsigned level, uint32_t more, vox__fields **made
);

#endif
