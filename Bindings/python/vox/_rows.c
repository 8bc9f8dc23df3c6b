/* SPDX-License-Identifier: MIT */
/* The rows of vox.select: a dict for each row of columns of the type json. _build.py compiles this
   file into vox._core. It uses only the stable ABI of Python.

   Plain strings and short numbers are read here. The other values of a column are collected as one
   JSON array, which the decoder of Python reads: it keeps the names of members once. */
#include <Python.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <vox.h>

/* All integers of LONGEST_INTEGER characters are in int64_t. */
enum { LONGEST_INTEGER = 18, LONGEST_NUMBER = 40 };

typedef struct {
    PyObject *rows, *name, *decode;
    bool floats;         /* a number with a fraction or an exponent is a float */
    char *others;        /* the values for the decoder */
    size_t length;       /* of others */
    PyObject *other_rows; /* the dicts that receive them */
} vox_python_column;

static PyObject *number(const char *text, Py_ssize_t length, bool floats) {
    const bool negative = text[0] == '-';
    Py_ssize_t at = negative;
    long long integer = 0;
    while (at < length && at < LONGEST_INTEGER && text[at] >= '0' && text[at] <= '9') {
        integer = integer * 10 + (text[at++] - '0');
    }
    if (at == length) {
        return PyLong_FromLongLong(negative ? -integer : integer);
    }
    if (!floats || length > LONGEST_NUMBER) {
        return NULL;
    }
    char copy[LONGEST_NUMBER + 1];
    memcpy(copy, text, (size_t)length);
    copy[length] = 0;
    if (!strpbrk(copy, ".eE")) {
        return NULL;
    }
    const double real = PyOS_string_to_double(copy, NULL, NULL);
    return real == -1.0 && PyErr_Occurred() ? NULL : PyFloat_FromDouble(real);
}

/* The value of a JSON text that the library has written, so it is valid and has no white space.
   NULL without an exception: the decoder reads it. */
static PyObject *simple_value(const char *text, Py_ssize_t length, bool floats) {
    switch (text[0]) {
    case '"':
        return memchr(text, '\\', (size_t)length)
                   ? NULL
                   : PyUnicode_DecodeUTF8(text + 1, length - 2, "surrogatepass");
    case 't':
        return PyBool_FromLong(1);
    case 'f':
        return PyBool_FromLong(0);
    case 'n':
        Py_INCREF(Py_None);
        return Py_None;
    case '[':
    case '{':
        return NULL;
    default:
        return number(text, length, floats);
    }
}

/* There is room for all values of the column, each with a comma, and for a bracket. */
static bool leave(vox_python_column *column, const struct ArrowArray *array, PyObject *row,
                  const char *text, size_t length) {
    if (!column->others) {
        const int32_t *ends = array->buffers[1];
        column->others = PyMem_Malloc((size_t)ends[array->length] + (size_t)array->length + 1);
        column->other_rows = PyList_New(0);
        if (!column->others || !column->other_rows) {
            PyErr_NoMemory();
            return false;
        }
    }
    column->others[column->length] = column->length ? ',' : '[';
    column->length++;
    memcpy(column->others + column->length, text, length);
    column->length += length;
    return PyList_Append(column->other_rows, row) == 0;
}

static bool fill_others(vox_python_column *column) {
    column->others[column->length++] = ']';
    PyObject *text =
        PyUnicode_DecodeUTF8(column->others, (Py_ssize_t)column->length, "surrogatepass");
    PyObject *values = text ? PyObject_CallFunctionObjArgs(column->decode, text, NULL) : NULL;
    const Py_ssize_t count = values ? PyList_Size(values) : 0;
    bool filled = values != NULL;
    for (Py_ssize_t index = 0; filled && index < count; index++) {
        filled = PyDict_SetItem(PyList_GetItem(column->other_rows, index), column->name,
                                PyList_GetItem(values, index)) == 0;
    }
    Py_XDECREF(values);
    Py_XDECREF(text);
    return filled;
}

static bool fill_column(vox_python_column *column, const struct ArrowArray *array) {
    const int32_t *ends = array->buffers[1];
    const char *text = array->buffers[2];
    bool filled = true;
    for (int64_t index = 0; filled && index < array->length; index++) {
        const int32_t length = ends[index + 1] - ends[index];
        if (length == 0) {
            continue;
        }
        PyObject *row = PyList_GetItem(column->rows, (Py_ssize_t)index);
        PyObject *value = simple_value(text + ends[index], length, column->floats);
        if (value) {
            filled = PyDict_SetItem(row, column->name, value) == 0;
            Py_DECREF(value);
        } else {
            filled = !PyErr_Occurred() &&
                     leave(column, array, row, text + ends[index], (size_t)length);
        }
    }
    filled = filled && (!column->others || fill_others(column));
    PyMem_Free(column->others);
    Py_XDECREF(column->other_rows);
    return filled;
}

/* A list of dicts. `absent` is the dict of a row without values, `decode` json.JSONDecoder.decode. */
static PyObject *rows_of(const struct ArrowArray *array, PyObject *names, PyObject *absent,
                         PyObject *decode, int floats) {
    PyObject *rows = PyList_New((Py_ssize_t)array->length);
    for (int64_t index = 0; rows && index < array->length; index++) {
        PyObject *row = PyDict_Copy(absent);
        if (!row || PyList_SetItem(rows, (Py_ssize_t)index, row) != 0) {
            Py_CLEAR(rows);
        }
    }
    const Py_ssize_t count = PyTuple_Size(names);
    for (Py_ssize_t index = 0; rows && index < count; index++) {
        vox_python_column column = {.rows = rows,
                                    .name = PyTuple_GetItem(names, index),
                                    .decode = decode,
                                    .floats = floats != 0};
        if (!fill_column(&column, array->children[index])) {
            Py_CLEAR(rows);
        }
    }
    return rows;
}
#define vox_python_rows ((size_t)rows_of)
