/* SPDX-License-Identifier: MIT */
/** Fast paths that do not read everything. They must give the same results as reading
 *  everything, must report errors at once, and must really be used. */
#include "comparing.h"
#include "document.h"
#include "steps.h"
#include "streaming.h"
#include "tests.h"
#include "validation.h"

#include <stdio.h>
#include <stdlib.h>

/* --- identities ------------------------------------------------------------------------ */

/** Text after the first container of a resource may change the identity of the resource. Lazy
 *  reading must find the same identities as eager reading. */
static void what_stands_behind_attributes(void) {
    static const char *const tails[] = {
        "",
        ",\"meta\":{}",
        ",\"links\":{}",
        ",\"relationships\":{}",
        " , \"relationships\" : {} , \"links\" : {} ",
        /* These have the width of a gap that the scan recognizes. */
        ",\"relati\":1,\"id\":{}",
        ",\"relati\":2,\"id\":\"2\"",
        ",\"links\":1,\"id\":{}",
        ",\"links\":{},\"id\":{}",
        ",\"linkz\":{},\"id\":\"2\"",
        ",\"links\":{},\"id\":\"2\",\"meta\":{}",
        ",\"relationships\":1,\"id\":{}",
        ",\"relationships\":{},\"id\":{}",
        ",\"relationships\":1,\"type\":{}",
        ",\"relationshipz\":{},\"type\":\"b\"",
        ",\"meta\":1,\"id\":{}",
        ",\"meta\":{},\"lid\":{}",
        ",\"id\":\"2\"",
        ",\"type\":\"b\"",
        ",\"id\":{}",
        ",\"type\":{}",
        ",\"id\":2",
        " ,\"id\":\"2\"",
        ", \"id\":\"2\"",
        ",\"\\u0069d\":\"2\"",
        ",\"\\u0069d\":{}",
        ",\"meta\":{},\"\\u0069d\":{}",
        ",\"a\":{\"id\":\"2\"}",
        ",\"a\":{\"b\":[{}]},\"id\":\"2\"",
        ",\"links\":[],\"id\":\"2\"",
        ",\"attributes\":{},\"id\":\"2\"",
    };
    static const char *const firsts[] = {
        "\"attributes\":{}",       "\"attributes\" : { \"x\" : [ { } ] } ",
        "\"meta\":{\"id\":\"2\"}", "\"other\":{}",
        "\"attributes\":[]",       "\"n\":1",
    };
    for (size_t first = 0; first < COUNT(firsts); first++) {
        for (size_t row = 0; row < COUNT(tails); row++) {
            char text[512];
            size_t length = (size_t)snprintf(
                text, sizeof text,
                "{\"data\":[{\"type\":\"a\",\"id\":\"1\",%s%s},{\"type\":\"c\",\"id\":\"3\"}]}",
                firsts[first], tails[row]
            );
            reading eager = read_as((vox_string){text, length}, VOX_MODE_EAGER, 0, false);
            reading lazy = read_as((vox_string){text, length}, VOX_MODE_LAZY, 0, false);
            check_note("%s", text);
            if (!CHECK_OK(eager.status) || !CHECK_OK(lazy.status)) {
                return;
            }
            for (char type = 'a'; type <= 'c'; type++) {
                for (char id = '1'; id <= '3'; id++) {
                    vox_node *one = NULL, *other = NULL;
                    vox_string types = {&type, 1}, ids = {&id, 1};
                    CHECK_STATUS(
                        vox_resource_find(lazy.tree, types, ids, &one),
                        vox_resource_find(eager.tree, types, ids, &other)
                    );
                    CHECK_SIZE(vox_node_offset(one), vox_node_offset(other));
                }
            }
            vox_tree_free(eager.tree);
            vox_tree_free(lazy.tree);
        }
    }
}

/** All identifiers of a large resource stay deferred, whatever the number of its lists is. */
static void every_list_of_linkage(void) {
    for (size_t lists = 1; lists <= 256; lists *= 4) {
        char *text = malloc(lists * 1024 + 4096);
        size_t length = (size_t)sprintf(
            text,
            "{\"data\":{\"type\":\"a\",\"id\":\"1\",\"meta\":{\"t\":\"%2000s\"},"
            "\"relationships\":{",
            ""
        );
        for (size_t list = 0; list < lists; list++) {
            length += (size_t
            )sprintf(text + length, "%s\"r%zu\":{\"data\":[", list ? "," : "", list);
            for (size_t number = 0; number < 20; number++) {
                length += (size_t)sprintf(
                    text + length, "%s{\"type\":\"b\",\"id\":\"%zu\"}", number ? "," : "", number
                );
            }
            length += (size_t)sprintf(text + length, "]}");
        }
        length += (size_t)sprintf(text + length, "}}}");
        reading lazy = read_as((vox_string){text, length}, VOX_MODE_LAZY, 0, false);
        check_note("%zu lists", lists);
        if (CHECK_OK(lazy.status)) {
            /* One node for each identifier, and two more for each list. */
            CHECK_SIZE(vox_tree_memory(lazy.tree).nodes, 7 + lists * (20 + 2));
            CHECK(document_survives(lazy.tree, VOX_STYLE_COMPACT));
        }
        vox_tree_free(lazy.tree);
        free(text);
    }
}

/* --- errors are reported at once --------------------------------------------------------- */

/** A stream refuses a wrong byte as soon as the byte is fed, and does not wait for later bytes. */
static void streams_refuse_at_once(void) {
    static const char *const texts[] = {
        "]",
        ",",
        ":",
        "}",
        "[,",
        "[:",
        "[}",
        "[1,]",
        "[1,,",
        "[1,:",
        "[1,}",
        "[1}",
        "[1:",
        "[[]:",
        "[[]}",
        "[[]{",
        "[\"a\"\"",
        "{,",
        "{]",
        "{:",
        "{1",
        "{[",
        "{\"a\",",
        "{\"a\"}",
        "{\"a\"]",
        "{\"a\"1",
        "{\"a\":,",
        "{\"a\":]",
        "{\"a\":}",
        "{\"a\"::",
        "{\"a\":[]:",
        "{\"a\":[]]",
        "{\"a\":1]",
        "{\"a\":1:",
        "{\"a\":1,}",
        "{\"a\":1,,",
        "{\"a\":1,1",
        "{\"data\":,",
        "{\"data\":}",
        "{\"data\":]",
        "{\"data\"::",
        "{\"data\":[,",
        "{\"data\":[}",
        "{\"data\":[1,]",
        "{\"data\":[1}",
        "{\"data\":[1:",
        "{\"data\":[1]]",
        "{\"data\":[1],}",
        "{\"data\":[1]:",
        "{\"included\":,",
        "{\"included\":[]:",
        "{\"included\":[1]]",
    };
    for (size_t row = 0; row < COUNT(texts); row++) {
        for (size_t cut = 0; cut < 2; cut++) {
            vox_stream_options options = streaming_options(VOX_STREAM_ELEMENTS);
            vox_stream *stream = NULL;
            vox_item item;
            vox_error error = {0};
            vox_status status = VOX_OK;
            size_t length = strlen(texts[row]), first = cut ? length - 1 : length;
            check_note("%s", texts[row]);
            CHECK_OK(vox_stream_new(&options, &stream));
            for (size_t part = 0; part < 2; part++) {
                CHECK_STATUS(status, VOX_OK);
                CHECK_OK(vox_stream_feed(
                    stream, texts[row] + (part ? first : 0), part ? length - first : first
                ));
                do {
                    status = vox_stream_next(stream, &item, &error);
                    vox_tree_free(item.tree);
                } while (status == VOX_OK && item.kind != VOX_ITEM_NONE);
                part += !cut;
            }
            CHECK_STATUS(status, VOX_ERROR_SYNTAX);
            CHECK_STATUS(error.status, status);
            CHECK_SIZE(error.offset, length - 1);
            vox_stream_free(stream);
        }
    }
}

/** The fault that comes first in the document is reported. */
static void the_first_fault(void) {
    static const struct {
        const char *text, *pointer;
    } rows[] = {
        {"{'data':[{'type':1}],'included':[{'type':2}]}", "/data/0/type"},
        {"{'included':[{'type':2}],'data':[{'type':1}]}", "/included/0/type"},
        {"{'included':[{'type':'b','id':'2'}],'data':[{'type':1}]}", "/data/0/type"},
        {"{'data':[{'type':'a','id':'1'}],'included':[{'type':2}]}", "/included/0/type"},
        {"{'data':{'type':1},'included':7}", "/data/type"},
        {"{'included':7,'data':{'type':1}}", "/included"},
    };
    for (size_t row = 0; row < COUNT(rows); row++) {
        vox_error error = {0};
        vox_tree *tree = validation_document(rows[row].text);
        check_note("%s", rows[row].text);
        CHECK_STATUS(
            vox_document_check(
                tree, VOX_PRIMARY_ANY, LITERAL(""), VOX_READING_STRICT, NULL, &error
            ),
            VOX_ERROR_SHAPE
        );
        CHECK_TEXT(vox_string_from_c(error.pointer), rows[row].pointer);
        vox_tree_free(tree);
    }
}

/* --- fast paths ---------------------------------------------------------------------------- */

static uint64_t steps_to_parse(const char *element) {
    char text[4096] = "[";
    size_t length = 1, size = strlen(element);
    for (size_t number = 0; number < 100; number++) {
        memcpy(text + length, element, size);
        length += size;
        text[length++] = ',';
    }
    text[length - 1] = ']';
    uint64_t start = steps_counted();
    vox_tree_free(document_parse((vox_string){text, length}));
    return steps_counted() - start;
}

/** Values of one kind and length take the same steps, whatever their content is. None of them
 *  makes the reader start again. */
static void values_alike_take_the_same_steps(void) {
    static const char *const kinds[][10] = {
        {"10", "21", "32", "43", "54", "65", "76", "87", "98", "99"},
        {"\"a\"", "\"z\"", "\"A\"", "\" \"", "\"~\"", "\"0\"", "\"[\"", "\"}\"", "\",\"", "\":\""},
        {"1.5", "0.9", "9.0", "8.1", "1.2", "3.3", "4.4", "5.5", "6.6", "7.7"},
        {"1e5", "1E5", "9e9", "8e0", "2e1", "3e2", "4e3", "5e4", "6E8", "7e6"},
        {"-1", "-2", "-3", "-4", "-5", "-6", "-7", "-8", "-9", "-1"},
        {"{\"a\":0}", "{\"b\":1}", "{\"c\":2}", "{\" \":3}", "{\"~\":9}", "{\"[\":8}", "{\"}\":7}",
         "{\",\":6}", "{\":\":5}", "{\"0\":4}"},
    };
    if (steps_to_parse("1") == 0) {
        check_skip("the core was not built to count its steps");
        return;
    }
    for (size_t kind = 0; kind < COUNT(kinds); kind++) {
        uint64_t first = steps_to_parse(kinds[kind][0]);
        for (size_t row = 1; row < COUNT(kinds[kind]); row++) {
            uint64_t steps = steps_to_parse(kinds[kind][row]);
            check_note("%s: %zu steps, not %zu", kinds[kind][row], (size_t)steps, (size_t)first);
            CHECK(steps < first + first / 4 && first < steps + steps / 4);
        }
    }
}

/** Returns the number of requests for memory of parsing a text. */
static size_t requests_to_parse(const char *text) {
    size_t before = check_memory.calls;
    vox_tree_free(document_from_c(text));
    return check_memory.calls - before;
}

/** yajl requests memory of its own. The number of requests shows that no valid text needs yajl. */
static void valid_text_is_read_by_the_fast_reader(void) {
    static const char *const plain[] = {
        "[\"plain\"]",
        "[\"\"]",
        "{\"name\":1}",
        "{\"\":[]}",
        "[1,-2,3.5e-7,10,0.25,1E+9]",
        "[true,false,null]",
        "[[[]],{},[{}]]",
        " [ 1 , { \"a\" : 2 } ]\r\n\t",
        "[\"\xC3\xA9\"]",
        "[1234567890,9.999999999e99]",
        "{\"a\":1,\"a\":2}",
    };
    static const char *const escaped[] = {
        "[\"\\n\"]",   "[\"\\u00e9\"]",    "[\"\\ud83d\\ude00\"]",
        "{\"\\n\":1}", "{\"\\u0061\":[]}", "[\"a\\\"\\\\\\/\\b\\f\\r\\tb\"]",
    };
    size_t least = requests_to_parse("[1]"), with_text = requests_to_parse(escaped[0]);
    for (size_t row = 0; row < COUNT(plain); row++) {
        check_note("%s", plain[row]);
        CHECK_SIZE(requests_to_parse(plain[row]), least);
    }
    CHECK(with_text <= least + 1); /* for the decoded text */
    for (size_t row = 0; row < COUNT(escaped); row++) {
        check_note("%s", escaped[row]);
        CHECK_SIZE(requests_to_parse(escaped[row]), with_text);
    }
}

static int refuse_output(void *context, const char *bytes, size_t length) {
    (void)bytes, (void)length;
    ++*(size_t *)context;
    return 1;
}

static vox_style refused_style;

static uint64_t write_in_vain(size_t size) {
    vox_tree *tree = document_from_c("[]");
    size_t calls = 0;
    vox_sink sink = {refuse_output, &calls};
    for (size_t number = 0; number < size; number++) {
        vox_value value = vox_value_json(LITERAL("{\"a\":[1,\"text\"]}"));
        CHECK_OK(vox_array_append(tree, vox_tree_root(tree), value, NULL));
    }
    uint64_t start = steps_counted();
    CHECK_STATUS(vox_write(tree, vox_tree_root(tree), refused_style, sink), VOX_ERROR_SINK);
    uint64_t steps = steps_counted() - start;
    CHECK_SIZE(calls, 1);
    vox_tree_free(tree);
    return steps;
}

/** When a sink refuses its piece, it is not called again, and writing stops. The preserving
 *  style is not tested here, because it reads a whole array for its layout before it writes. */
static void refused_output_ends_the_work(void) {
    for (int style = VOX_STYLE_COMPACT; style <= VOX_STYLE_SORTED; style++) {
        refused_style = (vox_style)style;
        uint64_t small = write_in_vain(4000), large = write_in_vain(16000);
        check_note("style %d: %zu and %zu steps", style, (size_t)small, (size_t)large);
        CHECK(large <= small + small / 10);
    }
}

/** Each request for memory fails, for a borrowed text with names that must be decoded. */
static void borrowed_text_without_memory(void) {
    static const char text[] =
        "{\"\\u0061\":1,\"\\n\":[\"\\t\",{\"plain\":\"\",\"\\u00e9\\u00e9\":{}}],\"a\":\"\\\"\"}";
    for (int borrow = 0; borrow < 2; borrow++) {
        for (int for_good = 0; for_good < 2; for_good++) {
            vox_status status = VOX_ERROR_MEMORY;
            for (size_t request = 1; status != VOX_OK && request < 100; request++) {
                vox_options options = document_options();
                vox_tree *tree = NULL;
                vox_error error = {0};
                options.borrow = borrow;
                check_allocator_reset(&check_memory);
                check_memory.countdown = request;
                check_memory.fail_for_good = for_good;
                status = vox_tree_parse(text, sizeof text - 1, &options, &tree, &error);
                size_t failures = check_memory.failures;
                check_memory.countdown = 0;
                check_memory.failing = false;
                check_note("borrow %d, for good %d, request %zu", borrow, for_good, request);
                CHECK_STATUS(error.status, status);
                if (status == VOX_OK) {
                    CHECK(!failures || !for_good);
                    CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, text);
                    CHECK_SIZE(vox_node_count(tree, vox_tree_root(tree)), 2);
                } else {
                    CHECK_STATUS(status, VOX_ERROR_MEMORY);
                    CHECK(tree == NULL);
                }
                vox_tree_free(tree);
                CHECK_SIZE(check_memory.blocks, 0);
            }
            CHECK_OK(status);
        }
    }
}

/* --- what edits leave behind ------------------------------------------------------------------ */

/** A member that was a repetition is not one any more when it is put into an object alone. */
static void marks_of_repetition_go(void) {
    for (int way = 0; way < 3; way++) {
        vox_tree *tree = validation_document(
            "{'data':{'type':'a','id':'1','attributes':{'a':1,'a':2}}}"
        );
        vox_node *object = document_at(tree, "/data/attributes");
        vox_node *member = vox_object_get(tree, object, LITERAL("a"));
        CHECK_SIZE(validation_run(tree, NULL).count, 1);
        if (way == 0) {
            CHECK_OK(vox_node_set(tree, object, vox_value_null()));
            CHECK_OK(vox_node_set(tree, object, vox_value_object()));
        } else if (way == 1) {
            CHECK_OK(vox_node_set(tree, object, vox_value_object()));
        } else {
            CHECK_OK(vox_node_remove(tree, member));
        }
        CHECK_OK(vox_object_set(tree, object, LITERAL("a"), vox_value_node(member), NULL));
        check_note("way %d", way);
        CHECK_SIZE(validation_run(tree, NULL).count, 0);
        CHECK_SIZE(vox_node_count(tree, object), 1);
        vox_tree_free(tree);
    }
}

/** The wasted bytes are counted exactly, whatever the length of the remaining texts is. */
static void what_is_wasted(void) {
    size_t wasted = 0;
    for (size_t length = 0; length < 40; length++) {
        char text[64], name[64];
        memset(text, 'x', sizeof text);
        memset(name, 'n', sizeof name);
        vox_tree *tree = document_from_c("{}");
        vox_node *root = vox_tree_root(tree), *lost = NULL;
        vox_value value = vox_value_string((vox_string){text, length});
        CHECK_SIZE(vox_tree_memory(tree).wasted, 0);
        CHECK_OK(vox_object_set(tree, root, (vox_string){name, length}, value, NULL));
        check_note("%zu bytes", length);
        CHECK_SIZE(vox_tree_memory(tree).wasted, 0);
        value = vox_value_string((vox_string){text, 40});
        CHECK_OK(vox_object_set(tree, root, LITERAL("lost"), value, &lost));
        CHECK_SIZE(vox_tree_memory(tree).wasted, 0);
        CHECK_OK(vox_node_remove(tree, lost));
        wasted = length ? wasted : vox_tree_memory(tree).wasted;
        CHECK(wasted > 40);
        CHECK_SIZE(vox_tree_memory(tree).wasted, wasted);
        vox_tree_free(tree);
    }
}

/* --- missing arguments --------------------------------------------------------------------- */

static void what_is_left_out(void) {
    vox_options options = vox_options_default();
    vox_tree *tree = NULL;
    options.allocator = (vox_allocator){NULL, NULL};
    CHECK_OK(vox_tree_parse("[1]", 3, &options, &tree, NULL));
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        size_t calls = 0;
        vox_sink sink = {refuse_output, &calls};
        CHECK_STATUS(vox_write(tree, NULL, (vox_style)style, sink), VOX_ERROR_MISSING);
    }
    bool equal = false;
    const vox_node *root = vox_tree_root(tree);
    CHECK(vox_node_equal(tree, NULL, tree, NULL, &equal) == VOX_OK && equal);
    CHECK(vox_node_equal(tree, root, tree, NULL, &equal) == VOX_OK && !equal);
    CHECK(vox_node_equal(tree, NULL, tree, root, &equal) == VOX_OK && !equal);
    CHECK(vox_node_equal(tree, root, tree, root, &equal) == VOX_OK && equal);
    vox_tree_free(tree);
    CHECK_OK(vox_tree_new(&options, &tree));
    vox_tree_free(tree);
}

const check_test shortcuts_tests[] = {
    CHECK_TEST(what_stands_behind_attributes),
    CHECK_TEST(every_list_of_linkage),
    CHECK_TEST(streams_refuse_at_once),
    CHECK_TEST(the_first_fault),
    CHECK_TEST(values_alike_take_the_same_steps),
    CHECK_TEST(valid_text_is_read_by_the_fast_reader),
    CHECK_TEST(refused_output_ends_the_work),
    CHECK_TEST(borrowed_text_without_memory),
    CHECK_TEST(marks_of_repetition_go),
    CHECK_TEST(what_is_wasted),
    CHECK_TEST(what_is_left_out),
    CHECK_END,
};
