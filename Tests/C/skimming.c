/* SPDX-License-Identifier: MIT */
/** The engines of the skim: that all of them see the same, and that what they
 *  cut out are the elements that an eager tree has. */
#include "compound.h"
#include "corpora.h"
#include "document.h"
#include "random.h"
#include "tests.h"

#include <skim.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

typedef struct skimmed {
    vox_tree *tree;
    vox__skim skim;
    bool good;
} skimmed;

static skimmed skim_text(vox_string text, size_t depth, vox__skim_engine engine, char *copy) {
    vox_options options = document_options();
    skimmed made;
    memset(&made, 0, sizeof made);
    CHECK_OK(vox_tree_new(&options, &made.tree));
    made.skim.tree = made.tree;
    made.skim.bytes = (const unsigned char *)text.bytes;
    made.skim.length = text.length;
    made.skim.copy = copy;
    made.skim.max_depth = 64;
    made.skim.list_depth = depth ? depth : 2;
    made.skim.named = depth == 0;
    made.good = vox__skim_run(&made.skim, engine);
    CHECK_OK(made.skim.status);
    return made;
}

static void skim_drop(skimmed *made) {
    vox__skim_end(&made->skim);
    vox_tree_free(made->tree);
}

static void check_same(const skimmed *left, const skimmed *right) {
    if (!CHECK(left->good == right->good) || !left->good) {
        return;
    }
    CHECK(left->skim.unescaped == right->skim.unescaped);
    if (!CHECK_SIZE(left->skim.extent_count, right->skim.extent_count) ||
        !CHECK_SIZE(left->skim.cut_count, right->skim.cut_count)) {
        return;
    }
    for (uint32_t index = 0; index < left->skim.extent_count; index++) {
        const vox__extent *a = &left->skim.extents[index], *b = &right->skim.extents[index];
        CHECK(a->start == b->start && a->end == b->end && a->regular == b->regular);
    }
    for (uint32_t index = 0; index < left->skim.cut_count; index++) {
        const vox__cut *a = &left->skim.cuts[index], *b = &right->skim.cuts[index];
        CHECK(a->open == b->open && a->close == b->close);
        CHECK(a->first == b->first && a->count == b->count);
    }
}

#define FENCED ((size_t)16384)

/** Memory between pages that may not be touched. */
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

/** Whoever reads in front of a text, or behind it, ends in a fault. */
static void check_bounds(vox_string text, size_t depth) {
    static const vox__skim_engine engines[] = {SKIM_PLAIN, SKIM_SSE, SKIM_AVX2, SKIM_NEON};
    for (int edge = 0; edge < 2 && text.length <= FENCED; edge++) {
        char *exact = fenced() + (edge ? FENCED - text.length : 0);
        memcpy(exact, text.bytes, text.length);
        for (size_t index = 0; index < COUNT(engines); index++) {
            skimmed made = skim_text((vox_string){exact, text.length}, depth, engines[index], NULL);
            skim_drop(&made);
        }
    }
}

/** Every engine on a text of exactly its size, so that reading past it shows. */
static void check_engines(vox_string text, size_t depth) {
    static const vox__skim_engine engines[] = {SKIM_SSE, SKIM_AVX2, SKIM_NEON, SKIM_BEST};
    char *exact = malloc(text.length + 1);
    char *copy = malloc(text.length + 1);
    if (!exact || !copy) {
        abort();
    }
    check_bounds(text, depth);
    memcpy(exact, text.bytes, text.length);
    copy[text.length] = 'x';
    vox_string source = {exact, text.length};
    skimmed plain = skim_text(source, depth, SKIM_PLAIN, NULL);
    for (size_t index = 0; index < COUNT(engines); index++) {
        skimmed other = skim_text(source, depth, engines[index], copy);
        check_same(&plain, &other);
        if (other.good) {
            CHECK(memcmp(copy, exact, text.length) == 0 && copy[text.length] == 'x');
        }
        skim_drop(&other);
    }
    skim_drop(&plain);
    free(exact);
    free(copy);
}

/** What is cut out of a good document: the elements of lists, by offset. */
static void check_elements(vox_string text) {
    vox_options options = document_options();
    vox_tree *tree;
    options.max_depth = 64;
    if (vox_tree_parse(text.bytes, text.length, &options, &tree, NULL) != VOX_OK) {
        return;
    }
    skimmed made = skim_text(text, 0, SKIM_BEST, NULL);
    CHECK(made.good);
    for (uint32_t index = 0; index < made.skim.cut_count; index++) {
        const vox__cut *cut = &made.skim.cuts[index];
        size_t position = 0;
        const vox_node *list = NULL, *root = vox_tree_root(tree);
        for (const vox_node *at = root->child ? vox__node(tree, root->child) : NULL; at && !list;
             at = vox__node_or_null(tree, at->next)) {
            list = vox_node_offset(at) == cut->open ? at : NULL;
        }
        if (!CHECK(list != NULL)) {
            break;
        }
        CHECK_SIZE(vox_node_count(tree, list), cut->count);
        for (const vox_node *element = vox_node_first(tree, list); element;
             element = vox_node_next(tree, element)) {
            const vox__extent *extent = &made.skim.extents[cut->first + position++];
            CHECK_SIZE(vox_node_offset(element), extent->start);
            CHECK_SIZE(vox_node_source(tree, element).length, extent->end - extent->start);
        }
    }
    skim_drop(&made);
    vox_tree_free(tree);
}

static void random_documents(void) {
    uint64_t seed = 20261121;
    for (size_t round = 0; round < (check_quick() ? 60u : 1500u); round++) {
        vox_string text = compound_random(&seed);
        check_note("document %zu", round);
        check_engines(text, random_below(&seed, 4));
        check_elements(text);
        for (size_t index = 0; index < 4; index++) {
            vox_string damaged = compound_damaged(text, &seed);
            check_engines(damaged, random_below(&seed, 4));
            check_elements(damaged);
            free((void *)(uintptr_t)damaged.bytes);
        }
        free((void *)(uintptr_t)text.bytes);
    }
}

/** Strings, escapes and sequences at every place in and around a block. */
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
            check_engines((vox_string){text, (size_t)length}, 0);
            check_elements((vox_string){text, (size_t)length});
        }
    }
}

/** Every control character at every place in and around a block: among white space,
 *  where three of them may stand, in a name and in a string. */
static void control_characters(void) {
    static const char *const shapes[] = {
        "{\"data\":[{%*s%c \"a\":1},{}]}", "{\"data\":[{%*s},%c{}]}",
        "{\"data\":[{\"%*s%c\":1},{}]}",   "{\"data\":[{\"a\":\"%*s%c\"},{}]}",
        "{\"data\":[{%*s\"a\":1},{}]} %c",
    };
    char text[256];
    for (size_t shape = 0; shape < COUNT(shapes); shape++) {
        bool quoted = shape == 2 || shape == 3;
        for (int byte = 0; byte <= ' '; byte++) {
            bool good = byte == ' ' || (!quoted && byte && strchr("\t\n\r", byte));
            for (size_t before = 0; before < 140; before += check_quick() ? 5 : 1) {
                int length = snprintf(text, sizeof text, shapes[shape], (int)before, "", byte);
                vox_string document = {text, (size_t)length};
                check_note("shape %zu, byte %d behind %zu", shape, byte, before);
                skimmed plain = skim_text(document, 0, SKIM_PLAIN, NULL);
                CHECK(plain.good == good);
                skim_drop(&plain);
                check_engines(document, 0);
            }
        }
    }
}

/** Writes a text, a template whose ' stand for ", with spaces where % stands. */
static vox_string padded(char *text, const char *shape, size_t spaces) {
    size_t length = 0;
    for (const char *at = shape; *at; at++) {
        size_t count = *at == '%' ? spaces : 1;
        memset(text + length, *at == '%' ? ' ' : *at == '\'' ? '"' : *at, count);
        length += count;
    }
    return (vox_string){text, length};
}

/** What is far behind is cut out as what is near, only later. */
static void check_shifted(const char *shape, vox_string text, size_t spaces) {
    char near[256];
    skimmed one = skim_text(padded(near, shape, 1), 0, SKIM_PLAIN, NULL);
    skimmed other = skim_text(text, 0, SKIM_PLAIN, NULL);
    const size_t place = (size_t)(strchr(shape, '%') - shape), shift = spaces - 1;
    CHECK(one.good && other.good);
    if (CHECK_SIZE(other.skim.extent_count, one.skim.extent_count) &&
        CHECK_SIZE(other.skim.cut_count, one.skim.cut_count)) {
        for (uint32_t index = 0; index < one.skim.extent_count; index++) {
            const vox__extent *a = &one.skim.extents[index], *b = &other.skim.extents[index];
            CHECK_SIZE(b->start, a->start > place ? a->start + shift : a->start);
            CHECK_SIZE(b->end, a->end > place ? a->end + shift : a->end);
            CHECK(a->regular == b->regular);
        }
    }
    skim_drop(&one);
    skim_drop(&other);
}

/** Brackets are found by batches of 4096 bytes: lists at every place in and around
 *  one, and batches without any. */
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
                check_engines(document, 0);
                check_elements(document);
            }
        }
    }
}

/** Whether there are escapes of code points; where that is not sure, there are. */
static void escapes(void) {
    static const char *const rows[] = {"y\\u0041", "n\\n\\\"/u", "y\\\\u", "nu\\\\ u"};
    char text[256];
    for (size_t row = 0; row < COUNT(rows); row++) {
        for (size_t before = 0; before < 140; before++) {
            int length = snprintf(
                text, sizeof text, "{\"data\":[{%*s\"a\":\"%s\"}]}", (int)before, "", rows[row] + 1
            );
            check_note("row %zu behind %zu", row, before);
            vox_string document = {text, (size_t)length};
            skimmed made = skim_text(document, 0, SKIM_BEST, NULL);
            CHECK(made.good && !(made.skim.unescaped && rows[row][0] == 'y'));
            CHECK(made.skim.unescaped || rows[row][0] == 'y' || before > 40);
            skim_drop(&made);
            check_engines(document, 0);
        }
    }
}

typedef struct skim_row {
    const char *text; /* in it ' stands for " */
    size_t depth;
    size_t cuts;
    size_t extents;
    const char *regular; /* a letter each: y or n */
} skim_row;

static void what_is_cut(void) {
    static const skim_row rows[] = {
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
        /* Gaps that are none: these texts are wrong, and must be read to say so. */
        {"{'data':[{'attributes':{}:'links':{}},{'attributes':{} x'meta':{}}]}", 0, 1, 2, "nn"},
        {"{'data':[{'attributes':{}{}},{'attributes':{} {}},{'meta':{} ,{}}]}", 0, 1, 3, "nnn"},
        {"{'data':[{'attributes':{},,'links':{}},{'meta':{},'links'::{}}]}", 0, 1, 2, "nn"},
        {"{'data':[{'attributes':{},'links'{}},{'meta':{},links:{}}]}", 0, 1, 2, "nn"},
        /* Names at the very beginning, shorter than those that are wanted. */
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
        skimmed made = skim_text((vox_string){text, length}, rows[index].depth, SKIM_BEST, NULL);
        CHECK(made.good);
        CHECK_SIZE(made.skim.cut_count, rows[index].cuts);
        if (CHECK_SIZE(made.skim.extent_count, rows[index].extents)) {
            for (uint32_t extent = 0; extent < made.skim.extent_count; extent++) {
                CHECK(made.skim.extents[extent].regular == (rows[index].regular[extent] == 'y'));
            }
        }
        skim_drop(&made);
        check_engines((vox_string){text, length}, rows[index].depth);
    }
}

static void visit_file(void *context, corpora_file file) {
    uint64_t *seed = context;
    if (file.text.length > 200000) {
        return;
    }
    check_note("%s", file.path);
    check_engines(file.text, random_below(seed, 4));
    check_elements(file.text);
    vox_string damaged = compound_damaged(file.text, seed);
    check_engines(damaged, random_below(seed, 4));
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

const check_test skimming_tests[] = {
    CHECK_TEST(what_is_cut),
    CHECK_TEST(edges_of_blocks),
    CHECK_TEST(control_characters),
    CHECK_TEST(edges_of_batches),
    CHECK_TEST(escapes),
    CHECK_TEST(random_documents),
    CHECK_TEST(corpora),
    CHECK_END,
};
