// SPDX-License-Identifier: MIT

import Testing
import VoxJSON

@Suite("Limits")
struct JSONLimitTests {
    private func nested(_ levels: Int) -> String {
        String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    }

    private func error(_ text: String, _ options: JSON.Options) -> JSONError? {
        do {
            _ = try JSON(parsing: text, options: options)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "T59 A cancelled task stops parsing a large text",
        arguments: [
            JSON.Options.Reader.fast, .yajl,
        ])
    func cancelled(reader: JSON.Options.Reader) async {
        let large = "[" + String(repeating: "1,", count: 100_000) + "1]"
        var options = JSON.Options()
        options.reader = reader
        if error("1", options)?.code == .unavailable { return }  // built without yajl
        let task = Task { [options] in
            let before = error(large, options)
            withUnsafeCurrentTask { $0?.cancel() }
            // A short text takes less time than the question.
            return (before, error(large, options), error("[1]", options))
        }
        let (before, cancelled, short) = await task.value
        #expect(before == nil && short == nil)
        #expect(cancelled?.code == .cancelled)
        #expect(error(large, options) == nil, "outside of a task")
    }

    @Test("the defaults")
    func defaults() {
        let options = JSON.Options()
        #expect(options.mode == .standard)
        #expect(options.maximumDepth == 512)
        #expect(options.maximumSize == 64 << 20)
        #expect(options.maximumValues == 16_000_000)
        #expect(options.maximumMemory == nil)
    }

    @Test("512 levels are read, the 513th is refused at its bracket")
    func depth() {
        #expect(error(nested(512), JSON.Options()) == nil)
        let refused = error(nested(513), JSON.Options())
        #expect(refused?.code == .depthExceeded)
        #expect(refused?.position == .init(offset: 512, line: 1, column: 513))
        #expect(refused?.message.contains("depth") == true, "the error names its limit")
        let objects = String(repeating: #"{"a":"#, count: 513)
        #expect(error(objects, JSON.Options())?.code == .depthExceeded)
    }

    @Test("a depth of one's own", arguments: [0, 1, 2, 3, 1000])
    func ownDepth(depth: Int) {
        var options = JSON.Options()
        options.maximumDepth = depth
        #expect(error("1", options) == nil)
        #expect(depth == 0 || error(nested(depth), options) == nil)
        let refused = error(nested(depth + 1), options)
        #expect(refused?.code == .depthExceeded)
        #expect(refused?.position?.offset == depth)
        #expect(refused?.pointer == String(String(repeating: "/0", count: depth).prefix(254)))
    }

    @Test("the size is that of the text, white space included")
    func size() {
        var options = JSON.Options()
        options.maximumSize = 6
        #expect(error(" [1,2]", options) == nil)
        let refused = error(" [1,2] ", options)
        #expect(refused?.code == .documentTooLarge)
        #expect(refused?.message.contains("size") == true)
        options.maximumSize = 0
        #expect(error("1", options)?.code == .documentTooLarge)
        options.maximumSize = -1
        #expect(error("1", options)?.code == .documentTooLarge, "negative limits count as 0")
    }

    @Test("the error of a value that does not fit has the pointer of the written value")
    func writtenValue() throws {
        var options = JSON.Options()
        options.maximumValues = 4
        let json = try JSON(parsing: #"{"a":1}"#, options: options)
        let error = #expect(throws: JSONError.self) {
            try json["a"].vox.set(["b": ["c": 1]] as JSONValue)
        }
        #expect(error?.code == .tooManyValues)
        #expect(error?.pointer == "/a")
        #expect(try json.vox.text() == #"{"a":1}"#)
    }

    @Test("every value counts, the containers too")
    func values() {
        var options = JSON.Options()
        options.maximumValues = 5
        #expect(error(#"{"a":[1,2],"b":null}"#, options) == nil)
        let refused = error(#"{"a":[1,2],"b":null,"c":3}"#, options)
        #expect(refused?.code == .tooManyValues)
        #expect(refused?.message.contains("limit") == true)
        options.maximumValues = 0
        #expect(error("1", options)?.code == .tooManyValues)
    }

    @Test("memory, the text included")
    func memory() {
        var options = JSON.Options()
        options.maximumMemory = 1 << 16
        #expect(error("[1,2,3]", options) == nil)
        let large = "[" + Array(repeating: "1", count: 20_000).joined(separator: ",") + "]"
        let refused = error(large, options)
        #expect(refused?.code == .memoryLimitExceeded)
        #expect(refused?.message.contains("memory") == true)
        options.maximumMemory = 0
        #expect(error("[1]", options)?.code == .memoryLimitExceeded)
    }

    @Test("an error is reported before a limit that lies behind it")
    func firstThingFirst() {
        var options = JSON.Options()
        options.maximumDepth = 2
        #expect(error("[[1 2],[[]]]", options)?.code == .syntax)
        #expect(error("[[[1 2]]]", options)?.code == .depthExceeded)
    }

    @Test("a byte order mark is skipped, and kept by the preserving writer alone")
    func byteOrderMark() throws {
        let json = try JSON(parsing: "\u{FEFF} {\"a\": 1}\n")
        #expect(Int(json.a) == 1)
        #expect(try json.vox.bytes().starts(with: [0xEF, 0xBB, 0xBF, 0x20]))
        json.a = 2
        try expect(json, isWritten: "\u{FEFF} {\"a\": 2}\n")
        for style in JSON.Style.allCases where style != .preserve {
            #expect(try json.vox.bytes(style: style).first == UInt8(ascii: "{"))
        }
    }
}
