// The one connection of this page, and what the server said about itself.

import { effect, signal } from '@preact/signals';
import { BEAT_MILLIS, Connection } from '../net/connection';
import type { Welcome } from '../net/messages';

function address(): string {
  const url = new URL('ws', location.href);
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  url.search = '';
  return url.href;
}

export const connection = new Connection(address());
export const welcome = signal<Welcome | null>(null);

export function connectServer(): void {
  effect(() => {
    if (connection.state.value !== 'open') return;
    connection.ask({ type: 'hello' }).then(
      (answer) => {
        welcome.value = answer;
      },
      () => undefined,
    );
  });
  setInterval(() => connection.beat(), BEAT_MILLIS);
  addEventListener('online', () => connection.connect());
  connection.connect();
}
