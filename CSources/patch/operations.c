/* SPDX-License-Identifier: MIT */
/** The operations of a patch that is being created, and how they are written. */
#include "patch/make.h"

/** A segment of pointers. */
typedef struct path_segment {
    vox_string text; /* `bytes` NULL: the position `length` */
    size_t length;   /* of the pointer up to its end */
    uint32_t parent;
} path_segment;

typedef struct operation {
    vox__operation_kind kind;
    uint32_t segment;
    const vox_node *value; /* NULL if it has none */
} operation;

/** The length of the text of an operation, without its pointer and its value. */
#define OPERATION_LENGTH 40

void vox__operations_free(vox__operations *self) {
    vox__list_free(self->account, &self->items, sizeof(operation));
    vox__list_free(self->account, &self->segments, sizeof(path_segment));
}

/** Returns the length of a segment in a pointer, including its '/'. */
static size_t written_length(vox_string text) {
    char digits[VOX_NUMBER_SIZE];
    if (!text.bytes) {
        return 1 + vox__integer_text(digits, false, text.length).length;
    }
    size_t length = 1 + text.length;
    for (size_t index = 0; index < text.length; index++) {
        length += text.bytes[index] == '~' || text.bytes[index] == '/';
    }
    return length;
}

vox_status vox__operations_segment(
    vox__operations *self, uint32_t parent, vox_string text, uint32_t *made
) {
    const uint32_t number = self->segments.count;
    path_segment *added = (path_segment *)vox__list_add(
        self->account, &self->segments, sizeof *added
    );
    if (!added) {
        return VOX_ERROR_MEMORY;
    }
    *added = (path_segment){.text = text, .parent = parent};
    if (number) {
        const path_segment *all = (const path_segment *)self->segments.items;
        added->length = all[parent].length + written_length(text);
    }
    *made = number;
    return VOX_OK;
}

size_t vox__operations_cost(const vox__operations *self, uint32_t number) {
    return OPERATION_LENGTH + ((const path_segment *)self->segments.items)[number].length;
}

vox_status vox__operations_add(
    vox__operations *self, vox__operation_kind kind, uint32_t number, const vox_node *value
) {
    operation *added = (operation *)vox__list_add(self->account, &self->items, sizeof *added);
    if (!added) {
        return VOX_ERROR_MEMORY;
    }
    *added = (operation){kind, number, value};
    return VOX_OK;
}

/** Writes a segment that ends at `end`. Returns its beginning. */
static char *put_segment(char *end, vox_string text) {
    char digits[VOX_NUMBER_SIZE];
    const bool is_position = !text.bytes;
    text = is_position ? vox__integer_text(digits, false, text.length) : text;
    for (size_t index = text.length; index; index--) {
        const char byte = text.bytes[index - 1];
        if (byte == '~' || byte == '/') {
            *--end = byte == '~' ? '0' : '1';
            *--end = '~';
        } else {
            *--end = byte;
        }
    }
    *--end = '/';
    return end;
}

/** Writes a pointer to `room`, which grows. */
static vox_status build_pointer(
    const vox__operations *self, uint32_t number, vox__list *room, vox_string *pointer
) {
    const path_segment *all = (const path_segment *)self->segments.items;
    const size_t length = all[number].length;
    room->count = 0;
    VOX_TRY(vox__list_reserve(self->account, room, 1, length));
    char *end = (char *)room->items + length;
    *pointer = vox__string(length ? (const char *)room->items : "", length);
    for (; number; number = all[number].parent) { /* 0 is the top */
        end = put_segment(end, all[number].text);
    }
    return VOX_OK;
}

static vox_status put_operation(
    const operation *what, vox_string pointer, vox_tree *from, vox_tree *patch, vox_node *array
) {
    static const char *const names[] = {"add", "remove", "replace"};
    vox_node *object;
    VOX_TRY(vox_array_append(patch, array, vox_value_object(), &object));
    const vox_value name = vox_value_string(vox_string_from_c(names[what->kind]));
    VOX_TRY(vox_object_set(patch, object, vox_string_from_c("op"), name, NULL));
    const vox_value path = vox_value_string(pointer);
    VOX_TRY(vox_object_set(patch, object, vox_string_from_c("path"), path, NULL));
    if (!what->value) {
        return VOX_OK;
    }
    const vox_value value = vox_value_copy(from, what->value);
    return vox_object_set(patch, object, vox_string_from_c("value"), value, NULL);
}

vox_status vox__operations_write(
    const vox__operations *self, vox_tree *from, vox_tree *patch, vox_node *array
) {
    const operation *items = (const operation *)self->items.items;
    vox_status status = VOX_OK;
    vox__list room = {NULL, 0, 0};
    for (uint32_t index = 0; index < self->items.count && status == VOX_OK; index++) {
        vox_string pointer = {"", 0};
        status = build_pointer(self, items[index].segment, &room, &pointer);
        if (status == VOX_OK) {
            status = put_operation(&items[index], pointer, from, patch, array);
        }
    }
    vox__list_free(self->account, &room, 1);
    return status;
}
