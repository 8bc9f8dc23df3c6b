/* SPDX-License-Identifier: MIT */
/** Writing a subtree in a layout of its own: compact, pretty, sorted, and what
 *  was put into a document that otherwise keeps its layout.
 *
 *  Text and numbers that nobody wrote keep the form they had in the source,
 *  except in the sorted (canonical) layout. The parents lead back up; only
 *  sorted members need a list a level. */
#include "read/lexer.h"
#include "write/write.h"

/* --- scalars and names ----------------------------------------------------- */

static void put_scalar(
    vox__output *output, const vox_tree *tree, const vox_node *node, bool sorted
) {
    static const char *const words[] = {"", "null", "false", "true"};
    char canonical[VOX_NUMBER_SIZE];
    bool in_source = node->flags & FLAG_SOURCE;
    if (node->kind <= VOX_TRUE) {
        vox__put(output, words[node->kind], strlen(words[node->kind]));
    } else if (node->kind == VOX_NUMBER) {
        vox_string text = vox__text(tree, node);
        size_t length = sorted ? vox__number_canonical(text, canonical) : 0;
        vox__put(output, length ? canonical : text.bytes, length ? length : text.length);
    } else if (in_source && !(sorted && node->flags & FLAG_TEXT_STORED)) {
        vox__put(output, tree->source + node->start, node->end - node->start);
    } else {
        vox__put_quoted(output, vox__text(tree, node));
    }
}

void vox__put_name(vox__output *output, const vox_tree *tree, const vox_node *node, bool sorted) {
    if (!(node->flags & FLAG_NAME_STORED)) {
        vox__put(
            output, tree->source + node->name - 1, (node->name_length & NAME_LENGTH) + (size_t)2
        );
        return;
    }
    const vox__stored *name = vox__text_at(tree, node->name);
    if (name->extra != UINT32_MAX && !sorted) {
        vox_string source = vox_tree_source(tree);
        vox__put(
            output, source.bytes + name->extra, vox__quoted_end(source, name->extra) - name->extra
        );
    } else {
        vox__put_quoted(output, vox__string(name->bytes, name->length));
    }
}

static void put_line(vox__output *output, const vox__layout *layout, size_t level) {
    if (layout->base.length) {
        vox__put(output, layout->base.bytes, layout->base.length);
        for (; level; level--) {
            vox__put(output, layout->unit.bytes, layout->unit.length);
        }
    }
}

/* --- sorted members -------------------------------------------------------- */

/** Members of the open objects, innermost last. */
typedef struct sorted_object {
    const vox_node **members;
    size_t count;
    size_t next;
} sorted_object;

/** Order by UTF-16 code units (RFC 8785 section 3.2.3), told from UTF-8: bytes
 *  order code points, and only U+E000 to U+FFFF (lead bytes EE and EF) must go
 *  behind those above U+FFFF (lead bytes F0 to F4). */
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

/** Merge sort from short runs to long ones; `spare` is as long as `members`. */
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
    vox_status status = vox__list_reserve(&tree->memory, stack, sizeof(sorted_object), 1, 8);
    if (status == VOX_OK) {
        status = vox__temporary(&tree->memory, &memory, 0, 2 * count * sizeof(vox_node *));
    }
    if (status != VOX_OK) {
        return status;
    }
    sorted_object *top = vox__list_add(&tree->memory, stack, sizeof *top);
    *top = (sorted_object){memory, count, 0};
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

static const vox_node *first_child(
    vox_tree *tree, vox__list *stack, const vox_node *node, bool sorted, vox_status *status
) {
    if (!sorted || node->kind == VOX_ARRAY) {
        return vox_node_first(tree, node);
    }
    *status = push_sorted(tree, stack, node);
    return *status == VOX_OK ? next_sorted(stack) : NULL;
}

vox_status vox__write_formatted(
    vox__output *output, vox_tree *tree, const vox_node *node, size_t level, vox__layout layout
) {
    const vox_node *top = node;
    vox__list stack = {NULL, 0, 0};
    vox_status status = VOX_OK;
    for (;;) {
        const vox_node *child = NULL;
        status = vox__resolve(tree, node);
        if (status != VOX_OK) {
            break;
        }
        bool is_object = node->kind == VOX_OBJECT;
        if (!vox__is_container(node)) {
            put_scalar(output, tree, node, layout.sorted);
        } else if (!vox_node_first(tree, node)) {
            vox__put(output, is_object ? "{}" : "[]", 2);
        } else {
            child = first_child(tree, &stack, node, layout.sorted, &status);
            vox__put_byte(output, is_object ? '{' : '[');
            level++;
        }
        while (!child && node != top && status == VOX_OK && output->status == VOX_OK) {
            const vox_node *parent = vox_node_parent(tree, node);
            bool by_name = layout.sorted && parent->kind == VOX_OBJECT;
            child = by_name ? next_sorted(&stack) : vox_node_next(tree, node);
            if (child) {
                vox__put_byte(output, ',');
                vox__put(output, layout.gap.bytes, layout.gap.length);
                break;
            }
            if (by_name) {
                pop_sorted(tree, &stack);
            }
            level--;
            put_line(output, &layout, level);
            vox__put_byte(output, parent->kind == VOX_OBJECT ? '}' : ']');
            node = parent;
        }
        if (!child || status != VOX_OK || output->status != VOX_OK) {
            break;
        }
        node = child;
        put_line(output, &layout, level);
        if (vox_node_parent(tree, node)->kind == VOX_OBJECT) {
            vox__put_name(output, tree, node, layout.sorted);
            vox__put(output, layout.colon.bytes, layout.colon.length);
        }
    }
    while (stack.count) {
        pop_sorted(tree, &stack);
    }
    vox__list_free(&tree->memory, &stack, sizeof(sorted_object));
    return status;
}
