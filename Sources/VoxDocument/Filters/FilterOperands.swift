// SPDX-License-Identifier: MIT

/// The id of a resource in a filter: `\.id == "7"`.
struct IdentityOperand: FilterOperand {
    func write(_ value: String, to json: JSON) throws(JSONError) {
        try value.write(to: json)
    }
}

/// An attribute or the id of a related resource in a filter: `\.artist.name == "Ann"`,
/// `\.artist.id == "7"`.
///
/// If the path leads through a to-many relationship, a condition is true if it is true for one of
/// the related resources.
struct RelatedOperand<Path: RelationshipPath, Operand: FilterOperand>: FilterOperand {
    let path: Path
    let operand: Operand

    func write(_ value: Operand.Value, to json: JSON) throws(JSONError) {
        try operand.write(value, to: json)
    }
}

extension ResourceSchema {
    /// The id of the resource, for filters: `\.id == "7"`.
    public var id: some FilterOperand<String> { IdentityOperand() }
}

extension RelationshipPath {
    /// The id of the related resource, for filters: `\.artist.id == "7"`.
    public var id: some FilterOperand<String> {
        RelatedOperand(path: self, operand: IdentityOperand())
    }
}

extension RelationshipPath where Target: ResourceSchema {
    /// An attribute of the related resource, for filters: `\.artist.name == "Ann"`.
    public subscript<Operand: AttributeDescriptor>(
        dynamicMember path: KeyPath<Target, Operand>
    ) -> some FilterOperand<Operand.Value> {
        RelatedOperand(path: self, operand: Target()[keyPath: path])
    }
}

// MARK: Paths

/// A step of a path through relationships.
struct FilterStep {
    let name: String
    let isToMany: Bool
}

/// An operand at the end of a relationship path.
private protocol OperandOfRelated {
    func expression(
        from schema: any ResourceSchema.Type, _ make: ([String]) -> FilterExpression
    ) -> FilterExpression?
}

extension RelatedOperand: OperandOfRelated {
    fileprivate func expression(
        from schema: any ResourceSchema.Type, _ make: ([String]) -> FilterExpression
    ) -> FilterExpression? {
        guard let name = operand.name(in: Path.Target.Schema.self) else { return nil }
        return .through(path.steps(from: schema)[...], to: [name], make)
    }
}

extension FilterOperand {
    /// Returns a condition on this operand, beginning at a resource of a schema. The function
    /// `make` creates the condition from a path that leads through no to-many relationship.
    func expression(
        from schema: any ResourceSchema.Type, _ make: ([String]) -> FilterExpression
    ) -> FilterExpression? {
        if let related = self as? any OperandOfRelated {
            return related.expression(from: schema, make)
        }
        return name(in: schema).map { make([$0]) }
    }

    /// The name of an attribute or `id`; nil for an operand of another kind.
    fileprivate func name(in schema: any ResourceSchema.Type) -> String? {
        if self is IdentityOperand { return "id" }
        return (self as? any AttributeDescriptor).map { schema.name(of: $0).text }
    }
}

extension FilterExpression {
    /// Returns a condition on resources that the steps lead to. Each to-many step becomes
    /// ``has(_:_:)``.
    static func through(
        _ steps: ArraySlice<FilterStep>, to rest: [String],
        _ make: ([String]) -> FilterExpression
    ) -> FilterExpression {
        guard let many = steps.firstIndex(where: \.isToMany) else {
            return make(steps.map(\.name) + rest)
        }
        return .has(
            steps[...many].map(\.name), through(steps[(many + 1)...], to: rest, make))
    }
}

/// A path of several steps.
protocol SteppedPath {
    func steps(from schema: any ResourceSchema.Type) -> [FilterStep]
}

extension LongerPath: SteppedPath {
    func steps(from schema: any ResourceSchema.Type) -> [FilterStep] {
        first.steps(of: schema) + next.steps(of: First.Target.self)
    }
}

extension RelationshipPath {
    func steps(from schema: any ResourceSchema.Type) -> [FilterStep] { steps(of: schema) }

    fileprivate func steps(of schema: any ResourceSchema.Type) -> [FilterStep] {
        if let path = self as? any SteppedPath { return path.steps(from: schema) }
        let isToMany = (self as? any RelationshipDescriptor)?.isToMany ?? false
        return names(from: schema).map { FilterStep(name: $0, isToMany: isToMany) }
    }
}
