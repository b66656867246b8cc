// What the user has tried: counts, the rating as a curve over bars of attempts, themes, and the latest puzzles.

import { locale } from '../app/language';
import { puzzles, say } from '../app/puzzles';
import type { PuzzleFilter, Statistics } from '../core/puzzle';
import { statisticsOf } from '../core/puzzle';

const WIDTH = 600;
const HEIGHT = 160;
const LATEST = 60;

const percent = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((100 * part) / whole)} %`);

function Chart({ days }: { days: Statistics['byDay'] }) {
  const shown = days.slice(-60);
  const width = WIDTH / Math.max(shown.length, 7);
  const most = Math.max(...shown.map(({ tried }) => tried), 1);
  const ratings = shown.flatMap(({ rating }) => (rating === null ? [] : [rating]));
  const low = Math.min(...ratings, 5000) - 50;
  const high = Math.max(...ratings, 0) + 50;
  const y = (rating: number) => HEIGHT - ((rating - low) / Math.max(high - low, 1)) * HEIGHT;
  const points = shown.flatMap(({ rating }, index) =>
    rating === null ? [] : [`${((index + 0.5) * width).toFixed(1)} ${y(rating).toFixed(1)}`],
  );
  return (
    <svg
      class="puzzle-chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={say.value.chart_says(shown.length, puzzles.log.rating.value)}
    >
      {shown.map(({ day, tried, solved }, index) => {
        const [all, right] = [(tried / most) * HEIGHT * 0.7, (solved / most) * HEIGHT * 0.7];
        return (
          <g key={day}>
            <title>{`${day}: ${solved}/${tried}`}</title>
            <rect
              class="bar-tried"
              x={index * width + 2}
              y={HEIGHT - all}
              width={Math.max(1, width - 4)}
              height={all}
            />
            <rect
              class="bar-solved"
              x={index * width + 2}
              y={HEIGHT - right}
              width={Math.max(1, width - 4)}
              height={right}
            />
          </g>
        );
      })}
      {points.length > 1 && <path class="rating-curve" d={`M${points.join('L')}`} />}
    </svg>
  );
}

function Themes({ byTheme }: { byTheme: Statistics['byTheme'] }) {
  const text = say.value;
  const rows = [...byTheme].sort(([, one], [, other]) => other.tried - one.tried);
  return (
    <table class="summary">
      <thead>
        <tr>
          <th>{text.theme}</th>
          <th>{text.tried}</th>
          <th>{text.done}</th>
          <th>{text.share}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([theme, { tried, solved }]) => (
          <tr key={theme}>
            <th scope="row">{text.filters(theme)}</th>
            <td>{tried}</td>
            <td>{solved}</td>
            <td>{percent(solved, tried)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export function HistoryPage({ open }: { open: (id: string) => void }) {
  const text = say.value;
  const { log, byId } = puzzles;
  const attempts = log.attempts.value;
  if (attempts.length === 0) return <p class="quiet">{text.nothing_tried}</p>;
  const statistics = statisticsOf(attempts, byId.value);
  const latest = attempts.slice(-LATEST).reverse();
  const nameOf = (id: string) => {
    const puzzle = byId.value.get(id);
    const kind: PuzzleFilter = puzzle?.mateIn == null ? 'tactics' : `m${puzzle.mateIn}`;
    return puzzle === undefined ? id : text.filters(kind);
  };
  return (
    <>
      <section class="panel history" aria-label={text.statistics}>
        <h2>{text.statistics}</h2>
        <dl class="puzzle-figures">
          <dt>{text.your_rating}</dt>
          <dd>{log.rating.value}</dd>
          <dt>{text.tried}</dt>
          <dd class="tried">{statistics.tried}</dd>
          <dt>{text.done}</dt>
          <dd>
            {statistics.solved} ({percent(statistics.solved, statistics.tried)})
          </dd>
          <dt>{text.streak_best}</dt>
          <dd>{log.streaks.value.best}</dd>
        </dl>
        <h3>{text.chart}</h3>
        <Chart days={statistics.byDay} />
      </section>
      <section class="panel">
        <h2>{text.by_theme}</h2>
        <Themes byTheme={statistics.byTheme} />
      </section>
      <section class="panel">
        <h2>{text.latest}</h2>
        <ul class="choices attempts">
          {latest.map((attempt) => (
            <li key={`${attempt.at} ${attempt.id}`}>
              <button type="button" disabled={!byId.value.has(attempt.id)} onClick={() => open(attempt.id)}>
                <span class={attempt.score === 1 ? 'good' : attempt.score > 0 ? '' : 'bad'}>
                  {attempt.score === 1 ? '✓' : attempt.score > 0 ? '½' : '✗'} {text.mark(attempt.score)}
                </span>
                <span>
                  {nameOf(attempt.id)} · {attempt.rating} · {text.modes[attempt.mode]}
                </span>
                <span class="quiet">{new Date(attempt.at).toLocaleString(locale.value)}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}
