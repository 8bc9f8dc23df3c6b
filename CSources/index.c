/* SPDX-License-Identifier: MIT */
/** Finding children of large containers: elements by position, members by
 *  name. Indexes are built at the first use, follow edits where that is cheap,
 *  and are dropped where it is not. Small containers are searched one by one.
 *
 *  When memory for an index is not to be had, the search goes child by child:
 *  slower, never wrong. */
#include "guess.h"
#include "internal.h"

/** A guess needs an object whose names were compared, which is as much work as a search
 *  or two. So one search in so many does it: those for the same object soon, and those
 *  for objects that are searched once seldom. */
#define SEARCHES_A_CHECK 32

static vox_node *writable(const vox_node *node) {
    return (vox_node *)(uintptr_t)node; /* flags are a cache, not part of the value */
}

/* --- arrays ---------------------------------------------------------------- */

static vox_status refs_reserve(vox_tree *tree, vox__index *index, uint32_t capacity) {
    void *memory = index->refs;
    vox_status status = vox__index_resize(
        tree, &memory, index->capacity * sizeof(vox_ref), capacity * sizeof(vox_ref)
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
    uint32_t count = 0;
    for (vox_ref ref = array->child; ref; ref = vox__node(tree, ref)->next) {
        count++;
    }
    index = vox__index_add(tree, array);
    if (!index || refs_reserve(tree, index, count ? count : 1) != VOX_OK) {
        return NULL;
    }
    for (vox_ref ref = array->child; ref; ref = vox__node(tree, ref)->next) {
        index->refs[index->count++] = ref;
    }
    writable(array)->flags |= FLAG_INDEXED;
    return index;
}

/* --- objects --------------------------------------------------------------- */

static uint64_t name_hash(vox_tree *tree, vox_string name) {
    return vox__hash(tree, 0, name, NULL) & ~(uint64_t)UINT32_MAX;
}

/** The slot of a name, or the free one that ends the search for it. */
static uint32_t name_slot(
    const vox_tree *tree, const vox__index *index, uint64_t hash, vox_string name
) {
    uint32_t slot = (uint32_t)(hash >> 32) & (index->capacity - 1);
    for (; index->slots[slot]; slot = (slot + 1) & (index->capacity - 1)) {
        uint64_t entry = index->slots[slot];
        if ((entry & ~(uint64_t)UINT32_MAX) == hash) {
            const vox_node *member = vox__node(tree, (vox_ref)entry);
            if (vox_string_equal(vox__name(tree, member), name)) {
                break;
            }
        }
    }
    return slot;
}

static vox_status slots_reserve(vox_tree *tree, vox__index *index, uint32_t members) {
    if (index->capacity &&
        (index->count + (uint64_t)members) * 4 <= (uint64_t)index->capacity * 3) {
        return VOX_OK;
    }
    vox__index larger = *index;
    larger.capacity = 32;
    while ((uint64_t)larger.capacity < ((uint64_t)index->count + members) * 2) {
        larger.capacity *= 2;
    }
    void *memory = NULL;
    size_t size = larger.capacity * sizeof(uint64_t);
    vox_status status = vox__index_resize(tree, &memory, 0, size);
    if (status != VOX_OK) {
        return status;
    }
    memset(memory, 0, size);
    larger.slots = memory;
    for (uint32_t old = 0; old < index->capacity; old++) {
        uint64_t entry = index->slots[old];
        if (entry) {
            uint32_t slot = (uint32_t)(entry >> 32) & (larger.capacity - 1);
            while (larger.slots[slot]) {
                slot = (slot + 1) & (larger.capacity - 1);
            }
            larger.slots[slot] = entry;
        }
    }
    memory = index->slots;
    if (memory) {
        (void)vox__index_resize(tree, &memory, index->capacity * sizeof(uint64_t), 0);
    }
    *index = larger;
    return VOX_OK;
}

/** Adds a member; an earlier one of the same name is shadowed, and returned. */
static vox_node *slots_add(vox_tree *tree, vox__index *index, vox_node *member) {
    vox_string name = vox__name(tree, member);
    uint64_t hash = name_hash(tree, name);
    uint32_t slot = name_slot(tree, index, hash, name);
    vox_node *shadowed = NULL;
    if (index->slots[slot]) {
        shadowed = vox__node(tree, (vox_ref)index->slots[slot]);
        shadowed->flags |= FLAG_SHADOWED;
        member->name_length |= NAME_REPEATED;
    } else {
        index->count++;
    }
    index->slots[slot] = hash | vox__ref(tree, member);
    return shadowed;
}

vox__index *vox__object_index(vox_tree *tree, const vox_node *object) {
    vox__index *index = vox__index_find(tree, object);
    if (index) {
        return index;
    }
    uint32_t count = 0;
    for (vox_ref ref = object->child; ref; ref = vox__node(tree, ref)->next) {
        count++;
    }
    index = vox__index_add(tree, object);
    if (!index || slots_reserve(tree, index, count) != VOX_OK) {
        return NULL;
    }
    for (vox_ref ref = object->child; ref; ref = vox__node(tree, ref)->next) {
        slots_add(tree, index, vox__node(tree, ref));
    }
    writable(object)->flags |= FLAG_INDEXED | FLAG_CHECKED;
    return index;
}

/** Member by member: most objects have few, and most members that are read lie in
 *  one chunk. The last member of a name counts, so from behind. Sets `*wanted` and
 *  stops when there are so many that an index is worth it. */
static vox_node *find_by_walking(
    const vox_tree *tree, const vox_node *object, vox_string name, bool *wanted
) {
    const char *source = tree->source;
    const vox_ref first = object->child;
    uint32_t start = 0, end = tree->nodes.first_count;
    char *chunk = tree->nodes.chunks[0];
    if (VOX_UNLIKELY(first >= end)) {
        chunk = vox__arena_chunk(&tree->nodes, first, &start, &end);
    }
    vox_node *const nodes = (vox_node *)(void *)chunk;
    const uint32_t from = start, count = end - start;
    vox_ref ref = nodes[first - from].previous;
    for (unsigned left = VOX_INDEX_FROM + 1; left; left--) {
        vox_node *member = nodes + (ref - from);
        if (VOX_UNLIKELY(ref - from >= count)) {
            member = vox__node(tree, ref);
        }
        if ((member->name_length & NAME_LENGTH) == name.length &&
            VOX_LIKELY(!(member->flags & FLAG_NAME_STORED)) &&
            vox__same_bytes(source + member->name, name.bytes, name.length)) {
            return member;
        }
        if (VOX_UNLIKELY(member->flags & FLAG_NAME_STORED) &&
            vox__same(vox__name(tree, member), name)) {
            return member;
        }
        if (ref == first) {
            return NULL;
        }
        ref = member->previous;
    }
    *wanted = true;
    return NULL;
}

/** The same where there is no memory for an index. */
static vox_node *find_among_all(const vox_tree *tree, const vox_node *object, vox_string name) {
    vox_ref first = object->child, ref = vox__node(tree, first)->previous;
    for (;;) {
        vox_node *member = vox__node(tree, ref);
        if (vox__same(vox__name(tree, member), name)) {
            return member;
        }
        if (ref == first) {
            return NULL;
        }
        ref = member->previous;
    }
}

/** Marks shadowed members pair by pair; returns the first that repeats a name. Most
 *  names differ from those before them in the bit they set, and need no comparing. */
static vox_ref check_pairs(vox_tree *tree, const vox_node *object) {
    vox_ref repeated = 0;
    uint64_t seen = 0;
    for (vox_ref ref = object->child; ref;) {
        vox_node *member = vox__node(tree, ref);
        vox_string name = vox__name(tree, member);
        uint64_t bit = UINT64_C(1) << vox__guess_slot(name) % 64;
        vox_ref other = seen & bit ? object->child : ref;
        seen |= bit;
        while (other != ref) {
            vox_node *earlier = vox__node(tree, other);
            if (vox_string_equal(vox__name(tree, earlier), name)) {
                earlier->flags |= FLAG_SHADOWED;
                member->name_length |= NAME_REPEATED;
                repeated = repeated ? repeated : ref;
            }
            other = earlier->next;
        }
        ref = member->next;
    }
    return repeated;
}

static bool is_large(const vox_tree *tree, const vox_node *object) {
    vox_ref ref = object->child;
    for (unsigned step = 0; ref && step <= VOX_INDEX_FROM; step++) {
        ref = vox__node(tree, ref)->next;
    }
    return ref != 0;
}

void vox__object_check(vox_tree *tree, const vox_node *object) {
    if (object->flags & FLAG_CHECKED) {
        return;
    }
    if (!is_large(tree, object) || !vox__object_index(tree, object)) {
        check_pairs(tree, object);
        writable(object)->flags |= FLAG_CHECKED;
    }
}

/** The guess in a later chunk. */
static vox_node *guess_afar(const vox_tree *tree, const vox_node *object, vox_string name) {
    uint32_t start, end, used = tree->nodes.used;
    char *chunk = vox__arena_chunk(&tree->nodes, object->child, &start, &end);
    return vox__guess_among(tree, chunk, start, used < end ? used : end, object->child, name);
}

static inline vox_node *find(vox_tree *tree, const vox_node *object, vox_string name) {
    bool wanted = object->flags & FLAG_INDEXED;
    if (VOX_LIKELY(!wanted)) {
        vox_node *found = find_by_walking(tree, object, name, &wanted);
        if (VOX_LIKELY(!wanted)) {
            return found;
        }
    }
    vox__index *index = vox__object_index(tree, object);
    if (!index) {
        return find_among_all(tree, object, name);
    }
    return vox__node_or_null(
        tree, (vox_ref)index->slots[name_slot(tree, index, name_hash(tree, name), name)]
    );
}

/** The search that guesses next time. */
static VOX_APART vox_node *find_and_learn(vox_tree *tree, const vox_node *object, vox_string name) {
    vox_node *found = NULL;
    if (object->child >= tree->nodes.first_count) {
        found = guess_afar(tree, object, name);
    }
    if (!found) {
        found = find(tree, object, name);
        if (found && !tree->frozen) {
            vox__guess_learn(tree, object, name, vox__ref(tree, found));
        }
    }
    return found;
}

vox_node *vox__object_search(vox_tree *tree, const vox_node *object, vox_string name) {
    if (!object->child) {
        return NULL;
    }
    if (object->flags & FLAG_CHECKED) {
        return find_and_learn(tree, object, name);
    }
    if (VOX_UNLIKELY(++tree->searches % SEARCHES_A_CHECK == 0) && !is_large(tree, object)) {
        vox__object_check(tree, object);
    }
    return find(tree, object, name);
}

vox_node *vox__object_find(vox_tree *tree, const vox_node *object, vox_string name) {
    vox_node *found = vox__guess(tree, object, name);
    return found ? found : vox__object_search(tree, object, name);
}

vox_ref vox__object_repeated(vox_tree *tree, const vox_node *object) {
    if (!is_large(tree, object)) {
        writable(object)->flags |= FLAG_CHECKED;
        return check_pairs(tree, object);
    }
    vox__index *index = vox__index_add(tree, object);
    uint32_t count = 0;
    for (vox_ref ref = object->child; ref; ref = vox__node(tree, ref)->next) {
        count++;
    }
    if (!index || slots_reserve(tree, index, count) != VOX_OK) {
        return check_pairs(tree, object);
    }
    writable(object)->flags |= FLAG_INDEXED | FLAG_CHECKED;
    vox_ref repeated = 0;
    for (vox_ref ref = object->child; ref; ref = vox__node(tree, ref)->next) {
        if (slots_add(tree, index, vox__node(tree, ref)) && !repeated) {
            repeated = ref;
        }
    }
    return repeated;
}

vox__index *vox__large_index(vox_tree *tree, const vox_node *container) {
    vox__index *index = vox__index_find(tree, container);
    if (index || !is_large(tree, container)) {
        return index;
    }
    return container->kind == VOX_OBJECT ? vox__object_index(tree, container)
                                         : vox__array_index(tree, container);
}

/* --- following edits ------------------------------------------------------- */

vox_status vox__index_prepare(vox_tree *tree, vox_node *container, size_t added) {
    vox__index *index = vox__index_find(tree, container);
    if (!index) {
        return VOX_OK;
    }
    if (container->kind == VOX_OBJECT) {
        return slots_reserve(tree, index, (uint32_t)added);
    }
    size_t end = (size_t)index->start + index->count + added;
    if (end <= index->capacity) {
        return VOX_OK;
    }
    if (index->start < index->count + added) {
        return refs_reserve(tree, index, (uint32_t)end * 2);
    }
    memmove(index->refs, index->refs + index->start, index->count * sizeof(vox_ref));
    index->start = 0;
    return VOX_OK;
}

void vox__index_added(vox_tree *tree, vox_node *container, vox_node *child) {
    vox__index *index = vox__index_find(tree, container);
    if (!index) {
        return;
    }
    if (container->kind == VOX_OBJECT) {
        slots_add(tree, index, child);
        vox__shadowing_added(tree, index, child);
    } else if (child->next == 0) {
        index->refs[index->start + index->count++] = vox__ref(tree, child);
    } else {
        vox__index_drop(tree, container);
    }
}

/** Empties the slot of a member, and moves those up that were driven out of theirs by it:
 *  a name that comes and goes leaves nothing behind to search through. */
static void close_slot(vox__index *index, uint32_t hole) {
    const uint32_t mask = index->capacity - 1;
    for (uint32_t slot = (hole + 1) & mask; index->slots[slot]; slot = (slot + 1) & mask) {
        uint32_t home = (uint32_t)(index->slots[slot] >> 32) & mask;
        if (((slot - home) & mask) >= ((slot - hole) & mask)) {
            index->slots[hole] = index->slots[slot];
            hole = slot;
        }
    }
    index->slots[hole] = 0;
    index->count--;
}

void vox__index_removing(vox_tree *tree, vox_node *container, vox_node *child) {
    vox__index *index = vox__index_find(tree, container);
    if (!index) {
        return;
    }
    if (container->kind == VOX_ARRAY) {
        if (child->next == 0) {
            index->count--;
        } else if (container->child == vox__ref(tree, child)) {
            index->start++;
            index->count--;
        } else {
            vox__index_drop(tree, container);
        }
        return;
    }
    vox__shadowing_removing(tree, index, child);
    vox_string name = vox__name(tree, child);
    uint32_t slot = name_slot(tree, index, name_hash(tree, name), name);
    if (index->slots[slot] && (vox_ref)index->slots[slot] == vox__ref(tree, child)) {
        close_slot(index, slot);
    }
}
