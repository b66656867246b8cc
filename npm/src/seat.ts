// A worker that carries out tasks, one after the other.

import type { Endpoint } from './platform.js';
import { parent, ready } from './platform.js';
import type { Program } from './program.js';
import { Instance, newMemory } from './program.js';
import type { Queue } from './threads.js';
import { enqueue } from './threads.js';
import type { Token } from './token.js';
import { Lookout } from './token.js';

/** What a seat needs, from the desk. */
export interface SeatOrder {
  program: Program;
  /** The memory that it shares with its threads, if it has any. */
  memory: WebAssembly.Memory | null;
  /** Where it asks for threads, if it has any. */
  queue: Queue | null;
  threads: number;
  hash: number;
}

/** A task. */
export interface TaskOrder {
  id: bigint;
  text: string;
  token: Token;
}

/** What a seat tells the desk, beside replies, which are texts. */
export type SeatNews = { ended: bigint } | { failed: string } | { wantsThread: true };

/** The worker's own part in all this. */
class Seat {
  private readonly lookout = new Lookout();
  private token: Token | null = null;
  private instance: Instance | null = null;

  constructor(private readonly desk: Endpoint) {
    desk.listen((message) => {
      try {
        if ('program' in (message as SeatOrder)) this.open(message as SeatOrder);
        else this.carryOut(message as TaskOrder);
      } catch (error) {
        this.tell({ failed: this.instance?.reason(error) ?? String(error) });
      }
    });
  }

  private tell(news: SeatNews): void {
    this.desk.post(news);
  }

  private open({ program, memory, queue, threads, hash }: SeatOrder): void {
    this.instance = new Instance(program.module, memory ?? newMemory(program.build), {
      reply: (text) => this.desk.post(text),
      start: () => undefined,
      stop: () => undefined,
      isStopped: () => this.token !== null && this.lookout.isWithdrawn(this.token),
      spawn: (begin) => {
        if (queue === null) return -1;
        this.tell({ wantsThread: true });
        return enqueue(queue, begin);
      },
    });
    this.instance.openSeat(threads, hash);
  }

  private carryOut(task: TaskOrder): void {
    this.token = task.token;
    this.lookout.begin();
    this.instance?.carryOut(task.text);
    this.token = null;
    this.tell({ ended: task.id });
  }
}

ready().then(() => new Seat(parent()));
