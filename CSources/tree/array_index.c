/* SPDX-License-Identifier: MIT */
/** The index of an array: its elements in order, with free places in front of the first and behind
 *  the last one, so that it follows edits at both ends, and at a position that was asked for. */
#include "tree/tree.h"

static vox_status refs_reserve(vox_tree *tree, vox__index *index, uint32_t capacity) {
    void *memory = index->refs;
    vox_status status = vox__index_resize(
        &tree->memory, &memory, index->capacity * sizeof(vox_ref), capacity * sizeof(vox_ref)
    );
    if (status == VOX_OK) {
        index->refs = memory;
        index->capacity = capacity;
    }
    return status;
}

vox__index *vox__array_index(vox_tree *tree, const vox_node *array) {
    vox__index *index = vox__index_find(tree, array);
    if (index) {
        return index;
    }
    const uint32_t count = vox__raw_count(tree, array);
    index = vox__index_add(tree, array);
    if (!index || refs_reserve(tree, index, count ? count : 1) != VOX_OK) {
        return NULL;
    }
    for (vox_ref ref = array->child; ref; ref = vox__node(tree, ref)->next) {
        index->refs[index->count++] = ref;
    }
    ((vox_node *)(uintptr_t)array)->flags |= FLAG_INDEXED; /* a cache, not part of the value */
    return index;
}

/* --- following edits ------------------------------------------------------- */

vox_status vox__elements_prepare(vox_tree *tree, vox__index *index) {
    size_t end = (size_t)index->start + index->count + 1;
    if (end <= index->capacity) {
        return VOX_OK;
    }
    if (index->start <= index->count) {
        return refs_reserve(tree, index, (uint32_t)end * 2);
    }
    memmove(index->refs, index->refs + index->start, index->count * sizeof(vox_ref));
    index->start = 0;
    return VOX_OK;
}

/** Where in `refs` an element in the middle stands that was asked for just now; NULL for another,
 *  for which the index would have to be searched. Whoever edits at a position asked for it, and one
 *  near the front is found without an index: so elements are moved no more often than looked up. */
static vox_ref *asked_place(vox__index *index, vox_ref element) {
    const uint32_t asked = index->asked;
    vox_ref *place = index->refs + index->start + asked;
    index->asked = 0;
    return asked > VOX_INDEX_FROM && asked < index->count && *place == element ? place : NULL;
}

/** Moves the elements from `from` up to the last to `to`. */
static void move_refs(const vox__index *index, vox_ref *to, const vox_ref *from) {
    const vox_ref *end = index->refs + index->start + index->count;
    memmove(to, from, (size_t)(end - from) * sizeof *from);
}

/** The place in front of the first element. Where there is none, half of what is free behind the
 *  last one is moved there: one place at least, since vox__index_prepare has made room. */
static vox_ref *first_place(vox__index *index) {
    if (index->start == 0) {
        const uint32_t room = (index->capacity - index->count + 1) / 2;
        move_refs(index, index->refs + room, index->refs);
        index->start = room;
    }
    return index->refs + --index->start;
}

void vox__element_added(vox_tree *tree, vox__index *index, vox_node *array, vox_node *element) {
    const vox_ref ref = vox__ref(tree, element);
    vox_ref *place = index->refs + index->start + index->count;
    if (element->next && array->child == ref) {
        place = first_place(index);
    } else if (element->next) {
        place = asked_place(index, element->next);
        if (!place) {
            vox__index_drop(tree, array);
            return;
        }
        move_refs(index, place + 1, place);
    }
    *place = ref;
    index->count++;
}

void vox__element_removing(
    vox_tree *tree, vox__index *index, vox_node *array, const vox_node *element
) {
    const vox_ref ref = vox__ref(tree, element);
    if (array->child == ref && element->next) {
        index->start++;
    } else if (element->next) {
        vox_ref *place = asked_place(index, ref);
        if (!place) {
            vox__index_drop(tree, array);
            return;
        }
        move_refs(index, place, place + 1);
    }
    index->count--;
}
