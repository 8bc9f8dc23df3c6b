/* SPDX-License-Identifier: MIT */
/** The errors of a stream, which are the same as for the whole text in one piece.
 *
 *  The stream no longer has the text before the error. So the reader gets the wrong text after a
 *  short text that leads to the same position:
 *
 *      {"data":[{…},{…},{…},{"id":tru}        in the stream
 *      {"data":[0,{"id":tru}                  for the reader
 *
 *  Of the reader's error only the offset and the number of the element are corrected. */
#include "base/bounded_text.h"
#include "stream/stream.h"

/** The number of bytes after the refused text that the reader gets, too: enough to decide whether a
 *  UTF-8 sequence is complete. */
#define LOOK_AHEAD 4

/** A text that leads to the position in the stream, and the number of its values. */
typedef struct error_context {
    vox_string outer; /* in two parts */
    vox_string inner;
    size_t values;
} error_context;

static error_context find_context(const vox_stream *stream) {
    static const struct {
        const char *text;
        size_t values;
    } leads[] = {
        [EXPECT_DOCUMENT] = {" ", 0}, /* a second byte order mark is not allowed here */
        [EXPECT_END] = {"0 ", 1},
        [EXPECT_ELEMENT_OR_CLOSE] = {"", 0},
        [EXPECT_ELEMENT] = {"0,", 1},
        [EXPECT_COMMA_OR_BRACKET] = {"0 ", 1},
        [EXPECT_NAME_OR_CLOSE] = {"{", 1},
        [EXPECT_NAME] = {"{\"\":0,", 2},
        [EXPECT_COLON] = {"{\"\"", 1},
        [EXPECT_MEMBER_VALUE] = {"{", 1},
        [EXPECT_COMMA_OR_BRACE] = {"{\"\":0 ", 2}};
    const char *text = stream->begun ? leads[stream->expected].text : "";
    const char *list = stream->in_object ? "{\"data\":[" : "[";
    error_context found = {
        vox_string_from_c(stream->in_list ? list : ""), vox_string_from_c(text),
        leads[stream->expected].values};
    if (stream->in_list) {
        found.values += stream->in_object ? 2 : 1;
    }
    if (stream->expected == EXPECT_MEMBER_VALUE) {
        /* The name is at the end of the rest, after '{' or ','. */
        const size_t name = stream->mark + 1;
        found.outer = found.inner;
        found.inner = vox__string(stream->rest.bytes + name, stream->rest.length - name);
    }
    return found;
}

/** Replaces the number of the element in the context by the real one, in the pointer. */
static void put_index(const vox_stream *stream, vox_error *error) {
    const char *const list = stream->in_object ? "/data" : "";
    const size_t base = strlen(list);
    char pointer[VOX_ERROR_POINTER_SIZE + 24];
    if (!stream->in_list || error->pointer[base] == '\0') {
        return;
    }
    /* The number in the context has one digit. */
    vox__bounded text = {pointer, sizeof pointer, 0};
    vox__bounded_put(&text, list);
    vox__bounded_byte(&text, '/');
    vox__bounded_number(&text, stream->index);
    vox__bounded_put(&text, error->pointer + base + 2);
    vox__error_pointer(error, vox__string(pointer, text.length));
}

/** Finds the line and the column of an error `length` bytes on. */
static void place_error(const vox_stream *stream, size_t length, vox_error *error) {
    size_t line, column;
    vox_string text = vox__string(vox__stream_text(stream), vox__stream_length(stream));
    vox_locate(text, length, &line, &column);
    error->offset = stream->offset + length;
    error->line = stream->line + line - 1;
    error->column = line == 1 ? error->offset - stream->line_start + 1 : column;
}

/** Lets the reader read text after the context. Returns its status, which is also in the error
 *  unless it is one of memory or of a stop. */
static vox_status explain_text(const vox_stream *stream, vox_string text, vox_error *error) {
    error_context before = find_context(stream);
    size_t length = before.outer.length + before.inner.length, size = length + text.length + 1;
    vox_options options = stream->options.tree;
    vox_tree *tree = NULL;
    char *whole = (char *)options.allocator.resize(options.allocator.context, NULL, 0, size);
    if (!whole) {
        return VOX_ERROR_MEMORY;
    }
    memcpy(whole, before.outer.bytes, before.outer.length);
    memcpy(whole + before.outer.length, before.inner.bytes, before.inner.length);
    memcpy(whole + length, text.bytes, text.length);
    size_t left = vox__stream_values_left(stream);
    options.max_nodes = left < SIZE_MAX - before.values ? left + before.values : SIZE_MAX;
    options.max_size = SIZE_MAX;
    options.max_memory = 0;
    options.mode = VOX_MODE_EAGER;
    options.borrow = true;
    vox_status status = vox__tree_parse(whole, size - 1, &options, &tree, error);
    options.allocator.resize(options.allocator.context, whole, size, 0);
    if (status == VOX_OK) {
        /* The reader refused a value and accepts it here. No such text is known. */
        vox_tree_free(tree);
        (void)vox__error_plain(error, VOX_ERROR_SYNTAX);
        error->offset = length;
    }
    if (!vox__is_external(status)) {
        put_index(stream, error);
        place_error(stream, error->offset - length, error);
    }
    error->limit = vox__limit_of(&stream->options.tree, status); /* not those of this text */
    return status == VOX_OK ? VOX_ERROR_SYNTAX : status;
}

/** Ends the stream with an error, unless it is one of memory or of a stop: then the call may be
 *  repeated. */
static vox_status end_stream(
    vox_stream *stream, vox_status status, vox_error made, vox_error *error
) {
    if (vox__is_external(status)) {
        return vox__error_plain(error, status);
    }
    stream->failure = made;
    if (error) {
        *error = made;
    }
    return made.status;
}

/** Ends the stream with an error `length` bytes on, which has no pointer. */
static vox_status end_at(
    vox_stream *stream, size_t length, vox_status status, size_t limit, vox_error *error
) {
    vox_error made;
    (void)vox__error_plain(&made, status);
    made.limit = limit;
    place_error(stream, length, &made);
    return end_stream(stream, status, made, error);
}

vox_status vox__stream_report(vox_stream *stream, size_t length, vox_error *error) {
    vox_error made;
    size_t there = vox__stream_length(stream);
    size_t shown = there - length < LOOK_AHEAD ? there : length + LOOK_AHEAD;
    vox_status status = explain_text(stream, vox__string(vox__stream_text(stream), shown), &made);
    if (status == VOX_ERROR_UTF8 && !vox__stream_ended(stream) &&
        stream->offset + there - made.offset < LOOK_AHEAD) {
        return VOX_OK; /* it may be the beginning of a sequence */
    }
    if (status == VOX_ERROR_TRAILING && stream->options.form == VOX_STREAM_VALUES) {
        made.message = vox__bare_message;
    }
    return end_stream(stream, status, made, error);
}

vox_status vox__stream_crossed(vox_stream *stream, vox_error *error) {
    return end_at(
        stream, vox__stream_length(stream), VOX_ERROR_SIZE_LIMIT, stream->options.max_total, error
    );
}

vox_status vox__stream_too_long(vox_stream *stream, size_t length, vox_error *error) {
    vox_error made;
    /* For the pointer: a value begins here. */
    vox_status status = explain_text(stream, vox__string("\"", 1), &made);
    made.status = VOX_ERROR_SIZE_LIMIT;
    made.limit = stream->options.max_held;
    made.message = stream->options.form == VOX_STREAM_VALUES
                       ? vox_status_message(VOX_ERROR_SIZE_LIMIT)
                       : "this is more than a stream may hold";
    place_error(stream, length, &made);
    return end_stream(stream, status, made, error);
}

vox_status vox__stream_repeated(vox_stream *stream, vox_error *error) {
    return end_at(stream, 0, VOX_ERROR_DUPLICATE, 0, error);
}
