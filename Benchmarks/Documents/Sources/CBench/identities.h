/* SPDX-License-Identifier: MIT */
/** A table from ids to what a peer knows of them, as one would write it for the job. */
#ifndef IDENTITIES_H
#define IDENTITIES_H

#include "hash.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct identity {
    const char *id;
    size_t length;
    void *resource; /* yyjson: found in `included` */
    int64_t count;  /* On-Demand: how often it is asked for */
} identity;

typedef struct identities {
    identity *slots; /* NULL: no memory */
    size_t mask;
} identities;

/** With room for that many. Free `slots`. */
static inline identities identities_for(size_t count) {
    size_t size = 16;
    while (size < 2 * count) {
        size *= 2;
    }
    identities table = {(identity *)calloc(size, sizeof(identity)), size - 1};
    return table;
}

/** The place of an id; new ones have a NULL `id`, which is set by whoever wants to keep it. */
static inline identity *identities_slot(const identities *table, const char *id, size_t length) {
    size_t at = (size_t)hash_of(id, length) & table->mask;
    while (table->slots[at].id &&
           (table->slots[at].length != length || memcmp(table->slots[at].id, id, length) != 0)) {
        at = (at + 1) & table->mask;
    }
    return &table->slots[at];
}

#endif
