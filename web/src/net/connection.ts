// One websocket to the server, with typed questions and answers. It reconnects by itself, ever more
// slowly; questions asked while it is down wait for it, questions that were under way are refused with
// `ConnectionLost`, and whoever asked decides whether to ask again.

import { signal } from '@preact/signals';
import type {
  Answer,
  AskType,
  ErrorAnswer,
  FinalAnswers,
  IncomingAnswer,
  ProgressAnswers,
  RequestOf,
} from './messages';
import { isProgress, readAnswer } from './messages';

export type ConnectionState = 'connecting' | 'open' | 'lost';

export class ConnectionLost extends Error {
  override name = 'ConnectionLost';
  constructor() {
    super('the connection to the server was lost');
  }
}

export class ServerError extends Error {
  override name = 'ServerError';
  readonly answer: ErrorAnswer;
  constructor(answer: ErrorAnswer) {
    super(answer.text);
    this.answer = answer;
  }
}

export interface Search<T extends AskType> {
  readonly done: Promise<FinalAnswers[T]>;
  stop(): void;
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
  resolve(answer: Answer): void;
  reject(error: Error): void;
  progress(answer: Answer): void;
}

const FIRST_DELAY = 250;
const LONGEST_DELAY = 5000;

export class Connection {
  readonly state = signal<ConnectionState>('connecting');
  private socket: Socket | null = null;
  private isOpen = false;
  private waiting: { id: number; text: string }[] = [];
  private pending = new Map<number, Pending>();
  private nextId = 1;
  private delay = FIRST_DELAY;
  private timer: ReturnType<typeof setTimeout> | undefined;

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
      this.delay = FIRST_DELAY;
      // What has waited goes first: ids must count upwards, and those who watch the state ask at once.
      for (const { text } of this.waiting.splice(0)) socket.send(text);
      this.isOpen = true;
      this.state.value = 'open';
    };
    socket.onmessage = (event: { data: unknown }) => this.receive(event.data);
    socket.onclose = () => this.lose();
  }

  /** Asks and waits for the last answer. */
  ask<T extends AskType>(message: RequestOf<T>): Promise<FinalAnswers[T]> {
    return this.begin<T>(message, () => undefined).done;
  }

  /** Asks for something that reports on its way and can be stopped. */
  search<T extends keyof ProgressAnswers>(
    message: RequestOf<T>,
    progress: (answer: ProgressAnswers[T]) => void,
  ): Search<T> {
    return this.begin<T>(message, (answer) => progress(answer as ProgressAnswers[T]));
  }

  private begin<T extends AskType>(message: RequestOf<T>, progress: (answer: Answer) => void): Search<T> {
    const id = this.nextId++;
    const done = new Promise<Answer>((resolve, reject) => {
      this.pending.set(id, { resolve, reject, progress });
    }) as Promise<FinalAnswers[T]>;
    this.send(id, message);
    return { done, stop: () => this.stop(id) };
  }

  private stop(id: number): void {
    const unsent = this.waiting.findIndex((entry) => entry.id === id);
    if (unsent >= 0) {
      this.waiting.splice(unsent, 1);
      this.pending.get(id)?.reject(new ConnectionLost());
      this.pending.delete(id);
    } else if (this.pending.has(id)) {
      this.send(this.nextId++, { type: 'stop', search: id });
    }
  }

  private send(id: number, message: object): void {
    const text = JSON.stringify({ ...message, id });
    if (this.isOpen) this.socket?.send(text);
    else this.waiting.push({ id, text });
  }

  private receive(data: unknown): void {
    const answer = typeof data === 'string' ? readAnswer(data) : null;
    if (answer === null || answer.id === null) return;
    const pending = this.pending.get(answer.id);
    if (pending === undefined) return;
    this.settle(answer, pending);
  }

  private settle(answer: IncomingAnswer, pending: Pending): void {
    if (isProgress(answer)) {
      pending.progress(answer);
      return;
    }
    this.pending.delete(answer.id as number);
    if (answer.type === 'error') pending.reject(new ServerError(answer));
    else pending.resolve(answer);
  }

  private lose(): void {
    this.socket = null;
    this.isOpen = false;
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
