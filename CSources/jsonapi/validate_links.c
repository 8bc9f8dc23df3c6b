/* SPDX-License-Identifier: MIT */
/** Validates links objects, links and link objects. */
#include "jsonapi/validate.h"

/** Checks a link that is a string, null, or wrong. Returns true for a link object, which is not
 *  checked yet. */
static bool is_link_object(vox__validator *self, const vox_node *link) {
    if (link->kind == VOX_STRING) {
        vox__expect_text(self, link, vox__is_uri_reference, FAULT_LINK_URI);
    } else if (link->kind != VOX_NULL) {
        vox__expect_kind(self, link, VOX_OBJECT, FAULT_LINK);
    }
    return link->kind == VOX_OBJECT;
}

/** Checks a link object. Returns the link that describes its target, or NULL. */
static VOX_APART const vox_node *check_link_object(vox__validator *self, const vox_node *link) {
    vox__members members;
    vox__members_find(
        self, link,
        WORD_BIT(WORD_HREF) | WORD_BIT(WORD_REL) | WORD_BIT(WORD_DESCRIBEDBY) |
            WORD_BIT(WORD_TITLE) | WORD_BIT(WORD_TYPE) | WORD_BIT(WORD_HREFLANG) |
            WORD_BIT(WORD_META),
        &members
    );
    const vox_node *href = members.at[WORD_HREF], *languages = members.at[WORD_HREFLANG];
    if (!href) {
        vox__find_fault(self, FAULT_HREF_MISSING, link);
    } else if (vox__expect_kind(self, href, VOX_STRING, FAULT_HREF)) {
        vox__expect_text(self, href, vox__is_uri_reference, FAULT_HREF_URI);
    }
    vox__expect_text(self, members.at[WORD_REL], vox__is_relation_type, FAULT_REL);
    vox__expect_kind(self, members.at[WORD_TITLE], VOX_STRING, FAULT_LINK_TEXT);
    vox__expect_kind(self, members.at[WORD_TYPE], VOX_STRING, FAULT_LINK_TEXT);
    if (languages && languages->kind == VOX_ARRAY) {
        vox__expect_texts(self, languages, vox__is_language_tag, FAULT_HREFLANG);
    } else {
        vox__expect_text(self, languages, vox__is_language_tag, FAULT_HREFLANG);
    }
    vox__expect_kind(self, members.at[WORD_META], VOX_OBJECT, FAULT_META);
    return members.at[WORD_DESCRIBEDBY];
}

static void check_link(vox__validator *self, const vox_node *link) {
    while (link && is_link_object(self, link) && self->status == VOX_OK) {
        link = check_link_object(self, link);
    }
}

/** Returns where to store a link with this name; NULL when it is not needed. */
static inline const vox_node **place_of(
    vox__page_links *pages, const vox_node **related, vox_string name
) {
    switch (name.length) {
    case 4:
        return memcmp(name.bytes, "self", 4) == 0   ? &pages->self
               : memcmp(name.bytes, "next", 4) == 0 ? &pages->next
               : memcmp(name.bytes, "last", 4) == 0 ? &pages->last
                                                    : NULL;
    case 5:
        return memcmp(name.bytes, "first", 5) == 0 ? &pages->first : NULL;
    case 7:
        return memcmp(name.bytes, "related", 7) == 0 ? related : NULL;
    default:
        return NULL;
    }
}

void vox__check_links(vox__validator *self, const vox_node *links, vox__link_owner owner) {
    if (!vox__expect_kind(self, links, VOX_OBJECT, FAULT_LINKS)) {
        return;
    }
    bool extension = false;
    vox__page_links pages = {0};
    const vox_node *related = NULL, *link = NULL;
    vox_string name;
    while ((link = vox__members_next(self, links, link, &extension, &name))) {
        const vox_node **place = place_of(&pages, &related, name);
        if (place) {
            *place = link;
        }
        check_link(self, link);
    }
    if (owner == LINKS_OF_RELATIONSHIP && !pages.self && !related && !extension) {
        vox__find_fault(self, FAULT_RELATIONSHIP_LINKS, links);
    }
    if (pages.self && pages.last) {
        vox__check_pages(self, &pages);
    }
}
