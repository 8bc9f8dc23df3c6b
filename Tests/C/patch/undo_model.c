/* SPDX-License-Identifier: MIT */
/** A model of undo. Three trees get the same edits and patches:
 *
 *      tried   also gets patches that are refused, and look-ups
 *      calm    gets only what succeeds
 *      fresh   is read again from the text before each patch, so it has no history
 *
 *  After each step all of them must have the same value, and `tried` and `calm` the same text. Names are repeated often: members that are shadowed are part of the text of
 *  the preserving style, but not of the value. */
#include "check.h"
#include "document.h"
#include "random.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define MOST_TEXT 8192

typedef struct text {
    char bytes[MOST_TEXT];
    size_t length;
} text;

__attribute__((format(printf, 2, 3))) static void put(text *to, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = vsnprintf(to->bytes + to->length, MOST_TEXT - to->length, format, arguments);
    va_end(arguments);
    CHECK(length >= 0 && to->length + (size_t)length < MOST_TEXT);
    to->length += length < 0 ? 0 : (size_t)length;
}

/* --- documents, paths and patches -------------------------------------------------------- */

static const char *const names[] = {"data", "id", "type", "n", "m", "\\u006e"};
static const char *const spaces[] = {"", "", " ", "\n  "};

static const char *any_name(uint64_t *seed) {
    return names[random_below(seed, COUNT(names))];
}

static void put_value(text *to, unsigned depth, uint64_t *seed) {
    static const char *const scalars[] = {"0", "1.50", "\"a\"", "\"\\u0062\"", "null", "true"};
    const size_t kind = depth ? random_below(seed, 4) : 0;
    if (kind < 1) {
        put(to, "%s", scalars[random_below(seed, COUNT(scalars))]);
        return;
    }
    const bool is_object = kind > 1;
    /* Large objects have an index. */
    size_t count = random_below(seed, 12) ? random_below(seed, 5) : 16 + random_below(seed, 6);
    count = depth == 1 ? count : count % 5;
    const char *space = spaces[random_below(seed, COUNT(spaces))];
    put(to, is_object ? "{" : "[");
    for (size_t index = 0; index < count; index++) {
        put(to, "%s%s", index ? "," : "", space);
        if (is_object && count > 5 && random_below(seed, 2)) {
            put(to, "\"k%zu\":", index);
        } else if (is_object) {
            put(to, "\"%s\"%s:", any_name(seed), *space == ' ' ? " " : "");
        }
        put_value(to, depth - 1, seed);
    }
    put(to, "%s%s", count && *space ? "\n" : "", is_object ? "}" : "]");
}

static void put_document(text *to, uint64_t *seed) {
    put(to, "{\"x\":0,\"data\":");
    put_value(to, 3, seed);
    put(to, ",%s\"n\":", spaces[random_below(seed, COUNT(spaces))]);
    put_value(to, 2, seed);
    put(to, ",\"b\":{\"n\":1,\"n\":");
    put_value(to, 1, seed);
    put(to, "}}");
}

/** Writes a pointer: that of a value, or of one below it that may not exist. */
static void put_path(text *to, vox_tree *tree, bool may_be_new, uint64_t *seed) {
    static const char *const tops[] = {"/data", "/b", "/n", "/x", "/b/n", ""};
    if (random_below(seed, 4)) {
        const vox_node *node = vox_tree_root(tree);
        const size_t most = vox_tree_memory(tree).nodes;
        for (size_t count = random_below(seed, most < 40 ? most : 40); count; count--) {
            const vox_node *next = vox_node_following(tree, node, NULL);
            node = next ? next : vox_tree_root(tree);
        }
        const size_t room = MOST_TEXT - to->length;
        to->length += vox_pointer_write(tree, node, to->bytes + to->length, room);
        to->bytes[to->length] = '\0';
    } else {
        put(to, "%s", tops[random_below(seed, COUNT(tops))]);
    }
    const size_t kind = random_below(seed, may_be_new ? 8 : 64);
    if (kind == 0) {
        put(to, "/%s", names[random_below(seed, COUNT(names) - 1)]);
    } else if (kind == 1) {
        put(to, random_below(seed, 2) ? "/0" : "/-");
    }
}

static void put_operation(text *to, vox_tree *tree, uint64_t *seed) {
    static const char *const ops[] = {"move",    "move", "copy",   "add",   "add",
                                      "replace", "test", "remove", "remove"};
    const size_t kind = random_below(seed, COUNT(ops));
    put(to, "{\"op\":\"%s\",\"path\":\"", ops[kind]);
    put_path(to, tree, kind < 5, seed);
    put(to, kind < 3 ? "\",\"from\":\"" : "\",\"value\":");
    if (kind < 3) {
        put_path(to, tree, false, seed);
        put(to, "\"}");
    } else {
        put_value(to, 2, seed);
        put(to, "}");
    }
}

static void put_patch(text *to, vox_tree *tree, bool merges, uint64_t *seed) {
    if (merges) {
        put(to, "{\"data\":");
        put_value(to, 2, seed);
        put(to, ",\"b\":");
        put_value(to, 2, seed);
        put(to, "}");
        return;
    }
    put(to, "[");
    for (size_t count = 1 + random_below(seed, 4); count; count--) {
        put_operation(to, tree, seed);
        put(to, count > 1 ? "," : "");
    }
    put(to, random_below(seed, 3) ? "]" : ",{}]");
}

/* --- steps --------------------------------------------------------------------------------- */

typedef struct trees {
    vox_tree *tried, *calm, *fresh;
} trees;

/** Parses a text, lazily if `deferred` is a depth. */
static vox_tree *parse(vox_string from, size_t deferred) {
    vox_options options = document_options();
    options.mode = deferred ? VOX_MODE_LAZY : VOX_MODE_EAGER;
    options.defer_depth = deferred;
    vox_tree *tree = NULL;
    CHECK_OK(vox_tree_parse(from.bytes, from.length, &options, &tree, NULL));
    return tree;
}

static vox_tree *parse_written(vox_tree *tree, size_t deferred) {
    vox_buffer written = document_write(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE);
    vox_tree *read = parse(buffer_text(&written), deferred);
    vox_buffer_free(&written);
    return read;
}

static vox_status apply(vox_tree *tree, const text *patch, bool merges, size_t countdown) {
    vox_tree *given = parse((vox_string){patch->bytes, patch->length}, 0);
    vox_node *root = vox_tree_root(tree), *top = vox_tree_root(given);
    check_memory.countdown = countdown;
    vox_status status = merges ? vox_merge_patch_apply(tree, root, given, top, NULL)
                               : vox_patch_apply(tree, root, given, top, NULL, NULL);
    check_memory.countdown = 0;
    vox_tree_free(given);
    return status;
}

static void same_text(vox_tree *left, vox_tree *right, vox_style style) {
    vox_buffer one = document_write(left, vox_tree_root(left), style);
    vox_buffer other = document_write(right, vox_tree_root(right), style);
    CHECK_STRING(buffer_text(&one), buffer_text(&other));
    vox_buffer_free(&one);
    vox_buffer_free(&other);
}

/** Applies a patch to all three trees. To `tried`, it may first fail for want of memory. */
static void step_patch(const trees *all, uint64_t *seed) {
    text patch = {.length = 0};
    const bool merges = random_below(seed, 5) == 0;
    put_patch(&patch, all->fresh, merges, seed);
    const vox_status expected = apply(all->fresh, &patch, merges, 0);
    vox_status status = VOX_ERROR_MEMORY;
    if (random_below(seed, 3) == 0) {
        status = apply(all->tried, &patch, merges, 1 + random_below(seed, 12));
    }
    if (status == VOX_ERROR_MEMORY) {
        status = apply(all->tried, &patch, merges, 0);
    }
    CHECK_STATUS(status, expected);
    if (expected == VOX_OK) {
        CHECK_OK(apply(all->calm, &patch, merges, 0));
    }
    if (check_failures()) {
        printf("%s\n", patch.bytes);
    }
}

/** Looks up members, which marks shadowed ones and builds indexes. */
static void look_up(const trees *all, uint64_t *seed) {
    vox_node *found;
    for (size_t count = random_below(seed, 40); count; count--) {
        text path = {.length = 0};
        put_path(&path, all->fresh, true, seed);
        (void)document_at(all->tried, path.bytes);
    }
    (void)vox_resource_find(all->tried, LITERAL("a"), LITERAL("b"), &found);
}

/** An edit by a call, which is the same for all trees. */
typedef struct change {
    size_t kind;
    text path, other, value;
    const char *name;
} change;

static change any_change(vox_tree *fresh, uint64_t *seed) {
    change made = {.kind = random_below(seed, 7)};
    put_path(&made.path, fresh, false, seed);
    put_path(&made.other, fresh, false, seed);
    put_value(&made.value, 2, seed);
    made.name = names[random_below(seed, COUNT(names) - 1)];
    return made;
}

/** Moves a value below another one, under a name that may exist. */
static vox_status move(vox_tree *tree, vox_node *node, const change *what) {
    vox_node *to = document_at(tree, what->other.bytes), *at = to;
    while (at && at != node) {
        at = vox_node_parent(tree, at);
    }
    if (at || vox_node_kind(to) < VOX_ARRAY) {
        return VOX_ERROR_CYCLE;
    }
    const vox_status status = vox_node_remove(tree, node);
    const vox_value value = vox_value_node(node);
    return status != VOX_OK ? status
           : vox_node_kind(to) == VOX_OBJECT
               ? vox_object_set(tree, to, vox_string_from_c(what->name), value, NULL)
               : vox_array_insert(tree, to, 0, value, NULL);
}

static vox_status edit(vox_tree *tree, const change *what) {
    const vox_value value = vox_value_json((vox_string){what->value.bytes, what->value.length});
    vox_node *node = document_at(tree, what->path.bytes);
    if (what->kind == 5) { /* of few nodes, because baselines take memory */
        return vox_baseline_mark(tree, document_at(tree, "/b"));
    }
    if (what->kind == 6) {
        return vox_baseline_revert(tree, document_at(tree, "/b"));
    }
    switch (node ? what->kind : 4) {
    case 0:
        return vox_node_remove(tree, node);
    case 1:
        return vox_node_set(tree, node, value);
    case 2:
        return move(tree, node, what);
    case 3:
        return vox_object_set(tree, node, vox_string_from_c(what->name), value, NULL);
    default:
        return node ? vox_array_insert(tree, node, 0, value, NULL) : VOX_ERROR_MISSING;
    }
}

/** Edits all three trees. Returns false when `fresh` cannot be, because it has no baseline. */
static bool step_edit(const trees *all, uint64_t *seed) {
    const change what = any_change(all->fresh, seed);
    CHECK_STATUS(edit(all->tried, &what), edit(all->calm, &what));
    if (what.kind < 5) {
        (void)edit(all->fresh, &what);
    }
    return what.kind < 5;
}

/** Checks that the trees have one text, and that it has the right value. To write the other styles
 *  compares names, which later steps should have to do; so `all_styles` is rarely set. */
static void check_all(const trees *all, bool is_fresh, bool all_styles) {
    same_text(all->tried, all->calm, VOX_STYLE_PRESERVE);
    vox_tree *again = parse_written(all->tried, 0);
    if (again && is_fresh) {
        same_text(again, all->fresh, VOX_STYLE_COMPACT);
    }
    for (int style = VOX_STYLE_COMPACT; style <= VOX_STYLE_SORTED && all_styles; style++) {
        same_text(all->tried, all->calm, (vox_style)style);
        same_text(all->tried, again, (vox_style)style);
    }
    vox_tree_free(again);
}

static void step(trees *all, bool all_styles, uint64_t *seed) {
    const size_t kind = random_below(seed, 8);
    bool is_fresh = true;
    all->fresh = parse_written(all->calm, 0);
    if (!all->fresh) {
        return;
    }
    if (kind < 5) {
        step_patch(all, seed);
    } else if (kind == 5) {
        look_up(all, seed);
    } else {
        is_fresh = step_edit(all, seed);
    }
    check_all(all, is_fresh, all_styles);
    vox_tree_free(all->fresh);
}

static void run_document(uint64_t round, uint64_t *steps) {
    uint64_t seed = round;
    text document = {.length = 0};
    put_document(&document, &seed);
    const vox_string from = {document.bytes, document.length};
    trees all = {.tried = parse(from, round % 4), .calm = parse(from, round % 4)};
    const size_t most = 1 + random_below(&seed, 30);
    for (size_t count = 0; count < most && !check_failures(); count++, (*steps)++) {
        check_note("seed %" PRIu64 ", step %zu: %s", round, count, document.bytes);
        step(&all, count + 1 == most || random_below(&seed, 16) == 0, &seed);
        if (vox_tree_memory(all.calm).nodes > 500) {
            break;
        }
    }
    vox_tree_free(all.tried);
    vox_tree_free(all.calm);
}

/** Refused patches leave no trace, whatever was done before and is done afterwards. */
static void undo_leaves_no_trace(void) {
    const uint64_t most = check_quick() ? 10000 : 1000000;
    uint64_t steps = 0;
    for (uint64_t round = 0; steps < most && !check_failures(); round++) {
        run_document(round, &steps);
    }
    check_note(NULL);
    CHECK(steps >= most);
}

/* --- a reported case ------------------------------------------------------------------------ */

/** A member that shadows another one is replaced and removed, and both are undone. */
static void removal_after_a_refused_replacement(void) {
    static const char *const refused = "[{\"op\":\"move\",\"path\":\"/b/n\",\"from\":\"/"
                                       "x\"},{\"op\":\"remove\",\"path\":\"/b/n\"},{}]";
    for (int by_patch = 0; by_patch < 2; by_patch++) {
        vox_tree *tree = document_from_c("{\"x\":0,\"b\":{\"n\":1,\"n\":2}}");
        text patch = {.length = 0}, removal = {.length = 0};
        put(&patch, "%s", refused);
        put(&removal, "[{\"op\":\"remove\",\"path\":\"/b/n\"}]");
        CHECK_STATUS(apply(tree, &patch, false, 0), VOX_ERROR_OPERATION);
        CHECK_OK(
            by_patch ? apply(tree, &removal, false, 0)
                     : vox_node_remove(tree, document_at(tree, "/b/n"))
        );
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, "{\"x\":0,\"b\":{}}");
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, "{\"x\":0,\"b\":{}}");
        vox_tree_free(tree);
    }
}

const check_test undo_model_tests[] = {
    CHECK_TEST(removal_after_a_refused_replacement), CHECK_TEST(undo_leaves_no_trace), CHECK_END};
