/* SPDX-License-Identifier: MIT */
/** What names a resource object, told from where it stands in the source.
 *
 *      {"type":"articles","id":"1","attributes":{ … },"links":{ … }}
 *       head                                     of no further interest
 *
 *  Of a deferred one the text tells, unparsed: the skim has seen that behind the
 *  first container among its members come only attributes, relationships, links and
 *  meta, all objects (KIND_REGULAR). So the members in front of that container tell.
 *  Where they hold anything else than plain text for type, id and lid, the object is
 *  parsed instead.
 *
 *  What was found is noted, for it is asked for again and again. Elements of lists
 *  have no name, so there is room in their nodes:
 *
 *      name:  1 | type: offset (7), length (8) | id: offset (8), length (8)
 *
 *  The note holds while nothing in the object is written. */
#include "internal.h"

#define NOTED (UINT32_C(1) << 31)
#define TYPE_AT(note) ((note) >> 24 & 127)
#define TYPE_LENGTH(note) ((note) >> 16 & 255)
#define ID_AT(note) ((note) >> 8 & 255)
#define ID_LENGTH(note) ((note)&255)

static size_t skip_space(const char *text, size_t at) {
    while (text[at] == ' ' || text[at] == '\n' || text[at] == '\r' || text[at] == '\t') {
        at++;
    }
    return at;
}

/** Takes the string at `at`, without escapes; returns where it ends, or 0. The
 *  skim has seen that strings end. */
static size_t take_string(const vox_tree *tree, size_t at, vox_string *string) {
    const char *text = tree->source;
    size_t start = at + 1, step = 8;
    if (text[at] != '"') {
        return 0;
    }
    at = start;
    while (step == 8 && tree->source_length - at >= 8) {
        step = vox__plain_bytes(text + at);
        at += step;
    }
    while (text[at] != '"') {
        if (text[at] == '\\') {
            return 0;
        }
        at++;
    }
    *string = vox__string(text + start, at - start);
    return at + 1;
}

static bool is(vox_string name, const char *text, size_t length) {
    return name.length == length && memcmp(name.bytes, text, length) == 0;
}

/** The place for the value of a member; NULL for other members. */
static vox_string *target(vox__head *head, vox_string name) {
    return is(name, "type", 4)  ? &head->type
           : is(name, "id", 2)  ? &head->id
           : is(name, "lid", 3) ? &head->lid
                                : NULL;
}

/** True for a member that a resource object has as an object. */
static bool is_object_member(vox_string name) {
    return is(name, "attributes", 10) || is(name, "relationships", 13) || is(name, "links", 5) ||
           is(name, "meta", 4);
}

/** Where the string that begins at `at` ends, or 0: it has an escape, or is long. */
static size_t short_string(const char *text, size_t at) {
    size_t step = 8;
    for (unsigned words = 0; words < 5 && step == 8; words++) {
        step = vox__plain_bytes(text + at);
        at += step;
    }
    return step < 8 && text[at] == '"' ? at : 0;
}

/** Reads a head as most are: {"type":"…","id":"…","attributes":{ without white space,
 *  or another member in place of the attributes. */
static bool read_usual(const vox_tree *tree, const vox_node *node, vox__head *head) {
    const char *text = tree->source;
    size_t at = (size_t)node->start + 9;
    if (tree->source_length - node->start < 128 || memcmp(text + at - 8, "\"type\":\"", 8) != 0) {
        return false;
    }
    size_t end = short_string(text, at);
    if (!end || memcmp(text + end, "\",\"id\":\"", 8) != 0) {
        return false;
    }
    head->type = vox__string(text + at, end - at);
    at = end + 8;
    end = short_string(text, at);
    if (!end || (memcmp(text + end, "\",\"attributes\":{", 16) != 0 &&
                 memcmp(text + end, "\",\"relationships\":{", 19) != 0 &&
                 memcmp(text + end, "\",\"links\":{", 11) != 0)) {
        return false;
    }
    head->id = vox__string(text + at, end - at);
    head->lid = vox__string(NULL, 0);
    return true;
}

/** Reads the head of a deferred object off its text. */
static bool read_text(const vox_tree *tree, const vox_node *node, vox__head *head) {
    const char *text = tree->source;
    size_t at = skip_space(text, (size_t)node->start + 1);
    memset(head, 0, sizeof *head);
    if (text[at] == '}') {
        return true;
    }
    for (;;) {
        vox_string name, value;
        at = take_string(tree, at, &name);
        if (!at) {
            return false;
        }
        at = skip_space(text, at);
        if (text[at] != ':') {
            return false;
        }
        at = skip_space(text, at + 1);
        if (text[at] == '{') {
            return is_object_member(name);
        }
        vox_string *place = target(head, name);
        at = place ? take_string(tree, at, &value) : 0;
        if (!at) {
            return false;
        }
        *place = value;
        at = skip_space(text, at);
        if (text[at] == '}') {
            return true;
        }
        if (text[at] != ',') {
            return false;
        }
        at = skip_space(text, at + 1);
    }
}

/** True for an element of a list as it was read: its note holds, or would. */
static bool has_room(const vox_tree *tree, const vox_node *node) {
    return (node->flags & (FLAG_SOURCE | FLAG_CHANGED)) == FLAG_SOURCE && node->parent &&
           vox__node(tree, node->parent)->kind == VOX_ARRAY;
}

/** Notes an identity that stands in the source, where it is near enough and short. */
static void note(const vox_tree *tree, const vox_node *node, vox_string type, vox_string id) {
    const char *start = tree->source + node->start;
    size_t type_at = (size_t)(type.bytes - start), id_at = (size_t)(id.bytes - start);
    if (type_at < 128 && id_at < 256 && type.length < 256 && id.length < 256 && !tree->frozen) {
        /* Caches, not part of the value. */
        vox_node *noted = (vox_node *)(uintptr_t)node;
        vox_tree *own = (vox_tree *)(uintptr_t)tree;
        noted->name = NOTED | (uint32_t)(type_at << 24 | type.length << 16 | id_at << 8) |
                      (uint32_t)id.length;
        own->last_head = node->start;
        own->last_note = noted->name;
    }
}

/** Reads a head that is the same as the one noted last, up to the id, and notes it:
 *  most resources of a list have their type and its place in common. */
static inline bool read_like_last(const vox_tree *tree, const vox_node *node, vox__head *head) {
    const uint32_t last = tree->last_note;
    const char *start = tree->source + node->start;
    const size_t id_at = ID_AT(last);
    /* Behind the place of the id: its text, and what follows. */
    if (TYPE_AT(last) >= id_at || tree->source_length - node->start < id_at + 64 ||
        !vox__same_bytes(start, tree->source + tree->last_head, id_at)) {
        return false;
    }
    size_t end = short_string(start, id_at);
    if (!end || memcmp(start + end, "\",\"attributes\":{", 16) != 0 || tree->frozen) {
        return false;
    }
    head->type = vox__string(start + TYPE_AT(last), TYPE_LENGTH(last));
    head->id = vox__string(start + id_at, end - id_at);
    head->lid = vox__string(NULL, 0);
    ((vox_node *)(uintptr_t)node)->name = (last & ~UINT32_C(255)) | (uint32_t)(end - id_at);
    return true;
}

/** Reads a head that is not like the last; on its own, to keep the others short. */
VOX_APART static bool read_anew(const vox_tree *tree, const vox_node *node, vox__head *head) {
    if (!read_usual(tree, node, head) && !read_text(tree, node, head)) {
        return false;
    }
    if (head->type.bytes && head->id.bytes && !head->lid.bytes && has_room(tree, node)) {
        note(tree, node, head->type, head->id);
    }
    return true;
}

bool vox__head_read(const vox_tree *tree, const vox_node *node, vox__head *head) {
    const uint8_t regular = KIND_DEFERRED | KIND_REGULAR;
    const bool is_regular = (node->kind & regular) == regular;
    /* One that is broken keeps the identity it had before that was known. */
    if (has_room(tree, node)) {
        if (node->name & NOTED) {
            const char *start = tree->source + node->start;
            head->type = vox__string(start + TYPE_AT(node->name), TYPE_LENGTH(node->name));
            head->id = vox__string(start + ID_AT(node->name), ID_LENGTH(node->name));
            head->lid = vox__string(NULL, 0);
            return true;
        }
        if (is_regular && read_like_last(tree, node, head)) {
            return true;
        }
    }
    return is_regular && read_anew(tree, node, head);
}

/* --- of objects that are parsed ---------------------------------------------- */

/** True for text that is a slice of the source. */
static bool is_slice(const vox_node *node) {
    return node && node->kind == VOX_STRING && !(node->flags & FLAG_TEXT_STORED);
}

void vox__parts_find(vox_tree *tree, const vox_node *resource, vox__parts *members) {
    memset(members, 0, sizeof *members);
    for (vox_ref ref = resource->child; ref;) {
        const vox_node *member = vox__node(tree, ref);
        vox_string name = vox__name(tree, member);
        const vox_node **place = NULL;
        switch (name.length) {
        case 2:
            place = is(name, "id", 2) ? &members->id : NULL;
            break;
        case 3:
            place = is(name, "lid", 3) ? &members->lid : NULL;
            break;
        case 4:
            place = is(name, "type", 4) ? &members->type : NULL;
            break;
        case 10:
            place = is(name, "attributes", 10) ? &members->attributes : NULL;
            break;
        case 13:
            place = is(name, "relationships", 13) ? &members->relationships : NULL;
            break;
        default:
            break;
        }
        if (place) {
            *place = member; /* the last of a name counts */
        }
        ref = member->next;
    }
    if (is_slice(members->type) && is_slice(members->id) && !members->lid &&
        has_room(tree, resource)) {
        note(tree, resource, vox__text(tree, members->type), vox__text(tree, members->id));
    }
}
