/* SPDX-License-Identifier: MIT */
/** The identities of a JSON:API document: reading them, and building the table of them
 *  (identity_table.c), of all resources or of those of a type. */
#include "jsonapi/jsonapi.h"
#include "tree/armor.h"

static void free_identities(vox_tree *tree) {
    void *memory = tree->identities;
    vox__identity_clear(tree);
    (void)vox__index_resize(&tree->memory, &memory, sizeof *tree->identities, 0);
    tree->identities = NULL;
}

struct vox__identities *vox__identities_of(vox_tree *tree) {
    void *memory = NULL;
    if (!tree->identities &&
        vox__index_resize(&tree->memory, &memory, 0, sizeof *tree->identities) == VOX_OK) {
        tree->identities = memset(memory, 0, sizeof *tree->identities);
        tree->hooks.leaving = vox__identity_leaving;
        tree->hooks.added = vox__identity_added;
        tree->hooks.without = vox__identity_without;
        tree->hooks.free_identities = free_identities;
    }
    return tree->identities;
}

static vox_string literal(const char *text) {
    return vox_string_from_c(text);
}

/** The text of a member that names a resource; `bytes` NULL when it does not count. */
static vox_string identity_text(const vox_tree *tree, const vox_node *member) {
    bool counts = member &&
                  (member->kind == VOX_STRING || (tree->number_ids && member->kind == VOX_NUMBER));
    return counts ? vox__text(tree, member) : vox__string(NULL, 0);
}

bool vox__identity_read(
    vox_tree *tree, const vox_node *object, bool local, vox_string *type, vox_string *id
) {
    vox__prefix prefix;
    if (vox__prefix_read(tree, object, &prefix)) {
        *type = prefix.type;
        *id = local ? prefix.lid : prefix.id;
        return type->bytes && id->bytes;
    }
    if (vox__resolve(tree, object) != VOX_OK || object->kind != VOX_OBJECT) {
        return false; /* or overwritten since it was indexed */
    }
    *type = identity_text(tree, vox__object_find(tree, object, literal("type")));
    *id = identity_text(tree, vox__object_find(tree, object, literal(local ? "lid" : "id")));
    return type->bytes && id->bytes;
}

vox_status vox__identity_take(
    vox_tree *tree, const vox_node *resource, bool local, vox_string *type, vox_string *id
) {
    vox__prefix prefix;
    if (vox__prefix_read(tree, resource, &prefix)) {
        *type = prefix.type;
        *id = local ? prefix.lid : prefix.id;
        return VOX_OK;
    }
    *type = *id = vox__string(NULL, 0);
    vox_status status = vox__identity_resolve(tree, resource);
    if (status == VOX_OK) {
        (void)vox__identity_read(tree, resource, local, type, id);
    }
    return status;
}

vox_status vox__identity_resolve(vox_tree *tree, const vox_node *resource) {
    vox__prefix prefix;
    if (!vox__is_deferred(resource) || vox__prefix_read(tree, resource, &prefix)) {
        return VOX_OK;
    }
    vox_status status = vox__resolve(tree, resource);
    return vox__is_memory(status) ? status : VOX_OK;
}

bool vox__is_list_name(vox_string name) {
    return vox__same(name, literal("data")) || vox__same(name, literal("included"));
}

bool vox__is_listed(const vox_tree *tree, const vox_node *node) {
    const vox_node *parent = vox_node_parent(tree, node);
    const vox_node *root = vox_tree_root(tree);
    if (!parent || vox_node_kind(node) != VOX_OBJECT) {
        return false;
    }
    if (!(root->flags & FLAG_CHECKED) && root->kind == VOX_OBJECT) {
        vox__object_check((vox_tree *)(uintptr_t)tree, root); /* a mark is a cache, too */
    }
    if (node->flags & FLAG_SHADOWED) {
        return false;
    }
    if (parent == root) {
        return vox__same(vox__name(tree, node), literal("data"));
    }
    return parent->kind == VOX_ARRAY && vox_node_parent(tree, parent) == root &&
           root->kind == VOX_OBJECT && !(parent->flags & FLAG_SHADOWED) &&
           vox__is_list_name(vox__name(tree, parent));
}

vox_status vox__each_resource(
    vox_tree *tree, const vox__prefix *wanted,
    vox_status (*visit)(vox_tree *, const vox_node *, void *), void *context
) {
    static const char *const lists[] = {"data", "included"};
    vox_status status = VOX_OK;
    for (int index = 0; index < 2 && status == VOX_OK; index++) {
        const vox_node *root = vox_tree_root(tree);
        const vox_node *list = vox_object_get(tree, root, literal(lists[index]));
        if (!list || vox__resolve(tree, list) != VOX_OK) {
            continue;
        }
        if (list->kind == VOX_OBJECT && index == 0) {
            status = visit(tree, list, context);
        }
        for (vox_ref ref = list->kind == VOX_ARRAY ? list->child : 0; ref && status == VOX_OK;) {
            ref = wanted ? vox__prefix_pass(tree, ref, wanted, false) : ref;
            const vox_node *resource = vox__node_or_null(tree, ref);
            if (resource) {
                vox__prefix_prefetch(tree, ref + 8);
                status = visit(tree, resource, context);
                ref = resource->next;
            }
        }
    }
    return status;
}

/** The order of a resource that is visited: where it was read, else behind the one before. */
static int64_t visited_order(vox_tree *tree, const vox_node *resource) {
    struct vox__identities *table = tree->identities;
    const vox_node *list = vox_node_parent(tree, resource);
    bool included = list->kind == VOX_ARRAY &&
                    vox__same(vox__name(tree, list), literal("included"));
    int64_t base = included ? VOX_ORDER_OF_INCLUDED : 0;
    if (resource->flags & FLAG_PLACED) {
        table->last_order = base + ((int64_t)resource->start << VOX_ORDER_SHIFT);
    } else {
        table->last_order = (table->last_order < base ? base : table->last_order) + 1;
    }
    return table->last_order;
}

/** The type of the resource before, which most have in common with the next. */
typedef struct type_memo {
    vox_string type;
    uint64_t hash;
} type_memo;

static vox_status add_visited(vox_tree *tree, const vox_node *resource, void *context) {
    type_memo *memo = context;
    vox__prefix prefix;
    int64_t order = visited_order(tree, resource); /* also of what is no resource yet */
    if (!vox__prefix_read(tree, resource, &prefix)) {
        vox__parts members;
        vox_status status = vox__identity_resolve(tree, resource);
        if (status != VOX_OK || resource->kind != VOX_OBJECT) {
            return status;
        }
        vox__parts_find(tree, resource, &members);
        prefix.type = identity_text(tree, members.type);
        prefix.id = identity_text(tree, members.id);
        prefix.lid = identity_text(tree, members.lid);
    }
    vox_status status = VOX_OK;
    if (prefix.type.bytes && prefix.id.bytes) {
        if (!memo->type.bytes || !vox__same(prefix.type, memo->type)) {
            memo->type = prefix.type;
            memo->hash = vox__hash(&tree->seed, false, prefix.type, NULL);
        }
        uint64_t hash = vox__hash_second(&tree->seed, memo->hash, prefix.id);
        status = vox__identity_enter(tree, resource, hash, false, prefix.type, prefix.id, order);
    }
    if (prefix.type.bytes && prefix.lid.bytes && status == VOX_OK) {
        uint64_t hash = vox__hash(&tree->seed, true, prefix.type, &prefix.lid);
        status = vox__identity_enter(tree, resource, hash, true, prefix.type, prefix.lid, order);
    }
    return status;
}

vox_status vox__identity_build(vox_tree *tree) {
    type_memo memo = {{NULL, 0}, 0};
    if (!vox__identities_of(tree)) {
        return VOX_ERROR_MEMORY;
    }
    vox__identity_clear(tree);
    tree->identities->last_free = VOX_ORDER_BEHIND;
    /* Of a lazy tree, nearly all nodes so far are resources. */
    vox_status status = vox__identity_reserve(tree, tree->deferred_end + 1);
    if (status == VOX_OK) {
        status = vox__each_resource(tree, NULL, add_visited, &memo);
    }
    if (status != VOX_OK) {
        vox__identity_clear(tree);
        return status;
    }
    tree->identities->built = true;
    return VOX_OK;
}

/* --- type by type -------------------------------------------------------------- */

/** What a pass enters: the resources of one type. */
typedef struct type_pass {
    vox_string type;
    uint64_t hash;
    vox_ref first; /* of them; 0 for none */
} type_pass;

static vox_status add_of_type(vox_tree *tree, const vox_node *resource, void *context) {
    type_pass *pass = context;
    vox_string type, id;
    vox_status status = vox__identity_take(tree, resource, false, &type, &id);
    if (status != VOX_OK || !type.bytes || !id.bytes || !vox__same(type, pass->type)) {
        return status;
    }
    pass->first = pass->first ? pass->first : vox__ref(tree, resource);
    uint64_t hash = vox__hash_second(&tree->seed, pass->hash, id);
    int64_t order = visited_order(tree, resource);
    return vox__identity_enter(tree, resource, hash, false, type, id, order);
}

/** True when the resources of a type have been entered. */
static bool has_type(vox_tree *tree, vox_string wanted) {
    const struct vox__identities *table = tree->identities;
    vox_string type, id;
    for (uint32_t index = 0; index < table->type_count; index++) {
        const vox_node *first = vox__node_or_null(tree, table->types[index]);
        if (first && vox__identity_read(tree, first, false, &type, &id) &&
            vox__same(type, wanted)) {
            return true;
        }
    }
    return false;
}

static vox_status add_type(vox_tree *tree, vox_string type) {
    type_pass pass = {type, vox__hash(&tree->seed, false, type, NULL), 0};
    if (!tree->identities->type_count) {
        vox__identity_clear(tree);
    }
    const vox__prefix wanted = {.type = type};
    tree->identities->last_order = 0;
    vox_status status = vox__each_resource(tree, &wanted, add_of_type, &pass);
    if (status != VOX_OK) {
        vox__identity_clear(tree);
        return status;
    }
    tree->identities->searched = true;
    tree->identities->types[tree->identities->type_count++] = pass.first;
    return VOX_OK;
}

vox_status vox__identity_prepare(vox_tree *tree, bool local, vox_string type) {
    if (tree->identities->built) {
        return VOX_OK;
    }
    if (local || !tree->deferred_end || tree->identities->edited ||
        tree->identities->type_count == VOX_IDENTITY_TYPES) {
        return vox__identity_build(tree);
    }
    return has_type(tree, type) ? VOX_OK : add_type(tree, type);
}

void vox__identity_forget(vox_tree *tree) {
    if (tree->identities) {
        tree->identities->built = false;
        tree->identities->type_count = 0;
    }
}
