// SPDX-License-Identifier: MIT

/// How a JSON:API document is read.
public struct DocumentOptions: Hashable, Sendable {
    /// How much is forgiven. What is not JSON is refused in every mode.
    public enum Mode: Hashable, Sendable {
        /// Also refuses repeated member names, a byte order mark, null as attributes, relationships or
        /// a list of primary data, two resource objects for one resource (the error has both
        /// pointers), and a status or code of an error that is not text.
        case strict
        /// The standard's rules for readers.
        case standard
        /// Also takes numbers as ids and types (not as lids), passes over an `included` that is no
        /// list, and skips what is of another type than asked for: in primary data
        /// (``Document/skipped`` says what) and in typed to-many relationships.
        case lenient
    }

    /// Default: ``Mode/standard``.
    public var mode: Mode
    /// Limits of the text, when it is parsed, and where its memory comes from; its mode is set by
    /// ``mode``.
    public var limits: JSONOptions
    /// Whether a document that reports errors is read like any other (``Document/errors``), and not
    /// thrown as ``DocumentError``.
    public var keepsErrors: Bool
    /// Whether a document is refused in which a resource lacks a field that its schema requires
    /// (`Required`), or has one that does not convert. Looked at are the primary data, and what is
    /// included of the types that relationships of the schema lead to. O(resources), which are parsed
    /// for it. Not for documents with sparse fieldsets, which leave fields out. Default: false.
    public var checksRequired: Bool

    /// The defaults, but for what is given; ``parsing`` is then set in the limits.
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

    /// When the text is parsed; that of ``limits``.
    public var parsing: JSONOptions.Parsing {
        get { limits.parsing }
        set { limits.parsing = newValue }
    }

    /// Where documents get their memory from; that of ``limits``.
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
