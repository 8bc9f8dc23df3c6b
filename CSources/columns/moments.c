/* SPDX-License-Identifier: MIT */
/** Dates and moments.
 *
 *      date     YYYY-MM-DD
 *      moment   date ("T" / "t" / " ") HH:MM:SS ["." digits] zone
 *      zone     "Z" / "z" / ("+" / "-") HH [[":"] MM]
 *
 *  The calendar is the Gregorian one, also before 1582. A moment without a zone is no moment. More
 *  than six digits after the point must be zeros, and there is no second 60: another value would be
 *  a different moment. The years are 1 to 9999: many readers, such as Python, have no others. */
#include "columns/scalars.h"

/** Reads two digits, which must be there. */
VOX_INLINE bool two_digits(const char *at, unsigned *value) {
    const unsigned ten = (unsigned char)at[0] - (unsigned)'0';
    const unsigned one = (unsigned char)at[1] - (unsigned)'0';
    *value = ten * 10 + one;
    return ten <= 9 && one <= 9;
}

static bool take_byte(const char **at, const char *end, char byte) {
    if (*at == end || **at != byte) {
        return false;
    }
    ++*at;
    return true;
}

static unsigned days_of_month(unsigned year, unsigned month) {
    static const uint8_t days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    const bool is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    return days[month - 1] + (month == 2 && is_leap ? 1U : 0U);
}

/** Returns the days since 1970-01-01. The year begins in March, so that the leap day is its last
 *  day, and 153 days are five months. */
static int32_t days_since_epoch(unsigned year, unsigned month, unsigned day) {
    const int32_t shifted = (int32_t)year - (month <= 2);
    const int32_t era = shifted / 400;
    const int32_t of_era = shifted - era * 400;
    const int32_t of_year = (153 * ((int32_t)month + (month > 2 ? -3 : 9)) + 2) / 5 + (int32_t)day -
                            1;
    return era * 146097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year - 719468;
}

#define DATE_LENGTH 10
#define TIME_LENGTH 8

/** Reads a date of ten bytes. */
VOX_INLINE bool read_date(const char *at, int32_t *days) {
    unsigned century, year, month, day;
    if (!two_digits(at, &century) || !two_digits(at + 2, &year) || at[4] != '-' ||
        !two_digits(at + 5, &month) || at[7] != '-' || !two_digits(at + 8, &day) ||
        month - 1 > 11) {
        return false;
    }
    year += 100 * century;
    *days = days_since_epoch(year, month, day);
    return year > 0 && day - 1 < (day <= 28 ? 28 : days_of_month(year, month));
}

bool vox__scalar_date(vox_string text, int32_t *days) {
    return text.length == DATE_LENGTH && read_date(text.bytes, days);
}

/** Reads the time of day, HH:MM:SS, in seconds. */
VOX_INLINE bool read_time(const char *at, int64_t *time) {
    unsigned hour, minute, second;
    *time = 0;
    if (!two_digits(at, &hour) || at[2] != ':' || !two_digits(at + 3, &minute) || at[5] != ':' ||
        !two_digits(at + 6, &second)) {
        return false;
    }
    *time = (int64_t)(hour * 60 + minute) * 60 + second;
    return hour <= 23 && minute <= 59 && second <= 59;
}

/** Reads what follows the point, in microseconds. */
static bool take_fraction(const char **at, const char *end, int64_t *fraction) {
    unsigned digits = 0;
    *fraction = 0;
    for (; *at < end && (unsigned char)(**at - '0') <= 9; ++*at, digits++) {
        if (digits < 6) {
            *fraction = *fraction * 10 + (**at - '0');
        } else if (**at != '0') {
            return false;
        }
    }
    for (unsigned missing = digits; missing < 6; missing++) {
        *fraction *= 10;
    }
    return digits > 0;
}

/** Reads the rest of a moment: its zone, as minutes east. */
static bool take_zone(const char *at, const char *end, int *minutes) {
    unsigned hour, minute = 0;
    *minutes = 0;
    if (take_byte(&at, end, 'Z') || take_byte(&at, end, 'z')) {
        return at == end;
    }
    const bool is_west = take_byte(&at, end, '-');
    if ((!is_west && !take_byte(&at, end, '+')) || end - at < 2 || !two_digits(at, &hour)) {
        return false;
    }
    at += 2;
    if (at < end) {
        (void)take_byte(&at, end, ':');
        if (end - at != 2 || !two_digits(at, &minute)) {
            return false;
        }
    }
    *minutes = (int)(hour * 60 + minute) * (is_west ? -1 : 1);
    return hour <= 23 && minute <= 59;
}

/** The days since 1970-01-01 that begin the years 1 and 10000, in UTC. */
#define FIRST_DAY INT64_C(-719162)
#define END_DAY INT64_C(2932897)
#define DAY INT64_C(86400000000) /* in microseconds */

bool vox__scalar_moment(vox_string text, int64_t *microseconds) {
    const char *at = text.bytes, *const end = at + text.length;
    int32_t days;
    int64_t time, fraction = 0;
    int zone;
    if (text.length <= DATE_LENGTH + 1 + TIME_LENGTH || !read_date(at, &days) ||
        ((at[DATE_LENGTH] | 0x20) != 't' && at[DATE_LENGTH] != ' ') ||
        !read_time(at + DATE_LENGTH + 1, &time)) {
        return false;
    }
    at += DATE_LENGTH + 1 + TIME_LENGTH;
    if ((take_byte(&at, end, '.') && !take_fraction(&at, end, &fraction)) ||
        !take_zone(at, end, &zone)) {
        return false;
    }
    *microseconds = ((int64_t)days * 86400 + time - zone * INT64_C(60)) * 1000000 + fraction;
    return *microseconds >= FIRST_DAY * DAY && *microseconds < END_DAY * DAY;
}
