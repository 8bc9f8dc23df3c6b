/* SPDX-License-Identifier: MIT */
/** What names a resource object, read off its text without parsing it.
 *
 *      {"type":"articles","id":"1","attributes":{ … },"links":{ … }}
 *       head                                     of no further interest
 *
 *  The skim has seen that behind the first container among its members come only
 *  attributes, relationships, links and meta, all objects (KIND_REGULAR). So the
 *  members in front of that container tell. Where they hold anything else than
 *  plain text for type, id and lid, the object is parsed instead. */
#include "internal.h"

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

bool vox__head_read(const vox_tree *tree, const vox_node *node, vox__head *head) {
    const uint8_t regular = KIND_DEFERRED | KIND_REGULAR;
    const char *text = tree->source;
    size_t at = (size_t)node->start + 1;
    memset(head, 0, sizeof *head);
    /* One that is broken keeps the identity it had before that was known. */
    if ((node->kind & regular) != regular) {
        return false;
    }
    at = skip_space(text, at);
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
