/* SPDX-License-Identifier: MIT */
/** The position of the reader, derived from the nodes: what was delivered, and what may come
 *  next. */
#include "read/lexer.h"
#include "read/node_builder.h"

/** Returns the end of the last value, or the position after the bracket of a container that was
 *  just opened. */
static size_t values_end(const vox__builder *builder) {
    if (builder->last) {
        return vox__node_at(builder, builder->last)->end;
    }
    return builder->parent ? vox__node_at(builder, builder->parent)->start + (size_t)1
                           : builder->start;
}

bool vox__name_pending(const vox__builder *builder, size_t *end) {
    if (!builder->parent || vox__node_at(builder, builder->parent)->kind != VOX_OBJECT) {
        return false;
    }
    vox_node named; /* only its first word */
    memcpy(&named, &builder->head, sizeof builder->head);
    if (named.flags & FLAG_NAME_STORED) {
        uint32_t quote = vox__text_at(builder->tree, named.name)->extra;
        *end = vox__quoted_end(vox__string(builder->source, builder->source_length), quote);
        return quote >= values_end(builder);
    }
    *end = (size_t)named.name + named.name_length + 1;
    return named.name > values_end(builder);
}

size_t vox__delivered_end(const vox__builder *builder) {
    size_t end;
    return vox__name_pending(builder, &end) ? end : values_end(builder);
}

size_t vox__string_begin(const vox__builder *builder) {
    const char *source = builder->source;
    size_t offset = vox__delivered_end(builder);
    while (source[offset] != '"') { /* a comma, a colon or white space */
        offset++;
    }
    return offset;
}

vox__expected vox__expected_next(const vox__builder *builder) {
    size_t end;
    if (!builder->parent) {
        return builder->last ? EXPECT_END : EXPECT_DOCUMENT;
    }
    if (vox__name_pending(builder, &end)) {
        return EXPECT_COLON;
    }
    if (vox__node_at(builder, builder->parent)->kind == VOX_OBJECT) {
        return builder->last ? EXPECT_COMMA_OR_BRACE : EXPECT_NAME_OR_CLOSE;
    }
    return builder->last ? EXPECT_COMMA_OR_BRACKET : EXPECT_ELEMENT_OR_CLOSE;
}
