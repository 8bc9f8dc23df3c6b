// SPDX-License-Identifier: MIT

import Testing
import VoxJSON
import VoxTestSupport

@Suite("Lifetime")
struct JSONLifetimeTests {
    private func nested() throws -> JSON {
        let json = try JSON(parsing: #"{"a":{"b":[{"c":"kept"}]}}"#)
        return json.a.b[0]
    }

    @Test("T22 a view keeps its document alive, also when the root is dropped")
    func viewsKeepDocuments() throws {
        let view = try nested()
        var others: [JSON] = []
        for _ in 0..<200 {
            others.append(try nested())
        }
        others = []
        #expect(String(view.c) == "kept")
        #expect(view.vox.pointer == "/a/b/0")
        let root = try #require(view.vox.root)
        root.a.d = 1
        try expect(root, isWritten: #"{"a":{"b":[{"c":"kept"}],"d":1}}"#)
    }

    @Test("an absent view keeps its document alive and writes to it")
    func absentViewsKeepDocuments() throws {
        let absent = try nested().x.y
        absent.z = 1
        #expect(try absent.vox.root?.vox.text() == #"{"a":{"b":[{"c":"kept","x":{"y":{"z":1}}}]}}"#)
        #expect(absent.vox.failure == nil)
    }

    @Test("T23 removed values still read, and no longer belong to the document")
    func removedValuesRead() throws {
        let json = try JSON(parsing: #"{"a":{"b":[1,{"c":"x"}]},"d":2}"#)
        let (object, list, deep) = (json.a, json.a.b, json.a.b[1].c)
        json.a = nil
        #expect(String(deep) == "x")
        #expect(JSONValue(object) == ["b": [1, ["c": "x"]]])
        #expect(object.vox.parent == nil && object.vox.pointer == "")
        #expect(deep.vox.pointer == "/b/1/c")
        #expect(list.vox.parent == object)
        list[0] = 7
        #expect(JSONValue(object) == ["b": [7, ["c": "x"]]])
        try expect(json, isWritten: #"{"d":2}"#)
        json.again = object
        #expect(JSONValue(json.again) == ["b": [7, ["c": "x"]]])
        try expect(object, isWritten: #"{"b":[7,{"c":"x"}]}"#)
    }

    @Test("T23 children of an overwritten value still read")
    func overwrittenChildrenRead() throws {
        let json = try JSON(parsing: #"{"a":{"b":[1,2]}}"#)
        let list = json.a.b
        json.a = "text"
        #expect([Int](list) == [1, 2])
        #expect(list.vox.parent == nil)
    }

    @Test("snapshots stand alone: later writes do not alter them, nor they the document")
    func snapshots() throws {
        let json = try JSON(parsing: #"{"z":1,"a":{"k":[1.0,1e2]}}"#)
        var snapshot = try json.snapshot()
        json.a.k[0] = 9
        json.z = nil
        #expect(try snapshot.text() == #"{"z":1,"a":{"k":[1.0,1e2]}}"#)
        if case .object(var object) = snapshot {
            object["z"] = "changed"
            snapshot = .object(object)
        }
        try expect(json, isWritten: #"{"a":{"k":[9,1e2]}}"#)
        #expect(try snapshot.text() == #"{"z":"changed","a":{"k":[1.0,1e2]}}"#)
    }

    @Test("MW-048 bytes and snapshot agree")
    func bytesAndSnapshotAgree() throws {
        for seed in 0..<100 {
            var values = RandomValues(seed: UInt64(1000 + seed))
            let json = try JSON(parsing: values.source(of: values.value(depth: 5)))
            let snapshot = try json.snapshot()
            #expect(try snapshot.text() == JSON(snapshot).vox.text(style: .compact))
            #expect(try isSame(snapshot, JSONValue(parsing: json.vox.text())), "seed \(seed)")
        }
    }

    @Test("memory: values are counted, and a copy gives back what editing has lost")
    func memory() throws {
        let json = try JSON(parsing: #"{"a":[1,2,3]}"#)
        #expect(json.vox.memory.values >= 5)
        #expect(json.vox.memory.reserved > 0)
        for number in 0..<2000 {
            json.a = "text number \(number)"
        }
        #expect(json.vox.memory.wasted > 0)
        let copy = try json.vox.copy()
        #expect(copy.vox.memory.wasted < json.vox.memory.wasted)
        #expect(copy.vox.memory.values == 2)
        #expect((nil as JSON).vox.memory == (0, 0, 0))
    }
}
