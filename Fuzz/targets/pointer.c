/* SPDX-License-Identifier: MIT */
/** A text and pointers: what they name is what following them by hand finds; what is
 *  written at one is found there; the pointer of every node names it. */
#include "document.h"
#include "fuzz.h"

#include <stdlib.h>

#define NODES 64 /* looked at, at most */

/** Follows a pointer segment by segment, as RFC 6901 section 4 says. */
static vox_node *follow(vox_tree *tree, vox_node *node, vox_string pointer, char *room) {
    size_t at = 0;
    while (node && at < pointer.length) {
        size_t length = 0;
        bool digits = true;
        size_t index = 0;
        for (at++; at < pointer.length && pointer.bytes[at] != '/'; at++) {
            char byte = pointer.bytes[at];
            if (byte == '~') {
                byte = pointer.bytes[++at] == '1' ? '/' : '~';
            }
            digits = digits && byte >= '0' && byte <= '9' && index < 1000000;
            index = digits ? index * 10 + (size_t)(byte - '0') : 0;
            room[length++] = byte;
        }
        if (vox_node_kind(node) == VOX_ARRAY) {
            bool good = digits && length > 0 && (length == 1 || room[0] != '0');
            node = good ? vox_node_first(tree, node) : NULL;
            for (; node && index > 0; index--) {
                node = vox_node_next(tree, node);
            }
        } else {
            node = vox_node_last(tree, node);
            while (node && !vox_string_equal(vox_node_name(tree, node), (vox_string){room, length})
            ) {
                node = vox_node_previous(tree, node);
            }
        }
    }
    return node;
}

static bool well_formed(vox_string pointer) {
    for (size_t at = 0; at < pointer.length; at++) {
        if (pointer.bytes[at] == '~' &&
            (at + 1 == pointer.length ||
             (pointer.bytes[at + 1] != '0' && pointer.bytes[at + 1] != '1'))) {
            return false;
        }
    }
    return pointer.length == 0 || pointer.bytes[0] == '/';
}

/** Checks that the pointer of a node names it. */
static void check_own(vox_tree *tree, vox_node *node) {
    size_t length = vox_pointer_write(tree, node, NULL, 0);
    char *text = malloc(length + 1);
    vox_node *found = NULL;
    if (!text) {
        abort();
    }
    CHECK_SIZE(vox_pointer_write(tree, node, text, length), length);
    CHECK(well_formed((vox_string){text, length}));
    CHECK_OK(vox_pointer_get(tree, vox_tree_root(tree), (vox_string){text, length}, &found, NULL));
    CHECK(found == node);
    free(text);
}

static void check_all(vox_tree *tree) {
    vox_node *root = vox_tree_root(tree), *node = root;
    for (size_t count = 0; node && count < NODES; count++) {
        check_own(tree, node);
        vox_node *next = vox_node_first(tree, node);
        while (!next && node && node != root) {
            next = vox_node_next(tree, node);
            node = next ? node : vox_node_parent(tree, node);
        }
        node = next;
    }
}

static void check_pointer(vox_tree *tree, vox_string pointer, char *room) {
    vox_node *root = vox_tree_root(tree), *found = NULL, *written = NULL;
    size_t offset = SIZE_MAX;
    vox_status status = vox_pointer_get(tree, root, pointer, &found, &offset);
    CHECK_SIZE(offset <= pointer.length, status != VOX_OK);
    CHECK_SIZE(status == VOX_ERROR_POINTER, !well_formed(pointer));
    if (status != VOX_ERROR_POINTER) {
        CHECK(found == follow(tree, root, pointer, room));
        CHECK_STATUS(status, found ? VOX_OK : VOX_ERROR_MISSING);
    }
    vox_buffer before = document_write(tree, root, VOX_STYLE_PRESERVE);
    status = vox_pointer_set(tree, root, pointer, vox_value_string(LITERAL("new")), &written, NULL);
    if (status != VOX_OK) {
        CHECK(found == NULL);
        CHECK_WRITES_STRING(tree, root, VOX_STYLE_PRESERVE, buffer_text(&before));
    } else {
        CHECK(!found || written == found);
        CHECK_TEXT(vox_node_text(tree, written), "new");
        check_own(tree, written);
    }
    vox_buffer_free(&before);
}

void fuzz_pointer(vox_string input) {
    vox_string text = fuzz_field(&input);
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.mode = input.length % 2 ? VOX_MODE_LAZY : VOX_MODE_EAGER;
    vox_status status = vox_tree_parse(text.bytes, text.length, &options, &tree, NULL);
    if (status == VOX_OK && vox_tree_materialize(tree, NULL) == VOX_OK) {
        char *room = malloc(input.length + 1);
        check_all(tree);
        while (room && input.length) {
            check_pointer(tree, fuzz_field(&input), room);
        }
        check_all(tree);
        free(room);
    }
    vox_tree_free(tree);
}
