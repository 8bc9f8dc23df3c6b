/* SPDX-License-Identifier: MIT */
/** The text between the values of a stream: which token may come next, and whether it does.
 *
 *      {"meta":{…},"data":[{…},{…}],"included":[…]}
 *      ooooooo~~~~ooooooooo~~~~o~~~~ooooooooooooo~~~o     o: read here  ~: parsed
 */
#include "stream/stream.h"

/* --- the document ---------------------------------------------------------- */

/** Opens the root object or the list. `depth` is the depth of the container. */
static bool open_container(
    vox__walk *self, const char *text, size_t depth, vox__expected expected
) {
    vox_stream *stream = self->stream;
    size_t length = strlen(text);
    if (vox__stream_values_left(stream) == 0 || depth > stream->options.tree.max_depth) {
        return vox__walk_refuse(self, 1);
    }
    if (!vox__walk_reserve(self, length)) {
        return false;
    }
    vox__walk_append(stream, text, length);
    stream->values++;
    return vox__walk_advance(stream, 1, expected);
}

static bool open_object(vox__walk *self) {
    self->stream->in_object = open_container(self, "", 1, EXPECT_NAME_OR_CLOSE);
    return self->stream->in_object;
}

static bool open_list(vox__walk *self) {
    vox_stream *stream = self->stream;
    stream->in_list = open_container(
        self, "[]", stream->in_object ? 2 : 1, EXPECT_ELEMENT_OR_CLOSE
    );
    return stream->in_list;
}

static bool close_list(vox_stream *stream) {
    stream->in_list = false;
    return vox__walk_advance(stream, 1, vox__walk_after_value(stream));
}

static bool close_object(vox__walk *self) {
    vox_stream *stream = self->stream;
    const char *text = stream->rest.length == 0 ? "{}" : "}";
    const size_t length = strlen(text);
    if (!vox__walk_reserve(self, length)) {
        return false;
    }
    vox__walk_append(stream, text, length);
    stream->in_object = false;
    return vox__walk_advance(stream, 1, EXPECT_END);
}

/** Records a name; in strict mode, compares it with earlier ones. Returns false when it is
 *  repeated, or when there is no memory. */
static bool note_name(vox__walk *self, vox_string name, vox__member member) {
    vox_stream *stream = self->stream;
    vox_status status = VOX_OK;
    bool repeated = member != MEMBER_OTHER && stream->seen[member];
    if (stream->options.tree.strict) {
        vox_options options = vox_options_default();
        options.allocator = stream->options.tree.allocator;
        options.max_nodes = SIZE_MAX;
        if (!stream->names) {
            status = vox_tree_parse("{}", 2, &options, &stream->names, NULL);
        }
        if (status == VOX_OK) {
            vox_node *names = vox_tree_root(stream->names);
            repeated = repeated || vox_object_get(stream->names, names, name);
            if (!repeated) {
                status = vox_object_set(stream->names, names, name, vox_value_null(), NULL);
            }
        }
    }
    if (status != VOX_OK) {
        return vox__walk_no_memory(self, status);
    }
    if (repeated) {
        return vox__walk_fail(self, vox__stream_repeated(stream, self->error));
    }
    stream->seen[member] = true;
    return true;
}

static vox__member member_of(vox_string name) {
    return vox_string_equal(name, vox__string("data", 4))       ? MEMBER_DATA
           : vox_string_equal(name, vox__string("included", 8)) ? MEMBER_INCLUDED
                                                                : MEMBER_OTHER;
}

static bool take_member_name(vox__walk *self) {
    vox_stream *stream = self->stream;
    size_t length;
    if (!vox__walk_token(self, &length) || !vox__walk_reserve(self, length + 2)) {
        return false;
    }
    vox_string text = vox__string(vox__stream_text(stream), length);
    vox_tree *tree = vox__walk_parse(self, text, 1, stream->options.tree);
    if (!tree) {
        return vox__walk_not_parsed(self, length);
    }
    vox_string name = vox_node_text(tree, vox_tree_root(tree));
    vox__member member = member_of(name);
    bool noted = note_name(self, name, member);
    vox_tree_free(tree);
    if (!noted) {
        return false;
    }
    stream->member = member;
    stream->mark = stream->rest.length;
    vox__walk_append(stream, stream->mark ? "," : "{", 1);
    vox__walk_append(stream, text.bytes, length);
    vox__walk_append(stream, ":", 1);
    return vox__walk_advance(stream, length, EXPECT_COLON);
}

/** Returns true for a container whose elements are returned one by one. */
static bool opens_list(const vox_stream *stream, char byte) {
    return byte == '[' && stream->options.form == VOX_STREAM_ELEMENTS &&
           (stream->expected == EXPECT_DOCUMENT ||
            (stream->expected == EXPECT_MEMBER_VALUE && stream->member == MEMBER_DATA));
}

/** Processes the token that begins with `byte`. */
static bool take_token(vox__walk *self, char byte) {
    vox_stream *stream = self->stream;
    const vox__expected expected = stream->expected;
    switch (vox__token_kind_of(expected, byte)) {
    case TOKEN_VALUE:
        if (opens_list(stream, byte)) {
            return open_list(self);
        }
        return byte == '{' && expected == EXPECT_DOCUMENT &&
                       stream->options.form == VOX_STREAM_ELEMENTS
                   ? open_object(self)
                   : vox__walk_value(self, byte);
    case TOKEN_NAME:
        return take_member_name(self);
    case TOKEN_COMMA:
        return vox__walk_advance(stream, 1, vox__after_comma(expected));
    case TOKEN_COLON:
        return vox__walk_advance(stream, 1, EXPECT_MEMBER_VALUE);
    case TOKEN_CLOSE:
        return stream->in_list ? close_list(stream) : close_object(self);
    case TOKEN_NONE:
        break;
    }
    /* At a value, the reader describes the error, from as much of the value as there is. */
    return vox__expects_value(expected) ? vox__walk_value(self, byte) : vox__walk_refuse(self, 1);
}

/* --- the walk -------------------------------------------------------------- */

/** Skips a byte order mark at the beginning. Returns false when more text is needed, or when the
 *  mark is refused. */
static bool skip_mark(vox__walk *self) {
    vox_stream *stream = self->stream;
    size_t there = vox__stream_length(stream), most = there < 3 ? there : 3;
    bool marked = memcmp(vox__stream_text(stream), VOX_BYTE_ORDER_MARK, most) == 0;
    if (marked && most < 3 && !vox__stream_ended(stream)) {
        return vox__walk_wait(self);
    }
    if (marked && most == 3) {
        if (stream->options.tree.strict) {
            return vox__walk_refuse(self, 3);
        }
        vox__walk_advance(stream, 3, EXPECT_DOCUMENT);
    }
    stream->begun = true;
    return true;
}

/** Skips white space, after which another document may begin. */
static void skip_blank(vox_stream *stream) {
    const char *text = vox__stream_text(stream), *text_end = text + vox__stream_length(stream);
    const size_t length = (size_t)(vox__space_end(text, text_end, VOX_UNPADDED) - text);
    if (length) {
        bool next = stream->options.form == VOX_STREAM_VALUES;
        vox__walk_advance(stream, length, next ? EXPECT_DOCUMENT : stream->expected);
    }
}

/** Returns the rest at the end. */
static bool end_walk(vox__walk *self) {
    vox_stream *stream = self->stream;
    bool values = stream->options.form == VOX_STREAM_VALUES;
    if (!vox__stream_ended(stream)) {
        return vox__walk_wait(self);
    }
    if (!values) {
        if (stream->expected != EXPECT_END) {
            return vox__walk_refuse(self, 0);
        }
        vox_string rest = vox__string(stream->rest.bytes, stream->rest.length);
        vox_tree *tree = vox__walk_parse(self, rest, stream->values, stream->options.tree);
        if (!tree) {
            return vox__walk_no_memory(self, self->status);
        }
        vox__walk_hand_out(self, VOX_ITEM_REST, tree, vox_tree_root(tree));
    }
    stream->done = true;
    return false;
}

vox_status vox__stream_walk(vox_stream *stream, vox_item *item, vox_error *error) {
    vox__walk self = {stream, item, error, VOX_OK};
    bool go_on = true;
    while (go_on) {
        if (!stream->begun && vox__stream_length(stream) != 0) {
            go_on = skip_mark(&self);
            continue;
        }
        skip_blank(stream);
        go_on = vox__stream_length(stream) == 0 ? end_walk(&self)
                                                : take_token(&self, *vox__stream_text(stream));
    }
    return self.status;
}
