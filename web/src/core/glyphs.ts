// Numeric annotation glyphs as signs.

const SIGNS: Readonly<Record<number, string>> = {
  1: '!',
  2: '?',
  3: '‼',
  4: '⁇',
  5: '⁉',
  6: '⁈',
  10: '=',
  13: '∞',
  14: '⩲',
  15: '⩱',
  16: '±',
  17: '∓',
  18: '+−',
  19: '−+',
};
const PLAIN: Readonly<Record<number, string>> = { 3: '!!', 4: '??', 5: '!?', 6: '?!' };

/** The glyphs that judge a move. */
export const JUDGING = [1, 2, 3, 4, 5, 6] as const;

/** The sign of a glyph, or its number where it has none. */
export function glyphText(glyph: number): string {
  return PLAIN[glyph] ?? SIGNS[glyph] ?? `$${glyph}`;
}
