/* SPDX-License-Identifier: MIT */
#include "model.h"

#include "random.h"

#include <stdio.h>
#include <stdlib.h>

model *model_new(vox_kind kind, const char *text) {
    model *self = calloc(1, sizeof *self);
    self->kind = kind;
    snprintf(self->text, sizeof self->text, "%s", text);
    return self;
}

static void clear(model *self) {
    for (size_t index = 0; index < self->count; index++) {
        model_free(self->children[index]);
    }
    free(self->children);
    self->children = NULL;
    self->count = 0;
}

void model_free(model *self) {
    if (self) {
        clear(self);
        free(self);
    }
}

model *model_copy(const model *self) {
    model *copy = model_new(self->kind, self->text);
    memcpy(copy->name, self->name, sizeof copy->name);
    for (size_t index = 0; index < self->count; index++) {
        model_insert(copy, index, model_copy(self->children[index]));
    }
    return copy;
}

void model_insert(model *self, size_t index, model *child) {
    self->children = realloc(self->children, (self->count + 1) * sizeof *self->children);
    size_t behind = self->count - index;
    memmove(self->children + index + 1, self->children + index, behind * sizeof *self->children);
    self->children[index] = child;
    self->count++;
    child->parent = self;
}

model *model_take(model *self, size_t index) {
    model *child = self->children[index];
    size_t behind = --self->count - index;
    memmove(self->children + index, self->children + index + 1, behind * sizeof *self->children);
    child->parent = NULL;
    return child;
}

size_t model_find(const model *self, const char *name) {
    size_t index = 0;
    while (index < self->count && strcmp(self->children[index]->name, name) != 0) {
        index++;
    }
    return index;
}

void model_become(model *self, model *other) {
    clear(self);
    self->kind = other->kind;
    memcpy(self->text, other->text, sizeof self->text);
    self->children = other->children;
    self->count = other->count;
    for (size_t index = 0; index < self->count; index++) {
        self->children[index]->parent = self;
    }
    free(other);
}

model *model_random(uint64_t *seed, size_t levels) {
    static const vox_kind kinds[] = {VOX_NULL,  VOX_TRUE,   VOX_FALSE, VOX_NUMBER, VOX_STRING,
                                     VOX_ARRAY, VOX_OBJECT, VOX_ARRAY, VOX_OBJECT};
    vox_kind kind = kinds[random_below(seed, levels ? 9 : 5)];
    model *self = model_new(kind, "");
    if (kind == VOX_NUMBER) {
        snprintf(self->text, sizeof self->text, "%d", (int)random_below(seed, 100000) - 50000);
    } else if (kind == VOX_STRING) {
        snprintf(self->text, sizeof self->text, "text%zu", random_below(seed, 1000));
    } else if (kind == VOX_ARRAY || kind == VOX_OBJECT) {
        size_t count = random_below(seed, 5);
        for (size_t index = 0; index < count; index++) {
            model *child = model_random(seed, levels - 1);
            if (kind == VOX_OBJECT) {
                snprintf(
                    child->name, sizeof child->name, "k%zu", index * 3 + random_below(seed, 3)
                );
            }
            model_insert(self, index, child);
        }
    }
    return self;
}

model *model_pick(model *self, uint64_t *seed) {
    while (self->count > 0 && random_below(seed, 4) > 0) {
        self = self->children[random_below(seed, self->count)];
    }
    return self;
}

static void append(model_text *text, const char *piece) {
    size_t length = strlen(piece);
    if (text->length + length + 1 > text->capacity) {
        text->capacity = 2 * text->capacity + length + 64;
        text->bytes = realloc(text->bytes, text->capacity);
    }
    memcpy(text->bytes + text->length, piece, length + 1);
    text->length += length;
}

static void white_space(uint64_t *seed, model_text *text) {
    static const char *const spaces[] = {"", "", " ", "\n  ", "\t"};
    if (seed) {
        append(text, spaces[random_below(seed, 5)]);
    }
}

static void write_member(const model *child, uint64_t *seed, model_text *text) {
    append(text, "\"");
    append(text, child->name);
    append(text, "\"");
    white_space(seed, text);
    append(text, ":");
    model_write(child, seed, text);
}

void model_write(const model *self, uint64_t *seed, model_text *text) {
    static const char *const words[] = {
        [VOX_NULL] = "null", [VOX_FALSE] = "false", [VOX_TRUE] = "true"};
    white_space(seed, text);
    if (self->kind == VOX_ARRAY || self->kind == VOX_OBJECT) {
        append(text, self->kind == VOX_ARRAY ? "[" : "{");
        for (size_t index = 0; index < self->count; index++) {
            const model *child = self->children[index];
            append(text, index ? "," : "");
            white_space(seed, text);
            if (self->kind == VOX_OBJECT) {
                if (seed && random_below(seed, 6) == 0) {
                    append(text, "\"");
                    append(text, child->name);
                    append(text, "\":[{}], ");
                }
                write_member(child, seed, text);
            } else {
                model_write(child, seed, text);
            }
        }
        white_space(seed, text);
        append(text, self->kind == VOX_ARRAY ? "]" : "}");
    } else if (self->kind == VOX_STRING) {
        append(text, "\"");
        append(text, self->text);
        append(text, "\"");
    } else {
        append(text, self->kind == VOX_NUMBER ? self->text : words[self->kind]);
    }
    white_space(seed, text);
}
