// What the test programs share.
#ifndef CHECK_H
#define CHECK_H

#include "chuhe.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Ends the program where something does not hold.
#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: %s (last error: %s)\n", __FILE__, __LINE__, #condition, chuhe_last_error()); \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

#define OK(call) CHECK((call) == CHUHE_STATUS_OK)

// A call is refused in this way, with a message that says this.
#define REFUSED(call, status, words)                                                               \
    do {                                                                                           \
        CHECK((call) == (status));                                                                 \
        CHECK(strstr(chuhe_last_error(), words) != NULL);                                          \
    } while (0)

// A text of the library is this one; frees it.
static inline void check_text(char *text, const char *expected) {
    if (strcmp(text, expected) != 0) {
        fprintf(stderr, "\"%s\" is not \"%s\"\n", text, expected);
        exit(1);
    }
    chuhe_text_free(text);
}

static inline ChuheLimits no_limits(void) {
    ChuheLimits limits;
    memset(&limits, 0, sizeof limits);
    return limits;
}

static inline ChuhePosition *position_of(const char *fen) {
    ChuhePosition *position = NULL;
    OK(chuhe_position_from_fen(fen, &position));
    return position;
}

#endif
