// SPDX-License-Identifier: MIT

// Imports what a service imports, and uses each public name without its module: an ambiguous name
// does not compile. Scripts/check-modules compares the list with the public types.

import AsyncHTTPClient
import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import Metrics
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import ServiceLifecycle
import Testing
import Tracing
import Vox
import VoxAsyncHTTPClient
import VoxCompatibility
import VoxConformance
import VoxHummingbird
import VoxPostgreSQL
import VoxREST
import VoxSQL
import VoxSQLite
import VoxServer
import VoxTelemetry
import VoxTesting
import VoxURLSession

extension APIClient {}
extension APIError {}
extension APIOptions {}
extension APIRequest {}
extension APIResponse {}
extension AcceptedType {}
extension ActionRequest {}
extension AnyPrimaryData {}
extension AnyResource {}
extension AsyncHTTPClientTransport {}
extension AtomicDocument {}
extension Attribute {}
extension AttributeDescriptor {}
extension Authentication {}
extension BorrowedJSONScalar {}
private typealias Bare = CRUD
extension BracketFilters {}
extension CallbackTransport {}
extension ClientLogging {}
extension ClientMetrics {}
extension ClientOptions {}
extension ClientRequest {}
extension ClientResponse {}
extension ClientTracing {}
extension ConfigurableRequest {}
extension Conformance {}
extension ConnectionLimits {}
extension Creatable {}
extension Credential {}
extension DataSource {}
extension DatePattern {}
extension DefaultHeaders {}
extension Defaulted {}
extension DelayedCreation {}
extension Deletable {}
extension DeleteRequest {}
extension DerivedAttribute {}
extension Deserializer {}
extension Document {}
extension DocumentError {}
extension DocumentExtension {}
extension DocumentLink {}
extension DocumentLinks {}
extension DocumentOptions {}
extension Endpoint {}
extension Enumerable {}
extension Envelope {}
extension ErrorResponse {}
extension ErrorResponseConvertible {}
extension Fault {}
extension FaultInjection {}
extension FieldDescriptor {}
extension FieldSelection {}
extension Filter {}
extension FilterError {}
extension FilterExpression {}
extension FilterOperand {}
extension FilterSpelling {}
extension FormBody {}
extension FormEncoding {}
extension FrozenDocument {}
extension FunctionFilters {}
extension HTTPMediaType {}
extension HTTPMiddleware {}
extension HTTPTransport {}
extension HTTPURL {}
extension Hooks {}
extension IdempotencyKeys {}
extension Inclusion {}
extension JSON {}
extension JSONAPIMiddleware {}
extension JSONAPIObject {}
extension JSONCodable {}
extension JSONConvertible {}
extension JSONError {}
extension JSONNumber {}
extension JSONObject {}
extension JSONSequence {}
extension JSONValue {}
extension KeyStrategy {}
extension Linkage {}
extension LinkageRequest {}
extension MemoryStore {}
extension MergeConflict {}
extension MergingUpdate {}
extension MethodOverride {}
extension Model {}
extension ModelChanges {}
extension ModelList {}
extension ModelRequest {}
extension ModelSource {}
extension MultipartBody {}
extension MultipartReader {}
extension Negotiation {}
extension ListEnd {}
extension NextPage {}
extension Nullable {}
extension ObjectModel {}
extension ObjectSchema {}
extension OpenEnum {}
extension PageLimits {}
extension PageMeta {}
extension PageNote {}
extension PageSequence {}
extension Pagination {}
extension PaginationStrategy {}
extension PostgreSQLDatabase {}
extension PrimaryData {}
extension QueriedRequest {}
extension Query {}
extension QueryEncoding {}
extension QueryItem {}
extension RESTClient {}
extension RESTHook {}
extension RESTOptions {}
extension RESTRequest {}
extension RESTResponse {}
extension RESTSchema {}
extension RSQLFilters {}
extension RateBudget {}
extension ReadOnly {}
extension ReadRequest {}
extension Readable {}
extension Readiness {}
extension RecordedTransport {}
extension RelatedResources {}
extension RelatedSlice {}
extension Relationship {}
extension RelationshipDescriptor {}
extension RelationshipPath {}
extension RelationshipTarget {}
extension ReliabilityOptions {}
extension Renamed {}
extension RequestContent {}
extension RequestError {}
extension RequestLog {}
extension RequestQuery {}
extension RequestSettings {}
extension Required {}
extension Resource {}
extension ResourceChange {}
extension ResourceChanges {}
extension ResourceList {}
extension ResourceModel {}
extension ResourceRouter {}
extension ResourceSchema {}
extension ResourceSelection {}
extension ResourceService {}
extension ResourceSlice {}
extension ResourceStore {}
extension ResourceStream {}
extension ResourceUnion {}
extension ResourceWrite {}
extension ResponseHead {}
extension ResponseHeader {}
extension ResponseParser {}
extension RetryBudget {}
extension Routing {}
extension SQLColumn {}
extension SQLConnection {}
extension SQLDatabase {}
extension SQLDialect {}
extension SQLError {}
extension SQLRelationship {}
extension SQLSchemaError {}
extension SQLStatement {}
extension SQLStore {}
extension SQLType {}
extension SQLValue {}
extension SQLiteDatabase {}
extension ServedType {}
extension ServiceClient {}
extension ServiceOptions {}
extension ServiceResponse {}
extension StoreError {}
extension StoredResource {}
extension TextLog {}
extension Timeouts {}
extension ToMany {}
extension ToOne {}
extension TransferHandle {}
extension Transformed {}
extension TransportFunction {}
extension TransportResponder {}
extension TypedObject {}
extension URLSessionTransport {}
extension UnionList {}
extension UnitOfWork {}
extension UntypedView {}
extension Updatable {}
extension UpdateMethod {}
extension ValidationDecoder {}
extension ValidationErrors {}
extension Validator {}
extension ValueTransform {}
extension WritableAttribute {}
extension WriteAccess {}
extension WriteOnce {}
extension WriteRequest {}
