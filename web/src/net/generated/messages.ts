// Generated from crates/service/src/messages by `make web-types`. Do not edit.
// biome-ignore-all format: as it is generated

/** What players can agree on. */
export type Agreement = "draw" | "takeback" | "rematch";

/** An attack on a chased piece. */
export type Attack = {
  /** The move after which it stands. */ after: Move,
  /** The attacking piece. */ by: PieceLetter,
  /** Where it stands. */ from: Square,
  /** Where the attacked piece stands. */ at: Square, };

/** The result of a search. */
export type Best = {
  /** The best move; none if there is no move. */ move: Move | null,
  /** The answer that is expected. */ ponder: Move | null,
  /** What the move is worth; none for a move of the book, which nobody has searched. */ score: Score | null,
  /** Whether it comes from the opening book. */ from_book: boolean,
  /** Whether the side to move may as well give up: a mate against it has been found. */ resigns: boolean, };

/** What the opening book is. */
export type BookFacts = {
  /** How many positions it knows. */ positions: number,
  /** From how many games it was made. */ games: number,
  /** Whom to thank. */ credit: string, };

/** Whether a score is exact. */
export type Bound = "exact" | "lower" | "upper";

/** A piece that attacks another. */
export type Chase = {
  /** Where the attacker stands. */ by: Square,
  /** Where its prey stands. */ target: Square, };

/** Both clocks in milliseconds. */
export type ClockTimes = {
  /** What Red has left. */ red: number,
  /** What Black has left. */ black: number,
  /** What Red gains with every move. */ red_inc: number,
  /** What Black gains with every move. */ black_inc: number, };

/** What a side did in moves that repeat. */
export type Conduct = {
  /** What it did that the rules forbid. */ offence: Offence,
  /** How many moves it made. */ moves: number,
  /** How many of them gave check. */ checks: number,
  /** The piece that it chased. */ prey: PieceLetter | null,
  /** The attacks on that piece. */ attacks: Array<Attack>,
  /** What it did if it did nothing forbidden. */ habit: Habit, };

/** What a side does in one loop of moves that repeat. */
export type CounterOffence = {
  /** What it does that the rules forbid. */ offence: Offence,
  /** The piece that it chases. */ prey: PieceLetter | null, };

/** What a theoretical ending is worth to the side that should win it, in centipawns. */
export type EndingMarks = {
  /** From here on the win is there. */ won: number,
  /** Once it was there, it is gone at this or less. */ gone: number, };

/** What the book knows of a position. */
export type Explored = {
  /** Its moves, the most frequent first; of two that are mirror images of each other, the usual one. */ moves: Array<ExploredMove>,
  /** How many games had the position. */ total: number, };

/** A move that the book knows. */
export type ExploredMove = {
  /** How likely it is to be chosen, in relation to the others. */ weight: number,
  /** How many games had it. */ games: number,
  /** Those that Red won. */ red: number,
  /** Those that nobody won. */ draw: number,
  /** Those that Black won. */ black: number,
  /** Its mirror image, where the position is its own: the games are those of both. */ twin?: Move,
  /** What the opening is called after it, if that is something else than before. */ opening?: OpeningName,
  /** `h2e2` */ move: Move,
  /** `C2=5` */ wxf: string,
  /** `炮二平五` */ chinese: string, };

/** Where in a text a game cannot be read, and what the reader says. */
export type FaultPlace = {
  /** From 1. */ line: number,
  /** From 1, in characters. */ column: number,
  /** In English. */ fault: string,
  /** In Chinese. */ fault_zh: string, };

/** Whether a text is a position. */
export type FenChecked = {
  /** It is. */ ok: boolean,
  /** What is wrong. */ problems: Array<Problem>,
  /** The position, written in full. */ fen: string | null, };

/** What is wrong with a position. */
export type FenProblem = { "code": "empty" }
  | { "code": "rank_count", count: number, }
  | { "code": "rank_length", text: string, files: number, }
  | { "code": "piece_letter", letter: string, text: string, }
  | { "code": "side_to_move", text: string, }
  | { "code": "quiet_plies", text: string, }
  | { "code": "move_number", text: string, }
  | { "code": "dash", text: string, }
  | { "code": "trailing", text: string, }
  | { "code": "no_king", side: Side, }
  | { "code": "too_many", piece: PieceLetter, count: number, max: number, }
  | { "code": "misplaced", piece: PieceLetter, at: Square, }
  | { "code": "kings_face", red: Square, black: Square, }
  | { "code": "capturable_king", side: Side, king: Square, attacker: Square, }
  | { "code": "unreadable" };

/** A file format that is written. */
export type FileFormat = "pgn" | "xqf" | "dhtml" | "moves";

/** A game of a file, or why it cannot be read. */
export type FileGame = {
  /** Its number in the file, from 1. */ number: number,
  /** The game. */ game: GameTree | null,
  /** What its opening is called. */ opening: OpeningName | null,
  /** Why it cannot be read. */ fault: Words | null, };

/** A file that was read. */
export type FileRead = {
  /** What its format is called; none if it is of no format. */ format: string | null,
  /** How many games were read. */ games: number,
  /** How many could not be read. */ faults: number,
  /** Whether there are more games: than are read at once, or than were read until it was stopped. */ stopped: boolean, };

/** Games as a file. */
export type FileWritten = {
  /** The file, if it is text. */ text: string | null,
  /** The file in base64, if it is not. */ data: string | null,
  /** The usual ending of its name. */ extension: string,
  /** What of the games the format does not hold. */ losses: Array<Words>, };

/** A game as requests give it: where it began, its moves, the rules it is judged by. */
export type GameDescription = {
  /** The position it began with; none for the starting position. */ fen: string | null,
  /** Its moves. */ moves: Array<Move>,
  /** The rules. */ rules: RuleSet, };

/** The end of a game. */
export type GameEnd = {
  /** Who has won; none for a draw. */ winner: Side | null, } & ({ "reason": "checkmate" }
  | { "reason": "stalemate" }
  | { "reason": "repetition",
  /** The rules it was judged by. */ rules: RuleSet,
  /** The moves between the first of these occurrences and the last. */ moves: Array<Move>,
  /** What each side did in them. */ conduct: Sides<Conduct>,
  /** What the side with the lesser offence does in each of the loops that the moves are made of, if it offends no less than the other in any of them, which makes it a draw. */ counter_offences: Array<CounterOffence>, }
  | { "reason": "natural_moves",
  /** For how many plies. */ plies: number, }
  | { "reason": "material" }) & {
  /** In English. */ words_en: string,
  /** In Chinese. */ words_zh: string, };

/** A form in which games are read and written. */
export type GameFormat = "fen" | "iccs" | "wxf" | "chinese" | "pgn";

/** A move that was made. */
export type GameMove = {
  /** The position after it. */ fen: string,
  /** The piece that it captured. */ capture: PieceLetter | null,
  /** Whether it gave check. */ check: boolean,
  /** `h2e2` */ move: Move,
  /** `C2=5` */ wxf: string,
  /** `炮二平五` */ chinese: string, };

/** A game that was read. */
export type GameRead = {
  /** The position it began with; none for the starting position. */ fen: string | null,
  /** Its moves. */ moves: Array<Move>,
  /** Its tags. */ tags: { [key in string]: string },
  /** What it was read as. */ format: GameFormat,
  /** Why only its beginning was read, in English words. */ stopped_at?: string,
  /** Why only its beginning was read. */ stopped_by?: StoppedBy, };

/** A game with its variations, comments, glyphs and tags. */
export type GameTree = {
  /** The position it began with; none for the starting position. */ fen: string | null,
  /** Its tags in order, without those that say where it began and how it ended. */ tags: Array<[string, string]>,
  /** `1-0`, `0-1`, `1/2-1/2` or `*`. */ result: string,
  /** The comment before the first move. */ comment: string,
  /** Its moves. */ nodes: Array<TreeMove>, };

/** What is to be searched, and when to stop. Without any limit the whole engine takes the time that a move, or a hint, usually has. */
export type GoRequest = {
  /** 1 to 10, the last being the whole engine. */ level: number,
  /** Stop after this many milliseconds. */ millis?: number,
  /** Stop after this many nodes. */ nodes?: number,
  /** Stop after this iteration. */ depth?: number,
  /** Use the time as in a game. */ clock?: ClockTimes,
  /** Analyse: go on until told to stop, or until one of the limits above but for the clock is reached; time counts only while the search computes. */ infinite?: boolean,
  /** How many threads the whole engine searches with, at most as many as searches compute at once; one if not given. */ threads?: number,
  /** The most mebibytes for the table of the whole engine; less where less is free. */ memory?: number,
  /** How many lines to find, 1 to 5. */ lines: number,
  /** Whether a move of the opening book will do. */ use_book?: boolean,
  /** Whether it is a hint to somebody who plays, which is found by thinking and in less time than a move. */ hint?: boolean,
  /** Whether it goes on beside the client's other searches, and ends none of them. */ aside?: boolean,
  /** The position it began with; none for the starting position. */ fen: string | null,
  /** Its moves. */ moves: Array<Move>,
  /** The rules. */ rules: RuleSet, };

/** What moves that repeat are, if not forbidden. */
export type Habit = { "kind": "idle" }
  | { "kind": "some_checks" }
  | { "kind": "excused",
  /** The piece. */ piece: PieceLetter,
  /** Why it is allowed. */ standing: ThreatKind, }
  | { "kind": "in_turn",
  /** The pieces. */ pieces: Array<PieceLetter>, }
  | { "kind": "some_chases",
  /** The piece. */ piece: PieceLetter, };

/** Why a move is not legal. */
export type IllegalBecause = "no_piece" | "unreachable" | "king_in_danger";

/** What the rules say of a game. */
export type Judged = {
  /** The end of the game; none if it goes on. */ end: GameEnd | null,
  /** How many times the position has occurred. */ repetition: number,
  /** What comes of it if the moves go on repeating. */ warning: Warning | null,
  /** In English. */ words_en: string,
  /** In Chinese. */ words_zh: string, };

/** What a position comes to with best play, from a table of endings. */
export type KnownEnding = {
  /** Who wins; nobody if it is a draw. */ winner: Side | null,
  /** In how many plies. */ plies: number | null,
  /** In English. */ words_en: string,
  /** In Chinese. */ words_zh: string, };

/** A move that a review has judged before. */
export type KnownMove = {
  /** What it gave away. */ loss: number,
  /** Its class. */ class: MoveClass, };

/** A level and its rating. */
export type LevelRating = {
  /** 1 to 10. */ number: number,
  /** Its rating. */ elo: number, };

export type Move = string;

/** How good a move was. */
export type MoveClass = "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "only" | "book";

/** An address by which other devices reach a server. */
export type NetworkAddress = {
  /** The beginning of its links, such as `http://192.168.1.20:8088`. */ address: string,
  /** What the system calls the network interface, or nothing. */ network: string, };

/** A move in the notations that are shown. */
export type NotedMove = {
  /** `h2e2` */ move: Move,
  /** `C2=5` */ wxf: string,
  /** `炮二平五` */ chinese: string, };

/** What the rules forbid. */
export type Offence = "none" | "undermining" | "chase" | "pinned_rook_chase" | "check";

/** What an opening is called. */
export type OpeningName = {
  /** Its code in the Encyclopaedia of Chinese Chess Openings. */ code?: string,
  /** In English. */ name_en?: string,
  /** In Chinese. */ name_zh?: string, };

export type PieceLetter = "K" | "A" | "B" | "N" | "R" | "C" | "P" | "k" | "a" | "b" | "n" | "r" | "c" | "p";

/** What is wrong with a position. */
export type Problem = {
  /** Where it is to be shown. */ square?: Square, } & ({ "code": "empty" }
  | { "code": "rank_count", count: number, }
  | { "code": "rank_length", text: string, files: number, }
  | { "code": "piece_letter", letter: string, text: string, }
  | { "code": "side_to_move", text: string, }
  | { "code": "quiet_plies", text: string, }
  | { "code": "move_number", text: string, }
  | { "code": "dash", text: string, }
  | { "code": "trailing", text: string, }
  | { "code": "no_king", side: Side, }
  | { "code": "too_many", piece: PieceLetter, count: number, max: number, }
  | { "code": "misplaced", piece: PieceLetter, at: Square, }
  | { "code": "kings_face", red: Square, black: Square, }
  | { "code": "capturable_king", side: Side, king: Square, attacker: Square, }
  | { "code": "unreadable" }) & {
  /** In English. */ words_en: string,
  /** In Chinese. */ words_zh: string, };

/** What a move of a puzzle is worth. */
export type PuzzleAnswer = {
  /** Whether it wins; of a request for help, whether there is help. */ ok: boolean,
  /** The defence that holds out longest against a mate. */ reply: Move | null,
  /** In how many moves the solver mates after that; more than were left if the move wins, but not in time. */ mate_in: number | null,
  /** Whether it is mate. */ mated: boolean,
  /** A move that mates in time. */ better: Move | null, };

/** A move and why it is not legal. */
export type RefusedMove = { move: Move, because: IllegalBecause, };

/** From the workbench to a front door. */
export type Reply = { "type": "welcome" } & Welcome
  | { "type": "seen" } & Seen
  | { "type": "line" } & SearchLine
  | { "type": "best" } & Best
  | { "type": "reviewed" } & Reviewed
  | { "type": "review_done" } & ReviewDone
  | { "type": "move_tried",
  /** What was found; nothing if it was stopped. */ tried: TriedMove | null, }
  | { "type": "fen_checked" } & FenChecked
  | { "type": "game_read" } & GameRead
  | { "type": "game_written",
  /** The game. */ text: string, }
  | { "type": "file_game" } & FileGame
  | { "type": "file_read" } & FileRead
  | { "type": "file_written" } & FileWritten
  | { "type": "tree_noted" } & TreeNoted
  | { "type": "explored" } & Explored
  | { "type": "puzzle_answer" } & PuzzleAnswer
  | { "type": "draw_answer",
  /** Whether the other side agrees. */ accepted: boolean, }
  | { "type": "judged" } & Judged
  | { "type": "solved" } & Solved
  | { "type": "rooms",
  /** How many there are. */ open: number,
  /** How many there may be. */ max: number,
  /** The address that links begin with. */ address: string, }
  | { "type": "addresses",
  /** The addresses by which others come here, the best one first; none if only this machine does. */ addresses: Array<NetworkAddress>,
  /** Whether who comes needs a link of the operator's. */ needs_link: boolean, }
  | { "type": "room_opened",
  /** The name of the room. */ room: string,
  /** The key of the side that was asked for. */ key: string, }
  | { "type": "room_state" } & RoomState
  | { "type": "room_closed" }
  | { "type": "room_done" }
  | { "type": "room_links" } & RoomLinks
  | { "type": "error",
  /** Why not. */ error: ServiceError,
  /** In English words. */ text: string,
  /** In Chinese words. */ text_zh: string, };

/** From a front door to the workbench. */
export type Request = { "type": "hello" }
  | { "type": "look" } & GameDescription
  | { "type": "go" } & GoRequest
  | { "type": "stop",
  /** The id of its request. */ search: number, }
  | { "type": "review",
  /** How many nodes to search in each position. */ nodes: number,
  /** The first moves, if a review that ended early is to go on behind them. */ known?: Array<KnownMove>,
  /** The position it began with; none for the starting position. */ fen: string | null,
  /** Its moves. */ moves: Array<Move>,
  /** The rules. */ rules: RuleSet, }
  | { "type": "try_move",
  /** How many nodes to search in each position. */ nodes: number,
  /** The position it began with; none for the starting position. */ fen: string | null,
  /** Its moves. */ moves: Array<Move>,
  /** The rules. */ rules: RuleSet, }
  | { "type": "check_fen",
  /** The text. */ fen: string, }
  | { "type": "read_game",
  /** The text. */ text: string, }
  | { "type": "write_game",
  /** The form. */ format: GameFormat,
  /** Tags of a PGN. */ tags?: { [key in string]: string },
  /** The position it began with; none for the starting position. */ fen: string | null,
  /** Its moves. */ moves: Array<Move>,
  /** The rules. */ rules: RuleSet, }
  | { "type": "read_file",
  /** Its bytes in base64. */ data: string,
  /** Whether the bytes are packed with gzip, so that a large file fits into a message. */ packed?: boolean, }
  | { "type": "write_file",
  /** The games. */ games: Array<GameTree>,
  /** The format. */ format: FileFormat, }
  | { "type": "note_tree",
  /** The tree. */ tree: GameTree, }
  | { "type": "explore" } & GameDescription
  | { "type": "puzzle_move",
  /** The position of the puzzle. */ fen: string,
  /** The moves so far. The last is the solver's; if it is the defender's, or there are none, help is asked for. */ moves: Array<Move>,
  /** Within how many moves the solver was to mate before the last move; none if a move that wins is asked for. */ mate_in: number | null, }
  | { "type": "offer_draw",
  /** The position it began with; none for the starting position. */ fen: string | null,
  /** Its moves. */ moves: Array<Move>,
  /** The rules. */ rules: RuleSet, }
  | { "type": "judge" } & GameDescription
  | { "type": "solve",
  /** Look for a mate in at most this many moves; in any number if this is not said. */ mate_in?: number,
  /** How long to look for it. */ millis: number,
  /** The position it began with; none for the starting position. */ fen: string | null,
  /** Its moves. */ moves: Array<Move>,
  /** The rules. */ rules: RuleSet, }
  | { "type": "addresses" }
  | { "type": "rooms" }
  | { "type": "room_open",
  /** What is played in it. */ terms: RoomTerms,
  /** The side that who makes it has in the first game. */ side: Side, }
  | { "type": "room_enter",
  /** The name of the room. */ room: string,
  /** One of its keys. */ key: string,
  /** What this browser is known by in the room: 32 random hexadecimal digits, the same each time. */ token: string, }
  | { "type": "room_act",
  /** The name of the room. */ room: string,
  /** What. */ act: RoomAct, }
  | { "type": "room_links",
  /** The name of the room. */ room: string, };

/** A review, summed up. */
export type ReviewDone = {
  /** How well each side played, of a hundred; a hundred for a side that had nothing to decide. */ accuracy: Sides<number>,
  /** How many moves of each class a side made. */ counts: Sides<{ [key in MoveClass]?: number }>,
  /** Whether it was stopped before the end of the game. */ stopped: boolean, };

/** A position of a review. */
export type Reviewed = {
  /** 0 for the position before the first move. */ ply: number,
  /** Its score. */ score: Score,
  /** Its chances. */ wdl: [number, number, number],
  /** The best move. */ best: NotedMove | null,
  /** The line that it begins. */ line: Array<Move>,
  /** How many points of a hundred the move that led here gave away. */ loss?: number,
  /** The class of that move. */ class?: MoveClass,
  /** Why that move was weak, if it was. */ why?: WhyLines, };

/** What a player does. */
export type RoomAct = { "do": "move",
  /** The move. */ move: Move,
  /** How many moves had been made before it. */ ply: number, }
  | { "do": "resign" }
  | { "do": "offer",
  /** What. */ what: Agreement, }
  | { "do": "accept",
  /** What. */ what: Agreement, }
  | { "do": "decline",
  /** What. */ what: Agreement, };

/** What a reader may propose now. */
export type RoomChoices = {
  /** A draw. */ draw: boolean,
  /** To take a move back. */ takeback: boolean,
  /** Another game. */ rematch: boolean, };

/** Both clocks, at the moment when they are told. */
export type RoomClock = {
  /** What Red has left, in milliseconds. */ red: number,
  /** What Black has left, in milliseconds. */ black: number,
  /** Whose clock runs. */ running: Side | null, };

/** The time of each player. */
export type RoomControl = {
  /** What a player has at the beginning, in seconds. */ seconds: number,
  /** What a player gains with every move, in seconds. */ increment: number, };

/** How a game of a room has ended. */
export type RoomEnd = {
  /** Who has won; none for a draw. */ winner: Side | null,
  /** Why. */ reason: RoomEndReason,
  /** In English. */ words_en: string,
  /** In Chinese. */ words_zh: string, };

/** Why a game of a room is over. */
export type RoomEndReason = "checkmate" | "stalemate" | "repetition" | "natural_moves" | "material" | "resignation" | "time" | "agreement" | "length";

/** The ways into a room that a player may give to others, as addresses. */
export type RoomLinks = {
  /** For the other player, as long as there is none. */ invite: string | null,
  /** For those who watch. */ watch: string, };

/** What players have proposed: by which side, if anything is proposed. */
export type RoomOffers = {
  /** A draw. */ draw: Side | null,
  /** A move to be taken back. */ takeback: Side | null,
  /** Another game. */ rematch: Side | null, };

/** How a room stands, for one of those who are in it. */
export type RoomState = {
  /** Which game of the room it is, from 1. */ game: number,
  /** The side that the reader plays; none for who watches. */ you: Side | null,
  /** What is played. */ terms: RoomTerms,
  /** The moves from number `from` on; those before it are as they were told earlier. */ moves: Array<GameMove>,
  /** How many moves stand before these. */ from: number,
  /** The position reached. */ fen: string,
  /** Whose turn it is. */ side: Side,
  /** What the reader may play now. */ legal: Array<NotedMove>,
  /** The square of a king in check. */ checked: Square | null,
  /** What the side that has just moved chases. */ chased: Array<Chase>,
  /** How many times the position has occurred. */ repetition: number,
  /** What comes of it if the moves go on repeating. */ warning: Warning | null,
  /** The clocks. */ clock: RoomClock | null,
  /** The end, if the game is over. */ end: RoomEnd | null,
  /** What is proposed. */ offers: RoomOffers,
  /** What the reader may propose. */ may_offer: RoomChoices,
  /** Which sides have a player. */ taken: Sides<boolean>,
  /** Which players are connected. */ present: Sides<boolean>,
  /** How many watch. */ spectators: number, };

/** What is played in a room. */
export type RoomTerms = {
  /** The position games begin with; none for the starting position. */ fen: string | null,
  /** The rules. */ rules: RuleSet,
  /** The clocks, if there are any. */ control: RoomControl | null, };

/** A rule set by name. */
export type RuleSet = "asian" | "computer" | "simple";

/** A score from Red's side. */
export type Score = { "cp": number }
  | { "mate": number };

/** A principal variation of a search. */
export type SearchLine = {
  /** The iteration. */ depth: number,
  /** The deepest ply. */ selective_depth: number,
  /** Which line it is, from 1. */ number: number,
  /** Its score. */ score: Score,
  /** Whether the score is exact. */ bound: Bound,
  /** Its chances. */ wdl: [number, number, number],
  /** Nodes so far. */ nodes: number,
  /** Nodes a second. */ nps: number,
  /** Time so far. */ millis: number,
  /** The moves. */ moves: Array<Move>,
  /** The moves in WXF. */ wxf: Array<string>,
  /** The moves in Chinese. */ chinese: Array<string>, };

/** Everything that a page needs to draw a game. */
export type Seen = {
  /** The position reached. */ fen: string,
  /** Whose turn it is. */ side: Side,
  /** What may be played; also where `end` says that the game is over, unless nothing may. */ legal: Array<NotedMove>,
  /** The square of a king in check. */ checked: Square | null,
  /** The moves so far. */ history: Array<GameMove>,
  /** The end, if it is the end. */ end: GameEnd | null,
  /** What the side that has just moved chases. */ chased: Array<Chase>,
  /** How many times the position has occurred. */ repetition: number,
  /** What comes of it if the moves go on repeating. */ warning: Warning | null,
  /** The name of the opening. */ opening: OpeningName | null,
  /** What the position comes to with best play, if a table of endings has it and the game is not over. */ ending: KnownEnding | null,
  /** The pieces by square. */ pieces: { [key in Square]: PieceLetter }, };

/** Why a request cannot be obeyed. */
export type ServiceError = { "code": "bad_fen",
  /** The text. */ fen: string,
  /** What is wrong with it. */ problem: FenProblem, }
  | { "code": "too_many_moves",
  /** The plies that it has. */ count: number,
  /** The plies that it may have. */ max: number, }
  | { "code": "not_a_move",
  /** The ply, from 1. */ number: number,
  /** The text. */ text: string, }
  | { "code": "illegal_move",
  /** The ply, from 1. */ number: number,
  /** What is wrong with the move. */ refused: RefusedMove, }
  | { "code": "no_such_level",
  /** The number that was given. */ level: number,
  /** The strongest level. */ max: number, }
  | { "code": "out_of_range",
  /** The name of the field. */ field: string,
  /** The number. */ value: number,
  /** The least that it may be. */ min: number,
  /** The most that it may be. */ max: number, }
  | { "code": "nothing_to_read" }
  | { "code": "unreadable_game",
  /** The text. */ text: string,
  /** What is wrong with it. */ fault: FaultPlace, }
  | { "code": "no_game",
  /** The text. */ text: string, }
  | { "code": "too_many_tags",
  /** How many there are. */ count: number,
  /** How many are written. */ max: number, }
  | { "code": "bad_tag",
  /** Its name. */ name: string,
  /** Why not. */ reason: string, }
  | { "code": "not_base64",
  /** Where it goes wrong, in characters from 0. */ place: number, }
  | { "code": "not_gzip",
  /** What is wrong with it. */ reason: string, }
  | { "code": "file_too_large",
  /** How many bytes it may have. */ max: number, }
  | { "code": "too_many_files",
  /** How many there may be. */ max: number, }
  | { "code": "too_many_nodes",
  /** How many it has. */ count: number,
  /** How many it may have. */ max: number, }
  | { "code": "line_too_long",
  /** How many plies it may have. */ max: number, }
  | { "code": "bad_parent",
  /** The number of the move, from 1. */ number: number,
  /** The number that it gives. */ parent: number, }
  | { "code": "bad_result",
  /** The text. */ text: string, }
  | { "code": "no_games_to_write" }
  | { "code": "one_game_only",
  /** What it is called. */ format: string, }
  | { "code": "no_such_search",
  /** The id that was given. */ search: number, }
  | { "code": "too_many_searches",
  /** How many it may have. */ max: number, }
  | { "code": "all_searches_taken",
  /** How many there may be. */ max: number, }
  | { "code": "no_thread" }
  | { "code": "search_failed" }
  | { "code": "request_failed" }
  | { "code": "message_too_long",
  /** How long it is. */ bytes: number,
  /** How long it may be. */ max: number, }
  | { "code": "not_text" }
  | { "code": "not_json",
  /** The message. */ text: string,
  /** What the reader says. */ reason: string, }
  | { "code": "no_id",
  /** The message. */ text: string, }
  | { "code": "id_not_above",
  /** The id. */ given: number,
  /** The one before. */ last: number, }
  | { "code": "not_a_request",
  /** What the reader says. */ reason: string, }
  | { "code": "not_shared" }
  | { "code": "only_rooms" }
  | { "code": "too_many_rooms",
  /** How many there may be. */ max: number, }
  | { "code": "no_such_room",
  /** The name that was given. */ room: string, }
  | { "code": "bad_room_token",
  /** The text. */ token: string, }
  | { "code": "room_crowded",
  /** How many places there are. */ max: number, }
  | { "code": "too_many_visits",
  /** How many it may be in. */ max: number, }
  | { "code": "not_in_room",
  /** The name that was given. */ room: string, }
  | { "code": "room_position_over",
  /** The position. */ fen: string, }
  | { "code": "room_refused", } & ({ "because": "not_a_player" }
  | { "because": "waiting" }
  | { "because": "not_your_turn" }
  | { "because": "game_over" }
  | { "because": "game_goes_on" }
  | { "because": "stale",
  /** How many moves had been made where it was meant. */ given: number,
  /** How many have been made. */ ply: number, }
  | { "because": "nothing_offered" }
  | { "because": "too_soon" }
  | { "because": "nothing_to_take_back" });

/** A side. */
export type Side = "red" | "black";

/** Something for each side. */
export type Sides<T> = {
  /** Red's. */ red: T,
  /** Black's. */ black: T, };

/** What is known of a mate. */
export type SolveResult = "mate" | "at_most" | "none" | "unknown";

/** A mate that was looked for. */
export type Solved = {
  /** What is known. */ result: SolveResult,
  /** In how many moves the proved mate comes. */ mate_in: number | null,
  /** The proved mate against the longest defence. */ line: Array<NotedMove>,
  /** There is no mate in this many moves or fewer. */ refuted: number,
  /** How many positions were looked at. */ nodes: number, };

export type Square = string;

/** Why only the beginning of a game was read. */
export type StoppedBy = ({ "code": "fault" } & FaultPlace
  | { "code": "too_long",
  /** The plies that are read. */ max: number, }) & {
  /** In English. */ words_en: string,
  /** In Chinese. */ words_zh: string, };

/** What an attack counts as. */
export type ThreatKind = "chase" | "king_or_pawn" | "protected" | "exchange";

/** A move of a tree. */
export type TreeMove = {
  /** `h2e2` */ move: Move,
  /** The move that it follows, by its number in the list from 1, which is before its own; 0 for a first move. The first of those that follow a move continues the line, the others are variations. */ parent: number,
  /** The comment before the move. */ before?: string,
  /** The comment behind the move. */ comment?: string,
  /** Numeric annotation glyphs: 1 is `!`, 2 is `?`, and so on. */ glyphs?: Array<number>, };

/** The moves of a tree in the notations that are shown, in the order of its list. */
export type TreeNoted = {
  /** The moves in WXF. */ wxf: Array<string>,
  /** The moves in Chinese. */ chinese: Array<string>, };

/** What a move is worth that was tried instead of a mistake. */
export type TriedMove = {
  /** Whether it is good enough: not weak. */ ok: boolean,
  /** Its class. */ class: MoveClass,
  /** How many points of a hundred it gives away. */ loss: number,
  /** The score after it. */ score: Score,
  /** The chances after it. */ wdl: [number, number, number],
  /** The best answer to it; none if the game is over. */ reply: Move | null,
  /** Why it is weak, if it is. */ why?: WhyLines, };

/** What a side must expect if the moves go on repeating. */
export type Warning = {
  /** The side that would lose. */ loser: Side,
  /** What each side has done. */ conduct: Sides<Conduct>,
  /** In English. */ words_en: string,
  /** In Chinese. */ words_zh: string, };

/** What the workbench is. */
export type Welcome = {
  /** The version of the program. */ version: string,
  /** What evaluates positions. */ network: string,
  /** The levels of opponents. */ levels: Array<LevelRating>,
  /** The opening book. */ book: BookFacts,
  /** How many searches compute at once; also the most threads of one. */ threads: number,
  /** The most mebibytes that the table of a search can have. */ memory: number,
  /** What counts in endings that are trained. */ ending: EndingMarks, };

/** How the piece falls that is lost. */
export type WhyCause = "moved_into" | "defence_gone" | "opened" | "screen" | "undefended" | "taken" | "fork" | "check" | "attacked" | "later";

/** What a move costs, or what it missed. */
export type WhyKind = "mate" | "material" | "points";

/** What is said of one line. */
export type WhyLine = {
  /** What it is. */ kind: WhyKind,
  /** How many moves of the line show it; 0 where only the points are known. */ plies: number,
  /** The moves to a mate. */ mate_in?: number,
  /** The piece that falls. */ piece?: PieceLetter,
  /** Where it is taken. */ square?: Square,
  /** How it comes to that. */ cause?: WhyCause,
  /** What the side that moved loses in all, without what is the same on both sides. */ lost: Array<PieceLetter>,
  /** What it takes in all. */ taken: Array<PieceLetter>,
  /** In English. */ words_en: string,
  /** In Chinese. */ words_zh: string, };

/** Why a move was weak, with both lines. */
export type WhyLines = {
  /** The line that punishes it; empty if the game is over. */ punishment: Array<NotedMove>,
  /** The line of the better move. */ better: Array<NotedMove>,
  /** What it costs, by the punishing line. */ cost: WhyLine,
  /** What the better move would have had, if anything. */ missed?: WhyLine, };

/** A sentence in both languages. */
export type Words = {
  /** In English. */ words_en: string,
  /** In Chinese. */ words_zh: string, };
