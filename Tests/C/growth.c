/* SPDX-License-Identifier: MIT */
/** The cost of a job grows in proportion to its size, and not to the square of its size,
 *  whatever the names are. The tests count the steps of the core (steps.h). */
#include "corpora.h"
#include "document.h"
#include "steps.h"
#include "tests.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static vox_string numbered(char name[32], size_t number) {
    size_t length = (size_t)snprintf(name, 32, "member%zu", number);
    return (vox_string){name, length};
}

/** Builds an object, looks up every member, and looks up as many names that do not exist. */
static uint64_t build_object(size_t size) {
    char name[32];
    uint64_t start = steps_counted();
    vox_tree *tree = document_from_c("{}");
    vox_node *root = vox_tree_root(tree);
    for (size_t number = 0; number < size; number++) {
        vox_status status = vox_object_set(
            tree, root, numbered(name, number), vox_value_uint64(number), NULL
        );
        if (!CHECK_OK(status)) {
            break;
        }
    }
    size_t wrong = 0;
    for (size_t number = 0; number < 2 * size; number++) {
        vox_node *member = vox_object_get(tree, root, numbered(name, number));
        uint64_t value = SIZE_MAX;
        bool right = number < size
                         ? vox_node_uint64(tree, member, &value) == VOX_OK && value == number
                         : member == NULL;
        wrong += !right;
    }
    CHECK_SIZE(wrong, 0);
    CHECK_SIZE(vox_node_count(tree, root), size);
    vox_tree_free(tree);
    return steps_counted() - start;
}

static void building_a_large_object(void) {
    steps_check_linear("build and look up", build_object, 25000); /* up to 100,000 members */
    /* The memory of 100,000 members, including names and the index. */
    check_note("%zu bytes", check_memory.peak);
    CHECK(check_memory.peak < (size_t)100000 * 256);
}

/** Removes every member by name, beginning in the middle. */
static uint64_t empty_object(size_t size) {
    char name[32];
    vox_tree *tree = document_from_c("{}");
    vox_node *root = vox_tree_root(tree);
    for (size_t number = 0; number < size; number++) {
        vox_object_set(tree, root, numbered(name, number), vox_value_null(), NULL);
    }
    uint64_t start = steps_counted();
    for (size_t number = 0; number < size; number++) {
        size_t which = (number % 2 ? size / 2 + number / 2 : size / 2 - 1 - number / 2) % size;
        vox_node *member = vox_object_get(tree, root, numbered(name, which));
        if (!CHECK(member) || !CHECK_OK(vox_node_remove(tree, member))) {
            break;
        }
    }
    uint64_t steps = steps_counted() - start;
    CHECK_SIZE(vox_node_count(tree, root), 0);
    vox_tree_free(tree);
    return steps;
}

static void emptying_an_object(void) {
    steps_check_linear("remove from the middle", empty_object, 25000);
}

/** Names with equal 33-times and 31-times hashes without a seed: every combination of two pairs
 *  of letters with the same sum. */
static char *hostile_object(const char *pairs, size_t names, size_t *length) {
    char *json = malloc(names * 48 + 2);
    *length = 0;
    json[(*length)++] = '{';
    for (size_t number = 0; number < names; number++) {
        json[(*length)++] = number ? ',' : ' ';
        json[(*length)++] = '"';
        for (int bit = 0; bit < 16; bit++) {
            memcpy(json + *length, pairs + ((number >> bit) & 1 ? 2 : 0), 2);
            *length += 2;
        }
        memcpy(json + *length, "\":0", 3);
        *length += 3;
    }
    json[(*length)++] = '}';
    return json;
}

static uint64_t look_all_up(vox_string text) {
    uint64_t start = steps_counted();
    vox_options options = document_options();
    options.strict = true; /* compares all names at once */
    vox_tree *tree = NULL;
    if (!CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL))) {
        return 0;
    }
    vox_node *root = vox_tree_root(tree);
    size_t wrong = 0;
    for (vox_node *node = vox_node_first(tree, root); node; node = vox_node_next(tree, node)) {
        wrong += vox_object_get(tree, root, vox_node_name(tree, node)) != node;
    }
    CHECK_SIZE(wrong, 0);
    vox_tree_free(tree);
    return steps_counted() - start;
}

static const char *hostile_pairs;

static uint64_t hostile_run(size_t names) {
    size_t length = 0;
    char *json = hostile_object(hostile_pairs, names, &length);
    uint64_t steps = look_all_up((vox_string){json, length});
    free(json);
    return steps;
}

static void hostile_names(void) {
    hostile_pairs = "EzFY";
    steps_check_linear("33-times hash", hostile_run, 16384);
    hostile_pairs = "AaBB";
    steps_check_linear("31-times hash", hostile_run, 16384);
}

static void visit_collision(void *context, corpora_file file) {
    uint64_t *most = context;
    uint64_t steps = look_all_up(file.text);
    *most = steps > *most ? steps : *most;
}

static void hostile_files(void) {
    if (!corpora_have("bombs")) {
        return;
    }
    uint64_t plain = 0, most = 0;
    CHECK(corpora_visit("bombs", "distinct_keys_100k.json", visit_collision, &plain) == 1);
    CHECK(corpora_visit("bombs", "_65536.json", visit_collision, &most) == 2);
    CHECK(corpora_visit("bombs", "_3000.json", visit_collision, &most) == 1);
    /* No file has more names than the file with distinct keys. */
    check_note("plain %" PRIu64 " steps, hostile %" PRIu64, plain, most);
    CHECK(steps_counted() == 0 || most < plain);
}

static uint64_t repeat_names(size_t size) {
    char *json = malloc(size * 8 + 2);
    size_t length = 0;
    for (size_t number = 0; number < size; number++) {
        memcpy(json + length, number ? ",\"\":100" : "{\"\":100", 7);
        length += 7;
    }
    json[length++] = '}';
    uint64_t start = steps_counted();
    vox_tree *tree = document_parse((vox_string){json, length});
    vox_node *root = vox_tree_root(tree);
    CHECK_SIZE(vox_node_count(tree, root), 1);
    CHECK(vox_object_get(tree, root, LITERAL("")) == vox_node_first(tree, root));
    CHECK_OK(vox_node_remove(tree, vox_node_last(tree, root)));
    CHECK_SIZE(vox_node_count(tree, root), 0);
    vox_tree_free(tree);
    free(json);
    return steps_counted() - start;
}

static void one_name_again_and_again(void) {
    steps_check_linear("one name", repeat_names, 25000);
}

/** Appends to an array, and reads each element by its position after appending it. */
static uint64_t append_and_read(size_t size) {
    uint64_t start = steps_counted();
    vox_tree *tree = document_from_c("[]");
    vox_node *root = vox_tree_root(tree);
    for (size_t number = 0; number < size; number++) {
        vox_node *element = NULL;
        vox_status status = vox_array_append(tree, root, vox_value_null(), &element);
        if (!CHECK_OK(status) || !CHECK(vox_array_get(tree, root, number) == element)) {
            break;
        }
    }
    vox_tree_free(tree);
    return steps_counted() - start;
}

static void array_positions(void) {
    steps_check_linear("append and read", append_and_read, 25000);
}

/** Removes the first element and reads the next one, and sometimes appends one. */
static uint64_t queue(size_t size) {
    vox_tree *tree = document_from_c("[]");
    vox_node *root = vox_tree_root(tree);
    for (size_t number = 0; number < size; number++) {
        CHECK_OK(vox_array_append(tree, root, vox_value_uint64(number), NULL));
    }
    uint64_t start = steps_counted();
    size_t left = size;
    for (uint64_t number = 0; left > 0; number++) {
        uint64_t value = 0;
        vox_node *first = vox_array_get(tree, root, 0);
        if (!CHECK_OK(vox_node_uint64(tree, first, &value)) || !CHECK(value == number) ||
            !CHECK_OK(vox_node_remove(tree, first)) ||
            !CHECK_SIZE(vox_node_count(tree, root), --left)) {
            break;
        }
        vox_node *last = vox_array_get(tree, root, left ? left - 1 : 0);
        if (!CHECK(last == vox_node_last(tree, root))) {
            break;
        }
        if (number % 3 == 0) {
            vox_value next = vox_value_uint64(number + left + 1);
            CHECK_OK(vox_array_append(tree, root, next, NULL));
            left++;
        }
    }
    uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

static void taking_from_the_front(void) {
    steps_check_linear("take the first", queue, 25000);
}

/** Adds resources and looks up each of them, while two resources share an identity. */
static uint64_t add_resources(size_t size) {
    uint64_t start = steps_counted();
    vox_tree *tree = document_from_c(
        "{\"data\":[{\"type\":\"t\",\"id\":\"x\"},{\"type\":\"t\",\"id\":\"x\"}]}"
    );
    vox_node *data = document_at(tree, "/data");
    for (size_t number = 0; number < size; number++) {
        char name[32];
        vox_node *made = NULL, *found = NULL;
        vox_string id = numbered(name, number);
        if (!CHECK_OK(vox_array_append(tree, data, vox_value_object(), &made)) ||
            !CHECK_OK(
                vox_object_set(tree, made, LITERAL("type"), vox_value_string(LITERAL("t")), NULL)
            ) ||
            !CHECK_OK(vox_object_set(tree, made, LITERAL("id"), vox_value_string(id), NULL)) ||
            !CHECK_OK(vox_resource_find(tree, LITERAL("t"), id, &found)) || !CHECK(found == made)) {
            break;
        }
    }
    vox_tree_free(tree);
    return steps_counted() - start;
}

static void adding_resources(void) {
    steps_check_linear("add and find", add_resources, 10000);
}

/** Parsing an array of many values takes linear time. */
static uint64_t parse_values(size_t size) {
    char *json = malloc(size * 2 + 2);
    memset(json, '0', size * 2 + 2);
    for (size_t index = 2; index < size * 2; index += 2) {
        json[index] = ',';
    }
    json[0] = '[';
    json[size * 2] = ']';
    uint64_t start = steps_counted();
    vox_tree *tree = document_parse((vox_string){json, size * 2 + 1});
    CHECK_SIZE(vox_node_count(tree, vox_tree_root(tree)), size);
    vox_tree_free(tree);
    free(json);
    return steps_counted() - start;
}

static void many_values(void) {
    steps_check_linear("parse", parse_values, 100000);
}

/** Makes a text: parts[0], pieces, parts[1], pieces, parts[2]. */
static vox_string pieced(size_t size, const char *const parts[3], const char *const pieces[2]) {
    size_t length = 0, most = 200 + size * (strlen(pieces[0]) + strlen(pieces[1]) + 8);
    char *text = malloc(most);
    if (!text) {
        abort();
    }
    for (int half = 0; half < 2; half++) {
        length += (size_t)snprintf(text + length, most - length, "%s", parts[half]);
        for (size_t index = 0; index < size; index++) {
            length += (size_t)snprintf(text + length, most - length, pieces[half], index);
        }
    }
    length += (size_t)snprintf(text + length, most - length, "%s", parts[2]);
    return (vox_string){text, length};
}

static vox_tree *open_lazily(vox_string text) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.mode = VOX_MODE_LAZY;
    CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL));
    return tree;
}

/** Lazily opens a document with one large resource. It has as many lists of linkage as the
 *  document has lists after it. */
static uint64_t open_lists(size_t size) {
    static const char *const parts[] = {
        "{\"data\":{\"relationships\":{\"x\":{}", "}}", ",\"data\":{}}"};
    static const char *const pieces[] = {
        ",\"x%zu\":{\"data\":[{}]}", ",\"included\":[{\"id\":\"%zu\"}]"};
    vox_string text = pieced(size, parts, pieces);
    uint64_t start = steps_counted();
    vox_tree_free(open_lazily(text));
    uint64_t steps = steps_counted() - start;
    free((void *)(uintptr_t)text.bytes);
    return steps;
}

static void opening_many_lists(void) {
    steps_check_linear("open lists", open_lists, 10000);
}

/** Appends to a document that was opened lazily, and looks up a missing resource each time. */
static uint64_t append_lazily(size_t size) {
    static const char *const parts[] = {"{\"data\":[{}", "],\"included\":[{}", "]}"};
    static const char *const pieces[] = {
        ",{\"type\":\"a\",\"id\":\"%zu\"}", ",{\"type\":\"b\",\"id\":\"%zu\"}"};
    vox_string text = pieced(size, parts, pieces);
    uint64_t start = steps_counted();
    vox_tree *tree = open_lazily(text);
    vox_node *data = document_at(tree, "/data"), *found;
    for (size_t number = 0; number < size; number++) {
        vox_value value = vox_value_json(LITERAL("{\"type\":\"a\",\"id\":\"new\"}"));
        vox_status status = vox_resource_find(tree, LITERAL("a"), LITERAL("none"), &found);
        if (!CHECK_STATUS(status, VOX_ERROR_MISSING) ||
            !CHECK_OK(vox_array_append(tree, data, value, NULL))) {
            break;
        }
    }
    vox_tree_free(tree);
    free((void *)(uintptr_t)text.bytes);
    return steps_counted() - start;
}

static void appending_lazily(void) {
    steps_check_linear("append and find, lazily", append_lazily, 5000);
}

static int count_finding(void *context, const vox_finding *finding) {
    (void)finding;
    ++*(size_t *)context;
    return 0;
}

/** Returns the steps of validating a chain of resources that also link to each other crosswise.
 *  The chain leads to each resource, and no rule is broken. */
static uint64_t validate_resources(size_t size) {
    static const vox_relationship_name many = {{"others", 6}, {"notes", 5}};
    static const vox_validation options = {
        .profile = VOX_PROFILE_RESPONSE, .to_many = &many, .to_many_count = 1};
    char *json = malloc(size * 400 + 64);
    size_t length = 0, found = 0;
    for (size_t number = 0; number < size; number++) {
        length += (size_t)sprintf(
            json + length,
            "%s{\"type\":\"notes\",\"id\":\"%zu\",\"lid\":\"l%zu\",\"attributes\":{\"text\":\"x\","
            "\"tags\":[{\"a\":1}]},\"relationships\":{\"next\":{\"links\":{\"self\":\"/next\"},"
            "\"data\":{\"type\":\"notes\",\"id\":\"%zu\"}},\"others\":{\"data\":["
            "{\"type\":\"notes\",\"id\":\"%zu\"},{\"type\":\"notes\",\"id\":\"%zu\",\"lid\":\"l%"
            "zu\"}]}}}",
            number == 0   ? "{\"data\":"
            : number == 1 ? ",\"included\":["
                          : ",",
            number, number, number + 1, number / 2, number * 7 % size, number * 7 % size
        );
    }
    length += (size_t)sprintf(json + length, "]}");
    vox_tree *tree = document_parse((vox_string){json, length});
    free(json);
    uint64_t start = steps_counted();
    CHECK_OK(vox_validate(tree, &options, (vox_finding_sink){count_finding, &found}));
    uint64_t steps = steps_counted() - start;
    CHECK_SIZE(found, 0);
    vox_tree_free(tree);
    return steps;
}

static void validating(void) {
    size_t size = check_quick() ? 200 : 2000;
    uint64_t small = validate_resources(size), large = validate_resources(10 * size);
    if (steps_counted() == 0) {
        check_skip("the core was not built to count its steps");
        return;
    }
    check_note(
        "%llu steps for %zu, %llu for %zu", (unsigned long long)small, size,
        (unsigned long long)large, 10 * size
    );
    CHECK(small > 100 * size); /* the steps are those of the validator */
    CHECK(large < 12 * small);
}

const check_test growth_tests[] = {
    CHECK_TEST(building_a_large_object),
    CHECK_TEST(emptying_an_object),
    CHECK_TEST(hostile_names),
    CHECK_TEST(hostile_files),
    CHECK_LINES(one_name_again_and_again, "T10"),
    CHECK_TEST(array_positions),
    CHECK_TEST(taking_from_the_front),
    CHECK_TEST(adding_resources),
    CHECK_TEST(many_values),
    CHECK_TEST(opening_many_lists),
    CHECK_TEST(appending_lazily),
    CHECK_TEST(validating),
    CHECK_END,
};
