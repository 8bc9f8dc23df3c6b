/* SPDX-License-Identifier: MIT */
/* The part of yajl that the parser uses; its tree and generator are not. */
#ifndef CYAJL_SHIM_H
#define CYAJL_SHIM_H

#include <yajl/yajl_parse.h>
#include <yajl/yajl_version.h>

#endif
