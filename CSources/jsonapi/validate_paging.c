/* SPDX-License-Identifier: MIT */
/** Links to pages that contradict each other: `last` is another page than `self`, but there is no
 *  `next`, so readers that follow the links miss the pages between.
 *
 *  Two addresses are the same page when path and query are equal, in any encoding and any order of
 *  the items of the query. The host may differ, because a server may have several names. */
#include "jsonapi/validate.h"

static vox_string address_of(const vox__validator *self, const vox_node *link) {
    if (link && link->kind == VOX_OBJECT) {
        link = vox__object_find(self->tree, link, vox_string_from_c("href"));
    }
    return link && link->kind == VOX_STRING ? vox__text(self->tree, link) : vox__string(NULL, 0);
}

/** The part of an address that identifies a page. */
typedef struct page {
    vox_string target; /* path and query */
    bool is_root;      /* true for an authority without a path, which is the same as "/" */
} page;

/** Returns the first byte that is one of `bytes` or NUL, or the end. */
static const char *find_any(const char *at, const char *end, const char *bytes) {
    const size_t count = strlen(bytes) + 1;
    while (at < end && !vox__find_byte(bytes, *at, count)) {
        at++;
    }
    return at;
}

/** Returns path and query: without scheme, authority and fragment. The scheme stays if there is no
 *  authority. */
static page page_of(vox_string address) {
    const char *at = address.bytes;
    const char *end = find_any(at, at + address.length, "#");
    const char *colon = find_any(at, end, ":/?");
    const char *rest = colon < end && *colon == ':' ? colon + 1 : at;
    bool is_root = false;
    if (end - rest >= 2 && rest[0] == '/' && rest[1] == '/') {
        at = find_any(rest + 2, end, "/?");
        is_root = at == end || *at == '?';
    }
    return (page){vox__string(at, (size_t)(end - at)), is_root};
}

/** Takes the first byte of an address, which may be percent-encoded. Malformed digits give any
 *  number. */
static unsigned next_byte(vox_string *text) {
    unsigned byte = (unsigned char)*text->bytes;
    size_t taken = 1;
    if (byte == '%' && text->length >= 3) {
        byte = vox__hex_digit(text->bytes[1]) << 4 | vox__hex_digit(text->bytes[2]);
        taken = 3;
    }
    text->bytes += taken;
    text->length -= taken;
    return byte;
}

/** Returns a sum of hashes, one for the path and one for each item of the query, so that their
 *  order does not matter. A collision only hides a warning. */
static uint64_t hash_page(page of) {
    const uint64_t offset = UINT64_C(0xcbf29ce484222325), prime = UINT64_C(0x100000001b3);
    uint64_t sum = 0;
    uint64_t hash = of.is_root ? (offset ^ '/') * prime : offset;
    bool query = false;
    while (of.target.length) {
        char raw = *of.target.bytes;
        unsigned byte = next_byte(&of.target);
        if (raw == '?' && !query) {
            query = true;
        } else if (raw != '&' || !query) {
            hash = (hash ^ byte) * prime;
            continue;
        }
        sum += hash ^ hash >> 32;
        hash = offset + query; /* an item differs from a path */
    }
    return sum + (hash ^ hash >> 32);
}

static bool is_same_page(vox_string left, vox_string right) {
    return hash_page(page_of(left)) == hash_page(page_of(right));
}

void vox__check_pages(vox__validator *self, const vox__page_links *links) {
    vox_string own = address_of(self, links->self), last = address_of(self, links->last);
    vox_string first = address_of(self, links->first), next = address_of(self, links->next);
    if (!own.length || !last.length || next.length || is_same_page(own, last)) {
        return;
    }
    /* If there is only one page, the request may have had no page parameters. */
    if (!first.length || !is_same_page(first, last)) {
        vox__find_fault(self, FAULT_LAST, links->last);
    }
}
