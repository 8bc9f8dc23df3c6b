// SPDX-License-Identifier: MIT

// Uploads a picture: a form with a file, streamed from the disk, with progress; the service answers with
// where the picture is.

import Foundation
import HTTPTypes
import Synchronization
import VoxREST
import VoxTesting

struct Avatar: ObjectSchema {
    let userID = Attribute<String>("user_id")
    let url = Attribute<String>("url")
}

let file = FileManager.default.temporaryDirectory.appendingPathComponent("avatar.jpg")
try Data(repeating: 0xD8, count: 300_000).write(to: file)
defer { try? FileManager.default.removeItem(at: file) }

/// A service that says how large the form was.
let service = TransportFunction { request in
    var size = 0
    if let content = request.content {
        for try await chunk in try await content.open() {
            size += chunk.count
            request.uploadProgress?(size)
        }
    }
    let type = request.headers[.contentType] ?? ""
    print(type.prefix { $0 != ";" }, size > 300_000 ? "with the file" : "without the file")
    return ClientResponse(
        head: HTTPResponse(status: .created, headerFields: [.contentType: "application/json"]),
        url: request.url,
        body: ClientResponse.Body(
            Array(#"{"user_avatar": {"user_id": "1", "url": "https://img.example/1"}}"#.utf8)))
}

let client = try RESTClient("https://users.example", transport: service)
let form = MultipartBody([
    MultipartBody.Part("user_avatar[user_id]", "1"),
    try MultipartBody.Part(
        "user_avatar[image]", file: file.path, contentType: "image/jpeg"),
])
let sent = Mutex(0)
let avatar = try await client.post(
    "user/avatar.json", body: .multipart(form), as: TypedObject<Avatar>.self, at: "user_avatar"
)
.onUploadProgress { bytes in sent.withLock { $0 = bytes } }
.result()
if sent.withLock({ $0 > 300_000 }) { print("all of it has left") }
print("the picture of user \(avatar.userID ?? "?") is at \(avatar.url ?? "?")")

// prints: multipart/form-data with the file
// prints: all of it has left
// prints: the picture of user 1 is at https://img.example/1
