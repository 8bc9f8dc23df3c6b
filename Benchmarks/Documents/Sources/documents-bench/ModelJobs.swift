// SPDX-License-Identifier: MIT

import Foundation
import VoxREST
import VoxTesting

/// A client of a plain REST API, on a transport that responds from memory.
extension Program {
    mutating func measureModels() throws {
        let count = 1000
        let title = "Harbour lights"
        let list = PostsText.list(count)
        let saved = PostsText.saved(count / 2 + 1, title: title)
        let transport = TransportFunction { request in
            ClientResponse(
                head: .init(status: .ok, headerFields: [.contentType: "application/json"]),
                url: request.url,
                body: ClientResponse.Body(request.method == .get ? list : saved))
        }
        let base = "https://api.example.com"
        let vox = VoxPosts(try RESTClient(base, transport: transport, reliability: nil))
        let codable = CodablePosts { method, path, body in
            var request = ClientRequest(
                method: method == .get ? .get : .patch, url: try HTTPURL(base + path))
            if let body {
                request.content = ClientRequest.Body(Array(body), contentType: "application/json")
            }
            let response = try await transport.execute(request)
            guard response.status.kind == .successful else { throw Unexpected.shape }
            return Data(try await response.body.bytes())
        }
        let thread = WaitingThread()
        compare(
            "Swift: a list of models over a transport in memory, three fields of each, one saved",
            Text(name: "posts_1000", list), chart: .swift, aim: 10,
            vox: Side(name: "VoxREST") {
                try thread.run { try await vox.readAndSave(title: title) }
            },
            peer: Side(name: "a Codable client") {
                try thread.run { try await codable.readAndSave(title: title) }
            })
    }

    /// Small responses: with the client alone, and with what makes its transport reliable.
    mutating func measureSmallModels() throws {
        let transport = TransportFunction(SmallResponses.respond)
        let base = "https://api.example.com"
        let codable = try CodableSmallPosts(base, transport: transport)
        let thread = WaitingThread()
        let times: Int64 = 100
        for (kind, reliability) in [("", nil), (", reliable", ReliabilityOptions())] {
            let vox = VoxSmallPosts(
                try RESTClient(base, transport: transport, reliability: reliability))
            for request in SmallRequest.allCases {
                compare(
                    "Swift: \(times) \(request.rawValue) over a transport in memory\(kind)",
                    Text(name: "small responses", []), chart: .swift, aim: 1,
                    isFreshMeasured: false,
                    vox: Side(name: "VoxREST") {
                        try thread.run {
                            var figure: Int64 = 0
                            for _ in 0..<times { figure += try await vox.perform(request) }
                            return figure
                        }
                    },
                    peer: Side(name: "a Codable client") {
                        try thread.run {
                            var figure: Int64 = 0
                            for _ in 0..<times { figure += try await codable.perform(request) }
                            return figure
                        }
                    })
            }
        }
    }
}
