// SPDX-License-Identifier: MIT

/// What a schema says about a field besides its name and its type.
///
/// The cases are the marks of an attribute in a `@Resource` struct. The types inside are the
/// results of functions of an attribute, such as `Attribute.required()`, and a program need not
/// name them.
public enum FieldMark: Sendable {
    /// No request contains the attribute (`Attribute.readOnly()`). The function `makeResource`,
    /// which the macro creates, has no parameter for the attribute.
    case readOnly
    /// The attribute is sent only with the request that creates the resource
    /// (`Attribute.writeOnce()`).
    case writeOnce
    /// The property of the resource, such as `resource.title`, throws if the attribute has no value
    /// (`Attribute.required()`). A program can check the required attributes of a document when it
    /// reads the document.
    case required
}
