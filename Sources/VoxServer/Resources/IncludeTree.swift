// SPDX-License-Identifier: MIT

/// The paths of `include` as a tree: `artist.debut,artist.rival` is one branch, `artist`, with two
/// branches of its own.
///
/// Branches are created on demand, level by level, so that a long path needs no deep stack.
struct IncludeTree {
    private let paths: [ArraySlice<Substring>]

    init(_ paths: [String]) { self.paths = paths.map { $0.split(separator: ".")[...] } }

    private init(rests: [ArraySlice<Substring>]) { paths = rests }

    /// The relationships of this level, each with the tree below it. Each name occurs once.
    var branches: [(name: String, tree: IncludeTree)] {
        var names: [ExactText] = []
        var rests: [ExactText: [ArraySlice<Substring>]] = [:]
        for path in paths {
            guard let name = path.first.map({ ExactText(String($0)) }) else { continue }
            if rests[name] == nil { names.append(name) }
            rests[name, default: []].append(path.dropFirst())
        }
        return names.map { ($0.text, IncludeTree(rests: rests[$0] ?? [])) }
    }

    /// Returns true if the tree has more than `limit` relationships. The cost is O(paths times
    /// limit).
    func hasMore(than limit: Int) -> Bool {
        var count = 0
        var level = branches
        while !level.isEmpty {
            count += level.count
            if count > limit { return true }
            level = level.flatMap(\.tree.branches)
        }
        return false
    }
}
