// Files and texts of games: read by the server, whatever their format and encoding, offered if there are
// several, and put into the library when they are opened. Written by the server, too, a few games at a time.

import { signal } from '@preact/signals';
import { nextChapter } from '../core/chapters';
import type { PackedTree } from '../core/pack';
import { packTree, readResult, unpackTree } from '../core/pack';
import type { GameRecord, OpeningWords } from '../core/record';
import { newRecord } from '../core/record';
import type { Tree } from '../core/tree';
import { flatten, treeOf, unflatten } from '../core/tree';
import type { FileFormat, FileGame, FileWritten, GameTree } from '../net/messages';
import type { Dictionary } from '../words/en';
import { wordsIn } from '../words/language';
import type { Environment } from './environment';
import { Latest } from './latest';

/** A game of a file, packed: a file may have tens of thousands. */
export interface ReadGame {
  tree: PackedTree;
  opening: OpeningWords | null;
}

/** What a file holds. */
export interface ReadFile {
  name: string;
  format: string;
  games: ReadGame[];
  /** Why some games cannot be read, in words. */
  faults: string[];
}

/** Games whose moves together are more than this are written in several requests. */
const BATCH_CHARACTERS = 250_000;
/** The largest file that the server reads. */
const MAX_FILE = 32 << 20;
/** The most bytes that a message holds; one that is much longer would end the connection. */
const MAX_SENT = 3 << 20;
/** Files of more than this are packed. */
const MAX_PLAIN = 1 << 18;
const CHUNK = 0x8000;
/** Texts of games are cut between games into parts of about this many bytes, so that each is read soon and none is too large. */
const PART = 1 << 20;
const BRACES = [0x7b, 0x7d];

/** Where a text of games in PGN can be cut: before a line `[Game ` or `[Event ` behind an empty line, outside of comments. */
function cutsOf(bytes: Uint8Array, least: number): number[] {
  const starts = ['[Game ', '[Event '].map((text) => new TextEncoder().encode(text));
  const isStart = (at: number) => starts.some((start) => start.every((byte, index) => bytes[at + index] === byte));
  const cuts: number[] = [];
  let open = 0;
  let last = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === BRACES[0]) open += 1;
    else if (byte === BRACES[1]) open = Math.max(0, open - 1);
    else if (byte === 0x5b && at - last >= least && open === 0 && bytes[at - 1] === 0x0a && isStart(at)) {
      const before = bytes[at - 2] === 0x0d ? at - 3 : at - 2;
      if (bytes[before] !== 0x0a) continue;
      cuts.push(at);
      last = at;
    }
  }
  return cuts;
}

/** The parts of a file that are read one after the other; only one if it is small or no text that can be cut. */
export function partsOf(bytes: Uint8Array<ArrayBuffer>, least = PART): Uint8Array<ArrayBuffer>[] {
  const cuts = bytes.length <= 2 * least || bytes.subarray(0, 4096).includes(0) ? [] : cutsOf(bytes, least);
  return [0, ...cuts].map((from, index) => bytes.subarray(from, cuts[index] ?? bytes.length));
}

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return btoa(text);
}

async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

export function gameTreeOf(tree: Tree): GameTree {
  const { fen, tags, result, comment } = tree;
  return { fen, tags: tags.map(([name, value]) => [name, value]), result, comment, nodes: flatten(tree) };
}

export function treeOfGame({ fen, tags, result, comment, nodes }: GameTree): Tree {
  return { fen, tags, result: readResult(result), comment, children: unflatten(nodes) };
}

export interface FilesEnvironment extends Environment {
  /** Shows a game that has been read. */
  show(game: ReadGame): void;
}

export class FilesController {
  /** A file with several games, of which one is to be chosen. */
  readonly choosing = signal<ReadFile | null>(null);
  readonly reading = signal(false);
  private readonly latest = new Latest();

  constructor(private readonly environment: FilesEnvironment) {}

  /** Reads a file and shows its game, or offers its games. What cannot be read is refused in words. */
  async open(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<ReadFile> {
    const file = await this.read(bytes, name);
    const { notices, words } = this.environment;
    const first = file.games[0];
    if (file.games.length > 1 || (first !== undefined && file.faults.length > 0)) {
      this.choosing.value = file;
    } else if (first !== undefined) {
      this.environment.show(first);
      notices.notify(words.value.loaded(formatName(file.format, words.value), flatten(unpackTree(first.tree)).length));
    }
    return file;
  }

  /** One of the games is chosen. */
  choose(index: number): void {
    const game = this.choosing.value?.games[index];
    if (game === undefined) return;
    this.choosing.value = null;
    this.environment.show(game);
  }

  /** All games go into the library, in a folder of their own. */
  async keepAll(file: ReadFile): Promise<number> {
    const { library, settings, time } = this.environment;
    const now = time.now();
    const folder = file.games.length > 1 ? file.name.replace(/\.[^.]*$/, '') : '';
    const first = folder === '' ? 0 : nextChapter(library.games.value, folder);
    const records = file.games.map(({ tree, opening }, index) => {
      const place = folder === '' ? {} : { folder, chapter: first + index };
      return newRecord({ kind: 'loaded', rules: settings.value.rules, tree, opening, ...place }, now);
    });
    await library.add(records);
    return records.length;
  }

  close(): void {
    this.choosing.value = null;
  }

  /** Reads all games. Where there is none, the beginning of one is better than nothing. */
  async read(bytes: Uint8Array<ArrayBuffer>, name: string): Promise<ReadFile> {
    const { notices, words } = this.environment;
    const parts = partsOf(bytes);
    const signal = this.latest.begin();
    const file: ReadFile = { name, format: '', games: [], faults: [] };
    this.reading.value = true;
    try {
      let count = 0;
      for (const part of parts) {
        count += await this.readPart(part, file, count, signal);
        if (parts.length > 1) notices.notify(words.value.games_read(file.games.length, name));
      }
      if (file.games.length > 0) return file;
      return await this.readText(bytes, name, file.faults, signal);
    } finally {
      if (!signal.aborted) this.reading.value = false;
    }
  }

  /** Reads a part of a file, before which there were this many games, and says how many there are in it. */
  private async readPart(
    bytes: Uint8Array<ArrayBuffer>,
    file: ReadFile,
    before: number,
    signal: AbortSignal,
  ): Promise<number> {
    const { server, language, words } = this.environment;
    const isPacked = bytes.length > MAX_PLAIN;
    const sent = isPacked && bytes.length <= MAX_FILE ? await packed(bytes) : bytes;
    if (bytes.length > MAX_FILE) throw new Error(words.value.file_too_large(file.name, MAX_FILE >> 20));
    if (sent.length > MAX_SENT) throw new Error(words.value.file_too_dense(file.name, MAX_SENT >> 20));
    let count = 0;
    const progress = ({ number, game, opening, fault }: FileGame) => {
      count = Math.max(count, number);
      const tree = game === null ? null : treeOfGame(game);
      // A text that says nothing at all may pass for a game without moves.
      if (tree !== null && (tree.children.length > 0 || tree.fen !== null || tree.tags.length > 0)) {
        file.games.push({ tree: packTree(tree), opening });
      }
      if (fault !== null) file.faults.push(words.value.fact(`${before + number}`, wordsIn(language.value, fault)));
    };
    const done = await server.ask({ type: 'read_file', data: toBase64(sent), packed: isPacked }, { signal, progress });
    file.format ||= done.format ?? '';
    return count;
  }

  private async readText(bytes: Uint8Array, name: string, faults: string[], signal: AbortSignal): Promise<ReadFile> {
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    } catch {
      throw new Error(faults[0] ?? name);
    }
    const { server, language, words } = this.environment;
    const { fen, moves, tags, format, stopped_by } = await server.ask({ type: 'read_game', text }, { signal });
    const { Result, ...others } = tags;
    const tree = treeOf(fen, moves, { tags: Object.entries(others), result: readResult(Result) });
    const stops = stopped_by == null ? [] : [words.value.stopped_at(wordsIn(language.value, stopped_by))];
    return { name, format, games: [{ tree: packTree(tree), opening: null }], faults: stops };
  }

  /** Writes one game. */
  write(tree: Tree, format: FileFormat, signal?: AbortSignal): Promise<FileWritten> {
    return this.environment.server.ask(
      { type: 'write_file', games: [gameTreeOf(tree)], format },
      signal === undefined ? {} : { signal },
    );
  }

  /** Writes many games as one PGN. */
  async writeAll(records: readonly GameRecord[]): Promise<string> {
    const parts: string[] = [];
    for (const batch of batchesOf(records.map(({ tree }) => tree))) {
      const games = batch.map((packed) => gameTreeOf(unpackTree(packed)));
      const { text } = await this.environment.server.ask({ type: 'write_file', games, format: 'pgn' });
      parts.push(text ?? '');
    }
    return parts.join('\n');
  }
}

/** Formats that the server calls by a word or a code; the others have names that are the same everywhere. */
const FORMAT_WORDS = {
  'WXF record': 'format_record',
  'move list': 'format_moves',
  fen: 'format_fen',
  iccs: 'format_iccs',
  wxf: 'format_wxf',
  chinese: 'format_chinese',
  pgn: 'format_pgn',
} as const;

function formatName(format: string, words: Dictionary): string {
  return format in FORMAT_WORDS ? words[FORMAT_WORDS[format as keyof typeof FORMAT_WORDS]] : format;
}

function batchesOf(trees: readonly PackedTree[]): PackedTree[][] {
  const batches: PackedTree[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const tree of trees) {
    const length = JSON.stringify(tree).length;
    if (size + length > BATCH_CHARACTERS) {
      batches.push([]);
      size = 0;
    }
    batches[batches.length - 1]?.push(tree);
    size += length;
  }
  return batches;
}
