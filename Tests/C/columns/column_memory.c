/* SPDX-License-Identifier: MIT */
/** Memory: allocations that fail, early release, moved arrays, and large records. */
#include "arrow_text.h"
#include "tests.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <vox/schema.h>

static const char description[] =
    "{\"table\":\"resources\",\"columns\":[\"id\",{\"name\":\"t\",\"path\":\"title\",\"type\":"
    "\"utf8\"},{\"name\":\"n\",\"type\":\"int64\"},{\"name\":\"l\",\"type\":\"list\",\"items\":{"
    "\"type\":\"struct\",\"columns\":[{\"name\":\"a\",\"type\":\"decimal128\",\"precision\":5,"
    "\"scale\":1}]}},{\"name\":\"by\",\"path\":\"by.id\",\"type\":\"utf8\"}],\"ignore\":[\"/x\"],"
    "\"file\":true,\"line\":true}";

static const char text[] =
    "{\"type\":\"a\",\"id\":\"1\",\"attributes\":{\"title\":\"x\",\"n\":1,\"l\":[{\"a\":1.5},{}]},"
    "\"relationships\":{\"by\":{\"data\":{\"type\":\"p\",\"id\":\"9\"}}}}\n"
    "{\"type\":\"a\",\"id\":\"2\",\"attributes\":{\"title\":\"a long title of more bytes\",\"n\":"
    "\"x\",\"more\":{\"k\":[1]}}}\n"
    "{\"type\":\"a\",\"id\":}\n"
    "{\"data\":[{\"type\":\"a\",\"id\":\"3\"},{\"type\":\"a\",\"id\":4}]}";

/** A document of 4 elements and an error, after `included`. */
static const char cut[] =
    "{\"meta\":{},\"included\":[{\"type\":\"p\",\"id\":\"1\"}],\"data\":[\n{\"type\":\"a\",\"id\":"
    "\"1\"},{\"type\":\"a\",\"id\":\"2\"},"
    "{\"type\":\"a\",\"id\":\"3\"},{\"type\":\"a\",\"id\":\"4\"},{\"type\":\"a\",\"id\":5x},"
    "{\"type\":\"a\",\"id\":\"6\"}]}";

/** Lines, of which the first one breaks off. */
static const char broken[] = "{\"type\":\"a\",\"id\":\n{\"type\":\"a\",\"id\":\"1\"}\n"
                             "{\"type\":\"a\",\"id\":\"2\"}\n{\"type\":\"a\",\"id\":\"3\"}\n"
                             "{\"type\":\"a\",\"id\":\"4\"}";

/** Reads the text, of which each call may fail for want of memory. Returns VOX_OK when none did. */
static vox_status read_all(
    const vox_allocator *allocator, vox_string read, size_t piece, size_t *rows
) {
    vox_columns_options options = vox_columns_options_default();
    vox_columns *columns;
    struct ArrowArrayStream stream;
    struct ArrowSchema schema;
    struct ArrowArray array;
    piece_source source = {.text = read, .piece = piece};
    const vox_source given = piece_source_of(&source);
    options.tree.allocator = *allocator;
    options.batch_rows = 2;
    *rows = 0;
    vox_status status = vox_columns_new(
        description, sizeof description - 1, allocator, &columns, NULL
    );
    if (status != VOX_OK) {
        CHECK(!columns);
        return status;
    }
    status = vox_columns_stream(columns, &given, &options, &stream);
    vox_columns_free(columns);
    if (status != VOX_OK) {
        CHECK(!stream.release && source.released == 1);
        return status;
    }
    int failure = stream.get_schema(&stream, &schema);
    CHECK((failure == 0) == (schema.release != NULL));
    if (failure == 0) {
        schema.release(&schema);
    }
    while (failure == 0 && (failure = stream.get_next(&stream, &array)) == 0 && array.release) {
        *rows += (size_t)array.length;
        array.release(&array);
    }
    CHECK(failure == 0 || failure == ENOMEM);
    CHECK(failure == 0 || stream.get_last_error(&stream));
    stream.release(&stream);
    CHECK_SIZE(source.released, 1);
    return failure ? VOX_ERROR_MEMORY : VOX_OK;
}

/** Lets each allocation fail: this one alone, and with all later ones. */
static void failing_allocations(void) {
    const vox_allocator allocator = check_allocator_interface(&check_memory);
    const struct {
        vox_string text;
        size_t piece;
    } reads[] = {
        {LITERAL(text), 4096},
        {LITERAL(text), 50},
        {LITERAL(cut), 50},
        {LITERAL(broken), 10},
    };
    for (size_t way = 0; way < 2 * COUNT(reads); way++) {
        bool done = false;
        for (size_t countdown = 1; !done && countdown < 2000; countdown++) {
            size_t rows;
            check_memory.countdown = countdown;
            check_memory.fail_for_good = way % 2;
            check_memory.failing = false;
            check_note("allocation %zu, way %zu", countdown, way);
            const vox_status status = read_all(
                &allocator, reads[way / 2].text, reads[way / 2].piece, &rows
            );
            done = check_memory.countdown > 0;
            check_memory.countdown = 0;
            check_memory.failing = false;
            CHECK_SIZE(check_memory.blocks, 0);
            if (status == VOX_OK) { /* memory was not available only for something optional */
                CHECK_SIZE(rows, 5);
            } else {
                CHECK_STATUS(status, VOX_ERROR_MEMORY);
                CHECK(!done);
            }
        }
        CHECK(done);
    }
    check_note(NULL);
}

/** A value of an included resource is never null for want of memory, and no row is a fault. */
static void failing_look_ups(void) {
    vox_columns *columns = columns_from_c("{'type':'a','columns':[{'name':'id','type':'utf8'},{'"
                                          "name':'by','path':'author.name','type':"
                                          "'utf8'}],"
                                          "'ignore':['author'],'error':false}");
    char linked[2048];
    size_t length = (size_t)snprintf(
        linked, sizeof linked,
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\",\"relationships\":{\"author\":{\"data\":"
        "{\"type\":\"p\",\"id\":\"18\"}}}}],\"included\":["
    );
    for (int id = 0; id < 20; id++) {
        length += (size_t)snprintf(
            linked + length, sizeof linked - length,
            "%s{\"type\":\"p\",\"id\":\"%d\",\"attributes\":{\"name\":\"N%d\"}}", id ? "," : "", id,
            id
        );
    }
    length += (size_t)snprintf(linked + length, sizeof linked - length, "]}");
    for (int mode = VOX_MODE_EAGER; mode <= VOX_MODE_LAZY; mode++) {
        bool done = false;
        for (size_t countdown = 1; !done && countdown < 500; countdown++) {
            vox_columns_options options = columns_test_options();
            struct ArrowArrayStream stream;
            vox_buffer rows = {0};
            options.tree.mode = (vox_mode)mode;
            check_note("allocation %zu, mode %d", countdown, mode);
            check_memory.countdown = countdown;
            const vox_status status = vox_columns_text(
                columns, "f", linked, length, &options, &stream
            );
            const int failure = status == VOX_OK ? stream_rows(&stream, &rows) : ENOMEM;
            done = check_memory.countdown > 0;
            check_memory.countdown = 0;
            CHECK(failure == 0 || (failure == ENOMEM && !done));
            CHECK_TEXT(buffer_text(&rows), failure == 0 ? "[\"1\",\"N18\",null]\n" : "");
            vox_buffer_free(&rows);
        }
        CHECK(done);
    }
    check_note(NULL);
    vox_columns_free(columns);
}

static vox_status read_schema(const vox_allocator *allocator) {
    vox_columns_options options = vox_columns_options_default();
    vox_buffer json = {.allocator = *allocator};
    piece_source source = {.text = {text, sizeof text - 1}, .piece = 50};
    const vox_source given = piece_source_of(&source);
    options.tree.allocator = *allocator;
    const vox_status status = vox_schema_read(&given, &options, 100, &json, NULL);
    CHECK_SIZE(source.released, 1);
    CHECK((status == VOX_OK) == (json.length > 0));
    vox_buffer_free(&json);
    return status;
}

static void failing_schemas(void) {
    const vox_allocator allocator = check_allocator_interface(&check_memory);
    bool done = false;
    for (size_t countdown = 1; !done && countdown < 2000; countdown++) {
        check_memory.countdown = countdown;
        check_note("allocation %zu", countdown);
        const vox_status status = read_schema(&allocator);
        done = check_memory.countdown > 0;
        check_memory.countdown = 0;
        CHECK_SIZE(check_memory.blocks, 0);
        CHECK(status == VOX_OK || (status == VOX_ERROR_MEMORY && !done));
    }
    CHECK(done);
    check_note(NULL);
}

/** A stream is released before its end, at every row, and in the middle of a document. */
static void early_release(void) {
    static const char document[] =
        "{\"data\":[{\"type\":\"a\",\"id\":\"1\"},{\"type\":\"a\",\"id\":"
        "\"2\"},{\"type\":\"a\",\"id\":\"3\"}],\n\"meta\":{}}";
    vox_columns *columns = columns_from_c("{'columns':['id',{'name':'n','path':'by.name'}]}");
    vox_columns *others = columns_from_c("{'columns':['id']}");
    for (size_t batches = 0; batches <= 3; batches++) {
        for (size_t way = 0; way < 4; way++) {
            vox_columns_options options = columns_test_options();
            struct ArrowArrayStream stream;
            struct ArrowArray arrays[3];
            options.batch_rows = 1;
            options.form = way % 2 ? VOX_COLUMNS_DOCUMENT : VOX_COLUMNS_AUTO;
            CHECK_OK(vox_columns_text(
                way / 2 ? columns : others, "f", document, sizeof document - 1, &options, &stream
            ));
            for (size_t batch = 0; batch < batches; batch++) {
                CHECK_SIZE(stream.get_next(&stream, &arrays[batch]), 0);
            }
            stream.release(&stream);
            for (size_t batch = 0; batch < batches; batch++) {
                CHECK_SIZE(arrays[batch].length, 1);
                arrays[batch].release(&arrays[batch]);
            }
        }
    }
    vox_columns_free(columns);
    vox_columns_free(others);
}

/** A receiver moves a column out of a batch, and releases the batch first. */
static void moved_arrays(void) {
    vox_columns *columns = columns_from_c(
        "{'table':'records','columns':[{'name':'a','type':'list','items':{'type':'utf8'}}]}"
    );
    const vox_columns_options options = columns_test_options();
    struct ArrowArrayStream stream;
    struct ArrowArray array, moved, element;
    struct ArrowSchema schema, moved_schema;
    CHECK_OK(vox_columns_text(columns, "f", "{\"a\":[\"x\",\"yz\"]}", 16, &options, &stream));
    CHECK_SIZE(stream.get_schema(&stream, &schema), 0);
    CHECK_SIZE(stream.get_next(&stream, &array), 0);
    stream.release(&stream);
    moved = *array.children[0];
    array.children[0]->release = NULL;
    moved_schema = *schema.children[0];
    schema.children[0]->release = NULL;
    array.release(&array);
    schema.release(&schema);
    CHECK_TEXT(vox_string_from_c(moved_schema.name), "a");
    CHECK_TEXT(vox_string_from_c(moved_schema.children[0]->format), "u");
    element = *moved.children[0];
    moved.children[0]->release = NULL;
    moved.release(&moved);
    CHECK_SIZE(element.length, 2);
    CHECK(memcmp(element.buffers[2], "xyz", 3) == 0);
    element.release(&element);
    moved_schema.release(&moved_schema);
    vox_columns_free(columns);
}

/** Batches end by rows and by bytes, and memory does not grow with the input. */
static void batches(void) {
    enum {
        ROWS = 20000
    };
    static char lines[ROWS * 40];
    size_t length = 0;
    for (int row = 0; row < ROWS; row++) {
        length += (size_t
        )snprintf(lines + length, sizeof lines - length, "{\"a\":\"%d abcdefghij\"}\n", row);
    }
    vox_columns *columns = columns_from_c(
        "{'table':'records','columns':[{'name':'a','type':'utf8'}]}"
    );
    for (size_t share = 4; share >= 1; share /= 2) { /* a quarter of the input, half, all of it */
        vox_columns_options options = columns_test_options();
        struct ArrowArrayStream stream;
        struct ArrowArray array;
        size_t rows = 0, batch = 0, most = 0;
        options.batch_bytes = 20000;
        options.form = VOX_COLUMNS_LINES;
        check_memory.peak = check_memory.bytes;
        CHECK_OK(vox_columns_text(columns, "f", lines, length / share, &options, &stream));
        while (stream.get_next(&stream, &array) == 0 && array.release) {
            rows += (size_t)array.length;
            most = (size_t)array.length > most ? (size_t)array.length : most;
            batch++;
            array.release(&array);
        }
        stream.release(&stream);
        CHECK(rows >= ROWS / share - ROWS / 10 && most < 1000 && batch > 4);
        CHECK(check_memory.peak < length / 2);
    }
    vox_columns_free(columns);
}

/** The batches after a large record need as little memory as those before it. */
static void after_a_large_record(void) {
    enum {
        LARGE = 1 << 20,
        ROWS = 500
    };
    static char lines[3 * LARGE + ROWS * 64];
    const size_t half = LARGE / 2;
    size_t length = (size_t)sprintf(lines, "{\"a\":\"");
    memset(lines + length, 'x', LARGE);
    length += LARGE;
    length += (size_t)sprintf(lines + length, "\",\"l\":[0");
    for (size_t element = 0; element < half; element++) {
        memcpy(lines + length + 2 * element, ",0", 2);
    }
    length += 2 * half;
    length += (size_t)sprintf(lines + length, "]}\n");
    for (int row = 0; row < ROWS; row++) {
        length += (size_t)sprintf(lines + length, "{\"a\":\"y\",\"l\":[1,%d]}\n", row);
    }
    vox_columns *columns = columns_from_c(
        "{'table':'records','columns':[{'name':'a','type':'utf8'},"
        "{'name':'l','type':'list','items':{'type':'int64'}}]}"
    );
    vox_columns_options options = columns_test_options();
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    size_t rows = 0, before = 0, batch = 0;
    options.batch_rows = 50;
    options.form = VOX_COLUMNS_LINES;
    CHECK_OK(vox_columns_text(columns, "f", lines, length, &options, &stream));
    while (stream.get_next(&stream, &array) == 0 && array.release) {
        rows += (size_t)array.length;
        array.release(&array);
        batch++;
        if (batch == 2) { /* the large record has a batch, and the next one has its memory */
            before = check_memory.peak = check_memory.bytes;
        }
    }
    CHECK_SIZE(rows, ROWS + 1);
    CHECK(batch > 5 && check_memory.peak - before < LARGE / 4);
    stream.release(&stream);
    vox_columns_free(columns);
}

/** One record of 64 MiB is a row, and a text of 64 MiB is in its column. */
static void large_record(void) {
    const size_t size = check_quick() ? (size_t)1 << 20 : (size_t)64 << 20;
    const vox_columns_options options = columns_test_options();
    vox_columns *columns = columns_from_c(
        "{'table':'records','columns':[{'name':'a','type':'utf8'}]}"
    );
    char *line = malloc(size + 32);
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    if (!CHECK(line != NULL)) {
        return;
    }
    memcpy(line, "{\"a\":\"", 6);
    memset(line + 6, 'x', size);
    memcpy(line + 6 + size, "\"}\n{\"a\":1}", 10);
    CHECK_OK(vox_columns_text(columns, "f", line, size + 16, &options, &stream));
    size_t rows = 0;
    while (stream.get_next(&stream, &array) == 0 && array.release) {
        if (rows == 0) {
            CHECK_SIZE(((const int32_t *)array.children[0]->buffers[1])[1], size);
            CHECK(((const char *)array.children[0]->buffers[2])[size - 1] == 'x');
        }
        rows += (size_t)array.length;
        array.release(&array);
    }
    CHECK_SIZE(rows, 2);
    stream.release(&stream);
    free(line);
    vox_columns_free(columns);
}

const check_test column_memory_tests[] = {
    CHECK_TEST(failing_allocations),  CHECK_TEST(failing_look_ups), CHECK_TEST(failing_schemas),
    CHECK_TEST(early_release),        CHECK_TEST(moved_arrays),     CHECK_TEST(batches),
    CHECK_TEST(after_a_large_record), CHECK_TEST(large_record),     CHECK_END,
};
