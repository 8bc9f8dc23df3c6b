/* SPDX-License-Identifier: MIT */
/** The builder: beginning, spans, and repeated names. */
#include "read/node_builder.h"

void vox__build_begin(
    vox__builder *builder, vox_tree *tree, vox_ref first, vox_ref limit,
    const vox__structure *structure
) {
    *builder = (vox__builder
    ){.tree = tree,
      .nodes = (uintptr_t)vox__node(tree, first) - first * sizeof(vox_node),
      .source = tree->source,
      .source_length = tree->source_length,
      .first = first,
      .next = first,
      .limit = limit,
      .pause = tree->options.strict ? 0 : UINT32_MAX,
      .checkpoint = UINT32_MAX,
      .head = vox__node_word(0, 0, 0),
      .strict = tree->options.strict,
      .max_depth = tree->options.max_depth,
      .structure = structure,
      .repeated_offset = SIZE_MAX};
    vox__next_list(builder);
}

static void set_checkpoint(vox__builder *builder) {
    builder->checkpoint = builder->next + VOX_STOP_VALUES;
    builder->pause = builder->strict ? 0 : builder->checkpoint;
}

/** Calls `stop`. When it returns true, no further node is appended. */
static void ask(vox__builder *builder) {
    const vox_options *options = &builder->tree->options;
    builder->stopped = options->stop(options->stop_context);
    builder->limit = builder->stopped ? builder->next : builder->limit;
    set_checkpoint(builder);
}

bool vox__build_stoppable(vox__builder *builder) {
    if (builder->tree->options.stop) {
        ask(builder);
    }
    return !builder->stopped;
}

/** Records the first repeated name of a closed object, for strict mode. */
static void note_repeated(vox__builder *builder, vox_ref object) {
    vox_ref ref = vox__object_repeated(builder->tree, vox__node_at(builder, object));
    if (ref) {
        const vox_node *member = vox__node_at(builder, ref);
        size_t quote = member->flags & FLAG_NAME_STORED
                           ? vox__text_at(builder->tree, member->name)->extra
                           : member->name - (size_t)1;
        if (quote < builder->repeated_offset) {
            builder->repeated_offset = quote;
            builder->repeated_parent = object;
        }
    }
}

void vox__close_slowly(vox__builder *builder, vox_ref container) {
    if (builder->strict && vox__node_at(builder, container)->kind == VOX_OBJECT) {
        note_repeated(builder, container);
    }
    if (builder->next >= builder->checkpoint && !builder->stopped) {
        ask(builder);
    }
}

void vox__build_again(vox__builder *builder) {
    for (vox_ref ref = builder->first; builder->strict && ref < builder->next; ref++) {
        vox__index_drop(builder->tree, vox__node_at(builder, ref)); /* of note_repeated */
    }
    const vox__builder before = *builder;
    vox__build_begin(builder, before.tree, before.first, before.limit, before.structure);
    if (before.checkpoint != UINT32_MAX) {
        set_checkpoint(builder);
    }
    builder->start = before.start;
    builder->max_depth = before.max_depth;
    builder->deferred = before.deferred;
}

void vox__next_list(vox__builder *builder) {
    const vox__structure *structure = builder->structure;
    bool any = structure && builder->next_list < structure->lists.count;
    builder->next_open = any ? vox__span_lists(structure)[builder->next_list].open : SIZE_MAX;
}

bool vox__append_spans(vox__builder *builder, const vox__span *spans, size_t count) {
    for (size_t index = 0; index < count; index++) {
        vox_kind kind = spans[index].is_object ? VOX_OBJECT : VOX_ARRAY;
        vox_node *node = vox__append(builder, kind, spans[index].start, spans[index].end);
        if (!node) {
            return false;
        }
        unsigned deferred = spans[index].regular ? KIND_DEFERRED | KIND_REGULAR : KIND_DEFERRED;
        node->kind |= (uint8_t)deferred;
    }
    return true;
}

void vox__build_adopt(vox__builder *builder) {
    vox_node *node = builder->deferred, *made = vox__node_at(builder, builder->first);
    vox__index_drop(builder->tree, made);
    node->kind &= KIND_PUBLIC;
    node->flags |= made->flags & FLAG_CHECKED;
    node->child = made->child;
    const vox_ref ref = vox__ref(builder->tree, node);
    for (vox_ref at = node->child; at; at = vox__node_at(builder, at)->next) {
        vox__node_at(builder, at)->parent = ref;
    }
    /* No node refers to it, but loops over all nodes visit it, so it must have no children. */
    made->kind = VOX_NULL;
    made->flags = 0;
    made->child = 0;
}
