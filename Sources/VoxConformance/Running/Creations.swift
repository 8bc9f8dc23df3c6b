// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// The resources that the run has created and not deleted yet.
///
/// The run writes to no other resources. A resource is created if the server says so: with status
/// 201, with status 204 for an id of the client, or in the result of an operation that adds a
/// resource. It must have the type that was sent, and no earlier response may have contained it.
/// Before the run writes to it, the run reads it, and finds what it has sent. So the run does not
/// write to what a server returns instead of a new resource.
struct Creations: Sendable {
    /// A resource that the run has created, and its address.
    struct Resource: Hashable {
        let type: ExactText
        let id: ExactText
        var url: HTTPURL
    }

    struct Identity: Hashable {
        let type: ExactText
        let id: ExactText

        init(_ type: String, _ id: String) {
            self.type = ExactText(type)
            self.id = ExactText(id)
        }
    }

    /// A created resource, and what the run knows about it.
    struct Own {
        var resource: Resource
        /// The request that created it.
        let request: SentRequest
        /// The attributes of the request whose texts no other resource has.
        let texts: [String: String]
        /// True if a response to a GET has shown the resource.
        var isRead = false
        /// The paths of the linkage of its relationships.
        var linkages: Set<HTTPURL.Place> = []

        /// Returns true for the resource with this identity. Without a type, any type counts.
        func `is`(type: String?, id: String) -> Bool {
            resource.id == ExactText(id) && type.map { resource.type == ExactText($0) } != false
        }
    }

    /// The collections by type, for created resources without a link.
    var collections: [String: HTTPURL] = [:] {
        didSet { for other in others { notePlaces(of: other.type.text, other.id.text) } }
    }
    /// What the user allows the run to write.
    var permission = WritePermission()
    /// The random texts that the run has made since it has created the first of `created`. Each id
    /// of a request is compared with them.
    private var randoms: [String] = []
    private(set) var created: [Own] = []
    /// The resources of responses that the run has not created, and their paths.
    private var others: Set<Identity> = []
    private var otherPlaces: Set<HTTPURL.Place> = []
    /// The requests for resources that may remain on the server, with the reasons.
    private(set) var remaining: [(request: SentRequest, reason: String)] = []

    /// Returns true if the run has created a resource, and not deleted it yet.
    func contains(type: String, id: String) -> Bool {
        created.contains { $0.is(type: type, id: id) }
    }

    /// Notes a random text.
    mutating func note(random: String) { randoms.append(random) }

    /// Returns true for an id that no resource has, or only one that the run has created: a random
    /// text of the run, or a name with one. Servers may read another id in `7,abc`, or in `7abc`.
    func isNew(_ id: String) -> Bool {
        if id == WritePermission.unusedNumber || randoms.contains(id) { return true }
        let isName = id.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_-]*/#) != nil
        return isName && randoms.contains { id.contains($0) }
    }

    /// Returns true if a path is that of another resource, or below it.
    func isOther(_ place: HTTPURL.Place) -> Bool {
        place.indices.contains { otherPlaces.contains(Array(place[...$0])) }
    }

    /// Notes the resources of a response to a GET.
    private mutating func noteRead(_ received: Received, below base: HTTPURL) {
        for member in ["data", "included"] {
            let value = received.json.value(at: member)
            for json in value.vox.kind == .array ? value.vox.elements : [value] {
                guard let type = json.text(at: "type"), let id = json.text(at: "id") else {
                    continue
                }
                if contains(type: type, id: id) {
                    if value.vox.kind == .object { noteOwn(json, type, id, received, below: base) }
                } else {
                    noteOther(json, type, id, received, below: base)
                }
            }
        }
    }

    private mutating func noteOther(
        _ json: JSON, _ type: String, _ id: String, _ received: Received, below base: HTTPURL
    ) {
        others.insert(Identity(type, id))
        let link = json.value(at: "links").value(at: "self").linkText.flatMap {
            base.local($0, from: received.url)
        }
        if let place = link?.place { otherPlaces.insert(place) }
        notePlaces(of: type, id)
    }

    /// Notes the usual addresses of a resource that the run has not created.
    private mutating func notePlaces(of type: String, _ id: String) {
        let usual = collections[type]?.addresses(ofID: id) ?? []
        otherPlaces.formUnion(usual.compactMap(\.place))
    }

    /// Notes that a created resource was read. If it does not have what was sent, it was there
    /// before, and is not the run's own.
    private mutating func noteOwn(
        _ json: JSON, _ type: String, _ id: String, _ received: Received, below base: HTTPURL
    ) {
        guard isHome(received.url, ofID: id, below: base), let place = received.url.place,
            let index = created.firstIndex(where: { $0.is(type: type, id: id) })
        else { return }
        if !created[index].isRead, created[index].contradicts(json.value(at: "attributes")) {
            let own = created.remove(at: index)
            keep(own.request, reason: "the resource does not have the attributes that were sent")
            return noteOther(json, type, id, received, below: base)
        }
        if !created[index].isRead {
            created[index].resource.url = received.url
            created[index].isRead = true
        }
        created[index].linkages.formUnion(
            json.value(at: "relationships").vox.members.compactMap { member in
                let links = member.value.value(at: "links")
                let places = ["self", "related"].map { name in
                    links.value(at: name).linkText.flatMap {
                        base.local($0, from: received.url)?.place
                    }
                }
                guard let linkage = places[0], linkage != places[1], linkage.starts(with: place)
                else { return nil }
                return linkage
            })
    }

    /// Notes the resources that a response says it has created.
    mutating func note(_ received: Received, below base: HTTPURL) {
        let request = received.request
        if request.method == .get { return noteRead(received, below: base) }
        guard received.isSuccess, creates(request, received.status) else { return }
        // A lenient server may create something from what is no JSON.
        let sent = (try? JSON(parsing: request.body ?? [])) ?? JSON(nilLiteral: ())
        let json = received.json
        let operations = sent.value(at: "atomic:operations")
        if operations.vox.kind == .array {
            let results = json.value(at: "atomic:results").vox.elements
            for (operation, result) in zip(operations.vox.elements, results)
            where operation.text(at: "op") == "add"
                && operation.value(at: "ref").vox.kind == .absent
                && operation.value(at: "data").vox.kind == .object
            {
                let made = result.value(at: "data")
                let data = operation.value(at: "data")
                if made.text(at: "type") != data.text(at: "type")
                    || !add(made, sent: data, received, base, location: nil)
                {
                    keep(request, reason: "the results do not tell what was created")
                }
            }
            return
        }
        let data = sent.value(at: "data")
        let made = json.value(at: "data")
        let location = received.headers[.location]
        if data.vox.kind == .array, received.status == 201 {
            let resources = made.vox.kind == .array ? made.vox.elements : [made]
            for resource in resources
            where !add(resource, sent: data[0], received, base, location: location) {
                keep(request, reason: "the response does not tell what was created")
            }
            return
        }
        let resource = made.vox.kind == .object ? made : data
        let isSentType =
            data.text(at: "type") == nil || resource.text(at: "type") == data.text(at: "type")
        switch received.status {
        case 201, 204:
            if !isSentType || !add(resource, sent: data, received, base, location: location) {
                keep(request, reason: "the response does not tell the address of the new resource")
            }
        case 202: keep(request, reason: "the server processes the request later")
        case 200:
            keep(request, reason: "the status is 200, which does not say that it was created")
        default: break
        }
    }

    /// Returns true if a request may have created resources.
    private func creates(_ request: SentRequest, _ status: Int) -> Bool {
        guard let place = request.url.place else { return false }
        return request.method == .post
            ? permission.collections.contains(place) || permission.operations == place
            : status == 201
    }

    /// Notes a resource. Returns false if it has no address, or if the run has not created it.
    private mutating func add(
        _ resource: JSON, sent: JSON, _ received: Received, _ base: HTTPURL, location: String?
    ) -> Bool {
        guard let type = resource.text(at: "type"), let id = resource.text(at: "id"),
            !others.contains(Identity(type, id)),
            let url = address(of: resource, received, base, location: location)
        else { return false }
        let made = Resource(type: ExactText(type), id: ExactText(id), url: url)
        var texts: [String: String] = [:]
        // Another operation of the request may have changed what has a local id.
        let isFinal = sent.value(at: "lid").vox.kind == .absent
        for name in isFinal ? permission.newTexts[type] ?? [] : [] {
            texts[name] = sent.value(at: "attributes").text(at: name)
        }
        created.append(Own(resource: made, request: received.request, texts: texts))
        return true
    }

    /// Returns the address of a created resource: the first of `Location`, its link and the usual
    /// address whose last segment is the id.
    private func address(
        of resource: JSON, _ received: Received, _ base: HTTPURL, location: String?
    ) -> HTTPURL? {
        guard let id = resource.text(at: "id") else { return nil }
        let links = [location, resource.value(at: "links").value(at: "self").linkText]
        let stated = links.compactMap { link in
            link.flatMap { base.local($0, from: received.url) }
        }
        let usual = resource.text(at: "type").flatMap { collections[$0]?.addresses(ofID: id) } ?? []
        return (stated + usual).first { isHome($0, ofID: id, below: base) }
    }

    /// Returns true if an address may be that of a created resource with this id.
    func isHome(_ url: HTTPURL, ofID id: String, below base: HTTPURL) -> Bool {
        guard let place = url.place, let root = base.place else { return false }
        return place.last == ExactText(id) && url.query == nil && place.starts(with: root)
            && !isOther(place)
    }

    /// Returns the created resources, the last one first, and forgets them.
    mutating func take() -> [Own] {
        defer { (created, randoms) = ([], []) }
        return created.reversed()
    }

    /// Keeps the request for a resource that may remain on the server.
    mutating func keep(_ request: SentRequest, reason: String) {
        remaining.append((request, reason))
    }
}

extension HTTPURL {
    /// Returns the usual addresses of a resource of this collection. Some servers end all addresses
    /// with a slash.
    func addresses(ofID id: String) -> [HTTPURL] {
        guard let url = appending(id: id) else { return [] }
        return path.hasSuffix("/") ? [url.with(target: url.path + "/"), url] : [url]
    }

    /// Returns the address of a resource of this collection, without the query; nil if the id
    /// cannot be a segment of a path.
    func appending(id: String) -> HTTPURL? {
        guard let segment = try? PathTemplate.segment(id, named: "id") else { return nil }
        return try? with(target: path).appending(path: "/" + segment)
    }
}

extension Creations.Own {
    /// Returns true if the attributes of a response have none of the new texts that were sent, but
    /// others instead.
    func contradicts(_ attributes: JSON) -> Bool {
        let pairs = texts.compactMap { name, sent in
            attributes.text(at: name).map { (sent.lowercased(), $0.lowercased()) }
        }
        return !pairs.isEmpty
            && !pairs.contains { sent, shown in
                !shown.isEmpty && (shown.contains(sent) || sent.contains(shown))
            }
    }
}
