// SPDX-License-Identifier: MIT

import Foundation
import Testing
import Vox
import VoxTestSupport

/// Documents that their authors published but that are no JSON: comments, commas too many or too few,
/// an escape of another language. The manifest says where another parser stopped.
@Suite("Published documents that are not JSON", .enabled(if: Corpora.arePresent, Corpora.missing))
struct MalformedCorpusTests {
    struct Record: Decodable {
        let file: String
        let python_error: String
    }

    /// The value within which each of them goes wrong.
    static let places = [
        "jsonapi-spec-001": "/data/attributes",
        "jsonapi-spec-003": "/data/attributes",
        "optimade-005": "",
        "patreon-007": "/data/attributes",
        "patreon-009": "/included/0",
        "patreon-011": "/data/attributes",
        "patreon-013": "/data/attributes",
        "terraform-cloud-015": "/data/attributes",
        "terraform-cloud-017": "/data/attributes/execution-details",
        "terraform-cloud-019": "/data/0",
        "terraform-cloud-021": "/data/attributes/action_inputs",
        "terraform-cloud-023": "/data/0/attributes/resources",
        "terraform-cloud-025": "/data/attributes/query/filter/0",
        "terraform-cloud-027": "/data/attributes/query/filter/0",
        "terraform-cloud-029": "/data/attributes",
        "terraform-cloud-031": "/data/relationships/vars/data/0/attributes",
        "terraform-cloud-033": "",
        "terraform-cloud-035": "/data/attributes",
        "terraform-cloud-037": "/data/attributes/execution-details",
        "terraform-cloud-039": "/data/0/relationships",
        "terraform-cloud-041": "/data/attributes/result/sentinel",
        "terraform-cloud-043": "/data/0/attributes",
        "terraform-cloud-045": "/data/attributes",
        "terraform-cloud-047": "/data/0/relationships",
        "terraform-cloud-049": "/data/relationships",
        "terraform-cloud-051": "/data/attributes",
        "terraform-cloud-053": "/data/attributes",
        "terraform-cloud-055": "/data",
        "terraform-cloud-057": "/data/attributes/project-access",
        "terraform-cloud-059": "/data/attributes",
        "terraform-cloud-061": "/data/relationships/outcomes/data",
        "terraform-cloud-063": "/data/relationships/apply",
        "terraform-cloud-065": "/data/0/relationships/apply",
        "terraform-cloud-067": "/data",
        "terraform-cloud-069": "/data/attributes",
        "terraform-cloud-071": "/data/attributes",
        "terraform-cloud-073": "/data/attributes/vcs-repo/tags-regex",
        "terraform-cloud-075": "/data/relationships/tag-bindings/data",
        "terraform-cloud-077": "/data/relationships/relationships/latest-run",
        "terraform-cloud-079": "/data/0/relationships/latest-run",
        "warp-drive-081": "/data",
    ]

    /// The one that is not wrong in its structure.
    static let escapes: Set = ["terraform-cloud-073"]

    /// One has a name twice before anything else is wrong with it, which strict reading refuses first.
    static let repeated = ["terraform-cloud-077": (pointer: "/data/attributes", offset: 1603)]

    @Test("MW-042 each is refused in every mode: code, pointer, and the place another parser found")
    func refused() throws {
        let manifest = Data(try Corpora.bytes("jsonapi-malformed/MANIFEST.json"))
        let records = try JSONDecoder().decode([Record].self, from: manifest)
        #expect(records.count == 41 && Self.places.count == 41)
        for record in records {
            let file = Comment(rawValue: record.file)
            let stem = record.file.replacing(".json.txt", with: "")
            let place = try #require(Self.places[stem], file)
            let match = try #require(record.python_error.firstMatch(of: /\(char (\d+)\)/), file)
            let offset = try #require(Int(match.output.1), file)
            let bytes = try Corpora.bytes("jsonapi-malformed/" + record.file)
            let code = Self.escapes.contains(stem) ? JSONError.Code.invalidEscape : .syntax
            for mode: DocumentOptions.Mode in [.strict, .standard, .lenient] {
                let options = DocumentOptions(mode: mode)
                let one = try #require(throws: DocumentError.self, file) {
                    try Document<AnyResource>(parsing: bytes, options: options)
                }
                let list = try #require(throws: DocumentError.self, file) {
                    try Document<[AnyResource]>(parsing: bytes, options: options)
                }
                #expect(one == list && one.code == .json, file)
                let repeated = mode == .strict ? Self.repeated[stem] : nil
                #expect(one.json?.code == (repeated == nil ? code : .duplicateName), file)
                #expect(one.pointer == repeated?.pointer ?? place, file)
                #expect(one.position?.offset == repeated?.offset ?? offset, file)
            }
        }
    }
}
