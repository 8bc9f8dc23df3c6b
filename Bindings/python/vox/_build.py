# SPDX-License-Identifier: MIT
"""What of libvox the module uses, for cffi to compile.

The compiler checks every declaration here against the installed headers, and fills in
what stands as `...`: the layout of structures and the numbers of constants."""

import os
import pathlib
import shlex
import subprocess
import sys

from cffi import FFI

DECLARATIONS = """
typedef struct vox_tree vox_tree;
typedef struct vox_node vox_node;
typedef struct vox_pool vox_pool;
typedef struct { const char *bytes; size_t length; } vox_string;
typedef struct { ...; } vox_allocator;
typedef struct { ...; } vox_value;

typedef enum { VOX_OK, VOX_ERROR_MEMORY, ... } vox_status;
typedef enum { VOX_ABSENT, VOX_NULL, VOX_FALSE, VOX_TRUE, VOX_NUMBER, VOX_STRING, VOX_ARRAY,
               VOX_OBJECT, ... } vox_kind;
typedef enum { VOX_MODE_EAGER, VOX_MODE_LAZY, ... } vox_mode;
typedef enum { VOX_STYLE_PRESERVE, VOX_STYLE_COMPACT, VOX_STYLE_PRETTY, VOX_STYLE_SORTED, ...
} vox_style;
typedef enum { VOX_PROFILE_ANY, VOX_PROFILE_RESPONSE, VOX_PROFILE_CREATE, VOX_PROFILE_UPDATE,
               VOX_PROFILE_RELATIONSHIP, VOX_PROFILE_OPERATIONS, VOX_PROFILE_RESULTS, ...
} vox_profile;
typedef enum { VOX_SEVERITY_WARNING, VOX_SEVERITY_ERROR, ... } vox_severity;

const char *vox_version(void);
const char *vox_status_name(vox_status status);
const char *vox_status_message(vox_status status);

typedef struct {
    vox_status status;
    size_t offset, line, column;
    const char *message;
    char pointer[...];
    ...;
} vox_error;

vox_status vox_pool_new(const vox_allocator *allocator, size_t max_bytes, vox_pool **pool);
vox_allocator vox_pool_allocator(vox_pool *pool);

typedef struct {
    vox_allocator allocator;
    size_t max_depth, max_size, max_nodes, max_memory;
    bool strict, borrow;
    vox_mode mode;
    ...;
} vox_options;
vox_options vox_options_default(void);

vox_status vox_tree_parse(const char *bytes, size_t length, const vox_options *options,
                          vox_tree **tree, vox_error *error);
vox_status vox_tree_new(const vox_options *options, vox_tree **tree);
vox_status vox_tree_materialize(vox_tree *tree, vox_error *error);
vox_status vox_node_materialize(vox_tree *tree, const vox_node *node, bool below,
                                vox_error *error);
vox_status vox_tree_freeze(vox_tree *tree);
bool vox_tree_frozen(const vox_tree *tree);
void vox_tree_free(vox_tree *tree);
vox_node *vox_tree_root(const vox_tree *tree);

vox_kind vox_node_kind(const vox_node *node);
vox_string vox_node_text(const vox_tree *tree, const vox_node *node);
vox_string vox_node_name(const vox_tree *tree, const vox_node *node);
size_t vox_node_count(vox_tree *tree, const vox_node *node);
vox_node *vox_node_first(vox_tree *tree, const vox_node *node);
vox_node *vox_node_next(const vox_tree *tree, const vox_node *node);
vox_node *vox_object_get(vox_tree *tree, const vox_node *object, vox_string name);
vox_node *vox_array_get(vox_tree *tree, const vox_node *array, size_t index);
vox_status vox_node_equal(vox_tree *left_tree, const vox_node *left, vox_tree *right_tree,
                          const vox_node *right, bool *equal);

vox_value vox_value_null(void);
vox_value vox_value_boolean(bool boolean);
vox_value vox_value_int64(int64_t number);
vox_value vox_value_double(double number);
vox_value vox_value_number(vox_string text);
vox_value vox_value_string(vox_string text);
vox_value vox_value_json(vox_string text);
vox_value vox_value_copy(vox_tree *tree, const vox_node *node);
vox_status vox_node_set(vox_tree *tree, vox_node *node, vox_value value);
vox_status vox_node_remove(vox_tree *tree, vox_node *node);
vox_status vox_object_set(vox_tree *tree, vox_node *object, vox_string name, vox_value value,
                          vox_node **member);
vox_status vox_array_insert(vox_tree *tree, vox_node *array, size_t index, vox_value value,
                            vox_node **element);

vox_status vox_pointer_get(vox_tree *tree, const vox_node *node, vox_string pointer,
                           vox_node **found, size_t *offset);
vox_status vox_pointer_set(vox_tree *tree, vox_node *node, vox_string pointer, vox_value value,
                           vox_node **written, size_t *offset);
size_t vox_pointer_write(const vox_tree *tree, const vox_node *node, char *buffer,
                         size_t capacity);

typedef struct { char *bytes; size_t length; ...; } vox_buffer;
vox_status vox_write_buffer(vox_tree *tree, const vox_node *node, vox_style style,
                            vox_buffer *buffer);
void vox_buffer_free(vox_buffer *buffer);

vox_status vox_resource_find(vox_tree *tree, vox_string type, vox_string id,
                             vox_node **resource);
vox_status vox_resource_find_local(vox_tree *tree, vox_string type, vox_string lid,
                                   vox_node **resource);
vox_status vox_resource_resolve(vox_tree *tree, const vox_node *identifier,
                                vox_node **resource);

typedef struct {
    vox_profile profile;
    bool lenient;
    const unsigned *ignored_rules;
    size_t ignored_rule_count;
    ...;
} vox_validation;
typedef struct {
    unsigned rule;
    vox_severity severity;
    const vox_node *node;
    size_t offset;
    const char *message;
    ...;
} vox_finding;
typedef struct {
    int (*receive)(void *context, const vox_finding *finding);
    void *context;
} vox_finding_sink;
typedef struct { size_t offset, line, column; ...; } vox_place;
vox_status vox_validate(vox_tree *tree, const vox_validation *options, vox_finding_sink sink);
void vox_finding_locate(const vox_tree *tree, const vox_finding *finding, vox_place *place);
const char *vox_rule_anchor(unsigned rule);

vox_status vox_patch_apply(vox_tree *tree, vox_node *node, vox_tree *patch_tree,
                           const vox_node *patch, size_t *operation, vox_error *error);
vox_status vox_merge_patch_apply(vox_tree *tree, vox_node *node, vox_tree *patch_tree,
                                 const vox_node *patch, vox_error *error);
vox_status vox_patch_make(vox_tree *before_tree, const vox_node *before, vox_tree *after_tree,
                          const vox_node *after, const vox_options *options, vox_tree **patch);
vox_status vox_merge_patch_make(vox_tree *before_tree, const vox_node *before,
                                vox_tree *after_tree, const vox_node *after,
                                const vox_options *options, vox_tree **patch, vox_error *error);

extern "Python" int vox_python_finding(void *context, const vox_finding *finding);

struct ArrowSchema { ...; };
struct ArrowArray {
    int64_t length, null_count;
    const void **buffers;
    struct ArrowArray **children;
    void (*release)(struct ArrowArray *array);
    ...;
};
struct ArrowArrayStream {
    int (*get_schema)(struct ArrowArrayStream *stream, struct ArrowSchema *schema);
    int (*get_next)(struct ArrowArrayStream *stream, struct ArrowArray *array);
    const char *(*get_last_error)(struct ArrowArrayStream *stream);
    void (*release)(struct ArrowArrayStream *stream);
    void *private_data;
};

typedef struct vox_columns vox_columns;
typedef enum { VOX_COLUMNS_AUTO, VOX_COLUMNS_LINES, VOX_COLUMNS_DOCUMENT, ... } vox_columns_form;
typedef enum { VOX_COLUMNS_ROW, VOX_COLUMNS_STOP, VOX_COLUMNS_SKIP,
               VOX_COLUMNS_STRICT, ... } vox_columns_fault;
typedef struct {
    vox_columns_form form;
    vox_columns_fault fault;
    size_t batch_rows, batch_bytes, max_record;
    ...;
} vox_columns_options;
vox_columns_options vox_columns_options_default(void);

typedef struct { const char *bytes; size_t length; const char *file; size_t offset, lines; ...;
} vox_piece;
typedef struct {
    int (*read)(void *context, vox_piece *piece);
    void (*release)(void *context);
    void *context;
} vox_source;
typedef struct { uint64_t rows, faults, misfits, rests, skipped, bytes; ...; } vox_columns_counts;

vox_status vox_columns_new(const char *bytes, size_t length, const vox_allocator *allocator,
                           vox_columns **columns, vox_error *error);
void vox_columns_free(vox_columns *columns);
vox_status vox_columns_schema(const vox_columns *columns, const vox_columns_options *options,
                              struct ArrowSchema *schema);
vox_status vox_columns_stream(const vox_columns *columns, const vox_source *source,
                              const vox_columns_options *options,
                              struct ArrowArrayStream *stream);
vox_status vox_columns_counts_of(const struct ArrowArrayStream *stream,
                                 vox_columns_counts *counts);
typedef struct vox_tables vox_tables;
vox_status vox_tables_new(const vox_columns *const *columns, size_t count,
                          const vox_source *source, const vox_columns_options *options,
                          vox_tables **tables);
vox_status vox_tables_next(vox_tables *tables, size_t *table, struct ArrowArray *array);
const char *vox_tables_message(vox_tables *tables);
vox_status vox_tables_counts_of(const vox_tables *tables, size_t table,
                                vox_columns_counts *counts);
void vox_tables_free(vox_tables *tables);
vox_status vox_schema_read(const vox_source *source, const vox_columns_options *options,
                           unsigned share, vox_buffer *json, vox_error *error);
vox_status vox_schema_columns(const vox_columns *columns, const vox_source *source,
                              const vox_columns_options *options, unsigned share,
                              vox_buffer *json, vox_error *error);

extern "Python" int vox_python_read(void *context, vox_piece *piece);
extern "Python" void vox_python_source_end(void *context);
extern "Python" int vox_python_schema(struct ArrowArrayStream *stream, struct ArrowSchema *schema);
extern "Python" int vox_python_next(struct ArrowArrayStream *stream, struct ArrowArray *array);
extern "Python" const char *vox_python_message(struct ArrowArrayStream *stream);
extern "Python" void vox_python_stream_end(struct ArrowArrayStream *stream);

void vox_python_stream_release(struct ArrowArrayStream *stream);
struct ArrowArrayStream *vox_python_stream_new(void);
struct ArrowSchema *vox_python_schema_new(void);
const size_t vox_python_stream_name, vox_python_stream_free;
struct ArrowArray *vox_python_array_new(void);
const size_t vox_python_schema_name, vox_python_schema_free;
const size_t vox_python_array_name, vox_python_array_free;
const size_t vox_python_rows;
"""

# Capsules own a struct: they free it, and first its content where nobody has taken that. An engine
# may release a stream while an exception is raised, or after the interpreter has ended.
CAPSULES = """
#include <stdlib.h>
#include <vox.h>

static void vox_python_stream_end(struct ArrowArrayStream *stream);

static void vox_python_stream_release(struct ArrowArrayStream *stream) {
    if (Py_IsInitialized()) {
        const PyGILState_STATE state = PyGILState_Ensure();
        PyObject *type, *value, *trace;
        PyErr_Fetch(&type, &value, &trace);
        vox_python_stream_end(stream);
        PyErr_Restore(type, value, trace);
        PyGILState_Release(state);
    }
    stream->release = NULL;
}
static struct ArrowArrayStream *vox_python_stream_new(void) {
    return calloc(1, sizeof(struct ArrowArrayStream));
}
static struct ArrowSchema *vox_python_schema_new(void) {
    return calloc(1, sizeof(struct ArrowSchema));
}
static struct ArrowArray *vox_python_array_new(void) {
    return calloc(1, sizeof(struct ArrowArray));
}
static const char stream_name[] = "arrow_array_stream", schema_name[] = "arrow_schema",
                  array_name[] = "arrow_array";

static void free_stream(PyObject *capsule) {
    struct ArrowArrayStream *stream = PyCapsule_GetPointer(capsule, stream_name);
    if (stream->release) {
        stream->release(stream);
    }
    free(stream);
}
static void free_schema(PyObject *capsule) {
    struct ArrowSchema *schema = PyCapsule_GetPointer(capsule, schema_name);
    if (schema->release) {
        schema->release(schema);
    }
    free(schema);
}
static void free_array(PyObject *capsule) {
    struct ArrowArray *array = PyCapsule_GetPointer(capsule, array_name);
    if (array->release) {
        array->release(array);
    }
    free(array);
}
#define vox_python_array_name ((size_t)array_name)
#define vox_python_array_free ((size_t)free_array)
#define vox_python_stream_name ((size_t)stream_name)
#define vox_python_schema_name ((size_t)schema_name)
#define vox_python_stream_free ((size_t)free_stream)
#define vox_python_schema_free ((size_t)free_schema)
"""

# The rows of vox.select.
ROWS = pathlib.Path(__file__).with_name("_rows.c").read_text(encoding="utf-8")


def _flags(*which):
    """What pkg-config says of the installed library."""
    command = ["pkg-config", *which, "vox"]
    try:
        found = subprocess.run(command, check=True, capture_output=True, text=True)
    except (OSError, subprocess.CalledProcessError):
        sys.exit("vox: the C library libvox is not installed where pkg-config finds it: "
                 "run `make install`, or set PKG_CONFIG_PATH")
    return shlex.split(found.stdout)


def _libraries():
    """What the extension is linked with: the shared library, which it finds where it was linked,
    outside of the usual folders too; or with VOX_STATIC=1 the archive, for wheels."""
    flags = _flags("--libs")
    if os.environ.get("VOX_STATIC") != "1":
        return [*flags, *(f"-Wl,-rpath,{flag[2:]}" for flag in flags if flag.startswith("-L"))]
    folder = _flags("--variable=libdir")[0]
    others = (flag for flag in _flags("--static", "--libs") if flag != "-lvox")
    return [f"{folder}/libvox.a", *others, "-Wl,--exclude-libs,ALL"]


builder = FFI()
builder.cdef(DECLARATIONS)
builder.set_source(
    "vox._core",
    CAPSULES + ROWS,
    extra_compile_args=["-std=c11", "-O2", *_flags("--cflags")],
    extra_link_args=_libraries(),
)

if __name__ == "__main__":
    builder.compile(verbose=True)
