/* SPDX-License-Identifier: MIT */
/** Lists of spans inside primary data that is one large object: the lists of its linkage. */
#include "scan/structural.h"

/** A smaller object is parsed in less time than another scan takes. */
#define LARGE 1024

/** {"relationships": {"tracks": {"data": [ … ]}}}: the depth inside the object. */
#define LINKAGE_DEPTH 4

/** Adds the lists that were found in a part of the text that begins at `base`. They follow the
 *  lists before the part, and precede those after it. */
static vox_status take_over(vox__structure *structure, const vox__structure *part, uint32_t base) {
    const uint32_t first = structure->spans.count, more = part->lists.count;
    uint32_t before = 0;
    vox__account *const memory = structure->memory;
    VOX_TRY(vox__list_reserve(memory, &structure->spans, sizeof(vox__span), part->spans.count));
    VOX_TRY(vox__list_reserve(memory, &structure->lists, sizeof(vox__span_list), more));
    for (uint32_t index = 0; index < part->spans.count; index++) {
        vox__span span = vox__spans(part)[index];
        span.start += base;
        span.end += base;
        vox__spans(structure)[structure->spans.count++] = span;
    }
    while (before < structure->lists.count && vox__span_lists(structure)[before].open < base) {
        before++;
    }
    if (more) {
        vox__span_list *lists = &vox__span_lists(structure)[before];
        memmove(lists + more, lists, (structure->lists.count - before) * sizeof *lists);
        for (uint32_t index = 0; index < more; index++) {
            vox__span_list list = vox__span_lists(part)[index];
            list.open += base;
            list.close += base;
            list.first += first;
            lists[index] = list;
        }
        structure->lists.count += more;
    }
    return VOX_OK;
}

bool vox__structure_single(vox__structure *structure) {
    size_t length = structure->single_close + 1 - structure->single_open;
    if (!structure->single_close || length < LARGE) {
        return true;
    }
    vox__structure part = {
        .memory = structure->memory,
        .bytes = structure->bytes + structure->single_open,
        .length = length,
        .max_depth = structure->max_depth,
        .list_depth = LINKAGE_DEPTH,
        .named = true};
    bool good = vox__structure_scan(&part, KERNEL_BEST);
    structure->status = good ? take_over(structure, &part, (uint32_t)structure->single_open)
                             : part.status;
    vox__structure_end(&part);
    return good && structure->status == VOX_OK;
}
