/* SPDX-License-Identifier: MIT */
/** Selects the reader of a text: one builder has two readers. Each of them decides alone whether the
 *  text is JSON. A core without yajl (VOX_WITHOUT_YAJL) has only the fast reader. */
#include "read/node_builder.h"

/** Reads with yajl, which does not find half a surrogate pair itself. */
static bool read_by_yajl(vox__builder *builder, vox__checked *checked, size_t start, size_t end) {
#if defined(VOX_WITHOUT_YAJL)
    (void)builder, (void)checked, (void)start, (void)end;
    return false; /* vox__tree_parse refuses to read with yajl */
#else
    if (!builder->structure) {
        vox__check_escapes(checked, builder->source, start, end);
    }
    return vox__yajl_read(builder, start, checked->status == VOX_OK ? end : checked->offset);
#endif
}

void vox__build(vox__builder *builder, vox__checked *checked, size_t start, size_t end) {
    const bool padded = builder->deferred || builder->tree->owns_source;
    builder->start = start;
    if (builder->tree->options.reader != VOX_READER_FAST) {
        builder->whole = read_by_yajl(builder, checked, start, end);
    } else if (VOX_LIKELY(checked->status == VOX_OK)) {
        builder->whole = vox__fast_read(builder, start, end, padded);
    } else {
        /* Only the text before the error that is known by now, because an error there has a lower
         * offset. */
        (void)vox__fast_read(builder, start, checked->offset, VOX_UNPADDED);
    }
    builder->whole = builder->whole && checked->status == VOX_OK;
}

vox_status vox__parse(
    vox_tree *tree, size_t start, vox__checked *checked, const vox__structure *structure,
    vox_error *error
) {
    vox__builder builder;
    vox__build_begin(&builder, tree, 1, tree->nodes.first_count - 1, structure);
    if (vox__build_stoppable(&builder)) {
        vox__build(&builder, checked, start, tree->source_length);
    }
    if (builder.stopped) {
        return vox__error_plain(error, VOX_ERROR_STOPPED);
    }
    if (!builder.whole || builder.repeated_offset != SIZE_MAX) {
        return vox__build_report(&builder, checked, error);
    }
    vox__node_at(&builder, 1)->next = 0;
    tree->root = 1;
    tree->nodes.used = builder.next;
    return VOX_OK;
}
