/* SPDX-License-Identifier: MIT */
#include "valid_documents.h"

#include "random.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static void put(base_document *base, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void put(base_document *base, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    base->length += (size_t
    )vsnprintf(base->text + base->length, sizeof base->text - base->length, format, arguments);
    va_end(arguments);
}

static void put_resource(base_document *base, const char *type, size_t id, size_t next) {
    put(base,
        "{'type':'%s','id':'%zu','lid':'l%zu','attributes':{'title':'T "
        "%zu','deep':{'a':[{'b':%zu}],'c':null},"
        "'tags':['x','y']},'relationships':{'next':{'links':{'self':'/%s/%zu/relationships/next',"
        "'related':{'href':'/next'}},'data':{'type':'items','id':'%zu','meta':{'n':1}},"
        "'meta':{}},'many':{'data':[{'type':'items','id':'%zu'},{'type':'items','id':'%zu'}]}},"
        "'links':{'self':{'href':'/%s/%zu','rel':'self','title':'t','type':'text/html',"
        "'hreflang':['de','en-GB'],'describedby':'/d','meta':{}}},'meta':{'any +':{}}}",
        type, id, id, id, id, type, id, next, next, next, type, id);
}

static void put_top(base_document *base) {
    put(base, "{'jsonapi':{'version':'1.1','ext':['https://x.org/e'],'profile':['https://x.org/p'],"
              "'meta':{}},'links':{'self':'/?page[number]=1','next':null},'meta':{'total':1}");
}

/** Writes primary resources that link to the first included resource, which links to the second,
 *  and so on. */
static void put_compound(base_document *base, uint64_t *seed) {
    base->primary = 1 + random_below(seed, 5);
    base->included = 1 + random_below(seed, 12);
    put_top(base);
    put(base, ",'data':[");
    for (size_t number = 0; number < base->primary; number++) {
        put(base, "%s", number ? "," : "");
        put_resource(base, "things", number, 0);
    }
    put(base, "],'included':[");
    for (size_t number = 0; number < base->included; number++) {
        put(base, "%s", number ? "," : "");
        put_resource(base, "items", number, number + 1);
    }
    put(base, "]}");
}

static void put_errors(base_document *base, uint64_t *seed) {
    base->errors = 1 + random_below(seed, 20);
    put_top(base);
    put(base, ",'errors':[");
    for (size_t number = 0; number < base->errors; number++) {
        put(base,
            "%s{'id':'%zu','links':{'about':'/e','type':{'href':'/t'}},'status':'422','code':'c',"
            "'title':'t','detail':'d','source':{'pointer':'/data'},'meta':{}}",
            number ? "," : "", number);
    }
    put(base, "]}");
}

static void put_request(base_document *base, bool new) {
    put_top(base);
    put(base,
        ",'data':{'type':'things',%s'lid':'new','attributes':{'title':'t'},'relationships':"
        "{'next':{'data':null,'links':{'self':'/'}},'many':{'data':[]},"
        "'own':{'data':{'type':'things','lid':'new'}}}}}",
        new ? "" : "'id':'1',");
}

static void put_linkage(base_document *base, uint64_t *seed) {
    base->primary = 1 + random_below(seed, 9);
    put_top(base);
    put(base, ",'data':[");
    for (size_t number = 0; number < base->primary; number++) {
        put(base, "%s{'type':'items','id':'%zu','meta':{}}", number ? "," : "", number);
    }
    put(base, "]}");
}

static void put_atomic_top(base_document *base) {
    put(base, "{'jsonapi':{'version':'1.1','ext':['https://jsonapi.org/ext/atomic',"
              "'https://x.org/e']},'links':{'self':'/operations'},'meta':{'total':1}");
}

/** Writes one operation of each kind, then a random number of operations that create. Operation 0
 *  creates the lid 'new', operations 1 and 2 use it, operation 5 creates without a lid. */
static void put_operations(base_document *base, uint64_t *seed) {
    const size_t more = random_below(seed, 20);
    put_atomic_top(base);
    put(base,
        ",'atomic:operations':["
        "{'op':'add','data':{'type':'things','lid':'new','attributes':{'title':'t'},"
        "'relationships':{'next':{'data':null,'meta':{}}}},'meta':{'n':1}},"
        "{'op':'update','ref':{'type':'things','lid':'new'},'data':{'type':'things','lid':'new',"
        "'attributes':{'title':'u'}}},"
        "{'op':'update','ref':{'type':'things','lid':'new','relationship':'many'},'data':["
        "{'type':'items','id':'1','meta':{}},{'type':'things','lid':'new'}]},"
        "{'op':'remove','ref':{'type':'things','id':'3'}},"
        "{'op':'update','href':'/things/4/relationships/one','data':null},"
        "{'op':'add','data':{'type':'things','id':'5'}},"
        "{'op':'remove','ref':{'type':'things','id':'6','relationship':'many'},'data':["
        "{'type':'items','id':'1'}]}");
    for (size_t number = 0; number < more; number++) {
        put(base,
            ",{'op':'add','href':'/things','data':{'type':'things','lid':'n%zu','relationships':"
            "{'next':{'data':{'type':'things','lid':'new'}}}}}",
            number);
    }
    put(base, "]}");
}

static void put_results(base_document *base, uint64_t *seed) {
    const size_t more = random_below(seed, 20);
    put_atomic_top(base);
    put(base, ",'atomic:results':[{'data':");
    put_resource(base, "things", 1, 1);
    put(base, ",'meta':{'n':1}},{},{'data':null},{'data':[{'type':'items','id':'1'}]}");
    for (size_t number = 0; number < more; number++) {
        put(base, ",{'data':");
        put_resource(base, "things", number / 2, number); /* resources may be repeated */
        put(base, "}");
    }
    put(base, "]}");
}

const vox_profile valid_profiles[] = {
    [COMPOUND] = VOX_PROFILE_RESPONSE,    [ERRORS] = VOX_PROFILE_ANY,
    [NEW] = VOX_PROFILE_CREATE,           [CHANGED] = VOX_PROFILE_UPDATE,
    [LINKAGE] = VOX_PROFILE_RELATIONSHIP, [OPERATIONS] = VOX_PROFILE_OPERATIONS,
    [RESULTS] = VOX_PROFILE_RESULTS,
};

void valid_document(base_document *base, base_kind kind, uint64_t *seed) {
    memset(base, 0, sizeof *base);
    switch (kind) {
    case COMPOUND:
        put_compound(base, seed);
        break;
    case ERRORS:
        put_errors(base, seed);
        break;
    case NEW:
    case CHANGED:
        put_request(base, kind == NEW);
        break;
    case LINKAGE:
        put_linkage(base, seed);
        break;
    case OPERATIONS:
        put_operations(base, seed);
        break;
    case RESULTS:
        put_results(base, seed);
        break;
    }
}
