/* SPDX-License-Identifier: MIT */
#include <bench.h>

#include <stdlib.h>
#include <string.h>
#include <yajl/yajl_parse.h>

#define SCRATCH_SIZE ((size_t)1 << 16)

/** What yajl allocates in one run, one block behind the other. */
typedef struct scratch {
    size_t used;
    _Alignas(16) char bytes[SCRATCH_SIZE];
} scratch;

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
    scratch *self = context;
    size_t whole = (size + 31) & ~(size_t)15;
    char *block = self->bytes + self->used;
    if (whole > SCRATCH_SIZE - self->used) {
        block = malloc(whole);
        if (!block) {
            abort(); /* yajl cannot be told; this is a benchmark */
        }
    } else {
        self->used += whole;
    }
    *(size_t *)(void *)block = size;
    return block + 16;
}

static void scratch_free(void *context, void *memory) {
    scratch *self = context;
    uintptr_t offset = (uintptr_t)memory - (uintptr_t)self->bytes;
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

int64_t bench_yajl(const bench_job *job) {
    static scratch memory; /* no job runs beside another one */
    memory.used = 0;
    yajl_alloc_funcs hooks = {scratch_alloc, scratch_realloc, scratch_free, &memory};
    yajl_handle handle = yajl_alloc(&callbacks, &hooks, NULL);
    yajl_config(handle, yajl_dont_validate_strings, 1);
    const bool is_good = yajl_parse(handle, (const unsigned char *)job->bytes, job->length) ==
                             yajl_status_ok &&
                         yajl_complete_parse(handle) == yajl_status_ok;
    yajl_free(handle);
    return is_good ? 0 : -1;
}
