/* SPDX-License-Identifier: MIT */
/** The values of a stream: each one is parsed, and is returned or kept.
 *
 *  A step first allocates all memory that it needs and then changes the stream, so a step that
 *  fails can be repeated. */
#include "stream/stream.h"

bool vox__walk_fail(vox__walk *self, vox_status status) {
    self->status = status;
    return false;
}

bool vox__walk_no_memory(vox__walk *self, vox_status status) {
    const vox_options *options = &self->stream->options.tree;
    return vox__walk_fail(self, vox__error_limit(self->error, status, options));
}

bool vox__walk_wait(vox__walk *self) {
    vox_stream *stream = self->stream;
    return stream->crossed ? vox__walk_fail(self, vox__stream_crossed(stream, self->error)) : false;
}

bool vox__walk_refuse(vox__walk *self, size_t length) {
    self->status = vox__stream_report(self->stream, length, self->error);
    return self->status == VOX_OK ? vox__walk_wait(self) : false;
}

bool vox__walk_hand_out(vox__walk *self, vox_item_kind kind, vox_tree *tree, vox_node *node) {
    *self->item = (vox_item){.kind = kind, .tree = tree, .node = node};
    return false;
}

bool vox__walk_advance(vox_stream *stream, size_t length, vox__expected expected) {
    vox__stream_pass(stream, vox__string(vox__stream_text(stream), length));
    stream->start += length;
    stream->expected = expected;
    memset(&stream->token, 0, sizeof stream->token);
    return true;
}

vox__expected vox__walk_after_value(const vox_stream *stream) {
    return stream->in_list     ? EXPECT_COMMA_OR_BRACKET
           : stream->in_object ? EXPECT_COMMA_OR_BRACE
                               : EXPECT_END;
}

bool vox__walk_token(vox__walk *self, size_t *length) {
    vox_stream *stream = self->stream;
    size_t there = vox__stream_length(stream);
    const size_t most = stream->options.max_held;
    vox_string text = vox__string(vox__stream_text(stream), there);
    *length = vox__token_end(
        &stream->token, text, stream->options.tree.max_depth, vox__stream_ended(stream)
    );
    if ((*length ? *length : there) > most) {
        return vox__walk_fail(self, vox__stream_too_long(stream, most, self->error));
    }
    if (*length == 0) {
        return vox__stream_ended(stream) ? vox__walk_refuse(self, there) : vox__walk_wait(self);
    }
    return true;
}

vox_tree *vox__walk_parse(vox__walk *self, vox_string text, size_t wrapped, vox_options options) {
    vox_stream *stream = self->stream;
    vox_tree *tree = NULL;
    vox_error error;
    size_t left = vox__stream_values_left(stream);
    options.max_nodes = left < SIZE_MAX - wrapped ? left + wrapped : SIZE_MAX;
    options.max_size = SIZE_MAX;
    self->status = vox__tree_parse(text.bytes, text.length, &options, &tree, &error);
    if (tree) {
        /* The options of the caller, for edits. */
        tree->options.max_nodes = stream->options.tree.max_nodes;
        tree->options.max_size = stream->options.tree.max_size;
        tree->options.max_depth = stream->options.tree.max_depth;
    }
    return tree;
}

bool vox__walk_not_parsed(vox__walk *self, size_t length) {
    const bool memory = vox__is_external(self->status);
    return memory ? vox__walk_no_memory(self, self->status) : vox__walk_refuse(self, length);
}

/** Returns the value that begins here, as a member of an object unless `name` is empty. Overwrites
 *  the text around it for the duration of the call. */
static bool take_item(vox__walk *self, vox_item_kind kind, const char *name, size_t length) {
    vox_stream *stream = self->stream;
    char *text = vox__stream_text(stream), behind = text[length];
    size_t before = strlen(name), wrapped = before ? 1 : 0;
    vox_options options = stream->options.tree;
    if (kind == VOX_ITEM_ELEMENT) {
        options.max_depth--; /* for the list around it */
    }
    memcpy(text - before, name, before);
    text[length] = '}'; /* not read without a name */
    vox_tree *tree = vox__walk_parse(
        self, vox__string(text - before, before + length + wrapped), wrapped, options
    );
    text[length] = behind;
    if (!tree) {
        return vox__walk_not_parsed(self, length);
    }
    stream->values += kind == VOX_ITEM_INCLUDED;
    stream->index += kind == VOX_ITEM_ELEMENT;
    const bool may_follow = kind == VOX_ITEM_DOCUMENT && vox__ends_itself(text[length - 1]);
    const vox__expected after = may_follow ? EXPECT_DOCUMENT : vox__walk_after_value(stream);
    vox__walk_advance(stream, length, after);
    vox_node *root = vox_tree_root(tree);
    return vox__walk_hand_out(self, kind, tree, before ? vox_node_first(tree, root) : root);
}

bool vox__walk_reserve(vox__walk *self, size_t length) {
    vox_stream *stream = self->stream;
    /* The rest is never longer than `max_held`: each part of it was reserved here. */
    if (length > stream->options.max_held - stream->rest.length) {
        return vox__walk_fail(self, vox__stream_too_long(stream, 0, self->error));
    }
    vox_status status = vox__buffer_reserve(&stream->rest, length + 1);
    return status == VOX_OK ? true : vox__walk_no_memory(self, status);
}

void vox__walk_append(vox_stream *stream, const char *text, size_t length) {
    memcpy(stream->rest.bytes + stream->rest.length, text, length);
    stream->rest.length += length;
}

/** Keeps the value that begins here after it was parsed with its name. */
static bool keep_value(vox__walk *self, size_t length) {
    vox_stream *stream = self->stream;
    size_t before = stream->rest.length;
    if (!vox__walk_reserve(self, length)) {
        return false;
    }
    vox__walk_append(stream, vox__stream_text(stream), length);
    char *member = stream->rest.bytes + stream->mark, first = *member;
    size_t whole = stream->rest.length - stream->mark, wrapped = stream->in_object ? 1 : 0;
    if (wrapped) {
        member[0] = '{';
        member[whole] = '}';
    }
    vox_tree *tree = vox__walk_parse(
        self, vox__string(member, whole + wrapped), wrapped, stream->options.tree
    );
    member[0] = wrapped ? first : member[0];
    if (!tree) {
        stream->rest.length = before;
        return vox__walk_not_parsed(self, length);
    }
    stream->values += vox__values_made(tree) - wrapped;
    vox_tree_free(tree);
    return vox__walk_advance(stream, length, vox__walk_after_value(stream));
}

bool vox__walk_value(vox__walk *self, char first) {
    vox_stream *stream = self->stream;
    size_t length;
    if (vox__find_byte(",:]}", first, 4) || (unsigned char)first >= 0x80) {
        return vox__walk_refuse(self, 1);
    }
    if (!vox__walk_token(self, &length)) {
        return false;
    }
    bool bare = first != '{' && first != '[' && first != '"';
    if (bare && length == vox__stream_length(stream) && (stream->in_list || stream->in_object)) {
        return vox__walk_refuse(self, length); /* a number may be cut off here */
    }
    if (stream->options.form == VOX_STREAM_VALUES) {
        return take_item(self, VOX_ITEM_DOCUMENT, "", length);
    }
    if (stream->in_list) {
        return take_item(self, VOX_ITEM_ELEMENT, stream->in_object ? "{\"data\":" : "", length);
    }
    if (vox__stream_at_included(stream)) {
        if (!vox__walk_reserve(self, 2)) {
            return false;
        }
        take_item(self, VOX_ITEM_INCLUDED, "{\"included\":", length);
        if (self->item->tree) {
            vox__walk_append(stream, "[]", 2);
        }
        return false;
    }
    return keep_value(self, length);
}
