// SPDX-License-Identifier: MIT

internal import CVox

/// The way JSON text is read, and the limits on it.
///
/// ```swift
/// var options = JSONOptions()
/// options.maximumSize = 1 << 20
/// let json = try JSON(parsing: "{}", options: options)
/// ```
public struct JSONOptions: Hashable, Sendable {
    /// The treatment of texts that RFC 8259 leaves open.
    public enum Mode: Hashable, Sendable {
        /// Refuses repeated names and a byte order mark (RFC 7493).
        case strict
        /// Skips a byte order mark. The last of several members with the same name counts.
        case standard
    }

    /// When the text is parsed.
    ///
    /// All choices give the same values and, in the end, the same errors.
    public enum Parsing: Hashable, Sendable {
        /// Parses the whole text before the document is returned.
        case eager
        /// Parses the elements of the document's lists when they are first touched, and all else at
        /// once.
        ///
        /// The unparsed elements are checked beforehand for UTF-8, terminated strings, balanced
        /// brackets, depth and size only.
        ///
        /// A malformed element reads as an empty one, and the document records the syntax error
        /// (``JSON/Namespace/failures``). Throwing forms throw the error, and so does writing a
        /// value that contains the element. ``JSON/Namespace/materialize()`` parses, and so
        /// checks, all other elements.
        case lazy
        /// Parses lazily if the text is so large that this is faster, and otherwise eagerly.
        case automatic

        /// The size in bytes from which ``automatic`` is lazy.
        ///
        /// Measured against eager parsing, with compound documents and collections of public
        /// servers: to open a document and read one resource is faster from 2 kB on, and 20 times
        /// as fast from 12 kB on. To read all primary data is 1.2 to 1.4 times as fast with
        /// `included`, and 0.8 to 0.9 times as fast without, at any size. To read everything is 0.7
        /// to 0.9 times as fast. Below 16 kB these differences are about 20 µs, and an early error
        /// is worth more.
        package static let lazyFrom = 16 << 10
    }

    /// The parser that reads the text.
    ///
    /// Both parsers give the same values and the same errors.
    public enum Reader: String, Hashable, Sendable, CaseIterable {
        /// The core's own parser, which is the faster one (`docs/benchmarks` has the figures).
        /// libyajl reads again each text that it refuses, and decides whether the text is JSON.
        case fast
        /// libyajl alone. Without the package trait `Yajl`, parsing throws
        /// ``JSONError/Code/unavailable``.
        case yajl
    }

    /// The treatment of texts that RFC 8259 leaves open. Default: ``Mode/standard``.
    public var mode: Mode = .standard
    /// The parser that reads the text. Default: ``Reader/fast``.
    public var reader: Reader = .fast
    /// When the text is parsed. Default: ``Parsing/eager``.
    public var parsing: Parsing
    /// The depth of the arrays that ``Parsing/lazy`` treats as lists.
    ///
    /// 1 is an array that is the whole document, 2 is an array in the outermost array or object,
    /// and so on. Nil, the default, selects the lists of JSON:API: `data` and `included`.
    public var listDepth: Int?
    /// The pool that documents take their memory from. Nil, the default, uses the C library.
    public var pool: JSONPool?
    /// The maximum depth of nested containers. Default: 512.
    public var maximumDepth: Int
    /// The maximum size of a text in bytes. Default: 64 MiB.
    public var maximumSize: Int
    /// The maximum number of values in a document. Default: 16,000,000.
    public var maximumValues: Int
    /// The maximum memory of a document in bytes, including its text. Nil, the default, sets no
    /// limit.
    public var maximumMemory: Int?

    /// Creates the default options, with the given time of parsing.
    public init(parsing: Parsing = .eager) {
        self.parsing = parsing
        let defaults = vox_options_default()
        maximumDepth = defaults.max_depth
        maximumSize = defaults.max_size
        maximumValues = defaults.max_nodes
    }

    /// Returns these options for the core and a text of `size` bytes. Negative limits count as 0.
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
        if size >= Self.cancellableSize {
            options.stop = { _ in withUnsafeCurrentTask { $0?.isCancelled ?? false } }
        }
        return options
    }

    /// The size in bytes from which the cancellation of a task stops parsing. Shorter texts take less
    /// time than the question.
    private static let cancellableSize = 65536

    /// Returns the limit for the core.
    ///
    /// The core takes 0 as its default, so a limit of 0 becomes VOX_NONE, which is SIZE_MAX - 1.
    static func coreLimit(_ limit: Int) -> Int {
        limit > 0 ? limit : Int(bitPattern: UInt.max - 1)
    }
}

/// The layout in which a document is written.
public enum JSONStyle: String, Hashable, Sendable, CaseIterable {
    /// Writes unchanged values byte for byte. A new value takes the layout of its surroundings.
    case preserve
    /// Writes no white space. Number texts and escapes stay as they were read.
    case compact
    /// Writes one member or element per line, indented by two spaces per level.
    case pretty
    /// Writes canonical JSON (RFC 8785): compact, with members sorted by name.
    ///
    /// Equal values have the same bytes. Numbers that a double cannot hold keep all their digits:
    /// `1e400` and `10e399` both become `1e+400`.
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
