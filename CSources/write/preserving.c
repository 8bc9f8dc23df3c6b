/* SPDX-License-Identifier: MIT */
/** Writing a document so that unchanged values keep their bytes.
 *
 *  An unchanged value is copied from the source in one piece. A container that
 *  was read and then changed keeps its brackets, and the white space around each child that
 *  is still at its position:
 *
 *      { "a": 1 , "b": 2
 *      }
 *       ^         ^        lead: white space before the child
 *              ^           trail: white space between value and comma
 *                  ^^      colon, with the white space around it
 *                       ^  close: white space before the closing bracket
 *
 *  A new child inherits the lead and the colon of the child before it. If there is none, it
 *  inherits those of the child after it, or else those of the document's layout. A removed child
 *  loses its lead, one comma and its trail. The child that then becomes the first one takes over
 *  the white space after the opening bracket.
 *
 *  At most VOX_INHERITED bytes are inherited for each level, so that new values do not multiply
 *  long white space of an untrusted text. */
#include "read/lexer.h"
#include "write/whitespace.h"
#include "write/write.h"

/** The state of a changed container that is being written. */
typedef struct written_container {
    const vox_node *container;
    const vox_node *child; /* the next child to write */
    vox_string lead;       /* of new children, limited: the last lead, ... */
    vox_string colon;      /* ... and its colon */
    vox_string gap;        /* after commas, if the container is on one line */
    size_t level;          /* units of indentation that `lead` lacks */
    bool first;            /* no child was written yet */
} written_container;

typedef struct preserver {
    vox__output *output;
    vox_tree *tree;
    vox_string source;
    vox__layout layout; /* the layout of the document, if no nearby value has a layout */
    size_t depth;       /* of the written value in its document */
    vox__list frames;   /* of the open containers, innermost last */
} preserver;

static written_container *innermost_written(const preserver *writer) {
    return (written_container *)writer->frames.items + writer->frames.count - 1;
}

/* --- looking at the source ------------------------------------------------- */

static vox_string inherited_lead(const preserver *writer, vox_string lead) {
    return vox__inherited_lead(lead, writer->depth + writer->frames.count);
}

/** Returns true when the child was the first one in the source. */
static bool was_first(const preserver *writer, const vox_node *child) {
    size_t start = vox__child_start(writer->tree, child) - vox__lead_of(writer->tree, child).length;
    return start &&
           (writer->source.bytes[start - 1] == '{' || writer->source.bytes[start - 1] == '[');
}

/** Returns the white space after the opening bracket, which is the lead of the first child. */
static vox_string opening_lead(const preserver *writer, const vox_node *container) {
    return vox__space_after(writer->source, container->start + 1);
}

/** Returns true for a container that had no children in the source. */
static bool was_empty(const preserver *writer, const vox_node *container) {
    const size_t behind = container->start + opening_lead(writer, container).length + 1;
    return behind + 1 == container->end;
}

static bool is_placed(const vox_node *node) {
    return node->flags & FLAG_PLACED;
}

/** Returns the white space after a comma of a container on one line. */
static vox_string gap_of(const preserver *writer, const vox_node *child) {
    for (; child; child = vox__sibling(writer->tree, child)) {
        if (is_placed(child) && !was_first(writer, child)) {
            return inherited_lead(writer, vox__lead_of(writer->tree, child));
        }
    }
    return writer->layout.gap;
}

/* --- frames ---------------------------------------------------------------- */

static vox_status push_written(
    preserver *writer, const vox_node *container, vox_string lead, size_t level
) {
    written_container *top = (written_container *)vox__list_add(
        &writer->tree->memory, &writer->frames, sizeof *top
    );
    if (!top) {
        return VOX_ERROR_MEMORY;
    }
    const vox_node *child = vox__child(writer->tree, container);
    *top = (written_container
    ){.container = container,
      .child = child,
      .colon = writer->layout.colon,
      .gap = gap_of(writer, child),
      .first = true};
    while (child && !is_placed(child)) {
        child = vox__sibling(writer->tree, child);
    }
    if (!was_empty(writer, container)) {
        top->lead = inherited_lead(writer, opening_lead(writer, container));
        if (child && container->kind == VOX_OBJECT) {
            top->colon = vox__colon_of(writer->tree, child);
        }
    } else if (vox__has_line(lead)) {
        /* Without a lead inside: one level deeper than the container itself. */
        top->lead = inherited_lead(writer, lead);
        top->level = level + 1;
    }
    vox__put_byte(writer->output, container->kind == VOX_OBJECT ? '{' : '[');
    return VOX_OK;
}

static void put_string(const preserver *writer, vox_string text) {
    vox__put(writer->output, text.bytes, text.length);
}

static void put_lead(const preserver *writer, vox_string lead, size_t level) {
    put_string(writer, lead);
    for (; level; level--) {
        put_string(writer, writer->layout.unit);
    }
}

/** Closes the innermost container, with the white space before its bracket. */
static void put_close(preserver *writer, const written_container *top) {
    const vox_node *container = top->container;
    bool is_object = container->kind == VOX_OBJECT;
    vox_string close = vox__space_before(writer->source, container->end - (size_t)1);
    bool was_filled = was_empty(writer, container) && container->child;
    if (was_filled && top->level) {
        put_lead(writer, top->lead, top->level - 1);
    } else if (!was_filled || vox__has_line(close)) {
        put_string(writer, close);
    }
    vox__put_byte(writer->output, is_object ? '}' : ']');
}

/* --- children -------------------------------------------------------------- */

/** Writes the text before a child, including its name. Returns its lead. */
static vox_string begin_child(preserver *writer, written_container *top, const vox_node *child) {
    bool is_object = top->container->kind == VOX_OBJECT;
    vox_string lead;
    if (is_placed(child)) {
        lead = vox__lead_of(writer->tree, child);
        top->level = 0;
        top->lead = inherited_lead(writer, lead);
        if (top->first) {
            lead = opening_lead(writer, top->container);
        } else if (!vox__has_line(lead) && was_first(writer, child)) {
            lead = top->gap; /* it follows a comma now */
        }
        put_string(writer, lead);
        if (is_object) {
            size_t start = vox__child_start(writer->tree, child);
            top->colon = vox__colon_of(writer->tree, child);
            vox__put(writer->output, writer->source.bytes + start, child->start - start);
        }
        return lead;
    }
    lead = top->lead;
    if (!top->first && !vox__has_line(lead) && !lead.length) {
        lead = top->gap;
    }
    put_lead(writer, lead, top->level);
    if (is_object) {
        vox__output *output = writer->output;
        output->at = vox__put_name(output, output->at, writer->tree, child, false);
        put_string(writer, top->colon);
    }
    return lead;
}

/** Moves on after a child, and writes its trail if a comma followed the trail. */
static void pass_child(const preserver *writer, const vox_node *child) {
    innermost_written(writer)->child = vox__sibling(writer->tree, child);
    if (is_placed(child)) {
        vox_string trail = vox__space_after(writer->source, child->end);
        size_t behind = child->end + trail.length;
        if (behind < writer->source.length && writer->source.bytes[behind] == ',') {
            put_string(writer, trail);
        }
    }
}

/** Writes a value that was not read, in the layout around it. */
static vox_status put_new(preserver *writer, const vox_node *node, vox_string lead, size_t level) {
    vox__layout layout = writer->layout;
    if (writer->frames.count && innermost_written(writer)->container->kind == VOX_OBJECT) {
        layout.colon = innermost_written(writer)->colon;
    }
    if (vox__has_line(lead)) {
        layout.base = inherited_lead(writer, lead);
        layout.gap = vox__string("", 0);
        if (!layout.unit.length) {
            layout.unit = vox__string("  ", 2);
        }
    } else {
        layout.base = vox__string("", 0);
        level = 0;
        if (layout.colon.length && layout.colon.bytes[layout.colon.length - 1] == ' ') {
            layout.gap = vox__string(" ", 1);
        }
    }
    return vox__write_formatted(writer->output, writer->tree, node, level, layout);
}

static vox_status put_preserved(
    preserver *writer, const vox_node *node, vox_string lead, size_t level
) {
    vox_string source = vox_node_source(writer->tree, node);
    if (source.length) {
        put_string(writer, source);
        return VOX_OK;
    }
    if (node->flags & FLAG_SOURCE && vox__is_container(node)) {
        return push_written(writer, node, lead, level);
    }
    return put_new(writer, node, lead, level);
}

/** Returns true for a child that is at the position where it was read and was not written. */
static bool is_untouched(const vox_node *child) {
    const unsigned wanted = FLAG_SOURCE | FLAG_PLACED;
    return (child->flags & (wanted | FLAG_CHANGED)) == wanted;
}

/** Returns true when only a comma and white space are between two children. */
static bool is_adjacent(const preserver *writer, const vox_node *child, const vox_node *next) {
    const vox_string source = writer->source;
    const size_t after = child->end + vox__space_after(source, child->end).length + 1;
    return after + vox__space_after(source, after).length == vox__child_start(writer->tree, next);
}

/** Returns the last of the adjacent unchanged children from this one on, which are copied in one
 *  piece. */
static const vox_node *end_of_run(const preserver *writer, const vox_node *child) {
    const vox_node *next = vox__sibling(writer->tree, child);
    while (next && is_untouched(next) && is_adjacent(writer, child, next)) {
        child = next;
        next = vox__sibling(writer->tree, child);
    }
    return child;
}

/* --- the walk ---------------------------------------------------------------- */

/** Closes the innermost container, and continues after it. */
static void close_written(preserver *writer) {
    const written_container *top = innermost_written(writer);
    const vox_node *container = top->container;
    put_close(writer, top);
    writer->frames.count--;
    if (writer->frames.count) {
        pass_child(writer, container);
    }
}

/** Writes the next child of the innermost container, and the unchanged ones after it. */
static vox_status write_child(preserver *writer, written_container *top) {
    const vox_node *child = top->child;
    if (!top->first) {
        vox__put_byte(writer->output, ',');
    }
    vox_string lead = begin_child(writer, top, child);
    size_t level = top->level, open = writer->frames.count;
    vox_status status = VOX_OK;
    top->first = false;
    if (is_untouched(child)) {
        const vox_node *first = child;
        child = end_of_run(writer, first);
        vox__put(writer->output, writer->source.bytes + first->start, child->end - first->start);
        top->lead = inherited_lead(writer, vox__lead_of(writer->tree, child));
        top->colon = vox__colon_of(writer->tree, child);
    } else {
        status = put_preserved(writer, child, lead, level);
    }
    if (writer->frames.count == open) {
        pass_child(writer, child);
    }
    return status;
}

static vox_status write_all(preserver *writer, const vox_node *node) {
    vox_status status = put_preserved(writer, node, writer->layout.base, 0);
    while (writer->frames.count && status == VOX_OK && writer->output->status == VOX_OK) {
        written_container *top = innermost_written(writer);
        if (top->child) {
            status = write_child(writer, top);
        } else {
            close_written(writer);
        }
    }
    return status;
}

vox_status vox__write_preserving(vox__output *output, vox_tree *tree, const vox_node *node) {
    preserver writer = {.output = output, .tree = tree, .source = vox_tree_source(tree)};
    size_t source_end = node->end;
    bool whole = node == vox_tree_root(tree) && source_end;
    if (node->flags & FLAG_CHANGED) {
        writer.layout = vox__document_layout(tree);
        for (vox_ref ref = node->parent; ref; ref = vox__node(tree, ref)->parent) {
            writer.depth++;
        }
    }
    if (whole) {
        vox__put(output, tree->source, node->start);
    }
    vox_status status = write_all(&writer, node);
    if (whole) {
        vox__put(output, tree->source + source_end, tree->source_length - source_end);
    }
    vox__list_free(&tree->memory, &writer.frames, sizeof(written_container));
    return status;
}
