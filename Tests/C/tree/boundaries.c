/* SPDX-License-Identifier: MIT */
/** Sizes and positions at which the core changes its algorithm. Both algorithms must give the
 *  same results. */
#include "document.h"
#include "random.h"
#include "streaming.h"
#include "tests.h"
#include "validation.h"

#include <stdio.h>
#include <stdlib.h>

/* --- positions in arrays ------------------------------------------------------------ */

/** Compares each element of an array with the expected number. */
static void check_positions(vox_tree *tree, const int64_t *numbers, size_t count) {
    vox_node *array = vox_tree_root(tree);
    CHECK_SIZE(vox_node_count(tree, array), count);
    for (size_t index = 0; index < count; index++) {
        int64_t number = -1;
        vox_node *element = vox_array_get(tree, array, index);
        if (!CHECK_OK(vox_node_int64(tree, element, &number)) ||
            !CHECK_SIZE(number, numbers[index]) ||
            !CHECK_SIZE(vox_node_index(tree, element), index)) {
            return;
        }
    }
    CHECK(vox_array_get(tree, array, count) == NULL);
}

/** An array that has an index follows insertions and removals at both ends and in the middle,
 *  whether it is small or large. */
static void positions_follow_edits(void) {
    static int64_t numbers[400];
    uint64_t seed = 7;
    for (size_t first = 0; first < 60; first++) {
        size_t count = 0;
        vox_tree *tree = document_from_c("[]");
        vox_node *array = vox_tree_root(tree);
        int64_t next = 0;
        for (; count < first; count++) {
            CHECK_OK(vox_array_append(tree, array, vox_value_int64(next), NULL));
            numbers[count] = next++;
        }
        check_positions(tree, numbers, count); /* builds the index */
        for (size_t round = 0; round < 40; round++) {
            size_t at = round % 4 == 0   ? 0
                        : round % 4 == 1 ? count
                                         : random_below(&seed, count + 1);
            check_note("from %zu elements, round %zu, at %zu of %zu", first, round, at, count);
            if (random_below(&seed, 3) && count < COUNT(numbers)) {
                CHECK_OK(vox_array_insert(tree, array, at, vox_value_int64(next), NULL));
                memmove(numbers + at + 1, numbers + at, (count - at) * sizeof *numbers);
                numbers[at] = next++;
                count++;
            } else if (at < count) {
                CHECK_OK(vox_node_remove(tree, vox_array_get(tree, array, at)));
                memmove(numbers + at, numbers + at + 1, (count - at - 1) * sizeof *numbers);
                count--;
            }
            check_positions(tree, numbers, count);
        }
        vox_tree_free(tree);
    }
}

/* --- members by name ------------------------------------------------------------------ */

/** Compares each member of an object, and the order of the members, with the expected numbers. */
static void check_members(vox_tree *tree, const int64_t *names, size_t count) {
    vox_node *object = vox_tree_root(tree), *member = vox_node_first(tree, object);
    CHECK_SIZE(vox_node_count(tree, object), count);
    for (size_t index = 0; index < count && member; index++) {
        char name[16];
        int64_t number = -1;
        vox_string text = {name, (size_t)snprintf(name, sizeof name, "m%d", (int)names[index])};
        if (!CHECK(vox_object_get(tree, object, text) == member) ||
            !CHECK_STRING(vox_node_name(tree, member), text) ||
            !CHECK_OK(vox_node_int64(tree, member, &number)) || !CHECK_SIZE(number, names[index])) {
            return;
        }
        member = vox_node_next(tree, member);
    }
    CHECK(member == NULL);
    CHECK(vox_object_get(tree, object, LITERAL("m")) == NULL);
}

/** The same for objects around the size from which they have an index. */
static void members_follow_edits(void) {
    static int64_t names[400];
    uint64_t seed = 8;
    for (size_t first = 0; first < 60; first++) {
        size_t count = 0;
        vox_tree *tree = document_from_c("{}");
        vox_node *object = vox_tree_root(tree);
        int64_t next = 0;
        for (size_t round = 0; round < first + 40; round++) {
            bool growing = round < first;
            size_t at = growing ? count : random_below(&seed, count + 1);
            check_note("from %zu members, round %zu, at %zu of %zu", first, round, at, count);
            vox_node *member = vox_node_first(tree, object);
            for (size_t index = 0; index < at; index++) {
                member = vox_node_next(tree, member);
            }
            if (growing || (random_below(&seed, 3) && count < COUNT(names))) {
                char name[16];
                vox_string text = {name, (size_t)snprintf(name, sizeof name, "m%d", (int)next)};
                vox_value value = vox_value_int64(next);
                CHECK_OK(vox_object_insert(tree, object, member, text, value, NULL));
                memmove(names + at + 1, names + at, (count - at) * sizeof *names);
                names[at] = next++;
                count++;
            } else if (member) {
                CHECK_OK(vox_node_remove(tree, member));
                memmove(names + at, names + at + 1, (count - at - 1) * sizeof *names);
                count--;
            }
            check_members(tree, names, count);
        }
        vox_tree_free(tree);
    }
}

/** Reverts an object of `count` members that has an index and has lost some members. Meanwhile
 *  the request for memory with this number fails, alone or with all later ones. Returns true
 *  when a request failed. */
static bool revert_without_memory(size_t count, size_t lost, size_t request, bool for_good) {
    int64_t names[64];
    char text[1024] = "{";
    size_t length = 1;
    for (size_t number = 0; number < count; number++) {
        names[number] = (int64_t)number;
        length += (size_t
        )sprintf(text + length, "%s\"m%zu\":%zu", number ? "," : "", number, number);
    }
    text[length++] = '}';
    vox_tree *tree = document_parse((vox_string){text, length});
    vox_node *object = vox_tree_root(tree);
    check_members(tree, names, count);
    for (size_t number = 0; number < lost; number++) {
        CHECK_OK(vox_node_remove(tree, vox_node_first(tree, object)));
    }
    for (size_t number = 0; number < count / 2; number++) { /* builds the index */
        char name[16];
        vox_string added = {name, (size_t)snprintf(name, sizeof name, "x%zu", number)};
        CHECK_OK(vox_object_set(tree, object, added, vox_value_null(), NULL));
    }
    check_memory.failures = 0;
    check_memory.countdown = request;
    check_memory.fail_for_good = for_good;
    vox_status status = vox_baseline_revert(tree, object);
    check_memory.countdown = 0;
    check_memory.failing = false;
    bool failed = check_memory.failures > 0;
    if (status != VOX_OK) {
        CHECK(failed);
        CHECK_STATUS(status, VOX_ERROR_MEMORY);
        CHECK_OK(vox_baseline_revert(tree, object));
    }
    check_members(tree, names, count);
    CHECK_WRITES_STRING(tree, object, VOX_STYLE_COMPACT, ((vox_string){text, length}));
    vox_tree_free(tree);
    return failed;
}

static void reverting_without_memory(void) {
    for (size_t count = 12; count < 60; count += check_quick() ? 7 : 1) {
        for (size_t lost = count; lost; lost /= 4) {
            bool failed = true;
            for (size_t request = 1; failed; request++) {
                check_note("%zu of %zu members, request %zu", lost, count, request);
                failed = revert_without_memory(count, lost, request, false) &&
                         revert_without_memory(count, lost, request, true);
            }
        }
    }
}

/** If several names are repeated, strict reading reports the repetition that comes first, in
 *  objects of any size. */
static void the_first_repetition(void) {
    static const char *const ends[] = {
        "\"a\":1,\"b\":2,\"b\":3,\"a\":4",
        "\"a\":1,\"b\":2,\"a\":3,\"b\":4",
        "\"a\":1,\"a\":2,\"b\":3,\"b\":4",
        "\"b\":1,\"a\":2,\"c\":3,\"a\":4,\"c\":5,\"b\":6",
    };
    static const size_t repetitions[] = {12, 12, 6, 18};
    for (size_t others = 0; others < 40; others++) {
        char text[1024];
        for (size_t row = 0; row < COUNT(ends); row++) {
            size_t length = (size_t)sprintf(text, "{");
            for (size_t number = 0; number < others; number++) {
                length += (size_t)sprintf(text + length, "\"n%zu\":0,", number);
            }
            size_t offset = length + repetitions[row];
            length += (size_t)sprintf(text + length, "%s}", ends[row]);
            vox_options options = document_options();
            vox_tree *tree = NULL;
            vox_error error = {0};
            options.strict = true;
            check_note("%s", text);
            CHECK_STATUS(
                vox_tree_parse(text, length, &options, &tree, &error), VOX_ERROR_DUPLICATE
            );
            CHECK_SIZE(error.offset, offset);
            CHECK(tree == NULL);
        }
    }
}

/* --- identities in text that is not parsed --------------------------------------------- */

/** Appends spaces and a member with a value of `size` bytes. Returns the new length of the text. */
static size_t put_member(
    char *text, size_t length, size_t spaces, const char *name, char byte, size_t size
) {
    length += (size_t)sprintf(text + length, "%*s\"%s\":\"", (int)spaces, "", name);
    memset(text + length, byte, size);
    length += size;
    return length + (size_t)sprintf(text + length, "\",");
}

/** Makes a document whose second resource has spaces before its type and its id. */
static vox_string spread(char *text, const size_t row[4], bool id_first) {
    size_t length = (size_t)sprintf(text, "{\"data\":[{\"type\":\"0\",\"id\":\"0\"},{");
    if (id_first) {
        length = put_member(text, length, row[1], "id", 'i', row[3]);
    }
    length = put_member(text, length, row[0], "type", 't', row[2]);
    if (!id_first) {
        length = put_member(text, length, row[1], "id", 'i', row[3]);
    }
    length += (size_t)sprintf(text + length, "\"attributes\":{\"n\":1}}]}");
    return (vox_string){text, length};
}

/** A type and an id of any length and position are found, also by later look-ups. Other
 *  identities are not found. The notes about an identity prefix have 7 or 8 bits for each
 *  length. */
static void identities_of_any_length(void) {
    static const size_t rows[][4] = {
        /* the spaces before type and id, and the lengths of type and id */
        {0, 0, 1, 255},   {0, 0, 1, 256},   {0, 0, 1, 257},   {0, 0, 1, 254},   {0, 0, 255, 1},
        {0, 0, 256, 1},   {0, 0, 257, 1},   {0, 0, 127, 128}, {0, 0, 128, 127}, {0, 0, 1, 511},
        {117, 0, 1, 1},   {118, 0, 1, 1},   {119, 0, 1, 1},   {120, 0, 1, 1},   {121, 0, 1, 1},
        {0, 236, 1, 1},   {0, 237, 1, 1},   {0, 238, 1, 1},   {0, 239, 1, 1},   {0, 240, 1, 1},
        {0, 234, 3, 256}, {119, 119, 1, 1}, {120, 117, 1, 1}, {0, 0, 40, 40},   {0, 0, 1, 39},
        {0, 0, 1, 40},    {0, 0, 1, 41},    {0, 493, 1, 1},   {249, 0, 1, 1},   {0, 0, 511, 511},
    };
    char text[2048], wanted[1024];
    memset(wanted, 't', 513);
    memset(wanted + 513, 'i', 511);
    for (size_t row = 0; row < COUNT(rows); row++) {
        size_t type = rows[row][2], id = rows[row][3];
        for (int way = 0; way < 4; way++) {
            vox_string json = spread(text, rows[row], way & 2);
            vox_options options = document_options();
            vox_tree *tree = NULL;
            vox_node *found = NULL;
            options.mode = way & 1 ? VOX_MODE_LAZY : VOX_MODE_EAGER;
            check_note("row %zu, way %d", row, way);
            if (!CHECK_OK(vox_tree_parse(json.bytes, json.length, &options, &tree, NULL))) {
                return;
            }
            vox_node *second = vox_array_get(tree, document_at(tree, "/data"), 1);
            for (int round = 0; round < 3; round++) {
                vox_string types = {wanted, type}, ids = {wanted + 513, id};
                CHECK_OK(vox_resource_find(tree, types, ids, &found));
                CHECK(found == second);
                for (size_t length = 0; length < 513; length++) {
                    vox_string other = {wanted, length}, another = {wanted + 513, length};
                    CHECK(length == type || vox_resource_find(tree, other, ids, &found) != VOX_OK);
                    CHECK(
                        length == id || length > 511 ||
                        vox_resource_find(tree, types, another, &found) != VOX_OK
                    );
                }
            }
            vox_tree_free(tree);
        }
    }
}

/** Names of attributes that are names of foreign keys, or only look like them. */
static void names_of_foreign_keys(void) {
    static const struct {
        const char *name;
        bool is_key;
    } rows[] = {
        {"author_id", true},   {"author-id", true},  {"authorId", true},   {"authorID", true},
        {"a_id", true},        {"a-id", true},       {"aId", true},        {"aID", true},
        {"zId", true},         {"_id", false},       {"-id", false},       {"Id", false},
        {"ID", false},         {"AId", false},       {"1Id", false},       {"authorid", false},
        {"authoriD", false},   {"authorIds", false}, {"author_Id", false}, {"author_iD", false},
        {"author_ic", false},  {"author_jd", false}, {"authorJd", false},  {"authorIe", false},
        {"a~Id", false},       {"~aId", true},       {"a`Id", false},      {"a{Id", false},
        {"\xC3\xA9Id", false}, {"a.id", false},      {"a:id", false},      {"x", false},
        {"ab", false},         {"xid", false},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        char text[256];
        snprintf(
            text, sizeof text,
            "{'data':{'type':'b','id':'1','attributes':{'%s':1},'relationships':"
            "{'author':{'meta':{}},'a':{'meta':{}},'z':{'meta':{}},'~a':{'meta':{}}}}}",
            rows[row].name
        );
        vox_tree *tree = validation_document(text);
        check_note("%s", text);
        CHECK_SIZE(validation_run(tree, NULL).by_rule[26], rows[row].is_key);
        vox_tree_free(tree);
    }
}

/* --- streams ---------------------------------------------------------------------------- */

/** A text of exactly the maximum size is accepted, whatever empty pieces are fed after it. One
 *  more byte is refused. */
static void the_last_byte_of_a_stream(void) {
    static const char text[] = "{\"data\":[1,2]}";
    for (int form = VOX_STREAM_DOCUMENT; form <= VOX_STREAM_VALUES; form++) {
        for (int row = form == VOX_STREAM_DOCUMENT ? 0 : 4; row < 8; row++) {
            vox_stream_options options = streaming_options((vox_stream_form)form);
            vox_stream *stream = NULL;
            vox_error error = {0};
            vox_item item;
            size_t items = 0;
            vox_status status = VOX_OK;
            *(row & 4 ? &options.max_total : &options.tree.max_size) = sizeof text - 1;
            check_note("form %d, row %d", form, row);
            CHECK_OK(vox_stream_new(&options, &stream));
            CHECK_OK(vox_stream_feed(stream, text, row & 1 ? 5 : sizeof text - 1));
            if (row & 1) {
                CHECK_OK(vox_stream_feed(stream, NULL, 0));
                CHECK_OK(vox_stream_feed(stream, text + 5, sizeof text - 1 - 5));
            }
            CHECK_OK(vox_stream_feed(stream, "", 0));
            CHECK_OK(vox_stream_feed(stream, NULL, 0));
            if (row & 2) {
                CHECK_OK(vox_stream_feed(stream, " ", 1));
            }
            vox_stream_finish(stream);
            do {
                status = vox_stream_next(stream, &item, &error);
                items += item.kind != VOX_ITEM_NONE;
                vox_tree_free(item.tree);
            } while (status == VOX_OK && item.kind != VOX_ITEM_NONE);
            CHECK_STATUS(status, row & 2 ? VOX_ERROR_SIZE_LIMIT : VOX_OK);
            CHECK_STATUS(error.status, status);
            CHECK(row & 2 || items == (form == VOX_STREAM_ELEMENTS ? 3 : 1));
            vox_stream_free(stream);
        }
    }
}

const check_test boundaries_tests[] = {
    CHECK_TEST(positions_follow_edits),    CHECK_TEST(members_follow_edits),
    CHECK_TEST(reverting_without_memory),  CHECK_TEST(the_first_repetition),
    CHECK_TEST(identities_of_any_length),  CHECK_TEST(names_of_foreign_keys),
    CHECK_TEST(the_last_byte_of_a_stream), CHECK_END,
};
