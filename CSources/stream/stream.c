/* SPDX-License-Identifier: MIT */
/** The life of a stream: text arrives, and is kept until it is processed. */
#include "stream/stream.h"

#include "base/growing.h"

/** The end of the struct in version 0.1.0: the end of the options of a tree at that time. */
#define FIRST_SIZE (offsetof(vox_stream_options, tree.stop_context) + sizeof(void *))

#define STANDARD_HELD ((size_t)64 << 20)
#define SPARE_WORDS (sizeof((vox_stream_options *)0)->spare / sizeof(size_t))

void vox_stream_options_init(vox_stream_options *options, size_t size) {
    const vox_stream_options standard = {
        .size = sizeof standard,
        .form = VOX_STREAM_DOCUMENT,
        .max_held = STANDARD_HELD,
    };
    if (options) {
        vox__growing_write(options, size, &standard, sizeof standard);
    }
    if (options && size > offsetof(vox_stream_options, tree)) {
        vox_options_init(&options->tree, size - offsetof(vox_stream_options, tree));
    }
}

/** Reads options (may be NULL). The options of the tree have their own size. */
static vox_status read_options(const vox_stream_options *options, vox_stream_options *used) {
    if (!options) {
        *used = vox_stream_options_default();
        return vox__options_read(NULL, &used->tree);
    }
    VOX_TRY(vox__growing_read(used, sizeof *used, FIRST_SIZE, options));
    if ((unsigned)used->form > VOX_STREAM_VALUES) {
        return VOX_ERROR_ARGUMENT;
    }
    for (size_t index = 0; index < SPARE_WORDS; index++) {
        if (used->spare[index] != 0) {
            return VOX_ERROR_ARGUMENT;
        }
    }
    return vox__options_read(&options->tree, &used->tree);
}

static size_t least(size_t one, size_t other) {
    return one < other ? one : other;
}

/** Sets the limits for the form: `max_held` of one item, `max_total` of the whole text. */
static void settle_limits(vox_stream_options *used) {
    const size_t size = used->tree.max_size = least(used->tree.max_size, VOX_SIZE_CEILING);
    const size_t held = vox__limit(used->max_held, STANDARD_HELD);
    const size_t total = vox__limit(used->max_total, VOX_UNLIMITED);
    used->max_held = size;
    if (used->form == VOX_STREAM_ELEMENTS) {
        used->max_held = least(least(size, held), VOX_SIZE_CEILING - STREAM_ROOM - 1);
    }
    used->max_total = used->form == VOX_STREAM_DOCUMENT ? least(size, total) : total;
}

vox_status vox_stream_new(const vox_stream_options *options, vox_stream **stream) {
    vox_stream_options used;
    const vox_allocator *allocator = &used.tree.allocator;
    if (!stream) {
        return VOX_ERROR_ARGUMENT;
    }
    *stream = NULL;
    VOX_TRY(read_options(options, &used));
    settle_limits(&used);
    used.tree.borrow = false;
    if (used.form == VOX_STREAM_ELEMENTS) {
        used.tree.mode = VOX_MODE_EAGER;
    }
    vox_stream *made = (vox_stream *)allocator->resize(allocator->context, NULL, 0, sizeof *made);
    if (!made) {
        return VOX_ERROR_MEMORY;
    }
    *made = (vox_stream
    ){.options = used,
      .text = {.allocator = *allocator},
      .left = used.max_total,
      .line = 1,
      .expected = EXPECT_DOCUMENT,
      .rest = {.allocator = *allocator}};
    vox_status status = vox__buffer_reserve(&made->text, STREAM_ROOM + 1);
    if (status != VOX_OK) {
        vox_stream_free(made);
        return status;
    }
    made->start = made->text.length = STREAM_ROOM;
    *stream = made;
    return VOX_OK;
}

void vox_stream_free(vox_stream *stream) {
    if (stream) {
        vox_allocator allocator = stream->options.tree.allocator;
        vox_buffer_free(&stream->text);
        vox_buffer_free(&stream->rest);
        vox_tree_free(stream->names);
        allocator.resize(allocator.context, stream, sizeof *stream, 0);
    }
}

/** Moves the text to the front, if there is more free memory before it than its length. */
static void make_room(vox_stream *stream) {
    size_t there = vox__stream_length(stream);
    if (there <= stream->start - STREAM_ROOM) {
        memcpy(stream->text.bytes + STREAM_ROOM, vox__stream_text(stream), there);
        stream->start = STREAM_ROOM;
        stream->text.length = STREAM_ROOM + there;
    }
}

/** Reserves memory after the text. Doubles it each time, because moving the text may be
 *  expensive. */
static vox_status reserve_text(vox_buffer *text, size_t more) {
    const size_t room = text->capacity - text->length;
    return vox__buffer_reserve(text, more <= room || more > text->capacity ? more : text->capacity);
}

static void append_text(vox_buffer *text, const char *bytes, size_t length) {
    if (length) {
        memcpy(text->bytes + text->length, bytes, length);
        text->length += length;
    }
}

vox_status vox_stream_feed(vox_stream *stream, const char *bytes, size_t length) {
    if (!stream) {
        return VOX_ERROR_ARGUMENT;
    }
    if (stream->failure.status != VOX_OK) {
        return stream->failure.status;
    }
    if (stream->finished || (!bytes && length)) {
        return VOX_ERROR_ARGUMENT;
    }
    const size_t left = stream->left;
    const bool crossed = length > left;
    length = crossed ? left : length;
    make_room(stream);
    VOX_TRY(reserve_text(&stream->text, length + 1));
    append_text(&stream->text, bytes, length);
    stream->left -= left == VOX_UNLIMITED ? 0 : length;
    stream->crossed = stream->crossed || crossed;
    return VOX_OK;
}

void vox_stream_finish(vox_stream *stream) {
    if (stream) {
        stream->finished = true;
    }
}

/** Returns the whole document when it is complete. */
static vox_status next_document(vox_stream *stream, vox_item *item, vox_error *error) {
    vox_error made;
    if (stream->crossed) {
        return vox__stream_crossed(stream, error);
    }
    if (!stream->finished) {
        return VOX_OK;
    }
    vox_status status = vox__tree_parse(
        vox__stream_text(stream), vox__stream_length(stream), &stream->options.tree, &item->tree,
        &made
    );
    if (status == VOX_OK) {
        item->kind = VOX_ITEM_DOCUMENT;
        item->node = vox_tree_root(item->tree);
        stream->done = true;
        return VOX_OK;
    }
    if (!vox__is_external(status)) {
        stream->failure = made;
    }
    if (error) {
        *error = made;
    }
    return status;
}

vox_status vox_stream_next(vox_stream *stream, vox_item *item, vox_error *error) {
    if (item) {
        memset(item, 0, sizeof *item);
    }
    if (!stream || !item) {
        return vox__refuse(error);
    }
    if (stream->failure.status != VOX_OK) {
        if (error) {
            *error = stream->failure;
        }
        return stream->failure.status;
    }
    if (stream->done) {
        return VOX_OK;
    }
    return stream->options.form == VOX_STREAM_DOCUMENT ? next_document(stream, item, error)
                                                       : vox__stream_walk(stream, item, error);
}
