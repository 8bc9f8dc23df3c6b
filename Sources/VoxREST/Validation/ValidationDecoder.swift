// SPDX-License-Identifier: MIT

/// Finds validation errors in the answer of a server that did not take what was sent:
/// each API has its own shape for them.
///
/// ```swift
/// struct OwnErrors: ValidationDecoder {
///     func validationErrors(in body: ErrorBody) -> ValidationErrors? {
///         guard let problems = body.json?.problems, problems.vox.kind == .array else { return nil }
///         var errors = ValidationErrors()
///         for problem in problems.vox.elements {
///             errors.add(problem.text ?? "", to: problem.where ?? "")
///         }
///         return errors
///     }
/// }
/// ```
///
/// A decoder never fails: what it does not know it leaves to others by nil, and the body stays with the
/// `RequestError` all the same.
public protocol ValidationDecoder: Sendable {
    /// The errors in a body; nil when it has none, or not in this shape.
    func validationErrors(in body: ErrorBody) -> ValidationErrors?
}

/// The body of an answer that reports a failure, as a ``ValidationDecoder`` gets it.
public struct ErrorBody {
    /// The bytes.
    public let bytes: [UInt8]

    /// The status of the answer.
    public let status: Int

    /// The media type of the body as the answer has it; nil when it does not say.
    public let contentType: String?

    /// The body as JSON; nil for what is none, or goes deeper than ``maximumDepth``.
    public let json: JSON?

    /// Containers inside one another that are looked into.
    public static let maximumDepth = 32

    /// Takes a body. O(bytes).
    public init(_ bytes: some Collection<UInt8>, status: Int, contentType: String? = nil) {
        self.bytes = Array(bytes)
        self.status = status
        self.contentType = contentType
        var options = JSONOptions()
        options.maximumDepth = Self.maximumDepth
        json = try? JSON(parsing: self.bytes, options: options)
    }

    /// Takes a body that is text.
    public init(_ text: String, status: Int, contentType: String? = nil) {
        self.init(text.utf8, status: status, contentType: contentType)
    }
}

/// Asks several decoders in order; the first that finds errors has the say.
public struct FirstValidationDecoder: ValidationDecoder {
    /// The decoders.
    public let decoders: [any ValidationDecoder]

    /// Takes decoders in the order in which they are asked.
    public init(_ decoders: [any ValidationDecoder]) { self.decoders = decoders }

    /// The errors that the first decoder finds that finds any.
    public func validationErrors(in body: ErrorBody) -> ValidationErrors? {
        for decoder in decoders {
            if let errors = decoder.validationErrors(in: body) { return errors }
        }
        return nil
    }
}

extension ValidationDecoder where Self == FirstValidationDecoder {
    /// All shapes that Vox knows: problem details, Laravel, Rails, Django REST framework.
    public static var standard: FirstValidationDecoder {
        FirstValidationDecoder([ProblemDetails(), LaravelErrors(), RailsErrors(), DjangoErrors()])
    }

    /// Several decoders in order; the first that finds errors has the say.
    public static func first(_ decoders: any ValidationDecoder...) -> FirstValidationDecoder {
        FirstValidationDecoder(decoders)
    }
}

extension ValidationErrors {
    /// Adds a message, or the messages of a list: texts, or objects that have one.
    mutating func add(messagesIn json: JSON, to field: String) {
        let messages = json.vox.kind == .array ? json.vox.elements : [json]
        add(messages.lazy.compactMap(\.messageText), to: field)
    }

    /// The errors; nil when nothing was found.
    var orNone: ValidationErrors? { isEmpty ? nil : self }
}

extension JSON {
    /// A text, or the member of an object that has the message.
    var messageText: String? {
        if let text = String(quiet: self) { return text }
        guard vox.kind == .object else { return nil }
        for name in ["message", "detail", "reason", "description", "error"] {
            if let text = String(quiet: self[name] as JSON) { return text }
        }
        return nil
    }

    /// True for a list of texts that is not empty.
    var isListOfText: Bool {
        vox.kind == .array && vox.count > 0
            && vox.elements.allSatisfy { $0.vox.kind == .string }
    }
}

extension String {
    /// The text of a JSON string; nil for other kinds, without a note in the document.
    init?(quiet json: JSON) {
        guard json.vox.kind == .string, let text = String(json) else { return nil }
        self = text
    }
}
