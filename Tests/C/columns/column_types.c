/* SPDX-License-Identifier: MIT */
/** The types of columns: values at their edges, values that do not fit, and null. */
#include "arrow_text.h"
#include "tests.h"

#include <stdio.h>

typedef struct row {
    const char *value;
    const char *expected; /* NULL: the value does not fit */
} row;

/** Checks values in a column of one type, and the same values in a list and in a struct. A value that
 *  does not fit is in the rest. */
static void check_values(const char *type, const row *rows, size_t count) {
    char plain[256], list[256], inside[256], text[512], expected[1024];
    snprintf(
        plain, sizeof plain, "{'table':'records','error':null,'columns':[{'name':'v',%s}]}", type
    );
    snprintf(
        list, sizeof list,
        "{'table':'records','error':false,'columns':[{'name':'v','type':'list','items':{%s}}]}",
        type
    );
    snprintf(
        inside, sizeof inside,
        "{'table':'records','error':null,'columns':[{'name':'v','type':'struct','columns':[{"
        "'name':'w',%s}]}]}",
        type
    );
    for (size_t at = 0; at < count; at++) {
        const char *value = rows[at].value, *fits = rows[at].expected;
        check_note("%s: %s", type, value);
        snprintf(text, sizeof text, "{'v':%s}", value);
        snprintf(
            expected, sizeof expected, fits ? "[%s,null]\n" : "[null,'{'v':%s}']\n",
            fits ? fits : value
        );
        CHECK_ROWS(plain, text, expected);
        snprintf(text, sizeof text, "{'v':%s,'x':0}", value); /* what is left beside it */
        snprintf(
            expected, sizeof expected, fits ? "[%s,'{'x':0}']\n" : "[null,'{'v':%s,'x':0}']\n",
            fits ? fits : value
        );
        CHECK_ROWS(plain, text, expected);
        snprintf(text, sizeof text, "{'v':[null,%s]}", value);
        snprintf(
            expected, sizeof expected,
            fits ? "[[null,%s],null]\n" : "[[null,null],'{'v':[null,%s]}']\n", fits ? fits : value
        );
        CHECK_ROWS(list, text, expected);
        snprintf(text, sizeof text, "{'v':{'w':%s}}", value);
        snprintf(
            expected, sizeof expected, fits ? "[{%s},null]\n" : "[{null},'{'v':{'w':%s}}']\n",
            fits ? fits : value
        );
        CHECK_ROWS(inside, text, expected);
    }
    check_note(NULL);
}

static void booleans(void) {
    static const row rows[] = {
        {"true", "true"}, {"false", "false"}, {"1", NULL},
        {"'true'", NULL}, {"[]", NULL},       {"{}", NULL},
    };
    check_values("'type':'bool'", rows, COUNT(rows));
}

static void integers(void) {
    static const row rows[] = {
        {"0", "0"},
        {"-0", "0"},
        {"9223372036854775807", "9223372036854775807"},
        {"-9223372036854775808", "-9223372036854775808"},
        {"9223372036854775808", NULL},
        {"-9223372036854775809", NULL},
        {"3.0", "3"},
        {"3e2", "300"},
        {"1e18", "1000000000000000000"},
        {"1e19", NULL},
        {"3.5", NULL},
        {"'3'", NULL},
        {"true", NULL},
    };
    check_values("'type':'int64'", rows, COUNT(rows));
}

static void doubles(void) {
    static const row rows[] = {
        {"0.1", "0.1"},
        {"-0.0", "-0"},
        {"1e308", "1e+308"},
        {"1e309", NULL},
        {"1e-400", NULL},
        {"123", "123"},
        {"9007199254740992", "9007199254740992"},
        {"9007199254740993", NULL},                 /* a double has no such whole number */
        {"9007199254740993.0", "9007199254740992"}, /* with a fraction it is rounded */
        {"-9007199254740993", NULL},
        {"9007199254740994", "9007199254740994"},
        {"0.12345678901234567890", "0.12345678901234568"},
        {"100000000000000000000", "100000000000000000000"},
        {"100000000000000000001", NULL},
        {"'1'", NULL},
    };
    check_values("'type':'double'", rows, COUNT(rows));
}

static void decimals(void) {
    static const row small[] = {
        {"12.34", "1234/2"},
        {"12.345", NULL},
        {"999.99", "99999/2"},
        {"1000", NULL},
        {"1e2", "10000/2"},
        {"1.5e-1", "15/2"},
        {"0", "0/2"},
        {"-0", "0/2"},
        {"'1.50'", "150/2"},
        {"'1.5 '", NULL},
        {"''", NULL},
        {"12.340", "1234/2"},
        {"-0.01", "0xffffffffffffffffffffffffffffffff/2"},
        {"true", NULL},
        {"1e999999999", NULL},
        {"0e999999999", "0/2"},
    };
    static const row large[] = {
        {"99999999999999999999999999999999999999", "0x4b3b4ca85a86c47a098a223fffffffff/0"},
        {"-99999999999999999999999999999999999999", "0xb4c4b357a5793b85f675ddc000000001/0"},
        {"100000000000000000000000000000000000000", NULL},
        {"18446744073709551616", "0x00000000000000010000000000000000/0"},
        {"1e37", "0x0785ee10d5da46d900f436a000000000/0"},
        {"1e38", NULL},
        {"0.5", NULL},
    };
    static const row fraction[] = {{"0.5", "5/1"}, {"1", NULL}, {"0.05", NULL}};
    check_values("'type':'decimal128','precision':5,'scale':2", small, COUNT(small));
    check_values("'type':'decimal128','precision':38,'scale':0", large, COUNT(large));
    check_values("'type':'decimal128','precision':1,'scale':1", fraction, COUNT(fraction));
}

static void strings(void) {
    static const row rows[] = {
        {"''", "''"},        {"'a'", "'a'"}, {"'\\u00e9'", "'\xC3\xA9'"},
        {"'\\u0000'", NULL}, {"1", NULL},    {"['a']", NULL},
    };
    /* A NUL fits, too, but a NUL-terminated text of this test cannot have one. */
    check_values("'type':'utf8'", rows, 3);
    check_values("'type':'large_utf8'", rows, 3);
    check_values("'type':'utf8'", rows + 4, 2);
}

static void dates(void) {
    static const row rows[] = {
        {"'1970-01-01'", "0"},
        {"'1969-12-31'", "-1"},
        {"'2000-02-29'", "11016"},
        {"'1900-02-29'", NULL},
        {"'0001-01-01'", "-719162"},
        {"'0000-12-31'", NULL},
        {"'9999-12-31'", "2932896"},
        {"'2026-13-01'", NULL},
        {"'2026-00-01'", NULL},
        {"'2026-01-00'", NULL},
        {"'2026-04-31'", NULL},
        {"'2026-1-1'", NULL},
        {"'2026-01-01 '", NULL},
        {"'2026/01/01'", NULL},
        {"20260101", NULL},
        {"''", NULL},
        {"'2026-01-01T00:00:00Z'", NULL},
        {"'-026-01-01'", NULL},
    };
    check_values("'type':'date32'", rows, COUNT(rows));
}

/** The last day of each month, in a year with a leap day and in others. */
static void months(void) {
    static const int days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    static const struct {
        int year, leap, first; /* the day of its first of January */
    } years[] = {{1970, 0, 0}, {2024, 1, 19723}, {1900, 0, -25567}, {2000, 1, 10957}};
    for (size_t year = 0; year < COUNT(years); year++) {
        int day = years[year].first - 1;
        for (int month = 1; month <= 12; month++) {
            char last[40], next[40], expected[16];
            const int length = days[month - 1] + (month == 2 ? years[year].leap : 0);
            day += length;
            snprintf(last, sizeof last, "'%d-%02d-%02d'", years[year].year, month, length);
            snprintf(next, sizeof next, "'%d-%02d-%02d'", years[year].year, month, length + 1);
            snprintf(expected, sizeof expected, "%d", day);
            const row rows[] = {{last, expected}, {next, NULL}};
            check_values("'type':'date32'", rows, COUNT(rows));
        }
    }
}

static void moments(void) {
    static const row rows[] = {
        {"'1970-01-01T00:00:00Z'", "0"},
        {"'1969-12-31t23:59:59.999999z'", "-1"},
        {"'2026-01-02 03:04:05Z'", "1767323045000000"},
        {"'2026-01-02T03:04:05.5+00:00'", "1767323045500000"},
        {"'1970-01-01T05:30:00+05:30'", "0"},
        {"'1970-01-01T00:00:00-0130'", "5400000000"},
        {"'1970-01-01T00:00:00+01'", "-3600000000"},
        {"'1970-01-01T00:00:00.1234560Z'", "123456"},
        {"'1970-01-01T00:00:00.1234567Z'", NULL},
        {"'9999-12-31T23:59:59.999999Z'", "253402300799999999"},
        {"'0001-01-01T00:00:00Z'", "-62135596800000000"},
        {"'0001-01-01T00:59:59+01:00'", NULL},
        {"'0000-12-31T23:59:59Z'", NULL},
        {"'9999-12-31T23:00:00-01:00'", NULL},
        {"'1970-01-01T24:00:00Z'", NULL},
        {"'1970-01-01T00:60:00Z'", NULL},
        {"'1970-01-01T00:00:60Z'", NULL},
        {"'1970-01-01T00:00:00'", NULL},
        {"'1970-01-01T00:00:00.Z'", NULL},
        {"'1970-01-01T00:00:00+23:59'", "-86340000000"},
        {"'1970-01-01T00:00:00+01:60'", NULL},
        {"'1970-01-01T00:00:00+24:00'", NULL},
        {"'1970-01-01T00:00:00+01:'", NULL},
        {"'1970-01-01T00:00:00+0'", NULL},
        {"'1970-01-01T00:00:00Zx'", NULL},
        {"'1970-01-01'", NULL},
        {"0", NULL},
    };
    check_values("'type':'timestamp'", rows, COUNT(rows));
}

static void json_texts(void) {
    static const row rows[] = {
        {"1.50", "'1.50'"}, {"'a\\u00e9'", "''a\\u00e9''"},
        {"true", "'true'"}, {"[1, {'a' : []}]", "'[1,{'a':[]}]'"},
        {"{}", "'{}'"},
    };
    check_values("'type':'json'", rows, COUNT(rows));
}

/** Absent and null differ only in a column of the type absent. */
static void absent_and_null(void) {
    CHECK_ROWS(
        "{'table':'records','error':null,'columns':[{'name':'a','path':'v','type':'absent'},"
        "{'name':'v','type':'int64'}]}",
        "{'v':1}\n{'v':null}\n{}\n{'v':'x'}",
        "[false,1,null]\n[false,null,null]\n[true,null,null]\n[false,null,'{'v':'x'}']\n"
    );
}

static void nested(void) {
    CHECK_ROWS(
        "{'table':'records','error':null,'columns':[{'name':'v','type':'list','items':{'type':"
        "'list','items':{'type':'struct','columns':[{'name':'a','type':'int64'},{'name':'b',"
        "'path':'c.d','type':'bool'}]}}}]}",
        "{'v':[[{'a':1,'c':{'d':true}}],[],null,[{'a':'x','c':{'e':1}},null,5]]}\n"
        "{'v':[]}\n{'v':{}}\n{}",
        "[[[{1,true}],[],null,[{null,null},null,null]],"
        "'{'v':[null,null,null,[{'a':'x','c':{'e':1}},null,5]]}']\n"
        "[[],null]\n[null,'{'v':{}}']\n[null,null]\n"
    );
}

const check_test column_types_tests[] = {
    CHECK_TEST(booleans),   CHECK_TEST(integers),        CHECK_TEST(doubles), CHECK_TEST(decimals),
    CHECK_TEST(strings),    CHECK_TEST(dates),           CHECK_TEST(months),  CHECK_TEST(moments),
    CHECK_TEST(json_texts), CHECK_TEST(absent_and_null), CHECK_TEST(nested),  CHECK_END,
};
