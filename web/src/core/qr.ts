// QR codes (ISO/IEC 18004) of a text as bytes: the smallest version that holds it, medium error correction where that
// costs no larger version, else low, and the mask with the least penalty. Null if even version 40 is too small.

type Level = 'L' | 'M';

/** By version, from 1: error correction codewords of a block, and blocks. */
const CORRECTION: Readonly<Record<Level, readonly number[]>> = {
  L: [
    7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, 30, 30, 30,
    30, 30, 30, 30, 30, 30, 30, 30, 30, 30, 30,
  ],
  M: [
    10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26, 28, 28, 28, 28, 28, 28, 28, 28,
    28, 28, 28, 28, 28, 28, 28, 28, 28, 28, 28,
  ],
};
const BLOCKS: Readonly<Record<Level, readonly number[]>> = {
  L: [
    1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19,
    20, 21, 22, 24, 25,
  ],
  M: [
    1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26, 28, 29, 31, 33,
    35, 37, 38, 40, 43, 45, 47, 49,
  ],
};
const LEVEL_BITS: Readonly<Record<Level, number>> = { L: 1, M: 0 };
const MAX_VERSION = 40;

export interface QrCode {
  size: number;
  version: number;
  level: Level;
  /** Row by row; true is dark. */
  modules: readonly (readonly boolean[])[];
}

/** Places for data and error correction, in bits. */
function rawBits(version: number): number {
  let bits = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const marks = Math.floor(version / 7) + 2;
    bits -= (25 * marks - 10) * marks - 55;
    if (version >= 7) bits -= 36;
  }
  return bits;
}

function dataBytes(version: number, level: Level): number {
  const correction = (CORRECTION[level][version - 1] ?? 0) * (BLOCKS[level][version - 1] ?? 0);
  return Math.floor(rawBits(version) / 8) - correction;
}

/** How many bits say how long the text is. */
function lengthBits(version: number): number {
  return version < 10 ? 8 : 16;
}

function choose(bytes: number): { version: number; level: Level } | null {
  const holds = (version: number, level: Level) => 4 + lengthBits(version) + 8 * bytes <= 8 * dataBytes(version, level);
  for (let version = 1; version <= MAX_VERSION; version++) {
    if (holds(version, 'L')) return { version, level: holds(version, 'M') ? 'M' : 'L' };
  }
  return null;
}

/** The product in the field of 256 elements that QR codes use. */
function multiply(one: number, other: number): number {
  let product = 0;
  for (let bit = 7; bit >= 0; bit--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    if ((other >> bit) & 1) product ^= one;
  }
  return product;
}

/** Reed and Solomon's generator, without its leading 1. */
function generator(degree: number): number[] {
  const result = new Array<number>(degree).fill(0);
  result[degree - 1] = 1;
  let root = 1;
  for (let index = 0; index < degree; index++) {
    for (let at = 0; at < degree; at++) {
      result[at] = multiply(result[at] ?? 0, root) ^ (at + 1 < degree ? (result[at + 1] ?? 0) : 0);
    }
    root = multiply(root, 2);
  }
  return result;
}

export function correctionOf(data: readonly number[], degree: number): number[] {
  const divisor = generator(degree);
  const rest = new Array<number>(degree).fill(0);
  for (const byte of data) {
    const factor = byte ^ (rest.shift() ?? 0);
    rest.push(0);
    for (let at = 0; at < degree; at++) rest[at] = (rest[at] ?? 0) ^ multiply(divisor[at] ?? 0, factor);
  }
  return rest;
}

/** Mode, length, text and padding. */
function dataOf(bytes: Uint8Array, version: number, level: Level): number[] {
  const bits: number[] = [];
  const put = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit--) bits.push((value >> bit) & 1);
  };
  put(4, 4);
  put(bytes.length, lengthBits(version));
  for (const byte of bytes) put(byte, 8);
  const capacity = 8 * dataBytes(version, level);
  put(0, Math.min(4, capacity - bits.length));
  put(0, (8 - (bits.length % 8)) % 8);
  for (let filler = 0xec; bits.length < capacity; filler ^= 0xec ^ 0x11) put(filler, 8);
  const data: number[] = [];
  for (let at = 0; at < bits.length; at += 8) {
    data.push(bits.slice(at, at + 8).reduce((value, bit) => (value << 1) | bit, 0));
  }
  return data;
}

/** Blocks with their error correction, one codeword of each in turn. */
function interleaved(data: readonly number[], version: number, level: Level): number[] {
  const count = BLOCKS[level][version - 1] ?? 1;
  const correction = CORRECTION[level][version - 1] ?? 0;
  const whole = Math.floor(rawBits(version) / 8);
  const short = Math.floor(whole / count) - correction;
  const shortCount = count - (whole % count);
  const blocks: { data: readonly number[]; correction: readonly number[] }[] = [];
  for (let index = 0, at = 0; index < count; index++) {
    const part = data.slice(at, at + short + (index < shortCount ? 0 : 1));
    at += part.length;
    blocks.push({ data: part, correction: correctionOf(part, correction) });
  }
  const result: number[] = [];
  for (let at = 0; at <= short; at++) for (const block of blocks) result.push(...block.data.slice(at, at + 1));
  for (let at = 0; at < correction; at++) {
    for (const block of blocks) result.push(...block.correction.slice(at, at + 1));
  }
  return result;
}

const MASKS: readonly ((x: number, y: number) => boolean)[] = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** A value and the rest of its division, as format and version are written. */
function withRest(value: number, polynomial: number, degree: number): number {
  let rest = value;
  for (let bit = 0; bit < degree; bit++) rest = (rest << 1) ^ ((rest >> (degree - 1)) * polynomial);
  return (value << degree) | rest;
}

class Matrix {
  readonly dark: boolean[][];
  /** What is not data and is not masked. */
  readonly fixed: boolean[][];
  readonly size: number;

  constructor(
    readonly version: number,
    readonly level: Level,
  ) {
    this.size = 17 + 4 * version;
    const rows = () => Array.from({ length: this.size }, () => new Array<boolean>(this.size).fill(false));
    this.dark = rows();
    this.fixed = rows();
    this.drawFixed();
  }

  private set(x: number, y: number, isDark: boolean): void {
    const [row, fixed] = [this.dark[y], this.fixed[y]];
    if (row === undefined || fixed === undefined || x < 0 || x >= this.size) return;
    row[x] = isDark;
    fixed[x] = true;
  }

  private drawFixed(): void {
    for (let at = 0; at < this.size; at++) {
      this.set(6, at, at % 2 === 0);
      this.set(at, 6, at % 2 === 0);
    }
    const far = this.size - 4;
    for (const [x, y] of [
      [3, 3],
      [far, 3],
      [3, far],
    ] as const) {
      for (let dy = -4; dy <= 4; dy++) {
        for (let dx = -4; dx <= 4; dx++) {
          const ring = Math.max(Math.abs(dx), Math.abs(dy));
          this.set(x + dx, y + dy, ring !== 2 && ring !== 4);
        }
      }
    }
    const places = this.markPlaces();
    const last = places.length - 1;
    for (const [row, y] of places.entries()) {
      for (const [column, x] of places.entries()) {
        if ((row === 0 && (column === 0 || column === last)) || (row === last && column === 0)) continue;
        for (let dy = -2; dy <= 2; dy++) {
          for (let dx = -2; dx <= 2; dx++) this.set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
        }
      }
    }
    this.drawFormat(0);
    if (this.version < 7) return;
    const bits = withRest(this.version, 0x1f25, 12);
    for (let bit = 0; bit < 18; bit++) {
      const [a, b] = [this.size - 11 + (bit % 3), Math.floor(bit / 3)];
      this.set(a, b, ((bits >> bit) & 1) === 1);
      this.set(b, a, ((bits >> bit) & 1) === 1);
    }
  }

  private markPlaces(): number[] {
    if (this.version === 1) return [];
    const count = Math.floor(this.version / 7) + 2;
    const step = this.version === 32 ? 26 : Math.ceil((this.version * 4 + 4) / (count * 2 - 2)) * 2;
    const places = [6];
    for (let index = count - 2; index >= 0; index--) places.push(this.size - 7 - index * step);
    return places;
  }

  drawFormat(mask: number): void {
    const bits = withRest((LEVEL_BITS[this.level] << 3) | mask, 0x537, 10) ^ 0x5412;
    const bit = (index: number) => ((bits >> index) & 1) === 1;
    for (let index = 0; index < 6; index++) this.set(8, index, bit(index));
    this.set(8, 7, bit(6));
    this.set(8, 8, bit(7));
    this.set(7, 8, bit(8));
    for (let index = 9; index < 15; index++) this.set(14 - index, 8, bit(index));
    for (let index = 0; index < 8; index++) this.set(this.size - 1 - index, 8, bit(index));
    for (let index = 8; index < 15; index++) this.set(8, this.size - 15 + index, bit(index));
    this.set(8, this.size - 8, true);
  }

  /** Codewords go up and down in columns two wide, from the right. */
  drawData(codewords: readonly number[]): void {
    let at = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step++) {
        const y = ((right + 1) & 2) === 0 ? this.size - 1 - step : step;
        for (const x of [right, right - 1]) {
          const row = this.dark[y];
          if (row === undefined || this.fixed[y]?.[x] === true || at >= codewords.length * 8) continue;
          row[x] = (((codewords[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) === 1;
          at += 1;
        }
      }
    }
  }

  /** Masks the data; a second time, it is as it was. */
  mask(mask: number): void {
    const isTurned = MASKS[mask];
    for (const [y, row] of this.dark.entries()) {
      for (let x = 0; x < this.size; x++) {
        if (this.fixed[y]?.[x] !== true && isTurned?.(x, y) === true) row[x] = row[x] !== true;
      }
    }
  }

  /** Long runs, blocks of one colour, what looks like a finder, and too much of one colour. */
  penalty(): number {
    let sum = 0;
    let dark = 0;
    const lines = [...this.dark, ...this.dark.map((_, x) => this.dark.map((row) => row[x] === true))];
    for (const line of lines) {
      const text = line.map((isDark) => (isDark ? '1' : '0')).join('');
      for (const [run] of text.matchAll(/1{5,}|0{5,}/g)) sum += run.length - 2;
      for (let at = 0; at + 11 <= text.length; at++) {
        const part = text.slice(at, at + 11);
        if (part === '10111010000' || part === '00001011101') sum += 40;
      }
    }
    for (let y = 0; y < this.size; y++) {
      for (let x = 0; x < this.size; x++) {
        const here = this.dark[y]?.[x];
        if (here === true) dark += 1;
        if (here === this.dark[y]?.[x + 1] && here === this.dark[y + 1]?.[x] && here === this.dark[y + 1]?.[x + 1]) {
          sum += 3;
        }
      }
    }
    const share = (dark * 20) / (this.size * this.size);
    return sum + 10 * Math.floor(Math.abs(share - 10));
  }
}

export function qrCode(text: string): QrCode | null {
  const bytes = new TextEncoder().encode(text);
  const chosen = choose(bytes.length);
  if (chosen === null) return null;
  const { version, level } = chosen;
  const matrix = new Matrix(version, level);
  matrix.drawData(interleaved(dataOf(bytes, version, level), version, level));
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const mask of MASKS.keys()) {
    matrix.mask(mask);
    matrix.drawFormat(mask);
    const penalty = matrix.penalty();
    if (penalty < least) [best, least] = [mask, penalty];
    matrix.mask(mask);
  }
  matrix.mask(best);
  matrix.drawFormat(best);
  return { size: matrix.size, version, level, modules: matrix.dark };
}

/** The dark modules as one path, a module one unit wide, with the quiet zone of four units. */
export function qrPath({ modules }: QrCode): string {
  let path = '';
  for (const [y, row] of modules.entries()) {
    for (let x = 0; x < row.length; x++) {
      if (row[x] !== true) continue;
      let end = x;
      while (row[end + 1] === true) end += 1;
      path += `M${x + 4} ${y + 4}h${end + 1 - x}v1h${x - end - 1}z`;
      x = end;
    }
  }
  return path;
}
