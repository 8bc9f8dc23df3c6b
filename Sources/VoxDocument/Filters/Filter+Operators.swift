// SPDX-License-Identifier: MIT

// The operators of filters on key paths of a schema. Each operator returns one concrete type, so
// that the compiler checks long filters quickly.

/// Returns a filter for the resources whose field is less than a value.
public func < <Schema: ResourceSchema, Operand: FilterOperand>(
    path: KeyPath<Schema, Operand>, value: Operand.Value
) -> Filter<Schema> where Operand.Value: Comparable { .comparison(path, .less, value) }

/// Returns a filter for the resources whose field is less than a value or equals it.
public func <= <Schema: ResourceSchema, Operand: FilterOperand>(
    path: KeyPath<Schema, Operand>, value: Operand.Value
) -> Filter<Schema> where Operand.Value: Comparable { .comparison(path, .lessOrEqual, value) }

/// Returns a filter for the resources whose field is greater than a value.
public func > <Schema: ResourceSchema, Operand: FilterOperand>(
    path: KeyPath<Schema, Operand>, value: Operand.Value
) -> Filter<Schema> where Operand.Value: Comparable { .comparison(path, .greater, value) }

/// Returns a filter for the resources whose field is greater than a value or equals it.
public func >= <Schema: ResourceSchema, Operand: FilterOperand>(
    path: KeyPath<Schema, Operand>, value: Operand.Value
) -> Filter<Schema> where Operand.Value: Comparable { .comparison(path, .greaterOrEqual, value) }

/// Returns a filter for the resources whose field equals a value.
public func == <Schema: ResourceSchema, Operand: FilterOperand>(
    path: KeyPath<Schema, Operand>, value: Operand.Value
) -> Filter<Schema> { .comparison(path, .equal, value) }

/// Returns a filter for the resources whose field does not equal a value. The field has another
/// value, is null, or is missing.
public func != <Schema: ResourceSchema, Operand: FilterOperand>(
    path: KeyPath<Schema, Operand>, value: Operand.Value
) -> Filter<Schema> { !(path == value) }

/// Returns a filter for the resources whose attribute is missing, null or an empty list.
public func == <Schema: ResourceSchema>(
    path: KeyPath<Schema, some FilterOperand>, _: _OptionalNilComparisonType
) -> Filter<Schema> { .condition(path, []) { path, _ in .isNull(path) } }

/// Returns a filter for the resources whose attribute is not missing, not null and not an empty
/// list.
public func != <Schema: ResourceSchema>(
    path: KeyPath<Schema, some FilterOperand>, _: _OptionalNilComparisonType
) -> Filter<Schema> { !(path == nil) }

/// Returns a filter for the resources whose relationship is empty.
public func == <Schema: ResourceSchema>(
    path: KeyPath<Schema, some RelationshipPath>, _: _OptionalNilComparisonType
) -> Filter<Schema> { Filter(Filter<Schema>.absence(path)) }

/// Returns a filter for the resources whose relationship has a target.
public func != <Schema: ResourceSchema>(
    path: KeyPath<Schema, some RelationshipPath>, _: _OptionalNilComparisonType
) -> Filter<Schema> { .has(path) }

// MARK: Values without order

// The functions below are unavailable. They exist for the messages that the compiler shows for
// them, and the compiler considers them only if nothing else fits.

/// Unavailable, because the values of the field have no order.
@available(
    *, unavailable,
    message: "a filter compares the order only of Comparable values, such as numbers and strings"
)
public func < <Schema: ResourceSchema, Operand: FilterOperand>(
    path: KeyPath<Schema, Operand>, value: Operand.Value
) -> Filter<Schema> { preconditionFailure("unavailable") }

/// Unavailable, because the values of the field have no order.
@available(
    *, unavailable,
    message: "a filter compares the order only of Comparable values, such as numbers and strings"
)
public func <= <Schema: ResourceSchema, Operand: FilterOperand>(
    path: KeyPath<Schema, Operand>, value: Operand.Value
) -> Filter<Schema> { preconditionFailure("unavailable") }

/// Unavailable, because the values of the field have no order.
@available(
    *, unavailable,
    message: "a filter compares the order only of Comparable values, such as numbers and strings"
)
public func > <Schema: ResourceSchema, Operand: FilterOperand>(
    path: KeyPath<Schema, Operand>, value: Operand.Value
) -> Filter<Schema> { preconditionFailure("unavailable") }

/// Unavailable, because the values of the field have no order.
@available(
    *, unavailable,
    message: "a filter compares the order only of Comparable values, such as numbers and strings"
)
public func >= <Schema: ResourceSchema, Operand: FilterOperand>(
    path: KeyPath<Schema, Operand>, value: Operand.Value
) -> Filter<Schema> { preconditionFailure("unavailable") }
