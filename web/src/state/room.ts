// A room in which one plays a friend: goes in, comes back after the connection was lost, shows what the server says of it, and
// keeps the player's games in the library as they go. The server is the referee and keeps the clocks; the page only shows them.

import { computed, effect, signal, untracked } from '@preact/signals';
import { piecesOf, resultMark, sideToMove } from '../core/game';
import { packLine } from '../core/pack';
import type { GameRecord } from '../core/record';
import { newRecord, tagDate } from '../core/record';
import type { Move, Side } from '../core/squares';
import type { Tags } from '../core/tree';
import { isSilent, ServerError } from '../net/connection';
import type { GameMove, RoomAct, RoomLinks, RoomState, RoomTerms } from '../net/messages';
import { wordsIn } from '../words/language';
import { roomWords } from '../words/room';
import { resultWords } from '../words/sentences';
import type { Environment } from './environment';
import { Keeper } from './keeper';
import { Latest } from './latest';
import { tellMove } from './telling';

const TICK_MILLIS = 100;
/** How many rooms a browser remembers its seat in. */
const REMEMBERED = 40;
/** How often a page that is not connected asks whether the server still knows it. */
const DOUBT_MILLIS = 3000;

/** What a browser is known by in a room. */
interface Seat {
  room: string;
  key: string;
  token: string;
  entered: number;
}

export interface Place {
  room: string;
  key: string;
  token: string;
}

/** Why a room is not shown. */
export type Trouble = { kind: 'gone' } | { kind: 'refused'; text: string };

/** What the page shows of a room: what the server told last, with all the moves, and when it was told. */
export interface RoomView extends RoomState {
  history: GameMove[];
  toldAt: number;
}

export interface RoomEnvironment extends Environment {
  /** 32 random hexadecimal digits. */
  newToken(): string;
  /** Whether the server is there but does not let this browser in any more. */
  isTurnedAway(): Promise<boolean>;
}

export class RoomController {
  readonly place = signal<Place | null>(null);
  readonly view = signal<RoomView | null>(null);
  readonly links = signal<RoomLinks | null>(null);
  readonly trouble = signal<Trouble | null>(null);
  /** Whether this page is in the room now; else what it shows is what it knew last. */
  readonly isConnected = signal(false);
  /** Whether the server has rooms, once it has said so. */
  readonly isShared = signal<boolean | null>(null);
  readonly viewing = signal<number | null>(null);
  readonly flipped = signal(false);
  readonly clockTick = signal(0);
  /** A move that has been sent and not yet been heard of. */
  private readonly sent = signal<{ move: Move; ply: number } | null>(null);

  /** The moves on the board, with the one that is on its way. */
  readonly moves = computed<Move[]>(() => {
    const made = this.view.value?.history.map(({ move }) => move) ?? [];
    const sent = this.sent.value;
    return sent !== null && sent.ply === made.length ? [...made, sent.move] : made;
  });
  readonly shown = computed(() => this.viewing.value ?? this.moves.value.length);
  readonly legal = computed(() => {
    const view = this.view.value;
    const isLive = this.viewing.value === null && this.sent.value === null && this.isConnected.value;
    return view !== null && isLive && view.legal.length > 0 ? view.legal : null;
  });

  private seats: Seat[] = [];
  private keeper: Keeper | null = null;
  private readonly visit = new Latest();

  constructor(private readonly environment: RoomEnvironment) {}

  async load(): Promise<void> {
    const { storage, server, time } = this.environment;
    const stored = await storage.read<unknown>('rooms');
    this.seats = seatsOf(stored);
    effect(() => {
      if (server.isOpen.value) untracked(() => this.join());
      else untracked(() => this.doubt());
    });
    time.every(TICK_MILLIS, () => {
      if (this.view.value?.clock?.running != null) this.clockTick.value += 1;
    });
  }

  /** Asks whether there are rooms here. */
  async askShared(): Promise<void> {
    try {
      await this.environment.server.ask({ type: 'rooms' });
      this.isShared.value = true;
    } catch (error) {
      if (error instanceof ServerError) this.isShared.value = false;
    }
  }

  /** Makes a room; its name and key. */
  async open(terms: RoomTerms, side: Side): Promise<string | null> {
    try {
      const { room, key } = await this.environment.server.ask({ type: 'room_open', terms, side });
      await this.enter(room, key);
      return room;
    } catch (error) {
      this.environment.notices.complain(error);
      return null;
    }
  }

  /** Goes into a room, by a key or with the seat that this browser has there. */
  async enter(room: string, key: string | null): Promise<void> {
    const place = this.place.value;
    if (place?.room === room && (key === null || key === place.key)) return;
    this.leave();
    const signal = this.visit.begin();
    // Before the seat is taken: a token that is lost would leave it to nobody.
    const seat = await this.seatIn(room, key);
    if (signal.aborted) return;
    if (seat === undefined) {
      this.trouble.value = { kind: 'gone' };
      return;
    }
    this.place.value = { room, key: seat.key, token: seat.token };
    this.join();
  }

  /** The seat of this browser in a room, whichever tab has it, stored; without a key only one that it has already. */
  private async seatIn(room: string, key: string | null): Promise<Seat | undefined> {
    const { storage, time, newToken, notices } = this.environment;
    const isHere = (seat: Seat) => seat.room === room;
    const take = (seats: Seat[]): Seat[] | null => {
      const known = seats.find(isHere) ?? this.seats.find(isHere);
      if (known === undefined && key === null) return null;
      const token = known?.token ?? newToken();
      const seat: Seat = { room, key: key ?? known?.key ?? '', token, entered: time.now() };
      this.seats = [seat, ...seats.filter((other) => !isHere(other))].slice(0, REMEMBERED);
      return this.seats;
    };
    await storage
      .update('rooms', (old) => take(seatsOf(old)))
      .catch((error: unknown) => {
        notices.complain(error);
        take(this.seats);
      });
    return this.seats.find(isHere);
  }

  leave(): void {
    this.visit.end();
    void this.keeper?.flush();
    this.keeper = null;
    this.place.value = null;
    this.view.value = null;
    this.links.value = null;
    this.trouble.value = null;
    this.isConnected.value = false;
    this.viewing.value = null;
    this.sent.value = null;
  }

  makeMove(move: Move): void {
    const ply = this.view.value?.history.length ?? 0;
    this.viewing.value = null;
    this.sent.value = { move, ply };
    void this.act({ do: 'move', move, ply }).then((isDone) => {
      if (!isDone) this.sent.value = null;
    });
  }

  /** Does something in the room; whether it was done. */
  async act(act: RoomAct): Promise<boolean> {
    const place = this.place.value;
    if (place === null) return false;
    try {
      await this.environment.server.ask({ type: 'room_act', room: place.room, act }, { signal: this.visit.signal });
      return true;
    } catch (error) {
      this.environment.notices.complain(error);
      return false;
    }
  }

  goTo(ply: number): void {
    const count = this.moves.value.length;
    const at = Math.max(0, Math.min(count, ply));
    this.viewing.value = at === count ? null : at;
  }

  flip(): void {
    this.flipped.value = !this.flipped.value;
  }

  /** What a side has left on its clock now; null without clocks. */
  timeLeft(side: Side): number | null {
    const view = this.view.value;
    if (view?.clock == null) return null;
    const spent = view.clock.running === side ? this.environment.time.now() - view.toldAt : 0;
    return Math.max(0, view.clock[side] - Math.max(0, spent));
  }

  private join(): void {
    const place = this.place.value;
    const { server } = this.environment;
    if (place === null || !server.isOpen.value) return;
    const signal = this.visit.begin();
    this.trouble.value = null;
    const progress = (state: RoomState) => {
      if (!signal.aborted) this.hear(state);
    };
    server
      .ask({ type: 'room_enter', ...place }, { signal, progress })
      .catch((error: unknown) => {
        if (signal.aborted || isSilent(error)) return;
        const isGone = error instanceof ServerError && error.reply.error.code === 'no_such_room';
        this.trouble.value = isGone
          ? { kind: 'gone' }
          : { kind: 'refused', text: this.environment.notices.errorText(error) };
      })
      .finally(() => {
        if (!signal.aborted) this.isConnected.value = false;
      });
  }

  /** Not connected: the server may have been started anew, and then knows neither room nor browser. */
  private doubt(): void {
    this.isConnected.value = false;
    this.sent.value = null;
    const { server, time } = this.environment;
    time.after(DOUBT_MILLIS, () => {
      if (server.isOpen.value || this.place.value === null) return;
      void this.environment.isTurnedAway().then((isTurnedAway) => {
        if (server.isOpen.value || this.place.value === null) return;
        if (isTurnedAway) this.trouble.value = { kind: 'gone' };
        else this.doubt();
      });
    });
  }

  private hear(state: RoomState): void {
    const before = this.view.value;
    const isSameGame = before !== null && before.game === state.game;
    const known = isSameGame ? before.history.slice(0, state.from) : [];
    // What was told over an earlier connection is told again from the beginning.
    const history = [...known, ...state.moves];
    this.isConnected.value = true;
    // A state that tells of something else, such as a spectator who comes, does not take back the move that is on its way.
    if (!isSameGame || history.length !== this.sent.value?.ply) this.sent.value = null;
    this.view.value = { ...state, history, toldAt: this.environment.time.now() };
    const at = this.viewing.value;
    if (!isSameGame || (at !== null && at >= history.length)) this.viewing.value = null;
    if (before === null || before.you !== state.you) this.flipped.value = state.you === 'black';
    if (state.you !== null) void this.askLinks();
    this.tell(isSameGame ? before : null);
    this.keep();
  }

  /** Says aloud what is new. */
  private tell(before: RoomView | null): void {
    const view = this.view.value;
    if (view === null || before === null) return;
    const { notices, words, language } = this.environment;
    const last = view.history[view.history.length - 1];
    if (view.history.length > before.history.length && last !== undefined) {
      const moves = view.history.map(({ move }) => move);
      tellMove(this.environment, last, piecesOf({ fen: view.terms.fen, moves }, moves.length - 1));
    }
    if (view.end !== null && before.end === null) {
      this.environment.sound('end');
      notices.announce(`${resultWords(view.end.winner, words.value)}. ${wordsIn(language.value, view.end)}`);
    }
  }

  private async askLinks(): Promise<void> {
    const place = this.place.value;
    if (place === null || this.links.value !== null) return;
    try {
      const { signal } = this.visit;
      this.links.value = await this.environment.server.ask({ type: 'room_links', room: place.room }, { signal });
    } catch {
      // Asked again with the next state.
    }
  }

  /** The library's number of the game that is shown; null for who watches, and before the first move. */
  get recordId(): string | null {
    return this.keeper?.record.id ?? null;
  }

  /** Keeps a game that this browser plays, once it has begun. */
  private keep(): void {
    const view = this.view.value;
    const place = this.place.value;
    if (view === null || place === null || view.you === null) return;
    const id = `room-${place.room.slice(0, 16)}-${view.game}`;
    if (this.keeper !== null && this.keeper.record.id !== id) {
      void this.keeper.flush();
      this.keeper = null;
    }
    if (view.history.length === 0 && this.keeper === null) return;
    const { time, library } = this.environment;
    const known = this.keeper?.record ?? library.games.value.find((record) => record.id === id);
    const content = this.content(view, known?.created ?? time.now());
    this.keeper ??= this.keeperOf(known ?? newRecord({ id, ...content }, time.now()));
    const { record } = this.keeper;
    const said = ({ tree, person }: Pick<GameRecord, 'tree' | 'person'>) => JSON.stringify([tree, person]);
    const isKept = record.revision > 0 && said(record) === said(content);
    if (!isKept) this.keeper.change({ ...content, deleted: null });
  }

  private keeperOf(record: GameRecord): Keeper {
    // Another tab of this browser is in the same room: what the server says holds for both.
    return new Keeper(this.environment, record, (newer) => {
      this.keeper = this.keeperOf(newer);
      this.keep();
    });
  }

  private content(
    view: RoomView,
    created: number,
  ): Pick<GameRecord, 'kind' | 'rules' | 'tree' | 'person' | 'words_en' | 'words_zh'> {
    const say = roomWords(this.environment.language.value);
    const tags: Tags = [
      ['Date', tagDate(created)],
      ['Red', view.you === 'red' ? say.you : say.friend],
      ['Black', view.you === 'black' ? say.you : say.friend],
    ];
    const moves = view.history.map(({ move }) => move);
    return {
      kind: 'played',
      rules: view.terms.rules,
      tree: packLine(view.terms.fen, moves, { tags, result: resultMark(view.end) }),
      person: view.you,
      words_en: view.end?.words_en ?? '',
      words_zh: view.end?.words_zh ?? '',
    };
  }

  /** Whose turn it is on the board, the move on its way included. */
  readonly sideToMove = computed<Side>(() =>
    sideToMove({ fen: this.view.value?.terms.fen ?? null, moves: this.moves.value }),
  );
}

function seatsOf(stored: unknown): Seat[] {
  return Array.isArray(stored) ? stored.filter(isSeat) : [];
}

function isSeat(value: unknown): value is Seat {
  const { room, key, token } = (value ?? {}) as Partial<Seat>;
  return typeof room === 'string' && typeof key === 'string' && typeof token === 'string';
}
