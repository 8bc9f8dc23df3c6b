/* SPDX-License-Identifier: MIT */
/** Member names: which of them the standard names, and how the others may be
 *  made (JSON:API 1.1, "Member Names"). */
#include "jsonapi/validate.h"

/* --- names of the standard ------------------------------------------------- */

/** A name of the length of its literal. */
#define IS(literal) (memcmp(name.bytes, literal, sizeof literal - 1) == 0)

vox__word vox__word_of(vox_string name) {
    switch (name.length) {
    case 2:
        return IS("id") ? WORD_ID : WORD_COUNT;
    case 3:
        return IS("lid") ? WORD_LID : IS("ext") ? WORD_EXT : IS("rel") ? WORD_REL : WORD_COUNT;
    case 4:
        return IS("type")   ? WORD_TYPE
               : IS("data") ? WORD_DATA
               : IS("self") ? WORD_SELF
               : IS("meta") ? WORD_META
               : IS("href") ? WORD_HREF
               : IS("code") ? WORD_CODE
               : IS("next") ? WORD_NEXT
               : IS("last") ? WORD_LAST
                            : WORD_COUNT;
    case 5:
        return IS("links")   ? WORD_LINKS
               : IS("title") ? WORD_TITLE
               : IS("about") ? WORD_ABOUT
               : IS("first") ? WORD_FIRST
                             : WORD_COUNT;
    case 6:
        return IS("errors")   ? WORD_ERRORS
               : IS("status") ? WORD_STATUS
               : IS("detail") ? WORD_DETAIL
               : IS("source") ? WORD_SOURCE
               : IS("header") ? WORD_HEADER
                              : WORD_COUNT;
    case 7:
        return IS("related")   ? WORD_RELATED
               : IS("pointer") ? WORD_POINTER
               : IS("jsonapi") ? WORD_JSONAPI
               : IS("version") ? WORD_VERSION
               : IS("profile") ? WORD_PROFILE
                               : WORD_COUNT;
    case 8:
        return IS("included") ? WORD_INCLUDED : IS("hreflang") ? WORD_HREFLANG : WORD_COUNT;
    case 9:
        return IS("parameter") ? WORD_PARAMETER : WORD_COUNT;
    case 10:
        return IS("attributes") ? WORD_ATTRIBUTES : WORD_COUNT;
    case 11:
        return IS("describedby") ? WORD_DESCRIBEDBY : WORD_COUNT;
    case 13:
        return IS("relationships") ? WORD_RELATIONSHIPS : WORD_COUNT;
    default:
        return WORD_COUNT;
    }
}

/* --- how names are made ---------------------------------------------------- */

enum {
    LOWER = 0,
    OTHER = 1,    /* upper-case letters and digits: allowed anywhere */
    FOREIGN = 2,  /* beyond ASCII: allowed anywhere, not URL safe */
    INNER = 4,    /* '-' and '_': not at the edges */
    SPACE = 8,    /* neither at the edges nor URL safe */
    RESERVED = 16 /* allowed nowhere */
};

/* clang-format off */
#define R RESERVED
#define O OTHER
static const uint8_t classes[128] = {
    R, R, R, R, R, R, R, R, R, R, R, R, R, R, R, R,
    R, R, R, R, R, R, R, R, R, R, R, R, R, R, R, R,
    SPACE, R, R, R, R, R, R, R, R, R, R, R, R, INNER, R, R, /*   ! " # $ % & ' ( ) * + , - . / */
    O, O, O, O, O, O, O, O, O, O, R, R, R, R, R, R,         /* 0 to 9, : ; < = > ? */
    R, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O,         /* @, A to O */
    O, O, O, O, O, O, O, O, O, O, O, R, R, R, R, INNER,     /* P to Z, [ \ ] ^ _ */
    R, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,         /* `, a to o */
    0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, R, R, R, R, R,         /* p to z, { | } ~ DEL */
};
#undef R
#undef O
/* clang-format on */

static unsigned class_of(unsigned char byte) {
    return byte < 128 ? classes[byte] : FOREIGN;
}

/** Everything that occurs in the name, and what stands at its edges. */
typedef struct name_shape {
    unsigned all;
    unsigned edges;
} name_shape;

static name_shape shape_of(vox_string name) {
    name_shape shape = {0, 0};
    for (size_t index = 0; index < name.length; index++) {
        shape.all |= class_of((unsigned char)name.bytes[index]);
    }
    if (name.length) {
        shape.edges = class_of((unsigned char)name.bytes[0]) |
                      class_of((unsigned char)name.bytes[name.length - 1]);
    }
    return shape;
}

static bool is_allowed(vox_string name, name_shape shape) {
    return name.length && !(shape.all & RESERVED) && !(shape.edges & (INNER | SPACE));
}

bool vox__is_member_name(vox_string name) {
    return is_allowed(name, shape_of(name));
}

static bool is_namespace(vox_string name) {
    name_shape shape = shape_of(name);
    return name.length && !(shape.all & ~(unsigned)OTHER);
}

static bool is_applied(const vox__validator *self, vox_string space) {
    for (size_t index = 0; index < self->options->namespace_count; index++) {
        if (vox_string_equal(self->options->namespaces[index], space)) {
            return true;
        }
    }
    return false;
}

/** What has a colon is meant to be an extension's. True when it is. */
static bool check_extension(
    vox__validator *self, const vox_node *member, vox_string name, size_t colon
) {
    vox_string space = vox__string(name.bytes, colon);
    vox_string rest = vox__string(name.bytes + colon + 1, name.length - colon - 1);
    if (!is_namespace(space) || !vox__is_member_name(rest)) {
        vox__find_fault(self, FAULT_EXTENSION_NAME, member);
        return false;
    }
    if (!is_applied(self, space)) {
        vox__find_fault(self, FAULT_EXTENSION, member);
        return false;
    }
    return true;
}

typedef enum name_verdict {
    NAME_GOOD,
    NAME_BAD,
    NAME_PASSED_OVER
} name_verdict;

/** A name that is not good as it stands: an @-member, an extension's member, or
 *  a fault. */
static name_verdict judge(
    vox__validator *self, const vox_node *member, vox_string name, name_shape shape, bool *extension
) {
    if (!name.length) {
        vox__find_fault(self, FAULT_NAME_EMPTY, member);
        return NAME_BAD;
    }
    if (name.bytes[0] == '@') {
        return NAME_PASSED_OVER;
    }
    const char *colon = memchr(name.bytes, ':', name.length);
    if (colon) {
        if (check_extension(self, member, name, (size_t)(colon - name.bytes))) {
            *extension = true;
        }
        return NAME_PASSED_OVER;
    }
    vox__find_fault(self, shape.all & RESERVED ? FAULT_NAME_RESERVED : FAULT_NAME_EDGE, member);
    return NAME_BAD;
}

/* --- members of objects ---------------------------------------------------- */

void vox__members_find(
    vox__validator *self, const vox_node *object, uint64_t words, vox__members *members
) {
    memset(members, 0, sizeof *members);
    for (vox_ref ref = object->child; ref;) {
        const vox_node *member = vox__node(self->tree, ref);
        vox_string name = vox__name(self->tree, member);
        vox__word word = vox__word_of(name);
        ref = member->next;
        if (words & WORD_BIT(word)) {
            if (members->at[word]) {
                vox__find_second(self, FAULT_REPEATED_NAME, member, members->at[word]);
            }
            members->at[word] = member;
            continue;
        }
        vox__object_check(self->tree, object);
        if (member->flags & FLAG_SHADOWED) {
            continue;
        }
        name_shape shape = shape_of(name);
        name_verdict verdict = is_allowed(name, shape)
                                   ? NAME_GOOD
                                   : judge(self, member, name, shape, &members->extension);
        if (verdict != NAME_PASSED_OVER && member->name_length & NAME_REPEATED) {
            vox__find_fault(self, FAULT_REPEATED_NAME, member);
        }
        if (verdict == NAME_GOOD) {
            vox__find_fault(self, FAULT_UNKNOWN, member);
        }
    }
}

const vox_node *vox__members_next(
    vox__validator *self, const vox_node *object, const vox_node *previous, bool *extension
) {
    if (!previous) {
        vox__object_check(self->tree, object);
    }
    vox_ref ref = previous ? previous->next : object->child;
    while (ref && self->status == VOX_OK) {
        const vox_node *member = vox__node(self->tree, ref);
        ref = member->next;
        if (member->flags & FLAG_SHADOWED) {
            continue;
        }
        vox_string name = vox__name(self->tree, member);
        name_shape shape = shape_of(name);
        if (!is_allowed(name, shape) &&
            judge(self, member, name, shape, extension) == NAME_PASSED_OVER) {
            continue;
        }
        if (member->name_length & NAME_REPEATED) {
            vox__find_fault(self, FAULT_REPEATED_NAME, member);
        }
        if (is_allowed(name, shape) && (shape.all & ~(unsigned)OTHER || shape.edges & OTHER)) {
            vox__find_fault(
                self, shape.all & (FOREIGN | SPACE) ? FAULT_NAME_URL : FAULT_NAME_CASE, member
            );
        }
        return member;
    }
    return NULL;
}

/** The node behind this one in document order, not below it; NULL at the end. */
static const vox_node *behind(const vox_tree *tree, const vox_node *node, const vox_node *top) {
    while (node != top && !node->next) {
        node = vox__node(tree, node->parent);
    }
    return node == top ? NULL : vox__node(tree, node->next);
}

void vox__check_nested_names(vox__validator *self, const vox_node *value) {
    const vox_tree *tree = self->tree;
    const vox_node *node = value;
    while (node && self->status == VOX_OK) {
        vox_string name = vox__name(tree, node);
        if (node != value && vox__node(tree, node->parent)->kind == VOX_OBJECT &&
            !vox__is_member_name(name) && !(name.length && name.bytes[0] == '@')) {
            vox__find_fault(self, FAULT_NAME_NESTED, node);
        }
        node = vox__is_container(node) && node->child ? vox__node(tree, node->child)
                                                      : behind(tree, node, value);
    }
}
