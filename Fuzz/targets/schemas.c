/* SPDX-License-Identifier: MIT */
/** The text of a source: each table of its schema is a description of columns, whose values have the
 *  types that the schema says, and all tables together have each record once. One pass for all tables has
 *  the rows that each table has alone. */
#include "arrow_text.h"
#include "document.h"
#include "fuzz.h"

static size_t number_at(vox_tree *tree, const char *pointer) {
    uint64_t number = 0;
    CHECK_OK(vox_node_uint64(tree, document_at(tree, pointer), &number));
    return (size_t)number;
}

/** Reads a table as vox.tables does in Python. */
static vox_columns_counts read_table(
    vox_string description, vox_string text, const vox_columns_options *options
) {
    vox_columns *columns = NULL;
    struct ArrowArrayStream stream;
    struct ArrowArray array;
    vox_columns_counts counts = {0};
    CHECK_OK(vox_columns_new(description.bytes, description.length, NULL, &columns, NULL));
    CHECK_OK(vox_columns_text(columns, "f", text.bytes, text.length, options, &stream));
    while (CHECK(stream.get_next(&stream, &array) == 0) && array.release) {
        array.release(&array);
    }
    CHECK_OK(vox_columns_counts_of(&stream, &counts));
    stream.release(&stream);
    vox_columns_free(columns);
    return counts;
}

enum {
    MOST_READ = 64 /* tables in one pass */
};

/** Reads tables in one pass, and compares with what each of them has alone. */
static void check_pass(
    vox_columns *const *columns, const vox_columns_counts *alone, size_t count, vox_string text,
    const vox_columns_options *options
) {
    piece_source source = {.text = text, .piece = 33};
    const vox_source given = piece_source_of(&source);
    const vox_columns *listed[MOST_READ];
    vox_tables *tables = NULL;
    struct ArrowArray array;
    size_t table;
    for (size_t index = 0; index < count; index++) {
        listed[index] = columns[index];
    }
    CHECK_OK(vox_tables_new(listed, count, &given, options, &tables));
    while (CHECK_OK(vox_tables_next(tables, &table, &array)) && array.release) {
        CHECK(table < count && array.length > 0);
        array.release(&array);
    }
    for (size_t index = 0; index < count; index++) {
        vox_columns_counts counts = {0};
        CHECK_OK(vox_tables_counts_of(tables, index, &counts));
        CHECK_SIZE(counts.rows, alone[index].rows);
        CHECK_SIZE(counts.rests, alone[index].rests);
        CHECK_SIZE(counts.skipped, alone[index].skipped);
    }
    vox_tables_free(tables);
}

static void check_tables(vox_tree *schema, vox_string text, vox_columns_options options) {
    static const char malformed[] = "{\"table\":\"malformed\"}";
    vox_columns *columns[MOST_READ];
    vox_columns_counts alone[MOST_READ];
    size_t count = 0;
    options.fault = VOX_COLUMNS_SKIP;
    vox_node *table = vox_node_first(schema, document_at(schema, "/tables"));
    for (; table; table = vox_node_next(schema, table)) {
        const vox_node *seen = vox_object_get(schema, table, LITERAL("seen"));
        const vox_columns_counts counts = read_table(
            vox_node_source(schema, table), text, &options
        );
        uint64_t rows = 0;
        if (count < MOST_READ - 1) {
            const vox_string described = vox_node_source(schema, table);
            alone[count] = counts;
            CHECK_OK(
                vox_columns_new(described.bytes, described.length, NULL, &columns[count++], NULL)
            );
        }
        CHECK_SIZE(counts.misfits, 0);
        if (seen) {
            CHECK_OK(vox_node_uint64(schema, vox_object_get(schema, seen, LITERAL("rows")), &rows));
            CHECK_SIZE(counts.rows, rows);
        }
    }
    const vox_columns_counts wrong = read_table(
        LITERAL("{\"table\":\"malformed\"}"), text, &options
    );
    CHECK_SIZE(wrong.rows, number_at(schema, "/seen/faults"));
    alone[count] = wrong;
    CHECK_OK(vox_columns_new(malformed, sizeof malformed - 1, NULL, &columns[count++], NULL));
    check_pass(columns, alone, count, text, &options);
    while (count > 0) {
        vox_columns_free(columns[--count]);
    }
}

void fuzz_schemas(vox_string input) {
    vox_columns_options options = vox_columns_options_default();
    options.tree = document_options();
    options.form = (vox_columns_form)fuzz_below(&input, 3);
    vox_buffer json = {.allocator = options.tree.allocator};
    piece_source source = {.text = input, .piece = 1 + fuzz_below(&input, 100)};
    const vox_source given = piece_source_of(&source);
    vox_error error;
    if (CHECK_OK(vox_schema_read(&given, &options, 100, &json, &error))) {
        vox_tree *schema = document_parse(buffer_text(&json));
        if (schema) {
            check_tables(schema, source.text, options);
        }
        vox_tree_free(schema);
    }
    vox_buffer_free(&json);
}
