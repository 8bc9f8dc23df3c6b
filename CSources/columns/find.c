/* SPDX-License-Identifier: MIT */
/** The search for the values of paths, and the paths themselves. */
#include "columns/paths.h"

#include "jsonapi/jsonapi.h"
#include "tree/armor.h"

/* --- making and freeing -------------------------------------------------------- */

static vox_status allocate(vox_paths *made, const vox_string *texts, size_t count) {
    size_t text_size = 0, segments = 0;
    for (size_t index = 0; index < count; index++) {
        text_size += texts[index].length;
        segments += vox__path_parts(texts[index], '.');
    }
    const vox_allocator *allocator = &made->allocator;
    if (text_size) {
        made->text = (char *)vox__memory_resize(allocator, NULL, 0, text_size);
        made->text_size = made->text ? text_size : 0;
    }
    if (segments) {
        made->segments = (vox_string *)vox__memory_resize(
            allocator, NULL, 0, segments * sizeof *made->segments
        );
        made->segment_capacity = made->segments ? segments : 0;
        made->paths = (vox__path *)vox__memory_resize(
            allocator, NULL, 0, count * sizeof *made->paths
        );
        made->count = made->paths ? (uint32_t)count : 0;
    }
    return made->text_size == text_size && made->segment_capacity == segments &&
                   made->count == count
               ? VOX_OK
               : VOX_ERROR_MEMORY;
}

static vox_status read_texts(
    vox_paths *made, const vox_string *texts, size_t *wrong, const char **message
) {
    char *text = made->text;
    size_t used = 0;
    for (uint32_t index = 0; index < made->count; index++) {
        const vox_string copy = {text, texts[index].length};
        if (copy.length) {
            memcpy(text, texts[index].bytes, copy.length);
            text += copy.length;
        }
        made->paths[index] = (vox__path){.segments = NULL};
        const char *fault = vox__path_read(
            copy, made->start, &made->paths[index], made->segments + used, &used
        );
        if (fault) {
            *wrong = index;
            *message = fault;
            return VOX_ERROR_POINTER;
        }
    }
    return VOX_OK;
}

vox_status vox_paths_new(
    const vox_string *texts, size_t count, vox_path_start start, const vox_allocator *allocator,
    vox_paths **paths, size_t *wrong, const char **message
) {
    size_t place = 0;
    const char *fault = NULL;
    if (!paths) {
        return VOX_ERROR_ARGUMENT;
    }
    *paths = NULL;
    if ((!texts && count) || (unsigned)start > VOX_PATH_VALUE || count > UINT32_MAX / ENDS - 1) {
        return VOX_ERROR_ARGUMENT;
    }
    const vox_allocator used = allocator ? *allocator : vox_allocator_default();
    vox_paths *made = (vox_paths *)vox__memory_resize(&used, NULL, 0, sizeof *made);
    if (!made) {
        return VOX_ERROR_MEMORY;
    }
    *made = (vox_paths){.allocator = used, .start = start};
    vox_status status = allocate(made, texts, count);
    if (status == VOX_OK) {
        status = read_texts(made, texts, wrong ? wrong : &place, message ? message : &fault);
    }
    if (status == VOX_OK) {
        status = vox__places_make(made);
    }
    if (status != VOX_OK) {
        vox_paths_free(made);
        return status;
    }
    *paths = made;
    return VOX_OK;
}

void vox_paths_free(vox_paths *paths) {
    if (paths) {
        const vox_allocator allocator = paths->allocator;
        const vox_allocator *by = &allocator;
        vox__memory_resize(by, paths->text, paths->text_size, 0);
        vox__memory_resize(
            by, paths->segments, paths->segment_capacity * sizeof *paths->segments, 0
        );
        vox__memory_resize(by, paths->paths, paths->count * sizeof *paths->paths, 0);
        vox__memory_resize(by, paths->places, paths->places_capacity * sizeof *paths->places, 0);
        if (paths->expected) {
            vox__memory_resize(
                by, paths->expected, paths->place_count * sizeof *paths->expected, 0
            );
        }
        if (paths->entered) {
            vox__memory_resize(
                by, paths->entered, 3 * paths->place_count * sizeof *paths->entered, 0
            );
        }
        if (paths->found) {
            vox__memory_resize(
                by, (void *)(uintptr_t)paths->found, paths->place_count * sizeof *paths->found, 0
            );
        }
        vox__memory_resize(by, paths, sizeof *paths, 0);
    }
}

bool vox_paths_need_included(const vox_paths *paths) {
    for (uint32_t index = 0; paths && index < paths->count; index++) {
        const vox__path *path = &paths->paths[index];
        if (path->linkage != NO_PLACE && path->ends[END_LINKAGE] == NO_PLACE) {
            return true;
        }
    }
    return false;
}

void vox__paths_take(vox_paths *paths, const bool *takes) {
    for (uint32_t index = 0; index < paths->count; index++) {
        vox__path *path = &paths->paths[index];
        path->takes = takes[index];
        for (uint32_t end = 0; path->takes && end < ENDS; end++) {
            if (path->ends[end] != NO_PLACE) {
                paths->places[path->ends[end]].is_taken = true;
            }
        }
    }
}

/* --- the search ---------------------------------------------------------------- */

/** Returns true when the place has the name of a member. */
VOX_INLINE bool is_place_named(const vox__path_place *place, vox_string name) {
    return place->name.length == name.length &&
           vox__same_bytes(place->name.bytes, name.bytes, name.length);
}

/** Finds the members of an object that have a place, and notes the places that have children. The
 *  last of several members with one name counts. */
static VOX_HOT void find_places(
    vox_paths *self, const vox_tree *tree, const vox_node *object, const vox__path_place *parent
) {
    const vox__path_place *const places = self->places;
    const vox_node **const found = self->found;
    uint32_t *const expected = self->expected + parent->first;
    uint32_t position = 0, matched = self->matched_count;
    self->begins[parent - places] = matched;
    for (const vox_node *member = vox__child(tree, object); member;
         member = vox__sibling(tree, member)) {
        const vox_string name = vox__name(tree, member);
        uint32_t number = expected[position];
        if (VOX_UNLIKELY(!is_place_named(&places[number], name))) {
            number = vox__path_place_find(self, parent, name);
            if (number == NO_PLACE) {
                self->others = true;
                continue;
            }
            expected[position] = number;
        }
        const vox__path_place *place = &places[number];
        if (VOX_LIKELY(!found[number])) {
            self->matched[matched++] = number;
            if (place->count) {
                self->entered[self->entered_count++] = number;
            }
        }
        found[number] = member;
        self->others |= !place->is_taken;
        position += position < parent->count - 1;
    }
    self->matched_count = matched;
}

uint32_t vox__paths_next_place(
    const vox_paths *paths, const vox__path_place *parent, vox_string name, uint32_t *next
) {
    if (*next < paths->matched_count) {
        const uint32_t number = paths->matched[*next];
        if (number - parent->first < parent->count &&
            is_place_named(&paths->places[number], name)) {
            ++*next;
            return number;
        }
    }
    return vox__path_place_find(paths, parent, name);
}

/** Finds the members of the node of a place. */
static void find_below(vox_paths *self, vox_tree *tree, uint32_t number) {
    const vox_node *node = self->found[number];
    if (node->kind == VOX_NULL) {
        return;
    }
    if (VOX_LIKELY((node->kind & KIND_PUBLIC) == VOX_OBJECT) &&
        vox__resolve(tree, node) == VOX_OK) {
        find_places(self, tree, node, &self->places[number]);
        return;
    }
    /* A list, or a value that has no members: what a path takes of it is looked at later. */
    self->others = true;
}

/** Forgets what the last search has found. */
VOX_INLINE void forget_search(vox_paths *self) {
    for (uint32_t index = 0; index < self->matched_count; index++) {
        self->found[self->matched[index]] = NULL;
    }
    self->matched_count = self->entered_count = 0;
    self->lacks_memory = false;
}

void vox__paths_begin(vox_paths *paths, vox_tree *tree, const vox_node *value) {
    forget_search(paths);
    paths->top = value;
    paths->found[0] = value;
    paths->others = !paths->places[0].count;
    if (paths->places[0].count) {
        paths->entered[paths->entered_count++] = 0;
        find_below(paths, tree, 0);
    }
}

void vox__paths_go_on(vox_paths *paths, vox_tree *tree) {
    for (uint32_t index = 1; index < paths->entered_count; index++) {
        find_below(paths, tree, paths->entered[index]);
    }
    for (uint32_t index = 1; index < paths->entered_count; index++) {
        /* If an attribute has the name of a relationship, no path takes the linkage. */
        const uint32_t rival = paths->places[paths->entered[index]].rival;
        paths->others |= rival != NO_PLACE && paths->found[rival];
    }
}

vox_status vox_paths_find(vox_paths *paths, vox_tree *tree, const vox_node *value) {
    if (!paths) {
        return VOX_ERROR_ARGUMENT;
    }
    VOX_ARMOR_READ(tree, value, VOX_ERROR_ARGUMENT);
    if (!value) {
        forget_search(paths);
        paths->top = paths->found[0] = NULL;
        return VOX_ERROR_MISSING;
    }
    vox__paths_begin(paths, tree, value);
    vox__paths_go_on(paths, tree);
    return vox_tree_failure(tree, NULL);
}

/* --- the values ---------------------------------------------------------------- */

/** Follows the last `left` segments of a path from an identifier. Stops at a to-many relationship
 *  with segments left. */
static vox_node *follow_path(
    const vox_paths *paths, const vox__path *path, vox_tree *tree, const vox_node *from,
    size_t left, size_t *rest
) {
    const vox_string *segments = path->segments + (path->count - left);
    *rest = 0;
    for (; left; left--, segments++) {
        vox_node *resource = NULL;
        if (left == 1 && vox__is_identity_name(segments[0])) {
            return vox_object_get(tree, from, segments[0]);
        }
        const vox_status status = vox_resource_resolve(tree, from, &resource);
        if (status != VOX_OK) {
            /* The result cannot say it, and the tree only keeps errors of its text. */
            ((vox_paths *)(uintptr_t)paths)->lacks_memory |= status == VOX_ERROR_MEMORY;
            return NULL;
        }
        vox_node *found = vox_resource_attribute(tree, resource, segments[0]);
        if (found) {
            while (--left && found) {
                found = vox_object_get(tree, found, *++segments);
            }
            return found;
        }
        from = vox_resource_linkage(tree, resource, segments[0]);
        if (vox_node_kind(from) == VOX_ARRAY && left > 1) {
            *rest = left - 1;
            break;
        }
    }
    return (vox_node *)(uintptr_t)from;
}

vox_node *vox_paths_follow(
    const vox_paths *paths, size_t index, vox_tree *tree, const vox_node *identifier, size_t *rest
) {
    VOX_ARMOR_GIVEN(paths && rest, NULL);
    VOX_ARMOR_READ(tree, identifier, NULL);
    if (index >= paths->count || *rest > paths->paths[index].count) {
        *rest = 0;
        return NULL;
    }
    return follow_path(paths, &paths->paths[index], tree, identifier, *rest, rest);
}

/** Returns the value of a path at its linkage. */
static vox_node *linked_value(
    const vox_paths *paths, const vox__path *path, vox_tree *tree, size_t *rest
) {
    const vox_node *linkage = paths->found[path->linkage];
    if (linkage && path->count > 1) {
        if (vox_node_kind(linkage) == VOX_ARRAY) {
            *rest = path->count - 1;
        } else if (path->ends[END_LINKAGE] != NO_PLACE) {
            linkage = paths->found[path->ends[END_LINKAGE]];
        } else {
            linkage = follow_path(paths, path, tree, linkage, path->count - 1, rest);
        }
    }
    return (vox_node *)(uintptr_t)linkage;
}

vox_node *vox__paths_other_value(
    const vox_paths *paths, const vox__path *path, vox_tree *tree, size_t *rest
) {
    if (path->is_looked_up) {
        vox_node *found = NULL;
        (void)vox_pointer_get(tree, paths->top, path->pointer, &found, NULL);
        return found;
    }
    return path->linkage != NO_PLACE && !paths->found[path->attribute]
               ? linked_value(paths, path, tree, rest)
               : NULL;
}

vox_node *vox_paths_value(const vox_paths *paths, size_t index, vox_tree *tree, size_t *rest) {
    VOX_ARMOR_GIVEN(paths && rest && tree, NULL);
    *rest = 0;
    return index < paths->count
               ? (vox_node *)(uintptr_t)vox__paths_value(paths, (uint32_t)index, tree, rest)
               : NULL;
}
