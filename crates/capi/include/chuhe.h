// Chuhe, a xiangqi engine, for C and C++. docs/c.md is the chapter. Made from the Rust sources by tools/c-header: change those.

#ifndef CHUHE_H
#define CHUHE_H



#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Room for the moves of every position.
#define CHUHE_MAX_MOVES 128

// The square that chuhe_move_from and chuhe_move_to give for what is not a move.
#define CHUHE_NO_SQUARE 255

// How a call went. Whatever is not OK has changed nothing, and chuhe_last_error has a message.
typedef enum {
  // It is done.
  CHUHE_STATUS_OK = 0,
  // A pointer that is needed is null.
  CHUHE_STATUS_NULL_POINTER = 1,
  // A text is not UTF-8.
  CHUHE_STATUS_NOT_UTF8 = 2,
  // A text is not a position.
  CHUHE_STATUS_BAD_POSITION = 3,
  // A text is not a move, or fits several.
  CHUHE_STATUS_BAD_MOVE = 4,
  // A move is not legal in the position.
  CHUHE_STATUS_ILLEGAL_MOVE = 5,
  // A number is outside of what there is: a level, a notation, a language.
  CHUHE_STATUS_OUT_OF_RANGE = 6,
  // There is no move to take back.
  CHUHE_STATUS_NOTHING_TO_UNDO = 7,
  // There is not the memory for it.
  CHUHE_STATUS_NO_MEMORY = 8,
  // The engine is searching, or the call comes from the search's own callback.
  CHUHE_STATUS_BUSY = 9,
  // No search has been started.
  CHUHE_STATUS_NO_SEARCH = 10,
  // A mistake of the library itself. Please report it.
  CHUHE_STATUS_INTERNAL = 11,
} ChuheStatus;

// How a score is meant.
typedef enum {
  // Hundredths of a pawn, for the side to move.
  CHUHE_SCORE_KIND_CENTIPAWNS = 0,
  // Moves to mate: the side to move gives it in `value` moves if that is positive, and suffers it if negative; 0 is a mate on the board.
  CHUHE_SCORE_KIND_MATE = 1,
} ChuheScoreKind;

// How sure a score is.
typedef enum {
  // It is the score.
  CHUHE_BOUND_EXACT = 0,
  // It is at least that.
  CHUHE_BOUND_LOWER = 1,
  // It is at most that.
  CHUHE_BOUND_UPPER = 2,
} ChuheBound;

// A side.
typedef enum {
  // Red, who moves first.
  CHUHE_SIDE_RED = 0,
  // Black.
  CHUHE_SIDE_BLACK = 1,
} ChuheSide;

// The result of a game.
typedef enum {
  // The game goes on.
  CHUHE_RESULT_ONGOING = 0,
  // Red has won.
  CHUHE_RESULT_RED_WINS = 1,
  // Black has won.
  CHUHE_RESULT_BLACK_WINS = 2,
  // Nobody has.
  CHUHE_RESULT_DRAW = 3,
} ChuheResult;

// Why a game is over.
typedef enum {
  // It is not.
  CHUHE_REASON_NONE = 0,
  // The side to move is in check and has no legal move.
  CHUHE_REASON_CHECKMATE = 1,
  // The side to move is not in check and has no legal move, which loses.
  CHUHE_REASON_STALEMATE = 2,
  // The position has occurred three times; chuhe_position_explain says who did what.
  CHUHE_REASON_REPETITION = 3,
  // Too many moves without a capture.
  CHUHE_REASON_NATURAL_MOVES = 4,
  // Nobody has the pieces to win.
  CHUHE_REASON_MATERIAL = 5,
} ChuheReason;

// How moves are written.
typedef enum {
  // Whatever fits: for reading only.
  CHUHE_NOTATION_ANY = 0,
  // "h2e2": files a to i, ranks 0 to 9.
  CHUHE_NOTATION_COORDINATES = 1,
  // "H2-E2".
  CHUHE_NOTATION_ICCS = 2,
  // "C2=5".
  CHUHE_NOTATION_WXF = 3,
  // "炮二平五".
  CHUHE_NOTATION_CHINESE = 4,
  // "炮二平五" in traditional characters.
  CHUHE_NOTATION_CHINESE_TRADITIONAL = 5,
  // "Che2".
  CHUHE_NOTATION_ALGEBRAIC = 6,
  // "h3e3": ranks 1 to 10.
  CHUHE_NOTATION_RANKS_FROM_ONE = 7,
} ChuheNotation;

// The language of sentences.
typedef enum {
  // English.
  CHUHE_LANGUAGE_ENGLISH = 0,
  // Chinese.
  CHUHE_LANGUAGE_CHINESE = 1,
} ChuheLanguage;

// Rules about repetition.
typedef enum {
  // Those of computer games; positions have them until others are set.
  CHUHE_RULES_COMPUTER = 0,
  // Those of the Asian Xiangqi Federation.
  CHUHE_RULES_ASIAN = 1,
  // The third occurrence of a position is a draw; nothing else is judged.
  CHUHE_RULES_SIMPLE = 2,
} ChuheRules;

// An engine. Any thread may call any function of it at any time, but free it only when no other call runs.
typedef struct ChuheEngine ChuheEngine;

// A position with its past. One thread may change it at a time, and none may read it meanwhile; any number may read.
typedef struct ChuhePosition ChuhePosition;

// Ends the searches of an engine, and may outlive it.
typedef struct ChuheStopper ChuheStopper;

// What ends a search. 0 is no limit; without any it goes on until chuhe_engine_stop, or as far as the level of the engine allows.
// Begin with `ChuheLimits limits = {0};`.
typedef struct {
  // The deepest iteration.
  uint32_t depth;
  // How many lines to find; 0 is 1.
  uint32_t lines;
  // Nodes, over all threads.
  uint64_t nodes;
  // Milliseconds.
  uint64_t time_ms;
  // Milliseconds left on the clock of the side to move, of which the engine takes its share.
  uint64_t clock_ms;
  // Milliseconds that each move adds to the clock.
  uint64_t increment_ms;
  // For how many moves the clock is; 0 for the rest of the game.
  uint32_t moves_to_go;
  // End when a mate in this many moves is found.
  uint32_t mate;
  // Not 0 for a move to be played: if nothing but time limits the search, end as soon as more thinking cannot change the move.
  uint8_t ends_early;
} ChuheLimits;

// A score, for the side to move.
typedef struct {
  // How it is meant.
  ChuheScoreKind kind;
  // The number.
  int32_t value;
} ChuheScore;

// A move: seven bits where from, seven bits where to. Two moves are the same if their numbers are.
typedef uint16_t ChuheMove;

// A line that a search has found. It is valid until the callback returns.
typedef struct {
  // The iteration.
  uint32_t depth;
  // The deepest ply looked at.
  uint32_t selective_depth;
  // Which line it is, the best being 1.
  uint32_t line;
  // Its score.
  ChuheScore score;
  // How sure that is.
  ChuheBound bound;
  // Wins of a thousand games, for the side to move.
  uint32_t wins;
  // Draws of a thousand games.
  uint32_t draws;
  // Losses of a thousand games.
  uint32_t losses;
  // Nodes so far.
  uint64_t nodes;
  // Milliseconds so far.
  uint64_t time_ms;
  // Thousandths of the table in use.
  uint32_t fullness;
  // How many moves the line has.
  size_t move_count;
  // Its moves.
  const ChuheMove *moves;
} ChuheInfo;

// Hears of each line, in the thread of the search. `user` is what was given with it.
typedef void (*ChuheListener)(const ChuheInfo *info, void *user);

// The result of a search.
typedef struct {
  // The move to make; CHUHE_NO_MOVE if there is none.
  ChuheMove best;
  // The reply that is expected; CHUHE_NO_MOVE if none is known.
  ChuheMove ponder;
  // The score.
  ChuheScore score;
  // The last iteration that counted.
  uint32_t depth;
  // How many nodes it took.
  uint64_t nodes;
} ChuheAnswer;

// Hears of the end of a search, in the thread of the search.
typedef void (*ChuheDone)(const ChuheAnswer *answer, void *user);

// Which pieces stand where.
typedef struct {
  // A letter for each square, a0 first, then b0, and i9 last; Red's pieces are R N B A K C P, Black's r n b a k c p, an empty square
  // is '.'. A NUL ends it.
  char letters[91];
} ChuheBoard;

// Moves of a position.
typedef struct {
  // How many there are.
  size_t count;
  // The moves; those from `count` on are CHUHE_NO_MOVE.
  ChuheMove moves[CHUHE_MAX_MOVES];
} ChuheMoveList;

// What the rules say of a position and its past.
typedef struct {
  // Who has won.
  ChuheResult result;
  // Why.
  ChuheReason reason;
} ChuheVerdict;

// No move.
#define CHUHE_NO_MOVE 0

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

// An engine with a table of `hash_mib` mebibytes and `threads` threads, both at least 1. It is yours: chuhe_engine_free.
ChuheStatus chuhe_engine_new(uint32_t hash_mib,
                             uint32_t threads,
                             ChuheEngine **engine);

// Frees an engine; a search that runs is ended first. NULL is nothing to free. An engine is freed once, when no other call uses it. From a
// callback of its own search the answer is CHUHE_STATUS_BUSY, and nothing is freed.
//
// # Safety
// The engine is NULL, or came from this library and has not been freed.
ChuheStatus chuhe_engine_free(ChuheEngine *engine);

// Changes the size of the table, and forgets what it held.
ChuheStatus chuhe_engine_set_hash(const ChuheEngine *engine, uint32_t hash_mib);

// Changes the number of threads of a search.
ChuheStatus chuhe_engine_set_threads(const ChuheEngine *engine, uint32_t threads);

// Plays at a level, 1 to 10; 10 is everything that the engine can do, and what it begins with.
ChuheStatus chuhe_engine_set_level(const ChuheEngine *engine, uint32_t level);

// Plays at a rating, which may lie between two levels.
ChuheStatus chuhe_engine_set_elo(const ChuheEngine *engine, uint32_t elo);

// Forgets everything that earlier searches found, for a new game.
ChuheStatus chuhe_engine_new_game(const ChuheEngine *engine);

// What the network thinks of a position without a search: hundredths of a pawn, for the side to move.
ChuheStatus chuhe_engine_evaluate(const ChuheEngine *engine, const ChuhePosition *position, int32_t *centipawns);

// Starts a search in threads of its own and returns at once; from then on chuhe_engine_stop ends it. `listener` hears of each line, `done`
// of the end; both may be NULL. They are called from the thread of the search, one call at a time, with `user` as it is, and may call every
// function but those that would wait for this search or change its engine, which answer CHUHE_STATUS_BUSY; chuhe_engine_stop is
// allowed. They must return: no longjmp, no exception. The position is copied.
ChuheStatus chuhe_engine_start(const ChuheEngine *engine,
                               const ChuhePosition *position,
                               const ChuheLimits *limits,
                               ChuheListener listener,
                               ChuheDone done,
                               void *user);

// Waits until the search that was started last is over and its callbacks have returned, and gives its result: at once, and again, if it is
// over already. `result` may be NULL.
ChuheStatus chuhe_engine_wait(const ChuheEngine *engine,
                              ChuheAnswer *result);

// Searches and waits: chuhe_engine_start and chuhe_engine_wait in one.
ChuheStatus chuhe_engine_search(const ChuheEngine *engine,
                                const ChuhePosition *position,
                                const ChuheLimits *limits,
                                ChuheListener listener,
                                void *user,
                                ChuheAnswer *result);

// Ends the search that runs, from any thread; returns at once, and the result follows. Without a search nothing happens.
ChuheStatus chuhe_engine_stop(const ChuheEngine *engine);

// A handle that ends the searches of the engine and may be used after the engine is gone, when it does nothing. It is yours:
// chuhe_stopper_free.
ChuheStatus chuhe_engine_stopper(const ChuheEngine *engine,
                                 ChuheStopper **stopper);

// Ends the search that runs, from any thread; returns at once.
ChuheStatus chuhe_stopper_stop(const ChuheStopper *stopper);

// Frees a stopper. NULL is nothing to free. A stopper is freed once.
//
// # Safety
// The stopper is NULL, or came from this library and has not been freed.
void chuhe_stopper_free(ChuheStopper *stopper);

// The square that a move comes from: file + 9 * rank, so that a0 is 0 and i9 is 89. CHUHE_NO_SQUARE if it is not a move.
uint32_t chuhe_move_from(ChuheMove mv);

// The square that a move goes to, counted in the same way.
uint32_t chuhe_move_to(ChuheMove mv);

// Reads a legal move of the position. `notation` is one of ChuheNotation.
//
// # Safety
// `text` is NULL or ends with a NUL.
ChuheStatus chuhe_move_parse(const ChuhePosition *position, const char *text, uint32_t notation, ChuheMove *mv);

// Writes a legal move of the position. `notation` is one of ChuheNotation. The text is yours: chuhe_text_free.
ChuheStatus chuhe_move_format(const ChuhePosition *position, ChuheMove mv, uint32_t notation, char **text);

// Writes moves that follow each other from the position on, with blanks between them. The text is yours: chuhe_text_free.
//
// # Safety
// `moves` leads to `count` moves.
ChuheStatus chuhe_line_format(const ChuhePosition *position,
                              const ChuheMove *moves,
                              size_t count,
                              uint32_t notation,
                              char **text);

// Frees a text that the library gave in a `char **`. NULL is nothing to free. A text is freed once.
//
// # Safety
// The text is NULL, or came from this library and has not been freed.
void chuhe_text_free(char *text);

// The position in which games begin. It is yours: chuhe_position_free.
ChuheStatus chuhe_position_new(ChuhePosition **position);

// A position from a FEN. It is yours: chuhe_position_free.
//
// # Safety
// `fen` is NULL or ends with a NUL.
ChuheStatus chuhe_position_from_fen(const char *fen, ChuhePosition **position);

// The same position with the same past. It is yours: chuhe_position_free.
ChuheStatus chuhe_position_clone(const ChuhePosition *position, ChuhePosition **copy);

// Frees a position. NULL is nothing to free. A position is freed once, and never while a function uses it; searches have copies of theirs.
//
// # Safety
// The position is NULL, or came from this library and has not been freed.
void chuhe_position_free(ChuhePosition *position);

// The position as FEN. The text is yours: chuhe_text_free.
ChuheStatus chuhe_position_fen(const ChuhePosition *position, char **text);

// Which pieces stand where.
ChuheStatus chuhe_position_board(const ChuhePosition *position, ChuheBoard *board);

// The side to move.
ChuheStatus chuhe_position_side(const ChuhePosition *position, ChuheSide *side);

// Whether the side to move is in check.
ChuheStatus chuhe_position_is_check(const ChuhePosition *position, bool *is_check);

// The legal moves.
ChuheStatus chuhe_position_legal_moves(const ChuhePosition *position, ChuheMoveList *moves);

// Makes a legal move.
ChuheStatus chuhe_position_play(ChuhePosition *position, ChuheMove mv);

// Makes the move that a text in any notation stands for. `mv` is set to it unless it is NULL.
//
// # Safety
// `text` is NULL or ends with a NUL.
ChuheStatus chuhe_position_play_text(ChuhePosition *position, const char *text, ChuheMove *mv);

// Takes back the last move. `mv` is set to it unless it is NULL.
ChuheStatus chuhe_position_undo(ChuhePosition *position, ChuheMove *mv);

// How many moves can be taken back.
ChuheStatus chuhe_position_ply(const ChuhePosition *position, size_t *count);

// Judges repetitions by other rules from now on: one of ChuheRules. A search of the position goes by them, too.
ChuheStatus chuhe_position_set_rules(ChuhePosition *position, uint32_t rules);

// Whether the game is over, and why.
ChuheStatus chuhe_position_verdict(const ChuhePosition *position, ChuheVerdict *verdict);

// The verdict in words, with its reasons; empty as long as the game goes on. `language` is one of ChuheLanguage. The text is yours:
// chuhe_text_free.
ChuheStatus chuhe_position_explain(const ChuhePosition *position,
                                   uint32_t language,
                                   char **text);

// Who would lose if the moves were repeated once more, and why, in words; empty if nobody would. `language` is one of ChuheLanguage. The text
// is yours: chuhe_text_free.
ChuheStatus chuhe_position_warning(const ChuhePosition *position,
                                   uint32_t language,
                                   char **text);

// The message of the last call in this thread that did not answer OK; empty if there was none. It belongs to the library and is valid
// until the next such call in this thread.
const char *chuhe_last_error(void);

// The version of the library, such as "0.2.0". It belongs to the library and is always valid.
const char *chuhe_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* CHUHE_H */
