// One task of a kind at a time: beginning the next one aborts the one before. This is how every
// controller drops what comes too late.

import type { Time } from './environment';

export class Latest {
  private controller = new AbortController();

  /** The signal of the task that was begun last. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  begin(): AbortSignal {
    this.controller.abort();
    this.controller = new AbortController();
    return this.controller.signal;
  }

  end(): void {
    this.controller.abort();
  }
}

/** Waits; refused when the signal is aborted. */
export function pause(time: Time, millis: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const callOff = time.after(millis, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    const onAbort = () => {
      callOff();
      reject(new DOMException('not wanted any more', 'AbortError'));
    };
    if (signal.aborted) onAbort();
    else signal.addEventListener('abort', onAbort, { once: true });
  });
}
