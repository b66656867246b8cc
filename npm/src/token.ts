// How a worker that computes is told to stop, though it hears no messages: it looks, now and then.
//
// Where memory can be shared it looks at a number. Elsewhere at an address that leads to nothing but is there until it is withdrawn
// (a blob's), by a synchronous request, which workers may make; that takes a fraction of a millisecond, so it is made seldom.

import { canShare } from './platform.js';

/** What a worker is given to look at. */
export type Token = Int32Array | string;

/** Milliseconds between two looks at an address. */
const LOOK = 20;

export function newToken(): Token {
  return canShare ? new Int32Array(new SharedArrayBuffer(4)) : URL.createObjectURL(new Blob([]));
}

/** Tells whoever looks at it to stop. Done again, it changes nothing. */
export function withdraw(token: Token): void {
  if (typeof token === 'string') URL.revokeObjectURL(token);
  else Atomics.store(token, 0, 1);
}

function leadsSomewhere(address: string): boolean {
  const request = new XMLHttpRequest();
  try {
    request.open('GET', address, false);
    request.send();
    return request.status === 200;
  } catch {
    return false;
  }
}

/** Looks at tokens. Where a browser does not let it, nothing ever seems withdrawn, and whoever waits must end the worker. */
export class Lookout {
  private readonly canAsk: boolean;
  private nextLook = 0;

  constructor() {
    const own = canShare ? null : newToken();
    this.canAsk = typeof own === 'string' && leadsSomewhere(own);
    if (own !== null) withdraw(own);
  }

  isWithdrawn(token: Token): boolean {
    if (typeof token !== 'string') return Atomics.load(token, 0) !== 0;
    const now = performance.now();
    if (!this.canAsk || now < this.nextLook) return false;
    const isGone = !leadsSomewhere(token);
    this.nextLook = performance.now() + LOOK;
    return isGone;
  }

  /** A new token is looked at without delay. */
  begin(): void {
    this.nextLook = 0;
  }
}
