/* SPDX-License-Identifier: MIT */
#include "plain_text.h"

void plain_add(plain_text *to, const char *bytes, size_t length) {
    memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
}

void plain_byte(plain_text *to, int byte) {
    to->bytes[to->length++] = (char)byte;
}

vox_string plain_string(const plain_text *from) {
    return (vox_string){from->bytes, from->length};
}

bool plain_minify(vox_string from, plain_text *to) {
    bool inside = false, escaped = false;
    to->length = 0;
    for (size_t at = 0; at < from.length; at++) {
        const char byte = from.bytes[at];
        const bool white = byte == ' ' || byte == '\t' || byte == '\n' || byte == '\r';
        if (inside || !white) {
            plain_byte(to, byte);
        }
        inside ^= byte == '"' && !escaped;
        escaped = byte == '\\' && !escaped;
    }
    return !inside;
}

void plain_quote(vox_string from, plain_text *to) {
    static const char hex[] = "0123456789abcdef", escaped[] = "\b\t\n\f\r\"\\";
    to->length = 0;
    plain_byte(to, '"');
    for (size_t at = 0; at < from.length; at++) {
        const unsigned char byte = (unsigned char)from.bytes[at];
        const char *form = byte ? strchr(escaped, byte) : NULL;
        if (form) {
            plain_byte(to, '\\');
            plain_byte(to, "btnfr\"\\"[form - escaped]);
        } else if (byte < 0x20) {
            plain_add(to, "\\u00", 4);
            plain_byte(to, hex[byte >> 4]);
            plain_byte(to, hex[byte & 15]);
        } else {
            plain_byte(to, byte);
        }
    }
    plain_byte(to, '"');
}

void plain_tell(vox_tree *tree, const vox_node *node, bool pretty, size_t level, plain_text *to) {
    const vox_kind kind = vox_node_kind(node);
    const bool object = kind == VOX_OBJECT;
    if (kind != VOX_ARRAY && !object) {
        static plain_text quoted;
        const vox_string source = vox_node_source(tree, node);
        plain_quote(vox_node_text(tree, node), &quoted);
        if (source.length) {
            plain_add(to, source.bytes, source.length);
        } else if (kind == VOX_STRING) {
            plain_add(to, quoted.bytes, quoted.length);
        } else {
            const vox_string number = vox_node_text(tree, node);
            const char *word = kind == VOX_NULL ? "null" : kind == VOX_TRUE ? "true" : "false";
            plain_add(
                to, number.length ? number.bytes : word,
                number.length ? number.length : strlen(word)
            );
        }
        return;
    }
    plain_byte(to, object ? '{' : '[');
    const vox_node *child = vox_node_first(tree, node);
    const bool filled = child != NULL;
    for (bool first = true; child; child = vox_node_next(tree, child), first = false) {
        if (!first) {
            plain_byte(to, ',');
        }
        for (size_t unit = 0; pretty && unit <= level + 1; unit++) {
            plain_add(to, unit ? "  " : "\n", unit ? 2 : 1);
        }
        if (object) {
            static plain_text name;
            plain_quote(vox_node_name(tree, child), &name);
            plain_add(to, name.bytes, name.length);
            plain_add(to, ": ", pretty ? 2 : 1);
        }
        plain_tell(tree, child, pretty, level + 1, to);
    }
    for (size_t unit = 0; pretty && filled && unit <= level; unit++) {
        plain_add(to, unit ? "  " : "\n", unit ? 2 : 1);
    }
    plain_byte(to, object ? '}' : ']');
}
