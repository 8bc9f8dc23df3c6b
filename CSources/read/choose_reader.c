/* SPDX-License-Identifier: MIT */
/** One builder, two readers: which of them reads a text.
 *
 *  The fast one does, unless the options ask for yajl. What it refuses is read again by
 *  yajl, which has the last word on what is JSON. Where the core is built without yajl
 *  (VOX_WITHOUT_YAJL), the fast reader has. */
#include "read/node_builder.h"

/** Reads by the fast reader. What is wrong with the text may have been found before: then
 *  only what stands in front of that is read, where an error has the lower offset. */
static bool read_fast(
    vox__builder *builder, const vox__checked *checked, size_t start, size_t end
) {
    const bool good = checked->status == VOX_OK;
    const bool padded = good && (builder->deferred || builder->tree->owns_source);
    return vox__fast_read(builder, start, good ? end : checked->offset, padded) && good;
}

void vox__build(vox__builder *builder, const vox__checked *checked, size_t start, size_t end) {
    builder->start = start;
#if defined(VOX_WITHOUT_YAJL)
    builder->whole = read_fast(builder, checked, start, end);
#else
    if (builder->tree->options.reader == VOX_READER_FAST && checked->status == VOX_OK) {
        vox__mark mark = vox__mark_take(builder->tree);
        builder->whole = read_fast(builder, checked, start, end);
        if (builder->whole || vox__is_memory(builder->status)) {
            return;
        }
        /* What it has stored is of no use to yajl. */
        (void)vox__mark_reset(builder->tree, mark, VOX_ERROR_SYNTAX);
        vox__build_again(builder);
    }
    const bool good = checked->status == VOX_OK;
    builder->whole = vox__yajl_read(builder, start, good ? end : checked->offset) && good;
#endif
}

vox_status vox__parse(
    vox_tree *tree, size_t start, const vox__checked *checked, const vox__structure *structure,
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
