/* SPDX-License-Identifier: MIT */
/** What the skim cuts out.
 *
 *  Of an element at the depth of a list, three kinds of text matter, all at
 *  the depth just inside it:
 *
 *      [ {"type":"a","id":"1","attributes":{ … } ,"links":{ … } } , { … } ]
 *       ^^         head                          gap            gap^ separator
 *
 *  What stands in the separators decides whether the list can be cut; what
 *  stands in the gaps, whether the element is a regular resource object, whose
 *  identity can be told from its head alone. */
#include "skim.h"

static size_t skip_space(const vox__skim *skim, size_t at, size_t end) {
    while (at < end && vox__is_space((char)skim->bytes[at])) {
        at++;
    }
    return at;
}

/* --- the lists that grow --------------------------------------------------- */

/** Room for one more item of `size` bytes; NULL without memory. */
static void *grow(
    vox__skim *skim, void *items, uint32_t count, uint32_t *capacity, size_t first, size_t size
) {
    if (count < *capacity) {
        return items;
    }
    size_t larger = *capacity ? (size_t)*capacity * 2 : first;
    skim->status = vox__temporary(skim->tree, &items, *capacity * size, larger * size);
    if (skim->status != VOX_OK) {
        return NULL;
    }
    *capacity = (uint32_t)larger;
    return items;
}

static bool grow_extents(vox__skim *skim) {
    /* Few resources take less. */
    void *items = grow(
        skim, skim->extents, skim->extent_count, &skim->extent_capacity, skim->length / 256 + 16,
        sizeof(vox__extent)
    );
    skim->extents = items ? items : skim->extents;
    return items != NULL;
}

static inline bool add_extent(vox__skim *skim, size_t end) {
    if (VOX_UNLIKELY(skim->extent_count == skim->extent_capacity) && !grow_extents(skim)) {
        return false;
    }
    vox__extent *extent = &skim->extents[skim->extent_count++];
    extent->start = (uint32_t)skim->element_open;
    extent->end = (uint32_t)end;
    extent->is_object = skim->bytes[end - 1] == '}';
    extent->regular = skim->regular;
    return true;
}

static bool add_cut(vox__skim *skim, size_t close) {
    void *items = grow(skim, skim->cuts, skim->cut_count, &skim->cut_capacity, 4, sizeof(vox__cut));
    if (items) {
        skim->cuts = items;
        vox__cut *cut = &skim->cuts[skim->cut_count++];
        cut->open = (uint32_t)skim->list_open;
        cut->close = (uint32_t)close;
        cut->first = skim->list_first;
        cut->count = skim->extent_count - skim->list_first;
    }
    return items != NULL;
}

/* --- what is cut ----------------------------------------------------------- */

/** True when the text before a bracket ends in this name and a colon. Whether it
 *  is a name at all, yajl will say. */
static bool is_named(const vox__skim *skim, size_t at, const char *quoted) {
    size_t length = strlen(quoted);
    while (at && vox__is_space((char)skim->bytes[at - 1])) {
        at--;
    }
    if (!at || skim->bytes[at - 1] != ':') {
        return false;
    }
    at--;
    while (at && vox__is_space((char)skim->bytes[at - 1])) {
        at--;
    }
    return at >= length && memcmp(skim->bytes + at - length, quoted, length) == 0;
}

static void begin_list(vox__skim *skim, size_t at) {
    bool wanted = skim->bytes[at] == '[' && skim->max_depth - skim->list_depth >= 2 &&
                  (!skim->named || is_named(skim, at, "\"data\"") ||
                   is_named(skim, at, "\"included\""));
    if (skim->named && skim->bytes[at] == '{' && is_named(skim, at, "\"data\"")) {
        skim->single_open = at;
        skim->single_close = 0;
    }
    skim->cutting = wanted;
    skim->list_open = at;
    skim->list_first = skim->extent_count;
}

/** The list stays whole: something in it is no element to cut out. */
static void leave_list(vox__skim *skim) {
    skim->extent_count = skim->list_first;
    skim->cutting = false;
}

/** `from` is here and below the place behind the bracket before. */
static bool end_list(vox__skim *skim, size_t from, size_t at) {
    if (skim->bytes[at] != ']' || skim->extent_count == skim->list_first ||
        skip_space(skim, from, at) != at) {
        leave_list(skim);
        return true;
    }
    skim->cutting = false;
    return add_cut(skim, at);
}

/** True when what stands before an element is white space and, unless it is the
 *  first, one comma. */
static inline bool is_separator(const vox__skim *skim, size_t from, size_t to) {
    bool first = skim->extent_count == skim->list_first;
    if (to - from == 1 && skim->bytes[from] == ',') {
        return !first;
    }
    size_t at = skip_space(skim, from, to);
    if (first) {
        return at == to;
    }
    return at < to && skim->bytes[at] == ',' && skip_space(skim, at + 1, to) == to;
}

static inline void begin_element(vox__skim *skim, size_t from, size_t at) {
    if (!is_separator(skim, from, at)) {
        leave_list(skim);
        return;
    }
    skim->element_open = at;
    skim->regular = skim->bytes[at] == '{';
}

/** The length of the quoted name of a member that a resource object has beside
 *  those that name it; 0 when none stands there. */
static size_t known_member(const unsigned char *name, size_t length) {
    if (length >= 15 && memcmp(name, "\"relationships\"", 15) == 0) {
        return 15;
    }
    if (length >= 12 && memcmp(name, "\"attributes\"", 12) == 0) {
        return 12;
    }
    if (length >= 7 && memcmp(name, "\"links\"", 7) == 0) {
        return 7;
    }
    return length >= 6 && memcmp(name, "\"meta\"", 6) == 0 ? 6 : 0;
}

/** True for a comma, a known name and a colon, before an object. */
static bool is_spaced_gap(const vox__skim *skim, size_t from, size_t to) {
    size_t at = skip_space(skim, from, to);
    if (at == to || skim->bytes[at] != ',') {
        return false;
    }
    at = skip_space(skim, at + 1, to);
    size_t length = known_member(skim->bytes + at, to - at);
    at = skip_space(skim, at + length, to);
    return length && at < to && skim->bytes[at] == ':' && skip_space(skim, at + 1, to) == to;
}

/** The same, most of which have no white space. */
static inline bool is_regular_gap(const vox__skim *skim, size_t from, size_t to) {
    const unsigned char *gap = skim->bytes + from;
    uint64_t word, known;
    if (to - from == 9 || to - from == 17) {
        memcpy(&word, gap, sizeof word);
        memcpy(&known, to - from == 9 ? ",\"links\"" : ",\"relati", sizeof known);
        if (word == known && gap[to - from - 1] == ':' && skim->bytes[to] == '{' &&
            (to - from == 9 || memcmp(gap + 8, "onships\"", 8) == 0)) {
            return true;
        }
    }
    return skim->bytes[to] == '{' && is_spaced_gap(skim, from, to);
}

/** True when the last container of an element was opened before `from`, or the element
 *  was: a gap begins there, but for what stands before the first one. */
static inline bool is_behind_member(const vox__skim *skim, size_t from) {
    return from != skim->element_open + 1;
}

static inline bool end_element(vox__skim *skim, size_t from, size_t at) {
    if (from != at && is_behind_member(skim, from) && skip_space(skim, from, at) != at) {
        skim->regular = false;
    }
    return add_extent(skim, at + 1);
}

/* --- following the depth ------------------------------------------------------ */

/** What those who walk have in hand. Depths are told from that of the lists. */
typedef struct skim_walk {
    const uint32_t *found; /* the next bracket; there is one before it */
    const uint32_t *end;
    size_t depth;
} skim_walk;

/** What '[' and '{' have, and ']' and '}' have not. */
#define OPENS 2

/** Walks inside a member of an element, until behind its end. What is in there does not
 *  matter, unless it goes too deep: false. There is a bracket. */
VOX_INLINE bool walk_member(skim_walk *walk, const unsigned char *bytes, size_t span) {
    const uint32_t *found = walk->found, *const end = walk->end;
    size_t inside = walk->depth - 2;
    do {
        inside += (bytes[*found++] & OPENS) - (size_t)1;
    } while (found < end && inside <= span);
    walk->found = found;
    walk->depth = inside + 2;
    return inside <= span || walk->depth == 1;
}

/** Walks inside an element, until behind its end. */
VOX_INLINE bool walk_element(vox__skim *skim, skim_walk *walk, size_t span) {
    while (walk->found < walk->end) {
        if (walk->depth == 1) {
            size_t from = (size_t)walk->found[-1] + 1, at = *walk->found++;
            if (!(skim->bytes[at] & OPENS)) {
                walk->depth = 0;
                return end_element(skim, from, at);
            }
            if (is_behind_member(skim, from) && !is_regular_gap(skim, from, at)) {
                skim->regular = false;
            }
            walk->depth = 2;
            if (walk->found == walk->end) {
                break;
            }
        }
        if (!walk_member(walk, skim->bytes, span)) {
            return false;
        }
    }
    return true;
}

/** Walks inside a list that is cut, until it is no more. */
static bool walk_list(vox__skim *skim, skim_walk *walked) {
    const size_t span = skim->max_depth - skim->list_depth - 2;
    skim_walk walk = *walked; /* kept in registers */
    bool good = true;
    do {
        if (walk.depth == 0) {
            size_t from = (size_t)walk.found[-1] + 1, at = *walk.found++;
            if (skim->bytes[at] & OPENS) {
                begin_element(skim, from, at);
                walk.depth = 1;
            } else {
                good = end_list(skim, from, at);
                walk.depth--;
            }
            if (!skim->cutting) {
                break;
            }
        }
        good = walk_element(skim, &walk, span);
    } while (good && walk.found < walk.end);
    *walked = walk;
    return good;
}

/** Walks outside, until a list begins that is cut. */
static bool walk_outside(vox__skim *skim, skim_walk *walk) {
    const uint32_t *found = walk->found, *const end = walk->end;
    const size_t root = 0 - skim->list_depth, span = skim->max_depth;
    size_t depth = walk->depth;
    while (found < end && !skim->cutting) {
        size_t at = *found++;
        depth += (skim->bytes[at] & OPENS) - (size_t)1;
        if (depth - root > span) {
            return false; /* too deep, or not balanced */
        }
        if (depth == 0 && skim->bytes[at] & OPENS) {
            begin_list(skim, at);
        } else if (depth + 1 == 0 && skim->single_open && !skim->single_close) {
            skim->single_close = at;
        }
    }
    walk->found = found;
    walk->depth = depth;
    return true;
}

bool vox__skim_walk(vox__skim *skim, const uint32_t *found, const uint32_t *end) {
    skim_walk walk = {found, end, skim->depth - skim->list_depth};
    while (walk.found < end) {
        if (!(skim->cutting ? walk_list(skim, &walk) : walk_outside(skim, &walk))) {
            return false;
        }
    }
    skim->depth = walk.depth + skim->list_depth;
    return true;
}

/* --- inside primary data ------------------------------------------------------- */

/** An object smaller than that is parsed in less time than it is looked at again. */
#define LARGE 1024

/** {"relationships": {"tracks": {"data": [ … ]}}}, told from the object. */
#define LINKAGE_DEPTH 4

/** Makes room for the lists of a part among those of the whole text. */
static bool grow_cuts(vox__skim *skim, uint32_t more) {
    size_t capacity = (size_t)skim->cut_count + more;
    void *items = skim->cuts;
    skim->status = vox__temporary(
        skim->tree, &items, skim->cut_capacity * sizeof(vox__cut), capacity * sizeof(vox__cut)
    );
    if (skim->status == VOX_OK) {
        skim->cuts = items;
        skim->cut_capacity = (uint32_t)capacity;
    }
    return skim->status == VOX_OK;
}

/** Takes over what was cut out of a part of the text that begins at `base`: behind the
 *  lists before it, and before those behind. */
static bool take_over(vox__skim *skim, const vox__skim *part, uint32_t base) {
    uint32_t first = skim->extent_count, before = 0;
    for (uint32_t index = 0; index < part->extent_count; index++) {
        if (skim->extent_count == skim->extent_capacity && !grow_extents(skim)) {
            return false;
        }
        vox__extent extent = part->extents[index];
        extent.start += base;
        extent.end += base;
        skim->extents[skim->extent_count++] = extent;
    }
    if (!part->cut_count) {
        return true;
    }
    if (!grow_cuts(skim, part->cut_count)) {
        return false;
    }
    while (before < skim->cut_count && skim->cuts[before].open < base) {
        before++;
    }
    vox__cut *cuts = &skim->cuts[before];
    memmove(cuts + part->cut_count, cuts, (skim->cut_count - before) * sizeof *cuts);
    skim->cut_count += part->cut_count;
    for (uint32_t index = 0; index < part->cut_count; index++) {
        cuts[index] = part->cuts[index];
        cuts[index].open += base;
        cuts[index].close += base;
        cuts[index].first += first;
    }
    return true;
}

bool vox__skim_single(vox__skim *skim) {
    size_t length = skim->single_close + 1 - skim->single_open;
    if (!skim->single_close || length < LARGE) {
        return true;
    }
    vox__skim part = {
        .tree = skim->tree,
        .bytes = skim->bytes + skim->single_open,
        .length = length,
        .max_depth = skim->max_depth,
        .list_depth = LINKAGE_DEPTH,
        .named = true};
    bool good = vox__skim_run(&part, SKIM_BEST) &&
                take_over(skim, &part, (uint32_t)skim->single_open);
    if (part.status != VOX_OK) {
        skim->status = part.status;
    }
    vox__skim_end(&part);
    /* Where it went too deep for the lists, nothing was cut out, and nothing is wrong. */
    return good || skim->status == VOX_OK;
}
