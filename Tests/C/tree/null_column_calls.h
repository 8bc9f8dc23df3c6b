/* SPDX-License-Identifier: MIT */
/** The calls of the functions of columns.h and schema.h, for null_calls.h, which includes this. */
#ifndef NULL_COLUMN_CALLS_H
#define NULL_COLUMN_CALLS_H

static int call_vox_columns_options_init(call *with) {
    vox_columns_options options = {0};
    vox_columns_options_init(GIVE(0, &options), sizeof options);
    return ANSWERED;
}
static int call_vox_columns_new(call *with) {
    const vox_allocator allocator = vox_allocator_default();
    return (int)vox_columns_new(
        GIVE(0, columns_text), sizeof columns_text - 1, GIVE(2, &allocator),
        GIVE(3, &with->made_columns), GIVE(4, &with->error)
    );
}
FREE(vox_columns_free, columns)
STATUS(
    vox_columns_schema,
    vox_columns_schema(
        GIVE(0, with->columns), GIVE(1, &(vox_columns_options){0}), GIVE(2, &with->schema)
    )
)
STATUS(
    vox_columns_stream,
    vox_columns_stream(
        GIVE(0, with->columns), GIVE(1, &((vox_source){take_piece, NULL, NULL})),
        GIVE(2, &(vox_columns_options){0}), GIVE(3, &with->made_batches)
    )
)
STATUS(
    vox_columns_text, vox_columns_text(
                          GIVE(0, with->columns), GIVE(1, "file"), GIVE(2, "1"), 1,
                          GIVE(4, &(vox_columns_options){0}), GIVE(5, &with->made_batches)
                      )
)
static int call_vox_columns_counts_of(call *with) {
    vox_columns_counts counts = {0};
    return (int)vox_columns_counts_of(GIVE(0, &with->batches), GIVE(1, &counts));
}
static int call_vox_tables_new(call *with) {
    const vox_columns *const columns[] = {with->columns};
    return (int)vox_tables_new(
        GIVE(0, columns), 1, GIVE(2, &((vox_source){take_piece, NULL, NULL})),
        GIVE(3, &(vox_columns_options){0}), GIVE(4, &with->made_tables)
    );
}
static int call_vox_tables_next(call *with) {
    size_t table = 0;
    return (int)vox_tables_next(GIVE(0, with->tables), GIVE(1, &table), GIVE(2, &with->array));
}
static int call_vox_tables_message(call *with) {
    const vox_columns *const columns[] = {with->columns};
    const vox_source source = {fail_piece, NULL, NULL};
    size_t table = 0;
    CHECK_OK(vox_tables_new(columns, 1, &source, NULL, &with->made_tables));
    CHECK_STATUS(vox_tables_next(with->made_tables, &table, &with->array), VOX_ERROR_STOPPED);
    return vox_tables_message(GIVE(0, with->made_tables)) ? ANSWERED : NEUTRAL;
}
static int call_vox_tables_counts_of(call *with) {
    vox_columns_counts counts = {0};
    return (int)vox_tables_counts_of(GIVE(0, with->tables), 0, GIVE(2, &counts));
}
FREE(vox_tables_free, tables)
STATUS(
    vox_schema_read,
    vox_schema_read(
        GIVE(0, &((vox_source){take_piece, NULL, NULL})), GIVE(1, &(vox_columns_options){0}), 100,
        GIVE(3, &with->buffer), GIVE(4, &with->error)
    )
)
STATUS(
    vox_schema_columns,
    vox_schema_columns(
        GIVE(0, with->columns), GIVE(1, &((vox_source){take_piece, NULL, NULL})),
        GIVE(2, &(vox_columns_options){0}), 100, GIVE(4, &with->buffer), GIVE(5, &with->error)
    )
)

#endif
