// SPDX-License-Identifier: MIT

internal import HTTPTypes

/// Sends the requests of a run within its limits, one after another.
///
/// Every response passes the checks of every response, and every created resource is noted, so that
/// it can be deleted.
actor Sender {
    private let base: HTTPURL
    private let limit: RequestCount
    /// The requests that delete what the run has created. They have no limit.
    private let deletions: RequestCount
    /// The transports of the requests that count for the limit.
    private let counted: Transports
    /// The transports of the requests that delete what the run has created.
    private let uncounted: Transports
    private let options: Conformance.Options
    private let watch: Stopwatch
    private(set) var standing = StandingChecks()
    private var creations = Creations()
    /// The resources that the server said it has deleted for the run.
    private var deleted: [Creations.Resource] = []
    /// The number of requests in a row that got no response.
    private var losses = 0
    /// A request that the server has responded to.
    private var known: SentRequest?

    private static let longestWait = Duration.seconds(60)
    private static let maximumLosses = 3

    private struct Transports {
        /// The time after which no request is sent any more.
        let timeLimit: Duration
        /// Only reading follows redirects, so that no redirect leads a change to another resource.
        let reading: any HTTPTransport
        let writing: any HTTPTransport

        init(
            _ transport: any HTTPTransport, _ outer: [any HTTPMiddleware], timeLimit: Duration
        ) {
            self.timeLimit = timeLimit
            let reading: [any HTTPMiddleware] = [
                Redirects(limit: 5), SizeLimit(), CredentialGuard(),
            ]
            let writing: [any HTTPMiddleware] = [SizeLimit(), CredentialGuard()]
            self.reading = transport.with(outer + reading)
            self.writing = transport.with(outer + writing)
        }
    }

    init(_ base: HTTPURL, over transport: any HTTPTransport, options: Conformance.Options) {
        self.base = base
        self.options = options
        watch = Stopwatch(options.clock)
        let clock = options.clock
        let budget = options.rate.map {
            ReliabilityOptions.RateBudget(limits: [(max($0, 1), per: .seconds(1))], clock: clock)
        }
        // The budget is outside of the deadlines, because waiting is no fault of the server.
        let limited: [any HTTPMiddleware] = [
            budget ?? ReliabilityOptions.RateBudget(clock: clock), Deadlines(clock: clock),
        ]
        let limit = RequestCount(limit: options.maximumRequests)
        let deletions = RequestCount(limit: .max)
        self.limit = limit
        self.deletions = deletions
        counted = Transports(transport.with(limit), limited, timeLimit: options.timeLimit)
        uncounted = Transports(
            transport.with(deletions), limited,
            timeLimit: options.timeLimit + options.deletionTimeLimit)
    }

    /// The number of sent requests, with redirects and requests that were sent again.
    var count: Int { limit.value + deletions.value }

    var duration: Duration { watch.now() }

    /// Sends a request, unless it could change something that the run has not created.
    /// - Throws: ``RunStop`` if a limit of the run is reached, the task is cancelled, or the server
    ///   is gone.
    func send(_ request: SentRequest) async throws(RunStop) -> Reception {
        try checkLimits()
        if let reason = try await refusal(of: request) { return .refused(reason: reason) }
        let reception = try await exchange(request)
        guard case .response(let received) = reception else {
            if request.method == .post, case .failure(let reason) = reception {
                creations.keep(request, reason: "it may have been created: \(reason)")
            }
            losses += 1
            if losses >= Self.maximumLosses { try await checkPresence(reception) }
            return reception
        }
        losses = 0
        if known == nil, request.method == .get { known = request }
        if request.isInspected { standing.inspect(received) }
        creations.note(received, below: base)
        return reception
    }

    /// Returns why a request may not be sent, or nil. The run reads what it has created before it
    /// writes to it.
    private func refusal(of request: SentRequest) async throws(RunStop) -> String? {
        for _ in 0..<2 {
            switch creations.verdict(on: request, below: base) {
            case .allowed: return nil
            case .refused(let reason): return reason
            case .unread(let resources):
                for resource in resources {
                    let reading = SentRequest(.get, resource.url, role: "resource")
                    if case .response(let received) = try await exchange(reading) {
                        creations.note(received, below: base)
                    }
                }
            }
        }
        return "the run may not send \(request.kind): what it has created cannot be read"
    }

    /// Makes the checks of every response on a response that was sent without them.
    func inspect(_ received: Received) { standing.inspect(received) }

    private func checkLimits() throws(RunStop) {
        if Task.isCancelled { throw .interrupted }
        if limit.isReached { throw limitReached }
        if duration >= options.timeLimit {
            throw .ended(reason: "the time limit of \(options.timeLimit.words) was reached")
        }
    }

    private var limitReached: RunStop { .ended(reason: limit.reason) }

    /// Checks that the server still responds after several requests without a response.
    private func checkPresence(_ last: Reception) async throws(RunStop) {
        if let known, case .response = try await exchange(known) {
            losses = 0
            return
        }
        guard case .failure(let reason) = last else { return }
        throw .ended(
            reason: "\(losses) requests in a row got no response (the last one: \(reason))")
    }

    // MARK: One exchange

    /// Sends a request. If the server limits the rate of requests, the request is sent again after
    /// the time that the server states. If a refusal was received in part, the request is sent
    /// again at once.
    private func exchange(_ request: SentRequest) async throws(RunStop) -> Reception {
        var repetitions = 0
        while true {
            let outcome = await finished(request, over: counted)
            if outcome.isOverLimit { throw limitReached }
            if case .failure = outcome.reception, Task.isCancelled { throw .interrupted }
            guard repetitions < 3, let wait = outcome.wait, wait <= Self.longestWait,
                wait < options.timeLimit - duration
            else {
                return outcome.reception
            }
            repetitions += 1
            do {
                try await watch.sleep(wait)
            } catch {
                throw .interrupted
            }
        }
    }

    /// Sends a request. A request that may create something is not cancelled, so that the run knows
    /// what it must delete.
    private func finished(
        _ request: SentRequest, over transports: Transports
    ) async -> Attempt {
        if request.method == .get { return await attempt(request, over: transports) }
        return await Task { await self.attempt(request, over: transports) }.value
    }

    /// The outcome of one attempt, and the time after which it may be repeated.
    private struct Attempt {
        let reception: Reception
        var wait: Duration?
        /// True if the request was not sent, or its redirect not followed, because of the limit.
        var isOverLimit = false
        /// True if the server closed the kept connection just when the request was sent.
        var isConnectionLost = false
    }

    /// Sends a request once, or twice if its kept connection was lost before the first byte of the
    /// response, and the request may be repeated.
    private func attempt(_ request: SentRequest, over transports: Transports) async -> Attempt {
        let first = await attempt(request, over: transports, startsConnection: !request.isSafe)
        guard first.isConnectionLost, request.method != .post else { return first }
        return await attempt(request, over: transports, startsConnection: true)
    }

    private func attempt(
        _ request: SentRequest, over transports: Transports, startsConnection: Bool
    ) async -> Attempt {
        var status: Int?
        do {
            let transport = request.isSafe ? transports.reading : transports.writing
            var sent = clientRequest(of: request, until: transports.timeLimit)
            sent.startsConnection = startsConnection
            let response = try await transport.execute(sent)
            status = response.status.code
            let body = try await response.body.bytes(upTo: options.maximumBody)
            let received = Received(
                request, status: response.status.code, headers: response.headers,
                url: response.url, body: body)
            let wait = received.status == 429 ? response.retryAfter ?? .seconds(1) : nil
            return Attempt(reception: .response(received), wait: wait)
        } catch let error as RequestError {
            var wait = error.code == .retryAfter ? error.retryAfter : nil
            // A server may refuse a request before it has read the body. The rest of the body
            // cannot be sent then, and the rest of the response may be lost. The refusal has
            // changed nothing on the server, so any request may be sent again.
            if error.code == .truncatedBody, request.body != nil,
                let status, (300...499).contains(status)
            {
                wait = .zero
            }
            return Attempt(
                reception: .failure(reason: error.reason.excerpt(300)), wait: wait,
                isOverLimit: error.cause is RequestCount.LimitReached,
                isConnectionLost: error.cause is KeptConnectionLoss)
        } catch {
            return Attempt(reception: .failure(reason: "the connection failed: \(type(of: error))"))
        }
    }

    private func clientRequest(
        of request: SentRequest, until timeLimit: Duration
    ) -> ClientRequest {
        var headers = request.headers
        for field in options.headers where !request.headers.contains(field.name) {
            headers.append(field)
        }
        var sent = ClientRequest(
            method: request.method, url: request.url, headers: headers, body: request.body)
        sent.timeouts = options.timeouts
        if request.isSafe {
            // Whole seconds are easier to read in messages.
            let left = Duration.seconds(max((timeLimit - duration).components.seconds, 1))
            sent.timeouts.total = min(sent.timeouts.total ?? left, left)
        }
        sent.limits.body = options.maximumBody
        sent.repeatability = .never
        sent.allowsCoalescing = false
        return sent
    }

    // MARK: Created resources

    /// Sets the addresses of the collections, by type, for created resources without a link.
    func setCollections(_ collections: [String: HTTPURL]) { creations.collections = collections }

    /// Allows the run to create resources from the documents of the user.
    func permit(_ examples: [WriteExample]) {
        creations.permission = WritePermission(examples)
        for example in examples { creations.collections[example.type] = example.collection }
    }

    /// Allows the run to send operations to an address.
    func permit(operations url: HTTPURL) { creations.permission.operations = url.place }

    /// Notes a random text that the run has made. No other resource has an id with this text.
    func note(random: String) { creations.note(random: random) }

    /// Notes the id of a document that the run has made.
    func note(filled document: JSONValue) {
        if let id = document["data"]?["id"]?.text { creations.note(random: id) }
    }

    /// Deletes the resources that were created since the last call, the last one first. There is a
    /// limit of time, and none of requests, and the task may be cancelled. A server may refuse to
    /// delete a resource while another one refers to it, so a refused resource is tried again after
    /// the others.
    func deleteCreations() async {
        var waiting = creations.take()
        while !waiting.isEmpty {
            var refused: [(own: Creations.Own, reason: String)] = []
            for own in waiting {
                if let reason = await deletionRefusal(of: own) { refused.append((own, reason)) }
            }
            if refused.count == waiting.count {
                for (own, reason) in refused {
                    creations.keep(.delete(own.resource), reason: reason)
                }
                return
            }
            waiting = refused.map(\.own)
        }
    }

    /// Deletes a resource. Returns why the server did not delete it, or nil.
    private func deletionRefusal(of own: Creations.Own) async -> String? {
        guard duration < uncounted.timeLimit else { return "the time for deleting is over" }
        var resource = own.resource
        switch await presence(of: resource, unread: own.isRead ? nil : own) {
        case .absent: return nil
        case .unknown(let reason): return reason
        case .present(let url):
            if creations.isHome(url, ofID: resource.id.text, below: base) { resource.url = url }
        }
        switch await finished(.delete(resource), over: uncounted).reception {
        case .response(let received):
            guard received.isSuccess else { return received.statusText }
            deleted.append(resource)
            return nil
        case .failure(let reason), .refused(let reason): return reason
        }
    }

    /// Reads the last deleted resource of each type again. If it is still there, the server may
    /// have kept all deleted resources of this type.
    func checkDeletions() async {
        var checked: Set<ExactText> = []
        var kept: [ExactText: String] = [:]
        for last in deleted.reversed()
        where duration < uncounted.timeLimit && checked.insert(last.type).inserted {
            if case .present = await presence(of: last) { kept[last.type] = last.url.path }
        }
        for resource in deleted {
            guard let path = kept[resource.type] else { continue }
            creations.keep(
                .delete(resource),
                reason: "DELETE succeeded, but \(path), which was deleted too, is still there")
        }
        deleted = []
    }

    private enum Presence {
        /// The address is the one after redirects.
        case present(at: HTTPURL)
        case absent
        case unknown(reason: String)
    }

    /// Reads a resource before it is deleted, so that a wrong address deletes nothing else.
    private func presence(
        of resource: Creations.Resource, unread: Creations.Own? = nil
    ) async -> Presence {
        let request = SentRequest(.get, resource.url, role: "resource")
        let read = await Task { await self.attempt(request, over: self.uncounted) }.value
        switch read.reception {
        case .failure(let reason), .refused(let reason): return .unknown(reason: reason)
        case .response(let received):
            if received.status == 404 || received.status == 410 { return .absent }
            let data = received.json.value(at: "data")
            let identity = (data.text(at: "type"), data.text(at: "id"))
            guard received.isSuccess, identity.0.map({ ExactText($0) }) == resource.type,
                identity.1.map({ ExactText($0) }) == resource.id
            else {
                return .unknown(reason: "its address leads to \(received.statusText)")
            }
            if unread?.contradicts(data.value(at: "attributes")) ?? false {
                return .unknown(reason: "it does not have the attributes that were sent")
            }
            return .present(at: received.url)
        }
    }

    /// Returns true if the run has created a resource.
    func owns(type: String, id: String) -> Bool { creations.contains(type: type, id: id) }

    /// The resources that could not be deleted.
    var remaining: [(request: SentRequest, reason: String)] { creations.remaining }
}

extension SentRequest {
    fileprivate static func delete(_ resource: Creations.Resource) -> SentRequest {
        SentRequest(.delete, resource.url, role: "resource")
    }
}
