// The one connection of this page, and what the server said about itself. Where the page has an engine of its own, that is the server.

import { effect, signal } from '@preact/signals';
import type { Socket } from '../net/connection';
import { BEAT_MILLIS, Connection, ServerError } from '../net/connection';
import type { Welcome } from '../net/messages';
import { engineScript, engineTrouble, siteParts } from './engine';

function address(): string {
  const url = new URL('ws', location.href);
  url.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  url.hash = '';
  url.search = '';
  return url.href;
}

function openEngine(script: string): Socket {
  if (siteParts.value === null) throw new Error('the page is not loaded');
  return siteParts.value.openLocal(script, (trouble) => {
    engineTrouble.value = trouble;
  });
}

export const connection = engineScript === null ? new Connection(address()) : new Connection(engineScript, openEngine);
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
