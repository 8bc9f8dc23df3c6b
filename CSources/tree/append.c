/* SPDX-License-Identifier: MIT */
/** Setting and inserting a member, and appending an element; shared names.
 *
 *  A document that is built repeats the same few names. After many nodes were created, names are
 *  stored once: a table contains the shared names, and each name has two possible slots. If both
 *  slots of a name are taken, the name is stored for its member alone. */
#include "tree/append.h"
#include "base/marks.h"
#include "tree/armor.h"

#define SHARED_NAMES 128
#define LONGEST_SHARED 64
/** A tree that has created fewer nodes than this besides those that were read has no table. */
#define SHARED_FROM 32

/** The key of a name. It contains the whole name if that has up to 16 bytes. */
typedef struct name_key {
    uint64_t first;
    uint64_t last;
    uint64_t hash;
} name_key;

/** A name that is stored once for all its members. */
typedef struct vox__shared_name {
    uint64_t first;
    uint64_t last;
    uint32_t length;
    vox_ref ref; /* 0 means that the slot is free */
} shared_name;

VOX_INLINE name_key name_key_of(vox_string name) {
    name_key key;
    vox__ends(name, &key.first, &key.last);
    key.hash = (key.first ^ (key.last << 32 | key.last >> 32)) * UINT64_C(0x9E3779B97F4A7C15);
    return key;
}

/** Returns the bits of a name in an object: two bits, which few other names share. */
static inline uint32_t name_bits(name_key key) {
    return UINT32_C(1) << (key.hash >> 52) % 32 | UINT32_C(1) << (key.hash >> 47) % 32;
}

/* --- texts ------------------------------------------------------------------- */

/** Copies a text. Returns false unless it is UTF-8. */
VOX_INLINE bool copy_checked(vox__stored *stored, vox_string text) {
    return VOX_LIKELY(vox__copy_ascii(stored->bytes, text.bytes, text.length)) ||
           vox__utf8_valid(text);
}

/* --- names that members share -------------------------------------------------- */

/** Creates the table. Returns false when there is no memory, and then there is no table. */
static VOX_APART bool make_table(vox_tree *tree) {
    const size_t size = SHARED_NAMES * sizeof(shared_name);
    uint32_t used = tree->texts.used;
    vox__stored *table = vox__text_put(tree, size, 0, &used);
    if (table) {
        memset(table->bytes, 0, size);
        tree->shared_names = (shared_name *)(void *)table->bytes;
        tree->shared_units = used - tree->texts.used;
        tree->texts.used = used;
    }
    return table != NULL;
}

/** Stores a name for all its members; 0 when that is not possible. NAME_READABLE bytes of it may be
 *  read, even if it is shorter. */
static VOX_APART vox_ref share(vox_tree *tree, shared_name *shared, vox_string name) {
    const name_key key = name_key_of(name
    ); /* nothing takes its address, so it stays in registers */
    const size_t size = name.length < NAME_READABLE ? NAME_READABLE : name.length;
    uint32_t used = tree->texts.used;
    const char *const end = name.bytes + name.length;
    if (name.length > LONGEST_SHARED || vox__plain_end(name.bytes, end) != end) {
        return 0;
    }
    vox__stored *stored = vox__text_put(tree, size, NAME_SHARED, &used);
    if (!stored || !copy_checked(stored, name)) {
        return 0;
    }
    memset(stored->bytes + name.length, 0, size - name.length);
    stored->length = (uint32_t)name.length;
    *shared = (shared_name){key.first, key.last, (uint32_t)name.length, tree->texts.used};
    tree->shared_units += used - tree->texts.used;
    tree->texts.used = used;
    return shared->ref;
}

/** Returns true when this name is stored in the slot. */
VOX_INLINE bool is_shared(
    const vox_tree *tree, const shared_name *shared, vox_string name, name_key key
) {
    return shared->first == key.first && shared->last == key.last &&
           shared->length == name.length &&
           (VOX_LIKELY(name.length <= 16) ||
            vox__same_bytes(vox__text_at(tree, shared->ref)->bytes, name.bytes, name.length));
}

/** Returns the ref of a shared name, and shares it if possible; otherwise 0. */
VOX_INLINE vox_ref shared_ref(vox_tree *tree, vox_string name, name_key key) {
    if (!tree->shared_names &&
        (tree->nodes.used < tree->nodes.first_count + SHARED_FROM || !make_table(tree))) {
        return 0;
    }
    for (unsigned place = 0; place < 2; place++) {
        shared_name *shared = &tree->shared_names[(key.hash >> 57) ^ place];
        if (VOX_LIKELY(is_shared(tree, shared, name, key) && shared->ref)) {
            return shared->ref;
        }
        if (!shared->ref) {
            return share(tree, shared, name);
        }
    }
    return 0;
}

/* --- values -------------------------------------------------------------------- */

/** Converts a number to text. Returns false for forms without text, or that this file does not
 *  handle. */
static VOX_APART bool make_number(
    const vox_value *value, char digits[VOX_NUMBER_SIZE], vox_string *text
) {
    switch (value->form) {
    case VOX_VALUE_INT64:
        *text = vox__integer_text(digits, value->as.int64 < 0, (uint64_t)value->as.int64);
        return true;
    case VOX_VALUE_UINT64:
        *text = vox__integer_text(digits, false, value->as.uint64);
        return true;
    case VOX_VALUE_DOUBLE:
        *text = vox__string(digits, vox_number_format(value->as.real, digits));
        return text->length != 0;
    case VOX_VALUE_NUMBER:
        *text = value->as.text;
        return vox_number_valid(*text);
    case VOX_VALUE_NULL:
    case VOX_VALUE_BOOLEAN:
    case VOX_VALUE_STRING:
    case VOX_VALUE_ARRAY:
    case VOX_VALUE_OBJECT:
    case VOX_VALUE_JSON:
    case VOX_VALUE_COPY:
    case VOX_VALUE_NODE:
    default:
        return false;
    }
}

/** Stores the text of a value. */
VOX_INLINE bool put_value_text(
    const vox_tree *tree, vox_node *node, const char *bytes, size_t length, uint32_t *used
) {
    node->child = *used;
    node->flags |= FLAG_TEXT_STORED;
    vox__stored *stored = vox__text_put(tree, length, (uint32_t)length, used);
    return stored && copy_checked(stored, vox__string(bytes, length));
}

/** Sets the kind of a node and stores its text at `*used`. */
VOX_INLINE bool make_value(
    const vox_tree *tree, const vox_value *value, vox_node *node, uint32_t *used
) {
    char digits[VOX_NUMBER_SIZE];
    vox_string text;
    switch (value->form) {
    case VOX_VALUE_STRING:
        node->kind = VOX_STRING;
        /* Bytes and length are passed separately, as they were written: reading them at once
         * would stall the processor. */
        return put_value_text(tree, node, value->as.text.bytes, value->as.text.length, used);
    case VOX_VALUE_OBJECT:
        node->kind = VOX_OBJECT;
        node->flags |= FLAG_CHECKED;
        return true;
    case VOX_VALUE_ARRAY:
        node->kind = VOX_ARRAY;
        return true;
    case VOX_VALUE_NULL:
        return true;
    case VOX_VALUE_BOOLEAN:
        node->kind = value->as.boolean ? VOX_TRUE : VOX_FALSE;
        return true;
    case VOX_VALUE_INT64:
    case VOX_VALUE_UINT64:
    case VOX_VALUE_DOUBLE:
    case VOX_VALUE_NUMBER:
    case VOX_VALUE_JSON:
    case VOX_VALUE_COPY:
    case VOX_VALUE_NODE:
    default:
        node->kind = VOX_NUMBER;
        if (!make_number(value, digits, &text)) {
            return false;
        }
    }
    return put_value_text(tree, node, text.bytes, text.length, used);
}

/* --- appending ----------------------------------------------------------------- */

/** Reserves memory for `count` units, if there is none yet. */
static bool reserve_room(vox_tree *tree, vox__arena *arena, size_t count) {
    vox_ref ref;
    if (vox__arena_take(&tree->memory, arena, count, &ref) != VOX_OK) {
        return false;
    }
    arena->used = ref;
    return true;
}

/** Allows `append` to take the nodes of a chunk, up to the node limit, if no hook is set. */
static VOX_APART bool open_nodes(vox_tree *tree) {
    vox__arena *const nodes = &tree->nodes;
    const size_t most = tree->options.max_nodes, made = vox__values_made(tree);
    if (tree->hooks.leaving || tree->hooks.added || made >= most || !reserve_room(tree, nodes, 1)) {
        return false;
    }
    const uint32_t room = nodes->limit - nodes->used;
    nodes->open = nodes->used + (most - made < room ? (uint32_t)(most - made) : room);
    return true;
}

/** Moves on to a chunk with room for the texts of a member or element. Returns false when the chunk
 *  has this room, and when there is no memory. */
static VOX_APART bool next_texts(vox_tree *tree, size_t name_length, const vox_value *value) {
    const bool is_text = value->form == VOX_VALUE_STRING || value->form == VOX_VALUE_NUMBER;
    const size_t length = is_text ? value->as.text.length : VOX_NUMBER_SIZE;
    const size_t most = UINT32_MAX / 4, name = name_length + NAME_READABLE;
    const size_t units = vox__text_units(name) + vox__text_units(length);
    return name < most && length < most && units > tree->texts.limit - tree->texts.used &&
           reserve_room(tree, &tree->texts, units);
}

/** Returns true when there is memory for one more node, and the container has no index. */
VOX_INLINE bool may_append(vox_tree *tree, const vox_node *container) {
    return !(container->flags & FLAG_INDEXED) &&
           (VOX_LIKELY(tree->nodes.used < tree->nodes.open) || open_nodes(tree));
}

/** Appends a value to a container with the ref `container_ref`, if the value needs no other node,
 *  and `may_append`. `name` is NULL in an array. Returns false when edit.c must append; then nothing
 *  has changed. */
VOX_INLINE bool append(
    vox_tree *tree, vox_node *container, vox_ref container_ref, const vox_string *name,
    name_key key, const vox_value *value, vox_node **child
) {
    const vox_ref ref = tree->nodes.used;
    /* The node does not exist before it is counted as used. */
    vox_node *node = (vox_node *)(tree->nodes.top + ref * sizeof(vox_node));
    uint32_t used;
    /* Like vox__new_node, but member by member, so that reading a member soon does not stall. */
    node->kind = VOX_NULL;
    node->flags = FLAG_CHANGED;
    node->name_length = 0;
    node->name = node->next = node->child = 0;
    node->previous = ref;
    node->parent = container_ref;
    node->start = node->end = 0;
    if (name) {
        node->flags = FLAG_CHANGED | FLAG_NAME_STORED;
        node->name_length = vox__stored_name_length(*name);
        node->name = shared_ref(tree, *name, key);
        used = tree->texts.used;
        if (VOX_UNLIKELY(!node->name)) {
            node->name = used;
            vox__stored *stored = vox__text_put(tree, name->length, NAME_MADE, &used);
            if (!stored || !copy_checked(stored, *name)) {
                return false;
            }
        }
    } else {
        used = tree->texts.used;
    }
    if (VOX_UNLIKELY(!make_value(tree, value, node, &used))) {
        return false;
    }
    tree->nodes.used = ref + 1;
    tree->texts.used = used;
    if (container->child) {
        vox_node *first = vox__recent_node(tree, container->child);
        const vox_ref last = first->previous;
        node->previous = last;
        first->previous = ref;
        vox__recent_node(tree, last)->next = ref;
    } else {
        container->child = ref;
    }
    if (name) {
        vox__name_filter_add(container, name_bits(key));
    }
    if (VOX_UNLIKELY(!(container->flags & FLAG_CHANGED))) {
        vox__touch(tree, container);
    }
    if (child) {
        *child = node;
    }
    return true;
}

/** Adds a member with a name that no member of the object has. */
VOX_INLINE vox_status add_member(
    vox_tree *tree, vox_node *object, vox_ref ref, vox_string name, name_key key,
    const vox_value *value, vox_node **member
) {
    while (VOX_LIKELY(may_append(tree, object))) {
        if (VOX_LIKELY(append(tree, object, ref, &name, key, value, member))) {
            return VOX_OK;
        }
        if (!next_texts(tree, name.length, value)) {
            break;
        }
    }
    return vox__member_add(tree, object, NULL, name, *value, member);
}

/** Looks for the member. Names that the bits exclude need no look-up, so this is a function of its
 *  own, which keeps vox_object_set short. */
static VOX_APART vox_status set_or_add(
    vox_tree *tree, vox_node *object, vox_ref ref, vox_string name, const vox_value *value,
    vox_node **member
) {
    vox_node *existing = vox__object_find(tree, object, name);
    return existing ? vox__member_set(tree, object, existing, *value, member)
                    : add_member(tree, object, ref, name, name_key_of(name), value, member);
}

VOX_HOT vox_status vox_object_set(
    vox_tree *tree, vox_node *object, vox_string name, vox_value value, vox_node **member
) {
    VOX_ARMOR_TEXT(name, VOX_ERROR_ARGUMENT);
    VOX_ARMOR_VALUE(value);
    vox_ref ref;
    vox_status status = vox__editable(tree, object, VOX_OBJECT, &ref);
    if (VOX_UNLIKELY(status != VOX_OK)) {
        return status;
    }
    const name_key key = name_key_of(name);
    if (VOX_UNLIKELY(!vox__name_filter_excludes(object, name_bits(key)))) {
        return set_or_add(tree, object, ref, name, &value, member);
    }
    return add_member(tree, object, ref, name, key, &value, member);
}

VOX_HOT vox_status vox_object_insert(
    vox_tree *tree, vox_node *object, vox_node *before, vox_string name, vox_value value,
    vox_node **member
) {
    VOX_ARMOR_TEXT(name, VOX_ERROR_ARGUMENT);
    VOX_ARMOR_VALUE(value);
    vox_ref ref;
    VOX_TRY(vox__editable(tree, object, VOX_OBJECT, &ref));
    if (before && (!vox__owns(tree, before) || before->parent != ref)) {
        return VOX_ERROR_ARGUMENT;
    }
    const name_key key = name_key_of(name);
    if (!vox__name_filter_excludes(object, name_bits(key)) &&
        vox__object_find(tree, object, name)) {
        return VOX_ERROR_DUPLICATE;
    }
    return before ? vox__member_add(tree, object, before, name, value, member)
                  : add_member(tree, object, ref, name, key, &value, member);
}

VOX_HOT vox_status
vox_array_append(vox_tree *tree, vox_node *array, vox_value value, vox_node **element) {
    VOX_ARMOR_VALUE(value);
    vox_ref ref;
    vox_status status = vox__editable(tree, array, VOX_ARRAY, &ref);
    if (VOX_UNLIKELY(status != VOX_OK)) {
        return status;
    }
    while (VOX_LIKELY(may_append(tree, array))) {
        if (VOX_LIKELY(append(tree, array, ref, NULL, (name_key){0, 0, 0}, &value, element))) {
            return VOX_OK;
        }
        if (!next_texts(tree, 0, &value)) {
            break;
        }
    }
    return vox__element_add(tree, array, value, element);
}
