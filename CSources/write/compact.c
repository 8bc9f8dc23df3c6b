/* SPDX-License-Identifier: MIT */
/** Writing without white space, members in their order, as a service does with each response.
 *
 *  An unchanged container is written as its source without white space. In a document that was
 *  built, most nodes and texts follow one another, so the chunk of the last one is kept for the
 *  next (vox__window). */
#include "write/quoted.h"
#include "write/write.h"

typedef struct compactor {
    vox__output *output;
    vox_tree *tree;
    const char *source;
    size_t readable;        /* the number of readable bytes */
    size_t largest;         /* the longest source that is written without its white space */
    const vox_node *walked; /* the open container with shadowed members in its source, or NULL */
    vox__window nodes;
    vox__window texts;
    vox__window names; /* texts, too; shared names are old */
} compactor;

/* --- untouched values -------------------------------------------------------- */

/** Returns true when nothing is shadowed at and below a value, so that its source has exactly its
 *  values. Parses deferred values. */
static bool says_all(vox_tree *tree, const vox_node *top) {
    for (const vox_node *node = top;;) {
        if (vox__is_container(node)) {
            if (vox__resolve(tree, node) != VOX_OK) {
                return false;
            }
            if (node->kind == VOX_OBJECT && VOX_UNLIKELY(!(node->flags & FLAG_CHECKED))) {
                vox__object_check(tree, node);
            }
            if (node->child) {
                node = vox__node(tree, node->child);
                if (VOX_UNLIKELY(node->flags & FLAG_SHADOWED)) {
                    return false;
                }
                continue;
            }
        }
        while (node != top && !node->next) {
            node = vox__node(tree, node->parent);
        }
        if (node == top) {
            return true;
        }
        node = vox__node(tree, node->next);
        if (VOX_UNLIKELY(node->flags & FLAG_SHADOWED)) {
            return false;
        }
    }
}

/** Returns true when a container probably has much white space: before its first child, before the
 *  value of the first child, or in the first child of that. */
static bool is_spaced(const compactor *to, const vox_node *node) {
    for (unsigned level = 0; level < 8 && vox__is_container(node) && node->child; level++) {
        const vox_node *child = vox__node(to->tree, node->child);
        if (vox__is_space(to->source[node->start + 1]) ||
            vox__is_space(to->source[child->start - (size_t)1])) {
            return true;
        }
        node = child;
    }
    return false;
}

/** The minimum length of a source: copying a shorter one saves nothing. */
#define LEAST 64

/** Returns true when a container is written as its source without white space, which is faster than
 *  visiting its nodes if it has little white space. If something in it is shadowed, the containers
 *  below it are not checked again. */
static bool is_minified(compactor *to, const vox_node *node) {
    const size_t length = node->end - (size_t)node->start;
    if (to->walked || length < LEAST || length > to->largest || is_spaced(to, node)) {
        return false;
    }
    const bool all = says_all(to->tree, node);
    to->walked = all ? NULL : node;
    return all;
}

/* --- values and names ---------------------------------------------------------- */

VOX_INLINE char *put_compact_scalar(compactor *to, char *at, const vox_node *node) {
    if (VOX_LIKELY(node->flags & FLAG_SOURCE)) {
        return vox__put_slice(
            to->output, at, to->source + node->start, node->end - (size_t)node->start,
            to->readable - node->start
        );
    }
    if (node->kind == VOX_STRING || node->kind == VOX_NUMBER) {
        const vox__stored *text = (const vox__stored *)vox__window_at(
            &to->texts, &to->tree->texts, node->child, VOX_TEXT_UNIT
        );
        return node->kind == VOX_STRING ? vox__put_stored(to->output, at, text)
                                        : vox__put_at(to->output, at, text->bytes, text->length);
    }
    const vox_string word = vox__literal(node->kind);
    memcpy(at, word.bytes, 8);
    return at + word.length;
}

/** Writes a name and its colon, in the bytes that may be written without a check. */
VOX_INLINE char *put_compact_name(compactor *to, char *at, const vox_node *node) {
    if (VOX_UNLIKELY(!(node->flags & FLAG_NAME_STORED))) {
        const size_t quote = node->name - (size_t)1;
        at = vox__put_slice(
            to->output, at, to->source + quote, (node->name_length & NAME_LENGTH) + (size_t)2,
            to->readable - quote
        );
        *at++ = ':';
        return at;
    }
    const vox__stored *name = (const vox__stored *)vox__window_at(
        &to->names, &to->tree->texts, node->name, VOX_TEXT_UNIT
    );
    if (VOX_LIKELY(name->extra == NAME_SHARED && name->length <= NAME_READABLE)) {
        at[0] = '"';
        memcpy(at + 1, name->bytes, NAME_READABLE);
        at += name->length + 1;
        at[0] = '"';
        at[1] = ':';
        return at + 2;
    }
    at = vox__is_read_name(name) ? vox__put_name(to->output, at, to->tree, node, false)
                                 : vox__put_stored(to->output, at, name);
    *at++ = ':';
    return at;
}

/* --- the walk -------------------------------------------------------------------- */

VOX_INLINE const vox_node *count_child(compactor *to, vox_ref child) {
    const vox_node *node = (const vox_node *)vox__window_at(
        &to->nodes, &to->tree->nodes, child, sizeof(vox_node)
    );
    return VOX_LIKELY(!(node->flags & FLAG_SHADOWED)) ? node : vox__counting(to->tree, node->next);
}

/** Writes an empty or unchanged container as a whole. Of another container, writes the opening
 *  bracket and returns the first child. */
static const vox_node *open_compact(compactor *to, char **place, const vox_node *node) {
    const bool is_object = node->kind == VOX_OBJECT;
    const bool is_read = (node->flags & (FLAG_SOURCE | FLAG_CHANGED)) == FLAG_SOURCE;
    if (is_read && is_minified(to, node)) {
        const vox_string source = {to->source + node->start, node->end - node->start};
        *place = vox__put_minified(to->output, *place, source);
        return NULL;
    }
    if (is_object && VOX_UNLIKELY(!(node->flags & FLAG_CHECKED))) {
        vox__object_check(to->tree, node);
    }
    const vox_node *child = node->child ? count_child(to, node->child) : NULL;
    (*place)[0] = is_object ? '{' : '[';
    (*place)[1] = is_object ? '}' : ']';
    *place += child ? 1 : 2;
    return child;
}

VOX_HOT vox_status vox__write_compact(vox__output *output, vox_tree *tree, const vox_node *top) {
    compactor to = {
        .output = output,
        .tree = tree,
        .source = tree->source,
        .readable = vox__readable(tree),
        .largest = output->buffer ? SIZE_MAX : (size_t)4 * VOX_STORE,
    };
    const vox_node *node = top, *parent = NULL;
    char *at = output->at;
    vox_status status = VOX_OK;
    for (;;) {
        /* What is written without a check always fits into the slack. */
        at = VOX_UNLIKELY(at >= output->end) ? vox__room(output, at, 1) : at;
        if (!vox__is_container(node)) {
            at = put_compact_scalar(&to, at, node);
        } else {
            status = vox__resolve(tree, node);
            if (status != VOX_OK) {
                break;
            }
            const vox_node *child = open_compact(&to, &at, node);
            if (child) {
                parent = node;
                node = child;
                if (parent->kind == VOX_OBJECT) {
                    at = put_compact_name(&to, at, node);
                }
                continue;
            }
        }
        const vox_node *next = NULL;
        while (node != top && !next) {
            at = VOX_UNLIKELY(at >= output->end) ? vox__room(output, at, 1) : at;
            next = node->next ? count_child(&to, node->next) : NULL;
            if (!next) {
                *at++ = parent->kind == VOX_OBJECT ? '}' : ']';
                node = parent;
                to.walked = to.walked == node ? NULL : to.walked;
                parent = node->parent ? (const vox_node *)vox__window_peek(
                                            &to.nodes, &tree->nodes, node->parent, sizeof(vox_node)
                                        )
                                      : NULL;
            }
        }
        if (!next || output->status != VOX_OK) {
            break;
        }
        node = next;
        *at++ = ',';
        if (parent->kind == VOX_OBJECT) {
            at = put_compact_name(&to, at, node);
        }
    }
    output->at = at;
    return status;
}
