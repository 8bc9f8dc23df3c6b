/* SPDX-License-Identifier: MIT */
/** Builds a document from nothing, and writes it indented to the standard output. */
#include <stdio.h>
#include <vox.h>

/** A document that is being built. The first error is kept, and the calls after it do nothing,
 *  so that the program checks for an error only once, at the end. */
typedef struct building {
    vox_tree *tree;
    vox_status status;
} building;

/** Sets the value of a member, and returns the node of the value. */
static vox_node *set(building *to, vox_node *object, const char *name, vox_value value) {
    vox_node *member = NULL;
    if (to->status == VOX_OK) {
        to->status = vox_object_set(to->tree, object, vox_string_from_c(name), value, &member);
    }
    return member;
}

static vox_node *append(building *to, vox_node *array, vox_value value) {
    vox_node *element = NULL;
    if (to->status == VOX_OK) {
        to->status = vox_array_append(to->tree, array, value, &element);
    }
    return element;
}

static vox_value text(const char *bytes) {
    return vox_value_string(vox_string_from_c(bytes));
}

static void add_track(building *to, vox_node *tracks, const char *id) {
    vox_node *track = append(to, tracks, vox_value_object());
    set(to, track, "type", text("tracks"));
    set(to, track, "id", text(id));
}

static void build(building *to) {
    vox_node *root = vox_tree_root(to->tree); /* the root of a new tree is null */
    to->status = vox_node_set(to->tree, root, vox_value_object());
    vox_node *album = set(to, root, "data", vox_value_object());
    set(to, album, "type", text("albums"));
    set(to, album, "id", text("101"));
    vox_node *attributes = set(to, album, "attributes", vox_value_object());
    set(to, attributes, "title", text("Night Trains"));
    set(to, attributes, "year", vox_value_int64(1994));
    set(to, attributes, "rating", vox_value_double(4.5));
    set(to, attributes, "cover", vox_value_null());
    vox_node *relationships = set(to, album, "relationships", vox_value_object());
    vox_node *linkage = set(to, relationships, "tracks", vox_value_object());
    vox_node *tracks = set(to, linkage, "data", vox_value_array());
    add_track(to, tracks, "1001");
    add_track(to, tracks, "1002");
}

/** A sink that receives the written text. A result other than 0 stops the writing. */
static int write_file(void *context, const char *bytes, size_t length) {
    return fwrite(bytes, 1, length, context) == length ? 0 : 1;
}

int main(void) {
    building to;
    to.status = vox_tree_new(NULL, &to.tree); /* NULL on an error */
    if (to.status == VOX_OK) {
        build(&to);
    }
    if (to.status == VOX_OK) {
        const vox_sink sink = {write_file, stdout};
        to.status = vox_write(to.tree, vox_tree_root(to.tree), VOX_STYLE_PRETTY, sink);
        putchar('\n');
    }
    if (to.status != VOX_OK) {
        fprintf(stderr, "build: %s\n", vox_status_message(to.status));
    }
    vox_tree_free(to.tree);
    return to.status == VOX_OK ? 0 : 1;
}
