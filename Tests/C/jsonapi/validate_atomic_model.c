/* SPDX-License-Identifier: MIT */
/** Random documents with operations. A model computes the expected findings from the description
 *  of a document, without reading its text: it compares every lid with every earlier operation. */
#include "comparing.h"
#include "document.h"
#include "random.h"
#include "tests.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define DOCUMENTS 20000
#define MOST_OPERATIONS 8
#define MOST_FINDINGS 256
#define SEED 20261126

/* --- descriptions ----------------------------------------------------------- */

/** An identity: type "a" or "b"; id and lid from "0" to "2", or -1. */
typedef struct identity {
    int type, id, lid;
} identity;

typedef enum code {
    ADD,
    UPDATE,
    REMOVE,
    OTHER,
    NO_CODE
} code;

typedef enum data_kind {
    NO_DATA,
    NULL_DATA,
    TEXT,
    OBJECT,
    LIST
} data_kind;

typedef struct model_operation {
    code code;
    bool has_ref, has_href, has_relationship;
    identity ref;
    data_kind data;
    identity object;  /* the data, if it is an object */
    bool has_linkage; /* of a relationship of the object */
    identity list[2]; /* the data, if it is a list; the linkage is the first one */
    size_t list_count;
} model_operation;

typedef struct model {
    model_operation operations[MOST_OPERATIONS];
    size_t count;
    char expected[MOST_FINDINGS][96], found[MOST_FINDINGS][96];
    size_t expected_count, found_count;
    char text[8192];
    size_t length;
    const vox_tree *tree;
} model;

static identity draw_identity(uint64_t *seed, bool both) {
    identity made = {(int)random_below(seed, 2), -1, -1};
    const size_t form = random_below(seed, 12);
    if (form < 4 || (both && form == 10)) {
        made.id = (int)random_below(seed, 3);
    }
    if ((form >= 4 && form < 10) || (both && form == 10)) {
        made.lid = (int)random_below(seed, 3);
    }
    return made; /* form 11 has neither */
}

static model_operation draw_operation(uint64_t *seed) {
    model_operation made;
    memset(&made, 0, sizeof made);
    const size_t form = random_below(seed, 20);
    made.code = form < 9    ? ADD
                : form < 14 ? UPDATE
                : form < 18 ? REMOVE
                : form < 19 ? OTHER
                            : NO_CODE;
    made.has_ref = random_below(seed, 2) == 0;
    made.has_href = random_below(seed, made.has_ref ? 10 : 3) == 0;
    made.has_relationship = made.has_ref && random_below(seed, 2) == 0;
    made.ref = draw_identity(seed, true);
    made.data = (data_kind)random_below(seed, 5);
    if (random_below(seed, 3)) { /* more often data that fit */
        made.data = made.has_relationship ? LIST : made.code == REMOVE ? NO_DATA : OBJECT;
    }
    made.object = draw_identity(seed, true);
    made.has_linkage = random_below(seed, 2) == 0;
    made.list_count = random_below(seed, 3);
    made.list[0] = draw_identity(seed, false);
    made.list[1] = draw_identity(seed, false);
    return made;
}

/* --- the text --------------------------------------------------------------- */

static void put(model *self, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(model *self, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    self->length += (size_t
    )vsnprintf(self->text + self->length, sizeof self->text - self->length, format, arguments);
    va_end(arguments);
}

static void put_identity(model *self, const identity *made) {
    put(self, "{\"type\":\"%c\"", 'a' + made->type);
    if (made->id >= 0) {
        put(self, ",\"id\":\"%d\"", made->id);
    }
    if (made->lid >= 0) {
        put(self, ",\"lid\":\"%d\"", made->lid);
    }
}

static void put_data(model *self, const model_operation *operation) {
    switch (operation->data) {
    case NO_DATA:
        break;
    case NULL_DATA:
        put(self, ",\"data\":null");
        break;
    case TEXT:
        put(self, ",\"data\":\"a\"");
        break;
    case OBJECT:
        put(self, ",\"data\":");
        put_identity(self, &operation->object);
        /* The identifier of a relationship has no relationships. */
        if (operation->has_linkage && !operation->has_relationship) {
            put(self, ",\"relationships\":{\"r\":{\"data\":");
            put_identity(self, &operation->list[0]);
            put(self, "}}}");
        }
        put(self, "}");
        break;
    case LIST:
        put(self, ",\"data\":[");
        for (size_t index = 0; index < operation->list_count; index++) {
            put(self, index ? "," : "");
            put_identity(self, &operation->list[index]);
            put(self, "}");
        }
        put(self, "]");
        break;
    }
}

static void put_document(model *self) {
    static const char *const codes[] = {"add", "update", "remove", "replace"};
    put(self, "{\"atomic:operations\":[");
    for (size_t index = 0; index < self->count; index++) {
        const model_operation *operation = &self->operations[index];
        put(self, "%s{\"meta\":{}", index ? ", " : "");
        if (operation->code != NO_CODE) {
            put(self, ",\"op\":\"%s\"", codes[operation->code]);
        }
        if (operation->has_ref) {
            put(self, ",\"ref\":");
            put_identity(self, &operation->ref);
            put(self, "%s}", operation->has_relationship ? ",\"relationship\":\"r\"" : "");
        }
        put(self, "%s", operation->has_href ? ",\"href\":\"/x\"" : "");
        put_data(self, operation);
        put(self, "}");
    }
    put(self, "]}");
}

/* --- what is expected ------------------------------------------------------- */

static void expect(model *self, unsigned rule, size_t at, const char *rest) {
    if (CHECK(self->expected_count < MOST_FINDINGS)) {
        snprintf(
            self->expected[self->expected_count++], sizeof self->expected[0],
            "%u /atomic:operations/%zu%s", rule, at, rest
        );
    }
}

/** True when data of this kind have a resource that is created. */
static bool creates(const model_operation *operation, bool certain) {
    const bool is_code = operation->code == ADD ||
                         (!certain && (operation->code == OTHER || operation->code == NO_CODE));
    const bool is_linkage = operation->code == ADD && operation->has_relationship;
    return is_code && !is_linkage && operation->data == OBJECT && operation->object.lid >= 0;
}

static bool same_lid(const identity *left, const identity *right) {
    return left->type == right->type && left->lid == right->lid;
}

/** Returns the earlier operation that creates this lid, or NULL. */
static const model_operation *creator(const model *self, size_t before, const identity *used) {
    for (size_t index = 0; index < before; index++) {
        const model_operation *earlier = &self->operations[index];
        if (creates(earlier, false) && same_lid(&earlier->object, used)) {
            return earlier;
        }
    }
    return NULL;
}

static void expect_use(model *self, size_t at, const identity *used, const char *rest) {
    char lid[64];
    snprintf(lid, sizeof lid, "%s/lid", rest);
    const model_operation *earlier = used->lid >= 0 ? creator(self, at, used) : NULL;
    if (used->lid >= 0 && used->id < 0 && !earlier) {
        expect(self, 144, at, lid);
    }
    if (used->lid >= 0 && used->id >= 0 && earlier && earlier->object.id >= 0 &&
        earlier->object.id != used->id) {
        expect(self, 18, at, lid);
    }
}

static void expect_identifier(model *self, size_t at, const identity *used, const char *rest) {
    if (used->id < 0 && used->lid < 0) {
        expect(self, 19, at, rest);
    }
    expect_use(self, at, used, rest);
}

static void expect_linkage(model *self, size_t at, const model_operation *operation) {
    for (size_t index = 0; operation->data == LIST && index < operation->list_count; index++) {
        expect_identifier(self, at, &operation->list[index], index ? "/data/1" : "/data/0");
    }
    if (operation->data == OBJECT) {
        expect_identifier(self, at, &operation->object, "/data");
    }
}

static void expect_fields(model *self, size_t at, const model_operation *operation) {
    if (operation->has_linkage && !operation->has_relationship) {
        expect_identifier(self, at, &operation->list[0], "/data/relationships/r/data");
    }
}

static void expect_add(model *self, size_t at, const model_operation *operation) {
    const char *data = operation->data == NO_DATA ? "" : "/data";
    const bool is_list = operation->data == LIST;
    if (operation->has_relationship) {
        if (is_list) {
            expect_linkage(self, at, operation);
        } else {
            expect(self, 143, at, data);
        }
        return;
    }
    if (operation->has_href && !operation->has_ref && is_list) {
        expect_linkage(self, at, operation);
        return;
    }
    if (operation->has_ref) {
        expect(self, 140, at, "/ref");
    }
    if (operation->data != OBJECT) {
        expect(self, 140, at, data);
        return;
    }
    expect_fields(self, at, operation);
    if (operation->object.lid >= 0 && creator(self, at, &operation->object)) {
        expect(self, 144, at, "/data/lid");
    }
}

static bool is_other(const identity *ref, const identity *data) {
    if ((ref->id < 0 && ref->lid < 0) || (data->id < 0 && data->lid < 0)) {
        return false; /* one of them is not known */
    }
    const bool by_id = ref->id >= 0 && data->id >= 0, by_lid = ref->id < 0 && data->id < 0;
    return ref->type != data->type || (by_id && ref->id != data->id) ||
           (by_lid && ref->lid != data->lid);
}

static void expect_update(model *self, size_t at, const model_operation *operation) {
    const char *data = operation->data == NO_DATA ? "" : "/data";
    const bool is_linkage = operation->data == NULL_DATA || operation->data == LIST;
    if (operation->has_relationship) {
        if (is_linkage || operation->data == OBJECT) {
            expect_linkage(self, at, operation);
        } else {
            expect(self, 143, at, data);
        }
    } else if (operation->has_href && !operation->has_ref && is_linkage) {
        expect_linkage(self, at, operation);
    } else if (operation->data != OBJECT) {
        expect(self, 141, at, data);
    } else {
        expect_fields(self, at, operation);
        if (operation->object.id < 0) {
            if (operation->object.lid < 0) {
                expect(self, 141, at, "/data");
            }
            expect_use(self, at, &operation->object, "/data");
        }
        if (operation->has_ref && is_other(&operation->ref, &operation->object)) {
            expect(self, 141, at, "/data");
        }
    }
}

static void expect_remove(model *self, size_t at, const model_operation *operation) {
    const bool is_list = operation->data == LIST;
    if (!operation->has_ref && !operation->has_href) {
        expect(self, 142, at, "");
    } else if (operation->has_relationship) {
        if (is_list) {
            expect_linkage(self, at, operation);
        } else {
            expect(self, 143, at, operation->data == NO_DATA ? "" : "/data");
        }
    } else if (!operation->has_ref && is_list) {
        expect_linkage(self, at, operation);
    } else if (operation->data != NO_DATA) {
        expect(self, 142, at, "/data");
    }
}

static void expect_operation(model *self, size_t at) {
    const model_operation *operation = &self->operations[at];
    if (operation->has_ref) {
        if ((operation->ref.id < 0) == (operation->ref.lid < 0)) {
            expect(self, 139, at, "/ref");
        }
        expect_use(self, at, &operation->ref, "/ref");
    }
    if (operation->has_ref && operation->has_href) {
        expect(self, 139, at, "/href");
    }
    switch (operation->code) {
    case ADD:
        expect_add(self, at, operation);
        break;
    case UPDATE:
        expect_update(self, at, operation);
        break;
    case REMOVE:
        expect_remove(self, at, operation);
        break;
    case OTHER:
    case NO_CODE:
        expect(self, 138, at, operation->code == OTHER ? "/op" : "");
        if (operation->data == OBJECT) {
            expect_fields(self, at, operation);
        }
        break;
    }
}

/* --- the comparison --------------------------------------------------------- */

static int receive(void *context, const vox_finding *finding) {
    model *self = context;
    char pointer[96];
    const size_t length = vox_pointer_write(self->tree, finding->node, pointer, sizeof pointer);
    if (!CHECK(length < sizeof pointer && self->found_count < MOST_FINDINGS)) {
        return 1;
    }
    CHECK(finding->severity == VOX_SEVERITY_ERROR);
    snprintf(
        self->found[self->found_count++], sizeof self->found[0], "%u %.*s", finding->rule,
        (int)length, pointer
    );
    return 0;
}

static int compare(const void *left, const void *right) {
    return strcmp(left, right);
}

static void check_tree(model *self, const vox_tree *tree) {
    const vox_validation options = {.profile = VOX_PROFILE_OPERATIONS};
    self->found_count = 0;
    self->tree = tree;
    CHECK_OK(vox_validate((vox_tree *)(uintptr_t)tree, &options, (vox_finding_sink){receive, self})
    );
    qsort(self->found, self->found_count, sizeof self->found[0], compare);
    CHECK_SIZE(self->found_count, self->expected_count);
    for (size_t index = 0; index < self->found_count && index < self->expected_count; index++) {
        CHECK_TEXT(vox_string_from_c(self->found[index]), self->expected[index]);
    }
}

/** The validator finds what the model expects, whether a document is read at once or lazily. */
static void random_operations(void) {
    model *self = malloc(sizeof *self);
    const size_t documents = check_quick() ? DOCUMENTS / 20 : DOCUMENTS;
    size_t valid = 0;
    for (size_t number = 0; number < documents; number++) {
        uint64_t seed = SEED + number;
        memset(self, 0, sizeof *self);
        self->count = 1 + random_below(&seed, MOST_OPERATIONS);
        for (size_t index = 0; index < self->count; index++) {
            self->operations[index] = draw_operation(&seed);
        }
        put_document(self);
        for (size_t index = 0; index < self->count; index++) {
            expect_operation(self, index);
        }
        qsort(self->expected, self->expected_count, sizeof self->expected[0], compare);
        valid += self->expected_count == 0;
        check_note("seed %zu: %.220s", (size_t)SEED + number, self->text);
        for (int mode = VOX_MODE_EAGER; mode <= VOX_MODE_LAZY; mode++) {
            reading read = read_as(
                (vox_string){self->text, self->length}, (vox_mode)mode, 0, false
            );
            if (CHECK_OK(read.status)) {
                check_tree(self, read.tree);
            }
            vox_tree_free(read.tree);
        }
    }
    check_note("%zu of %zu documents are valid", valid, documents);
    CHECK(valid > documents / 50);
    check_note(NULL);
    free(self);
}

const check_test validate_atomic_model_tests[] = {
    CHECK_LINES(random_operations, "JA-139 JA-140 JA-141 JA-142 JA-143 JA-144"),
    CHECK_END,
};
