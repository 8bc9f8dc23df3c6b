/* SPDX-License-Identifier: MIT */
/** A simple model of a document, for comparison with edited trees. Values own their children in
 *  growing lists, and look-ups are linear. */
#ifndef MODEL_H
#define MODEL_H

#include <vox.h>

typedef struct model model;
struct model {
    vox_kind kind;
    char text[24]; /* the text of a number or string, which has only letters and digits */
    char name[8];  /* the name of a member */
    model *parent;
    model **children;
    size_t count;
};

model *model_new(vox_kind kind, const char *text);
void model_free(model *self);
model *model_copy(const model *self);

/** Inserts a child, with its name, at a position. */
void model_insert(model *self, size_t index, model *child);

/** Removes a child. The caller then owns it. */
model *model_take(model *self, size_t index);

/** Returns the position of a member; the count when it does not exist. */
size_t model_find(const model *self, const char *name);

/** Takes the value of `other` and frees `other`. The position and the name stay. */
void model_become(model *self, model *other);

/** Makes a random value of at most `levels` levels. */
model *model_random(uint64_t *seed, size_t levels);

/** Returns a random value at or below this one. */
model *model_pick(model *self, uint64_t *seed);

/** A text that grows. Set it to zero before use, and free `bytes` after use. */
typedef struct model_text {
    char *bytes;
    size_t length;
    size_t capacity;
} model_text;

/** Appends the compact text. With a seed, adds random white space, and repeats members before
 *  the one that counts. */
void model_write(const model *self, uint64_t *seed, model_text *text);

#endif
