/* SPDX-License-Identifier: MIT */
/** Deep equality. Walks the left value; the right one is followed in step: elements by
 *  position, members by name, which most often is that of the next one. Parents lead back, so
 *  no stack.
 *
 *  Values that nobody wrote since they were read are equal when their texts are: nothing below
 *  them is looked at. Texts that differ may say the same, so how much may be compared in vain
 *  is bounded, or deep values would be compared once a level. */
#include "tree/armor.h"
#include "tree/counted.h"

/** So many times the length of its text a value may be compared in vain. */
#define VAIN_TEXTS 4
#define BLOCK ((size_t)1024)

/** Two values, and the trees that they are in. */
typedef struct pair {
    vox_tree *left_tree;
    vox_tree *right_tree;
    const vox_node *left;
    const vox_node *right;
    size_t budget; /* bytes that may still be compared in vain */
} pair;

/** The text of a value that was read and has not changed since; empty for others, and where
 *  some of it may have stayed unread. */
static vox_string read_text(const vox_tree *tree, const vox_node *node) {
    const bool is_read = (node->flags & (FLAG_SOURCE | FLAG_CHANGED)) == FLAG_SOURCE &&
                         (!tree->deferred_end || !vox__is_container(node));
    return is_read ? vox__string(tree->source + node->start, node->end - node->start)
                   : vox__string("", 0);
}

/** Compares block by block, since what was compared in vain counts. */
static bool have_same_text(pair *self) {
    const vox_string left = read_text(self->left_tree, self->left);
    const vox_string right = read_text(self->right_tree, self->right);
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

/** True for two values of a kind; of scalars, that are equal. */
static bool agree(const pair *self) {
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

/** What stands on the right for a child on the left, most likely `next`; NULL for nothing. */
static const vox_node *counterpart(const pair *self, const vox_node *child, const vox_node *next) {
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

static bool have_same_count(const pair *self) {
    return vox_node_count(self->left_tree, self->left) ==
           vox_node_count(self->right_tree, self->right);
}

/** Goes to the next pair, to one below these two unless they are known to be equal. False when
 *  there is none: then all were equal, or `*equal` is false now. */
static bool go_on(pair *self, const vox_node *top, bool are_equal, bool *equal) {
    const vox_node *left = are_equal ? NULL : vox__first_counted(self->left_tree, self->left);
    const vox_node *right = are_equal ? NULL : vox__first_counted(self->right_tree, self->right);
    while (!left) {
        /* The right one has more, or its members stand in another order. */
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
    pair self = {left_tree, right_tree, left, right, length * VAIN_TEXTS};
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
        more = *equal && go_on(&self, left, are_equal, equal);
    }
    return VOX_OK;
}
