// SPDX-License-Identifier: MIT

import Foundation
import Vox

/// The rows of the Swift side.
extension Program {
    mutating func measureSwift() throws {
        let every = "Swift: three fields of every article, its author's name"
        let twentieth = "Swift: the same for every twentieth article"
        readers(every, every: 1, .eager, aims: [6, 20, 12, 0.3])
        readers(every, every: 1, .lazy, aims: [10, 35, 20, 0.5])
        readers(twentieth, every: 20, .lazy, aims: [40, 100, 60, 2])
        writers()
        codable()
        try small()
        try requestsInSwift()
        try singleReads()
        try measureDates()
        try measureTypedReads()
        try measureModels()
        try measureSmallModels()
    }

    private mutating func readers(
        _ job: String, every step: Int, _ reading: Reading, aims: [Double]
    ) {
        guard let options = reading.options else { return }
        let text = articles1000.data
        let peers = [
            Side(name: "JSONDecoder") { try DecoderArticles.read(text, every: step) },
            Side(name: "JSONSerialization") { try SerializationArticles.read(text, every: step) },
            Side(name: "Codable JSON:API decoder") { try CodableArticles.read(text, every: step) },
            Side(name: "yyjson by hand") { try YyjsonArticles.read(text, every: step) },
        ]
        for (peer, aim) in zip(peers, aims) {
            compare(
                "\(job) (\(reading))", articles1000, chart: .swift, aim: aim,
                vox: Side(name: "Vox") {
                    try VoxArticles.read(text, every: step, options: options)
                }, peer: peer)
        }
    }

    /// The mode is that which suits a job that touches everything.
    private mutating func writers() {
        guard let options = Reading.eager.options else { return }
        let job = "Swift: the first job, one attribute of every article changed, written"
        let text = articles1000.data
        let peers = [
            (SerializationArticles.edit, "JSONSerialization", 60.0),
            (DecoderArticles.edit, "JSONDecoder and JSONEncoder", 12.0),
        ]
        for (edit, name, aim) in peers where settings.wants("\(job), over \(name)") {
            do {
                let ours = try VoxArticles.edit(text, options: options).1
                guard try VoxArticles.isSame(ours, edit(text).1) else {
                    fail("\(job): what \(name) writes differs")
                    continue
                }
            } catch {
                fail("\(job): \(error)")
                continue
            }
            compare(
                job, articles1000, chart: .swift, aim: aim,
                vox: Side(name: "Vox") { try VoxArticles.edit(text, options: options).0 },
                peer: Side(name: name) { try edit(text).0 })
        }
    }

    /// The same structs on both sides, made of text: Vox parses it, and decodes the values where they stand.
    private mutating func codable() {
        let text = articles1000.data
        compare(
            "Swift: Codable structs of all that a document has", articles1000, chart: .swift,
            aim: 3,
            vox: Side(name: "Vox") { try DecoderArticles.readWholeDirectly(text) },
            peer: Side(name: "JSONDecoder") { try DecoderArticles.readWhole(text) })
        compare(
            "Swift: Codable structs of what the first job reads", articles1000, chart: .swift,
            aim: 3,
            vox: Side(name: "Vox") { try DecoderArticles.readDirectly(text, every: 1) },
            peer: Side(name: "JSONDecoder") { try DecoderArticles.read(text, every: 1) })
    }

    /// A document with one article, of some 1,600 bytes. Fresh memory is not measured: it is too small.
    private mutating func small() throws {
        let text = corpus.articles(1)
        let data = text.data
        let options = DocumentOptions()
        let reading = "Swift: a document with one article, three fields, its author's name"
        let readers = [
            (Side(name: "yyjson by hand") { try YyjsonArticles.read(data, every: 1) }, 1.2),
            (Side(name: "JSONDecoder") { try DecoderArticles.read(data, every: 1) }, nil),
        ]
        for (peer, aim) in readers {
            compare(
                reading, text, chart: .swift, aim: aim, isFreshMeasured: false,
                vox: Side(name: "Vox") {
                    try VoxArticles.read(data, every: 1, options: options)
                }, peer: peer)
        }
        let editing = "Swift: the same, one attribute changed, written"
        let building = "Swift: a resource built and written"
        guard
            try VoxArticles.isSame(
                VoxArticles.edit(data, options: options).1, DecoderArticles.edit(data).1),
            try VoxArticles.isSame(VoxArticles.build(), BuiltArticles.write())
        else { return fail("\(editing), \(building): what is written differs") }
        compare(
            editing, text, chart: .swift, aim: 50, isFreshMeasured: false,
            vox: Side(name: "Vox") { try VoxArticles.edit(data, options: options).0 },
            peer: Side(name: "JSONDecoder and JSONEncoder") { try DecoderArticles.edit(data).0 })
        compare(
            building, Text(name: "a resource", []), chart: .swift, aim: 8, isSameWork: false,
            isFreshMeasured: false,
            vox: Side(name: "Vox") { Int64(try VoxArticles.build().count) },
            peer: Side(name: "JSONEncoder") { Int64(try BuiltArticles.write().count) })
    }

    /// What a service answers with, and what a client gets.
    private mutating func requestsInSwift() throws {
        let articles = requests.articles.map(\.data)
        let list = requests.list.data
        compare(
            "Swift request: three attributes read", requests.articles[0], aim: 0.6,
            isFreshMeasured: false,
            vox: Side(name: "Vox") { try articles.reduce(0) { $0 &+ (try VoxList.readOne($1)) } },
            peer: Side(name: "yyjson by hand") {
                try articles.reduce(0) { $0 &+ (try YyjsonArticles.readOne($1)) }
            })
        compare(
            "Swift request: five attributes of every resource, a name of an included one",
            requests.list, aim: 0.8, isFreshMeasured: false,
            vox: Side(name: "Vox") { try VoxList.read(list) },
            peer: Side(name: "yyjson by hand") { try YyjsonArticles.readList(list) })

        let values = ListValues(seed: settings.seed)
        let written = try VoxList.write(values)
        guard try VoxArticles.isSame(written, CodableList.write(values)),
            try VoxArticles.isSame(written, CoreList.write(values)),
            try written.count == VoxList.writeResources(values).count
        else { return fail("Swift request, a list: what is written differs") }
        let none = Text(name: "25 resources, 18 included", [])
        let writers: [(String, Double?, (ListValues) throws -> Data)] = [
            ("a list built and written", 3, VoxList.write),
            ("a list built of resources, and written", nil, VoxList.writeResources),
        ]
        for (job, aim, write) in writers {
            compare(
                "Swift request: \(job)", none, aim: aim, isSameWork: false,
                isFreshMeasured: false,
                vox: Side(name: "Vox") { Int64(try write(values).count) },
                peer: Side(name: "JSONEncoder") { Int64(try CodableList.write(values).count) })
        }
        compare(
            "Swift request: a list built", none, aim: 0.35, isFreshMeasured: false,
            vox: Side(name: "Vox") { Int64(try VoxList.document(of: values).data.count) },
            peer: Side(name: "the C core") { try CoreList.build(values) })
    }

    /// One number, one short text, of each of ten resources: all of it stays in the caches of the
    /// processor, so that reading is measured and not memory. Both sides read from elements where
    /// they stand: to take each out of its array would count references for neither's reading.
    private mutating func singleReads() throws {
        let vox = try VoxArticles.singleReads(articles1000.data, resources: 10)
        let native = try NativeDictionaries(articles1000.data, resources: 10)
        let none = Text(name: "–", [])
        compare(
            "one typed Int read", none, chart: .swift, aim: 5, isFreshMeasured: false,
            vox: Side(name: "Vox", run: vox.number),
            peer: Side(name: "[String: Any]") { native.numbers() })
        compare(
            "one short String read", none, chart: .swift, aim: 2, isFreshMeasured: false,
            vox: Side(name: "Vox", run: vox.text),
            peer: Side(name: "[String: Any]") { native.texts() })
    }
}
