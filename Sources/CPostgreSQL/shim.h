/* SPDX-License-Identifier: MIT */
/* libpq, with its field codes, which are macros of characters, as functions. */
#ifndef CPOSTGRESQL_SHIM_H
#define CPOSTGRESQL_SHIM_H

#include <libpq-fe.h>

static inline const char *cpostgresql_sqlstate(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_SQLSTATE);
}

static inline const char *cpostgresql_table(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_TABLE_NAME);
}

static inline const char *cpostgresql_column(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_COLUMN_NAME);
}

static inline const char *cpostgresql_constraint(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_CONSTRAINT_NAME);
}

static inline const char *cpostgresql_detail(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_DETAIL);
}

static inline const char *cpostgresql_message(const PGresult *result) {
    return PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY);
}

#endif
