/* SPDX-License-Identifier: MIT */
/** The kernels of the structural scan. All of them have the same results, and their spans are
 *  the elements of an eager tree. */
#include "compound.h"
#include "corpora.h"
#include "document.h"
#include "random.h"
#include "tests.h"

#include <scan/structural.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <tree/tree.h>
#include <unistd.h>

typedef struct scanned {
    vox__account memory;
    vox__structure structure;
    bool good;
} scanned;

static scanned scan_text(vox_string text, size_t depth, vox__kernel kernel, char *copy) {
    vox_options options = document_options();
    scanned made;
    memset(&made, 0, sizeof made);
    made.memory.allocator = options.allocator;
    made.structure.memory = &made.memory;
    made.structure.bytes = (const unsigned char *)text.bytes;
    made.structure.length = text.length;
    made.structure.copy = copy;
    made.structure.max_depth = 64;
    made.structure.list_depth = depth ? depth : 2;
    made.structure.named = depth == 0;
    made.good = vox__structure_scan(&made.structure, kernel);
    CHECK_OK(made.structure.status);
    return made;
}

static void scan_drop(scanned *made) {
    made->structure.memory = &made->memory; /* the struct was moved after the scan */
    vox__structure_end(&made->structure);
    CHECK_SIZE(made->memory.reserved, 0);
}

static void check_same(const scanned *left, const scanned *right) {
    if (!CHECK(left->good == right->good) || !left->good) {
        return;
    }
    if (!CHECK_SIZE(left->structure.spans.count, right->structure.spans.count) ||
        !CHECK_SIZE(left->structure.lists.count, right->structure.lists.count)) {
        return;
    }
    for (uint32_t index = 0; index < left->structure.spans.count; index++) {
        const vox__span *a = &vox__spans(&left->structure)[index],
                        *b = &vox__spans(&right->structure)[index];
        CHECK(a->start == b->start && a->end == b->end && a->regular == b->regular);
    }
    for (uint32_t index = 0; index < left->structure.lists.count; index++) {
        const vox__span_list *a = &vox__span_lists(&left->structure)[index],
                             *b = &vox__span_lists(&right->structure)[index];
        CHECK(a->open == b->open && a->close == b->close);
        CHECK(a->first == b->first && a->count == b->count);
    }
}

#define FENCED ((size_t)16384)

/** Returns memory between two pages that cannot be accessed. */
static char *fenced(void) {
    static char *memory;
    size_t page = (size_t)sysconf(_SC_PAGESIZE), size = FENCED + 2 * page;
    if (!memory) {
        memory = mmap(NULL, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory == MAP_FAILED || mprotect(memory + page, FENCED, PROT_READ | PROT_WRITE) != 0) {
            abort();
        }
    }
    return memory + page;
}

/** A kernel that reads before or after the text causes a fault. */
static void check_bounds(vox_string text, size_t depth) {
    static const vox__kernel kernels[] = {KERNEL_PORTABLE, KERNEL_AVX2, KERNEL_AVX512, KERNEL_NEON};
    for (int edge = 0; edge < 2 && text.length <= FENCED; edge++) {
        char *exact = fenced() + (edge ? FENCED - text.length : 0);
        memcpy(exact, text.bytes, text.length);
        for (size_t index = 0; index < COUNT(kernels); index++) {
            scanned made = scan_text((vox_string){exact, text.length}, depth, kernels[index], NULL);
            scan_drop(&made);
        }
    }
}

/** Compares all kernels on a text in a block of its size, so that a read beyond it is detected. */
static void check_kernels(vox_string text, size_t depth) {
    static const vox__kernel kernels[] = {KERNEL_AVX2, KERNEL_AVX512, KERNEL_NEON, KERNEL_BEST};
    char *exact = malloc(text.length + 1);
    char *copy = malloc(text.length + 1);
    if (!exact || !copy) {
        abort();
    }
    check_bounds(text, depth);
    memcpy(exact, text.bytes, text.length);
    copy[text.length] = 'x';
    vox_string source = {exact, text.length};
    scanned portable = scan_text(source, depth, KERNEL_PORTABLE, NULL);
    for (size_t index = 0; index < COUNT(kernels); index++) {
        memset(copy, 0, text.length); /* removes the copy of the previous kernel */
        scanned other = scan_text(source, depth, kernels[index], copy);
        check_same(&portable, &other);
        if (other.good) {
            CHECK(memcmp(copy, exact, text.length) == 0 && copy[text.length] == 'x');
        }
        scan_drop(&other);
    }
    scan_drop(&portable);
    free(exact);
    free(copy);
}

/** Checks the spans of a valid document: they must be the elements of its lists. */
static void check_elements(vox_string text) {
    vox_options options = document_options();
    vox_tree *tree;
    options.max_depth = 64;
    if (vox_tree_parse(text.bytes, text.length, &options, &tree, NULL) != VOX_OK) {
        return;
    }
    scanned made = scan_text(text, 0, KERNEL_BEST, NULL);
    CHECK(made.good);
    for (uint32_t index = 0; index < made.structure.lists.count; index++) {
        const vox__span_list *listed = &vox__span_lists(&made.structure)[index];
        size_t position = 0;
        const vox_node *list = NULL, *root = vox_tree_root(tree);
        for (const vox_node *at = root->child ? vox__node(tree, root->child) : NULL; at && !list;
             at = vox__node_or_null(tree, at->next)) {
            list = vox_node_offset(at) == listed->open ? at : NULL;
        }
        if (!CHECK(list != NULL)) {
            break;
        }
        CHECK_SIZE(vox_node_count(tree, list), listed->count);
        for (const vox_node *element = vox_node_first(tree, list); element;
             element = vox_node_next(tree, element)) {
            const vox__span *span = &vox__spans(&made.structure)[listed->first + position++];
            CHECK_SIZE(vox_node_offset(element), span->start);
            CHECK_SIZE(vox_node_source(tree, element).length, span->end - span->start);
        }
    }
    scan_drop(&made);
    vox_tree_free(tree);
}

static void random_documents(void) {
    uint64_t seed = 20261121;
    for (size_t round = 0; round < (check_quick() ? 60u : 1500u); round++) {
        vox_string text = compound_random(&seed);
        check_note("document %zu", round);
        check_kernels(text, random_below(&seed, 4));
        check_elements(text);
        for (size_t index = 0; index < 4; index++) {
            vox_string damaged = compound_damaged(text, &seed);
            check_kernels(damaged, random_below(&seed, 4));
            check_elements(damaged);
            free((void *)(uintptr_t)damaged.bytes);
        }
        free((void *)(uintptr_t)text.bytes);
    }
}

/** Strings, escapes and sequences at every position in and around a block. */
static void edges_of_blocks(void) {
    static const char *const parts[] = {
        "\"\\\"\"",     "\"\\\\\"",     "\"\\\\\\\"\"", "\"\xF0\x9F\x98\x80\"",
        "\"\xE2\x82\"", "\"\x01\"",     "\"",           "\\",
        "\"[{\"",       "\"\xC0\x80\"", "\"\x7F\"",     "\x80",
        "\v",           "\f",           "\t\n\r\"\"",   "\x1F"};
    char text[256];
    for (size_t part = 0; part < COUNT(parts); part++) {
        for (size_t before = 0; before < 140; before++) {
            int length = snprintf(
                text, sizeof text, "{\"data\":[{%*s\"a\":%s},{}]}", (int)before, "", parts[part]
            );
            check_note("part %zu behind %zu", part, before);
            check_kernels((vox_string){text, (size_t)length}, 0);
            check_elements((vox_string){text, (size_t)length});
        }
    }
}

/** Every control character at every position in and around a block: as white space, of which
 *  three are allowed, in a name and in a string. */
static void control_characters(void) {
    static const char *const shapes[] = {
        "{\"data\":[{%*s%c \"a\":1},{}]}", "{\"data\":[{%*s},%c{}]}",
        "{\"data\":[{\"%*s%c\":1},{}]}",   "{\"data\":[{\"a\":\"%*s%c\"},{}]}",
        "{\"data\":[{%*s\"a\":1},{}]} %c",
    };
    char text[256];
    for (size_t shape = 0; shape < COUNT(shapes); shape++) {
        bool quoted = shape == 2 || shape == 3;
        for (int which = 0; which <= ' ' + 2; which++) {
            const int byte = which <= ' ' ? which : "\"\\"[which - ' ' - 1];
            bool good = byte == ' ' || (!quoted && byte && strchr("\t\n\r", byte));
            for (size_t before = 0; before < 140; before += check_quick() ? 5 : 1) {
                int length = snprintf(text, sizeof text, shapes[shape], (int)before, "", byte);
                vox_string document = {text, (size_t)length};
                check_note("shape %zu, byte %d behind %zu", shape, byte, before);
                scanned portable = scan_text(document, 0, KERNEL_PORTABLE, NULL);
                CHECK(portable.good == good);
                scan_drop(&portable);
                check_kernels(document, 0);
            }
        }
    }
}

/** Writes a text from a template, in which ' means " and % means spaces. */
static vox_string padded(char *text, const char *shape, size_t spaces) {
    size_t length = 0;
    for (const char *at = shape; *at; at++) {
        size_t count = *at == '%' ? spaces : 1;
        memset(text + length, *at == '%' ? ' ' : *at == '\'' ? '"' : *at, count);
        length += count;
    }
    return (vox_string){text, length};
}

/** A text after many spaces has the same spans, with larger offsets. */
static void check_shifted(const char *shape, vox_string text, size_t spaces) {
    char near[256];
    scanned one = scan_text(padded(near, shape, 1), 0, KERNEL_PORTABLE, NULL);
    scanned other = scan_text(text, 0, KERNEL_PORTABLE, NULL);
    const size_t place = (size_t)(strchr(shape, '%') - shape), shift = spaces - 1;
    CHECK(one.good && other.good);
    if (CHECK_SIZE(other.structure.spans.count, one.structure.spans.count) &&
        CHECK_SIZE(other.structure.lists.count, one.structure.lists.count)) {
        for (uint32_t index = 0; index < one.structure.spans.count; index++) {
            const vox__span *a = &vox__spans(&one.structure)[index],
                            *b = &vox__spans(&other.structure)[index];
            CHECK_SIZE(b->start, a->start > place ? a->start + shift : a->start);
            CHECK_SIZE(b->end, a->end > place ? a->end + shift : a->end);
            CHECK(a->regular == b->regular);
        }
    }
    scan_drop(&one);
    scan_drop(&other);
}

/** Brackets are found in batches of 4096 bytes. The tests have lists at every position in and
 *  around a batch, and batches without brackets. */
static void edges_of_batches(void) {
    static const char *const shapes[] = {
        "%{'data':[{'type':'a','id':'1','attributes':{'b':[{}]},'links':{}},{}],'included':[[]]}",
        "{'meta':'%','data':[{'id':'1','attributes':{'b':[{},[]]},'links':{}},{}]}",
        "{'data':[{'id':'1','attributes':{'b':{}}}%,{'id':'2','links':{},'meta':{}},{'x':[]}]}",
        "{'data':[%{'id':'1','attributes':{}},{'id':'2','attributes':{}}],'included':[{}]}",
        "{'data':[{'id':'1','attributes':{'b':'%','c':[[]]},'links':{}},{'id':'2'}]}",
        "{'data':[{'id':'1','attributes':{'c':[[]]}%,'links':{}},{'id':'2'}]}",
        "{'data':[{'id':'1','attributes':{'c':[[]]%},'links':{}},{'id':'2'}]}",
    };
    char text[3 * 4096 + 256];
    for (size_t shape = 0; shape < COUNT(shapes); shape++) {
        size_t length = strlen(shapes[shape]);
        for (size_t edge = 4096; edge <= 3 * 4096; edge += 4096) {
            for (size_t back = 0; back <= length; back += check_quick() ? 5 : 1) {
                size_t spaces = edge - back;
                vox_string document = padded(text, shapes[shape], spaces);
                check_note("shape %zu, %zu spaces", shape, spaces);
                check_shifted(shapes[shape], document, spaces);
                check_kernels(document, 0);
                check_elements(document);
            }
        }
    }
}

/** Escapes at every position in and around a block. */
static void escapes(void) {
    static const char *const rows[] = {"\\u0041", "\\n\\\"/u", "\\\\u", "u\\\\ u"};
    char text[256];
    for (size_t row = 0; row < COUNT(rows); row++) {
        for (size_t before = 0; before < 140; before++) {
            int length = snprintf(
                text, sizeof text, "{\"data\":[{%*s\"a\":\"%s\"}]}", (int)before, "", rows[row]
            );
            check_note("row %zu behind %zu", row, before);
            vox_string document = {text, (size_t)length};
            scanned made = scan_text(document, 0, KERNEL_BEST, NULL);
            CHECK(made.good);
            scan_drop(&made);
            check_kernels(document, 0);
        }
    }
}

typedef struct scan_row {
    const char *text; /* with ' instead of " */
    size_t depth;
    size_t cuts;
    size_t spans;
    const char *regular; /* one letter for each span: y or n */
} scan_row;

static void what_is_cut(void) {
    static const scan_row rows[] = {
        {"{'data':[{}]}", 0, 1, 1, "y"},
        {"{'data':[{},{}],'included':[{}]}", 0, 2, 3, "yyy"},
        {"{'data':[]}", 0, 0, 0, ""},
        {"{'data':[1]}", 0, 0, 0, ""},
        {"{'data':[{},1]}", 0, 0, 0, ""},
        {"{'data':[{} {}]}", 0, 0, 0, ""},
        {"{'data':[{},]}", 0, 0, 0, ""},
        {"{'data':[,{}]}", 0, 0, 0, ""},
        {"{'data':[{},,{}]}", 0, 0, 0, ""},
        {"{'data':{'data':[{}]}}", 0, 0, 0, ""},
        {"{'date':[{}],'xdata':[{}]}", 0, 0, 0, ""},
        {"{'errors':[{}],'included' : [ {} , [] ]}", 0, 1, 2, "yn"},
        {"[{'data':[{}]}]", 0, 0, 0, ""},
        {"[{},[],{'a':1}]", 1, 1, 3, "yny"},
        {"[1,{}]", 1, 0, 0, ""},
        {"{'a':[{}],'b':[{}],'c':{'d':[{}]}}", 2, 2, 2, "yy"},
        {"{'a':[[{}],[{},{}]]}", 3, 2, 3, "yyy"},
        {"{'data':[{'id':'1','links':{},'meta':{}}]}", 0, 1, 1, "y"},
        {"{'data':[{'id':'1','links':{},'id':'2'}]}", 0, 1, 1, "n"},
        {"{'data':[{'id':'1','x':{},'attributes':{'id':[{}]}}]}", 0, 1, 1, "y"},
        {"{'data':[{'attributes':{},'links':[]}]}", 0, 1, 1, "n"},
        {"{'data':[{'attributes':{},'x':{}}]}", 0, 1, 1, "n"},
        {"{'data':[{'attributes':{} , 'relationships' : {} }]}", 0, 1, 1, "y"},
        {"{'data':[{'attributes':{},'relationships':{},'type':{}}]}", 0, 1, 1, "n"},
        /* Invalid text between members. The spans are not regular, so that the text is parsed
         * and refused. */
        {"{'data':[{'attributes':{}:'links':{}},{'attributes':{} x'meta':{}}]}", 0, 1, 2, "nn"},
        {"{'data':[{'attributes':{}{}},{'attributes':{} {}},{'meta':{} ,{}}]}", 0, 1, 3, "nnn"},
        {"{'data':[{'attributes':{},,'links':{}},{'meta':{},'links'::{}}]}", 0, 1, 2, "nn"},
        {"{'data':[{'attributes':{},'links'{}},{'meta':{},links:{}}]}", 0, 1, 2, "nn"},
        /* Names at the beginning that are shorter than the names of the lists. */
        {"{'':[{}],'a':[{}],'ata':[{}]}", 0, 0, 0, ""},
        {"{:[{}]}", 0, 0, 0, ""},
        {"{'ed':[{}],'data':[[]]}", 0, 1, 1, "n"},
    };
    char text[128];
    for (size_t index = 0; index < COUNT(rows); index++) {
        size_t length = strlen(rows[index].text);
        for (size_t at = 0; at < length; at++) {
            text[at] = rows[index].text[at] == '\'' ? '"' : rows[index].text[at];
        }
        check_note("%s", rows[index].text);
        scanned made = scan_text((vox_string){text, length}, rows[index].depth, KERNEL_BEST, NULL);
        CHECK(made.good);
        CHECK_SIZE(made.structure.lists.count, rows[index].cuts);
        if (CHECK_SIZE(made.structure.spans.count, rows[index].spans)) {
            for (uint32_t span = 0; span < made.structure.spans.count; span++) {
                CHECK(
                    vox__spans(&made.structure)[span].regular == (rows[index].regular[span] == 'y')
                );
            }
        }
        scan_drop(&made);
        check_kernels((vox_string){text, length}, rows[index].depth);
    }
}

static void visit_file(void *context, corpora_file file) {
    uint64_t *seed = context;
    if (file.text.length > 200000) {
        return;
    }
    check_note("%s", file.path);
    check_kernels(file.text, random_below(seed, 4));
    check_elements(file.text);
    vox_string damaged = compound_damaged(file.text, seed);
    check_kernels(damaged, random_below(seed, 4));
    free((void *)(uintptr_t)damaged.bytes);
}

static void corpora(void) {
    uint64_t seed = 7;
    if (corpora_have("jsonapi") && corpora_have("JSONTestSuite") && corpora_have("utf8")) {
        CHECK(corpora_visit("JSONTestSuite", ".json", visit_file, &seed) > 300);
        CHECK(corpora_visit("utf8", "", visit_file, &seed) > 0);
        CHECK(corpora_visit("bombs", ".json", visit_file, &seed) > 50);
        CHECK(corpora_visit("jsonapi", ".json", visit_file, &seed) > 700);
    }
}

const check_test structural_tests[] = {
    CHECK_TEST(what_is_cut),
    CHECK_TEST(edges_of_blocks),
    CHECK_TEST(control_characters),
    CHECK_TEST(edges_of_batches),
    CHECK_TEST(escapes),
    CHECK_TEST(random_documents),
    CHECK_TEST(corpora),
    CHECK_END,
};
