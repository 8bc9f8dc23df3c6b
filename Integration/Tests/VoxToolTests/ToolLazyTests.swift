// SPDX-License-Identifier: MIT

import Foundation
import Testing

@Suite("vox --lazy", .timeLimit(.minutes(5)))
struct ToolLazyTests {
    let folder: Folder

    init() throws {
        folder = try Folder()
        try folder.write(
            """
            {"data": [{"type": "a", "id": "1", "attributes": {"n": 1}},
             {"type": "a", "id": "2", "attributes": {"n": nul}}]}
            """, to: "file.json")
    }

    @Test("What is malformed elsewhere is not in the way of what is looked at")
    func elsewhere() throws {
        let one = "/data/0/attributes/n"
        #expect(try folder.vox("get", "--lazy", "file.json", one) == .good("1\n"))
        #expect(try folder.vox("get", "file.json", one).isFailure(naming: "file.json:2:"))
        let text = try folder.read("file.json")
        let edited = text.replacing(#"{"n": 1}"#, with: #"{"n": 5}"#)
        #expect(try folder.vox("set", "--lazy", "file.json", one, "5") == .good(edited))
    }

    @Test(
        "What is malformed where it is looked at is told by line and column",
        arguments: [
            "get --lazy file.json /data/1/attributes/n",
            "set --lazy file.json /data/1/attributes/n 5",
            "remove --lazy file.json /data/1/attributes/n",
            "format --lazy file.json --style compact",
        ])
    func here(arguments: String) throws {
        let outcome = try folder.shell("\"$VOX\" " + arguments)
        #expect(outcome.code == 1 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("2:") || outcome.errors.contains("line 2"))
    }

    @Test("show looks at all of a document, and says what is malformed")
    func showing() throws {
        let lazily = try folder.vox("show", "--lazy", "file.json")
        #expect(lazily.isFailure(naming: "file.json:2:"))
        #expect(try folder.vox("show", "file.json") == lazily)
        try folder.write(#"{"data": [{"type": "a", "id": "1", "attributes": {"n": 1}}]}"#, to: "b")
        #expect(try folder.vox("show", "--lazy", "b") == folder.vox("show", "b"))
    }
}
