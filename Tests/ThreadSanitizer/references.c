/* SPDX-License-Identifier: MIT */
/*
 * Tells the thread sanitizer about the reference counts of Swift.
 *
 * Who lets go of an object is done with it, and who then asks whether an object has one reference, and
 * hears yes, may write in it: so it is with copy on write, and with the buffer that SwiftNIO reads
 * into. The count orders the two, but it is kept by the runtime, which is not built for the sanitizer:
 * it sees no order, and reports the write. The functions here stand before those of the runtime, do
 * what they do, and say so. Linked into thread-sanitizer builds alone.
 *
 * Nothing is suppressed: who writes without having asked is still reported
 * (Scripts/check-thread-sanitizer).
 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

typedef void release_function(void *object);
typedef void release_some_function(void *object, uint32_t count);
typedef bool is_unique_function(const void *object);

static void *of_library(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function)
        abort();
    return function;
}

/* True for the address of an object: the runtime takes NULL, and immortal objects have tags. */
static bool is_object(const void *object) {
    return (intptr_t)object > 0;
}

#define RELEASE(name)                                                                              \
    release_function name;                                                                         \
    void name(void *object) {                                                                      \
        static release_function *release;                                                          \
        if (!__atomic_load_n(&release, __ATOMIC_ACQUIRE)) {                                        \
            release_function *found;                                                               \
            *(void **)&found = of_library(#name);                                                  \
            __atomic_store_n(&release, found, __ATOMIC_RELEASE);                                   \
        }                                                                                          \
        if (is_object(object))                                                                     \
            __tsan_release(object);                                                                \
        release(object);                                                                           \
    }

#define IS_UNIQUE(name)                                                                            \
    is_unique_function name;                                                                       \
    bool name(const void *object) {                                                                \
        static is_unique_function *is_unique;                                                      \
        if (!__atomic_load_n(&is_unique, __ATOMIC_ACQUIRE)) {                                      \
            is_unique_function *found;                                                             \
            *(void **)&found = of_library(#name);                                                  \
            __atomic_store_n(&is_unique, found, __ATOMIC_RELEASE);                                 \
        }                                                                                          \
        if (!is_unique(object))                                                                    \
            return false;                                                                          \
        if (is_object(object))                                                                     \
            __tsan_acquire((void *)(uintptr_t)object);                                             \
        return true;                                                                               \
    }

release_some_function swift_release_n;
void swift_release_n(void *object, uint32_t count) {
    static release_some_function *release;
    if (!__atomic_load_n(&release, __ATOMIC_ACQUIRE)) {
        release_some_function *found;
        *(void **)&found = of_library("swift_release_n");
        __atomic_store_n(&release, found, __ATOMIC_RELEASE);
    }
    if (is_object(object))
        __tsan_release(object);
    release(object, count);
}

RELEASE(swift_release)
IS_UNIQUE(swift_isUniquelyReferenced_native)
IS_UNIQUE(swift_isUniquelyReferenced_nonNull_native)
