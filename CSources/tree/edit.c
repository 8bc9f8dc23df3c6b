/* SPDX-License-Identifier: MIT */
/** Editing. Every function first does all that can fail (making content,
 *  storing names, growing indexes) and then what cannot (linking nodes).
 *
 *  A written value keeps its node, so that views on it stay right. */
#include "tree/armor.h"

/** Says whether a node is of that kind, and of this tree; parses it when it is deferred. */
static vox_status editable(vox_tree *tree, const vox_node *node, vox_kind kind) {
    if (node && !vox__owns(tree, node)) {
        return VOX_ERROR_ARGUMENT;
    }
    vox_status status = node ? vox__resolve(tree, node) : VOX_ERROR_MISSING;
    return status == VOX_OK && node->kind != kind ? VOX_ERROR_KIND : status;
}

/** A node without a place; what a failure took is not given back. */
static vox_status new_node(vox_tree *tree, vox_value value, vox_node **node) {
    vox__content content;
    vox_status status = vox__content_make(tree, value, &content);
    if (status == VOX_OK && content.children) {
        *node = content.children;
    } else if (status == VOX_OK) {
        vox_node *made;
        status = vox__node_take(tree, &made);
        if (status == VOX_OK) {
            status = vox__content_put(tree, made, &content);
        }
        if (status == VOX_OK) {
            *node = made;
        }
    }
    vox__content_end(&content);
    return status;
}

vox_status vox_node_new(vox_tree *tree, vox_value value, vox_node **node) {
    *node = NULL;
    VOX_ARMOR_EDIT(tree);
    if (tree->frozen) {
        return VOX_ERROR_FROZEN;
    }
    vox_status status = vox__value_resolve(value);
    vox__mark mark = vox__mark_take(tree);
    return status == VOX_OK ? vox__mark_reset(tree, mark, new_node(tree, value, node)) : status;
}

/** The node that `value` stands for, without a place and fit for `parent`. */
static vox_status loose_node(
    vox_tree *tree, const vox_node *parent, vox_value value, vox_node **node
) {
    if (value.form != VOX_VALUE_NODE) {
        return new_node(tree, value, node);
    }
    *node = value.as.node;
    if (!vox__owns(tree, *node)) { /* NULL is no node of any tree */
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
    vox_tree *tree, const vox_node *node, vox_node *loose, vox__content *content
) {
    vox_node *same;
    memset(content, 0, sizeof *content);
    vox_status status = loose_node(tree, node, vox_value_node(loose), &same);
    if (status != VOX_OK) {
        return status;
    }
    content->kind = loose->kind;
    content->children = vox__is_container(loose) ? loose : NULL;
    content->has_text = loose->kind == VOX_STRING || loose->kind == VOX_NUMBER;
    content->text = vox_node_text(tree, loose);
    content->stored = loose->flags & FLAG_TEXT_STORED ? loose->child : 0;
    return VOX_OK;
}

vox_status vox_node_set(vox_tree *tree, vox_node *node, vox_value value) {
    vox__content content;
    VOX_ARMOR_EDIT(tree);
    if (tree->frozen) {
        return VOX_ERROR_FROZEN;
    }
    if (!node) {
        return VOX_ERROR_MISSING;
    }
    const bool moves = value.form == VOX_VALUE_NODE && value.as.node;
    if (!vox__owns(tree, node) || (moves && !vox__owns(tree, value.as.node))) {
        return VOX_ERROR_ARGUMENT;
    }
    vox_status status = vox__value_resolve(value);
    if (status == VOX_OK && moves) {
        status = vox__resolve(tree, value.as.node);
    }
    if (status != VOX_OK) {
        return status;
    }
    vox__mark mark = vox__mark_take(tree);
    status = value.form == VOX_VALUE_NODE ? take_content(tree, node, value.as.node, &content)
                                          : vox__content_make(tree, value, &content);
    if (status == VOX_OK) {
        status = vox__content_put(tree, node, &content);
    }
    vox__content_end(&content);
    if (status == VOX_OK && value.form == VOX_VALUE_NODE) {
        vox__index_drop(tree, value.as.node);
        value.as.node->kind = VOX_NULL;
        value.as.node->child = 0;
        value.as.node->flags = FLAG_CHANGED;
        value.as.node->name = 0;
        value.as.node->name_length = 0;
    }
    return vox__mark_reset(tree, mark, status);
}

/** True when a node kept the name from a former place, and it is this one. */
static bool is_named(const vox_tree *tree, const vox_node *node, vox_string name) {
    bool has_name = node->name || node->flags & FLAG_NAME_STORED;
    return has_name && vox_string_equal(vox__name(tree, node), name);
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
    vox_status status = vox__value_resolve(value);
    vox__mark mark = vox__mark_take(tree);
    if (status == VOX_OK) {
        status = vox__index_prepare(tree, object, 1);
    }
    if (status == VOX_OK) {
        status = loose_node(tree, object, value, &node);
    }
    if (status == VOX_OK && !is_named(tree, node, name)) {
        status = vox__name_store(tree, node, name);
    }
    if (status != VOX_OK) {
        return vox__mark_reset(tree, mark, status);
    }
    vox__attach(tree, object, node, before);
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
        status = vox__name_store(tree, node, vox__name(tree, old));
    }
    if (status != VOX_OK) {
        return status;
    }
    vox__replace(tree, old, node);
    if (member) {
        *member = node;
    }
    return VOX_OK;
}

vox_status vox_object_set(
    vox_tree *tree, vox_node *object, vox_string name, vox_value value, vox_node **member
) {
    VOX_ARMOR_EDIT(tree);
    if (tree->frozen) {
        return VOX_ERROR_FROZEN;
    }
    vox_status status = editable(tree, object, VOX_OBJECT);
    if (status != VOX_OK) {
        return status;
    }
    vox_node *existing = vox__object_find(tree, object, name);
    if (!existing) {
        return add_member(tree, object, NULL, name, value, member);
    }
    if (value.form == VOX_VALUE_NODE) {
        return replace_member(tree, object, existing, value.as.node, member);
    }
    status = vox_node_set(tree, existing, value);
    if (status == VOX_OK && member) {
        *member = existing;
    }
    return status;
}

vox_status vox_object_insert(
    vox_tree *tree, vox_node *object, vox_node *before, vox_string name, vox_value value,
    vox_node **member
) {
    VOX_ARMOR_EDIT(tree);
    if (tree->frozen) {
        return VOX_ERROR_FROZEN;
    }
    vox_status status = editable(tree, object, VOX_OBJECT);
    if (status != VOX_OK) {
        return status;
    }
    if (before && (!vox__owns(tree, before) || before->parent != vox__ref(tree, object))) {
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
    vox_status status = vox__value_resolve(value);
    vox__mark mark = vox__mark_take(tree);
    if (status == VOX_OK) {
        status = vox__index_prepare(tree, array, 1);
    }
    if (status == VOX_OK) {
        status = loose_node(tree, array, value, &node);
    }
    if (status != VOX_OK) {
        return vox__mark_reset(tree, mark, status);
    }
    node->name = 0;
    node->name_length = 0;
    node->flags &= (uint8_t)~FLAG_NAME_STORED;
    vox__attach(tree, array, node, before);
    if (element) {
        *element = node;
    }
    return VOX_OK;
}

vox_status vox_array_append(vox_tree *tree, vox_node *array, vox_value value, vox_node **element) {
    VOX_ARMOR_EDIT(tree);
    if (tree->frozen) {
        return VOX_ERROR_FROZEN;
    }
    vox_status status = editable(tree, array, VOX_ARRAY);
    if (status != VOX_OK) {
        return status;
    }
    return add_element(tree, array, NULL, value, element);
}

vox_status vox_array_insert(
    vox_tree *tree, vox_node *array, size_t index, vox_value value, vox_node **element
) {
    VOX_ARMOR_EDIT(tree);
    if (tree->frozen) {
        return VOX_ERROR_FROZEN;
    }
    vox_status status = editable(tree, array, VOX_ARRAY);
    if (status != VOX_OK) {
        return status;
    }
    vox_node *before = vox_array_get(tree, array, index);
    if (!before && index != vox_node_count(tree, array)) {
        return VOX_ERROR_INDEX;
    }
    return add_element(tree, array, before, value, element);
}

/** Takes out the members that this one shadows. */
static void remove_shadowed(vox_tree *tree, const vox_node *object, const vox_node *node) {
    const vox_string name = vox__name(tree, node);
    uint32_t count = 0;
    const vox_ref *refs = vox__object_shadowed(tree, object, name, &count);
    vox_ref ref = refs ? 0 : object->child;
    for (uint32_t index = 0; refs ? index < count : ref != 0; index++) {
        vox_node *other = vox__node(tree, refs ? refs[index] : ref);
        ref = refs ? 0 : other->next;
        if (other->flags & FLAG_SHADOWED && other->parent == node->parent &&
            vox_string_equal(vox__name(tree, other), name)) {
            vox__detach(tree, other);
        }
    }
}

vox_status vox_node_remove(vox_tree *tree, vox_node *node) {
    VOX_ARMOR_EDIT(tree);
    if (tree->frozen) {
        return VOX_ERROR_FROZEN;
    }
    if (!node || !vox__owns(tree, node) || !node->parent) {
        return VOX_ERROR_ARGUMENT;
    }
    vox_node *parent = vox__node(tree, node->parent);
    if (parent->kind == VOX_OBJECT) {
        vox__object_check(tree, parent);
        if (node->name_length & NAME_REPEATED) {
            remove_shadowed(tree, parent, node);
        }
    }
    vox__detach(tree, node);
    return VOX_OK;
}
