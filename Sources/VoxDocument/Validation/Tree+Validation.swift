// SPDX-License-Identifier: MIT

internal import CVox

/// The options of a validation.
struct ValidationRequest {
    enum Profile {
        case any, response, create, update, relationship, operations, results
    }

    var profile: Profile
    var isLenient: Bool
    var fieldsets: [(type: String, names: [String])]
    var include: [String]?
    var namespaces: [String]
    var toMany: [(type: String, name: String)] = []
    var toOne: [(type: String, name: String)] = []
    var ignoredRules: [UInt32] = []

    init(
        profile: Profile, isLenient: Bool, fieldsets: [(type: String, names: [String])],
        include: [String]?, namespaces: [String]
    ) {
        self.profile = profile
        self.isLenient = isLenient
        self.fieldsets = fieldsets
        self.include = include
        self.namespaces = namespaces
    }
}

/// A finding of a validation.
struct ValidationFault {
    let rule: Int
    let isError: Bool
    var message: String
    let pointer: String
    let otherPointer: String?
    let position: JSONError.Position
}

/// The JSON:API rules that the core checks.
enum ValidationRules {
    /// The numbers of the rules, in ascending order.
    static let numbers: [Int] = (0...).lazy.map { Int(vox_rule_at($0)) }.prefix { $0 != 0 }
        .map { $0 }

    /// The first rule of the extension Atomic Operations. Rules with lower numbers are rules of
    /// JSON:API.
    private static let firstOfOperations = 137

    /// The rule about names, which the recommendations state.
    private static let recommendedNames = 64

    /// Returns the address of a rule in the text of the standard, of its recommendations, or of the
    /// extension.
    static func reference(of rule: Int) -> String {
        let anchor = UInt32(exactly: rule).flatMap { vox_rule_anchor($0) }
        let page =
            rule == recommendedNames
            ? "recommendations/" : rule < firstOfOperations ? "format/1.1/" : "ext/atomic/"
        return "https://jsonapi.org/" + page + (anchor.map { "#" + String(cString: $0) } ?? "")
    }
}

extension Tree {
    /// Validates the document. The findings are in the order of their positions.
    func validate(_ request: ValidationRequest) throws(JSONError) -> [ValidationFault] {
        var found: [vox_finding] = []
        let status = withUnsafeMutablePointer(to: &found) { found in
            let sink = vox_finding_sink(
                receive: { context, finding in
                    guard let context, let finding else { return 1 }
                    context.assumingMemoryBound(to: [vox_finding].self).pointee
                        .append(finding.pointee)
                    return 0
                }, context: found)
            return request.withCore { options in
                var options = options
                return vox_validate(raw, &options, sink)
            }
        }
        if status != VOX_OK {
            try materialize()
            throw JSONError(status)
        }
        return inOrder(found)
    }

    /// Sorts findings by offset, so that the lines of the text are counted in one pass. Findings at
    /// the same offset keep their order.
    ///
    /// Many findings below one long name have many long pointers. When all pointers together are
    /// longer than 16 times the text and 1 MiB, one more finding stands for the rest.
    private func inOrder(_ found: [vox_finding]) -> [ValidationFault] {
        let order = found.indices.sorted {
            (found[$0].offset, $0) < (found[$1].offset, $1)
        }
        var room = 16 * vox_tree_source(raw).length + 1 << 20
        var place = vox_place()
        var faults: [ValidationFault] = []
        for (number, index) in order.enumerated() {
            if room < 0 {
                let rest = order[number...]
                let first = rest.first { found[$0].severity == VOX_SEVERITY_ERROR } ?? index
                var last = fault(found[first], from: &place)
                last.message += "; \(rest.count - 1) further findings are left out"
                return faults + [last]
            }
            let fault = fault(found[index], from: &place)
            room -= fault.pointer.utf8.count + (fault.otherPointer?.utf8.count ?? 0)
            faults.append(fault)
        }
        return faults
    }

    private func fault(_ finding: vox_finding, from place: inout vox_place) -> ValidationFault {
        var finding = finding
        vox_finding_locate(raw, &finding, &place)
        func pointer(of node: OpaquePointer?) -> String? {
            node.map { Node(tree: self, raw: $0).pointer }
        }
        return ValidationFault(
            rule: Int(finding.rule), isError: finding.severity == VOX_SEVERITY_ERROR,
            message: String(cString: finding.message), pointer: pointer(of: finding.node) ?? "",
            otherPointer: pointer(of: finding.other),
            position: JSONError.Position(
                offset: place.offset, line: place.line, column: place.column))
    }
}

extension ValidationRequest {
    /// Passes the request to the core. All strings of the request are slices of one block of bytes.
    fileprivate func withCore(_ body: (vox_validation) -> vox_status) -> vox_status {
        var bytes: [UInt8] = []
        var slices: [Range<Int>] = []
        func add(_ texts: [String]) -> Range<Int> {
            let start = slices.count
            for text in texts {
                slices.append(bytes.count..<bytes.count + text.utf8.count)
                bytes += text.utf8
            }
            return start..<slices.count
        }
        let spaces = add(namespaces)
        let paths = add(include ?? [])
        let types = add(fieldsets.map(\.type))
        let names = fieldsets.map { add($0.names) }
        let many = toMany.map { add([$0.type, $0.name]) }
        let one = toOne.map { add([$0.type, $0.name]) }
        // This additional string ensures that the block is not empty and that no pointer is null.
        _ = add([""])
        bytes.append(0)
        return bytes.withUnsafeBytes { bytes in
            let texts = slices.map { slice in
                vox_string(
                    bytes: bytes[slice].baseAddress(in: bytes), length: slice.count)
            }
            return texts.withUnsafeBufferPointer { texts in
                let sets = zip(types, names).map { type, names in
                    vox_fieldset(
                        type: texts[type], names: texts.baseAddress.map { $0 + names.lowerBound },
                        name_count: names.count)
                }
                let declared = (many + one).map { pair in
                    vox_relationship_name(
                        type: texts[pair.lowerBound], name: texts[pair.lowerBound + 1])
                }
                return sets.withUnsafeBufferPointer { sets in
                    declared.withUnsafeBufferPointer { declared in
                        ignoredRules.withUnsafeBufferPointer { ignored in
                            body(
                                vox_validation(
                                    size: MemoryLayout<vox_validation>.size,
                                    profile: profile.core, lenient: isLenient,
                                    fieldsets: sets.baseAddress, fieldset_count: sets.count,
                                    include: include == nil
                                        ? nil : texts.baseAddress.map { $0 + paths.lowerBound },
                                    include_count: paths.count,
                                    namespaces: texts.baseAddress.map { $0 + spaces.lowerBound },
                                    namespace_count: spaces.count,
                                    to_many: declared.baseAddress, to_many_count: many.count,
                                    to_one: declared.baseAddress.map { $0 + many.count },
                                    to_one_count: one.count, ignored_rules: ignored.baseAddress,
                                    ignored_rule_count: ignored.count))
                        }
                    }
                }
            }
        }
    }
}

extension Slice<UnsafeRawBufferPointer> {
    /// Returns a pointer to the beginning of the slice.
    fileprivate func baseAddress(in buffer: UnsafeRawBufferPointer) -> UnsafePointer<CChar>? {
        buffer.baseAddress.map { ($0 + startIndex).assumingMemoryBound(to: CChar.self) }
    }
}

extension ValidationRequest.Profile {
    fileprivate var core: vox_profile {
        switch self {
        case .any: VOX_PROFILE_ANY
        case .response: VOX_PROFILE_RESPONSE
        case .create: VOX_PROFILE_CREATE
        case .update: VOX_PROFILE_UPDATE
        case .relationship: VOX_PROFILE_RELATIONSHIP
        case .operations: VOX_PROFILE_OPERATIONS
        case .results: VOX_PROFILE_RESULTS
        }
    }
}
