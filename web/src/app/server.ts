// The one connection of this page, and what the server said about itself.

import { effect, signal } from '@preact/signals';
import { BEAT_MILLIS, Connection, ServerError } from '../net/connection';
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
/** Whether this browser came by the link of a room, and can do nothing else here. */
export const isGuest = signal(false);

export function connectServer(): void {
  effect(() => {
    if (connection.state.value !== 'open') return;
    connection.ask({ type: 'hello' }).then(
      (answer) => {
        welcome.value = answer;
        isGuest.value = false;
      },
      (error: unknown) => {
        if (error instanceof ServerError && error.reply.error.code === 'only_rooms') isGuest.value = true;
      },
    );
  });
  setInterval(() => connection.beat(), BEAT_MILLIS);
  addEventListener('online', () => connection.connect());
  connection.connect();
}
