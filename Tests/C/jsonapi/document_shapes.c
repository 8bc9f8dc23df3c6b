/* SPDX-License-Identifier: MIT */
/** The check of a document's shape, on random documents. The fault must be the one that an
 *  independent walk over all members finds, in every way of reading the document. */
#include "comparing.h"
#include "document.h"
#include "random.h"
#include "tests.h"

#include <stdio.h>

/* --- making documents ---------------------------------------------------------- */

typedef struct writer {
    char text[8000];
    size_t length;
    uint64_t random;
    int id;
} writer;

static void put(writer *self, const char *text) {
    size_t length = strlen(text);
    memcpy(self->text + self->length, text, length + 1);
    self->length += length;
}

static bool one_of(writer *self, size_t count) {
    return random_below(&self->random, count) == 0;
}

static void put_odd(writer *self) {
    static const char *const odd[] = {"null", "7", "\"x\"", "[]", "{}", "true", "\"a\"", "[{}]"};
    put(self, odd[random_below(&self->random, COUNT(odd))]);
}

/** Writes a member with this value, or sometimes with an odd value. */
static void put_member(writer *self, const char *name, const char *value) {
    put(self, self->text[self->length - 1] == '{' ? "\"" : ",\"");
    put(self, name);
    put(self, "\":");
    if (one_of(self, 40)) {
        put_odd(self);
    } else {
        put(self, value);
    }
}

static void put_resource(writer *self) {
    char id[16];
    snprintf(id, sizeof id, "\"%d\"", self->id++);
    if (one_of(self, 60)) {
        put_odd(self);
        return;
    }
    bool late = one_of(self, 4);
    put(self, "{");
    if (one_of(self, 8)) {
        put_member(self, "attributes", "{\"type\":7,\"id\":{}}");
    }
    if (!late && !one_of(self, 40)) {
        put_member(self, "type", one_of(self, 30) ? "\"b\"" : "\"a\"");
    }
    if (!one_of(self, 20)) {
        put_member(self, "id", id);
    }
    if (one_of(self, 8)) {
        put_member(self, "lid", id);
    }
    if (late) {
        put_member(self, "type", "\"a\"");
    }
    if (one_of(self, 3)) {
        put_member(self, "relationships", "{\"r\":{\"data\":null}}");
    }
    if (one_of(self, 3)) {
        put_member(self, one_of(self, 2) ? "links" : "other", "{\"id\":1}");
    }
    if (one_of(self, 30)) {
        put_member(self, one_of(self, 2) ? "type" : "id", one_of(self, 2) ? "7" : id);
    }
    put(self, "}");
}

static void put_error(writer *self) {
    put(self, one_of(self, 20) ? "[" : "{");
    if (self->text[self->length - 1] == '[') {
        put(self, "]");
        return;
    }
    bool code_first = one_of(self, 2);
    for (int index = 0; index < 2; index++) {
        if (!one_of(self, 3)) {
            const char *value = one_of(self, 6) ? "404" : "\"404\"";
            put_member(self, (index == 0) == code_first ? "code" : "status", value);
        }
    }
    put(self, "}");
}

static void put_list(writer *self, void (*put_one)(writer *)) {
    size_t count = random_below(&self->random, 7);
    put(self, "[");
    while (count--) {
        put_one(self);
        put(self, count ? "," : "");
    }
    put(self, "]");
}

/** Writes a member of the root: sometimes an odd value, otherwise a list or a resource. */
static void put_part(writer *self, const char *name) {
    put(self, self->text[self->length - 1] == '{' ? "\"" : ",\"");
    put(self, name);
    put(self, "\":");
    if (one_of(self, 12)) {
        put_odd(self);
    } else if (strcmp(name, "errors") == 0) {
        put_list(self, put_error);
    } else if (strcmp(name, "data") == 0 && one_of(self, 3)) {
        put_resource(self);
    } else {
        put_list(self, put_resource);
    }
}

static void put_document(writer *self) {
    bool included_first = one_of(self, 2);
    put(self, "{");
    if (included_first) {
        put_part(self, "included");
    }
    if (!one_of(self, 8)) {
        put_part(self, "data");
    }
    if (!included_first && one_of(self, 2)) {
        put_part(self, "included");
    }
    if (one_of(self, 5)) {
        put_part(self, "errors");
    }
    put(self, "}");
}

/* --- finding their faults ------------------------------------------------------ */

typedef struct judge {
    vox_tree *tree;
    vox_primary primary;
    vox_string type;
    vox_reading reading;
    size_t foreign;
} judge;

static vox_node *get(const judge *self, const vox_node *node, const char *name) {
    return vox_object_get(self->tree, node, vox_string_from_c(name));
}

static bool is_text(const judge *self, const vox_node *node) {
    return vox_node_kind(node) == VOX_STRING ||
           (vox_node_kind(node) == VOX_NUMBER && self->reading == VOX_READING_LENIENT);
}

static bool is_object(const judge *self, const vox_node *node) {
    return vox_node_kind(node) == VOX_OBJECT ||
           (vox_node_kind(node) == VOX_NULL && self->reading != VOX_READING_STRICT);
}

/** Returns the value at fault in a resource; NULL when there is no fault. */
static const vox_node *judge_resource(judge *self, const vox_node *node, bool primary) {
    const vox_node *type = get(self, node, "type"), *id = get(self, node, "id");
    const vox_node *lid = get(self, node, "lid"), *fields[2];
    fields[0] = get(self, node, "attributes");
    fields[1] = get(self, node, "relationships");
    if (vox_node_kind(node) != VOX_OBJECT || !type) {
        return node;
    }
    if (!is_text(self, type)) {
        return type;
    }
    if (primary && self->type.length &&
        !vox_string_equal(vox_node_text(self->tree, type), self->type)) {
        if (self->reading != VOX_READING_LENIENT) {
            return type;
        }
        self->foreign++;
    }
    if (id && !is_text(self, id)) {
        return id;
    }
    if (lid && vox_node_kind(lid) != VOX_STRING) {
        return lid;
    }
    if (!primary && !id && !lid) {
        return node;
    }
    for (int index = 0; index < 2; index++) {
        if (fields[index] && !is_object(self, fields[index])) {
            return fields[index];
        }
    }
    return NULL;
}

static const vox_node *judge_list(judge *self, const vox_node *list, bool primary) {
    const vox_node *fault = NULL, *node = vox_node_first(self->tree, list);
    for (; node && !fault; node = vox_node_next(self->tree, node)) {
        fault = judge_resource(self, node, primary);
    }
    return fault;
}

static const vox_node *judge_data(judge *self, const vox_node *data) {
    bool one = self->primary != VOX_PRIMARY_MANY, many = self->primary != VOX_PRIMARY_ONE;
    switch (vox_node_kind(data)) {
    case VOX_ARRAY:
        return many ? judge_list(self, data, true) : data;
    case VOX_OBJECT:
        return one ? judge_resource(self, data, true) : data;
    case VOX_NULL:
        return one || self->reading != VOX_READING_STRICT ? NULL : data;
    default:
        return data;
    }
}

static const vox_node *judge_errors(judge *self, const vox_node *errors) {
    if (vox_node_kind(errors) != VOX_ARRAY) {
        return errors;
    }
    const vox_node *node = vox_node_first(self->tree, errors);
    for (; node && self->reading == VOX_READING_STRICT; node = vox_node_next(self->tree, node)) {
        const vox_node *status = get(self, node, "status"), *code = get(self, node, "code");
        const vox_node *member = vox_node_first(self->tree, node);
        if (vox_node_kind(node) != VOX_OBJECT) {
            return node;
        }
        for (; member; member = vox_node_next(self->tree, member)) {
            if ((member == status || member == code) && vox_node_kind(member) != VOX_STRING) {
                return member;
            }
        }
    }
    return NULL;
}

static const vox_node *judge_document(judge *self) {
    const vox_node *root = vox_tree_root(self->tree), *errors = get(self, root, "errors");
    if (vox_node_kind(root) != VOX_OBJECT) {
        return root;
    }
    const size_t members = vox_node_count(self->tree, root);
    const bool has_links = get(self, root, "links") != NULL;
    const bool links_alone = has_links && members == 1u + (get(self, root, "jsonapi") != NULL);
    if (!errors && !get(self, root, "data") && !get(self, root, "meta") &&
        self->primary != VOX_PRIMARY_NONE &&
        !(links_alone && self->reading != VOX_READING_STRICT)) {
        return root;
    }
    if (errors) {
        return judge_errors(self, errors);
    }
    const vox_node *data = get(self, root, "data"), *included = get(self, root, "included");
    const vox_node *fault = NULL, *part = vox_node_first(self->tree, root);
    for (; part && !fault; part = vox_node_next(self->tree, part)) {
        if (part == data) {
            fault = judge_data(self, data);
        } else if (part == included) {
            bool absent = self->reading == VOX_READING_LENIENT;
            bool list = vox_node_kind(included) == VOX_ARRAY;
            fault = list ? judge_list(self, included, false) : absent ? NULL : included;
        }
    }
    return fault;
}

/* --- the check and the walk ---------------------------------------------------- */

static void check_ways(vox_string text, judge *self) {
    char pointer[64];
    const vox_node *fault = judge_document(self);
    size_t length = fault ? vox_pointer_write(self->tree, fault, pointer, sizeof pointer) : 0;
    for (size_t way = 0; way < 5; way++) {
        reading read = read_as(text, way ? VOX_MODE_LAZY : VOX_MODE_EAGER, way, false);
        vox_document_report report = {.foreign = 99};
        vox_error error = {0};
        vox_status status = vox_document_check(
            read.tree, self->primary, self->type, self->reading, &report, &error
        );
        check_note(
            "%s, way %zu, primary %d, type '%.*s', reading %d", text.bytes, way, (int)self->primary,
            (int)self->type.length, self->type.bytes, (int)self->reading
        );
        CHECK_STATUS(status, fault ? VOX_ERROR_SHAPE : VOX_OK);
        CHECK(report.first == NULL);
        if (fault && status == VOX_ERROR_SHAPE) {
            CHECK_STRING(vox_string_from_c(error.pointer), ((vox_string){pointer, length}));
            CHECK_SIZE(error.offset, vox_node_offset(fault));
            CHECK(error.message != NULL);
        }
        CHECK_SIZE(report.foreign, self->foreign);
        vox_tree_free(read.tree);
    }
}

static void the_same_as_a_walk(void) {
    static writer made;
    size_t good = 0, count = check_quick() ? 600 : 2000;
    for (uint64_t seed = 1; seed <= count; seed++) {
        made.length = 0;
        made.random = seed;
        made.id = 1;
        put_document(&made);
        vox_string text = {made.text, made.length};
        for (vox_primary primary = VOX_PRIMARY_ANY; primary <= VOX_PRIMARY_NONE; primary++) {
            judge self = {document_parse(text), primary, {"a", seed % 3 ? 1 : 0}, 0, 0};
            self.reading = (vox_reading)((seed + primary) % 3);
            check_ways(text, &self);
            good += judge_document(&self) == NULL;
            vox_tree_free(self.tree);
        }
    }
    check_note(NULL);
    CHECK(good > count / 2 && good < count * 7 / 2); /* each document has four checks */
}

/** An object without the members of a JSON:API document is not a document. The values of these
 *  members do not matter here. */
static void what_is_a_document(void) {
    static const struct {
        const char *text;
        bool is_document;
    } rows[] = {
        {"{}", false},
        {"{\"message\":\"rate limit\"}", false},
        {"{\"items\":[],\"total\":0}", false},
        {"{\"id\":\"1\",\"type\":\"a\"}", false},
        {"{\"jsonapi\":{\"version\":\"1.1\"}}", false},
        {"{\"links\":{},\"items\":[]}", false},
        {"{\"included\":[]}", false},
        {"{\"a\":{\"data\":[]}}", false},
        {"{\"Data\":[]}", false},
        {"{\"meta\":{}}", true},
        {"{\"data\":null}", true},
        {"{\"errors\":[]}", true},
        {"{\"atomic:results\":[]}", true},
        {"{\"jsonapi\":{\"version\":\"1.1\"},\"links\":{}}", true}, /* valid unless the check is
                                                                     * strict */
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        for (int how = VOX_READING_STRICT; how <= VOX_READING_LENIENT; how++) {
            for (int primary = VOX_PRIMARY_ANY; primary <= VOX_PRIMARY_NONE; primary++) {
                vox_tree *tree = document_from_c(rows[index].text);
                const bool is_strict_fault = index == COUNT(rows) - 1 && how == VOX_READING_STRICT;
                const bool is_good = (rows[index].is_document && !is_strict_fault) ||
                                     primary == VOX_PRIMARY_NONE;
                vox_error error = {0};
                vox_status status = vox_document_check(
                    tree, (vox_primary)primary, LITERAL(""), (vox_reading)how, NULL, &error
                );
                check_note("%s, reading %d, primary %d", rows[index].text, how, primary);
                if (!is_good) {
                    CHECK_STATUS(status, VOX_ERROR_SHAPE);
                    CHECK_STRING(vox_string_from_c(error.pointer), LITERAL(""));
                    CHECK_SIZE(error.offset, 0);
                } else if (index != 10 || primary != VOX_PRIMARY_MANY) { /* index 10 has null,
                                                                          * which a strict check
                                                                          * refuses as a list */
                    CHECK_OK(status);
                }
                vox_tree_free(tree);
            }
        }
    }
    check_note(NULL);
}

/** A root that is not an object is refused with its own message, for every form of primary data. */
static void roots_of_other_kinds(void) {
    static const char *const texts[] = {"[]", "null", "1", "\"data\"", "[{\"data\":[]}]"};
    for (size_t index = 0; index < COUNT(texts); index++) {
        for (int primary = VOX_PRIMARY_ANY; primary <= VOX_PRIMARY_NONE; primary++) {
            vox_tree *tree = document_from_c(texts[index]);
            vox_error error = {0};
            CHECK_STATUS(
                vox_document_check(
                    tree, (vox_primary)primary, LITERAL(""), VOX_READING_STANDARD, NULL, &error
                ),
                VOX_ERROR_SHAPE
            );
            CHECK_STRING(vox_string_from_c(error.message), LITERAL("a document must be an object"));
            vox_tree_free(tree);
        }
    }
}

/** A deferred element that is moved and becomes a member is still checked, and keeps its new
 *  name. */
static void elements_that_became_members(void) {
    static const char text[] =
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\"},{\"type\":\"a\",\"id\":\"2\"},"
        "{\"type\":\"a\",\"id\":\"3\"},{\"type\":7}],\"behind\":[\"                         "
        "                                                                                 \"]}";
    for (size_t index = 0; index < 4; index++) {
        reading read = read_as(vox_string_from_c(text), VOX_MODE_LAZY, 0, false);
        vox_node *root = vox_tree_root(read.tree), *list = document_at(read.tree, "/data");
        vox_node *moved = vox_array_get(read.tree, list, index), *found = NULL;
        vox_string type, id, lid;
        for (size_t at = 0; at < 3; at++) {
            CHECK(vox_resource_peek(read.tree, vox_array_get(read.tree, list, at), &type, &id, &lid)
            );
        }
        CHECK_OK(vox_node_remove(read.tree, moved));
        CHECK_OK(vox_object_set(read.tree, root, LITERAL("data"), vox_value_node(moved), NULL));
        (void)vox_resource_peek(read.tree, moved, &type, &id, &lid);
        CHECK_TEXT(vox_node_name(read.tree, moved), "data");
        CHECK(document_at(read.tree, "/data") == moved);
        CHECK_STATUS(
            vox_document_check(
                read.tree, VOX_PRIMARY_ONE, LITERAL("a"), VOX_READING_STANDARD, NULL, NULL
            ),
            index < 3 ? VOX_OK : VOX_ERROR_SHAPE
        );
        if (index < 3) {
            char number = (char)('1' + index);
            CHECK_OK(vox_resource_find(read.tree, LITERAL("a"), ((vox_string){&number, 1}), &found)
            );
            CHECK(found == moved);
        }
        vox_tree_free(read.tree);
    }
}

/** A fault is found even if a look-up or an earlier check has read the resource before. */
static void checked_after_reading(void) {
    static const char *const texts[] = {
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"attributes\":1}]}",
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"relationships\":[]}]}",
        "{\"included\":[{\"type\":\"a\",\"id\":\"1\",\"attributes\":\"x\"}]}",
    };
    for (size_t row = 0; row < COUNT(texts) * 10; row++) {
        check_note("%s, way %zu", texts[row / 10], row % 10);
        vox_string text = vox_string_from_c(texts[row / 10]);
        reading read = read_as(text, row % 2 ? VOX_MODE_LAZY : VOX_MODE_EAGER, row % 10 / 2, false);
        vox_node *found = NULL;
        for (size_t time = 0; time < 3; time++) {
            vox_status status = vox_document_check(
                read.tree, VOX_PRIMARY_ANY, LITERAL(""), VOX_READING_STANDARD, NULL, NULL
            );
            CHECK_STATUS(status, VOX_ERROR_SHAPE);
            CHECK_OK(vox_resource_find(read.tree, LITERAL("a"), LITERAL("1"), &found));
        }
        CHECK_OK(vox_tree_freeze(read.tree));
        vox_status status = vox_document_check(
            read.tree, VOX_PRIMARY_ANY, LITERAL(""), VOX_READING_STANDARD, NULL, NULL
        );
        CHECK_STATUS(status, VOX_ERROR_SHAPE);
        vox_tree_free(read.tree);
    }
    check_note(NULL);
}

/* --- which fault is the first ----------------------------------------------------- */

static void check_first(vox_tree *tree, vox_reading how, const char *pointer) {
    vox_error error = {.status = VOX_OK};
    vox_document_report report;
    vox_status status = vox_document_check(
        tree, VOX_PRIMARY_ANY, LITERAL(""), how, &report, &error
    );
    CHECK_STATUS(status, *pointer ? VOX_ERROR_SHAPE : VOX_OK);
    CHECK_TEXT(vox_string_from_c(*pointer ? error.pointer : ""), pointer);
}

/** The fault in the list that was read first is reported. If both lists were inserted, the fault
 *  in primary data is reported. */
static void the_list_at_fault(void) {
    static const char *const lists[] = {"data", "included"};
    vox_tree *tree = document_from_c("{\"data\":[1],\"included\":[2]}");
    check_first(tree, VOX_READING_STANDARD, "/data/0");
    vox_tree_free(tree);
    tree = document_from_c("{\"included\":[2],\"data\":[1]}");
    check_first(tree, VOX_READING_STANDARD, "/included/0");
    vox_tree_free(tree);
    for (size_t first = 0; first < 2; first++) {
        tree = document_from_c("{\"meta\":{}}");
        for (size_t index = 0; index < 2; index++) {
            vox_string name = vox_string_from_c(lists[first ^ index]);
            vox_value value = vox_value_json(LITERAL("[1]"));
            CHECK_OK(vox_object_set(tree, vox_tree_root(tree), name, value, NULL));
        }
        check_first(tree, VOX_READING_STANDARD, "/data/0");
        vox_tree_free(tree);
    }
}

/** Objects inside a resource object are not resource objects, so equal objects there are not
 *  repeated resources. */
static void repeated_resources(void) {
#define LIKE(id) "{\"type\":\"b\",\"id\":\"" id "\"}"
#define INSIDE(id) "{\"type\":\"a\",\"id\":\"1\",\"meta\":" LIKE(id) ",\"links\":" LIKE(id) "}"
    static const char *const rows[][2] = {
        {"{\"data\":" INSIDE("2") "}", ""},
        {"{\"data\":" INSIDE("2") ",\"included\":[" LIKE("2") "]}", ""},
        {"{\"data\":" INSIDE("2") ",\"included\":[" LIKE("3") "," LIKE("3") "]}", "/included/1"},
        {"{\"data\":" INSIDE("3") ",\"included\":[" LIKE("3") "," LIKE("3") "]}", "/included/1"},
        {"{\"data\":[" INSIDE("2") "," INSIDE("2") "]}", "/data/1"},
        {"{\"data\":null,\"included\":[" LIKE("3") "," LIKE("3") "]}", "/included/1"},
        {"{\"meta\":" LIKE("3") ",\"included\":[" LIKE("3") "," LIKE("3") "]}", "/included/1"},
        {"{\"data\":[" LIKE("3") "," LIKE("3") "],\"meta\":" LIKE("3") "}", "/data/1"},
    };
#undef INSIDE
#undef LIKE
    for (size_t row = 0; row < COUNT(rows); row++) {
        vox_tree *tree = document_from_c(rows[row][0]);
        check_note("%s", rows[row][0]);
        check_first(tree, VOX_READING_STRICT, rows[row][1]);
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** Malformed JSON in deferred errors is reported as an error of the text. */
static void broken_errors(void) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    vox_error error = {0};
    const vox_string text = LITERAL("{\"errors\":[{\"status\":\"400\"},{\"status\":x}]}");
    options.mode = VOX_MODE_LAZY;
    options.defer_depth = 2; /* defers the elements of every list in the root */
    CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL));
    CHECK_STATUS(
        vox_document_check(tree, VOX_PRIMARY_ANY, LITERAL(""), VOX_READING_STRICT, NULL, &error),
        VOX_ERROR_SYNTAX
    );
    CHECK_SIZE(error.offset, text.length - strlen("x}]}"));
    vox_tree_free(tree);
}

/** The message says what was asked for. */
static void messages_about_data(void) {
    static const struct {
        vox_primary primary;
        const char *data, *message;
    } rows[] = {
        {VOX_PRIMARY_MANY, "1", "a list of resources was asked for, this is none"},
        {VOX_PRIMARY_MANY, "{}", "a list of resources was asked for, this is none"},
        {VOX_PRIMARY_MANY, "null", "a list of resources was asked for, this is null"},
        {VOX_PRIMARY_ONE, "1", "one resource was asked for, this is none"},
        {VOX_PRIMARY_ONE, "[]", "one resource was asked for, this is none"},
    };
    for (size_t index = 0; index < COUNT(rows); index++) {
        char text[64];
        snprintf(text, sizeof text, "{\"data\":%s}", rows[index].data);
        vox_tree *tree = document_from_c(text);
        vox_document_report report;
        vox_error error;
        check_note("row %zu", index);
        CHECK_STATUS(
            vox_document_check(
                tree, rows[index].primary, LITERAL(""), VOX_READING_STRICT, &report, &error
            ),
            VOX_ERROR_SHAPE
        );
        CHECK_STRING(vox_string_from_c(error.message), vox_string_from_c(rows[index].message));
        vox_tree_free(tree);
    }
    check_note(NULL);
}

const check_test document_shapes_tests[] = {
    CHECK_TEST(the_list_at_fault),     CHECK_TEST(repeated_resources),
    CHECK_TEST(the_same_as_a_walk),    CHECK_LINES(what_is_a_document, "JA-002"),
    CHECK_TEST(roots_of_other_kinds),  CHECK_TEST(elements_that_became_members),
    CHECK_TEST(checked_after_reading), CHECK_TEST(broken_errors),
    CHECK_TEST(messages_about_data),   CHECK_END,
};
