/* SPDX-License-Identifier: MIT */
/** Which reader reads a text. The fast reader reads valid texts, and texts that break off, to their
 *  end, without yajl. For deep nesting yajl requests memory and the fast reader does not, so the
 *  number of requests shows which of them has read a text. */
#include "comparing.h"
#include "document.h"
#include "guarded.h"
#include "tests.h"

#include <stdlib.h>

#define LEVELS 20000

/** Makes `text` inside many arrays, between `before` and `after`. */
static vox_string deep(const char *before, const char *text, const char *after) {
    const size_t first = strlen(before), middle = strlen(text), last = strlen(after);
    const size_t length = first + LEVELS + middle + LEVELS + last;
    char *bytes = malloc(length);
    if (!bytes) {
        abort();
    }
    memcpy(bytes, before, first);
    memset(bytes + first, '[', LEVELS);
    memcpy(bytes + first + LEVELS, text, middle);
    memset(bytes + first + LEVELS + middle, ']', LEVELS);
    memcpy(bytes + length - last, after, last);
    return (vox_string){bytes, length};
}

/** Returns the number of requests for memory of reading a whole text. */
static size_t requests(vox_string text, vox_reader reader, vox_mode mode, bool borrow) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    options.reader = reader;
    options.mode = mode;
    options.borrow = borrow;
    options.max_depth = 2 * LEVELS;
    const size_t calls = check_memory.calls;
    CHECK_OK(vox_tree_parse(text.bytes, text.length, &options, &tree, NULL));
    CHECK_OK(vox_tree_materialize(tree, NULL));
    const size_t taken = check_memory.calls - calls;
    vox_tree_free(tree);
    return taken;
}

static const char *const texts[] = {
    "",
    " ",
    "1",
    "-0.5e+10 , 0,10 ,1E5,-1,1e-2,12.75",
    "true,false,null , true",
    "\"\",\"a\" , \"a string of more than sixteen bytes\",\"\xC3\xA9\"",
    "\"\\u00e4\\n\",\"\\\\\",\"sixteen bytes in front \\\" and behind\"",
    "{} , {\"a\":1}, { \"a\" : { \"b\" : [ ] } , \"c\" : \"d\" }",
    "{\"\\u0061\":1,\"a name of more than sixteen bytes\":\"\\t\",\"\":null}",
    "[[],[ ],[1,[2]]]\r\n\t ",
};

static void read_alone(const char *before, const char *after, vox_mode mode) {
    for (size_t index = 0; index < COUNT(texts); index++) {
        vox_string text = deep(before, texts[index], after);
        for (int borrow = 0; borrow < 2; borrow++) {
            check_note("%.12s %s, borrow %d", before, texts[index], borrow);
            CHECK(
                requests(text, VOX_READER_FAST, mode, borrow) <
                requests(text, VOX_READER_YAJL, mode, borrow)
            );
        }
        free((void *)(uintptr_t)text.bytes);
    }
}

static void the_fast_reader_reads_alone(void) {
    if (!has_yajl()) {
        check_skip("the core was built without yajl");
        return;
    }
    read_alone("", "", VOX_MODE_EAGER);
    read_alone(" \n", "\n ", VOX_MODE_EAGER);
    read_alone("{\"a\":", "}", VOX_MODE_EAGER);
    read_alone("{\"meta\":", ",\"data\":[{},{\"a\":[]}],\"b\":1}", VOX_MODE_LAZY);
    read_alone("{\"data\":[{},{\"a\":", "}],\"b\":1}", VOX_MODE_LAZY);
}

/** Returns the number of requests for memory of refusing arrays that contain `text` at their end. */
static size_t requests_of_refusing(const char *text, vox_mode mode, bool borrow) {
    vox_options options = document_options();
    vox_tree *tree = NULL;
    const vox_string made = deep("", text, "");
    options.reader = VOX_READER_FAST;
    options.mode = mode;
    options.borrow = borrow;
    options.max_depth = 2 * LEVELS;
    const size_t calls = check_memory.calls;
    const size_t length = LEVELS + strlen(text);
    CHECK(vox_tree_parse(made.bytes, length, &options, &tree, NULL) != VOX_OK);
    free((void *)(uintptr_t)made.bytes);
    return check_memory.calls - calls;
}

/** yajl does not read a text that breaks off. It reads a text with another error. */
static void texts_that_break_off(void) {
    static const char *const ends[] = {"",        " ",       "1,",   "\"\\",
                                       "\"\\u00", "{\"a\" ", "\"a ", "\"\\uD800\\uDC"};
    static const char *const wrong[] = {"x", ",", "\"\\uD800\"", "{\"a\",", "trx", "1}"};
    if (!has_yajl()) {
        check_skip("the core was built without yajl");
        return;
    }
    for (int way = 0; way < 4; way++) {
        const vox_mode mode = way / 2 ? VOX_MODE_LAZY : VOX_MODE_EAGER;
        size_t most = 0;
        for (size_t index = 0; index < COUNT(ends); index++) {
            const size_t taken = requests_of_refusing(ends[index], mode, way % 2);
            most = taken > most ? taken : most;
        }
        for (size_t index = 0; index < COUNT(wrong); index++) {
            check_note("%s, way %d", wrong[index], way);
            CHECK(requests_of_refusing(wrong[index], mode, way % 2) > most);
        }
    }
    check_note(NULL);
}

static bool stop_at_once(void *context) {
    (void)context;
    return true;
}

/** Nothing is allocated for an empty text and for HTML, unless `stop` must be called first. */
static void texts_without_a_beginning(void) {
    static const char *const given[] = {
        "", " \n", "\xEF\xBB\xBF", "<", "\xEF\xBB\xBF \n<!doctype html>"};
    for (size_t index = 0; index < COUNT(given); index++) {
        for (int reader = VOX_READER_FAST; reader <= (has_yajl() ? VOX_READER_YAJL : 0); reader++) {
            vox_options options = document_options();
            const vox_string text = vox_string_from_c(given[index]);
            const char *const html = strchr(given[index], '<');
            const size_t calls = check_memory.calls;
            vox_tree *tree = NULL;
            vox_error error = {0};
            options.reader = (vox_reader)reader;
            check_note("%s", given[index]);
            CHECK_STATUS(
                vox_tree_parse(text.bytes, text.length, &options, &tree, &error),
                html ? VOX_ERROR_SYNTAX : VOX_ERROR_END
            );
            CHECK_SIZE(error.offset, html ? (size_t)(html - text.bytes) : text.length);
            CHECK_TEXT(vox_string_from_c(error.message), "expected a value");
            CHECK_SIZE(check_memory.calls, calls);
            options.stop = stop_at_once;
            CHECK_STATUS(
                vox_tree_parse(text.bytes, text.length, &options, &tree, NULL), VOX_ERROR_STOPPED
            );
        }
    }
    check_note(NULL);
}

/** Both readers defer the elements of lists. */
static void either_reader_is_lazy(void) {
    static const char text[] =
        "{\"a\":[1],\"data\":[{\"type\":\"t\",\"id\":\"1\"},{\"type\":\"t\"}],"
        "\"included\":[{\"type\":\"u\",\"id\":\"2\"}]}";
    for (int reader = VOX_READER_FAST; reader <= (has_yajl() ? VOX_READER_YAJL : 0); reader++) {
        vox_options options = document_options();
        vox_tree *tree = NULL;
        vox_string type, id, lid;
        options.reader = (vox_reader)reader;
        options.mode = VOX_MODE_LAZY;
        CHECK_OK(vox_tree_parse(text, sizeof text - 1, &options, &tree, NULL));
        CHECK(vox_resource_peek(tree, document_at(tree, "/data/0"), &type, &id, &lid));
        CHECK(vox_resource_peek(tree, document_at(tree, "/data/1"), &type, &id, &lid));
        CHECK(vox_resource_peek(tree, document_at(tree, "/included/0"), &type, &id, &lid));
        CHECK_TEXT(id, "2");
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_COMPACT, text);
        vox_tree_free(tree);
    }
}

/** Prefixes of a text, borrowed at the end of readable memory. No byte after them is read, and
 *  the error is the same as for a copy. */
static void beginnings_where_memory_ends(void) {
    static const char text[] = "{\"a\":1,\"b\" : [true , null,-1.5e3, \"c\",{} ] ,\n \"\\u0064\":"
                               "\"\\n\",\"a name of more than sixteen bytes\":{ \"e\" :false}}";
    guarded room = guarded_new(sizeof text);
    for (size_t length = 0; length < sizeof text; length++) {
        const vox_string last = guarded_text(&room, (vox_string){text, length});
        for (int mode = VOX_MODE_EAGER; mode <= VOX_MODE_LAZY; mode++) {
            vox_options options = document_options();
            vox_tree *borrowed = NULL, *copied = NULL;
            vox_error error, other;
            check_note("%zu bytes", length);
            options.mode = (vox_mode)mode;
            vox_status status = vox_tree_parse(text, length, &options, &copied, &error);
            options.borrow = true;
            CHECK_STATUS(
                vox_tree_parse(last.bytes, last.length, &options, &borrowed, &other), status
            );
            CHECK((status == VOX_OK) == (length + 1 == sizeof text));
            if (status != VOX_OK) {
                check_same_error(&error, &other);
                CHECK_SIZE(error.offset, length);
            }
            vox_tree_free(borrowed);
            vox_tree_free(copied);
        }
    }
    check_note(NULL);
    guarded_free(&room);
}

/** A core without yajl refuses VOX_READER_YAJL. */
static void without_yajl(void) {
    vox_options options = document_options();
    vox_error error = {0};
    vox_tree *tree = NULL;
    options.reader = VOX_READER_YAJL;
    vox_status status = vox_tree_parse("[]", 2, &options, &tree, &error);
    if (has_yajl()) {
        CHECK_OK(status);
    } else {
        CHECK_STATUS(status, VOX_ERROR_ARGUMENT);
        CHECK_STATUS(error.status, VOX_ERROR_ARGUMENT);
        CHECK_TEXT(vox_string_from_c(error.message), "this build has no yajl to read with");
        CHECK(tree == NULL);
    }
    vox_tree_free(tree);
}

const check_test readers_tests[] = {
    CHECK_TEST(the_fast_reader_reads_alone),
    CHECK_TEST(texts_that_break_off),
    CHECK_TEST(texts_without_a_beginning),
    CHECK_TEST(either_reader_is_lazy),
    CHECK_TEST(beginnings_where_memory_ends),
    CHECK_TEST(without_yajl),
    CHECK_END,
};
