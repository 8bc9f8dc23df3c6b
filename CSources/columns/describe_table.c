/* SPDX-License-Identifier: MIT */
/** Reads the table of a description: what its rows are, and the columns that follow those of the
 *  description. Has the life of a description. */
#include "columns/describe.h"

const char *const vox__table_names[TABLES] = {
    "resources", "included", "relationships", "included_relationships", "records", "malformed",
};

/** Makes fields of fixed columns, without paths. */
static vox__fields *fixed_fields(
    const vox_allocator *allocator, const vox__column *columns, uint32_t count, uint32_t more
) {
    vox__fields *made = vox__fields_new(allocator, count + more);
    for (uint32_t index = 0; made && index < count; index++) {
        vox__fields_set(made, index, columns[index]);
    }
    if (made) {
        made->shown = count + more;
    }
    return made;
}

/* --- the table ------------------------------------------------------------------------ */

/** Reads the name of a further column. An empty name means no column. `is_usual` says whether there
 *  is one if the description has no such member. */
static vox_status read_extra_name(
    vox__describing *self, const vox_node *root, const char *word, bool is_usual, vox_string *name
) {
    const vox_node *node = vox__describe_member(self, root, word);
    const vox_kind kind = vox_node_kind(node);
    const bool has_word = kind == VOX_TRUE || (kind == VOX_ABSENT && is_usual);
    *name = has_word ? vox_string_from_c(word) : vox_node_text(self->tree, node);
    const bool is_name = kind == VOX_STRING && name->length &&
                         !vox__find_byte(name->bytes, '\0', name->length);
    return is_name || kind <= VOX_TRUE
               ? VOX_OK
               : vox__describe_refuse(self, node, "expected a name, true, false or null");
}

#define TAKEN_NAME                                                                                 \
    "a column has the name of the column rest, error, file or line; rename that one, such as "     \
    "\"rest\": \"rest.of.row\", or leave it out with \"rest\": false"

/** Adds a further column to the top fields. */
static vox_status add_extra(
    vox__describing *self, const vox_node *root, const char *word, vox__column column,
    uint32_t *number
) {
    const bool is_usual = column.type != TYPE_UTF8 && column.type != TYPE_INT64;
    vox__fields *top = self->made->top;
    *number = NO_PLACE;
    VOX_TRY(read_extra_name(self, root, word, is_usual, &column.name));
    if (column.name.length) {
        *number = top->shown++;
        vox__fields_set(top, *number, column);
        top->takes[*number] = false;
        if (column.type == TYPE_STRUCT) {
            vox__fields *inner = fixed_fields(
                &self->made->allocator, vox__error_columns, ERROR_COLUMNS, 0
            );
            top->columns[*number].inner = inner;
            if (!inner) {
                return vox__error_plain(self->error, VOX_ERROR_MEMORY);
            }
        }
        for (uint32_t other = 0; other < *number; other++) {
            if (vox_string_equal(top->columns[other].name, column.name)) {
                const vox_node *node = vox__describe_member(self, root, word);
                return vox__describe_refuse(self, node ? node : root, TAKEN_NAME);
            }
        }
    }
    return VOX_OK;
}

/** Adds paths whose values are ignored. */
static vox_status add_ignored(vox__describing *self, const vox_node *list) {
    vox__fields *top = self->made->top;
    vox__column ignored = {.path = {"type", 4}, .type = TYPE_IGNORED};
    uint32_t at = top->shown;
    if (self->made->type.bytes) {
        vox__fields_set(top, at++, ignored);
    }
    for (const vox_node *node = vox_node_first(self->tree, list); node;
         node = vox_node_next(self->tree, node)) {
        if (vox_node_kind(node) != VOX_STRING) {
            return vox__describe_refuse(self, node, "an ignored path must be a string");
        }
        ignored.path = vox_node_text(self->tree, node);
        ignored.at = node;
        if (ignored.path.length && ignored.path.bytes[0] != '/' &&
            vox__find_byte(ignored.path.bytes, '*', ignored.path.length)) {
            return vox__describe_refuse(
                self, node, "an ignored path has no `*`; \"links\": false ignores all links"
            );
        }
        vox__fields_set(top, at++, ignored);
    }
    top->count = at;
    return VOX_OK;
}

static vox_status read_table_kind(vox__describing *self, const vox_node *root) {
    const vox_node *table = vox__describe_member(self, root, "table"),
                   *type = vox__describe_member(self, root, "type");
    const vox_string name = vox_node_text(self->tree, table);
    int kind = table ? 0 : TABLE_RESOURCES;
    while (table && kind < TABLES &&
           !vox_string_equal(name, vox_string_from_c(vox__table_names[kind]))) {
        kind++;
    }
    if (kind == TABLES || (table && vox_node_kind(table) != VOX_STRING)) {
        return vox__describe_refuse(
            self, table,
            "unknown table; a table is resources, included, relationships, included_relationships, "
            "records or malformed"
        );
    }
    self->made->kind = (vox__table_kind)kind;
    if (type) {
        self->made->type = vox_node_text(self->tree, type);
    }
    if (type && (vox_node_kind(type) != VOX_STRING || kind >= TABLE_RECORDS)) {
        return vox__describe_refuse(
            self, type,
            "the type of the resources must be a string; the tables records and malformed have none"
        );
    }
    return VOX_OK;
}

/** Makes the fields of the table, with room for further columns and ignored paths. */
static vox_status read_fields(
    vox__describing *self, const vox_node *root, const vox_node *ignored
) {
    vox_columns *made = self->made;
    const vox_node *columns = vox__describe_member(self, root, "columns");
    const size_t more = vox_node_count(self->tree, ignored) + 5;
    const uint32_t fixed = made->kind == TABLE_MALFORMED ? 0 : LINK_COLUMNS;
    if (more > MOST_COLUMNS || (ignored && vox_node_kind(ignored) != VOX_ARRAY)) {
        return vox__describe_refuse(self, ignored, "the ignored paths must be a list");
    }
    if (vox__is_fixed_table(made->kind)) {
        if (columns || ignored) {
            return vox__describe_refuse(
                self, root,
                "the columns of this table are fixed: leave out the members columns and ignore"
            );
        }
        made->top = fixed_fields(&made->allocator, vox__link_columns, fixed, (uint32_t)more);
        if (!made->top) {
            return vox__error_plain(self->error, VOX_ERROR_MEMORY);
        }
        made->top->shown = fixed;
        return VOX_OK;
    }
    if (!columns) {
        return vox__describe_refuse(self, root, "the description has no columns");
    }
    VOX_TRY(vox__describe_columns(self, columns, 0, (uint32_t)more, &made->top));
    made->top->start = made->kind == TABLE_RECORDS ? VOX_PATH_VALUE : VOX_PATH_RESOURCE;
    return VOX_OK;
}

/** Checks the paths of fields, and of the fields inside them. */
static vox_status check_paths(
    vox__describing *self, const vox__fields *fields, bool *needs_included
) {
    vox_paths *paths;
    size_t wrong = 0;
    const char *message = NULL;
    const vox_status status = vox_paths_new(
        fields->paths, fields->count, fields->start, &self->made->allocator, &paths, &wrong,
        &message
    );
    if (status == VOX_ERROR_POINTER) {
        const vox_node *at = fields->columns[wrong].at;
        vox__error_at(self->error, status, message, self->tree, at, vox_node_offset(at));
        return status;
    }
    if (status != VOX_OK) {
        return vox__error_plain(self->error, status);
    }
    *needs_included |= vox_paths_need_included(paths);
    vox_paths_free(paths);
    for (uint32_t index = 0; index < fields->shown; index++) {
        bool ignored = false;
        if (fields->columns[index].inner) {
            VOX_TRY(check_paths(self, fields->columns[index].inner, &ignored));
        }
    }
    return VOX_OK;
}

/** Reads whether the links of resource objects are in the rest. */
static vox_status read_links(vox__describing *self, const vox_node *root) {
    const vox_node *node = vox__describe_member(self, root, "links");
    bool has_links = true;
    if (node && !vox_node_boolean(node, &has_links)) {
        return vox__describe_refuse(self, node, "the member links must be true or false");
    }
    self->made->top->drops_links = !has_links;
    return VOX_OK;
}

static vox_status read_table(vox__describing *self) {
    static const char *const names[] = {
        "table", "type", "columns", "ignore", "links", "rest",
        "error", "file", "line",    "seen",   NULL,
    };
    vox_columns *made = self->made;
    const vox_node *root = vox_tree_root(self->tree),
                   *ignored = vox__describe_member(self, root, "ignore");
    if (vox_node_kind(root) != VOX_OBJECT) {
        return vox__describe_refuse(self, root, "a description of columns must be an object");
    }
    VOX_TRY(vox__describe_names(self, root, names));
    VOX_TRY(read_table_kind(self, root));
    VOX_TRY(read_fields(self, root, ignored));
    VOX_TRY(read_links(self, root));
    const vox__column rest = {.type = TYPE_LARGE_UTF8}, error = {.type = TYPE_STRUCT},
                      file = {.type = TYPE_UTF8}, line = {.type = TYPE_INT64};
    made->plain = made->top->shown;
    VOX_TRY(add_extra(self, root, "rest", rest, &made->rest));
    VOX_TRY(add_extra(self, root, "error", error, &made->error));
    VOX_TRY(add_extra(self, root, "file", file, &made->file));
    VOX_TRY(add_extra(self, root, "line", line, &made->line));
    VOX_TRY(add_ignored(self, ignored));
    VOX_TRY(check_paths(self, made->top, &made->needs_included));
    const vox_status status = vox_tree_freeze(self->tree);
    return status == VOX_OK ? VOX_OK : vox__error_plain(self->error, status);
}

/* --- the life of a description --------------------------------------------------------- */

vox_status vox_columns_new(
    const char *bytes, size_t length, const vox_allocator *allocator, vox_columns **columns,
    vox_error *error
) {
    if (!columns) {
        return vox__refuse(error);
    }
    *columns = NULL;
    vox_options options = vox_options_default();
    options.allocator = allocator ? *allocator : vox_allocator_default();
    vox_tree *tree;
    VOX_TRY(vox_tree_parse(bytes, length, &options, &tree, error));
    vox_columns *made = (vox_columns *)vox__memory_resize(
        &options.allocator, NULL, 0, sizeof *made
    );
    if (!made) {
        vox_tree_free(tree);
        return vox__error_plain(error, VOX_ERROR_MEMORY);
    }
    *made = (vox_columns){.allocator = options.allocator, .users = 1, .text = tree};
    vox__describing self = {made, tree, error, 0};
    const vox_status status = read_table(&self);
    if (status != VOX_OK) {
        vox_columns_free(made);
        return status;
    }
    *columns = made;
    return VOX_OK;
}

/** Adds to the users of a description, which may be in several threads. Returns their number. */
static uint32_t count_users(vox_columns *columns, uint32_t more) {
#ifdef VOX_FREESTANDING
    return columns->users += more;
#else
    return __atomic_add_fetch(&columns->users, more, __ATOMIC_ACQ_REL);
#endif
}

void vox__columns_keep(const vox_columns *columns) {
    (void)count_users((vox_columns *)(uintptr_t)columns, 1);
}

void vox__columns_drop(const vox_columns *columns) {
    vox_columns *const dropped = (vox_columns *)(uintptr_t)columns;
    if (count_users(dropped, UINT32_MAX) == 0) {
        const vox_allocator allocator = dropped->allocator;
        vox__fields_free(&allocator, dropped->top);
        vox_tree_free(dropped->text);
        vox__memory_resize(&allocator, dropped, sizeof *dropped, 0);
    }
}

void vox_columns_free(vox_columns *columns) {
    if (columns) {
        vox__columns_drop(columns);
    }
}
