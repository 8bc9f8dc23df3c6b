/* SPDX-License-Identifier: MIT */
/** Appends the values of a record to columns. A value that does not fit its column is null there, and
 *  counts as a misfit; rest.c then writes it to the rest. The recursion is as deep as the types of
 *  the description. */
#include "columns/scalars.h"

/** What a single value is appended to. */
typedef struct fill_target {
    vox__frame *frame;
    vox__cells *builder;
    vox_tree *tree;
    vox__filled *filled;
} fill_target;

/** Appends an element, which may be NULL, to a list. There must be memory for it. */
static vox_status append_element(fill_target list, const vox_node *node);

static vox_status append_misfit(fill_target to) {
    to.filled->misfits++;
    return vox__append_null(to.frame, to.builder);
}

/** Returns where the value of this row is, of columns whose values have a fixed width. */
static inline void *value_place(fill_target to, size_t width) {
    return (char *)to.builder->values + to.frame->length * width;
}

VOX_INLINE vox_status append_bool(fill_target to, const vox_node *node) {
    if (node->kind != VOX_TRUE && node->kind != VOX_FALSE) {
        return append_misfit(to);
    }
    vox__mark_valid(to.frame, to.builder);
    ((uint8_t *)to.builder->values)[to.frame->length / 8] |= (uint8_t
    )((node->kind == VOX_TRUE) << to.frame->length % 8);
    return VOX_OK;
}

VOX_INLINE vox_status append_int64(fill_target to, const vox_node *node) {
    if (vox_node_int64(to.tree, node, (int64_t *)value_place(to, sizeof(int64_t))) != VOX_OK) {
        return append_misfit(to);
    }
    vox__mark_valid(to.frame, to.builder);
    return VOX_OK;
}

VOX_INLINE vox_status append_double(fill_target to, const vox_node *node) {
    if (!vox__scalar_double(to.tree, node, (double *)value_place(to, sizeof(double)))) {
        return append_misfit(to);
    }
    vox__mark_valid(to.frame, to.builder);
    return VOX_OK;
}

VOX_INLINE vox_status append_decimal(fill_target to, const vox_node *node) {
    const vox__column *column = to.builder->column;
    uint64_t *value = (uint64_t *)value_place(to, 2 * sizeof *value);
    if (!vox__scalar_decimal(
            vox_node_text(to.tree, node), column->precision, column->scale, value
        )) {
        return append_misfit(to);
    }
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    const uint64_t low = value[0];
    value[0] = value[1];
    value[1] = low;
#endif
    vox__mark_valid(to.frame, to.builder);
    return VOX_OK;
}

VOX_INLINE vox_status append_time(fill_target to, const vox_node *node) {
    const bool is_date = to.builder->column->type == TYPE_DATE32;
    void *value = value_place(to, is_date ? sizeof(int32_t) : sizeof(int64_t));
    const vox_string text = vox_node_text(to.tree, node);
    if (node->kind != VOX_STRING || !(is_date ? vox__scalar_date(text, (int32_t *)value)
                                              : vox__scalar_moment(text, (int64_t *)value))) {
        return append_misfit(to);
    }
    vox__mark_valid(to.frame, to.builder);
    return VOX_OK;
}

VOX_INLINE vox_status append_string(fill_target to, const vox_node *node) {
    return node->kind == VOX_STRING
               ? vox__append_text(to.frame, to.builder, vox__text(to.tree, node))
               : append_misfit(to);
}

/** Appends the text that has been written behind `before`. */
static vox_status append_written(fill_target to, size_t before) {
    vox_buffer *out = &to.builder->text;
    if (!vox__offset_fits(to.builder, out->length)) {
        out->length = before;
        return VOX_ERROR_SIZE_LIMIT;
    }
    to.frame->sizes->bytes += out->length - before;
    vox__append_written(to.frame, to.builder);
    return VOX_OK;
}

/** Appends a value as JSON text without white space. */
static vox_status append_json(fill_target to, const vox_node *node) {
    const vox_string source = vox_node_source(to.tree, node);
    const size_t before = to.builder->text.length;
    if (!vox__is_container(node) && source.length) {
        return vox__append_text(to.frame, to.builder, source);
    }
    VOX_TRY(vox_write_buffer(to.tree, node, VOX_STYLE_COMPACT, &to.builder->text));
    return append_written(to, before);
}

/** Ensures memory for one more element of a list. */
static vox_status reserve_element(fill_target to) {
    vox__frame *inner = to.builder->inner;
    vox__sizes *sizes = to.frame->sizes;
    sizes->bytes += inner->row_width;
    return sizes->bytes <= sizes->limit && vox__offset_fits(to.builder, inner->length + 1)
               ? vox__frame_reserve(inner)
               : VOX_ERROR_SIZE_LIMIT;
}

static vox_status append_list(fill_target to, const vox_node *node) {
    vox__frame *inner = to.builder->inner;
    if (vox_node_kind(node) != VOX_ARRAY) {
        return append_misfit(to);
    }
    for (const vox_node *at = vox_node_first(to.tree, node); at; at = vox_node_next(to.tree, at)) {
        VOX_TRY(reserve_element(to));
        VOX_TRY(append_element(to, at));
        inner->length++;
    }
    vox__append_listed(to.frame, to.builder);
    return VOX_OK;
}

/** A path that goes on after a to-many relationship. */
typedef struct linkage_path {
    const vox_paths *paths;
    uint32_t index;
    size_t rest; /* segments */
    size_t most; /* of JSON text: the end that it must not pass */
} linkage_path;

/** Writes the list of append_linked as JSON text. */
static vox_status write_linked(fill_target to, linkage_path path, const vox_node *linkage) {
    vox_buffer *out = &to.builder->text;
    char separator = '[';
    for (const vox_node *at = vox_node_first(to.tree, linkage); at;
         at = vox_node_next(to.tree, at), separator = ',') {
        if (out->length > path.most) {
            return VOX_ERROR_SIZE_LIMIT; /* many members may have one long value */
        }
        linkage_path next = path;
        const vox_node *value = vox_paths_follow(path.paths, path.index, to.tree, at, &next.rest);
        VOX_TRY(vox__put_bytes(out, &separator, 1));
        VOX_TRY(
            next.rest ? write_linked(to, next, value)
            : value   ? vox_write_buffer(to.tree, value, VOX_STYLE_COMPACT, out)
                      : vox__put_bytes(out, "null", 4)
        );
    }
    return separator == '[' ? vox__put_bytes(out, "[]", 2) : vox__put_bytes(out, "]", 1);
}

/** Appends a list with the value of a path for each member of a relationship; null for missing
 *  values. If the path leads through another to-many relationship, the elements are lists. */
static vox_status append_linked(fill_target to, linkage_path path, const vox_node *linkage) {
    vox__frame *inner = to.builder->inner;
    if (to.builder->column->type == TYPE_JSON) {
        const vox__sizes *sizes = to.frame->sizes;
        const size_t before = to.builder->text.length;
        path.most = sizes->bytes < sizes->limit ? before + (sizes->limit - sizes->bytes) : before;
        VOX_TRY(write_linked(to, path, linkage));
        return append_written(to, before);
    }
    if (to.builder->column->type != TYPE_LIST) {
        return append_misfit(to);
    }
    for (const vox_node *at = vox_node_first(to.tree, linkage); at;
         at = vox_node_next(to.tree, at)) {
        linkage_path next = path;
        const vox_node *value = vox_paths_follow(path.paths, path.index, to.tree, at, &next.rest);
        const fill_target element = {inner, &inner->builders[0], to.tree, to.filled};
        VOX_TRY(reserve_element(to));
        VOX_TRY(next.rest ? append_linked(element, next, value) : append_element(to, value));
        inner->length++;
    }
    vox__append_listed(to.frame, to.builder);
    return VOX_OK;
}

static vox_status append_struct(fill_target to, const vox_node *node) {
    vox__frame *inner = to.builder->inner;
    if (vox_node_kind(node) != VOX_OBJECT) {
        return append_misfit(to);
    }
    VOX_TRY(vox__frame_reserve(inner));
    (void)vox_paths_find(inner->paths, to.tree, node);
    VOX_TRY(vox__append_found(inner, inner->fields->shown, to.tree, to.filled));
    to.filled->others |= inner->paths->others;
    inner->length++;
    vox__mark_valid(to.frame, to.builder);
    return VOX_OK;
}

VOX_INLINE vox_status append_node(fill_target to, const vox_node *node) {
    switch (to.builder->column->type) {
    case TYPE_BOOL:
        return append_bool(to, node);
    case TYPE_INT64:
        return append_int64(to, node);
    case TYPE_DOUBLE:
        return append_double(to, node);
    case TYPE_DECIMAL128:
        return append_decimal(to, node);
    case TYPE_DATE32:
    case TYPE_TIMESTAMP:
        return append_time(to, node);
    case TYPE_LIST:
        return append_list(to, node);
    case TYPE_STRUCT:
        return append_struct(to, node);
    case TYPE_JSON:
        return append_json(to, node);
    default:
        return append_string(to, node);
    }
}

VOX_INLINE vox_status append_value(
    vox__frame *frame, uint32_t index, vox_tree *tree, const vox_node *node, size_t rest,
    vox__filled *filled
) {
    const fill_target to = {frame, &frame->builders[index], tree, filled};
    const vox__column *column = to.builder->column;
    if (column->type == TYPE_ABSENT) {
        ((uint8_t *)to.builder->values)[frame->length / 8] |= (uint8_t
        )((node == NULL) << frame->length % 8);
        return VOX_OK;
    }
    const linkage_path path = {frame->paths, index, rest, 0};
    const vox_status status = !node || node->kind == VOX_NULL ? vox__append_null(frame, to.builder)
                              : rest                          ? append_linked(to, path, node)
                                                              : append_node(to, node);
    if (VOX_UNLIKELY(column->is_required) && filled->missing == NO_PLACE &&
        !vox__is_valid(frame, to.builder)) {
        filled->missing = index;
    }
    return status;
}

static vox_status append_element(fill_target list, const vox_node *node) {
    return append_value(list.builder->inner, 0, list.tree, node, 0, list.filled);
}

vox_status vox__append_found(vox__frame *frame, uint32_t end, vox_tree *tree, vox__filled *filled) {
    for (uint32_t index = 0; index < end; index++) {
        size_t rest = 0;
        const vox_node *node = vox__paths_value(frame->paths, index, tree, &rest);
        VOX_TRY(append_value(frame, index, tree, node, rest, filled));
    }
    return VOX_OK;
}

/* --- what fits ------------------------------------------------------------------------- */

bool vox__column_fits(const vox__column *column, vox_tree *tree, const vox_node *node) {
    const vox_kind kind = vox_node_kind(node);
    const vox_string text = vox_node_text(tree, node);
    uint64_t decimal[2];
    int64_t integer;
    int32_t days;
    double real;
    bool boolean;
    if (kind == VOX_NULL) {
        return true;
    }
    switch (column->type) {
    case TYPE_BOOL:
        return vox_node_boolean(node, &boolean);
    case TYPE_INT64:
        return vox_node_int64(tree, node, &integer) == VOX_OK;
    case TYPE_DOUBLE:
        return vox__scalar_double(tree, node, &real);
    case TYPE_DECIMAL128:
        return vox__scalar_decimal(text, column->precision, column->scale, decimal);
    case TYPE_DATE32:
        return kind == VOX_STRING && vox__scalar_date(text, &days);
    case TYPE_TIMESTAMP:
        return kind == VOX_STRING && vox__scalar_moment(text, &integer);
    case TYPE_UTF8:
    case TYPE_LARGE_UTF8:
        return kind == VOX_STRING;
    case TYPE_LIST:
        return kind == VOX_ARRAY;
    case TYPE_STRUCT:
        return kind == VOX_OBJECT;
    default:
        return true;
    }
}
