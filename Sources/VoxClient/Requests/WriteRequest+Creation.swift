// SPDX-License-Identifier: MIT

internal import HTTPTypes

// A resource is created once, also where the server does not say which one it has created.

extension WriteRequest {
    /// Throws for a resource that was created already, and whose id nobody knows.
    func checkNew() throws(RequestError) {
        guard case .create = verb, resource.id == nil, resource.node.wasCreated else { return }
        throw RequestError(
            code: .unsendable,
            message:
                "the resource was created already, and the server did not say its id: set the id, or make a new resource to create another one"
        )
    }

    /// Gives the resource the id that the address in `Location` ends with (JSON:API 1.1, "201 Created"),
    /// where that is the address of one resource: by the routing, or one segment below the address that
    /// was asked.
    func takeID(from exchange: Exchange, sent: Tree) throws(RequestError) {
        guard case .create(let locate) = verb, resource.id == nil,
            let location = exchange.headers[.location],
            let place = try? exchange.url.resolve(location), let segments = place.segments
        else { return }
        let routed = segments.first { (try? locate($0).get())?.segments == segments }
        guard let id = routed ?? exchange.url.segment(of: place), id.faultAsID == nil else {
            return
        }
        do throws(JSONError) {
            try sent.root.setMember("id", to: id)
        } catch {
            throw .unsendable(error)
        }
        resource.id = id
    }

    /// Throws for a server that says it has created a resource (201), and does not say which.
    func checkID(_ exchange: Exchange) throws(RequestError) {
        guard case .create = verb, resource.id == nil, exchange.status == .created else { return }
        throw exchange.error(
            .unexpectedResponse,
            "the server created the resource and did not say its id: neither the body nor Location has one"
        )
    }

    /// Notes a creation whose response cannot be used.
    func noteCreation(_ exchange: Exchange, sent: Tree, _ error: RequestError) {
        guard case .create = verb, exchange.status.kind == .successful,
            exchange.status != .accepted, error.code != .reported
        else { return }
        if error.code == .document { try? takeID(from: exchange, sent: sent) }
        resource.node.wasCreated = resource.id == nil
    }
}
