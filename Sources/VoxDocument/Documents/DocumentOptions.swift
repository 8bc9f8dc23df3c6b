// SPDX-License-Identifier: MIT

/// The options for reading a JSON:API document.
public struct DocumentOptions: Hashable, Sendable {
    /// The strictness of reading. All modes refuse text that is not JSON.
    public enum Mode: Hashable, Sendable {
        /// Refuses some documents that the standard mode accepts. Strict mode refuses documents
        /// with one of the following: a repeated member name; a byte order mark; a status or code
        /// of an error that is not a string; null instead of attributes, relationships or a list of
        /// primary data; two resource objects with the same identity. For two resource objects with
        /// the same identity, the error has the pointers of both objects.
        case strict
        /// Follows the rules of the JSON:API standard for readers.
        case standard
        /// Accepts numbers as ids and types, but not as lids. Ignores an `included` that is not a
        /// list. Skips resources of an unexpected type in primary data and in typed to-many
        /// relationships; ``Document/skipped`` lists the skipped resources of primary data.
        case lenient
    }

    /// The strictness of reading. Default: ``Mode/standard``.
    public var mode: Mode
    /// The options of the JSON layer: limits of the text, eager or lazy parsing, and the pool of
    /// memory. The mode in these JSON options has no effect, because ``mode`` replaces it.
    public var limits: JSON.Options
    /// If true, reading a document that reports errors returns the document (``Document/errors``).
    /// If false, reading a document that reports errors throws a ``DocumentError``.
    public var keepsErrors: Bool
    /// If true, reading refuses a document in which a required field (`FieldMark.Required`) of a
    /// resource is missing or cannot be converted. Default: false.
    ///
    /// The check covers the primary data, and the included resources of all types that can be
    /// reached through the relationships of the schema. The check parses the checked resources and
    /// costs O(resources). Do not use this check for documents with sparse fieldsets, because
    /// sparse fieldsets omit fields.
    public var checksRequired: Bool

    /// Creates options. If `parsing` is given, it replaces the value of `parsing` in the limits.
    public init(
        mode: Mode = .standard, limits: JSON.Options = JSON.Options(), keepsErrors: Bool = false,
        checksRequired: Bool = false, parsing: JSON.Options.Parsing? = nil
    ) {
        self.mode = mode
        self.limits = limits
        self.keepsErrors = keepsErrors
        self.checksRequired = checksRequired
        if let parsing { self.limits.parsing = parsing }
    }

    /// Eager or lazy parsing: the value of `parsing` in ``limits``.
    public var parsing: JSON.Options.Parsing {
        get { limits.parsing }
        set { limits.parsing = newValue }
    }

    /// The pool of memory for documents: the value of `pool` in ``limits``.
    public var pool: JSON.Pool? {
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

    var json: JSON.Options {
        var options = limits
        options.mode = mode == .strict ? .strict : .standard
        return options
    }
}
