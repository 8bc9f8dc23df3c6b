/* SPDX-License-Identifier: MIT */
/** Selects the kernel of the structural scan. */
#include "scan/structural.h"

bool vox__kernel_has(vox__kernel kernel) {
#if defined(__x86_64__)
    if (kernel == KERNEL_AVX512) {
        return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vbmi2") &&
               vox__kernel_has(KERNEL_AVX2);
    }
    if (kernel == KERNEL_AVX2) {
        return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("popcnt") &&
               __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi");
    }
#elif defined(__aarch64__) && defined(__ARM_NEON)
    if (kernel == KERNEL_NEON) {
        return true;
    }
#endif
    return kernel == KERNEL_PORTABLE;
}

bool vox__structure_scan(vox__structure *structure, vox__kernel kernel) {
    static const vox__kernel best[] = {KERNEL_AVX512, KERNEL_AVX2, KERNEL_NEON, KERNEL_PORTABLE};
    for (int index = 0; kernel == KERNEL_BEST; index++) {
        kernel = vox__kernel_has(best[index]) ? best[index] : kernel;
    }
    static bool (*const kernels[])(vox__structure *) = {
#if defined(__x86_64__)
        [KERNEL_AVX2] = vox__structure_avx2,
        [KERNEL_AVX512] = vox__structure_avx512,
#elif defined(__aarch64__) && defined(__ARM_NEON)
        [KERNEL_NEON] = vox__structure_neon,
#endif
        [KERNEL_PORTABLE] = vox__structure_portable
    };
    return kernels[vox__kernel_has(kernel) ? kernel : KERNEL_PORTABLE](structure);
}

void vox__structure_end(vox__structure *structure) {
    vox__list_free(structure->memory, &structure->spans, sizeof(vox__span));
    vox__list_free(structure->memory, &structure->lists, sizeof(vox__span_list));
}
