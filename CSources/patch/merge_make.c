/* SPDX-License-Identifier: MIT */
/** Creates a JSON Merge Patch: walks through two objects in parallel. An object of the patch is
 *  created when the first difference below it is found. */
#include "patch/make.h"

/** Two objects at one path. */
typedef struct object_pair {
    const vox_node *before;
    const vox_node *after;
    const vox_node *removed; /* the next member of `before` to find in `after` */
    const vox_node *member;  /* then the next member of `after` to find in `before` */
    vox_node *made;          /* in the patch; NULL if nothing below it differs so far */
} object_pair;

typedef struct merge_maker {
    vox_tree *before_tree;
    vox_tree *after_tree;
    vox_tree *patch;
    vox__list pairs;
    uint32_t made; /* the number of pairs, from the first on, that have an object in the patch */
    const vox_node *null; /* a null that a merge patch cannot represent */
} merge_maker;

static object_pair *pair_at(const merge_maker *self, uint32_t index) {
    return (object_pair *)self->pairs.items + index;
}

static vox_status push_pair(merge_maker *self, const vox_node *before, const vox_node *after) {
    object_pair *top = (object_pair *)vox__list_add(
        &self->patch->memory, &self->pairs, sizeof *top
    );
    if (!top) {
        return VOX_ERROR_MEMORY;
    }
    *top = (object_pair
    ){.before = before,
      .after = after,
      .removed = vox_node_first(self->before_tree, before),
      .member = vox_node_first(self->after_tree, after)};
    return VOX_OK;
}

/** Creates the objects of the patch that lead to the innermost pair. */
static vox_status make_objects(merge_maker *self) {
    for (; self->made < self->pairs.count; self->made++) {
        object_pair *inner = pair_at(self, self->made);
        if (self->made == 0) {
            inner->made = vox_tree_root(self->patch);
            continue;
        }
        VOX_TRY(vox_object_set(
            self->patch, pair_at(self, self->made - 1)->made,
            vox__name(self->after_tree, inner->after), vox_value_object(), &inner->made
        ));
    }
    return VOX_OK;
}

/** Adds a member to the patch, for the innermost pair. */
static vox_status add_change(merge_maker *self, vox_string name, vox_value value) {
    VOX_TRY(make_objects(self));
    vox_node *object = pair_at(self, self->pairs.count - 1)->made;
    return vox_object_set(self->patch, object, name, value, NULL);
}

/** Finds a null that a merge patch would treat as a removal: a member outside arrays. */
static vox_status check_nulls(merge_maker *self, const vox_node *top) {
    const vox_tree *tree = self->after_tree;
    for (const vox_node *node = top; node;) {
        const vox_node *next = node->kind == VOX_OBJECT ? vox_node_first(self->after_tree, node)
                                                        : NULL;
        if (node->kind == VOX_NULL) {
            self->null = node;
            return VOX_ERROR_NULL;
        }
        while (!next && node != top) {
            next = vox_node_next(tree, node);
            node = vox_node_parent(tree, node);
        }
        node = next;
    }
    return VOX_OK;
}

/** Adds a new value, or one that replaces another value. */
static vox_status add_value(merge_maker *self, const vox_node *member) {
    VOX_TRY(check_nulls(self, member));
    const vox_value value = vox_value_copy(self->after_tree, member);
    return add_change(self, vox__name(self->after_tree, member), value);
}

static bool are_both_objects(const vox_node *before, const vox_node *after) {
    return before->kind == VOX_OBJECT && after->kind == VOX_OBJECT;
}

static vox_status compare_members(
    merge_maker *self, const vox_node *before, const vox_node *after
) {
    bool equal;
    if (are_both_objects(before, after)) {
        return push_pair(self, before, after);
    }
    VOX_TRY(vox_node_equal(self->before_tree, before, self->after_tree, after, &equal));
    return equal ? VOX_OK : add_value(self, after);
}

/** Continues in the innermost pair. */
static vox_status step_pair(merge_maker *self) {
    object_pair *top = pair_at(self, self->pairs.count - 1);
    const vox_node *member = top->removed;
    if (member) {
        const vox_string name = vox__name(self->before_tree, member);
        top->removed = vox_node_next(self->before_tree, member);
        return vox__object_find(self->after_tree, top->after, name)
                   ? VOX_OK
                   : add_change(self, name, vox_value_null());
    }
    member = top->member;
    if (!member) {
        self->pairs.count--;
        self->made = self->made < self->pairs.count ? self->made : self->pairs.count;
        return VOX_OK;
    }
    top->member = vox_node_next(self->after_tree, member);
    const vox_node *there = vox__object_find(
        self->before_tree, top->before, vox__name(self->after_tree, member)
    );
    return there ? compare_members(self, there, member) : add_value(self, member);
}

static vox_status make_merge(merge_maker *self, const vox_node *before, const vox_node *after) {
    vox_node *root = vox_tree_root(self->patch);
    if (!are_both_objects(before, after)) {
        VOX_TRY(after->kind == VOX_OBJECT ? check_nulls(self, after) : VOX_OK);
        return vox_node_set(self->patch, root, vox_value_copy(self->after_tree, after));
    }
    VOX_TRY(vox_node_set(self->patch, root, vox_value_object()));
    vox_status status = push_pair(self, before, after);
    while (status == VOX_OK && self->pairs.count) {
        status = step_pair(self);
    }
    vox__list_free(&self->patch->memory, &self->pairs, sizeof(object_pair));
    return status;
}

/** Compares two values, parses both before, and describes the error. */
static vox_status read_and_make(
    merge_maker *self, const vox_node *before, const vox_node *after, vox_error *error
) {
    VOX_TRY(vox_node_materialize(self->before_tree, before, true, error));
    VOX_TRY(vox_node_materialize(self->after_tree, after, true, error));
    const vox_status status = make_merge(self, before, after);
    if (status != VOX_OK) {
        vox__patch_error(error, status, NULL, self->after_tree, self->null);
        if (error && self->null) {
            error->pointer_cut = vox__pointer_cut(self->after_tree, self->null, error->pointer);
        }
    }
    return status;
}

vox_status vox_merge_patch_make(
    vox_tree *before_tree, const vox_node *before, vox_tree *after_tree, const vox_node *after,
    const vox_options *options, vox_tree **patch, vox_error *error
) {
    vox_status status = vox__make_usable(before_tree, before, after_tree, after, options, patch);
    if (status != VOX_OK) {
        return vox__error_plain(error, status);
    }
    merge_maker self = {.before_tree = before_tree, .after_tree = after_tree, .patch = *patch};
    status = read_and_make(&self, before, after, error);
    if (status != VOX_OK) {
        vox_tree_free(*patch);
        *patch = NULL;
    }
    return status;
}
