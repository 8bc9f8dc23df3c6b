/* SPDX-License-Identifier: MIT */
/** Writes what the columns of a row have not taken, as JSON text. The text has the structure of the
 *  value, without what was taken:
 *
 *      columns: id, title     {"type":"notes","id":"1","attributes":{"title":"a","text":"b"}}
 *      rest                   {"type":"notes","attributes":{"text":"b"}}
 *
 *  An element of a list that was taken, apart from other elements, becomes null. What is left of a
 *  value depends only on the value and the columns, so this pass is separate, and most rows do not
 *  need it. The recursion is as deep as the paths and types of the description. */
#include "columns/columns.h"

/** What the rest is written for. */
typedef struct leaving {
    vox__frame *frame;
    vox_tree *tree;
    vox_buffer *out;
    bool in_linkage;                     /* inside the elements of a to-many relationship */
    const vox__path_place *relationship; /* the place of one that no path leads to */
} leaving;

static vox_status leave(leaving self, const vox_node *node, uint32_t place, bool *written);
/** Writes the members of an object that are left. */
static vox_status leave_members(
    leaving self, const vox_node *object, const vox__path_place *parent, bool *written
);

/** Returns the column that takes a value at a place, or NULL. `*builder` is its builder, or that of
 *  the elements of a list; NULL for an ignored path. */
static const vox__column *taker(
    leaving self, const vox_node *node, uint32_t place, const vox__cells **builder
) {
    const vox_paths *paths = self.frame->paths;
    uint32_t next = paths->places[place].ends;
    for (; next != NO_PLACE; next = paths->paths[next / ENDS].next[next % ENDS]) {
        const uint32_t index = next / ENDS;
        const vox__path *path = &paths->paths[index];
        const vox__column *column = &self.frame->fields->columns[index];
        *builder = column->type == TYPE_IGNORED ? NULL : &self.frame->builders[index];
        const bool is_linkage = next % ENDS == END_LINKAGE;
        if (!path->takes || (is_linkage && paths->found[path->attribute])) {
            continue; /* an attribute has the name of the relationship, and counts */
        }
        if (column->type == TYPE_IGNORED) {
            return column;
        }
        if (self.in_linkage && is_linkage && path->count > 1) {
            if (column->type == TYPE_JSON) {
                return column;
            }
            if (column->type == TYPE_LIST &&
                vox__column_fits(&column->inner->columns[0], self.tree, node)) {
                *builder = &(*builder)->inner->builders[0];
                return &column->inner->columns[0];
            }
        } else if (!self.in_linkage && vox__column_fits(column, self.tree, node)) {
            return column;
        }
    }
    return NULL;
}

/** Returns true if a column takes all of a value at a place, as of most members. */
static bool is_taken(leaving self, const vox_node *node, uint32_t place) {
    const vox__cells *builder;
    const vox__column *column = taker(self, node, place, &builder);
    return column && !column->inner;
}

/** Returns true for the links of a resource object and of a relationship, if they are dropped. */
static bool is_dropped(leaving self, const vox__path_place *parent, vox_string name) {
    const vox_paths *paths = self.frame->paths;
    return self.frame->fields->drops_links && paths->start == VOX_PATH_RESOURCE &&
           (parent == &paths->places[0] || parent == self.relationship ||
            parent->parent == paths->members[PATH_RELATIONSHIPS]) &&
           vox_string_equal(name, vox_string_from_c("links"));
}

/** Writes what is left of a member at a place. */
static vox_status leave_member(
    leaving self, const vox_node *node, const vox__path_place *parent, uint32_t place, bool *written
) {
    const vox_paths *paths = self.frame->paths;
    static const vox__path_place unknown = {.parent = NO_PLACE};
    if (place != NO_PLACE || !self.frame->fields->drops_links ||
        paths->start != VOX_PATH_RESOURCE || parent == &paths->places[0] ||
        parent != &paths->places[paths->members[PATH_RELATIONSHIPS]] ||
        vox_node_kind(node) != VOX_OBJECT) {
        return leave(self, node, place, written);
    }
    self.relationship = &unknown; /* no path leads to it */
    return leave_members(self, node, &unknown, written);
}

static vox_status leave_members(
    leaving self, const vox_node *object, const vox__path_place *parent, bool *written
) {
    vox_buffer *out = self.out;
    const size_t begin = out->length;
    char separator = '{';
    uint32_t next = vox__paths_first(self.frame->paths, parent);
    for (const vox_node *at = vox_node_first(self.tree, object); at;
         at = vox_node_next(self.tree, at)) {
        const size_t before = out->length;
        bool is_left = false;
        const vox_string name = vox_node_name(self.tree, at);
        const uint32_t place = vox__paths_next_place(self.frame->paths, parent, name, &next);
        if (place == NO_PLACE ? is_dropped(self, parent, name) : is_taken(self, at, place)) {
            continue;
        }
        VOX_TRY(vox__put_character(out, separator));
        VOX_TRY(vox__put_string(out, name));
        VOX_TRY(vox__put_character(out, ':'));
        VOX_TRY(leave_member(self, at, parent, place, &is_left));
        if (is_left) {
            separator = ',';
        } else {
            out->length = before;
        }
    }
    *written = out->length > begin;
    return *written ? vox__put_character(out, '}') : VOX_OK;
}

/** Writes the elements of a list that are left, with null in the place of others. */
static vox_status leave_elements(
    leaving self, const vox_node *list, uint32_t place, bool *written
) {
    vox_buffer *out = self.out;
    const size_t begin = out->length;
    char separator = '[';
    *written = false;
    for (const vox_node *at = vox_node_first(self.tree, list); at;
         at = vox_node_next(self.tree, at), separator = ',') {
        bool is_left = false;
        VOX_TRY(vox__put_character(out, separator));
        VOX_TRY(leave(self, at, place, &is_left));
        if (!is_left) {
            VOX_TRY(vox__put_bytes(out, "null", 4));
        }
        *written |= is_left;
    }
    if (*written) {
        return vox__put_character(out, ']');
    }
    out->length = begin;
    return VOX_OK;
}

/** Writes what a column that takes a value leaves of it: members and elements of other types, and
 *  members that no column of a struct names. */
static vox_status leave_inside(
    leaving self, const vox__cells *builder, const vox_node *node, bool *written
) {
    *written = false;
    if (vox_node_kind(node) == VOX_NULL || !builder->inner) {
        return VOX_OK;
    }
    leaving inside = {builder->inner, self.tree, self.out, false, NULL};
    if (builder->column->type == TYPE_LIST) {
        return leave_elements(inside, node, 0, written);
    }
    (void)vox_paths_find(builder->inner->paths, self.tree, node);
    return leave_members(inside, node, &builder->inner->paths->places[0], written);
}

/** Writes what is left of a value at a place. */
static vox_status leave(leaving self, const vox_node *node, uint32_t place, bool *written) {
    const vox_kind kind = vox_node_kind(node);
    if (place == NO_PLACE) {
        *written = true;
        return vox_write_buffer(self.tree, node, VOX_STYLE_COMPACT, self.out);
    }
    const vox__path_place *at = &self.frame->paths->places[place];
    const vox__cells *builder;
    const vox__column *column = taker(self, node, place, &builder);
    *written = false;
    if (column) {
        return builder ? leave_inside(self, builder, node, written) : VOX_OK;
    }
    if (at->count && kind == VOX_OBJECT) {
        return leave_members(self, node, at, written);
    }
    if (at->count && at->is_linkage && kind == VOX_ARRAY && !self.in_linkage) {
        self.in_linkage = true;
        return leave_elements(self, node, place, written);
    }
    if (at->count && kind == VOX_NULL) {
        return VOX_OK;
    }
    *written = true;
    return vox_write_buffer(self.tree, node, VOX_STYLE_COMPACT, self.out);
}

vox_status vox__rest_write(
    vox__frame *frame, vox_tree *tree, const vox_node *value, vox_buffer *out, bool *written
) {
    const leaving self = {frame, tree, out, false, NULL};
    const size_t before = out->length;
    const vox_status status = leave(self, value, 0, written);
    if (status != VOX_OK) {
        out->length = before;
    }
    return status;
}
