// The engine in this page, in place of a server: workers behind the same interface as the websocket. It is the package `chuhe`
// (npm/ in the repository), loaded from a folder of the site when it is wanted.

import type { Socket } from './connection';

/** The part of the package that is used. */
interface Channel {
  onopen: ((opened: unknown) => unknown) | null;
  onmessage: ((event: { data: string }) => unknown) | null;
  onclose: ((event: { reason: string }) => unknown) | null;
  onwarning: ((reason: string) => unknown) | null;
  send(text: string): void;
  close(): void;
}

let attempts = 0;

/** A browser remembers that a script could not be loaded, so that it is asked for by another name the next time. */
async function load(script: string): Promise<{ Channel: new () => Channel }> {
  attempts += 1;
  return import(/* @vite-ignore */ attempts === 1 ? script : `${script}?${attempts}`);
}

/** Opens the engine whose script is there; says why it cannot be opened, or has ended, and nothing once it is open. */
export function openLocal(script: string, tell: (trouble: string | null) => void): Socket {
  let channel: Channel | null = null;
  let isClosed = false;
  const socket: Socket = {
    onopen: null,
    onmessage: null,
    onclose: null,
    send: (text) => channel?.send(text),
    close() {
      isClosed = true;
      channel?.close();
    },
  };
  const end = (reason: string) => {
    if (isClosed) return;
    isClosed = true;
    tell(reason);
    socket.onclose?.(undefined as never);
  };
  load(script).then(
    (engine) => {
      if (isClosed) return;
      attempts = 1;
      channel = new engine.Channel();
      channel.onopen = () => {
        tell(null);
        socket.onopen?.(undefined as never);
      };
      channel.onmessage = (event) => socket.onmessage?.(event as never);
      channel.onclose = ({ reason }) => end(reason);
      channel.onwarning = (reason) => console.warn(`the engine has been started again: ${reason}`);
    },
    (error: unknown) => end(error instanceof Error ? error.message : String(error)),
  );
  return socket;
}
