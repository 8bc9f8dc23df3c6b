/* SPDX-License-Identifier: MIT */
/** Reads the columns of a description. */
#include "columns/describe.h"

#include "base/table.h"

#define MOST_DIGITS 38

#define UNKNOWN_TYPE                                                                               \
    "unknown type of a column; a type is bool, int64, double, decimal128, utf8, large_utf8, "      \
    "date32, timestamp, json, list, struct or absent"

const char *const vox__type_names[TYPES] = {
    "bool",      "int64", "double", "decimal128", "utf8",   "large_utf8", "date32",
    "timestamp", "json",  "list",   "struct",     "absent", "ignored",
};

vox_status vox__describe_refuse(vox__describing *self, const vox_node *node, const char *message) {
    const size_t offset = vox_node_offset(node);
    vox__error_at(
        self->error, VOX_ERROR_SHAPE, message, self->tree, node, offset == SIZE_MAX ? 0 : offset
    );
    return VOX_ERROR_SHAPE;
}

/** Refuses members that are not in a list of names, so that a misspelled one is noticed. */
vox_status vox__describe_names(
    vox__describing *self, const vox_node *object, const char *const *names
) {
    for (const vox_node *at = vox_node_first(self->tree, object); at;
         at = vox_node_next(self->tree, at)) {
        const char *const *name = names;
        while (*name && !vox_string_equal(vox_node_name(self->tree, at), vox_string_from_c(*name))
        ) {
            name++;
        }
        if (!*name) {
            return vox__describe_refuse(self, at, "unknown member of a description of columns");
        }
    }
    return VOX_OK;
}

/* --- fields ------------------------------------------------------------------------- */

static size_t size_of_fields(uint32_t count) {
    return sizeof(vox__fields) + count * (sizeof(vox__column) + sizeof(vox_string) + sizeof(bool));
}

/** Makes fields of columns that are all zero. */
vox__fields *vox__fields_new(const vox_allocator *allocator, uint32_t count) {
    const size_t size = size_of_fields(count);
    vox__fields *made = (vox__fields *)vox__memory_resize(allocator, NULL, 0, size);
    if (made) {
        memset(made, 0, size);
        made->columns = (vox__column *)(void *)(made + 1);
        made->paths = (vox_string *)(void *)(made->columns + count);
        made->takes = (bool *)(void *)(made->paths + count);
        made->count = made->capacity = count;
        made->start = VOX_PATH_VALUE;
    }
    return made;
}

void vox__fields_free(const vox_allocator *allocator, vox__fields *fields) {
    if (fields) {
        for (uint32_t index = 0; index < fields->capacity; index++) {
            vox__fields_free(allocator, fields->columns[index].inner);
        }
        vox__memory_resize(allocator, fields, size_of_fields(fields->capacity), 0);
    }
}

void vox__fields_set(vox__fields *fields, uint32_t index, vox__column column) {
    fields->columns[index] = column;
    fields->paths[index] = column.path;
    fields->takes[index] = column.type != TYPE_ABSENT;
}

/* --- columns ------------------------------------------------------------------------- */

static vox_status read_digits(
    vox__describing *self, const vox_node *object, const char *name, int64_t most, uint8_t *digits
) {
    const vox_node *node = vox__describe_member(self, object, name);
    int64_t value;
    if (vox_node_int64(self->tree, node, &value) != VOX_OK || value < 0 || value > most) {
        return vox__describe_refuse(
            self, node ? node : object,
            "decimal128 needs a precision from 1 to 38, and a scale up to the precision"
        );
    }
    *digits = (uint8_t)value;
    return VOX_OK;
}

static vox_status read_type_name(vox__describing *self, const vox_node *object, vox__type *type) {
    const vox_node *node = vox__describe_member(self, object, "type");
    const vox_string name = vox_node_text(self->tree, node);
    *type = TYPE_JSON;
    if (!node) {
        return VOX_OK;
    }
    for (int at = 0; vox_node_kind(node) == VOX_STRING && at < TYPES; at++) {
        if (at != TYPE_IGNORED && vox_string_equal(name, vox_string_from_c(vox__type_names[at]))) {
            *type = (vox__type)at;
            return VOX_OK;
        }
    }
    return vox__describe_refuse(self, node, UNKNOWN_TYPE);
}

static vox_status read_required(
    vox__describing *self, const vox_node *object, unsigned level, vox__column *column
) {
    const vox_node *node = vox__describe_member(self, object, "required");
    if (node && !vox_node_boolean(node, &column->is_required)) {
        return vox__describe_refuse(self, node, "the member required must be true or false");
    }
    if (column->is_required && (column->type == TYPE_ABSENT || level)) {
        return vox__describe_refuse(
            self, node, "columns of the type absent and columns inside others cannot be required"
        );
    }
    return VOX_OK;
}

/** Reads the type of a column, and the columns inside it. */
static vox_status read_type(
    vox__describing *self, const vox_node *object, unsigned level, vox__column *column
) {
    VOX_TRY(read_type_name(self, object, &column->type));
    VOX_TRY(read_required(self, object, level, column));
    const vox_node *items = vox__describe_member(self, object, "items");
    const vox_node *columns = vox__describe_member(self, object, "columns");
    if ((items != NULL) != (column->type == TYPE_LIST) ||
        (columns != NULL) != (column->type == TYPE_STRUCT)) {
        return vox__describe_refuse(
            self, object, "a list has the member items, and a struct has the member columns"
        );
    }
    if (level >= MOST_LEVELS) {
        return vox__describe_refuse(self, object, "the types are nested too deeply");
    }
    if (column->type == TYPE_DECIMAL128) {
        VOX_TRY(read_digits(self, object, "precision", MOST_DIGITS, &column->precision));
        VOX_TRY(read_digits(self, object, "scale", column->precision, &column->scale));
        return column->precision ? VOX_OK
                                 : vox__describe_refuse(self, object, "the precision is 0");
    }
    if (columns) {
        return vox__describe_columns(self, columns, level + 1, 0, &column->inner);
    }
    if (items) {
        static const char *const names[] = {"type", "precision", "scale", "items", "columns", NULL};
        vox__column item = {.name = {"item", 4}, .path = {"", 0}};
        if (vox_node_kind(items) != VOX_OBJECT) {
            return vox__describe_refuse(
                self, items, "the items of a list must be an object with a type"
            );
        }
        VOX_TRY(vox__describe_names(self, items, names));
        column->inner = vox__fields_new(&self->made->allocator, 1);
        if (!column->inner) {
            return vox__error_plain(self->error, VOX_ERROR_MEMORY);
        }
        column->inner->shown = 1;
        const vox_status status = read_type(self, items, level + 1, &item);
        vox__fields_set(column->inner, 0, item);
        if (status == VOX_OK && item.type == TYPE_ABSENT) {
            return vox__describe_refuse(self, items, "an element of a list cannot be absent");
        }
        return status;
    }
    return VOX_OK;
}

static vox_status read_column(
    vox__describing *self, const vox_node *node, unsigned level, vox__column *column
) {
    static const char *const names[] = {
        "name", "path", "type", "precision", "scale", "required", "items", "columns", "seen", NULL,
    };
    const bool is_name = vox_node_kind(node) == VOX_STRING;
    if (!is_name && vox_node_kind(node) != VOX_OBJECT) {
        return vox__describe_refuse(self, node, "a column must be an object or a name");
    }
    if (++self->columns > MOST_COLUMNS) {
        return vox__describe_refuse(self, node, "there are too many columns");
    }
    const vox_node *name = is_name ? node : vox__describe_member(self, node, "name");
    const vox_node *path = is_name ? NULL : vox__describe_member(self, node, "path");
    path = path ? path : name;
    name = name ? name : path;
    if (vox_node_kind(name) != VOX_STRING || vox_node_kind(path) != VOX_STRING) {
        return vox__describe_refuse(
            self, node, "a column needs a name, and its path must be a string"
        );
    }
    column->name = vox_node_text(self->tree, name);
    column->path = vox_node_text(self->tree, path);
    column->at = path;
    column->type = TYPE_JSON;
    if (vox__find_byte(column->name.bytes, '\0', column->name.length)) {
        return vox__describe_refuse(self, name, "the name of a column contains NUL");
    }
    if (is_name) {
        return VOX_OK;
    }
    VOX_TRY(vox__describe_names(self, node, names));
    return read_type(self, node, level, column);
}

/** Refuses a column that has the name of one before it. */
static vox_status check_unique(
    vox__describing *self, const vox_node *list, const vox__fields *fields
) {
    vox_tree *tree = self->tree;
    vox__table names = {NULL, 0, 0}; /* entries are keys with the number of the column, plus one */
    vox_status status = vox__table_reserve(
        &tree->memory, vox__temporary, &names, sizeof(uint64_t), fields->shown
    );
    if (status != VOX_OK) {
        return vox__error_plain(self->error, status);
    }
    uint32_t number = 1;
    for (const vox_node *at = vox_node_first(tree, list); at && status == VOX_OK;
         at = vox_node_next(tree, at), number++) {
        const vox_string name = fields->columns[number - 1].name;
        const uint64_t key = vox__table_key(vox__hash(&tree->seed, 0, name, NULL), number);
        uint32_t slot = vox__table_slot(&names, key);
        uint64_t *entry = (uint64_t *)vox__table_at(&names, sizeof key, slot);
        while (*entry && !vox__same(fields->columns[(uint32_t)*entry - 1].name, name)) {
            slot = vox__table_next(&names, slot);
            entry = (uint64_t *)vox__table_at(&names, sizeof key, slot);
        }
        status = *entry ? vox__describe_refuse(self, at, "two columns have one name") : VOX_OK;
        *entry = key;
    }
    vox__table_free(&tree->memory, vox__temporary, &names, sizeof(uint64_t));
    return status;
}

/** Reads a list of columns; `more` columns follow them in the same fields. */
vox_status vox__describe_columns(
    vox__describing *self, const vox_node *list, unsigned level, uint32_t more, vox__fields **made
) {
    const size_t count = vox_node_count(self->tree, list);
    if (vox_node_kind(list) != VOX_ARRAY || count > MOST_COLUMNS || (level && !count)) {
        return vox__describe_refuse(
            self, list, "the columns must be a list, which is not empty in a struct"
        );
    }
    vox__fields *fields = *made = vox__fields_new(&self->made->allocator, (uint32_t)count + more);
    if (!fields) {
        return vox__error_plain(self->error, VOX_ERROR_MEMORY);
    }
    fields->shown = (uint32_t)count;
    uint32_t index = 0;
    for (const vox_node *at = vox_node_first(self->tree, list); at;
         at = vox_node_next(self->tree, at), index++) {
        vox__column column = {.name = {NULL, 0}};
        const vox_status status = read_column(self, at, level, &column);
        vox__fields_set(fields, index, column);
        VOX_TRY(status);
    }
    return check_unique(self, list, fields);
}
