/* SPDX-License-Identifier: MIT */
/** Digests of values. Equal values have equal digests, and other values almost always differ.
 *  Digests begin with the seed, so an attacker cannot choose values with equal digests. They tell
 *  whether two values may be equal, without a look at the values below. */
#include "patch/make.h"

/** Returns the digest of a value; of a container, without its children. */
static vox__digest digest_one(vox__digests *self, vox__seed *seed, const vox_node *node) {
    const vox_string text = vox_node_text(self->tree, node);
    vox__digest made = {.hash = vox__hash_mix(seed->keys[1], node->kind)};
    switch (node->kind) {
    case VOX_STRING:
        made.hash = vox__hash(seed, VOX_STRING, text, NULL);
        made.size = text.length + 2;
        break;
    case VOX_NUMBER:
        made.hash = vox__number_hash(seed, text);
        made.size = text.length;
        break;
    case VOX_ARRAY:
    case VOX_OBJECT:
        made.size = 2;
        break;
    default:
        made.size = 4;
    }
    return made;
}

/** Adds the digest of a child to that of its parent. */
static void fold(
    vox__digests *self, vox__seed *seed, const vox_node *parent, const vox_node *child
) {
    const vox__digest *part = vox__digest_of(self, child);
    vox__digest *whole = &self->items[vox__ref(self->tree, parent)];
    whole->size += part->size + 1;
    if (parent->kind == VOX_OBJECT) { /* in any order */
        const vox_string name = vox__name(self->tree, child);
        whole->hash += vox__hash_mix(vox__hash(seed, VOX_OBJECT, name, NULL), part->hash);
        whole->size += name.length + 3;
    } else {
        whole->hash = vox__hash_mix(whole->hash, part->hash);
    }
}

vox_status vox__digests_make(
    vox__digests *self, vox__account *account, vox__seed *seed, vox_tree *tree, const vox_node *top
) {
    void *memory = NULL;
    vox__seed_draw(seed);
    *self = (vox__digests){.tree = tree};
    VOX_TRY(vox__resolve_below(tree, top, NULL));
    VOX_TRY(vox__temporary(account, &memory, 0, tree->nodes.used * sizeof *self->items));
    self->items = (vox__digest *)memory;
    self->count = tree->nodes.used;
    for (const vox_node *node = top; node;) {
        self->items[vox__ref(tree, node)] = digest_one(self, seed, node);
        const vox_node *next = vox_node_first(tree, node);
        while (!next && node != top) { /* on to the next sibling, or to that of a parent */
            next = vox_node_next(tree, node);
            fold(self, seed, vox_node_parent(tree, node), node);
            node = vox_node_parent(tree, node);
        }
        node = next;
    }
    return VOX_OK;
}

void vox__digests_free(vox__digests *self, vox__account *account) {
    void *memory = self->items;
    if (memory) {
        (void)vox__temporary(account, &memory, self->count * sizeof *self->items, 0);
        self->items = NULL;
    }
}

vox_status vox__digests_equal(
    const vox__digests *before, const vox_node *left, const vox__digests *after,
    const vox_node *right, bool *equal
) {
    *equal = false;
    return vox__digest_of(before, left)->hash == vox__digest_of(after, right)->hash
               ? vox_node_equal(before->tree, left, after->tree, right, equal)
               : VOX_OK;
}
