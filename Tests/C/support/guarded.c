/* SPDX-License-Identifier: MIT */
#include "guarded.h"

#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

guarded guarded_new(size_t length) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), size = (length + page) / page * page;
    void *pages = mmap(
        NULL, size + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0
    );
    if (pages == MAP_FAILED || mprotect((char *)pages + size, page, PROT_NONE) != 0) {
        abort();
    }
    return (guarded){pages, size};
}

void guarded_free(guarded *room) {
    munmap(room->pages, room->size + (size_t)sysconf(_SC_PAGESIZE));
}

vox_string guarded_text(const guarded *room, vox_string text) {
    char *bytes = room->pages + room->size - text.length;
    if (text.length) {
        memcpy(bytes, text.bytes, text.length);
    }
    return (vox_string){bytes, text.length};
}
