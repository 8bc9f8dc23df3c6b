// SPDX-License-Identifier: MIT

import ArgumentParser
import CVoxFilter
import Foundation
import Vox

/// The options of commands that check each document of files, and the reader of these documents.
struct RecordOptions: ParsableArguments {
    @Option(
        help: """
            The format of the files. auto: a file whose name ends with .ndjson or .jsonl is \
            NDJSON, a file whose first byte is 0x1E is a JSON text sequence (RFC 7464), and any \
            other file is one document. concatenated: JSON values one after another, with or \
            without white space between them.
            """)
    var from: FilterInput = .auto

    @OptionGroup var limit: RecordLimit

    /// Reads the records of a file, or its one document. One record at a time is in memory.
    ///
    /// - Parameters:
    ///   - name: the path of the file, or `-` for standard input.
    ///   - maximum: the maximum size of a record, if it is less than `--max-record`.
    ///   - strict: true if lines that contain only a byte order mark are records, too.
    ///   - take: receives each record, which is valid only during the call.
    /// - Throws: `Failure` if the file cannot be read. The records before that were passed.
    func read(
        _ name: String, upTo maximum: Int = .max, strict: Bool = false,
        _ take: @escaping (Record) -> Void
    ) throws(Failure) {
        var context = Receiver(name: name, strict: strict, take: take)
        let outcome = FilterOptions.withFile(name) { descriptor in
            withUnsafeMutablePointer(to: &context) { context in
                vox_records_read(
                    descriptor, from.form(of: name, otherwise: VOX_FILTER_DOCUMENT_AUTO),
                    min(limit.maxRecord, maximum),
                    vox_record_receiver(
                        receive: { context, record in
                            guard let record = record?.pointee else { return }
                            context?.assumingMemoryBound(to: Receiver.self).pointee.receive(record)
                        }, context: context))
            }
        }
        switch outcome {
        case VOX_FILTER_DONE: break
        case VOX_FILTER_MEMORY: throw Failure(.usage, "vox: \(name): out of memory")
        default: throw Failure(.usage, "vox: \(name): \(FilterOptions.cause)")
        }
    }
}

/// Passes the records of a file on.
private struct Receiver {
    let name: String
    let strict: Bool
    let take: (Record) -> Void

    func receive(_ record: vox_record) {
        if !record.is_blank || strict { take(Record(file: name, core: record)) }
    }
}

/// A document in a file, with the position of its text.
struct Record {
    let file: String
    fileprivate let core: vox_record

    /// Parses the document. Errors have their positions in the file.
    func document(options: JSON.Options) throws(JSONError) -> JSON {
        let text = UnsafeRawBufferPointer(start: core.bytes, count: core.length)
        if let fault = core.fault {
            let before = text.prefix(core.fault_offset)
            let line = 1 + before.count { $0 == UInt8(ascii: "\n") }
            let column = 1 + before.reversed().prefix { $0 != UInt8(ascii: "\n") }.count
            throw JSONError(
                code: .syntax, message: String(cString: fault),
                position: position(
                    JSONError.Position(offset: core.fault_offset, line: line, column: column)))
        }
        do throws(JSONError) {
            return try JSON(parsing: text, options: options)
        } catch {
            throw located(error)
        }
    }

    /// Returns an error of the document with its position in the file.
    func located(_ error: JSONError) -> JSONError {
        let isTruncated = core.is_element && error.code == .unexpectedEnd
        return JSONError(
            code: error.code,
            message: isTruncated ? "the record is truncated: \(error.message)" : error.message,
            position: position(error.position ?? JSONError.Position(offset: 0, line: 1, column: 1)),
            pointer: error.pointer)
    }

    /// Returns the position in the file for a position in the document.
    func position(_ position: JSONError.Position) -> JSONError.Position {
        JSONError.Position(
            offset: Int(clamping: core.offset) + position.offset,
            line: Int(clamping: core.line) - 1 + position.line,
            column: position.column + (position.line == 1 ? Int(clamping: core.column) : 0))
    }
}
