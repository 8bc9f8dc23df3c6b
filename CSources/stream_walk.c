/* SPDX-License-Identifier: MIT */
/** What stands between the values of a stream, and what becomes of each of them.
 *
 *      {"meta":{…},"data":[{…},{…}],"included":[…]}
 *      ooooooo~~~~ooooooooo~~~~o~~~~ooooooooooooo~~~o     o: read here  ~: parsed
 *
 *  Nothing changes before a step has all the memory it needs, so that one that
 *  fails can be tried again. */
#include "stream.h"

typedef struct walk {
    vox_stream *stream;
    vox_item *item;
    vox_error *error;
    vox_status status;
} walk;

/** Every step returns whether to go on: not when an item was made, when more text
 *  is needed, or when something is wrong. */
static bool fail(walk *self, vox_status status) {
    self->status = status;
    return false;
}

static bool fail_memory(walk *self, vox_status status) {
    vox__error_set(self->error, status, NULL, vox__string(NULL, 0), 0);
    return fail(self, status);
}

static bool wait_for_more(walk *self) {
    vox_stream *stream = self->stream;
    return stream->crossed ? fail(self, vox__stream_crossed(stream, self->error)) : false;
}

/** The first `length` bytes are not what they must be. */
static bool refuse(walk *self, size_t length) {
    self->status = vox__stream_report(self->stream, length, self->error);
    return self->status == VOX_OK ? wait_for_more(self) : false;
}

static bool hand_out(walk *self, vox_item_kind kind, vox_tree *tree, vox_node *node) {
    self->item->kind = kind;
    self->item->tree = tree;
    self->item->node = node;
    return false;
}

/** Leaves text behind, and says what may come next. */
static bool advance(vox_stream *stream, size_t length, vox__expected expected) {
    const char *text = vox__stream_text(stream), *at = text, *end = text + length, *feed;
    while (at < end && (feed = memchr(at, '\n', (size_t)(end - at))) != NULL) {
        at = feed + 1;
        stream->line++;
        stream->line_start = stream->offset + (size_t)(at - text);
    }
    stream->start += length;
    stream->offset += length;
    stream->expected = expected;
    memset(&stream->token, 0, sizeof stream->token);
    return true;
}

static vox__expected after_value(const vox_stream *stream) {
    return stream->in_list     ? EXPECT_COMMA_OR_BRACKET
           : stream->in_object ? EXPECT_COMMA_OR_BRACE
                               : EXPECT_END;
}

/* --- values ---------------------------------------------------------------- */

/** Finds the value or name that begins here; `length` is 0 when its end is still to
 *  come. False when something is wrong. */
static bool find_token(walk *self, size_t *length) {
    vox_stream *stream = self->stream;
    size_t there = vox__stream_length(stream);
    bool values = stream->options.form == VOX_STREAM_VALUES;
    size_t most = values ? stream->options.tree.max_size : stream->options.max_held;
    vox_string text = vox__string(vox__stream_text(stream), there);
    *length = vox__token_end(
        &stream->token, text, stream->options.tree.max_depth, stream->finished
    );
    if ((*length ? *length : there) > most) {
        return fail(self, vox__stream_too_long(stream, most, self->error));
    }
    if (*length == 0) {
        return stream->finished ? refuse(self, there) : wait_for_more(self);
    }
    return true;
}

/** Parses text in which the value that begins here stands, behind `wrapped` other
 *  values. NULL when it cannot be. */
static vox_tree *parse(walk *self, vox_string text, size_t wrapped, vox_options options) {
    vox_stream *stream = self->stream;
    vox_tree *tree = NULL;
    vox_error error;
    size_t left = vox__stream_values_left(stream);
    options.max_nodes = left < SIZE_MAX - wrapped ? left + wrapped : SIZE_MAX;
    options.max_size = SIZE_MAX;
    self->status = vox_tree_parse(text.bytes, text.length, &options, &tree, &error);
    if (tree) {
        /* Those of the caller, for editing. */
        tree->options.max_nodes = stream->options.tree.max_nodes;
        tree->options.max_size = stream->options.tree.max_size;
        tree->options.max_depth = stream->options.tree.max_depth;
    }
    return tree;
}

/** What to do when `parse` gave no tree. */
static bool not_parsed(walk *self, size_t length) {
    bool memory = self->status == VOX_ERROR_MEMORY || self->status == VOX_ERROR_MEMORY_LIMIT;
    return memory ? fail_memory(self, self->status) : refuse(self, length);
}

/** Hands out the value that begins here, as a member of an object unless `name` is
 *  empty. The text around it is lent for the while. */
static bool take_item(walk *self, vox_item_kind kind, const char *name, size_t length) {
    vox_stream *stream = self->stream;
    char *text = vox__stream_text(stream), behind = text[length];
    size_t before = strlen(name), wrapped = before ? 1 : 0;
    vox_options options = stream->options.tree;
    if (kind == VOX_ITEM_ELEMENT) {
        options.max_depth--; /* the list around it */
    }
    if (before) {
        memcpy(text - before, name, before);
        text[length] = '}';
    }
    vox_tree *tree = parse(
        self, vox__string(text - before, before + length + wrapped), wrapped, options
    );
    text[length] = behind;
    if (!tree) {
        return not_parsed(self, length);
    }
    if (kind != VOX_ITEM_DOCUMENT) {
        stream->values += vox__values_made(tree) - wrapped;
    }
    stream->index += kind == VOX_ITEM_ELEMENT;
    advance(stream, length, after_value(stream));
    vox_node *root = vox_tree_root(tree);
    return hand_out(self, kind, tree, before ? vox_node_first(tree, root) : root);
}

/** True when the rest has room for so much more. */
static bool reserve_rest(walk *self, size_t length) {
    vox_stream *stream = self->stream;
    size_t most = stream->options.max_held;
    if (stream->rest.length > most || length > most - stream->rest.length) {
        return fail(self, vox__stream_too_long(stream, 0, self->error));
    }
    vox_status status = vox__buffer_reserve(&stream->rest, length + 1);
    return status == VOX_OK ? true : fail_memory(self, status);
}

static void append_rest(vox_stream *stream, const char *text, size_t length) {
    memcpy(stream->rest.bytes + stream->rest.length, text, length);
    stream->rest.length += length;
}

/** Keeps the value that begins here, once it was parsed behind its name. */
static bool keep_value(walk *self, size_t length) {
    vox_stream *stream = self->stream;
    size_t before = stream->rest.length;
    if (!reserve_rest(self, length)) {
        return false;
    }
    append_rest(stream, vox__stream_text(stream), length);
    char *member = stream->rest.bytes + stream->mark, first = *member;
    size_t whole = stream->rest.length - stream->mark, wrapped = stream->in_object ? 1 : 0;
    if (wrapped) {
        member[0] = '{';
        member[whole] = '}';
    }
    vox_tree *tree = parse(
        self, vox__string(member, whole + wrapped), wrapped, stream->options.tree
    );
    member[0] = wrapped ? first : member[0];
    if (!tree) {
        stream->rest.length = before;
        return not_parsed(self, length);
    }
    stream->values += vox__values_made(tree) - wrapped;
    vox_tree_free(tree);
    return advance(stream, length, after_value(stream));
}

static bool take_value(walk *self, char first) {
    vox_stream *stream = self->stream;
    size_t length;
    if (memchr(",:]}", first, 4) || (unsigned char)first >= 0x80) {
        return refuse(self, 1);
    }
    if (!find_token(self, &length) || length == 0) {
        return false;
    }
    bool bare = first != '{' && first != '[' && first != '"';
    if (bare && length == vox__stream_length(stream) && (stream->in_list || stream->in_object)) {
        return refuse(self, length); /* a number may have been cut off here */
    }
    if (stream->options.form == VOX_STREAM_VALUES) {
        return take_item(self, VOX_ITEM_DOCUMENT, "", length);
    }
    if (stream->in_list) {
        return take_item(self, VOX_ITEM_ELEMENT, stream->in_object ? "{\"data\":" : "", length);
    }
    if (stream->in_object && stream->member == MEMBER_INCLUDED && first == '[') {
        if (!reserve_rest(self, 2)) {
            return false;
        }
        take_item(self, VOX_ITEM_INCLUDED, "{\"included\":", length);
        if (self->item->tree) {
            append_rest(stream, "[]", 2);
        }
        return false;
    }
    return keep_value(self, length);
}

/* --- the document around them ---------------------------------------------- */

/** Opens the root object or the list; `depth` is that of the container. */
static bool open(walk *self, const char *text, size_t depth, vox__expected expected) {
    vox_stream *stream = self->stream;
    size_t length = strlen(text);
    if (vox__stream_values_left(stream) == 0 || depth > stream->options.tree.max_depth) {
        return refuse(self, 1);
    }
    if (!reserve_rest(self, length)) {
        return false;
    }
    append_rest(stream, text, length);
    stream->values++;
    return advance(stream, 1, expected);
}

static bool open_object(walk *self) {
    if (!open(self, "", 1, EXPECT_NAME_OR_CLOSE)) {
        return false;
    }
    self->stream->in_object = true;
    return true;
}

static bool open_list(walk *self) {
    vox_stream *stream = self->stream;
    if (!open(self, "[]", stream->in_object ? 2 : 1, EXPECT_ELEMENT_OR_CLOSE)) {
        return false;
    }
    stream->in_list = true;
    return true;
}

static bool close_list(vox_stream *stream) {
    stream->in_list = false;
    return advance(stream, 1, after_value(stream));
}

static bool close_object(walk *self) {
    vox_stream *stream = self->stream;
    bool empty = stream->rest.length == 0;
    if (!reserve_rest(self, 2)) {
        return false;
    }
    append_rest(stream, empty ? "{}" : "}", empty ? 2 : 1);
    stream->in_object = false;
    return advance(stream, 1, EXPECT_END);
}

/** Notes a name, in strict mode among those that were there; false when it was, or
 *  when there is no memory. */
static bool note_name(walk *self, vox_string name, vox__member member) {
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
        return fail_memory(self, status);
    }
    if (repeated) {
        return fail(self, vox__stream_repeated(stream, self->error));
    }
    stream->seen[member] = true;
    return true;
}

static vox__member member_of(vox_string name) {
    return vox_string_equal(name, vox__string("data", 4))           ? MEMBER_DATA
           : vox_string_equal(name, vox__string("included", 8)) ? MEMBER_INCLUDED
                                                                : MEMBER_OTHER;
}

static bool take_name(walk *self) {
    vox_stream *stream = self->stream;
    size_t length;
    if (!find_token(self, &length) || length == 0 || !reserve_rest(self, length + 2)) {
        return false;
    }
    vox_string text = vox__string(vox__stream_text(stream), length);
    vox_tree *tree = parse(self, text, 1, stream->options.tree);
    if (!tree) {
        return not_parsed(self, length);
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
    append_rest(stream, stream->mark ? "," : "{", 1);
    append_rest(stream, text.bytes, length);
    append_rest(stream, ":", 1);
    return advance(stream, length, EXPECT_COLON);
}

/** What may stand at the beginning of the text, where `byte` does. */
static bool step(walk *self, char byte) {
    vox_stream *stream = self->stream;
    bool elements = stream->options.form == VOX_STREAM_ELEMENTS;
    switch (stream->expected) {
    case EXPECT_DOCUMENT:
        return elements && byte == '{'   ? open_object(self)
               : elements && byte == '[' ? open_list(self)
                                         : take_value(self, byte);
    case EXPECT_ELEMENT_OR_CLOSE:
        return byte == ']' ? close_list(stream) : take_value(self, byte);
    case EXPECT_ELEMENT:
        return take_value(self, byte);
    case EXPECT_MEMBER_VALUE:
        return byte == '[' && stream->member == MEMBER_DATA ? open_list(self)
                                                            : take_value(self, byte);
    case EXPECT_COMMA_OR_BRACKET:
        return byte == ','   ? advance(stream, 1, EXPECT_ELEMENT)
               : byte == ']' ? close_list(stream)
                             : refuse(self, 1);
    case EXPECT_COMMA_OR_BRACE:
        return byte == ','   ? advance(stream, 1, EXPECT_NAME)
               : byte == '}' ? close_object(self)
                             : refuse(self, 1);
    case EXPECT_NAME_OR_CLOSE:
        return byte == '"' ? take_name(self) : byte == '}' ? close_object(self) : refuse(self, 1);
    case EXPECT_NAME:
        return byte == '"' ? take_name(self) : refuse(self, 1);
    case EXPECT_COLON:
        return byte == ':' ? advance(stream, 1, EXPECT_MEMBER_VALUE) : refuse(self, 1);
    case EXPECT_END:
        break;
    }
    return refuse(self, 1);
}

/* --- the walk -------------------------------------------------------------- */

static const char byte_order_mark[3] = {'\xEF', '\xBB', '\xBF'};

/** Deals with a byte order mark at the beginning; false when that cannot be done
 *  yet, or must not. */
static bool begin(walk *self) {
    vox_stream *stream = self->stream;
    size_t there = vox__stream_length(stream), most = there < 3 ? there : 3;
    bool marked = memcmp(vox__stream_text(stream), byte_order_mark, most) == 0;
    if (marked && most < 3 && !stream->finished) {
        return wait_for_more(self);
    }
    if (marked && most == 3) {
        if (stream->options.tree.strict) {
            return refuse(self, 3);
        }
        advance(stream, 3, EXPECT_DOCUMENT);
    }
    stream->begun = true;
    return true;
}

/** Skips white space; between documents there must be some. */
static void skip_space(vox_stream *stream) {
    const char *text = vox__stream_text(stream);
    size_t length = 0, there = vox__stream_length(stream);
    while (length < there && memchr(" \n\r\t", text[length], 4)) {
        length++;
    }
    if (length) {
        bool next = stream->options.form == VOX_STREAM_VALUES;
        advance(stream, length, next ? EXPECT_DOCUMENT : stream->expected);
    }
}

/** Hands out what is left at the end. */
static bool end(walk *self) {
    vox_stream *stream = self->stream;
    bool values = stream->options.form == VOX_STREAM_VALUES;
    if (!stream->finished) {
        return wait_for_more(self);
    }
    if (!values && stream->expected != EXPECT_END) {
        return refuse(self, 0);
    }
    if (!values) {
        vox_string rest = vox__string(stream->rest.bytes, stream->rest.length);
        vox_tree *tree = parse(self, rest, stream->values, stream->options.tree);
        if (!tree) {
            return fail_memory(self, self->status);
        }
        hand_out(self, VOX_ITEM_REST, tree, vox_tree_root(tree));
    }
    stream->done = true;
    return false;
}

vox_status vox__stream_walk(vox_stream *stream, vox_item *item, vox_error *error) {
    walk self = {stream, item, error, VOX_OK};
    bool go_on = true;
    while (go_on) {
        if (!stream->begun && vox__stream_length(stream) != 0) {
            go_on = begin(&self);
            continue;
        }
        skip_space(stream);
        go_on = vox__stream_length(stream) == 0 ? end(&self)
                                                : step(&self, *vox__stream_text(stream));
    }
    return self.status;
}
