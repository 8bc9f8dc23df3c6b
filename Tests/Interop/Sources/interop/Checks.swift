// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// Runs checks one after the other and prints a line about each: `ok`, `FAIL`, or `note` for a check
/// which shows that the other program cannot do something.
final class Checks {
    private let subject: String
    private(set) var failures = 0

    init(_ subject: String) { self.subject = subject }

    /// Carries out one check; what it throws is why it failed. Later checks go on all the same.
    func check(_ name: String, _ body: () async throws -> Void) async {
        await check("ok   ", name, body)
    }

    /// Shows that the other program deviates from the standard, or lacks a feature. The check fails
    /// if the program does not deviate in this way, so that the line is true.
    func note(_ name: String, _ body: () async throws -> Void) async {
        await check("note ", name, body)
    }

    private func check(_ word: String, _ name: String, _ body: () async throws -> Void) async {
        do {
            try await body()
            print("\(word) \(subject): \(name)")
        } catch {
            failures += 1
            print("FAIL  \(subject): \(name): \(error)")
        }
        fflush(nil)
    }
}

/// Why a check failed.
struct Mismatch: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

/// Throws ``Mismatch`` unless the two are equal.
func expect<Value: Equatable>(_ what: String, _ found: Value, is wanted: Value) throws {
    guard found == wanted else {
        throw Mismatch("\(what) is \(String(reflecting: found)), not \(String(reflecting: wanted))")
    }
}

/// The value; throws ``Mismatch`` when there is none.
func need<Value>(_ what: String, _ value: Value?) throws -> Value {
    guard let value else { throw Mismatch("there is no \(what)") }
    return value
}

/// The `RequestError` that a call ends with; throws ``Mismatch`` when it ends with none.
func requestError(of call: () async throws -> Void) async throws -> RequestError {
    do {
        try await call()
    } catch let error as RequestError {
        return error
    }
    throw Mismatch("no error")
}
