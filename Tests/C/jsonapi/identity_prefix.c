/* SPDX-License-Identifier: MIT */
/** Identities of deferred resources, read from the beginning of their text. The results are
 *  compared with the values that the texts were made from and with eager reading. The tests also
 *  check that the resources stay deferred. */
#include "comparing.h"
#include "document.h"
#include "guarded.h"
#include "random.h"
#include "steps.h"
#include "tests.h"

#include <stdio.h>
#include <stdlib.h>

#define OBJECTS 60
#define LONGEST 1400

/** An object of a list with its type, id and lid; "" means that the member is missing. */
typedef struct named {
    char text[LONGEST];
    char type[300];
    char id[300];
    char lid[8];
} named;

/** Fills `text` with `length` letters. The last letters depend on `number`. */
static void fill(char *text, size_t length, size_t number) {
    memset(text, 'x', length);
    text[length] = '\0';
    for (; length && number; number /= 3) {
        text[--length] = (char)('a' + number % 3);
    }
}

static const char *const tails[] = {
    "}",
    ",\"attributes\":{\"x\":1}}",
    ",\"attributes\":{\"y\":\"}\"}}",
    " ,\n \"links\" : {\"self\":\"\"} }",
    ",\"meta\":{},\"attributes\":{}}",
    ",\"relationships\":{\"r\":{\"data\":null}}}",
    "                                                               }",
    "                                                                ,\"meta\":{}}",
};

/** Makes an object of one of the shapes. Objects of a shape have similar beginnings or ends. */
static void make_object(named *made, size_t shape, uint64_t *random) {
    static const size_t type_lengths[] = {1, 1, 7, 8, 30, 254, 255, 256, 257};
    static const size_t id_lengths[] = {1, 2, 5, 7, 8, 9, 31, 38, 39, 40, 41, 47, 48, 255, 256};
    static const size_t gaps[] = {0, 0, 0, 1, 90, 118, 119, 120, 121, 230};
    uint64_t fixed = shape;
    const char *tail = tails[random_below(&fixed, COUNT(tails))];
    size_t gap = gaps[random_below(&fixed, COUNT(gaps))];
    fill(made->type, type_lengths[random_below(&fixed, COUNT(type_lengths))], shape % 4 + 1);
    fill(
        made->id, id_lengths[random_below(random, shape % 2 ? 5 : COUNT(id_lengths))],
        random_below(random, 27)
    );
    fill(made->lid, shape % 5 == 0 ? 2 : 0, shape % 5 == 0 ? 1 + random_below(random, 8) : 0);
    const char *lid = made->lid[0] ? ",\"lid\":\"" : "", *end = made->lid[0] ? "\"" : "";
    if (shape % 7 == 3) {
        snprintf(
            made->text, LONGEST, "{%*s\"id\":\"%s\",\"type\":\"%s\"%s%s%s%s", (int)gap, "",
            made->id, made->type, lid, made->lid, end, tail
        );
    } else {
        snprintf(
            made->text, LONGEST, "{%*s\"type\":\"%s\",\"id\":\"%s\"%s%s%s%s", (int)gap, "",
            made->type, made->id, lid, made->lid, end, tail
        );
    }
}

/** Returns the position of the first object with an identity, or OBJECTS. */
static size_t first_of(const named *objects, const char *type, const char *id, bool local) {
    size_t at = 0;
    while (at < OBJECTS && (strcmp(objects[at].type, type) != 0 ||
                            strcmp(local ? objects[at].lid : objects[at].id, id) != 0)) {
        at++;
    }
    return at;
}

static vox_tree *read_list(const named *objects, vox_mode mode, vox_node *nodes[OBJECTS]) {
    char *text = malloc(OBJECTS * LONGEST);
    size_t length = (size_t)sprintf(text, "{\"data\":[");
    for (size_t at = 0; at < OBJECTS; at++) {
        const char *before = at == OBJECTS / 2 ? "],\"included\":[" : at ? "," : "";
        length += (size_t)sprintf(text + length, "%s%s", before, objects[at].text);
    }
    length += (size_t)sprintf(text + length, "]}");
    vox_tree *tree = read_as((vox_string){text, length}, mode, 0, false).tree;
    free(text);
    size_t at = 0;
    for (int list = 0; list < 2; list++) {
        vox_node *node = vox_node_first(tree, document_at(tree, list ? "/included" : "/data"));
        for (; node; node = vox_node_next(tree, node)) {
            nodes[at++] = node;
        }
    }
    CHECK_SIZE(at, OBJECTS);
    return tree;
}

static void check_name(vox_string name, const char *expected) {
    CHECK_TEXT(name, expected);
    CHECK((name.bytes != NULL) == (expected[0] != '\0'));
}

static void check_peek(vox_tree *tree, vox_node *node, const named *object) {
    vox_string type, id, lid;
    if (CHECK(vox_resource_peek(tree, node, &type, &id, &lid))) {
        check_name(type, object->type);
        check_name(id, object->id);
        check_name(lid, object->lid);
    }
}

static void check_find(vox_tree *tree, vox_node *const *nodes, const named *objects, size_t at) {
    vox_string type = vox_string_from_c(objects[at].type);
    vox_node *found = NULL;
    CHECK_OK(vox_resource_find(tree, type, vox_string_from_c(objects[at].id), &found));
    CHECK(found == nodes[first_of(objects, objects[at].type, objects[at].id, false)]);
    if (objects[at].lid[0]) {
        CHECK_OK(vox_resource_find_local(tree, type, vox_string_from_c(objects[at].lid), &found));
        CHECK(found == nodes[first_of(objects, objects[at].type, objects[at].lid, true)]);
    }
}

static vox_status check_types(vox_tree *tree, const char *type) {
    return vox_document_check(
        tree, VOX_PRIMARY_MANY, vox_string_from_c(type), VOX_READING_STANDARD, NULL, NULL
    );
}

/** The results do not depend on the kind and the order of earlier calls. */
static void objects_of_few_shapes(void) {
    named *objects = calloc(OBJECTS, sizeof *objects);
    vox_node *nodes[OBJECTS] = {NULL};
    for (uint64_t seed = 1; seed <= (check_quick() ? 60 : 300); seed++) {
        uint64_t random = seed;
        size_t shapes = 1 + random_below(&random, 7), first = random_below(&random, 1000);
        for (size_t at = 0; at < OBJECTS; at++) {
            make_object(&objects[at], first + random_below(&random, shapes), &random);
        }
        check_note("seed %llu", (unsigned long long)seed);
        vox_tree *tree = read_list(objects, VOX_MODE_LAZY, nodes);
        size_t values = vox_tree_memory(tree).nodes;
        const char *type = objects[0].type;
        size_t foreign = 0;
        while (foreign < OBJECTS / 2 && strcmp(objects[foreign].type, type) == 0) {
            foreign++;
        }
        for (uint64_t step = 0; step < 4; step++) {
            switch ((step + seed) % 4) {
            case 0:
                for (size_t at = 0; at < OBJECTS; at++) {
                    check_peek(tree, nodes[at], &objects[at]);
                }
                break;
            case 1:
                for (size_t round = 0; round < OBJECTS; round++) {
                    check_find(tree, nodes, objects, random_below(&random, OBJECTS));
                }
                break;
            case 2: /* a single look-up, which does not build a table */
                check_find(tree, nodes, objects, random_below(&random, OBJECTS));
                break;
            default:
                CHECK_OK(check_types(tree, ""));
            }
        }
        CHECK_SIZE(vox_tree_memory(tree).nodes, values);
        CHECK_STATUS(check_types(tree, type), foreign < OBJECTS / 2 ? VOX_ERROR_SHAPE : VOX_OK);
        vox_tree_free(tree);
    }
    check_note(NULL);
    free(objects);
}

/** Identities of objects that were parsed. */
static void parsed_objects(void) {
    named *objects = calloc(OBJECTS, sizeof *objects);
    vox_node *nodes[OBJECTS] = {NULL}, *found = NULL;
    for (uint64_t seed = 1; seed <= 30; seed++) {
        uint64_t random = seed;
        for (size_t at = 0; at < OBJECTS; at++) {
            make_object(&objects[at], seed + random_below(&random, 5), &random);
        }
        /* A number has no string in the source, so this object has no identity. */
        snprintf(objects[7].text, LONGEST, "{\"type\":7,\"id\":8}");
        objects[7].type[0] = objects[7].id[0] = objects[7].lid[0] = '\0';
        check_note("seed %llu", (unsigned long long)seed);
        vox_tree *tree = read_list(objects, VOX_MODE_EAGER, nodes);
        for (size_t round = 0; round < 3 * OBJECTS; round++) {
            size_t at = random_below(&random, OBJECTS);
            if (at == 7) {
                CHECK_STATUS(vox_resource_resolve(tree, nodes[at], &found), VOX_ERROR_KIND);
                CHECK_STATUS(
                    vox_resource_find(tree, LITERAL("7"), LITERAL("8"), &found), VOX_ERROR_MISSING
                );
            } else {
                check_find(tree, nodes, objects, at);
            }
        }
        vox_tree_free(tree);
    }
    check_note(NULL);
    free(objects);
}

/** Whether the identity is read from the text, or the object must be parsed. All rows have the
 *  same identity. */
static void told_or_parsed(void) {
    static const struct {
        const char *text;
        bool told;
    } rows[] = {
        {"{\"type\":\"a\",\"id\":\"1\"}", true},
        {" { \"type\" : \"a\" ,\n\t\"id\" : \"1\" } ", true},
        {"{\"id\" :\"1\",\r\n\"type\": \"a\" , \"attributes\" : { } , \"meta\" : { } }", true},
        {"{\"type\":\"a\",\"id\":\"1\",\"relationships\":{\"r\":{}}}", true},
        {"{\"type\":\"a\",\"id\":\"1\",\"links\":{\"self\":\"/\"},\"meta\":{}}", true},
        {"{\"type\":\"b\",\"id\":\"2\",\"type\":\"a\",\"id\":\"1\"}", true},
        {"{\"type\":\"a\",\"attributes\":{},\"id\":\"1\"}", false},
        {"{\"attributes\":{},\"type\":\"a\",\"id\":\"1\"}", false},
        {"{\"type\":\"\\u0061\",\"id\":\"1\"}", false},
        {"{\"type\":\"a\",\"i\\u0064\":\"1\"}", false},
        {"{\"type\":\"a\",\"id\":\"1\",\"n\":null}", false},
        {"{\"type\":\"a\",\"n\":\"1\",\"id\":\"1\"}", false},
        {"{\"type\":\"a\",\"id\":\"1\",\"other\":{}}", false},
        {"{\"type\":\"a\",\"id\":\"1\",\"linkz\":{},\"meta\":{}}", false},
        {"{\"type\":\"a\",\"id\":\"1\",\"meta\":[]}", false},
        {"{\"type\":\"a\",\"id\":1,\"id\":\"1\"}", false},
        {"{\"type\":\"a\",\"id\":{},\"id\":\"1\"}", false},
        {"{\"type\":\"a\",\"id\":\"2\",\"meta\":5,\"id\":\"1\"}", false},
    };
    static const char *const before[] = {
        "", /* alone, or after objects of the same kind */
        "{\"type\":\"a\",\"id\":\"0\"},{\"type\":\"a\",\"id\":\"3\"},",
        "{\"type\":\"a\",\"id\":\"0\",\"meta\":{}},{\"type\":\"a\",\"id\":\"3\",\"meta\":{}},",
    };
    for (size_t index = 0; index < COUNT(before) * COUNT(rows); index++) {
        char text[1000];
        const char *row = rows[index / COUNT(before)].text;
        const bool told = rows[index / COUNT(before)].told;
        int length = snprintf(
            text, sizeof text, "{\"data\":[%s%s],\"meta\":\"%120s\"}",
            before[index % COUNT(before)], row, ""
        );
        check_note("%s", text);
        vox_tree *tree = read_as((vox_string){text, (size_t)length}, VOX_MODE_LAZY, 0, false).tree;
        vox_node *object = vox_node_last(tree, document_at(tree, "/data")), *found = NULL;
        vox_string type, id, lid;
        size_t values = vox_tree_memory(tree).nodes;
        CHECK_STATUS(
            vox_resource_find(tree, LITERAL("a"), LITERAL("3"), &found),
            index % COUNT(before) ? VOX_OK : VOX_ERROR_MISSING
        );
        CHECK(vox_resource_peek(tree, object, &type, &id, &lid) == told);
        CHECK_OK(vox_resource_find(tree, LITERAL("a"), LITERAL("1"), &found));
        CHECK(found == object);
        CHECK((vox_tree_memory(tree).nodes == values) == told);
        /* The parsed object has the same identity. */
        CHECK_OK(vox_node_materialize(tree, object, true, NULL));
        CHECK_OK(vox_resource_resolve(tree, object, &found));
        CHECK(found == object);
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** An object with another type or id must not be skipped because it begins like its neighbors. */
static void not_passed_over(void) {
    static const char *const ends[] = {
        ",\"type\":\"a\"}",       ",\"lid\":\"x\",\"type\":\"a\"}", ",\"t\\u0079pe\":\"a\"}",
        ",\"type\":\"\\u0061\"}", ",\"meta\":{},\"type\":\"a\"}",
    };
    for (size_t index = 0; index < 4 * COUNT(ends); index++) {
        char text[2000];
        size_t length = (size_t)sprintf(text, "{\"data\":[");
        for (int number = 0; number < 20; number++) {
            bool odd = number == (index % 4 < 2 ? 9 : 1);
            length += (size_t)sprintf(
                text + length, "%s{\"type\":\"b\",\"id\":\"%d\",\"attributes\":{}%s",
                number ? "," : "", number, odd ? ends[index / 4] : "}"
            );
        }
        length += (size_t)sprintf(text + length, "],\"meta\":\"%80s\"}", "");
        check_note("%s", text);
        vox_tree *tree = read_as((vox_string){text, length}, VOX_MODE_LAZY, 0, false).tree;
        vox_node *found = NULL, *list = document_at(tree, "/data");
        vox_string id = vox_string_from_c(index % 4 < 2 ? "9" : "1");
        if (index % 2) {
            CHECK_STATUS(check_types(tree, "b"), VOX_ERROR_SHAPE);
        }
        CHECK_OK(vox_resource_find(tree, LITERAL("a"), id, &found));
        CHECK(found == vox_array_get(tree, list, index % 4 < 2 ? 9 : 1));
        CHECK_STATUS(vox_resource_find(tree, LITERAL("b"), id, &found), VOX_ERROR_MISSING);
        vox_tree_free(tree);
    }
    check_note(NULL);
}

/** Changes, removes or inserts one byte. If eager reading refuses the text because of a byte in
 *  the identity prefix, the look-up fails, too. If it accepts the text, both identities are
 *  equal. */
static void one_byte_changed(void) {
    static const char *const texts[] = {
        "{\"type\":\"a\",\"id\":\"1\"}", "{ \"id\" : \"1\" , \"lid\":\"2\", \"type\" : \"a\" }",
        "{\"type\":\"a\",\"id\":\"1\",\"meta\":{}}"};
    static const char bytes[] = "\",:;{} \\1n";
    for (size_t index = 0; index < COUNT(texts) * 2; index++) {
        const char *whole = texts[index / 2];
        size_t end = strlen(whole), head = strcspn(whole + 1, "{") + 1;
        for (size_t change = 0; change < end * (2 * sizeof bytes - 1); change++) {
            size_t at = change % end, kind = change / end, added = kind % sizeof bytes;
            size_t passed = kind < sizeof bytes ? 1 : 0;
            char text[200];
            int length = snprintf(
                text, sizeof text, "%s%.*s%.*s%s%s", index % 2 ? "{\"data\":[" : "[", (int)at,
                whole, bytes[added] ? 1 : 0, bytes + added, whole + at + passed,
                index % 2 ? "]}" : "]"
            );
            vox_string source = {text, (size_t)length};
            check_note("%s", text);
            reading eager = read_as(source, VOX_MODE_EAGER, 0, false);
            reading lazy = read_as(source, VOX_MODE_LAZY, index % 2 ? 0 : 1, false);
            if (lazy.status == VOX_OK) {
                vox_node *list = vox_tree_root(lazy.tree), *found = NULL, *other = NULL;
                list = index % 2 ? vox_object_get(lazy.tree, list, LITERAL("data")) : list;
                vox_node *object = vox_node_first(lazy.tree, list);
                vox_status status = vox_resource_resolve(lazy.tree, object, &found);
                if (eager.status == VOX_OK) {
                    list = vox_tree_root(eager.tree);
                    list = index % 2 ? vox_object_get(eager.tree, list, LITERAL("data")) : list;
                    CHECK_STATUS(
                        status,
                        vox_resource_resolve(eager.tree, vox_node_first(eager.tree, list), &other)
                    );
                    CHECK_SIZE(vox_node_offset(found), vox_node_offset(other));
                } else if (at < head) {
                    CHECK_STATUS(vox_tree_failure(lazy.tree, NULL), eager.status);
                    CHECK(status != VOX_OK && !found);
                }
                CHECK_STATUS(vox_tree_materialize(lazy.tree, NULL), eager.status);
            } else {
                check_same_error(&lazy.error, &eager.error);
            }
            vox_tree_free(eager.tree);
            vox_tree_free(lazy.tree);
        }
    }
    check_note(NULL);
}

/** Returns the steps of a look-up without a result among objects of `shapes` shapes. With a
 *  `type`, returns the steps of a check of these objects. */
static uint64_t search_steps(size_t shapes, const char *format, const char *type) {
    enum {
        count = 2000
    };
    char *text = malloc(count * 100 + 64);
    size_t length = (size_t)sprintf(text, "{\"data\":[");
    for (size_t number = 0; number < count; number++) {
        length += (size_t)sprintf(text + length, "%s", number ? "," : "");
        length += (size_t)sprintf(text + length, format, (int)('a' + number % shapes), (int)number);
    }
    length += (size_t)sprintf(text + length, "]}");
    vox_tree *tree = read_as((vox_string){text, length}, VOX_MODE_LAZY, 0, false).tree;
    vox_node *found = NULL;
    free(text);
    CHECK(document_at(tree, "/data") != NULL);
    uint64_t start = steps_counted();
    if (type) {
        CHECK_OK(check_types(tree, type));
    } else {
        CHECK_STATUS(
            vox_resource_find(tree, LITERAL("a"), LITERAL("none"), &found), VOX_ERROR_MISSING
        );
    }
    uint64_t steps = steps_counted() - start;
    vox_tree_free(tree);
    return steps;
}

/** Identity prefixes with the shape of one of the last four prefixes are read in fewer steps. */
static void heads_like_those_before(void) {
    static const char like[] = "{\"type\":\"%c\",\"id\":\"%d\",\"attributes\":{}}";
    static const char other[] = "{\"lid\":\"%c\",\"type\":\"b\",\"id\":\"%d\",\"meta\":{}}";
    uint64_t one = search_steps(1, like, NULL), four = search_steps(4, like, NULL);
    uint64_t each = search_steps(1, other, NULL);
    uint64_t checked = search_steps(1, like, "a"), untyped = search_steps(1, like, "");
    if (steps_counted() == 0) {
        check_skip("the core was not built to count its steps");
        return;
    }
    check_note(
        "%zu steps for one shape, %zu for four, %zu for another; %zu to check, %zu without a type",
        (size_t)one, (size_t)four, (size_t)each, (size_t)checked, (size_t)untyped
    );
    CHECK(3 * one < each);
    CHECK(2 * four < each);
    /* The check skips such prefixes in the same way, and does not read each object. */
    CHECK(4 * checked < 5 * one && 4 * untyped < 5 * one);
    check_note(NULL);
}

/** Identity prefixes with the same shape, near the end of a text after which no memory is
 *  readable. */
static void nothing_beyond_the_text(void) {
    static const char *const ends[] = {"]}", "]}\n", ",1]}", "],\"meta\":{}}"};
    guarded room = guarded_new(512);
    for (size_t end = 0; end < COUNT(ends); end++) {
        char text[512];
        const int length = snprintf(
            text, sizeof text,
            "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"x\":\"%100s\"}},"
            "{\"type\":\"a\",\"id\":\"2\",\"attributes\":{}},{\"type\":\"a\",\"id\":\"3\"}%s",
            "", ends[end]
        );
        vox_options options = document_options();
        vox_tree *tree = NULL;
        options.mode = VOX_MODE_LAZY;
        options.borrow = true;
        const vox_string source = guarded_text(&room, (vox_string){text, (size_t)length});
        check_note("end %zu", end);
        CHECK_OK(vox_tree_parse(source.bytes, source.length, &options, &tree, NULL));
        for (const char *id = "1234"; *id; id++) {
            vox_node *found = NULL;
            const vox_status status = vox_resource_find(
                tree, vox_string_from_c("a"), (vox_string){id, 1}, &found
            );
            CHECK_STATUS(status, *id == '4' ? VOX_ERROR_MISSING : VOX_OK);
        }
        vox_tree_free(tree);
    }
    guarded_free(&room);
}

const check_test identity_prefix_tests[] = {
    CHECK_TEST(nothing_beyond_the_text), CHECK_TEST(objects_of_few_shapes),
    CHECK_TEST(parsed_objects),          CHECK_TEST(told_or_parsed),
    CHECK_TEST(not_passed_over),         CHECK_TEST(one_byte_changed),
    CHECK_TEST(heads_like_those_before), CHECK_END,
};
