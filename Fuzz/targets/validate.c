/* SPDX-License-Identifier: MIT */
/** The validator, the check of the shape and the look-up of resources: the same whether
 *  the text was read eagerly, lazily or by yajl, and when the tree is frozen. */
#include "comparing.h"
#include "document.h"
#include "fuzz.h"

#include <stdio.h>

#define RESOURCES 32 /* looked up, at most */

/** Findings as text, a line each. */
typedef struct findings {
    vox_tree *tree;
    vox_buffer text;
} findings;

static void append(vox_buffer *text, const char *bytes, size_t length) {
    if (length > text->capacity - text->length) {
        size_t capacity = 2 * text->capacity + length;
        text->bytes = text->allocator.resize(
            text->allocator.context, text->bytes, text->capacity, capacity
        );
        text->capacity = capacity;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
}

static int note(void *context, const vox_finding *finding) {
    findings *found = context;
    char line[1024], pointer[400];
    vox_node *node = NULL;
    vox_place place = {0, 0, 0};
    size_t length = vox_pointer_write(found->tree, finding->node, pointer, sizeof pointer);
    if (length <= sizeof pointer) {
        vox_string text = {pointer, length};
        CHECK_OK(vox_pointer_get(found->tree, vox_tree_root(found->tree), text, &node, NULL));
    }
    vox_finding_locate(found->tree, finding, &place);
    CHECK_SIZE(place.offset, finding->offset);
    CHECK(vox_rule_anchor(finding->rule) != NULL);
    int printed = snprintf(
        line, sizeof line, "%u %d %zu:%zu %.*s %s\n", finding->rule, (int)finding->severity,
        place.line, place.column, (int)(length <= sizeof pointer ? length : 0), pointer,
        finding->message
    );
    append(&found->text, line, (size_t)printed);
    return 0;
}

static findings validate(vox_tree *tree, const vox_validation *options) {
    findings found = {.tree = tree};
    found.text.allocator = check_allocator_interface(&check_memory);
    append(&found.text, "findings\n", 9);
    CHECK_OK(vox_validate(tree, options, (vox_finding_sink){note, &found}));
    return found;
}

/** What is found in all trees, with the options that the bytes choose. */
static void check_findings(vox_tree *trees[], size_t count, vox_string *choices) {
    const vox_string names[] = {LITERAL("author"), LITERAL("comments.author"), LITERAL("title")};
    const vox_fieldset fieldsets[] = {{LITERAL("articles"), names, COUNT(names)}};
    const vox_string atomic = LITERAL("atomic");
    const vox_relationship_name relationships[] = {{LITERAL("articles"), LITERAL("author")}};
    uint8_t choice = fuzz_byte(choices);
    vox_validation options;
    memset(&options, 0, sizeof options);
    options.profile = (vox_profile)fuzz_below(choices, VOX_PROFILE_RESULTS + 1);
    options.lenient = choice & 1;
    options.fieldsets = fieldsets;
    options.fieldset_count = choice >> 1 & 1;
    options.include = choice & 4 ? names : NULL;
    options.include_count = choice & 4 ? 2 : 0;
    options.namespaces = &atomic;
    options.namespace_count = choice >> 3 & 1;
    options.to_many = relationships;
    options.to_many_count = choice >> 4 & 1;
    options.to_one = relationships;
    options.to_one_count = choice >> 5 & 1;
    findings expected = validate(trees[0], &options);
    for (size_t index = 1; index < count; index++) {
        findings found = validate(trees[index], &options);
        CHECK_STRING(buffer_text(&found.text), buffer_text(&expected.text));
        vox_buffer_free(&found.text);
    }
    vox_buffer_free(&expected.text);
}

static bool is_text(const vox_node *node) {
    return vox_node_kind(node) == VOX_STRING;
}

/** True when the node is a resource object of that identity. */
static bool has_identity(vox_tree *tree, const vox_node *node, vox_string type, vox_string id) {
    const vox_node *own_type = vox_object_get(tree, node, LITERAL("type"));
    const vox_node *own_id = vox_object_get(tree, node, LITERAL("id"));
    return is_text(own_type) && is_text(own_id) &&
           vox_string_equal(vox_node_text(tree, own_type), type) &&
           vox_string_equal(vox_node_text(tree, own_id), id);
}

/** The first resource object of that identity, primary data before `included`. */
static const vox_node *find(vox_tree *tree, vox_string type, vox_string id) {
    static const char *const lists[] = {"data", "included"};
    for (size_t index = 0; index < COUNT(lists); index++) {
        const vox_node *list = vox_object_get(
            tree, vox_tree_root(tree), vox_string_from_c(lists[index])
        );
        bool one = vox_node_kind(list) == VOX_OBJECT && index == 0;
        const vox_node *node = one ? list : vox_node_first(tree, list);
        node = one || vox_node_kind(list) == VOX_ARRAY ? node : NULL;
        while (node && !has_identity(tree, node, type, id)) {
            node = one ? NULL : vox_node_next(tree, node);
        }
        if (node) {
            return node;
        }
    }
    return NULL;
}

/** Looks every resource of a list up, in a tree that was read lazily as well. */
static void check_look_up(vox_tree *eager, vox_tree *lazy, const char *name) {
    const vox_node *list = vox_object_get(eager, vox_tree_root(eager), vox_string_from_c(name));
    const vox_node *node = vox_node_kind(list) == VOX_ARRAY ? vox_node_first(eager, list) : NULL;
    for (size_t count = 0; node && count < RESOURCES; count++) {
        const vox_node *type = vox_object_get(eager, node, LITERAL("type"));
        const vox_node *id = vox_object_get(eager, node, LITERAL("id"));
        if (is_text(type) && is_text(id)) {
            vox_string type_text = vox_node_text(eager, type), id_text = vox_node_text(eager, id);
            vox_node *found = NULL, *other = NULL;
            CHECK_OK(vox_resource_find(eager, type_text, id_text, &found));
            CHECK(found == find(eager, type_text, id_text));
            CHECK_OK(vox_resource_find(lazy, type_text, id_text, &other));
            CHECK_SIZE(vox_node_offset(other), vox_node_offset(found));
        }
        node = vox_node_next(eager, node);
    }
}

static void check_shape(vox_tree *trees[], size_t count, vox_string *choices) {
    vox_primary primary = (vox_primary)fuzz_below(choices, VOX_PRIMARY_MANY + 1);
    vox_reading how = (vox_reading)fuzz_below(choices, VOX_READING_LENIENT + 1);
    vox_string type = fuzz_byte(choices) % 2 ? LITERAL("articles") : LITERAL("");
    vox_error expected, error;
    vox_status status = vox_document_check(trees[0], primary, type, how, NULL, &expected);
    for (size_t index = 1; index < count; index++) {
        CHECK_STATUS(vox_document_check(trees[index], primary, type, how, NULL, &error), status);
        if (status != VOX_OK) {
            check_same_error(&error, &expected);
        }
    }
}

void fuzz_validate(vox_string input) {
    vox_string text = fuzz_field(&input);
    reading eager = read_as(text, VOX_MODE_EAGER, 0, false);
    if (eager.status == VOX_OK) {
        reading lazy = read_as(text, VOX_MODE_LAZY, 0, false);
        reading frozen = read_as(text, VOX_MODE_LAZY, 0, false);
        vox_tree *trees[] = {eager.tree, lazy.tree, frozen.tree};
        check_look_up(eager.tree, lazy.tree, "data");
        check_look_up(eager.tree, lazy.tree, "included");
        check_shape(trees, 2, &input);
        CHECK_OK(vox_tree_freeze(frozen.tree));
        check_findings(trees, COUNT(trees), &input);
        vox_tree_free(lazy.tree);
        vox_tree_free(frozen.tree);
    }
    vox_tree_free(eager.tree);
}
