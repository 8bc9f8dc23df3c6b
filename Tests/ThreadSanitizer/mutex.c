/* SPDX-License-Identifier: MIT */
/*
 * Tells the thread sanitizer about the Mutex of Swift's standard library.
 *
 * Taking a free Mutex, and giving back one that nobody waits for, is done in code of the caller,
 * which the sanitizer sees. When threads wait, the library and the kernel do it: the sanitizer sees
 * no order between the threads, and reports what the Mutex protects. The functions here stand
 * before those of the library, do what they do, and say so. Linked into thread-sanitizer builds alone.
 */
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

/* Methods of Swift: the Mutex comes in the register of `self`. */
#define MUTEX __attribute__((swift_context)) void *mutex
typedef __attribute__((swiftcall)) void take_function(uint32_t thread, MUTEX);
typedef __attribute__((swiftcall)) bool try_function(MUTEX);
typedef __attribute__((swiftcall)) void give_back_function(MUTEX);

/* Synchronization._MutexHandle: _lockSlow(UInt32), _tryLockSlow() -> Bool, _unlockSlow(). */
#define TAKE "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define TRY "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
#define GIVE_BACK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

take_function vox__mutex_take __asm__(TAKE);
try_function vox__mutex_try __asm__(TRY);
give_back_function vox__mutex_give_back __asm__(GIVE_BACK);

static void *of_library(const char *name) {
    void *function = dlsym(RTLD_NEXT, name);
    if (!function)
        abort();
    return function;
}

__attribute__((swiftcall)) void vox__mutex_take(uint32_t thread, MUTEX) {
    take_function *take;
    *(void **)&take = of_library(TAKE);
    take(thread, mutex);
    __tsan_acquire(mutex);
}

__attribute__((swiftcall)) bool vox__mutex_try(MUTEX) {
    try_function *try_to_take;
    *(void **)&try_to_take = of_library(TRY);
    bool taken = try_to_take(mutex);
    if (taken)
        __tsan_acquire(mutex);
    return taken;
}

__attribute__((swiftcall)) void vox__mutex_give_back(MUTEX) {
    give_back_function *give_back;
    *(void **)&give_back = of_library(GIVE_BACK);
    __tsan_release(mutex);
    give_back(mutex);
}
