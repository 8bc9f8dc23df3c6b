/* SPDX-License-Identifier: MIT */
/** Makes the places of paths. First, places are added as they come, with a table of parents and
 *  names. Then they are put into their final order, and the paths get the final numbers. */
#include "columns/paths.h"

/** A place while places are added. */
typedef struct draft {
    vox_string name;
    uint32_t parent;
    uint32_t first;   /* its first child, or NO_PLACE */
    uint32_t sibling; /* the next child of its parent, or NO_PLACE */
    uint32_t count;   /* of its children */
    uint32_t number;  /* the final one */
    bool is_linkage;
} draft;

typedef struct drafts {
    const vox_allocator *allocator;
    draft *items;
    uint32_t *slots; /* an open hash table of numbers of items, plus one */
    uint32_t *order; /* final numbers to items; then space to sort children */
    uint32_t count;
    uint32_t capacity;
    uint32_t slot_count; /* a power of two */
} drafts;

static void drafts_free(drafts *self) {
    vox__memory_resize(self->allocator, self->items, self->capacity * sizeof *self->items, 0);
    vox__memory_resize(self->allocator, self->slots, self->slot_count * sizeof *self->slots, 0);
    vox__memory_resize(self->allocator, self->order, self->capacity * sizeof *self->order, 0);
}

static vox_status drafts_make(drafts *self, uint32_t capacity) {
    self->capacity = capacity;
    self->slot_count = 16;
    while (self->slot_count < 2 * capacity) {
        self->slot_count *= 2;
    }
    const vox_allocator *allocator = self->allocator;
    self->items = (draft *)vox__memory_resize(allocator, NULL, 0, capacity * sizeof *self->items);
    self->slots = (uint32_t *)vox__memory_resize(
        allocator, NULL, 0, self->slot_count * sizeof *self->slots
    );
    self->order = (uint32_t *)vox__memory_resize(
        allocator, NULL, 0, capacity * sizeof *self->order
    );
    if (!self->items || !self->slots || !self->order) {
        /* What is NULL was not allocated; freeing NULL with a size would be wrong. */
        vox__memory_resize(
            allocator, self->items, self->items ? capacity * sizeof *self->items : 0, 0
        );
        vox__memory_resize(
            allocator, self->slots, self->slots ? self->slot_count * sizeof *self->slots : 0, 0
        );
        vox__memory_resize(
            allocator, self->order, self->order ? capacity * sizeof *self->order : 0, 0
        );
        return VOX_ERROR_MEMORY;
    }
    memset(self->slots, 0, self->slot_count * sizeof *self->slots);
    self->items[0] = (draft){.parent = NO_PLACE, .first = NO_PLACE, .sibling = NO_PLACE};
    self->count = 1;
    return VOX_OK;
}

/** The names come from the program, so a simple hash will do. */
static uint32_t hash_of(uint32_t parent, vox_string name) {
    uint32_t hash = UINT32_C(2166136261) ^ parent * UINT32_C(0x9E3779B1);
    for (size_t at = 0; at < name.length; at++) {
        hash = (hash ^ (unsigned char)name.bytes[at]) * UINT32_C(16777619);
    }
    return hash ^ hash >> 15;
}

/** Returns the child of a draft with a name, and adds it if it is missing. */
static uint32_t draft_of(drafts *self, uint32_t parent, vox_string name) {
    uint32_t slot = hash_of(parent, name) & (self->slot_count - 1);
    for (; self->slots[slot]; slot = (slot + 1) & (self->slot_count - 1)) {
        const draft *item = &self->items[self->slots[slot] - 1];
        if (item->parent == parent && vox_string_equal(item->name, name)) {
            return self->slots[slot] - 1;
        }
    }
    const uint32_t made = self->count++;
    self->slots[slot] = made + 1;
    self->items[made] = (draft
    ){.name = name, .parent = parent, .first = NO_PLACE, .sibling = self->items[parent].first};
    self->items[parent].first = made;
    self->items[parent].count++;
    return made;
}

static uint32_t draft_named(drafts *self, uint32_t parent, const char *name) {
    return draft_of(self, parent, vox_string_from_c(name));
}

/** The number of places that a path adds at most: those of the attribute, and relationships, its
 *  name, data and a member. */
static size_t most_places(const vox__path *path) {
    return path->pointer.bytes ? vox__path_parts(path->pointer, '/') : path->count + 6;
}

static void draft_pointer(drafts *self, vox__path *path) {
    vox_string rest = path->pointer, segment;
    uint32_t at = 0;
    if (path->is_looked_up) {
        return;
    }
    while (vox__pointer_segment(&rest, &segment)) {
        at = draft_of(self, at, segment);
    }
    path->ends[END_VALUE] = at;
}

static uint32_t add_segments(drafts *self, uint32_t at, const vox__path *path) {
    for (size_t index = 0; index < path->count; index++) {
        at = draft_of(self, at, path->segments[index]);
    }
    return at;
}

/** Adds a path that begins at a resource object. */
static void add_field(drafts *self, vox__path *path) {
    const vox_string *segments = path->segments;
    if (vox__is_identity_name(segments[0])) {
        path->ends[END_VALUE] = draft_of(self, 0, segments[0]);
        return;
    }
    const uint32_t attributes = draft_named(self, 0, "attributes");
    path->ends[END_VALUE] = add_segments(self, attributes, path);
    path->attribute = draft_of(self, attributes, segments[0]);
    uint32_t at = draft_of(self, draft_named(self, 0, "relationships"), segments[0]);
    at = draft_named(self, at, "data");
    self->items[at].is_linkage = true;
    path->linkage = at;
    if (path->count == 1) {
        path->ends[END_LINKAGE] = at;
    } else if (path->count == 2 && vox__is_identity_name(segments[1])) {
        path->ends[END_LINKAGE] = draft_of(self, at, segments[1]);
    }
}

static void add_paths(drafts *self, vox_paths *paths) {
    if (paths->start == VOX_PATH_RESOURCE) {
        static const char *const names[PATH_MEMBERS] = {
            "id", "lid", "type", "attributes", "relationships", "data", "errors",
        };
        for (size_t member = 0; member < PATH_MEMBERS; member++) {
            paths->members[member] = draft_named(self, 0, names[member]);
        }
    }
    for (uint32_t index = 0; index < paths->count; index++) {
        vox__path *path = &paths->paths[index];
        if (path->pointer.bytes) {
            draft_pointer(self, path);
        } else if (paths->start == VOX_PATH_RESOURCE) {
            add_field(self, path);
        } else {
            path->ends[END_VALUE] = add_segments(self, 0, path);
        }
    }
}

static bool is_before(const draft *left, const draft *right) {
    return left->name.length != right->name.length
               ? left->name.length < right->name.length
               : memcmp(left->name.bytes, right->name.bytes, left->name.length) < 0;
}

/** Lets the item at `root` sink in a heap. */
static void sink(const drafts *self, uint32_t *heap, uint32_t root, uint32_t count) {
    for (uint32_t child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count &&
            is_before(&self->items[heap[child]], &self->items[heap[child + 1]])) {
            child++;
        }
        if (!is_before(&self->items[heap[root]], &self->items[heap[child]])) {
            return;
        }
        const uint32_t kept = heap[root];
        heap[root] = heap[child];
        heap[child] = kept;
    }
}

static void sort(const drafts *self, uint32_t *items, uint32_t count) {
    for (uint32_t root = count / 2; root-- > 0;) {
        sink(self, items, root, count);
    }
    for (uint32_t last = count; last-- > 1;) {
        const uint32_t kept = items[0];
        items[0] = items[last];
        items[last] = kept;
        sink(self, items, 0, last);
    }
}

/** Gives every draft its final number, level by level, and writes the places. */
static void put_in_order(drafts *self, vox_paths *paths) {
    uint32_t count = 1;
    self->order[0] = 0;
    for (uint32_t at = 0; at < count; at++) {
        draft *item = &self->items[self->order[at]];
        vox__path_place *place = &paths->places[at];
        *place = (vox__path_place
        ){.name = item->name,
          .parent = item->parent == NO_PLACE ? NO_PLACE : self->items[item->parent].number,
          .first = count,
          .count = item->count,
          .rival = NO_PLACE,
          .ends = NO_PLACE,
          .is_linkage = item->is_linkage,
          .is_taken = item->count > 0};
        item->number = at;
        for (uint32_t child = item->first; child != NO_PLACE; child = self->items[child].sibling) {
            self->order[count++] = child;
        }
        sort(self, self->order + place->first, place->count);
    }
    paths->place_count = count;
}

static void renumber(const drafts *self, uint32_t *number) {
    if (*number != NO_PLACE) {
        *number = self->items[*number].number;
    }
}

/** Gives the paths the final numbers, and lists the ends of each place. */
static void attach(const drafts *self, vox_paths *paths) {
    for (size_t member = 0; member < PATH_MEMBERS; member++) {
        renumber(self, &paths->members[member]);
    }
    for (uint32_t index = 0; index < paths->count; index++) {
        vox__path *path = &paths->paths[index];
        renumber(self, &path->attribute);
        renumber(self, &path->linkage);
        if (path->linkage != NO_PLACE) {
            const uint32_t relationship = paths->places[path->linkage].parent;
            paths->places[relationship].rival = path->attribute;
        }
        for (uint32_t end = 0; end < ENDS; end++) {
            renumber(self, &path->ends[end]);
            if (path->ends[end] != NO_PLACE) {
                vox__path_place *place = &paths->places[path->ends[end]];
                path->next[end] = place->ends;
                place->ends = vox__end_of(index, end);
            }
        }
    }
}

/** Allocates what a search writes. */
static vox_status make_state(vox_paths *paths) {
    const vox_allocator *allocator = &paths->allocator;
    const size_t numbers = paths->place_count * sizeof *paths->expected;
    paths->expected = (uint32_t *)vox__memory_resize(allocator, NULL, 0, numbers);
    if (!paths->expected) {
        return VOX_ERROR_MEMORY;
    }
    for (uint32_t at = 0; at < paths->place_count; at++) {
        paths->expected[at] = at;
    }
    paths->found = (const vox_node **)vox__memory_resize(
        allocator, NULL, 0, paths->place_count * sizeof *paths->found
    );
    if (!paths->found) {
        return VOX_ERROR_MEMORY;
    }
    memset(paths->found, 0, paths->place_count * sizeof *paths->found);
    paths->entered = (uint32_t *)vox__memory_resize(allocator, NULL, 0, 3 * numbers);
    if (!paths->entered) {
        return VOX_ERROR_MEMORY;
    }
    paths->matched = paths->entered + paths->place_count;
    paths->begins = paths->matched + paths->place_count;
    memset(paths->begins, 0, numbers);
    return VOX_OK;
}

vox_status vox__places_make(vox_paths *paths) {
    size_t capacity = 1 + PATH_MEMBERS;
    for (uint32_t index = 0; index < paths->count; index++) {
        vox__path *path = &paths->paths[index];
        capacity += most_places(path);
        path->attribute = path->linkage = NO_PLACE;
        path->ends[END_VALUE] = path->ends[END_LINKAGE] = NO_PLACE;
    }
    if (capacity > UINT32_MAX / 64) {
        return VOX_ERROR_MEMORY;
    }
    for (size_t member = 0; member < PATH_MEMBERS; member++) {
        paths->members[member] = NO_PLACE;
    }
    drafts made = {.allocator = &paths->allocator};
    VOX_TRY(drafts_make(&made, (uint32_t)capacity));
    add_paths(&made, paths);
    paths->places = (vox__path_place *)vox__memory_resize(
        &paths->allocator, NULL, 0, made.count * sizeof *paths->places
    );
    if (!paths->places) {
        drafts_free(&made);
        return VOX_ERROR_MEMORY;
    }
    paths->places_capacity = made.count;
    put_in_order(&made, paths);
    attach(&made, paths);
    drafts_free(&made);
    return make_state(paths);
}

uint32_t vox__path_place_find(
    const vox_paths *paths, const vox__path_place *parent, vox_string name
) {
    const vox__path_place *const places = paths->places;
    uint32_t low = parent->first, high = parent->first + parent->count;
    while (low < high) {
        const uint32_t middle = low + (high - low) / 2;
        const vox__path_place *place = &places[middle];
        int order = place->name.length < name.length ? -1 : place->name.length > name.length;
        if (order == 0) {
            order = memcmp(place->name.bytes, name.bytes, name.length);
        }
        if (order == 0) {
            return middle;
        }
        if (order < 0) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return NO_PLACE;
}
