/* SPDX-License-Identifier: MIT */
/** Editing. Every function first does all work that can fail (preparing content, storing names,
 *  growing indexes), and then the work that cannot fail (linking nodes).
 *
 *  A value that is overwritten keeps its node, so that views of it stay valid.
 *
 *  Setting and inserting a member and appending an element begin in append.c. */
#include "tree/append.h"
#include "tree/armor.h"

/** Creates a detached node. After an error, what was allocated is not released. */
static vox_status new_node(vox_tree *tree, vox_value value, vox_node **node) {
    vox__content content;
    vox_status status = vox__content_make(tree, value, &content);
    vox_node *made = content.children;
    if (status == VOX_OK && !made) {
        status = vox__node_take(tree, &made);
        if (status == VOX_OK) {
            status = vox__content_put(tree, made, &content);
        }
    }
    if (status == VOX_OK) {
        *node = made;
    }
    vox__content_end(&content);
    return status;
}

vox_status vox_node_new(vox_tree *tree, vox_value value, vox_node **node) {
    if (!node) {
        return VOX_ERROR_ARGUMENT;
    }
    *node = NULL;
    VOX_ARMOR_VALUE(value);
    VOX_TRY(vox__may_edit(tree));
    VOX_TRY(vox__value_resolve(value));
    vox__mark mark = vox__mark_take(tree);
    return vox__mark_reset(tree, mark, new_node(tree, value, node));
}

/** Returns a detached node for `value` that may be put into `parent`. */
static vox_status loose_node(
    vox_tree *tree, const vox_node *parent, vox_value value, vox_node **node
) {
    if (value.form != VOX_VALUE_NODE) {
        return new_node(tree, value, node);
    }
    *node = value.as.node;
    if (!vox__owns(tree, *node)) { /* NULL belongs to no tree */
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

/** Takes the value of a detached node. */
static vox_status take_content(
    vox_tree *tree, const vox_node *node, vox_node *loose, vox__content *content
) {
    vox_node *same;
    memset(content, 0, sizeof *content);
    VOX_TRY(loose_node(tree, node, vox_value_node(loose), &same));
    content->kind = loose->kind;
    content->children = vox__is_container(loose) ? loose : NULL;
    content->has_text = loose->kind == VOX_STRING || loose->kind == VOX_NUMBER;
    content->text = vox_node_text(tree, loose);
    content->stored = content->has_text && vox__has_stored_text(loose) ? loose->child : 0;
    return VOX_OK;
}

vox_status vox_node_set(vox_tree *tree, vox_node *node, vox_value value) {
    VOX_ARMOR_VALUE(value);
    vox__content content;
    VOX_TRY(vox__may_edit(tree));
    VOX_TRY(vox__node_status(tree, node));
    VOX_TRY(vox__value_resolve(value));
    if (value.form == VOX_VALUE_NODE && value.as.node) {
        VOX_TRY(
            vox__owns(tree, value.as.node) ? vox__resolve(tree, value.as.node) : VOX_ERROR_ARGUMENT
        );
    }
    vox__mark mark = vox__mark_take(tree);
    vox_status status = value.form == VOX_VALUE_NODE
                            ? take_content(tree, node, value.as.node, &content)
                            : vox__content_make(tree, value, &content);
    if (status == VOX_OK) {
        status = vox__content_put(tree, node, &content);
    }
    vox__content_end(&content);
    if (status == VOX_OK && value.form == VOX_VALUE_NODE) {
        vox_node *moved = value.as.node;
        vox__index_drop(tree, moved);
        moved->kind = VOX_NULL;
        moved->flags = FLAG_CHANGED;
        moved->child = 0;
        moved->name = 0;
        moved->name_length = 0;
    }
    return vox__mark_reset(tree, mark, status);
}

/** Returns true when a node has kept this name from a former position. */
static bool keeps_name(const vox_tree *tree, const vox_node *node, vox_string name) {
    bool has_name = node->name || node->flags & FLAG_NAME_STORED;
    return has_name && vox_string_equal(vox__name(tree, node), name);
}

/** The position of a new value in a container. */
typedef struct edit_place {
    vox_node *container;
    vox_node *old;          /* the node to replace, or NULL */
    vox_node *before;       /* otherwise the child to insert before; NULL: at the end */
    const vox_string *name; /* NULL in an array */
} edit_place;

/** Puts a value at a position, and writes its node to `child` unless that is NULL. */
static vox_status put_child(vox_tree *tree, edit_place to, vox_value value, vox_node **child) {
    vox_node *node;
    bool valid = !to.name || vox__utf8_valid(*to.name);
    VOX_TRY(valid ? vox__value_resolve(value) : VOX_ERROR_UTF8);
    VOX_TRY(vox__index_prepare(tree, to.container));
    vox__mark mark = vox__mark_take(tree);
    vox_status status = loose_node(tree, to.container, value, &node);
    if (status == VOX_OK && to.name && (to.old || !keeps_name(tree, node, *to.name))) {
        status = vox__name_store(tree, node, *to.name);
    }
    if (status != VOX_OK) {
        return vox__mark_reset(tree, mark, status);
    }
    if (!to.name) {
        node->name = 0;
        node->name_length = 0;
        node->flags &= (uint8_t)~FLAG_NAME_STORED;
    }
    if (to.old) {
        vox__replace(tree, to.old, node);
    } else {
        vox__attach(tree, to.container, node, to.before);
    }
    if (child) {
        *child = node;
    }
    return VOX_OK;
}

vox_status vox__member_set(
    vox_tree *tree, vox_node *object, vox_node *existing, vox_value value, vox_node **member
) {
    if (value.form == VOX_VALUE_NODE) {
        const vox_string name = vox__name(tree, existing);
        const edit_place to = {.container = object, .old = existing, .name = &name};
        return put_child(tree, to, value, member);
    }
    vox_status status = vox_node_set(tree, existing, value);
    if (status == VOX_OK && member) {
        *member = existing;
    }
    return status;
}

vox_status vox__member_add(
    vox_tree *tree, vox_node *object, vox_node *before, vox_string name, vox_value value,
    vox_node **member
) {
    const edit_place to = {.container = object, .before = before, .name = &name};
    return put_child(tree, to, value, member);
}

vox_status vox__element_add(vox_tree *tree, vox_node *array, vox_value value, vox_node **element) {
    return put_child(tree, (edit_place){.container = array}, value, element);
}

vox_status vox_array_insert(
    vox_tree *tree, vox_node *array, size_t index, vox_value value, vox_node **element
) {
    VOX_ARMOR_VALUE(value);
    vox_ref ref;
    VOX_TRY(vox__editable(tree, array, VOX_ARRAY, &ref));
    const edit_place to = {.container = array, .before = vox_array_get(tree, array, index)};
    bool outside = !to.before && index != vox_node_count(tree, array);
    return outside ? VOX_ERROR_INDEX : put_child(tree, to, value, element);
}

/** Removes the members that this one shadows. */
static void remove_shadowed(vox_tree *tree, const vox_node *object, const vox_node *node) {
    const vox_string name = vox__name(tree, node);
    uint32_t count = 0;
    const vox_ref *refs = vox__object_shadowed(tree, object, name, &count);
    vox_ref ref = refs ? 0 : object->child;
    for (uint32_t index = 0; refs ? index < count : ref != 0; index++) {
        vox_node *other = vox__node(tree, refs ? refs[index] : ref);
        ref = refs ? 0 : other->next;
        if (other->flags & FLAG_SHADOWED && vox_string_equal(vox__name(tree, other), name)) {
            vox__detach(tree, other);
        }
    }
}

vox_status vox_node_remove(vox_tree *tree, vox_node *node) {
    VOX_TRY(vox__may_edit(tree));
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
