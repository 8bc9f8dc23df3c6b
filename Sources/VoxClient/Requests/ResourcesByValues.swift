// SPDX-License-Identifier: MIT

/// Finds resources by the values of their attributes, without comparing each pair of resources.
///
/// The resources are grouped by the names of their attributes. For each group, and for each set of
/// names that the group shares with a searched resource, a table maps values to resources. The cost
/// for n resources and n searches is O(n) if the resources have few different sets of names.
struct ResourcesByValues {
    private typealias Values = [ExactText: JSONValue]

    private let values: [Values]
    /// The positions of the resources by the names of their attributes.
    private let groups: [Set<ExactText>: [Int]]
    /// The positions by the values of some attributes, for each group and the names of these
    /// attributes.
    private var tables: [Set<ExactText>: [Set<ExactText>: [Values: [Int]]]] = [:]

    /// Reads the attributes of resources. A resource that is nil fits no other resource.
    init(_ resources: [Node?]) throws(JSONError) {
        values = try resources.map { resource throws(JSONError) in try Self.values(of: resource) }
        groups = Dictionary(grouping: values.indices) { [values] in Set(values[$0].keys) }
    }

    /// Returns the positions of the resources that match a resource. Two resources match if they
    /// have attributes in common, and if all common attributes have equal values. If there are more
    /// than two matches, the function returns two positions.
    mutating func firstFitting(_ resource: Node?) throws(JSONError) -> [Int] {
        let wanted = try Self.values(of: resource)
        var found: [Int] = []
        for (names, positions) in groups {
            let common = wanted.filter { names.contains($0.key) }
            if common.isEmpty { continue }
            let sought = Set(common.keys)
            if tables[names]?[sought] == nil {
                tables[names, default: [:]][sought] = Dictionary(grouping: positions) { [values] in
                    values[$0].filter { sought.contains($0.key) }
                }
            }
            found += (tables[names]?[sought]?[common] ?? []).prefix(2)
            if found.count > 1 { break }
        }
        return Array(found.prefix(2))
    }

    /// Returns true if two resources have an attribute with different values.
    static func contradicts(_ one: Node, _ other: Node) throws(JSONError) -> Bool {
        let attributes = one.member("attributes")
        for attribute in other.member("attributes")?.children ?? [] {
            guard let value = attributes?.member(namedAs: attribute) else { continue }
            guard try value.isEqual(to: attribute) else { return true }
        }
        return false
    }

    private static func values(of resource: Node?) throws(JSONError) -> Values {
        var values: Values = [:]
        let attributes = resource?.member("attributes")
        for attribute in attributes?.children ?? [] {
            let value = attributes?.member(namedAs: attribute) ?? attribute
            do throws(JSONError) {
                values[ExactText(attribute.name)] = try JSONValue(value)
            } catch  where error.code == .depthExceeded {
                continue  // A value below JSONValue.maximumDepth tells nothing.
            }
        }
        return values
    }
}
