// SPDX-License-Identifier: MIT

// A program that imports Vox has the JSON views too: they are what attributes, meta and links are.
@_exported public import VoxJSON
