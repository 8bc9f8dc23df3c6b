/* SPDX-License-Identifier: MIT */
/** Applies a JSON Merge Patch (RFC 7386): walks through the objects of the patch and of the
 *  document in parallel. The walk goes back by parents and needs no stack. */
#include "patch/patch.h"

typedef struct merger {
    vox_tree *tree;
    vox_tree *patch_tree;
    vox__undo undo;
    const vox_node *fault; /* a value of the patch */
} merger;

/** Appends a new value to an object. */
static vox_status append_member(
    merger *self, vox_node *object, vox_string name, vox_value value, vox_node **member
) {
    VOX_TRY(vox_node_new(self->tree, value, member));
    return vox__undo_link(&self->undo, object, *member, NULL, &name);
}

/** Turns another value into an object, and parses a deferred object if members are looked up. */
static vox_status enter_object(merger *self, vox_node *node, bool looks) {
    if (vox_node_kind(node) != VOX_OBJECT) {
        return vox__undo_write(&self->undo, node, vox_value_object());
    }
    return looks ? vox__undo_resolve(&self->undo, node) : VOX_OK;
}

/** Applies one member of a patch to an object. `*inner` receives the object to which the members of
 *  this member apply, or NULL. */
static vox_status merge_member(
    merger *self, vox_node *object, const vox_node *member, vox_node **inner
) {
    const vox_string name = vox__name(self->patch_tree, member);
    const vox_kind kind = vox_node_kind(member);
    vox_node *there = vox__object_find(self->tree, object, name);
    *inner = NULL;
    if (kind == VOX_NULL) {
        return there ? vox__undo_unlink(&self->undo, there) : VOX_OK;
    }
    if (kind == VOX_OBJECT) {
        VOX_TRY(there ? VOX_OK : append_member(self, object, name, vox_value_object(), &there));
        *inner = there;
        return enter_object(self, there, member->child != 0);
    }
    const vox_value value = vox_value_copy(self->patch_tree, member);
    return there ? vox__undo_write(&self->undo, there, value)
                 : append_member(self, object, name, value, &there);
}

static vox_status merge(merger *self, vox_node *node, const vox_node *patch) {
    const vox_node *object = patch, *member;
    vox_node *inner;
    VOX_TRY(vox__resolve(self->patch_tree, patch));
    if (patch->kind != VOX_OBJECT) {
        return vox__undo_write(&self->undo, node, vox_value_copy(self->patch_tree, patch));
    }
    VOX_TRY(enter_object(self, node, patch->child != 0));
    member = vox_node_first(self->patch_tree, patch);
    for (;;) {
        if (!member) {
            if (object == patch) {
                return VOX_OK;
            }
            member = vox_node_next(self->patch_tree, object);
            object = vox_node_parent(self->patch_tree, object);
            node = vox_node_parent(self->tree, node);
            continue;
        }
        self->fault = member;
        VOX_TRY(vox__resolve(self->patch_tree, member));
        VOX_TRY(merge_member(self, node, member, &inner));
        if (inner) {
            object = member;
            node = inner;
            member = vox_node_first(self->patch_tree, object);
        } else {
            member = vox_node_next(self->patch_tree, member);
        }
    }
}

vox_status vox_merge_patch_apply(
    vox_tree *tree, vox_node *node, vox_tree *patch_tree, const vox_node *patch, vox_error *error
) {
    vox_status status = vox__patch_usable(tree, node, patch_tree, patch);
    if (status != VOX_OK) {
        return vox__error_plain(error, status);
    }
    merger self = {.tree = tree, .patch_tree = patch_tree, .fault = patch};
    vox__undo_begin(&self.undo, tree);
    status = vox__undo_end(&self.undo, merge(&self, node, patch));
    if (status != VOX_OK && !vox__undo_unread(&self.undo, patch_tree, self.fault, status, error)) {
        vox__patch_error(error, status, NULL, patch_tree, self.fault);
        if (error) {
            error->pointer_cut = vox__pointer_cut(patch_tree, self.fault, error->pointer);
        }
    }
    return status;
}
