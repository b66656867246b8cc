// The desk's view of a seat: its worker, the helpers of that worker, and the tasks that it has been given. A seat is started when it
// is first needed. One that fails, or does not obey, is ended with all that belongs to it; its tasks are reported lost, and the next task
// starts it anew.

import type { HelperOrder } from './helper.js';
import type { Endpoint } from './platform.js';
import { canShare, endpointOf, node, OF_NODE } from './platform.js';
import type { Program } from './program.js';
import { newMemory } from './program.js';
import type { SeatNews, SeatOrder, TaskOrder } from './seat.js';
import type { Queue } from './threads.js';
import { newQueue } from './threads.js';
import type { Token } from './token.js';
import { newToken, withdraw } from './token.js';

/** Milliseconds within which a task must end that was told to; a search looks for it fifty times a second, a busy machine may be slow. */
const PATIENCE = 5000;

/** What a seat has. */
export interface Means {
  readonly program: Program;
  readonly threads: number;
  readonly hash: number;
}

/** Who hears what becomes of tasks. */
export interface TaskListener {
  reply(text: string): void;
  ended(id: bigint): void;
  lost(id: bigint, reason: string): void;
}

interface Running {
  readonly token: Token;
  timer?: ReturnType<typeof setTimeout>;
}

interface Workers {
  readonly seat: Endpoint;
  readonly helpers: Endpoint[];
  readonly memory: WebAssembly.Memory | null;
  readonly queue: Queue | null;
}

const startSeat = () =>
  endpointOf(
    node === null
      ? new Worker(new URL('./seat.js', import.meta.url), { type: 'module', name: 'chuhe-seat' })
      : new node.Worker(new URL('./seat.js', import.meta.url), OF_NODE),
  );
const startHelper = () =>
  endpointOf(
    node === null
      ? new Worker(new URL('./helper.js', import.meta.url), { type: 'module', name: 'chuhe-helper' })
      : new node.Worker(new URL('./helper.js', import.meta.url), OF_NODE),
  );

export class SeatKeeper {
  private workers: Workers | null = null;
  private readonly tasks = new Map<bigint, Running>();

  constructor(
    private readonly means: Means,
    private readonly listener: TaskListener,
  ) {}

  has(id: bigint): boolean {
    return this.tasks.has(id);
  }

  start(id: bigint, text: string): void {
    const token = newToken();
    this.tasks.set(id, { token });
    try {
      this.workers ??= this.open();
      this.workers.seat.post({ id, text, token } satisfies TaskOrder);
    } catch (error) {
      this.lose(String(error));
    }
  }

  stop(id: bigint): void {
    const task = this.tasks.get(id);
    if (task === undefined) return;
    withdraw(task.token);
    task.timer ??= setTimeout(() => this.lose('it does not stop'), PATIENCE);
  }

  end(): void {
    this.workers?.seat.end();
    for (const helper of this.workers?.helpers ?? []) helper.end();
    this.workers = null;
  }

  private open(): Workers {
    const { program, threads, hash } = this.means;
    // What is not shared must not be sent.
    const memory = canShare && threads > 1 ? newMemory(program.build) : null;
    const queue = memory === null ? null : newQueue();
    const workers: Workers = { seat: startSeat(), helpers: [], memory, queue };
    workers.seat.listen(
      (message) => this.hear(workers, message as string | SeatNews),
      (reason) => this.loseIf(workers, reason),
    );
    workers.seat.post({ program, memory, queue, threads, hash } satisfies SeatOrder);
    return workers;
  }

  private hear(workers: Workers, message: string | SeatNews): void {
    if (workers !== this.workers) return;
    if (typeof message === 'string') this.listener.reply(message);
    else if ('ended' in message) this.finish(message.ended);
    else if ('failed' in message) this.lose(message.failed);
    else this.addHelper(workers);
  }

  private addHelper(workers: Workers): void {
    const { memory, queue, helpers } = workers;
    if (memory === null || queue === null || helpers.length + 1 >= this.means.threads) return;
    const helper = startHelper();
    helpers.push(helper);
    helper.listen(
      (message) => this.loseIf(workers, (message as { failed: string }).failed),
      (reason) => this.loseIf(workers, reason),
    );
    helper.post({ module: this.means.program.module, memory, queue } satisfies HelperOrder);
  }

  private finish(id: bigint): void {
    const task = this.tasks.get(id);
    if (task === undefined) return;
    this.tasks.delete(id);
    this.release(task);
    this.listener.ended(id);
  }

  private release({ token, timer }: Running): void {
    clearTimeout(timer);
    withdraw(token);
  }

  private loseIf(workers: Workers, reason: string): void {
    if (workers === this.workers) this.lose(reason);
  }

  private lose(reason: string): void {
    this.end();
    const lost = [...this.tasks];
    this.tasks.clear();
    for (const [id, task] of lost) {
      this.release(task);
      this.listener.lost(id, reason);
    }
  }
}
