// SPDX-License-Identifier: MIT
#if Macros

/// What a struct with `@Resource` says about its resources, as its source has it.
struct ModelDescription {
    var access: AccessLevel
    /// The literal, with its quotation marks.
    var type: String
    /// The expression for the key strategy; nil for names as they are.
    var keys: String?
    var id: ModelID
    var fields: [ModelField]
    /// Whether the struct has an initializer of its own.
    var hasInitializer: Bool
}

/// Who may see a declaration, in ascending order.
enum AccessLevel: Int, Comparable {
    case `private`, `internal`, package, `public`

    static func < (left: AccessLevel, right: AccessLevel) -> Bool { left.rawValue < right.rawValue }

    /// The modifier, with a space behind it. What is private is seen by all that the macro writes.
    var modifier: String {
        switch self {
        case .private: "fileprivate "
        case .internal: ""
        case .package: "package "
        case .public: "public "
        }
    }
}

/// The property that has the id.
enum ModelID {
    /// None: the macro adds one.
    case missing
    /// Computed: it is read and never set.
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

    /// What stands for a related resource.
    enum Related {
        /// A model: its type.
        case model(String)
        /// A view of the resource: its schema.
        case resource(String)
        /// An id: the model or schema of the resource.
        case id(String)

        var schema: String {
            switch self {
            case .model(let type), .id(let type): "\(type).Schema"
            case .resource(let schema): schema
            }
        }
    }

    var kind: Kind
    /// As the source has it, with backticks if there are any.
    var property: String
    /// The argument of the descriptor: `"title"`, `exactly: "title"`.
    var name: String
    /// The type of the property, an optional's without the question mark.
    var type: String
    var isOptional: Bool
    /// The value to begin with; none for `nil`.
    var defaultValue: String?
    var marks: [Mark]
    var access: AccessLevel

    enum Mark: String {
        case readOnly, writeOnce, required
    }

    /// Whether a new value needs one for the property.
    var isNeeded: Bool { !isOptional && defaultValue == nil }
}
#endif
