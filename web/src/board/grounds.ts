// What the board is made of: the grain of wood, the fibres of paper, the veins of jade, the grit of slate.
// Strokes from a seeded generator, so that a board looks the same everywhere and always; made once, when it is first shown.

import { HEIGHT, WIDTH } from './geometry';
import type { Mark } from './paint';
import { rectangle } from './paint';

export type BoardTheme = 'wood' | 'paper' | 'jade' | 'slate';

type Random = () => number;
type Points = readonly (readonly [x: number, y: number])[];

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
function seeded(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const round = (value: number) => Math.round(value * 10) / 10;

/** A smooth curve through points (Catmull and Rom's, as cubic Béziers). */
function curve(points: Points): string {
  const at = (index: number) => points[Math.max(0, Math.min(points.length - 1, index))] ?? [0, 0];
  let path = `M${round(at(0)[0])} ${round(at(0)[1])}`;
  for (let index = 0; index + 1 < points.length; index++) {
    const [[x0, y0], [x1, y1], [x2, y2], [x3, y3]] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const numbers = [x1 + (x2 - x0) / 6, y1 + (y2 - y0) / 6, x2 - (x3 - x1) / 6, y2 - (y3 - y1) / 6, x2, y2];
    path += `C${numbers.map(round).join(' ')}`;
  }
  return path;
}

/** Where the grain of wood is pushed aside, as if by a branch that once grew there. */
const EDDIES = [
  { x: 300, y: 250, push: 74, wide: 150, high: 210 },
  { x: 690, y: 830, push: -62, wide: 170, high: 260 },
  { x: 860, y: 180, push: 40, wide: 110, high: 300 },
];

function woodMarks(random: Random): Mark[] {
  const phase = random() * 6;
  const grainAt = (base: number, y: number) => {
    let x = base + 9 * Math.sin(y / 210 + phase + base / 260) + 4 * Math.sin(y / 83 + base / 120);
    for (const { x: middle, y: level, push, wide, high } of EDDIES) {
      const aside = (base - middle) / wide;
      x +=
        Math.sign(aside || 1) *
        push *
        Math.exp(-aside * aside * 3 - ((y - level) / high) ** 2) *
        Math.min(1, 3 * Math.abs(aside));
    }
    return x;
  };
  const line = (base: number, from: number, to: number) => {
    const points: [number, number][] = [];
    const steps = Math.max(2, Math.ceil((to - from) / 70));
    for (let step = 0; step <= steps; step++) {
      const y = from + ((to - from) * step) / steps;
      points.push([grainAt(base, y) + (random() - 0.5) * 1.6, y]);
    }
    return curve(points);
  };
  let bands = '';
  let sheen = '';
  let fine = '';
  let strong = '';
  let pores = '';
  for (let base = -30; base < WIDTH + 30; base += 46 + random() * 60) bands += line(base, -20, HEIGHT + 20);
  for (let base = -10; base < WIDTH + 30; base += 60 + random() * 90) sheen += line(base, -20, HEIGHT + 20);
  for (let base = -20; base < WIDTH + 20; base += 7 + random() * 11) {
    const start = random() < 0.6 ? -20 : random() * HEIGHT * 0.7;
    const end = random() < 0.6 ? HEIGHT + 20 : start + 160 + random() * HEIGHT;
    if (random() < 0.24) strong += line(base, -20, HEIGHT + 20);
    else fine += line(base, start, Math.min(end, HEIGHT + 20));
  }
  for (let count = 0; count < 420; count++) {
    const base = random() * WIDTH;
    const y = random() * HEIGHT;
    const long = 5 + random() * 15;
    pores += `M${round(grainAt(base, y))} ${round(y)}L${round(grainAt(base, y + long))} ${round(y + long)}`;
  }
  return [
    { d: bands, stroke: 'grain', width: 26, opacity: 0.07 },
    { d: sheen, stroke: 'grain-light', width: 22, opacity: 0.13 },
    { d: fine, stroke: 'grain', width: 1.1, opacity: 0.3 },
    { d: strong, stroke: 'grain', width: 2.4, opacity: 0.26 },
    { d: pores, stroke: 'grain', width: 1.2, opacity: 0.34 },
  ];
}

function paperMarks(random: Random): Mark[] {
  const fibres = (count: number, short: number, long: number) => {
    let path = '';
    for (let index = 0; index < count; index++) {
      const x = random() * WIDTH;
      const y = random() * HEIGHT;
      const length = short + random() * (long - short);
      let turn = random() * Math.PI * 2;
      const points: [number, number][] = [[x, y]];
      for (let step = 1; step <= 3; step++) {
        const [lastX, lastY] = points[step - 1] ?? [x, y];
        points.push([lastX + (Math.cos(turn) * length) / 3, lastY + (Math.sin(turn) * length) / 3]);
        turn += (random() - 0.5) * 1.3;
      }
      path += curve(points);
    }
    return path;
  };
  let laid = '';
  for (let y = 6; y < HEIGHT; y += 13) laid += `M0 ${y}H${WIDTH}`;
  return [
    { d: laid, stroke: 'grain', width: 1, opacity: 0.05 },
    { d: fibres(150, 30, 120), stroke: 'grain-light', width: 2, opacity: 0.55 },
    { d: fibres(230, 14, 80), stroke: 'grain', width: 0.9, opacity: 0.2 },
    { d: fibres(46, 8, 34), stroke: 'grain', width: 1.8, opacity: 0.2 },
  ];
}

function jadeMarks(random: Random): Mark[] {
  let veins = '';
  let twigs = '';
  const wander = (x: number, y: number, turn: number, steps: number, stride: number) => {
    const points: [number, number][] = [[x, y]];
    let heading = turn;
    for (let step = 0; step < steps; step++) {
      heading += (random() - 0.5) * 0.75 + (turn - heading) * 0.3;
      const [lastX, lastY] = points[step] ?? [x, y];
      points.push([lastX + Math.cos(heading) * stride, lastY + Math.sin(heading) * stride]);
    }
    return points;
  };
  for (let index = 0; index < 11; index++) {
    const turn = 0.75 + (random() - 0.5) * 0.5;
    const main = wander(random() * WIDTH * 1.5 - WIDTH * 0.6, -40 + random() * HEIGHT * 0.5, turn, 18, 58);
    veins += curve(main);
    for (const [x, y] of main) {
      if (random() < 0.3) twigs += curve(wander(x, y, turn + (random() < 0.5 ? -0.8 : 0.8), 4, 20 + random() * 26));
    }
  }
  let clouds = '';
  let deeps = '';
  for (let index = 0; index < 26; index++) {
    const [x, y, size] = [random() * WIDTH, random() * HEIGHT, 70 + random() * 150];
    const points: [number, number][] = [];
    for (let step = 0; step < 9; step++) {
      const turn = (step / 8) * Math.PI * 2;
      const reach = size * (step === 8 ? 1 : 0.7 + random() * 0.5);
      points.push([x + Math.cos(turn) * reach * 0.7 + Math.sin(turn) * reach * 0.35, y + Math.sin(turn) * reach]);
    }
    if (index % 2 === 0) clouds += `${curve(points)}Z`;
    else deeps += `${curve(points)}Z`;
  }
  return [
    { d: clouds, fill: 'grain-light', opacity: 0.1 },
    { d: deeps, fill: 'grain', opacity: 0.06 },
    { d: veins, stroke: 'grain-light', width: 34, opacity: 0.07 },
    { d: veins, stroke: 'grain-light', width: 11, opacity: 0.13 },
    { d: veins, stroke: 'grain-light', width: 1.8, opacity: 0.4 },
    { d: twigs, stroke: 'grain-light', width: 1.1, opacity: 0.25 },
    { d: twigs, stroke: 'grain', width: 5, opacity: 0.06 },
  ];
}

function slateMarks(random: Random): Mark[] {
  const grit = (count: number, most: number) => {
    let path = '';
    for (let index = 0; index < count; index++) {
      const size = round(0.7 + random() * random() * most);
      path += `M${round(random() * WIDTH)} ${round(random() * HEIGHT)}h${size}v${size}h${-size}z`;
    }
    return path;
  };
  const clefts = (count: number) => {
    let path = '';
    for (let index = 0; index < count; index++) {
      let [x, y] = [random() * WIDTH - 120, random() * HEIGHT];
      const points: [number, number][] = [];
      for (let step = 0; step < 6 + random() * 14; step++) {
        points.push([x, y]);
        x += 26 + random() * 40;
        y += (random() - 0.42) * 15;
      }
      path += curve(points);
    }
    return path;
  };
  const steps = clefts(9);
  return [
    { d: clefts(22), stroke: 'grain-light', width: 30, opacity: 0.028 },
    { d: clefts(22), stroke: 'grain', width: 34, opacity: 0.05 },
    { d: steps, stroke: 'grain', width: 2.2, opacity: 0.22, at: [0, 1.6, 1] },
    { d: steps, stroke: 'grain-light', width: 1, opacity: 0.16 },
    { d: grit(800, 2.6), fill: 'grain', opacity: 0.4 },
    { d: grit(520, 2.2), fill: 'grain-light', opacity: 0.24 },
  ];
}

const MAKERS: Record<BoardTheme, (random: Random) => Mark[]> = {
  wood: woodMarks,
  paper: paperMarks,
  jade: jadeMarks,
  slate: slateMarks,
};

const made = new Map<BoardTheme, readonly Mark[]>();

/** The ground of a board, from edge to edge. */
export function groundMarks(theme: BoardTheme): readonly Mark[] {
  let marks = made.get(theme);
  if (marks === undefined) {
    marks = [
      { d: rectangle(0, 0, WIDTH, HEIGHT), fill: 'board' },
      ...MAKERS[theme](seeded(0x5eed + theme.length)),
      { d: rectangle(0, 0, WIDTH, HEIGHT), fill: 'vignette' },
      { d: rectangle(5, 5, WIDTH - 10, HEIGHT - 10), stroke: 'frame', width: 10, opacity: 0.9 },
      { d: rectangle(11, 11, WIDTH - 22, HEIGHT - 22), stroke: 'grain-light', width: 1.6, opacity: 0.5 },
    ];
    made.set(theme, marks);
  }
  return marks;
}
