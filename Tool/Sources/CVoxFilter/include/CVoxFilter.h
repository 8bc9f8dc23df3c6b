/* SPDX-License-Identifier: MIT */
/** All filters, for Swift. */
#ifndef CVOXFILTER_H
#define CVOXFILTER_H

#include "vox_diff.h"
#include "vox_filter.h"
#include "vox_records.h"
#include "vox_revise.h"
#include "vox_schema_files.h"
#include "vox_select.h"

#endif
