// SPDX-License-Identifier: MIT
#if Macros

/// The description of a struct with `@Resource`, from its source code.
struct ModelDescription {
    var access: AccessLevel
    /// The literal, with its quotation marks.
    var type: String
    /// The expression of the key strategy; nil for unchanged names.
    var keys: String?
    var id: ModelID
    var fields: [ModelField]
    /// Whether the struct has an initializer of its own.
    var hasInitializer: Bool
}

/// The access levels, in ascending order.
enum AccessLevel: Int, Comparable {
    case `private`, `internal`, package, `public`

    static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rawValue < right.rawValue }

    /// The modifier, followed by a space. A private struct needs `fileprivate`, so that all
    /// generated code has access.
    var modifier: String {
        switch self {
        case .private: "fileprivate "
        case .internal: ""
        case .package: "package "
        case .public: "public "
        }
    }
}

/// The property with the id.
enum ModelID {
    /// The struct has no property for the id, and the macro adds this property.
    case missing
    /// The property is a computed property, which is read and never set.
    case computed
    case stored(isOptional: Bool, default: String?, access: AccessLevel)
}

/// A property that is a field of the resource.
struct ModelField {
    enum Kind {
        case attribute
        case toOne(Related)
        case toMany(Related)
    }

    /// The representation of a related resource in the model.
    enum Related {
        /// The target is a model. The value is the name of the type of the model.
        case model(String)
        /// The target is a view of the resource. The value is the name of the schema of the view.
        case resource(String)
        /// The target is an id. The value is the name of the resource's model, or the name of its
        /// schema.
        case id(String)

        var schema: String {
            switch self {
            case .model(let type), .id(let type): "\(type).Schema"
            case .resource(let schema): schema
            }
        }
    }

    var kind: Kind
    /// The name in the source code, including backticks.
    var property: String
    /// The argument of the descriptor: `"title"`, `exactly: "title"`.
    var name: String
    /// The type of the property. For an optional, the type without the question mark.
    var type: String
    var isOptional: Bool
    /// The default value; nil if there is none or it is `nil`.
    var defaultValue: String?
    var marks: [Mark]
    var access: AccessLevel

    enum Mark: String {
        case readOnly, writeOnce, required
    }

    /// Whether a new model needs a value for the property.
    var isNeeded: Bool { !isOptional && defaultValue == nil }
}
#endif
