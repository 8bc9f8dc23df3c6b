/* SPDX-License-Identifier: MIT */
#include "check_allocator.h"

#include "check.h"

#include <stdlib.h>

/* Each block has a header with its size and a mark. The mark distinguishes the blocks of this
 * allocator from foreign blocks and from freed blocks. 16 bytes keep the alignment. */
typedef struct header {
    _Alignas(16) size_t size;
    size_t mark;
} header;

_Static_assert(sizeof(header) % 16 == 0, "blocks must stay aligned for any type");

#define MARK_LIVE ((size_t)0x766F786C69766521)
#define MARK_FREED ((size_t)0x766F786465616421)

check_allocator check_memory;

void check_allocator_reset(check_allocator *memory) {
    memset(memory, 0, sizeof *memory);
}

void check_allocator_verify(const check_allocator *memory) {
    CHECK_SIZE(memory->blocks, 0);
    CHECK_SIZE(memory->bytes, 0);
    CHECK_SIZE(memory->misuses, 0);
}

/* More than any test needs. A larger request is an error, and must not exhaust the memory of the
 * machine. */
#define MOST_BYTES ((size_t)512 << 20)

static bool should_fail(check_allocator *memory, size_t size) {
    if (size > MOST_BYTES || memory->bytes + size > MOST_BYTES) {
        memory->failures++;
        return true;
    }
    if (memory->countdown > 0 && --memory->countdown == 0) {
        memory->failing = memory->fail_for_good;
        memory->failures++;
        return true;
    }
    if (memory->failing) {
        memory->failures++;
    }
    return memory->failing;
}

/** Always moves the block, so that the sanitizers detect pointers into the old block. */
static void *resize(void *context, void *block, size_t old_size, size_t new_size) {
    check_allocator *memory = context;
    header *old = block ? (header *)block - 1 : NULL;
    if (old ? old->mark != MARK_LIVE || old->size != old_size : old_size != 0) {
        memory->misuses++;
    }
    header *new = NULL;
    if (new_size > 0) {
        memory->calls++;
        if (should_fail(memory, new_size)) {
            return NULL;
        }
        new = malloc(sizeof(header) + new_size);
        if (!new) {
            abort(); /* the machine is out of memory, so the tests cannot continue */
        }
        new->size = new_size;
        new->mark = MARK_LIVE;
        /* Memory that was not initialized must not look like zeros. */
        memset(new + 1, 0xA5, new_size);
        memory->blocks++;
        memory->bytes += new_size;
        memory->peak = memory->bytes > memory->peak ? memory->bytes : memory->peak;
    }
    if (old) {
        if (new) {
            memcpy(new + 1, block, old->size < new_size ? old->size : new_size);
        }
        memory->blocks--;
        memory->bytes -= old->size;
        old->mark = MARK_FREED;
        free(old);
    }
    return new ? new + 1 : NULL;
}

vox_allocator check_allocator_interface(check_allocator *memory) {
    vox_allocator allocator = {resize, memory};
    return allocator;
}
