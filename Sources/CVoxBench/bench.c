/* SPDX-License-Identifier: MIT */
#include "vox_bench.h"

#include <stdlib.h>
#include <time.h>
#include <vox.h>
#include <yajl/yajl_parse.h>

#define SCRATCH_SIZE ((size_t)1 << 16)

struct vox_bench {
    const char *bytes;
    size_t length;
    vox_pool *pool;
    vox_options options;
    vox_tree *tree; /* untouched, for writing */
    vox_buffer buffer;
    size_t scratch_used;
    _Alignas(16) char scratch[SCRATCH_SIZE];
};

static int64_t now(void) {
    struct timespec time;
    (void)clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* --- yajl ------------------------------------------------------------------ */

static int on_nothing(void *context) {
    (void)context;
    return 1;
}

static int on_boolean(void *context, int boolean) {
    (void)context;
    (void)boolean;
    return 1;
}

static int on_number(void *context, const char *text, size_t length) {
    (void)context;
    (void)text;
    (void)length;
    return 1;
}

static int on_text(void *context, const unsigned char *text, size_t length) {
    (void)context;
    (void)text;
    (void)length;
    return 1;
}

static const yajl_callbacks callbacks = {
    .yajl_null = on_nothing,
    .yajl_boolean = on_boolean,
    .yajl_number = on_number,
    .yajl_string = on_text,
    .yajl_start_map = on_nothing,
    .yajl_map_key = on_text,
    .yajl_end_map = on_nothing,
    .yajl_start_array = on_nothing,
    .yajl_end_array = on_nothing,
};

/** Blocks carry their size in front; large ones come from malloc. */
static void *scratch_alloc(void *context, size_t size) {
    vox_bench *bench = context;
    size_t whole = (size + 31) & ~(size_t)15;
    char *block = bench->scratch + bench->scratch_used;
    if (whole > SCRATCH_SIZE - bench->scratch_used) {
        block = malloc(whole);
        if (!block) {
            abort(); /* yajl cannot be told; this is a benchmark */
        }
    } else {
        bench->scratch_used += whole;
    }
    *(size_t *)(void *)block = size;
    return block + 16;
}

static void scratch_free(void *context, void *memory) {
    vox_bench *bench = context;
    uintptr_t offset = (uintptr_t)memory - (uintptr_t)bench->scratch;
    if (memory && offset >= SCRATCH_SIZE) {
        free((char *)memory - 16);
    }
}

static void *scratch_realloc(void *context, void *memory, size_t size) {
    char *moved = scratch_alloc(context, size);
    if (memory) {
        size_t old_size = *(size_t *)(void *)((char *)memory - 16);
        memcpy(moved, memory, old_size < size ? old_size : size);
        scratch_free(context, memory);
    }
    return moved;
}

int64_t vox_bench_yajl(vox_bench *bench, int times) {
    yajl_alloc_funcs hooks = {scratch_alloc, scratch_realloc, scratch_free, bench};
    const unsigned char *text = (const unsigned char *)bench->bytes;
    bool good = true;
    int64_t start = now();
    for (int run = 0; run < times && good; run++) {
        bench->scratch_used = 0;
        yajl_handle handle = yajl_alloc(&callbacks, &hooks, bench);
        yajl_config(handle, yajl_dont_validate_strings, 1);
        good = yajl_parse(handle, text, bench->length) == yajl_status_ok &&
               yajl_complete_parse(handle) == yajl_status_ok;
        yajl_free(handle);
    }
    return good ? now() - start : -1;
}

/* --- Vox ------------------------------------------------------------------- */

static bool parse(vox_bench *bench, vox_tree **tree) {
    return vox_tree_parse(bench->bytes, bench->length, &bench->options, tree, NULL) == VOX_OK;
}

static int64_t read_as(vox_bench *bench, vox_mode mode, int times) {
    vox_options options = bench->options;
    options.mode = mode;
    bool good = true;
    int64_t start = now();
    for (int run = 0; run < times && good; run++) {
        vox_tree *tree;
        good = vox_tree_parse(bench->bytes, bench->length, &options, &tree, NULL) == VOX_OK;
        vox_tree_free(tree);
    }
    return good ? now() - start : -1;
}

static bool write_out(vox_bench *bench, vox_tree *tree) {
    bench->buffer.length = 0;
    vox_node *root = vox_tree_root(tree);
    return vox_write_buffer(tree, root, VOX_STYLE_PRESERVE, &bench->buffer) == VOX_OK;
}

/** Gives the last value in the document another one. */
static bool edit(vox_tree *tree) {
    vox_node *node = vox_tree_root(tree);
    for (vox_node *child = node; child; child = vox_node_last(tree, child)) {
        node = child;
    }
    vox_value value = vox_value_string(vox_string_from_c("edited"));
    return vox_node_set(tree, node, value) == VOX_OK;
}

int64_t vox_bench_eager(vox_bench *bench, int times) {
    return read_as(bench, VOX_MODE_EAGER, times);
}

int64_t vox_bench_lazy(vox_bench *bench, int times) {
    return read_as(bench, VOX_MODE_LAZY, times);
}

int64_t vox_bench_write(vox_bench *bench, int times) {
    bool good = true;
    int64_t start = now();
    for (int run = 0; run < times && good; run++) {
        good = write_out(bench, bench->tree) && bench->buffer.length == bench->length;
    }
    return good ? now() - start : -1;
}

int64_t vox_bench_edit(vox_bench *bench, int times) {
    bool good = true;
    int64_t start = now();
    for (int run = 0; run < times && good; run++) {
        vox_tree *tree;
        good = parse(bench, &tree) && edit(tree) && write_out(bench, tree);
        vox_tree_free(tree);
    }
    return good ? now() - start : -1;
}

static int on_finding(void *context, const vox_finding *finding) {
    (void)context;
    (void)finding;
    return 0;
}

int64_t vox_bench_validate(vox_bench *bench, int times) {
    const vox_finding_sink sink = {on_finding, NULL};
    bool good = true;
    int64_t start = now();
    for (int run = 0; run < times && good; run++) {
        good = vox_validate(bench->tree, NULL, sink) == VOX_OK;
    }
    return good ? now() - start : -1;
}

vox_bench *vox_bench_new(const char *bytes, size_t length) {
    vox_bench *bench = calloc(1, sizeof *bench);
    if (!bench) {
        return NULL;
    }
    bench->bytes = bytes;
    bench->length = length;
    bench->options = vox_options_default();
    bench->options.max_depth = bench->options.max_size = bench->options.max_nodes = SIZE_MAX;
    if (vox_pool_new(NULL, SIZE_MAX / 2, &bench->pool) == VOX_OK) {
        bench->options.allocator = vox_pool_allocator(bench->pool);
        if (parse(bench, &bench->tree)) {
            return bench;
        }
    }
    vox_bench_free(bench);
    return NULL;
}

void vox_bench_free(vox_bench *bench) {
    if (bench) {
        vox_tree_free(bench->tree);
        vox_buffer_free(&bench->buffer);
        vox_pool_free(bench->pool);
        free(bench);
    }
}

size_t vox_bench_reserved(const vox_bench *bench) {
    return vox_tree_memory(bench->tree).reserved;
}
