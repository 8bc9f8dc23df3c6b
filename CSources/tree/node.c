/* SPDX-License-Identifier: MIT */
/** Reading nodes: kinds, texts, navigation. */
#include "tree/armor.h"
#include "tree/inline_cache.h"

vox_kind vox_node_kind(const vox_node *node) {
    return node ? (vox_kind)(node->kind & KIND_PUBLIC) : VOX_ABSENT;
}

const char *vox_kind_name(vox_kind kind) {
    static const char *const names[] = {"absent", "null",   "false", "true",
                                        "number", "string", "array", "object"};
    return (size_t)kind < sizeof names / sizeof *names ? names[kind] : "unknown";
}

vox_string vox_node_text(const vox_tree *tree, const vox_node *node) {
    VOX_ARMOR_READ(tree, node, vox__string("", 0));
    if (!node || (node->kind != VOX_STRING && node->kind != VOX_NUMBER)) {
        return vox__string("", 0);
    }
    return vox__text(tree, node);
}

static inline vox_status number_status(const vox_node *node) {
    return !node ? VOX_ERROR_MISSING : node->kind != VOX_NUMBER ? VOX_ERROR_KIND : VOX_OK;
}

/** Returns true for a number in the source with readable bytes after it. */
static inline bool has_readable_rest(const vox_tree *tree, const vox_node *node) {
    return (tree->owns_source || tree->source_length - node->start >= VOX_PADDING) &&
           !vox__has_stored_text(node);
}

/** Returns true for a number that is not whole, if its text shows this at once: it ends with a digit
 *  of its fraction that is not 0. */
static inline bool is_fraction(vox_string number) {
    return number.bytes[number.length - 1] != '0' &&
           vox__find_byte(number.bytes, '.', number.length) &&
           !vox__find_byte(number.bytes, 'e', number.length) &&
           !vox__find_byte(number.bytes, 'E', number.length);
}

vox_status vox_node_int64(const vox_tree *tree, const vox_node *node, int64_t *value) {
    VOX_ARMOR_READ(tree, node, VOX_ERROR_ARGUMENT);
    VOX_ARMOR_GIVEN(value, VOX_ERROR_ARGUMENT);
    VOX_TRY(number_status(node));
    if (has_readable_rest(tree, node) &&
        VOX_LIKELY(vox__few_digits(tree->source + node->start, node->end - node->start, value))) {
        return VOX_OK;
    }
    const vox_string text = vox__text(tree, node);
    return vox__short_integer(text, value) ? VOX_OK
           : is_fraction(text)             ? VOX_ERROR_KIND
                                           : vox_number_int64(text, value);
}

vox_status vox_node_uint64(const vox_tree *tree, const vox_node *node, uint64_t *value) {
    VOX_ARMOR_READ(tree, node, VOX_ERROR_ARGUMENT);
    VOX_ARMOR_GIVEN(value, VOX_ERROR_ARGUMENT);
    VOX_TRY(number_status(node));
    return vox_number_uint64(vox__text(tree, node), value);
}

vox_status vox_node_double(const vox_tree *tree, const vox_node *node, double *value) {
    VOX_ARMOR_READ(tree, node, VOX_ERROR_ARGUMENT);
    VOX_ARMOR_GIVEN(value, VOX_ERROR_ARGUMENT);
    VOX_TRY(number_status(node));
    int64_t integer;
    if (VOX_UNLIKELY(!has_readable_rest(tree, node))) {
        return vox_number_double(vox__text(tree, node), value);
    }
    if (vox__few_digits(tree->source + node->start, node->end - node->start, &integer)) {
        *value = (double)integer;
        return VOX_OK;
    }
    return vox__number_value(tree->source + node->start, node->end - node->start, value);
}

bool vox_node_boolean(const vox_node *node, bool *value) {
    VOX_ARMOR_GIVEN(value, false);
    if (!node || (node->kind != VOX_TRUE && node->kind != VOX_FALSE)) {
        return false;
    }
    *value = node->kind == VOX_TRUE;
    return true;
}

vox_string vox_node_source(const vox_tree *tree, const vox_node *node) {
    VOX_ARMOR_READ(tree, node, vox__string("", 0));
    if (!node || (node->flags & (FLAG_SOURCE | FLAG_CHANGED)) != FLAG_SOURCE) {
        return vox__string("", 0);
    }
    return vox__string(tree->source + node->start, node->end - node->start);
}

size_t vox_node_offset(const vox_node *node) {
    /* Every value has at least one byte, so an end of 0 means that it was not read. */
    return node && node->end ? node->start : SIZE_MAX;
}

bool vox_node_changed(const vox_node *node) {
    return node && (node->flags & FLAG_CHANGED);
}

bool vox_node_attached(const vox_tree *tree, const vox_node *node) {
    VOX_ARMOR_READ(tree, node, false);
    if (!node) {
        return false;
    }
    while (node->parent) {
        node = vox__node(tree, node->parent);
    }
    return node == vox__node(tree, tree->root);
}

vox_node *vox_node_parent(const vox_tree *tree, const vox_node *node) {
    VOX_ARMOR_READ(tree, node, NULL);
    return node ? vox__node_or_null(tree, node->parent) : NULL;
}

vox_string vox_node_name(const vox_tree *tree, const vox_node *node) {
    VOX_ARMOR_READ(tree, node, vox__string("", 0));
    /* For an element, `name` has another meaning: see vox_node. */
    bool has_name = node && (node->flags & FLAG_NAME_STORED || node->name_length & NAME_LENGTH);
    return has_name ? vox__name(tree, node) : vox__string("", 0);
}

static bool is_shadowed(const vox_node *node) {
    return node->flags & FLAG_SHADOWED;
}

/** Returns the parent with its shadowed members marked; NULL for detached nodes. */
static const vox_node *checked_parent(const vox_tree *tree, const vox_node *node) {
    const vox_node *parent = node ? vox__node_or_null(tree, node->parent) : NULL;
    if (parent && parent->kind == VOX_OBJECT && !(parent->flags & FLAG_CHECKED)) {
        /* Marks are a cache, not part of the value. */
        vox__object_check((vox_tree *)(uintptr_t)tree, parent);
    }
    return parent;
}

/** Returns the next child in all cases. */
static VOX_APART vox_node *next_child(const vox_tree *tree, const vox_node *node) {
    (void)checked_parent(tree, node);
    vox_node *next = vox__sibling(tree, node);
    while (next && is_shadowed(next)) {
        next = vox__sibling(tree, next);
    }
    return next;
}

/** Returns true when iterating needs no preparation: for arrays, and for objects whose shadowed
 *  members are marked. */
static inline bool is_passable(const vox_node *container) {
    return container->kind == VOX_ARRAY || container->flags & FLAG_CHECKED;
}

/** Returns the next child if it and its parent are in chunk 0 and need no preparation. Returns NULL
 *  in other cases, and when there is no next child. */
VOX_INLINE vox_node *near_next(const vox_tree *tree, const vox_node *node) {
    const vox_ref end = tree->nodes.first_count;
    vox_node *nodes = (vox_node *)(void *)tree->nodes.first;
    if (VOX_UNLIKELY(node->next >= end || node->parent >= end)) {
        return NULL;
    }
    vox_node *next = nodes + node->next;
    return VOX_LIKELY(is_passable(nodes + node->parent) && !is_shadowed(next)) ? next : NULL;
}

vox_node *vox_node_next(const vox_tree *tree, const vox_node *node) {
    VOX_ARMOR_READ(tree, node, NULL);
    if (!node || !node->next) { /* like a detached node */
        return NULL;
    }
    vox_node *next = near_next(tree, node);
    return VOX_LIKELY(next != NULL) ? next : next_child(tree, node);
}

vox_node *vox_node_previous(const vox_tree *tree, const vox_node *node) {
    VOX_ARMOR_READ(tree, node, NULL);
    const vox_node *parent = checked_parent(tree, node);
    if (!parent) {
        return NULL;
    }
    vox_node *first = vox__child(tree, parent), *at = (vox_node *)(uintptr_t)node;
    while (at != first) {
        at = vox__node(tree, at->previous);
        if (!is_shadowed(at)) {
            return at;
        }
    }
    return NULL;
}

static bool has_children(vox_tree *tree, const vox_node *node) {
    if (!node || !vox__is_container(node) || vox__resolve(tree, node) != VOX_OK || !node->child) {
        return false;
    }
    if (node->kind == VOX_OBJECT) {
        vox__object_check(tree, node);
    }
    return true;
}

vox_node *vox_node_first(vox_tree *tree, const vox_node *node) {
    VOX_ARMOR_READ(tree, node, NULL);
    if (!has_children(tree, node)) {
        return NULL;
    }
    vox_node *first = vox__child(tree, node);
    return is_shadowed(first) ? vox__object_first(tree, node) : first;
}

/** Returns the following value in all cases. */
static VOX_APART vox_node *any_following(
    vox_tree *tree, const vox_node *node, const vox_node *top
) {
    vox_node *found = vox_node_first(tree, node);
    while (!found && node && node != top) {
        found = vox_node_next(tree, node);
        node = vox__node_or_null(tree, node->parent);
    }
    return found;
}

/** Goes along the nodes of chunk 0. A parent of 0 leads to node 0, whose `next` is far
 *  beyond this chunk (base/arena.c). */
vox_node *vox_node_following(vox_tree *tree, const vox_node *node, const vox_node *top) {
    VOX_ARMOR_READ(tree, node, NULL);
    VOX_ARMOR_READ(tree, top, NULL);
    if (VOX_UNLIKELY(!node)) {
        return NULL;
    }
    const vox_ref end = tree->nodes.first_count;
    vox_node *nodes = (vox_node *)(void *)tree->nodes.first, *next = NULL;
    if (vox__is_container(node) && (node->child || vox__is_deferred(node))) {
        if (VOX_LIKELY(node->child < end && is_passable(node))) {
            next = nodes + node->child;
        }
        return VOX_LIKELY(next && !is_shadowed(next)) ? next : any_following(tree, node, top);
    }
    const vox_node *at = node;
    while (at != top && !at->next && at->parent < end) {
        at = nodes + at->parent;
    }
    if (at == top) {
        return NULL;
    }
    next = near_next(tree, at);
    return VOX_LIKELY(next != NULL) ? next : any_following(tree, node, top);
}

vox_node *vox_node_last(vox_tree *tree, const vox_node *node) {
    VOX_ARMOR_READ(tree, node, NULL);
    /* The last member of an object is never shadowed, because no member follows it. */
    return has_children(tree, node) ? vox__node(tree, vox__child(tree, node)->previous) : NULL;
}

size_t vox_node_index(const vox_tree *tree, const vox_node *node) {
    VOX_ARMOR_READ(tree, node, 0);
    const vox_node *parent = checked_parent(tree, node);
    const vox_node *first = parent ? vox__child(tree, parent) : node;
    size_t index = 0;
    vox__index *known = NULL;
    for (const vox_node *at = node; at != first;) {
        at = vox__node(tree, at->previous);
        index += !is_shadowed(at);
        if (index == VOX_INDEX_FROM && parent->kind == VOX_ARRAY) {
            vox_tree *writable = (vox_tree *)(uintptr_t)tree; /* an index is a cache */
            known = vox__array_index(writable, parent);
            const size_t position = known ? vox__element_position(writable, known, node) : SIZE_MAX;
            if (position != SIZE_MAX) {
                index = position;
                break;
            }
        }
    }
    if (known && !tree->frozen) {
        known->told = (uint32_t)index;
    }
    return index;
}

size_t vox_node_count(vox_tree *tree, const vox_node *node) {
    VOX_ARMOR_READ(tree, node, 0);
    if (!has_children(tree, node)) {
        return 0;
    }
    const vox__index *known = vox__index_find(tree, node);
    const vox_node *child = vox__child(tree, node);
    size_t count = 0;
    for (unsigned step = 0; !known && child; step++) {
        count += !is_shadowed(child);
        child = vox__sibling(tree, child);
        known = step == VOX_INDEX_FROM ? vox__large_index(tree, node) : NULL;
    }
    return known ? known->count : count;
}

vox_node *vox_object_get(vox_tree *tree, const vox_node *object, vox_string name) {
    VOX_ARMOR_READ(tree, object, NULL);
    VOX_ARMOR_TEXT(name, NULL);
    vox_node *found = vox__cached_member(tree, object, name);
    if (VOX_LIKELY(found != NULL)) {
        return found;
    }
    if (!object || vox__resolve(tree, object) != VOX_OK || object->kind != VOX_OBJECT) {
        return NULL;
    }
    return vox__object_search(tree, object, name);
}

vox_node *vox_array_get(vox_tree *tree, const vox_node *array, size_t index) {
    VOX_ARMOR_READ(tree, array, NULL);
    if (!array || vox__resolve(tree, array) != VOX_OK || array->kind != VOX_ARRAY) {
        return NULL;
    }
    vox__index *known = vox__index_find(tree, array);
    vox_node *element = vox__child(tree, array);
    for (size_t step = 0; !known && element && step < index; step++) {
        known = step == VOX_INDEX_FROM ? vox__array_index(tree, array) : NULL;
        element = vox__sibling(tree, element);
    }
    if (!known) {
        return element;
    }
    if (index >= known->count) {
        return NULL;
    }
    if (!tree->frozen) {
        known->asked = (uint32_t)index;
    }
    return vox__node(tree, known->refs[known->start + index]);
}

vox_node *vox__following(const vox_tree *tree, const vox_node *node, const vox_node *top) {
    if (vox__is_container(node) && node->child) {
        return vox__child(tree, node);
    }
    while (node != top && !node->next) {
        node = vox__node(tree, node->parent);
    }
    return node == top ? NULL : vox__sibling(tree, node);
}

vox_status vox__resolve_below(vox_tree *tree, const vox_node *top, const vox_node **failed) {
    const vox_node *node = top;
    for (; tree->deferred_end && node; node = vox__following(tree, node, top)) {
        vox_status status = vox__resolve(tree, node);
        if (status != VOX_OK) {
            if (failed) {
                *failed = node;
            }
            return status;
        }
    }
    return VOX_OK;
}
