// The review of a game: graph, classed moves, accuracy, and for each weak move the better line.

import { review } from '../app/controllers';
import { words } from '../app/language';
import { openInAnalysis, openRecordInAnalysis } from '../app/navigation';
import { notation } from '../app/notation';
import type { Shape } from '../board/shapes';
import { hintShape } from '../board/shapes';
import { readFen, START } from '../core/fen';
import { piecesOf, redStarts } from '../core/game';
import { moveText } from '../core/movetext';
import { readResult } from '../core/pack';
import { scoreText } from '../core/score';
import type { Side } from '../core/squares';
import type { Path, Tree } from '../core/tree';
import { addMoves, treeOf } from '../core/tree';
import type { MoveClass } from '../net/messages';
import type { ReviewGame } from '../state/review';
import { isWeak, NODES } from '../state/review';
import { games } from '../store/library';
import type { Steps } from './controls';
import { Select, StepButtons, useStepKeys } from './controls';
import { EvaluationBar } from './evalbar';
import { GameBoard } from './gameboard';
import { Graph } from './graph';
import { MoveList } from './movelist';
import { LoadBox } from './transfer';

const CLASSES: readonly MoveClass[] = ['best', 'only', 'good', 'book', 'inaccuracy', 'mistake', 'blunder'];

function Progress({ total }: { total: number }) {
  const say = words.value;
  const seen = review.results.value.filter((report) => report !== undefined).length;
  if (review.running.value) {
    return (
      <div class="progress">
        <progress max={total + 1} value={seen} aria-label={say.review_progress(seen, total + 1)} />
        <span class="quiet">{say.review_progress(seen, total + 1)}</span>
        <button type="button" onClick={() => review.stop()}>
          {say.review_stop}
        </button>
      </div>
    );
  }
  return (
    <div class="fields">
      <Select
        label={say.review_nodes}
        value={review.nodes.value}
        onChange={(value) => {
          review.nodes.value = value;
        }}
        options={NODES.map((value) => ({ value: value as number, text: say.nodes_choice(value) }))}
      />
      <button type="button" class="primary" disabled={total === 0} onClick={() => review.start()}>
        {say.review_start}
      </button>
      {seen > 0 && seen <= total && (
        <button type="button" onClick={() => review.resume()}>
          {say.review_resume}
        </button>
      )}
    </div>
  );
}

function Summary() {
  const say = words.value;
  const done = review.done.value;
  if (done === null) return null;
  const accuracy = (side: Side) => `${Math.round(done.accuracy[side])} %`;
  return (
    <>
      {done.stopped && <p class="warning">{say.review_stopped}</p>}
      <table class="summary">
        <thead>
          <tr>
            <td />
            <th>{say.red}</th>
            <th>{say.black}</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th>{say.accuracy}</th>
            <td>{accuracy('red')}</td>
            <td>{accuracy('black')}</td>
          </tr>
          {CLASSES.map((name) => {
            const red = done.counts.red[name] ?? 0;
            const black = done.counts.black[name] ?? 0;
            if (red + black === 0) return null;
            return (
              <tr key={name} class={`class-${name}`}>
                <th>{say[`class_${name}`]}</th>
                <td>{red}</td>
                <td>{black}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function treeOfGame(game: ReviewGame): Tree {
  const named: [string, string][] = [
    ['Red', game.red],
    ['Black', game.black],
  ];
  const tags = named.filter(([, name]) => name !== '');
  return treeOf(game.fen, game.moves, { tags, result: readResult(game.result) });
}

/** The game in the library if it is there, with all that is said in it; else what the review has. */
function openGame(game: ReviewGame, at: Path): void {
  const record = games.value.find(({ id }) => id === game.id);
  if (record === undefined) openInAnalysis(treeOfGame(game), at);
  else openRecordInAnalysis(record, at);
}

/** The path of the main line up to a ply. */
function mainLine(ply: number): Path {
  return Array.from({ length: ply }, () => 0);
}

/** What there is to say about the move that led to the position shown. */
function Verdict({ game, ply }: { game: ReviewGame; ply: number }) {
  const say = words.value;
  const report = review.results.value[ply];
  const before = review.results.value[ply - 1];
  const played = review.history.value[ply - 1];
  if (report === undefined || played === undefined || report.class == null) return null;
  const better = before?.best != null && before.best.move !== played.move ? before.best : null;
  return (
    <div class={`verdict class-${report.class}`} role="status">
      <p>
        <strong>{moveText(played, notation.value)}</strong> · {say[`class_${report.class}`]} · {scoreText(report.score)}
        {report.loss != null && report.loss >= 1 && (
          <span class="quiet"> · {say.chance_lost(report.loss.toFixed(0))}</span>
        )}
      </p>
      {better !== null && (
        <p>
          {say.better_was(moveText(better, notation.value))}{' '}
          <button
            type="button"
            class="link"
            onClick={() => {
              const next = addMoves(treeOfGame(game), mainLine(ply - 1), before?.line ?? []);
              openInAnalysis(next.tree, next.path.slice(0, ply));
            }}
          >
            {say.better_line}
          </button>
        </p>
      )}
    </div>
  );
}

function betterShape(ply: number): Shape[] {
  const best = review.results.value[ply - 1]?.best;
  return best != null && isWeak(review.results.value[ply]) ? [hintShape(best.move, 0.6)] : [];
}

function load() {
  return (
    <section class="panel">
      <LoadBox />
    </section>
  );
}

export function ReviewPage() {
  const say = words.value;
  const game = review.game.value;
  const ply = review.ply.value;
  const count = game?.moves.length ?? 0;
  const flipped = review.flipped.value;
  const steps: Steps = {
    first: () => review.goTo(0),
    previous: () => review.goTo(ply - 1),
    next: () => review.goTo(ply + 1),
    last: () => review.goTo(count),
    flip: () => review.flip(),
  };
  useStepKeys(steps);
  if (game === null) {
    return (
      <div class="page">
        <div class="stage">
          <GameBoard pieces={readFen(START)?.pieces ?? {}} flipped={false} />
        </div>
        <div class="side">
          <p class="quiet">{say.review_none}</p>
          {load()}
        </div>
      </div>
    );
  }
  const now = review.results.value[ply];
  const known = review.history.value;
  const moves = game.moves.map((move, index) => known[index] ?? { move, wxf: '', chinese: '' });
  return (
    <div class="page">
      <div class="stage with-bar">
        <EvaluationBar score={now?.score ?? null} wdl={now?.wdl ?? null} flipped={flipped} />
        <GameBoard
          pieces={piecesOf(game, ply)}
          flipped={flipped}
          lastMove={game.moves[ply - 1] ?? null}
          shapes={betterShape(ply)}
        />
        <StepButtons steps={steps} />
      </div>
      <div class="side">
        <section class="panel" aria-label={say.review}>
          {(game.red !== '' || game.black !== '') && (
            <h2>
              {game.red || say.red} – {game.black || say.black} <span class="quiet">{game.result}</span>
            </h2>
          )}
          <Progress total={count} />
          {review.results.value.length > 0 && (
            <Graph results={review.results.value} total={count} ply={ply} onChoose={(next) => review.goTo(next)} />
          )}
          <Verdict game={game} ply={ply} />
          <MoveList
            moves={moves}
            redStarts={redStarts(game.fen)}
            current={ply}
            classes={moves.map((_, index) => review.results.value[index + 1]?.class)}
            onChoose={(next) => review.goTo(next)}
          />
          <div class="buttons">
            <button type="button" disabled={review.results.value.length === 0} onClick={() => review.nextMistake()}>
              {say.next_mistake}
            </button>
            <button type="button" onClick={() => openGame(game, mainLine(ply))}>
              {say.open_in_analysis}
            </button>
          </div>
        </section>
        {review.done.value !== null && (
          <section class="panel">
            <Summary />
          </section>
        )}
        {load()}
      </div>
    </div>
  );
}
