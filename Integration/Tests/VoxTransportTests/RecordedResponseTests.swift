// SPDX-License-Identifier: MIT

import Foundation
import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// Answers of real services, recorded by others, fetched over a socket.
@Suite("Recorded answers", .enabled(if: Corpora.arePresent, Corpora.missing))
struct RecordedResponseTests {
    /// Files as a server.
    private static let files = Handler { request in
        guard let recording = Recording.all.first(where: { "/" + $0.file == request.url.path }),
            let bytes = Corpora.file(recording.file)
        else { return request.answer(.notFound) }
        return request.answer(
            recording.kind == "error" ? .unprocessableContent : .ok,
            [.contentType: HTTPMediaType.jsonAPI.description], ClientResponse.Body(bytes))
    }

    /// What the default mode refuses, and is right to: included that is no list, numbers as ids.
    private static let refused: Set = [
        "jsonapi/lib-swisnl/005-col-empty.json", "jsonapi/lib-swisnl/006-col-empty.json",
        "jsonapi/lib-swisnl/007-col-empty.json", "jsonapi/uk-trade-tariff/016-one-inc-chapter.json",
        "jsonapi/uk-trade-tariff/033-col-section.json",
        "jsonapi/uk-trade-tariff/089-col-inc-mock-entity.json",
    ]

    @Test(
        "Each is read as what it is, finds what it includes, and comes out byte for byte",
        arguments: Transport.onNetwork)
    func all(transport: Transport) async throws {
        var counts = (documents: 0, errors: 0)
        try await withServer(Self.files) { base in
            let api = try APIClient(base.text, transport: transport.client())
            for recording in Recording.all {
                let file = Comment(rawValue: recording.file)
                let source = DataSource<AnyResource>(.path(recording.file), client: api)
                do {
                    switch recording.kind {
                    case "collection":
                        let document = try await source.fetch().result()
                        #expect(document.data.count == recording.resources, file)
                        try check(document, recording)
                    default:
                        // The name of the file is no id of a resource.
                        let document = try await api.fetch(
                            recording.file, as: AnyResource.self
                        ).result()
                        #expect((document.data == nil) == (recording.kind == "null"), file)
                        try check(document, recording)
                    }
                    #expect(
                        !Self.refused.contains(recording.file) && recording.kind != "error", file)
                } catch let error as RequestError {
                    let isError = recording.kind == "error"
                    #expect(isError || Self.refused.contains(recording.file), "\(file): \(error)")
                    #expect(error.code == (isError ? .invalid : .document), file)
                    #expect(!isError || !error.errors.isEmpty, file)
                    // All of it, up to 64 kB.
                    #expect(
                        error.body == Corpora.file(recording.file).map { Array($0.prefix(65536)) },
                        file)
                }
            }
        }
        counts.errors = Recording.all.filter { $0.kind == "error" }.count
        counts.documents = Recording.all.count - counts.errors - Self.refused.count
        #expect(counts.documents > 500 && counts.errors > 50)
    }

    /// Everything of the recording is found in the document, and nothing of it is lost.
    private func check<Primary>(
        _ document: Document<Primary>, _ recording: Recording
    ) throws {
        let file = Comment(rawValue: recording.file)
        #expect(document.included.count == recording.included, file)
        for resource in document.included {
            let found = document.resource(type: resource.type, id: resource.id ?? "")
            #expect(found?.id == resource.id, file)
        }
        #expect(
            Corpora.file(recording.file).map { Data($0) } == (try document.documentData()), file)
        #expect(document.source?.status == .ok, file)
    }
}

/// A response of a real service, and what the manifest says about it.
private struct Recording: Decodable, Sendable {
    let file: String
    let kind: String
    let request: Bool
    let resources: Int
    let included: Int

    static let all: [Recording] = {
        guard let bytes = Corpora.file("jsonapi/MANIFEST.json") else { return [] }
        let recordings = (try? JSONDecoder().decode([Recording].self, from: Data(bytes))) ?? []
        return recordings.filter { !$0.request }
    }()
}
