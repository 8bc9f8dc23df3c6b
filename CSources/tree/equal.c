/* SPDX-License-Identifier: MIT */
/** Deep equality. Walks the left value; the right one is followed in step:
 *  elements by position, members by name. Parents lead back, so no stack. */
#include "tree/armor.h"

static bool same_scalar(
    const vox_tree *left_tree, const vox_node *left, const vox_tree *right_tree,
    const vox_node *right
) {
    if (left->kind == VOX_STRING) {
        return vox_string_equal(vox__text(left_tree, left), vox__text(right_tree, right));
    }
    if (left->kind == VOX_NUMBER) {
        return vox_number_equal(vox__text(left_tree, left), vox__text(right_tree, right));
    }
    return true;
}

vox_status vox_node_equal(
    vox_tree *left_tree, const vox_node *left, vox_tree *right_tree, const vox_node *right,
    bool *equal
) {
    const vox_node *top = left;
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
        if (status != VOX_OK) {
            return status;
        }
        if (left->kind != right->kind || !same_scalar(left_tree, left, right_tree, right)) {
            return VOX_OK;
        }
        const vox_node *child = vox_node_first(left_tree, left);
        if (vox__is_container(left) &&
            vox_node_count(left_tree, left) != vox_node_count(right_tree, right)) {
            return VOX_OK;
        }
        if (child) {
            const vox_node *match = left->kind == VOX_OBJECT
                                        ? vox__object_find(
                                              right_tree, right, vox__name(left_tree, child)
                                          )
                                        : vox_node_first(right_tree, right);
            if (!match) {
                return VOX_OK;
            }
            left = child;
            right = match;
            continue;
        }
        /* Done below here: on to the next sibling, or up to one of a parent. */
        for (;;) {
            if (left == top) {
                *equal = true;
                return VOX_OK;
            }
            const vox_node *next = vox_node_next(left_tree, left);
            const vox_node *parent = vox_node_parent(left_tree, left);
            const vox_node *right_parent = vox_node_parent(right_tree, right);
            if (next) {
                right = parent->kind == VOX_OBJECT
                            ? vox__object_find(right_tree, right_parent, vox__name(left_tree, next))
                            : vox_node_next(right_tree, right);
                left = next;
                break;
            }
            left = parent;
            right = right_parent;
        }
        if (!right) {
            return VOX_OK;
        }
    }
}
