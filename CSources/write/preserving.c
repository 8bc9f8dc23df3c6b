/* SPDX-License-Identifier: MIT */
/** Writing a document so that what nobody touched keeps its bytes.
 *
 *  An unchanged value is copied from the source in one piece. A container that
 *  was read and then changed keeps its brackets and, child by child, what stood
 *  around each child that is still in its place:
 *
 *      { "a": 1 , "b": 2
 *      }
 *       ^         ^        lead: white space before the child
 *              ^           trail: white space between value and comma
 *                  ^^      colon, with the white space around it
 *                       ^  close: white space before the closing bracket
 *
 *  A child put in inherits the lead and the colon of the child before it, else of
 *  the one behind it, else what the document does elsewhere. A child taken out
 *  takes its lead, one comma and its trail along.
 *
 *  What is inherited is bounded, by VOX_INHERITED bytes a level: white space that whoever
 *  wrote the text chose is not multiplied by what is added to it. */
#include "read/lexer.h"
#include "write/whitespace.h"
#include "write/write.h"

/** A changed container that is being written. */
typedef struct frame {
    const vox_node *container;
    const vox_node *child; /* the one to write next */
    vox_string lead;       /* of children put in, bounded: the last one seen, ... */
    vox_string colon;      /* ... and its colon */
    vox_string gap;        /* after commas, where the container is on one line */
    size_t level;          /* units of indentation that `lead` lacks */
    bool first;            /* nothing was written yet */
} frame;

typedef struct preserver {
    vox__output *output;
    vox_tree *tree;
    vox_string source;
    vox__layout layout; /* what the document does where nothing near says more */
    size_t depth;       /* of the value that is written, in its document */
    vox__list frames;   /* those of the open containers, innermost last */
} preserver;

static frame *innermost(const preserver *writer) {
    return (frame *)writer->frames.items + writer->frames.count - 1;
}

/* --- looking at the source ------------------------------------------------- */

static vox_string lead_of(const preserver *writer, const vox_node *child) {
    return vox__space_before(writer->source, vox__child_start(writer->tree, child));
}

static vox_string inherited_lead(const preserver *writer, vox_string lead) {
    return vox__inherited_lead(lead, writer->depth + writer->frames.count);
}

/** From the end of the name to the value, as far as that is inherited; empty for
 *  elements. */
static vox_string colon_of(const preserver *writer, const vox_node *child) {
    if (vox__node(writer->tree, child->parent)->kind != VOX_OBJECT) {
        return vox__string("", 0);
    }
    const size_t end = child->flags & FLAG_NAME_STORED
                           ? vox__quoted_end(writer->source, vox__child_start(writer->tree, child))
                           : child->name + (child->name_length & NAME_LENGTH) + (size_t)1;
    return vox__inherited_colon(vox__string(writer->source.bytes + end, child->start - end));
}

/** True when the child stood first in the source. */
static bool was_first(const preserver *writer, const vox_node *child) {
    size_t start = vox__child_start(writer->tree, child) - lead_of(writer, child).length;
    return start &&
           (writer->source.bytes[start - 1] == '{' || writer->source.bytes[start - 1] == '[');
}

static bool is_placed(const vox_node *node) {
    return node->flags & FLAG_PLACED;
}

/** Limits of the search for the layout of the document: children of the root, and bytes
 *  before a child and between its name and its value. The search is made for each value
 *  that is written on its own, so it must not depend on the size of the document. */
#define LAYOUT_CHILDREN 64
#define LAYOUT_BYTES ((size_t)1024)

/** The first child of the root that still stands, as far as is looked; or NULL. */
static const vox_node *telling_child(const preserver *writer) {
    const vox_node *root = vox_tree_root(writer->tree);
    const vox_node *child = vox__is_container(root) ? vox__child(writer->tree, root) : NULL;
    for (unsigned count = 0; child && count < LAYOUT_CHILDREN; count++) {
        if (is_placed(child) &&
            child->start - vox__child_start(writer->tree, child) <= LAYOUT_BYTES) {
            return child;
        }
        child = vox__sibling(writer->tree, child);
    }
    return NULL;
}

/** What the document does where nothing near says more: told from a member (or element)
 *  of the root. O(1). */
static vox__layout document_layout(const preserver *writer) {
    vox__layout layout = {{"", 0}, {"", 0}, {"", 0}, {":", 1}, false};
    const vox_node *child = telling_child(writer);
    if (!child) {
        return layout;
    }
    size_t start = vox__child_start(writer->tree, child);
    size_t reach = start < LAYOUT_BYTES ? start : LAYOUT_BYTES;
    vox_string before = {writer->source.bytes + start - reach, reach};
    vox_string lead = vox__space_before(before, reach), colon = colon_of(writer, child);
    if (vox__has_line(lead)) {
        layout.base = vox__string("\n", 1);
        layout.unit = vox__last_line(lead, VOX_INHERITED);
    }
    if (colon.length) {
        layout.colon = colon;
        layout.gap = colon.bytes[colon.length - 1] == ' ' && !layout.base.length
                         ? vox__string(" ", 1)
                         : layout.gap;
    }
    return layout;
}

/** The white space after a comma of a container on one line. */
static vox_string gap_of(const preserver *writer, const vox_node *child) {
    for (; child; child = vox__sibling(writer->tree, child)) {
        if (is_placed(child) && !was_first(writer, child)) {
            return inherited_lead(writer, lead_of(writer, child));
        }
    }
    return writer->layout.gap;
}

/* --- frames ---------------------------------------------------------------- */

static vox_status push(
    preserver *writer, const vox_node *container, vox_string lead, size_t level
) {
    frame *top = vox__list_add(&writer->tree->memory, &writer->frames, sizeof *top);
    if (!top) {
        return VOX_ERROR_MEMORY;
    }
    const vox_node *child = vox__child(writer->tree, container);
    *top = (frame
    ){.container = container,
      .child = child,
      .gap = gap_of(writer, child),
      .colon = writer->layout.colon,
      .first = true};
    while (child && !is_placed(child)) {
        child = vox__sibling(writer->tree, child);
    }
    if (child) {
        top->lead = inherited_lead(writer, lead_of(writer, child));
        top->colon = container->kind == VOX_OBJECT ? colon_of(writer, child) : top->colon;
    } else if (vox__has_line(lead)) {
        /* Nothing inside tells: one level deeper than the container itself. */
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

/** Closes the innermost container, with the white space that stood there. */
static void pop(preserver *writer) {
    const frame *top = innermost(writer);
    const vox_node *container = top->container;
    writer->frames.count--;
    bool is_object = container->kind == VOX_OBJECT;
    vox_string close = vox__space_before(writer->source, container->end - (size_t)1);
    bool was_empty = close.bytes == writer->source.bytes + container->start + 1;
    bool was_filled = was_empty && container->child;
    if (was_filled && top->level) {
        put_lead(writer, top->lead, top->level - 1);
    } else if (!was_filled || vox__has_line(close)) {
        put_string(writer, close);
    }
    vox__put_byte(writer->output, is_object ? '}' : ']');
}

/* --- children -------------------------------------------------------------- */

/** Writes what stands before a child, its name included. Returns its lead. */
static vox_string begin_child(preserver *writer, frame *top, const vox_node *child) {
    bool is_object = top->container->kind == VOX_OBJECT;
    vox_string lead;
    if (is_placed(child)) {
        lead = lead_of(writer, child);
        top->level = 0;
        top->lead = inherited_lead(writer, lead);
        if (!top->first && !vox__has_line(lead) && was_first(writer, child)) {
            lead = top->gap; /* it has a comma before it now */
        }
        put_string(writer, lead);
        if (is_object) {
            size_t start = vox__child_start(writer->tree, child);
            top->colon = colon_of(writer, child);
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

/** Goes on behind a child, and writes its trail where a comma stood behind that. */
static void pass_child(const preserver *writer, const vox_node *child) {
    innermost(writer)->child = vox__sibling(writer->tree, child);
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
    if (writer->frames.count && innermost(writer)->container->kind == VOX_OBJECT) {
        layout.colon = innermost(writer)->colon;
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

static vox_status put_value(
    preserver *writer, const vox_node *node, vox_string lead, size_t level
) {
    vox_string source = vox_node_source(writer->tree, node);
    if (source.length) {
        put_string(writer, source);
        return VOX_OK;
    }
    if (node->flags & FLAG_SOURCE && vox__is_container(node)) {
        return push(writer, node, lead, level);
    }
    return put_new(writer, node, lead, level);
}

/** True for a child that stands where it was read and was not written. */
static bool is_untouched(const vox_node *child) {
    const unsigned wanted = FLAG_SOURCE | FLAG_PLACED;
    return (child->flags & (wanted | FLAG_CHANGED)) == wanted;
}

/** True when nothing but a comma and white space lies between two children. */
static bool is_adjacent(const preserver *writer, const vox_node *child, const vox_node *next) {
    vox_string source = writer->source;
    size_t comma = child->end + vox__space_after(source, child->end).length;
    return source.bytes[comma] == ',' && comma + 1 + vox__space_after(source, comma + 1).length ==
                                             vox__child_start(writer->tree, next);
}

/** The last of the untouched children from this one on that lie side by side:
 *  they are copied in one piece. */
static const vox_node *end_of_run(const preserver *writer, const vox_node *child) {
    const vox_node *next = vox__sibling(writer->tree, child);
    while (next && is_untouched(next) && is_adjacent(writer, child, next)) {
        child = next;
        next = vox__sibling(writer->tree, child);
    }
    return child;
}

static vox_status write_all(preserver *writer, const vox_node *node) {
    vox_status status = put_value(writer, node, writer->layout.base, 0);
    while (writer->frames.count && status == VOX_OK && writer->output->status == VOX_OK) {
        frame *top = innermost(writer);
        const vox_node *child = top->child;
        if (!child) {
            pop(writer);
            if (writer->frames.count) {
                pass_child(writer, innermost(writer)->child); /* this container */
            }
            continue;
        }
        if (!top->first) {
            vox__put_byte(writer->output, ',');
        }
        vox_string lead = begin_child(writer, top, child);
        size_t level = top->level, open = writer->frames.count;
        top->first = false;
        if (is_untouched(child)) {
            const vox_node *first = child;
            child = end_of_run(writer, first);
            vox__put(
                writer->output, writer->source.bytes + first->start, child->end - first->start
            );
            top->lead = inherited_lead(writer, lead_of(writer, child));
            top->colon = colon_of(writer, child);
        } else {
            status = put_value(writer, child, lead, level);
        }
        if (writer->frames.count == open) {
            pass_child(writer, child);
        }
    }
    return status;
}

vox_status vox__write_preserving(vox__output *output, vox_tree *tree, const vox_node *node) {
    preserver writer = {.output = output, .tree = tree, .source = vox_tree_source(tree)};
    size_t source_end = node->end;
    bool whole = node == vox_tree_root(tree) && source_end;
    if (node->flags & FLAG_CHANGED) {
        writer.layout = document_layout(&writer);
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
    vox__list_free(&tree->memory, &writer.frames, sizeof(frame));
    return status;
}
