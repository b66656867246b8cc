// The C library as nobody should use it: null pointers, bytes that are no text, numbers that stand for nothing, calls at the wrong time.
// Every one of them is answered, and changes nothing. What no library can answer is left out: handles that were freed.

#include "check.h"
#include <pthread.h>

static void null_pointers(ChuhePosition *position, ChuheEngine *engine) {
    ChuheMove mv = 7;
    char *text = NULL;
    ChuheLimits limits = no_limits();
    limits.depth = 1;
    ChuheAnswer answer;
    ChuheBoard board;
    ChuheMoveList list;
    ChuheSide side;
    ChuheVerdict verdict;
    bool truth;
    size_t count;
    int32_t score;
    ChuheStopper *stopper;
    const ChuheStatus null = CHUHE_STATUS_NULL_POINTER;

    REFUSED(chuhe_position_new(NULL), null, "position is NULL");
    REFUSED(chuhe_position_from_fen(NULL, &position), null, "fen is NULL");
    REFUSED(chuhe_position_from_fen("x", NULL), null, "position is NULL");
    REFUSED(chuhe_position_clone(NULL, &position), null, "position is NULL");
    REFUSED(chuhe_position_clone(position, NULL), null, "copy is NULL");
    REFUSED(chuhe_position_fen(NULL, &text), null, "position is NULL");
    REFUSED(chuhe_position_fen(position, NULL), null, "text is NULL");
    REFUSED(chuhe_position_board(NULL, &board), null, "position is NULL");
    REFUSED(chuhe_position_board(position, NULL), null, "board is NULL");
    REFUSED(chuhe_position_side(NULL, &side), null, "position is NULL");
    REFUSED(chuhe_position_side(position, NULL), null, "side is NULL");
    REFUSED(chuhe_position_is_check(NULL, &truth), null, "position is NULL");
    REFUSED(chuhe_position_is_check(position, NULL), null, "is_check is NULL");
    REFUSED(chuhe_position_legal_moves(NULL, &list), null, "position is NULL");
    REFUSED(chuhe_position_legal_moves(position, NULL), null, "moves is NULL");
    REFUSED(chuhe_position_play(NULL, 1), null, "position is NULL");
    REFUSED(chuhe_position_play_text(NULL, "h2e2", &mv), null, "position is NULL");
    REFUSED(chuhe_position_play_text(position, NULL, &mv), null, "text is NULL");
    REFUSED(chuhe_position_undo(NULL, &mv), null, "position is NULL");
    REFUSED(chuhe_position_ply(NULL, &count), null, "position is NULL");
    REFUSED(chuhe_position_ply(position, NULL), null, "count is NULL");
    REFUSED(chuhe_position_set_rules(NULL, 0), null, "position is NULL");
    REFUSED(chuhe_position_verdict(NULL, &verdict), null, "position is NULL");
    REFUSED(chuhe_position_verdict(position, NULL), null, "verdict is NULL");
    REFUSED(chuhe_position_explain(NULL, 0, &text), null, "position is NULL");
    REFUSED(chuhe_position_explain(position, 0, NULL), null, "text is NULL");
    REFUSED(chuhe_position_warning(NULL, 0, &text), null, "position is NULL");
    REFUSED(chuhe_position_warning(position, 0, NULL), null, "text is NULL");
    REFUSED(chuhe_move_parse(NULL, "h2e2", 0, &mv), null, "position is NULL");
    REFUSED(chuhe_move_parse(position, NULL, 0, &mv), null, "text is NULL");
    REFUSED(chuhe_move_parse(position, "h2e2", 0, NULL), null, "mv is NULL");
    REFUSED(chuhe_move_format(NULL, 1, 1, &text), null, "position is NULL");
    REFUSED(chuhe_move_format(position, 1, 1, NULL), null, "text is NULL");
    REFUSED(chuhe_line_format(NULL, &mv, 1, 1, &text), null, "position is NULL");
    REFUSED(chuhe_line_format(position, NULL, 1, 1, &text), null, "moves is NULL");
    REFUSED(chuhe_line_format(position, &mv, 1, 1, NULL), null, "text is NULL");
    REFUSED(chuhe_engine_new(1, 1, NULL), null, "engine is NULL");
    REFUSED(chuhe_engine_set_hash(NULL, 1), null, "engine is NULL");
    REFUSED(chuhe_engine_set_threads(NULL, 1), null, "engine is NULL");
    REFUSED(chuhe_engine_set_level(NULL, 1), null, "engine is NULL");
    REFUSED(chuhe_engine_set_elo(NULL, 1000), null, "engine is NULL");
    REFUSED(chuhe_engine_new_game(NULL), null, "engine is NULL");
    REFUSED(chuhe_engine_evaluate(NULL, position, &score), null, "engine is NULL");
    REFUSED(chuhe_engine_evaluate(engine, NULL, &score), null, "position is NULL");
    REFUSED(chuhe_engine_evaluate(engine, position, NULL), null, "centipawns is NULL");
    REFUSED(chuhe_engine_start(NULL, position, &limits, NULL, NULL, NULL), null, "engine is NULL");
    REFUSED(chuhe_engine_start(engine, NULL, &limits, NULL, NULL, NULL), null, "position is NULL");
    REFUSED(chuhe_engine_start(engine, position, NULL, NULL, NULL, NULL), null, "limits is NULL");
    REFUSED(chuhe_engine_wait(NULL, &answer), null, "engine is NULL");
    REFUSED(chuhe_engine_search(NULL, position, &limits, NULL, NULL, &answer), null, "engine is NULL");
    REFUSED(chuhe_engine_search(engine, NULL, &limits, NULL, NULL, &answer), null, "position is NULL");
    REFUSED(chuhe_engine_search(engine, position, NULL, NULL, NULL, &answer), null, "limits is NULL");
    REFUSED(chuhe_engine_search(engine, position, &limits, NULL, NULL, NULL), null, "result is NULL");
    REFUSED(chuhe_engine_stop(NULL), null, "engine is NULL");
    REFUSED(chuhe_engine_stopper(NULL, &stopper), null, "engine is NULL");
    REFUSED(chuhe_engine_stopper(engine, NULL), null, "stopper is NULL");
    REFUSED(chuhe_stopper_stop(NULL), null, "stopper is NULL");
    CHECK(mv == 7 && text == NULL);

    // Nothing to free.
    chuhe_text_free(NULL);
    chuhe_position_free(NULL);
    chuhe_stopper_free(NULL);
    OK(chuhe_engine_free(NULL));
}

// A text of a million letters.
static char *huge(char letter) {
    char *text = (char *)malloc(1000001);
    CHECK(text != NULL);
    memset(text, letter, 1000000);
    text[1000000] = 0;
    return text;
}

static void texts(ChuhePosition *position) {
    ChuhePosition *none = NULL;
    ChuheMove mv = 7;
    REFUSED(chuhe_position_from_fen("\xff\xfe", &none), CHUHE_STATUS_NOT_UTF8, "fen is not UTF-8");
    REFUSED(chuhe_position_play_text(position, "\xc3\x28", &mv), CHUHE_STATUS_NOT_UTF8, "text is not UTF-8");
    REFUSED(chuhe_move_parse(position, "h2\xe7\x82", 0, &mv), CHUHE_STATUS_NOT_UTF8, "text is not UTF-8");
    REFUSED(chuhe_position_from_fen("", &none), CHUHE_STATUS_BAD_POSITION, "");
    REFUSED(chuhe_position_from_fen("9/9/9 w", &none), CHUHE_STATUS_BAD_POSITION, "rank");
    REFUSED(chuhe_position_from_fen("4k4/9/9/9/9/9/9/9/9/4K4 w", &none), CHUHE_STATUS_BAD_POSITION, "");
    REFUSED(chuhe_move_parse(position, "", 0, &mv), CHUHE_STATUS_BAD_MOVE, "");
    REFUSED(chuhe_move_parse(position, "h2e9", 0, &mv), CHUHE_STATUS_BAD_MOVE, "h2e9");
    REFUSED(chuhe_position_play_text(position, "\n\t", &mv), CHUHE_STATUS_BAD_MOVE, "");
    const char letters[] = {'9', 'k', '/', ' ', 'h', '\t', '('};
    for (size_t number = 0; number < sizeof letters; number++) {
        char *text = huge(letters[number]);
        CHECK(chuhe_position_from_fen(text, &none) == CHUHE_STATUS_BAD_POSITION);
        CHECK(strlen(chuhe_last_error()) < 1000);
        for (uint32_t notation = 0; notation < 8; notation++) {
            CHECK(chuhe_move_parse(position, text, notation, &mv) == CHUHE_STATUS_BAD_MOVE);
            CHECK(strlen(chuhe_last_error()) < 1000);
        }
        free(text);
    }
    CHECK(none == NULL && mv == 7);
}

static void numbers(ChuhePosition *position, ChuheEngine *engine) {
    char *text = NULL;
    ChuheMove mv = 7;
    const ChuheStatus range = CHUHE_STATUS_OUT_OF_RANGE;
    REFUSED(chuhe_move_parse(position, "h2e2", 99, &mv), range, "no notation 99");
    REFUSED(chuhe_move_format(position, 1, 0xffffffffu, &text), range, "no notation 4294967295");
    REFUSED(chuhe_move_format(position, 1, CHUHE_NOTATION_ANY, &text), range, "for reading");
    REFUSED(chuhe_position_explain(position, 2, &text), range, "no language 2");
    REFUSED(chuhe_position_set_rules(position, 3), range, "no rule set 3");
    REFUSED(chuhe_engine_set_level(engine, 0), range, "no level 0");
    REFUSED(chuhe_engine_set_level(engine, 257), range, "no level 257");
    REFUSED(chuhe_engine_set_elo(engine, 1), range, "no rating 1");
    REFUSED(chuhe_engine_set_hash(engine, 0), range, "at least 1");
    REFUSED(chuhe_engine_set_threads(engine, 0), range, "at least 1");
    ChuheEngine *none = NULL;
    REFUSED(chuhe_engine_new(0, 1, &none), range, "hash_mib is 0");
    REFUSED(chuhe_engine_new(1, 0, &none), range, "threads is 0");
    REFUSED(chuhe_engine_new(0xffffffffu, 1, &none), CHUHE_STATUS_NO_MEMORY, "no memory");
    REFUSED(chuhe_engine_set_hash(engine, 0xffffffffu), CHUHE_STATUS_NO_MEMORY, "no memory");
    REFUSED(chuhe_line_format(position, &mv, (size_t)-1, 1, &text), range, "moves");
    CHECK(none == NULL && text == NULL && mv == 7);

    // Every number that a move can be: exactly the legal ones are made.
    ChuheMoveList legal;
    OK(chuhe_position_legal_moves(position, &legal));
    size_t made = 0;
    for (uint32_t number = 0; number <= 0xffff; number++) {
        ChuheStatus status = chuhe_position_play(position, (ChuheMove)number);
        if (status == CHUHE_STATUS_OK) {
            made++;
            OK(chuhe_position_undo(position, NULL));
        } else {
            CHECK(status == CHUHE_STATUS_ILLEGAL_MOVE);
        }
        CHECK((chuhe_move_from((ChuheMove)number) == CHUHE_NO_SQUARE) == (chuhe_move_to((ChuheMove)number) == CHUHE_NO_SQUARE));
    }
    CHECK(made == legal.count);
    ChuheMove twice[2] = {legal.moves[0], legal.moves[0]};
    for (uint32_t notation = 1; notation < 8; notation++) {
        CHECK(chuhe_line_format(position, twice, 2, notation, &text) == CHUHE_STATUS_ILLEGAL_MOVE);
        // From a square that is empty, by a piece of the other side, to where it stands, and to no square at all.
        const ChuheMove wrong[] = {40 | 49 << 7, 81 | 72 << 7, 4 | 4 << 7, 0xffff};
        for (size_t number = 0; number < 4; number++) {
            CHECK(chuhe_line_format(position, &wrong[number], 1, notation, &text) == CHUHE_STATUS_ILLEGAL_MOVE);
            CHECK(chuhe_move_format(position, wrong[number], notation, &text) == CHUHE_STATUS_ILLEGAL_MOVE);
        }
    }

    // Limits beyond everything.
    ChuheLimits limits;
    memset(&limits, 0xff, sizeof limits);
    limits.nodes = 2000;
    ChuheAnswer answer;
    OK(chuhe_engine_search(engine, position, &limits, NULL, NULL, &answer));
    CHECK(answer.best != CHUHE_NO_MOVE);
}

struct nosy {
    ChuheEngine *engine;
    ChuhePosition *position;
    int infos, dones;
};

// Whatever would wait for this search, or change its engine, is refused; whatever does not is done.
static void call_back_in(struct nosy *nosy) {
    ChuheLimits limits = no_limits();
    ChuheAnswer answer;
    int32_t score;
    const ChuheStatus busy = CHUHE_STATUS_BUSY;
    REFUSED(chuhe_engine_wait(nosy->engine, &answer), busy, "cannot wait");
    REFUSED(chuhe_engine_free(nosy->engine), busy, "cannot wait");
    REFUSED(chuhe_engine_start(nosy->engine, nosy->position, &limits, NULL, NULL, NULL), busy, "a search runs");
    REFUSED(chuhe_engine_search(nosy->engine, nosy->position, &limits, NULL, NULL, &answer), busy, "a search runs");
    REFUSED(chuhe_engine_set_level(nosy->engine, 1), busy, "a search runs");
    REFUSED(chuhe_engine_set_hash(nosy->engine, 1), busy, "a search runs");
    REFUSED(chuhe_engine_new_game(nosy->engine), busy, "a search runs");
    REFUSED(chuhe_engine_evaluate(nosy->engine, nosy->position, &score), busy, "a search runs");
    OK(chuhe_position_play_text(nosy->position, "h2e2", NULL));
    OK(chuhe_position_undo(nosy->position, NULL));
}

static void nosy_info(const ChuheInfo *info, void *user) {
    struct nosy *nosy = (struct nosy *)user;
    (void)info;
    nosy->infos++;
    call_back_in(nosy);
    if (nosy->infos == 3) {
        OK(chuhe_engine_stop(nosy->engine));
    }
}

static void nosy_done(const ChuheAnswer *answer, void *user) {
    struct nosy *nosy = (struct nosy *)user;
    (void)answer;
    nosy->dones++;
    call_back_in(nosy);
}

static void callbacks(ChuhePosition *position, ChuheEngine *engine) {
    struct nosy nosy = {engine, NULL, 0, 0};
    OK(chuhe_position_clone(position, &nosy.position));
    ChuheLimits limits = no_limits();
    OK(chuhe_engine_start(engine, position, &limits, nosy_info, nosy_done, &nosy));
    OK(chuhe_engine_wait(engine, NULL));
    CHECK(nosy.infos >= 3 && nosy.dones == 1);
    chuhe_position_free(nosy.position);
}

struct member {
    ChuheEngine *engine;
    const char *fen;
    int done;
};

static void *crowd(void *user) {
    struct member *member = (struct member *)user;
    ChuheEngine *engine = member->engine;
    ChuhePosition *position = position_of(member->fen);
    ChuheLimits limits = no_limits();
    limits.nodes = 500;
    for (int turn = 0; turn < 200; turn++) {
        ChuheAnswer answer;
        ChuheStatus status = chuhe_engine_search(engine, position, &limits, NULL, NULL, &answer);
        CHECK(status == CHUHE_STATUS_OK || status == CHUHE_STATUS_BUSY);
        if (status == CHUHE_STATUS_OK) {
            // The answer is that of this thread's position, not of another's.
            OK(chuhe_position_play(position, answer.best));
            OK(chuhe_position_undo(position, NULL));
            member->done++;
        }
        OK(chuhe_engine_stop(engine));
        status = chuhe_engine_set_level(engine, 1 + (uint32_t)turn % 10);
        CHECK(status == CHUHE_STATUS_OK || status == CHUHE_STATUS_BUSY);
        // The message is that of this thread, whatever others do.
        REFUSED(chuhe_position_play_text(position, "nonsense", NULL), CHUHE_STATUS_BAD_MOVE, "nonsense");
    }
    chuhe_position_free(position);
    return NULL;
}

// Four threads with one engine. No move of one of these positions is legal in another.
static void threads(ChuheEngine *engine) {
    struct member members[4] = {
        {engine, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w", 0},
        {engine, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR b", 0},
        {engine, "3k5/9/9/9/4P4/9/9/9/9/5K3 w", 0},
        {engine, "3k5/9/9/9/9/4p4/9/9/9/5K3 b", 0},
    };
    pthread_t thread[4];
    int done = 0;
    for (int number = 0; number < 4; number++) {
        CHECK(pthread_create(&thread[number], NULL, crowd, &members[number]) == 0);
    }
    for (int number = 0; number < 4; number++) {
        CHECK(pthread_join(thread[number], NULL) == 0);
        done += members[number].done;
    }
    CHECK(done > 0);
}

int main(void) {
    ChuhePosition *position = NULL;
    ChuheEngine *engine = NULL;
    OK(chuhe_position_new(&position));
    OK(chuhe_engine_new(1, 1, &engine));
    null_pointers(position, engine);
    texts(position);
    numbers(position, engine);
    callbacks(position, engine);
    threads(engine);

    // Nothing of all this has changed the position.
    char *text;
    OK(chuhe_position_fen(position, &text));
    check_text(text, "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1");
    OK(chuhe_engine_free(engine));
    chuhe_position_free(position);
    puts("every attack was answered");
    return 0;
}
