// What everything on the board is drawn with: marks, which are plain data. The page draws them as SVG, a
// picture (`picture.ts`) as an SVG file or on a canvas. Colours are named, and the style sheet says what they are.

export type Colour =
  | 'board'
  | 'board-deep'
  | 'grain'
  | 'grain-light'
  | 'frame'
  | 'lines'
  | 'label'
  | 'disc'
  | 'disc-light'
  | 'disc-deep'
  | 'plain-disc'
  | 'red-piece'
  | 'black-piece'
  | 'red-seal'
  | 'black-seal'
  | 'shadow'
  | 'mark-last';

/** A radial gradient around a point, in the units of what it fills. */
export interface Gradient {
  x: number;
  y: number;
  radius: number;
  stops: readonly (readonly [offset: number, colour: Colour, opacity: number])[];
}

export const GRADIENTS = {
  'disc-body': {
    x: -11,
    y: -17,
    radius: 68,
    stops: [
      [0, 'disc-light', 1],
      [0.5, 'disc', 1],
      [1, 'disc-deep', 1],
    ],
  },
  'disc-shadow': {
    x: 0,
    y: 0,
    radius: 52,
    stops: [
      [0.78, 'shadow', 0.55],
      [0.9, 'shadow', 0.2],
      [1, 'shadow', 0],
    ],
  },
  vignette: {
    x: 480,
    y: 470,
    radius: 820,
    stops: [
      [0.35, 'grain-light', 0.16],
      [0.7, 'board-deep', 0],
      [1, 'board-deep', 0.5],
    ],
  },
} as const satisfies Record<string, Gradient>;

export type GradientName = keyof typeof GRADIENTS;
export type Paint = Colour | GradientName;

export interface Mark {
  /** The path. */
  d: string;
  fill?: Paint;
  stroke?: Colour;
  /** Of the stroke. */
  width?: number;
  opacity?: number;
  /** Where its origin is, and how large it is drawn. */
  at?: readonly [x: number, y: number, scale: number];
}

export function isGradient(paint: Paint): paint is GradientName {
  return paint in GRADIENTS;
}

function paintValue(paint: Paint | undefined): string {
  if (paint === undefined) return 'none';
  return isGradient(paint) ? `url(#paint-${paint})` : `var(--${paint})`;
}

export function circle(radius: number, x = 0, y = 0): string {
  return `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0z`;
}

export function rectangle(x: number, y: number, width: number, height: number): string {
  return `M${x} ${y}h${width}v${height}h${-width}z`;
}

export function Drawn({ marks }: { marks: readonly Mark[] }) {
  return (
    <>
      {marks.map(({ d, fill, stroke, width, opacity, at }, index) => (
        <path
          key={index}
          d={d}
          fill={paintValue(fill)}
          stroke={stroke === undefined ? undefined : paintValue(stroke)}
          stroke-width={width}
          opacity={opacity}
          transform={at === undefined ? undefined : `translate(${at[0]} ${at[1]}) scale(${at[2]})`}
        />
      ))}
    </>
  );
}

/** The gradients that everything on the page refers to; once on a page, and never hidden by `display`. */
export function PaintDefinitions() {
  return (
    <svg class="unseen" width="0" height="0" aria-hidden="true">
      <defs>
        {Object.entries(GRADIENTS).map(([name, { x, y, radius, stops }]) => (
          <radialGradient key={name} id={`paint-${name}`} gradientUnits="userSpaceOnUse" cx={x} cy={y} r={radius}>
            {stops.map(([offset, colour, opacity]) => (
              <stop key={offset} offset={offset} stop-color={`var(--${colour})`} stop-opacity={opacity} />
            ))}
          </radialGradient>
        ))}
      </defs>
    </svg>
  );
}
