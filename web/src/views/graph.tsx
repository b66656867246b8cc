// The evaluation of a whole game as a curve of Red's expected share of the points; click to go there.

import { words } from '../app/language';
import { scoreText, shareOf } from '../core/score';
import type { Reviewed } from '../net/messages';

const WIDTH = 600;
const HEIGHT = 160;

function graphPoints(
  results: readonly (Reviewed | undefined)[],
  total: number,
): { x: number; y: number; report: Reviewed }[] {
  return results.flatMap((report) =>
    report === undefined
      ? []
      : [
          {
            x: total === 0 ? 0 : (report.ply / total) * WIDTH,
            y: (1 - shareOf(report.wdl)) * HEIGHT,
            report,
          },
        ],
  );
}

export function Graph({
  results,
  total,
  ply,
  onChoose,
}: {
  results: readonly (Reviewed | undefined)[];
  total: number;
  ply: number;
  onChoose: (ply: number) => void;
}) {
  const points = graphPoints(results, total);
  const curve = points.map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');
  const first = points[0];
  const last = points[points.length - 1];
  const area = first && last ? `${curve}L${last.x.toFixed(1)} ${HEIGHT}L${first.x.toFixed(1)} ${HEIGHT}Z` : '';
  const now = results[ply];
  const x = total === 0 ? 0 : (ply / total) * WIDTH;
  const choose = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    onChoose(Math.round(((event.clientX - box.left) / box.width) * total));
  };
  const label = `${words.value.graph}. ${now === undefined ? '' : words.value.graph_point(ply, scoreText(now.score))}`;
  return (
    <svg
      class="graph"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      onClick={choose}
    >
      <rect class="graph-black" width={WIDTH} height={HEIGHT} />
      <path class="graph-red" d={area} />
      <line class="graph-middle" x1="0" x2={WIDTH} y1={HEIGHT / 2} y2={HEIGHT / 2} />
      <path class="graph-curve" d={curve} />
      {points.map(({ x: at, y, report }) =>
        report.class === 'mistake' || report.class === 'blunder' || report.class === 'inaccuracy' ? (
          <ellipse key={report.ply} class={`graph-dot class-${report.class}`} cx={at} cy={y} rx="4" ry="4" />
        ) : null,
      )}
      <line class="graph-now" x1={x} x2={x} y1="0" y2={HEIGHT} />
    </svg>
  );
}
