// Arrows and circles over the board, drawn by the user, the engine, hints and the rules.

import type { Move, Square } from '../core/squares';
import { originOf, targetOf } from '../core/squares';
import { arrowOutline, centreOf } from './geometry';

export type Tone = 'user-a' | 'user-b' | 'user-c' | 'engine' | 'hint' | 'chase' | 'problem' | 'threat' | 'premove';

export type Shape =
  | { kind: 'arrow'; from: Square; to: Square; tone: Tone; weight?: number }
  | { kind: 'circle'; at: Square; tone: Tone };

function sameShape(one: Shape, other: Shape): boolean {
  return shapePlace(one) === shapePlace(other) && one.tone === other.tone;
}

function shapePlace(shape: Shape): string {
  return shape.kind === 'arrow' ? shape.from + shape.to : shape.at;
}

/** Draws a shape anew, or takes it away if the same one is there. */
export function toggleShape(shapes: readonly Shape[], shape: Shape): Shape[] {
  const others = shapes.filter((other) => shapePlace(other) !== shapePlace(shape));
  return shapes.some((other) => sameShape(other, shape)) ? others : [...others, shape];
}

export function ShapeLayer({ shapes, flipped }: { shapes: readonly Shape[]; flipped: boolean }) {
  return (
    <g class="shapes" aria-hidden="true">
      {shapes.map((shape) => {
        const key = `${shapePlace(shape)}-${shape.tone}`;
        if (shape.kind === 'circle') {
          const { x, y } = centreOf(shape.at, flipped);
          return <circle key={key} class={`shape-circle tone-${shape.tone}`} cx={x} cy={y} r="46" />;
        }
        const weight = shape.weight ?? 0.7;
        const outline = arrowOutline(centreOf(shape.from, flipped), centreOf(shape.to, flipped), 8 + 14 * weight);
        return <path key={key} class={`shape-arrow tone-${shape.tone}`} d={outline} opacity={0.4 + 0.5 * weight} />;
      })}
    </g>
  );
}

/** Who chases whom. */
export function chaseShapes(chases: readonly { by: Square; target: Square }[]): Shape[] {
  return chases.flatMap(({ by, target }): Shape[] => [
    { kind: 'arrow', from: by, to: target, tone: 'chase', weight: 0.1 },
    { kind: 'circle', at: target, tone: 'chase' },
  ]);
}

/** The arrow of a move that is proposed. */
export function hintShape(move: Move, weight: number): Shape {
  return { kind: 'arrow', from: originOf(move), to: targetOf(move), tone: 'hint', weight };
}
