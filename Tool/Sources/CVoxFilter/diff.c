/* SPDX-License-Identifier: MIT */
#include "vox_diff.h"

#include "filter.h"

/** One of the two files, and its current record. */
typedef struct side {
    filter from;
    line taken;
    vox_tree *tree;
} side;

/** Takes the next record. Returns false at the end, and after an error. */
static bool next_record(side *of) {
    filter *from = &of->from;
    do {
        while (from->outcome == VOX_FILTER_DONE && vox__lines_take(&from->input, &of->taken)) {
            if (!vox__line_is_blank(&of->taken)) {
                return true;
            }
        }
    } while (vox__filter_fill(from));
    return false;
}

/** Reports an error, whose position is relative to the record. */
static void tell(side *of, const vox_error *error) {
    if (error->status == VOX_ERROR_MEMORY) {
        of->from.outcome = VOX_FILTER_MEMORY;
        return;
    }
    fault found = {
        .file = of->from.file,
        .status = error->status,
        .message = error->message,
        .pointer = vox_string_from_c(error->pointer),
    };
    vox__filter_locate(&of->taken, error, &found);
    (void)vox__filter_tell(&of->from, &found);
}

static bool parse(side *of) {
    vox_error error;
    const vox_status status = vox__filter_parse(&of->from, &of->taken, &of->tree, &error);
    if (status) {
        tell(of, &error);
    }
    return !status;
}

static void tell_status(side *of, vox_status status, const char *message) {
    const vox_error error = {.status = status, .message = message, .line = 1, .column = 1};
    tell(of, &error);
}

/** Writes the patch from one record to the other. Sets `differ` when they differ. */
static bool write_patch(side sides[2], vox_revise_kind kind, bool *differ) {
    vox_tree *before = sides[0].tree, *after = sides[1].tree, *patch = NULL;
    const vox_node *from = vox_tree_root(before), *to = vox_tree_root(after);
    rows *out = &sides[0].from.out;
    vox_error error = {.status = VOX_OK};
    bool equal = false;
    vox_status status = vox_node_equal(before, from, after, to, &equal);
    vox__rows_begin(out, SIZE_MAX);
    if (!status && kind == VOX_REVISE_MERGE) {
        status = vox_merge_patch_make(before, from, after, to, NULL, &patch, &error);
    } else if (!status) {
        status = vox_patch_make(before, from, after, to, NULL, &patch);
    }
    if (!status) {
        const vox_sink sink = {vox__rows_put_sink, out};
        status = vox_write(patch, vox_tree_root(patch), VOX_STYLE_COMPACT, sink);
        vox__rows_put_byte(out, '\n');
        vox_tree_free(patch);
        *differ |= !equal;
    }
    if (status && error.status == status) {
        tell(&sides[1], &error);
    } else if (status) {
        tell_status(&sides[1], status, vox_status_message(status));
    }
    return !status;
}

/** Compares the records of both files, pair by pair. */
static void compare(side sides[2], vox_revise_kind kind, bool *differ) {
    for (bool goes_on = true; goes_on;) {
        const bool first = next_record(&sides[0]), second = next_record(&sides[1]);
        const bool done = sides[0].from.outcome == VOX_FILTER_DONE &&
                          sides[1].from.outcome == VOX_FILTER_DONE;
        if (!done || (!first && !second)) {
            return;
        }
        if (first != second) {
            tell_status(
                &sides[second], VOX_ERROR_TRAILING, "this file has more records than the other"
            );
            return;
        }
        goes_on = parse(&sides[0]) && parse(&sides[1]) && write_patch(sides, kind, differ);
        for (int at = 0; at < 2; at++) {
            vox_tree_free(sides[at].tree);
            sides[at].tree = NULL;
        }
    }
}

vox_filter_outcome vox_diff_files(
    const vox_revise_options *options, const vox_diff_side files[2], bool *differ,
    const char **unread
) {
    side sides[2];
    memset(sides, 0, sizeof sides);
    vox_filter_outcome outcome = VOX_FILTER_DONE;
    *differ = false;
    for (int at = 0; at < 2 && outcome == VOX_FILTER_DONE; at++) {
        filter *from = &sides[at].from;
        if (!vox__filter_set_up(
                from, options->descriptor, options->max_record, VOX_FILTER_STOP, false
            )) {
            outcome = VOX_FILTER_MEMORY;
            continue;
        }
        (void)vox__filter_open(from, files[at].name, files[at].descriptor, files[at].input);
        outcome = from->outcome;
        *unread = from->file;
    }
    if (outcome == VOX_FILTER_DONE) {
        compare(sides, options->kind, differ);
    }
    for (int at = 0; at < 2 && outcome == VOX_FILTER_DONE; at++) {
        outcome = sides[at].from.outcome;
        *unread = sides[at].from.file;
    }
    /* The output before an error is written, too. */
    const vox_filter_outcome closed = vox__filter_close(&sides[0].from);
    if (outcome == VOX_FILTER_DONE) {
        outcome = closed;
    }
    vox__filter_free(&sides[0].from);
    vox__filter_free(&sides[1].from);
    return outcome;
}
