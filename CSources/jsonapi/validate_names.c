/* SPDX-License-Identifier: MIT */
/** Member names: which of them are in the standard, and the rules for the others
 *  (JSON:API 1.1, "Member Names"). */
#include "jsonapi/validate.h"

/* --- names of the standard ------------------------------------------------- */

/** Compares as words, because the length is a constant. */
#define IS(text) (memcmp(name.bytes, text, sizeof text - 1) == 0)

VOX_INLINE vox__word word_of(vox_string name) {
    switch (name.length) {
    case 2:
        return IS("id") ? WORD_ID : IS("op") ? WORD_OP : WORD_COUNT;
    case 3:
        return IS("lid")   ? WORD_LID
               : IS("ext") ? WORD_EXT
               : IS("rel") ? WORD_REL
               : IS("ref") ? WORD_REF
                           : WORD_COUNT;
    case 4:
        return IS("type")   ? WORD_TYPE
               : IS("data") ? WORD_DATA
               : IS("meta") ? WORD_META
               : IS("href") ? WORD_HREF
               : IS("code") ? WORD_CODE
                            : WORD_COUNT;
    case 5:
        return IS("links") ? WORD_LINKS : IS("title") ? WORD_TITLE : WORD_COUNT;
    case 6:
        return IS("errors")   ? WORD_ERRORS
               : IS("status") ? WORD_STATUS
               : IS("detail") ? WORD_DETAIL
               : IS("source") ? WORD_SOURCE
               : IS("header") ? WORD_HEADER
                              : WORD_COUNT;
    case 7:
        return IS("pointer")   ? WORD_POINTER
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
    case 12:
        return IS("relationship") ? WORD_RELATIONSHIP : WORD_COUNT;
    case 13:
        return IS("relationships") ? WORD_RELATIONSHIPS : WORD_COUNT;
    case 14:
        return IS("atomic:results") ? WORD_RESULTS : WORD_COUNT;
    case 17:
        return IS("atomic:operations") ? WORD_OPERATIONS : WORD_COUNT;
    default:
        return WORD_COUNT;
    }
}

#undef IS

vox__word vox__word_of(vox_string name) {
    return word_of(name);
}

/* --- how names are made ---------------------------------------------------- */

enum {
    LOWER = 0,
    OTHER = 1,    /* upper-case letters and digits: allowed everywhere */
    FOREIGN = 2,  /* beyond ASCII: allowed everywhere, not URL safe */
    INNER = 4,    /* '-' and '_': not at the edges */
    SPACE = 8,    /* neither at the edges nor URL safe */
    RESERVED = 16 /* never allowed */
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

static unsigned byte_class(unsigned char byte) {
    return byte < 128 ? classes[byte] : (unsigned)FOREIGN;
}

/** The classes of all characters of a name, and of its first and last character. */
typedef struct name_shape {
    unsigned all;
    unsigned edges;
} name_shape;

static name_shape shape_of(vox_string name) {
    name_shape shape = {0, 0};
    for (size_t index = 0; index < name.length; index++) {
        shape.all |= byte_class((unsigned char)name.bytes[index]);
    }
    if (name.length) {
        shape.edges = byte_class((unsigned char)name.bytes[0]) |
                      byte_class((unsigned char)name.bytes[name.length - 1]);
    }
    return shape;
}

static bool is_name_allowed(vox_string name, name_shape shape) {
    return name.length && !(shape.all & RESERVED) && !(shape.edges & (INNER | SPACE));
}

bool vox__is_member_name(vox_string name) {
    return vox__is_lower(name) || is_name_allowed(name, shape_of(name));
}

static bool is_namespace(vox_string name) {
    name_shape shape = shape_of(name);
    return name.length && !(shape.all & ~(unsigned)OTHER);
}

bool vox__is_among(vox_string text, const vox_string *texts, size_t count) {
    for (size_t index = 0; index < count; index++) {
        if (vox_string_equal(texts[index], text)) {
            return true;
        }
    }
    return false;
}

/** Checks a name with a colon, which must be an extension's. Returns true when it is. */
static bool check_extension(
    vox__validator *self, const vox_node *member, vox_string name, size_t colon
) {
    const vox_validation *options = self->options;
    vox_string space = vox__string(name.bytes, colon);
    vox_string rest = vox__string(name.bytes + colon + 1, name.length - colon - 1);
    bool well_made = is_namespace(space) && vox__is_member_name(rest);
    bool applied = vox__is_among(space, options->namespaces, options->namespace_count) ||
                   (self->atomic && vox_string_equal(space, vox_string_from_c("atomic")));
    bool good = well_made && applied;
    if (!good) {
        vox__find_fault(self, well_made ? FAULT_EXTENSION : FAULT_EXTENSION_NAME, member);
    }
    return good;
}

/** Handles a name that is not valid by itself. Returns true for an @-member and for an extension's
 *  member, and reports other names. */
static bool is_passed_over(
    vox__validator *self, const vox_node *member, vox_string name, name_shape shape, bool *extension
) {
    const char *colon = name.length ? vox__find_byte(name.bytes, ':', name.length) : NULL;
    if (name.length && name.bytes[0] == '@') {
        return true;
    }
    if (colon) {
        bool good = check_extension(self, member, name, (size_t)(colon - name.bytes));
        *extension = *extension || good;
        return true;
    }
    vox__find_fault(
        self,
        !name.length           ? FAULT_NAME_EMPTY
        : shape.all & RESERVED ? FAULT_NAME_RESERVED
                               : FAULT_NAME_EDGE,
        member
    );
    return false;
}

/* --- members of objects ---------------------------------------------------- */

/** Checks the name of a member that was not requested. */
static VOX_APART void check_other(
    vox__validator *self, const vox_node *object, const vox_node *member, bool *extension
) {
    vox__object_check(self->tree, object);
    if (member->flags & FLAG_SHADOWED) {
        return;
    }
    vox_string name = vox__name(self->tree, member);
    name_shape shape = shape_of(name);
    bool allowed = is_name_allowed(name, shape);
    if (!allowed && is_passed_over(self, member, name, shape, extension)) {
        return;
    }
    if (member->name_length & NAME_REPEATED) {
        vox__find_fault(self, FAULT_REPEATED_NAME, member);
    }
    if (allowed) {
        vox__find_fault(self, FAULT_UNKNOWN, member);
    }
}

void vox__members_find(
    vox__validator *self, const vox_node *object, uint64_t words, vox__members *members
) {
    const vox_tree *tree = self->tree;
    const vox_node *member;
    members->found = 0;
    members->extension = false;
    memset(members->at, 0, WORD_COMMON * sizeof *members->at);
    if (words >= WORD_BIT(WORD_COMMON)) {
        memset(members->at + WORD_COMMON, 0, (WORD_COUNT - WORD_COMMON) * sizeof *members->at);
    }
    for (vox_ref ref = object->child; ref; ref = member->next) {
        member = vox__node(tree, ref);
        const vox__word word = word_of(vox__name(tree, member));
        if (VOX_UNLIKELY(!(words >> word & 1))) {
            check_other(self, object, member, &members->extension);
            continue;
        }
        if (VOX_UNLIKELY(members->at[word] != NULL)) {
            vox__find_second(self, FAULT_REPEATED_NAME, member, members->at[word]);
        }
        members->at[word] = member;
        members->found |= WORD_BIT(word);
    }
}

const vox_node *vox__members_from(vox__validator *self, const vox_node *member, bool *extension) {
    const vox_tree *tree = self->tree;
    for (; member && self->status == VOX_OK; member = vox__sibling(tree, member)) {
        vox_string name = vox__name(tree, member);
        name_shape shape = shape_of(name);
        if (member->flags & FLAG_SHADOWED ||
            (!is_name_allowed(name, shape) && is_passed_over(self, member, name, shape, extension)
            )) {
            continue;
        }
        if (member->name_length & NAME_REPEATED) {
            vox__find_fault(self, FAULT_REPEATED_NAME, member);
        }
        if (is_name_allowed(name, shape) && (shape.all & ~(unsigned)OTHER || shape.edges & OTHER)) {
            vox__find_fault(
                self,
                shape.all & (FOREIGN | SPACE)  ? FAULT_NAME_URL
                : shape.all & ~(unsigned)OTHER ? FAULT_NAME_CASE
                                               : FAULT_NAME_ENDS,
                member
            );
        }
        return member;
    }
    return NULL;
}

void vox__check_nested_names(vox__validator *self, const vox_node *value) {
    const vox_tree *tree = self->tree;
    for (const vox_node *node = value; node && self->status == VOX_OK;
         node = vox__following(tree, node, value)) {
        vox_string name = vox__name(tree, node);
        if (node != value && vox__node(tree, node->parent)->kind == VOX_OBJECT &&
            !vox__is_member_name(name) && !(name.length && name.bytes[0] == '@')) {
            vox__find_fault(self, FAULT_NAME_NESTED, node);
        }
    }
}
