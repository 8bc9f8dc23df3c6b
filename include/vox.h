/* SPDX-License-Identifier: MIT */
/** The C core of Vox: reads JSON text into a tree in one arena, edits the tree
 *  in place, and writes it as JSON text.
 *
 *  Only the headers that vox.h includes are API.
 *
 *      bytes --vox_tree_parse--> tree --vox_write--> bytes
 *                                 |
 *                  read (node.h)  |  edit (edit.h)
 *           pointers (pointer.h)  |  JSON:API (resource.h, validate.h)
 *
 *  The core does no input or output, keeps no global state, and never ends the process because of a
 *  text that it reads. */
#ifndef VOX_H
#define VOX_H

#include <vox/allocator.h>
#include <vox/arrow.h>
#include <vox/base.h>
#include <vox/changes.h>
#include <vox/columns.h>
#include <vox/document.h>
#include <vox/edit.h>
#include <vox/node.h>
#include <vox/number.h>
#include <vox/parser.h>
#include <vox/patch.h>
#include <vox/paths.h>
#include <vox/pointer.h>
#include <vox/resource.h>
#include <vox/schema.h>
#include <vox/status.h>
#include <vox/stream.h>
#include <vox/tree.h>
#include <vox/validate.h>
#include <vox/writer.h>

#endif
