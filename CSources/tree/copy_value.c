/* SPDX-License-Identifier: MIT */
/** Deep copies of parsed values, also into another tree. The nodes are copied in document order,
 *  so that the copies have this order, too. The walk goes back by parents and needs no stack. */
#include "tree/append.h"
#include "tree/armor.h"
#include "tree/counted.h"

/** The state of a copy. */
typedef struct copying {
    vox_tree *tree; /* the tree of the copy */
    vox_tree *from;
    vox_node *parent; /* the innermost container whose children are being copied, or NULL */
    vox_ref parent_ref;
    vox_node *last; /* its last child so far, or NULL */
    vox_ref last_ref;
} copying;

/** Allocates a text, without a call if the arena has memory. */
VOX_INLINE vox_status
make_text(vox_tree *tree, size_t length, uint32_t extra, vox_ref *ref, char **bytes) {
    *ref = tree->texts.used;
    vox__stored *stored = vox__text_put(tree, length, extra, &tree->texts.used);
    if (VOX_UNLIKELY(!stored)) {
        return vox__text_make(tree, length, extra, ref, bytes);
    }
    *bytes = stored->bytes;
    return VOX_OK;
}

VOX_INLINE vox_status store_text(vox_tree *tree, vox_string text, uint32_t extra, vox_ref *ref) {
    char *bytes;
    VOX_TRY(make_text(tree, text.length, extra, ref, &bytes));
    vox__copy(bytes, text.bytes, text.length);
    return VOX_OK;
}

/** Creates a node, without a call if the arena has one. */
VOX_INLINE vox_status take_node(vox_tree *tree, vox_node **node) {
    vox__arena *nodes = &tree->nodes;
    if (VOX_UNLIKELY(
            nodes->used == nodes->limit || vox__values_made(tree) >= tree->options.max_nodes
        )) {
        return vox__node_take(tree, node);
    }
    *node = vox__recent_node(tree, nodes->used++);
    **node = vox__new_node;
    return VOX_OK;
}

/** Copies one node without its children, and appends it after the last child. */
VOX_INLINE vox_status copy_one(copying *self, const vox_node *original) {
    vox_tree *tree = self->tree;
    vox_node *node;
    VOX_TRY(take_node(tree, &node));
    const vox_ref ref = tree->nodes.used - 1;
    node->kind = original->kind;
    if (original->kind == VOX_STRING || original->kind == VOX_NUMBER) {
        const vox_string text = vox__text(self->from, original);
        VOX_TRY(store_text(tree, text, (uint32_t)text.length, &node->child));
        node->flags |= FLAG_TEXT_STORED;
    } else if (original->kind == VOX_OBJECT) {
        node->flags |= FLAG_CHECKED; /* shadowed members are not copied */
    }
    if (self->parent && self->parent->kind == VOX_OBJECT) {
        const vox_string name = vox__name(self->from, original);
        VOX_TRY(store_text(tree, name, NAME_MADE, &node->name));
        node->name_length = vox__stored_name_length(name);
        node->flags |= FLAG_NAME_STORED;
    }
    node->parent = self->parent_ref;
    if (self->last) {
        node->previous = self->last_ref;
        self->last->next = ref;
    } else if (self->parent) {
        self->parent->child = ref;
        vox__may_have_any_name(self->parent);
    }
    self->last = node;
    self->last_ref = ref;
    return VOX_OK;
}

/** Moves on to the container around the finished one. */
static void close_container(copying *self) {
    vox_node *container = self->parent;
    vox__recent_node(self->tree, container->child)->previous = self->last_ref;
    self->last = container;
    self->last_ref = self->parent_ref;
    self->parent_ref = container->parent;
    self->parent = vox__node_or_null(self->tree, container->parent);
}

vox_status vox__copy_value(vox_tree *tree, vox_tree *from, const vox_node *top, vox_node **copy) {
    copying self = {.tree = tree, .from = from};
    const vox_node *original = top;
    for (;;) {
        VOX_TRY(copy_one(&self, original));
        const vox_node *next = vox__first_counted(from, original);
        if (next) {
            self.parent = self.last;
            self.parent_ref = self.last_ref;
            self.last = NULL;
        }
        while (!next) {
            if (original == top) {
                *copy = self.last;
                return VOX_OK;
            }
            next = vox__next_counted(from, original);
            if (!next) {
                original = vox__node(from, original->parent);
                close_container(&self);
            }
        }
        original = next;
    }
}
