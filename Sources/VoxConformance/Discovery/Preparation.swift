// SPDX-License-Identifier: MIT

internal import HTTPTypes

#if canImport(FoundationEssentials)
internal import FoundationEssentials
#else
internal import Foundation
#endif

/// Makes the variables of one run of a probe. For a subject that is written to, the preparation
/// creates the resource of the subject and the targets of its relationship.
struct Preparation {
    let base: HTTPURL
    let sender: Sender
    /// The requests that the preparation has sent.
    private(set) var requests: [SentRequest] = []

    init(_ base: HTTPURL, _ sender: Sender) {
        self.base = base
        self.sender = sender
    }

    /// The reason why there are no variables.
    struct Failure: Error {
        let reason: String
        /// The status of the response; nil without a response.
        var status: Int?
    }

    enum Outcome {
        case ready(Variables)
        case failed(Failure)
    }

    /// Returns the variables of one run.
    mutating func variables(of subject: Subject) async throws(RunStop) -> Outcome {
        var variables = subject.variables
        let random = WriteExample.random()
        variables.set("random", text: random)
        await sender.note(random: random)
        guard let writing = subject.writing else { return .ready(variables) }
        await setDocuments(of: writing.example, in: &variables)
        guard writing.createsResource else { return .ready(variables) }
        switch try await created(writing.example) {
        case .failed(let failure): return .failed(failure)
        case .made(let resource):
            Self.setResource(resource, of: writing.example, in: &variables)
            guard let relationship = writing.relationship else { return .ready(variables) }
            setLinks(of: relationship.name, resource, in: &variables)
            return try await withTargets(of: relationship, variables)
        }
    }

    // MARK: Documents

    private func setDocuments(of example: WriteExample, in variables: inout Variables) async {
        let body = example.filled()
        let other = example.filled()
        for document in [body, other] { await sender.note(filled: document) }
        variables.set("type", text: example.type)
        variables.set("collection", example.collection)
        variables.set("body", body)
        variables.set("data", body["data"])
        variables.set("other-body", other)
        variables.set("other-data", other["data"])
        variables.set("attributes", body["data"]?["attributes"] ?? .object(JSONObject()))
        if let relationships = body["data"]?["relationships"] {
            variables.set("relationships", relationships)
        }
        if let name = Self.textAttributes(of: example).first {
            variables.set("attribute", text: name)
            variables.set("value", body["data"]?["attributes"]?[name])
        }
        // A UUID in small letters, as the standard recommends.
        let id = example.document["data"]?["id"] ?? .string(UUID().uuidString.lowercased())
        let idOfClient = id.replacing(random: WriteExample.random())
        if let text = idOfClient.text { await sender.note(random: text) }
        variables.set("id-of-client", idOfClient)
    }

    /// The names of the attributes that are texts. Those with `{random}` come first, because they
    /// accept new values.
    private static func textAttributes(of example: WriteExample) -> [String] {
        let texts = example.attributes.compactMap { name, value in value.text.map { (name, $0) } }
        let (new, fixed) = (
            texts.filter { $0.1.contains(JSONValue.randomMark) },
            texts.filter { !$0.1.contains(JSONValue.randomMark) }
        )
        return (new + fixed).map(\.0)
    }

    // MARK: Resources

    /// A resource that the run has created, as GET shows it.
    private struct Created {
        let facts: ResourceFacts
        let url: HTTPURL
        /// The document that created it.
        let sent: JSONValue
    }

    private enum Creation {
        case made(Created)
        case failed(Failure)
    }

    /// Creates a resource, and reads it.
    private mutating func created(_ example: WriteExample) async throws(RunStop) -> Creation {
        let document = example.filled()
        await sender.note(filled: document)
        let request = SentRequest.creation(document, in: example.collection)
        requests.append(request)
        let response: Received
        switch try await sender.send(request) {
        case .failure(let reason), .refused(let reason):
            return .failed(Failure(reason: "POST \(example.collection): \(reason)"))
        case .response(let received): response = received
        }
        guard response.isSuccess, response.status != 202 else {
            let reason = "POST \(example.collection): \(response.statusText)"
            return .failed(Failure(reason: reason, status: response.status))
        }
        let made = ResourceFacts(response.json.value(at: "data"), from: response, base: base)
        let location = response.headers[.location].flatMap { base.local($0, from: response.url) }
        let id = made?.id ?? document["data"]?["id"]?.text
        let usual = id.map { example.collection.addresses(ofID: $0) } ?? []
        for url in [location, made?.link].compactMap(\.self) + usual {
            if let (facts, url) = try await resource(at: url, type: example.type) {
                return .made(Created(facts: facts, url: url, sent: document))
            }
        }
        return .failed(
            Failure(reason: "the created resource cannot be read", status: response.status))
    }

    private mutating func resource(
        at url: HTTPURL, type: String
    ) async throws(RunStop) -> (ResourceFacts, HTTPURL)? {
        let request = SentRequest(.get, url, role: "resource")
        guard case .response(let received) = try await sender.send(request), received.isSuccess,
            let facts = ResourceFacts(
                received.json.value(at: "data"), from: received, base: base),
            facts.type == type, await sender.owns(type: facts.type, id: facts.id)
        else { return nil }
        requests.append(request)
        return (facts, received.url)
    }

    private static func setResource(
        _ resource: Created, of example: WriteExample, in variables: inout Variables
    ) {
        variables.set("id", text: resource.facts.id)
        variables.set("resource", resource.url)
        for name in ["attribute", "value"] { variables[name] = nil }
        let sent = resource.sent["data"]?["attributes"]
        func isKept(_ name: String) -> Bool {
            let value = resource.facts.attributes[name]
            return value != nil && value != .some(.null) && value == sent?[name]
        }
        let attribute = textAttributes(of: example).first(where: isKept)
        if let attribute {
            variables.set("attribute", text: attribute)
            variables.set("value", resource.facts.attributes[attribute])
            let value = example.attributes[attribute]
            if value?.text?.contains(JSONValue.randomMark) ?? false {
                variables.set("new-value", value?.replacing(random: WriteExample.random()))
            }
        }
        let kept = example.attributes.names.first { $0 != attribute && isKept($0) }
        if let kept {
            variables.set("kept", text: kept)
            variables.set("kept-value", resource.facts.attributes[kept])
        }
    }

    // MARK: Relationships

    private func setLinks(
        of name: String, _ resource: Created, in variables: inout Variables
    ) {
        variables.set("relationship", text: name)
        let relationship = resource.facts.relationships.first { $0.name == name }
        // Writing to another address could change another resource.
        let linkage = relationship?.link.flatMap { link in
            resource.url.place.flatMap { link.place?.starts(with: $0) } == true ? link : nil
        }
        variables.set("linkage", linkage)
        variables.set("related", relationship?.related)
    }

    /// Creates two targets of a relationship.
    private mutating func withTargets(
        of relationship: Writing.Relationship, _ variables: Variables
    ) async throws(RunStop) -> Outcome {
        var variables = variables
        variables.set("target-type", text: relationship.target.type)
        for name in ["target-data", "other-target-data"] {
            let document = relationship.target.filled()
            await sender.note(filled: document)
            variables.set(name, document["data"])
        }
        for (id, address) in [("target-id", "target"), ("other-id", "other")] {
            switch try await created(relationship.target) {
            case .failed(let failure): return .failed(failure)
            case .made(let target):
                variables.set(id, text: target.facts.id)
                variables.set(address, target.url)
            }
        }
        return .ready(variables)
    }
}

extension SentRequest {
    /// Returns the request that creates a resource.
    static func creation(_ document: JSONValue, in collection: HTTPURL) -> SentRequest {
        SentRequest(
            .post, collection, role: "collection",
            headers: [
                .accept: HTTPMediaType.jsonAPI.description,
                .contentType: HTTPMediaType.jsonAPI.description,
            ],
            body: (try? document.text()).map { Array($0.utf8) } ?? [])
    }
}
