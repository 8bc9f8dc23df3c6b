/* SPDX-License-Identifier: MIT */
/** Selects the reader of a text: one builder has two readers.
 *
 *  The fast reader reads, unless the options select yajl. When it refuses a text that does not just
 *  break off, yajl reads the text again and decides whether it is JSON. A core without yajl
 *  (VOX_WITHOUT_YAJL) uses only the fast reader. */
#include "read/node_builder.h"
#include "read/read.h"

/** Reads with the reader that decides, and reports all errors of the text. */
static bool read_last(vox__builder *builder, size_t start, size_t end) {
#if defined(VOX_WITHOUT_YAJL)
    return vox__fast_read(builder, start, end, VOX_UNPADDED);
#else
    return vox__yajl_read(builder, start, end);
#endif
}

/** Returns true when all of the text was read, and it breaks off: other readers find the same. */
static bool breaks_off(const vox__builder *builder) {
    return builder->status == VOX_OK &&
           vox__next_error(builder, (vox__fault){VOX_OK, SIZE_MAX}).status == VOX_ERROR_END;
}

static bool is_probing(const vox_tree *tree) {
    return tree->options.reader == VOX__READER_PROBING;
}

void vox__build(vox__builder *builder, vox__checked *checked, size_t start, size_t end) {
    builder->start = start;
    if (is_probing(builder->tree)) {
        builder->whole = checked->status == VOX_OK &&
                         vox__fast_read(builder, start, end, builder->tree->owns_source);
        return;
    }
    if (checked->status == VOX_OK && builder->tree->options.reader == VOX_READER_FAST) {
        const vox__mark mark = vox__mark_take(builder->tree);
        const bool padded = builder->deferred || builder->tree->owns_source;
        builder->whole = vox__fast_read(builder, start, end, padded);
        /* Errors around lists of spans are reported when the lists are read, too. */
        if (builder->whole || builder->stopped || vox__is_external(builder->status) ||
            builder->structure || breaks_off(builder)) {
            return;
        }
        /* The other reader does not use what the first one has stored. */
        (void)vox__mark_reset(builder->tree, mark, VOX_ERROR_SYNTAX);
        vox__build_again(builder);
    }
    /* The text may have an error that is known by now. Then only the text before it is read,
     * because an error there has a lower offset. */
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
    if (vox__build_stoppable(&builder)) {
        vox__build(&builder, checked, start, tree->source_length);
    }
    if (builder.stopped) {
        return vox__error_plain(error, VOX_ERROR_STOPPED);
    }
    if (!builder.whole || builder.repeated_offset != SIZE_MAX) {
        if (is_probing(tree) && !vox__is_external(builder.status)) {
            return vox__error_plain(error, VOX_ERROR_SYNTAX);
        }
        return vox__build_report(&builder, checked, error);
    }
    vox__node_at(&builder, 1)->next = 0;
    tree->root = 1;
    tree->nodes.used = builder.next;
    return VOX_OK;
}
