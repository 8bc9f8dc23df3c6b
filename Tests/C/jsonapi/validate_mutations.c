/* SPDX-License-Identifier: MIT */
/** Inserts a single random fault into a valid document. The validator must find each fault with
 *  its rule and pointer, and must report nothing else except its consequences. If
 *  vox_document_check refuses a document, the validator must report an error there, too. */
#include "random.h"
#include "tests.h"
#include "valid_documents.h"
#include "validation.h"

#include <stdio.h>
#include <stdlib.h>

#define FAULTS 2000
#define SEED 20261121

/* --- faults ---------------------------------------------------------------- */

/** A fault. `at` is a pointer that may begin with one of these: %r a resource, %i an included
 *  resource, %l linkage of a resource, %e an error, %d an element of primary data. `values` has
 *  values between bars, of which one is chosen; NULL removes the value, and COPY is a copy of a
 *  resource. A name after TWICE already exists in the object; TWICE is removed from the text,
 *  because an edit cannot repeat a name. The fault is found at the written value, unless `found`
 *  has another pointer, which is like `at`. */
typedef struct fault {
    base_kind base;
    unsigned rule;
    const char *at;
    const char *values;
    const char *found;
} fault_row;

#define OTHER_KINDS "1|true|'x'|[]"

#define OPERATION "/atomic:operations/"

static const fault_row faults[] = {
    {COMPOUND, 1, "", "[]|null|'x'|1|true", NULL},
    {COMPOUND, 2, "", "{}|{'jsonapi':{}}|{'links':{'self':'/'}}|{'@data':null}", NULL},
    {COMPOUND, 3, "/errors", "[]|[{'title':'t'}]", NULL},
    {COMPOUND, 4, "/data", NULL, "/included"},
    {COMPOUND, 5, "/more", "1|{}|null", NULL},
    {COMPOUND, 5, "%r/more", "1|{}|null", NULL},
    {COMPOUND, 5, "%l/attributes", "{}", NULL},
    {COMPOUND, 5, "/jsonapi/more", "1", NULL},
    {COMPOUND, 7, "/data", "1|'x'|true", NULL},
    {COMPOUND, 7, "%d", "null|1|'x'|[]", NULL},
    {LINKAGE, 7, "%d", "null|1|'x'|[]", NULL},
    {COMPOUND, 14, "%r/attributes/TWICEtitle", "1|null", "%r/attributes/title"},
    {COMPOUND, 14, "%r/links/TWICEself", "'/'|null", "%r/links/self"},
    {COMPOUND, 14, "%l/TWICEid", "'0'", "%l/id"},
    {COMPOUND, 14, "/TWICEmeta", "{}", "/meta"},
    {COMPOUND, 15, "%r/type", NULL, "%r"},
    {COMPOUND, 15, "%r/id", NULL, "%r"},
    {NEW, 15, "/data/type", NULL, "/data"},
    {COMPOUND, 16, "%r/id", "1|null|{}|true", NULL},
    {COMPOUND, 16, "%r/type", "1|null|[]|false", NULL},
    {COMPOUND, 16, "%r/lid", "1|null|[]", NULL},
    {COMPOUND, 16, "%l/id", "1|null|{}", NULL},
    {NEW, 18, "/data/relationships/many/data/-", "{'type':'things','lid':'old'}",
     "/data/relationships/many/data/0/lid"},
    {NEW, 18, "/data/relationships/next/data",
     "{'type':'things','lid':''}|{'type':'other','lid':'new'}",
     "/data/relationships/next/data/lid"},
    {NEW, 18, "/data/lid", "'newer'|''", "/data/relationships/own/data/lid"},
    {NEW, 18, "/data/lid", NULL, "/data/relationships/own/data/lid"},
    {CHANGED, 18, "/data/lid", "'newer'", "/data/relationships/own/data/lid"},
    {COMPOUND, 18, "%d/relationships/next/data/lid", "'other'|''|'l1'", NULL},
    {COMPOUND, 18, "%d/relationships/many/data/0", "{'type':'items','id':'none','lid':'l0'}",
     "%d/relationships/many/data/0/lid"},
    {COMPOUND, 19, "%l/type", NULL, "%l"},
    {COMPOUND, 19, "%l/id", NULL, "%l"},
    {COMPOUND, 19, "%l", "{'type':'items','lid':'1'}", NULL},
    {LINKAGE, 19, "%d/id", NULL, "%d"},
    {COMPOUND, 22, "%r/type", "''|'a+b'|'_a'|'a-'|'a.b'", NULL},
    {COMPOUND, 22, "%l/type", "''|'a+b'|' a'|'a/b'", NULL},
    {COMPOUND, 23, "%r/attributes/type", "1|null|'x'", NULL},
    {COMPOUND, 23, "%r/attributes/id", "1|null|'x'", NULL},
    {COMPOUND, 23, "%r/relationships/id", "{'data':null}", NULL},
    {COMPOUND, 23, "%r/relationships/title", "{'data':null}", NULL},
    {COMPOUND, 23, "%r/attributes/next", "1|{}", "%r/relationships/next"},
    {COMPOUND, 25, "%r/attributes", "null|" OTHER_KINDS, NULL},
    {COMPOUND, 26, "%r/attributes/nextId", "1|'x'|null", NULL},
    {COMPOUND, 26, "%r/attributes/next_id", "1|'x'|null", NULL},
    {COMPOUND, 27, "%r/relationships", "null|" OTHER_KINDS, NULL},
    {COMPOUND, 27, "%r/relationships/other", "null|" OTHER_KINDS, NULL},
    {COMPOUND, 28, "%r/relationships/other", "{}|{'@data':null}", NULL},
    {COMPOUND, 29, "%r/relationships/next/links", "{}|{'first':'/'}|{'@self':'/'}", NULL},
    {COMPOUND, 30, "%r/relationships/many/data", "1|true|'x'", NULL},
    {COMPOUND, 30, "%r/relationships/many/data/-", "1|null|'x'|[]", NULL},
    {COMPOUND, 37, "/included", "{}|null|'x'|1", NULL},
    {COMPOUND, 37, "%i", "[]|null|'x'|1", NULL},
    {COMPOUND, 38, "/included/-",
     "{'type':'none','id':'1'}|{'type':'items','id':'none'}|{'type':'things','id':'none'}", NULL},
    {COMPOUND, 40, "/included/-", "COPY", NULL},
    {COMPOUND, 40, "/data/-", "COPY OF PRIMARY DATA", NULL},
    {COMPOUND, 47, "/meta", "null|" OTHER_KINDS, NULL},
    {COMPOUND, 47, "/jsonapi/meta", "null|" OTHER_KINDS, NULL},
    {COMPOUND, 47, "%r/meta", "null|" OTHER_KINDS, NULL},
    {COMPOUND, 47, "%r/relationships/next/meta", "null|" OTHER_KINDS, NULL},
    {COMPOUND, 47, "%l/meta", "null|" OTHER_KINDS, NULL},
    {COMPOUND, 47, "%r/links/self/meta", "null|" OTHER_KINDS, NULL},
    {ERRORS, 47, "%e/meta", "null|" OTHER_KINDS, NULL},
    {COMPOUND, 49, "/links", "null|" OTHER_KINDS, NULL},
    {COMPOUND, 49, "%r/links", "null|" OTHER_KINDS, NULL},
    {COMPOUND, 49, "/links/next", "1|true|[]|'a b'|'%%'|'1:x'", NULL},
    {COMPOUND, 49, "%r/relationships/next/links/self", "1|true|[]|'a b'|'<x>'", NULL},
    {COMPOUND, 49, "%r/links/self/describedby", "1|[]|'a b'", NULL},
    {ERRORS, 49, "%e/links/type", "1|[]|'a b'", NULL},
    {COMPOUND, 50, "%r/links/self/href", NULL, "%r/links/self"},
    {COMPOUND, 50, "%r/links/self/href", "1|null|{}|'a b'", NULL},
    {COMPOUND, 50, "%r/relationships/next/links/related", "{}|{'title':'t'}", NULL},
    {COMPOUND, 51, "%r/links/self/title", "1|null|[]", NULL},
    {COMPOUND, 51, "%r/links/self/type", "1|null|[]", NULL},
    {COMPOUND, 52, "%r/links/self/rel", "1|null|['next']|'Not one'|''", NULL},
    {COMPOUND, 52, "%r/links/self/hreflang", "1|null|{}|'not a tag'|'a'|''", NULL},
    {COMPOUND, 52, "%r/links/self/hreflang/-", "1|null|'de_DE'", NULL},
    {COMPOUND, 57, "/jsonapi", "null|" OTHER_KINDS, NULL},
    {COMPOUND, 57, "/jsonapi/version", "1.1|null|[]", NULL},
    {COMPOUND, 57, "/jsonapi/ext", "1|null|{}|'https://x.org'", NULL},
    {COMPOUND, 57, "/jsonapi/profile/-", "1|null|'/relative'|''", NULL},
    {COMPOUND, 61, "%r/attributes/", "1", NULL},
    {COMPOUND, 61, "%r/relationships/", "{'data':null}", NULL},
    {COMPOUND, 62, "%r/attributes/-a", "1", NULL},
    {COMPOUND, 62, "%r/attributes/a_", "1", NULL},
    {COMPOUND, 62, "%r/relationships/ a", "{'data':null}", NULL},
    {COMPOUND, 63, "%r/attributes/a+b", "1", NULL},
    {COMPOUND, 63, "%r/relationships/a.b", "{'data':null}", NULL},
    {COMPOUND, 63, "/links/a~1b", "'/'", NULL},
    {COMPOUND, 63, "%r/a[b]", "1", NULL},
    {COMPOUND, 64, "%r/attributes/snake_case", "1", NULL},
    {COMPOUND, 64, "%r/attributes/a b", "1", NULL},
    {COMPOUND, 64, "%r/relationships/Upper", "{'data':null}", NULL},
    {COMPOUND, 65, "%r/attributes/deep/-", "1", NULL},
    {COMPOUND, 65, "%r/attributes/deep/a/0/x+y", "{}", NULL},
    {COMPOUND, 67, "/none:x", "1", NULL},
    {COMPOUND, 67, "%r/none:x", "1", NULL},
    {COMPOUND, 67, "%r/attributes/:x", "1", NULL},
    {COMPOUND, 67, "%r/attributes/x:", "1", NULL},
    {COMPOUND, 97, "/links/last", "'/?page=2'|{'href':'https://example.com/x'}", NULL},
    {NEW, 106, "/data", "null|[]|[{'type':'a','id':'1'}]", NULL},
    {NEW, 106, "/data", NULL, ""},
    {NEW, 107, "/data/relationships/next/data", NULL, "/data/relationships/next"},
    {CHANGED, 107, "/data/relationships/next/data", NULL, "/data/relationships/next"},
    {CHANGED, 115, "/data", "null|[]", NULL},
    {CHANGED, 115, "/data", NULL, ""},
    {CHANGED, 115, "/data/id", NULL, "/data"},
    {LINKAGE, 123, "/data", NULL, ""},
    {ERRORS, 128, "/errors", "null|{}|1|'x'", NULL},
    {ERRORS, 128, "%e", "null|1|'x'|[]|{}|{'@id':1}", NULL},
    {ERRORS, 129, "%e/title", "1|null|{}", NULL},
    {ERRORS, 129, "%e/detail", "1|null|{}", NULL},
    {ERRORS, 131, "%e/status", "422|null|{}|'42'|'600'|'4xx'", NULL},
    {ERRORS, 131, "%e/code", "1|null|[]", NULL},
    {ERRORS, 132, "%e/source", "{}|null|1|'/data'|{'@pointer':'/'}", NULL},
    {ERRORS, 132, "%e/source/pointer", "'data'|'/~'|'#/data'|null|1", NULL},
    {OPERATIONS, 5, OPERATION "0/more", "1|{}|null", NULL},
    {OPERATIONS, 5, OPERATION "1/ref/more", "1|{}|null", NULL},
    {OPERATIONS, 15, OPERATION "5/data/type", NULL, OPERATION "5/data"},
    {OPERATIONS, 16, OPERATION "3/ref/id", "1|null|{}", NULL},
    {OPERATIONS, 19, OPERATION "2/data/0/id", NULL, OPERATION "2/data/0"},
    {OPERATIONS, 22, OPERATION "3/ref/type", "''|'a+b'|'_a'", NULL},
    {OPERATIONS, 25, OPERATION "0/data/attributes", "null|" OTHER_KINDS, NULL},
    {OPERATIONS, 30, OPERATION "2/data/-", "1|null|'x'|[]", NULL},
    {OPERATIONS, 47, OPERATION "0/meta", "null|" OTHER_KINDS, NULL},
    {OPERATIONS, 57, "/jsonapi/ext/0", "'https://x.org'|'https://jsonapi.org/ext/atomic/'",
     "/jsonapi/ext"},
    {OPERATIONS, 67, OPERATION "0/none:x", "1", NULL},
    {OPERATIONS, 67, OPERATION "1/ref/none:x", "1", NULL},
    {OPERATIONS, 107, OPERATION "0/data/relationships/next/data", NULL,
     OPERATION "0/data/relationships/next"},
    {OPERATIONS, 137, "/data", "null|[]|{'type':'a','id':'1'}", NULL},
    {OPERATIONS, 137, "/errors", "[]|[{'title':'t'}]", NULL},
    {OPERATIONS, 137, "/included", "[]", NULL},
    {OPERATIONS, 137, "/atomic:results", "[{}]", NULL},
    {OPERATIONS, 137, "/atomic:operations", "null|{}|" OTHER_KINDS, NULL},
    {OPERATIONS, 137, "/atomic:operations", NULL, ""},
    {OPERATIONS, 137, OPERATION "3", "null|" OTHER_KINDS, NULL},
    {RESULTS, 137, "/data", "null|[]", NULL},
    {RESULTS, 137, "/errors", "[]", NULL},
    {RESULTS, 137, "/atomic:results", "null|{}|" OTHER_KINDS, NULL},
    {RESULTS, 137, "/atomic:results", NULL, ""},
    {OPERATIONS, 138, OPERATION "0/op", "null|{}|'replace'|''|'Add'|'adds'|1|true|[]", NULL},
    {OPERATIONS, 138, OPERATION "1/op", NULL, OPERATION "1"},
    {OPERATIONS, 139, OPERATION "1/href", "'/x'", NULL},
    {OPERATIONS, 139, OPERATION "1/ref", "null|" OTHER_KINDS, NULL},
    {OPERATIONS, 139, OPERATION "1/ref/type", NULL, OPERATION "1/ref"},
    {OPERATIONS, 139, OPERATION "1/ref/lid", NULL, OPERATION "1/ref"},
    {OPERATIONS, 139, OPERATION "3/ref/lid", "'new'", OPERATION "3/ref"},
    {OPERATIONS, 139, OPERATION "2/ref/relationship", "null|''|'a+b'|{}|1|true|[]", NULL},
    {OPERATIONS, 139, OPERATION "4/href", "null|{}|'a b'|1|true|[]", NULL},
    {OPERATIONS, 140, OPERATION "5/data", "null|" OTHER_KINDS, NULL},
    {OPERATIONS, 140, OPERATION "5/data", NULL, OPERATION "5"},
    {OPERATIONS, 140, OPERATION "5/ref", "{'type':'things','id':'5'}", NULL},
    {OPERATIONS, 141, OPERATION "1/data", "null|" OTHER_KINDS, NULL},
    {OPERATIONS, 141, OPERATION "1/data", NULL, OPERATION "1"},
    {OPERATIONS, 141, OPERATION "1/data/lid", NULL, OPERATION "1/data"},
    {OPERATIONS, 142, OPERATION "3/ref", NULL, OPERATION "3"},
    {OPERATIONS, 142, OPERATION "3/data", "null|{}|" OTHER_KINDS, NULL},
    {OPERATIONS, 143, OPERATION "2/data", "1|true|'x'", NULL},
    {OPERATIONS, 143, OPERATION "2/data", NULL, OPERATION "2"},
    {OPERATIONS, 143, OPERATION "6/data", "null|{}|1|true|'x'", NULL},
    {OPERATIONS, 143, OPERATION "6/data", NULL, OPERATION "6"},
    {OPERATIONS, 144, OPERATION "2/ref/lid", "'none'|''", NULL},
    {OPERATIONS, 144, OPERATION "2/data/1/type", "'others'", OPERATION "2/data/1/lid"},
    {OPERATIONS, 144, OPERATION "0/data/relationships/next/data", "{'type':'things','lid':'new'}",
     OPERATION "0/data/relationships/next/data/lid"},
    {OPERATIONS, 144, OPERATION "5/data/lid", "'new'", NULL},
    {RESULTS, 146, "/atomic:results/0", "null|" OTHER_KINDS, NULL},
    {RESULTS, 146, "/atomic:results/0/data", "1|true|'x'", NULL},
    {RESULTS, 5, "/atomic:results/0/op", "'add'", NULL},
    {RESULTS, 7, "/atomic:results/3/data/0", "null|1|'x'|[]", NULL},
    {RESULTS, 15, "/atomic:results/0/data/id", NULL, "/atomic:results/0/data"},
    {RESULTS, 19, "/atomic:results/0/data/relationships/next/data", "{'type':'a','lid':'1'}", NULL},
    {RESULTS, 47, "/atomic:results/0/meta", "null|" OTHER_KINDS, NULL},
};

/** Consequences of a fault: findings of another rule. In `where`, '*' is any number. All other
 *  findings are errors of the validator. */
static const struct consequence {
    base_kind base;
    unsigned rule;
    const char *at;
    unsigned also;
    const char *where;
} consequences[] = {
    /* The chain of linkage is broken, because it contains a wrong identifier or none. */
    {COMPOUND, 7, "%d", 38, "/included/*"},
    {COMPOUND, 15, "%r/type", 38, "/included/*"},
    {COMPOUND, 15, "%r/id", 38, "/included/*"},
    {COMPOUND, 16, "%r/id", 38, "/included/*"},
    {COMPOUND, 16, "%r/type", 38, "/included/*"},
    {COMPOUND, 22, "%r/type", 38, "/included/*"},
    {COMPOUND, 27, "%r/relationships", 38, "/included/*"},
    {COMPOUND, 37, "%i", 38, "/included/*"},
    /* The number 1 equals the id "1" of another resource. */
    {COMPOUND, 16, "%r/id", 40, "/data/*"},
    {COMPOUND, 16, "%r/id", 40, "/included/*"},
    /* A resource without a type is not the linked resource. */
    {NEW, 15, "/data/type", 18, "/data/relationships/own/data/lid"},
    /* This name gets two warnings. */
    {COMPOUND, 26, "%r/attributes/next_id", 64, "%r/attributes/next_id"},
};

/** The values that were chosen at random for one fault. */
typedef struct drawn_places {
    char resource[32], included[32], linkage[96], error[32], element[32];
} drawn_places;

static drawn_places draw(const base_document *base, uint64_t *seed) {
    drawn_places drawn = {{0}, {0}, {0}, {0}, {0}};
    size_t total = base->primary + base->included;
    size_t number = random_below(seed, total ? total : 1);
    snprintf(
        drawn.element, sizeof drawn.element, "/data/%zu",
        random_below(seed, base->primary ? base->primary : 1)
    );
    snprintf(
        drawn.included, sizeof drawn.included, "/included/%zu",
        random_below(seed, base->included ? base->included : 1)
    );
    if (number < base->primary) {
        snprintf(drawn.resource, sizeof drawn.resource, "/data/%zu", number);
    } else {
        snprintf(drawn.resource, sizeof drawn.resource, "/included/%zu", number - base->primary);
    }
    static const char *const linkages[] = {"next/data", "many/data/0", "many/data/1"};
    snprintf(
        drawn.linkage, sizeof drawn.linkage, "%s/relationships/%s", drawn.resource,
        linkages[random_below(seed, COUNT(linkages))]
    );
    snprintf(
        drawn.error, sizeof drawn.error, "/errors/%zu",
        random_below(seed, base->errors ? base->errors : 1)
    );
    return drawn;
}

static void expand(char *text, size_t size, const char *pattern, const drawn_places *drawn) {
    const char *place = "";
    if (pattern[0] == '%') {
        place = pattern[1] == 'r'   ? drawn->resource
                : pattern[1] == 'i' ? drawn->included
                : pattern[1] == 'l' ? drawn->linkage
                : pattern[1] == 'e' ? drawn->error
                                    : drawn->element;
        pattern += 2;
    }
    snprintf(text, size, "%s%s", place, pattern);
}

/** Chooses one of the values between bars, and changes each ' to ". */
static void choose(char *text, size_t size, const char *values, uint64_t *seed) {
    size_t count = 1;
    for (const char *bar = strchr(values, '|'); bar; bar = strchr(bar + 1, '|')) {
        count++;
    }
    for (size_t skip = random_below(seed, count); skip; skip--) {
        values = strchr(values, '|') + 1;
    }
    size_t length = 0;
    for (; values[length] && values[length] != '|' && length + 1 < size; length++) {
        text[length] = values[length] == '\'' ? '"' : values[length];
    }
    text[length] = '\0';
}

/** Inserts the fault into the tree. Returns false when that failed. */
static bool put_in(
    vox_tree *tree, const fault_row *fault, const drawn_places *drawn, char found[256],
    uint64_t *seed
) {
    char at[256], value[256];
    vox_node *root = vox_tree_root(tree), *written = NULL;
    expand(at, sizeof at, fault->at, drawn);
    if (!fault->values) {
        if (!CHECK_OK(vox_node_remove(tree, document_at(tree, at)))) {
            return false;
        }
    } else {
        vox_string json;
        if (strncmp(fault->values, "COPY", 4) == 0) {
            bool primary = fault->values[4] != '\0';
            const char *copied = primary ? drawn->element : drawn->resource;
            json = vox_node_source(tree, document_at(tree, copied));
        } else {
            choose(value, sizeof value, fault->values, seed);
            json = vox_string_from_c(value);
        }
        if (!CHECK_OK(vox_pointer_set(
                tree, root, vox_string_from_c(at), vox_value_json(json), &written, NULL
            ))) {
            return false;
        }
    }
    if (fault->found) {
        expand(found, 256, fault->found, drawn);
    } else {
        size_t length = vox_pointer_write(tree, written, found, 255);
        found[length] = '\0';
    }
    return true;
}

/** Removes TWICE from the text. Returns true when it was there. */
static bool repeat_name(vox_buffer *buffer) {
    char *mark = memmem(buffer->bytes, buffer->length, "TWICE", 5);
    if (mark) {
        buffer->length -= 5;
        memmove(mark, mark + 5, buffer->length - (size_t)(mark - buffer->bytes));
    }
    return mark;
}

/** Compares a pointer with a pattern. `number` receives the number that matches '*'. */
static bool matches(const char *pointer, const char *pattern, size_t *number) {
    const char *star = strchr(pattern, '*');
    if (!star) {
        return strcmp(pointer, pattern) == 0;
    }
    size_t before = (size_t)(star - pattern);
    char *end = NULL;
    if (strncmp(pointer, pattern, before) != 0) {
        return false;
    }
    *number = strtoul(pointer + before, &end, 10);
    return end != pointer + before && strcmp(end, star + 1) == 0;
}

/** The findings of one document: how many are the fault, and how many are neither the fault nor
 *  a consequence. */
typedef struct search {
    vox_tree *tree;
    const fault_row *fault;
    const drawn_places *drawn;
    const char *pointer;
    size_t hits, unexplained;
    uint64_t unlinked; /* the included resources that were reported as not linked, one bit each */
} search;

static bool is_explained(search *self, const vox_finding *finding, const char *pointer) {
    for (size_t index = 0; index < COUNT(consequences); index++) {
        const struct consequence *row = &consequences[index];
        char where[256];
        size_t number = 0, broken = 0;
        expand(where, sizeof where, row->where, self->drawn);
        if (row->base != self->fault->base || row->rule != self->fault->rule ||
            strcmp(row->at, self->fault->at) != 0 || row->also != finding->rule ||
            !matches(pointer, where, &number)) {
            continue;
        }
        if (row->also == 38) {
            /* Only after the broken link, and only once for each resource. */
            uint64_t bit = UINT64_C(1) << (number % 64);
            bool again = self->unlinked & bit;
            self->unlinked |= bit;
            sscanf(self->pointer, "/included/%zu", &broken);
            return number >= broken && !again;
        }
        return true;
    }
    return false;
}

static int look(void *context, const vox_finding *finding) {
    search *self = context;
    char pointer[512];
    size_t length = vox_pointer_write(self->tree, finding->node, pointer, sizeof pointer - 1);
    pointer[length] = '\0';
    if (finding->rule == self->fault->rule && strcmp(pointer, self->pointer) == 0) {
        self->hits++;
    } else if (!is_explained(self, finding, pointer)) {
        self->unexplained++;
        printf("    not explained: rule %u at %s\n", finding->rule, pointer);
    }
    return 0;
}

static void check_findings(search self, const vox_validation *options) {
    CHECK_OK(vox_validate(self.tree, options, (vox_finding_sink){look, &self}));
    CHECK_SIZE(self.hits, 1);
    CHECK_SIZE(self.unexplained, 0);
}

/** Looks for an error at this pointer. */
typedef struct refusal {
    vox_tree *tree;
    const char *pointer;
    bool reported;
} refusal;

static int look_for_refusal(void *context, const vox_finding *finding) {
    refusal *self = context;
    char pointer[512];
    size_t length = vox_pointer_write(self->tree, finding->node, pointer, sizeof pointer - 1);
    pointer[length] = '\0';
    self->reported = self->reported || (finding->severity == VOX_SEVERITY_ERROR &&
                                        strcmp(pointer, self->pointer) == 0);
    return 0;
}

/** If vox_document_check refuses a document, the validator reports an error at that pointer. */
static void check_readers(vox_tree *tree) {
    for (int reading = VOX_READING_STRICT; reading <= VOX_READING_LENIENT; reading++) {
        const vox_validation options = {.lenient = reading == VOX_READING_LENIENT};
        vox_error error;
        if (vox_document_check(
                tree, VOX_PRIMARY_ANY, LITERAL(""), (vox_reading)reading, NULL, &error
            ) != VOX_OK) {
            refusal self = {tree, error.pointer, false};
            CHECK_OK(vox_validate(tree, &options, (vox_finding_sink){look_for_refusal, &self}));
            CHECK(self.reported);
        }
    }
}

static void try_fault(const fault_row *fault, uint64_t *seed, base_document *base) {
    valid_document(base, fault->base, seed);
    vox_tree *tree = validation_document(base->text);
    const vox_validation options = {.profile = valid_profiles[fault->base]};
    if (!tree || !CHECK_SIZE(validation_run(tree, &options).count, 0)) {
        vox_tree_free(tree);
        return;
    }
    drawn_places drawn = draw(base, seed);
    char found[256];
    if (put_in(tree, fault, &drawn, found, seed)) {
        /* Check the edited tree, and a tree that is read from its text. */
        vox_buffer buffer = document_write(tree, vox_tree_root(tree), VOX_STYLE_COMPACT);
        bool repeated = repeat_name(&buffer);
        vox_tree *again = document_parse(buffer_text(&buffer));
        int shown = buffer.length < 150 ? (int)buffer.length : 150;
        check_note("rule %u at %s: %.*s", fault->rule, found, shown, buffer.bytes);
        search self = {.tree = tree, .fault = fault, .drawn = &drawn, .pointer = found};
        if (!repeated) { /* an edit cannot repeat a name */
            check_findings(self, &options);
        }
        self.tree = again;
        if (again) {
            check_findings(self, &options);
            check_readers(again);
        }
        vox_tree_free(again);
        vox_buffer_free(&buffer);
    }
    vox_tree_free(tree);
}

static void single_faults(void) {
    base_document *base = malloc(sizeof *base);
    uint64_t seed = SEED;
    size_t count = check_quick() ? COUNT(faults) : FAULTS;
    for (size_t number = 0; number < count; number++) {
        const fault_row *fault = &faults[number % COUNT(faults)];
        check_note("fault %zu, rule %u at %s", number, fault->rule, fault->at);
        try_fault(fault, &seed, base);
    }
    free(base);
}

/** Every rule has a fault, except the rules that are not about a document alone. */
static void all_rules(void) {
    for (size_t index = 0; vox_rule_at(index); index++) {
        unsigned rule = vox_rule_at(index);
        bool found = rule == 39 || rule == 66 || rule == 80;
        for (size_t row = 0; row < COUNT(faults); row++) {
            found = found || faults[row].rule == rule;
        }
        check_note("rule %u", rule);
        CHECK(found);
    }
}

const check_test validate_mutations_tests[] = {
    CHECK_TEST(single_faults), CHECK_TEST(all_rules), CHECK_END};
