// What a controller asks of the world around it: a server, a store, the time, and a way to tell the
// user something. The app gives it the browser's, a test gives it its own.

import type { ReadonlySignal } from '@preact/signals';
import type { GameRecord } from '../core/record';
import type { Settings } from '../core/settings';
import type { AskOptions } from '../net/connection';
import type { AskType, FinalReplies, RequestOf } from '../net/messages';
import type { Dictionary } from '../words/en';
import type { Language } from '../words/language';

export interface Server {
  readonly isOpen: ReadonlySignal<boolean>;
  ask<T extends AskType>(message: RequestOf<T> & { type: T }, options?: AskOptions<T>): Promise<FinalReplies[T]>;
}

export interface Storage {
  read<T>(name: string): Promise<T | undefined>;
  write(name: string, value: unknown): Promise<void>;
  /** Puts a game on the list of games, or in the place of the one with its id. */
  keepGame(game: GameRecord): Promise<void>;
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
  /** Shows what went wrong, unless it is nothing that the user need know. */
  complain(error: unknown): void;
  /** What went wrong, in the user's language. */
  errorText(error: unknown): string;
}

export type Sound = 'move' | 'capture' | 'check' | 'end' | 'wrong' | 'right';

export interface Environment {
  readonly server: Server;
  readonly storage: Storage;
  readonly time: Time;
  readonly notices: Notices;
  readonly settings: ReadonlySignal<Settings>;
  readonly language: ReadonlySignal<Language>;
  readonly words: ReadonlySignal<Dictionary>;
  sound(name: Sound): void;
}
