// The package: a xiangqi workbench, asked by typed requests.
//
//     const chuhe = await open();
//     const { move } = await chuhe.ask({ type: 'go', level: 10, millis: 500 });
//     chuhe.close();

import type { Opened, Options } from './channel.js';
import { Channel } from './channel.js';
import type { AskType, ErrorReply, FinalReplies, ProgressReplies, Reply, RequestOf } from './net/messages.js';

export type { Opened, Options } from './channel.js';
export { Channel } from './channel.js';
export type * from './net/messages.js';
export type { Build } from './program.js';

/** What a request may leave out: the starting position, no moves, the usual rules, one line. */
type Defaulted = 'fen' | 'moves' | 'rules' | 'lines';

/** A request, without what may be left out. */
export type Question<T extends AskType> = { type: T } & Omit<RequestOf<T>, Defaulted | 'type'> &
  Partial<Pick<RequestOf<T>, Extract<keyof RequestOf<T>, Defaulted>>>;

export interface AskOptions<T extends AskType> {
  /** Aborted when the answer is not wanted any more: the promise is refused, and a search ends. */
  signal?: AbortSignal;
  /** Aborted when a search is to end now and to answer with what it has found. */
  stop?: AbortSignal;
  /** Hears what comes before the last reply. If it throws, the promise is refused with that, and a search ends. */
  progress?: T extends keyof ProgressReplies ? (reply: ProgressReplies[T]) => void : never;
}

/** A request that could not be obeyed. The message is English; `reply` has the code, and the Chinese words. */
export class Refused extends Error {
  override name = 'Refused';
  readonly reply: ErrorReply;
  constructor(reply: ErrorReply) {
    super(reply.text);
    this.reply = reply;
  }
}

/** The workbench has ended: it was closed, could not be loaded, or has failed. Open another. */
export class Closed extends Error {
  override name = 'Closed';
}

interface Pending {
  resolve(reply: Reply): void;
  reject(error: Error): void;
  progress(reply: Reply): void;
}

const PROGRESS: readonly string[] = ['line', 'reviewed', 'file_game'];

export class Workbench {
  private nextId = 1;
  private ended: Closed | null = null;
  private readonly pending = new Map<number, Pending>();

  private constructor(
    private readonly channel: Channel,
    /** What was opened. */
    readonly opened: Opened,
  ) {
    channel.onmessage = ({ data }) => this.hear(JSON.parse(data));
    channel.onclose = ({ reason }) => this.finish(new Closed(reason));
  }

  /** Starts the workers and loads the program. */
  static open(options: Options = {}): Promise<Workbench> {
    return new Promise((resolve, reject) => {
      const channel = new Channel(options);
      channel.onopen = (opened) => resolve(new Workbench(channel, opened));
      channel.onclose = ({ reason }) => reject(new Closed(`the engine cannot be loaded: ${reason}`));
    });
  }

  /** Asks, and waits for the last reply. */
  ask<T extends AskType>(question: Question<T>, options: AskOptions<T> = {}): Promise<FinalReplies[T]> {
    const { signal, stop, progress } = options;
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.ended !== null) return Promise.reject(this.ended);
    const id = this.nextId++;
    return new Promise<Reply>((resolve, reject) => {
      // What cannot be written, such as a BigInt, is refused before anything waits for an answer.
      const text = JSON.stringify({ ...question, id });
      const tellStop = () => this.send({ type: 'stop', search: id });
      const onAbort = () => {
        if (!this.pending.has(id)) return;
        release();
        tellStop();
        reject(signal?.reason);
      };
      const release = () => {
        this.pending.delete(id);
        signal?.removeEventListener('abort', onAbort);
        stop?.removeEventListener('abort', tellStop);
      };
      this.pending.set(id, {
        resolve: (reply) => {
          release();
          resolve(reply);
        },
        reject: (error) => {
          release();
          reject(error);
        },
        progress: (reply) => {
          try {
            (progress as ((reply: Reply) => void) | undefined)?.(reply);
          } catch (error) {
            // The listener's own mistake is told to who asked.
            release();
            tellStop();
            reject(error);
          }
        },
      });
      this.channel.send(text);
      signal?.addEventListener('abort', onAbort);
      stop?.addEventListener('abort', tellStop);
      if (stop?.aborted) tellStop();
    }) as Promise<FinalReplies[T]>;
  }

  /** Ends the workers; whatever is under way is refused. */
  close(): void {
    this.channel.close();
    this.finish(new Closed('the engine was closed'));
  }

  private send(message: object): void {
    this.channel.send(JSON.stringify({ ...message, id: this.nextId++ }));
  }

  private hear(reply: Reply & { id: number | null }): void {
    const pending = reply.id === null ? undefined : this.pending.get(reply.id);
    if (PROGRESS.includes(reply.type)) pending?.progress(reply);
    else if (reply.type === 'error') pending?.reject(new Refused(reply));
    else pending?.resolve(reply);
  }

  private finish(error: Closed): void {
    this.ended ??= error;
    for (const pending of [...this.pending.values()]) pending.reject(error);
  }
}

/** Opens a workbench. */
export function open(options?: Options): Promise<Workbench> {
  return Workbench.open(options);
}
