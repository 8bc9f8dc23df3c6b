/* SPDX-License-Identifier: MIT */
/** Selects the kernel of the structural scan. */
#include "scan/structural.h"
#include "scan/block_bits.h"

bool vox__kernel_has(vox__kernel kernel) {
#if VOX_HAS_AVX2
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
    kernel = vox__kernel_has(kernel) ? kernel : KERNEL_PORTABLE;
#if VOX_HAS_AVX2
    if (kernel == KERNEL_AVX512) {
        return vox__structure_avx512(structure);
    }
    if (kernel == KERNEL_AVX2) {
        return vox__structure_avx2(structure);
    }
#elif defined(__aarch64__) && defined(__ARM_NEON)
    if (kernel == KERNEL_NEON) {
        return vox__structure_neon(structure);
    }
#endif
    return vox__structure_portable(structure);
}

void vox__structure_end(vox__structure *structure) {
    vox__list_free(structure->memory, &structure->spans, sizeof(vox__span));
    vox__list_free(structure->memory, &structure->lists, sizeof(vox__span_list));
}
