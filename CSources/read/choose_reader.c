/* SPDX-License-Identifier: MIT */
/** One builder, two readers: which of them reads a text.
 *
 *  The fast one does, unless the options ask for yajl. What it refuses is read again by
 *  yajl, which has the last word on what is JSON. Where the core is built without yajl
 *  (VOX_WITHOUT_YAJL), the fast reader has. */
#include "read/node_builder.h"

/** True for a builder whose text the fast reader is to read. */
static bool is_fast(const vox__builder *builder) {
#if defined(VOX_WITHOUT_YAJL)
    (void)builder;
    return true;
#else
    return builder->tree->options.reader == VOX_READER_FAST;
#endif
}

/** Reads by the reader that has the last word, which is told of all that is wrong. */
static bool read_last(vox__builder *builder, size_t start, size_t end) {
#if defined(VOX_WITHOUT_YAJL)
    return vox__fast_read(builder, start, end, false);
#else
    return vox__yajl_read(builder, start, end);
#endif
}

void vox__build(vox__builder *builder, vox__checked *checked, size_t start, size_t end) {
    builder->start = start;
    if (checked->status == VOX_OK && is_fast(builder)) {
        const vox__mark mark = vox__mark_take(builder->tree);
        const bool padded = builder->deferred || builder->tree->owns_source;
        builder->whole = vox__fast_read(builder, start, end, padded);
        /* What is wrong around lists of spans is told when they are read as well. */
        if (builder->whole || vox__is_memory(builder->status) || builder->structure) {
            return;
        }
        /* What it has stored is of no use to the other. */
        (void)vox__mark_reset(builder->tree, mark, VOX_ERROR_SYNTAX);
        vox__build_again(builder);
    }
    /* What is wrong with the text may be known by now: then only what stands in front of that is
     * read, where an error has the lower offset. */
    if (!builder->structure) {
        vox__check_escapes(checked, builder->source, start, end);
    }
    const bool good = checked->status == VOX_OK;
    builder->whole = read_last(builder, start, good ? end : checked->offset) && good;
}

vox_status vox__parse(
    vox_tree *tree, size_t start, vox__checked *checked, const vox__structure *structure,
    vox_error *error
) {
    vox__builder builder;
    vox__build_begin(&builder, tree, 1, tree->nodes.first_count - 1, structure);
    vox__build(&builder, checked, start, tree->source_length);
    if (!builder.whole || builder.repeated_offset != SIZE_MAX) {
        return vox__build_report(&builder, checked, error);
    }
    vox__node_at(&builder, 1)->next = 0;
    tree->root = 1;
    tree->nodes.used = builder.next;
    return VOX_OK;
}
