// Animated GIF: a palette from the colours of some frames, and frames of which only what has changed is written.
// Pixels are bytes: red, green, blue, and one that is ignored, as a canvas gives them.

type Pixels = Uint8Array | Uint8ClampedArray;

/** One place of the palette is kept for what stays as it was. */
const COLOURS = 255;
const TRANSPARENT = 255;
const BUCKETS = 1 << 15;

/** Colours that differ little are one: five bits of each. */
function bucketOf(red: number, green: number, blue: number): number {
  return ((red >> 3) << 10) | ((green >> 3) << 5) | (blue >> 3);
}

interface Box {
  buckets: number[];
  weight: number;
  /** Which of the three parts spreads most, as its shift, and how far. */
  shift: number;
  spread: number;
}

function boxOf(buckets: number[], counts: Uint32Array): Box {
  let [shift, spread, weight] = [0, -1, 0];
  for (const bucket of buckets) weight += counts[bucket] ?? 0;
  for (const part of [0, 5, 10]) {
    let [low, high] = [31, 0];
    for (const bucket of buckets) {
      const value = (bucket >> part) & 31;
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    if (high - low > spread) [shift, spread] = [part, high - low];
  }
  return { buckets, weight, shift, spread };
}

export class Palette {
  /** Red, green and blue of each colour. */
  readonly colours = new Uint8Array(256 * 3);
  private count = 0;
  private readonly places = new Int16Array(BUCKETS).fill(-1);

  /** By median cut: the box that weighs and spreads most is halved until there are enough. */
  constructor(frames: readonly Pixels[]) {
    const counts = new Uint32Array(BUCKETS);
    const sums = [new Float64Array(BUCKETS), new Float64Array(BUCKETS), new Float64Array(BUCKETS)];
    for (const pixels of frames) {
      for (let at = 0; at + 3 < pixels.length; at += 4) {
        const bucket = bucketOf(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
        counts[bucket] = (counts[bucket] ?? 0) + 1;
        for (const [part, sum] of sums.entries()) sum[bucket] = (sum[bucket] ?? 0) + (pixels[at + part] ?? 0);
      }
    }
    const used: number[] = [];
    for (let bucket = 0; bucket < BUCKETS; bucket++) if ((counts[bucket] ?? 0) > 0) used.push(bucket);
    const boxes = used.length === 0 ? [] : [boxOf(used, counts)];
    while (boxes.length < COLOURS) {
      const rated = boxes.filter(({ spread }) => spread > 0);
      rated.sort((one, other) => Math.sqrt(other.weight) * other.spread - Math.sqrt(one.weight) * one.spread);
      const box = rated[0];
      if (box === undefined) break;
      const sorted = [...box.buckets].sort((one, other) => ((one >> box.shift) & 31) - ((other >> box.shift) & 31));
      let [cut, weight] = [1, counts[sorted[0] ?? 0] ?? 0];
      while (cut + 1 < sorted.length && weight < box.weight / 2) weight += counts[sorted[cut++] ?? 0] ?? 0;
      boxes.splice(boxes.indexOf(box), 1, boxOf(sorted.slice(0, cut), counts), boxOf(sorted.slice(cut), counts));
    }
    for (const { buckets, weight } of boxes) {
      for (const [part, sum] of sums.entries()) {
        let total = 0;
        for (const bucket of buckets) total += sum[bucket] ?? 0;
        this.colours[this.count * 3 + part] = Math.round(total / weight);
      }
      for (const bucket of buckets) this.places[bucket] = this.count;
      this.count += 1;
    }
  }

  /** The colour of each pixel. */
  indices(pixels: Pixels): Uint8Array {
    const result = new Uint8Array(pixels.length >> 2);
    for (let index = 0; index < result.length; index++) {
      const at = index * 4;
      const bucket = bucketOf(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
      let place = this.places[bucket] ?? -1;
      if (place < 0) {
        place = this.nearest(bucket);
        this.places[bucket] = place;
      }
      result[index] = place;
    }
    return result;
  }

  private nearest(bucket: number): number {
    const [red, green, blue] = [(bucket >> 10) * 8 + 4, ((bucket >> 5) & 31) * 8 + 4, (bucket & 31) * 8 + 4];
    let [best, least] = [0, Number.POSITIVE_INFINITY];
    for (let index = 0; index < this.count; index++) {
      const [r = 0, g = 0, b = 0] = this.colours.subarray(index * 3, index * 3 + 3);
      const far = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
      if (far < least) [best, least] = [index, far];
    }
    return best;
  }
}

/** Bytes of which it is not known how many there will be. */
class Bytes {
  private data = new Uint8Array(1 << 16);
  private size = 0;

  push(...values: readonly number[]): void {
    this.append(values);
  }

  append(values: ArrayLike<number>): void {
    if (this.size + values.length > this.data.length) {
      const larger = new Uint8Array(2 * (this.size + values.length));
      larger.set(this.data.subarray(0, this.size));
      this.data = larger;
    }
    this.data.set(values, this.size);
    this.size += values.length;
  }

  short(value: number): void {
    this.push(value & 255, value >> 8);
  }

  text(value: string): void {
    this.push(...[...value].map((letter) => letter.charCodeAt(0)));
  }

  done(): Uint8Array<ArrayBuffer> {
    return this.data.slice(0, this.size);
  }
}

const CODE_BITS = 8;
const CLEAR = 1 << CODE_BITS;
const END = CLEAR + 1;
const MAX_CODES = 4096;
/** Codes by the code before and the byte that follows. */
const table = new Int16Array(MAX_CODES << 8).fill(-1);

/** Lempel, Ziv and Welch's codes, 9 to 12 bits long. */
export function lzw(indices: Uint8Array): Uint8Array {
  const out = new Bytes();
  let [bits, held, width, next] = [0, 0, CODE_BITS + 1, END + 1];
  let known: number[] = [];
  const put = (code: number) => {
    bits |= code << held;
    held += width;
    while (held >= 8) {
      out.push(bits & 255);
      bits >>>= 8;
      held -= 8;
    }
  };
  const forget = () => {
    for (const key of known) table[key] = -1;
    known = [];
    next = END + 1;
    width = CODE_BITS + 1;
  };
  put(CLEAR);
  let prefix = indices[0] ?? 0;
  for (let at = 1; at < indices.length; at++) {
    const byte = indices[at] ?? 0;
    const key = (prefix << 8) | byte;
    const code = table[key] ?? -1;
    if (code >= 0) {
      prefix = code;
      continue;
    }
    put(prefix);
    if (next < MAX_CODES) {
      table[key] = next;
      known.push(key);
      if (next === 1 << width) width += 1;
      next += 1;
    } else {
      put(CLEAR);
      forget();
    }
    prefix = byte;
  }
  put(prefix);
  if (next === 1 << width && width < 12) width += 1;
  put(END);
  if (held > 0) out.push(bits & 255);
  forget();
  return out.done();
}

export class GifWriter {
  private readonly out = new Bytes();
  private shown: Uint8Array | null = null;

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly palette: Palette,
  ) {
    this.out.text('GIF89a');
    this.out.short(width);
    this.out.short(height);
    this.out.push(0xf7, 0, 0);
    this.out.append(palette.colours);
    // Again and again.
    this.out.push(0x21, 0xff, 11);
    this.out.text('NETSCAPE2.0');
    this.out.push(3, 1, 0, 0, 0);
  }

  /** Shows a frame for some hundredths of a second. */
  add(pixels: Pixels, hundredths: number): void {
    const indices = this.palette.indices(pixels);
    const { left, top, right, bottom } = this.changed(indices);
    const part = new Uint8Array((right - left) * (bottom - top));
    for (let y = top, at = 0; y < bottom; y++) {
      for (let x = left; x < right; x++, at++) {
        const index = indices[y * this.width + x] ?? 0;
        part[at] = this.shown !== null && this.shown[y * this.width + x] === index ? TRANSPARENT : index;
      }
    }
    this.shown = indices;
    this.out.push(0x21, 0xf9, 4, 0x05);
    this.out.short(hundredths);
    this.out.push(TRANSPARENT, 0, 0x2c);
    for (const value of [left, top, right - left, bottom - top]) this.out.short(value);
    this.out.push(0, CODE_BITS);
    const codes = lzw(part);
    for (let at = 0; at < codes.length; at += 255) {
      const block = codes.subarray(at, at + 255);
      this.out.push(block.length);
      this.out.append(block);
    }
    this.out.push(0);
  }

  /** The smallest rectangle that holds what has changed; at least one pixel. */
  private changed(indices: Uint8Array): { left: number; top: number; right: number; bottom: number } {
    if (this.shown === null) return { left: 0, top: 0, right: this.width, bottom: this.height };
    let [left, top, right, bottom] = [this.width, this.height, 0, 0];
    for (let y = 0, at = 0; y < this.height; y++) {
      for (let x = 0; x < this.width; x++, at++) {
        if (indices[at] === this.shown[at]) continue;
        left = Math.min(left, x);
        right = Math.max(right, x + 1);
        top = Math.min(top, y);
        bottom = y + 1;
      }
    }
    return right === 0 ? { left: 0, top: 0, right: 1, bottom: 1 } : { left, top, right, bottom };
  }

  finish(): Uint8Array<ArrayBuffer> {
    this.out.push(0x3b);
    return this.out.done();
  }
}
