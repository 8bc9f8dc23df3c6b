// SPDX-License-Identifier: MIT

import HTTPTypes
import Testing
import Vox
import VoxTestSupport

/// What holds if a program sets nothing, as the documentation says it.
@Suite("Defaults")
struct DefaultValueTests {
    @Test("The limits and timeouts of a request")
    func requests() throws {
        let request = try ClientRequest.get("https://a.example/")
        #expect(request.limits.body == 64 << 20 && request.limits.expansion == 100)
        #expect(request.limits.headerBytes == 64 << 10 && request.limits.headerFields == 500)
        #expect(request.timeouts == ClientRequest.Timeouts())
        #expect(
            ClientRequest.Timeouts().connect == .seconds(10)
                && ClientRequest.Timeouts().idle == .seconds(30))
        #expect(ClientRequest.Timeouts().total == .seconds(120))
        #expect(request.repeatability == .byMethod && request.userInfo.isEmpty)
        #expect(request.followsRedirects && request.allowsCoalescing)
        #expect(request.answer(200).attempts == 1)
    }

    @Test("The options of a client")
    func clients() {
        let options = APIOptions()
        #expect(options.maximumBody == 64 << 20 && !options.allowsOtherOrigins)
        #expect(options.addsQueryToLinks && options.linkBase == .document)
        #expect(options.encoding.encodesBrackets && options.query.isEmpty)
        #expect(options.timeouts == ClientRequest.Timeouts() && options.headers.isEmpty)
        #expect(options.acceptedTypes == ["application/json"] && options.sentType == nil)
        #expect(!options.retriesWithoutProfiles && !options.retriesWithMaximumPageSize)
        #expect(!options.overridesPatch && options.extensions.isEmpty && options.profiles.isEmpty)
        #expect(options.polling.interval == .seconds(1))
        #expect(options.polling.longestWait == .seconds(60))
        #expect(options.polling.total == .seconds(600) && options.polling.limit == 100)
        #expect(options.writes.form == .document && options.writes.updateMethod == .patch)
        #expect(options.writes.sendsIDs && options.writes.followsSelfLinks)
        #expect(!options.writes.acceptsOtherIdentities && !options.writes.acceptsOtherBodies)
        #expect(options.atomic.path == "operations" && options.atomic.quotesExtension)
        #expect(options.atomic.requiresExtension && !options.atomic.omitsEmptyResults)
        let key = ClientOptions.IdempotencyKeys().make()
        #expect(key.wholeMatch(of: /"[0-9a-f]{32}"/) != nil, "\(key)")
        #expect(ClientOptions.IdempotencyKeys().header == .idempotencyKey)
    }

    @Test("The options of reliability, and the limits of pages")
    func others() {
        let options = ReliabilityOptions()
        #expect(options.redirectLimit == 10 && !options.allowsRedirectsToOtherOrigins)
        #expect(options.cacheCapacity == 16 << 20 && options.coalescesRequests)
        #expect(options.retryLimit == 2 && options.longestRetryWait == .seconds(60))
        #expect(Redirects().limit == 10 && !Redirects().allowsOtherOrigins)
        #expect(Retrying().limit == 2 && Retrying().firstWait == .milliseconds(250))
        #expect(Retrying().longestWait == .seconds(60))
        #expect(ReliabilityOptions.RateBudget().longestWait == .seconds(120))
        #expect(Paging.Limits().emptyPages == 0 && Paging.Limits().pages == nil)
        let limits = MultipartBody.Reader.Limits()
        #expect(limits.parts == 1000 && limits.headerBytes == 16 << 10)
    }
}
