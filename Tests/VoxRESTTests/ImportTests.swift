// SPDX-License-Identifier: MIT

import Testing
import VoxREST

@Suite("import VoxREST")
struct ImportTests {
    private struct Place: ObjectSchema {
        let name = Attribute<String>("name")
    }

    @Test("One import brings JSON, schemas and HTTP.")
    func names() throws {
        let place = TypedObject<Place>(try JSON(parsing: #"{"name": "Hafen"}"#))
        #expect(place.name == "Hafen")
        #expect(try HTTPURL("https://example.com").host == "example.com")
    }
}
