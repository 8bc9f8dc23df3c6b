/* SPDX-License-Identifier: MIT */
/** Creates a JSON Patch: walks through both values in parallel, and records an operation where they
 *  differ. If the operations below a container are longer than its text, the container is replaced
 *  instead, so that a patch is never much longer than the new value. */
#include "patch/make.h"

/** Two different containers of one kind, which are being compared. */
typedef struct compared_pair {
    const vox_node *before;
    const vox_node *after;
    uint32_t segment;
    uint32_t first_operation;
    uint32_t first_segment; /* the first one below it */
    size_t cost;            /* of the operations below it */
    /* Objects: */
    const vox_node *removed; /* the next member of `before` to find in `after` */
    const vox_node *member;  /* then the next member of `after` to find in `before` */
    /* Arrays: */
    vox__alignment alignment;
    uint32_t before_at;
    uint32_t after_at;
    uint32_t before_end; /* the next two that match, or the ends */
    uint32_t after_end;
    size_t position; /* of `after_at`, while the operations are applied */
} compared_pair;

typedef struct maker {
    vox_tree *before_tree;
    vox_tree *after_tree;
    vox__account *account;
    vox__digests before;
    vox__digests after;
    vox__operations operations;
    vox__list frames;
} maker;

static compared_pair *innermost_pair(const maker *self) {
    return (compared_pair *)self->frames.items + self->frames.count - 1;
}

static size_t size_of_after(const maker *self, const vox_node *after) {
    return after ? (size_t)vox__digest_of(&self->after, after)->size : 0;
}

/** Records an operation, and adds its cost to the pair around it. */
static vox_status add_operation(
    maker *self, vox__operation_kind kind, uint32_t segment, const vox_node *value
) {
    if (self->frames.count) {
        innermost_pair(self)->cost += vox__operations_cost(&self->operations, segment) +
                                      size_of_after(self, value);
    }
    return vox__operations_add(&self->operations, kind, segment, value);
}

/** Records an operation for a child of the innermost pair. */
static vox_status add_below(
    maker *self, vox__operation_kind kind, vox_string child, const vox_node *value
) {
    uint32_t segment;
    VOX_TRY(
        vox__operations_segment(&self->operations, innermost_pair(self)->segment, child, &segment)
    );
    return add_operation(self, kind, segment, value);
}

/** Finds the next two elements that match. */
static void find_match(compared_pair *top) {
    const vox__alignment *all = &top->alignment;
    top->after_end = top->after_at;
    while (top->after_end < all->after_count && all->matches[top->after_end] == VOX_NO_MATCH) {
        top->after_end++;
    }
    const bool found = top->after_end < all->after_count;
    top->before_end = found ? all->matches[top->after_end] : all->before_count;
}

/** Begins to compare two containers of one kind. */
static vox_status push_frame(
    maker *self, const vox_node *before, const vox_node *after, uint32_t segment
) {
    compared_pair made = {
        .before = before,
        .after = after,
        .segment = segment,
        .first_operation = self->operations.items.count,
        .first_segment = self->operations.segments.count,
    };
    vox_status status = VOX_OK;
    if (before->kind == VOX_ARRAY) {
        status = vox__align(
            &made.alignment, self->account, &self->before, before, &self->after, after
        );
        if (status == VOX_OK) {
            find_match(&made);
        }
    } else {
        made.removed = vox_node_first(self->before_tree, before);
        made.member = vox_node_first(self->after_tree, after);
    }
    compared_pair *top = NULL;
    if (status == VOX_OK) {
        top = (compared_pair *)vox__list_add(self->account, &self->frames, sizeof *top);
    }
    if (!top) {
        vox__alignment_free(&made.alignment, self->account);
        return status == VOX_OK ? VOX_ERROR_MEMORY : status;
    }
    *top = made;
    return VOX_OK;
}

/** Records that two values at one path differ: compares containers inside, and replaces others. */
static vox_status record_change(
    maker *self, const vox_node *before, const vox_node *after, uint32_t segment
) {
    return before->kind == after->kind && vox__is_container(after)
               ? push_frame(self, before, after, segment)
               : add_operation(self, VOX_OPERATION_REPLACE, segment, after);
}

/** Compares two children of the innermost pair that have the same path. */
static vox_status compare_child(
    maker *self, const vox_node *before, const vox_node *after, vox_string child
) {
    bool equal;
    uint32_t segment;
    VOX_TRY(vox__digests_equal(&self->before, before, &self->after, after, &equal));
    if (equal) {
        return VOX_OK;
    }
    VOX_TRY(
        vox__operations_segment(&self->operations, innermost_pair(self)->segment, child, &segment)
    );
    return record_change(self, before, after, segment);
}

/** The cost of operations below a container that is allowed besides twice its text. */
#define SMALL_COST 4096

/** Ends the innermost pair. Replaces the container if that is shorter than its operations. */
static vox_status pop(maker *self) {
    compared_pair top = *innermost_pair(self);
    const size_t replaced = vox__operations_cost(&self->operations, top.segment) +
                            size_of_after(self, top.after);
    vox__alignment_free(&top.alignment, self->account);
    self->frames.count--;
    if (top.cost > SMALL_COST && top.cost / 2 > replaced) {
        self->operations.items.count = top.first_operation;
        self->operations.segments.count = top.first_segment;
        return add_operation(self, VOX_OPERATION_REPLACE, top.segment, top.after);
    }
    if (self->frames.count) {
        innermost_pair(self)->cost += top.cost;
    }
    return VOX_OK;
}

/** Continues in two objects: first the removed members, then the members of `after`. */
static vox_status step_object(maker *self, compared_pair *top) {
    const vox_node *member = top->removed;
    if (member) {
        const vox_string name = vox__name(self->before_tree, member);
        top->removed = vox_node_next(self->before_tree, member);
        return vox__object_find(self->after_tree, top->after, name)
                   ? VOX_OK
                   : add_below(self, VOX_OPERATION_REMOVE, name, NULL);
    }
    member = top->member;
    if (!member) {
        return pop(self);
    }
    vox_string name = vox__name(self->after_tree, member);
    const vox_node *there = vox__object_find(self->before_tree, top->before, name);
    top->member = vox_node_next(self->after_tree, member);
    return there ? compare_child(self, there, member, name)
                 : add_below(self, VOX_OPERATION_ADD, name, member);
}

/** Continues in two arrays with the elements before the next match: in pairs while both arrays have
 *  such elements. */
static vox_status step_array(maker *self, compared_pair *top) {
    const vox__alignment *all = &top->alignment;
    const bool removes = top->before_at < top->before_end, adds = top->after_at < top->after_end;
    const vox_string place = vox__string(NULL, top->position);
    if (!removes && !adds && top->after_at == all->after_count) {
        return pop(self);
    }
    const vox_node *before = removes ? vox__node(self->before_tree, all->before[top->before_at])
                                     : NULL;
    const vox_node *after = adds ? vox__node(self->after_tree, all->after[top->after_at]) : NULL;
    const bool matches = !removes && !adds;
    top->before_at += removes || matches;
    top->after_at += adds || matches;
    top->position += adds || matches;
    if (matches) {
        find_match(top);
        return VOX_OK;
    }
    if (adds && removes) {
        return compare_child(self, before, after, place);
    }
    return add_below(self, adds ? VOX_OPERATION_ADD : VOX_OPERATION_REMOVE, place, after);
}

static vox_status find_operations(maker *self, const vox_node *before, const vox_node *after) {
    bool equal;
    uint32_t top = 0;
    VOX_TRY(vox__operations_segment(&self->operations, 0, vox__string("", 0), &top));
    VOX_TRY(vox__digests_equal(&self->before, before, &self->after, after, &equal));
    VOX_TRY(equal ? VOX_OK : record_change(self, before, after, top));
    while (self->frames.count) {
        compared_pair *inner = innermost_pair(self);
        VOX_TRY(
            inner->before->kind == VOX_OBJECT ? step_object(self, inner) : step_array(self, inner)
        );
    }
    return VOX_OK;
}

static vox_status make_patch(
    maker *self, const vox_node *before, const vox_node *after, vox_tree *patch
) {
    vox__seed seed = {.drawn = false};
    vox_node *root = vox_tree_root(patch);
    vox_status status = vox_node_set(patch, root, vox_value_array());
    if (status == VOX_OK) {
        status = vox__digests_make(&self->before, self->account, &seed, self->before_tree, before);
    }
    if (status == VOX_OK) {
        status = vox__digests_make(&self->after, self->account, &seed, self->after_tree, after);
    }
    if (status == VOX_OK) {
        status = find_operations(self, before, after);
    }
    if (status == VOX_OK) {
        status = vox__operations_write(&self->operations, self->after_tree, patch, root);
    }
    for (; self->frames.count; self->frames.count--) { /* after an error */
        vox__alignment_free(&innermost_pair(self)->alignment, self->account);
    }
    vox__list_free(self->account, &self->frames, sizeof(compared_pair));
    vox__operations_free(&self->operations);
    vox__digests_free(&self->before, self->account);
    vox__digests_free(&self->after, self->account);
    return status;
}

vox_status vox__make_usable(
    vox_tree *before_tree, const vox_node *before, vox_tree *after_tree, const vox_node *after,
    const vox_options *options, vox_tree **patch
) {
    if (!patch) {
        return VOX_ERROR_ARGUMENT;
    }
    *patch = NULL;
    if (!before_tree || !after_tree) {
        return VOX_ERROR_ARGUMENT;
    }
    if (!before || !after) {
        return VOX_ERROR_MISSING;
    }
    if (!vox__owns(before_tree, before) || !vox__owns(after_tree, after)) {
        return VOX_ERROR_ARGUMENT;
    }
    return vox_tree_new(options, patch);
}

vox_status vox_patch_make(
    vox_tree *before_tree, const vox_node *before, vox_tree *after_tree, const vox_node *after,
    const vox_options *options, vox_tree **patch
) {
    VOX_TRY(vox__make_usable(before_tree, before, after_tree, after, options, patch));
    vox__account *account = &(*patch)->memory;
    maker self = {
        .before_tree = before_tree,
        .after_tree = after_tree,
        .account = account,
        .operations = {.account = account}};
    vox_status status = make_patch(&self, before, after, *patch);
    if (status != VOX_OK) {
        vox_tree_free(*patch);
        *patch = NULL;
    }
    return status;
}
