/* SPDX-License-Identifier: MIT */
#include "patching.h"
#include "document.h"

#include <string.h>

static void add(patching_picture *self, const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    for (size_t index = 0; index < length; index++) {
        self->hash = (self->hash ^ at[index]) * UINT64_C(0x100000001b3);
    }
}

static void add_string(patching_picture *self, vox_string text) {
    add(self, &text.length, sizeof text.length);
    add(self, text.bytes, text.length);
}

static void add_node(patching_picture *self, vox_tree *tree, vox_node *node) {
    const size_t offset = vox_node_offset(node), children = vox_node_count(tree, node);
    const int kind = (int)vox_node_kind(node), changed = vox_node_changed(node);
    add(self, &node, sizeof node);
    add(self, &offset, sizeof offset);
    add(self, &children, sizeof children);
    add(self, &kind, sizeof kind);
    add(self, &changed, sizeof changed);
    add_string(self, vox_node_name(tree, node));
    add_string(self, vox_node_text(tree, node));
    add_string(self, vox_node_source(tree, node));
    self->nodes++;
    /* Look-ups, which use an index if there is one. */
    const vox_node *parent = vox_node_parent(tree, node);
    CHECK(
        vox_node_kind(parent) != VOX_ARRAY ||
        vox_array_get(tree, parent, vox_node_index(tree, node)) == node
    );
    CHECK(
        vox_node_kind(parent) != VOX_OBJECT ||
        vox_object_get(tree, parent, vox_node_name(tree, node)) == node
    );
}

patching_picture patching_look(vox_tree *tree) {
    patching_picture self = {.hash = UINT64_C(0xcbf29ce484222325)};
    vox_node *top = vox_tree_root(tree);
    /* Write the text first, because this does not parse deferred values. */
    vox_buffer buffer = document_write(tree, top, VOX_STYLE_PRESERVE);
    add_string(&self, buffer_text(&buffer));
    vox_buffer_free(&buffer);
    self.memory = vox_tree_memory(tree).nodes;
    for (vox_node *node = top; node;) {
        add_node(&self, tree, node);
        vox_node *next = vox_node_first(tree, node);
        while (!next && node != top) {
            next = vox_node_next(tree, node);
            node = vox_node_parent(tree, node);
        }
        node = next;
    }
    return self;
}

void patching_check_same(vox_tree *tree, patching_picture was) {
    CHECK_SIZE(vox_tree_memory(tree).nodes, was.memory);
    const patching_picture now = patching_look(tree);
    CHECK_SIZE(now.nodes, was.nodes);
    CHECK(now.hash == was.hash);
}

void patching_check(
    const char *before, const char *patch_text, const char *after, vox_status expected
) {
    for (int lazy = 0; lazy < 2; lazy++) {
        vox_options options = document_options();
        options.mode = lazy ? VOX_MODE_LAZY : VOX_MODE_EAGER;
        options.defer_depth = (size_t)lazy;
        vox_tree *tree = NULL, *patch = NULL;
        CHECK_OK(vox_tree_parse(before, strlen(before), &options, &tree, NULL));
        CHECK_OK(vox_tree_parse(patch_text, strlen(patch_text), &options, &patch, NULL));
        vox_node *root = vox_tree_root(tree);
        const size_t nodes = vox_tree_memory(tree).nodes;
        vox_status status = vox_patch_apply(tree, root, patch, vox_tree_root(patch), NULL, NULL);
        CHECK_STATUS(status, expected);
        if (status != VOX_OK) { /* no deferred value stays parsed, either */
            CHECK_SIZE(vox_tree_memory(tree).nodes, nodes);
            CHECK(!vox_node_changed(root));
            CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, before);
        }
        vox_tree_free(patch); /* the document does not need the patch any more */
        CHECK(document_equals_text(tree, root, vox_string_from_c(after ? after : before)));
        CHECK(document_survives(tree, VOX_STYLE_PRESERVE));
        CHECK(document_survives(tree, VOX_STYLE_COMPACT));
        vox_tree_free(tree);
    }
}
