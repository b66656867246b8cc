// Sharing: links come back as they went, damaged ones are refused; GIF and QR code are read by other means than they were
// written; pictures need nothing but themselves.

import { strict as assert } from 'node:assert';
import test from 'node:test';
import { deflateSync } from 'node:zlib';
import type { Colour } from '../src/board/paint';
import { svgText } from '../src/board/picture';
import { readFen, START } from '../src/core/fen';
import { GifWriter, lzw, Palette } from '../src/core/gif';
import type { SharedGame } from '../src/core/link';
import { LinkError, readLink, writeLink } from '../src/core/link';
import { packLine, packTree, unpackTree } from '../src/core/pack';
import { correctionOf, qrCode, qrPath } from '../src/core/qr';
import type { Tree } from '../src/core/tree';
import { addMoves, emptyTree, setComment, toggleGlyph, withTag } from '../src/core/tree';
import { faultWords, shareWords } from '../src/words/share';

function richTree(): Tree {
  let { tree } = addMoves(emptyTree(), [], ['h2e2', 'h9g7', 'h0g2', 'i9h9']);
  ({ tree } = addMoves(tree, [0], ['b9c7', 'b0c2']));
  ({ tree } = addMoves(tree, [0, 1], ['h0i2']));
  ({ tree } = addMoves(tree, [], ['b2e2']));
  tree = setComment(tree, [0, 1], '屏风马 — “solid”, 100 % \\ "quoted" 😀');
  tree = setComment(tree, [], '第一局');
  tree = toggleGlyph(tree, [0, 0], 3);
  return withTag(withTag(tree, 'Red', '胡荣华'), 'Event', 'a (b) & c');
}

test('a link gives the game back: variations, comments, glyphs, tags, the place and the side', async () => {
  const game: SharedGame = { tree: packTree(richTree()), path: [0, 1, 0], flipped: true };
  const text = await writeLink(game);
  assert.match(text, /^1[\w-]+$/);
  const back = await readLink(text);
  assert.deepEqual(back, game);
  assert.deepEqual(unpackTree(back.tree), richTree());
});

test('a position alone makes a short link, a long game one that is not too long', async () => {
  const fen = '3ak4/4a4/9/9/9/9/9/9/4A4/3AK1R2 b - - 0 1';
  const short = await writeLink({ tree: packLine(fen, []), path: [], flipped: false });
  assert.ok(short.length < 120, String(short.length));
  assert.equal((await readLink(short)).tree.fen, fen);
  const moves = Array.from(
    { length: 300 },
    (_, index) => `${'abcdefghi'[(index * 7) % 9]}${(index * 3) % 10}e${index % 10}`,
  );
  const long = await writeLink({ tree: packLine(null, moves), path: moves.map(() => 0), flipped: false });
  assert.ok(long.length < 1500, String(long.length));
  assert.equal((await readLink(long)).path.length, 300);
});

const packed = (value: unknown) => `1${deflateSync(JSON.stringify(value)).toString('base64url')}`;

test('damaged links are refused, each with its reason', async () => {
  const good = await writeLink({ tree: packTree(richTree()), path: [], flipped: false });
  const faults: [string, string][] = [
    ['', 'damaged'],
    ['x', 'damaged'],
    ['1', 'damaged'],
    [good.slice(0, -5), 'damaged'],
    [good.slice(0, 20), 'damaged'],
    [`${good.slice(0, 30)}A${good.slice(31)}`, 'damaged'],
    [`${good}%20`, 'damaged'],
    [`2${good.slice(1)}`, 'newer'],
    [packed({}), 'damaged'],
    [packed([]), 'damaged'],
    [packed(['h2e', 0, '*', [], '', {}, [], 0]), 'damaged'],
    [packed(['h2e2', 'nonsense', '*', [], '', {}, [], 0]), 'damaged'],
    [packed(['', 0, '*', [], 'x'.repeat(3 << 20), {}, [], 0]), 'too_large'],
    ['1'.repeat(400_000), 'too_large'],
  ];
  for (const [text, fault] of faults) {
    await assert.rejects(
      readLink(text),
      (error) => error instanceof LinkError && error.fault === fault,
      text.slice(0, 40),
    );
  }
  for (const language of ['en', 'zh-Hans', 'zh-Hant'] as const) {
    const say = shareWords(language);
    const texts = (['damaged', 'newer', 'too_large', 'unsupported', 'illegal'] as const).map((one) =>
      faultWords(one, say),
    );
    assert.equal(new Set(texts).size, 5);
  }
});

test('every single change of a letter in a link is found', async () => {
  const game: SharedGame = { tree: packLine(null, ['h2e2', 'h9g7', 'h0g2']), path: [0], flipped: false };
  const good = await writeLink(game);
  for (let at = 1; at < good.length; at++) {
    const other = good[at] === 'A' ? 'B' : 'A';
    const changed = good.slice(0, at) + other + good.slice(at + 1);
    // The last letter has bits that stand for nothing.
    const read = await readLink(changed).catch(() => null);
    if (read !== null) assert.deepEqual(read, game, `letter ${at}`);
  }
});

interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  delay: number;
  transparent: number;
  indices: number[];
}

/** Lempel, Ziv and Welch backwards, by the definition. */
function unlzw(bytes: readonly number[], codeBits: number): number[] {
  const clear = 1 << codeBits;
  let table: number[][] = [];
  let [width, at] = [codeBits + 1, 0];
  let before: number[] | null = null;
  const out: number[] = [];
  const reset = () => {
    table = Array.from({ length: clear + 2 }, (_, index) => [index]);
    width = codeBits + 1;
    before = null;
  };
  for (;;) {
    let code = 0;
    for (let bit = 0; bit < width; bit++, at++) code |= (((bytes[at >> 3] ?? 0) >> (at & 7)) & 1) << bit;
    if (at > bytes.length * 8) throw new Error('no end');
    if (code === clear) {
      reset();
      continue;
    }
    if (code === clear + 1) return out;
    const last: number[] | null = before;
    const entry: number[] = table[code] ?? [...(last ?? []), (last ?? [])[0] ?? -1];
    if (code > table.length) throw new Error(`code ${code} of ${table.length}`);
    for (const value of entry) out.push(value);
    if (last !== null && table.length < 4096) table.push([...(last as number[]), entry[0] ?? -1]);
    if (table.length === 1 << width && width < 12) width += 1;
    before = entry;
  }
}

function readGif(bytes: Uint8Array): { width: number; height: number; palette: Uint8Array; frames: Frame[] } {
  const short = (at: number) => (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  assert.equal(String.fromCharCode(...bytes.subarray(0, 6)), 'GIF89a');
  assert.equal(bytes[10], 0xf7);
  const palette = bytes.subarray(13, 13 + 768);
  const frames: Frame[] = [];
  let at = 13 + 768;
  let [delay, transparent] = [0, -1];
  const blocks = () => {
    const data: number[] = [];
    for (let size = bytes[at++] ?? 0; size > 0; size = bytes[at++] ?? 0) {
      data.push(...bytes.subarray(at, at + size));
      at += size;
    }
    return data;
  };
  for (;;) {
    const kind = bytes[at++];
    if (kind === 0x3b) break;
    if (kind === 0x21) {
      const label = bytes[at++];
      if (label === 0xf9) [delay, transparent] = [short(at + 2), bytes[at + 4] ?? -1];
      blocks();
    } else if (kind === 0x2c) {
      const [left, top, width, height] = [short(at), short(at + 2), short(at + 4), short(at + 6)];
      at += 9;
      const codeBits = bytes[at++] ?? 0;
      frames.push({ left, top, width, height, delay, transparent, indices: unlzw(blocks(), codeBits) });
    } else throw new Error(`block ${kind}`);
  }
  assert.equal(at, bytes.length);
  return { width: short(6), height: short(8), palette, frames };
}

function noise(count: number, colours: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0;
    return (state >>> 16) % colours;
  });
}

test('codes of every width come back, and full tables are begun anew', () => {
  for (const [count, colours] of [
    [1, 1],
    [2, 1],
    [700, 1],
    [4000, 2],
    [60_000, 255],
    [200_000, 3],
  ] as const) {
    const data = noise(count, colours);
    assert.deepEqual(Uint8Array.from(unlzw([...lzw(data)], 8)), data, `${count} of ${colours}`);
  }
  for (let count = 1; count < 1200; count++) {
    const data = noise(count, 200);
    assert.equal(unlzw([...lzw(data)], 8).length, count, String(count));
  }
});

test('a GIF shows each frame again, and writes only what has changed', () => {
  const [width, height] = [40, 30];
  const pixels = (spot: number) => {
    const data = new Uint8Array(width * height * 4);
    for (let index = 0; index < width * height; index++) {
      const isSpot = Math.abs((index % width) - spot) < 3 && Math.abs(Math.floor(index / width) - 10) < 3;
      data.set(isSpot ? [200, 16, 32, 255] : [index % width, 120, Math.floor(index / width) * 4, 255], index * 4);
    }
    return data;
  };
  const frames = [pixels(5), pixels(20), pixels(20)];
  const writer = new GifWriter(width, height, new Palette(frames.slice(0, 2)));
  for (const frame of frames) writer.add(frame, 100);
  const gif = readGif(writer.finish());
  assert.deepEqual([gif.width, gif.height, gif.frames.length], [width, height, 3]);
  const shown = new Int16Array(width * height);
  for (const [number, frame] of gif.frames.entries()) {
    for (const [index, value] of frame.indices.entries()) {
      if (value === frame.transparent) continue;
      shown[(frame.top + Math.floor(index / frame.width)) * width + frame.left + (index % frame.width)] = value;
    }
    for (let index = 0; index < width * height; index++) {
      for (const part of [0, 1, 2]) {
        const wanted = frames[number]?.[index * 4 + part] ?? 0;
        const got = gif.palette[(shown[index] ?? 0) * 3 + part] ?? 0;
        assert.ok(Math.abs(wanted - got) <= 8, `frame ${number}, pixel ${index}: ${got}, not ${wanted}`);
      }
    }
  }
  assert.deepEqual(
    gif.frames.map(({ width: wide, height: high }) => [wide, high]),
    [
      [40, 30],
      [20, 5],
      [1, 1],
    ],
  );
});

test('error correction as in the worked example of the standard', () => {
  const data = [32, 91, 11, 120, 209, 114, 220, 77, 67, 64, 236, 17, 236, 17, 236, 17];
  assert.deepEqual(correctionOf(data, 10), [196, 35, 39, 119, 235, 215, 231, 226, 93, 23]);
});

/** Reads a code of one block (version 1 to 5 at level L): format, mask, columns, length, text. */
function readQr(text: string): string {
  const code = qrCode(text);
  assert.ok(code !== null && code.version >= 2 && code.version <= 5);
  const { size, modules } = code;
  const dark = (x: number, y: number) => (modules[y]?.[x] === true ? 1 : 0);
  let format = 0;
  for (const [x, y] of [
    [0, 8],
    [1, 8],
    [2, 8],
    [3, 8],
    [4, 8],
    [5, 8],
    [7, 8],
    [8, 8],
    [8, 7],
    [8, 5],
    [8, 4],
    [8, 3],
    [8, 2],
    [8, 1],
    [8, 0],
  ] as const) {
    format = (format << 1) | dark(x, y);
  }
  format ^= 0b101010000010010;
  assert.equal(format >> 13, code.level === 'L' ? 1 : 0);
  const mask = (format >> 10) & 7;
  const isTurned = (row: number, column: number) =>
    [
      (row + column) % 2,
      row % 2,
      column % 3,
      (row + column) % 3,
      (Math.floor(row / 2) + Math.floor(column / 3)) % 2,
      ((row * column) % 2) + ((row * column) % 3),
      (((row * column) % 2) + ((row * column) % 3)) % 2,
      (((row + column) % 2) + ((row * column) % 3)) % 2,
    ][mask] === 0;
  const mark = size - 7;
  const isFixed = (x: number, y: number) =>
    x === 6 ||
    y === 6 ||
    (x < 9 && y < 9) ||
    (x < 9 && y >= size - 8) ||
    (x >= size - 8 && y < 9) ||
    (Math.abs(x - mark) <= 2 && Math.abs(y - mark) <= 2);
  const bits: number[] = [];
  let up = true;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2, up = !up) {
    const rows = Array.from({ length: size }, (_, row) => (up ? size - 1 - row : row));
    for (const y of rows) {
      for (const x of [right, right - 1]) if (!isFixed(x, y)) bits.push(dark(x, y) ^ (isTurned(y, x) ? 1 : 0));
    }
  }
  const byte = (at: number) => bits.slice(at, at + 8).reduce((value, bit) => value * 2 + bit, 0);
  assert.deepEqual(bits.slice(0, 4), [0, 1, 0, 0]);
  const bytes = Array.from({ length: byte(4) }, (_, index) => byte(12 + index * 8));
  return new TextDecoder().decode(Uint8Array.from(bytes));
}

test('a QR code is read back, whatever mask it has', () => {
  for (let count = 0; count < 12; count++) {
    const text = `http://127.0.0.1:8000/#/${'楚河'.repeat(1)}${count}${'x'.repeat(count)}`;
    assert.equal(readQr(text), text);
  }
});

test('a QR code grows with its text up to version 40, and no further', () => {
  const versions: [number, number, string][] = [
    [14, 1, 'M'],
    [17, 1, 'L'],
    [18, 2, 'M'],
    [106, 5, 'L'],
    [230, 9, 'L'],
    [271, 10, 'L'],
    [2953, 40, 'L'],
  ];
  for (const [length, version, level] of versions) {
    const code = qrCode('x'.repeat(length));
    assert.deepEqual([code?.version, code?.level, code?.size], [version, level, 17 + 4 * version], String(length));
  }
  assert.equal(qrCode('x'.repeat(2954)), null);
  const code = qrCode('x');
  assert.ok(code !== null);
  assert.equal(code.modules.filter((row) => row[6] === true).length > 8, true);
  assert.match(qrPath(code), /^M4 4h7v1h-7z/);
});

test('a picture holds the pieces as paths, its colours, and nothing from elsewhere', () => {
  const look = { theme: 'wood', coordinates: 'chinese', faces: 'classic', pieces: 'brush' } as const;
  const colours = (name: Colour): [number, number, number] => (name === 'red-piece' ? [1, 2, 3] : [9, 9, 9]);
  const scene = { pieces: readFen(START)?.pieces ?? {}, flipped: false, lastMove: 'h2e2' };
  const text = svgText(scene, look, colours);
  assert.match(text, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 968 1068"/);
  assert.ok(!/<text|<image|<style|href|font|var\(|NaN|undefined/.test(text));
  // Two rings and a face on each of Red's pieces; faces have strokes, too.
  assert.equal(text.match(/#010203/g)?.length, 16 * 4);
  for (const [, name] of text.matchAll(/url\(#([\w-]+)\)/g)) assert.ok(text.includes(`id="${name}"`), name);
});
