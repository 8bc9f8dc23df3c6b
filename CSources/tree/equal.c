/* SPDX-License-Identifier: MIT */
/** Deep equality. Walks the left value; the right one is followed in step:
 *  elements by position, members by name. Parents lead back, so no stack. */
#include "tree/armor.h"

/** True for two values that agree, whatever is below them. */
static bool agree(
    vox_tree *left_tree, const vox_node *left, vox_tree *right_tree, const vox_node *right
) {
    if (left->kind != right->kind) {
        return false;
    }
    if (left->kind == VOX_STRING) {
        return vox_string_equal(vox__text(left_tree, left), vox__text(right_tree, right));
    }
    if (left->kind == VOX_NUMBER) {
        return vox_number_equal(vox__text(left_tree, left), vox__text(right_tree, right));
    }
    return !vox__is_container(left) ||
           vox_node_count(left_tree, left) == vox_node_count(right_tree, right);
}

vox_status vox_node_equal(
    vox_tree *left_tree, const vox_node *left, vox_tree *right_tree, const vox_node *right,
    bool *equal
) {
    const vox_node *top = left;
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
    for (;;) {
        vox_status status = vox__resolve(left_tree, left);
        if (status == VOX_OK) {
            status = vox__resolve(right_tree, right);
        }
        if (status != VOX_OK || !agree(left_tree, left, right_tree, right)) {
            return status;
        }
        const vox_node *child = vox_node_first(left_tree, left), *before = NULL;
        while (!child && left != top) { /* on to the next sibling, or up to one of a parent */
            before = right;
            child = vox_node_next(left_tree, left);
            left = vox_node_parent(left_tree, left);
            right = vox_node_parent(right_tree, right);
        }
        if (!child) {
            *equal = true;
            return VOX_OK;
        }
        left = child;
        right = right->kind == VOX_OBJECT
                    ? vox__object_find(right_tree, right, vox__name(left_tree, child))
                : before ? vox_node_next(right_tree, before)
                         : vox_node_first(right_tree, right);
        if (!right) {
            return VOX_OK;
        }
    }
}
