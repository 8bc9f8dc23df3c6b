/* SPDX-License-Identifier: MIT */
/** Deep equality. The code walks through the left value and follows in the right value: elements by
 *  position, members by name. The right member is usually the next one. The walk goes back by
 *  parents and needs no stack.
 *
 *  Values that were not written since they were read are equal when their texts are equal, without
 *  comparing the values below. Different texts may have equal values, so comparing texts may be in
 *  vain. A budget limits this; without it, deep values would be compared once for each level. */
#include "tree/armor.h"
#include "tree/counted.h"

/** The budget for comparisons in vain, as a multiple of the length of the text. */
#define VAIN_TEXTS 4
#define BLOCK ((size_t)1024)

/** Two values and their trees. */
typedef struct value_pair {
    vox_tree *left_tree;
    vox_tree *right_tree;
    const vox_node *left;
    const vox_node *right;
    size_t budget; /* bytes that may still be compared in vain */
} value_pair;

/** Returns the text of a value that was read and not changed. Returns an empty string for other
 *  values, and for containers of which a part may be deferred. */
static vox_string unchanged_text(const vox_tree *tree, const vox_node *node) {
    const bool is_read = (node->flags & (FLAG_SOURCE | FLAG_CHANGED)) == FLAG_SOURCE &&
                         (!tree->deferred_end || !vox__is_container(node));
    return is_read ? vox__string(tree->source + node->start, node->end - node->start)
                   : vox__string("", 0);
}

/** Compares texts block by block, because bytes compared in vain count. */
static bool have_same_text(value_pair *self) {
    const vox_string left = unchanged_text(self->left_tree, self->left);
    const vox_string right = unchanged_text(self->right_tree, self->right);
    if (left.length == 0 || left.length != right.length || left.length > self->budget) {
        return false;
    }
    if (left.length <= 16) {
        return vox__same(left, right);
    }
    for (size_t at = 0; at < left.length; at += BLOCK) {
        const size_t length = left.length - at < BLOCK ? left.length - at : BLOCK;
        if (memcmp(left.bytes + at, right.bytes + at, length) != 0) {
            self->budget -= at + length;
            return false;
        }
    }
    return true;
}

/** Returns true for two values of the same kind that, if they are scalars, are equal. */
static bool agree(const value_pair *self) {
    const vox_node *left = self->left, *right = self->right;
    if (left->kind != right->kind) {
        return false;
    }
    if (left->kind == VOX_STRING) {
        return vox__same(vox__text(self->left_tree, left), vox__text(self->right_tree, right));
    }
    return left->kind != VOX_NUMBER ||
           vox_number_equal(vox__text(self->left_tree, left), vox__text(self->right_tree, right));
}

static const vox_node *parent_of(const vox_tree *tree, const vox_node *node) {
    return vox__node(tree, node->parent);
}

/** Returns the right child for a left child, which is usually `next`; NULL if there is none. */
static const vox_node *counterpart(
    const value_pair *self, const vox_node *child, const vox_node *next
) {
    const vox_node *left = parent_of(self->left_tree, child);
    if (left->kind != VOX_OBJECT) {
        return next;
    }
    const vox_string name = vox__name(self->left_tree, child);
    if (VOX_LIKELY(next && vox__same(name, vox__name(self->right_tree, next)))) {
        return next;
    }
    return vox__object_find(self->right_tree, self->right, name);
}

static bool have_same_count(const value_pair *self) {
    return vox_node_count(self->left_tree, self->left) ==
           vox_node_count(self->right_tree, self->right);
}

/** Moves on to the next pair: below the current pair, unless its values are known to be equal.
 *  Returns false when there is no next pair: then all values were equal, or `*equal` is false. */
static bool next_pair(value_pair *self, const vox_node *top, bool are_equal, bool *equal) {
    const vox_node *left = are_equal ? NULL : vox__first_counted(self->left_tree, self->left);
    const vox_node *right = are_equal ? NULL : vox__first_counted(self->right_tree, self->right);
    while (!left) {
        /* The right container has more children, or its members have another order. */
        if (right && !have_same_count(self)) {
            return *equal = false;
        }
        if (self->left == top) {
            return false;
        }
        left = vox__next_counted(self->left_tree, self->left);
        right = vox__next_counted(self->right_tree, self->right);
        self->left = parent_of(self->left_tree, self->left);
        self->right = parent_of(self->right_tree, self->right);
    }
    const vox_node *met = counterpart(self, left, right);
    if (!met || (met != right && !have_same_count(self))) {
        return *equal = false;
    }
    self->left = left;
    self->right = met;
    return true;
}

vox_status vox_node_equal(
    vox_tree *left_tree, const vox_node *left, vox_tree *right_tree, const vox_node *right,
    bool *equal
) {
    if (!equal) {
        return VOX_ERROR_ARGUMENT;
    }
    *equal = false;
    VOX_ARMOR_READ(left_tree, left, VOX_ERROR_ARGUMENT);
    VOX_ARMOR_READ(right_tree, right, VOX_ERROR_ARGUMENT);
    if (!left || !right) {
        *equal = left == right;
        return VOX_OK;
    }
    const size_t length = left->end ? left->end - (size_t)left->start : 0;
    value_pair self = {left_tree, right_tree, left, right, length * VAIN_TEXTS};
    bool more = true;
    for (*equal = true; more && *equal;) {
        vox_status status = vox__resolve(left_tree, self.left);
        if (status == VOX_OK) {
            status = vox__resolve(right_tree, self.right);
        }
        if (status != VOX_OK) {
            *equal = false;
            return status;
        }
        const bool are_equal = have_same_text(&self);
        *equal = are_equal || agree(&self);
        more = *equal && next_pair(&self, left, are_equal, equal);
    }
    return VOX_OK;
}
