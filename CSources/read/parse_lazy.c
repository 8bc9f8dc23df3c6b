/* SPDX-License-Identifier: MIT */
/** Lazy reading: the structural scan finds lists of spans, which become deferred nodes. A deferred
 *  node is parsed when it is touched.
 *
 *      {"data": [ {…}, {…}, {…} ], "links": {…}}
 *      pppppppppp ~~~  ~~~  ~~~ pppppppppppppppp    p: parsed at once  ~: deferred
 *
 *  If primary data is one large object, its lists of linkage are also lists of spans.
 *
 *  The content of a deferred node is in the source. When it is parsed, its children are appended to
 *  the arena, and it becomes an ordinary node. */
#include "read/node_builder.h"

/** Checks the text around the lists of spans, and bounds the number of its values. */
static vox_status check_around(
    const vox_tree *tree, const vox__structure *structure, size_t *values
) {
    const char *bytes = (const char *)structure->bytes;
    const vox__span_list *lists = vox__span_lists(structure);
    size_t from = 0;
    *values = 0;
    for (uint32_t index = 0; index <= structure->lists.count; index++) {
        bool last = index == structure->lists.count;
        size_t to = last ? structure->length : (size_t)lists[index].open + 1;
        vox__checked checked = vox__check_text(NULL, bytes + from, to - from);
        if (tree->options.reader != VOX_READER_FAST) {
            vox__check_escapes(&checked, bytes + from, 0, to - from);
        }
        if (checked.status != VOX_OK) {
            return checked.status;
        }
        *values += checked.values;
        from = last ? from : lists[index].close;
    }
    return VOX_OK;
}

static vox_status read_around(vox_tree *tree, const vox__structure *structure, size_t start) {
    vox__checked good = {VOX_OK, 0, 0};
    size_t values;
    VOX_TRY(check_around(tree, structure, &values));
    values += structure->spans.count;
    const size_t most = tree->options.max_nodes;
    tree->nodes.shift = 10; /* resources are parsed one by one */
    VOX_TRY(vox__arena_start(&tree->memory, &tree->nodes, (values < most ? values : most) + 2));
    VOX_TRY(vox__parse(tree, start, &good, structure, NULL));
    tree->deferred_end = tree->nodes.used;
    return VOX_OK;
}

vox_status vox__lazy_read(vox_tree *tree, const char *text, size_t start) {
    vox__structure structure = {
        .memory = &tree->memory,
        .bytes = (const unsigned char *)text,
        .length = tree->source_length,
        .copy = tree->owns_source ? (char *)(uintptr_t)tree->source : NULL,
        .max_depth = tree->options.max_depth,
        .list_depth = tree->options.defer_depth ? tree->options.defer_depth : 2,
        .named = tree->options.defer_depth == 0};
    const bool good = vox__structure_scan(&structure, KERNEL_BEST) &&
                      vox__structure_single(&structure);
    vox_status status = structure.status;
    if (status == VOX_OK) {
        status = !good                   ? VOX_ERROR_SYNTAX
                 : structure.lists.count ? read_around(tree, &structure, start)
                                         : VOX_ERROR_MISSING;
    }
    vox__structure_end(&structure);
    return status;
}
