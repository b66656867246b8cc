// The game that is being played: asks the server what it sees, lets the engine move, runs the clocks,
// ends the game. Every change is stored at once, so that a reload goes on where it stopped.

import { computed, effect, signal, untracked } from '@preact/signals';
import { flagged, pause, press, remaining, run } from '../core/clock';
import { moveWords } from '../core/movetext';
import type { NewGame, Outcome, PlayGame } from '../core/playgame';
import { fieldsOf, newPlayGame, personOf, piecesOf, pliesToUndo, resultMark, sideToMove } from '../core/playgame';
import type { Move, Side } from '../core/squares';
import { otherSide } from '../core/squares';
import type { Search } from '../net/connection';
import { ConnectionLost } from '../net/connection';
import type { RequestOf, Seen } from '../net/messages';
import { read, write } from '../store/database';
import { keepGame } from '../store/games';
import { words } from '../words';
import { en } from '../words/en';
import { zh } from '../words/zh';
import { announce, complain, notify } from './notices';
import { connection, isConnected } from './server';
import { sound, soundOfMove } from './sound';

const HINT_MILLIS = 800;
const MOVE_MILLIS = 1500;

export const game = signal<PlayGame | null>(null);
export const thinking = signal(false);
export const hint = signal<Move | null>(null);
/** The ply that is looked at; null is the game as it stands. */
export const viewing = signal<number | null>(null);
export const flipped = signal(false);
/** Moves on while a clock runs, so that what shows it is drawn again. */
export const clockTick = signal(0);

const lastSeen = signal<Seen | null>(null);

/** What the server sees, if it is about the game as it stands. */
export const seen = computed(() => {
  const now = game.value;
  const answer = lastSeen.value;
  if (now === null || answer === null) return null;
  return answer.history.map((played) => played.move).join() === now.moves.join() ? answer : null;
});

/** The moves with their texts; while the server has not yet answered, as far as they are known. */
export const history = computed(() => {
  const moves = game.value?.moves ?? [];
  const known = lastSeen.value?.history ?? [];
  return moves.map((move, index) => {
    const entry = known[index];
    return entry?.move === move ? entry : { move, wxf: '', chinese: '', fen: '', capture: null, check: false };
  });
});

let epoch = 0;
let search: Search<'go'> | null = null;

/** Stores the game, what has run of the clock taken off. */
function store(): void {
  const current = game.value;
  if (current === null) return;
  const running = current.clock?.running;
  const clock =
    current.clock !== null && running != null ? run(current.clock, running.side, Date.now()) : current.clock;
  write('values', 'play', { ...current, clock }).catch(complain);
}

function change(part: Partial<PlayGame>): void {
  if (game.value === null) return;
  game.value = { ...game.value, ...part };
  store();
}

function stopSearch(): void {
  search?.stop();
  search = null;
  thinking.value = false;
}

/** Brings everything up to the position: looks, ends the game or lets the engine move. */
async function settle(newMove: boolean): Promise<void> {
  const current = game.value;
  if (current === null) return;
  const now = ++epoch;
  stopSearch();
  hint.value = null;
  const answer = await connection.ask({ type: 'look', ...fieldsOf(current) });
  if (now !== epoch) return;
  lastSeen.value = answer;
  if (newMove) tellMove(current, answer);
  if (current.outcome !== null) return;
  if (answer.end !== null) finish(answer.end);
  else if (current[answer.side].kind === 'engine') await think(now);
}

function resume(newMove: boolean): void {
  settle(newMove).catch((error: unknown) => {
    thinking.value = false;
    if (!(error instanceof ConnectionLost)) complain(error);
  });
}

function tellMove(current: PlayGame, answer: Seen): void {
  const last = answer.history[answer.history.length - 1];
  if (last === undefined) return;
  soundOfMove(last);
  announce(moveWords(last.move, piecesOf(current, current.moves.length - 1), last.check, words.value));
}

async function think(now: number): Promise<void> {
  const current = game.value;
  if (current === null) return;
  const player = current[sideToMove(current)];
  if (player.kind !== 'engine') return;
  thinking.value = true;
  const request: RequestOf<'go'> = { type: 'go', level: player.level, lines: 1, use_book: true, ...fieldsOf(current) };
  if (current.clock !== null && current.control !== null) {
    const at = Date.now();
    const inc = current.control.increment * 1000;
    request.clock = {
      red: Math.round(remaining(current.clock, 'red', at)),
      black: Math.round(remaining(current.clock, 'black', at)),
      red_inc: inc,
      black_inc: inc,
    };
  } else {
    request.millis = MOVE_MILLIS;
  }
  search = connection.search<'go'>(request, () => undefined);
  const best = await search.done;
  if (now !== epoch) return;
  thinking.value = false;
  search = null;
  if (best.resigns) resign(sideToMove(current));
  else if (best.move !== null) playMove(best.move);
}

export function startGame(choice: NewGame): void {
  epoch += 1;
  stopSearch();
  lastSeen.value = null;
  viewing.value = null;
  game.value = newPlayGame(choice, Date.now());
  flipped.value = personOf(game.value) === 'black';
  change({});
  resume(false);
}

export function playMove(move: Move): void {
  const current = game.value;
  if (current === null || current.outcome !== null) return;
  const mover = sideToMove(current);
  const clock =
    current.clock !== null && current.control !== null
      ? press(current.clock, mover, current.control, Date.now())
      : null;
  viewing.value = null;
  change({ moves: [...current.moves, move], clock });
  resume(true);
}

export function undo(): void {
  const current = game.value;
  if (current === null) return;
  const plies = pliesToUndo(current);
  if (plies === 0) return;
  const moves = current.moves.slice(0, -plies);
  const clock =
    current.clock === null
      ? null
      : moves.length === 0
        ? pause(current.clock, Date.now())
        : run(current.clock, sideToMove({ ...current, moves }), Date.now());
  viewing.value = null;
  change({ moves, outcome: null, clock });
  resume(false);
}

export function askHint(): void {
  const current = game.value;
  if (current === null || thinking.value || current.outcome !== null) return;
  const now = epoch;
  connection.ask<'go'>({ type: 'go', level: 10, lines: 1, millis: HINT_MILLIS, ...fieldsOf(current) }).then((best) => {
    if (now !== epoch || best.move === null) return;
    hint.value = best.move;
    announce(words.value.hint_says(best.move));
  }, complain);
}

function finish(outcome: Outcome): void {
  const current = game.value;
  if (current === null || current.outcome !== null) return;
  epoch += 1;
  stopSearch();
  const { winner, reason, words_en, words_zh } = outcome;
  change({
    outcome: { winner, reason, words_en, words_zh },
    clock: current.clock === null ? null : pause(current.clock, Date.now()),
  });
  sound('end');
  const headline =
    winner === null ? words.value.drawn : winner === 'red' ? words.value.red_wins : words.value.black_wins;
  announce(`${headline}. ${words.value === zh ? words_zh : words_en}`);
  void keepGame(recordOf(game.value ?? current)).catch(complain);
}

export function playerName(current: PlayGame, side: Side, dictionary = words.value): string {
  const player = current[side];
  if (player.kind === 'engine') return `${dictionary.brand} · ${dictionary.level_n(player.level)}`;
  return personOf(current) === side ? dictionary.you : dictionary[side];
}

export function recordOf(current: PlayGame) {
  return {
    id: current.id,
    date: new Date(current.started).toISOString(),
    red: playerName(current, 'red'),
    black: playerName(current, 'black'),
    result: resultMark(current.outcome),
    words_en: current.outcome?.words_en ?? '',
    words_zh: current.outcome?.words_zh ?? '',
    fen: current.fen,
    moves: current.moves,
    rules: current.rules,
  };
}

export function resign(side: Side): void {
  finish({
    winner: otherSide(side),
    reason: 'resignation',
    words_en: en.by_resignation(en[side]),
    words_zh: zh.by_resignation(zh[side]),
  });
}

export function agreeDraw(): void {
  finish({ winner: null, reason: 'agreement', words_en: en.draw_agreed, words_zh: zh.draw_agreed });
}

/** Offers a draw to the engine. */
export function offerDraw(): void {
  const current = game.value;
  const person = current === null ? null : personOf(current);
  if (current === null || person === null) return;
  const player = current[otherSide(person)];
  if (player.kind !== 'engine') return;
  const now = epoch;
  connection.ask<'offer_draw'>({ type: 'offer_draw', level: player.level, ...fieldsOf(current) }).then((answer) => {
    if (now !== epoch) return;
    if (answer.accepted) agreeDraw();
    else notify(words.value.draw_declined);
  }, complain);
}

function watchClock(): void {
  const current = game.value;
  if (current?.clock?.running == null || current.outcome !== null) return;
  clockTick.value += 1;
  const loser = flagged(current.clock, Date.now());
  if (loser !== null) {
    finish({
      winner: otherSide(loser),
      reason: 'time',
      words_en: en.by_time(en[loser]),
      words_zh: zh.by_time(zh[loser]),
    });
  } else if (clockTick.value % 30 === 0) {
    store();
  }
}

/** The stored game, its clock standing still since it was last stored. */
export async function loadPlay(): Promise<void> {
  const stored = await read<PlayGame>('values', 'play');
  if (stored !== undefined && Array.isArray(stored.moves)) {
    const running = stored.clock?.running;
    game.value =
      running == null || stored.clock === null
        ? stored
        : { ...stored, clock: { ...stored.clock, running: { ...running, since: Date.now() } } };
    flipped.value = personOf(stored) === 'black';
  }
  effect(() => {
    if (isConnected()) untracked(() => resume(false));
  });
  setInterval(watchClock, 100);
}
