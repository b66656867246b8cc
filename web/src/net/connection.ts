// One websocket to the server, with typed questions and answers. It reconnects by itself, ever more
// slowly; questions asked while it is down wait for it, questions that were under way are refused with
// `ConnectionLost`, and whoever asked decides whether to ask again. A connection that stalls without being
// closed counts as lost, too: while an answer is awaited and nothing is heard, the server is asked for a
// word, and if it stays silent the socket is given up.
//
// An answer that comes too late is never heard: whoever may lose interest gives an `AbortSignal`, and
// once that is aborted the promise is refused, reports end, and a search on the server is stopped.

import type { ReadonlySignal } from '@preact/signals';
import { computed, signal as newSignal } from '@preact/signals';
import type { IncomingReply } from './frames';
import { isProgress, readReply } from './frames';
import type { AskType, ErrorReply, FinalReplies, ProgressReplies, Reply, RequestOf } from './messages';

export type ConnectionState = 'connecting' | 'open' | 'lost';

export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
  constructor() {
    super('the connection to the server was lost');
  }
}

export class ServerError extends Error {
  override name = 'ServerError';
  readonly reply: ErrorReply;
  constructor(reply: ErrorReply) {
    super(reply.text);
    this.reply = reply;
  }
}

function abortError(): Error {
  return new DOMException('the answer is not wanted any more', 'AbortError');
}

/** Whether a question failed in a way that the user need not be told of: nobody waits for the answer,
 * or the connection was lost, which is shown by itself. */
export function isSilent(error: unknown): boolean {
  return error instanceof ConnectionLost || (error instanceof Error && error.name === 'AbortError');
}

export interface AskOptions<T extends AskType> {
  /** Aborted when the answer is not wanted any more. */
  signal?: AbortSignal;
  /** Aborted when a search is to end now and to answer with what it has found. */
  stop?: AbortSignal;
  /** Hears what comes before the last reply. */
  progress?: T extends keyof ProgressReplies ? (reply: ProgressReplies[T]) => void : never;
}

/** The part of a WebSocket that is used, so that tests can stand in for it. */
export interface Socket {
  onopen: ((event: never) => unknown) | null;
  onmessage: ((event: never) => unknown) | null;
  onclose: ((event: never) => unknown) | null;
  send(text: string): void;
  close(): void;
}

interface Pending {
  isSearch: boolean;
  resolve(reply: Reply): void;
  reject(error: Error): void;
  progress(reply: Reply): void;
}

const FIRST_DELAY = 250;
const LONGEST_DELAY = 5000;
/** How often it is looked whether the server is still there. */
export const BEAT_MILLIS = 4000;
/** After this many silent beats the connection is lost. */
const SILENT_BEATS = 4;
const SEARCHES: readonly AskType[] = ['go', 'review', 'read_file', 'room_enter'];

export class Connection {
  readonly state = newSignal<ConnectionState>('connecting');
  readonly isOpen: ReadonlySignal<boolean> = computed(() => this.state.value === 'open');
  private socket: Socket | null = null;
  private canSend = false;
  private waiting: { id: number; text: string }[] = [];
  private pending = new Map<number, Pending>();
  private nextId = 1;
  private delay = FIRST_DELAY;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private silentBeats = 0;
  /** For how long nothing was heard before the connection was lost, if it was lost by silence; else 0. */
  silence = 0;

  constructor(
    private readonly url: string,
    private readonly open: (url: string) => Socket = (address) => new WebSocket(address) as unknown as Socket,
  ) {}

  connect(): void {
    clearTimeout(this.timer);
    if (this.socket !== null) return;
    const socket = this.open(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.silence = 0;
      this.silentBeats = 0;
      this.delay = FIRST_DELAY;
      // What has waited goes first: ids must count upwards, and those who watch the state ask at once.
      for (const { text } of this.waiting.splice(0)) socket.send(text);
      this.canSend = true;
      this.state.value = 'open';
    };
    socket.onmessage = (event: { data: unknown }) => this.receive(event.data);
    socket.onclose = () => {
      if (this.socket === socket) this.lose();
    };
  }

  /** To be called every `BEAT_MILLIS`: notices a connection that is open and dead. */
  beat(): void {
    if (!this.canSend || this.pending.size === 0) {
      this.silentBeats = 0;
      return;
    }
    this.silentBeats += 1;
    if (this.silentBeats === 2) this.send(this.nextId++, { type: 'hello' });
    if (this.silentBeats < SILENT_BEATS) return;
    this.silence = this.silentBeats * BEAT_MILLIS;
    const socket = this.socket;
    this.lose();
    socket?.close();
  }

  /** Asks and waits for the last reply. */
  ask<T extends AskType>(
    message: RequestOf<T> & { type: T },
    { signal, stop, progress }: AskOptions<T> = {},
  ): Promise<FinalReplies[T]> {
    if (signal?.aborted) return Promise.reject(abortError());
    const id = this.nextId++;
    return new Promise((resolve, reject) => {
      const onAbort = () => this.abandon(id);
      const onStop = () => this.stop(id);
      const release = () => {
        signal?.removeEventListener('abort', onAbort);
        stop?.removeEventListener('abort', onStop);
      };
      this.pending.set(id, {
        isSearch: SEARCHES.includes((message as { type: T }).type),
        resolve: (reply) => {
          release();
          resolve(reply as FinalReplies[T]);
        },
        reject: (error) => {
          release();
          reject(error);
        },
        progress: (reply) => (progress as ((reply: Reply) => void) | undefined)?.(reply),
      });
      this.send(id, message);
      signal?.addEventListener('abort', onAbort);
      stop?.addEventListener('abort', onStop);
      if (stop?.aborted) onStop();
    });
  }

  /** Nobody waits for the answer any more. */
  private abandon(id: number): void {
    const pending = this.pending.get(id);
    if (!this.withdraw(id) && pending?.isSearch) this.tellStop(id);
    this.pending.delete(id);
    pending?.reject(abortError());
  }

  /** Ends a search early; its answer still comes, unless it was never sent. */
  private stop(id: number): void {
    const pending = this.pending.get(id);
    if (this.withdraw(id)) {
      this.pending.delete(id);
      pending?.reject(new ConnectionLost());
    } else if (pending?.isSearch) {
      this.tellStop(id);
    }
  }

  /** A search that was sent over a connection that is gone has ended with it. */
  private tellStop(id: number): void {
    if (this.canSend) this.send(this.nextId++, { type: 'stop', search: id });
  }

  /** Takes a question back that has not been sent; false if it has been. */
  private withdraw(id: number): boolean {
    const unsent = this.waiting.findIndex((entry) => entry.id === id);
    if (unsent >= 0) this.waiting.splice(unsent, 1);
    return unsent >= 0;
  }

  private send(id: number, message: object): void {
    const text = JSON.stringify({ ...message, id });
    if (this.canSend) this.socket?.send(text);
    else this.waiting.push({ id, text });
  }

  private receive(data: unknown): void {
    this.silentBeats = 0;
    const reply = typeof data === 'string' ? readReply(data) : null;
    if (reply === null || reply.id === null) return;
    const pending = this.pending.get(reply.id);
    if (pending === undefined) return;
    this.settle(reply.id, reply, pending);
  }

  private settle(id: number, reply: IncomingReply, pending: Pending): void {
    if (isProgress(reply)) {
      pending.progress(reply);
      return;
    }
    this.pending.delete(id);
    if (reply.type === 'error') pending.reject(new ServerError(reply));
    else pending.resolve(reply);
  }

  private lose(): void {
    this.socket = null;
    this.canSend = false;
    this.state.value = 'lost';
    const unsent = new Set(this.waiting.map((entry) => entry.id));
    for (const [id, pending] of this.pending) {
      if (unsent.has(id)) continue;
      this.pending.delete(id);
      pending.reject(new ConnectionLost());
    }
    this.timer = setTimeout(() => this.connect(), this.delay);
    this.delay = Math.min(LONGEST_DELAY, this.delay * 2);
  }
}
