/* SPDX-License-Identifier: MIT */
/** The error of a text that was refused: the error with the lowest offset, its position, and the
 *  pointer of the value that contains it. */
#include "read/node_builder.h"
#include "read/token_error.h"

/** Fills in the error. `inside_value` says that a value has begun that the reader has not
 *  delivered: it becomes a node, so that it has a name or a position. */
static vox_status report(
    vox__builder *builder, vox_error *error, vox_status status, const char *message, size_t offset,
    bool inside_value
) {
    size_t end;
    vox_ref innermost = builder->parent;
    if (inside_value || vox__name_pending(builder, &end)) {
        builder->limit = builder->next + 1; /* one node was reserved for this */
        vox__append(builder, VOX_NULL, offset, offset);
    }
    if (inside_value || status == VOX_ERROR_DEPTH_LIMIT) {
        innermost = builder->last;
    }
    while (builder->parent) { /* the rest of the core can then walk the nodes */
        vox__append_close(builder, vox__node_at(builder, builder->parent)->end);
    }
    if (builder->repeated_offset < offset) {
        status = VOX_ERROR_DUPLICATE;
        message = NULL;
        offset = builder->repeated_offset;
        innermost = builder->repeated_parent;
    }
    const vox_node *at = innermost ? vox__node_at(builder, innermost) : NULL;
    if (builder->deferred) {
        at = innermost == builder->first ? builder->deferred : at;
        vox__build_adopt(builder); /* for the pointer; the caller reverts it */
    }
    vox__error_at(error, status, message, builder->tree, at, offset);
    return status;
}

vox__diagnosis vox__next_error(const vox__builder *builder, vox__fault fault) {
    return vox__diagnose(
        vox__string(builder->source, builder->source_length), vox__delivered_end(builder),
        vox__expected_next(builder), fault
    );
}

/** Reports the error of a text that the reader or check_text.c has found. */
static vox_status report_text(
    vox__builder *builder, const vox__checked *checked, vox_error *error
) {
    vox__fault fault = {checked->status, checked->status == VOX_OK ? SIZE_MAX : checked->offset};
    vox__diagnosis diagnosis = vox__next_error(builder, fault);
    if (diagnosis.status == VOX_OK) {
        /* yajl has refused a text that RFC 8259 allows. No such text is known. */
        return report(
            builder, error, VOX_ERROR_SYNTAX, "yajl refused the text here", builder->consumed, false
        );
    }
    return report(
        builder, error, diagnosis.status, diagnosis.message, diagnosis.offset, diagnosis.value_begun
    );
}

vox_status vox__build_report(vox__builder *builder, const vox__checked *checked, vox_error *error) {
    vox_status status = builder->status;
    if (vox__is_external(status)) {
        return vox__error_plain(error, status);
    }
    if (status != VOX_OK) {
        bool begun = status == VOX_ERROR_NODE_LIMIT;
        return report(builder, error, status, NULL, builder->error_offset, begun);
    }
    if (builder->whole) {
        return report(builder, error, VOX_ERROR_DUPLICATE, NULL, SIZE_MAX, false);
    }
    return report_text(builder, checked, error);
}
