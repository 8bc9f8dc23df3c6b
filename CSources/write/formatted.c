/* SPDX-License-Identifier: MIT */
/** Writing a subtree in a layout: pretty, sorted, and new values in a document that keeps its
 *  layout.
 *
 *  Strings and numbers that were not written keep the form of the source, except in the sorted
 *  (canonical) layout. The walk goes back up by parents; only sorted members need a list for each
 *  level. compact.c writes without white space, unless members are sorted. */
#include "write/write.h"

/** The state of a walk over the written values. */
typedef struct formatter {
    vox__output *output;
    vox_tree *tree;
    vox__layout layout;
    const char *source;
    size_t readable; /* the number of readable bytes */
    vox__list stack; /* sorted_object: members of the open objects, innermost last */

    /* A line break and indentation, as far as they were needed yet. */
    size_t level;
    size_t line_ready;
    char line[128];
} formatter;

/* --- scalars and names ----------------------------------------------------- */

static char *put_made_scalar(const formatter *to, char *at, const vox_node *node) {
    if (node->kind == VOX_STRING) {
        return vox__put_quoted(to->output, at, vox__text(to->tree, node));
    }
    if (to->layout.sorted && node->kind == VOX_NUMBER) {
        return vox__put_canonical_number(to->output, at, vox__text(to->tree, node));
    }
    const vox_string text = node->kind == VOX_NUMBER ? vox__text(to->tree, node)
                                                     : vox__literal(node->kind);
    return vox__put_at(to->output, at, text.bytes, text.length);
}

VOX_INLINE char *put_formatted_scalar(const formatter *to, char *at, const vox_node *node) {
    const bool as_read = node->flags & FLAG_SOURCE &&
                         !(to->layout.sorted &&
                           (node->kind == VOX_NUMBER || vox__has_stored_text(node)));
    return as_read ? vox__put_slice(
                         to->output, at, to->source + node->start, node->end - (size_t)node->start,
                         to->readable - node->start
                     )
                   : put_made_scalar(to, at, node);
}

/** Writes a name and its colon. */
VOX_INLINE char *put_formatted_name(const formatter *to, char *at, const vox_node *node) {
    const vox_string colon = to->layout.colon;
    if (VOX_LIKELY(!(node->flags & FLAG_NAME_STORED))) {
        const size_t quote = node->name - (size_t)1;
        at = vox__put_slice(
            to->output, at, to->source + quote, (node->name_length & NAME_LENGTH) + (size_t)2,
            to->readable - quote
        );
    } else {
        at = vox__put_name(to->output, at, to->tree, node, to->layout.sorted);
    }
    if (VOX_LIKELY(colon.length <= 2)) { /* it has at least one byte */
        at[0] = colon.bytes[0];
        at[1] = colon.bytes[colon.length - 1];
        return at + colon.length;
    }
    return vox__put_at(to->output, at, colon.bytes, colon.length);
}

/* --- lines ----------------------------------------------------------------- */

/** Writes the beginning of a line that is deeper than earlier lines, and keeps it if it is short. */
static VOX_APART char *put_new_line(formatter *to, char *at, size_t length) {
    const vox_string base = to->layout.base, unit = to->layout.unit;
    const bool is_short = length <= sizeof to->line;
    at = vox__room(to->output, at, is_short ? length : 1);
    const char *const start = at;
    at = vox__put_at(to->output, at, base.bytes, base.length);
    for (size_t level = unit.length ? to->level : 0; level; level--) {
        at = vox__put_at(to->output, at, unit.bytes, unit.length);
    }
    if (is_short) {
        memcpy(to->line, start, length);
        to->line_ready = length;
    }
    return at;
}

/** Writes the beginning of a line, if values have their own lines. */
VOX_INLINE char *put_line(formatter *to, char *at) {
    if (!to->layout.base.length) {
        return at;
    }
    const size_t length = to->layout.base.length + to->level * to->layout.unit.length;
    if (VOX_UNLIKELY(length > to->line_ready || !vox__fits(to->output, at, length))) {
        return put_new_line(to, at, length);
    }
    for (size_t done = 0; done < length; done += 16) {
        memcpy(at + done, to->line + done, 16);
    }
    return at + length;
}

/* --- sorted members -------------------------------------------------------- */

/** The members of the open objects, innermost last. */
typedef struct sorted_object {
    const vox_node **members;
    size_t count;
    size_t next;
} sorted_object;

/** Compares by UTF-16 code units (RFC 8785 section 3.2.3), from UTF-8. The order of bytes is the
 *  order of code points. Only U+E000 to U+FFFF (lead bytes EE and EF) must come
 *  after the code points above U+FFFF (lead bytes F0 to F4). */
static bool comes_before(vox_string left, vox_string right) {
    size_t shorter = left.length < right.length ? left.length : right.length;
    for (size_t offset = 0; offset < shorter; offset++) {
        unsigned a = (unsigned char)left.bytes[offset], b = (unsigned char)right.bytes[offset];
        if (a != b) {
            a += a == 0xEE || a == 0xEF ? 0x10 : 0;
            b += b == 0xEE || b == 0xEF ? 0x10 : 0;
            return a < b;
        }
    }
    return left.length < right.length;
}

/** Sorts by merging short runs to longer ones. `spare` is as long as `members`. */
static void sort_members(
    const vox_tree *tree, const vox_node **members, const vox_node **spare, size_t count
) {
    for (size_t width = 1; width < count; width *= 2) {
        for (size_t start = 0; start < count; start += 2 * width) {
            size_t middle = start + width < count ? start + width : count;
            size_t end = middle + width < count ? middle + width : count;
            size_t left = start, right = middle;
            for (size_t target = start; target < end; target++) {
                bool take_right =
                    left == middle ||
                    (right < end &&
                     comes_before(vox__name(tree, members[right]), vox__name(tree, members[left])));
                spare[target] = take_right ? members[right++] : members[left++];
            }
        }
        memcpy(members, spare, count * sizeof *members);
    }
}

static vox_status push_sorted(vox_tree *tree, vox__list *stack, const vox_node *object) {
    size_t count = vox_node_count(tree, object);
    void *memory = NULL;
    VOX_TRY(vox__list_reserve(&tree->memory, stack, sizeof(sorted_object), 1));
    VOX_TRY(vox__temporary(&tree->memory, &memory, 0, 2 * count * sizeof(vox_node *)));
    sorted_object *top = (sorted_object *)vox__list_add(&tree->memory, stack, sizeof *top);
    *top = (sorted_object){(const vox_node **)memory, count, 0};
    const vox_node *member = vox_node_first(tree, object);
    for (size_t index = 0; index < count; index++) {
        top->members[index] = member;
        member = vox_node_next(tree, member);
    }
    sort_members(tree, top->members, top->members + count, count);
    return VOX_OK;
}

static void pop_sorted(vox_tree *tree, vox__list *stack) {
    sorted_object *top = (sorted_object *)stack->items + --stack->count;
    void *memory = top->members;
    (void)vox__temporary(&tree->memory, &memory, 2 * top->count * sizeof(vox_node *), 0);
}

static const vox_node *next_sorted(const vox__list *stack) {
    sorted_object *top = (sorted_object *)stack->items + stack->count - 1;
    return top->next < top->count ? top->members[top->next++] : NULL;
}

/* --- the walk -------------------------------------------------------------- */

static const vox_node *first_child(formatter *to, const vox_node *node, vox_status *status) {
    if (node->kind == VOX_OBJECT) {
        if (VOX_UNLIKELY(!(node->flags & FLAG_CHECKED))) {
            vox__object_check(to->tree, node);
        }
        if (to->layout.sorted && node->child) {
            *status = push_sorted(to->tree, &to->stack, node);
            return *status == VOX_OK ? next_sorted(&to->stack) : NULL;
        }
    }
    return vox__counting(to->tree, node->child);
}

/** Writes a value. Of a container, writes the opening bracket and returns the first child. */
VOX_INLINE const vox_node *put_value(
    formatter *to, char **place, const vox_node *node, vox_status *status
) {
    if (!vox__is_container(node)) {
        *place = put_formatted_scalar(to, *place, node);
        return NULL;
    }
    *status = vox__resolve(to->tree, node);
    if (*status != VOX_OK) {
        return NULL;
    }
    const vox_node *child = first_child(to, node, status);
    const bool is_object = node->kind == VOX_OBJECT;
    if (!child) {
        *place = vox__put_at(to->output, *place, is_object ? "{}" : "[]", 2);
        return NULL;
    }
    *place = vox__byte_at(to->output, *place, is_object ? '{' : '[');
    to->level++;
    return child;
}

static vox_status walk(formatter *to, const vox_node *top) {
    vox_tree *const tree = to->tree;
    const vox_node *node = top, *parent = NULL;
    char *at = to->output->at;
    vox_status status = VOX_OK;
    for (;;) {
        const vox_node *child = put_value(to, &at, node, &status);
        if (child) {
            parent = node;
        }
        while (!child && node != top && status == VOX_OK) {
            const bool is_object = parent->kind == VOX_OBJECT;
            const bool by_name = to->layout.sorted && is_object;
            child = by_name ? next_sorted(&to->stack) : vox__counting(tree, node->next);
            if (child) {
                *at++ = ',';
                if (to->layout.gap.length) {
                    at = vox__put_at(to->output, at, to->layout.gap.bytes, to->layout.gap.length);
                }
                break;
            }
            if (by_name) {
                pop_sorted(tree, &to->stack);
            }
            to->level--;
            at = put_line(to, at);
            at = vox__byte_at(to->output, at, is_object ? '}' : ']');
            node = parent;
            parent = vox__node_or_null(tree, node->parent);
        }
        if (!child || status != VOX_OK || to->output->status != VOX_OK) {
            break;
        }
        node = child;
        at = put_line(to, at);
        if (parent->kind == VOX_OBJECT) {
            at = put_formatted_name(to, at, node);
        }
    }
    to->output->at = at;
    return status;
}

vox_status vox__write_formatted(
    vox__output *output, vox_tree *tree, const vox_node *node, size_t level, vox__layout layout
) {
    if (!layout.sorted && !layout.base.length && !layout.gap.length && layout.colon.length == 1) {
        return vox__write_compact(output, tree, node);
    }
    formatter to;
    to.output = output;
    to.tree = tree;
    to.layout = layout;
    to.source = tree->source;
    to.readable = vox__readable(tree);
    to.stack = (vox__list){NULL, 0, 0};
    to.level = level;
    to.line_ready = 0;
    vox_status status = walk(&to, node);
    while (to.stack.count) {
        pop_sorted(tree, &to.stack);
    }
    vox__list_free(&tree->memory, &to.stack, sizeof(sorted_object));
    return status;
}
