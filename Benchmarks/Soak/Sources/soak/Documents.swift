// SPDX-License-Identifier: MIT

import Foundation

/// Requests and documents, written without Vox.
enum Documents {
    static let mediaType = "application/vnd.api+json"
    static let atomic = #"application/vnd.api+json; ext="https://jsonapi.org/ext/atomic""#
    static let cursors =
        #"application/vnd.api+json; profile="https://jsonapi.org/profiles/ethanresnick/cursor-pagination""#

    static func text(_ value: Any) -> String {
        let data = try? JSONSerialization.data(withJSONObject: value, options: [.sortedKeys])
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    static func attributes(of task: ExpectedTask) -> [String: Any] {
        [
            "title": task.title, "state": task.state, "estimate": task.estimate, "due": task.due,
        ]
    }

    /// The resource of a new task.
    static func task(_ task: ExpectedTask) -> [String: Any] {
        var relationships: [String: Any] = ["project": linkage("projects", task.project)]
        if let owner = task.owner { relationships["owner"] = linkage(owner.type, owner.id) }
        relationships["labels"] = [
            "data": task.labels.sorted().map { ["type": "labels", "id": $0] }
        ]
        return [
            "type": "tasks", "attributes": attributes(of: task), "relationships": relationships,
        ]
    }

    /// The resource of a new comment. `member` is `id`, or `lid` for a task of the same request.
    static func comment(
        _ text: String, on task: String, member: String = "id", by author: String
    ) -> [String: Any] {
        [
            "type": "comments",
            "attributes": ["text": text, "written": "2026-01-02T03:04:05Z"],
            "relationships": [
                "task": ["data": ["type": "tasks", member: task]],
                "author": linkage("users", author),
            ],
        ]
    }

    static func linkage(_ type: String, _ id: String) -> [String: Any] {
        ["data": ["type": type, "id": id]]
    }

    static func operation(_ operation: String, _ data: [String: Any]) -> [String: Any] {
        ["op": operation, "data": data]
    }

    static func removal(_ type: String, _ id: String) -> [String: Any] {
        ["op": "remove", "ref": ["type": type, "id": id]]
    }
}

/// A request.
struct Message {
    var method: String
    var target: String
    var accept = Documents.mediaType
    var contentType = Documents.mediaType
    var fields: [(String, String)] = []
    var body: String?

    static func get(_ target: String, accept: String = Documents.mediaType) -> Message {
        Message(method: "GET", target: target, accept: accept)
    }

    static func send(_ method: String, _ target: String, _ data: Any) -> Message {
        Message(method: method, target: target, body: Documents.text(["data": data]))
    }

    static func atomic(_ operations: [[String: Any]]) -> Message {
        Message(
            method: "POST", target: "/operations", accept: Documents.atomic,
            contentType: Documents.atomic, body: Documents.text(["atomic:operations": operations]))
    }

    var bytes: [UInt8] {
        // Brackets are not allowed in the target of a request.
        let target = target.replacing("[", with: "%5B").replacing("]", with: "%5D")
        var head = "\(method) \(target) HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: \(accept)\r\n"
        for (name, value) in fields { head += "\(name): \(value)\r\n" }
        guard let body else { return Array("\(head)\r\n".utf8) }
        head += "Content-Type: \(contentType)\r\nContent-Length: \(body.utf8.count)\r\n\r\n"
        return Array((head + body).utf8)
    }
}
