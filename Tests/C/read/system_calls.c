/* SPDX-License-Identifier: MIT */
/** Reading, following linkage, editing and writing make no system call. The test runs them in a
 *  process that may make only one system call, to exit. */
#include "document.h"
#include "tests.h"

#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static const char text[] =
    "{\"data\":{\"type\":\"articles\",\"id\":\"1\",\"attributes\":{\"title\":\"One\"},"
    "\"relationships\":{\"author\":{\"data\":{\"type\":\"people\",\"id\":\"9\"}}}},"
    "\"included\":[{\"type\":\"people\",\"id\":\"9\",\"attributes\":{\"name\":\"Ada\"}}]}";

/** An allocator with memory from the start. It returns consecutive blocks and frees none. */
typedef struct prepared {
    size_t used;
    _Alignas(16) char bytes[1 << 18];
} prepared;

static void *resize(void *context, void *memory, size_t old_size, size_t new_size) {
    prepared *self = context;
    const size_t size = (new_size + 15) & ~(size_t)15;
    if (new_size == 0 || size > sizeof self->bytes - self->used) {
        return NULL;
    }
    char *made = self->bytes + self->used;
    self->used += size;
    for (size_t index = 0; index < old_size && index < new_size; index++) {
        made[index] = ((char *)memory)[index];
    }
    return made;
}

/** Requests memory for the written text, too. */
static int put(void *context, const char *bytes, size_t length) {
    (void)bytes;
    return resize(context, NULL, 0, length) ? 0 : 1;
}

/** Returns a number for the step that failed, or 0. */
static int work(vox_options *options, prepared *memory) {
    options->allocator = (vox_allocator){resize, memory};
    vox_tree *tree = NULL;
    if (vox_tree_parse(text, sizeof text - 1, options, &tree, NULL) != VOX_OK) {
        return 1;
    }
    vox_node *article = vox_object_get(tree, vox_tree_root(tree), LITERAL("data"));
    vox_node *linkage = vox_resource_linkage(tree, article, LITERAL("author")), *author = NULL;
    if (vox_resource_resolve(tree, linkage, &author) != VOX_OK) {
        return 2;
    }
    vox_node *name = vox_resource_attribute(tree, author, LITERAL("name"));
    if (vox_node_set(tree, name, vox_value_string(LITERAL("Grace"))) != VOX_OK) {
        return 3;
    }
    const vox_sink sink = {put, memory};
    if (vox_write(tree, vox_tree_root(tree), VOX_STYLE_PRESERVE, sink) != VOX_OK) {
        return 4;
    }
    vox_tree_free(tree);
    return 0;
}

static bool under_valgrind(void) {
    const char *loaded = getenv("LD_PRELOAD");
    return loaded && strstr(loaded, "vgpreload");
}
#endif

static void none_for_a_document(void) {
#if defined(__linux__)
    if (under_valgrind()) {
        check_skip("valgrind makes system calls of its own");
        return;
    }
    enum {
        NOT_POSSIBLE = 9
    };
    vox_options options = document_options();
    static prepared memory;
    const pid_t child = fork();
    if (child == 0) {
        const bool confined = prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) == 0;
        syscall(SYS_exit, confined ? work(&options, &memory) : NOT_POSSIBLE);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) {
        CHECK(false);
    } else if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_POSSIBLE) {
        check_skip("the kernel confines no process here");
    } else {
        CHECK(WIFEXITED(status));
        CHECK_SIZE((size_t)WEXITSTATUS(status), 0);
    }
#else
    check_skip("only Linux confines a process");
#endif
}

const check_test system_calls_tests[] = {CHECK_TEST(none_for_a_document), CHECK_END};
