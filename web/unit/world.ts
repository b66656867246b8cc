// A world for controllers without a browser: the app's own connection over a socket whose other end the
// test holds, a clock that the test moves, and ears for all that is told.

import { strict as assert } from 'node:assert';
import type { Signal } from '@preact/signals';
import { computed, signal } from '@preact/signals';
import { START } from '../src/core/fen';
import { sideToMove } from '../src/core/game';
import type { GameRecord } from '../src/core/record';
import { movesOf, playersOf } from '../src/core/record';
import { DEFAULTS } from '../src/core/settings';
import type { Move } from '../src/core/squares';
import type { Socket } from '../src/net/connection';
import { Connection, isSilent } from '../src/net/connection';
import type { AskType, FinalReplies, GameMove, ProgressReplies, RequestOf, Seen } from '../src/net/messages';
import type { Environment, Library, Sound, Time } from '../src/state/environment';
import type { Language } from '../src/words/language';
import { dictionaryOf } from '../src/words/language';

/** Stands in for a websocket; the test plays the server. */
export class FakeSocket implements Socket {
  onopen: ((event: never) => unknown) | null = null;
  onmessage: ((event: never) => unknown) | null = null;
  onclose: ((event: never) => unknown) | null = null;
  sent: Record<string, unknown>[] = [];
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.drop();
  }
  accept() {
    this.onopen?.(undefined as never);
  }
  drop() {
    this.onclose?.(undefined as never);
  }
  say(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) } as never);
  }
}

/** Lets everything happen that waits for nothing but its turn. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

type Asked<T extends AskType> = RequestOf<T> & { type: T; id: number };

/** The server's end of the connection. */
export class TestServer {
  readonly connection: Connection;
  private socket = new FakeSocket();
  private readonly answered = new Set<number>();

  constructor() {
    this.connection = new Connection('ws://test', () => {
      this.socket = new FakeSocket();
      return this.socket;
    });
    this.connection.connect();
  }

  async open(): Promise<void> {
    this.connection.connect();
    this.socket.accept();
    await settled();
  }

  async lose(): Promise<void> {
    this.socket.drop();
    await settled();
  }

  /** Everything of a type that has been asked over this connection. */
  asked<T extends AskType>(type: T): Asked<T>[] {
    return this.socket.sent.filter((message) => message.type === type) as unknown as Asked<T>[];
  }

  /** The ids of the searches that were told to stop. */
  stopped(): number[] {
    return this.socket.sent.filter(({ type }) => type === 'stop').map(({ search }) => search as number);
  }

  /** The oldest request of a type that has no answer yet. */
  pending<T extends AskType>(type: T): Asked<T> {
    return (
      this.asked(type).find((request) => !this.answered.has(idOf(request))) ?? assert.fail(`nobody waits for ${type}`)
    );
  }

  waits(type: AskType): number {
    return this.asked(type).filter((request) => !this.answered.has(idOf(request))).length;
  }

  /** Answers the oldest request of a type, whether or not anyone still listens. */
  async answer<T extends AskType>(type: T, reply: Partial<FinalReplies[T]>): Promise<void> {
    const id = idOf(this.pending(type));
    this.answered.add(id);
    this.socket.say({ type: REPLY_TYPES[type], ...reply, id });
    await settled();
  }

  async refuse(type: AskType, text: string, text_zh: string, code = 'request_failed'): Promise<void> {
    const id = idOf(this.pending(type));
    this.answered.add(id);
    this.socket.say({ type: 'error', error: { code }, text, text_zh, id });
    await settled();
  }

  async report<T extends keyof ProgressReplies>(
    type: T,
    id: number,
    reply: Partial<ProgressReplies[T]>,
  ): Promise<void> {
    this.socket.say({ type: PROGRESS_TYPES[type], ...reply, id });
    await settled();
  }

  /** Answers the oldest look truthfully, as far as a server without rules can. */
  async see(part: Partial<Seen> = {}): Promise<void> {
    await this.answer('look', { ...seenOf(this.pending('look')), ...part });
  }
}

function idOf(request: object): number {
  return (request as { id: number }).id;
}

const REPLY_TYPES: Record<AskType, string> = {
  hello: 'welcome',
  look: 'seen',
  go: 'best',
  review: 'review_done',
  try_move: 'move_tried',
  check_fen: 'fen_checked',
  read_game: 'game_read',
  write_game: 'game_written',
  read_file: 'file_read',
  write_file: 'file_written',
  note_tree: 'tree_noted',
  explore: 'explored',
  puzzle_move: 'puzzle_answer',
  offer_draw: 'draw_answer',
  judge: 'judged',
  solve: 'solved',
  addresses: 'addresses',
  rooms: 'rooms',
  room_open: 'room_opened',
  room_enter: 'room_closed',
  room_act: 'room_done',
  room_links: 'room_links',
};

const PROGRESS_TYPES: Record<keyof ProgressReplies, string> = {
  go: 'line',
  review: 'reviewed',
  read_file: 'file_game',
  room_enter: 'room_state',
};

export function playedMove(move: Move): GameMove {
  return { move, wxf: `w-${move}`, chinese: `c-${move}`, fen: `f-${move}`, capture: null, check: false };
}

/** What a server sees that takes every move for legal, and offers one. */
export function seenOf({ fen, moves }: { fen: string | null; moves: Move[] }): Seen {
  return {
    type: 'seen',
    fen: fen ?? START,
    side: sideToMove({ fen, moves }),
    legal: [{ move: 'a0a1', wxf: '', chinese: '' }],
    checked: null,
    history: moves.map(playedMove),
    end: null,
    chased: [],
    repetition: 1,
    warning: null,
    opening: null,
    ending: null,
    pieces: {},
  };
}

/** A clock that stands still until it is moved. */
export class TestTime implements Time {
  private clock = 1_700_000_000_000;
  private waiting: { due: number; every: number | null; call: () => void }[] = [];

  now(): number {
    return this.clock;
  }

  after(millis: number, call: () => void): () => void {
    const entry = { due: this.clock + millis, every: null, call };
    this.waiting.push(entry);
    return () => {
      this.waiting = this.waiting.filter((other) => other !== entry);
    };
  }

  every(millis: number, call: () => void): void {
    this.waiting.push({ due: this.clock + millis, every: millis, call });
  }

  async pass(millis: number): Promise<void> {
    const end = this.clock + millis;
    for (;;) {
      const next = this.waiting.filter(({ due }) => due <= end).sort((one, other) => one.due - other.due)[0];
      if (next === undefined) break;
      this.clock = next.due;
      if (next.every === null) this.waiting = this.waiting.filter((other) => other !== next);
      else next.due += next.every;
      next.call();
    }
    this.clock = end;
    await settled();
  }
}

/** A library that several worlds may share, as tabs of one browser do. */
export class TestLibrary {
  readonly records = new Map<string, GameRecord>();
  readonly reviews = new Map<string, unknown>();
  private readonly tabs: { games: Signal<readonly GameRecord[]>; hear: (record: GameRecord) => void }[] = [];
  /** What is heard of changes waits here while it is not null. */
  held: (() => void)[] | null = null;

  /** The library as one tab has it. */
  join(time: Time): Library {
    const listeners = new Set<(record: GameRecord) => void>();
    const games = signal<readonly GameRecord[]>([...this.records.values()]);
    const tab = { games, hear: (record: GameRecord) => listeners.forEach((listener) => void listener(record)) };
    this.tabs.push(tab);
    const tell = (record: GameRecord) => {
      const call = () => {
        for (const other of this.tabs) {
          other.games.value = [...this.records.values()];
          if (other !== tab) other.hear(structuredClone(record));
        }
      };
      if (this.held === null) call();
      else this.held.push(call);
    };
    return {
      games,
      read: async (id) => structuredClone(this.records.get(id)),
      put: async (record) => {
        const old = this.records.get(record.id);
        if (old !== undefined && old.revision !== record.revision) return { isStored: false, record: old };
        const next = structuredClone({ ...record, revision: record.revision + 1, changed: time.now() });
        this.records.set(next.id, next);
        tell(next);
        return { isStored: true, record: next };
      },
      add: async (records) => {
        for (const record of records) this.records.set(record.id, { ...structuredClone(record), revision: 1 });
        games.value = [...this.records.values()];
      },
      onChangeElsewhere: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      readReview: async (id) => structuredClone(this.reviews.get(id)),
      writeReview: async (id, review) => void this.reviews.set(id, structuredClone(review)),
    };
  }

  release(): void {
    const held = this.held ?? [];
    this.held = null;
    for (const call of held) call();
  }

  /** Every game as text: who played, how it ended, its moves. */
  texts(): string[] {
    return [...this.records.values()].map((record) => {
      const { red, black, result } = playersOf(record.tree);
      return [red, black, result, movesOf(record).join(' ')].join('|');
    });
  }
}

export class World {
  readonly server = new TestServer();
  readonly time = new TestTime();
  readonly settings = signal(DEFAULTS);
  readonly language = signal<Language>('en');
  readonly words = computed(() => dictionaryOf(this.language.value));
  readonly offers: { text: string; run: () => void }[] = [];
  readonly announced: string[] = [];
  readonly notified: string[] = [];
  readonly complaints: unknown[] = [];
  readonly sounds: Sound[] = [];

  constructor(
    readonly library = new TestLibrary(),
    readonly stored = new Map<string, unknown>(),
  ) {
    this.environment = this.makeEnvironment();
  }

  readonly environment: Environment;

  private makeEnvironment(): Environment {
    return {
      server: this.server.connection,
      storage: {
        read: async <T>(name: string) => this.stored.get(name) as T | undefined,
        // As IndexedDB does: what is changed later does not change what was stored.
        write: async (name, value) => void this.stored.set(name, structuredClone(value)),
        update: async (name, change) => {
          const next = change(structuredClone(this.stored.get(name)));
          if (next !== null) this.stored.set(name, structuredClone(next));
        },
      },
      library: this.library.join(this.time),
      time: this.time,
      notices: {
        announce: (text) => void this.announced.push(text),
        notify: (text) => void this.notified.push(text),
        offer: (text, _label, run) => void this.offers.push({ text, run }),
        complain: (error) => {
          if (!isSilent(error)) this.complaints.push(error);
        },
        errorText: (error) => (error instanceof Error ? error.message : String(error)),
      },
      settings: this.settings,
      language: this.language,
      words: this.words,
      sound: (name) => void this.sounds.push(name),
    };
  }

  lastAnnounced(): string {
    return this.announced[this.announced.length - 1] ?? '';
  }
}
