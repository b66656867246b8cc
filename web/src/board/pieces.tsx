// The pieces: four sets, each a stone with a face. A stone is turned from wood, a flat disc, or a seal; its
// face is a character, or a picture for those who do not read the characters.

import { useMemo } from 'preact/hooks';
import type { PieceLetter } from '../core/fen';
import { kindOf, sideOf } from '../core/fen';
import type { CharacterSet, FaceStyle } from './glyphs';
import { characterOf, loadOutlines, outlinesOf } from './glyphs';
import type { Colour, Mark } from './paint';
import { circle, Drawn } from './paint';
import { PICTURES } from './pictures';

export type PieceSet = CharacterSet | 'pictures';

export interface PieceLook {
  pieces: PieceSet;
  faces: FaceStyle;
}

interface Inks {
  piece: Colour;
  seal: Colour;
}

const INKS: Readonly<Record<'red' | 'black', Inks>> = {
  red: { piece: 'red-piece', seal: 'red-seal' },
  black: { piece: 'black-piece', seal: 'black-seal' },
};

/** Turned from wood, with the light from above left. */
const WOODEN: readonly Mark[] = [
  { d: circle(52), fill: 'disc-shadow', at: [1.5, 4.5, 1] },
  { d: circle(45), fill: 'disc-deep' },
  { d: circle(43.4), fill: 'disc-body' },
  { d: 'M-37.6-19a42.1 42.1 0 0 1 75.2 0', stroke: 'disc-light', width: 1.8, opacity: 0.85 },
  { d: circle(40.6), stroke: 'disc-deep', width: 1, opacity: 0.55 },
];

/** A seal is cut by hand: its edges are nearly straight. */
const SEAL_EDGE =
  'M-29.5-41.6C-14-42.6 12-42 29-42.3C37.5-42.2 41.8-38 42-29.5C42.7-12 41.6 13 42.3 29C42.2 37.8 38 42 29.6 42.2' +
  'C11 41.5-13 42.8-29 42C-37.6 42-41.8 37.8-42.2 29.4C-41.4 11-42.7-13-42-29.4C-42-37.8-38-41.4-29.5-41.6Z';
const SEAL_LINE =
  'M-27-36.4C-9-37-9-36.2 27-36.8C34-36.6 36.6-34 36.8-27C36.2-8 37.2 9 36.7 27C36.6 34 34 36.6 27 36.8' +
  'C9 36.2-9 37.2-27 36.7C-34 36.6-36.6 34-36.8 27C-36.2 9-37.2-9-36.7-27C-36.6-34-34-36.6-27-36.4Z';

function characterMarks(piece: PieceLetter, set: CharacterSet, faces: FaceStyle): Mark[] {
  const d = outlinesOf(set)[characterOf(piece, faces)] ?? '';
  const ink = INKS[sideOf(piece)];
  switch (set) {
    case 'brush':
      return [
        ...WOODEN,
        { d: circle(37.2), stroke: ink.piece, width: 2.3 },
        { d: circle(33.9), stroke: ink.piece, width: 0.8, opacity: 0.8 },
        { d, fill: 'disc-light', stroke: 'disc-light', width: 5, opacity: 0.75, at: [0.9, 1.3, 0.29] },
        { d, fill: ink.piece, stroke: ink.piece, width: 4.5, at: [0, 0, 0.29] },
      ];
    case 'seal':
      return [
        { d: SEAL_EDGE, fill: 'shadow', opacity: 0.18, at: [2, 5, 1.03] },
        { d: SEAL_EDGE, fill: 'shadow', opacity: 0.3, at: [1, 2.6, 1] },
        { d: SEAL_EDGE, fill: ink.seal },
        { d: SEAL_LINE, stroke: 'plain-disc', width: 2.2, opacity: 0.92 },
        { d, fill: 'plain-disc', at: [0, 0, 0.315] },
      ];
    case 'plain':
      return [
        { d: circle(44), fill: 'shadow', opacity: 0.28, at: [0, 2.6, 1] },
        { d: circle(44), fill: ink.piece },
        { d: circle(39.4), fill: 'plain-disc' },
        { d, fill: ink.piece, stroke: ink.piece, width: 5, at: [0, 0, 0.292] },
      ];
  }
}

function pictureMarks(piece: PieceLetter): Mark[] {
  const { solid, stroke, holes } = PICTURES[kindOf(piece)];
  const { seal } = INKS[sideOf(piece)];
  const at = [0, 0, 0.8] as const;
  return [
    ...WOODEN,
    { d: circle(37.8), fill: seal },
    { d: circle(34.9), stroke: 'plain-disc', width: 1, opacity: 0.7 },
    ...(stroke === undefined ? [] : [{ d: stroke, stroke: 'plain-disc', width: 4.4, at } as const]),
    { d: solid, fill: 'plain-disc', at },
    ...(holes === undefined ? [] : [{ d: holes, fill: seal, at } as const]),
  ];
}

/** A piece around the origin, about 90 units wide. */
export function pieceMarks(piece: PieceLetter, { pieces, faces }: PieceLook): Mark[] {
  return pieces === 'pictures' ? pictureMarks(piece) : characterMarks(piece, pieces, faces);
}

/** A piece around the origin. */
export function PieceDisc({ piece, look }: { piece: PieceLetter; look: PieceLook }) {
  const { pieces, faces } = look;
  const outlines = pieces === 'pictures' ? null : outlinesOf(pieces);
  void loadOutlines(pieces);
  return useMemo(
    () => (
      <g class={`disc ${sideOf(piece)}`} data-set={pieces}>
        <Drawn marks={pieceMarks(piece, { pieces, faces })} />
      </g>
    ),
    [piece, pieces, faces, outlines],
  );
}

/** What goes around a piece that is held, or that is in check. */
export function Halo({ look, name }: { look: PieceLook; name: string }) {
  if (look.pieces !== 'seal') return <circle class={name} r="48" />;
  return <rect class={name} x="-46" y="-46" width="92" height="92" rx="18" />;
}

/** A piece by itself, for buttons. */
export function PieceIcon({ piece, look, size = 40 }: { piece: PieceLetter; look: PieceLook; size?: number }) {
  return (
    <svg class="piece-icon" viewBox="-50 -50 100 100" width={size} height={size} aria-hidden="true">
      <PieceDisc piece={piece} look={look} />
    </svg>
  );
}
