/* SPDX-License-Identifier: MIT */
/** The widening rules: include/vox/schema.h. */
#include "columns/survey.h"

#define MOST_DIGITS 38

/** Returns true when so many values are at least `share` in 100 of all. */
static bool is_enough(uint64_t count, uint64_t all, unsigned share) {
    return all > 0 && count * 100 >= all * share;
}

/** Returns the type that all numbers have: `share` is about kinds, not about digits. */
static vox__chosen number_type(const vox__sighting *sighting) {
    const uint64_t all = sighting->counts[SIGHT_NUMBER];
    const uint64_t digits = sighting->whole + sighting->fraction;
    vox__chosen chosen = {.type = TYPE_JSON};
    if (sighting->integers == all) {
        chosen.type = TYPE_INT64;
    } else if (!sighting->not_double) {
        chosen.type = TYPE_DOUBLE;
    } else if (!sighting->not_decimal && digits <= MOST_DIGITS) {
        chosen.type = TYPE_DECIMAL128;
        chosen.precision = (uint8_t)(digits ? digits : 1);
        chosen.scale = (uint8_t)sighting->fraction;
    }
    return chosen;
}

static vox__chosen string_type(const vox__sighting *sighting, unsigned share) {
    const uint64_t all = sighting->counts[SIGHT_STRING];
    vox__chosen chosen = {.type = TYPE_UTF8};
    if (is_enough(sighting->dates, all, share)) {
        chosen.type = TYPE_DATE32;
        chosen.others = all - sighting->dates;
    } else if (is_enough(sighting->moments, all, share)) {
        chosen.type = TYPE_TIMESTAMP;
        chosen.others = all - sighting->moments;
    }
    return chosen;
}

/** Returns the type of the values of one kind. */
static vox__chosen type_of_kind(const vox__sighting *sighting, vox__sight kind, unsigned share) {
    vox__chosen chosen = {.type = TYPE_JSON};
    switch (kind) {
    case SIGHT_BOOL:
        chosen.type = TYPE_BOOL;
        break;
    case SIGHT_NUMBER:
        return number_type(sighting);
    case SIGHT_STRING:
        return string_type(sighting, share);
    case SIGHT_LIST:
        chosen.type = sighting->elements ? TYPE_LIST : TYPE_JSON;
        break;
    default:
        chosen.type = sighting->children && !sighting->is_crowded ? TYPE_STRUCT : TYPE_JSON;
    }
    return chosen;
}

vox__chosen vox__sighting_type(const vox__sighting *sighting, unsigned share) {
    uint64_t all = 0;
    int best = SIGHT_BOOL;
    for (int kind = SIGHT_BOOL; kind < SIGHTS; kind++) {
        all += sighting->counts[kind];
        best = sighting->counts[kind] > sighting->counts[best] ? kind : best;
    }
    const uint64_t count = sighting->counts[best];
    vox__chosen chosen = {.type = TYPE_JSON};
    if (is_enough(count, all, share)) {
        chosen = type_of_kind(sighting, (vox__sight)best, share);
        chosen.others += chosen.type == TYPE_JSON ? 0 : all - count;
    }
    return chosen;
}
