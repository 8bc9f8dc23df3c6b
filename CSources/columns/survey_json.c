/* SPDX-License-Identifier: MIT */
/** Writes descriptions of tables from what was seen. The recursion is as deep as the types. */
#include "base/bounded_text.h"
#include "columns/describe.h"
#include "columns/survey.h"

/** What is being written. */
typedef struct writing {
    vox__survey *survey;
    vox_buffer *out;
    unsigned share;
    uint32_t *columns; /* of the table, and those inside them */
} writing;

static vox_status put_json(writing self, const char *text) {
    return vox__put_bytes(self.out, text, strlen(text));
}

static vox_status put_count(writing self, const char *before, uint64_t number) {
    char digits[VOX_NUMBER_SIZE];
    VOX_TRY(put_json(self, before));
    const vox_string text = vox__integer_text(digits, false, number);
    return vox__put_bytes(self.out, text.bytes, text.length);
}

static const vox__sighting *sighting_of(
    writing self, const vox__sighting *parent, const char *name
) {
    return vox__sighting_find(self.survey, parent, vox_string_from_c(name));
}

static uint64_t present(const vox__sighting *sighting) {
    uint64_t count = 0;
    for (int kind = 0; kind < SIGHTS; kind++) {
        count += sighting->counts[kind];
    }
    return count;
}

/* --- names and paths ------------------------------------------------------------------------ */

/** Returns true when a name is a segment of a path. */
static bool is_segment(vox_string name) {
    return name.length && name.bytes[0] != '/' && !vox__find_byte(name.bytes, '.', name.length) &&
           !vox__is_space(name.bytes[0]) && !vox__is_space(name.bytes[name.length - 1]);
}

/** The longest name of a column; longer ones stay in the rest. */
#define LONGEST_NAME 1024

static bool can_be_column(vox_string name) {
    return name.length <= LONGEST_NAME &&
           (!name.length || !vox__find_byte(name.bytes, '\0', name.length));
}

/** Writes the pointer of a member, as a string. */
static vox_status put_member_pointer(
    writing self, const char *parent, vox_string name, const char *end
) {
    char pointer[2 * LONGEST_NAME + 32];
    size_t length = strlen(parent);
    memcpy(pointer, parent, length);
    pointer[length++] = '/';
    for (size_t at = 0; at < name.length; at++) {
        const char byte = name.bytes[at];
        if (byte == '~' || byte == '/') {
            pointer[length++] = '~';
            pointer[length++] = byte == '~' ? '0' : '1';
        } else {
            pointer[length++] = byte;
        }
    }
    memcpy(pointer + length, end, strlen(end));
    VOX_TRY(put_json(self, ",\"path\":"));
    return vox__put_string(self.out, vox__string(pointer, length + strlen(end)));
}

/** Writes a name, with text before and after it. */
static vox_status put_name(writing self, const char *before, vox_string name, const char *after) {
    char whole[LONGEST_NAME + 32];
    const size_t first = strlen(before), last = strlen(after);
    memcpy(whole, before, first);
    if (name.length) {
        memcpy(whole + first, name.bytes, name.length);
    }
    memcpy(whole + first + name.length, after, last);
    VOX_TRY(put_json(self, "\"name\":"));
    return vox__put_string(self.out, vox__string(whole, first + name.length + last));
}

/* --- types ----------------------------------------------------------------------------------- */

static vox_status put_fields(writing self, const vox__sighting *parent, uint64_t rows);

/** Counts the columns of a struct, which a description must have room for. */
static bool may_be_struct(writing self, const vox__sighting *parent) {
    uint32_t count = 0;
    for (const vox__sighting *at = parent->first; at; at = at->sibling) {
        count += can_be_column(at->name);
    }
    const bool may_be = count > 0 && count <= MOST_COLUMNS - *self.columns;
    *self.columns += may_be ? count : 0;
    return may_be;
}

/** Writes the type of values. Returns in `*others` how many values do not have it. */
static vox_status put_type(writing self, const vox__sighting *sighting, uint64_t *others) {
    vox__chosen chosen = vox__sighting_type(sighting, self.share);
    if (chosen.type == TYPE_STRUCT && !may_be_struct(self, sighting)) {
        chosen = (vox__chosen){.type = TYPE_JSON};
    }
    *others = chosen.others;
    VOX_TRY(put_json(self, "\"type\":\""));
    VOX_TRY(put_json(self, vox__type_names[chosen.type]));
    VOX_TRY(put_json(self, "\""));
    if (chosen.type == TYPE_DECIMAL128) {
        VOX_TRY(put_count(self, ",\"precision\":", chosen.precision));
        VOX_TRY(put_count(self, ",\"scale\":", chosen.scale));
    } else if (chosen.type == TYPE_LIST) {
        VOX_TRY(put_json(self, ",\"items\":{"));
        uint64_t inside;
        VOX_TRY(put_type(self, sighting->elements, &inside));
        VOX_TRY(put_json(self, "}"));
    } else if (chosen.type == TYPE_STRUCT) {
        VOX_TRY(put_json(self, ",\"columns\":["));
        VOX_TRY(put_fields(self, sighting, sighting->counts[SIGHT_OBJECT]));
        VOX_TRY(put_json(self, "]"));
    }
    return VOX_OK;
}

static vox_status put_seen(
    writing self, const vox__sighting *sighting, uint64_t rows, uint64_t others
) {
    VOX_TRY(put_count(self, ",\"seen\":{\"absent\":", rows - present(sighting)));
    VOX_TRY(put_count(self, ",\"null\":", sighting->counts[SIGHT_NULL]));
    VOX_TRY(put_count(self, ",\"other\":", others));
    return put_json(self, "}}");
}

/** Writes a comma before all columns but the first one, and begins a column. */
static vox_status begin_column(writing self) {
    const char last = self.out->bytes[self.out->length - 1];
    return put_json(self, last == '[' ? "{" : ",{");
}

/** Writes the column of a member. Without `parent`, its path is its name if possible. */
static vox_status put_column(
    writing self, const vox__sighting *sighting, uint64_t rows, const char *prefix,
    const char *parent
) {
    const vox_string name = sighting->name;
    uint64_t others;
    if (!can_be_column(name)) {
        return VOX_OK;
    }
    VOX_TRY(begin_column(self));
    VOX_TRY(put_name(self, prefix, name, ""));
    if (parent) {
        VOX_TRY(put_member_pointer(self, parent, name, ""));
    }
    VOX_TRY(put_json(self, ","));
    VOX_TRY(put_type(self, sighting, &others));
    return put_seen(self, sighting, rows, others);
}

/** Writes the columns of the members of an object. */
static vox_status put_fields(writing self, const vox__sighting *parent, uint64_t rows) {
    for (const vox__sighting *at = parent->first; at; at = at->sibling) {
        VOX_TRY(put_column(self, at, rows, "", is_segment(at->name) ? NULL : ""));
    }
    return VOX_OK;
}

/* --- resources -------------------------------------------------------------------------------- */

/** Writes the columns of attributes. If there is a relationship of the same name, only a pointer
 *  surely leads to the attribute. */
static vox_status put_attributes(
    writing self, const vox__sighting *attributes, const vox__sighting *relationships, uint64_t rows
) {
    for (const vox__sighting *at = attributes ? attributes->first : NULL; at; at = at->sibling) {
        const bool is_plain = is_segment(at->name) && !vox__is_identity_name(at->name);
        const bool is_path = is_plain && !vox__sighting_find(self.survey, relationships, at->name);
        VOX_TRY(put_column(
            self, at, rows, is_plain ? "" : "attributes.", is_path ? NULL : "/attributes"
        ));
    }
    return VOX_OK;
}

/** Writes the column of a member of a linkage. */
static vox_status put_linked(
    writing self, const vox__sighting *relationship, const vox__sighting *linkage, uint64_t rows,
    const char *member
) {
    const bool is_list = linkage->counts[SIGHT_LIST] > 0;
    VOX_TRY(begin_column(self));
    VOX_TRY(put_name(self, "", relationship->name, member));
    VOX_TRY(put_json(
        self, is_list ? ",\"type\":\"list\",\"items\":{\"type\":\"utf8\"}" : ",\"type\":\"utf8\""
    ));
    return put_seen(self, linkage, rows, 0);
}

static vox_status put_relationship(
    writing self, const vox__sighting *relationship, bool is_plain, uint64_t rows
) {
    const vox__sighting *linkage = sighting_of(self, relationship, "data");
    const vox_string name = relationship->name;
    if (!linkage || !can_be_column(name)) {
        return VOX_OK;
    }
    const bool is_clear = !linkage->counts[SIGHT_LIST] || !linkage->counts[SIGHT_OBJECT];
    if (is_plain && is_clear) {
        VOX_TRY(put_linked(self, relationship, linkage, rows, ".id"));
        return put_linked(self, relationship, linkage, rows, ".type");
    }
    VOX_TRY(begin_column(self));
    VOX_TRY(put_name(self, "relationships.", name, ""));
    VOX_TRY(put_member_pointer(self, "/relationships", name, "/data"));
    VOX_TRY(put_json(self, ",\"type\":\"json\""));
    return put_seen(self, linkage, rows, 0);
}

/** Returns true when a relationship has columns with its name and a dot, as only other relationships
 *  have: the prefixes end in a dot, too. */
static bool is_plain_relationship(vox_string name) {
    return is_segment(name) && !vox__is_identity_name(name) &&
           !vox_string_equal(name, vox_string_from_c("attributes")) &&
           !vox_string_equal(name, vox_string_from_c("relationships"));
}

static vox_status put_resource_columns(writing self, const vox__sighting *type) {
    const uint64_t rows = type->counts[SIGHT_OBJECT];
    const vox__sighting *attributes = sighting_of(self, type, "attributes");
    const vox__sighting *relationships = sighting_of(self, type, "relationships");
    const vox__sighting *id = sighting_of(self, type, "id"), *lid = sighting_of(self, type, "lid");
    if (id) {
        VOX_TRY(put_column(self, id, rows, "", NULL));
    }
    if (lid) {
        VOX_TRY(put_column(self, lid, rows, "", NULL));
    }
    /* These columns always have room. The columns inside them come on top. */
    *self.columns = 2 + (attributes ? attributes->children : 0) +
                    (relationships ? 2 * relationships->children : 0);
    VOX_TRY(put_attributes(self, attributes, relationships, rows));
    for (const vox__sighting *at = relationships ? relationships->first : NULL; at;
         at = at->sibling) {
        const bool is_plain = is_plain_relationship(at->name) &&
                              !vox__sighting_find(self.survey, attributes, at->name);
        VOX_TRY(put_relationship(self, at, is_plain, rows));
    }
    return VOX_OK;
}

/* --- tables ----------------------------------------------------------------------------------- */

static vox_status begin_table(writing self, const char *table) {
    const char last = self.out->bytes[self.out->length - 1];
    VOX_TRY(put_json(self, last == '[' ? "\n{\"table\":\"" : ",\n{\"table\":\""));
    VOX_TRY(put_json(self, table));
    return put_json(self, "\"");
}

/** Renames the column `rest` or `error` if another column has its name. */
static vox_status put_further(writing self, const vox__sighting *names, const char *word) {
    char name[64];
    vox__bounded text = {name, sizeof name, 0};
    if (!sighting_of(self, names, word)) {
        return VOX_OK;
    }
    vox__bounded_put(&text, word);
    vox__bounded_put(&text, ".of.row");
    const size_t length = text.length;
    vox__bounded_end(&text);
    for (uint64_t number = 2; sighting_of(self, names, name); number++) {
        text.length = length;
        vox__bounded_byte(&text, '.');
        vox__bounded_number(&text, number);
        vox__bounded_end(&text);
    }
    VOX_TRY(put_json(self, ",\""));
    VOX_TRY(put_json(self, word));
    VOX_TRY(put_json(self, "\":\""));
    VOX_TRY(put_json(self, name));
    return put_json(self, "\"");
}

static vox_status end_table(writing self, const vox__sighting *names, uint64_t rows) {
    VOX_TRY(put_json(self, "]"));
    VOX_TRY(put_further(self, names, "rest"));
    VOX_TRY(put_further(self, names, "error"));
    VOX_TRY(put_count(self, ",\"seen\":{\"rows\":", rows));
    return put_json(self, "}}");
}

/** Writes a table for each type of resource. `*linked` is set if one has relationships. */
static vox_status put_types(writing self, const char *table, bool *linked) {
    const vox__sighting *types = sighting_of(self, self.survey->root, table);
    for (const vox__sighting *at = types ? types->first : NULL; at; at = at->sibling) {
        *linked |= sighting_of(self, at, "relationships") != NULL;
        VOX_TRY(begin_table(self, table));
        VOX_TRY(put_json(self, ",\"type\":"));
        VOX_TRY(vox__put_string(self.out, at->name));
        VOX_TRY(put_json(self, ",\"columns\":["));
        VOX_TRY(put_resource_columns(self, at));
        VOX_TRY(end_table(self, sighting_of(self, at, "attributes"), at->counts[SIGHT_OBJECT]));
    }
    return VOX_OK;
}

/** Writes a table whose columns are fixed. */
static vox_status put_links(writing self, const char *table, bool linked) {
    if (!linked) {
        return VOX_OK;
    }
    VOX_TRY(begin_table(self, table));
    return put_json(self, "}");
}

static vox_status put_records(writing self, const vox__sighting *records) {
    if (!records) {
        return VOX_OK;
    }
    VOX_TRY(begin_table(self, "records"));
    VOX_TRY(put_json(self, ",\"columns\":["));
    const uint64_t rows = records->counts[SIGHT_OBJECT];
    *self.columns = records->children;
    VOX_TRY(put_fields(self, records, rows));
    return end_table(self, records, present(records));
}

vox_status vox__survey_write(
    vox__survey *survey, unsigned share, const vox__seen *seen, vox_buffer *out
) {
    uint32_t count = 0;
    const writing self = {survey, out, share, &count};
    bool linked = false, included_linked = false;
    VOX_TRY(put_json(self, "{\"tables\":["));
    VOX_TRY(put_types(self, SURVEY_RESOURCES, &linked));
    VOX_TRY(put_links(self, "relationships", linked));
    VOX_TRY(put_types(self, SURVEY_INCLUDED, &included_linked));
    VOX_TRY(put_links(self, "included_relationships", included_linked));
    VOX_TRY(put_records(self, sighting_of(self, survey->root, SURVEY_RECORDS)));
    VOX_TRY(put_count(self, "],\n\"seen\":{\"records\":", seen->records));
    VOX_TRY(put_count(self, ",\"faults\":", seen->faults));
    if (seen->others) {
        VOX_TRY(put_count(self, ",\"others\":", seen->others));
    }
    return put_json(self, "}}\n");
}

/** Writes the members of a description that are not about types, as they are. */
static vox_status put_kept(writing self, const vox_columns *columns) {
    static const char *const names[] = {"ignore", "links", "rest", "error", "file", "line"};
    vox_tree *tree = columns->text;
    for (size_t at = 0; at < sizeof names / sizeof *names; at++) {
        const vox_string name = vox_string_from_c(names[at]);
        const vox_node *node = vox_object_get(tree, vox_tree_root(tree), name);
        if (node) {
            VOX_TRY(put_json(self, ","));
            VOX_TRY(vox__put_string(self.out, name));
            VOX_TRY(put_json(self, ":"));
            VOX_TRY(vox_write_buffer(tree, node, VOX_STYLE_COMPACT, self.out));
        }
    }
    return VOX_OK;
}

vox_status vox__survey_write_columns(
    vox__survey *survey, const vox_columns *columns, unsigned share, uint64_t rows, vox_buffer *out
) {
    uint32_t count = columns->plain;
    const writing self = {survey, out, share, &count};
    const vox__sighting *at = survey->root->first;
    VOX_TRY(put_json(self, "{\"table\":\""));
    VOX_TRY(put_json(self, vox__table_names[columns->kind]));
    VOX_TRY(put_json(self, "\""));
    if (columns->type.bytes) {
        VOX_TRY(put_json(self, ",\"type\":"));
        VOX_TRY(vox__put_string(out, columns->type));
    }
    VOX_TRY(put_json(self, ",\"columns\":["));
    for (uint32_t index = 0; index < columns->plain; index++, at = at->sibling) {
        const vox__column *column = &columns->top->columns[index];
        uint64_t others = 0;
        VOX_TRY(begin_column(self));
        VOX_TRY(put_json(self, "\"name\":"));
        VOX_TRY(vox__put_string(out, column->name));
        VOX_TRY(put_json(self, ",\"path\":"));
        VOX_TRY(vox__put_string(out, column->path));
        VOX_TRY(put_json(self, column->is_required ? ",\"required\":true," : ","));
        VOX_TRY(
            column->type == TYPE_ABSENT ? put_json(self, "\"type\":\"absent\"")
                                        : put_type(self, at, &others)
        );
        VOX_TRY(put_seen(self, at, rows, others));
    }
    VOX_TRY(put_json(self, "]"));
    VOX_TRY(put_kept(self, columns));
    VOX_TRY(put_count(self, ",\"seen\":{\"rows\":", rows));
    return put_json(self, "}}\n");
}
