/* SPDX-License-Identifier: MIT */
/** The life of the data about identities. */
#include "jsonapi/jsonapi.h"

void vox__identity_clear(vox_tree *tree) {
    struct vox__identities *all = tree->identities;
    vox__table_free(&tree->memory, vox__index_resize, &all->resources, sizeof(vox__identity));
    for (int local = VOX_BY_ID; local <= VOX_BY_LID; local++) {
        vox__table_free(
            &tree->memory, vox__index_resize, &all->duplicates[local], sizeof(vox__duplicate)
        );
    }
    all->built = all->searched = false;
    all->type_count = 0;
    all->last_order = all->first_free = all->last_free = all->left_order = 0;
    all->left = 0;
}

static void free_identities(vox_tree *tree) {
    void *memory = tree->identities;
    vox__identity_clear(tree);
    (void)vox__index_resize(&tree->memory, &memory, sizeof *tree->identities, 0);
    tree->identities = NULL;
}

struct vox__identities *vox__identities_of(vox_tree *tree) {
    void *memory = NULL;
    if (!tree->identities &&
        vox__index_resize(&tree->memory, &memory, 0, sizeof *tree->identities) == VOX_OK) {
        tree->identities = (struct vox__identities *)memset(memory, 0, sizeof *tree->identities);
        tree->hooks.free_identities = free_identities;
    }
    return tree->identities;
}
