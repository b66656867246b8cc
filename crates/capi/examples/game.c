/* Two engines play each other, and the moves are written as people write them.
 *
 *     cc game.c -I ../include ../../../target/release/libchuhe.a -lpthread -ldl -lm -o game
 *     ./game 3 5        # level 3 against level 5
 *     ./game 3 5 40     # at most 40 plies
 */
#include "chuhe.h"
#include <stdio.h>
#include <stdlib.h>

/* Everything answers with a status; the message says what was wrong. */
static void must(ChuheStatus status) {
    if (status != CHUHE_STATUS_OK) {
        fprintf(stderr, "%s\n", chuhe_last_error());
        exit(1);
    }
}

int main(int count, char **arguments) {
    if (count < 3) {
        fprintf(stderr, "usage: %s LEVEL-OF-RED LEVEL-OF-BLACK [PLIES]\n", arguments[0]);
        return 2;
    }
    long limit = count > 3 ? atol(arguments[3]) : 300;
    printf("chuhe %s\n", chuhe_version());

    ChuheEngine *player[2];
    for (int side = 0; side < 2; side++) {
        must(chuhe_engine_new(16, 1, &player[side]));
        must(chuhe_engine_set_level(player[side], (uint32_t)atoi(arguments[1 + side])));
    }
    ChuhePosition *position;
    must(chuhe_position_new(&position));

    ChuheVerdict verdict;
    long ply = 0;
    must(chuhe_position_verdict(position, &verdict));
    while (verdict.result == CHUHE_RESULT_ONGOING && ply < limit) {
        /* Levels below the strongest have limits of their own; the strongest one gets a second. */
        ChuheLimits limits = {0};
        limits.time_ms = 1000;
        ChuheAnswer answer;
        must(chuhe_engine_search(player[ply % 2], position, &limits, NULL, NULL, &answer));

        char *text;
        must(chuhe_move_format(position, answer.best, CHUHE_NOTATION_CHINESE, &text));
        printf("%3ld. %s\n", ++ply, text);
        chuhe_text_free(text);

        must(chuhe_position_play(position, answer.best));
        must(chuhe_position_verdict(position, &verdict));
    }
    if (verdict.result == CHUHE_RESULT_ONGOING) {
        printf("stopped after %ld plies\n", ply);
    } else {
        char *text;
        must(chuhe_position_explain(position, CHUHE_LANGUAGE_ENGLISH, &text));
        puts(text);
        chuhe_text_free(text);
    }
    chuhe_position_free(position);
    for (int side = 0; side < 2; side++) must(chuhe_engine_free(player[side]));
    return 0;
}
