/* SPDX-License-Identifier: MIT */
/** The index of an array: its elements in order, with free slots before the first and after the
 *  last one. It follows edits at both ends, and at a position that was just looked up.
 *
 *  Elements that were read are in the order of their refs, so a binary search finds their
 *  positions. When a look-up finds an element in another order, a hash table from elements to their
 *  slots in `refs` is built. Edits at the ends leave outdated entries in this table, so a slot
 *  counts only while it contains the element. */
#include "tree/tree.h"

static vox_status refs_reserve(vox_tree *tree, vox__index *index, uint32_t capacity) {
    void *memory = index->refs;
    VOX_TRY(vox__index_resize(
        &tree->memory, &memory, index->capacity * sizeof(vox_ref), capacity * sizeof(vox_ref)
    ));
    index->refs = (vox_ref *)memory;
    index->capacity = capacity;
    return VOX_OK;
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

/* --- positions ------------------------------------------------------------- */

static uint64_t *place_key(const vox__table *places, uint32_t slot) {
    return (uint64_t *)vox__table_at(places, sizeof(uint64_t), slot);
}

/** Returns true when a slot of `refs` contains the element. A slot before the start is, less the
 *  start, more than any count. */
static bool stands_at(const vox__index *index, uint32_t place, vox_ref element) {
    return place - index->start < index->count && index->refs[place] == element;
}

/** Frees the table of slots, because elements are about to be moved. */
static void forget_places(vox_tree *tree, vox__index *index) {
    vox__table_free(&tree->memory, vox__index_resize, &index->members, sizeof(uint64_t));
    index->buckets = 0;
}

vox_status vox__positions_prepare(vox_tree *tree, vox__index *index) {
    vox__table *places = &index->members;
    forget_places(tree, index);
    VOX_TRY(
        vox__table_reserve(&tree->memory, vox__index_resize, places, sizeof(uint64_t), index->count)
    );
    const uint32_t end = index->start + index->count;
    for (uint32_t place = index->start; place < end; place++) {
        const uint64_t hash = vox__table_ref_key(index->refs[place]);
        uint32_t slot = vox__table_slot(places, hash);
        while (*place_key(places, slot)) {
            slot = vox__table_next(places, slot);
        }
        *place_key(places, slot) = vox__table_key(hash, place + 1); /* 0 is a free entry */
        places->count++;
    }
    return VOX_OK;
}

static size_t position_in_table(const vox__index *index, vox_ref element) {
    const vox__table *places = &index->members;
    const uint64_t hash = vox__table_ref_key(element);
    uint32_t slot = places->capacity ? vox__table_slot(places, hash) : 0;
    for (; places->capacity && *place_key(places, slot); slot = vox__table_next(places, slot)) {
        const uint64_t key = *place_key(places, slot);
        const uint32_t place = (uint32_t)key - 1;
        if ((key ^ hash) >> 32 == 0 && stands_at(index, place, element)) {
            return place - index->start;
        }
    }
    return SIZE_MAX;
}

/** Finds the position of an element by binary search, if the elements are in the order of their
 *  refs. */
static size_t position_by_order(const vox__index *index, vox_ref element) {
    size_t low = 0, high = index->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const vox_ref found = index->refs[index->start + middle];
        if (found == element) {
            return middle;
        }
        if (found < element) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return SIZE_MAX;
}

size_t vox__element_position(vox_tree *tree, vox__index *index, const vox_node *element) {
    const vox_ref ref = vox__ref(tree, element);
    const uint32_t told = index->start + index->told;
    /* Most look-ups go from one element to the next, in either direction. */
    for (uint32_t place = told ? told - 1 : 0; place < told + 2; place++) {
        if (stands_at(index, place, ref)) {
            return place - index->start;
        }
    }
    size_t position = position_by_order(index, ref);
    if (position == SIZE_MAX) {
        position = position_in_table(index, ref);
    }
    /* One walk costs less than the table. At the second walk, the table is built. */
    if (position == SIZE_MAX && !tree->frozen && index->buckets++ &&
        vox__positions_prepare(tree, index) == VOX_OK) {
        position = position_in_table(index, ref);
    }
    return position;
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
    forget_places(tree, index);
    memmove(index->refs, index->refs + index->start, index->count * sizeof(vox_ref));
    index->start = 0;
    return VOX_OK;
}

/** Returns the slot of an element in the middle that was just looked up by position; NULL for other
 *  elements, which would need a search. A program that edits at a position has looked it up, and
 *  positions near the front are found without an index. Elements are therefore moved no more often
 *  than they are looked up. */
static vox_ref *asked_place(vox__index *index, vox_ref element) {
    const uint32_t asked = index->asked;
    vox_ref *place = index->refs + index->start + asked;
    index->asked = 0;
    return asked > VOX_INDEX_FROM && asked < index->count && *place == element ? place : NULL;
}

/** Moves the elements from `from` up to the last one to `to`. */
static void move_refs(vox_tree *tree, vox__index *index, vox_ref *to, const vox_ref *from) {
    forget_places(tree, index);
    const vox_ref *end = index->refs + index->start + index->count;
    memmove(to, from, (size_t)(end - from) * sizeof *from);
}

/** Returns the slot before the first element. If there is none, half of the free slots after the
 *  last element are moved there: at least one, because vox__elements_prepare has reserved memory.
 *  Few free slots become more first, so that elements are not moved for each insertion. Without
 *  memory for more, one slot is enough. */
static vox_ref *first_place(vox_tree *tree, vox__index *index) {
    if (index->start == 0) {
        const bool is_tight = index->capacity - index->count < index->count / 2;
        if (is_tight && index->capacity <= UINT32_MAX / 2) {
            (void)refs_reserve(tree, index, index->capacity * 2);
        }
        const uint32_t room = (index->capacity - index->count + 1) / 2;
        move_refs(tree, index, index->refs + room, index->refs);
        index->start = room;
    }
    return index->refs + --index->start;
}

void vox__element_added(vox_tree *tree, vox__index *index, vox_node *array, vox_node *element) {
    const vox_ref ref = vox__ref(tree, element);
    vox_ref *place = index->refs + index->start + index->count;
    if (element->next && array->child == ref) {
        place = first_place(tree, index);
    } else if (element->next) {
        place = asked_place(index, element->next);
        if (!place) {
            vox__index_drop(tree, array);
            return;
        }
        move_refs(tree, index, place + 1, place);
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
        move_refs(tree, index, place, place + 1);
    }
    index->count--;
}
