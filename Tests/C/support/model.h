/* SPDX-License-Identifier: MIT */
/** A document as plain as can be, to compare edited trees with: values own
 *  their children in growing lists, look-ups walk, nothing is clever. */
#ifndef MODEL_H
#define MODEL_H

#include <vox.h>

typedef struct model model;
struct model {
    vox_kind kind;
    char text[24]; /* of a number or string; only letters and digits */
    char name[8];  /* of a member */
    model *parent;
    model **children;
    size_t count;
};

model *model_new(vox_kind kind, const char *text);
void model_free(model *self);
model *model_copy(const model *self);

/** Puts a child at a position; it takes the name along. */
void model_insert(model *self, size_t index, model *child);

/** Takes a child out; it is the caller's then. */
model *model_take(model *self, size_t index);

/** The position of a member; the count when there is none. */
size_t model_find(const model *self, const char *name);

/** Becomes what `other` is, and frees it. Place and name stay. */
void model_become(model *self, model *other);

/** Makes a random value of at most some levels. */
model *model_random(uint64_t *seed, size_t levels);

/** Any value at or below this one. */
model *model_pick(model *self, uint64_t *seed);

/** Text that grows. Set to zero before; free `bytes`. */
typedef struct model_text {
    char *bytes;
    size_t length;
    size_t capacity;
} model_text;

/** Appends the compact text; with a seed, sprinkles white space over it and
 *  repeats members in front of the one that counts. */
void model_write(const model *self, uint64_t *seed, model_text *text);

#endif
