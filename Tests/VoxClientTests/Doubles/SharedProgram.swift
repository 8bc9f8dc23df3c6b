// SPDX-License-Identifier: MIT

import HTTPTypes
import Vox

/// The results of a program for one service.
struct Results {
    /// The names in a list.
    var names: [String] = []
    /// How the list ended.
    var end: Paging.End?
    /// The words of an error response.
    var words: [String] = []
    /// The name of a resource that was read by its id.
    var one: String?
    /// The id of a created resource.
    var created: String?
}
