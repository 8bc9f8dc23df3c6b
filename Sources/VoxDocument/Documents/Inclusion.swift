// SPDX-License-Identifier: MIT

/// Which related resources belong to a document beside its primary data (JSON:API 1.1, "Compound
/// Documents").
///
/// A path stands for every resource on the way: `\.artist.debut` includes artists and their debuts.
public struct Inclusion<Schema: ResourceSchema>: Hashable, Sendable {
    enum Reach: Hashable, Sendable {
        case depth(Int)
        case paths([[String]])
    }

    let reach: Reach

    /// None, and no member `included`.
    public static var none: Inclusion { depth(0) }

    /// Whatever can be reached.
    public static var all: Inclusion { depth(.max) }

    /// What can be reached over at most so many relationships.
    public static func depth(_ depth: Int) -> Inclusion { Inclusion(reach: .depth(depth)) }

    /// What these paths reach: `.paths(\.artist.debut, \.tracks)`.
    public static func paths<each Path: RelationshipPath>(
        _ path: repeat KeyPath<Schema, each Path>
    ) -> Inclusion {
        var paths: [[String]] = []
        for path in repeat each path {
            paths.append(Schema()[keyPath: path].names(from: Schema.self))
        }
        return Inclusion(reach: .paths(paths))
    }

    /// What these paths reach, as a request states them in `include`: `.paths("artist.debut")`.
    ///
    /// A name that neither the schema knows nor a resource has there is an error when the inclusion is
    /// used: ``DocumentError`` with code `unknownPath`.
    public static func paths(_ paths: String...) -> Inclusion { self.paths(paths) }

    /// What these paths reach, as a request states them in `include`. Following a path costs as much
    /// as it has steps, so limit the length of what a client may ask for.
    public static func paths(_ paths: [String]) -> Inclusion {
        let steps = paths.map { path in
            path.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        }
        return Inclusion(reach: .paths(steps))
    }

    /// The paths as text, as a request states them: `artist.debut`. Nil for an inclusion that is not
    /// given by paths, which no request can state.
    public var names: [String]? {
        guard case .paths(let paths) = reach else { return nil }
        return paths.map { $0.joined(separator: ".") }
    }
}

extension Inclusion {
    /// True when nothing was asked for.
    var isNone: Bool {
        if case .depth(let depth) = reach { depth < 1 } else { false }
    }

    /// The resources to include, each once by identity and none that is primary, breadth first:
    /// nearer ones before farther ones, and otherwise in the order of the document.
    ///
    /// Targets that no document at hand contains are left out, those without identity too: they are
    /// reported where linkage is completed.
    /// - Throws: ``DocumentError`` with code `unknownPath`.
    func resources(from primary: [Node]) throws(DocumentError) -> [Node] {
        if case .paths(let paths) = reach {
            // An empty path is what `include=` says: nothing.
            for path in paths where path != [""] { try Self.check(path, from: primary) }
        }
        var known = Set(primary.compactMap(\.identity))
        switch reach {
        case .depth(let depth): return Self.resources(from: primary, depth: depth, known: &known)
        case .paths(let paths): return Self.resources(from: primary, paths: paths, known: &known)
        }
    }

    /// Makes sure that each name of a path is that of a relationship: one that the schema of its step
    /// declares, or that a resource there has. Resources of any type may have any.
    private static func check(_ path: [String], from primary: [Node]) throws(DocumentError) {
        var schema: any ResourceSchema.Type = Schema.self
        for (position, name) in path.enumerated() {
            if schema == AnyResource.self { return }
            if let target = schema.target(of: name) {
                schema = target
                continue
            }
            let resources = path[..<position].reduce(primary) { resources, name in
                resources.flatMap { $0.targets(of: name) }
            }
            if resources.contains(where: { $0.member("relationships")?.member(name) != nil }) {
                return
            }
            throw DocumentError(
                code: .unknownPath,
                message: "\"\(path.joined(separator: ".").excerpt(200))\" is no path to include: "
                    + "\(schema.type) have no relationship \"\(name.excerpt(200))\"")
        }
    }

    private static func resources(
        from primary: [Node], depth: Int, known: inout Set<Identity>
    ) -> [Node] {
        var found: [Node] = []
        var level = primary
        var left = depth
        while left > 0, !level.isEmpty {
            level = level.flatMap { $0.targets() }.filter { target in
                target.identity.map { known.insert($0).inserted } ?? false
            }
            found += level
            left -= 1
        }
        return found
    }

    private static func resources(
        from primary: [Node], paths: [[String]], known: inout Set<Identity>
    ) -> [Node] {
        var found: [Node] = []
        var branches = [Branch(resources: primary, paths: paths.map { $0[...] })]
        var next = 0
        while next < branches.count {
            let branch = branches[next]
            next += 1
            for (name, paths) in branch.steps {
                var seen: Set<Identity> = []
                let targets = branch.resources.flatMap { $0.targets(of: name) }.filter { target in
                    target.identity.map { seen.insert($0).inserted } ?? false
                }
                found += targets.filter { target in
                    target.identity.map { known.insert($0).inserted } ?? false
                }
                branches.append(Branch(resources: targets, paths: paths))
            }
        }
        return found
    }
}

/// Resources, and the paths that go on from them.
private struct Branch {
    let resources: [Node]
    let paths: [ArraySlice<String>]

    /// The names that the paths begin with, in order, and what follows each of them.
    var steps: [(name: String, paths: [ArraySlice<String>])] {
        var steps: [(name: String, paths: [ArraySlice<String>])] = []
        var positions: [ExactText: Int] = [:]
        for path in paths {
            guard let name = path.first else { continue }
            if let position = positions[ExactText(name)] {
                steps[position].paths.append(path.dropFirst())
            } else {
                positions[ExactText(name)] = steps.count
                steps.append((name, [path.dropFirst()]))
            }
        }
        return steps
    }
}

extension Node {
    /// The resources that one relationship leads to, or all of them, as far as they are at hand.
    fileprivate func targets(of name: String? = nil) -> [Node] {
        let relationships = member("relationships")
        let linkages =
            if let name {
                [relationships?.member(name)].compactMap { $0?.member("data") }
            } else {
                relationshipMembers.compactMap { $0.member("data") }
            }
        return linkages.flatMap { $0.isArray ? $0.children : [$0] }.compactMap { identifier in
            guard identifier.isObject else { return nil }
            let target = identifier.resolve(AnyResource.self)
            return target.isResolved ? target.node : nil
        }
    }
}

extension ResourceSchema {
    /// The schema that a relationship leads to, by its name in JSON; nil when there is none.
    fileprivate static func target(of name: String) -> (any ResourceSchema.Type)? {
        let text = ExactText(name)
        for case (_, let descriptor as any RelationshipDescriptor) in fields
        where ExactText(self.name(of: descriptor).text) == text {
            return descriptor.target
        }
        return nil
    }
}
