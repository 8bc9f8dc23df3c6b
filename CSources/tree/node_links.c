/* SPDX-License-Identifier: MIT */
/** The links between parents, children and siblings, and the effects of changing them:
 *  indexes and marks of change. None of this can fail.
 *
 *  A change marks a node and its parents, up to the first parent that is marked: a marked
 *  node has marked parents. */
#include "tree/append.h"
#include "tree/armor.h"

void vox__touch(const vox_tree *tree, vox_node *node) {
    while (node && !(node->flags & FLAG_CHANGED)) {
        node->flags |= FLAG_CHANGED;
        node = vox__node_or_null(tree, node->parent);
    }
}

/** Inserts a detached node before another child, or at the end. */
void vox__link(vox_tree *tree, vox_node *parent, vox_node *node, vox_node *before) {
    vox_ref ref = vox__recent_ref(tree, node);
    vox_node *first = parent->child ? vox__recent_node(tree, parent->child) : NULL;
    const vox_ref last = first ? first->previous : 0;
    vox__may_have_any_name(parent);
    node->parent = vox__recent_ref(tree, parent);
    node->next = before ? vox__ref(tree, before) : 0;
    if (!first) {
        node->previous = ref;
        parent->child = ref;
    } else if (!before) {
        node->previous = last;
        vox__recent_node(tree, last)->next = ref;
        first->previous = ref;
    } else {
        node->previous = before->previous;
        if (parent->child == node->next) {
            parent->child = ref;
        } else {
            vox__node(tree, before->previous)->next = ref;
        }
        before->previous = ref;
    }
}

/** Clears what a node had as a child of its parent. An element has an identity instead of a name,
 *  which must not be used elsewhere. */
static void forget_place(const vox_node *parent, vox_node *node) {
    node->next = node->previous = node->parent = 0;
    node->flags &= (uint8_t) ~(FLAG_PLACED | FLAG_SHADOWED);
    node->name_length &= NAME_LENGTH;
    if (parent->kind == VOX_ARRAY) {
        node->name = 0;
    }
}

void vox__unlink(vox_tree *tree, vox_node *node) {
    vox_node *parent = vox__node(tree, node->parent);
    vox_ref ref = vox__ref(tree, node);
    vox__index_removing(tree, parent, node);
    if (parent->child == ref) {
        parent->child = node->next;
        if (node->next) {
            vox__node(tree, node->next)->previous = node->previous;
        }
    } else {
        vox__node(tree, node->previous)->next = node->next;
        vox_ref following = node->next ? node->next : parent->child;
        vox__node(tree, following)->previous = node->previous;
    }
    forget_place(parent, node);
}

/** Removes a node from its parent: links, indexes, marks. */
void vox__detach(vox_tree *tree, vox_node *node) {
    vox_node *parent = vox__node(tree, node->parent);
    vox__leaving(tree, node);
    vox__unlink(tree, node);
    vox__touch(tree, parent);
    if (tree->hooks.without) {
        tree->hooks.without(tree, parent, node);
    }
}

/** Inserts a node into a parent: links, indexes, marks. */
void vox__attach(vox_tree *tree, vox_node *parent, vox_node *node, vox_node *before) {
    vox__link(tree, parent, node, before);
    vox__index_added(tree, parent, node);
    vox__touch(tree, parent);
    vox__added(tree, node);
}

/** Replaces a node by a detached node with the same name. Nothing is looked up while the object has
 *  neither of them: earlier members with the name stay shadowed, and no identity is read from
 *  them. */
void vox__replace(vox_tree *tree, vox_node *old, vox_node *node) {
    vox_node *parent = vox__node(tree, old->parent), *before = vox__sibling(tree, old);
    uint16_t repeated = old->name_length & NAME_REPEATED;
    vox__leaving(tree, old);
    vox__unlink(tree, old);
    node->name_length |= repeated;
    vox__attach(tree, parent, node, before);
}

void vox__drop_children(vox_tree *tree, vox_node *node) {
    vox__index_drop(tree, node);
    for (vox_node *child = vox__child(tree, node), *next; child; child = next) {
        next = vox__sibling(tree, child);
        forget_place(node, child);
    }
    node->child = 0;
}
