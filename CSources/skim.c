/* SPDX-License-Identifier: MIT */
/** The skim: which engine runs. */
#include "skim.h"

bool vox__skim_has(vox__skim_engine engine) {
#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
    if (engine == SKIM_AVX2) {
        return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("pclmul") &&
               __builtin_cpu_supports("popcnt") && __builtin_cpu_supports("bmi");
    }
    if (engine == SKIM_SSE) {
        return __builtin_cpu_supports("sse4.2") && __builtin_cpu_supports("pclmul") &&
               __builtin_cpu_supports("popcnt");
    }
#endif
#if defined(__aarch64__) && defined(__ARM_NEON)
    if (engine == SKIM_NEON) {
        return true;
    }
#endif
    return engine == SKIM_PLAIN || engine == SKIM_BEST;
}

bool vox__skim_run(vox__skim *skim, vox__skim_engine engine) {
    static const vox__skim_engine best[] = {SKIM_AVX2, SKIM_NEON, SKIM_SSE, SKIM_PLAIN};
    for (int index = 0; engine == SKIM_BEST; index++) {
        engine = vox__skim_has(best[index]) ? best[index] : engine;
    }
    switch (vox__skim_has(engine) ? engine : SKIM_PLAIN) {
    case SKIM_AVX2:
        return vox__skim_avx2(skim);
    case SKIM_NEON:
        return vox__skim_neon(skim);
    case SKIM_SSE:
        return vox__skim_sse(skim);
    default:
        return vox__skim_plain(skim);
    }
}

void vox__skim_end(vox__skim *skim) {
    void *memory = skim->extents;
    if (memory) {
        (void)vox__temporary(skim->tree, &memory, skim->extent_capacity * sizeof(vox__extent), 0);
    }
    memory = skim->cuts;
    if (memory) {
        (void)vox__temporary(skim->tree, &memory, skim->cut_capacity * sizeof(vox__cut), 0);
    }
    skim->extents = NULL;
    skim->cuts = NULL;
}
