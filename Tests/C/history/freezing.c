/* SPDX-License-Identifier: MIT */
/** Frozen trees: which calls they refuse, what stays the same, and many threads that read one
 *  tree. These tests also run with the thread sanitizer (make sanitize-thread). */
#include "document.h"
#include "page_allocator.h"
#include "tests.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

/* --- a document with something of everything --------------------------------- */

/** Numbers of children around the number from which on containers have an index. */
#define SMALLEST 13
#define LARGEST 20

static size_t put_containers(char *json) {
    size_t length = 0;
    for (int count = SMALLEST; count <= LARGEST; count++) {
        length += (size_t)sprintf(json + length, "\"array%d\":[", count);
        for (int child = 0; child < count; child++) {
            length += (size_t)sprintf(json + length, "%s%d", child ? "," : "", child);
        }
        length += (size_t)sprintf(json + length, "],\"object%d\":{", count);
        for (int child = 0; child < count; child++) {
            length += (size_t)sprintf(json + length, "%s\"m%d\":{}", child ? "," : "", child);
        }
        /* The same object with a repeated name. */
        length += (size_t)sprintf(json + length, "},\"twice%d\":{", count);
        for (int child = 0; child < count; child++) {
            length += (size_t
            )sprintf(json + length, "%s\"m%d\":%d", child ? "," : "", child % (count - 1), child);
        }
        length += (size_t)sprintf(json + length, "},");
    }
    return length;
}

static size_t put_resources(char *json, const char *list, const char *type) {
    size_t length = (size_t)sprintf(json, "\"%s\":[", list);
    for (int number = 0; number < 40; number++) {
        length += (size_t)sprintf(
            json + length,
            "%s {\"type\":\"%s\",\"%s\":\"%d\",\"attributes\":{\"n\":%d.5e1,\"t\":\"\\u00e9 %d\"},"
            "\"relationships\":{\"next\":{\"data\":{\"type\":\"b\",\"id\":\"%d\"}}}}",
            number ? "," : "", type, number % 7 ? "id" : "lid", number, number, number, number + 1
        );
    }
    return length + (size_t)sprintf(json + length, "]");
}

static vox_tree *make_tree(const vox_options *options) {
    static char json[65536]; /* too large for the stack; written before threads start */
    vox_tree *tree = NULL;
    size_t length = (size_t)sprintf(json, "\xEF\xBB\xBF { \"empty\": [{}, [], \"\"],");
    length += put_containers(json + length);
    length += put_resources(json + length, "data", "a");
    length += (size_t)sprintf(json + length, ", ");
    length += put_resources(json + length, "included", "b");
    length += (size_t)sprintf(json + length, "}\n");
    CHECK_OK(vox_tree_parse(json, length, options, &tree, NULL));
    return tree;
}

/** Makes edits that leave stale entries in every index, changed nodes, and detached nodes.
 *  Returns a removed object that the test also reads. */
static vox_node *edit_tree(vox_tree *tree) {
    vox_node *found, *removed = document_at(tree, "/twice20");
    vox_tree *baseline;
    CHECK_OK(vox_resource_find(tree, LITERAL("b"), LITERAL("5"), &found));
    CHECK_OK(vox_node_remove(tree, found));
    CHECK_OK(vox_node_set(
        tree, document_at(tree, "/data/9/id"), vox_value_string(LITERAL("a new and longer id"))
    ));
    CHECK_OK(vox_node_set(
        tree, document_at(tree, "/data/3"), vox_value_copy(tree, document_at(tree, "/included/3"))
    ));
    CHECK_OK(vox_baseline(tree, document_at(tree, "/data/9"), &baseline));
    CHECK_OK(vox_node_remove(tree, document_at(tree, "/array20/2")));
    CHECK_OK(vox_array_append(
        tree, document_at(tree, "/array19"),
        vox_value_json(LITERAL("{\"a\":[1,[2]],\"a\":\"\\n\"}")), NULL
    ));
    CHECK_OK(vox_node_remove(tree, removed));
    return removed;
}

/* --- reading everything -------------------------------------------------------- */

/** A hash of everything that was read, and the number of values. */
typedef struct digest {
    uint64_t value;
    size_t count;
} digest;

static void add(digest *sum, const void *bytes, size_t length) {
    for (size_t offset = 0; offset < length; offset++) {
        sum->value = (sum->value ^ ((const unsigned char *)bytes)[offset]) *
                     UINT64_C(0x100000001b3);
    }
    sum->count++;
}

static void add_text(digest *sum, vox_string text) {
    add(sum, text.bytes, text.length);
}

static void add_number(digest *sum, size_t number) {
    add(sum, &number, sizeof number);
}

static int write_sink(void *context, const char *bytes, size_t length) {
    add(context, bytes, length);
    return 0;
}

static int finding_sink(void *context, const vox_finding *finding) {
    add_number(context, finding->rule);
    return 0;
}

static int difference_sink(void *context, vox_difference difference) {
    add_number(context, vox_node_offset(difference.after));
    return 0;
}

static bool read_value(digest *sum, vox_tree *tree, const vox_node *node) {
    double real = 0;
    int64_t integer = 0;
    char pointer[128];
    vox_node *found = NULL;
    size_t length = vox_pointer_write(tree, node, pointer, sizeof pointer);
    bool sound = true;
    add_number(sum, vox_node_kind(node));
    add_number(sum, vox_node_offset(node));
    add_number(sum, vox_node_changed(node));
    add_number(sum, vox_node_index(tree, node));
    add_number(sum, vox_node_double(tree, node, &real));
    add_number(sum, vox_node_int64(tree, node, &integer));
    add_text(sum, vox_node_name(tree, node));
    add_text(sum, vox_node_text(tree, node));
    add_text(sum, vox_node_source(tree, node));
    if (vox_node_attached(tree, node)) {
        vox_string text = {pointer, length};
        sound = vox_pointer_get(tree, vox_tree_root(tree), text, &found, NULL) == VOX_OK &&
                found == node;
    }
    if (vox_node_kind(node) == VOX_ARRAY) {
        for (size_t index = 0; index <= vox_node_count(tree, node); index++) {
            const vox_node *element = vox_array_get(tree, node, index);
            sound = sound && (!element || vox_node_index(tree, element) == index);
        }
    }
    if (vox_node_kind(node) == VOX_OBJECT) {
        const vox_node *member = vox_node_last(tree, node);
        for (; member; member = vox_node_previous(tree, member)) {
            vox_string name = vox_node_name(tree, member);
            sound = sound && vox_object_get(tree, node, name) == member;
        }
        sound = sound && !vox_object_get(tree, node, LITERAL("no such member"));
        add_number(sum, vox_resource_resolve(tree, node, &found));
    }
    return sound;
}

/** Reads all values below a node. Returns false when two results contradict each other. */
static bool read_below(digest *sum, vox_tree *tree, const vox_node *top) {
    const vox_node *node = top;
    bool sound = true;
    while (node) {
        sound = read_value(sum, tree, node) && sound;
        const vox_node *next = vox_node_first(tree, node);
        while (!next && node != top) {
            next = vox_node_next(tree, node);
            node = next ? node : vox_node_parent(tree, node);
        }
        node = next;
    }
    return sound;
}

/** Calls every function that reads. Equal trees give equal digests. */
static bool read_everything(digest *sum, vox_tree *tree, const vox_node *removed) {
    vox_node *root = vox_tree_root(tree), *found;
    vox_tree *copy = NULL, *baseline = NULL;
    bool equal = false, sound = read_below(sum, tree, root) && read_below(sum, tree, removed);
    for (int number = 0; number < 45; number++) {
        char id[16];
        snprintf(id, sizeof id, "%d", number);
        for (int type = 'a'; type <= 'c'; type++) {
            vox_string name = {type == 'a' ? "a" : type == 'b' ? "b" : "c", 1};
            add_number(sum, vox_resource_find(tree, name, vox_string_from_c(id), &found));
            add_number(sum, vox_node_offset(found));
            add_number(sum, vox_resource_find_local(tree, name, vox_string_from_c(id), &found));
            add_number(sum, vox_node_offset(found));
        }
    }
    for (int style = VOX_STYLE_PRESERVE; style <= VOX_STYLE_SORTED; style++) {
        vox_sink sink = {write_sink, sum};
        sound = vox_write(tree, root, (vox_style)style, sink) == VOX_OK && sound;
        sound = vox_write(tree, removed, (vox_style)style, sink) == VOX_OK && sound;
    }
    vox_finding_sink findings = {finding_sink, sum};
    sound = vox_validate(tree, NULL, findings) == VOX_OK && sound;
    vox_error error = {0};
    add_number(
        sum, vox_document_check(
                 tree, VOX_PRIMARY_MANY, vox_string_from_c(""), VOX_READING_STANDARD, NULL, &error
             )
    );
    sound = vox_tree_copy(tree, root, &copy) == VOX_OK && sound;
    sound = vox_node_equal(tree, root, copy, vox_tree_root(copy), &equal) == VOX_OK && equal &&
            sound;
    vox_tree_free(copy);
    /* Find the resource by its position, because its id was changed. */
    (void)vox_pointer_get(tree, root, LITERAL("/data/9"), &found, NULL);
    sound = vox_baseline(tree, found, &baseline) == VOX_OK && baseline && sound;
    vox_difference_sink differences = {difference_sink, sum};
    sound = vox_diff(baseline, vox_tree_root(baseline), tree, found, differences) == VOX_OK &&
            sound;
    sound = read_below(sum, baseline, vox_tree_root(baseline)) && sound;
    add_text(sum, vox_tree_source(tree));
    add_number(sum, vox_tree_memory(tree).nodes);
    return sound;
}

/* --- one thread ------------------------------------------------------------------ */

static void reads_the_same_and_writes_nothing(void) {
    vox_options options = document_options();
    vox_tree *tree = make_tree(&options), *fresh = make_tree(&options);
    vox_node *removed = edit_tree(tree), *also = edit_tree(fresh);
    digest before = {0, 0}, after = {0, 0};
    CHECK(read_everything(&before, tree, removed));
    CHECK(!vox_tree_frozen(tree));
    CHECK_OK(vox_tree_freeze(tree));
    CHECK(vox_tree_frozen(tree));
    CHECK_OK(vox_tree_freeze(tree));
    CHECK(read_everything(&after, tree, removed));
    CHECK(before.value == after.value && before.count == after.count);

    /* This tree was frozen before it was read, so reading must allocate nothing. */
    CHECK_OK(vox_tree_freeze(fresh));
    size_t bytes = check_memory.bytes, blocks = check_memory.blocks;
    digest first = {0, 0};
    CHECK(read_everything(&first, fresh, also));
    CHECK(first.value == before.value && first.count == before.count);
    CHECK_SIZE(check_memory.bytes, bytes);
    CHECK_SIZE(check_memory.blocks, blocks);
    vox_tree_free(tree);
    vox_tree_free(fresh);
}

/* --- memory that refuses to be written --------------------------------------------- */

typedef struct protected_reading {
    vox_tree *tree;
    const vox_node *removed;
    digest sum;
} protected_reading;

static void read_protected(void *context) {
    protected_reading *all = context;
    CHECK(read_everything(&all->sum, all->tree, all->removed));
    vox_document_report report;
    vox_error error;
    vox_node *found = NULL;
    vox_tree *baseline = NULL;
    vox_tree *tree = all->tree;
    vox_node *root = vox_tree_root(tree);
    for (int reading = VOX_READING_STRICT; reading <= VOX_READING_LENIENT; reading++) {
        vox_document_check(
            tree, VOX_PRIMARY_ANY, LITERAL(""), (vox_reading)reading, &report, &error
        );
    }
    CHECK_STATUS(vox_resource_find(tree, LITERAL("none"), LITERAL("1"), &found), VOX_ERROR_MISSING);
    CHECK_OK(vox_tree_materialize(tree, &error));
    CHECK_OK(vox_tree_failure(tree, &error));
    CHECK_OK(vox_tree_freeze(tree));
    CHECK_STATUS(vox_baseline(tree, root, &baseline), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_node_set(tree, root, vox_value_null()), VOX_ERROR_FROZEN);
}

/** No function that reads a frozen tree writes to its memory. The tree may have been read
 *  eagerly or lazily, and may have been used before it was frozen. */
static void no_read_writes(void) {
    static page_allocator pages;
    for (int row = 0; row < 4; row++) {
        vox_options options = document_options();
        protected_reading all = {.sum = {0, 0}};
        digest before = {0, 0};
        options.allocator = page_allocator_interface(&pages);
        options.mode = row & 1 ? VOX_MODE_LAZY : VOX_MODE_EAGER;
        check_note("row %d", row);
        all.tree = make_tree(&options);
        if (!CHECK(all.tree != NULL)) {
            return;
        }
        all.removed = edit_tree(all.tree);
        if (row & 2) {
            CHECK(read_everything(&before, all.tree, all.removed));
        }
        CHECK_OK(vox_tree_freeze(all.tree));
        page_allocator_protect(&pages, true);
        CHECK(page_allocator_try(read_protected, &all));
        page_allocator_protect(&pages, false);
        CHECK(!(row & 2) || before.value == all.sum.value);
        vox_tree_free(all.tree);
        CHECK_SIZE(pages.count, 0);
    }
}

/** Documents without resources, without members, or without a container. */
static void small_documents(void) {
    static const char *const texts[] = {"null", "[]", "{}", "[1,2]", "{\"data\":null}", "\"x\""};
    for (size_t index = 0; index < COUNT(texts); index++) {
        vox_node *found;
        vox_tree *tree = document_from_c(texts[index]);
        CHECK_OK(vox_tree_freeze(tree));
        size_t blocks = check_memory.blocks;
        CHECK_STATUS(
            vox_resource_find(tree, LITERAL("a"), LITERAL("1"), &found), VOX_ERROR_MISSING
        );
        CHECK_SIZE(check_memory.blocks, blocks);
        CHECK_WRITES(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, texts[index]);
        vox_tree_free(tree);
    }
    vox_tree *tree = document_new();
    CHECK_OK(vox_tree_freeze(tree));
    CHECK_STATUS(vox_node_set(tree, vox_tree_root(tree), vox_value_null()), VOX_ERROR_FROZEN);
    vox_tree_free(tree);
}

static void refuses_every_edit(void) {
    static const char text[] = " {\"a\": [1, 2], \"b\": {\"c\": \"\\u0061\"}, \"d\": 1 } ";
    vox_tree *tree = document_from_c(text), *other = document_from_c("[5]");
    vox_node *root = vox_tree_root(tree), *array = document_at(tree, "/a"), *made = root;
    vox_node *loose = NULL;
    CHECK_OK(vox_node_new(tree, vox_value_object(), &loose));
    CHECK_OK(vox_tree_freeze(tree));
    vox_value one = vox_value_int64(1);

    CHECK_STATUS(vox_node_new(tree, one, &made), VOX_ERROR_FROZEN);
    CHECK(made == NULL);
    CHECK_STATUS(vox_node_set(tree, root, one), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_node_set(tree, root, vox_value_node(loose)), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_node_set(tree, document_at(tree, "/d"), one), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_node_set(tree, loose, one), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_object_set(tree, root, LITERAL("a"), one, NULL), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_object_set(tree, root, LITERAL("new"), one, NULL), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_object_insert(tree, root, array, LITERAL("new"), one, NULL), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_array_append(tree, array, one, NULL), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_array_insert(tree, array, 0, one, NULL), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_node_remove(tree, array), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_pointer_set(tree, root, LITERAL("/b/c"), one, NULL, NULL), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_pointer_set(tree, root, LITERAL(""), one, NULL, NULL), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_baseline_mark(tree, root), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_baseline_set(tree, root, other, vox_tree_root(other)), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_baseline_revert(tree, root), VOX_ERROR_FROZEN);
    /* A frozen tree is refused before any other error of the call is checked. */
    CHECK_STATUS(vox_node_set(tree, NULL, one), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_array_append(tree, root, one, NULL), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_array_insert(tree, array, 9, one, NULL), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_object_set(tree, array, LITERAL("a"), one, NULL), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_node_remove(tree, root), VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_pointer_set(tree, root, LITERAL("x"), one, NULL, NULL), VOX_ERROR_FROZEN);
    CHECK_WRITES(tree, root, VOX_STYLE_PRESERVE, text);
    CHECK(!vox_node_changed(root));

    /* Copying from a frozen tree is allowed. */
    CHECK_OK(vox_node_set(other, vox_tree_root(other), vox_value_copy(tree, array)));
    CHECK_WRITES(other, vox_tree_root(other), VOX_STYLE_COMPACT, "[1,2]");
    CHECK_OK(vox_baseline_set(other, vox_tree_root(other), tree, root));
    vox_tree *copy = NULL;
    CHECK_OK(vox_tree_copy(tree, root, &copy));
    CHECK(!vox_tree_frozen(copy));
    CHECK_OK(vox_node_remove(copy, document_at(copy, "/d")));
    CHECK_WRITES(
        copy, vox_tree_root(copy), VOX_STYLE_PRESERVE,
        " {\"a\": [1, 2], \"b\": {\"c\": \"\\u0061\"} } "
    );
    vox_tree_free(copy);
    vox_tree_free(other);
    vox_tree_free(tree);
}

static void baselines(void) {
    vox_tree *tree = document_from_c("{\"a\":{\"x\":1,\"x\":2},\"b\":3,\"c\":4}"), *baseline;
    vox_node *made = NULL, *read = document_at(tree, "/a");
    CHECK_OK(vox_node_set(tree, document_at(tree, "/a/x"), vox_value_int64(7)));
    CHECK_OK(vox_node_set(tree, document_at(tree, "/b"), vox_value_int64(8)));
    CHECK_OK(vox_object_set(tree, vox_tree_root(tree), LITERAL("d"), vox_value_int64(9), &made));
    CHECK_OK(vox_baseline(tree, read, &baseline));
    CHECK_OK(vox_tree_freeze(tree));
    vox_tree *known = NULL;
    CHECK_OK(vox_baseline(tree, read, &known)); /* requested before freezing */
    CHECK(known == baseline);
    CHECK(vox_tree_frozen(known));
    CHECK_SIZE(vox_node_count(known, vox_tree_root(known)), 1);
    CHECK_STATUS(vox_baseline(tree, document_at(tree, "/b"), &known), VOX_ERROR_FROZEN);
    CHECK(known == NULL);
    CHECK_OK(vox_baseline(tree, made, &known)); /* this node has no baseline */
    CHECK(known == NULL);
    vox_tree_free(tree);

    tree = document_from_c("[1]"); /* a tree without baselines */
    CHECK_OK(vox_tree_freeze(tree));
    CHECK_STATUS(vox_baseline(tree, vox_tree_root(tree), &known), VOX_ERROR_FROZEN);
    vox_tree_free(tree);
}

/** Only a lenient check before freezing makes numbers count as ids. Copies keep this. */
static void lenient_documents(void) {
    static const char text[] = "{\"data\":{\"type\":\"a\",\"id\":1}}";
    vox_string any = vox_string_from_c("");
    vox_tree *tree = document_from_c(text), *copy = NULL;
    vox_node *found = NULL;
    vox_error error = {0};
    CHECK_OK(vox_tree_freeze(tree));
    CHECK_STATUS(
        vox_document_check(tree, VOX_PRIMARY_ONE, any, VOX_READING_LENIENT, NULL, &error),
        VOX_ERROR_FROZEN
    );
    CHECK_STATUS(error.status, VOX_ERROR_FROZEN);
    CHECK_STATUS(vox_resource_find(tree, LITERAL("a"), LITERAL("1"), &found), VOX_ERROR_MISSING);
    vox_tree_free(tree);

    tree = document_from_c(text);
    CHECK_OK(vox_document_check(tree, VOX_PRIMARY_ONE, any, VOX_READING_LENIENT, NULL, NULL));
    CHECK_OK(vox_tree_freeze(tree));
    CHECK_OK(vox_document_check(tree, VOX_PRIMARY_ONE, any, VOX_READING_LENIENT, NULL, NULL));
    CHECK_OK(vox_resource_find(tree, LITERAL("a"), LITERAL("1"), &found));
    CHECK_OK(vox_tree_copy(tree, vox_tree_root(tree), &copy));
    CHECK_OK(vox_resource_find(copy, LITERAL("a"), LITERAL("1"), &found));
    vox_tree_free(copy);
    vox_tree_free(tree);
}

/** Each request for memory fails once. The tree is then unchanged, and not frozen. */
static void out_of_memory(void) {
    vox_options options = document_options();
    vox_status status = VOX_ERROR_MEMORY;
    size_t failing = 0;
    while (status == VOX_ERROR_MEMORY && failing++ < 1000) {
        vox_tree *tree = make_tree(&options), *baseline;
        vox_node *removed = edit_tree(tree), *renamed = document_at(tree, "/data/9");
        digest before = {0, 0}, after = {0, 0};
        check_note("request %zu", failing);
        check_memory.countdown = failing;
        status = vox_tree_freeze(tree);
        check_memory.countdown = 0;
        CHECK(vox_tree_frozen(tree) == (status == VOX_OK));
        CHECK_OK(vox_baseline(tree, renamed, &baseline));
        CHECK(vox_tree_frozen(baseline) == (status == VOX_OK));
        if (status != VOX_OK) {
            CHECK_STATUS(status, VOX_ERROR_MEMORY);
            CHECK(read_everything(&before, tree, removed));
            CHECK_OK(vox_node_set(tree, document_at(tree, "/empty"), vox_value_int64(1)));
            CHECK_OK(vox_tree_freeze(tree));
            CHECK(read_everything(&after, tree, removed));
            CHECK(before.value != after.value); /* the tree could be edited */
        }
        vox_tree_free(tree);
    }
    CHECK_OK(status);
    CHECK(failing > 20);
    check_note(NULL);
}

/* --- many threads ------------------------------------------------------------------ */

#define READERS 4

/** A tree that threads share, and the number of its users. */
typedef struct version {
    vox_tree *tree;
    vox_node *removed;
    digest expected;
    size_t users; /* protected by the lock */
} version;

typedef struct shared {
    pthread_mutex_t lock;
    version *current; /* protected by the lock */
    size_t rounds;
    size_t faults; /* protected by the lock */
} shared;

static version *use(shared *all) {
    pthread_mutex_lock(&all->lock);
    version *current = all->current;
    current->users++;
    pthread_mutex_unlock(&all->lock);
    return current;
}

/** The last user frees the tree, in any thread. */
static void leave(shared *all, version *used, bool sound) {
    pthread_mutex_lock(&all->lock);
    bool last = --used->users == 0;
    all->faults += !sound;
    pthread_mutex_unlock(&all->lock);
    if (last) {
        vox_tree_free(used->tree);
        free(used);
    }
}

static void *read_versions(void *context) {
    shared *all = context;
    for (size_t round = 0; round < all->rounds; round++) {
        version *used = use(all);
        digest sum = {0, 0};
        bool sound = read_everything(&sum, used->tree, used->removed);
        sound = sound && sum.value == used->expected.value && sum.count == used->expected.count;
        sound = sound &&
                vox_node_set(used->tree, used->removed, vox_value_null()) == VOX_ERROR_FROZEN;
        leave(all, used, sound);
    }
    return NULL;
}

/** Makes an edited tree, from the frozen tree `from` or, if that is NULL, from text. */
static vox_tree *make_edited(vox_tree *from, size_t number, vox_node **removed) {
    vox_options options = vox_options_default(); /* check_memory is for one thread only */
    vox_tree *tree = NULL, *baseline;
    if (!from) {
        tree = make_tree(&options);
        *removed = edit_tree(tree);
        return tree;
    }
    CHECK_OK(vox_tree_copy(from, vox_tree_root(from), &tree));
    vox_value twice = vox_value_json(LITERAL("{\"a\":1,\"a\":[]}"));
    CHECK_OK(vox_object_set(tree, vox_tree_root(tree), LITERAL("twice20"), twice, removed));
    CHECK_OK(vox_node_set(tree, document_at(tree, "/empty"), vox_value_uint64(number)));
    CHECK_OK(vox_baseline(tree, document_at(tree, "/data/9"), &baseline));
    CHECK_OK(vox_node_remove(tree, *removed));
    return tree;
}

/** Makes a frozen tree that was never read, and the digest that every reader must get. */
static version *make_version(vox_tree *from, size_t number) {
    version *made = calloc(1, sizeof *made);
    vox_node *removed;
    if (!CHECK(made != NULL)) {
        abort();
    }
    vox_tree *other = make_edited(from, number, &removed);
    CHECK(read_everything(&made->expected, other, removed));
    vox_tree_free(other);
    made->tree = make_edited(from, number, &made->removed);
    made->users = 1;
    CHECK_OK(vox_tree_freeze(made->tree));
    return made;
}

static void threads_read_while_one_makes_new_versions(void) {
    shared all = {PTHREAD_MUTEX_INITIALIZER, make_version(NULL, 0), 0, 0};
    pthread_t readers[READERS];
    size_t started = 0;
    all.rounds = check_quick() ? 2 : 12;
    while (started < READERS &&
           CHECK(pthread_create(&readers[started], NULL, read_versions, &all) == 0)) {
        started++;
    }
    for (size_t number = 1; number <= all.rounds; number++) {
        version *old = use(&all);
        version *made = make_version(old->tree, number);
        pthread_mutex_lock(&all.lock);
        all.current = made;
        pthread_mutex_unlock(&all.lock);
        leave(&all, old, true); /* once as a reader */
        leave(&all, old, true); /* once as the owner */
    }
    while (started) {
        pthread_join(readers[--started], NULL);
    }
    leave(&all, all.current, true);
    CHECK_SIZE(all.faults, 0);
}

const check_test freezing_tests[] = {
    CHECK_TEST(reads_the_same_and_writes_nothing),
    CHECK_TEST(no_read_writes),
    CHECK_TEST(small_documents),
    CHECK_TEST(refuses_every_edit),
    CHECK_TEST(baselines),
    CHECK_TEST(lenient_documents),
    CHECK_TEST(out_of_memory),
    CHECK_TEST(threads_read_while_one_makes_new_versions),
    CHECK_END,
};
