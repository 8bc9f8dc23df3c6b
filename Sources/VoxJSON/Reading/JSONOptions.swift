// SPDX-License-Identifier: MIT

internal import CVox

/// How JSON text is read, and how much of it.
///
/// ```swift
/// var options = JSONOptions()
/// options.maximumSize = 1 << 20
/// let json = try JSON(parsing: "{}", options: options)
/// ```
public struct JSONOptions: Hashable, Sendable {
    /// How to deal with what RFC 8259 leaves open.
    public enum Mode: Hashable, Sendable {
        /// Refuses repeated names and a byte order mark (RFC 7493).
        case strict
        /// Skips a byte order mark; of repeated names the last counts.
        case standard
    }

    /// When the text is parsed. The values, and the errors in the end, are the same.
    public enum Parsing: Hashable, Sendable {
        /// All of it, before the document is there.
        case eager
        /// What lies around the lists of a document at once, their elements when they are first
        /// touched. Of these only so much is checked before: UTF-8, that strings end and brackets
        /// balance, depth and size.
        ///
        /// An element that turns out malformed reads as an empty one, and the document notes the
        /// syntax error (``JSON/Operations/failures``); throwing forms throw it, and so does writing out
        /// what it stands in. ``JSON/Operations/materialize()`` parses, and so checks, all that is left.
        case lazy
        /// Lazily from the size on at which that is faster, else eagerly.
        case automatic

        /// Bytes from which ``automatic`` is lazy.
        ///
        /// Measured against eager parsing, compound documents and collections of public servers: to
        /// open and read one resource is faster from 2 kB on, and 20 times as fast from 12 kB on. To
        /// read all primary data is 1.2 to 1.4 times as fast with `included`, 0.8 to 0.9 times without,
        /// whatever the size; to read all there is, 0.7 to 0.9 times. Below 16 kB all of that is a
        /// matter of 20 µs, and an error that is told at once is worth more.
        package static let lazyFrom = 16 << 10
    }

    /// What reads the text. The values, and the errors, are the same.
    public enum Reader: String, Hashable, Sendable, CaseIterable {
        /// The core's own reader, the faster one (`docs/benchmarks` says by how much). What it refuses is
        /// read again by libyajl, which has the last word on what is JSON.
        case fast
        /// libyajl alone. Without the package trait `Yajl` there is none, and parsing throws
        /// ``JSONError/Code/unavailable``.
        case yajl
    }

    /// Default: ``Mode/standard``.
    public var mode: Mode = .standard
    /// Default: ``Reader/fast``.
    public var reader: Reader = .fast
    /// Default: ``Parsing/eager``.
    public var parsing: Parsing
    /// Which arrays ``Parsing/lazy`` takes for lists, by how deep they lie: 1 for an array that is the whole document, 2 for one in the outermost array or object,
    /// and so on. Nil, the default: the lists of JSON:API, `data` and `included`.
    public var listDepth: Int?
    /// Where documents get their memory from; nil, the default, for the C library.
    public var pool: JSONPool?
    /// Containers inside one another; default 512.
    public var maximumDepth: Int
    /// Bytes of text; default 64 MiB.
    public var maximumSize: Int
    /// Values in a document; default 16,000,000.
    public var maximumValues: Int
    /// Bytes a document may hold in memory, its text included; nil (the default) sets no limit.
    public var maximumMemory: Int?

    /// The defaults, or another way of parsing.
    public init(parsing: Parsing = .eager) {
        self.parsing = parsing
        let defaults = vox_options_default()
        maximumDepth = defaults.max_depth
        maximumSize = defaults.max_size
        maximumValues = defaults.max_nodes
    }

    /// The same for the core, for a text of so many bytes. Negative limits count as 0.
    func core(for size: Int) -> vox_options {
        var options = vox_options_default()
        options.max_depth = Self.coreLimit(maximumDepth)
        options.max_size = Self.coreLimit(maximumSize)
        options.max_nodes = Self.coreLimit(maximumValues)
        options.max_memory = maximumMemory.map { max($0, 1) } ?? 0
        options.strict = mode == .strict
        options.defer_depth = listDepth.map { max($0, 1) } ?? 0
        options.reader = reader == .yajl ? VOX_READER_YAJL : VOX_READER_FAST
        switch parsing {
        case .eager: options.mode = VOX_MODE_EAGER
        case .lazy: options.mode = VOX_MODE_LAZY
        case .automatic:
            options.mode = size < Parsing.lazyFrom ? VOX_MODE_EAGER : VOX_MODE_LAZY
        }
        if let pool { options.allocator = pool.allocator }
        return options
    }

    /// A limit for the core, where 0 would be its default: VOX_NONE is the one below SIZE_MAX.
    static func coreLimit(_ limit: Int) -> Int {
        limit > 0 ? limit : Int(bitPattern: UInt.max - 1)
    }
}

/// How a document is laid out when it is written.
public enum JSONStyle: String, Hashable, Sendable, CaseIterable {
    /// What nobody touched comes out byte for byte; what was put in takes the layout around it.
    case preserve
    /// No white space. Number text and escapes stay as they were read.
    case compact
    /// A line a member, two spaces a level.
    case pretty
    /// Canonical (RFC 8785): compact, members in order of their names. Equal values have the same
    /// bytes. Numbers that a double does not hold keep all their digits: `1e400` and `10e399` both
    /// become `1e+400`.
    case sorted

    var core: vox_style {
        switch self {
        case .preserve: VOX_STYLE_PRESERVE
        case .compact: VOX_STYLE_COMPACT
        case .pretty: VOX_STYLE_PRETTY
        case .sorted: VOX_STYLE_SORTED
        }
    }
}
