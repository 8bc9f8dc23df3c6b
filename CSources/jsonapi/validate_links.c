/* SPDX-License-Identifier: MIT */
/** Links objects, links, link objects. */
#include "jsonapi/validate.h"

static void check_languages(vox__validator *self, const vox_node *languages) {
    const vox_tree *tree = self->tree;
    if (languages->kind == VOX_STRING) {
        if (!vox__is_language_tag(vox__text(tree, languages))) {
            vox__find_fault(self, FAULT_HREFLANG, languages);
        }
        return;
    }
    if (languages->kind != VOX_ARRAY) {
        vox__find_fault(self, FAULT_HREFLANG, languages);
        return;
    }
    for (vox_ref ref = languages->child; ref;) {
        const vox_node *tag = vox__node(tree, ref);
        if (tag->kind != VOX_STRING || !vox__is_language_tag(vox__text(tree, tag))) {
            vox__find_fault(self, FAULT_HREFLANG, tag);
        }
        ref = tag->next;
    }
}

static void check_text(vox__validator *self, const vox_node *text) {
    if (text && text->kind != VOX_STRING) {
        vox__find_fault(self, FAULT_LINK_TEXT, text);
    }
}

/** Checks a link that is text, null, or wrong. True for a link object, of which
 *  nothing is checked yet. */
static bool is_link_object(vox__validator *self, const vox_node *link) {
    if (link->kind == VOX_STRING) {
        if (!vox__is_uri_reference(vox__text(self->tree, link))) {
            vox__find_fault(self, FAULT_LINK_URI, link);
        }
    } else if (link->kind != VOX_NULL && link->kind != VOX_OBJECT) {
        vox__find_fault(self, FAULT_LINK, link);
    }
    return link->kind == VOX_OBJECT;
}

/** Checks a link object; returns the link that describes its target, if any. */
static const vox_node *check_link_object(vox__validator *self, const vox_node *link) {
    vox__members members;
    vox__members_find(
        self, link,
        WORD_BIT(WORD_HREF) | WORD_BIT(WORD_REL) | WORD_BIT(WORD_DESCRIBEDBY) |
            WORD_BIT(WORD_TITLE) | WORD_BIT(WORD_TYPE) | WORD_BIT(WORD_HREFLANG) |
            WORD_BIT(WORD_META),
        &members
    );
    const vox_node *href = members.at[WORD_HREF], *rel = members.at[WORD_REL];
    if (!href || href->kind != VOX_STRING) {
        vox__find_fault(self, href ? FAULT_HREF : FAULT_HREF_MISSING, href ? href : link);
    } else if (!vox__is_uri_reference(vox__text(self->tree, href))) {
        vox__find_fault(self, FAULT_HREF_URI, href);
    }
    if (rel && (rel->kind != VOX_STRING || !vox__is_relation_type(vox__text(self->tree, rel)))) {
        vox__find_fault(self, FAULT_REL, rel);
    }
    check_text(self, members.at[WORD_TITLE]);
    check_text(self, members.at[WORD_TYPE]);
    if (members.at[WORD_HREFLANG]) {
        check_languages(self, members.at[WORD_HREFLANG]);
    }
    vox__check_meta(self, members.at[WORD_META]);
    return members.at[WORD_DESCRIBEDBY];
}

static void check_link(vox__validator *self, const vox_node *link) {
    while (link && is_link_object(self, link) && self->status == VOX_OK) {
        link = check_link_object(self, link);
    }
}

void vox__check_links(vox__validator *self, const vox_node *links, bool of_relationship) {
    if (links->kind != VOX_OBJECT) {
        vox__find_fault(self, FAULT_LINKS, links);
        return;
    }
    bool extension = false;
    vox__page_links pages = {0};
    const vox_node *related = NULL, *link = NULL;
    while ((link = vox__members_next(self, links, link, &extension))) {
        vox__word word = vox__word_of(vox__name(self->tree, link));
        const vox_node **place = word == WORD_SELF      ? &pages.self
                                 : word == WORD_RELATED ? &related
                                 : word == WORD_FIRST   ? &pages.first
                                 : word == WORD_NEXT    ? &pages.next
                                 : word == WORD_LAST    ? &pages.last
                                                        : NULL;
        if (place) {
            *place = link;
        }
        check_link(self, link);
    }
    if (of_relationship && !pages.self && !related && !extension) {
        vox__find_fault(self, FAULT_RELATIONSHIP_LINKS, links);
    }
    vox__check_pages(self, &pages);
}
