/* SPDX-License-Identifier: MIT */
/** JSON Pointer (RFC 6901): finding, setting, and writing the pointer of a node. */
#include "base/bounded_text.h"
#include "tree/armor.h"

/* --- reading pointers ------------------------------------------------------ */

void vox__segment_free(vox_tree *tree, vox__segment *segment) {
    void *memory = segment->allocated;
    if (memory) {
        (void)vox__temporary(&tree->memory, &memory, segment->size, 0);
    }
}

vox_status vox__segment_read(vox_tree *tree, vox_string text, vox__segment *segment) {
    segment->allocated = NULL;
    segment->name = text;
    if (!text.length || !vox__find_byte(text.bytes, '~', text.length)) {
        return VOX_OK;
    }
    char *bytes = segment->local;
    if (text.length > sizeof segment->local) {
        void *memory = NULL;
        VOX_TRY(vox__temporary(&tree->memory, &memory, 0, text.length));
        bytes = segment->allocated = (char *)memory;
        segment->size = text.length;
    }
    size_t length = 0;
    for (size_t offset = 0; offset < text.length; offset++) {
        char byte = text.bytes[offset];
        if (byte == '~') {
            byte = text.bytes[++offset] == '0' ? '~' : '/';
        }
        bytes[length++] = byte;
    }
    segment->name = vox__string(bytes, length);
    return VOX_OK;
}

/** Checks the whole pointer first, so that a malformed pointer is always reported as malformed. */
bool vox__pointer_well_formed(vox_string pointer, size_t *fault) {
    size_t segment = 0;
    for (size_t offset = 0; offset < pointer.length; offset++) {
        char byte = pointer.bytes[offset];
        if (byte == '/') {
            segment = offset;
        } else if (offset == 0) {
            *fault = 0;
            return false;
        } else if (byte == '~') {
            char next = offset + 1 < pointer.length ? pointer.bytes[offset + 1] : 'x';
            if (next != '0' && next != '1') {
                *fault = segment;
                return false;
            }
        }
    }
    return true;
}

bool vox__segment_index(vox_string text, size_t *index) {
    size_t value = 0;
    bool good = text.length == 1 || (text.length && text.bytes[0] != '0');
    for (size_t at = 0; at < text.length && good; at++) {
        const size_t digit = (size_t)(unsigned char)text.bytes[at] - '0';
        good = digit <= 9;
        value = value > (SIZE_MAX - 9) / 10 ? SIZE_MAX : 10 * value + digit;
    }
    *index = value;
    return good;
}

static vox_node *child_named(vox_tree *tree, const vox_node *node, vox_string name) {
    size_t index;
    if (vox_node_kind(node) == VOX_ARRAY) {
        return vox__segment_index(name, &index) ? vox_array_get(tree, node, index) : NULL;
    }
    return vox_object_get(tree, node, name);
}

vox_string vox__segment_at(vox_string pointer, size_t offset) {
    const char *start = pointer.bytes + offset + 1;
    size_t rest = pointer.length - offset - 1;
    const char *slash = rest ? vox__find_byte(start, '/', rest) : NULL;
    return vox__string(start, slash ? (size_t)(slash - start) : rest);
}

vox_status vox_pointer_get(
    vox_tree *tree, const vox_node *node, vox_string pointer, vox_node **found, size_t *offset
) {
    if (!found) {
        return VOX_ERROR_ARGUMENT;
    }
    *found = NULL;
    VOX_ARMOR_READ(tree, node, VOX_ERROR_ARGUMENT);
    VOX_ARMOR_TEXT(pointer, VOX_ERROR_ARGUMENT);
    size_t at = 0;
    vox_status status = vox__pointer_well_formed(pointer, &at) ? VOX_OK : VOX_ERROR_POINTER;
    while (status == VOX_OK && node && at < pointer.length) {
        vox__segment segment;
        vox_string text = vox__segment_at(pointer, at);
        status = vox__segment_read(tree, text, &segment);
        if (status == VOX_OK) {
            status = vox__resolve(tree, node);
            const vox_node *child = status == VOX_OK ? child_named(tree, node, segment.name) : NULL;
            vox__segment_free(tree, &segment);
            node = status == VOX_OK ? child : node;
            at += child ? text.length + 1 : 0;
        }
    }
    if (status == VOX_OK && !node) {
        status = VOX_ERROR_MISSING;
    }
    if (status == VOX_OK) {
        *found = (vox_node *)(uintptr_t)node;
    } else if (offset) {
        *offset = at;
    }
    return status;
}

/** Writes the child for the last segment of a pointer. */
static vox_status set_child(
    vox_tree *tree, vox_node *parent, vox_string name, vox_value value, vox_node **child
) {
    size_t index = vox_node_count(tree, parent);
    if (parent->kind != VOX_ARRAY) {
        return vox_object_set(tree, parent, name, value, child);
    }
    if (!vox_string_equal(name, vox_string_from_c("-")) && !vox__segment_index(name, &index)) {
        return VOX_ERROR_MISSING;
    }
    *child = vox_array_get(tree, parent, index);
    return *child ? vox_node_set(tree, *child, value)
                  : vox_array_insert(tree, parent, index, value, child);
}

vox_status vox_pointer_set(
    vox_tree *tree, vox_node *node, vox_string pointer, vox_value value, vox_node **written,
    size_t *offset
) {
    VOX_ARMOR_TEXT(pointer, VOX_ERROR_ARGUMENT);
    vox_node *parent;
    size_t last = pointer.length, fault = 0;
    vox_node *target = node;
    VOX_TRY(vox__may_edit(tree));
    if (node && !vox__owns(tree, node)) {
        return VOX_ERROR_ARGUMENT;
    }
    if (!vox__pointer_well_formed(pointer, &fault)) {
        if (offset) {
            *offset = fault;
        }
        return VOX_ERROR_POINTER;
    }
    if (pointer.length == 0) {
        VOX_TRY(vox_node_set(tree, node, value));
        if (written) {
            *written = node;
        }
        return VOX_OK;
    }
    do {
        last--;
    } while (pointer.bytes[last] != '/');
    VOX_TRY(vox_pointer_get(tree, node, vox__string(pointer.bytes, last), &parent, offset));
    vox__segment segment;
    vox_status status = vox__resolve(tree, parent);
    if (status == VOX_OK) {
        status = vox__segment_read(tree, vox__segment_at(pointer, last), &segment);
    }
    if (status == VOX_OK) {
        status = set_child(tree, parent, segment.name, value, &target);
        vox__segment_free(tree, &segment);
    }
    if (status != VOX_OK && offset) {
        *offset = last;
    } else if (status == VOX_OK && written) {
        *written = target;
    }
    return status;
}

/* --- writing pointers ------------------------------------------------------ */

/** Writes the segment of a node with its '/', as far as it fits; writes nothing if `buffer` is
 *  NULL. Returns its length, or a number above `capacity`. */
static size_t segment_write(
    const vox_tree *tree, const vox_node *node, char *buffer, size_t capacity
) {
    vox__bounded text = {buffer, capacity, 0};
    vox__bounded_byte(&text, '/');
    if (vox__node(tree, node->parent)->kind == VOX_ARRAY) {
        vox__bounded_number(&text, vox_node_index(tree, node));
        return text.length;
    }
    vox_string name = vox__name(tree, node);
    for (size_t offset = 0; offset < name.length && text.length <= capacity; offset++) {
        char byte = name.bytes[offset];
        if (byte == '~' || byte == '/') {
            vox__bounded_byte(&text, '~');
            byte = byte == '~' ? '0' : '1';
        }
        vox__bounded_byte(&text, byte);
    }
    return text.length;
}

size_t vox_pointer_write(
    const vox_tree *tree, const vox_node *node, char *buffer, size_t capacity
) {
    VOX_ARMOR_READ(tree, node, 0);
    size_t length = 0;
    if (!node) {
        return 0;
    }
    for (const vox_node *at = node; at->parent; at = vox__node(tree, at->parent)) {
        length += segment_write(tree, at, NULL, SIZE_MAX);
    }
    size_t end = length;
    for (const vox_node *at = node; buffer && at->parent && length <= capacity;
         at = vox__node(tree, at->parent)) {
        size_t segment = segment_write(tree, at, NULL, SIZE_MAX);
        end -= segment;
        (void)segment_write(tree, at, buffer + end, segment);
    }
    return length;
}

bool vox__pointer_cut(const vox_tree *tree, const vox_node *node, char *buffer) {
    const vox_node *chain[VOX_ERROR_POINTER_SIZE];
    size_t depth = 0, length = 0;
    for (const vox_node *at = node; at->parent; at = vox__node(tree, at->parent)) {
        depth++;
    }
    /* Only the outermost segments can fit, because each has at least one byte. */
    const vox_node *at = node;
    size_t kept = depth < VOX_ERROR_POINTER_SIZE ? depth : VOX_ERROR_POINTER_SIZE;
    for (size_t skip = depth - kept; skip; skip--) {
        at = vox__node(tree, at->parent);
    }
    for (size_t index = kept; index; index--) {
        chain[index - 1] = at;
        at = vox__node(tree, at->parent);
    }
    for (size_t index = 0; index < kept; index++) {
        size_t room = VOX_ERROR_POINTER_SIZE - 1 - length;
        size_t segment = segment_write(tree, chain[index], buffer + length, room);
        if (segment > room || vox__find_byte(buffer + length, '\0', segment)) {
            buffer[length] = '\0';
            return true;
        }
        length += segment;
    }
    buffer[length] = '\0';
    return false; /* segments that were not kept do not fit */
}
