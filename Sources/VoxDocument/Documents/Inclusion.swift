// SPDX-License-Identifier: MIT

/// The related resources that a document contains in addition to its primary data (JSON:API 1.1,
/// "Compound Documents").
///
/// A path includes the resources at each of its steps: `\.artist.debut` includes artists and their
/// debuts.
public struct Inclusion<Schema: ResourceSchema>: Hashable, Sendable {
    enum Reach: Hashable, Sendable {
        case depth(Int)
        case paths([[String]])
    }

    let reach: Reach

    /// Includes no resources. With `none`, a document gets no member `included`.
    public static var none: Inclusion { depth(0) }

    /// Includes all resources that can be reached from primary data.
    public static var all: Inclusion { depth(.max) }

    /// Includes the resources that can be reached through at most `depth` relationships.
    public static func depth(_ depth: Int) -> Inclusion { Inclusion(reach: .depth(depth)) }

    /// Includes the resources on the given paths: `.paths(\.artist.debut, \.tracks)`.
    public static func paths<each Path: RelationshipPath>(
        _ path: repeat KeyPath<Schema, each Path>
    ) -> Inclusion {
        var paths: [[String]] = []
        for path in repeat each path {
            paths.append(Schema()[keyPath: path].names(from: Schema.self))
        }
        return Inclusion(reach: .paths(paths))
    }

    /// Includes the resources on paths that are written with dots, as in the query parameter
    /// `include`: `.paths("artist.debut")`.
    ///
    /// A name is unknown if neither the schema nor a resource has a relationship with this name. If
    /// a path contains an unknown name, `include(_:)` and `documentData(including:)` throw
    /// ``DocumentError`` with code `unknownPath`.
    public static func paths(_ paths: String...) -> Inclusion { self.paths(paths) }

    /// Includes the resources on paths that are written with dots.
    ///
    /// The cost of a path grows with its number of steps, so limit the length of paths from a
    /// client.
    public static func paths(_ paths: [String]) -> Inclusion {
        let steps = paths.map { path in
            path.split(separator: ".", omittingEmptySubsequences: false).map { String($0) }
        }
        return Inclusion(reach: .paths(steps))
    }

    /// The paths, written with dots as in the query parameter `include`: `artist.debut`. The value
    /// is nil for an inclusion by depth, because a request cannot express a depth.
    public var names: [String]? {
        guard case .paths(let paths) = reach else { return nil }
        return paths.map { $0.joined(separator: ".") }
    }
}

extension Inclusion {
    /// True if the inclusion includes no resources.
    var isNone: Bool {
        if case .depth(let depth) = reach { depth < 1 } else { false }
    }

    /// Returns the resources to include, without primary resources. Each identity occurs once.
    ///
    /// The order is breadth-first: near resources come before far resources, and resources at the
    /// same distance are in the order of the document. Targets that are neither in this document
    /// nor in a linked document are left out. Targets without an identity are left out too, and
    /// completing the linkage reports these targets.
    /// - Parameters:
    ///   - primary: the primary resources.
    ///   - isList: true if primary data is a list.
    ///   - document: a document that already has resources.
    /// - Returns: The resources. If the document has a resource, the result has the resource of the
    ///   document instead of another one with the same identity.
    /// - Throws: ``DocumentError`` with code `unknownPath`, or with code `repeated` if two resources
    ///   with one identity have different values.
    func resources(
        from primary: [Node], isList: Bool, in document: Tree? = nil
    ) throws(DocumentError) -> [Node] {
        var gathered = GatheredResources(primary: primary, isList: isList, in: document)
        switch reach {
        case .depth(let depth):
            try Self.gather(from: primary, depth: depth, &gathered)
        case .paths(let paths):
            // The query `include=` gives an empty path, which includes nothing.
            for path in paths where path != [""] { try Self.check(path, from: primary) }
            try Self.gather(from: primary, paths: paths, &gathered)
        }
        return gathered.included
    }

    /// Checks that each name of a path is the name of a relationship. Either the schema at that
    /// step of the path declares the relationship, or a resource at that step has it. The check
    /// ends at the schema ``AnyResource`` and at a relationship that the schema does not declare,
    /// because the further names cannot be checked.
    private static func check(_ path: [String], from primary: [Node]) throws(DocumentError) {
        var schema: any ResourceSchema.Type = Schema.self
        for (position, name) in path.enumerated() {
            if schema == AnyResource.self { return }
            if let target = schema.target(of: name) {
                schema = target
                continue
            }
            let resources = path[..<position].reduce(primary) { resources, name in
                resources.flatMap { $0.targets(of: name).map(\.target) }
            }
            if resources.contains(where: { $0.member("relationships")?.member(name) != nil }) {
                return
            }
            throw DocumentError(
                code: .unknownPath,
                message: "\"\(path.joined(separator: ".").excerpt(200))\" cannot be included: "
                    + "\(schema.type) has no relationship \"\(name.excerpt(200))\"")
        }
    }

    private static func gather(
        from primary: [Node], depth: Int, _ gathered: inout GatheredResources
    ) throws(DocumentError) {
        var level = primary
        var left = depth
        while left > 0, !level.isEmpty {
            var next: [Node] = []
            for node in level {
                for link in node.targets() { next += try gathered.add(link, of: node) }
            }
            level = next
            left -= 1
        }
    }

    private static func gather(
        from primary: [Node], paths: [[String]], _ gathered: inout GatheredResources
    ) throws(DocumentError) {
        var branches = [Branch(resources: primary, paths: paths.map { $0[...] })]
        var next = 0
        while next < branches.count {
            let branch = branches[next]
            next += 1
            for (name, paths) in branch.steps {
                var targets: [Node] = []
                var seen: Set<Node> = []
                for node in branch.resources {
                    for link in node.targets(of: name) where link.target.identity != nil {
                        try gathered.add(link, of: node)
                        if seen.insert(link.target).inserted { targets.append(link.target) }
                    }
                }
                branches.append(Branch(resources: targets, paths: paths))
            }
        }
    }
}

/// Resources, and the paths that continue from them.
private struct Branch {
    let resources: [Node]
    let paths: [ArraySlice<String>]

    /// The names that the paths begin with, in order, and the remaining paths for each name.
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
    /// Returns the targets of one relationship, or of all relationships. Targets that are neither
    /// in this document nor in a linked document are left out.
    fileprivate func targets(of name: String? = nil) -> [GatheredResources.Link] {
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
            return target.isResolved
                ? GatheredResources.Link(identifier: identifier, target: target.node) : nil
        }
    }
}

extension ResourceSchema {
    /// Returns the schema of the target of a relationship by its name in JSON, or nil.
    fileprivate static func target(of name: String) -> (any ResourceSchema.Type)? {
        let text = ExactText(name)
        for case (_, let descriptor as any RelationshipDescriptor) in fields
        where ExactText(self.name(of: descriptor).text) == text {
            return descriptor.target
        }
        return nil
    }
}
