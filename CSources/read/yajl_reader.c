/* SPDX-License-Identifier: MIT */
/** The reader that uses yajl: its callbacks append nodes.
 *
 *  yajl delivers strings and the text of numbers. Its own UTF-8 check is off, because check_text.c
 *  has checked the text. It does not see that memory has run out: its allocation hooks
 *  (yajl_memory.c) leave with longjmp, across yajl's frames only.
 *
 *  This is the only file that uses yajl's interface. */
#include "read/yajl_memory.h"

#if !defined(VOX_WITHOUT_YAJL)

#include <yajl/yajl_parse.h>

typedef struct yajl_run {
    vox__builder *builder;
    yajl_handle handle;
    size_t start; /* the offset in the source of the text that yajl is reading */
    vox__yajl_memory memory;
} yajl_run;

/* --- callbacks ------------------------------------------------------------- */

static inline size_t consumed(const yajl_run *run) {
    return run->start + yajl_get_bytes_consumed(run->handle);
}

static int on_null(void *context) {
    yajl_run *run = (yajl_run *)context;
    size_t end = consumed(run);
    return vox__append(run->builder, VOX_NULL, end - 4, end) != NULL;
}

static int on_boolean(void *context, int boolean) {
    yajl_run *run = (yajl_run *)context;
    size_t end = consumed(run), start = end - (boolean ? 4 : 5);
    return vox__append(run->builder, boolean ? VOX_TRUE : VOX_FALSE, start, end) != NULL;
}

static int on_number(void *context, const char *text, size_t length) {
    const yajl_run *run = (const yajl_run *)context;
    vox__builder *builder = run->builder;
    size_t start = (size_t)((uintptr_t)text - (uintptr_t)builder->source);
    if (VOX_UNLIKELY(start >= builder->source_length)) {
        /* A borrowed text that is one number: the number ends with the text. */
        start = builder->source_length - length;
    }
    return vox__append(builder, VOX_NUMBER, start, start + length) != NULL;
}

static int on_string(void *context, const unsigned char *text, size_t length) {
    const yajl_run *run = (const yajl_run *)context;
    vox__builder *builder = run->builder;
    size_t start = (size_t)((uintptr_t)text - (uintptr_t)builder->source);
    if (VOX_LIKELY(start < builder->source_length)) {
        return vox__append(builder, VOX_STRING, start - 1, start + length + 1) != NULL;
    }
    /* A string with escapes. yajl has decoded them correctly, because check_text.c has checked. */
    vox_ref stored;
    size_t end = consumed(run);
    start = vox__string_begin(builder);
    vox_status status = vox__text_store(
        builder->tree, (const char *)text, length, (uint32_t)length, &stored
    );
    return status == VOX_OK ? vox__append_stored(builder, start, end, stored)
                            : vox__stop(builder, status, start);
}

static int on_name(void *context, const unsigned char *text, size_t length) {
    const yajl_run *run = (const yajl_run *)context;
    vox__builder *builder = run->builder;
    size_t start = (size_t)((uintptr_t)text - (uintptr_t)builder->source);
    if (VOX_LIKELY(start < builder->source_length && length <= NAME_LENGTH)) {
        vox__append_name(builder, start, length);
        return true;
    }
    vox_ref stored;
    start = vox__string_begin(builder);
    vox_status status = vox__text_store(
        builder->tree, (const char *)text, length, (uint32_t)start, &stored
    );
    if (status != VOX_OK) {
        return vox__stop(builder, status, start);
    }
    vox__append_stored_name(builder, stored);
    return true;
}

static int on_object_start(void *context) {
    const yajl_run *run = (const yajl_run *)context;
    return vox__append_open(run->builder, VOX_OBJECT, consumed(run) - 1);
}

static int on_array_start(void *context) {
    const yajl_run *run = (const yajl_run *)context;
    return vox__append_open(run->builder, VOX_ARRAY, consumed(run) - 1);
}

static int on_end(void *context) {
    const yajl_run *run = (const yajl_run *)context;
    vox__append_close(run->builder, consumed(run));
    return true;
}

/** The callbacks. yajl keeps the pointer, so they must live as long as any handle. */
static const yajl_callbacks callbacks = {
    .yajl_null = on_null,
    .yajl_boolean = on_boolean,
    .yajl_number = on_number,
    .yajl_string = on_string,
    .yajl_start_map = on_object_start,
    .yajl_map_key = on_name,
    .yajl_end_map = on_end,
    .yajl_start_array = on_array_start,
    .yajl_end_array = on_end};

/* --- the run --------------------------------------------------------------- */

static bool feed_yajl(yajl_run *run, size_t from, size_t to) {
    const unsigned char *text = (const unsigned char *)run->builder->source + from;
    run->start = from;
    bool good = yajl_parse(run->handle, text, to - from) == yajl_status_ok;
    run->builder->consumed = consumed(run);
    return good;
}

/** Feeds the text around the lists of spans. Returns the position where the last list closes, or
 *  `start`. */
static bool feed_around(yajl_run *run, size_t *start) {
    vox__builder *builder = run->builder;
    for (; builder->next_open != SIZE_MAX; vox__next_list(builder)) {
        const vox__structure *structure = builder->structure;
        const vox__span_list *list = &vox__span_lists(structure)[builder->next_list++];
        if (!feed_yajl(run, *start, (size_t)list->open + 1) ||
            !vox__append_spans(builder, vox__spans(structure) + list->first, list->count)) {
            return false;
        }
        *start = list->close;
    }
    return true;
}

static bool read_with_yajl(yajl_run *run, size_t start, size_t end) {
    static const unsigned char line_feed[] = "\n";
    const vox__builder *builder = run->builder;
    const size_t last = builder->deferred ? builder->deferred->end : builder->source_length;
    if (!feed_around(run, &start) || !feed_yajl(run, start, end) || end != last) {
        return false;
    }
    /* The line feed makes yajl report a string that does not end, and completes a number at
     * the end. A span ends with a bracket. */
    return (builder->deferred || yajl_parse(run->handle, line_feed, 1) == yajl_status_ok) &&
           yajl_complete_parse(run->handle) == yajl_status_ok;
}

/* A function of its own, because it calls setjmp: all state that changes is in `run`. */
static bool run_yajl(yajl_run *run, size_t start, size_t end) {
    yajl_alloc_funcs hooks = {vox__yajl_alloc, vox__yajl_realloc, vox__yajl_free, &run->memory};
    if (setjmp(run->memory.out_of_memory)) {
        run->builder->status = run->memory.status;
        return false;
    }
    run->handle = yajl_alloc(&callbacks, &hooks, run);
    yajl_config(run->handle, yajl_dont_validate_strings, 1);
    return read_with_yajl(run, start, end);
}

bool vox__yajl_read(vox__builder *builder, size_t start, size_t end) {
    yajl_run run;
    run.builder = builder;
    vox__yajl_memory_start(&run.memory, &builder->tree->memory);
    bool whole = run_yajl(&run, start, end);
    vox__yajl_memory_end(&run.memory);
    return whole;
}

#endif
