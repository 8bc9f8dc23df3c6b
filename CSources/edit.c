/* SPDX-License-Identifier: MIT */
/** Editing. Every function first does all that can fail (making content,
 *  storing names, growing indexes) and then what cannot (linking nodes).
 *
 *  A written value keeps its node, so that views on it stay right. Marks of
 *  change go up the parents and stop at the first that has one: a marked node
 *  has marked parents. */
#include "internal.h"

#include <stdio.h>

/** A value ready to be put into a node. */
typedef struct new_content {
    uint8_t kind;
    bool has_text;
    vox_string text; /* of a number or string, to be stored */
    char digits[VOX_NUMBER_SIZE];
    vox_node *children; /* a detached container whose children it takes, or NULL */
} new_content;

static void touch(const vox_tree *tree, vox_node *node) {
    while (node && !(node->flags & FLAG_CHANGED)) {
        node->flags |= FLAG_CHANGED;
        node = vox__node_or_null(tree, node->parent);
    }
}

static vox_status take_node(vox_tree *tree, vox_node **node) {
    vox_ref ref;
    if (tree->nodes.used > tree->options.max_nodes) {
        return VOX_ERROR_NODE_LIMIT;
    }
    vox_status status = vox__arena_take(tree, &tree->nodes, 1, &ref);
    if (status == VOX_OK) {
        *node = vox__node(tree, ref);
        memset(*node, 0, sizeof **node);
        (*node)->kind = VOX_NULL;
        (*node)->flags = FLAG_CHANGED;
    }
    return status;
}

/** Gives back the node taken last, when what was to follow has failed. */
static void untake_node(vox_tree *tree, vox_node *node) {
    if (vox__ref(tree, node) == tree->nodes.used - 1) {
        tree->nodes.used--;
    }
}

/* --- links ----------------------------------------------------------------- */

/** Puts a detached node before another child, or at the end. */
static void link_child(vox_tree *tree, vox_node *parent, vox_node *node, vox_node *before) {
    vox_ref ref = vox__ref(tree, node);
    vox_ref last = vox__last_ref(tree, parent);
    node->parent = vox__ref(tree, parent);
    node->next = before ? vox__ref(tree, before) : 0;
    if (!parent->child) {
        node->previous = ref;
        parent->child = ref;
    } else if (!before) {
        node->previous = last;
        vox__node(tree, last)->next = ref;
        vox__node(tree, parent->child)->previous = ref;
    } else {
        node->previous = before->previous;
        if (parent->child == node->next) {
            parent->child = ref;
        } else {
            vox__node(tree, before->previous)->next = ref;
        }
        before->previous = ref;
    }
}

static void unlink_child(vox_tree *tree, vox_node *node) {
    vox_node *parent = vox__node(tree, node->parent);
    vox_ref ref = vox__ref(tree, node);
    if (parent->child == ref) {
        parent->child = node->next;
        if (node->next) {
            vox__node(tree, node->next)->previous = node->previous;
        }
    } else {
        vox__node(tree, node->previous)->next = node->next;
        vox_ref following = node->next ? node->next : parent->child;
        vox__node(tree, following)->previous = node->previous;
    }
    node->next = node->previous = node->parent = 0;
    node->flags &= (uint8_t) ~(FLAG_PLACED | FLAG_SHADOWED);
    node->name_length &= NAME_LENGTH;
}

/** Takes a node out of its parent: links, indexes, marks. */
static void detach(vox_tree *tree, vox_node *node) {
    vox_node *parent = vox__node(tree, node->parent);
    vox__identity_edited(tree, node);
    vox__index_removing(tree, parent, node);
    unlink_child(tree, node);
    touch(tree, parent);
}

/** Puts a node into a parent: links, indexes, marks. */
static void attach(vox_tree *tree, vox_node *parent, vox_node *node, vox_node *before) {
    link_child(tree, parent, node, before);
    vox__index_added(tree, parent, node);
    touch(tree, parent);
    vox__identity_edited(tree, node);
}

static void drop_children(vox_tree *tree, vox_node *node) {
    vox__index_drop(tree, node);
    vox_ref ref = node->child;
    while (ref) {
        vox_node *child = vox__node(tree, ref);
        ref = child->next;
        child->next = child->previous = child->parent = 0;
        child->flags &= (uint8_t) ~(FLAG_PLACED | FLAG_SHADOWED);
        child->name_length &= NAME_LENGTH;
    }
    node->child = 0;
}

/* --- content --------------------------------------------------------------- */

static vox_status copy_text(vox_tree *tree, vox_node *node, vox_string text) {
    vox_status status = vox__text_store(
        tree, text.bytes, text.length, (uint32_t)text.length, &node->child
    );
    if (status == VOX_OK) {
        node->flags |= FLAG_TEXT_STORED;
    }
    return status;
}

static vox_status store_name(vox_tree *tree, vox_node *node, vox_string name) {
    vox_ref stored;
    vox_status status = vox__text_store(tree, name.bytes, name.length, UINT32_MAX, &stored);
    if (status == VOX_OK) {
        node->name = stored;
        node->name_length = 0;
        node->flags |= FLAG_NAME_STORED;
    }
    return status;
}

/** A detached copy of one node, without its children. */
static vox_status copy_one(
    vox_tree *tree, const vox_tree *from, const vox_node *original, bool named, vox_node **copy
) {
    vox_node *made;
    vox_status status = take_node(tree, &made);
    if (status != VOX_OK) {
        return status;
    }
    made->kind = original->kind;
    if (original->kind == VOX_STRING || original->kind == VOX_NUMBER) {
        status = copy_text(tree, made, vox__text(from, original));
    }
    if (status == VOX_OK && named) {
        status = store_name(tree, made, vox__name(from, original));
    }
    *copy = made;
    return status;
}

/** A detached deep copy. What a failure leaves behind is lost room only. */
static vox_status copy_tree(
    vox_tree *tree, vox_tree *from, const vox_node *top, vox_node **copy
) {
    vox_node *parent = NULL;
    const vox_node *original = top;
    *copy = NULL;
    for (;;) {
        vox_node *made;
        bool member = parent && parent->kind == VOX_OBJECT;
        vox_status status = copy_one(tree, from, original, member, &made);
        if (status != VOX_OK) {
            return status;
        }
        if (parent) {
            link_child(tree, parent, made, NULL);
        } else {
            *copy = made;
        }
        if (made->kind == VOX_OBJECT) {
            made->flags |= FLAG_CHECKED; /* shadowed members are not copied */
        }
        const vox_node *child = vox_node_first(from, original);
        if (child) {
            parent = made;
            original = child;
            continue;
        }
        while (original != top && !vox_node_next(from, original)) {
            original = vox_node_parent(from, original);
            parent = vox__node_or_null(tree, parent->parent);
        }
        if (original == top) {
            return VOX_OK;
        }
        original = vox_node_next(from, original);
    }
}

static vox_status parse_json(vox_tree *tree, vox_string text, vox_node **copy) {
    vox_tree *parsed;
    vox_options options = tree->options;
    options.borrow = true;
    vox_status status = vox_tree_parse(text.bytes, text.length, &options, &parsed, NULL);
    if (status == VOX_OK) {
        status = copy_tree(tree, parsed, vox_tree_root(parsed), copy);
        vox_tree_free(parsed);
    }
    return status;
}

/** Digits of an integer; "%lld" groups nothing, whatever the locale. */
static vox_string integer_text(char digits[VOX_NUMBER_SIZE], bool negative, uint64_t magnitude) {
    int length = snprintf(
        digits, VOX_NUMBER_SIZE, "%s%llu", negative ? "-" : "", (unsigned long long)magnitude
    );
    return vox__string(digits, (size_t)length);
}

/** Turns a value into content; makes nothing in the tree but copies. */
static vox_status make_content(vox_tree *tree, vox_value value, new_content *content) {
    vox_node *copy = NULL;
    vox_status status = VOX_OK;
    memset(content, 0, sizeof *content);
    switch (value.form) {
    case VOX_VALUE_NULL:
        content->kind = VOX_NULL;
        return VOX_OK;
    case VOX_VALUE_BOOLEAN:
        content->kind = value.as.boolean ? VOX_TRUE : VOX_FALSE;
        return VOX_OK;
    case VOX_VALUE_INT64: {
        bool negative = value.as.int64 < 0;
        uint64_t magnitude = (uint64_t)value.as.int64;
        content->kind = VOX_NUMBER;
        content->text = integer_text(content->digits, negative, negative ? 0 - magnitude : magnitude);
        break;
    }
    case VOX_VALUE_UINT64:
        content->kind = VOX_NUMBER;
        content->text = integer_text(content->digits, false, value.as.uint64);
        break;
    case VOX_VALUE_DOUBLE:
        content->kind = VOX_NUMBER;
        content->text = vox__string(
            content->digits, vox_number_format(value.as.real, content->digits)
        );
        if (content->text.length == 0) {
            return VOX_ERROR_NOT_FINITE;
        }
        break;
    case VOX_VALUE_NUMBER:
        content->kind = VOX_NUMBER;
        content->text = value.as.text;
        if (!vox_number_valid(value.as.text)) {
            return VOX_ERROR_NUMBER;
        }
        break;
    case VOX_VALUE_STRING:
        content->kind = VOX_STRING;
        content->text = value.as.text;
        if (!vox__utf8_valid(value.as.text)) {
            return VOX_ERROR_UTF8;
        }
        break;
    case VOX_VALUE_ARRAY:
        content->kind = VOX_ARRAY;
        return VOX_OK;
    case VOX_VALUE_OBJECT:
        content->kind = VOX_OBJECT;
        return VOX_OK;
    case VOX_VALUE_JSON:
        status = parse_json(tree, value.as.text, &copy);
        break;
    case VOX_VALUE_COPY:
        status = value.as.copy.node
                     ? copy_tree(tree, value.as.copy.tree, value.as.copy.node, &copy)
                     : VOX_ERROR_ARGUMENT;
        break;
    case VOX_VALUE_NODE:
        return VOX_ERROR_ARGUMENT;
    }
    if (status == VOX_OK && copy) {
        content->kind = copy->kind;
        content->children = vox__is_container(copy) ? copy : NULL;
        if (!content->children && copy->flags & FLAG_TEXT_STORED) {
            content->text = vox__text(tree, copy);
        }
    }
    content->has_text = content->kind == VOX_STRING || content->kind == VOX_NUMBER;
    return status;
}

static bool already_there(const vox_tree *tree, const vox_node *node, const new_content *content) {
    if (node->kind != content->kind || content->children) {
        return false;
    }
    if (vox__is_container(node)) {
        return node->child == 0;
    }
    return !content->has_text || vox_string_equal(vox__text(tree, node), content->text);
}

/** Puts content into a node; fails only before anything is changed. */
static vox_status put_content(vox_tree *tree, vox_node *node, const new_content *content) {
    vox_ref stored = 0;
    vox__stored *slot = node->flags & FLAG_TEXT_STORED ? vox__text_at(tree, node->child) : NULL;
    if (content->has_text) {
        if (slot && content->text.length <= slot->extra) {
            stored = node->child;
            if (content->text.length) {
                memmove(slot->bytes, content->text.bytes, content->text.length);
            }
            slot->bytes[content->text.length] = '\0';
            slot->length = (uint32_t)content->text.length;
        } else {
            vox_status status = vox__text_store(
                tree, content->text.bytes, content->text.length, (uint32_t)content->text.length,
                &stored
            );
            if (status != VOX_OK) {
                return status;
            }
        }
    }
    if (vox__is_container(node)) {
        drop_children(tree, node);
    }
    node->kind = content->kind;
    node->flags &= (uint8_t) ~(FLAG_SOURCE | FLAG_TEXT_STORED | FLAG_CHECKED);
    node->flags |= content->has_text ? FLAG_TEXT_STORED : 0;
    node->child = stored;
    if (content->children) {
        vox_ref ref = vox__ref(tree, node);
        /* Shadowed members come along, and must go on being passed over. */
        node->flags |= content->children->flags & FLAG_CHECKED;
        node->child = content->children->child;
        content->children->child = 0;
        for (vox_ref at = node->child; at; at = vox__node(tree, at)->next) {
            vox__node(tree, at)->parent = ref;
        }
    }
    if (node->kind == VOX_OBJECT && !content->children) {
        node->flags |= FLAG_CHECKED;
    }
    touch(tree, node);
    vox__identity_edited(tree, node);
    return VOX_OK;
}

/* --- the calls ------------------------------------------------------------- */

vox_status vox_node_new(vox_tree *tree, vox_value value, vox_node **node) {
    new_content content;
    vox_node *made;
    *node = NULL;
    vox_status status = make_content(tree, value, &content);
    if (status != VOX_OK) {
        return status;
    }
    if (content.children) {
        *node = content.children;
        return VOX_OK;
    }
    status = take_node(tree, &made);
    if (status != VOX_OK) {
        return status;
    }
    status = put_content(tree, made, &content);
    if (status != VOX_OK) {
        untake_node(tree, made);
        return status;
    }
    *node = made;
    return VOX_OK;
}

/** The node that `value` stands for, without a place and fit for `parent`. */
static vox_status loose_node(
    vox_tree *tree, const vox_node *parent, vox_value value, vox_node **node
) {
    if (value.form != VOX_VALUE_NODE) {
        return vox_node_new(tree, value, node);
    }
    *node = value.as.node;
    if (!*node) {
        return VOX_ERROR_ARGUMENT;
    }
    for (const vox_node *at = parent; at; at = vox_node_parent(tree, at)) {
        if (at == *node) {
            return VOX_ERROR_CYCLE;
        }
    }
    if ((*node)->parent || *node == vox_tree_root(tree)) {
        return VOX_ERROR_ATTACHED;
    }
    return VOX_OK;
}

/** Moves the value of a node without a place. */
static vox_status take_content(
    vox_tree *tree, const vox_node *node, vox_node *loose, new_content *content
) {
    vox_node *same;
    vox_status status = loose_node(tree, node, vox_value_node(loose), &same);
    if (status != VOX_OK) {
        return status;
    }
    memset(content, 0, sizeof *content);
    content->kind = loose->kind;
    content->children = vox__is_container(loose) ? loose : NULL;
    content->has_text = loose->kind == VOX_STRING || loose->kind == VOX_NUMBER;
    content->text = vox_node_text(tree, loose);
    return VOX_OK;
}

vox_status vox_node_set(vox_tree *tree, vox_node *node, vox_value value) {
    new_content content;
    if (!node) {
        return VOX_ERROR_MISSING;
    }
    vox_status status = value.form == VOX_VALUE_NODE
                            ? take_content(tree, node, value.as.node, &content)
                            : make_content(tree, value, &content);
    if (status == VOX_OK && !already_there(tree, node, &content)) {
        status = put_content(tree, node, &content);
    }
    if (status == VOX_OK && value.form == VOX_VALUE_NODE) {
        vox__index_drop(tree, value.as.node);
        value.as.node->kind = VOX_NULL;
        value.as.node->child = 0;
        value.as.node->flags = FLAG_CHANGED;
        value.as.node->name = 0;
        value.as.node->name_length = 0;
    }
    return status;
}

/** Appends or inserts a member whose name the object does not have. */
static vox_status add_member(
    vox_tree *tree, vox_node *object, vox_node *before, vox_string name, vox_value value,
    vox_node **member
) {
    vox_node *node;
    if (!vox__utf8_valid(name)) {
        return VOX_ERROR_UTF8;
    }
    vox_status status = vox__index_prepare(tree, object, 1);
    if (status == VOX_OK) {
        status = loose_node(tree, object, value, &node);
    }
    if (status != VOX_OK) {
        return status;
    }
    bool has_name = node->name || node->flags & FLAG_NAME_STORED;
    if (!has_name || !vox_string_equal(vox__name(tree, node), name)) {
        status = store_name(tree, node, name);
        if (status != VOX_OK) {
            if (value.form != VOX_VALUE_NODE) {
                untake_node(tree, node);
            }
            return status;
        }
    }
    attach(tree, object, node, before);
    if (member) {
        *member = node;
    }
    return VOX_OK;
}

/** Puts a loose node where a member stands, under the same name. */
static vox_status replace_member(
    vox_tree *tree, vox_node *object, vox_node *old, vox_node *node, vox_node **member
) {
    vox_node *loose;
    vox_status status = loose_node(tree, object, vox_value_node(node), &loose);
    if (status == VOX_OK) {
        status = vox__index_prepare(tree, object, 1);
    }
    if (status == VOX_OK) {
        status = store_name(tree, node, vox__name(tree, old));
    }
    if (status != VOX_OK) {
        return status;
    }
    vox_node *before = vox__node_or_null(tree, old->next);
    uint16_t repeated = old->name_length & NAME_REPEATED;
    detach(tree, old);
    node->name_length |= repeated;
    attach(tree, object, node, before);
    if (member) {
        *member = node;
    }
    return VOX_OK;
}

vox_status vox_object_set(
    vox_tree *tree, vox_node *object, vox_string name, vox_value value, vox_node **member
) {
    if (!object || object->kind != VOX_OBJECT) {
        return object ? VOX_ERROR_KIND : VOX_ERROR_MISSING;
    }
    vox_node *existing = vox__object_find(tree, object, name);
    if (!existing) {
        return add_member(tree, object, NULL, name, value, member);
    }
    if (value.form == VOX_VALUE_NODE) {
        return replace_member(tree, object, existing, value.as.node, member);
    }
    vox_status status = vox_node_set(tree, existing, value);
    if (status == VOX_OK && member) {
        *member = existing;
    }
    return status;
}

vox_status vox_object_insert(
    vox_tree *tree, vox_node *object, vox_node *before, vox_string name, vox_value value,
    vox_node **member
) {
    if (!object || object->kind != VOX_OBJECT) {
        return object ? VOX_ERROR_KIND : VOX_ERROR_MISSING;
    }
    if (before && before->parent != vox__ref(tree, object)) {
        return VOX_ERROR_ARGUMENT;
    }
    if (vox__object_find(tree, object, name)) {
        return VOX_ERROR_DUPLICATE;
    }
    return add_member(tree, object, before, name, value, member);
}

static vox_status add_element(
    vox_tree *tree, vox_node *array, vox_node *before, vox_value value, vox_node **element
) {
    vox_node *node;
    vox_status status = vox__index_prepare(tree, array, 1);
    if (status == VOX_OK) {
        status = loose_node(tree, array, value, &node);
    }
    if (status != VOX_OK) {
        return status;
    }
    node->name = 0;
    node->name_length = 0;
    node->flags &= (uint8_t)~FLAG_NAME_STORED;
    attach(tree, array, node, before);
    if (element) {
        *element = node;
    }
    return VOX_OK;
}

vox_status vox_array_append(
    vox_tree *tree, vox_node *array, vox_value value, vox_node **element
) {
    if (!array || array->kind != VOX_ARRAY) {
        return array ? VOX_ERROR_KIND : VOX_ERROR_MISSING;
    }
    return add_element(tree, array, NULL, value, element);
}

vox_status vox_array_insert(
    vox_tree *tree, vox_node *array, size_t index, vox_value value, vox_node **element
) {
    if (!array || array->kind != VOX_ARRAY) {
        return array ? VOX_ERROR_KIND : VOX_ERROR_MISSING;
    }
    vox_node *before = vox_array_get(tree, array, index);
    if (!before && index != vox_node_count(tree, array)) {
        return VOX_ERROR_INDEX;
    }
    return add_element(tree, array, before, value, element);
}

vox_status vox_node_remove(vox_tree *tree, vox_node *node) {
    if (!node || !node->parent) {
        return VOX_ERROR_ARGUMENT;
    }
    vox_node *parent = vox__node(tree, node->parent);
    if (parent->kind == VOX_OBJECT) {
        vox__object_check(tree, parent);
        vox_ref ref = node->name_length & NAME_REPEATED ? parent->child : 0;
        while (ref) {
            vox_node *other = vox__node(tree, ref);
            ref = other->next;
            if (other->flags & FLAG_SHADOWED &&
                vox_string_equal(vox__name(tree, other), vox__name(tree, node))) {
                detach(tree, other);
            }
        }
    }
    detach(tree, node);
    return VOX_OK;
}
