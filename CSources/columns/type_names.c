/* SPDX-License-Identifier: MIT */
/** Gives the types of columns away as a schema. Each schema owns its own memory, in one block with
 *  its strings and the structs of its children. */
#include "base/bounded_text.h"
#include "columns/columns.h"

#define FORMAT_SIZE 16

typedef struct schema_memory {
    vox_allocator allocator;
    size_t size; /* of the block that begins with this struct */
    char format[FORMAT_SIZE];
    char *name;
    struct ArrowSchema **children;
} schema_memory;

static void release_schema(struct ArrowSchema *schema) {
    schema_memory *held = (schema_memory *)schema->private_data;
    const vox_allocator allocator = held->allocator;
    for (int64_t index = 0; index < schema->n_children; index++) {
        struct ArrowSchema *child = held->children[index];
        if (child->release) { /* it was not moved */
            child->release(child);
        }
    }
    vox__memory_resize(&allocator, held, held->size, 0);
    schema->release = NULL;
}

static void write_format(const vox__column *column, char format[FORMAT_SIZE]) {
    static const char *const formats[TYPES] = {
        [TYPE_BOOL] = "b",     [TYPE_INT64] = "l",
        [TYPE_DOUBLE] = "g",   [TYPE_DECIMAL128] = "d:",
        [TYPE_UTF8] = "u",     [TYPE_LARGE_UTF8] = "U",
        [TYPE_DATE32] = "tdD", [TYPE_TIMESTAMP] = "tsu:UTC",
        [TYPE_JSON] = "u",     [TYPE_LIST] = "+l",
        [TYPE_STRUCT] = "+s",  [TYPE_ABSENT] = "b",
    };
    vox__bounded text = {format, FORMAT_SIZE, 0};
    vox__bounded_put(&text, formats[column->type]);
    if (column->type == TYPE_DECIMAL128) {
        vox__bounded_number(&text, column->precision);
        vox__bounded_byte(&text, ',');
        vox__bounded_number(&text, column->scale);
    }
    vox__bounded_end(&text);
}

/** What all schemas of a description have in common. */
typedef struct exporting {
    const vox_allocator *allocator;
    bool stops; /* at malformed records: then required columns have a value in each row */
} exporting;

/** Makes a schema without content for its children. */
static vox_status make_schema(
    exporting self, const vox__column *column, uint32_t children, struct ArrowSchema *schema
) {
    const size_t head = sizeof(schema_memory) +
                        children * (sizeof(struct ArrowSchema *) + sizeof(struct ArrowSchema));
    const size_t size = head + column->name.length + 1;
    schema_memory *held = (schema_memory *)vox__memory_resize(self.allocator, NULL, 0, size);
    memset(schema, 0, sizeof *schema);
    if (!held) {
        return VOX_ERROR_MEMORY;
    }
    memset(held, 0, size);
    held->allocator = *self.allocator;
    held->size = size;
    held->name = (char *)held + head;
    memcpy(held->name, column->name.bytes, column->name.length);
    held->children = (struct ArrowSchema **)(void *)(held + 1);
    struct ArrowSchema *first = (struct ArrowSchema *)(void *)(held->children + children);
    for (uint32_t index = 0; index < children; index++) {
        held->children[index] = first + index;
    }
    write_format(column, held->format);
    const bool never_null = column->type == TYPE_ABSENT || (column->is_required && self.stops);
    *schema = (struct ArrowSchema
    ){.format = held->format,
      .name = held->name,
      .flags = never_null ? 0 : ARROW_FLAG_NULLABLE,
      .n_children = children,
      .children = children ? held->children : NULL,
      .release = release_schema,
      .private_data = held};
    return VOX_OK;
}

/** Makes the schema of a column, and those inside it. The recursion is as deep as the types. */
static vox_status export_column(
    exporting self, const vox__column *column, struct ArrowSchema *schema
) {
    const vox__fields *inner = column->inner;
    const uint32_t count = inner ? inner->shown : 0;
    VOX_TRY(make_schema(self, column, count, schema));
    for (uint32_t index = 0; index < count; index++) {
        /* A column inside a struct may be null where the struct is null. */
        const exporting below = {self.allocator, false};
        const vox_status status = export_column(
            below, &inner->columns[index], schema->children[index]
        );
        if (status != VOX_OK) {
            return status;
        }
    }
    return VOX_OK;
}

vox_status vox__fields_export(
    const vox_columns *columns, bool stops, const vox_allocator *allocator,
    struct ArrowSchema *schema
) {
    const vox__column top = {.name = {"", 0}, .type = TYPE_STRUCT};
    const exporting self = {allocator, stops};
    vox_status status = make_schema(self, &top, columns->top->shown, schema);
    for (uint32_t index = 0; status == VOX_OK && index < columns->top->shown; index++) {
        status = export_column(self, &columns->top->columns[index], schema->children[index]);
    }
    if (schema->release) {
        schema->flags = 0;
    }
    if (status != VOX_OK && schema->release) {
        schema->release(schema);
    }
    return status;
}
