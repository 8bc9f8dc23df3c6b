/* SPDX-License-Identifier: MIT */
/** Selects the elements that become spans.
 *
 *  The text between elements decides, and the text between the containers directly inside an
 *  element:
 *
 *      [ {"type":"a","id":"1","attributes":{ … } ,"links":{ … } } , { … } ]
 *       ^^        prefix                         gap            gap^ separator
 *
 *  The separators decide whether the elements of a list can be spans. The gaps decide whether an
 *  element is a regular resource object, so that its prefix gives its identity. */
#include "scan/structural.h"

static size_t space_end(const vox__structure *structure, size_t at, size_t end) {
    while (at < end && vox__is_space((char)structure->bytes[at])) {
        at++;
    }
    return at;
}

/* --- spans ------------------------------------------------------------------- */

static inline bool add_span(vox__structure *structure, size_t end) {
    if (VOX_UNLIKELY(structure->spans.count == structure->spans.capacity)) {
        structure->status = vox__list_reserve(
            structure->memory, &structure->spans, sizeof(vox__span), 1
        );
        if (structure->status != VOX_OK) {
            return false;
        }
    }
    vox__spans(structure)[structure->spans.count++] = (vox__span
    ){.start = (uint32_t)structure->element_open,
      .end = (uint32_t)end,
      .is_object = structure->bytes[end - 1] == '}',
      .regular = structure->regular};
    return true;
}

static bool add_span_list(vox__structure *structure, size_t close) {
    vox__span_list *list = (vox__span_list *)vox__list_add(
        structure->memory, &structure->lists, sizeof *list
    );
    if (!list) {
        structure->status = VOX_ERROR_MEMORY;
        return false;
    }
    *list = (vox__span_list
    ){(uint32_t)structure->list_open, (uint32_t)close, structure->list_first,
      structure->spans.count - structure->list_first};
    return true;
}

/* --- lists and elements ------------------------------------------------------ */

static size_t space_begin(const vox__structure *structure, size_t at) {
    while (at && vox__is_space((char)structure->bytes[at - 1])) {
        at--;
    }
    return at;
}

/** Returns true when the text before a bracket ends with this name and a colon. The reader checks
 *  whether it really is a name. */
static bool is_called(const vox__structure *structure, size_t at, const char *quoted) {
    const size_t length = strlen(quoted);
    at = space_begin(structure, at);
    if (!at || structure->bytes[at - 1] != ':') {
        return false;
    }
    at = space_begin(structure, at - 1);
    return at >= length && memcmp(structure->bytes + at - length, quoted, length) == 0;
}

/** Returns true when the text before a bracket ends with the name of a list of resources, operations
 *  or results. */
static bool is_named_list(const vox__structure *structure, size_t at) {
    static const char *const names[] = {
        "\"data\"", "\"included\"", "\"atomic:operations\"", "\"atomic:results\""};
    bool found = false;
    for (size_t index = 0; index < sizeof names / sizeof names[0] && !found; index++) {
        found = is_called(structure, at, names[index]);
    }
    return found;
}

static void begin_list(vox__structure *structure, size_t at) {
    bool wanted = structure->bytes[at] == '[' &&
                  structure->max_depth - structure->list_depth >= 2 &&
                  (!structure->named || is_named_list(structure, at));
    if (structure->named && structure->bytes[at] == '{' && is_called(structure, at, "\"data\"")) {
        structure->single_open = at;
        structure->single_close = 0;
    }
    structure->in_list = wanted;
    structure->list_open = at;
    structure->list_first = structure->spans.count;
}

/** Leaves a list that has an element that is no object or array. It is read with the text around
 *  it. */
static void leave_list(vox__structure *structure) {
    structure->spans.count = structure->list_first;
    structure->in_list = false;
}

/** Ends a list. `from`, here and below, is the position after the previous bracket. */
static bool end_list(vox__structure *structure, size_t from, size_t at) {
    if (structure->bytes[at] != ']' || structure->spans.count == structure->list_first ||
        space_end(structure, from, at) != at) {
        leave_list(structure);
        return true;
    }
    structure->in_list = false;
    return add_span_list(structure, at);
}

/** Returns true when only white space and one comma precede an element; before the first element,
 *  only white space. */
static inline bool is_separator(const vox__structure *structure, size_t from, size_t to) {
    bool first = structure->spans.count == structure->list_first;
    if (to - from == 1 && structure->bytes[from] == ',') {
        return !first;
    }
    size_t at = space_end(structure, from, to);
    if (first) {
        return at == to;
    }
    return at < to && structure->bytes[at] == ',' && space_end(structure, at + 1, to) == to;
}

static inline void begin_element(vox__structure *structure, size_t from, size_t at) {
    if (!is_separator(structure, from, at)) {
        leave_list(structure);
        return;
    }
    structure->element_open = at;
    structure->regular = structure->bytes[at] == '{';
}

/** Returns the length of the quoted name of a member that a resource object has besides its type,
 *  id and lid; 0 for other text. */
static size_t known_member(const unsigned char *name, size_t length) {
    static const char *const known[] = {
        "\"relationships\"", "\"attributes\"", "\"links\"", "\"meta\""};
    for (int index = 0; index < 4; index++) {
        const size_t wanted = strlen(known[index]);
        if (length >= wanted && memcmp(name, known[index], wanted) == 0) {
            return wanted;
        }
    }
    return 0;
}

/** Returns true for a comma, a known name and a colon, before an object. */
static bool is_spaced_gap(const vox__structure *structure, size_t from, size_t to) {
    size_t at = space_end(structure, from, to);
    if (at == to || structure->bytes[at] != ',') {
        return false;
    }
    at = space_end(structure, at + 1, to);
    size_t length = known_member(structure->bytes + at, to - at);
    at = space_end(structure, at + length, to);
    return length && at < to && structure->bytes[at] == ':' &&
           space_end(structure, at + 1, to) == to;
}

/** Does the same, faster for gaps without white space, which are the most frequent. */
static inline bool is_regular_gap(const vox__structure *structure, size_t from, size_t to) {
    const unsigned char *gap = structure->bytes + from;
    uint64_t word, known;
    if (to - from == 9 || to - from == 17) {
        memcpy(&word, gap, sizeof word);
        memcpy(&known, to - from == 9 ? ",\"links\"" : ",\"relati", sizeof known);
        if (word == known && gap[to - from - 1] == ':' && structure->bytes[to] == '{' &&
            (to - from == 9 || memcmp(gap + 8, "onships\"", 8) == 0)) {
            return true;
        }
    }
    return structure->bytes[to] == '{' && is_spaced_gap(structure, from, to);
}

/** Returns true when a gap begins at `from`: a container of the element closed there. At the
 *  beginning of the element, the prefix begins instead. */
static inline bool is_behind_member(const vox__structure *structure, size_t from) {
    return from != structure->element_open + 1;
}

static inline bool end_element(vox__structure *structure, size_t from, size_t at) {
    if (from != at && is_behind_member(structure, from) && space_end(structure, from, at) != at) {
        structure->regular = false;
    }
    return add_span(structure, at + 1);
}

/* --- following the depth ------------------------------------------------------ */

/** The state of a walk. Depths are relative to the depth of the lists. */
typedef struct span_walk {
    const uint32_t *found; /* the next bracket; found[-1] is the one before it */
    const uint32_t *end;
    size_t depth;
} span_walk;

/** A bit that '[' and '{' have, and ']' and '}' do not have. */
#define OPENS 2

/** Walks inside a member of an element until after its end. Only the depth matters: returns false
 *  when the member is too deep. There must be a next bracket. */
VOX_INLINE bool walk_member(span_walk *walk, const unsigned char *bytes, size_t span) {
    const uint32_t *found = walk->found, *const end = walk->end;
    size_t inside = walk->depth - 2;
    do {
        inside += (bytes[*found++] & OPENS) - (size_t)1;
    } while (found < end && inside <= span);
    walk->found = found;
    walk->depth = inside + 2;
    return inside <= span || walk->depth == 1;
}

/** Walks inside an element until after its end. */
VOX_INLINE bool walk_element(vox__structure *structure, span_walk *walk, size_t span) {
    while (walk->found < walk->end) {
        if (walk->depth == 1) {
            size_t from = (size_t)walk->found[-1] + 1, at = *walk->found++;
            if (!(structure->bytes[at] & OPENS)) {
                walk->depth = 0;
                return end_element(structure, from, at);
            }
            if (is_behind_member(structure, from) && !is_regular_gap(structure, from, at)) {
                structure->regular = false;
            }
            walk->depth = 2;
            if (walk->found == walk->end) {
                break;
            }
        }
        if (!walk_member(walk, structure->bytes, span)) {
            return false;
        }
    }
    return true;
}

/** Walks inside a list of spans until after its end. */
static bool walk_list(vox__structure *structure, span_walk *walked) {
    const size_t span = structure->max_depth - structure->list_depth - 2;
    span_walk walk = *walked; /* a copy that stays in registers */
    bool good = true;
    do {
        if (walk.depth == 0) {
            size_t from = (size_t)walk.found[-1] + 1, at = *walk.found++;
            if (structure->bytes[at] & OPENS) {
                begin_element(structure, from, at);
                walk.depth = 1;
            } else {
                good = end_list(structure, from, at);
                walk.depth--;
            }
            if (!structure->in_list) {
                break;
            }
        }
        good = walk_element(structure, &walk, span);
    } while (good && walk.found < walk.end);
    *walked = walk;
    return good;
}

/** Walks outside lists until a list of spans begins. */
static bool walk_outside(vox__structure *structure, span_walk *walk) {
    const uint32_t *found = walk->found, *const end = walk->end;
    const size_t root = 0 - structure->list_depth, span = structure->max_depth;
    size_t depth = walk->depth;
    while (found < end && !structure->in_list) {
        size_t at = *found++;
        depth += (structure->bytes[at] & OPENS) - (size_t)1;
        if (depth - root > span) {
            return false; /* too deep, or not balanced */
        }
        if (depth == 0 && structure->bytes[at] & OPENS) {
            begin_list(structure, at);
        } else if (depth + 1 == 0 && structure->single_open && !structure->single_close) {
            structure->single_close = at;
        }
    }
    walk->found = found;
    walk->depth = depth;
    return true;
}

bool vox__spans_walk(vox__structure *structure, const uint32_t *found, const uint32_t *end) {
    span_walk walk = {found, end, structure->depth - structure->list_depth};
    while (walk.found < end) {
        if (!(structure->in_list ? walk_list(structure, &walk) : walk_outside(structure, &walk))) {
            return false;
        }
    }
    structure->depth = walk.depth + structure->list_depth;
    return true;
}
