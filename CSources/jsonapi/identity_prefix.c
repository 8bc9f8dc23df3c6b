/* SPDX-License-Identifier: MIT */
/** The identity prefix: the members before the first container of a resource object.
 *  They give the identity of the resource without parsing it.
 *
 *      {"type":"articles","id":"1","attributes":{ … },"links":{ … }}
 *       prefix                                   not read
 *
 *  The prefix of a deferred object gives its identity under two conditions. After the first
 *  container, the object has only attributes, relationships, links and meta, all of them objects:
 *  the structural scan has seen this (KIND_REGULAR). And the prefix has only type, id and lid, as
 *  strings without escapes. Otherwise the object is parsed.
 *
 *  The identity is read often, so it is cached in the node. The nodes of elements have no name, so
 *  it is packed into `name`:
 *
 *      name:  1 | type: offset (7), length (8) | id: offset (8), length (8)
 *
 *  It is valid while nothing in the object is written. A prefix that is too long to be read
 *  repeatedly is not used: its object is parsed when its identity is needed. */
#include "jsonapi/jsonapi.h"
#include "read/lexer.h"
#include "tree/armor.h"

#define PACKED (UINT32_C(1) << 31)
#define TYPE_AT(packed) ((packed) >> 24 & 127)
#define TYPE_LENGTH(packed) ((packed) >> 16 & 255)
#define ID_AT(packed) ((packed) >> 8 & 255)
#define ID_LENGTH(packed) ((packed)&255)

/** The maximum length of a prefix that is read repeatedly. */
#define LONGEST_PREFIX 1024

/* --- reading a prefix ----------------------------------------------------------- */

/* The structural scan has checked that strings and brackets end, so these functions do not check
 * for the end of the text. */

static const char *skip_space(const char *at) {
    return vox__space_end(at, NULL, VOX_PADDED);
}

/** Takes the string at `at`, without escapes. Returns the position after it, or NULL. */
static const char *take_plain_string(const char *at, const char *source_end, vox_string *string) {
    if (*at != '"') {
        return NULL;
    }
    const char *const start = at + 1, *const end = vox__plain_end(start, source_end);
    *string = vox__string(start, (size_t)(end - start));
    return *end == '"' ? end + 1 : NULL;
}

static bool is_short_name(vox_string name, const char *text, size_t length) {
    return name.length == length && memcmp(name.bytes, text, length) == 0;
}

/** Returns where to store the value of a member; NULL for other members. */
static vox_string *prefix_place(vox__prefix *prefix, vox_string name) {
    return is_short_name(name, "type", 4)  ? &prefix->type
           : is_short_name(name, "id", 2)  ? &prefix->id
           : is_short_name(name, "lid", 3) ? &prefix->lid
                                           : NULL;
}

/** Returns true for a member of a resource object that is an object. */
static bool is_object_member(vox_string name) {
    return is_short_name(name, "attributes", 10) || is_short_name(name, "relationships", 13) ||
           is_short_name(name, "links", 5) || is_short_name(name, "meta", 4);
}

/** Reads the prefix of a deferred object. Returns its end, which is after the brace of the
 *  first container or of the object, or NULL when the object must be parsed. */
static const char *read_prefix(const vox_tree *tree, const vox_node *node, vox__prefix *prefix) {
    const char *const source_end = tree->source + tree->source_length;
    const char *at = skip_space(tree->source + node->start + 1);
    memset(prefix, 0, sizeof *prefix);
    if (*at == '}') {
        return at + 1;
    }
    for (;;) {
        vox_string name, value;
        at = take_plain_string(at, source_end, &name);
        at = at ? skip_space(at) : NULL;
        if (!at || *at != ':') {
            return NULL;
        }
        at = skip_space(at + 1);
        if (*at == '{') {
            return is_object_member(name) ? at + 1 : NULL;
        }
        vox_string *place = prefix_place(prefix, name);
        at = place ? take_plain_string(at, source_end, &value) : NULL;
        if (!at) {
            return NULL;
        }
        *place = value;
        at = skip_space(at);
        if (*at == '}') {
            return at + 1;
        }
        if (*at != ',') {
            return NULL;
        }
        at = skip_space(at + 1);
    }
}

/* --- keeping it in the node ------------------------------------------------------ */

/** Returns true for an unchanged element of a list, which may have a cached identity. */
static bool is_as_read(const vox_tree *tree, const vox_node *node) {
    return (node->flags & (FLAG_SOURCE | FLAG_CHANGED)) == FLAG_SOURCE && node->parent &&
           vox__node(tree, node->parent)->kind == VOX_ARRAY;
}

/** Packs an identity in the source after `start`; 0 when it is too long, or too far from
 *  `start`. */
static uint32_t pack(const char *start, vox_string type, vox_string id) {
    size_t type_at = (size_t)(type.bytes - start), id_at = (size_t)(id.bytes - start);
    if (type_at >= 128 || id_at >= 256 || type.length >= 256 || id.length >= 256) {
        return 0;
    }
    return PACKED | (uint32_t)(type_at << 24 | type.length << 16 | id_at << 8) |
           (uint32_t)id.length;
}

static vox__prefix unpack(const char *start, uint32_t packed) {
    vox__prefix prefix = {
        vox__string(start + TYPE_AT(packed), TYPE_LENGTH(packed)),
        vox__string(start + ID_AT(packed), ID_LENGTH(packed)),
        {NULL, 0},
    };
    return prefix;
}

static void keep_prefix(const vox_node *node, uint32_t packed) {
    ((vox_node *)(uintptr_t)node)->name = packed; /* a cache, not part of the value */
}

/* --- models ---------------------------------------------------------------------- */

/* Most prefixes differ from earlier ones in the id only. So some are kept as models: the text
 * before the id, and the text after it up to the end of the prefix. When both are the same in
 * another object, its identity is known without reading the rest. */

#define LONGEST_ID 40
#define LONGEST_TAIL 64

/** Returns the end of the string that begins at `at`, or NULL if it has an escape or is long. */
static inline const char *short_string(const char *at) {
    const char *const end = vox__plain_end(at, at + LONGEST_ID - 1);
    return *end == '"' ? end : NULL;
}

/** Returns the end of the id, relative to the object, when its prefix is like a model; or 0. */
VOX_INLINE size_t
end_like(const vox_tree *tree, const vox_node *node, const vox__prefix_model *model) {
    const char *start = tree->source + node->start, *like = tree->source + model->start;
    const size_t id_at = ID_AT(model->packed);
    /* Nothing is read beyond the source. */
    if (tree->source_length - node->start < id_at + LONGEST_ID + 8 + LONGEST_TAIL ||
        !vox__same_bytes(start, like, id_at)) {
        return 0;
    }
    const char *end = short_string(start + id_at);
    return end && vox__same_bytes(end, like + model->id_end, model->tail) ? (size_t)(end - start)
                                                                          : 0;
}

VOX_INLINE bool read_like(
    const vox_tree *tree, const vox_node *node, const vox__prefix_model *model, vox__prefix *prefix
) {
    const size_t end = end_like(tree, node, model);
    if (!end) {
        return false;
    }
    const uint32_t packed = (model->packed & ~UINT32_C(255)) |
                            (uint32_t)(end - ID_AT(model->packed));
    *prefix = unpack(tree->source + node->start, packed);
    keep_prefix(node, packed);
    return true;
}

/** Makes a prefix a model, which replaces the oldest model. Without memory there are no
 *  models. */
static void keep_model(vox_tree *tree, const vox_node *node, uint32_t packed, size_t length) {
    uint32_t id_end = ID_AT(packed) + ID_LENGTH(packed);
    size_t tail = length - id_end;
    if (TYPE_AT(packed) < ID_AT(packed) && tail <= LONGEST_TAIL && vox__identities_of(tree)) {
        struct vox__identities *all = tree->identities;
        all->last_model = all->next_model++ % VOX_PREFIX_MODELS;
        all->models[all->last_model] = (vox__prefix_model
        ){node->start, packed, id_end, (uint32_t)tail};
    }
}

/* --- asking ---------------------------------------------------------------------- */

/** Reads a prefix that is not like the last one. A function of its own, to keep the others
 *  short. */
VOX_APART static bool read_anew(
    vox_tree *tree, const vox_node *node, vox__prefix *prefix, bool is_kept
) {
    struct vox__identities *all = tree->identities;
    for (uint32_t index = 0; is_kept && all && index < VOX_PREFIX_MODELS; index++) {
        if (all->models[index].packed && read_like(tree, node, &all->models[index], prefix)) {
            all->last_model = index;
            return true;
        }
    }
    const char *start = tree->source + node->start, *end = read_prefix(tree, node, prefix);
    if (!end || end - start > LONGEST_PREFIX) {
        ((vox_node *)(uintptr_t)node)->kind &= (uint8_t)~KIND_REGULAR;
        return false;
    }
    if (is_kept && prefix->type.bytes && prefix->id.bytes && !prefix->lid.bytes) {
        uint32_t packed = pack(start, prefix->type, prefix->id);
        if (packed) {
            keep_prefix(node, packed);
            keep_model(tree, node, packed, (size_t)(end - start));
        }
    }
    return true;
}

bool vox__prefix_read(const vox_tree *tree, const vox_node *node, vox__prefix *prefix) {
    const uint8_t regular = KIND_DEFERRED | KIND_REGULAR;
    const bool is_regular = (node->kind & regular) == regular, as_read = is_as_read(tree, node);
    /* A broken resource keeps the identity that was read before it was known to be broken. */
    if (as_read && node->name & PACKED) {
        *prefix = unpack(tree->source + node->start, node->name);
        return true;
    }
    if (!is_regular) {
        return false;
    }
    const struct vox__identities *all = tree->identities;
    const vox__prefix_model *last = all ? &all->models[all->last_model] : NULL;
    const bool is_kept = as_read && !tree->frozen;
    return (is_kept && last && last->packed && read_like(tree, node, last, prefix)) ||
           read_anew((vox_tree *)(uintptr_t)tree, node, prefix, is_kept);
}

/** Returns the model of an object and the end of its id; or NULL. */
static const vox__prefix_model *model_of(const vox_tree *tree, const vox_node *node, size_t *end) {
    for (uint32_t index = 0; tree->identities && index < VOX_PREFIX_MODELS; index++) {
        const vox__prefix_model *model = &tree->identities->models[index];
        if (model->packed && (*end = end_like(tree, node, model)) != 0) {
            return model;
        }
    }
    return NULL;
}

vox_ref vox__prefix_pass(
    const vox_tree *tree, vox_ref ref, const vox__prefix *wanted, vox__pass pass
) {
    const uint8_t regular = KIND_DEFERRED | KIND_REGULAR;
    const vox__prefix_model *model = NULL;
    bool same_type = false;
    while (ref && ref < tree->deferred_end) {
        const vox_node *node = vox__node(tree, ref);
        const char *start = tree->source + node->start;
        if ((node->kind & regular) != regular ||
            (node->flags & (FLAG_SOURCE | FLAG_CHANGED)) != FLAG_SOURCE) {
            break;
        }
        vox__prefix_prefetch(tree, ref);
        size_t end = model ? end_like(tree, node, model) : 0;
        if (!end) {
            model = model_of(tree, node, &end);
            if (!model) {
                break;
            }
            vox_string type = unpack(start, model->packed).type;
            same_type = !wanted->type.bytes || vox__same(type, wanted->type);
        }
        size_t id_at = ID_AT(model->packed);
        bool is_wanted = same_type &&
                         (!wanted->id.bytes ||
                          vox__same(vox__string(start + id_at, end - id_at), wanted->id));
        if (is_wanted != (pass == PASS_LIKE)) {
            break;
        }
        ref = node->next;
    }
    return ref;
}

/* --- of objects that are parsed ---------------------------------------------- */

/** Returns true for a string that is a slice of the source. */
static bool is_slice(const vox_node *node) {
    return node && node->kind == VOX_STRING && !vox__has_stored_text(node);
}

/** Returns where to store a member; NULL for others. */
static const vox_node **part_of(vox__parts *parts, vox_string name) {
    switch (name.length) {
    case 2:
        return is_short_name(name, "id", 2) ? &parts->id : NULL;
    case 3:
        return is_short_name(name, "lid", 3) ? &parts->lid : NULL;
    case 4:
        return is_short_name(name, "type", 4) ? &parts->type : NULL;
    case 10:
        return is_short_name(name, "attributes", 10) ? &parts->attributes : NULL;
    case 13:
        return is_short_name(name, "relationships", 13) ? &parts->relationships : NULL;
    default:
        return NULL;
    }
}

void vox__parts_find(vox_tree *tree, const vox_node *resource, vox__parts *members) {
    memset(members, 0, sizeof *members);
    for (vox_ref ref = resource->child; ref;) {
        const vox_node *member = vox__node(tree, ref);
        const vox_node **place = part_of(members, vox__name(tree, member));
        if (place) {
            *place = member; /* the last member with a name counts */
        }
        ref = member->next;
    }
    if (is_slice(members->type) && is_slice(members->id) && !members->lid && !tree->frozen &&
        is_as_read(tree, resource)) {
        vox_string type = vox__text(tree, members->type), id = vox__text(tree, members->id);
        uint32_t packed = pack(tree->source + resource->start, type, id);
        if (packed) {
            keep_prefix(resource, packed);
        }
    }
}
