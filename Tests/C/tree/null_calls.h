/* SPDX-License-Identifier: MIT */
/** A call of each public function in which one argument can be changed, for nulls.c. A new
 *  function needs a call here. Its header determines its row in the table. */
#ifndef NULL_CALLS_H
#define NULL_CALLS_H

#include "document.h"

/** The status for functions that return no status. */
enum {
    NEUTRAL = -1,
    ANSWERED = -2
};

/** The value of a changed argument. */
typedef enum change {
    NOTHING,
    IS_NULL,
    IS_FOREIGN,
    IS_EMPTY,
    IS_EMPTY_NULL
} change;

/** The objects that calls use. Each call gets new ones. */
typedef struct call {
    int place;     /* the position of the changed argument */
    change change; /* the new value */
    vox_tree *tree, *other, *lazy, *patch;
    vox_node *data, *list, *year, *title, *good, *artist, *deferred;
    vox_parser *parser;
    vox_pool *pool;
    vox_stream *stream;
    vox_paths *paths;
    vox_columns *columns;
    struct ArrowArrayStream batches;
    vox_buffer buffer;
    /* Objects that a call creates. They are freed after the call. */
    vox_tree *made;
    vox_parser *made_parser;
    vox_pool *made_pool;
    vox_stream *made_stream;
    vox_paths *made_paths;
    vox_columns *made_columns;
    vox_tables *tables;
    vox_tables *made_tables;
    struct ArrowArray array;
    struct ArrowArrayStream made_batches;
    struct ArrowSchema schema;
    vox_item item;
    /* Values that a call only returns. */
    vox_node *node;
    vox_string text;
    vox_error error;
    vox_place place_found;
    vox_document_report report;
    vox_finding finding;
    int64_t integer;
    uint64_t natural;
    double real;
    size_t size;
    bool boolean;
    char bytes[64];
} call;

static const char text[] =
    "{\"data\":{\"type\":\"albums\",\"id\":\"1\",\"attributes\":{\"title\":\"x\",\"year\":1994,"
    "\"good\":true,\"list\":[1,2,3]},\"relationships\":{\"artist\":{\"data\":"
    "{\"type\":\"artists\",\"id\":\"7\"}}}},\"included\":[{\"type\":\"artists\",\"id\":\"7\"},"
    "{\"type\":\"artists\",\"lid\":\"8\"}]}";

static const char patches[] =
    "{\"operations\":[{\"op\":\"add\",\"path\":\"/new\",\"value\":1}],\"members\":{\"new\":1}}";

static int take_piece(void *context, vox_piece *piece) {
    (void)context, (void)piece;
    return 0;
}
static int fail_piece(void *context, vox_piece *piece) {
    (void)context, (void)piece;
    return 5;
}
static const char columns_text[] = "{\"table\":\"records\",\"columns\":[\"a\"]}";

static void begin(call *with, int place, change what) {
    *with = (call){.place = place, .change = what};
    vox_options options = document_options();
    vox_error error;
    with->tree = document_from_c(text);
    with->other = document_from_c(text);
    with->patch = document_from_c(patches);
    options.mode = VOX_MODE_LAZY;
    CHECK_OK(vox_tree_parse(text, sizeof text - 1, &options, &with->lazy, &error));
    with->data = document_at(with->tree, "/data");
    with->list = document_at(with->tree, "/data/attributes/list");
    with->title = document_at(with->tree, "/data/attributes/title");
    with->year = document_at(with->tree, "/data/attributes/year");
    with->good = document_at(with->tree, "/data/attributes/good");
    with->artist = document_at(with->tree, "/data/relationships/artist/data");
    with->deferred = document_at(with->lazy, "/included/0");
    CHECK_OK(vox_parser_new(NULL, 4096, &with->parser));
    CHECK_OK(vox_pool_new(NULL, 4096, &with->pool));
    vox_stream_options form = vox_stream_options_default();
    form.form = VOX_STREAM_VALUES;
    CHECK_OK(vox_stream_new(&form, &with->stream));
    CHECK_OK(vox_stream_feed(with->stream, "1 ", 2));
    const vox_string path = vox_string_from_c("artist.id");
    CHECK_OK(vox_paths_new(&path, 1, VOX_PATH_RESOURCE, NULL, &with->paths, NULL, NULL));
    CHECK_OK(vox_paths_find(with->paths, with->tree, with->data));
    CHECK_OK(vox_columns_new(columns_text, sizeof columns_text - 1, NULL, &with->columns, NULL));
    CHECK_OK(vox_columns_text(with->columns, NULL, "1", 1, NULL, &with->batches));
    const vox_columns *const columns[] = {with->columns};
    const vox_source none = {take_piece, NULL, NULL};
    CHECK_OK(vox_tables_new(columns, 1, &none, NULL, &with->tables));
    with->finding = (vox_finding){.node = with->title, .offset = 3, .message = "x"};
}

static void end(call *with) {
    vox_tree_free(with->made);
    vox_tree_free(with->item.tree);
    vox_parser_free(with->made_parser);
    vox_pool_free(with->made_pool);
    vox_stream_free(with->made_stream);
    vox_tree_free(with->tree);
    vox_tree_free(with->other);
    vox_tree_free(with->lazy);
    vox_tree_free(with->patch);
    vox_parser_free(with->parser);
    vox_pool_free(with->pool);
    vox_stream_free(with->stream);
    vox_buffer_free(&with->buffer);
    vox_paths_free(with->paths);
    vox_paths_free(with->made_paths);
    vox_columns_free(with->columns);
    vox_columns_free(with->made_columns);
    vox_tables_free(with->tables);
    vox_tables_free(with->made_tables);
    if (with->batches.release) {
        with->batches.release(&with->batches);
    }
    if (with->made_batches.release) {
        with->made_batches.release(&with->made_batches);
    }
    if (with->schema.release) {
        with->schema.release(&with->schema);
    }
}

/* --- arguments ------------------------------------------------------------------ */

static bool is_changed(const call *with, int place, change what) {
    return with->place == place && with->change == what;
}

static void *given(const call *with, int place, const void *pointer) {
    return is_changed(with, place, IS_NULL) ? NULL : (void *)(uintptr_t)pointer;
}

static vox_node *given_node(const call *with, int place, const vox_node *node) {
    return is_changed(with, place, IS_FOREIGN) ? document_at(with->other, "/data/attributes")
                                               : given(with, place, node);
}

static vox_string given_text(const call *with, int place, const char *bytes) {
    return is_changed(with, place, IS_NULL)         ? (vox_string){NULL, 1}
           : is_changed(with, place, IS_EMPTY_NULL) ? (vox_string){NULL, 0}
           : is_changed(with, place, IS_EMPTY)      ? (vox_string){"", 0}
                                                    : vox_string_from_c(bytes);
}

static int take(void *context, const char *bytes, size_t length) {
    (void)context, (void)bytes, (void)length;
    return 0;
}
static int take_difference(void *context, vox_difference difference) {
    (void)context, (void)difference;
    return 0;
}
static int take_finding(void *context, const vox_finding *finding) {
    (void)context, (void)finding;
    return 0;
}

#define GIVE(place, pointer) given(with, place, pointer)
#define TREE(place) given(with, place, with->tree)
#define NODE(place, node) given_node(with, place, node)
#define STRING(place, bytes) given_text(with, place, bytes)
#define SINK(place, function) (is_changed(with, place, IS_NULL) ? NULL : (function))

/* --- calls ---------------------------------------------------------------------- */

/* Macros for a function that returns a status; for one whose result is neutral unless
 * `answered`; and for one that returns nothing and must only return. */
#define STATUS(function, ...)                                                                      \
    static int call_##function(call *with) {                                                       \
        (void)with;                                                                                \
        return (int)(__VA_ARGS__);                                                                 \
    }
#define VALUE(function, ...)                                                                       \
    static int call_##function(call *with) {                                                       \
        return (__VA_ARGS__) ? ANSWERED : NEUTRAL;                                                 \
    }
#define NO_ANSWER(function, ...)                                                                   \
    static int call_##function(call *with) {                                                       \
        __VA_ARGS__;                                                                               \
        return ANSWERED;                                                                           \
    }

/* A function that frees its argument, so that `end` must not free it again. */
#define FREE(function, member)                                                                     \
    static int call_##function(call *with) {                                                       \
        void *freed = GIVE(0, with->member);                                                       \
        with->member = freed ? NULL : with->member;                                                \
        function(freed);                                                                           \
        return ANSWERED;                                                                           \
    }

/* allocator.h */
static int call_vox_pool_new(call *with) {
    const vox_allocator allocator = vox_allocator_default();
    return (int)vox_pool_new(GIVE(0, &allocator), 1, GIVE(2, &with->made_pool));
}
FREE(vox_pool_free, pool)
VALUE(
    vox_pool_allocator,
    vox_pool_allocator(GIVE(0, with->pool)).resize != vox_allocator_default().resize
)
static int call_vox_pool_bytes(call *with) {
    const vox_allocator pool = vox_pool_allocator(with->pool);
    pool.resize(pool.context, pool.resize(pool.context, NULL, 0, 100), 100, 0);
    return vox_pool_bytes(GIVE(0, with->pool)) ? ANSWERED : NEUTRAL;
}

/* base.h, status.h, number.h */
VALUE(vox_string_from_c, vox_string_from_c(GIVE(0, "x")).length)
static int call_vox_locate(call *with) {
    size_t line = 0, column = 0;
    vox_locate(STRING(0, "x"), 0, GIVE(2, &line), GIVE(3, &column));
    return line || column ? ANSWERED : NEUTRAL;
}
VALUE(vox_number_valid, vox_number_valid(STRING(0, "1")))
STATUS(vox_number_int64, vox_number_int64(STRING(0, "1"), GIVE(1, &with->integer)))
STATUS(vox_number_uint64, vox_number_uint64(STRING(0, "1"), GIVE(1, &with->natural)))
STATUS(vox_number_double, vox_number_double(STRING(0, "1"), GIVE(1, &with->real)))
VALUE(vox_number_equal, vox_number_equal(STRING(0, "1"), STRING(1, "1.0")))
VALUE(vox_number_format, vox_number_format(1.0, GIVE(1, with->bytes)))

/* tree.h */
STATUS(
    vox_tree_parse, vox_tree_parse(
                        GIVE(0, text), sizeof text - 1, GIVE(2, &(vox_options){0}),
                        GIVE(3, &with->made), GIVE(4, &with->error)
                    )
)
STATUS(vox_tree_materialize, vox_tree_materialize(TREE(0), GIVE(1, &with->error)))
STATUS(
    vox_node_materialize,
    vox_node_materialize(TREE(0), NODE(1, with->data), true, GIVE(3, &with->error))
)
STATUS(vox_tree_failure, vox_tree_failure(TREE(0), GIVE(1, &with->error)))
NO_ANSWER(vox_tree_forget_failure, vox_tree_forget_failure(TREE(0)))
static int call_vox_options_init(call *with) {
    vox_options options = {0};
    vox_options_init(GIVE(0, &options), sizeof options);
    return ANSWERED;
}
STATUS(vox_tree_new, vox_tree_new(GIVE(0, &(vox_options){0}), GIVE(1, &with->made)))
FREE(vox_tree_free, other)
VALUE(vox_tree_root, vox_tree_root(TREE(0)))
VALUE(vox_tree_source, vox_tree_source(TREE(0)).length)
STATUS(vox_tree_compact, vox_tree_compact(TREE(0), GIVE(1, &with->made)))
STATUS(vox_tree_copy, vox_tree_copy(TREE(0), NODE(1, with->data), GIVE(2, &with->made)))
STATUS(vox_tree_freeze, vox_tree_freeze(TREE(0)))
static int call_vox_tree_frozen(call *with) {
    CHECK_OK(vox_tree_freeze(with->tree));
    return vox_tree_frozen(TREE(0)) ? ANSWERED : NEUTRAL;
}
VALUE(vox_tree_memory, vox_tree_memory(TREE(0)).reserved)

/* node.h */
VALUE(vox_node_kind, vox_node_kind(GIVE(0, with->data)))
VALUE(vox_node_text, vox_node_text(TREE(0), NODE(1, with->title)).length)
STATUS(vox_node_int64, vox_node_int64(TREE(0), NODE(1, with->year), GIVE(2, &with->integer)))
STATUS(vox_node_uint64, vox_node_uint64(TREE(0), NODE(1, with->year), GIVE(2, &with->natural)))
STATUS(vox_node_double, vox_node_double(TREE(0), NODE(1, with->year), GIVE(2, &with->real)))
VALUE(vox_node_boolean, vox_node_boolean(GIVE(0, with->good), GIVE(1, &with->boolean)))
VALUE(vox_node_source, vox_node_source(TREE(0), NODE(1, with->title)).length)
VALUE(vox_node_offset, vox_node_offset(GIVE(0, with->title)) != SIZE_MAX)
static int call_vox_node_changed(call *with) {
    CHECK_OK(vox_node_set(with->tree, with->title, vox_value_null()));
    return vox_node_changed(GIVE(0, with->title)) ? ANSWERED : NEUTRAL;
}
VALUE(vox_node_attached, vox_node_attached(TREE(0), NODE(1, with->title)))
VALUE(vox_node_parent, vox_node_parent(TREE(0), NODE(1, with->title)))
VALUE(vox_node_name, vox_node_name(TREE(0), NODE(1, with->title)).length)
VALUE(vox_node_index, vox_node_index(TREE(0), NODE(1, with->year)))
VALUE(vox_node_count, vox_node_count(TREE(0), NODE(1, with->list)))
VALUE(vox_node_first, vox_node_first(TREE(0), NODE(1, with->list)))
VALUE(vox_node_last, vox_node_last(TREE(0), NODE(1, with->list)))
VALUE(vox_node_next, vox_node_next(TREE(0), NODE(1, with->title)))
VALUE(vox_node_previous, vox_node_previous(TREE(0), NODE(1, with->year)))
VALUE(vox_node_following, vox_node_following(TREE(0), NODE(1, with->data), NODE(2, with->data)))
VALUE(vox_object_get, vox_object_get(TREE(0), NODE(1, with->data), STRING(2, "id")))
VALUE(vox_array_get, vox_array_get(TREE(0), NODE(1, with->list), 0))
STATUS(
    vox_node_equal, vox_node_equal(
                        TREE(0), NODE(1, with->data), GIVE(2, with->tree), NODE(3, with->data),
                        GIVE(4, &with->boolean)
                    )
)

/* edit.h, pointer.h */
STATUS(
    vox_value_copy,
    vox_node_new(with->tree, vox_value_copy(TREE(0), NODE(1, with->data)), &with->node)
)
static int call_vox_value_node(call *with) {
    vox_node *loose = NULL;
    CHECK_OK(vox_node_new(with->tree, vox_value_null(), &loose));
    return (int)vox_node_set(with->tree, with->title, vox_value_node(GIVE(0, loose)));
}
STATUS(vox_node_new, vox_node_new(TREE(0), vox_value_null(), GIVE(2, &with->node)))
STATUS(vox_node_set, vox_node_set(TREE(0), NODE(1, with->title), vox_value_null()))
STATUS(
    vox_object_set,
    vox_object_set(
        TREE(0), NODE(1, with->data), STRING(2, "n"), vox_value_null(), GIVE(4, &with->node)
    )
)
static int call_vox_object_insert(call *with) {
    vox_node *before = document_at(with->tree, "/data/id");
    return (int)vox_object_insert(
        TREE(0), NODE(1, with->data), NODE(2, before), STRING(3, "n"), vox_value_null(),
        GIVE(5, &with->node)
    );
}
STATUS(
    vox_array_insert,
    vox_array_insert(TREE(0), NODE(1, with->list), 0, vox_value_null(), GIVE(4, &with->node))
)
STATUS(
    vox_array_append,
    vox_array_append(TREE(0), NODE(1, with->list), vox_value_null(), GIVE(3, &with->node))
)
STATUS(vox_node_remove, vox_node_remove(TREE(0), NODE(1, with->title)))
STATUS(
    vox_pointer_get,
    vox_pointer_get(
        TREE(0), NODE(1, with->data), STRING(2, "/id"), GIVE(3, &with->node), GIVE(4, &with->size)
    )
)
STATUS(
    vox_pointer_set, vox_pointer_set(
                         TREE(0), NODE(1, with->data), STRING(2, "/id"), vox_value_null(),
                         GIVE(4, &with->node), GIVE(5, &with->size)
                     )
)
VALUE(
    vox_pointer_write,
    vox_pointer_write(TREE(0), NODE(1, with->title), GIVE(2, with->bytes), sizeof with->bytes)
)

/* changes.h, writer.h */
STATUS(
    vox_diff, vox_diff(
                  TREE(0), NODE(1, with->title), GIVE(2, with->tree), NODE(3, with->year),
                  (vox_difference_sink){SINK(4, take_difference), NULL}
              )
)
static int call_vox_baseline(call *with) {
    vox_tree *baseline = NULL; /* belongs to the tree */
    return (int)vox_baseline(TREE(0), NODE(1, with->title), GIVE(2, &baseline));
}
STATUS(vox_baseline_mark, vox_baseline_mark(TREE(0), NODE(1, with->title)))
STATUS(
    vox_baseline_set,
    vox_baseline_set(TREE(0), NODE(1, with->title), GIVE(2, with->tree), NODE(3, with->year))
)
STATUS(vox_baseline_revert, vox_baseline_revert(TREE(0), NODE(1, with->title)))
STATUS(
    vox_write,
    vox_write(TREE(0), NODE(1, with->data), VOX_STYLE_COMPACT, (vox_sink){SINK(3, take), NULL})
)
STATUS(
    vox_write_buffer,
    vox_write_buffer(TREE(0), NODE(1, with->data), VOX_STYLE_COMPACT, GIVE(3, &with->buffer))
)
STATUS(vox_minify, vox_minify(GIVE(0, "[ 1 ]"), 5, GIVE(2, &with->buffer)))
static int call_vox_buffer_free(call *with) {
    vox_buffer_free(GIVE(0, &with->buffer));
    return ANSWERED;
}

/* patch.h */
STATUS(
    vox_patch_apply, vox_patch_apply(
                         TREE(0), NODE(1, with->data), GIVE(2, with->patch),
                         NODE(3, document_at(with->patch, "/operations")), GIVE(4, &with->size),
                         GIVE(5, &with->error)
                     )
)
STATUS(
    vox_merge_patch_apply, vox_merge_patch_apply(
                               TREE(0), NODE(1, with->data), GIVE(2, with->patch),
                               NODE(3, document_at(with->patch, "/members")), GIVE(4, &with->error)
                           )
)
STATUS(
    vox_patch_make, vox_patch_make(
                        TREE(0), NODE(1, with->data), GIVE(2, with->patch),
                        NODE(3, document_at(with->patch, "/members")), GIVE(4, &(vox_options){0}),
                        GIVE(5, &with->made)
                    )
)
STATUS(
    vox_merge_patch_make,
    vox_merge_patch_make(
        TREE(0), NODE(1, with->data), GIVE(2, with->patch),
        NODE(3, document_at(with->patch, "/members")), GIVE(4, &(vox_options){0}),
        GIVE(5, &with->made), GIVE(6, &with->error)
    )
)

/* parser.h, stream.h */
STATUS(
    vox_parser_parse_next, vox_parser_parse_next(
                               GIVE(0, with->parser), GIVE(1, "1 "), 2, true, GIVE(4, &with->size),
                               GIVE(5, &with->made), GIVE(6, &with->error)
                           )
)
STATUS(vox_parser_new, vox_parser_new(GIVE(0, &(vox_options){0}), 1, GIVE(2, &with->made_parser)))
FREE(vox_parser_free, parser)
static int call_vox_stream_options_init(call *with) {
    vox_stream_options options = {0};
    vox_stream_options_init(GIVE(0, &options), sizeof options);
    return ANSWERED;
}
static int call_vox_parser_parse(call *with) {
    vox_tree *made = NULL;
    const vox_status status = vox_parser_parse(
        GIVE(0, with->parser), GIVE(1, text), sizeof text - 1, GIVE(3, &made), GIVE(4, &with->error)
    );
    vox_tree_free(made); /* before its parser */
    return (int)status;
}
static int call_vox_parser_place(call *with) {
    vox_tree *tree = NULL;
    size_t consumed = 0;
    CHECK_OK(vox_parser_parse_next(with->parser, "1", 1, true, &consumed, &tree, NULL));
    vox_tree_free(tree);
    return vox_parser_place(GIVE(0, with->parser)).line ? ANSWERED : NEUTRAL;
}

static int call_vox_parser_bytes(call *with) {
    vox_tree *made = NULL;
    CHECK_OK(vox_parser_parse(with->parser, "1", 1, &made, NULL));
    vox_tree_free(made);
    return vox_parser_bytes(GIVE(0, with->parser)) ? ANSWERED : NEUTRAL;
}
STATUS(
    vox_stream_new, vox_stream_new(GIVE(0, &(vox_stream_options){0}), GIVE(1, &with->made_stream))
)
FREE(vox_stream_free, stream)
STATUS(vox_stream_feed, vox_stream_feed(GIVE(0, with->stream), GIVE(1, "2"), 1))
NO_ANSWER(vox_stream_finish, vox_stream_finish(GIVE(0, with->stream)))
STATUS(
    vox_stream_next,
    vox_stream_next(GIVE(0, with->stream), GIVE(1, &with->item), GIVE(2, &with->error))
)

/* resource.h, document.h, validate.h */
STATUS(
    vox_resource_find,
    vox_resource_find(TREE(0), STRING(1, "artists"), STRING(2, "7"), GIVE(3, &with->node))
)
STATUS(
    vox_resource_find_local,
    vox_resource_find_local(TREE(0), STRING(1, "artists"), STRING(2, "8"), GIVE(3, &with->node))
)
STATUS(
    vox_resource_resolve, vox_resource_resolve(TREE(0), NODE(1, with->artist), GIVE(2, &with->node))
)
VALUE(
    vox_resource_peek, vox_resource_peek(
                           GIVE(0, with->lazy), NODE(1, with->deferred), GIVE(2, &with->text),
                           GIVE(3, &with->text), GIVE(4, &with->text)
                       )
)
VALUE(
    vox_resource_attribute, vox_resource_attribute(TREE(0), NODE(1, with->data), STRING(2, "title"))
)
VALUE(vox_resource_linkage, vox_resource_linkage(TREE(0), NODE(1, with->data), STRING(2, "artist")))
VALUE(
    vox_resource_has_type, vox_resource_has_type(TREE(0), NODE(1, with->data), STRING(2, "albums"))
)
VALUE(vox_resource_fault, vox_resource_fault(TREE(0), NODE(1, with->list)))
STATUS(
    vox_document_check, vox_document_check(
                            TREE(0), VOX_PRIMARY_ANY, STRING(2, "albums"), VOX_READING_STRICT,
                            GIVE(4, &with->report), GIVE(5, &with->error)
                        )
)
STATUS(
    vox_validate, vox_validate(
                      TREE(0), GIVE(1, &(vox_validation){.lenient = false}),
                      (vox_finding_sink){SINK(2, take_finding), NULL}
                  )
)
static int call_vox_finding_locate(call *with) {
    vox_finding_locate(TREE(0), GIVE(1, &with->finding), GIVE(2, &with->place_found));
    return with->place_found.line ? ANSWERED : NEUTRAL;
}
static int call_vox_finding_error(call *with) {
    vox_finding_error(TREE(0), GIVE(1, &with->finding), GIVE(2, &with->error));
    return with->error.status == VOX_ERROR_SHAPE || is_changed(with, 2, IS_NULL)
               ? ANSWERED
               : (int)with->error.status;
}

/* paths.h */
static int call_vox_paths_new(call *with) {
    const vox_string path = vox_string_from_c("title");
    const vox_allocator allocator = vox_allocator_default();
    const char *message = NULL;
    return (int)vox_paths_new(
        GIVE(0, &path), 1, VOX_PATH_RESOURCE, GIVE(3, &allocator), GIVE(4, &with->made_paths),
        GIVE(5, &with->size), GIVE(6, &message)
    );
}
FREE(vox_paths_free, paths)
static int call_vox_paths_need_included(call *with) {
    const vox_string path = vox_string_from_c("artist.name");
    CHECK_OK(vox_paths_new(&path, 1, VOX_PATH_RESOURCE, NULL, &with->made_paths, NULL, NULL));
    return vox_paths_need_included(GIVE(0, with->made_paths)) ? ANSWERED : NEUTRAL;
}
STATUS(vox_paths_find, vox_paths_find(GIVE(0, with->paths), TREE(1), NODE(2, with->data)))
VALUE(vox_paths_value, vox_paths_value(GIVE(0, with->paths), 0, TREE(2), GIVE(3, &with->size)))
static int call_vox_paths_follow(call *with) {
    size_t rest = 1;
    return vox_paths_follow(GIVE(0, with->paths), 0, TREE(2), NODE(3, with->artist), GIVE(4, &rest))
               ? ANSWERED
               : NEUTRAL;
}

#include "null_column_calls.h"

#endif
