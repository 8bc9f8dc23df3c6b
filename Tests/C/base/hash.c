/* SPDX-License-Identifier: MIT */
/** SipHash-1-3 of text, with unpredictable seeds. */
#include "check.h"
#include "tests.h"

#include <base/hash.h>

/** The results of SipHash-1-3 for the bytes 0, 1, 2, ... with the bytes 0 to 15 as the key. */
static void siphash_vectors(void) {
    static const struct {
        size_t length;
        uint64_t hash;
    } rows[] = {
        {0, UINT64_C(0xABAC0158050FC4DC)},  {1, UINT64_C(0xC9F49BF37D57CA93)},
        {7, UINT64_C(0xD3927D989BB11140)},  {8, UINT64_C(0x369095118D299A8E)},
        {15, UINT64_C(0xD320D86D2A519956)}, {63, UINT64_C(0x9D199062B7BBB3A8)},
    };
    vox__seed seed = {{UINT64_C(0x0706050403020100), UINT64_C(0x0F0E0D0C0B0A0908)}, true};
    char bytes[64];
    for (size_t index = 0; index < sizeof bytes; index++) {
        bytes[index] = (char)index;
    }
    for (size_t row = 0; row < COUNT(rows); row++) {
        check_note("%zu bytes", rows[row].length);
        CHECK(vox__hash(&seed, 0, (vox_string){bytes, rows[row].length}, NULL) == rows[row].hash);
    }
    check_note(NULL);
}

/** All seeds differ, so the hashes of one tree reveal nothing about the hashes of another tree. */
static void seeds_differ(void) {
    static vox__seed seeds[20];
    for (size_t one = 0; one < COUNT(seeds); one++) {
        vox__seed_draw(&seeds[one]);
        CHECK(seeds[one].keys[0] != seeds[one].keys[1]);
        for (size_t key = 0; key < 2; key++) {
            CHECK(seeds[one].keys[key] != 0);
            for (size_t other = 0; other < one; other++) {
                CHECK(seeds[one].keys[key] != seeds[other].keys[key]);
            }
        }
    }
}

const check_test hash_tests[] = {
    CHECK_TEST(siphash_vectors),
    CHECK_TEST(seeds_differ),
    CHECK_END,
};
