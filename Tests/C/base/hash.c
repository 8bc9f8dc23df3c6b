/* SPDX-License-Identifier: MIT */
/** SipHash-1-3 of text, with unpredictable seeds. */
#include "check.h"
#include "random.h"
#include "tests.h"

#include <base/hash.h>

#include <stdio.h>

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

/** Counts the slots that are looked at while ids that follow one another are stored. */
static size_t slots_looked_at(const vox__seed *seed, const char *format, size_t count) {
    static bool taken[4096];
    size_t looks = 0;
    memset(taken, 0, sizeof taken);
    for (size_t index = 0; index < count; index++) {
        char id[24] = {0};
        (void)snprintf(id, sizeof id, format, index);
        const uint64_t hash = vox__hash_word(seed, seed->keys[0] * 3, vox__load(id));
        size_t slot = hash >> 32 & (COUNT(taken) - 1);
        for (looks++; taken[slot]; looks++) {
            slot = (slot + 1) & (COUNT(taken) - 1);
        }
        taken[slot] = true;
    }
    return looks;
}

/** Short ids that follow one another spread over a table with every seed. */
static void words_in_a_row(void) {
    static const char *const formats[] = {"%zu", "lid-%zu", "%05zu", "%zx"};
    const size_t count = 1200, seeds = check_quick() ? 200 : 2000;
    uint64_t random = 1;
    for (size_t index = 0; index < seeds * COUNT(formats); index++) {
        const vox__seed seed = {{random_next(&random), random_next(&random)}, true};
        const size_t looks = slots_looked_at(&seed, formats[index % COUNT(formats)], count);
        check_note("seed %zu, %zu looks", index, looks);
        CHECK(4 * looks < 6 * count);
    }
    check_note(NULL);
}

const check_test hash_tests[] = {
    CHECK_TEST(siphash_vectors),
    CHECK_TEST(seeds_differ),
    CHECK_TEST(words_in_a_row),
    CHECK_END,
};
