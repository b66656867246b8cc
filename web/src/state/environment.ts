// What a controller asks of the world around it: a server, a store, the time, and a way to tell the
// user something. The app gives it the browser's, a test gives it its own.

import type { ReadonlySignal } from '@preact/signals';
import type { GameRecord, Stored } from '../core/record';
import type { Settings } from '../core/settings';
import type { AskOptions } from '../net/connection';
import type { AskType, FinalReplies, RequestOf } from '../net/messages';
import type { Dictionary } from '../words/en';
import type { Language } from '../words/language';

export interface Server {
  readonly isOpen: ReadonlySignal<boolean>;
  /** For how many milliseconds nothing was heard before the connection was given up; 0 if it was closed. */
  readonly silence: number;
  ask<T extends AskType>(message: RequestOf<T> & { type: T }, options?: AskOptions<T>): Promise<FinalReplies[T]>;
}

export interface Storage {
  /** A value of this tab; of the browser if this tab has none yet. */
  read<T>(name: string): Promise<T | undefined>;
  write(name: string, value: unknown): Promise<void>;
  /** Changes a value that all tabs share, without anybody in between; null leaves it as it is. */
  update(name: string, change: (old: unknown) => unknown): Promise<void>;
}

export interface Library {
  /** All games, newest first, those included that were deleted a while ago. */
  readonly games: ReadonlySignal<readonly GameRecord[]>;
  read(id: string): Promise<GameRecord | undefined>;
  /** Stores a change of the version whose revision the record has; refused if there is a newer one. */
  put(record: GameRecord): Promise<Stored>;
  /** Puts games in that are new. */
  add(records: readonly GameRecord[]): Promise<void>;
  /** Hears what others change: other tabs, and the list of games. */
  onChangeElsewhere(listener: (record: GameRecord) => void): () => void;
  readReview(id: string): Promise<unknown>;
  writeReview(id: string, review: unknown): Promise<void>;
}

export interface Time {
  /** Milliseconds since 1970. */
  now(): number;
  /** Calls once, later; what it returns calls it off. */
  after(millis: number, call: () => void): () => void;
  /** Calls again and again, for good. */
  every(millis: number, call: () => void): void;
}

export interface Notices {
  /** Says something to those who listen. */
  announce(text: string): void;
  /** Shows something for a while. */
  notify(text: string): void;
  /** Shows something that can be undone, with a button for it. */
  offer(text: string, label: string, action: () => void): void;
  /** Shows what went wrong, unless it is nothing that the user need know. */
  complain(error: unknown): void;
  /** What went wrong, in the user's language. */
  errorText(error: unknown): string;
}

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'wrong' | 'right';

export interface Environment {
  readonly server: Server;
  readonly storage: Storage;
  readonly library: Library;
  readonly time: Time;
  readonly notices: Notices;
  readonly settings: ReadonlySignal<Settings>;
  readonly language: ReadonlySignal<Language>;
  readonly words: ReadonlySignal<Dictionary>;
  sound(name: Sound): void;
}
