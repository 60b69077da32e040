// Shared by the test programs: a check that prints where it failed and ends the program.
#ifndef CHECK_H
#define CHECK_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK(condition)                                                          \
    do {                                                                          \
        if (!(condition)) {                                                       \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            exit(3);                                                              \
        }                                                                         \
    } while (0)

#define CHECK_TEXT(found, expected)                                               \
    do {                                                                          \
        const char *found_ = (found), *expected_ = (expected);                    \
        if (strcmp(found_, expected_) != 0) {                                     \
            fprintf(stderr, "%s:%d: expected\n%s\nfound\n%s\n", __FILE__, __LINE__, expected_, found_); \
            exit(3);                                                              \
        }                                                                         \
    } while (0)

#endif
