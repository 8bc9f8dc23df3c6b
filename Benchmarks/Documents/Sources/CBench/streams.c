/* SPDX-License-Identifier: MIT */
/** A text that arrives in pieces, as from a network. */
#include "vox_open.h"
#include <bench.h>

enum {
    PIECE = 64 * 1024
};

/** Takes what is complete. */
static bool take(vox_stream *stream, int64_t *items) {
    vox_item item;
    do {
        if (vox_stream_next(stream, &item, NULL) != VOX_OK) {
            return false;
        }
        *items += item.kind != VOX_ITEM_NONE;
        vox_tree_free(item.tree);
    } while (item.kind != VOX_ITEM_NONE);
    return true;
}

int64_t bench_vox_stream(const bench_job *job) {
    vox_stream_options options = vox_stream_options_default();
    options.tree.max_size = options.tree.max_nodes = UINT32_MAX;
    options.tree.allocator = allocator_of_vox();
    options.form = job->is_in_elements ? VOX_STREAM_ELEMENTS : VOX_STREAM_DOCUMENT;
    vox_stream *stream;
    if (vox_stream_new(&options, &stream) != VOX_OK) {
        return -1;
    }
    int64_t items = 0;
    bool good = true;
    for (size_t at = 0; at < job->length && good; at += PIECE) {
        size_t length = job->length - at < PIECE ? job->length - at : PIECE;
        good = vox_stream_feed(stream, job->bytes + at, length) == VOX_OK && take(stream, &items);
    }
    vox_stream_finish(stream);
    good = good && take(stream, &items);
    vox_stream_free(stream);
    return good && items > 0 ? 0 : -1;
}
