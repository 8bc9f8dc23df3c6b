/* SPDX-License-Identifier: MIT */
#include "vox_revise.h"

#include <stdlib.h>

#include "filter.h"

struct vox_revise {
    filter base;
    vox_tree *patch;
    vox_revise_kind kind;
};

/** Ends the line of a record as it ended in the input. */
static void end_line(filter *base, const line *taken) {
    if (taken->has_end) {
        vox__rows_put_byte(&base->out, '\n');
    }
}

/** Copies a record to the output. The beginning of a record past the limit was written before. */
static void keep(filter *base, const line *taken) {
    vox__rows_begin(&base->out, SIZE_MAX);
    vox__rows_put_string(&base->out, taken->text);
    end_line(base, taken);
}

/** Reports an error. An error of the patch has the position of the record, and its operation. */
static void report(
    filter *base, const line *taken, const vox_error *error, const size_t *operation
) {
    if (error->status == VOX_ERROR_MEMORY) {
        base->outcome = VOX_FILTER_MEMORY;
        return;
    }
    fault found = {
        .file = base->file,
        .status = error->status,
        .message = error->message,
        .pointer = vox_string_from_c(error->pointer),
        .operation = operation && *operation != VOX_NO_OPERATION ? operation : NULL,
    };
    const vox_error start = {.line = 1, .column = 1};
    vox__filter_locate(taken, operation ? &start : error, &found);
    if (vox__filter_tell(base, &found)) {
        vox__fault_row(&base->out, &found);
    } else if (base->on_fault == VOX_FILTER_KEEP) {
        keep(base, taken);
    }
}

/** Writes a document in pieces, however large it is. */
static int send(void *context, const char *bytes, size_t length) {
    rows *out = context;
    vox__rows_put(out, bytes, length);
    return out->out_of_memory || (out->length >= ROWS_PIECE && !vox__rows_flush(out));
}

static void write_record(filter *base, const line *taken, vox_tree *tree) {
    const vox_sink sink = {send, &base->out};
    vox__rows_begin(&base->out, SIZE_MAX);
    const vox_status status = vox_write(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, sink);
    end_line(base, taken);
    if (status == VOX_ERROR_MEMORY || base->out.out_of_memory) {
        base->outcome = VOX_FILTER_MEMORY;
    } else if (status) {
        base->outcome = VOX_FILTER_UNSENT;
    }
}

static void revise_record(void *context, const line *taken) {
    vox_revise *revise = context;
    filter *base = &revise->base;
    vox_tree *tree;
    vox_error error;
    if (vox__line_is_blank(taken)) {
        keep(base, taken);
        return;
    }
    if (vox__filter_parse(base, taken, &tree, &error)) {
        report(base, taken, &error, NULL);
        return;
    }
    vox_node *root = vox_tree_root(tree);
    const vox_node *patch = vox_tree_root(revise->patch);
    size_t operation = VOX_NO_OPERATION;
    const vox_status status = revise->kind == VOX_REVISE_MERGE
                                  ? vox_merge_patch_apply(tree, root, revise->patch, patch, &error)
                                  : vox_patch_apply(
                                        tree, root, revise->patch, patch, &operation, &error
                                    );
    if (status) {
        report(base, taken, &error, &operation);
    } else {
        write_record(base, taken, tree);
    }
    vox_tree_free(tree);
}

vox_filter_outcome vox_revise_file(
    vox_revise *revise, const char *name, int descriptor, vox_filter_input input
) {
    filter *base = &revise->base;
    (void)vox__filter_open(base, name, descriptor, input);
    vox__filter_records(base, revise_record, revise);
    return vox__filter_close(base);
}

uint64_t vox_revise_faults(const vox_revise *revise) {
    return revise->base.faults;
}

vox_filter_outcome vox_revise_new(
    const vox_revise_options *options, const char *patch, size_t length, vox_revise **revise
) {
    vox_revise *made = calloc(1, sizeof *made);
    *revise = NULL;
    if (!made) {
        return VOX_FILTER_MEMORY;
    }
    made->kind = options->kind;
    vox_status status = VOX_ERROR_MEMORY;
    if (vox__filter_set_up(
            &made->base, options->descriptor, options->max_record, options->fault, options->lazy
        )) {
        status = vox_tree_parse(patch, length, NULL, &made->patch, NULL);
    }
    if (status) {
        vox_revise_free(made);
        return status == VOX_ERROR_MEMORY ? VOX_FILTER_MEMORY : VOX_FILTER_WRONG;
    }
    *revise = made;
    return VOX_FILTER_DONE;
}

void vox_revise_free(vox_revise *revise) {
    if (revise) {
        vox__filter_free(&revise->base);
        vox_tree_free(revise->patch);
        free(revise);
    }
}
