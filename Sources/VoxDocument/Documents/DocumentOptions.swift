// SPDX-License-Identifier: MIT

/// The options for reading a JSON:API document.
public struct DocumentOptions: Hashable, Sendable {
    /// The strictness of reading. All modes refuse text that is not JSON.
    public enum Mode: Hashable, Sendable {
        /// Also refuses repeated member names, a byte order mark, null as attributes, relationships
        /// or a list of primary data, two resource objects with the same identity (the error has
        /// both pointers), and an error status or code that is not a string.
        case strict
        /// Follows the rules of the standard for readers.
        case standard
        /// Also accepts numbers as ids and types (not as lids), ignores an `included` that is not a
        /// list, and skips resources of an unexpected type in primary data (``Document/skipped``
        /// lists them) and in typed to-many relationships.
        case lenient
    }

    /// The strictness of reading. Default: ``Mode/standard``.
    public var mode: Mode
    /// The limits of the text, the time of parsing, and the pool of memory. ``mode`` replaces the
    /// mode in these options.
    public var limits: JSONOptions
    /// If true, a document that reports errors is returned (``Document/errors``). If false, a
    /// ``DocumentError`` is thrown.
    public var keepsErrors: Bool
    /// If true, a document is refused if a resource lacks a field that its schema requires
    /// (`Required`), or has a required field that does not convert. Default: false.
    ///
    /// The check includes the primary data and the included resources of the types that
    /// relationships of the schema can lead to. It parses these resources and takes O(resources).
    /// Do not use it for documents with sparse fieldsets, which leave fields out.
    public var checksRequired: Bool

    /// Creates options. If `parsing` is given, it replaces the value in the limits.
    public init(
        mode: Mode = .standard, limits: JSONOptions = JSONOptions(), keepsErrors: Bool = false,
        checksRequired: Bool = false, parsing: JSONOptions.Parsing? = nil
    ) {
        self.mode = mode
        self.limits = limits
        self.keepsErrors = keepsErrors
        self.checksRequired = checksRequired
        if let parsing { self.limits.parsing = parsing }
    }

    /// The time at which the text is parsed, which is a part of ``limits``.
    public var parsing: JSONOptions.Parsing {
        get { limits.parsing }
        set { limits.parsing = newValue }
    }

    /// The pool that documents take their memory from, which is a part of ``limits``.
    public var pool: JSONPool? {
        get { limits.pool }
        set { limits.pool = newValue }
    }

    var reading: Tree.Reading {
        switch mode {
        case .strict: .strict
        case .standard: .standard
        case .lenient: .lenient
        }
    }

    var json: JSONOptions {
        var options = limits
        options.mode = mode == .strict ? .strict : .standard
        return options
    }
}
