// SPDX-License-Identifier: MIT

/// The types with which the pages of a list are read: how the next page is found, how many pages
/// are read, and how a list ended.
public enum Paging {}
