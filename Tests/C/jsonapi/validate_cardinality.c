/* SPDX-License-Identifier: MIT */
/** Linkage must have the form of its relationship, if the caller says which relationships are
 *  to-many and which are to-one. The rows have ' instead of ". */
#include "tests.h"
#include "validation.h"

static const vox_relationship_name many[] = {
    {{"a", 1}, {"tags", 4}}, {{"b", 1}, {"owner", 5}}, {{"7", 1}, {"tags", 4}}};
static const vox_relationship_name one[] = {{{"a", 1}, {"owner", 5}}, {{"", 0}, {"", 0}}};

static const vox_validation known = {
    .to_many = many, .to_many_count = COUNT(many), .to_one = one, .to_one_count = COUNT(one)};

#define LINKING(type, name, linkage)                                                               \
    "{'data':{'type':" type ",'id':'1','relationships':{'" name "':{'data':" linkage "}}}}"
#define B1 "{'type':'b','id':'1'}"

typedef struct form_row {
    bool good;
    const char *pointer, *text;
} form_row;

static void check_rows(const form_row *rows, size_t count, const vox_validation *options) {
    for (size_t index = 0; index < count; index++) {
        validation_check(
            rows[index].text, options, rows[index].good ? 0 : 30, VOX_SEVERITY_ERROR,
            rows[index].pointer
        );
    }
}

static void to_many(void) {
    static const form_row rows[] = {
        {true, "", LINKING("'a'", "tags", "[]")},
        {true, "", LINKING("'a'", "tags", "[" B1 "," B1 "]")},
        {false, "/data/relationships/tags/data", LINKING("'a'", "tags", "null")},
        {false, "/data/relationships/tags/data", LINKING("'a'", "tags", B1)},
        {false, "/data/relationships/tags/data", LINKING("'\\u0061'", "t\\u0061gs", "null")},
        {false, "/data/relationships/owner/data", LINKING("'b'", "owner", "null")},
        /* A value that is not linkage is reported only once. */
        {false, "/data/relationships/tags/data", LINKING("'a'", "tags", "7")},
        {false, "/data/relationships/tags/data/0", LINKING("'a'", "tags", "[null]")},
        /* Relationships without data are not reported, and neither are types and names that the
         * options do not mention. */
        {true, "",
         "{'data':{'type':'a','id':'1','relationships':{'tags':{'links':{'self':'/'}}}}}"},
        {true, "", LINKING("'c'", "tags", "null")},
        {true, "", LINKING("'a'", "tag", "null")},
        {true, "", LINKING("'a'", "tagsOfAll", "null")},
        /* The resource may be anywhere in the document. */
        {false, "/data/1/relationships/tags/data",
         "{'data':[" B1 ",{'type':'a','id':'1','relationships':{'tags':{'data':null}}}]}"},
        {false, "/included/0/relationships/tags/data",
         "{'data':{'type':'c','id':'1','relationships':{'x':{'data':{'type':'a','id':'1'}}}},"
         "'included':[{'type':'a','id':'1','relationships':{'tags':{'data':null}}}]}"},
        /* Linkage of the wrong form still links its resource. */
        {false, "/data/relationships/tags/data",
         "{'data':{'type':'a','id':'1','relationships':{'tags':{'data':" B1 "}}},'included':[" B1
         "]}"},
    };
    check_rows(rows, COUNT(rows), &known);
}

static void to_one(void) {
    static const form_row rows[] = {
        {true, "", LINKING("'a'", "owner", "null")},
        {true, "", LINKING("'a'", "owner", B1)},
        {false, "/data/relationships/owner/data", LINKING("'a'", "owner", "[]")},
        {false, "/data/relationships/owner/data", LINKING("'a'", "owner", "[" B1 "]")},
        {true, "", LINKING("'c'", "owner", "[]")},
    };
    check_rows(rows, COUNT(rows), &known);
}

/** The lenient reading accepts numbers as types, but still reports a wrong form. */
static void leniently(void) {
    static const form_row rows[] = {
        {false, "/data/relationships/tags/data", LINKING("'a'", "tags", "null")},
        {false, "/data/relationships/tags/data", LINKING("7", "tags", "null")},
        {true, "", LINKING("7", "tags", "[]")},
        {true, "", LINKING("8", "tags", "null")},
    };
    vox_validation options = known;
    options.lenient = true;
    check_rows(rows, COUNT(rows), &options);
}

/** Without to-many and to-one relationships in the options, every form is accepted. A resource
 *  without a type is not checked. */
static void nothing_known(void) {
    static const char *const linkages[] = {
        LINKING("'a'", "tags", "null"), LINKING("'a'", "owner", "[]"), LINKING("'a'", "tags", B1)};
    static const vox_validation none = {.to_many = NULL};
    for (size_t index = 0; index < COUNT(linkages); index++) {
        validation_check(linkages[index], &none, 0, VOX_SEVERITY_ERROR, "");
        validation_check(linkages[index], NULL, 0, VOX_SEVERITY_ERROR, "");
    }
    validation_check(
        "{'data':{'id':'1','relationships':{'tags':{'data':null}}}}", &known, 15,
        VOX_SEVERITY_ERROR, "/data"
    );
    /* The document of a relationship does not contain the type of the resource, so its form is
     * not checked. */
    vox_validation relationship = known;
    relationship.profile = VOX_PROFILE_RELATIONSHIP;
    validation_check("{'data':null}", &relationship, 0, VOX_SEVERITY_ERROR, "");
}

const check_test validate_cardinality_tests[] = {
    CHECK_TEST(to_many),       CHECK_TEST(to_one), CHECK_TEST(leniently),
    CHECK_TEST(nothing_known), CHECK_END,
};
