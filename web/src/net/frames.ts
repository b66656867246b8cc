// Frames of the websocket as replies. What a reply holds is not looked into: the server's word is taken.

import type { Reply } from './messages';

export type IncomingReply = Reply & { id: number | null };

const PROGRESS: readonly string[] = ['line', 'reviewed', 'file_game', 'room_state'];

/** Whether more replies to the same request will follow. */
export function isProgress(reply: Reply): boolean {
  return PROGRESS.includes(reply.type);
}

/** Reads a frame; null for what is not a message at all. */
export function readReply(text: string): IncomingReply | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null) return null;
  const { type, id } = value as { type?: unknown; id?: unknown };
  if (typeof type !== 'string' || !(typeof id === 'number' || id === null || id === undefined)) return null;
  return { ...(value as Reply), id: id ?? null };
}
