// Scores in words and as chances. Everything is from Red's point of view.

/** Centipawns, or moves to mate (negative if Black mates). */
export type Score = { cp: number } | { mate: number };
/** Red wins, draw, Black wins, in thousandths. */
export type Chances = [number, number, number];

export function scoreText(score: Score): string {
  if ('mate' in score) return score.mate >= 0 ? `#${score.mate}` : `#−${-score.mate}`;
  const pawns = Math.abs(score.cp / 100).toFixed(2);
  if (pawns === '0.00') return '0.00';
  return (score.cp > 0 ? '+' : '−') + pawns;
}

export function isRedAhead(score: Score): boolean {
  return 'mate' in score ? score.mate > 0 : score.cp >= 0;
}

/** Red's expected share of the points, 0 to 1. */
export function shareOf(wdl: Chances): number {
  const sum = wdl[0] + wdl[1] + wdl[2];
  return sum > 0 ? (wdl[0] + wdl[1] / 2) / sum : 0.5;
}

/** One number for comparing lines: mates beyond every other score, nearer mates further out. */
export function orderOf(score: Score): number {
  if ('cp' in score) return score.cp;
  return score.mate >= 0 ? 100_000 - score.mate : -100_000 - score.mate;
}

/** How thick the arrow of a line is, 0.25 to 1: the further behind the best line, the thinner. */
export function weightOf(score: Score, best: Score, redToMove: boolean): number {
  const behind = (orderOf(best) - orderOf(score)) * (redToMove ? 1 : -1);
  return Math.max(0.25, Math.min(1, 1 - behind / 200));
}

export function countText(value: number): string {
  if (value >= 1e9) return `${(value / 1e9).toFixed(1)}G`;
  if (value >= 1e6) return `${(value / 1e6).toFixed(1)}M`;
  if (value >= 1e4) return `${Math.round(value / 1e3)}k`;
  return String(value);
}
