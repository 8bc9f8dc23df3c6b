/* SPDX-License-Identifier: MIT */
/** Applies random patches to a tree and to a model that implements only RFC 6902. Also creates
 *  patches between random documents. */
#include "check.h"
#include "document.h"
#include "model.h"
#include "patching.h"
#include "random.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_PATH 160

/* --- the model ----------------------------------------------------------------- */

static void pointer_of(const model *node, char *path) {
    const model *parent = node->parent;
    if (!parent) {
        path[0] = '\0';
        return;
    }
    pointer_of(parent, path);
    const size_t length = strlen(path);
    if (parent->kind == VOX_OBJECT) {
        snprintf(path + length, LONGEST_PATH - length, "/%s", node->name);
        return;
    }
    size_t index = 0;
    while (parent->children[index] != node) {
        index++;
    }
    snprintf(path + length, LONGEST_PATH - length, "/%zu", index);
}

/** Parses a position without a sign and leading zeros. Returns SIZE_MAX for other text. */
static size_t position_of(const char *segment) {
    if (!*segment || strspn(segment, "0123456789") != strlen(segment) ||
        (segment[0] == '0' && segment[1])) {
        return SIZE_MAX;
    }
    return (size_t)strtoull(segment, NULL, 10);
}

static model *child_of(const model *parent, const char *segment) {
    size_t index = parent->count;
    if (parent->kind == VOX_OBJECT) {
        index = model_find(parent, segment);
    } else if (parent->kind == VOX_ARRAY) {
        index = position_of(segment);
    }
    return index < parent->count ? parent->children[index] : NULL;
}

/** Returns the value at a path, or NULL, and writes the parent and the last segment. */
static model *walk(model *root, const char *path, model **parent, char segment[LONGEST_PATH]) {
    model *at = root;
    *parent = NULL;
    segment[0] = '\0';
    while (*path) {
        const size_t length = strcspn(path + 1, "/");
        snprintf(segment, LONGEST_PATH, "%.*s", (int)length, path + 1);
        path += length + 1;
        if (!at) {
            *parent = NULL;
            return NULL;
        }
        *parent = at;
        at = child_of(at, segment);
    }
    return at;
}

/** Becomes the owner of `value`, even when it fails. */
static bool model_add(model *root, const char *path, model *value) {
    char segment[LONGEST_PATH];
    model *parent, *there = walk(root, path, &parent, segment);
    size_t index = SIZE_MAX;
    if (parent && parent->kind == VOX_ARRAY) {
        index = strcmp(segment, "-") == 0 ? parent->count : position_of(segment);
        there = NULL;
    }
    if (there) {
        model_become(there, value);
        return true;
    }
    if (parent && parent->kind == VOX_OBJECT) {
        snprintf(value->name, sizeof value->name, "%.7s", segment);
        model_insert(parent, parent->count, value);
        return true;
    }
    if (parent && index <= parent->count) {
        model_insert(parent, index, value);
        return true;
    }
    model_free(value);
    return false;
}

static model *model_remove(model *root, const char *path) {
    char segment[LONGEST_PATH];
    model *parent, *there = walk(root, path, &parent, segment);
    for (size_t index = 0; there && parent && index < parent->count; index++) {
        if (parent->children[index] == there) {
            return model_take(parent, index);
        }
    }
    return NULL;
}

static bool same(const model *left, const model *right) {
    bool equal = left->kind == right->kind && left->count == right->count &&
                 strcmp(left->text, right->text) == 0;
    for (size_t index = 0; equal && index < left->count; index++) {
        const model *child = left->children[index];
        const size_t at = left->kind == VOX_OBJECT ? model_find(right, child->name) : index;
        equal = at < right->count && same(child, right->children[at]);
    }
    return equal;
}

/* --- operations ---------------------------------------------------------------- */

typedef struct operation {
    const char *op;
    char path[LONGEST_PATH];
    char from[LONGEST_PATH];
    model *value; /* NULL: no value */
} operation;

static bool model_apply(model *root, const operation *what) {
    char segment[LONGEST_PATH];
    model *parent, *there = walk(root, what->path, &parent, segment);
    const size_t from = strlen(what->from);
    switch (what->op[0] == 'r' ? what->op[2] : what->op[0]) {
    case 'a':
        return model_add(root, what->path, model_copy(what->value));
    case 'm': /* remove */
        if (what->op[0] == 'r') {
            there = model_remove(root, what->path);
            model_free(there);
            return there != NULL;
        }
        if (!walk(root, what->from, &parent, segment)) {
            return false;
        }
        if (strncmp(what->from, what->path, from) == 0 &&
            (what->path[from] == '/' || what->path[from] == '\0')) {
            return what->path[from] == '\0';
        }
        return model_add(root, what->path, model_remove(root, what->from));
    case 'p': /* replace */
        if (there) {
            model_become(there, model_copy(what->value));
        }
        return there != NULL;
    case 'c':
        there = walk(root, what->from, &parent, segment);
        return there && model_add(root, what->path, model_copy(there));
    default:
        return there && same(there, what->value);
    }
}

static void random_path(model *root, uint64_t *seed, char *path) {
    const model *node = model_pick(root, seed);
    pointer_of(node, path);
    const size_t length = strlen(path), kind = random_below(seed, 10);
    if (kind < 3 && length < LONGEST_PATH - 16) {
        const bool is_array = node->kind == VOX_ARRAY;
        if (is_array && kind == 0) {
            strcat(path, "/-");
        } else if (is_array) {
            sprintf(path + length, "/%zu", random_below(seed, node->count + 2));
        } else {
            sprintf(path + length, "/k%zu", random_below(seed, 15));
        }
    } else if (kind == 3 && length < LONGEST_PATH - 16) {
        strcat(path, random_below(seed, 2) ? "/01" : "/no/where");
    }
}

static operation random_operation(model *root, uint64_t *seed) {
    static const char *const ops[] = {"add",  "remove", "replace", "move", "copy",
                                      "test", "add",    "move",    "add"};
    char segment[LONGEST_PATH];
    model *parent;
    operation made = {.op = ops[random_below(seed, COUNT(ops))]};
    random_path(root, seed, made.path);
    random_path(root, seed, made.from);
    const model *there = walk(root, made.path, &parent, segment);
    made.value = made.op[0] == 't' && there && random_below(seed, 10) ? model_copy(there)
                                                                      : model_random(seed, 2);
    return made;
}

static void write_operation(const operation *what, model_text *text, bool first) {
    char head[2 * LONGEST_PATH + 80];
    const int length = snprintf(
        head, sizeof head,
        "%s{\"op\":\"%s\",\"path\":\"%s\",\"from\":\"%s\",\"value\":", first ? "[" : ",", what->op,
        what->path, what->from
    );
    model_text value = {NULL, 0, 0};
    model_write(what->value, NULL, &value);
    text->bytes = realloc(text->bytes, text->length + (size_t)length + value.length + 3);
    memcpy(text->bytes + text->length, head, (size_t)length);
    memcpy(text->bytes + text->length + length, value.bytes, value.length);
    text->length += (size_t)length + value.length;
    memcpy(text->bytes + text->length, "}]", 3); /* the next operation overwrites the ']' */
    text->length++;
    free(value.bytes);
}

static vox_tree *parse_as(const char *bytes, size_t length, size_t depth) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.mode = depth ? VOX_MODE_LAZY : VOX_MODE_EAGER;
    options.defer_depth = depth;
    CHECK_OK(vox_tree_parse(bytes, length, &options, &tree, NULL));
    return tree;
}

/** Applies a patch of a few operations to the tree and to the model, and compares the results. */
static void one_patch(vox_tree *tree, model **document, uint64_t *seed) {
    const size_t count = 1 + random_below(seed, 6);
    model *next = model_copy(*document);
    model_text text = {NULL, 0, 0};
    bool good = true;
    size_t failed = 0;
    for (size_t index = 0; index < count; index++) {
        operation what = random_operation(good ? next : *document, seed);
        write_operation(&what, &text, index == 0);
        if (good && !model_apply(next, &what)) {
            good = false;
            failed = index;
        }
        model_free(what.value);
    }
    vox_tree *patch = parse_as(text.bytes, text.length + 1, random_below(seed, 2));
    vox_node *root = vox_tree_root(tree);
    size_t number = 0;
    const size_t nodes = vox_tree_memory(tree).nodes;
    vox_status status = vox_patch_apply(tree, root, patch, vox_tree_root(patch), &number, NULL);
    CHECK((status == VOX_OK) == good);
    CHECK_SIZE(number, good ? VOX_NO_OPERATION : failed);
    if (!good) {
        CHECK_SIZE(vox_tree_memory(tree).nodes, nodes);
    }
    if (!CHECK(status == VOX_OK || !good)) {
        printf("%s\n", text.bytes);
    }
    model_free(good ? *document : next);
    *document = good ? next : *document;
    vox_tree_free(patch);
    free(text.bytes);
}

static void random_patches(void) {
    const uint64_t rounds = check_quick() ? 200 : 3000;
    for (uint64_t round = 0; round < rounds; round++) {
        uint64_t seed = round;
        model *document = model_random(&seed, 4);
        model_text text = {NULL, 0, 0};
        uint64_t layout = seed;
        model_write(document, round % 3 ? &layout : NULL, &text);
        vox_tree *tree = parse_as(text.bytes, text.length, round % 4);
        for (int patch = 0; patch < 6; patch++) {
            check_note("seed %" PRIu64 ", patch %d", round, patch);
            const bool eager = round % 4 == 0;
            patching_picture was = eager ? patching_look(tree) : (patching_picture){0, 0, 0};
            const model *before = document;
            one_patch(tree, &document, &seed);
            if (eager && document == before) {
                patching_check_same(tree, was);
            }
            model_text expected = {NULL, 0, 0};
            model_write(document, NULL, &expected);
            bool right = document_equals_text(
                tree, vox_tree_root(tree), (vox_string){expected.bytes, expected.length}
            );
            free(expected.bytes);
            if (!CHECK(right) || !CHECK(document_survives(tree, VOX_STYLE_PRESERVE))) {
                break;
            }
        }
        vox_tree_free(tree);
        model_free(document);
        free(text.bytes);
    }
    check_note(NULL);
}

/* --- created patches ----------------------------------------------------------- */

/** Changes up to four values. */
static void mutate(model *root, uint64_t *seed) {
    for (size_t count = random_below(seed, 5); count; count--) {
        operation what = random_operation(root, seed);
        (void)model_apply(root, &what);
        model_free(what.value);
    }
}

static vox_tree *parse_model(const model *value, size_t depth) {
    model_text text = {NULL, 0, 0};
    model_write(value, NULL, &text);
    vox_tree *tree = parse_as(text.bytes, text.length, depth);
    free(text.bytes);
    return tree;
}

/** Checks that a patch changes `before` into `after`. */
static void check_made(
    vox_tree *before, vox_tree *after, const vox_tree *made, bool merges, bool equal
) {
    vox_node *root = vox_tree_root(before);
    vox_buffer text = document_write(
        (vox_tree *)(uintptr_t)made, vox_tree_root(made), VOX_STYLE_COMPACT
    );
    vox_tree *patch = document_parse(buffer_text(&text));
    if (equal && !merges) {
        CHECK_STRING(buffer_text(&text), LITERAL("[]"));
    }
    check_note("%.*s", (int)text.length, text.bytes);
    CHECK_OK(
        merges ? vox_merge_patch_apply(before, root, patch, vox_tree_root(patch), NULL)
               : vox_patch_apply(before, root, patch, vox_tree_root(patch), NULL, NULL)
    );
    CHECK_OK(vox_node_equal(before, root, after, vox_tree_root(after), &equal));
    CHECK(equal);
    check_note(NULL);
    vox_tree_free(patch);
    vox_buffer_free(&text);
}

static void made_patches(void) {
    const uint64_t rounds = check_quick() ? 200 : 3000;
    size_t merged = 0;
    for (uint64_t round = 0; round < rounds; round++) {
        uint64_t seed = round * 7 + 1;
        model *first = model_random(&seed, 5);
        model *second = round % 10 ? model_copy(first) : model_random(&seed, 5);
        mutate(second, &seed);
        vox_options options = document_options();
        vox_error error;
        for (int merges = 0; merges < 2; merges++) {
            vox_tree *before = parse_model(first, round % 3);
            vox_tree *after = parse_model(second, round % 2), *patch = NULL;
            const vox_node *left = vox_tree_root(before), *right = vox_tree_root(after);
            vox_status status =
                merges ? vox_merge_patch_make(before, left, after, right, &options, &patch, &error)
                       : vox_patch_make(before, left, after, right, &options, &patch);
            if (merges && status == VOX_ERROR_NULL) {
                CHECK(vox_node_kind(document_at(after, error.pointer)) == VOX_NULL);
                CHECK(!patch);
            } else if (CHECK_OK(status)) {
                check_made(before, after, patch, merges, same(first, second));
                merged += merges != 0;
            }
            vox_tree_free(patch);
            vox_tree_free(before);
            vox_tree_free(after);
        }
        model_free(first);
        model_free(second);
    }
    CHECK(merged > rounds / 2);
}

const check_test random_patches_tests[] = {
    CHECK_TEST(random_patches),
    CHECK_TEST(made_patches),
    CHECK_END,
};
