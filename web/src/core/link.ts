// A game in a link: its tree, the place that is shown and the side from which, as JSON, deflated, in base64url behind
// a version number. It stands in the part of an address behind `#`, which a browser sends nowhere. What is
// damaged, too large or of a newer version is refused with a reason; zlib's checksum finds damage.

import { readFen } from './fen';
import type { PackedTree } from './pack';
import { readPacked } from './pack';
import type { Path } from './tree';

export interface SharedGame {
  tree: PackedTree;
  path: Path;
  flipped: boolean;
}

export type LinkFault = 'damaged' | 'newer' | 'too_large' | 'unsupported';

export class LinkError extends Error {
  override name = 'LinkError';
  constructor(readonly fault: LinkFault) {
    super(`the link is ${fault}`);
  }
}

const VERSION = '1';
const MAX_CHARACTERS = 300_000;
/** A few bytes can grow to a great many. */
const MAX_BYTES = 2 << 20;

/** The bytes that a stream gives, at most so many as are allowed. */
async function passThrough(
  bytes: Uint8Array<ArrayBuffer>,
  stream: GenericTransformStream,
  limit: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([bytes])
    .stream()
    .pipeThrough(stream as ReadableWritablePair<Uint8Array, Uint8Array>)
    .getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > limit) {
      void reader.cancel();
      throw new LinkError('too_large');
    }
    parts.push(part.value);
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function toText(bytes: Uint8Array): string {
  let letters = '';
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  if (!/^[\w-]*$/.test(text)) throw new LinkError('damaged');
  return Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (letter) => letter.charCodeAt(0));
}

export async function writeLink({ tree, path, flipped }: SharedGame): Promise<string> {
  if (typeof CompressionStream === 'undefined') throw new LinkError('unsupported');
  const { moves, fen, result, tags, comment, notes } = tree;
  const json = JSON.stringify([moves, fen ?? 0, result, tags, comment, notes, path, flipped ? 1 : 0]);
  const bytes = await passThrough(new TextEncoder().encode(json), new CompressionStream('deflate'), MAX_BYTES);
  const text = VERSION + toText(bytes);
  if (text.length > MAX_CHARACTERS) throw new LinkError('too_large');
  return text;
}

function readShared(value: unknown): SharedGame {
  if (!Array.isArray(value)) throw new LinkError('damaged');
  const [moves, fen, result, tags, comment, notes, path, flipped] = value as unknown[];
  const tree = readPacked({ moves, fen: fen === 0 ? null : fen, result, tags, comment, notes });
  if (tree === null || (tree.fen !== null && readFen(tree.fen) === null)) throw new LinkError('damaged');
  const isPath = Array.isArray(path) && path.every((index) => Number.isInteger(index) && index >= 0);
  return { tree, path: isPath ? (path as number[]) : [], flipped: flipped === 1 };
}

export async function readLink(text: string): Promise<SharedGame> {
  if (typeof DecompressionStream === 'undefined') throw new LinkError('unsupported');
  if (text.length > MAX_CHARACTERS) throw new LinkError('too_large');
  if (/^[2-9]/.test(text)) throw new LinkError('newer');
  if (!text.startsWith(VERSION)) throw new LinkError('damaged');
  try {
    const bytes = await passThrough(toBytes(text.slice(1)), new DecompressionStream('deflate'), MAX_BYTES);
    return readShared(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch (error) {
    throw error instanceof LinkError ? error : new LinkError('damaged');
  }
}
