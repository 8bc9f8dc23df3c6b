// SPDX-License-Identifier: MIT

internal import CVox

extension JSON {
    /// The options for reading JSON text: mode, parser, eager or lazy parsing, and limits.
    ///
    /// ```swift
    /// var options = JSON.Options()
    /// options.maximumSize = 1 << 20
    /// let json = try JSON(parsing: "{}", options: options)
    /// ```
    public struct Options: Hashable, Sendable {
        /// The rules for cases that RFC 8259 leaves open: repeated names and byte order marks.
        public enum Mode: Hashable, Sendable {
            /// Refuses repeated names and byte order marks (RFC 7493).
            case strict
            /// Skips a byte order mark. If several members have the same name, the last member counts.
            case standard
        }

        /// The time at which the text is parsed.
        ///
        /// The values and the errors do not depend on this option. The option changes only the time at
        /// which errors are reported.
        public enum Parsing: Hashable, Sendable {
            /// Parses the whole text before the document is returned.
            case eager
            /// Parses each element of certain arrays when the element is first accessed, and parses all
            /// other parts of the text at once. ``JSON/Options/listDepth`` selects the arrays whose
            /// elements are parsed at their first access.
            ///
            /// Before the document is returned, the unparsed elements are checked only for UTF-8,
            /// terminated strings, balanced brackets, depth and size.
            ///
            /// A malformed element is read as an empty container, and the document records the syntax
            /// error (``JSON/Namespace/failures``). Throwing functions, and writing a value that
            /// contains the element, throw the syntax error of the element.
            /// ``JSON/Namespace/materialize()`` parses all elements, and so finds every error in them.
            case lazy
            /// Parses lazily if the text is so large that lazy parsing is faster. Otherwise parses
            /// eagerly.
            case automatic

            /// The minimum size in bytes of a text that ``automatic`` parses lazily.
            ///
            /// The following speeds are relative to eager parsing. The speeds were measured with
            /// compound documents and collections of public servers. If only one resource is read,
            /// opening the document and reading the resource is faster for texts from 2 kB on, and 20
            /// times as fast from 12 kB on. Reading all primary data is 1.2 to 1.4 times as fast in
            /// documents with `included`, and 0.8 to 0.9 times as fast in documents without `included`,
            /// at any size. Reading the whole document is 0.7 to 0.9 times as fast. For texts below 16
            /// kB these differences are about 20 µs, and reporting errors early is more useful.
            package static let lazyFrom = 16 << 10
        }

        /// The parser that reads the text.
        ///
        /// Both parsers return the same values and the same errors.
        public enum Reader: String, Hashable, Sendable, CaseIterable {
            /// The parser of the core, which is faster than libyajl (`docs/benchmarks` has the
            /// figures). If this parser refuses a text, libyajl reads the text again and decides
            /// whether the text is JSON.
            case fast
            /// The parser of libyajl alone. In a build without libyajl, parsing throws
            /// ``JSONError/Code/unavailable``.
            case yajl
        }

        /// The rules for cases that RFC 8259 leaves open. Default: ``Mode/standard``.
        public var mode: Mode = .standard
        /// The parser that reads the text. Default: ``Reader/fast``.
        public var reader: Reader = .fast
        /// The time at which the text is parsed. Default: ``Parsing/eager``.
        public var parsing: Parsing
        /// The depth of the arrays whose elements ``Parsing/lazy`` parses at their first access.
        ///
        /// A depth of 1 means an array that is the whole document, and a depth of 2 means an array in
        /// the outermost array or object. Nil, the default, selects the lists of a JSON:API document:
        /// `data`, `included`, `atomic:operations` and `atomic:results`.
        public var listDepth: Int?
        /// The pool that provides the memory for documents. Nil, which is the default, selects the
        /// allocator of the C library.
        public var pool: JSON.Pool?
        /// The maximum depth of nested containers. Default: 512.
        public var maximumDepth: Int
        /// The maximum size of a text in bytes. Default: 64 MiB.
        public var maximumSize: Int
        /// The maximum number of values in a document. Default: 16,000,000.
        public var maximumValues: Int
        /// The maximum memory of a document in bytes, including its text. Nil, which is the default,
        /// sets no memory limit.
        public var maximumMemory: Int?

        /// Creates the default options, with the given time of parsing.
        public init(parsing: Parsing = .eager) {
            self.parsing = parsing
            let defaults = vox_options_default()
            maximumDepth = defaults.max_depth
            maximumSize = defaults.max_size
            maximumValues = defaults.max_nodes
        }

        /// Returns these options in the form of the core, for a text of `size` bytes. Negative limits
        /// count as 0.
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

        /// The minimum size in bytes of a text whose parsing stops when the task is cancelled. A
        /// shorter text is parsed in less time than the checks for cancellation take.
        private static let cancellableSize = 65536

        /// Returns a limit in the form of the core.
        ///
        /// For the core, 0 means the default limit. Therefore a limit of 0 becomes VOX_NONE, which is
        /// SIZE_MAX - 1.
        static func coreLimit(_ limit: Int) -> Int {
            limit > 0 ? limit : Int(bitPattern: UInt.max - 1)
        }
    }

    /// The layout in which a document is written.
    public enum Style: String, Hashable, Sendable, CaseIterable {
        /// Writes unchanged values byte for byte, also members whose name is repeated later. A new value
        /// takes the layout of the values around it.
        case preserve
        /// Writes the document without white space. Number texts and escapes are written as they were
        /// read. Here and in the styles below, only the last member of each name is written.
        case compact
        /// Writes one member or element per line, indented by two spaces per level.
        case pretty
        /// Writes canonical JSON (RFC 8785), which is compact and has members sorted by name.
        ///
        /// Equal values are written as the same bytes. A number with at most 17 significant digits is
        /// written as the nearest double: `0.99999999999999999` becomes `1`. An integer that rounding
        /// would change, a number with more digits, and a number out of the range of a double are
        /// written in the format of a double, but with all their digits. So `1e400` and `10e399`, which
        /// are equal, both become `1e+400`.
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
}
