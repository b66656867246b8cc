// The worker that a page speaks to. It is never long at work: what takes time is done at seats, in workers of its own.

import { MAX_HASH } from './channel.js';
import type { Endpoint } from './platform.js';
import { canShare, parent, processors, ready } from './platform.js';
import type { Build } from './program.js';
import { Instance, load, newMemory } from './program.js';
import type { TaskListener } from './seatkeeper.js';
import { SeatKeeper } from './seatkeeper.js';

/** Mebibytes of a search's table, unless others are asked for. */
const HASH = 32;
/** More threads than this help little, and each takes memory. */
const MAX_THREADS = 16;

/** How a reply to nobody begins. */
const UNADDRESSED = '{"id":null';

/** What is asked of a desk when it is opened. */
export interface DeskOrder {
  threads?: number | undefined;
  hash?: number | undefined;
  build?: Build | undefined;
}

/** What a desk tells, beside replies, which are texts. */
export type DeskNews = { ready: { build: Build; threads: number } } | { failed: string } | { warning: string };

const between = (value: number, min: number, max: number) => Math.max(min, Math.min(max, Math.floor(value) || min));

class Desk {
  private readonly seats: SeatKeeper[];
  private readonly instance: Instance;
  /** The message that is being read. */
  private text = '';

  private constructor(
    private readonly page: Endpoint,
    means: ConstructorParameters<typeof SeatKeeper>[0],
  ) {
    const listener: TaskListener = {
      reply: (text) => page.post(text),
      ended: (id) => this.instance.ended(id),
      lost: (id, reason) => {
        this.tell({ warning: reason });
        this.instance.failed(id);
      },
    };
    // Moves and analyses have all threads; reviews and questions need one.
    this.seats = [means, { ...means, threads: 1 }, { ...means, threads: 1 }].map(
      (each) => new SeatKeeper(each, listener),
    );
    const { program, threads, hash } = means;
    this.instance = new Instance(program.module, newMemory(program.build), {
      reply: (text) => page.post(this.addressed(text)),
      start: (id, seat) => this.seats[seat]?.start(id, this.text),
      stop: (id) => this.seats.find((seat) => seat.has(id))?.stop(id),
      isStopped: () => false,
      spawn: () => -1,
    });
    this.instance.openDesk(threads, hash);
    this.tell({ ready: { build: program.build, threads } });
  }

  static async open(page: Endpoint, order: DeskOrder): Promise<Desk> {
    const program = await load(order.build);
    const most = canShare && program.build === 'simd' ? MAX_THREADS : 1;
    const threads = between(order.threads ?? (await processors()), 1, most);
    return new Desk(page, { program, threads, hash: between(order.hash ?? HASH, 1, MAX_HASH) });
  }

  /** A reply to a message that the program could not read, under the number that the message has all the same. */
  private addressed(reply: string): string {
    if (this.text === '' || !reply.startsWith(UNADDRESSED)) return reply;
    try {
      const { id } = JSON.parse(this.text);
      return Number.isSafeInteger(id) ? `{"id":${id}${reply.slice(UNADDRESSED.length)}` : reply;
    } catch {
      return reply;
    }
  }

  private tell(news: DeskNews): void {
    this.page.post(news);
  }

  receive(text: string): void {
    this.text = text;
    try {
      this.instance.receive(text);
    } catch (error) {
      this.tell({ failed: this.instance.reason(error) });
      this.end();
    }
    this.text = '';
  }

  end(): void {
    for (const seat of this.seats) seat.end();
    this.page.end();
  }
}

ready().then(() => {
  const page = parent();
  let desk: Desk | null = null;
  page.listen((message) => {
    if (typeof message === 'string') desk?.receive(message);
    else {
      Desk.open(page, message as DeskOrder).then(
        (opened) => {
          desk = opened;
        },
        (error: unknown) =>
          page.post({ failed: error instanceof Error ? error.message : String(error) } satisfies DeskNews),
      );
    }
  });
});
