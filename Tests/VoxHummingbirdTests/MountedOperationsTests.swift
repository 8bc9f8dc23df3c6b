// SPDX-License-Identifier: MIT
#if Hummingbird

import Hummingbird
import Testing
import Vox
import VoxHummingbird

/// Atomic requests to a service over a real socket.
@Suite("Operations over a socket", .enabled(if: Curl.program != nil, "curl is not installed"))
struct MountedOperationsTests {
    private static let type = HTTPMediaType.jsonAPI(ext: [AtomicDocument.uri]).description

    private func service() -> ResourceService {
        var service = ResourceService(
            [ServedType("albums")], store: MemoryStore([StoredResource(type: "albums", id: "1")]))
        service.operationsPath = "operations"
        return service
    }

    private func operate(_ base: String, _ operations: String) async throws -> Curl.Answer {
        try await Curl.run(
            "\(base)/operations", "-H", "Content-Type: \(Self.type)", "-H",
            "Accept: \(Self.type)", "--data-binary",
            #"{"atomic:operations":[\#(operations)]}"#)
    }

    @Test("JA-136 A service behind TransportResponder executes operations and refuses them by name")
    func mounted() async throws {
        try await withServer(TransportResponder<BasicRequestContext>(service())) { base in
            let root = "http://\(base.authority)"
            let made = try await operate(
                root,
                #"{"op":"add","data":{"type":"albums","lid":"a"}},{"op":"remove","href":"\#(root)/albums/1"}"#
            )
            #expect(made.status == 200)
            #expect(made.header("Content-Type") == Self.type)
            #expect(made.json["atomic:results"].vox.count == 2)
            let refused = try await operate(root, #"{"op":"remove","href":"/albums/1"}"#)
            #expect(refused.status == 404)
            #expect(refused.header("Content-Type") == Self.type)
            #expect(refused.json.errors[0].source.pointer == "/atomic:operations/0/href")
        }
    }

    @Test(
        "JsonApiDotNetCore#1971: middleware that does not support the extension refuses it, and with it passes",
        arguments: [true, false])
    func middleware(isSupported: Bool) async throws {
        let router = Router()
        let negotiation = ResourceService.Negotiation(
            extensions: isSupported ? [AtomicDocument.uri] : [])
        router.add(middleware: JSONAPIMiddleware(negotiation))
        router.mount(service())
        try await withServer(router.buildResponder()) { base in
            let response = try await operate(
                "http://\(base.authority)", #"{"op":"remove","ref":{"type":"albums","id":"1"}}"#)
            #expect(response.status == (isSupported ? 204 : 406))
        }
    }
}

#endif
