// SPDX-License-Identifier: MIT

extension ValidationErrors {
    /// The errors as sentences for users. The messages about the whole request come first, and then
    /// the messages about each field.
    ///
    /// | message | of field | sentence |
    /// |---|---|---|
    /// | `can't be blank` | `first_name` | `First name can't be blank` |
    /// | `is too short` | `address.city` | `Address city is too short` |
    /// | `This field is required.` | `first_name` | `First name: This field is required.` |
    /// | `The first name field is required.` | `first_name` | the unchanged message, because it contains the name of the field |
    public var messages: [String] {
        base
            + fields.flatMap { field in
                field.messages.map { Self.sentence($0, about: field.name) }
            }
    }

    private static func sentence(_ message: String, about field: String) -> String {
        let name = words(of: field)
        guard let first = message.unicodeScalars.first else { return name }
        guard first.properties.isUppercase else { return "\(name) \(message)" }
        // The text is compared as bytes, because comparing characters takes too long for very long
        // messages.
        let spoken = Array(message.lowercased().utf8)
        let isNamed =
            spoken.contains(Array(name.lowercased().utf8))
            || spoken.contains(Array(field.lowercased().utf8))
        return isNamed ? message : "\(name): \(message)"
    }

    /// Returns the name of a field as words: `First name` for `first_name`, `first-name` and
    /// `firstName`.
    private static func words(of field: String) -> String {
        let name = KeyStrategy.snakeCase.name(for: field)
        let text = String(name.map { "_-.".contains($0) ? " " : $0 })
        return text.prefix(1).uppercased() + text.dropFirst()
    }
}
