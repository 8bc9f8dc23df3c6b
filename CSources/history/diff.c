/* SPDX-License-Identifier: MIT */
/** The differences of two values: the walk goes through both objects in parallel. It goes back
 *  by parents and needs no stack. */
#include "history/history.h"

typedef struct diff_walk {
    vox_tree *before_tree;
    vox_tree *after_tree;
    vox_difference_sink sink;
} diff_walk;

static vox_status report_difference(
    const diff_walk *differ, const vox_node *before, const vox_node *after, const vox_node *object
) {
    vox_difference difference = {before, after, object};
    return differ->sink.found(differ->sink.context, difference) == 0 ? VOX_OK : VOX_ERROR_SINK;
}

/** Parses two nodes if they are deferred. `before` may be NULL. */
static vox_status resolve_both(
    const diff_walk *differ, const vox_node *before, const vox_node *after
) {
    VOX_TRY(before ? vox__resolve(differ->before_tree, before) : VOX_OK);
    return vox__resolve(differ->after_tree, after);
}

static bool are_objects(const vox_node *before, const vox_node *after) {
    return before && after && before->kind == VOX_OBJECT && after->kind == VOX_OBJECT;
}

/** Compares two values as a whole. `before` may be NULL. */
static vox_status compare_values(
    const diff_walk *differ, const vox_node *before, const vox_node *after, const vox_node *object
) {
    bool equal = false;
    if (before) {
        VOX_TRY(vox_node_equal(differ->before_tree, before, differ->after_tree, after, &equal));
    }
    return equal ? VOX_OK : report_difference(differ, before, after, object);
}

/** Reports the members that the later object no longer has. */
static vox_status report_removed(
    const diff_walk *differ, const vox_node *before, const vox_node *after
) {
    const vox_node *member = vox_node_first(differ->before_tree, before);
    for (; member; member = vox_node_next(differ->before_tree, member)) {
        if (!vox__object_find(differ->after_tree, after, vox__name(differ->before_tree, member))) {
            VOX_TRY(report_difference(differ, member, NULL, after));
        }
    }
    return VOX_OK;
}

static vox_status walk_objects(
    vox_tree *before_tree, const vox_node *before, vox_tree *after_tree, const vox_node *after,
    vox_difference_sink sink
) {
    const diff_walk differ = {before_tree, after_tree, sink};
    const vox_node *top = after;
    if (!before || !after) {
        return before == after ? VOX_OK : report_difference(&differ, before, after, NULL);
    }
    VOX_TRY(resolve_both(&differ, before, after));
    if (!are_objects(before, after)) {
        return compare_values(&differ, before, after, NULL);
    }
    const vox_node *child = vox_node_first(after_tree, after);
    for (;;) {
        if (!child) {
            VOX_TRY(report_removed(&differ, before, after));
            if (after == top) {
                return VOX_OK;
            }
            child = vox_node_next(after_tree, after);
            after = vox_node_parent(after_tree, after);
            before = vox_node_parent(before_tree, before);
            continue;
        }
        const vox_node *match = vox__object_find(before_tree, before, vox__name(after_tree, child));
        VOX_TRY(resolve_both(&differ, match, child));
        if (are_objects(match, child)) {
            before = match;
            after = child;
            child = vox_node_first(after_tree, after);
        } else {
            VOX_TRY(compare_values(&differ, match, child, after));
            child = vox_node_next(after_tree, child);
        }
    }
}

vox_status vox_diff(
    vox_tree *before_tree, const vox_node *before, vox_tree *after_tree, const vox_node *after,
    vox_difference_sink sink
) {
    VOX_ARMOR_READ(before_tree, before, VOX_ERROR_ARGUMENT);
    VOX_ARMOR_READ(after_tree, after, VOX_ERROR_ARGUMENT);
    if (!sink.found || (before && !vox__owns(before_tree, before)) ||
        (after && !vox__owns(after_tree, after))) {
        return VOX_ERROR_ARGUMENT;
    }
    const bool first = vox__walk_begins(before_tree), second = vox__walk_begins(after_tree);
    vox_status status = walk_objects(before_tree, before, after_tree, after, sink);
    vox__walk_ends(before_tree, first);
    vox__walk_ends(after_tree, second);
    return status;
}
