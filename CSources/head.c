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
 *  The note holds while nothing in the object is written. A head that is too long to be
 *  looked through each time is given up: its object is parsed when it is asked for. */
#include "internal.h"

#define NOTED (UINT32_C(1) << 31)
#define TYPE_AT(note) ((note) >> 24 & 127)
#define TYPE_LENGTH(note) ((note) >> 16 & 255)
#define ID_AT(note) ((note) >> 8 & 255)
#define ID_LENGTH(note) ((note)&255)

/** Longer heads are not read again and again. */
#define LONGEST_HEAD 1024

static size_t skip_space(const char *text, size_t at) {
    while (vox__is_space(text[at])) {
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

/** Reads the head of a deferred object off its text; returns where it ends, behind the
 *  brace of the first container or its own, or 0 when it must be parsed. */
static size_t read_text(const vox_tree *tree, const vox_node *node, vox__head *head) {
    const char *text = tree->source;
    size_t at = skip_space(text, (size_t)node->start + 1);
    memset(head, 0, sizeof *head);
    if (text[at] == '}') {
        return at + 1;
    }
    for (;;) {
        vox_string name, value;
        at = take_string(tree, at, &name);
        if (!at) {
            return 0;
        }
        at = skip_space(text, at);
        if (text[at] != ':') {
            return 0;
        }
        at = skip_space(text, at + 1);
        if (text[at] == '{') {
            return is_object_member(name) ? at + 1 : 0;
        }
        vox_string *place = target(head, name);
        at = place ? take_string(tree, at, &value) : 0;
        if (!at) {
            return 0;
        }
        *place = value;
        at = skip_space(text, at);
        if (text[at] == '}') {
            return at + 1;
        }
        if (text[at] != ',') {
            return 0;
        }
        at = skip_space(text, at + 1);
    }
}

/** True for an element of a list as it was read: its note holds, or would. */
static bool has_room(const vox_tree *tree, const vox_node *node) {
    return (node->flags & (FLAG_SOURCE | FLAG_CHANGED)) == FLAG_SOURCE && node->parent &&
           vox__node(tree, node->parent)->kind == VOX_ARRAY;
}

/** The note of an identity that stands in the source, near enough and short; or 0. */
static uint32_t note_of(const char *start, vox_string type, vox_string id) {
    size_t type_at = (size_t)(type.bytes - start), id_at = (size_t)(id.bytes - start);
    if (type_at >= 128 || id_at >= 256 || type.length >= 256 || id.length >= 256) {
        return 0;
    }
    return NOTED | (uint32_t)(type_at << 24 | type.length << 16 | id_at << 8) | (uint32_t)id.length;
}

static void put_note(const vox_node *node, uint32_t note) {
    ((vox_node *)(uintptr_t)node)->name = note; /* a cache, not part of the value */
}

/* --- heads like those before -------------------------------------------------- */

/* Most heads differ from one before them in the id alone. So some are kept as models:
 * what stands in front of the id, and what stands behind it up to the end of the head.
 * Where both are the same, the rest is told without being looked at. */

#define LONGEST_ID 40
#define LONGEST_TAIL 64

/** Where the string that begins at `at` ends, or 0: it has an escape, or is long. */
static inline size_t short_string(const char *text, size_t at) {
    size_t step = 8;
    for (unsigned words = 0; words < LONGEST_ID / 8 && step == 8; words++) {
        step = vox__plain_bytes(text + at);
        at += step;
    }
    return step < 8 && text[at] == '"' ? at : 0;
}

/** Where the id of an object ends, from its start, when its head is like a model; or 0. */
VOX_INLINE size_t
end_like(const vox_tree *tree, const vox_node *node, const vox__head_model *model) {
    const char *start = tree->source + node->start, *like = tree->source + model->start;
    const size_t id_at = ID_AT(model->note);
    /* Nothing is read beyond the source. */
    if (tree->source_length - node->start < id_at + LONGEST_ID + 8 + LONGEST_TAIL ||
        !vox__same_bytes(start, like, id_at)) {
        return 0;
    }
    size_t end = short_string(start, id_at);
    return end && vox__same_bytes(start + end, like + model->id_end, model->tail) ? end : 0;
}

VOX_INLINE bool read_like(
    const vox_tree *tree, const vox_node *node, const vox__head_model *model, vox__head *head
) {
    const char *start = tree->source + node->start;
    const size_t id_at = ID_AT(model->note), end = end_like(tree, node, model);
    if (!end) {
        return false;
    }
    head->type = vox__string(start + TYPE_AT(model->note), TYPE_LENGTH(model->note));
    head->id = vox__string(start + id_at, end - id_at);
    head->lid = vox__string(NULL, 0);
    put_note(node, (model->note & ~UINT32_C(255)) | (uint32_t)(end - id_at));
    return true;
}

/** Makes a head a model, in place of the one that was made so longest ago. */
static void keep_model(vox_tree *tree, const vox_node *node, uint32_t note, size_t end) {
    uint32_t id_end = ID_AT(note) + ID_LENGTH(note);
    size_t tail = end - node->start - id_end;
    if (TYPE_AT(note) < ID_AT(note) && tail <= LONGEST_TAIL) {
        const vox__head_model model = {node->start, note, id_end, (uint32_t)tail};
        tree->last_model = tree->next_model++ % VOX_HEAD_MODELS;
        tree->models[tree->last_model] = model;
    }
}

/** Reads a head that is not like the last one; on its own, to keep the others short. */
VOX_APART static bool read_anew(
    vox_tree *tree, const vox_node *node, vox__head *head, bool is_noted
) {
    for (uint32_t index = 0; is_noted && index < VOX_HEAD_MODELS; index++) {
        if (tree->models[index].note && read_like(tree, node, &tree->models[index], head)) {
            tree->last_model = index;
            return true;
        }
    }
    size_t end = read_text(tree, node, head);
    if (!end || end - node->start > LONGEST_HEAD) {
        ((vox_node *)(uintptr_t)node)->kind &= (uint8_t)~KIND_REGULAR;
        return false;
    }
    if (is_noted && head->type.bytes && head->id.bytes && !head->lid.bytes) {
        uint32_t note = note_of(tree->source + node->start, head->type, head->id);
        if (note) {
            put_note(node, note);
            keep_model(tree, node, note, end);
        }
    }
    return true;
}

bool vox__head_read(const vox_tree *tree, const vox_node *node, vox__head *head) {
    const uint8_t regular = KIND_DEFERRED | KIND_REGULAR;
    const bool is_regular = (node->kind & regular) == regular, room = has_room(tree, node);
    vox_tree *own = (vox_tree *)(uintptr_t)tree; /* models are a cache, too */
    /* One that is broken keeps the identity it had before that was known. */
    if (room && node->name & NOTED) {
        const char *start = tree->source + node->start;
        head->type = vox__string(start + TYPE_AT(node->name), TYPE_LENGTH(node->name));
        head->id = vox__string(start + ID_AT(node->name), ID_LENGTH(node->name));
        head->lid = vox__string(NULL, 0);
        return true;
    }
    if (!is_regular) {
        return false;
    }
    const vox__head_model *last = &tree->models[tree->last_model];
    bool is_noted = room && !tree->frozen;
    return (is_noted && last->note && read_like(tree, node, last, head)) ||
           read_anew(own, node, head, is_noted);
}

/** The model that an object is like, told from where its id ends; or NULL. */
static const vox__head_model *model_of(const vox_tree *tree, const vox_node *node, size_t *end) {
    for (uint32_t index = 0; index < VOX_HEAD_MODELS; index++) {
        const vox__head_model *model = &tree->models[index];
        if (model->note && (*end = end_like(tree, node, model)) != 0) {
            return model;
        }
    }
    return NULL;
}

vox_ref vox__head_pass(const vox_tree *tree, vox_ref ref, const vox__head *wanted, bool same) {
    const uint8_t regular = KIND_DEFERRED | KIND_REGULAR;
    const vox__head_model *model = NULL;
    bool same_type = false;
    while (ref && ref < tree->deferred_end) {
        const vox_node *node = vox__node(tree, ref);
        const char *start = tree->source + node->start;
        if ((node->kind & regular) != regular ||
            (node->flags & (FLAG_SOURCE | FLAG_CHANGED)) != FLAG_SOURCE) {
            break;
        }
        vox__head_prefetch(tree, ref + 8);
        size_t end = model ? end_like(tree, node, model) : 0;
        if (!end) {
            model = model_of(tree, node, &end);
            if (!model) {
                break;
            }
            vox_string type = vox__string(start + TYPE_AT(model->note), TYPE_LENGTH(model->note));
            same_type = !wanted->type.bytes || vox__same(type, wanted->type);
        }
        size_t id_at = ID_AT(model->note);
        bool is_wanted = same_type &&
                         (!wanted->id.bytes ||
                          vox__same(vox__string(start + id_at, end - id_at), wanted->id));
        if (is_wanted != same) {
            break;
        }
        ref = node->next;
    }
    return ref;
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
    if (is_slice(members->type) && is_slice(members->id) && !members->lid && !tree->frozen &&
        has_room(tree, resource)) {
        vox_string type = vox__text(tree, members->type), id = vox__text(tree, members->id);
        uint32_t note = note_of(tree->source + resource->start, type, id);
        if (note) {
            put_note(resource, note);
        }
    }
}
