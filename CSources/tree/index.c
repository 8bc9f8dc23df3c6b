/* SPDX-License-Identifier: MIT */
/** Look-ups in large containers: elements by position, members by
 *  name. An index is built at the first use. It follows edits where that is cheap, and is dropped
 *  otherwise. Small containers are searched child by child.
 *
 *  Without memory for an index the search goes child by child, which is slower but correct. Arrays:
 *  array_index.c. Other half: repeated_names.c. */
#include "tree/armor.h"
#include "tree/inline_cache.h"

/** The inline cache needs an object whose names were compared, which costs as much as one or two
 *  searches. So only one search in this many compares names. Objects that are often searched are
 *  soon compared, and objects that are searched once are seldom compared. */
#define SEARCHES_A_CHECK 32
/** Building an index takes as long as this many walks over all members. */
#define WALKS_AN_INDEX 6
/** The maximum number of members whose names are compared with a table on the stack. */
#define COMPARED_AT_ONCE 512

static vox_node *writable(const vox_node *node) {
    return (vox_node *)(uintptr_t)node; /* flags are a cache, not part of the value */
}

/* --- objects --------------------------------------------------------------- */

static uint64_t *member_key(const vox__table *members, uint32_t slot) {
    return (uint64_t *)vox__table_at(members, sizeof(uint64_t), slot);
}

/** Returns the slot of a name, or the free slot that ends the search for it. */
static uint32_t name_slot(
    vox_tree *tree, const vox__table *members, vox_string name, uint64_t *hashed
) {
    const uint64_t hash = *hashed = vox__hash(&tree->seed, 0, name, NULL);
    uint32_t slot = vox__table_slot(members, hash);
    for (;; slot = vox__table_next(members, slot)) {
        const uint64_t key = *member_key(members, slot);
        if (!key || ((key ^ hash) >> 32 == 0 &&
                     vox_string_equal(vox__name(tree, vox__node(tree, (vox_ref)key)), name))) {
            return slot;
        }
    }
}

static vox_status members_reserve(vox_tree *tree, vox__index *index, uint32_t more) {
    return vox__table_reserve(
        &tree->memory, vox__index_resize, &index->members, sizeof(uint64_t), more
    );
}

/** Adds a member. Returns true when it shadows an earlier one with the same name. */
static bool members_add(vox_tree *tree, vox__index *index, vox_node *member) {
    uint64_t hash;
    const uint32_t slot = name_slot(tree, &index->members, vox__name(tree, member), &hash);
    uint64_t *key = member_key(&index->members, slot);
    const bool repeated = *key != 0;
    if (repeated) {
        vox__node(tree, (vox_ref)*key)->flags |= FLAG_SHADOWED;
        member->name_length |= NAME_REPEATED;
    } else {
        index->members.count++;
        index->count++;
    }
    *key = vox__table_key(hash, vox__ref(tree, member));
    return repeated;
}

/** Builds the index of an object that has none; NULL when there is no memory. Sets `repeated` to
 *  the first member that repeats a name. */
static vox__index *make_object_index(vox_tree *tree, const vox_node *object, vox_ref *repeated) {
    const uint32_t count = vox__raw_count(tree, object);
    const uint64_t paid = (uint64_t)count * WALKS_AN_INDEX;
    vox__index *index = vox__index_add(tree, object);
    if (!index || members_reserve(tree, index, count) != VOX_OK) {
        return NULL;
    }
    tree->walked -= tree->walked < paid ? tree->walked : paid;
    vox_node *member = vox__child(tree, object);
    for (; member; member = vox__sibling(tree, member)) {
        if (members_add(tree, index, member) && !*repeated) {
            *repeated = vox__ref(tree, member);
        }
    }
    writable(object)->flags |= FLAG_INDEXED | FLAG_CHECKED;
    return index;
}

vox__index *vox__object_index(vox_tree *tree, const vox_node *object) {
    vox_ref repeated = 0;
    vox__index *index = vox__index_find(tree, object);
    return index ? index : make_object_index(tree, object, &repeated);
}

/** Finds a member by a walk: most objects have few members, and most members that are read are in
 *  one chunk. The last member with a name counts, so the walk goes backwards. `*left` is the
 *  maximum number of members to visit; it is 0 afterwards when there are more members and none of
 *  the visited ones has the name. */
VOX_INLINE vox_node *find_by_walking(
    const vox_tree *tree, const vox_node *object, vox_string name, uint32_t *left
) {
    const char *source = tree->source;
    const vox_ref first = object->child;
    uint32_t start = 0, end = tree->nodes.first_count;
    char *chunk = tree->nodes.first;
    if (VOX_UNLIKELY(first >= end)) {
        chunk = vox__arena_around(&tree->nodes, first, &start, &end);
    }
    vox_node *const nodes = (vox_node *)(void *)chunk;
    const uint32_t from = start, count = end - start;
    vox_ref ref = nodes[first - from].previous;
    for (; *left; *left -= 1) {
        vox_node *member = nodes + (ref - from);
        if (VOX_UNLIKELY(ref - from >= count)) {
            member = vox__node(tree, ref);
        }
        if ((member->name_length & NAME_LENGTH) == name.length &&
            VOX_LIKELY(!(member->flags & FLAG_NAME_STORED)) &&
            vox__same_bytes(source + member->name, name.bytes, name.length)) {
            return member;
        }
        if (VOX_UNLIKELY(member->flags & FLAG_NAME_STORED) && vox__may_be_named(member, name) &&
            vox__same(vox__name(tree, member), name)) {
            return member;
        }
        if (ref == first) {
            return NULL;
        }
        ref = member->previous;
    }
    return NULL;
}

/** Finds a member by a walk when there is no memory for an index. */
VOX_COLD static vox_node *find_among_all(
    const vox_tree *tree, const vox_node *object, vox_string name
) {
    uint32_t left = UINT32_MAX;
    return find_by_walking(tree, object, name, &left);
}

/** Compares a member with all earlier ones, and marks those with the same name. */
static VOX_APART void compare_with_earlier(
    vox_tree *tree, const vox_node *object, vox_ref ref, vox_ref *repeated
) {
    vox_node *member = vox__node(tree, ref), *earlier;
    const vox_string name = vox__name(tree, member);
    for (vox_ref other = object->child; other != ref; other = earlier->next) {
        earlier = vox__node(tree, other);
        if (vox_string_equal(vox__name(tree, earlier), name)) {
            earlier->flags |= FLAG_SHADOWED;
            member->name_length |= NAME_REPEATED;
            *repeated = *repeated ? *repeated : ref;
        }
    }
}

/** Marks shadowed members by comparing pairs. Returns false when there are more than `most`
 *  members. Sets `repeated` to the first member that repeats a name. Each name sets one bit; most
 *  names set another bit than the names before them and need no comparison. */
static bool check_pairs(vox_tree *tree, const vox_node *object, uint32_t most, vox_ref *repeated) {
    uint64_t seen = 0;
    const vox_node *member;
    for (vox_ref ref = object->child; ref; ref = member->next) {
        if (most-- == 0) {
            return false;
        }
        member = vox__node(tree, ref);
        const uint64_t bit = UINT64_C(1) << vox__cache_slot(vox__name(tree, member)) % 64;
        if (VOX_UNLIKELY(seen & bit)) {
            compare_with_earlier(tree, object, ref, repeated);
        }
        seen |= bit;
    }
    return true;
}

/** Returns a hash that is cheap but not safe: names can be chosen so that their hashes are
 *  equal. */
VOX_INLINE uint32_t cheap_hash(vox_string name) {
    uint64_t first, last;
    vox__ends(name, &first, &last);
    const uint64_t mixed = (first ^ (last << 32 | last >> 32) ^ name.length) *
                           UINT64_C(0x9E3779B97F4A7C15);
    return (uint32_t)((mixed ^ (first + last)) * UINT64_C(0xC2B2AE3D27D4EB4F) >> 32);
}

/** Marks shadowed members with a table of the members before them, for objects with many members.
 *  Returns false when there is no memory, and when too many names collide. Then an index is built,
 *  whose hashes cannot be chosen. Marks that were set by then are correct. */
static VOX_APART bool check_by_table(
    vox_tree *tree, const vox_node *object, uint32_t count, vox_ref *repeated
) {
    vox_ref few[2 * COMPARED_AT_ONCE], *table = few;
    void *memory = NULL;
    uint32_t capacity = 4 * VOX_INDEX_FROM;
    while (capacity < 2 * count) {
        capacity *= 2;
    }
    const size_t size = capacity * sizeof *table;
    if (size > sizeof few) {
        if (vox__temporary(&tree->memory, &memory, 0, size) != VOX_OK) {
            return false;
        }
        table = (vox_ref *)memory;
    }
    memset(table, 0, size);
    size_t meetings = 0;
    const size_t most = 4 * (size_t)count;
    vox_node *member;
    for (vox_ref ref = object->child; ref && meetings <= most; ref = member->next) {
        member = vox__node(tree, ref);
        const vox_string name = vox__name(tree, member);
        uint32_t slot = cheap_hash(name) & (capacity - 1);
        for (; table[slot] && meetings <= most; slot = (slot + 1) & (capacity - 1), meetings++) {
            vox_node *earlier = vox__node(tree, table[slot]);
            if (vox__may_be_named(earlier, name) && vox__same(vox__name(tree, earlier), name)) {
                earlier->flags |= FLAG_SHADOWED;
                member->name_length |= NAME_REPEATED;
                *repeated = *repeated ? *repeated : ref;
                break;
            }
        }
        table[slot] = ref;
    }
    if (memory) {
        (void)vox__temporary(&tree->memory, &memory, size, 0);
    }
    return meetings <= most;
}

static bool is_large(const vox_tree *tree, const vox_node *container) {
    return vox__has_more(tree, container, VOX_INDEX_FROM + 1);
}

/** Returns true for an object with one member, or with two members whose names have different
 *  lengths, as in most small objects. A stored name may have the length 0, which says nothing. */
static inline bool differs_at_once(const vox_tree *tree, const vox_node *object) {
    const vox_node *first = vox__child(tree, object);
    const vox_node *second = first ? vox__sibling(tree, first) : NULL;
    if (!second) {
        return true;
    }
    const unsigned one = first->name_length & NAME_LENGTH;
    const unsigned other = second->name_length & NAME_LENGTH;
    return !second->next && one != other && one && other;
}

/** Marks shadowed members, in a way that suits their number. */
static VOX_APART void mark_all_shadowed(vox_tree *tree, const vox_node *object, vox_ref *repeated) {
    if (!check_pairs(tree, object, VOX_INDEX_FROM + 1, repeated) &&
        !check_by_table(tree, object, vox__raw_count(tree, object), repeated) &&
        !make_object_index(tree, object, repeated)) {
        (void)check_pairs(tree, object, UINT32_MAX, repeated);
    }
}

void vox__object_check(vox_tree *tree, const vox_node *object) {
    if (!(object->flags & FLAG_CHECKED)) {
        if (!differs_at_once(tree, object)) {
            vox_ref repeated = 0;
            mark_all_shadowed(tree, object, &repeated);
        }
        writable(object)->flags |= FLAG_CHECKED;
    }
}

/** Tries the inline cache for an object in a later chunk. */
static vox_node *cached_afar(const vox_tree *tree, const vox_node *object, vox_string name) {
    uint32_t start, end, used = tree->nodes.used;
    char *chunk = vox__arena_around(&tree->nodes, object->child, &start, &end);
    return vox__cached_among(tree, chunk, start, used < end ? used : end, object->child, name);
}

/** Searches an object that has no index. It walks over the members until the walks in this tree
 *  have taken as long as building the index. An object with few look-ups therefore gets no index,
 *  and an object with many look-ups gets one in time, whatever look-ups come between. Sets
 *  `*wanted` when the object should get an index now. In a frozen tree, every large object has an
 *  index. */
static VOX_APART vox_node *find_without_index(
    vox_tree *tree, const vox_node *object, vox_string name, bool *wanted
) {
    const uint64_t affordable = tree->walked / WALKS_AN_INDEX;
    *wanted = affordable > VOX_INDEX_FROM && !vox__has_more(tree, object, (unsigned)affordable);
    if (*wanted) {
        return NULL;
    }
    uint32_t left = UINT32_MAX;
    vox_node *found = find_by_walking(tree, object, name, &left);
    tree->walked += affordable + (UINT32_MAX - left); /* counting was a walk, too */
    tree->walked = tree->walked < UINT32_MAX ? tree->walked : UINT32_MAX;
    return found;
}

static inline vox_node *find_member(vox_tree *tree, const vox_node *object, vox_string name) {
    bool wanted = object->flags & FLAG_INDEXED;
    if (VOX_LIKELY(!wanted)) {
        uint32_t left = VOX_INDEX_FROM + 1;
        vox_node *found = find_by_walking(tree, object, name, &left);
        if (VOX_LIKELY(left)) {
            return found;
        }
        found = find_without_index(tree, object, name, &wanted);
        if (!wanted) {
            return found;
        }
    }
    vox__index *index = vox__object_index(tree, object);
    if (!index) {
        return find_among_all(tree, object, name);
    }
    uint64_t hash;
    const uint32_t slot = name_slot(tree, &index->members, name, &hash);
    return vox__node_or_null(tree, (vox_ref)*member_key(&index->members, slot));
}

/** Searches a member and caches its distance. */
static VOX_APART vox_node *find_and_cache(vox_tree *tree, const vox_node *object, vox_string name) {
    vox_node *found = NULL;
    if (object->child >= tree->nodes.first_count) {
        found = cached_afar(tree, object, name);
    }
    if (!found) {
        found = find_member(tree, object, name);
        if (found && !tree->frozen) {
            vox__cache_member(tree, object, name, vox__ref(tree, found));
        }
    }
    return found;
}

vox_node *vox__object_search(vox_tree *tree, const vox_node *object, vox_string name) {
    if (!object->child) {
        return NULL;
    }
    if (object->flags & FLAG_CHECKED) {
        /* An object that was not read has stored names, which are not cached. */
        return object->flags & FLAG_SOURCE ? find_and_cache(tree, object, name)
                                           : find_member(tree, object, name);
    }
    if (VOX_UNLIKELY(++tree->searches % SEARCHES_A_CHECK == 0) && !is_large(tree, object)) {
        vox__object_check(tree, object);
    }
    return find_member(tree, object, name);
}

vox_node *vox__object_find(vox_tree *tree, const vox_node *object, vox_string name) {
    vox_node *found = vox__cached_member(tree, object, name);
    return found ? found : vox__object_search(tree, object, name);
}

vox_ref vox__object_repeated(vox_tree *tree, const vox_node *object) {
    vox_ref repeated = 0;
    mark_all_shadowed(tree, object, &repeated);
    writable(object)->flags |= FLAG_CHECKED;
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

vox_status vox__index_prepare(vox_tree *tree, vox_node *container) {
    vox__index *index = vox__index_find(tree, container);
    if (!index) {
        return VOX_OK;
    }
    return container->kind == VOX_OBJECT ? members_reserve(tree, index, 1)
                                         : vox__elements_prepare(tree, index);
}

void vox__index_added(vox_tree *tree, vox_node *container, vox_node *child) {
    vox__index *index = vox__index_find(tree, container);
    if (!index) {
        return;
    }
    if (container->kind == VOX_OBJECT) {
        members_add(tree, index, child);
        vox__shadowing_added(tree, index, child);
    } else {
        vox__element_added(tree, index, container, child);
    }
}

void vox__index_removing(vox_tree *tree, vox_node *container, vox_node *child) {
    vox__index *index = vox__index_find(tree, container);
    if (!index) {
        return;
    }
    if (container->kind == VOX_ARRAY) {
        vox__element_removing(tree, index, container, child);
        return;
    }
    vox__shadowing_removing(tree, index, child);
    uint64_t hash;
    const uint32_t slot = name_slot(tree, &index->members, vox__name(tree, child), &hash);
    if ((vox_ref)*member_key(&index->members, slot) == vox__ref(tree, child)) {
        vox__table_remove(&index->members, sizeof(uint64_t), slot);
        index->count--;
    }
}
