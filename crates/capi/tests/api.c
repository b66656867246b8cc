// The C library as an app would use it. Compiled as C11 and as C++17.

#include "check.h"
#include <pthread.h>

static const char *START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

static void positions(void) {
    ChuhePosition *position = NULL, *copy = NULL;
    char *text = NULL;
    OK(chuhe_position_new(&position));
    OK(chuhe_position_fen(position, &text));
    check_text(text, START);

    ChuheBoard board;
    OK(chuhe_position_board(position, &board));
    CHECK(strlen(board.letters) == 90);
    CHECK(board.letters[0] == 'R' && board.letters[4] == 'K' && board.letters[85] == 'k' && board.letters[40] == '.');

    ChuheMoveList moves;
    OK(chuhe_position_legal_moves(position, &moves));
    CHECK(moves.count == 44);
    for (size_t number = 0; number < moves.count; number++) {
        OK(chuhe_position_play(position, moves.moves[number]));
        ChuheMove undone;
        OK(chuhe_position_undo(position, &undone));
        CHECK(undone == moves.moves[number]);
    }
    OK(chuhe_position_fen(position, &text));
    check_text(text, START);

    ChuheMove mv;
    OK(chuhe_position_play_text(position, "炮二平五", &mv));
    CHECK(chuhe_move_from(mv) == 25 && chuhe_move_to(mv) == 22);
    ChuheSide side;
    OK(chuhe_position_side(position, &side));
    CHECK(side == CHUHE_SIDE_BLACK);
    OK(chuhe_position_clone(position, &copy));
    OK(chuhe_position_play_text(copy, "h9g7", NULL));
    size_t plies;
    OK(chuhe_position_ply(copy, &plies));
    CHECK(plies == 2);
    OK(chuhe_position_ply(position, &plies));
    CHECK(plies == 1);
    OK(chuhe_position_undo(copy, NULL));
    OK(chuhe_position_undo(copy, NULL));
    REFUSED(chuhe_position_undo(copy, NULL), CHUHE_STATUS_NOTHING_TO_UNDO, "no move to take back");
    chuhe_position_free(copy);
    chuhe_position_free(position);
}

static void notations(void) {
    static const struct {
        uint32_t notation;
        const char *text;
    } rows[] = {
        {CHUHE_NOTATION_COORDINATES, "h2e2"}, {CHUHE_NOTATION_ICCS, "H2-E2"},
        {CHUHE_NOTATION_WXF, "C2=5"},         {CHUHE_NOTATION_CHINESE, "炮二平五"},
        {CHUHE_NOTATION_ALGEBRAIC, "Che2"},   {CHUHE_NOTATION_RANKS_FROM_ONE, "h3e3"},
    };
    ChuhePosition *position = position_of(START);
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++) {
        ChuheMove mv = CHUHE_NO_MOVE;
        char *text;
        OK(chuhe_move_parse(position, rows[row].text, rows[row].notation, &mv));
        OK(chuhe_move_format(position, mv, rows[row].notation, &text));
        check_text(text, rows[row].text);
    }
    ChuheMove line[2];
    char *text;
    OK(chuhe_move_parse(position, "C2=5", CHUHE_NOTATION_ANY, &line[0]));
    OK(chuhe_position_play(position, line[0]));
    OK(chuhe_move_parse(position, "H8+7", CHUHE_NOTATION_ANY, &line[1]));
    OK(chuhe_position_undo(position, NULL));
    OK(chuhe_line_format(position, line, 2, CHUHE_NOTATION_CHINESE_TRADITIONAL, &text));
    check_text(text, "炮二平五 馬８進７");
    OK(chuhe_line_format(position, NULL, 0, CHUHE_NOTATION_WXF, &text));
    check_text(text, "");
    chuhe_position_free(position);
}

static void verdicts(void) {
    ChuhePosition *position = position_of("3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1");
    ChuheVerdict verdict;
    char *text;
    OK(chuhe_position_verdict(position, &verdict));
    CHECK(verdict.result == CHUHE_RESULT_ONGOING && verdict.reason == CHUHE_REASON_NONE);
    OK(chuhe_position_explain(position, CHUHE_LANGUAGE_ENGLISH, &text));
    check_text(text, "");
    OK(chuhe_position_play_text(position, "b1b9", NULL));
    bool is_check;
    OK(chuhe_position_is_check(position, &is_check));
    CHECK(is_check);
    OK(chuhe_position_verdict(position, &verdict));
    CHECK(verdict.result == CHUHE_RESULT_RED_WINS && verdict.reason == CHUHE_REASON_CHECKMATE);
    OK(chuhe_position_explain(position, CHUHE_LANGUAGE_ENGLISH, &text));
    check_text(text, "Red wins: Black is checkmated.");
    chuhe_position_free(position);

    // A rook that chases a cannon loses by the Asian rules.
    position = position_of("1cbak4/R3a4/4b4/7P1/9/2P6/3pp4/8r/9/3AKA3 w");
    OK(chuhe_position_set_rules(position, CHUHE_RULES_ASIAN));
    static const char *moves[] = {"a8b8", "b9a9", "b8a8", "a9b9", "a8b8", "b9a9", "b8a8", "a9b9"};
    for (size_t number = 0; number < 8; number++) {
        OK(chuhe_position_play_text(position, moves[number], NULL));
        if (number == 5) {
            OK(chuhe_position_warning(position, CHUHE_LANGUAGE_ENGLISH, &text));
            CHECK(strstr(text, "Red") != NULL);
            chuhe_text_free(text);
        }
    }
    OK(chuhe_position_verdict(position, &verdict));
    CHECK(verdict.result == CHUHE_RESULT_BLACK_WINS && verdict.reason == CHUHE_REASON_REPETITION);
    OK(chuhe_position_explain(position, CHUHE_LANGUAGE_CHINESE, &text));
    CHECK(strstr(text, "黑") != NULL);
    chuhe_text_free(text);
    chuhe_position_free(position);
}

struct heard {
    ChuhePosition *position;
    ChuheEngine *engine;
    uint32_t infos, dones, depth;
};

static void on_info(const ChuheInfo *info, void *user) {
    struct heard *heard = (struct heard *)user;
    CHECK(info->move_count > 0 && info->moves != NULL && info->wins + info->draws + info->losses == 1000);
    CHECK(info->depth >= heard->depth);
    heard->depth = info->depth;
    heard->infos++;
    char *text;
    OK(chuhe_line_format(heard->position, info->moves, info->move_count, CHUHE_NOTATION_WXF, &text));
    CHECK(strlen(text) >= 4);
    chuhe_text_free(text);
}

static void on_done(const ChuheAnswer *answer, void *user) {
    struct heard *heard = (struct heard *)user;
    CHECK(answer->best != CHUHE_NO_MOVE);
    heard->dones++;
}

static void *stop_it(void *engine) {
    OK(chuhe_engine_stop((ChuheEngine *)engine));
    return NULL;
}

static void searches(void) {
    ChuheEngine *engine = NULL;
    OK(chuhe_engine_new(8, 1, &engine));
    struct heard heard = {position_of(START), engine, 0, 0, 0};
    ChuheLimits limits = no_limits();
    ChuheAnswer answer;
    REFUSED(chuhe_engine_wait(engine, &answer), CHUHE_STATUS_NO_SEARCH, "no search");

    limits.depth = 5;
    OK(chuhe_engine_search(engine, heard.position, &limits, on_info, &heard, &answer));
    CHECK(answer.depth == 5 && heard.depth == 5 && heard.infos >= 5 && answer.nodes > 0);
    CHECK(answer.score.kind == CHUHE_SCORE_KIND_CENTIPAWNS);
    OK(chuhe_position_play(heard.position, answer.best));
    OK(chuhe_position_undo(heard.position, NULL));

    // Without limits, until another thread stops it.
    limits = no_limits();
    heard.depth = heard.infos = 0;
    OK(chuhe_engine_start(engine, heard.position, &limits, on_info, on_done, &heard));
    REFUSED(chuhe_engine_set_level(engine, 3), CHUHE_STATUS_BUSY, "a search runs");
    REFUSED(chuhe_engine_start(engine, heard.position, &limits, NULL, NULL, NULL), CHUHE_STATUS_BUSY, "a search runs");
    pthread_t thread;
    CHECK(pthread_create(&thread, NULL, stop_it, engine) == 0);
    OK(chuhe_engine_wait(engine, &answer));
    CHECK(pthread_join(thread, NULL) == 0);
    CHECK(heard.dones == 1 && answer.best != CHUHE_NO_MOVE);
    ChuheAnswer again;
    OK(chuhe_engine_wait(engine, &again));
    CHECK(again.best == answer.best && again.nodes == answer.nodes);

    // Several lines, and a mate.
    limits.lines = 3;
    limits.depth = 3;
    heard.depth = heard.infos = 0;
    OK(chuhe_engine_search(engine, heard.position, &limits, on_info, &heard, &answer));
    CHECK(heard.infos >= 9);
    ChuhePosition *mate = position_of("3k5/R8/9/9/9/9/9/9/1R7/4K4 w - - 0 1");
    limits = no_limits();
    limits.time_ms = 60000;
    limits.ends_early = 1;
    OK(chuhe_engine_search(engine, mate, &limits, NULL, NULL, &answer));
    CHECK(answer.score.kind == CHUHE_SCORE_KIND_MATE && answer.score.value == 1);
    int32_t centipawns;
    OK(chuhe_engine_evaluate(engine, mate, &centipawns));
    CHECK(centipawns > 300);
    OK(chuhe_position_play(mate, answer.best));
    OK(chuhe_engine_search(engine, mate, &limits, NULL, NULL, &answer));
    CHECK(answer.best == CHUHE_NO_MOVE && answer.score.kind == CHUHE_SCORE_KIND_MATE && answer.score.value == 0);
    chuhe_position_free(mate);

    // A weak level ends by itself.
    OK(chuhe_engine_set_level(engine, 1));
    OK(chuhe_engine_new_game(engine));
    limits = no_limits();
    OK(chuhe_engine_search(engine, heard.position, &limits, NULL, NULL, &answer));
    CHECK(answer.best != CHUHE_NO_MOVE);
    OK(chuhe_engine_set_elo(engine, 1700));
    OK(chuhe_engine_set_hash(engine, 2));
    OK(chuhe_engine_set_threads(engine, 2));
    limits.clock_ms = 1000;
    limits.increment_ms = 10;
    OK(chuhe_engine_search(engine, heard.position, &limits, NULL, NULL, &answer));

    // A search that runs when its engine is freed, and a stop after that.
    ChuheStopper *stopper = NULL;
    OK(chuhe_engine_stopper(engine, &stopper));
    OK(chuhe_engine_set_level(engine, 10));
    limits = no_limits();
    OK(chuhe_engine_start(engine, heard.position, &limits, NULL, on_done, &heard));
    OK(chuhe_stopper_stop(stopper));
    OK(chuhe_engine_wait(engine, NULL));
    OK(chuhe_engine_start(engine, heard.position, &limits, NULL, on_done, &heard));
    OK(chuhe_engine_free(engine));
    CHECK(heard.dones == 3);
    OK(chuhe_stopper_stop(stopper));
    chuhe_stopper_free(stopper);
    chuhe_position_free(heard.position);
}

int main(void) {
    CHECK(strcmp(chuhe_version(), VERSION) == 0);
    CHECK(strcmp(chuhe_last_error(), "") == 0);
    positions();
    notations();
    verdicts();
    searches();
    puts("all calls answered as they should");
    return 0;
}
