/* SPDX-License-Identifier: MIT */
/** Reading the identities of resources, and which objects are resources. */
#include "jsonapi/jsonapi.h"
#include "tree/armor.h"

bool vox__identity_read(
    vox_tree *tree, const vox_node *object, vox__id_kind local, vox_string *type, vox_string *id
) {
    vox__prefix prefix;
    if (vox__prefix_read(tree, object, &prefix)) {
        *type = prefix.type;
        *id = local ? prefix.lid : prefix.id;
        return type->bytes && id->bytes;
    }
    if (object->kind != VOX_OBJECT) {
        return false; /* broken, or overwritten since it was indexed */
    }
    *type = vox__identity_text(tree, vox__object_find(tree, object, vox_string_from_c("type")));
    *id = vox__identity_text(
        tree, vox__object_find(tree, object, vox_string_from_c(local ? "lid" : "id"))
    );
    return type->bytes && id->bytes;
}

vox_status vox__identity_take(
    vox_tree *tree, const vox_node *resource, vox__id_kind local, vox_string *type, vox_string *id
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
    return vox__is_external(status) ? status : VOX_OK;
}

bool vox__is_list_name(vox_string name) {
    return vox__same(name, vox_string_from_c("data")) ||
           vox__same(name, vox_string_from_c("included"));
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
        return vox__same(vox__name(tree, node), vox_string_from_c("data"));
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
        const vox_node *list = vox_object_get(tree, root, vox_string_from_c(lists[index]));
        if (!list || vox__resolve(tree, list) != VOX_OK) {
            continue;
        }
        if (list->kind == VOX_OBJECT && index == 0) {
            status = visit(tree, list, context);
        }
        for (vox_ref ref = list->kind == VOX_ARRAY ? list->child : 0; ref && status == VOX_OK;) {
            ref = wanted ? vox__prefix_pass(tree, ref, wanted, PASS_UNLIKE) : ref;
            const vox_node *resource = vox__node_or_null(tree, ref);
            if (resource) {
                vox__prefix_prefetch(tree, ref);
                status = visit(tree, resource, context);
                ref = resource->next;
            }
        }
    }
    return status;
}
